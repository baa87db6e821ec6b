"""Each failed order's cause is told in the same report, and no cause names what did not happen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Event
from moderator.core.seats import Seat
from moderator.games.rebel_commander import events as rebel
from moderator.games.rebel_commander.pieces import EMPIRE, Unit
from moderator.games.simulate import Lineup, Played, play
from moderator.games.solar_system.events.movement import Slung
from tests.support.law_tables import LONG, TABLES, played

every_table = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.proof] if name in LONG else []) for name in TABLES]
)

Told = Sequence[Event]
"""What the reader was told before the failure, in order."""


# ---- what makes a cause true ------------------------------------------------------------------------------


def _rebel(failed: rebel.OrderFailed, told: Told, before: Any) -> bool:  # noqa: ANN401 - of its game
    """Tell whether the culprit that is named did it, and whether there is none if none is named."""
    did = {
        "battle": any(_lost(failed, event) for event in told),
        "moved": any(_left(failed, event) for event in told),
        "converted": any(_converted(failed, event) for event in told),
        "arrived": any(_arrived(failed, event) for event in told),
    }
    if failed.culprit:
        return did[failed.culprit]
    if failed.cause == "enemy-present":
        return any(
            stack.place == failed.place and (stack.seat == EMPIRE) != (failed.seat == EMPIRE) for stack in before.stacks
        )
    short = failed.cause in ("no-unit", "no-cargo", "no-troops", "too-few")
    return not short or not (did["battle"] or any(_left(failed, event, failed.unit) for event in told))


def _lost(failed: rebel.OrderFailed, event: Event) -> bool:
    if not isinstance(event, rebel.BattleFought) or event.place != failed.place:
        return False
    numbers = ("", str(event.number))
    return any(stack.seat == failed.seat for stack in event.destroyed) and failed.culprit_number in numbers


def _left(failed: rebel.OrderFailed, event: Event, unit: Unit | None = None) -> bool:
    if not isinstance(event, rebel.UnitMoved) or (event.seat, event.origin) != (failed.seat, failed.place):
        return False
    return failed.culprit_number in ("", event.number) and unit in (None, event.unit)


def _converted(failed: rebel.OrderFailed, event: Event) -> bool:
    if not isinstance(event, rebel.UnitBuilt) or (event.seat, event.place) != (failed.seat, failed.place):
        return False
    return event.unit is not Unit.TROOPS and event.number == failed.culprit_number


def _arrived(failed: rebel.OrderFailed, event: Event) -> bool:
    if not isinstance(event, rebel.UnitMoved | rebel.UnitSighted):
        return False
    came = event.goal if isinstance(event, rebel.UnitMoved) else event.place
    return came == failed.place and (event.seat == EMPIRE) != (failed.seat == EMPIRE)


def _genocide(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    """Tell whether a fleet that is missing was not there at all, or was told of since."""
    if failed.cause != "no-fleet" or not any(
        (fleet.seat, fleet.number) == (failed.seat, failed.fleet) for fleet in before.fleets
    ):
        return True
    return any(_names(msgspec.to_builtins(event), failed.seat, failed.fleet) for event in told)


def _names(data: Any, seat: Seat, fleet: int) -> bool:  # noqa: ANN401 - any data
    """Tell whether somewhere in an event a fleet of a seat is named."""
    if isinstance(data, dict):
        numbers = (data.get("fleet"), data.get("number"), *(data.get("fleets") or ()))
        return (data.get("seat") == seat and fleet in numbers) or any(_names(one, seat, fleet) for one in data.values())
    return isinstance(data, list | tuple) and any(_names(one, seat, fleet) for one in data)


def _solar(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    """Tell whether ships that are said to have crashed did."""
    if getattr(failed, "cause", "") != "crashed":
        return True
    return any(isinstance(event, Slung) and event.seat == failed.seat and event.lost.counts for event in told)


TRUE: Mapping[str, Callable[[Any, Told, Any], bool]] = {
    "rebel-commander": _rebel,
    "space-genocide": _genocide,
    "buck-rogers": _solar,
    "buck-rogers-revised": _solar,
}
"""By game: whether a cause is true, by what its reader was told and by the position before."""


def rulings(game: AnyGame, match: Played) -> Iterator[tuple[Any, Sequence[Event]]]:
    """Yield the positions of a match with what was ruled on them, and what comes of the sheets of the ruling before.

    Orders that come late fail more often than new ones, and for more causes.
    """
    stale: Mapping[Seat, Sequence[Any]] = {}
    for number, asked in enumerate(match.asked):
        before = asked.before
        for ruling in asked.rulings:
            yield before, ruling.events
            if stale:
                yield before, game.resolve(before, stale, Dice.throwaway(f"causes/{number}")).events
            before, stale = ruling.state, ruling.orders


def untrue(game: AnyGame, match: Played) -> Iterator[Event]:
    """Yield the failed orders of a match whose cause their own seat cannot find in its report."""
    is_true = TRUE.get(game.info.key)
    for before, events in rulings(game, match):
        for at, event in enumerate(events):
            if event.failed:
                seat: Seat = getattr(event, "seat", "")
                told = [other for other in events[:at] if other.known_to(seat)]
                if not event.known_to(seat) or not (is_true is None or is_true(event, told, before)):
                    yield event


@every_table
def test_each_cause_of_a_failed_order_is_told_in_the_same_report(name: str) -> None:
    """Tried on a match of random players, and on their orders a turn late."""
    assert list(untrue(TABLES[name].game, played(name))) == []


@pytest.mark.proof
@pytest.mark.parametrize("number", range(3))
@every_table
def test_each_cause_is_told_in_many_matches(name: str, number: int) -> None:
    """The same at greater length."""
    table: Lineup = TABLES[name]
    assert list(untrue(table.game, play(table, f"causes/{number}", most=30))) == []
