"""The Transport Phase: fleets join, part and move, each order set in the order of its lines.

With the option ``moves`` at ``"fleets"`` the moves of all order sets are shuffled into each other; else one order set
comes after another.
"""

from collections import deque
from collections.abc import Container, Iterator, Sequence

from moderator.core.dice import Why
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Craft, Squadron, choose
from moderator.games.space_genocide.events.cards import FleetRelocated
from moderator.games.space_genocide.events.transport import CourseKept, FleetMoved, Halt, OrderFailed, ShipsTransferred
from moderator.games.space_genocide.orders.types import (
    MOVES,
    GenocideOrder,
    Hold,
    Join,
    Move,
    Play,
    Pursue,
    Transfer,
)
from moderator.games.space_genocide.rules.moments import Moment
from moderator.games.space_genocide.rules.steps import discoveries
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import CARD

UNABLE = ("immobile", "no-bays")
"""Why a fleet cannot move by itself: ``MOVE ALL`` leaves it out."""


def run(turn: Turn) -> None:
    """Let every seat that acts carry out its order set, then go on with what is under way."""
    order_sets = {seat: _order_set(turn, seat) for seat in turn.order}
    for seat in _draw_moves(turn):
        next(order_sets[seat], None)
    for order_set in order_sets.values():
        deque(order_set, maxlen=0)
    turn.offer(Moment("transported"))
    while turn.pushes:
        seat = turn.pushes.pop(0)
        for squadron in turn.own(seat):
            squadron.refresh()
        go_on(turn, seat)
    _say_courses(turn)


def _draw_moves(turn: Turn) -> list[Seat]:
    """Return whose fleet moves next, drawn unseen among all moves that are ordered or under way.

    Each seat comes once more for the lines after its last move. It is drawn from the secret stream, since how many
    moves are ordered is nobody else's business. Nothing is drawn where the seats act one by one.
    """
    if turn.options.moves != "fleets" or turn.active:
        return []
    tokens = [seat for seat in turn.order for _ in range(_count(turn, seat) + 1)]
    return turn.dice.secret.shuffled(tokens, Why("moves"))


def _count(turn: Turn, seat: Seat) -> int:
    """Return how many fleets a seat's order set sends or leaves under way, as far as that is known beforehand."""
    own = tuple(squadron.number for squadron in turn.own(seat))
    sent = [order.fleets for order in turn.order_sets.get(seat, ()) if isinstance(order, MOVES)]
    ordered = [number for fleets in sent for number in (fleets.among(own) if fleets.every else fleets.numbers)]
    return len(ordered) + sum(bool(one.course) and one.number not in ordered for one in turn.own(seat))


def _order_set(turn: Turn, seat: Seat) -> Iterator[None]:
    """Carry out an order set line by line, then what is under way; pause after each fleet that has moved."""
    order_set = turn.order_sets.get(seat, ())
    for number, order in enumerate(order_set, 1):
        turn.ahead[seat] = order_set[number:]
        yield from _steps(turn, seat, order)
    yield from _under_way(turn, seat)


def go_on(turn: Turn, seat: Seat) -> None:
    """Let a seat's fleets that are under way use the points that they have left."""
    deque(_under_way(turn, seat), maxlen=0)


def _under_way(turn: Turn, seat: Seat) -> Iterator[None]:
    """Let fleets go on one by one."""
    for squadron in tuple(turn.own(seat)):
        if squadron in turn.fleets and squadron.course and not squadron.halted:
            go(turn, squadron, None)
            yield


def _say_courses(turn: Turn) -> None:
    """Tell seats which of their fleets are still on their way."""
    for seat in turn.order:
        for squadron in turn.own(seat):
            if squadron.course:
                course = tuple(turn.name(at) for at in squadron.course)
                turn.say(CourseKept(seat=seat, fleet=squadron.number, course=course, seen_by=(seat,)))


def fail(  # noqa: PLR0917 - an order, its culprit and where
    turn: Turn, seat: Seat, order: GenocideOrder, cause: str, fleet: int = 0, at: int = -1
) -> None:
    """Tell a seat that an order failed."""
    place = turn.name(at) if at >= 0 else ""
    turn.say(OrderFailed(seat=seat, order=order, cause=cause, fleet=fleet, place=place, seen_by=(seat,)))


def carry_out(turn: Turn, seat: Seat, order: GenocideOrder) -> None:
    """Do what a line of an order set says, if it is of this phase."""
    deque(_steps(turn, seat, order), maxlen=0)


def _steps(turn: Turn, seat: Seat, order: GenocideOrder) -> Iterator[None]:
    """Do what a line says, and pause after each fleet that has moved."""
    if isinstance(order, MOVES):
        yield from _send(turn, seat, order)
    elif isinstance(order, Hold):
        for number in _named(turn, seat, order):
            squadron = turn.fleet(seat, number)
            if squadron is not None:
                squadron.course = ()
    elif isinstance(order, Join):
        _join(turn, seat, order)
    elif isinstance(order, Transfer):
        _transfer(turn, seat, order)
    elif isinstance(order, Play) and order.card in CARD and CARD[order.card].at == "order":
        turn.offer(Moment("order", seat=seat, order=order))


def _named(turn: Turn, seat: Seat, order: Move | Pursue | Hold | Join) -> tuple[int, ...]:
    """Return the fleets that an order names and that are there; complain about the others."""
    present = tuple(squadron.number for squadron in turn.own(seat))
    if not order.fleets.every:
        for number in order.fleets.numbers:
            if number not in present:
                fail(turn, seat, order, "no-fleet", number)
    return order.fleets.among(present)


# ---- moving -----------------------------------------------------------------------------------------------


def _send(turn: Turn, seat: Seat, order: Move | Pursue) -> Iterator[None]:
    """Send fleets on their way, one by one."""
    if isinstance(order, Move) and not turn.board.index.keys() >= set(order.way):
        fail(turn, seat, order, "no-way")
        return
    squadrons = [squadron for number in _named(turn, seat, order) if (squadron := turn.fleet(seat, number))]
    if order.fleets.every:
        squadrons = [one for one in squadrons if reason_to_stay(turn, one) not in UNABLE] or squadrons
    for squadron in squadrons:
        way = wanted(turn, order)
        if way:
            squadron.course = way
            go(turn, squadron, order)
        else:
            fail(turn, seat, order, "no-quarry", squadron.number, squadron.at)
        yield


def wanted(turn: Turn, order: Move | Pursue) -> tuple[int, ...]:
    """Return the hexes by which fleets go: those that are named, or where what they go after is now, if it is left."""
    if isinstance(order, Move):
        return tuple(turn.board.index[place] for place in order.way)
    quarry = turn.fleet(order.foe.seat, order.foe.fleet)
    return () if quarry is None else (quarry.at,)


def go(turn: Turn, squadron: Squadron, order: GenocideOrder | None) -> None:
    """Move a fleet along its course as far as it gets; without an order nothing is said if it cannot.

    Where it was stopped before, or is jammed, the course is for the next turns.
    """
    if squadron not in turn.fleets:
        return
    cause = reason_to_stay(turn, squadron)
    if squadron.halted and not cause:
        return
    enemies = halting(turn, squadron)
    way = None if cause else turn.space.way(squadron.at, squadron.course, enemies)
    if way and leave_behind(turn, squadron):
        walk(turn, squadron, way, enemies)
        return
    squadron.course = squadron.course if cause == "jammed" else ()
    if order is not None and way != ():
        reason = cause or ("no-marker" if way else "no-way")
        fail(turn, squadron.seat, order, reason, squadron.number, squadron.at)


def go_besides(turn: Turn, squadron: Squadron, at: int) -> None:
    """Let a card move a fleet towards a hex as if it had not moved yet; it has its own move and course still.

    In the second reading it stays this turn where enemies have stopped it: the card is for the battle there.
    """
    own = [(craft, craft.spent, craft.halted) for craft in squadron.crafts]
    course, squadron.course = squadron.course, (at,)
    squadron.refresh()
    go(turn, squadron, None)
    if not turn.options.second or squadron.halted != "enemy":
        for craft, spent, halted in own:
            craft.spent, craft.halted = spent, halted
    squadron.course = course


def reason_to_stay(turn: Turn, squadron: Squadron) -> str:
    """Return why a fleet could not move at all this turn, empty if it could."""
    return squadron.bar(turn.race(squadron.seat), home=turn.is_home(squadron.seat, squadron.at))


def halting(turn: Turn, squadron: Squadron) -> frozenset[int]:
    """Return the hexes where enemies would end a fleet's move, if no card lets it pass them."""
    if not turn.options.stop_on_enemies:
        return frozenset()
    enemies = [other for other in turn.fleets if other.seat != squadron.seat]
    if squadron.passes:
        enemies = [other for other in enemies if not squadron.may_pass(other.seat, other.number)]
    return frozenset([other.at for other in enemies]) - turn.space.free


def can_leave(turn: Turn, squadron: Squadron) -> bool:
    """Tell whether a fleet that moves could leave behind what does not move with it."""
    left = squadron.staying(turn.race(squadron.seat))
    return not left or turn.has_berth(squadron.seat, squadron.at, len(left), but=squadron)


def leave_behind(turn: Turn, squadron: Squadron) -> bool:
    """Put what stays into another fleet, a new one if need be; tell whether that could be done."""
    left = squadron.staying(turn.race(squadron.seat))
    if not left:
        return True
    rest = turn.berth(squadron.seat, squadron.at, count=len(left), but=squadron)
    if rest is not None:
        _shift(turn, left, squadron, rest)
    return rest is not None


def walk(turn: Turn, squadron: Squadron, way: Sequence[int], enemies: Container[int]) -> None:
    """Move a fleet along a way as far as its points go and to the first of its ``enemies``, and let cards answer."""
    points = squadron.points(turn.race(squadron.seat))
    path = [squadron.at]
    gained: list[Craft] = []
    for there in way[: turn.space.reach(squadron.at, way, points, enemies.__contains__)]:
        squadron.spend(turn.space.step_cost(squadron.at, there) or 0)
        around = turn.board.round[squadron.at]
        squadron.came = around.index(there) if there in around else -1
        squadron.at = there
        path.append(there)
        discoveries.reached(turn, squadron, gained)
    if len(path) == 1:
        return
    halted: Halt = "enemy" if squadron.at in enemies else "nebula" if turn.ground(squadron.at).halts else ""
    _end_move(turn, squadron, path, halted, arrived=len(path) == len(way) + 1)
    discoveries.take_aboard(turn, squadron, gained)
    if squadron in turn.fleets:
        turn.offer(Moment("moved", seat=squadron.seat, squadron=squadron, at=squadron.at))


def _end_move(turn: Turn, squadron: Squadron, path: Sequence[int], halted: Halt, *, arrived: bool) -> None:
    """Note and tell how far a fleet came."""
    squadron.halt(halted)
    for craft in squadron.crafts:
        craft.entered = True
    squadron.course = () if arrived or halted == "enemy" else tuple(_remaining_course(squadron.course, path))
    places = tuple(turn.name(at) for at in path)
    turn.say(FleetMoved(seat=squadron.seat, fleet=squadron.number, path=places, halted=halted))


def _remaining_course(course: Sequence[int], path: Sequence[int]) -> list[int]:
    """Return the hexes of a course that have not been passed yet, the goal in any case."""
    left = list(course)
    for at in path[1:]:
        if len(left) > 1 and left[0] == at:
            left.pop(0)
    return left


def put(turn: Turn, squadron: Squadron, at: int, card: str) -> None:
    """Let a card put a fleet on another hex, whatever lies between."""
    if squadron not in turn.fleets:
        return
    origin = squadron.at
    squadron.at, squadron.came, squadron.course = at, -1, ()
    for craft in squadron.crafts:
        craft.entered = True
    turn.say(
        FleetRelocated(
            seat=squadron.seat, fleet=squadron.number, origin=turn.name(origin), goal=turn.name(at), card=card
        )
    )
    gained: list[Craft] = []
    discoveries.reached(turn, squadron, gained)
    discoveries.take_aboard(turn, squadron, gained)


# ---- joining and parting ----------------------------------------------------------------------------------


def _join(turn: Turn, seat: Seat, order: Join) -> None:
    """Put all ships of fleets into another."""
    into = turn.fleet(seat, order.into)
    if into is None:
        fail(turn, seat, order, "no-fleet", order.into)
        return
    for number in _named(turn, seat, order):
        squadron = turn.fleet(seat, number)
        if squadron is None or squadron is into:
            continue
        if squadron.at != into.at:
            fail(turn, seat, order, "not-together", number, squadron.at)
        elif turn.is_full(into, len(squadron.crafts)):
            fail(turn, seat, order, "fleet-full", order.into, into.at)
        else:
            _shift(turn, list(squadron.crafts), squadron, into)


def _transfer(turn: Turn, seat: Seat, order: Transfer) -> None:
    """Put ships of a fleet into another or a new one."""
    squadron = turn.fleet(seat, order.fleet)
    if squadron is None:
        fail(turn, seat, order, "no-fleet", order.fleet)
        return
    chosen = choose(squadron.crafts, order.ships)
    into = turn.fleet(seat, order.into)
    if not chosen or into is squadron:
        fail(turn, seat, order, "no-ships", order.fleet, squadron.at)
    elif into is not None and into.at != squadron.at:
        fail(turn, seat, order, "not-together", order.into, into.at)
    elif order.into > turn.options.fleets:
        fail(turn, seat, order, "no-marker", order.into)
    elif turn.is_full(into, len(chosen)):
        fail(turn, seat, order, "fleet-full", order.into, squadron.at)
    else:
        if into is None:
            into = turn.form(seat, order.into, squadron.at)
        _shift(turn, chosen, squadron, into)


def _shift(turn: Turn, crafts: Sequence[Craft], squadron: Squadron, into: Squadron) -> None:
    """Move ships from one mat to another at the same hex."""
    for craft in crafts:
        squadron.crafts.remove(craft)
        into.crafts.append(craft)
    turn.say(
        ShipsTransferred(
            seat=squadron.seat,
            fleet=squadron.number,
            into=into.number,
            place=turn.name(into.at),
            ships=tuple(craft.ship for craft in crafts),
            seen_by=(squadron.seat,),
        )
    )
    turn.clear([squadron])
