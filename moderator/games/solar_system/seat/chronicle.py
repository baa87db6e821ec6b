"""What happened in a turn, as facts of a report: moves, battles, gains and losses, each seat's in few lines."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.events import Failure, Shortfall, battle, building, movement, set_up
from moderator.games.solar_system.events.battle import Side
from moderator.games.solar_system.events.thefts import Theft
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.view import Sight, TurnNote


class LineTold(Struct, frozen=True, tag=kebab):
    """A line of an order set, as it would be written, that was not carried out, or with fewer units than it names."""

    line: str
    told: SeatEvent


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

    fired: Event


class LossesCounted(Struct, frozen=True, tag=kebab):
    """What each seat lost in the turn, in all."""

    lost: tuple[tuple[Seat, Units], ...]


class TurnInShort(Struct, frozen=True, tag=kebab):
    """The turn in one line: territories that the reader took and lost, lines that failed, and who is ahead.

    ``zones`` is what the reader has, None for who plays no seat. ``leading`` have ``most``; ``needed`` win, 0 where
    something else does.
    """

    taken: tuple[str, ...]
    lost: tuple[str, ...]
    failed: int
    zones: int | None
    leading: tuple[Seat, ...]
    most: int
    needed: int


class TurnPassed(Struct, frozen=True, tag=kebab):
    """One line of the history."""

    note: TurnNote


FACTS = declared_structs(__name__)
"""The facts of this module."""


class Telling(Struct, frozen=True):
    """What a rule set tells of besides what every rule set has.

    ``volleys`` are the shots of a round of battle, of ``fights`` too; ``passing`` are shots at those who fly past,
    ``boards`` tell how it stands before shots.
    ``line`` writes orders that failed or fell short. ``lost`` says what a seat lost by an event.
    """

    volleys: type[Event]
    fights: tuple[type[Event], ...]
    feats: tuple[type[Event], ...]
    gains: tuple[type[Event], ...]
    built: type[Event]
    line: Callable[[Any], str]
    lost: Callable[[Any], Iterable[tuple[Seat, Units]]]
    passing: tuple[type[Event], ...] = ()
    boards: tuple[type[Event], ...] = ()


_MOVES = (movement.UnitsMoved, movement.CargoDropped)
_FIGHTS = (battle.FreeShots, battle.BattleBegun, battle.Retreated, battle.RetreatBarred, battle.BattleEnded)
_GAINS = (
    battle.ZoneLost,
    battle.FactoryCaptured,
    battle.ShipsCaptured,
    battle.KilSatLost,
    building.FactoryIdle,
    building.UnitsHomeless,
)


def tell(view: Sight, events: Sequence[Event], telling: Telling, facts: dict[str, list[Any]]) -> None:
    """Put what happened into the sections that every report has."""
    fought, rest = _parted(events, telling)
    facts["setup"] += _placements(view, events)
    facts["own"] += _own(view, rest, telling)
    facts["battles"] += _battles(view, fought, telling)
    facts["gains"] += _gains(view, events, telling)
    facts["others"] += _others(view, rest, telling)
    facts["shots"] += _shots(events, telling)


def in_short(view: Sight, events: Sequence[Event], needed: int) -> Iterator[TurnInShort]:
    """Give the turn in one line, if anything happened."""
    if not events:
        return
    took = [event for event in events if isinstance(event, battle.ZoneTaken)]
    fell = [event for event in events if isinstance(event, battle.ZoneTaken | battle.ZoneLost)]
    most = max((one.zones for one in view.score), default=0)
    yield TurnInShort(
        taken=tuple(event.zone for event in took if event.seat == view.who),
        lost=tuple(event.zone for event in fell if event.victim == view.who),
        failed=sum(isinstance(event, Failure) and event.seat == view.who for event in events),
        zones=next((one.zones for one in view.score if one.seat == view.who), None),
        leading=tuple(one.seat for one in view.score if one.zones == most),
        most=most,
        needed=needed,
    )


# ---- set-up and moves -------------------------------------------------------------------------------------


def _placements(view: Sight, events: Sequence[Event]) -> Iterator[Struct]:
    """Give where each seat placed its units, and what was placed otherwise than ordered."""
    yield from _each(view, events, SeatPlaced, set_up.UnitsPlaced)
    yield from (event for event in events if isinstance(event, set_up.PlacementChanged))


def _shots(events: Sequence[Event], telling: Telling) -> Iterator[ShotsListed]:
    """Give every shot."""
    kinds: tuple[type[Event], ...] = (telling.volleys, battle.FreeShots, *telling.passing)
    yield from (ShotsListed(event) for event in events if isinstance(event, kinds))


def _each(view: Sight, events: Sequence[Event], fact: type[_Done], *kinds: type[Event]) -> Iterator[_Done]:
    """Give what each seat did of some kinds, the reader first."""
    for seat in sorted(view.seen.seats, key=lambda seat: seat != view.who):
        done = tuple(event for event in events if isinstance(event, kinds) and getattr(event, "seat", "") == seat)
        if done:
            yield fact(seat, done)


def _own(view: Sight, events: Sequence[Event], telling: Telling) -> Iterator[Struct]:
    """Give what became of the reader's lines, in the order of the turn, with thefts that may have spoilt them."""
    for event in events:
        mine = getattr(event, "seat", "") == view.who
        if isinstance(event, (*telling.passing, Theft)):
            if view.who in _parties(event):
                yield event
        elif mine and isinstance(event, (*_MOVES, movement.CargoLoaded, *telling.feats)):
            yield event
        elif mine:
            yield from _trouble(event, telling)


def _trouble(event: Event, telling: Telling) -> Iterator[Struct]:
    """Give a line that failed or fell short, as it was written."""
    if isinstance(event, Failure | Shortfall):
        yield LineTold(telling.line(event.order), event)
    elif isinstance(event, movement.CourseLost):
        yield event


def _others(view: Sight, events: Sequence[Event], telling: Telling) -> Iterator[Struct]:
    """Give what the others moved, a line for each, and what else they did; for the GM also what failed.

    Shots at passing ships that miss stand among all shots alone.
    """
    theirs = [event for event in events if getattr(event, "seat", view.who) != view.who]
    yield from _each(view, theirs, SeatMoved, *_MOVES)
    for event in theirs:
        if isinstance(event, telling.passing):
            if view.who not in _parties(event) and any(units.counts for _, units in telling.lost(event)):
                yield event
        elif isinstance(event, telling.feats) or (isinstance(event, Theft) and view.who != event.victim):
            yield event
        else:
            yield from _trouble(event, telling)


# ---- battles ----------------------------------------------------------------------------------------------


def _parted(events: Sequence[Event], telling: Telling) -> tuple[list[Any], list[Event]]:
    """Return what belongs to battles, and all the rest."""
    fights: tuple[type[Event], ...] = (*_FIGHTS, telling.volleys, *telling.fights)
    fought = [event for event in events if isinstance(event, fights)]
    return fought, [event for event in events if not isinstance(event, fights)]


def _battles(view: Sight, events: Sequence[Any], telling: Telling) -> Iterator[Struct]:
    """Give the battles place by place: the reader's own with every round, those of others in short."""
    places: dict[str, list[Any]] = {}
    for event in events:
        places.setdefault(event.zone, []).append(event)
    mine = {zone: told for zone, told in places.items() if any(view.who in _parties(event) for event in told)}
    for told in mine.values():
        yield from told
    for zone, told in places.items():
        if zone not in mine:
            yield from _outline(zone, told, telling)


def _parties(event: Any) -> set[Seat]:  # noqa: ANN401 - any event of a battle
    """Return the seats that an event of a battle is about."""
    sides = [side.seat for name in ("sides", "stood") for side in getattr(event, name, ())]
    shots = [seat for shot in getattr(event, "shots", ()) for seat in (shot.seat, shot.victim)]
    return {*sides, *shots, *(getattr(event, name, "") for name in ("seat", "victim", "victor", "target"))}


def _outline(zone: str, told: Sequence[Any], telling: Telling) -> Iterator[Struct]:
    """Give a battle of others: its sides and losses in one fact, and what is more than shots."""
    ended = next((event for event in told if isinstance(event, battle.BattleEnded)), None)
    first = next((at for at, event in enumerate(told) if isinstance(event, battle.BattleBegun)), len(told))
    rounds = [event for event in told[first:] if isinstance(event, telling.volleys)]
    for event in told:
        if isinstance(event, battle.BattleBegun) and ended is not None:
            yield BattleSeen(zone, event.sides, ended.rounds, _fallen(rounds, telling), ended.called_off)
        elif not isinstance(event, (battle.BattleBegun, telling.volleys, battle.BattleEnded, *telling.boards)):
            yield event


def _fallen(rounds: Sequence[Event], telling: Telling) -> tuple[Side, ...]:
    """Return what each side of a battle lost in all its rounds."""
    sides = [(seat, units) for event in rounds for seat, units in telling.lost(event)]
    return tuple(
        _side(seat, _together([units for one, units in sides if one == seat]))
        for seat in dict.fromkeys(seat for seat, _ in sides)
    )


def _side(seat: Seat, units: Units) -> Side:
    """Return a seat's losses as a side, of which Markers and Factories stand for themselves."""
    plain = tuple((kind, n) for kind, n in units.counts if kind not in _STANDING)
    return Side(
        seat,
        Units(plain, units.leaders),
        marker=bool(units.wanted(Kind.MARKER)),
        factories=units.wanted(Kind.FACTORY),
    )


# ---- gains and losses -------------------------------------------------------------------------------------

_STANDING = (Kind.MARKER, Kind.FACTORY)


def _gains(view: Sight, events: Sequence[Event], telling: Telling) -> Iterator[Struct]:
    """Give what was captured, built and lost, the reader's own first."""
    yield from _each(view, events, SeatTook, battle.ZoneTaken)
    yield from (event for event in events if isinstance(event, (*_GAINS, *telling.gains)))
    yield from _each(view, events, SeatBuilt, building.UnitsBuilt, telling.built)
    if lost := _losses(view, events, telling):
        yield LossesCounted(lost)


def _losses(view: Sight, events: Sequence[Event], telling: Telling) -> tuple[tuple[Seat, Units], ...]:
    """Return what each seat lost, Markers and Factories left out: who took what has been told."""
    lost: dict[Seat, list[Units]] = {seat: [] for seat in view.seen.seats}
    for event in events:
        match event:
            case battle.FreeShots():
                for shot in event.shots:
                    lost[shot.victim].append(Units(((shot.target, int(shot.hit)),)))
            case movement.Slung():
                lost[event.seat].append(event.lost)
            case _:
                for seat, units in telling.lost(event):
                    lost[seat].append(units)
    every = ((seat, _together(some, but=_STANDING)) for seat, some in lost.items())
    return tuple((seat, units) for seat, units in every if units.counts)


def _together(some: Sequence[Units], but: Sequence[Kind] = ()) -> Units:
    """Return units as one list, in the order of the combat table."""
    counts: Counter[Kind] = Counter()
    for units in some:
        counts.update(dict(units.counts))
    leaders = tuple(name for units in some for name in units.leaders)
    return Units(tuple((kind, counts[kind]) for kind in Kind if counts[kind] and kind not in but), leaders)
