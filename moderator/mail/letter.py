"""Raw bytes to a letter that the desk can act on; pure, and never raises whatever the bytes."""

import hashlib
import re
from collections.abc import Collection, Sequence
from datetime import datetime
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32

from msgspec import Struct
from msgspec.structs import replace

from moderator.language.reading.text_lines import TextLine
from moderator.mail.headers import Headers, Mailbox, date_of, mailboxes, message_ids, plain, recipients
from moderator.mail.html import BodyLine
from moderator.mail.kinds import Bounce, BounceReport, Kind, is_perhaps_written, kind_of, read_bounce
from moderator.mail.proof import Proof, read_proof
from moderator.mail.text import Bounds, TooMuch, read_text

__all__ = [
    "Bounce",
    "Bounds",
    "Copy",
    "Kind",
    "Mailbox",
    "Proof",
    "ReadLetter",
    "number_lines",
    "read_copy",
    "read_head",
    "read_letter",
]

_CONTENT_FIELDS = ("from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id", "in-reply-to")
_BOUNDARIES = re.compile(rb"boundary[\s*0-9]{0,9}=", re.IGNORECASE)
_TYPES = re.compile(rb"^content-[a-z-]{1,30}[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_LONGEST_TYPE = 2_000
_SHORTEST_LINES = 40
"""A letter whose lines are shorter than this on the average, and many, is nobody's."""

_MOST_SHORT = 50_000
_LEADING_LINES = re.compile(rb"(?:[ \t]*\r?\n)*(?:>?From [^\n]*\n)?")
_BLANK_BEFORE_COLON = re.compile(rb"^([A-Za-z][A-Za-z0-9-]{0,60})[ \t]+:", re.MULTILINE)
_RETURNS = re.compile(rb"(?<!\r)\r{2,}+(?=\n)")
_LONGEST_HEAD = 200_000


class ReadLetter(Struct, frozen=True, kw_only=True):
    """A letter as read.

    ``perhaps_written``: it is automatic or bulk by marks that a person's letter may have, too.
    ``sender`` is what From claims; ``proof`` tells what our server knows about it. ``recipients`` are all addresses
    that it was sent or delivered to, for reply tags. ``lines`` are the writer's and the quoted ones, numbered from 1.
    ``lone`` are the numbers of those that only one version of the letter holds, text or HTML, and ``other`` the lines
    that only the version holds which is not read. ``over_limit`` names the limit (``size parts depth lines``) that was
    passed: then there are no lines, and the letter gets one calm answer. ``documents`` and ``pictures`` name attached
    files that are not read. ``faults`` are codes of what could not be read (``encrypted winmail forwarded
    attachment-size unread-kind unreadable``). ``bounces`` and ``bounce_of`` (a Message-ID of ours) are filled for
    bounces. ``whole``: its orders are all that its writer wants, with numbers or without.
    ``claimed_seat`` (``match.seat``) is only to be believed of a trusted delivery.
    """

    kind: Kind
    perhaps_written: bool = False
    message_id: str | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    sender: Mailbox | None = None
    reply_to: Mailbox | None = None
    recipients: tuple[str, ...] = ()
    subject: str = ""
    date: datetime | None = None
    lines: tuple[TextLine, ...] = ()
    lone: frozenset[int] = frozenset()
    whole: bool = False
    other: tuple[TextLine, ...] = ()
    truncated: bool = False
    over_limit: str | None = None
    faults: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    bounces: tuple[Bounce, ...] = ()
    bounce_of: str | None = None
    proof: Proof = Proof()
    claimed_seat: str | None = None

    @property
    def address(self) -> str:
        """The address that From claims, in lower case; empty for none."""
        return self.sender.address.lower() if self.sender else ""

    @property
    def sender_name(self) -> str:
        """The name that From claims, in one line; empty if it claims none."""
        return " ".join(self.sender.name.split()) if self.sender else ""

    @property
    def thread(self) -> tuple[str, ...]:
        """The Message-IDs of the letters before it, the one that it answers last."""
        return (*self.references, self.in_reply_to) if self.in_reply_to else self.references

    @property
    def own_subject(self) -> str:
        """The subject without what mail programs and we put before it."""
        return _BEFORE_SUBJECT.sub("", self.subject, count=1)


_BEFORE_SUBJECT = re.compile(
    r"(?:\s*(?:re|aw|fwd?|sv|vs|antw|odp)\s*(?:\[\d+\])?\s*:|\s*\[[^\]]*\])*\s*", re.IGNORECASE
)


_MARKS = re.compile(r"\[[^\]]*\]")


class Copy(Struct, frozen=True):
    """What two copies of one letter that took different roads have in common."""

    message_id: str | None
    fingerprint: str


def read_copy(raw: bytes, limits: Bounds | None = None) -> Copy:
    """Read by what a letter is known again: a few fields of its head, and its body unread; never raises."""
    limits = limits or Bounds()
    raw = _repair_head(raw.replace(b"\0", b""))
    try:
        headers = _headers(raw, limits)
        return Copy(_message_id(headers), _fingerprint(headers, raw))
    except Exception:  # noqa: BLE001 - as in read_letter
        return Copy(None, _hash(raw))


def read_head(head: bytes) -> Headers:
    """Read the head of a letter, or some lines of it, as it is read of a whole letter; never raises."""
    try:
        return _headers(_repair_head(head.replace(b"\0", b"")), Bounds())
    except Exception:  # noqa: BLE001 - as in read_letter
        return Headers(Message())


def read_letter(
    raw: bytes, limits: Bounds | None = None, *, own: Collection[str] = (), authserv_id: str = ""
) -> ReadLetter:
    """Read a letter; never raises.

    ``own`` are the moderator's addresses in lower case, without tags: letters from them are ``Kind.OWN``.
    ``authserv_id`` is the name under which our own mail server writes Authentication-Results; empty: none is
    believed.
    """
    limits = limits or Bounds()
    raw = _repair_head(raw)
    letter = ReadLetter(kind=Kind.LETTER)
    try:
        excess = _exceeded_limit(raw, limits)
        message = None if excess else _parse(raw)
        headers = _headers(raw, limits) if message is None else Headers(message)
        letter = replace(_with_headers(letter, headers, authserv_id), kind=kind_of(Message(), headers, own))
        if excess:
            return replace(letter, over_limit=excess)
        return _with_content(letter, message, headers, raw, limits, own)
    except Exception:  # noqa: BLE001 - the parsers below raise what they like on hostile bytes
        if b"\0" in raw:
            return read_letter(raw.replace(b"\0", b""), limits, own=own, authserv_id=authserv_id)
        return replace(letter, faults=(*letter.faults, "unreadable"))


def _headers(raw: bytes, limits: Bounds) -> Headers:
    """Return the head of a letter."""
    return Headers(BytesHeaderParser(policy=compat32).parsebytes(raw[: limits.size]))


def _message_id(headers: Headers) -> str | None:
    return next(iter(message_ids(headers.first("message-id"))), None)


def _repair_head(raw: bytes) -> bytes:
    """Mend what gateways do to the head of a letter, where the parser would take all below for the body.

    That is: blank lines and mailbox lines above it, blanks before colons, line ends with several carriage returns.
    """
    raw = _LEADING_LINES.sub(b"", raw, count=1)
    if _RETURNS.search(_split_head(raw)[0][:_LONGEST_HEAD]):
        raw = _LEADING_LINES.sub(b"", _RETURNS.sub(b"\r", raw), count=1)
    head, gap, body = _split_head(raw)
    return _BLANK_BEFORE_COLON.sub(rb"\1:", head) + gap + body if len(head) < _LONGEST_HEAD else raw


def _split_head(raw: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the head of a letter, the blank line and the body."""
    return raw.partition(b"\r\n\r\n" if b"\r\n\r\n" in raw[:_LONGEST_HEAD] else b"\n\n")


def _exceeded_limit(raw: bytes, limits: Bounds) -> str | None:
    """Name the limit that a letter passes so far that it is not even parsed (parsing nests as the letter does)."""
    if len(raw) > limits.size:
        return "size"
    if raw.count(b"\n") > max(_MOST_SHORT, len(raw) // _SHORTEST_LINES):
        return "lines"
    return "parts" if sum(1 for _ in _BOUNDARIES.finditer(raw)) > limits.parts else None


def _with_headers(letter: ReadLetter, headers: Headers, authserv_id: str) -> ReadLetter:
    """Fill in what the headers tell."""
    senders = mailboxes(headers.all("from"))
    return replace(
        letter,
        message_id=_message_id(headers),
        in_reply_to=next(iter(message_ids(headers.first("in-reply-to"))), None),
        references=message_ids(headers.first("references")),
        sender=next(iter(senders), None),
        reply_to=next(iter(mailboxes(headers.all("reply-to"))), None),
        recipients=recipients(headers),
        subject=plain(headers.first("subject")),
        date=date_of(headers.first("date")),
        proof=read_proof(headers, authserv_id) if len(senders) == 1 else Proof(),
        claimed_seat=plain(headers.first("x-moderator-seat")) or None,
    )


def _parse(raw: bytes) -> "Message[str, str] | None":
    """Return a letter with all its parts, None if the parser fails on it."""
    try:
        return BytesParser(policy=compat32).parsebytes(_TYPES.sub(_shorten, raw) if len(raw) > _LONGEST_TYPE else raw)
    except Exception:  # noqa: BLE001 - it raises what it likes on hostile bytes
        return None


def _with_content(  # noqa: PLR0917 - one private step with all that is known so far
    letter: ReadLetter,
    message: "Message[str, str] | None",
    headers: Headers,
    raw: bytes,
    limits: Bounds,
    own: Collection[str],
) -> ReadLetter:
    """Fill in what needs the body."""
    if message is None:
        raise ValueError("no parser takes these bytes")
    kind = kind_of(message, headers, own)
    letter = replace(letter, kind=kind, perhaps_written=is_perhaps_written(kind, message, headers))
    if kind is Kind.BOUNCE:
        returned: BounceReport = read_bounce(message, raw)
        letter = replace(letter, bounces=returned.bounces, bounce_of=returned.message_id)
    try:
        text = read_text(message, limits)
    except TooMuch as limit:
        return replace(letter, over_limit=str(limit))
    written = (*_said_by_button(letter), *text.lines)
    lines, truncated = number_lines(written, limits)
    return replace(
        letter,
        lines=lines,
        lone=frozenset(line.number for line, read in zip(lines, written, strict=True) if read.lone),
        other=tuple(replace(line, number=len(lines) + line.number) for line in number_lines(text.other, limits)[0]),
        truncated=truncated,
        faults=tuple(text.faults),
        documents=tuple(text.documents),
        pictures=tuple(text.pictures),
    )


def _said_by_button(letter: ReadLetter) -> tuple[BodyLine, ...]:
    """Return the word that a mail program's button put into the subject (RFC 2369, 3.2), whatever it wrote below.

    A subject that answers another is somebody's own.
    """
    word = _MARKS.sub("", letter.subject).strip().upper()
    return (BodyLine(word, 0),) if word == "UNSUBSCRIBE" else ()


def number_lines(lines: Sequence[BodyLine], limits: Bounds) -> tuple[tuple[TextLine, ...], bool]:
    """Return the lines of a letter numbered from 1, none longer than allowed, and whether any was."""
    cut = any(len(line.text) > limits.columns for line in lines)
    return tuple(TextLine(at, line.text[: limits.columns], line.depth) for at, line in enumerate(lines, 1)), cut


def _shorten(field: re.Match[bytes]) -> bytes:
    """Cut a field that tells the type of a part, where it is of a length that the library takes minutes for."""
    if len(field[0]) <= _LONGEST_TYPE:
        return field[0]
    name, colon, value = field[0][:_LONGEST_TYPE].partition(b":")
    return name + colon + value.rpartition(b";")[0]  # never an empty line, which would end the head


def _fingerprint(headers: Headers, raw: bytes) -> str:
    """Hash what the writer's program made: no trace headers, no kind of line ending, no trailing blank lines."""
    unified = raw.replace(b"\r\n", b"\n")
    body = unified.partition(b"\n\n")[2].rstrip()
    told = [f"{name}:{' '.join(value.split())}" for name in _CONTENT_FIELDS for value in headers.all(name)]
    return _hash("\n".join(told).encode("utf-8", "surrogateescape") + b"\n\n" + body)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
