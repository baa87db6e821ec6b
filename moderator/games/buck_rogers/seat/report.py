"""Which facts a report tells, and in which order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared, kebab
from moderator.core.game import Event, Report
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events import battle, building, dawn, ending, gm, movement, set_up
from moderator.games.buck_rogers.events.battle import Shot, Side
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.pieces import Kind
from moderator.games.buck_rogers.seat import situation
from moderator.games.buck_rogers.seat.briefing import FACTS as BRIEFING
from moderator.games.buck_rogers.seat.briefing import briefing
from moderator.games.buck_rogers.seat.view import TurnNote, View
from moderator.kit.amend import OptionSet
from moderator.kit.report import arranged, by_section


class TurnInShort(Struct, frozen=True, tag=kebab):
    """The turn in one line: territories that the reader took and lost, lines that failed, and who is ahead.

    ``zones`` is what the reader has, None for who plays no seat. ``leading`` have ``most``; ``needed`` win, 0 where the
    scenario has another object.
    """

    taken: tuple[str, ...]
    lost: tuple[str, ...]
    failed: int
    zones: int | None
    leading: tuple[Seat, ...]
    most: int
    needed: int


class LineFell(Struct, frozen=True, tag=kebab):
    """A line of a sheet that was not carried out, as it would be written, and why."""

    seat: Seat
    line: str
    cause: movement.Cause
    zone: str
    kind: Kind | None


class LineShort(Struct, frozen=True, tag=kebab):
    """A line that was carried out with fewer units than it names."""

    seat: Seat
    line: str
    units: Units


class SeatMoved(Struct, frozen=True, tag=kebab):
    """What another seat moved and put down, in its order."""

    seat: Seat
    moves: tuple[movement.UnitsMoved | movement.CargoDropped, ...]


class UnitsSet(Struct, frozen=True, tag=kebab):
    """Where a seat placed its starting units."""

    seat: Seat
    zones: tuple[tuple[str, Units], ...]


class BattleSeen(Struct, frozen=True, tag=kebab):
    """A battle of others in short: who came with what, how long it took, and what each lost."""

    zone: str
    sides: tuple[Side, ...]
    rounds: int
    lost: tuple[Side, ...]
    called_off: bool


class ShotsListed(Struct, frozen=True, tag=kebab):
    """All throws of a round, or of shots before it, for who wants to check them."""

    zone: str
    round: int
    shooting: battle.Shooting | None
    shots: tuple[Shot, ...]


class ZonesTaken(Struct, frozen=True, tag=kebab):
    """The territories that a seat took in a turn, by whom they were taken from; empty for nobody."""

    seat: Seat
    zones: tuple[tuple[Seat, tuple[str, ...]], ...]


class SeatBuilt(Struct, frozen=True, tag=kebab):
    """What a seat built, and where; ``begun`` are halves."""

    seat: Seat
    built: tuple[tuple[Kind, int, str], ...]
    begun: tuple[tuple[Kind, str], ...]


class LossesCounted(Struct, frozen=True, tag=kebab):
    """What each seat lost in the turn, in all."""

    lost: tuple[tuple[Seat, Units], ...]


class TurnPassed(Struct, frozen=True, tag=kebab):
    """One line of the history."""

    note: TurnNote


FACTS: tuple[type[Struct], ...] = (*declared(__name__), *situation.FACTS, *BRIEFING)
"""The facts of a report that are no events."""

SECTIONS = (
    "briefing",
    "headline",
    "outcome",
    "standing",
    "setup",
    "own",
    "battles",
    "gains",
    "leaders",
    "umpire",
    "planets",
    "order",
    "others",
    "positions",
    "doctrine",
    "history",
    "shots",
)
"""The keys of all sections, in their order."""

_BY_KEY: dict[str, tuple[type[Event], ...]] = {
    "outcome": (ending.MatchWon, ending.SeatOut, ending.SeatConceded),
    "setup": (set_up.ZonesDealt, set_up.LeaderTaken, set_up.StartPlayer),
    "leaders": (
        movement.UnitsStolen,
        movement.LeaderSeduced,
        battle.LeaderSubverted,
        battle.SubversionEnded,
        battle.LeaderLost,
        battle.LeaderReturned,
        battle.ColourInert,
    ),
    "umpire": (*(kind for kind in declared(gm.__name__) if issubclass(kind, Event)), OptionSet),
    "order": (dawn.OrderThrown, dawn.OrderShown),
}

_MOVES = (movement.UnitsMoved, movement.CargoDropped)
_DEEDS = (*_MOVES, movement.CargoLoaded, movement.UnitsConverted, movement.Slung, movement.HuerThrew)
_FIGHTS = (
    battle.FreeShots,
    battle.BattleBegun,
    battle.RoundFought,
    battle.Retreated,
    battle.RetreatBarred,
    battle.Surrendered,
    battle.SurrenderRefused,
    battle.FactoryRaided,
    battle.FactorySabotaged,
    battle.BattleEnded,
    battle.UnitsStranded,
)
_GAINS = (
    battle.ZoneLost,
    battle.FactoryCaptured,
    battle.ShipsCaptured,
    battle.KilSatLost,
    building.FactoryDismantled,
    building.FactoryGiven,
    building.Bought,
    building.MarketAwaited,
    building.FactoryIdle,
    building.UnitsHomeless,
)


_LEAD = ("Buck Rogers", "Doc Huer")
"""Leaders whose powers show in nothing but what their units do."""


def report(view: View, events: Sequence[Event]) -> Report:
    """Arrange a reader's news; sections without facts are left out."""
    facts: dict[str, list[Any]] = {key: [] for key in SECTIONS} | by_section(events, _BY_KEY)
    over = view.outcome is not None
    facts["setup"] += _placements(events)
    fought, rest = _parted(events)
    facts["own"] += _own(view, rest)
    facts["battles"] += _battles(view, fought)
    facts["gains"] += _gains(view, events)
    facts["others"] += _others(view, rest)
    facts["shots"] += _shots(events)
    facts["leaders"] += _leaders(view, events)
    if view.phase == "setup" and not over:
        facts["briefing"] += briefing(view)
        return arranged(SECTIONS, facts)
    if not events and not over:
        facts["briefing"] += briefing(view)
    facts["positions"] += situation.forces(view)
    facts["headline"] += [_in_short(view, events)] if events else []
    facts["standing"] += situation.standing(view)
    if over:
        facts["history"] += map(TurnPassed, view.history)
    else:
        facts["planets"] += situation.planets(view)
        if not any(isinstance(event, dawn.OrderThrown) for event in facts["order"]):
            facts["order"] += situation.turn_order(view)
        facts["doctrine"] += situation.said(view)
    return arranged(SECTIONS, facts)


def _in_short(view: View, events: Sequence[Event]) -> TurnInShort:
    """Return the turn in one line."""
    took = [event for event in events if isinstance(event, battle.ZoneTaken)]
    gone = [event for event in events if isinstance(event, battle.ZoneLost) and event.victim == view.who]
    most = max((one.zones for one in view.score), default=0)
    return TurnInShort(
        taken=tuple(event.zone for event in took if event.seat == view.who),
        lost=tuple(event.zone for event in (*took, *gone) if event.victim == view.who),
        failed=sum(isinstance(event, movement.LineFailed) and event.seat == view.who for event in events),
        zones=next((one.zones for one in view.score if one.seat == view.who), None),
        leading=tuple(one.seat for one in view.score if one.zones == most),
        most=most,
        needed=situation.needed(view),
    )


# ---- set-up and moves -------------------------------------------------------------------------------------


def _placements(events: Sequence[Event]) -> Iterator[Struct]:
    """Give each seat's placements in one line, and what could not be placed as it was ordered."""
    placed = [event for event in events if isinstance(event, set_up.UnitsPlaced)]
    for seat in dict.fromkeys(event.seat for event in placed):
        zones: dict[str, list[Units]] = {}
        for event in placed:
            if event.seat == seat:
                zones.setdefault(event.zone, []).append(event.units)
        yield UnitsSet(seat, tuple((zone, _together(some)) for zone, some in zones.items()))
    yield from (event for event in events if isinstance(event, set_up.PlacementChanged))


def _own(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give what became of the reader's lines, in the order of the turn; where courses lead, stands among them."""
    for event in events:
        mine = getattr(event, "seat", "") == view.who
        if isinstance(event, movement.PassersFired):
            if view.who in (event.seat, event.target):
                yield event
        elif mine and isinstance(event, _DEEDS):
            yield event
        elif mine:
            yield from _trouble(event)


def _trouble(event: Event) -> Iterator[Struct]:
    """Give a line that came to nothing or fell short, as it was written."""
    if isinstance(event, movement.LineFailed):
        yield LineFell(event.seat, LANGUAGE.line(event.order), event.cause, event.zone, event.kind)
    elif isinstance(event, movement.FewerWent):
        yield LineShort(event.seat, LANGUAGE.line(event.order), event.units)
    elif isinstance(event, movement.CourseLost):
        yield event


def _others(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give what the others moved, a line for each; for the GM also what came to nothing."""
    for seat in view.seats:
        if seat == view.who:
            continue
        theirs = [event for event in events if getattr(event, "seat", "") == seat]
        if moves := tuple(event for event in theirs if isinstance(event, _MOVES)):
            yield SeatMoved(seat, moves)
        for event in theirs:
            if isinstance(event, movement.PassersFired):
                if event.target != view.who:
                    yield event
            elif isinstance(event, _DEEDS) and not isinstance(event, (*_MOVES, movement.CargoLoaded)):
                yield event
            else:
                yield from _trouble(event)


# ---- battles ----------------------------------------------------------------------------------------------


def _parted(events: Sequence[Event]) -> tuple[list[Any], list[Event]]:
    """Return what belongs to battles, fire at those who retreat from them too, and all the rest."""
    fought: list[Any] = []
    rest, place = [], ""
    for event in events:
        if isinstance(event, _FIGHTS) or (isinstance(event, movement.PassersFired) and event.zone == place):
            fought.append(event)
        else:
            rest.append(event)
        if isinstance(event, battle.BattleBegun | battle.BattleEnded):
            place = event.zone if isinstance(event, battle.BattleBegun) else ""
    return fought, rest


def _battles(view: View, events: Sequence[Any]) -> Iterator[Struct]:
    """Give the battles place by place: the reader's own with every round, those of others in short."""
    places: dict[str, list[Any]] = {}
    for event in events:
        places.setdefault(event.zone, []).append(event)
    own = {zone: told for zone, told in places.items() if any(view.who in _parties(event) for event in told)}
    for told in own.values():
        yield from told
    for zone, told in places.items():
        if zone not in own:
            yield from _outline(zone, told)


def _parties(event: Any) -> set[Seat]:  # noqa: ANN401 - any event of a battle
    """Return the seats that an event of a battle is about."""
    sides = [side.seat for side in getattr(event, "sides", ())]
    shots = [seat for shot in getattr(event, "shots", ()) for seat in (shot.seat, shot.victim)]
    return {*sides, *shots, *(getattr(event, name, "") for name in ("seat", "victim", "victor", "target"))}


def _outline(zone: str, told: Sequence[Event]) -> Iterator[Struct]:
    """Give a battle of others: its sides and losses in one fact, and what is more than shots."""
    begun = next((event for event in told if isinstance(event, battle.BattleBegun)), None)
    ended = next((event for event in told if isinstance(event, battle.BattleEnded)), None)
    for event in told:
        if event is begun and ended is not None:
            yield BattleSeen(zone, event.sides, ended.rounds, _fallen(told), ended.called_off)
        elif not isinstance(event, battle.BattleBegun | battle.RoundFought | battle.BattleEnded):
            yield event


def _fallen(told: Sequence[Event]) -> tuple[Side, ...]:
    """Return what each side of a battle lost in all its rounds."""
    sides = [side for event in told if isinstance(event, battle.RoundFought) for side in event.lost]
    return tuple(
        Side(
            seat,
            _together([side.units for side in sides if side.seat == seat]),
            marker=any(side.marker for side in sides if side.seat == seat),
            factories=sum(side.factories for side in sides if side.seat == seat),
        )
        for seat in dict.fromkeys(side.seat for side in sides)
    )


def _shots(events: Sequence[Event]) -> Iterator[ShotsListed]:
    """Give all throws at numbers of the table."""
    for event in events:
        if isinstance(event, battle.RoundFought):
            yield ShotsListed(event.zone, event.round, None, event.shots)
        elif isinstance(event, battle.FreeShots):
            yield ShotsListed(event.zone, 0, event.shooting, event.shots)


def _leaders(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give the powers of which nothing else tells, and who is a captive since an earlier turn."""
    yield from (event for event in events if isinstance(event, battle.PowerUsed) and event.leader in _LEAD)
    lost = {event.leader for event in events if isinstance(event, battle.LeaderLost)}
    yield from (captive for captive in situation.captives(view) if captive.leader not in lost)


# ---- gains and losses -------------------------------------------------------------------------------------


def _gains(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give what was captured, built and lost, the reader's own first."""
    for seat in sorted(view.seats, key=lambda seat: seat != view.who):
        took = [event for event in events if isinstance(event, battle.ZoneTaken) and event.seat == seat]
        victims = dict.fromkeys(event.victim for event in took)
        if took:
            yield ZonesTaken(seat, tuple((one, tuple(e.zone for e in took if e.victim == one)) for one in victims))
    yield from (event for event in events if isinstance(event, _GAINS))
    for seat in sorted(view.seats, key=lambda seat: seat != view.who):
        built: Counter[tuple[Kind, str]] = Counter()
        for event in events:
            if isinstance(event, building.UnitsBuilt) and event.seat == seat:
                built[event.kind, event.zone] += event.count
        begun = [event for event in events if isinstance(event, building.WorkBegun) and event.seat == seat]
        if built or begun:
            made = tuple((kind, count, zone) for (kind, zone), count in built.items())
            yield SeatBuilt(seat, made, tuple((event.kind, event.zone) for event in begun))
    if lost := _losses(view, events):
        yield LossesCounted(lost)


def _losses(view: View, events: Sequence[Event]) -> tuple[tuple[Seat, Units], ...]:
    """Return what each seat lost, Markers and Factories left out: who took what has been told."""
    lost: dict[Seat, list[Units]] = {}
    for event in events:
        if isinstance(event, battle.RoundFought):
            for side in event.lost:
                lost.setdefault(side.seat, []).append(side.units)
        elif isinstance(event, battle.FreeShots):
            for shot in event.shots:
                lost.setdefault(shot.victim, []).append(Units(((shot.target, int(shot.hit)),)))
        elif isinstance(event, movement.PassersFired):
            lost.setdefault(event.target, []).append(event.lost)
        elif isinstance(event, movement.Slung):
            lost.setdefault(event.seat, []).append(event.lost)
        elif isinstance(event, battle.UnitsStranded):
            lost.setdefault(event.seat, []).append(event.units)
    every = ((seat, _together(lost.get(seat, []), but=(Kind.MARKER, Kind.FACTORY))) for seat in view.seats)
    return tuple((seat, units) for seat, units in every if units.counts)


def _together(some: Sequence[Units], but: Sequence[Kind] = ()) -> Units:
    """Return units as one list, in the order of the combat table."""
    counts: Counter[Kind] = Counter()
    for units in some:
        counts.update(dict(units.counts))
    leaders = tuple(name for units in some for name in units.leaders)
    return Units(tuple((kind, counts[kind]) for kind in Kind if counts[kind] and kind not in but), leaders)
