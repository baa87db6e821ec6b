"""The bot that looks ahead: it plays plans of several tempers out against what others may do, and takes the best."""

from itertools import islice

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.buck_rogers_revised.seat.bots.captain import Captain
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.seat.bots import warlord as shared
from moderator.games.solar_system.seat.bots.captain import Temper

_PLANS = (
    Captain(),
    *(
        Captain(Temper(odds, thrift, guard, invests=invests), bids=bids)
        for odds, thrift, guard, invests, bids in (
            (1.5, 0.35, 1, True, False),
            (1.1, 0.2, 0, False, True),
            (1.8, 0.35, 3, True, True),
            (2.2, 0.35, 1, False, True),
        )
    ),
)


class Warlord(shared.Warlord[View, RevisedOrder]):
    """A player that imagines the step."""

    def __init__(self) -> None:
        """Compare five tempers; the others are thought to be captains."""
        super().__init__(_PLANS, Captain(), ("turn", "moves"))

    def guess(self, view: View, seat: Seat) -> View:
        """Return what another seat may see: the same board, and some of the cards that are nowhere to be seen."""
        unseen = (card for card in TERRITORIES if card not in {*view.discards, *view.hand})
        hands = [hand if hand.cards else replace(hand, cards=tuple(islice(unseen, hand.count))) for hand in view.hands]
        return replace(super().guess(view, seat), hands=tuple(hands))
