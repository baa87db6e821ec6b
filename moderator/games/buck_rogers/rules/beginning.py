"""Conversion of units, and what Ardala brings in, before anything moves."""

from collections.abc import Iterator

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.events.movement import LeaderSeduced, LineFailed, UnitsConverted
from moderator.games.buck_rogers.orders.types import Convert, SeduceLeader
from moderator.games.buck_rogers.rules.powers import ARDALA, may_use, use
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.piles import Pile, total_of
from moderator.games.solar_system.board.threat import within
from moderator.games.solar_system.board.zones import INDEX, ZONES
from moderator.games.solar_system.events.movement import Cause, UnitsStolen
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Seduce
from moderator.games.solar_system.pieces import UNITS, Colour, Kind
from moderator.games.solar_system.rules import stealing
from moderator.games.solar_system.rules.movement.journey import go
from moderator.games.solar_system.rules.turn import Group

Recipe = tuple[dict[Kind, int], dict[Kind, int]]

_STANDARD: tuple[Recipe, ...] = (
    ({Kind.TROOPER: 2}, {Kind.FIGHTER: 1}),
    ({Kind.FIGHTER: 2}, {Kind.BATTLER: 1}),
)
_FAST: tuple[Recipe, ...] = (
    ({Kind.GENNIE: 2}, {Kind.FIGHTER: 1}),
    ({Kind.TROOPER: 1, Kind.GENNIE: 1}, {Kind.FIGHTER: 1}),
)
_STOLEN = (Kind.TROOPER, Kind.FIGHTER, Kind.TRANSPORT)
_MOST_STOLEN = 2


def recipes(forces: Forces) -> Iterator[Recipe]:
    """Give what can be made of what, both ways."""
    kind = forces.rules.options.conversion
    some = () if kind == "none" else _STANDARD if kind == "standard" else (*_STANDARD, *_FAST)
    for given, made in some:
        yield given, made
        yield made, given


def convert(turn: Turn) -> None:
    """Make units of others, seat by seat."""
    for seat in turn.in_turn_order():
        for line in turn.order_set(seat, Convert):
            if (cause := _convert(turn, seat, line)) is not None:
                turn.tell(LineFailed(seat=seat, order=line, cause=cause, zone=line.zone))


def _convert(turn: Turn, seat: Seat, line: Convert) -> Cause | None:
    """Carry out a line: as many as it names, each by the first recipe that gives the wanted unit of just those."""
    at, zone = INDEX[line.zone], ZONES[INDEX[line.zone]]
    if turn.options.conversion == "none":
        return "not-played"
    if not all(zone.carries(kind) for kind in line.wanted):
        return "no-place"
    cause: Cause = "gone"
    for colour in turn.played[seat]:
        if line.units.colour not in ("", colour):
            continue
        if turn.is_inert(colour):
            cause = "inert"
            continue
        part = turn.pile(at, colour).part(line.units)
        given = {kind: n for kind in UNITS if (n := part.count(kind))}
        for needs, makes in recipes(turn):
            times = _times(given, needs)
            if times and set(makes) == set(line.wanted):
                _exchange(turn, seat, colour, at, {kind: n * times for kind, n in needs.items()}, makes, times)
                return None
        cause = "no-exchange" if given else cause
    return cause


def _times(given: dict[Kind, int], needs: dict[Kind, int]) -> int:
    """Return how often a recipe can be followed with units of just its kinds."""
    if set(given) != set(needs):
        return 0
    return min(given[kind] // needs[kind] for kind in needs)


def _exchange(  # noqa: PLR0917 - all that an exchange is made of
    turn: Turn, seat: Seat, colour: Colour, at: int, needs: dict[Kind, int], makes: dict[Kind, int], times: int
) -> None:
    for kind, number in needs.items():
        turn.lose(at, colour, kind, number)
    for kind, number in makes.items():
        turn.put(at, colour, kind, number * times)
    turn.say(
        UnitsConverted(
            seat=seat,
            colour=colour,
            zone=ZONES[at].name,
            given=Units(tuple(needs.items())),
            made=Units(tuple((kind, number * times) for kind, number in makes.items())),
        )
    )


# ---- Ardala -----------------------------------------------------------------------------------------------


def seduce(turn: Turn) -> None:
    """Let Ardala take units of others."""
    for seat in turn.in_turn_order():
        steal(turn, seat)


def steal(turn: Turn, seat: Seat) -> None:
    """Let Ardala take two units at most, by her seat's lines, else the two Fighters that hurt most."""
    ardala, lines = may_use(turn, ARDALA, seat), turn.order_set(seat, Seduce)
    if ardala is None:
        for line in lines:
            turn.tell(LineFailed(seat=seat, order=line, cause="away"))
        return
    left = 0 if turn.order_set(seat, SeduceLeader) else _MOST_STOLEN
    asked = left and turn.doctrine[seat].uses_power(ARDALA, ZONES[ardala.at].name)
    for line in lines or (list(_usual(turn, seat)) if asked else ()):
        taken = _take(turn, seat, line, left)
        if not taken.counts and lines:
            turn.tell(LineFailed(seat=seat, order=line, cause=_barred(turn, seat, line, left), zone=line.zone))
        left -= total_of(taken)


def _usual(turn: Turn, seat: Seat) -> Iterator[Seduce]:
    """Give the theft of a seat that says nothing: two Fighters of the seat that holds most zones."""
    truces = turn.doctrine[seat].truces
    others = [other for other in turn.in_play if other != seat and other not in truces]
    for victim in sorted(others, key=lambda other: -len(turn.zones_of(other))):
        fighters = [(pile.count(Kind.FIGHTER), -at) for at, _, pile in turn.stacks_of(victim)]
        where = [(number, at) for number, at in fighters if number and _in_reach(turn, -at)]
        if where:
            number, at = max(where)
            zone = ZONES[-at].name
            yield Seduce(units=Units(((Kind.FIGHTER, min(number, _MOST_STOLEN)),)), seat=victim, zone=zone)
            return


def _barred(turn: Turn, seat: Seat, line: Seduce, left: int) -> Cause:
    """Return why nothing was stolen by a line."""
    at = INDEX[line.zone]
    if turn.seat_of[turn.people[ARDALA].colour] != seat:
        return "away"
    if not left:
        return "used"
    if not _in_reach(turn, at):
        return "far"
    wanted = [kind for kind in _STOLEN if line.units.wanted(kind)]
    others = line.seat != seat and line.seat in turn.played
    return "no-place" if others and any(stealing.count_free(turn, line.seat, at, kind) for kind in wanted) else "gone"


def _in_reach(turn: Turn, at: int) -> bool:
    """Tell whether a zone is near enough to Ardala."""
    reach = turn.options.seduce_reach
    return not reach or at in within(turn.sky, turn.people[ARDALA].at, reach)


def _take(turn: Turn, seat: Seat, line: Seduce, most: int) -> Units:
    """Take units by one line and put them beside Ardala; ground troops only where they can stand."""
    ardala = turn.people[ARDALA]
    at, lands = INDEX[line.zone], ZONES[ardala.at].is_territory
    if (
        not most
        or line.seat == seat
        or line.seat not in turn.played
        or not _in_reach(turn, at)
        or (ARDALA not in turn.used and not use(turn, ardala))
    ):
        return Units()
    counts: list[tuple[Kind, int]] = []
    for kind in _STOLEN:
        wanted = min(most, line.units.wanted(kind), stealing.count_free(turn, line.seat, at, kind))
        if wanted and (lands or kind is not Kind.TROOPER):
            stolen = stealing.steal(turn, line.seat, at, kind, wanted, ardala)
            turn.pile(ardala.at, ardala.colour).add(stolen)
            counts.append((kind, wanted))
            most -= wanted
    units = Units(tuple(counts))
    if counts:
        turn.say(
            UnitsStolen(
                seat=seat,
                colour=ardala.colour,
                victim=line.seat,
                units=units,
                origin=line.zone,
                zone=ZONES[ardala.at].name,
            )
        )
    return units


def seduce_leaders(turn: Turn, seat: Seat) -> None:
    """Let Ardala move somebody else's Leader, as the first line of her own place in Movement."""
    for line in turn.order_set(seat, SeduceLeader):
        ardala, prey = may_use(turn, ARDALA, seat), turn.people.get(line.leader)
        cause: Cause | None = "gone"
        if ardala is None:
            cause = "away"
        elif prey is not None and prey.at >= 0 and turn.seat_of[prey.colour] != seat:
            cause = _seduce_leader(turn, seat, line) if use(turn, ardala) else "away"
        if cause is not None:
            turn.tell(LineFailed(seat=seat, order=line, cause=cause))


def _seduce_leader(turn: Turn, seat: Seat, line: SeduceLeader) -> Cause | None:
    prey = turn.people[line.leader]
    victim = turn.seat_of[prey.colour]
    group = Group(turn, prey.colour, prey.at, Pile(), [prey])
    cause, _ = go(group, line.way, once=True)
    if cause is None:
        turn.used.add("seduced " + prey.name)
        turn.say(LeaderSeduced(seat=seat, leader=prey.name, victim=victim, zone=ZONES[prey.at].name))
    return cause
