"""What happened in a turn, as facts of a report: moves, battles, gains and losses, each seat's in few lines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared, kebab
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import (
    FactoryRaided,
    FactorySabotaged,
    RoundFought,
    Surrendered,
    SurrenderRefused,
    UnitsStranded,
)
from moderator.games.buck_rogers.events.building import (
    Bought,
    FactoryDismantled,
    FactoryGiven,
    MarketAwaited,
    WorkBegun,
)
from moderator.games.buck_rogers.events.movement import FewerWent, HuerThrew, LineFailed, PassersFired, UnitsConverted
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.events import battle, building, movement, set_up
from moderator.games.solar_system.events.battle import Side
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.situation import captives


class LineTold(Struct, frozen=True, tag=kebab):
    """A line of a sheet, as it would be written, that was not carried out, or with fewer units than it names."""

    line: str
    told: LineFailed | FewerWent


class _Done(Struct, frozen=True, tag=kebab):
    """What a seat did of one sort in a turn, so that it is told in one line."""

    seat: Seat
    done: tuple[Any, ...]


class SeatMoved(_Done, frozen=True):
    """What another seat moved and put down."""


class SeatPlaced(_Done, frozen=True):
    """Where a seat placed its starting units."""


class SeatTook(_Done, frozen=True):
    """The territories that a seat took."""


class SeatBuilt(_Done, frozen=True):
    """What a seat built, halves too."""


class BattleSeen(Struct, frozen=True, tag=kebab):
    """A battle of others in short: who came with what, how long it took, and what each lost."""

    zone: str
    sides: tuple[Side, ...]
    rounds: int
    lost: tuple[Side, ...]
    called_off: bool


class ShotsListed(Struct, frozen=True, tag=kebab):
    """All throws of a round, of shots before it, or at those who pass, for who wants to check them."""

    fired: RoundFought | battle.FreeShots | PassersFired


class LossesCounted(Struct, frozen=True, tag=kebab):
    """What each seat lost in the turn, in all."""

    lost: tuple[tuple[Seat, Units], ...]


FACTS = declared(__name__)
"""The facts of this module."""

_MOVES = (movement.UnitsMoved, movement.CargoDropped)
_FEATS = (UnitsConverted, movement.Slung, HuerThrew)
_FIGHTS = (
    battle.FreeShots,
    battle.BattleBegun,
    RoundFought,
    battle.Retreated,
    battle.RetreatBarred,
    Surrendered,
    SurrenderRefused,
    FactoryRaided,
    FactorySabotaged,
    battle.BattleEnded,
    UnitsStranded,
)
_SHOTS = (RoundFought, battle.FreeShots, PassersFired)
_GAINS = (
    battle.ZoneLost,
    battle.FactoryCaptured,
    battle.ShipsCaptured,
    battle.KilSatLost,
    FactoryDismantled,
    FactoryGiven,
    Bought,
    MarketAwaited,
    building.FactoryIdle,
    building.UnitsHomeless,
)


_LEAD = ("Buck Rogers", "Doc Huer")
"""Leaders whose powers show in nothing but what their units do."""


# ---- set-up and moves -------------------------------------------------------------------------------------


def placements(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give where each seat placed its units, and what was placed otherwise than ordered."""
    yield from _each(view, events, SeatPlaced, set_up.UnitsPlaced)
    yield from (event for event in events if isinstance(event, set_up.PlacementChanged))


def shots(events: Sequence[Event]) -> Iterator[ShotsListed]:
    """Give every shot."""
    yield from (ShotsListed(event) for event in events if isinstance(event, _SHOTS))


def _each(view: View, events: Sequence[Event], fact: type[_Done], *kinds: type[Event]) -> Iterator[_Done]:
    """Give what each seat did of some kinds, the reader first."""
    for seat in sorted(view.seats, key=lambda seat: seat != view.who):
        done = tuple(event for event in events if isinstance(event, kinds) and getattr(event, "seat", "") == seat)
        if done:
            yield fact(seat, done)


def own(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give what became of the reader's lines, in the order of the turn; where courses lead, stands among them."""
    for event in events:
        mine = getattr(event, "seat", "") == view.who
        if isinstance(event, PassersFired):
            if view.who in (event.seat, event.target):
                yield event
        elif mine and isinstance(event, (*_MOVES, movement.CargoLoaded, *_FEATS)):
            yield event
        elif mine:
            yield from _trouble(event)


def _trouble(event: Event) -> Iterator[Struct]:
    """Give a line that came to nothing or fell short, as it was written."""
    if isinstance(event, LineFailed | FewerWent):
        yield LineTold(LANGUAGE.line(event.order), event)
    elif isinstance(event, movement.CourseLost):
        yield event


def others(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give what the others moved, a line for each, and what else they did; for the GM also what came to nothing.

    Shots at passing ships that miss stand among all shots alone.
    """
    theirs = [event for event in events if getattr(event, "seat", view.who) != view.who]
    yield from _each(view, theirs, SeatMoved, *_MOVES)
    for event in theirs:
        if isinstance(event, PassersFired):
            if event.target != view.who and event.lost.counts:
                yield event
        elif isinstance(event, _FEATS):
            yield event
        else:
            yield from _trouble(event)


# ---- battles ----------------------------------------------------------------------------------------------


def parted(events: Sequence[Event]) -> tuple[list[Any], list[Event]]:
    """Return what belongs to battles, fire at those who retreat from them too, and all the rest."""
    fought: list[Any] = []
    rest, place = [], ""
    for event in events:
        if isinstance(event, _FIGHTS) or (isinstance(event, PassersFired) and event.zone == place):
            fought.append(event)
        else:
            rest.append(event)
        if isinstance(event, battle.BattleBegun | battle.BattleEnded):
            place = event.zone if isinstance(event, battle.BattleBegun) else ""
    return fought, rest


def battles(view: View, events: Sequence[Any]) -> Iterator[Struct]:
    """Give the battles place by place: the reader's own with every round, those of others in short."""
    places: dict[str, list[Any]] = {}
    for event in events:
        places.setdefault(event.zone, []).append(event)
    mine = {zone: told for zone, told in places.items() if any(view.who in _parties(event) for event in told)}
    for told in mine.values():
        yield from told
    for zone, told in places.items():
        if zone not in mine:
            yield from _outline(zone, told)


def _parties(event: Any) -> set[Seat]:  # noqa: ANN401 - any event of a battle
    """Return the seats that an event of a battle is about."""
    sides = [side.seat for side in getattr(event, "sides", ())]
    shots = [seat for shot in getattr(event, "shots", ()) for seat in (shot.seat, shot.victim)]
    return {*sides, *shots, *(getattr(event, name, "") for name in ("seat", "victim", "victor", "target"))}


def _outline(zone: str, told: Sequence[Any]) -> Iterator[Struct]:
    """Give a battle of others: its sides and losses in one fact, and what is more than shots."""
    ended = next((event for event in told if isinstance(event, battle.BattleEnded)), None)
    for event in told:
        if isinstance(event, battle.BattleBegun) and ended is not None:
            yield BattleSeen(zone, event.sides, ended.rounds, _fallen(told), ended.called_off)
        elif not isinstance(event, battle.BattleBegun | RoundFought | battle.BattleEnded):
            yield event


def _fallen(told: Sequence[Event]) -> tuple[Side, ...]:
    """Return what each side of a battle lost in all its rounds."""
    sides = [side for event in told if isinstance(event, RoundFought) for side in event.lost]
    return tuple(
        Side(
            seat,
            _together([side.units for side in sides if side.seat == seat]),
            marker=any(side.marker for side in sides if side.seat == seat),
            factories=sum(side.factories for side in sides if side.seat == seat),
        )
        for seat in dict.fromkeys(side.seat for side in sides)
    )


def leaders(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give the powers of which nothing else tells, and who is a captive since an earlier turn."""
    yield from (event for event in events if isinstance(event, battle.PowerUsed) and event.leader in _LEAD)
    lost = {event.leader for event in events if isinstance(event, battle.LeaderLost)}
    yield from (one for one in captives(view) if one.leader not in lost)


# ---- gains and losses -------------------------------------------------------------------------------------


def gains(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give what was captured, built and lost, the reader's own first."""
    yield from _each(view, events, SeatTook, battle.ZoneTaken)
    yield from (event for event in events if isinstance(event, _GAINS))
    yield from _each(view, events, SeatBuilt, building.UnitsBuilt, WorkBegun)
    if lost := _losses(view, events):
        yield LossesCounted(lost)


def _losses(view: View, events: Sequence[Event]) -> tuple[tuple[Seat, Units], ...]:
    """Return what each seat lost, Markers and Factories left out: who took what has been told."""
    lost: dict[Seat, list[Units]] = {seat: [] for seat in view.seats}
    for event in events:
        match event:
            case RoundFought():
                for side in event.lost:
                    lost[side.seat].append(side.units)
            case battle.FreeShots():
                for shot in event.shots:
                    lost[shot.victim].append(Units(((shot.target, int(shot.hit)),)))
            case PassersFired():
                lost[event.target].append(event.lost)
            case movement.Slung():
                lost[event.seat].append(event.lost)
            case UnitsStranded():
                lost[event.seat].append(event.units)
            case _:
                pass
    every = ((seat, _together(some, but=(Kind.MARKER, Kind.FACTORY))) for seat, some in lost.items())
    return tuple((seat, units) for seat, units in every if units.counts)


def _together(some: Sequence[Units], but: Sequence[Kind] = ()) -> Units:
    """Return units as one list, in the order of the combat table."""
    counts: Counter[Kind] = Counter()
    for units in some:
        counts.update(dict(units.counts))
    leaders = tuple(name for units in some for name in units.leaders)
    return Units(tuple((kind, counts[kind]) for kind in Kind if counts[kind] and kind not in but), leaders)
