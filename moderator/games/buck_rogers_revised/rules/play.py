"""The sequence of play, and what a step makes of a position and everybody's order sets."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import get_args

from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.dice import Dice
from moderator.core.game import Prompt, Resolution
from moderator.core.seats import Seat
from moderator.core.sequence import Each, Part, Step, play
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.events.movement import LineFailed
from moderator.games.buck_rogers_revised.events.status import HandsShown
from moderator.games.buck_rogers_revised.orders import types as order_types
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.buck_rogers_revised.rules import (
    ardala,
    bidding,
    hand,
    leaders,
    market,
    neutral,
    powers,
    producing,
    ready,
    setup,
    status,
    victory,
)
from moderator.games.buck_rogers_revised.rules.combat import aftermath, bombs, order, rounds
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.seat.view import Phase
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.types import Forget, Pass, Place
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.rules import placing, standing
from moderator.games.solar_system.rules.movement import lines

_PLACED_AT_A_TIME = 3

# ---- steps ------------------------------------------------------------------------------------------------


def _movers(turn: Turn) -> Sequence[Colour]:
    """Return which colours move in this step, one after the other."""
    return _left(turn)[:1] if turn.options.tempo == "seats" else turn.acting_colours


def _left(turn: Turn) -> list[Colour]:
    """Return the colours that are still to move, where seats move one after another."""
    return [colour for colour in turn.order[turn.passed :] if turn.seat_of[colour] in turn.in_play]


def _enter(turn: Turn, colour: Colour) -> None:
    turn.mover = colour


def _hold(turn: Turn) -> None:
    """Let units stay before the first colour of a seat moves."""
    seat = turn.seat_of[turn.mover]
    if turn.mover == _of_seat(turn, seat)[0]:
        lines.hold(turn, seat)


def _move(turn: Turn) -> None:
    """Carry out the lines of the colour that moves; after the last one of its seat, that hears what failed."""
    seat = turn.seat_of[turn.mover]
    work = turn.lines.setdefault(seat, lines.lines_of(turn, seat))
    lines.carry_out(turn, seat, work, (turn.mover,))
    if turn.options.tempo == "seats" or turn.mover == _of_seat(turn, seat)[-1]:
        lines.report(turn, seat, work)


def _tell_unheard(turn: Turn) -> None:
    """Tell whose Troopers were to blow themselves up why none did."""
    for seat in turn.in_play:
        for line in turn.order_set(seat, order_types.Destruct):
            if (seat, line.zone) not in turn.destructed:
                cause: Cause = "over" if line.zone in turn.fought else "no-battle"
                turn.tell(LineFailed(seat=seat, order=line, cause=cause, zone=line.zone))


def _of_seat(turn: Turn, seat: Seat) -> Sequence[Colour]:
    """Return the colours of a seat as they move."""
    return [colour for colour in turn.order if turn.seat_of[colour] == seat]


PRODUCTION: tuple[Part[Turn], ...] = (
    Step("ready", ready.ready),
    Step("bids", bidding.bids),
    Step("produce", producing.produce),
    Step("neutral", neutral.grow),
    Step("resources", market.count),
    Step("market", market.trade),
    Step("ardala", ardala.steal),
    Step("after-first", ready.after_first),
)
MOVEMENT: tuple[Part[Turn], ...] = (
    Step("cards-before", partial(hand.play, before=True)),
    Each("mover", _movers, _enter, (Step("hold", _hold), Step("move", _move))),
    Step("cards-after", partial(hand.play, before=False)),
)
COMBAT: tuple[Part[Turn], ...] = (
    Step("ray", powers.ray),
    Each(
        "system",
        order.places,
        order.enter,
        (
            Step("spaces", order.spaces),
            Step("far", order.far),
            Step("near", order.near),
            Step("bombs", bombs.bombs),
            Step("lands", order.lands),
        ),
    ),
    Step("undefended", aftermath.take_the_rest),
    Step("spoils", status.spoils),
    Step("unheard", _tell_unheard),
)
STATUS: tuple[Part[Turn], ...] = (
    Step("drop-out", standing.drop_out),
    Step("concede", standing.concede),
    Step("census", victory.census),
    Step("leaders", leaders.back),
    Step("draw", status.draw),
    Step("scuttle", status.scuttle),
    Step("orbit", status.orbit),
)


# ---- steps by phase -------------------------------------------------------------------------------------


_PARTS: Mapping[Phase, tuple[Part[Turn], ...]] = {
    "turn": (*PRODUCTION, *MOVEMENT, *COMBAT, *STATUS),
    "production": PRODUCTION,
    "moves": (*MOVEMENT, *COMBAT, *STATUS),
    "battle": COMBAT,
    "status": STATUS,
}
_NEXT: Mapping[Phase, Phase] = {"cards": "placement", "production": "moves", "battle": "status"}
"""What is asked for after a phase; without one here the next turn begins."""


def _rule(turn: Turn) -> None:
    """Play what is asked for, and go on to what is asked for next."""
    if turn.phase == "cards":
        setup.begin(turn)
    elif turn.phase == "placement":
        _place(turn)
    elif turn.phase == "moves" and turn.options.tempo == "seats":
        _one_moves(turn)
        return
    else:
        play(_PARTS[turn.phase], turn)
    if turn.phase == "placement" and placing.is_left(turn):
        return
    if turn.phase in _NEXT:
        turn.phase = _NEXT[turn.phase]
    elif not turn.over:
        _next_turn(turn)


def _place(turn: Turn) -> None:
    """Place the starting units: all at once, or three at a time, one seat after another."""
    if turn.options.tempo == "seats":
        placing.place(turn, (acting(turn.state),), _PLACED_AT_A_TIME)
        turn.passed += 1
    else:
        placing.place(turn, turn.in_turn_order())
    if not placing.is_left(turn):
        setup.deal_hands(turn)


def _one_moves(turn: Turn) -> None:
    """Play one colour's Movement; after the last one battles are asked for, if anybody is concerned."""
    play(MOVEMENT, turn)
    turn.passed = turn.order.index(turn.mover) + 1
    end_moves(turn)
    if turn.phase == "battle" and not any(_is_concerned(turn, seat) for seat in turn.in_play):
        turn.phase = "status"
        play(COMBAT, turn)


def end_moves(turn: Turn) -> None:
    """Go on to battles if seats move one after another and nobody is left who could; a GM may have taken him out."""
    if turn.phase == "moves" and turn.options.tempo == "seats" and not _left(turn):
        turn.phase, turn.passed = "battle", 0


def _next_turn(turn: Turn) -> None:
    turn.turn += 1
    turn.passed = 0
    turn.phase = "turn" if turn.options.tempo == "rounds" else "production"
    turn.moved.clear()
    turn.used.clear()


def resolve(state: State, orders: Mapping[Seat, Sequence[RevisedOrder]], dice: Dice) -> Resolution[State]:
    """Play what is asked for: a whole turn, or a part of one."""
    turn = Turn(state, {seat: orders.get(seat, ()) for seat in pending(state)}, dice, rounds.passing_round)
    _rule(turn)
    if turn.over:
        turn.say(HandsShown(hands=tuple((seat, tuple(turn.cards.hands[seat])) for seat in state.seats)))
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
                tuple(turn.cards.hands[seat]),
                token=seat in turn.tokens,
                conceded=seat in turn.conceded,
                out=seat in turn.out,
            )
            for seat in state.seats
        ),
        deck=tuple(turn.cards.deck),
        discards=tuple(turn.cards.discards),
        passed=turn.passed,
        order=turn.order,
        robbed=tuple(turn.robbed),
        barred=tuple(turn.barred),
        model=turn.model,
        chit=turn.chit,
        used=tuple(sorted(turn.used)) if turn.phase in _LATER else (),
        arrived=turn.arrived if turn.phase in _LATER else (),
        dropped=turn.put_down if turn.phase in _LATER else (),
        reserve=tuple(turn.reserve.items()) if turn.phase == "placement" else (),
        history=turn.history,
        outcome=standing.outcome(turn),
    )


_LATER: tuple[Phase, ...] = ("moves", "battle", "status")
"""The phases of a turn that has begun in another step."""

# ---- who is asked -----------------------------------------------------------------------------------------

_MOVE = get_args(order_types.MoveOrder)
_LATE = (*get_args(order_types.BattleOrder), *get_args(order_types.StatusOrder))
_PRODUCE = get_args(order_types.ProductionOrder)
_VERBS: Mapping[Phase, tuple[type[RevisedOrder], ...]] = {
    "cards": (*get_args(order_types.CardsOrder), *order_types.DOCTRINE),
    "placement": (Place, *order_types.DOCTRINE),
    "turn": (*_PRODUCE, *_MOVE, *_LATE, *order_types.DOCTRINE),
    "production": (*_PRODUCE, *order_types.DOCTRINE),
    "moves": (*_MOVE, *_LATE, *order_types.DOCTRINE),
    "battle": (*get_args(order_types.BattleOrder), *order_types.DOCTRINE),
    "status": (*get_args(order_types.StatusOrder), *order_types.DOCTRINE),
}


def pending(state: State) -> Mapping[Seat, Prompt]:
    """Ask who is to give orders now; nobody once the match is over."""
    if state.outcome:
        return {}
    by_seats = state.options.tempo == "seats" and state.phase == "moves"
    kinds = (*(kind for kind in _VERBS[state.phase] if not by_seats or kind not in _LATE), Forget, Pass)
    prompt = Prompt(phase=state.phase, turn=state.turn, verbs=tuple(map(tag_of, kinds)))
    return {seat: prompt for seat in _asked(state) if not state.side(seat).out}


def _asked(state: State) -> Sequence[Seat]:
    """Return the seats that may order now: in Combat those that are concerned, all if the GM parted them."""
    if state.phase == "battle":
        forces = Forces(state.seen, state.position)
        return [seat for seat in state.seats if _is_concerned(forces, seat)] or state.seats
    seat = acting(state)
    return (seat,) if seat else state.seats


def _is_concerned(forces: Forces, seat: Seat) -> bool:
    """Tell whether a seat may have to fight: it stands where somebody else does."""
    return any(forces.is_foreign(seat, at) for at, _, _ in forces.stacks_of(seat)) or any(
        forces.others(seat, at) for at in forces.zones_of(seat)
    )


def acting(state: State) -> Seat:
    """Return the seat whose turn it is, where seats place or move one after another; empty where all are asked."""
    if state.options.tempo != "seats" or state.phase not in ("placement", "moves") or state.outcome:
        return ""
    seats = {colour: seat for seat, some in zip(state.seats, state.colours, strict=True) for colour in some}
    if state.phase == "placement":
        placers = list(dict.fromkeys(seats[colour] for colour in state.order))
        return placers[state.passed % len(placers)]
    return next(seats[colour] for colour in state.order[state.passed :] if not state.side(seats[colour]).out)
