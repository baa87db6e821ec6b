"""Victory: conquest and annihilation after every executed order, by count after the last turn."""

from msgspec.structs import replace

from moderator.core.game import Outcome, Resolution
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.field import Field
from moderator.games.rebel_commander.events import BooksOpened, FactionOut, MatchWon
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, SIDES, Side
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.rules.turn import Turn
from moderator.games.rebel_commander.seat.view import Score, TurnNote


def end_if_won(turn: Turn) -> None:
    """End the match if a side has won by the order just carried out."""
    turn.won = turn.field.winner(turn.needed)


def end_after_last_turn(turn: Turn) -> None:
    """End the match after its last turn: it stays Imperial, or more locations win, then more units, then the Empire."""
    limit = turn.options.max_turns
    if not limit or turn.turn < limit:
        return
    if turn.options.time_out == "empire":
        turn.won = ("empire", "time-out")
        return
    for figures, reason in ((turn.field.held, "more-locations"), (turn.field.totals, "more-units")):
        rebels, empire = figures
        if rebels != empire:
            turn.won = (SIDES[empire > rebels], reason)
            return
    turn.won = ("empire", "tie")


def report_factions_out(turn: Turn) -> None:
    """Report the seats that lost their last unit in the turn."""
    for seat in turn.in_play:
        if not turn.field.piles[seat]:
            turn.say(FactionOut(seat=seat))


def score(field: Field, needed: int) -> Score:
    """Return both sides' figures."""
    return Score(needed, field.held[0], field.totals[0], field.held[1], field.totals[1])


def turn_note(turn: Turn) -> TurnNote:
    """Return the turn's line in the history."""
    rebel, empire = turn.losses
    fought = tuple(dict.fromkeys(turn.battles))
    return TurnNote(
        turn.turn, score(turn.field, turn.needed), len(turn.battles), rebel, empire, fought, tuple(turn.draws)
    )


def announce_victory(turn: Turn, history: tuple[TurnNote, ...]) -> None:
    """Say who won and open the books: the whole board, the history, and the weights of every draw."""
    if turn.won is None:
        return
    side, reason = turn.won
    turn.say(MatchWon(side=side, reason=reason, turn=turn.turn, score=score(turn.field, turn.needed)))
    turn.say(BooksOpened(seats=turn.seats, stacks=turn.field.stacks(), history=history))


def opened(state: State, outcome: Outcome) -> Resolution[State]:
    """End a match as its GM says: the whole board, the history and the weights of every draw lie open."""
    books = BooksOpened(seats=state.seats, stacks=state.stacks, history=state.history)
    return Resolution(replace(state, outcome=outcome), (books,))


def outcome_of(seats: tuple[Seat, ...], side: Side, reason: str) -> Outcome:
    """Return the outcome: a side wins or loses as a whole."""
    rebels = tuple(seat for seat in seats if seat != EMPIRE)
    ranking = (rebels, (EMPIRE,)) if side == "rebels" else ((EMPIRE,), rebels)
    return Outcome(ranking[0], ranking, reason)


def known_score(options: Options, score: Score, side: Side | None) -> Score:
    """Return a score as a side may know it: under fog without the enemy's figures, for no side without any."""
    if not options.fog:
        return score
    rebels, empire = side == "rebels", side == "empire"
    return Score(
        score.needed,
        score.rebel_locations if rebels else None,
        score.rebel_units if rebels else None,
        score.empire_locations if empire else None,
        score.empire_units if empire else None,
    )
