"""The sequence of play: who is asked, and what a set-up, a Round or a Turn makes of everybody's order sets."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.dice import Dice, Why
from moderator.core.game import Prompt, Resolution
from moderator.core.seats import Seat
from moderator.core.sequence import Each, Part, Step, play
from moderator.games.rayguns_and_rocketships.board.helm import CARDS
from moderator.games.rayguns_and_rocketships.events.reveal import CardShown
from moderator.games.rayguns_and_rocketships.orders.types import (
    DOCTRINE,
    ROUND_ORDERS,
    SETUP_ORDERS,
    Forget,
    Pass,
    Program,
    RayOrder,
)
from moderator.games.rayguns_and_rocketships.rules import flight, letters, reveal, round_end, setup, shooting, victory
from moderator.games.rayguns_and_rocketships.rules.crews import crew
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.seat.view import Phase, RoundNote, Secret
from moderator.games.rayguns_and_rocketships.tables import ships

_LAST = CARDS


def _clockwise(act: Callable[[Table, Seat], None]) -> Callable[[Table], None]:
    """Return a phase that every seat in play goes through, from the First Player on."""

    def phase(table: Table) -> None:
        for seat in table.clockwise():
            if seat in table.in_play() and not table.over:
                act(table, seat)
                victory.at_once(table)

    return phase


def _turns(table: Table) -> Iterable[int]:
    """Return the Turns of this step."""
    return (table.state.turn,) if table.options.tempo == "turns" else range(1, _LAST + 1)


def _is_last(table: Table) -> bool:
    return table.turn == _LAST


def _lines_told(table: Table) -> None:
    """Tell of lines that lacked something in every Turn once this step has no more Turns."""
    if _is_last(table) or table.options.tempo == "turns":
        letters.tell_failures(table)
    if _is_last(table):
        letters.tell_unplayed(table)


def _round_over(table: Table) -> None:
    """End the Round with its last Turn."""
    if _is_last(table):
        round_end.run(table)
        victory.check(table)
        victory.count(table, _idle(table))


def _idle(table: Table) -> int:
    """Return how many Rounds have gone by without a point, this one with them."""
    before = table.state.history[-1].points if table.state.history else (0,) * len(table.seats)
    same = before == tuple(table.sides[seat].points for seat in table.seats)
    return table.state.idle + 1 if same else 0


SEQUENCE: tuple[Part[Table], ...] = (
    Each(
        "turns",
        _turns,
        Table.new_turn,
        (
            Step("reveal", reveal.run),
            Step("reveal-counted", victory.check),
            Step("movement", _clockwise(flight.move)),
            Step("movement-counted", victory.check),
            Step("shooting", _clockwise(shooting.fire)),
            Step("shooting-counted", victory.check),
            Step("crew", _clockwise(crew.act)),
            Step("lines-told", _lines_told),
            Step("crew-counted", victory.check),
            Step("turn-over", round_end.turn_over),
            Step("turn-counted", victory.check),
        ),
    ),
    Step("round-over", _round_over),
)
"""The sequence of play of a Round, or of one of its Turns."""


# ---- who is asked -------------------------------------------------------------------------------------------

_ALWAYS: tuple[type[RayOrder], ...] = (*DOCTRINE, Forget, Pass)
_KINDS: dict[Phase, tuple[type[RayOrder], ...]] = {
    "setup": (*SETUP_ORDERS, *_ALWAYS),
    "round": (*ROUND_ORDERS, *_ALWAYS),
    "turn": (*(kind for kind in ROUND_ORDERS if not issubclass(kind, Program)), *_ALWAYS),
}


def pending(state: State) -> Mapping[Seat, Prompt]:
    """Ask every seat that has figures; nobody once the match is over (BY-MAIL 2)."""
    if state.outcome:
        return {}
    verbs = tuple(dict.fromkeys(tag_of(kind) for kind in _KINDS[state.phase]))
    prompt = Prompt(phase=state.phase, turn=state.round, verbs=verbs, about={"turn": state.turn})
    return dict.fromkeys(state.in_play(), prompt)


# ---- steps ------------------------------------------------------------------------------------------------


def resolve(state: State, orders: Mapping[Seat, Sequence[RayOrder]], dice: Dice) -> Resolution[State]:
    """Play the set-up, a Round or a Turn, and begin the next; bears any orders whatever."""
    if state.outcome:
        return Resolution(state, ())
    table = Table(state, orders, dice)
    if state.phase == "setup":
        setup.carry_out(table)
        round_end.begin(table)
        return _resolution(table, replace(state, round=1, phase="round"))
    _forget(table)
    if state.phase == "round":
        reveal.program(table)
    play(SEQUENCE, table)
    if not _is_last(table):
        return _resolution(table, state if table.over else _next_turn(table))
    blasts = tuple(len(table.ships[s].blasts) if s in table.ships else ships().blasts for s in table.seats)
    note = RoundNote(table.round, tuple(table.sides[seat].points for seat in table.seats), blasts)
    state = replace(state, idle=_idle(table), history=(*state.history, note))
    if table.over:
        return _resolution(table, state)
    table.lines = dict.fromkeys(table.seats, ())
    round_end.begin(table)
    return _resolution(table, replace(state, round=state.round + 1, turn=1, phase="round"))


def _forget(table: Table) -> None:
    """End the tasks under way that letters take back."""
    for seat, order_set in table.order_sets.items():
        if any(isinstance(line, Forget) and line.topic in ("tasks", "all") for line in order_set):
            table.tasks[seat].clear()


def _next_turn(table: Table) -> State:
    """Turn up the cards of the next Turn, for which letters are awaited (``tempo = "turns"``)."""
    for seat in table.in_play():
        reveal.complete(table, seat, 1)
        table.say(CardShown(seat=seat, turn=table.turn + 1, card=reveal.turn_up(table, seat)))
    return replace(table.state, turn=table.turn + 1, phase="turn")


def _resolution(table: Table, state: State) -> Resolution[State]:
    """Gather what stands on the table into a position."""
    return Resolution(gather_state(table, state), tuple(table.events))


def gather_state(table: Table, state: State) -> State:
    """Return a position with what stands on the table now."""
    secrets = {
        seat: Secret(
            hand=tuple(table.hands[seat]),
            program=table.programs[seat],
            doctrine=table.standing[seat],
            lines=table.lines[seat] if state.phase == "turn" else (),
            tasks=tuple(table.tasks[seat]),
        )
        for seat in table.seats
    }
    return replace(
        state,
        options=table.options,
        position=table.position(),
        secrets=secrets,
        decks={seat: tuple(table.decks[seat]) for seat in table.seats},
        outcome=victory.outcome(table),
    )


def reshuffled(state: State, dice: Dice) -> State:
    """Return the position with every Star deck shuffled anew."""
    decks = {
        seat: tuple(dice.secret.shuffled(sorted(cards), Why("reshuffle", seats=(seat,))))
        for seat, cards in state.decks.items()
    }
    return replace(state, decks=decks)
