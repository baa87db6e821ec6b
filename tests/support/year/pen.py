"""What people write: their letters as bytes, with what each is meant to do."""

from datetime import datetime

from msgspec import Struct

from tests.support.harm import OURS
from tests.support.year.club import Person
from tests.support.year.mailbag import Got

GREETING = "Hello,"
UNCLEAR = "Same as before for the others."
"""A line that may be meant as an order: its author is asked, and the turn waits."""


class Written(Struct, frozen=True, kw_only=True):
    """A letter of a person's: about a match in answer to a request for orders there, or about no seat."""

    number: int
    person: Person
    at: datetime
    lines: tuple[str, ...]
    match: str = ""
    seat: str = ""
    request: int = 0
    orders: bool = False
    """It holds a whole set of orders."""
    unclear: bool = False
    """It holds a line that cannot be read."""
    wait: bool = False
    ready: bool = False
    answers: bool = False
    """It answers a letter, which proves who wrote it."""
    about: str = ""
    """What else it is for: ``join``, ``muster`` and the like."""
    wish: str = ""
    """The seat that its author would like in an open match, said here or in the question that it answers."""

    @property
    def message_id(self) -> str:
        """What its answer names."""
        return f"<{self.number}.letter@club.test>"


def raw(written: Written, answers: Got | None, to: str) -> bytes:
    """Return a letter as a mail program sends it."""
    person = written.person
    head = {
        "From": f"{person.name} <{person.address}>",
        "To": answers.dispatch.reply_to if answers else to,
        "Subject": f"Re: {answers.dispatch.words.subject}" if answers else "a letter",
        "Message-ID": written.message_id,
        "In-Reply-To": answers.dispatch.message_id if answers else "",
        "References": " ".join((*answers.dispatch.references, answers.dispatch.message_id)) if answers else "",
        "Authentication-Results": f"{OURS}; dmarc=pass header.from=club.test" if person.vouched else "",
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines = [*(f"{name}: {value}" for name, value in head.items() if value), "", *written.lines, ""]
    return "\r\n".join(lines).encode()
