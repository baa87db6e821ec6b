"""The Ardala step: what she steals, and stolen Leaders who come home ("Ardala")."""

from collections.abc import Iterable, Iterator

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board import yards
from moderator.games.buck_rogers_revised.events.movement import LineFailed
from moderator.games.buck_rogers_revised.events.production import LeaderStolen
from moderator.games.buck_rogers_revised.orders.types import SeduceLeader
from moderator.games.buck_rogers_revised.pieces import ARDALA
from moderator.games.buck_rogers_revised.rules import leaders
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.forces import Person
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.movement import Cause, UnitsStolen
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Seduce
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.rules import stealing
from moderator.games.solar_system.rules.movement.journey import arrive
from moderator.games.solar_system.rules.turn import Group

_MOST = {Kind.TROOPER: 2, Kind.FIGHTER: 1, Kind.TRANSPORT: 1}
"""What she takes of a kind at most; one kind a turn."""


def steal(turn: Turn) -> None:
    """Let Leaders come home that were stolen last turn, then Ardala steal."""
    for person in turn.people.values():
        if person.captor and person.at < 0 and person.back <= turn.turn:
            leaders.come(turn, person)
    for seat in turn.in_turn_order():
        ardala = turn.serving(ARDALA, seat)
        if ardala is None:
            _fail(turn, seat, _lines(turn, seat), "away")
        else:
            _rob(turn, seat, ardala)


def _lines(turn: Turn, seat: Seat) -> list[Seduce | SeduceLeader]:
    return [*turn.order_set(seat, Seduce), *turn.order_set(seat, SeduceLeader)]


def _fail(turn: Turn, seat: Seat, lines: Iterable[Seduce | SeduceLeader], cause: Cause) -> None:
    for line in lines:
        turn.tell(LineFailed(seat=seat, order=line, cause=cause))


def _rob(turn: Turn, seat: Seat, ardala: Person) -> None:
    """Carry out the first line that can be; a seat that says nothing takes what is usual."""
    lines, done = _lines(turn, seat), False
    for line in lines:
        cause = "used" if done else _steal(turn, seat, ardala, line)
        done = done or cause is None
        if cause is not None:
            _fail(turn, seat, (line,), cause)
    asked = not lines and turn.doctrine[seat].uses_power(ARDALA, PLACES[ardala.at].name)
    for line in _usual(turn, seat, ardala) if asked else ():
        if _steal(turn, seat, ardala, line) is None:
            return


def _steal(turn: Turn, seat: Seat, ardala: Person, line: Seduce | SeduceLeader) -> Cause | None:
    """Carry out a line; return why it cannot be."""
    if isinstance(line, SeduceLeader):
        return _seduce_leader(turn, seat, ardala, line)
    return _take(turn, seat, ardala, line)


def _usual(turn: Turn, seat: Seat, ardala: Person) -> Iterator[Seduce]:
    """Give thefts in the order in which they are tried: a Fighter, else two Troopers, of who has most territories."""
    others = [other for other in turn.seats if other != seat and other not in turn.doctrine[seat].truces]
    for victim in sorted(others, key=lambda other: -len(turn.zones_of(other))):
        for kind in (Kind.FIGHTER, Kind.TROOPER):
            for at in turn.sky.near[ardala.at]:
                if turn.units_of(victim, at, (kind,)):
                    yield Seduce(units=Units(((kind, _MOST[kind]),)), seat=victim, zone=PLACES[at].name)


def _seduce_leader(turn: Turn, seat: Seat, ardala: Person, line: SeduceLeader) -> Cause | None:
    """Take somebody's Leader off the board for a turn, each one once a match."""
    prey = turn.people.get(line.leader)
    if prey is None or turn.seat_of[prey.colour] == seat:
        return "gone"
    if prey.name in turn.robbed:
        return "used"
    if prey.at not in turn.sky.near[ardala.at]:
        return "far"
    zone, victim = PLACES[prey.at].name, turn.seat_of[prey.colour]
    turn.robbed.append(prey.name)
    turn.lose_cargo(prey)
    prey.at, prey.captor, prey.back = -1, seat, turn.turn + 1
    turn.say(LeaderStolen(seat=seat, leader=prey.name, victim=victim, zone=zone, back=prey.back))
    return None


def _take(turn: Turn, seat: Seat, ardala: Person, line: Seduce) -> Cause | None:
    """Put units of one kind beside Ardala that stood in a zone next to hers; ground troops need room there."""
    at = turn.place(line.zone)
    kind = next((kind for kind in _MOST if line.units.wanted(kind)), None)
    if line.seat == seat or line.seat not in turn.played or kind is None:
        return "gone"
    if at not in turn.sky.near[ardala.at]:
        return "far"
    laden = turn.options.seduce_loaded is True
    number = min(_MOST[kind], line.units.wanted(kind), stealing.count_free(turn, line.seat, at, kind, laden=laden))
    if not number:
        return "gone"
    if kind is Kind.TROOPER and not PLACES[ardala.at].is_territory:
        number = min(number, yards.room(turn, ardala.at, ardala.colour, kind))
    if not number:
        return "full"
    stolen = stealing.steal(turn, line.seat, at, kind, number, ardala, laden=laden)
    turn.say(
        UnitsStolen(
            seat=seat,
            colour=ardala.colour,
            victim=line.seat,
            units=Units(((kind, number),)),
            origin=PLACES[at].name,
            zone=PLACES[ardala.at].name,
            loads=stolen.cargo,
        )
    )
    _receive(turn, ardala, stolen)
    return None


def _receive(turn: Turn, ardala: Person, stolen: Pile) -> None:
    """Put stolen units beside Ardala: Troopers aboard where she is in space; on land cargo is put down."""
    if troopers := stolen.counts[Kind.TROOPER]:
        yards.stow(turn, ardala.at, ardala.colour, Kind.TROOPER, troopers)
        return
    turn.pile(ardala.at, ardala.colour).add(stolen)
    group = Group(turn, ardala.colour, ardala.at, stolen)
    arrive(group)
    group.put(moved=False)
