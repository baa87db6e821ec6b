"""The sequence of play, and the turn that it makes of a position and everybody's order sets."""

from collections.abc import Iterable, Mapping, Sequence

from moderator.core.dice import Dice
from moderator.core.game import Prompt, Resolution
from moderator.core.seats import Seat
from moderator.core.sequence import Each, Part, Step, play
from moderator.games.rebel_commander.board.order_set import order_labels
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.rules import enthusiasm, execution, sequence_draw, sight, victory
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.rules.turn import Turn

PHASE = "orders"
"""The one phase of a turn: everybody is asked at once."""


def _numbers(turn: Turn) -> Iterable[int]:
    """Return the order numbers of a turn."""
    return range(1, turn.edition.numbers + 1)


def _enter_number(turn: Turn, number: int) -> None:
    """Go on to an order number."""
    turn.number = number


def _places(turn: Turn) -> Iterable[tuple[Seat, str]]:
    """Return the places of the present number in their sequence."""
    return tuple(turn.places)


def _enter_place(turn: Turn, place: tuple[Seat, str]) -> None:
    """Go on to a place."""
    turn.acting = place


SEQUENCE: tuple[Part[Turn], ...] = (
    Step("set-aside", execution.report_unplaced),
    Each(
        "order-number",
        _numbers,
        _enter_number,
        (
            Step("draw-sequence", sequence_draw.draw_sequence),
            Each(
                "place",
                _places,
                _enter_place,
                (Step("carry-out", execution.carry_out_order), Step("check-victory", victory.end_if_won)),
            ),
        ),
    ),
    Step("count-at-last-turn", victory.end_after_last_turn),
    Step("name-unreached", execution.report_unreached, closing=True),
    Step("name-the-fallen", victory.report_factions_out, closing=True),
    Step("enthusiasm-fades", enthusiasm.fade_weights, closing=True),
    Step("scouts-report", sight.report_sightings),
)
"""The sequence of play of a turn."""


def pending(state: State) -> Mapping[Seat, Prompt]:
    """Ask every seat that has units for its numbered orders; nobody once the match is over."""
    if state.outcome:
        return {}
    in_play = state.in_play()
    return {
        seat: Prompt(phase=PHASE, turn=state.turn, numbers=order_labels(state.options, in_play, seat))
        for seat in in_play
    }


def resolve(state: State, orders: Mapping[Seat, Sequence[RebelOrder]], dice: Dice) -> Resolution[State]:
    """Play one turn."""
    turn = Turn(state, orders, dice)
    play(SEQUENCE, turn)
    history = (*state.history, victory.turn_note(turn))
    victory.announce_victory(turn, history)
    after = State(
        state.options,
        state.seats,
        state.turn if turn.won else state.turn + 1,
        turn.field.stacks(),
        tuple(turn.weights[seat] for seat in state.seats),
        history,
        victory.outcome_of(state.seats, *turn.won) if turn.won else None,
    )
    return Resolution(after, tuple(turn.events))
