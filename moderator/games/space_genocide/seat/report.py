"""Which facts a report tells, and in which order: what happened, step by step of the turn, then how things stand."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, get_args

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Event, Report
from moderator.core.seats import Seat
from moderator.games.space_genocide.events import battle, cards, ending, gm, production, set_up, transport
from moderator.games.space_genocide.pieces import Place, Planet, World
from moderator.games.space_genocide.seat import situation
from moderator.games.space_genocide.seat.briefing import FACTS as BRIEFING
from moderator.games.space_genocide.seat.briefing import briefing, ship_table
from moderator.games.space_genocide.seat.nested_events import under
from moderator.games.space_genocide.seat.view import TurnNote, View
from moderator.kit.amend import OptionSet
from moderator.kit.report import build_report


class TurnInShort(Struct, frozen=True, tag=kebab):
    """The turn in one line: what the reader destroyed and lost, and what it has left."""

    destroyed: int
    lost: int
    razed: tuple[Place, ...]
    fallen: tuple[Place, ...]
    failed: int
    planets: int
    ships: int


class Losses(Struct, frozen=True):
    """The ships that a seat brought to a battle and lost in it; ``entered`` if any of its fleets came there this turn.

    ``kinds`` are the types that it lost: the mats of a battle lie open to everybody.
    """

    seat: Seat
    fleets: tuple[int, ...]
    ships: int
    lost: int
    entered: bool
    kinds: tuple[str, ...] = ()


class BattleSeen(Struct, frozen=True, tag=kebab):
    """A battle between others in outline."""

    place: Place
    forces: tuple[Losses, ...]


class Trace(Struct, frozen=True):
    """One unbroken act of a marker: it came to a place, moved by ways that end at ``places``, or was gone.

    A way of the reader's own that goes round something is told hex by hex.
    """

    act: Literal["came", "moved", "gone"]
    places: tuple[Place, ...]


class MarkersSeen(Struct, frozen=True, tag=kebab):
    """The acts of a seat's markers, by number, each in the order in which it happened."""

    seat: Seat
    tracks: tuple[tuple[int, tuple[Trace, ...]], ...]


class CountTaken(Struct, frozen=True, tag=kebab):
    """At the turn limit: how many planets and ships a seat had when they were counted."""

    seat: Seat
    planets: int
    ships: int


class WorldsOpened(Struct, frozen=True, tag=kebab):
    """At the end: a seat's planets by type."""

    seat: Seat
    planets: tuple[Planet, ...]


class HandOpened(Struct, frozen=True, tag=kebab):
    """At the end: what a seat held."""

    seat: Seat
    cards: tuple[str, ...]


class LastStand(Struct, frozen=True, tag=kebab):
    """What became of the last of a reader that fell: planets that were destroyed now, and the fleets that went with it.

    With ``remain`` what is left stays on the map.
    """

    razed: tuple[battle.PlanetDestroyed, ...]
    fleets: tuple[tuple[int, Place], ...]
    remain: bool


class TurnPassed(Struct, frozen=True, tag=kebab):
    """One line of the history, the figures in the order of ``seats``."""

    seats: tuple[Seat, ...]
    note: TurnNote


FACTS: tuple[type[Struct], ...] = (*declared_structs(__name__), *situation.FACTS, *BRIEFING)
"""The facts of a report that are no events."""

SECTIONS = (
    "briefing",
    "headline",
    "outcome",
    "umpire",
    "own",
    "sighted",
    "cards",
    "battles",
    "destruction",
    "elsewhere",
    "production",
    "others",
    "setup",
    "positions",
    "contacts",
    "planets",
    "hand",
    "doctrine",
    "score",
    "ships",
    "sequence",
    "books",
    "history",
)
"""The keys of all sections, in their order."""

_STANDS: dict[str, Callable[[View], Iterator[Struct]]] = {
    "positions": situation.fleets,
    "contacts": situation.contacts,
    "planets": situation.planets,
    "hand": situation.hand,
    "doctrine": situation.doctrine,
    "score": situation.seats,
}
_INTELLIGENCE = "intelligence"
"""The card that is told with the one that it answers."""

_LOOKED = (transport.PlanetScouted, cards.FleetScanned, cards.HandLooked, cards.DeckLooked, cards.WorldRevealed)
_BY_PHASE = {"setup": set_up, "own": transport, "production": production, "cards": cards, "umpire": gm}
_BY_KEY: dict[str, tuple[type[Event], ...]] = {
    "outcome": (ending.MatchWon, ending.SeatFallen),
    "destruction": (battle.BustersLaunched, cards.LaunchNegated, battle.PlanetDestroyed),
    "sighted": _LOOKED,
    "umpire": (OptionSet,),
    "sequence": (transport.TurnOrder,),
    "own": (battle.ShipLost, battle.ShipTaken),
}
_KEY_OF: dict[type[Struct], str] = {
    **{kind: key for key, phase in _BY_PHASE.items() for kind in declared_structs(phase.__name__)},
    **{kind: key for key, kinds in _BY_KEY.items() for kind in kinds},
}
"""The section of every event that is no part of a battle: that of its phase, unless it is told elsewhere."""

_UNLISTED = (set_up.ShipsDrawn, set_up.SpacingBent)
"""What no list of planets or cards says."""

_Marked: TypeAlias = transport.FleetMoved | transport.FleetAppeared | transport.FleetGone
_COUNTED = ("more-planets", "more-ships", "tie")
"""The ends of a match that planets and ships decide."""

_MARKERS = get_args(_Marked)
_IN_BATTLE = (
    cards.CardPlayed,
    cards.ShipsBoosted,
    cards.AttackNegated,
    cards.RollRepeated,
    battle.ShipTaken,
    battle.SalvoFired,
)


def report(view: View, events: Sequence[Event]) -> Report:
    """Arrange a reader's news; sections without facts are left out."""
    facts: dict[str, list[Any]] = {key: [] for key in SECTIONS}
    for key, fact in _reported_events(view, events):
        facts[key].append(fact)
    for seat, seen in _markers(view, events):
        if seat == view.who:
            facts["own"].insert(0, seen)
        else:
            facts["sighted"].append(seen)
    facts["outcome"] += [*_count(view, events), *_last_stand(view, events)]
    if view.who in view.seats and _has_begun(view) and events:
        facts["headline"] += _in_short(view, events)
    if view.outcome is None and view.phase == "setup" and not any(isinstance(e, ending.MatchWon) for e in events):
        facts["briefing"] += briefing(view)
        facts["ships"] += ship_table(view)
    for key, give in _STANDS.items():
        if _is_asked(view, key):
            facts[key] += give(view)
    for event in events:
        if isinstance(event, ending.BooksOpened):
            facts["books"] += _opened_books(view, event)
            facts["history"] += [TurnPassed(view.seats, note) for note in event.history]
    return build_report(facts)


def _has_begun(view: View) -> bool:
    """Tell whether anybody has acted: where seats act one after another, the first turn lasts until all have."""
    return view.turn > 1 or bool(view.history)


def _is_asked(view: View, key: str) -> bool:
    """Tell whether a list is told: nothing is hidden at the end, nothing has come about in the set-up."""
    return not (view.outcome and key in ("hand", "doctrine")) and not (view.phase == "setup" and key == "score")


def _count(view: View, events: Sequence[Event]) -> Iterator[CountTaken]:
    """Give the figures that decided a match at its turn limit, as they lie open then."""
    if any(isinstance(event, ending.MatchWon) and event.reason in _COUNTED for event in events):
        for seat in view.in_play:
            ships = sum(len(fleet.ships or ()) for fleet in view.fleets if fleet.seat == seat)
            yield CountTaken(seat, sum(planet.seat == seat for planet in view.planets), ships)


def _last_stand(view: View, events: Sequence[Event]) -> Iterator[LastStand]:
    """Tell a reader that falls what took its last planets and ships: what goes after the fall goes with it."""
    for at, event in enumerate(events):
        if isinstance(event, ending.SeatFallen) and event.seat == view.who:
            before, after = events[:at], events[at:]
            razed = tuple(e for e in before if isinstance(e, battle.PlanetDestroyed) and e.owner == view.who)
            gone = tuple((e.fleet, e.place) for e in after if isinstance(e, transport.FleetGone) and e.seat == view.who)
            yield LastStand(razed, gone, view.options.eliminated == "remain")


# ---- what happened ----------------------------------------------------------------------------------------


def _reported_events(view: View, events: Sequence[Event]) -> Iterator[tuple[str, Any]]:
    """Give every event that is worth a line with its section: battles of the reader's in detail, others in outline."""
    opening: battle.EngagementBegun | None = None
    meanwhile: list[Event] = []
    for event in (each for each in events if not _is_told_again(each, events)):
        if isinstance(event, battle.EngagementBegun):
            opening, meanwhile = event, []
            if _takes_part(view, event):
                yield "battles", under(event) if event.round > 1 else event
        elif isinstance(event, battle.EngagementOver):
            if opening is not None and _takes_part(view, opening):
                yield "battles", event
            elif opening is not None:
                yield "elsewhere", _outline(opening, event)
                yield from (("elsewhere", under(each)) for each in meanwhile)
            opening = None
        elif opening is not None and isinstance(event, _IN_BATTLE):
            if _takes_part(view, opening):
                yield "battles", under(event)
            elif not isinstance(event, battle.SalvoFired):
                meanwhile.append(event)
        else:
            yield from _event_with_section(view, event, events)


def _takes_part(view: View, event: battle.EngagementBegun) -> bool:
    """Tell whether a reader is told a battle in detail: who fought in it, and who sees everything."""
    return view.who not in view.seats or any(force.seat == view.who for force in event.forces)


def _event_with_section(view: View, event: Event, events: Sequence[Event]) -> Iterator[tuple[str, Any]]:
    """Give one event with its section; nothing where another tells the same or more."""
    kind, seat = type(event), getattr(event, "seat", "")
    if isinstance(event, (battle.BurstFired, battle.SalvoFired)):
        yield "battles" if view.who in (seat, *_victims(event)) else "elsewhere", event
        return
    taken = isinstance(event, battle.ShipTaken) and view.who in (event.seat, event.owner)
    if taken or _is_kill(view.who, event, events):
        yield "battles", event
        return
    key = _KEY_OF.get(kind)
    if key is None or _is_routine(view, event) or (seat == view.who and _is_listed(event)):
        return
    if view.phase == "setup" and key in ("setup", "cards") and not isinstance(event, _UNLISTED):
        return  # the lists of planets and cards say it
    if isinstance(event, _MARKERS) and (seat != view.who or not getattr(event, "halted", "")):
        return  # told with the other markers
    if key in ("own", "production") and seat != view.who:
        key = "others" if event.seen_by is not None else "production" if key == "production" else "elsewhere"
    yield key, event


def _is_listed(event: Event) -> bool:
    """Tell whether the lists of the reader's fleets and planets say the same."""
    unused = isinstance(event, set_up.FleetsFormed) and event.left
    return isinstance(event, (set_up.WorldsHidden, set_up.FleetsFormed, transport.CourseKept)) and not unused


def _is_routine(view: View, event: Event) -> bool:
    """Tell whether an event is what happens every turn, or that nothing did."""
    if isinstance(event, cards.CardsDrawn):
        return event.count <= view.options.draw + view.race(event.seat).draw
    if isinstance(event, production.ShipsBuilt):
        return not event.berths and not event.back
    return isinstance(event, production.ShipsProduced) and not event.count


def _victims(event: battle.BurstFired | battle.SalvoFired) -> tuple[Seat, ...]:
    return (event.owner,) if isinstance(event, battle.SalvoFired) else tuple(each[0] for each in event.destroyed)


def _is_told_again(event: Event, events: Sequence[Event]) -> bool:
    """Tell whether the reader is told the same of the same seat by a larger event."""
    if isinstance(event, cards.CardsDrawn):
        return any(isinstance(other, cards.CardsGained) and other.seat == event.seat for other in events)
    if isinstance(event, cards.CardPlayed) and event.card == _INTELLIGENCE:
        return any(isinstance(other, cards.CardPlayed) and other.negated_by == event.seat for other in events)
    if isinstance(event, production.ShipsProduced):
        return any(isinstance(other, production.ShipsBuilt) and other.seat == event.seat for other in events)
    return False


def _outline(opening: battle.EngagementBegun, over: battle.EngagementOver) -> BattleSeen:
    """Return a battle as its outcome: what each seat brought and lost."""
    forces = []
    for seat in dict.fromkeys(force.seat for force in opening.forces):
        before = [force for force in opening.forces if force.seat == seat]
        ships, left = _kinds(opening.forces, seat), _kinds(over.forces, seat)
        numbers = tuple(force.fleet for force in before)
        lost = tuple((ships - left).elements())
        entered = any(force.entered for force in before)
        forces.append(Losses(seat, numbers, ships.total(), max(0, ships.total() - left.total()), entered, lost))
    return BattleSeen(opening.place, tuple(forces))


def _kinds(forces: Sequence[battle.Force], seat: Seat) -> Counter[str]:
    """Count a seat's ships in a battle by type."""
    return Counter(ship.kind for force in forces if force.seat == seat for ship in force.ships)


def _markers(view: View, events: Sequence[Event]) -> Iterator[tuple[Seat, MarkersSeen]]:
    """Give what every seat's markers did; not at the set-up, when all were just put there.

    Of the reader's own only those that went where they were to go: the lists have the rest.
    """
    if not _has_begun(view):
        return
    for seat in view.seats:
        tracks: dict[int, tuple[Trace, ...]] = {}
        for event in events:
            if isinstance(event, _MARKERS) and event.seat == seat and (trace := _trace(view, event)):
                tracks[event.fleet] = _add_trace(tracks.get(event.fleet, ()), trace)
        moved = tuple((number, traces) for number, traces in tracks.items() if traces)
        if moved:
            yield seat, MarkersSeen(seat, moved)


def _trace(view: View, event: _Marked) -> Trace | None:
    """Return what an event tells of a marker, None if that is told elsewhere."""
    own = event.seat == view.who
    if isinstance(event, transport.FleetMoved):
        if len(event.path) == 1 or (own and event.halted):
            return None
        return Trace("moved", event.path if own and _is_bent(view, event) else (event.path[0], event.path[-1]))
    came = isinstance(event, transport.FleetAppeared)
    return None if own else Trace("came" if came else "gone", (event.place,))


def _is_bent(view: View, event: transport.FleetMoved) -> bool:
    """Tell whether a fleet went round something: by more hexes than lie between where it was and where it is."""
    first, last = (view.board.index[place] for place in (event.path[0], event.path[-1]))
    return len(event.path) - 1 > view.board.distance(first, last)


def _add_trace(traces: tuple[Trace, ...], trace: Trace) -> tuple[Trace, ...]:
    """Return what a marker did with one trace more: ways are joined, and coming and going at one place is nothing."""
    if not traces or traces[-1].places[-1] != trace.places[0]:
        return (*traces, trace)
    *before, last = traces
    if {last.act, trace.act} == {"came", "gone"}:
        return tuple(before)
    if last.act == trace.act == "moved":
        return (*before, Trace("moved", (*last.places, *trace.places[1:])))
    return (*traces, trace)


def _in_short(view: View, events: Sequence[Event]) -> Iterator[TurnInShort]:
    """Give the turn in one line: kills are counted as the reader's losses are, by whatever they came about."""
    who = view.who
    salvos = [event for event in events if isinstance(event, battle.SalvoFired)]
    bursts = [event for event in events if isinstance(event, battle.BurstFired)]
    razed = [event for event in events if isinstance(event, battle.PlanetDestroyed)]
    burnt = [(event.seat, owner) for event in bursts for owner, _, _ in event.destroyed]
    yield TurnInShort(
        destroyed=sum(event.destroyed for event in salvos if event.seat == who)
        + sum(seat == who != owner for seat, owner in burnt)
        + sum(_is_kill(who, event, events) for event in events),
        lost=view.history[-1].losses[view.seats.index(who)] if view.history else 0,
        razed=tuple(event.place for event in razed if who in event.by),
        fallen=tuple(event.place for event in razed if event.owner == who),
        failed=sum(isinstance(event, transport.OrderFailed) and event.seat == who for event in events),
        planets=len(view.own_planets),
        ships=sum(len(fleet.ships or ()) for fleet in view.own),
    )


def _is_kill(who: str, event: Event, events: Sequence[Event]) -> bool:
    """Tell whether a ship of another's was lost outside of battle by a card of somebody's, or with a planet of its."""
    if not isinstance(event, battle.ShipLost) or event.seat == who:
        return False
    if event.cause == "orbit":
        return any(isinstance(e, battle.PlanetDestroyed) and e.place == event.place and who in e.by for e in events)
    before = events[: events.index(event)]
    played = [e.seat for e in before if isinstance(e, cards.CardPlayed) and e.card == event.card]
    return bool(event.card) and played[-1:] == [who]


def _opened_books(view: View, event: ending.BooksOpened) -> Iterator[Any]:
    """Give what was hidden to the end, seat by seat."""
    for seat in view.seats:
        planets = tuple(planet for planet in event.planets if planet.seat == seat)
        if planets:
            order = list(World)
            yield WorldsOpened(seat, tuple(sorted(planets, key=lambda each: order.index(each.world or order[0]))))
        if event.hands.get(seat):
            yield HandOpened(seat, event.hands[seat])
