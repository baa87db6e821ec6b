"""What a GM may change in the course of a match, and what lies open once he has ended it."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Outcome, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.events.gm import CardGiven
from moderator.games.buck_rogers_revised.events.status import HandsShown
from moderator.games.buck_rogers_revised.faults import RevisedFault
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.language import CARD, PHRASES
from moderator.games.buck_rogers_revised.rules.play import after, end_moves
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.pieces import PAINTS
from moderator.games.solar_system.rules import standing
from moderator.games.solar_system.rules.amend import RULES, BoardAmendment, slots_of
from moderator.kit.amend import Amendments, Refuse, SetOption, ends_the_match


class GiveCard(Order, frozen=True, kw_only=True):
    """Give a seat a territory card of the discarded ones, or another seat's."""

    syntax: ClassVar[tuple[str, ...]] = ("GIVE {card} TO {seat}",)

    card: str
    seat: Seat


Amendment: TypeAlias = BoardAmendment | GiveCard | SetOption

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


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none."""
    turn = Turn(state, {}, dice)
    _AMENDMENTS.carry_out(turn, amendments, Fault.MATCH_OVER if state.outcome else None)
    if state.turn:
        standing.hand_over_kilsats(turn)
        standing.drop_out(turn)
        end_moves(turn)
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


def _last_turns(turn: Turn, options: Options) -> dict[str, int]:
    """Return the last turn by each option that makes one; after ``end_turn`` a match goes on by a tie alone."""
    ends = options.length == "nine" and options.end_turn >= max(turn.turn, 1)
    limit = {"turn_limit": max(options.turn_limit, turn.turn)} if options.turn_limit else {}
    return ({"end_turn": options.end_turn} if ends else {}) | limit


_AMENDMENTS: Amendments[Amendment] = Amendments(
    {**RULES, GiveCard: _give},
    {**slots_of(PHRASES, PAINTS), "card": CARD, "seat": PHRASES.seat},
    Options,
    FIXED,
    ends_the_match(_last_turns, ("end_turn", "turn_limit"), Fault.IDLE_OPTION),
)
GM = _AMENDMENTS.language
"""The language of amendments."""


def open_secrets(state: State, outcome: Outcome) -> Resolution[State]:
    """Tell what everybody had in hand."""
    hands = tuple((seat, side.hand) for seat, side in zip(state.seats, state.sides, strict=True))
    return Resolution(replace(state, outcome=outcome), (HandsShown(hands=hands),))
