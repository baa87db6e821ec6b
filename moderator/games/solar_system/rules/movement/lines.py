"""The lines of an order set carried out one after the other, and courses after them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.solar_system.board.piles import Pile, total_of
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.events.movement import Cause, CourseLost
from moderator.games.solar_system.events.thefts import Theft
from moderator.games.solar_system.orders.phrases import ALL, Units
from moderator.games.solar_system.orders.types import Carry, ElseCarry, ElseMove, Hold, HuerRolls, Move
from moderator.games.solar_system.pieces import SHIPS, Colour, Kind
from moderator.games.solar_system.rules.movement.conditions import all_hold
from moderator.games.solar_system.rules.movement.sending import fetch, send
from moderator.games.solar_system.rules.turn import Line, Turn
from moderator.games.solar_system.seat.view import Course

_ELSE = (ElseMove, ElseCarry)


def lines_of(turn: Turn, seat: Seat) -> list[Line]:
    """Return the lines of a seat's order set that move something, in their order."""
    return [Line(order) for order in turn.order_sets[seat] if isinstance(order, Move | Carry)]


def carry_out(turn: Turn, seat: Seat, lines: Sequence[Line], colours: Sequence[Colour]) -> None:
    """Carry out a seat's lines with some of its colours, then take up their courses."""
    above: Line | None = None
    for line in lines:
        above = advance(turn, seat, line, above, colours)
    take_up(turn, seat, colours)


def advance(turn: Turn, seat: Seat, line: Line, above: Line | None, colours: Sequence[Colour]) -> Line | None:
    """Carry out a line, unless the one above it was and this is the alternative; return the line of the last try."""
    if isinstance(line.order, _ELSE) and (above is None or above.carried):
        return above
    if not all_hold(turn, seat, line.order.when, line.order.unless, line.order.goal):
        line.cause = line.cause or "condition"
    else:
        for colour in colours:
            _with(turn, line, colour)
    return line


def take_up(turn: Turn, seat: Seat, colours: Sequence[Colour]) -> None:
    """Go on with what some colours of a seat have on its way."""
    for colour in colours:
        for course in [course for course in turn.under_way[seat] if course.colour == colour]:
            turn.under_way[seat].remove(course)
            _take_up(turn, seat, course)


def report(turn: Turn, seat: Seat, lines: Sequence[Line]) -> None:
    """Tell a seat which of its lines failed, and why; an alternative that was not needed did not."""
    for huer in turn.order_set(seat, HuerRolls):
        if seat not in turn.hurried:
            turn.tell(turn.failure(seat=seat, order=huer, cause="no-ships"))
    needed = False
    for line in lines:
        if isinstance(line.order, _ELSE) and not needed:
            continue
        needed = not line.carried
        if not line.carried:
            cause = _cause(turn, seat, line.order, line.cause or "colour")
            zone = line.order.goal if cause in ("no-way", "full") else line.order.origin
            turn.tell(turn.failure(seat=seat, order=line.order, cause=cause, zone=zone))
        elif _missing(line.left):
            whole = line.order.units if isinstance(line.order, Move) else line.order.cargo
            cause = _cause(turn, seat, line.order, line.cause or _shortage(turn, seat, line))
            turn.tell(turn.shortfall(seat=seat, order=line.order, units=_less(whole, line.left), cause=cause))


def _shortage(turn: Turn, seat: Seat, line: Line) -> Cause:
    """Return why fewer units went than a line names: there were no more, or no Transport for what still waits."""
    at, kinds = NUMBER[line.order.origin], [kind for kind, count in line.left.counts if 0 < count < ALL]
    waits = turn.units_of(seat, at, kinds) or (Kind.FACTORY in kinds and turn.works_at(at, seat))
    return "no-lift" if isinstance(line.order, Carry) and waits else "gone"


def _cause(turn: Turn, seat: Seat, order: Move | Carry, cause: Cause) -> Cause:
    """Return why a line failed; of units that are missing, whether it was by a theft."""
    thefts = (event for event in turn.events if isinstance(event, Theft) and event.victim == seat)
    robbed = any(theft.spoils(units, zone) for theft in thefts for units, zone in _needed(order))
    return "stolen" if cause == "gone" and robbed else cause


def _needed(order: Move | Carry) -> Iterator[tuple[Units, str]]:
    """Give what a line needs, and where: what it sends, and what it is to take aboard on its way."""
    zone = order.origin
    yield (order.cargo if isinstance(order, Carry) else order.units), zone
    for leg in order.way if isinstance(order, Move) else ():
        zone = leg.zone or zone
        yield leg.units, zone


def _missing(left: Units) -> bool:
    return any(0 < count < ALL for _, count in left.counts)


def _less(whole: Units, left: Units) -> Units:
    """Return what of the units that were listed has gone."""
    counts = tuple((kind, n - left.wanted(kind)) for kind, n in whole.counts if n < ALL and n > left.wanted(kind))
    return Units(counts, tuple(name for name in whole.leaders if name not in left.leaders))


def _with(turn: Turn, line: Line, colour: Colour) -> None:
    """Carry out what is left of a line with one colour."""
    if line.left.colour not in ("", colour):
        return
    if turn.is_inert(colour):
        line.cause = line.cause or "inert"
        return
    act = fetch if isinstance(line.order, Carry) else send
    cause, gone = act(turn, line.order, line.left, colour)  # type: ignore[arg-type]
    if cause is None:
        line.carried = True
        line.left = replace(line.left, counts=tuple(_rest(line.left, gone)), leaders=_others(line.left, gone))
    else:
        line.cause = line.cause or cause


def _rest(wanted: Units, gone: Units) -> Iterator[tuple[Kind, int]]:
    for kind, count in wanted.counts:
        yield kind, count if count == ALL or wanted.every else count - gone.wanted(kind)


def _others(wanted: Units, gone: Units) -> tuple[str, ...]:
    return wanted.leaders if wanted.every else tuple(name for name in wanted.leaders if name not in gone.leaders)


def _take_up(turn: Turn, seat: Seat, course: Course) -> None:
    """Go on with what was on its way; what was ordered anew meanwhile is not missed."""
    if turn.is_inert(course.colour):
        turn.courses[seat].append(course)
        return
    order = course.order
    cause, _ = send(turn, order, order.units, course.colour, laden=course.laden)
    moved_on = any(turn.moved.get((NUMBER[order.origin], course.colour), Pile()).count(kind) for kind in SHIPS)
    if cause is not None and (cause != "gone" or not moved_on):
        goal = order.way[-1].zone or order.origin
        turn.tell(CourseLost(seat=seat, goal=goal, cause=_cause(turn, seat, order, cause)))


def hold(turn: Turn, seat: Seat) -> None:
    """End courses of units that are told to stay."""
    for line in turn.order_set(seat, Hold):
        for course in list(turn.under_way[seat]):
            if course.order.origin != line.zone or line.units.colour not in ("", course.colour):
                continue
            turn.under_way[seat].remove(course)
            left = _kept(course.order.units, line.units)
            if total_of(left):
                turn.under_way[seat].append(replace(course, order=replace(course.order, units=left)))


def _kept(going: Units, held: Units) -> Units:
    """Return what of a course's units goes on."""
    if held.every:
        return Units(
            tuple((kind, n) for kind, n in going.counts if held.wanted(kind)),
            tuple(name for name in going.leaders if name in held.leaders),
        )
    counts = tuple((kind, n - held.wanted(kind)) for kind, n in going.counts if n > held.wanted(kind))
    return Units(counts, tuple(name for name in going.leaders if name not in held.leaders))
