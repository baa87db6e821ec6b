"""How Rebel factions plan together: what an order set tells allies, and the view of a seat that was told."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from moderator.core.game import Concert
from moderator.core.seats import Seat
from moderator.games.rebel_commander.orders.types import AnyMove, Attack, Move, RebelOrder
from moderator.games.rebel_commander.seat.view import Intent, View


def allies(view: View) -> tuple[Seat, ...]:
    """Return the other seats of the viewer's side that have units."""
    return tuple(seat for seat in view.in_play if view.side and view.is_friend(seat) and seat != view.who)


def intents(orders: Sequence[RebelOrder]) -> tuple[AnyMove | Attack, ...]:
    """Return the attacks of an order set, with the moves before them that bring units there."""
    attacks = [order for order in orders if isinstance(order, Attack) and order.number]
    moves = [order for order in orders if isinstance(order, Move) and order.number]
    brought = [move for move in moves if any(move.goal == at.place and move.number < at.number for at in attacks)]
    return tuple(sorted((*brought, *attacks), key=attrgetter("number")))


def with_plans(view: View, plans: Mapping[Seat, Sequence[RebelOrder]]) -> View:
    """Return the view of a seat that knows its allies' plans; what others say is left out."""
    known = (Intent(seat, order) for seat in allies(view) for order in intents(plans.get(seat, ())))
    return replace(view, intents=tuple(known))


CONCERT: Concert[View, RebelOrder] = Concert(allies=allies, intents=intents, with_plans=with_plans)
