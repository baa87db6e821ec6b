"""Each failed order's cause is told in the same report, and no cause names what did not happen."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import AnyGame
from moderator.core.orders import Order
from moderator.games.rebel_commander.events import OrderFailed
from moderator.games.simulate import Lineup, Played, play
from tests.support.cases import every_case
from tests.support.causes import plain, rebel_commander, solar_system, steps, untold, untrue
from tests.support.causes.told import Told
from tests.support.law_tables import LONG, TABLES, played

every_table = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.proof] if name in LONG else []) for name in TABLES]
)


@every_table
def test_each_failed_order_is_told_once_to_its_author(name: str) -> None:
    """Tried on a match of random players, and on their orders a turn late."""
    assert list(map(plain, untold(TABLES[name].game, played(name)))) == []


@every_table
def test_each_cause_is_borne_out_by_what_was_told_before(name: str) -> None:
    """As above."""
    assert list(map(plain, untrue(TABLES[name].game, played(name)))) == []


def silent(game: AnyGame, match: Played) -> Iterator[Order]:
    """Yield the orders of a match without which everything would have come out and been told the same."""
    for asked in match.asked:
        before = asked.before
        for number, step in enumerate(asked.steps):
            dice = f"silent/{number}"
            whole = game.resolve(before, step.orders, Dice.throwaway(dice))
            for seat, order_set in step.orders.items():
                for at, order in enumerate(order_set):
                    rest = {**step.orders, seat: (*order_set[:at], *order_set[at + 1 :])}
                    if (
                        not solar_system.may_be_silent(order)
                        and game.resolve(before, rest, Dice.throwaway(dice)) == whole
                    ):
                        yield order
            before = step.state


@every_table
def test_an_order_that_changes_nothing_says_so(name: str) -> None:
    """Orders of the Buck Rogers games fail with a word."""
    game: AnyGame = TABLES[name].game
    assert not game.info.key.startswith("buck-rogers") or list(silent(game, played(name))) == []


@pytest.mark.proof
@pytest.mark.parametrize("name", TABLES)
def test_each_cause_is_true_in_another_match(name: str) -> None:
    """The same at greater length."""
    table: Lineup = TABLES[name]
    match = play(table, "causes/0", most=30)
    assert list(map(plain, (*untold(table.game, match), *untrue(table.game, match)))) == []


# ---- the law can fail ---------------------------------------------------------------------------------------


@every_table
def test_a_false_cause_is_noticed(name: str) -> None:
    """Each failure of the Buck Rogers games is told with every cause that its match does not show."""
    match = played(name)
    if not TABLES[name].game.info.key.startswith("buck-rogers"):
        return
    unnoticed = [
        (event, lie)
        for before, _, events in steps(TABLES[name].game, match)
        for at, event in enumerate(events)
        if event.failed and hasattr(event, "order") and hasattr(event, "cause")
        for lie in solar_system.LIES - {event.cause}
        if solar_system.is_true(replace(event, cause=lie), events[:at], before)
    ]
    assert unnoticed == []


def _failures() -> Iterator[tuple[OrderFailed, Told, Any]]:
    """Yield failed orders of Rebel Commander with what was told before and the position."""
    tables = [TABLES[f"rebel-commander: {name}"] for name in ("three factions", "skirmish")]
    for table, number in product(tables, range(8)):
        for before, _, events in steps(table.game, play(table, f"planted/{number}", most=30)):
            for at, event in enumerate(events):
                if isinstance(event, OrderFailed):
                    yield event, [other for other in events[:at] if other.known_to(event.seat)], before


@pytest.fixture(scope="module")
def failures() -> list[tuple[OrderFailed, Told, Any]]:
    """Give true failures, of which at least one has each kind of culprit."""
    found = list(_failures())
    assert all(rebel_commander.is_true(*each) for each in found)
    assert {event.culprit for event, _, _ in found} >= {"", "battle", "moved", "converted", "arrived"}
    return found


@every_case("culprit", ["battle", "moved", "converted", "arrived"])
def test_a_culprit_that_did_nothing_is_found_out(culprit: str, failures: list[tuple[OrderFailed, Told, Any]]) -> None:
    """Whatever the cause, where nothing of the kind happened before."""
    planted = [(replace(event, culprit=culprit, culprit_number="9"), *rest) for event, *rest in failures]
    assert not any(rebel_commander.is_true(*each) for each in planted)


def test_a_culprit_that_is_kept_from_the_reader_is_found_out(failures: list[tuple[OrderFailed, Told, Any]]) -> None:
    """What took the units was told before, and must be named; and it must be told before it is named."""
    guilty = [each for each in failures if each[0].culprit not in ("", "arrived")]
    assert not any(rebel_commander.is_true(replace(event, culprit=""), *rest) for event, *rest in guilty)
    assert not any(rebel_commander.is_true(event, [], before) for event, _, before in guilty)


@every_case("cause", ["too-few", "no-troops", "off-board", "enemy-present"])
def test_another_cause_is_found_out(cause: str, failures: list[tuple[OrderFailed, Told, Any]]) -> None:
    """Each order that failed for want of a unit, with another cause in its place."""
    bare = [each for each in failures if each[0].cause == "no-unit" and each[0].verb == "attack"]
    assert bare
    assert not any(rebel_commander.is_true(replace(event, cause=cause), *rest) for event, *rest in bare)
