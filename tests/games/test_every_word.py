"""Everything that a game can say has its words in a template: a game without them does not pass."""

import re
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from moderator.core.codec import tag_of
from moderator.core.game import AnyGame
from moderator.core.seats import Observer, Who
from moderator.language.faults import LanguageFault
from tests.support.law_tables import ALL_GAMES, LONG, TABLES, played

every_game = pytest.mark.parametrize("key", ALL_GAMES)
every_table = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.proof] if name in LONG else []) for name in TABLES]
)

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "templates", ROOT / "tests" / "support" / "templates")


@cache
def macros(key: str, file: str) -> frozenset[str]:
    """Return the names of the macros of a game's template file."""
    found = [folder / "games" / key / file for folder in FOLDERS if (folder / "games" / key / file).exists()]
    assert found, f"{key} has no {file}"
    environment = Environment(
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"], autoescape=True
    )
    parsed = environment.parse(found[0].read_text(encoding="utf-8"))
    return frozenset(macro.name for macro in parsed.find_all(nodes.Macro))


def macro_of(tag: object) -> str:
    """Return the macro's name of a tag, a code or a kind."""
    return str(tag).replace("-", "_")


@every_game
def test_every_event_has_words(key: str) -> None:
    """Each event type of the game has a macro of its tag."""
    missing = {tag_of(kind) for kind in ALL_GAMES[key].events if macro_of(tag_of(kind)) not in macros(key, "events.j2")}
    assert missing == set()


@every_game
def test_every_fact_of_a_preview_has_words(key: str) -> None:
    """Each kind of fact that looking ahead can tell has a macro of its tag."""
    known = macros(key, "events.j2")
    assert {tag_of(kind) for kind in ALL_GAMES[key].foretold if macro_of(tag_of(kind)) not in known} == set()


@every_game
def test_every_order_and_amendment_has_words(key: str) -> None:
    """Each order type, the GM's too, is described by a macro of its tag."""
    game = ALL_GAMES[key]
    kinds = (*game.language.orders, *game.gm.orders)
    assert {tag_of(kind) for kind in kinds if macro_of(tag_of(kind)) not in macros(key, "orders.j2")} == set()


@every_game
def test_every_problem_that_a_game_names_has_words(key: str) -> None:
    """Each code that the game declares has a macro, in the game's templates or in the service's."""
    known = macros(key, "problems.j2") | service_problems()
    assert {code for code in ALL_GAMES[key].faults if macro_of(code) not in known} == set()


@every_game
def test_every_macro_for_a_problem_is_about_one_that_there_is(key: str) -> None:
    """Nothing is worded that cannot come up."""
    game = ALL_GAMES[key]
    worded = {name for name in macros(key, "problems.j2") if not name.startswith("_")}
    assert worded <= {macro_of(code) for code in (*game.faults, *game.language.faults)}


@cache
def service_problems() -> frozenset[str]:
    """Return the problems that the service words for all games."""
    text = (ROOT / "templates" / "service" / "problems.j2").read_text(encoding="utf-8")
    return frozenset(re.findall(r"\{%-?\s*macro\s+(\w+)", text))


@every_table
def test_every_problem_that_comes_up_has_words(name: str) -> None:
    """Nonsense sheets, orders of other seats and other turns: every complaint about them can be worded."""
    game: AnyGame = TABLES[name].game
    known = macros(game.info.key, "problems.j2") | service_problems()
    heap = [order for ruling in played(name).rulings for sheet in ruling.orders.values() for order in sheet]
    codes = set()
    for at, asked in enumerate(played(name).asked):
        for seat, prompt in game.pending(asked.before).items():
            view = game.view(asked.before, seat)
            sheet = heap[at * 7 :: max(1, len(heap) // 9)]
            codes |= {problem.code for problem in game.check(view, prompt, sheet)}
    assert codes
    assert {code for code in codes if macro_of(code) not in known} == set()
    assert codes <= {*game.faults, *LanguageFault}


@every_table
def test_every_fact_section_and_throw_has_words(name: str) -> None:
    """What reports hold and why dice were thrown can be worded for everybody who is told."""
    game: AnyGame = TABLES[name].game
    key = game.info.key
    facts, throws = set(), set()
    for ruling in played(name).rulings:
        watchers: tuple[Who, ...] = (Observer.PUBLIC, Observer.GM, *TABLES[name].seats)
        for who in watchers:
            known = [event for event in ruling.events if event.known_to(who)]
            for section in game.report(game.view(ruling.state, who), known).sections:
                facts |= {tag_of(type(fact)) for fact in section.facts}
        throws |= {throw.why.kind for throw in ruling.throws}
    assert facts
    assert {fact for fact in facts if macro_of(fact) not in macros(key, "events.j2")} == set()
    assert {kind for kind in throws if macro_of(kind) not in macros(key, "dice.j2")} == set()
    assert "heading" in macros(key, "sections.j2")


@every_game
def test_every_option_has_help(key: str) -> None:
    """Each field of the options is explained, and nothing else is."""
    info = ALL_GAMES[key].info
    assert set(info.option_help) == set(info.options.__struct_fields__)


@pytest.mark.parametrize("path", sorted(FOLDERS[0].rglob("*.j2")), ids=lambda path: path.name)
def test_no_template_reaches_for_what_is_private(path: Path) -> None:
    """An instance with templates of its own fills all in a sandbox, which refuses such attributes."""
    environment = Environment(
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"], autoescape=True
    )
    parsed = environment.parse(path.read_text(encoding="utf-8"))
    assert [node.attr for node in parsed.find_all(nodes.Getattr) if node.attr.startswith("_")] == []
