"""What people at their mail programs write to the moderator, and what lies in their mailboxes."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from email import message_from_bytes
from email.policy import default

from imapclient import IMAPClient
from msgspec import Struct

from moderator.service import proof
from moderator.service.audit.saved_letters import forms
from tests.support.servers.mailservers import MailServers

PLAYERS = {"Ann": "ann", "Bob": "bob"}
"""Who plays, and in which mailbox."""

REQUEST = re.compile(r"<m\.(\d+)\.")
"""How the Message-ID of a letter begins that asks for orders, or tells what is on file."""

_PATIENCE = 60.0


class Written(Struct, frozen=True):
    """A letter that a player wrote: orders, the letter that it answers, what it says to the other one, if anything.

    One without orders says READY. One from a desk has the name under which it was kept in place of a Message-ID.
    """

    message_id: str
    seat: str
    answers: str
    lines: tuple[str, ...]
    press: str = ""

    @property
    def typed(self) -> bool:
        """Whether it was sent from a desk."""
        return not self.message_id.startswith("<")

    @property
    def request(self) -> int:
        """The number of the asking for which the orders are."""
        found = REQUEST.match(self.answers)
        assert found is not None
        return int(found[1])


class Got(Struct, frozen=True):
    """A letter in a mailbox."""

    message_id: str
    in_reply_to: str
    reply_to: str
    subject: str
    text: str


class Box(ABC):
    """A mailbox; what was seen once is not fetched again."""

    def __init__(self) -> None:
        """Begin without letters."""
        self.count = 0
        """How many letters ever came."""
        self.letters: list[Got] = []
        """Those of this round."""

    def look(self) -> list[Got]:
        """Return the letters of this round, those that came meanwhile among them, in the order of their arrival."""
        for raw in self.fetch():
            self.count += 1
            self.letters.append(_got(raw))
        return self.letters

    @abstractmethod
    def fetch(self) -> Iterable[bytes]:
        """Return the letters that came since the last time."""

    @abstractmethod
    def waiting(self) -> int:
        """Return how many letters lie there now."""

    def close(self) -> None:  # noqa: B027 - not every mailbox has a connection
        """Let go of the connection, if there is one."""


class ServerBox(Box):
    """A mailbox on a server, read over one connection."""

    def __init__(self, servers: MailServers, user: str) -> None:
        """Log in."""
        super().__init__()
        self._client = IMAPClient("127.0.0.1", port=servers.imap_port, ssl=False, timeout=_PATIENCE)
        self._client.login(f"{user}@pbem.test", servers.users[user])
        self._client.select_folder("INBOX", readonly=True)
        self._last = 0

    def fetch(self) -> Iterable[bytes]:
        """Return the letters of a higher number than the last."""
        self._client.noop()
        for uid in self._client.search(["UID", f"{self._last + 1}:*"]):
            if uid > self._last:
                self._last = uid
                yield self._client.fetch([uid], ["BODY.PEEK[]"])[uid][b"BODY[]"]

    def waiting(self) -> int:
        """Return how many letters lie there now."""
        self._client.noop()
        return len(self._client.search())

    def close(self) -> None:
        """Log out."""
        self._client.logout()


def text_of(raw: bytes) -> list[str]:
    """Return the lines of a letter's text, or those of its HTML if only that shows a proof."""
    plain, shown = forms(raw)
    return shown if shown and not proof.read(plain) else plain


def _got(raw: bytes) -> Got:
    letter = message_from_bytes(raw, policy=default)
    return Got(
        message_id=str(letter["Message-ID"]),
        in_reply_to=str(letter["In-Reply-To"] or ""),
        reply_to=str(letter["Reply-To"]),
        subject=str(letter["Subject"]),
        text="\n".join(text_of(raw)),
    )
