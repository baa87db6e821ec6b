"""The twin law for letters sees everything: a leak is planted into each thing that a seat can get, and the law fails.

What is planted depends on the whole position, which is never the same for twins. Each test takes its leak out again;
that the law holds without is what ``tests/games/test_every_game.py`` proves of the same scenes.
"""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import Session

from moderator.core import codec
from moderator.core.codec import tag_of
from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Drawing, Part, Poster, Report, Section
from moderator.core.orders import Order
from moderator.core.seats import Observer, Who
from moderator.core.svg import Box
from moderator.language.reading.commands import Command
from moderator.service.codes import Verdict
from moderator.service.commands import dispatch
from moderator.service.commands.command_context import CommandContext
from moderator.service.context import Context
from moderator.service.facts import LetterFacts
from moderator.service.letter_parts import Answer
from moderator.service.matches import records
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outgoing import envelopes
from moderator.store.tables import Outbox
from moderator.testing.asked import ASKED, all_commands, answers, in_letters
from moderator.testing.finding import find_testing
from moderator.testing.stages import Heard, Stage
from tests.support.games import ALL_GAMES

Stages = Callable[[str], Stage]

every_game = pytest.mark.parametrize("game", ALL_GAMES)

HOOKS: dict[str, tuple[str, set[str]]] = {
    "draw": ("RESEND", {"turn-report"}),
    "chart": ("RESEND\nMAP", {"turn-report", "MAP"}),
    "course": ("RESEND", {"turn-report"}),
    "report": ("RESEND\nHISTORY", {"turn-report", "HISTORY"}),
    "default": ("STATUS", {"acknowledgement"}),
    "check": ("", {"acknowledgement"}),
    "preview": ("PREVIEW", {"PREVIEW"}),
    "poster": ("MAP POSTER\nMAP POSTER BLANK", {"MAP POSTER", "MAP POSTER BLANK"}),
    "explain": ("", set()),
}
"""What a game makes for a seat: how to ask for it, and what shows it; the check judges typos, topics have own names."""

ORDERS, TOPICS = 12, 4
"""So many lines and topics show a leak."""

LACKING = {key: find_testing(game).lacks for key, game in ALL_GAMES.items()}
"""What a game does not make for letters."""


def assert_seen(heard: Heard, names: AbstractSet[str]) -> None:
    """See that the law fails, and by these names."""
    assert names
    with pytest.raises(AssertionError):
        heard.assert_alike()
    assert heard.differing >= names


def mark(state: Any) -> str:  # noqa: ANN401 - the game's own
    """Return what gives a whole position away."""
    return codec.digest(b"leak", state)[:12]


@pytest.mark.parametrize("kind", ASKED, ids=tag_of)
def test_a_leak_in_the_answer_to_one_command_is_seen_as_that(
    stage: Stages, kind: type[Command], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line of one answer tells of the whole position, in the smallest game: nothing else differs."""
    leak(monkeypatch, kind)
    heard = stage("night-watch: amid").hear(["\n".join(ASKED[kind])], unasked=False)
    assert_seen(heard, {"moderator read", *answers(ASKED[kind])})
    assert heard.differing == {"moderator read", *answers(ASKED[kind])}


@every_game
def test_a_leak_in_the_answers_to_all_commands_is_seen_in_each(
    stage: Stages, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line of every answer tells of the whole position."""
    leak(monkeypatch, *ASKED)
    heard = stage(f"{game}: amid").hear(all_commands(), unasked=False)
    assert_seen(heard, {"moderator read", *answers(line for lines in ASKED.values() for line in lines)})


def leak(monkeypatch: pytest.MonkeyPatch, *kinds: type[Command]) -> None:
    """Let the answers to commands tell of the whole position."""
    answer = dispatch.answer

    def leaking(command_context: CommandContext, before: int = 0, blocked: Verdict | None = None) -> Answer:
        told = answer(command_context, before, blocked)
        if type(command_context.command) not in kinds or command_context.seat_context is None:
            return told
        return replace(told, lines=(*told.lines, mark(command_context.seat_context.match.state)))

    monkeypatch.setattr("moderator.service.commands.dispatch.answer", leaking)


@every_game
def test_a_leak_in_a_letter_of_any_kind_is_seen(stage: Stages, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name that a letter greets its reader by tells of the whole position."""
    plain = envelopes._facts

    def leaking(session: Session, ctx: Context, known: Any, row: Outbox) -> LetterFacts | None:  # noqa: ANN401 - passed on
        facts: Any = plain(session, ctx, known, row)
        match = known.matches.get(row.match or 0)
        leaked: LetterFacts = replace(facts, head=replace(facts.head, player=mark(match.state))) if match else facts
        return leaked

    monkeypatch.setattr(envelopes, "_facts", leaking)
    to_players = {tag_of(kind) for kind in LetterFacts.__args__} - {"memo", "stranger"}
    begun, amid = (stage(f"{game}: {point}").hear(["STATUS"]) for point in ("beginning", "amid"))
    assert_seen(begun, begun.names & to_players)
    assert_seen(amid, amid.names & to_players)
    assert to_players <= begun.names | amid.names


@pytest.mark.parametrize(
    ("game", "hook"), [(game, hook) for game in ALL_GAMES for hook in HOOKS if hook not in LACKING[game]]
)
def test_a_leak_in_anything_that_a_game_makes_for_a_seat_is_seen(
    stage: Stages, game: str, hook: str, alter: Callable[[AnyGame, str, Any], None]
) -> None:
    """Maps, charts, posters, reports, previews, complaints, topics: one of them is marked by the whole position."""
    seat_context = stage(f"{game}: amid")
    text, names = HOOKS[hook]
    letters = [few_lines(letter) for letter in seat_context.orders()[-2:]] if hook == "check" else [text]
    if hook == "explain":
        lines = [f"HELP {word}" for word in [*seat_context.game.topics][:TOPICS]]
        letters, names = in_letters(lines), answers(lines)
    plant(alter, seat_context.game, hook)
    assert_seen(seat_context.hear(letters, unasked=False), names - LACKING[game])


def few_lines(letter: str) -> str:
    """Return the first lines of a letter and its last, which ask what would come of them."""
    lines = letter.splitlines()
    return "\n".join([*lines[:ORDERS], *lines[-2:]])


def plant(alter: Callable[[AnyGame, str, Any], None], game: AnyGame, hook: str) -> None:
    """Let a game mark what one of its functions makes by the position that was looked at last."""
    looked = [""]
    view, plain = game.view, getattr(game, hook)

    def looking(state: Any, who: Who) -> Any:  # noqa: ANN401 - the game's own
        looked[0] = mark(state)
        return view(state, who)

    def leaking(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - of any of a game's functions
        return marked(plain(*args, **more), looked[0])

    alter(game, "view", looking)
    alter(game, hook, leaking)


def marked(made: Any, by: str) -> Any:  # noqa: ANN401 - whatever a game makes
    """Return what a game made, with a mark in it."""
    often = 1 + int(by, 16) % 97
    changes: dict[str, Any] = {}
    match made:
        case str():
            return f"{made}\n{by}"
        case tuple() | list() if any(isinstance(each, Order) for each in made):
            return tuple(made) * often
        case tuple() | list():
            return tuple(marked(each, by) for each in made)
        case Drawing():
            changes = {"parts": (*made.parts, Part(Box(0, 0, 1, 1), f"<text>{by}</text>"))}
        case Poster():
            changes = {"board": marked(made.board, by)}
        case Report():
            told = [replace(each, facts=each.facts * often) for each in made.sections if each.key == "headline"]
            rest = [each for each in made.sections if each.key != "headline"]
            changes = {"sections": (*told, *rest, Section(by, ()))}
        case Problem():
            changes = {"facts": {**made.facts, "leak": by}}
    assert changes, f"no mark can be made on {made}"
    return replace(made, **changes)


@every_game
def test_what_is_shown_with_the_eyes_of_the_gm_is_seen(
    stage: Stages, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is shown all that is hidden from it, and has its orders judged and previewed by that."""

    def everything(seat_context: SeatContext) -> Any:  # noqa: ANN401 - the game's own
        state = records.position(seat_context.game, seat_context.match.state)
        return replace(seat_context.game.view(state, Observer.GM), who=seat_context.seat)

    monkeypatch.setattr(SeatContext, "view", property(everything))
    seat_context = stage(f"{game}: amid")
    heard = seat_context.hear([seat_context.aimed_letter(), "MAP\nMAP POSTER"], unasked=False)
    if seat_context.testing.gm_sees_more:
        assert_seen(heard, seat_context.testing.gm_sees_more)
    else:
        heard.assert_alike()
