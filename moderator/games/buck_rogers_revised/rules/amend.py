"""What a GM may change in the course of a match."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from moderator.core.dice import Dice
from moderator.core.game import Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.events.gm import CardGiven
from moderator.games.buck_rogers_revised.faults import RevisedFault
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.language import CARD, SAID
from moderator.games.buck_rogers_revised.rules.play import after
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.pieces import PAINTS
from moderator.games.solar_system.rules import standing
from moderator.games.solar_system.rules.amend import BOARD_AMENDMENTS, BoardAmendment, carry_out, slots_of
from moderator.kit.amend import Refuse, SetOption, option_slots, refusal, with_option
from moderator.language.grammar.language import Language


class GiveCard(Order, frozen=True, kw_only=True):
    """Give a seat a territory card of the discarded ones, or another seat's."""

    syntax: ClassVar[tuple[str, ...]] = ("GIVE {card} TO {seat}",)

    card: str
    seat: Seat


Amendment: TypeAlias = BoardAmendment | GiveCard | SetOption
AMENDMENTS: tuple[type[Amendment], ...] = (*BOARD_AMENDMENTS, GiveCard, SetOption)

FIXED = (
    "tempo",
    "length",
    "colours",
    "neutral",
    "optional_leaders",
    "saturn",
    "pass_card",
    "mulligan",
    "hand",
    "start_stack",
    "sun_links",
)
"""Options that made the match what it is, and cannot change any more."""

CHANGEABLE = tuple(name for name in Options.__struct_fields__ if name not in FIXED)

GM: Language[Amendment] = Language(
    AMENDMENTS, {**slots_of(SAID, PAINTS), "card": CARD, "seat": SAID.seat, **option_slots(CHANGEABLE)}
)
"""The language of amendments."""


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none."""
    turn = Turn(state, {}, dice)
    for index, amendment in enumerate(amendments):
        refuse = refusal(index)
        if state.outcome:
            refuse(Fault.MATCH_OVER)
        if isinstance(amendment, SetOption):
            turn.options, told = with_option(turn.options, amendment, CHANGEABLE, refuse)
            turn.say(told)
        elif isinstance(amendment, GiveCard):
            _give(turn, amendment, refuse)
        else:
            carry_out(turn, amendment, refuse)
    if state.turn:
        standing.hand_over_kilsats(turn)
        standing.drop_out(turn)
    return Resolution(after(turn), tuple(turn.events))


def _give(turn: Turn, wish: GiveCard, refuse: Refuse) -> None:
    """Give a card; where it was is seen by all, so it may come from the discarded ones or from a hand alone."""
    hands = turn.cards.hands
    if wish.seat not in hands:
        refuse(Fault.NO_SUCH_SEAT_HERE, seat=wish.seat, known=tuple(hands))
    origin = next((seat for seat, own in hands.items() if wish.card in own), "")
    pile = hands[origin] if origin else turn.cards.discards
    if wish.card not in pile or not turn.turn:
        refuse(RevisedFault.CARD_IN_DECK, card=wish.card)
    pile.remove(wish.card)
    hands[wish.seat].append(wish.card)
    turn.say(CardGiven(seat=wish.seat, card=wish.card, origin=origin))
