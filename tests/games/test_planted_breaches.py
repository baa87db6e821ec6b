"""Every law can fail: each has a fault planted in a small game, by which it does."""

import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.codec import digest
from moderator.core.errors import Problem, Stage
from moderator.core.game import AnyGame, Memories, Report, SeatEvent, Section
from moderator.core.language import Piece
from moderator.core.pictures import Part, Place
from moderator.core.svg import Box
from moderator.testing.checking import subjects, try_law
from moderator.testing.laws import LAWS
from moderator.testing.subjects import GameSubject
from tests.support.cases import every_case
from tests.support.drawn import pictures
from tests.support.games import TEMPLATES
from tests.support.night_watch import GAME
from tests.support.night_watch.orders import Flee, Go, Seek
from tests.support.night_watch.report import Calendar
from tests.support.night_watch.view import STREETS, View

PICTURES = pictures(GAME)
WRONG = Problem(code="too-dark", stage=Stage.ILLEGAL)
NOT_READ = Problem(code="unread", stage=Stage.ILLEGAL)


class Otherwise:
    """An object of which some parts are replaced, whatever type it has."""

    def __init__(self, plain: Any, **parts: Any) -> None:  # noqa: ANN401 - a part of a game
        self._plain = plain
        vars(self).update(parts)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as above
        return getattr(self._plain, name)


class OtherView(View, frozen=True, kw_only=True):
    """A view that is not the game's."""


class Untold(SeatEvent, frozen=True, kw_only=True):
    """An event that no template words."""


def changed(**parts: Any) -> AnyGame:  # noqa: ANN401 - parts of a game
    """Return the game with parts replaced."""
    game: AnyGame = replace(GAME, **parts)
    return game


def spoken(**parts: Any) -> AnyGame:  # noqa: ANN401 - parts of a language
    """Return the game with parts of its language replaced."""
    return changed(language=Otherwise(GAME.language, **parts))


def by_chance() -> AnyGame:
    """Let the weather come from nowhere."""
    numbers = count()

    def resolve(state: Any, orders: Any, dice: Any) -> Any:  # noqa: ANN401 - the game's own
        done = GAME.resolve(state, orders, dice)
        return replace(done, state=replace(done.state, weather=100 + next(numbers)))

    return changed(resolve=resolve)


def meddling() -> AnyGame:
    """Change the position that is given."""

    def resolve(state: Any, orders: Any, dice: Any) -> Any:  # noqa: ANN401 - as above
        done = GAME.resolve(state, orders, dice)
        state.place["Ann"] = next(street for street in STREETS if street != state.place["Ann"])
        return done

    return changed(resolve=resolve)


def picky() -> AnyGame:
    """Resolve orders of seats of the match only."""

    def resolve(state: Any, orders: Any, dice: Any) -> Any:  # noqa: ANN401 - as above
        return GAME.resolve(state, {seat: order_set for seat, order_set in orders.items() if state.place[seat]}, dice)

    return changed(resolve=resolve)


def partial_outcome() -> AnyGame:
    """Forget the last rank."""

    def outcome(state: Any) -> Any:  # noqa: ANN401 - as above
        done = GAME.outcome(state)
        return done and replace(done, ranking=done.ranking[:-1])

    return changed(outcome=outcome)


def fickle() -> AnyGame:
    """Give another example each time."""
    numbers = count()

    class Fickle:
        def order(self, view: View, *_: object) -> Any:  # noqa: ANN401 - orders
            del view
            return (Seek(place=STREETS[next(numbers) % len(STREETS)]),)

    return changed(adviser=Fickle())


def unfounded() -> AnyGame:
    """Suppose another turn."""

    def suppose(view: View) -> Any:  # noqa: ANN401 - a position
        state = GAME.suppose(view)
        return replace(state, turn=state.turn + 1)

    return changed(suppose=suppose)


def leaking(hook: str, **parts: Any) -> AnyGame:  # noqa: ANN401 - parts of a game
    """Let what the game makes for a seat depend on the whole position that its view was made from."""
    seen: dict[int, tuple[View, int]] = {}

    def view(state: Any, who: Any) -> Any:  # noqa: ANN401 - as above
        made = GAME.view(state, who)
        seen[id(made)] = made, int(digest(b"leak", state)[:6], 16)
        return made

    def leak(view: View, *_: Any) -> Report:  # noqa: ANN401 - as above
        return Report((Section("position", (Calendar(turn=seen.get(id(view), (view, 0))[1], nights=1),)),))

    return changed(view=view, **{hook: leak}, **parts)


def strict_preview() -> AnyGame:
    """Preview nights only."""

    def preview(view: View, prompt: Any, orders: Any) -> Report:  # noqa: ANN401 - as above
        assert not any(isinstance(order, Flee) for order in orders), "nobody flees"
        return GAME.preview(view, prompt, orders)

    return changed(preview=preview)


def drawn_otherwise(**parts: Any) -> AnyGame:  # noqa: ANN401 - as above
    """Change something that Night Watch draws."""
    return changed(pictures=lambda _words: replace(PICTURES, **parts))


def cramped() -> AnyGame:
    """Draw everything outside the boxes."""

    def draw(view: View, *_: Any) -> Any:  # noqa: ANN401 - as above
        for drawing in PICTURES.draw(view):
            x, y = drawing.left + drawing.width / 2, drawing.top + drawing.height / 2
            svg = f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10" fill="#000000"/>'
            yield replace(drawing, parts=(Part(Box(x - 2, y - 2, 2, 2), svg),))

    return drawn_otherwise(draw=lambda *given: tuple(draw(*given)))


def crowded() -> AnyGame:
    """Write the streets over those who are on them."""

    def draw(view: View, *_: Any) -> Any:  # noqa: ANN401 - as above
        for drawing in PICTURES.draw(view):
            parts = [replace(part, svg=part.svg.replace('y="12"', 'y="26"')) for part in drawing.parts]
            yield replace(drawing, parts=tuple(parts))

    return drawn_otherwise(draw=lambda *given: tuple(draw(*given)))


SQUARE = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))


def squares(_view: View) -> list[Place]:
    """Return a square for the first street."""
    return [Place(STREETS[0], SQUARE)]


def listing() -> AnyGame:
    """List one street for the first view and all for others."""
    views: list[View] = []

    def choices(view: View, *_: object) -> Any:  # noqa: ANN401 - as above
        views.append(view)
        return STREETS[:1] if view is views[0] else STREETS

    return changed(places=squares, choices=choices)


FAULTS: Mapping[str, Callable[[], AnyGame]] = {
    "played-again-is-the-same": by_chance,
    "replays-from-the-record": by_chance,
    "events-and-views-are-exact-json": partial(changed, view_type=OtherView),
    "resolving-changes-nothing-it-is-given": meddling,
    "asks-until-there-is-an-outcome": partial(changed, outcome=lambda _state: None),
    "asks-only-seats-in-play": partial(changed, playing=lambda _state: ("Ann",)),
    "outcome-ranks-every-seat-once": partial_outcome,
    "random-play-ends": partial(changed, info=replace(GAME.info, limit=1)),
    "more-random-play-ends": partial(changed, info=replace(GAME.info, limit=1)),
    "any-orders-can-be-resolved": picky,
    "bots-order-what-is-legal": partial(changed, check=lambda *_: (WRONG,)),
    "examples-could-be-sent": fickle,
    "silence-is-legal": partial(changed, check=lambda *_: (WRONG,)),
    "written-orders-read-back": partial(spoken, parse=lambda _text: Go(goal="Mill")),
    "polite-words-change-nothing": partial(
        spoken, parse=lambda text: NOT_READ if "lease" in text.lower() else GAME.language.parse(text)
    ),
    "rubbish-is-read-calmly": partial(spoken, parse=lambda text: text),
    "forms-read-back": partial(spoken, format=lambda _order: "GO Mill"),
    "odd-lines-read-back": partial(spoken, format=lambda _order: "GO Mill"),
    "supposed-positions-fit": unfounded,
    "same-witness-is-told-the-same": partial(leaking, "report"),
    "previews-tell-no-more-than-the-view": partial(leaking, "preview"),
    "help-tells-no-more-than-the-view": partial(leaking, "explain", topics={"THIEVES": ()}),
    "letters-tell-no-more-than-the-seat-may-know": partial(leaking, "report"),
    "blind-gm-is-told-nothing-hidden": partial(leaking, "report"),
    "hidden-corrections-change-nothing": partial(leaking, "preview"),
    "reports-do-not-tell-hidden-corrections-apart": partial(leaking, "report"),
    "any-orders-can-be-previewed": strict_preview,
    "every-topic-is-explained": partial(changed, topics={"THIEVES": ()}),
    "every-match-can-be-remembered": partial(changed, remember=lambda _told: Memories(captions=("one", "two"))),
    "every-event-has-words": partial(changed, events=(*GAME.events, Untold)),
    "every-fact-has-words": partial(changed, foretold=(*GAME.foretold, Untold)),
    "every-order-has-words": partial(spoken, orders=(*GAME.language.orders, Untold)),
    "every-gap-has-words": partial(spoken, pieces=lambda _kind: (Piece(gap="whim"),)),
    "every-problem-has-words": partial(changed, faults=(*GAME.faults, "too-dark")),
    "no-problem-is-worded-in-vain": partial(changed, faults=()),
    "problems-that-come-up-have-words": partial(changed, check=lambda *_: (WRONG,)),
    "facts-and-throws-have-words": partial(
        changed, report=lambda *_: Report((Section("position", (Untold(seat="Ann"),)),))
    ),
    "every-option-has-help": partial(changed, info=replace(GAME.info, option_help={})),
    "every-view-can-be-drawn": partial(drawn_otherwise, chart=lambda _view: 61 * "x"),
    "words-keep-clear": crowded,
    "parts-stay-in-their-boxes": cramped,
    "places-lie-apart": partial(changed, places=lambda _view: [Place(street, SQUARE) for street in STREETS]),
    "what-is-chosen-is-read": partial(changed, places=squares, choices=lambda *_: ("Moon",)),
    "orders-can-be-composed": partial(changed, places=squares, choices=lambda *_: ()),
    "choices-come-from-the-view": listing,
    "what-is-composed-is-accepted": partial(
        changed, places=squares, language=Otherwise(GAME.language, parse=lambda _text: NOT_READ)
    ),
}
"""By law a game that breaks it; some laws are broken by more than a part of the game, below."""


def broken(name: str, game: AnyGame, templates: Path = TEMPLATES) -> list[str]:
    """Return how a game breaks a law."""
    (law,) = (law for law in LAWS if law.name == name)
    found = (try_law(law, subject) for subject in subjects(GameSubject(game, templates), law, slow=True))
    return [str(each) for each in found if each]


@every_case("name", FAULTS)
def test_a_planted_fault_breaks_the_law(name: str) -> None:
    """The game is named; that without the fault the law holds, ``test_every_game.py`` proves."""
    told = broken(name, FAULTS[name]())
    assert told
    assert all(each.startswith(GAME.info.key) for each in told)


def reworded(folder: Path, pattern: str, words: str) -> Path:
    """Return a folder with the game's templates, in which a pattern is replaced."""
    own = folder / "games" / GAME.info.key
    own.mkdir(parents=True)
    for path in (TEMPLATES / "games" / GAME.info.key).iterdir():
        (own / path.name).write_text(re.sub(pattern, words, path.read_text(encoding="utf-8")), "utf-8")
    return folder


@every_case(
    ("law", "pattern", "words", "told"),
    [
        ("last-report-promises-no-turn", r"(macro calendar\(.*?%\})", r"\1Next night is dark. ", "Next night is dark"),
        ("numbers-agree", r"(macro calendar\(.*?%\})", r"\1You have 1 points. ", "You have 1 points"),
        ("numbers-agree", r"(macro calendar\(.*?%\})", r"\1You have 2 point. ", "You have 2 point"),
        (
            "headings-have-something-below",
            r"(macro calendar\(.*?%\}).*(\{% endmacro %\})",
            r"\1\2",
            "nothing is said below the heading",
        ),
        ("sentences-are-whole", r"(macro calendar\(.*?%\})", r"\1behold ", '"behold" can be translated'),
        (
            "translations-can-be-filled-in",
            r"(macro calendar\(.*?%\}).*(\{% endmacro %\})",
            r"\1\2",
            "nothing is said in en",
        ),
    ],
)
def test_words_that_break_a_law_are_found(law: str, pattern: str, words: str, told: str) -> None:
    """The words are those of the templates."""
    with TemporaryDirectory() as folder:
        (first, *_) = broken(law, GAME, reworded(Path(folder), pattern, words))
    assert told in first


def test_an_order_of_sets_that_matters_breaks_the_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is played in other processes, which must find it."""
    package = tmp_path / "hashing"
    package.mkdir()
    (package / "__init__.py").write_text(_HASHING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = import_module("hashing").GAME
    try:
        (told,) = broken("order-of-sets-does-not-matter", game)
    finally:
        del sys.modules["hashing"]
    assert "depends on PYTHONHASHSEED" in told


_HASHING = """\
from msgspec.structs import replace
from tests.support import night_watch


def resolve(state, orders, dice):
    done = night_watch.GAME.resolve(state, orders, dice)
    return replace(done, state=replace(done.state, weather=100 + hash("storm") % 1000))


GAME = replace(night_watch.GAME, package="hashing", resolve=resolve)
"""


def test_every_law_is_tried() -> None:
    """A new law needs a fault that breaks it."""
    others = {
        "last-report-promises-no-turn",
        "numbers-agree",
        "headings-have-something-below",
        "sentences-are-whole",
        "translations-can-be-filled-in",
        "order-of-sets-does-not-matter",
    }
    assert {law.name for law in LAWS} == {*FAULTS} | others
