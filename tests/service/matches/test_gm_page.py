"""The pages for GMs: examples of "When a turn runs" in gm.md come out as it says; overrides.md lists every line."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from moderator.games.registry import GAMES
from moderator.service import gm_language
from moderator.service.overrides.outages import note
from moderator.store.session import Store
from tests.support.cases import every_case
from tests.support.world import START, World

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "gm.md").read_text(encoding="utf-8")
OVERRIDES = (DOCS / "overrides.md").read_text(encoding="utf-8")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
MONDAY = START - timedelta(hours=20)
"""The tests' calendar begins on a Monday at 20:00."""


def at(day: str, hour: int, minute: int = 0) -> datetime:
    """Return a moment in the week of the examples."""
    return MONDAY + timedelta(days=DAYS.index(day), hours=hour, minutes=minute)


@pytest.fixture
def week(store: Store) -> World:
    """Give a match whose turn opens on Monday at 20:00 and is due on Thursday at 20:00."""
    world = World(store)
    world.match(schedule="every 72h")
    assert world.the_match().deadline == at("Thursday", 20)
    return world


def goes_to(world: World, moment: datetime) -> None:
    """Put the clock on to a moment."""
    world.clock.move(moment - world.clock.now())


def says(world: World, seat: str, moment: datetime) -> None:
    """Let a player send orders at a moment."""
    goes_to(world, moment)
    world.says(seat, "SEEK Mill" if moment.minute else "SEEK Bridge")


def runs(world: World, moment: datetime) -> bool:
    """Tell whether the turn runs at a moment, and not a minute before."""
    goes_to(world, moment - timedelta(minutes=1))
    early = world.look()
    goes_to(world, moment)
    return not early and bool(world.look())


def test_delay(week: World) -> None:
    """The pause begins with the last orders, and anew with each change."""
    says(week, "Ann", at("Tuesday", 9))
    says(week, "Bob", at("Wednesday", 18))
    says(week, "Bob", at("Wednesday", 18, 10))
    assert runs(week, at("Wednesday", 18, 25))


def test_delay_ends_with_the_deadline(week: World) -> None:
    """Orders five minutes before the deadline do not put it off."""
    says(week, "Ann", at("Tuesday", 9))
    says(week, "Bob", at("Thursday", 19, 55))
    assert runs(week, at("Thursday", 20))


@pytest.mark.parametrize(("schedule", "moment"), [("every 72h", at("Wednesday", 20)), ("every 24h", at("Tuesday", 8))])
def test_remind(store: Store, schedule: str, moment: datetime) -> None:
    """A day before the deadline, and never before half of the turn is over; who sent orders is not reminded."""
    world = World(store)
    world.match(schedule=schedule)
    says(world, "Ann", at("Monday", 21))
    goes_to(world, moment - timedelta(minutes=1))
    assert world.remind() == 0
    goes_to(world, moment)
    assert world.remind() == 1


def test_grace(week: World) -> None:
    """Orders within two hours of the deadline count, and then the turn runs after the pause."""
    week.settings(grace=timedelta(hours=2))
    says(week, "Ann", at("Tuesday", 9))
    says(week, "Bob", at("Thursday", 21, 15))
    assert week.order_set("Bob") == ["SEEK Mill"]
    assert runs(week, at("Thursday", 21, 30))


def test_grace_is_waited_for_while_somebody_is_silent(week: World) -> None:
    """At its end the turn runs without them."""
    week.settings(grace=timedelta(hours=2))
    says(week, "Ann", at("Tuesday", 9))
    assert runs(week, at("Thursday", 22))


@pytest.mark.parametrize(
    ("gone", "back", "due"),
    [
        (at("Wednesday", 10), at("Wednesday", 14), at("Thursday", 20)),
        (at("Wednesday", 10), at("Wednesday", 22), at("Friday", 8)),
        (at("Thursday", 18), at("Friday", 6), at("Friday", 12)),
    ],
)
def test_outage(week: World, gone: datetime, back: datetime, due: datetime) -> None:
    """Under 7 hours and 12 minutes nothing moves; above it the deadline does, and six hours are left at least."""
    goes_to(week, gone)
    note(week.store, week.ctx)
    goes_to(week, back)
    note(week.store, week.ctx)
    assert week.the_match().deadline == due


@every_case("key", ["delay", "remind", "grace", "outage"])
def test_each_key_has_its_example_on_the_page(key: str) -> None:
    """A game master who reads the file's four words finds each explained."""
    assert f'- **`{key} = "' in PAGE


# ---- what a GM can do -----------------------------------------------------------------------------------------


def rows(head: str) -> list[list[str]]:
    """Return the cells of the table that begins with a head."""
    lines = OVERRIDES[OVERRIDES.index(f"| {head} |") :].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def verbs(text: str) -> set[str]:
    """Return the words with which lines in code begin."""
    return {line.split()[0] for line in re.findall("`([^`]+)`", text)}


def test_the_page_says_of_each_line_who_is_told_and_how_to_take_it_back() -> None:
    """A GM looks there before writing it."""
    table = rows("line | what it does | who is told, and when | to take it back")
    assert {line.split()[0] for line in gm_language.SYNTAX} <= set().union(*(verbs(row[0]) for row in table))
    assert all(len(row) == 4 and all(row) for row in table)


def test_the_page_names_the_lines_of_every_game() -> None:
    """A game that is new is not forgotten. SET OPTION is a line of every game, and stands above."""
    listed = {re.sub(r"\[(.*)\]\(.*\)", r"\1", row[0]): verbs(row[1]) for row in rows("game | lines")}
    for game in GAMES.values():
        own = {line.split()[0] for line in game.gm.syntax().values() if not line.startswith("SET OPTION")}
        assert own == listed[game.info.title]
