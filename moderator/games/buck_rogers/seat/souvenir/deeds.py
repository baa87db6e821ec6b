"""What every seat did in a match that is over, counted from its events and positions."""

from collections.abc import Sequence

from msgspec import Struct

from moderator.core.game import Chapter, Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events import battle, building, ending, movement
from moderator.games.buck_rogers.events.battle import Side
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.seat.view import View


class Deeds(Struct):
    """One seat's figures.

    ``taken`` and ``lost`` are territories, ``destroyed`` units of others that it hit, ``fallen`` its own. ``low`` is
    the fewest territories it had after a turn, ``low_turn`` when. ``out`` is the turn in which it lost everything.
    """

    taken: int = 0
    lost: int = 0
    destroyed: int = 0
    fallen: int = 0
    shots: int = 0
    hits: int = 0
    built: int = 0
    moves: int = 0
    failed: int = 0
    factories: int = 0
    wrecked: int = 0
    leaders: int = 0
    charmed: int = 0
    slung: int = 0
    crashed: int = 0
    retreats: int = 0
    zones: int = 0
    low: int = 0
    low_turn: int = 0
    out: int = 0


class Fight(Struct, frozen=True):
    """A battle and its turn: who came with what, what each lost, what was left, who has the zone by it."""

    turn: int
    zone: str
    sides: tuple[Side, ...]
    lost: tuple[tuple[Seat, int], ...]
    left: tuple[Side, ...]
    rounds: int
    victor: Seat

    @property
    def units(self) -> int:
        """How many units fought."""
        return sum(map(_size, self.sides))

    @property
    def fallen(self) -> int:
        """How many units were lost."""
        return sum(count for _, count in self.lost)

    @property
    def outnumbered(self) -> int:
        """By how many units the victor was outnumbered; 0 where there is none."""
        own = sum(_size(side) for side in self.sides if side.seat == self.victor)
        return self.units - 2 * own if own else 0


def total(units: Units) -> int:
    """Return how many pieces are listed, Leaders left out."""
    return sum(count for _, count in units.counts)


def _size(side: Side) -> int:
    return total(side.units) + side.marker


def fights(chapters: Sequence[Chapter[View]]) -> tuple[Fight, ...]:
    """Return all battles of a match in order."""
    out = []
    for chapter in chapters:
        begun: dict[str, battle.BattleBegun] = {}
        lost: dict[str, dict[Seat, int]] = {}
        for event in chapter.events:
            if isinstance(event, battle.BattleBegun):
                begun[event.zone], lost[event.zone] = event, {}
            elif isinstance(event, battle.RoundFought) and event.zone in begun:
                for side in event.lost:
                    lost[event.zone][side.seat] = lost[event.zone].get(side.seat, 0) + _size(side)
            elif isinstance(event, battle.BattleEnded) and event.zone in begun:
                out.append(_fight(chapter.turn, begun[event.zone], lost[event.zone], event))
    return tuple(out)


def _fight(turn: int, begun: battle.BattleBegun, lost: dict[Seat, int], ended: battle.BattleEnded) -> Fight:
    victor = ended.left[0].seat if len(ended.left) == 1 else ""
    return Fight(turn, begun.zone, begun.sides, tuple(lost.items()), ended.left, ended.rounds, victor)


def deeds_of(chapters: Sequence[Chapter[View]]) -> dict[Seat, Deeds]:
    """Count what every seat did."""
    deeds = {seat: Deeds() for seat in chapters[-1].view.seats}
    for chapter in chapters:
        for event in chapter.events:
            _count(deeds, event, chapter.turn)
        for one in chapter.view.score:
            own = deeds[one.seat]
            own.zones = one.zones
            if chapter.turn and one.zones and (not own.low or one.zones < own.low):
                own.low, own.low_turn = one.zones, chapter.turn
    return deeds


def _count(deeds: dict[Seat, Deeds], event: Event, turn: int) -> None:  # noqa: C901 - one case for each kind of event
    """Count one event."""
    match event:
        case battle.ZoneTaken():
            deeds[event.seat].taken += 1
            if event.victim:
                deeds[event.victim].lost += 1
        case battle.RoundFought() | battle.FreeShots():
            for shot in event.shots:
                deeds[shot.seat].shots += 1
                deeds[shot.seat].hits += shot.hit
                deeds[shot.seat].destroyed += shot.hit
                deeds[shot.victim].fallen += shot.hit
        case movement.PassersFired():
            deeds[event.seat].destroyed += total(event.lost)
            deeds[event.target].fallen += total(event.lost)
        case movement.Slung():
            deeds[event.seat].slung += len(event.throws)
            deeds[event.seat].crashed += total(event.lost)
        case movement.UnitsMoved():
            deeds[event.seat].moves += len(event.way)
        case movement.LineFailed():
            deeds[event.seat].failed += 1
        case movement.UnitsStolen():
            deeds[event.seat].charmed += total(event.units)
        case building.UnitsBuilt():
            deeds[event.seat].built += event.count
        case battle.FactoryCaptured():
            deeds[event.seat].factories += 1
        case battle.FactoryRaided() | battle.FactorySabotaged():
            deeds[event.seat].wrecked += event.destroyed
        case battle.Retreated():
            deeds[event.seat].retreats += 1
        case battle.LeaderLost() if event.captor and event.captor != event.seat:
            deeds[event.captor].leaders += 1
        case ending.SeatOut():
            deeds[event.seat].out = turn
        case _:
            pass
