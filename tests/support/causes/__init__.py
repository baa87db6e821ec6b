"""What makes the cause of a failed order true, by game: judged by what its own seat was told before it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Event
from moderator.core.seats import Seat
from moderator.games.simulate import Played
from tests.support.causes import rayguns_and_rocketships, rebel_commander, solar_system, space_genocide
from tests.support.causes.told import Told

Law: TypeAlias = Mapping[str, Callable[[Any, Told, Any], bool]]
"""By game: (failed event, what was told before it, the position before the step): whether its cause is true."""

TRUE: Law = {
    "rebel-commander": rebel_commander.is_true,
    "space-genocide": space_genocide.is_true,
    "buck-rogers": solar_system.is_true,
    "buck-rogers-revised": solar_system.is_true,
    "rayguns-and-rocketships": rayguns_and_rocketships.is_true,
}
"""Of which no game is excused."""


def steps(game: AnyGame, match: Played) -> Iterator[tuple[Any, Any, Sequence[Event]]]:
    """Yield each step of a match, and what comes of the order sets of the one before: positions around it, and events.

    Orders that come late fail more often than new ones, and for more causes.
    """
    stale: Mapping[Seat, Sequence[Any]] = {}
    for number, asked in enumerate(match.asked):
        before = asked.before
        for step in asked.steps:
            yield before, step.state, step.events
            if stale:
                late = game.resolve(before, stale, Dice.throwaway(f"causes/{number}"))
                yield before, late.state, late.events
            before, stale = step.state, step.orders


def untold(game: AnyGame, match: Played) -> Iterator[Event]:
    """Yield the failed orders of a match that their own seat does not find, once, in its report."""
    for _, after, events in steps(game, match):
        failures = [event for event in events if event.failed]
        for seat in dict.fromkeys(_seat(event) for event in failures):
            report = game.report(game.view(after, seat), [event for event in events if event.known_to(seat)])
            facts = [fact for section in report.sections for fact in section.facts]
            for event in failures:
                if _seat(event) == seat and sum(_tells(fact, event) for fact in facts) != 1:
                    yield event


def _tells(fact: Any, event: Event) -> bool:  # noqa: ANN401 - any fact or part of one
    """Tell whether a fact is an event, or holds it."""
    if isinstance(fact, list | tuple):
        return any(_tells(each, event) for each in fact)
    held = fact is not event and isinstance(fact, msgspec.Struct)
    return fact is event or (held and any(_tells(getattr(fact, name), event) for name in fact.__struct_fields__))


def _seat(event: Event) -> Seat:
    """Return whose order failed."""
    return str(getattr(event, "seat", ""))


def untrue(game: AnyGame, match: Played, law: Law = TRUE) -> Iterator[Event]:
    """Yield the failed orders of a match whose cause is not so by what their own seat was told before."""
    is_true = law.get(game.info.key)
    for before, _, events in steps(game, match):
        for at, event in enumerate(events):
            if event.failed and is_true is not None:
                told = [other for other in events[:at] if other.known_to(_seat(event))]
                if not is_true(event, told, before):
                    yield event


def plain(event: Event) -> str:
    """Return an event as a line, to be read in a failing test."""
    return msgspec.json.encode(event).decode()
