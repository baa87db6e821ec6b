"""The small doors between the service and the world: what passes through them, and who stands behind."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from msgspec import Struct

FORUM = "forum:"
"""How the transport of a letter begins that came from a forum, and where one goes to; the forum's name follows."""


WEB = "web"
"""The transport of what was typed on the web desk."""


class Delivery(Struct, frozen=True, kw_only=True):
    """One raw letter as a transport handed it over.

    ``origin`` is unique within ``transport`` (``"INBOX;1699;42"``, a file's name); ``arrived`` is aware and the
    server's own time of arrival (a file's mtime). ``trusted`` means that only somebody with the operator's access
    could have brought it (a file dropped into ``orders/inbox/``).
    """

    transport: str
    origin: str
    arrived: datetime
    raw: bytes
    trusted: bool = False


class Picture(Struct, frozen=True):
    """A picture shown inside the HTML part by ``cid:``; ``alt`` is its text.

    ``narrow`` tells that its words can be read in half the width of a letter.
    """

    cid: str
    png: bytes
    alt: str
    narrow: bool = False


class Attachment(Struct, frozen=True):
    """A file that comes with a letter; ``mime`` such as ``"application/pdf"`` or ``"text/calendar"``."""

    name: str
    mime: str
    data: bytes


class Words(Struct, frozen=True):
    """A letter as its reader sees it: the text alone is complete, the HTML says the same."""

    subject: str
    text: str
    html: str = ""
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()


class Posting(Struct, frozen=True, kw_only=True):
    """Where a letter stands as a post: in a ``thread`` of a ``forum``, or in a new one with ``member``.

    ``forum`` is its name in the operator's file. ``account`` is the member's number there, empty while only the name
    is known. ``ref`` ends the post and makes it known again; ``again`` tells that the post may be there already.
    ``into`` is the ref of a post that is written anew in place of a new one, as long as it stands in the thread.
    """

    forum: str
    member: str
    account: str = ""
    thread: str = ""
    title: str
    ref: str
    again: bool = False
    into: str = ""


class Dispatch(Struct, frozen=True, kw_only=True):
    """A letter ready for the transport, with everything that its headers say.

    ``sender`` is the envelope's return path (VERP), ``message_id`` and ``references`` come with angle brackets.
    ``auto`` is the value of ``Auto-Submitted``. ``list_help`` and ``list_unsubscribe`` are links (RFC 2369); one with
    https takes a form that is sent without looking (RFC 8058).
    """

    key: str
    words: Words
    from_name: str
    from_address: str
    sender: str
    to: tuple[str, ...]
    reply_to: str
    message_id: str
    date: datetime
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    auto: str = "auto-generated"
    list_id: str = ""
    list_help: tuple[str, ...] = ()
    list_unsubscribe: tuple[str, ...] = ()
    feedback_id: str = ""
    posting: Posting | None = None
    """Set for a post; addresses are empty then."""


class DeliveryStatus(StrEnum):
    """What became of a dispatch on the transport."""

    SENT = "sent"
    LATER = "later"
    """Not now (4xx, no connection): the same letter is tried again."""
    REFUSED = "refused"
    """Never (5xx): the GM is told."""


class Posted(Struct, frozen=True):
    """The thread of a forum that a post stands in, and the number of the account that it is for."""

    forum: str
    thread: str
    account: str


class Sent(Struct, frozen=True):
    """The answer of a transport to one dispatch; ``detail`` is fit for a log.

    ``stands`` is where a post stands. ``readers`` are the accounts, by name, that read a seat's thread and may not: the
    letter waits until they have left it. ``alone`` tells that its player has left. ``transports`` are those that have
    taken a letter that goes by several.
    """

    status: DeliveryStatus
    detail: str = ""
    stands: Posted | None = None
    readers: tuple[str, ...] = ()
    alone: bool = False
    transports: tuple[str, ...] = ()


Keep = Callable[[Sequence[Delivery]], Sequence[object]]
"""Keeps deliveries durably and together; once it returns, the server's copies may be moved.

Its answers stand in the order of the deliveries. An exception says that this one could not be kept and stays where it
is, False that it belongs with what failed; anything else is good. Never raises for one delivery.
"""


class Inbound(Protocol):
    """A transport that brings letters."""

    def drain(self, keep: Keep) -> int:
        """Fetch everything that is there now, keep each letter, move it away; return how many were kept."""
        ...


class Outbound(Protocol):
    """A transport that takes letters."""

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Send letters, in any order; the answers stand in the order of the dispatches. Never raises for one letter."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...


class ChatKind(StrEnum):
    """The kind of a place that takes chat notices."""

    NTFY = "ntfy"
    DISCORD = "discord"
    MATRIX = "matrix"
    JSON = "json"


class ChatMessage(Struct, frozen=True, kw_only=True):
    """A chat notice ready to go to a ``url``, which is a secret: a title, a few lines, and perhaps a link.

    ``key`` is the message's own name, the same at every try. With ``edits`` it replaces what went under that name
    before; ``remote`` is the service's name of that, where it has told one. ``facts`` are for programs.
    """

    url: str
    kind: ChatKind
    key: str
    title: str
    lines: tuple[str, ...]
    link: str = ""
    edits: bool = False
    remote: str = ""
    facts: dict[str, str | int | bool | None] = {}

    def __repr__(self) -> str:
        return f"ChatMessage(key={self.key!r}, kind={self.kind.value!r})"


class ChatTrouble(StrEnum):
    """What was wrong with a chat notice that did not go; templates word it."""

    PRIVATE = "private"
    """The host has an address that is not public."""
    REDIRECT = "redirect"
    UNKNOWN_HOST = "unknown-host"
    NO_CONNECTION = "no-connection"
    CERTIFICATE = "certificate"
    TIMEOUT = "timeout"
    ANSWER = "answer"
    """It answered with a status that says no."""
    BAD_URL = "bad-url"
    FAULT = "fault"
    """A fault of ours."""


class ChatSent(Struct, frozen=True, kw_only=True):
    """What became of a chat notice; ``number`` is the HTTP status, 0 without an answer.

    ``after`` is how many seconds the service asks us to wait before the next try. ``remote`` is as in ChatMessage.
    """

    status: DeliveryStatus
    trouble: ChatTrouble | None = None
    number: int = 0
    after: float = 0.0
    remote: str = ""


class ChatOutbound(Protocol):
    """A transport that takes chat notices."""

    async def send(self, message: ChatMessage) -> ChatSent:
        """Send one message, within a bounded time. Never raises for what the other side does."""
        ...


class Renderer(Protocol):
    """Turns the facts of a letter into words and pictures."""

    def render(self, letter: Any) -> Words:  # noqa: ANN401 - one of the Structs of service.facts, which is above us
        """Render one letter; raises TemplateFault if a template of the operator's is to blame."""
        ...


class TemplateFault(Exception):  # noqa: N818 - the fault is the template's
    """A template failed; the text names file and line."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the aware time in UTC."""
        ...
