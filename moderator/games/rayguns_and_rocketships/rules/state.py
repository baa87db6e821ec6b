"""The full position of a match."""

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.pieces import Position
from moderator.games.rayguns_and_rocketships.seat.view import Phase, RoundNote, Secret


class State(Struct, frozen=True, kw_only=True):
    """Everything there is to know; what nobody but a seat knows is in ``secrets`` and ``decks``, by seat.

    ``round`` and ``turn`` are those that letters are awaited for: 0 and 1 at the set-up, ``turn`` is 1 but for
    ``tempo = "turns"``; both stay when ``outcome`` is there. ``decks`` have the next Star card first. ``idle`` counts
    Rounds without a point.
    """

    options: Options
    seats: tuple[Seat, ...]
    round: int
    turn: int
    phase: Phase
    position: Position
    secrets: dict[Seat, Secret]
    decks: dict[Seat, tuple[str, ...]]
    idle: int = 0
    history: tuple[RoundNote, ...] = ()
    outcome: Outcome | None = None

    def in_play(self) -> tuple[Seat, ...]:
        """Return the seats that have figures."""
        playing = {figure.seat for figure in self.position.figures}
        return tuple(seat for seat in self.seats if seat in playing)
