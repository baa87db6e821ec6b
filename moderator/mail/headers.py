"""Header fields as people's programs really write them, decoded without ever raising."""

import base64
import binascii
import quopri
import re
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime

from msgspec import Struct

from moderator.mail.charset import UNSEEN, decode_text

_ENCODED_WORD = re.compile(r"=\?([\w.:+-]{1,60})(?:\*[\w-]*)?\?([bq])\?([^?\r\n]*)\?=", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?)")
_FOLD = re.compile(r"\r?\n[ \t]?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MESSAGE_ID = re.compile(r"<([^<>\s\x00-\x1f\x7f-\x9f]{1,500})>")
_MARKS = re.compile(r'["(<,;]')
_QUOTED = re.compile(r'(?:\\.|[^"\\])*', re.DOTALL)
_BRACKETS = re.compile(r"\\.|[()]", re.DOTALL)
_SEPARATORS = re.compile(r"[\s<>()\[\],;:\\\"]+")
_HOST_PART = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_PLAIN_ADDRESS = re.compile(rf"[!#-'*+.-9=?^-~-]{{1,64}}@{_HOST_PART}(?:\.{_HOST_PART})+")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
_UNSEEN = re.compile(rf"[{UNSEEN}\x80-\x9f]")
RECIPIENT_FIELDS = (
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-delivered-to",
    "to",
    "cc",
    "resent-to",
    "resent-cc",
    "resent-bcc",
)
"""The fields that tell to whom a letter was written or delivered, the servers' own first."""

_MOST_ADDRESSES = 100
_LONGEST_ADDRESS = 254
"""As in RFC 5321, 4.5.3.1.3, without the brackets."""
_MOST_FIELDS = 50
_LONGEST_FIELD = 10_000


class Mailbox(Struct, frozen=True):
    """An address in lower case, and the name that stood beside it (maybe empty)."""

    address: str
    name: str = ""


class Headers:
    """The fields of one part, by name without case, as text with 8-bit bytes decoded as well as can be.

    Of one name the topmost fifty are read, and of one field 10,000 characters: no honest letter has more.
    """

    def __init__(self, message: "Message[str, str]") -> None:
        self._fields: dict[str, list[str]] = {}
        self._unfolded: dict[str, list[str]] = {}
        for name, value in message.raw_items():
            fields = self._fields.setdefault(name.lower(), [])
            if len(fields) < _MOST_FIELDS:
                fields.append(str(value)[:_LONGEST_FIELD])

    def all(self, name: str) -> list[str]:
        """Return the fields of a lower-case name, topmost first, unfolded on to one line."""
        if name not in self._unfolded:
            self._unfolded[name] = [_FOLD.sub(" ", _eight_bit(value)) for value in self._fields.get(name, ())]
        return self._unfolded[name]

    def first(self, name: str) -> str:
        """Return the topmost field of a lower-case name, or an empty text."""
        return next(iter(self.all(name)), "").strip()

    def __contains__(self, name: object) -> bool:
        return name in self._fields


def plain(text: str, limit: int = 500) -> str:
    """Return a text fit for one line: encoded words decoded, no control characters, no runs of blanks."""
    decoded = decode_words(text[: limit * 8])
    return " ".join(_CONTROL.sub(" ", decoded).split())[:limit]


def decode_words(text: str) -> str:
    """Decode RFC 2047 words wherever they stand; what cannot be decoded stays as it is.

    Neighbours in one charset are joined as bytes first: clients cut a character between two words.
    """
    if "=?" not in text:
        return text
    text = _BETWEEN_WORDS.sub(r"\1", text)
    out: list[str] = []
    pending: tuple[str, bytes] | None = None
    end = 0
    for found in _ENCODED_WORD.finditer(text):
        charset, raw = found[1].lower(), _word_bytes(found[2], found[3])
        if pending and found.start() == end and pending[0] == charset:
            pending = (charset, pending[1] + raw)
        else:
            out.extend(_flush(pending))
            out.append(text[end : found.start()])
            pending = (charset, raw)
        end = found.end()
    out.extend(_flush(pending))
    out.append(text[end:])
    return "".join(out)


def mailboxes(values: Iterable[str]) -> tuple[Mailbox, ...]:
    """Read address lists tolerantly; what is inside quotes or comments is never taken for an address.

    Nor is what no server would take for one by its length: the databases' indexes would not take it either.
    """
    found: dict[str, Mailbox] = {}
    for value in values:
        for box in _mailboxes(value[:20_000]):
            if len(found) < _MOST_ADDRESSES and len(box.address) <= _LONGEST_ADDRESS:
                found.setdefault(box.address, box)
    return tuple(found.values())


def recipients(headers: Headers) -> tuple[str, ...]:
    """Return every address that the letter was meant for or delivered to, the servers' own words first."""
    values = [value for name in RECIPIENT_FIELDS for value in headers.all(name)]
    return tuple(box.address for box in mailboxes(values))


def detail_of(addresses: Collection[str], address: str) -> str | None:
    """Return what stands after the plus in an address of ours, an empty text if nothing does; None if it is not ours.

    ``addresses`` are ours in lower case; case is ignored.
    """
    local, _, host = address.strip().lower().rpartition("@")
    for own, _, own_host in (one.rpartition("@") for one in addresses):
        if host == own_host and (local == own or local.startswith(f"{own}+")):
            return local[len(own) + 1 :]
    return None


def is_address(text: str) -> bool:
    """Tell whether a text is one mail address, without a name or brackets."""
    return len(text) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(text) is not None


def one_address(text: str) -> str:
    """Return the one address that stands in a text, in lower case; an empty text for none, several or a broken one."""
    found = {word.strip(".!?'").lower() for word in _SEPARATORS.split(text) if "@" in word}
    address = found.pop() if len(found) == 1 else ""
    return address if _PLAIN_ADDRESS.fullmatch(address) and len(address) <= _LONGEST_ADDRESS else ""


def message_ids(value: str) -> tuple[str, ...]:
    """Return the message ids in a field, with angle brackets, the latest fifty."""
    return tuple(f"<{found}>" for found in _MESSAGE_ID.findall(value))[-50:]


def date_of(value: str) -> datetime | None:
    """Return an aware UTC time, or None where the Date is missing or nonsense."""
    try:
        date = parsedate_to_datetime(value[:200])
        return date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError, AttributeError):
        return None


def _eight_bit(value: str) -> str:
    """Give a name to the bytes that the parser smuggled through as surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return decode_text(value.encode("utf-8", "surrogateescape"), "")
    return value


def _word_bytes(encoding: str, text: str) -> bytes:
    if encoding.lower() == "q":
        return quopri.decodestring(text.replace("_", " ").encode("utf-8", "replace"), header=False)
    data = re.sub(r"[^A-Za-z0-9+/]", "", text)
    try:
        return base64.b64decode(data + "=" * (-len(data) % 4))
    except binascii.Error:
        return base64.b64decode(data[: len(data) // 4 * 4])


def _flush(pending: tuple[str, bytes] | None) -> Iterator[str]:
    if pending:
        yield decode_text(pending[1], pending[0])


def _mailboxes(value: str) -> Iterator[Mailbox]:
    """Read one field; a comment or a quotation that is never closed takes all behind it, as its writer may not."""
    name: list[str] = []
    comment = angle = ""
    bare: list[str] = []
    for kind, text in _tokens(value):
        match kind:
            case "quoted":
                name.append(re.sub(r"\\(.)", r"\1", text))
            case "comment":
                comment = comment or text
            case "angle":
                angle = angle or text
            case "plain":
                name.append(text)
                bare.append(text)
            case _:
                address = _address_in(angle or " ".join(bare))
                if address:
                    shown = "".join(name) if angle else comment
                    yield Mailbox(address.lower().rstrip("."), plain(shown, 200))
                name, bare, comment, angle = [], [], "", ""


def _tokens(value: str) -> Iterator[tuple[str, str]]:
    """Part a field into quoted, bracketed and plain pieces, comments (they nest) and commas, the last at its end."""
    end = 0
    while end < len(value):
        begin, mark = end, value[end]
        if mark == '"':
            end = next(_QUOTED.finditer(value, begin + 1)).end()
            yield "quoted", value[begin + 1 : end]
            end += 1
        elif mark == "(":
            end = _closing_bracket(value, begin)
            yield "comment", value[begin + 1 : end]
            end += 1
        elif mark == "<":
            end = value.find(">", begin)
            end = len(value) if end < 0 else end
            yield "angle", value[begin + 1 : end]
            end += 1
        elif mark in ",;":
            end += 1
            yield "comma", mark
        else:
            found = _MARKS.search(value, begin)
            end = found.start() if found else len(value)
            yield "plain", value[begin:end]
    yield "comma", ""


def _closing_bracket(value: str, begin: int) -> int:
    depth = 0
    for found in _BRACKETS.finditer(value, begin):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if not depth:
            return found.start()
    return len(value)


def _address_in(text: str) -> str:
    """Return the first address in a text; nothing where signs that nobody sees stand in it."""
    if "@" not in text or _UNSEEN.search(text):
        return ""
    for word in _SEPARATORS.split(text):
        local, at, domain = word.partition("@")
        if at and local and domain.partition("@")[0]:
            return f"{local}@{domain.partition('@')[0]}"
    return ""
