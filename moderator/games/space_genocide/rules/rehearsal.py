"""A seat's Transport Phase line by line on a supposed position, as if nobody else acted or answered.

Only what its own fleets, all markers and its own cards decide is carried out: neither its own moves nor a card that is
played on own fleets ask for anything that the position had to invent.
"""

from collections.abc import Callable, Mapping, Sequence

from moderator.core.dice import Dice
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.core.trial import branch
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.orders.types import GenocideOrder, Play, PlayWhen
from moderator.games.space_genocide.rules import playing
from moderator.games.space_genocide.rules.cards import EFFECTS
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.rules.steps import transport
from moderator.games.space_genocide.rules.table import lay_out
from moderator.games.space_genocide.seat.plan import Foreseen
from moderator.games.space_genocide.tables import CARD


class Rehearsal:
    """The table on which a seat's lines are tried out."""

    def __init__(self, state: State, seat: Seat, dice: Dice) -> None:
        """Lay out a position with nobody's turn but the seat's, and no cards that wait."""
        self._turn, self._seat = lay_out(state, dice, playing.offer), seat
        self._turn.order = (seat,)
        self._turn.doctrine = dict.fromkeys(self._turn.seats, ())

    @property
    def fleets(self) -> Mapping[int, Squadron]:
        """The seat's fleets by number, as the lines have put them so far."""
        return {squadron.number: squadron for squadron in self._turn.own(self._seat)}

    def carry_out(self, order: GenocideOrder, ahead: Sequence[GenocideOrder] = ()) -> tuple[Foreseen, ...]:
        """Do what a line says in its place among the moves; return what comes of it for the seat's fleets."""
        if isinstance(order, Play | PlayWhen) and not _is_foreseeable(order):
            return ()
        self._turn.order_sets, self._turn.filed = {self._seat: (order,)}, None
        self._turn.ahead = {self._seat: tuple(ahead)}
        return self._own_events(lambda: transport.carry_out(self._turn, self._seat, order))

    def go_on(self) -> tuple[Foreseen, ...]:
        """Let fleets that are under way use the points that they have left."""
        return self._own_events(lambda: transport.go_on(self._turn, self._seat))

    def finds(self, order: Play, ahead: Sequence[GenocideOrder] = ()) -> bool:
        """Tell whether a card finds something to be played on, as far as that can be foreseen."""
        self._turn.ahead = {self._seat: tuple(ahead)}
        playing_it, moment = Playing(self._seat, order), Moment("order", seat=self._seat, order=order)
        return not _is_foreseeable(order) or EFFECTS[order.card].fits(self._turn, playing_it, moment)

    def _own_events(self, step: Callable[[], None]) -> tuple[Foreseen, ...]:
        events: list[Event] = self._turn.events
        events.clear()
        with branch():
            step()
        return tuple(event for event in events if isinstance(event, Foreseen) and event.seat == self._seat)


def _is_foreseeable(order: Play | PlayWhen) -> bool:
    """Tell whether a card is played at its line, on fleets or ships of the seat's own."""
    card = CARD[order.card]
    return isinstance(order, Play) and card.at == "order" and card.on.startswith("own-")
