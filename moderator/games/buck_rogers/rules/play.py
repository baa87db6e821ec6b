"""The sequence of play, and what a step makes of a position and everybody's order sets."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.dice import Dice
from moderator.core.game import Prompt, Resolution
from moderator.core.seats import Seat
from moderator.core.sequence import Each, Part, Step, play
from moderator.games.buck_rogers.events.movement import LineFailed
from moderator.games.buck_rogers.orders.types import (
    ANY_TIME,
    BATTLE_DOCTRINE,
    BATTLE_ORDERS,
    BUILD_DOCTRINE,
    DOCTRINE,
    MOVE_ORDERS,
    SETUP_ORDERS,
    BuckOrder,
    Dismantle,
    Raid,
    Surrender,
)
from moderator.games.buck_rogers.rules import beginning, building, giving, setup, turn_start, victory
from moderator.games.buck_rogers.rules.combat import aftermath, order
from moderator.games.buck_rogers.rules.state import SeatState, State
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.buck_rogers.seat.view import Phase
from moderator.games.solar_system.orders.types import Yield
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.rules import placing, standing
from moderator.games.solar_system.rules.movement import lines

_PLACED_AT_A_TIME = 3


# ---- steps ------------------------------------------------------------------------------------------------


def _file(turn: Turn) -> None:
    """Keep the lines of an order set that wait for Combat."""
    for seat in turn.seats:
        filed = tuple(line for line in turn.order_sets[seat] if isinstance(line, Raid | Surrender))
        turn.battle[seat] = filed or turn.battle[seat]


def _movers(turn: Turn) -> list[tuple[Seat, tuple[Colour, ...]]]:
    """Return who moves in this step, one after the other."""
    passes = list(turn.passes())
    if turn.phase != "move" or turn.options.tempo != "seats":
        return passes
    return passes[turn.acting : turn.acting + 1]


def _enter(turn: Turn, mover: tuple[Seat, tuple[Colour, ...]]) -> None:
    turn.mover = mover


def _hold(turn: Turn) -> None:
    seat, colours = turn.mover
    if colours[0] == _first(turn, seat):
        lines.hold(turn, seat)
        beginning.seduce_leaders(turn, seat)


def _first(turn: Turn, seat: Seat) -> Colour:
    """Return the first colour of a seat that moves."""
    return next(colour for mover, colours in turn.passes() if mover == seat for colour in colours)


def _move(turn: Turn) -> None:
    """Carry out the lines of who moves now; after its last colour the seat hears what failed."""
    seat, colours = turn.mover
    work = turn.lines.setdefault(seat, lines.lines_of(turn, seat))
    lines.carry_out(turn, seat, work, colours)
    last = [own for mover, own in turn.passes() if mover == seat][-1]
    if colours == last or turn.options.tempo == "seats":
        lines.report(turn, seat, work)


def _miss(turn: Turn) -> None:
    """Tell of lines for battles that were not fought."""
    for seat in turn.in_turn_order():
        for line in turn.battle[seat]:
            if line.zone not in turn.fought:
                turn.tell(LineFailed(seat=seat, order=line, cause="no-battle", zone=line.zone))


_BEGINNING: tuple[Part[Turn], ...] = (
    Step("convert", beginning.convert),
    Step("seduce", beginning.seduce),
)
_MOVEMENT: tuple[Part[Turn], ...] = (Each("mover", _movers, _enter, (Step("hold", _hold), Step("move", _move))),)
_COMBAT: tuple[Part[Turn], ...] = (
    Each(
        "system",
        order.places,
        order.enter,
        (Step("free-shots", order.shoot), Step("battles", order.fight), Step("last-leader", victory.last_leader)),
    ),
    Step("undefended-zones", aftermath.take_the_rest),
    Step("no-battle", _miss),
)
_BUILDING: tuple[Part[Turn], ...] = (
    Step("dismantle", building.dismantle),
    Step("build", lambda turn: building.build(turn, turn.in_turn_order())),
    Step("black-market", giving.market),
    Step("free-factories", giving.free_factories),
    Step("kilsats", standing.hand_over_kilsats),
    Step("leaders", giving.leaders),
    Step("drop-out", standing.drop_out),
    Step("concede", standing.concede),
    Step("count", victory.count),
)


def _next_turn(turn: Turn) -> None:
    """Begin the next turn: planets move, the order is drawn if it is known before orders are given."""
    turn.turn += 1
    turn.phase = "turn" if turn.options.tempo == "rounds" else "move"
    turn.acting = 0
    turn.order = ()
    turn.moved.clear()
    turn.used.clear()
    turn.battle = dict.fromkeys(turn.seats, ())
    turn.inert = {colour: last for colour, last in turn.inert.items() if last >= turn.turn}
    turn_start.planets_move(turn)
    if turn.options.order_known or turn.options.tempo == "seats":
        turn_start.draw_order(turn)
    if turn.options.tempo == "seats":
        turn_start.show_order(turn)


def _begin(turn: Turn) -> None:
    """Draw the order that was not known before, and turn it up."""
    if not turn.order:
        turn_start.draw_order(turn)
    if turn.options.tempo != "seats":
        turn_start.show_order(turn)


# ---- steps by phase -------------------------------------------------------------------------------------


def _set_up(turn: Turn) -> None:
    """Place the starting units: all at once, or with ``tempo = "seats"`` three at a time, one seat after another."""
    if turn.options.tempo != "seats":
        setup.choose(turn)
        placing.place(turn, turn.seats)
        _next_turn(turn)
        return
    if turn.acting == 0:
        setup.choose(turn)
    else:
        at_a_time = 1 if turn.options.placement == "one" else _PLACED_AT_A_TIME
        placing.place(turn, (_placer(turn.state),), at_a_time)
    turn.acting += 1
    if not any(turn.reserve[colour].counts or turn.reserve[colour].leaders for colour in turn.reserve):
        _next_turn(turn)


def _placer(state: State) -> Seat:
    """Return the seat that places next, of those who have something left."""
    seats = list(dict.fromkeys(_seat_of(state, colour) for colour in state.order))
    return seats[(state.acting - 1) % len(seats)]


def _seat_of(state: State, colour: Colour) -> Seat:
    return next(seat for seat, some in zip(state.seats, state.colours, strict=True) if colour in some)


def _whole_turn(turn: Turn) -> None:
    _file(turn)
    _begin(turn)
    play((*_BEGINNING, *_MOVEMENT, *_COMBAT, *_BUILDING), turn)
    if not turn.over:
        _next_turn(turn)


def _movement(turn: Turn) -> None:
    """Play Movement, or one seat's part of it; when all have moved, battles are asked for."""
    if turn.acting == 0:
        _begin(turn)
        play(_BEGINNING, turn)
    play(_MOVEMENT, turn)
    turn.acting += 1
    if turn.options.tempo == "phases" or turn.acting >= len(list(turn.passes())):
        turn.phase, turn.acting = "battle", 0


def _combat(turn: Turn) -> None:
    _file(turn)
    play(_COMBAT, turn)
    turn.phase = "build"


def _building(turn: Turn) -> None:
    play(_BUILDING, turn)
    if not turn.over:
        _next_turn(turn)


_STEPS = {
    "setup": _set_up,
    "turn": _whole_turn,
    "move": _movement,
    "battle": _combat,
    "build": _building,
}


def resolve(state: State, orders: Mapping[Seat, Sequence[BuckOrder]], dice: Dice) -> Resolution[State]:
    """Play what is asked for: a whole turn, or a part of one."""
    asked = pending(state)
    turn = Turn(state, {seat: orders.get(seat, ()) for seat in asked}, dice)
    _STEPS[state.phase](turn)
    return Resolution(after(turn), tuple(turn.events))


def after(turn: Turn) -> State:
    """Return the position after a step."""
    state = turn.state
    return replace(
        state,
        options=turn.options,
        turn=turn.turn,
        phase=turn.phase,
        position=turn.position,
        sides=tuple(
            SeatState(
                turn.kept[seat],
                (*turn.under_way[seat], *turn.courses[seat]),
                turn.battle[seat],
                turn.placed[seat],
                conceded=seat in turn.conceded,
                out=seat in turn.out,
            )
            for seat in turn.seats
        ),
        order=turn.order,
        acting=turn.acting,
        arrived=turn.arrived if turn.phase in ("move", "battle") else (),
        used=tuple(sorted(turn.used)) if turn.phase in ("move", "battle", "build") else (),
        inert=tuple(sorted(turn.inert.items())),
        waiting=tuple(turn.waiting),
        claimed=tuple(turn.claimed),
        reserve=tuple(turn.reserve.items()) if turn.phase == "setup" else (),
        history=turn.history,
        outcome=standing.outcome(turn),
    )


# ---- who is asked -----------------------------------------------------------------------------------------

_VERBS: dict[Phase, tuple[type[BuckOrder], ...]] = {
    "setup": (*SETUP_ORDERS, *DOCTRINE, *ANY_TIME),
    "turn": (*MOVE_ORDERS, *BATTLE_ORDERS, Dismantle, *DOCTRINE, *ANY_TIME),
    "move": (*MOVE_ORDERS, *DOCTRINE, *ANY_TIME),
    "battle": (*BATTLE_ORDERS, *BATTLE_DOCTRINE, Yield, *ANY_TIME),
    "build": (Dismantle, *BUILD_DOCTRINE, Yield, *ANY_TIME),
}


def pending(state: State) -> Mapping[Seat, Prompt]:
    """Ask who is to give orders now; nobody once the match is over."""
    if state.outcome:
        return {}
    verbs = tuple(tag_of(kind) for kind in _VERBS[state.phase])
    return {
        seat: Prompt(phase=state.phase, turn=state.turn, verbs=verbs)
        for seat in state.in_play()
        if seat in _asked(state)
    }


def _asked(state: State) -> Sequence[Seat]:
    """Return the seats that may order now."""
    seat = acting(state)
    return (seat,) if seat else state.seats


def acting(state: State) -> Seat:
    """Return the seat whose turn it is, where seats act one after another; empty where all are asked."""
    if state.options.tempo != "seats":
        return ""
    if state.phase == "setup":
        return _placer(state) if state.acting else ""
    if state.phase != "move":
        return ""
    turn = Turn(state, {}, Dice.throwaway("nothing is thrown"))
    return list(turn.passes())[state.acting][0]
