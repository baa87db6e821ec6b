"""What every seat did in a match that is over, counted from its events and positions."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from moderator.core.game import Chapter, Event
from moderator.core.seats import Seat
from moderator.games.solar_system.events import battle, building, ending, movement
from moderator.games.solar_system.events.battle import Side
from moderator.games.solar_system.orders.phrases import Units
from moderator.kit.recap import Deeds, count_deeds, events_of

Counts: TypeAlias = Iterable[tuple[Seat, str, int]]
Counted: TypeAlias = dict[type[Event], Callable[[Any], Counts]]
"""What each kind of event counts for whom."""


class Fight(Struct, frozen=True):
    """A battle and its turn: who came with what, how many units were lost, and who alone was left."""

    turn: int
    zone: str
    sides: tuple[Side, ...]
    rounds: int
    fallen: int
    victor: Seat

    @property
    def units(self) -> int:
        """How many units fought."""
        return sum(map(_size, self.sides))

    @property
    def outnumbered(self) -> int:
        """By how many units the victor was outnumbered; 0 where there is none."""
        own = sum(_size(side) for side in self.sides if side.seat == self.victor)
        return self.units - 2 * own if own else 0


def total(units: Units) -> int:
    """Return how many units are listed, Leaders left out."""
    return sum(count for _, count in units.counts)


def _size(side: Side) -> int:
    return total(side.units) + side.marker


def fights(chapters: Sequence[Chapter[Any]], volleys: type[Event]) -> Iterator[Fight]:
    """Give all battles of a match in order; each ends before the next one begins. ``volleys`` tell what is ``lost``."""
    sides: tuple[Side, ...] = ()
    fallen = 0
    for chapter in chapters:
        for event in chapter.events:
            match event:
                case battle.BattleBegun():
                    sides, fallen = event.sides, 0
                case battle.BattleEnded():
                    victor = event.left[0].seat if len(event.left) == 1 else ""
                    yield Fight(chapter.turn, event.zone, sides, event.rounds, fallen, victor)
                case _:
                    lost = getattr(event, "lost", ()) if isinstance(event, volleys) else ()
                    fallen += sum(total(one.units) + getattr(one, "marker", 0) for one in lost)


def deeds_of(chapters: Sequence[Chapter[Any]], own: Counted) -> dict[Seat, Deeds]:
    """Count what every seat did; ``zones`` is what it has at the end, ``out`` the turn in which it lost everything."""
    deeds: dict[Seat, Deeds] = {one.seat: Counter(zones=one.zones) for one in chapters[-1].view.score}
    count_deeds(chapters, deeds, {**COUNTED, **own})
    for turn, event in events_of(chapters, ending.SeatOut):
        deeds[event.seat]["out"] = turn
    return deeds


def shots_of(event: Any) -> Counts:  # noqa: ANN401 - any event with shots
    """Count what was hit, for both."""
    for shot in event.shots:
        yield from ((shot.seat, "hammer", shot.hit), (shot.victim, "glorious", shot.hit))


COUNTED: Counted = {
    battle.FreeShots: shots_of,
    battle.ZoneTaken: lambda e: [(e.seat, "conqueror", 1)],
    battle.FactoryCaptured: lambda e: [(e.seat, "burglar", 1)],
    battle.LeaderLost: lambda e: [(e.captor, "jailer", 1)],
    battle.Retreated: lambda e: [(e.seat, "prudent", 1)],
    building.UnitsBuilt: lambda e: [(e.seat, "builder", e.count)],
    movement.UnitsStolen: lambda e: [(e.seat, "charmer", total(e.units))],
    movement.Slung: lambda e: [(e.seat, "acrobat", len(e.throws))],
    movement.UnitsMoved: lambda e: [(e.seat, "traveller", len(e.way))],
}
"""What the events of every rule set count."""
