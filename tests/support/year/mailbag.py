"""What goes out: every letter with the facts that it tells, worded for some matches, and a relay that may be down."""

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from moderator.ports import DeliveryStatus, Dispatch, Sent, Words
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import FrozenClock
from moderator.service.facts import Digest, GmDigest, LetterFacts, Memo, Stranger, TurnReport, Welcome
from moderator.transport.composing import compose


class Told(str):
    """The text of a letter, which remembers the facts that it tells."""

    __slots__ = ("facts",)
    facts: LetterFacts


class Got(Struct, frozen=True):
    """A letter that arrived: when, at which address, what it tells, and how to answer it."""

    at: datetime
    to: str
    facts: LetterFacts
    dispatch: Dispatch


class Wording:
    """A renderer that words the letters about some matches, and of all others keeps the facts alone."""

    def __init__(self, clock: FrozenClock, worded: Collection[str]) -> None:
        """Word what is about some matches, and what is about none."""
        self._worded = worded
        self._mail = MailRenderer(clock)
        self.count = 0
        """How many letters were worded."""

    def render(self, letter: LetterFacts) -> Words:
        """Return a letter whose text remembers its facts."""
        if _matches(letter) <= {*self._worded}:
            words = self._mail.render(_without_files(letter))
            assert words.subject, letter
            assert words.text.strip(), letter
            self.count += 1
        else:
            words = Words("unworded", "unworded")
        text = Told(words.text)
        text.facts = letter
        return Words(words.subject, text, words.html, words.pictures, words.attachments)


def _without_files(letter: LetterFacts) -> LetterFacts:
    """Return a letter to be worded without the printed report."""
    if not isinstance(letter, Welcome | TurnReport):
        return letter
    return replace(letter, head=replace(letter.head, attachments=False))


def _matches(letter: LetterFacts) -> set[str]:
    """Return the matches that a letter is about."""
    if isinstance(letter, Stranger | GmDigest):
        return set()
    if isinstance(letter, Memo):
        return {letter.match} - {""}
    if isinstance(letter, Digest):
        return {seat.head.match for seat in letter.seats}
    return {letter.head.match} - {""}


class Mailbag:
    """An ``Outbound``: letters arrive at once, unless the relay is down."""

    def __init__(self, clock: FrozenClock) -> None:
        """Begin with an empty bag."""
        self._clock = clock
        self._bag: list[Got] = []
        self.is_down = False

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Take letters, or tell to come again."""
        return [self._take(dispatch) for dispatch in dispatches]

    def _take(self, dispatch: Dispatch) -> Sent:
        if self.is_down:
            return Sent(DeliveryStatus.LATER, "421 come again")
        (to,), text = dispatch.to, dispatch.words.text
        assert isinstance(text, Told), dispatch
        if dispatch.words.html:
            compose(dispatch)
        self._bag.append(Got(self._clock.now(), to, text.facts, dispatch))
        return Sent(DeliveryStatus.SENT)

    async def close(self) -> None:
        """Nothing is open."""

    def empty(self) -> list[Got]:
        """Return what arrived since the last time."""
        taken, self._bag = self._bag, []
        return taken
