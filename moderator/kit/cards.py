"""Cards while a turn is played: a deck, the discarded cards that make a new one, and hands. They change in place."""

from collections.abc import Mapping

from msgspec import Struct

from moderator.core.dice import Stream, Why
from moderator.core.seats import Seat


class Cards(Struct, frozen=True):
    """The lists that cards lie in, the top of the deck first; a game may keep them wherever it likes."""

    deck: list[str]
    discards: list[str]
    hands: Mapping[Seat, list[str]]

    def draw(self, seat: Seat) -> str | None:
        """Let a seat draw the top card and return it; None where the deck is used up."""
        if not self.deck:
            return None
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        return card

    def discard(self, seat: Seat, card: str) -> None:
        """Discard a card of a hand."""
        self.hands[seat].remove(card)
        self.discards.append(card)

    def reshuffle(self, stream: Stream, why: Why) -> None:
        """Shuffle the deck as if nobody ever knew its order; uses the addresses from ``why.n`` on."""
        self.deck[:] = stream.shuffled(sorted(self.deck), why)

    def renew(self, stream: Stream, why: Why) -> None:
        """Shuffle the discarded cards into a new deck; uses the addresses from ``why.n`` on."""
        self.deck[:] = stream.shuffled(sorted(self.discards), why)
        self.discards.clear()
