"""The only way from a position to what somebody may know of it."""

from msgspec.structs import replace

from moderator.core.seats import Observer, Who
from moderator.games.rebel_commander.board.field import field_of
from moderator.games.rebel_commander.board.order_set import imperial_places
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import Side, side_of
from moderator.games.rebel_commander.rules import victory
from moderator.games.rebel_commander.rules.sight import visible_places
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.seat.view import TurnNote, View
from moderator.games.rebel_commander.tables import board_of, edition_of, needed


def view_for(state: State, who: Who) -> View:
    """Return what somebody may know: without fog all but the weights, under it what their side's units see.

    Under fog, too, the options tell where the own side began, and not where the enemy did.

    When the match is over everybody sees everything. The public has no units, so under fog it sees no board.
    """
    everything = who is Observer.GM or state.outcome is not None
    open_board = everything or not state.options.fog
    board = board_of(state.options)
    field = field_of(state.options, state.seats, state.stacks)
    side: Side | None = None if isinstance(who, Observer) else side_of(who)
    stacks, sight = state.stacks, None
    if not open_board:
        seen = frozenset(visible_places(field, side)) if side else frozenset()
        sight = tuple(name for place, name in enumerate(board.names) if place in seen)
        stacks = tuple(stack for stack in stacks if board.index[stack.place] in seen)
    score = victory.score(field, needed(state.options))
    in_play = state.in_play()
    return View(
        who=who.value if isinstance(who, Observer) else who,
        turn=state.turn,
        options=state.options if open_board else _known_options(state, side),
        seats=state.seats,
        in_play=in_play,
        stacks=stacks,
        sight=sight,
        numbers=edition_of(state.options).numbers,
        imperial_places=imperial_places(state.options, in_play),
        score=score if open_board else victory.known_score(state.options, score, side),
        history=state.history if everything else tuple(_known_note(state, note, side) for note in state.history),
        enthusiasm=state.enthusiasm if who is Observer.GM else (),
        outcome=state.outcome,
    )


def _known_options(state: State, side: Side | None) -> Options:
    """Return the options without the starting units of those whom fog hides."""
    start = {seat: places for seat, places in state.options.start.items() if side_of(seat) == side}
    return replace(state.options, start=start)


def _known_note(state: State, note: TurnNote, side: Side | None) -> TurnNote:
    """Return a line of the history as a side may know it during the match."""
    return replace(note, score=victory.known_score(state.options, note.score, side), weights=())
