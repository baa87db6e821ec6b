"""Which words of a letter its writer meant: a bounded walk through the parts of a MIME message."""

import base64
import quopri
import re
from collections.abc import Sequence
from email import message_from_string
from email.message import Message

from msgspec import Struct

from moderator.mail.charset import decode_text
from moderator.mail.html import BodyLine, html_lines
from moderator.mail.plain import end_of_own_words, mark_quotes, plain_lines
from moderator.mail.versions import mark_lone

_STUB = re.compile(r"html|browser|online|view (?:this|it)|mail client|rich text|formatted", re.IGNORECASE)
_STUB_WORDS = 60
_BOUNDARY = re.compile(r"^--([^\s-][^\r\n]{0,69}?)[ \t]*\r?$", re.MULTILINE)
_PLAIN = frozenset(
    ("text/plain", "text/plaintext", "text/text", "text/enriched", "text/markdown", "text/x-markdown", "text/x-plain")
)
_HTML = re.compile(r"\s*<(?:!doctype\s+html|html|head|body|div|p|table|meta)\b[^<>]*>", re.IGNORECASE)
_BASE64 = re.compile(rb"[A-Za-z0-9+/]*={0,2}")
_LONGEST_WORD = 20
_QUOTED_PRINTABLE = re.compile(rb"=20\r?\n|(?<=[^=\s-])[ \t]?=\r?\n(?=[^\r\n=-])|=(?:C3=|E2=80=)[0-9A-F]{2}")
"""What text holds only if somebody forgot to say that it is quoted-printable."""

_ARMOUR = re.compile(r"-{5}BEGIN (?:PGP MESSAGE|PKCS7|CMS|ENCRYPTED MESSAGE)-{5}")
_SEALED = re.compile(r".*\.(?:p7m|pgp|gpg)", re.IGNORECASE)
"""Files that hold an encrypted letter, whatever type their part has."""

_NO_TEXT = re.compile(
    r"(?:image|audio|video|font|model|chemical)/.*|application/(?:pgp-signature|pgp-keys|(?:x-)?pkcs7-signature|ics|pkix-.*|json"
    r"|ld\+json|xml)|text/(?:calendar|(?:x-)?vcard|directory|css|javascript|x-amp-html|watch-html|rfc822-headers)"
)
"""What comes along with a letter, and is no letter itself: a picture, a signature, a date for the calendar."""

_UNPRINTED = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]")
_BINARY = re.compile(rb"\s*(?:%PDF|\{\\rtf|PK\x03\x04)")
TEXT_NAME = re.compile(r".*\.(?:txt|text|asc|md)", re.IGNORECASE)
DOCUMENT_NAME = re.compile(
    r".*\.(?:docx?|odt|rtf|pdf|pages|xlsx?|ods|numbers|csv|pptx?|odp|key|html?|wpd|wps|zip)", re.IGNORECASE
)
"""Files in which somebody may have written orders."""

_HARMLESS_NAME = re.compile(r".*\.(?:p7s|sig|asc|vcf|ics|crt|cer|pem|key)", re.IGNORECASE)
PICTURE_NAME = re.compile(r".*\.(?:jpe?g|png|heic|heif|gif|tiff?|webp|bmp)", re.IGNORECASE)
_ENCRYPTED = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"))
_LARGEST_ATTACHMENT = 100_000
_MOST_JOINED = 5
_EMPHASIS = re.compile(r"(?<!\w)[*_]|[*_](?!\w)")


class Text(Struct):
    """What a walk gathered: body lines, lines of attached texts, and codes of what could not be read.

    ``other`` are the lines of the author's that only the version of the body holds which is not read.

    ``documents`` and ``pictures`` are the names of attached files that are not read; pictures, and files of unknown
    kinds among them, need only be told of where there is nothing else.
    """

    lines: list[BodyLine]
    other: list[BodyLine]
    attached: list[BodyLine]
    faults: list[str]
    documents: list[str]
    pictures: list[str]


class TooMuch(Exception):  # noqa: N818 - a limit is no error of ours
    """A letter is over a limit; the text names the limit."""


class Bounds(Struct, frozen=True, kw_only=True):
    """How much of a letter is read: bytes, parts, depth of parts, lines, characters of a line."""

    size: int = 5_000_000
    parts: int = 100
    depth: int = 12
    lines: int = 2_000
    columns: int = 1_000


def read_text(message: "Message[str, str]", limits: Bounds) -> Text:
    """Gather what the writer wrote; raises ``TooMuch`` over a limit.

    The text of an attached file stands where the writer's own words end, before a signature or a quote: a
    signature in the body does not cut off the orders that came along as ``orders.txt``.
    """
    walk = _Walk(limits)
    body = walk.read(message, 0)
    if len(body.lines) + len(walk.attached) > limits.lines:
        raise TooMuch("lines")
    lines = mark_quotes(body.lines)
    if walk.attached:
        end = end_of_own_words(lines)
        lines[end:end] = walk.attached
    return Text(lines, body.other, walk.attached, walk.faults, walk.documents, walk.pictures)


class _PartText(Struct):
    """The lines of a part, whether they came from HTML, and the lines that only another version of it holds."""

    lines: list[BodyLine]
    html: bool = False
    other: list[BodyLine] = []


class _Walk:
    """One walk; counts parts as it goes."""

    def __init__(self, limits: Bounds) -> None:
        self._limits = limits
        self._count = 0
        self.attached: list[BodyLine] = []
        self.faults: list[str] = []
        self.documents: list[str] = []
        self.pictures: list[str] = []

    def read(self, part: "Message[str, str]", depth: int) -> _PartText:
        """Return the lines of a part and all below it."""
        self._count += 1
        if self._count > self._limits.parts:
            raise TooMuch("parts")
        if depth > self._limits.depth:
            raise TooMuch("depth")
        kind = part.get_content_maintype()
        if kind == "multipart":
            return self._read_many(part, depth)
        if kind == "message":
            if part.get_content_type() == "message/rfc822":
                self._fault("forwarded")
            return _PartText([])
        return self._read_leaf(part)

    def _read_many(self, part: "Message[str, str]", depth: int) -> _PartText:
        children = _children(part)
        subtype = part.get_content_subtype()
        if subtype == "encrypted":
            self._fault("encrypted")
            return _PartText([])
        if subtype in ("signed", "report"):
            children = children[:1]
        elif subtype == "related":
            children = _root_of(part, children)
        found = [self.read(child, depth + 1) for child in children]
        if any(len(each.lines) > self._limits.lines for each in found):
            raise TooMuch("lines")
        if subtype == "alternative":
            return _choose_version(found)
        lines = [line for each in found for line in each.lines]
        other = [line for each in found for line in each.other]
        return _PartText(lines, any(each.html for each in found), other)

    def _read_leaf(self, part: "Message[str, str]") -> _PartText:
        kind = part.get_content_type()
        name = _file_name(part)
        if kind == "application/ms-tnef" or name.lower() == "winmail.dat":
            self._fault("winmail")
        elif kind in _ENCRYPTED or _SEALED.fullmatch(name):
            self._fault("encrypted")
        elif name or part.get_content_disposition() == "attachment":
            self._attach(part, name)
        elif kind == "text/html":
            return _PartText(html_lines(self._cut_encrypted(_text_of(part))), html=True)
        elif kind in _PLAIN:
            return self._plain_or_html(part)
        elif not _NO_TEXT.fullmatch(kind):
            return self._read_mislabelled(part)
        return _PartText([])

    def _plain_or_html(self, part: "Message[str, str]") -> _PartText:
        """Read a text part by what it holds; some programs label HTML as plain."""
        text = _text_of(part)
        return _PartText(html_lines(text), html=True) if _HTML.match(text) else _PartText(self._plain(part, text))

    def _read_mislabelled(self, part: "Message[str, str]") -> _PartText:
        """Read a part whose type is nonsense, or says nothing, if it is text all the same."""
        raw = _decoded(part)
        if not raw.strip():
            return _PartText([])
        if _BINARY.match(raw) or _UNPRINTED.search(_text_of(part)):
            self._fault("unread-kind")
            return _PartText([])
        return self._plain_or_html(part)

    def _attach(self, part: "Message[str, str]", name: str) -> None:
        if DOCUMENT_NAME.fullmatch(name):
            self.documents.append(name)
        elif PICTURE_NAME.fullmatch(name):
            self.pictures.append(name)
        elif _is_text(part.get_content_type(), name):
            self._attach_text(part)
        elif name and not _NO_TEXT.fullmatch(part.get_content_type()) and not _HARMLESS_NAME.fullmatch(name):
            self.pictures.append(name)

    def _attach_text(self, part: "Message[str, str]") -> None:
        if _ARMOUR.search(str(part.get_payload())):
            self._fault("encrypted")
        elif len(str(part.get_payload())) > _LARGEST_ATTACHMENT:
            self._fault("attachment-size")
        else:
            self.attached.extend(self._plain(part, _text_of(part)))

    def _plain(self, part: "Message[str, str]", text: str) -> list[BodyLine]:
        if len(text.splitlines()) > self._limits.lines:
            raise TooMuch("lines")
        flowed = _parameter(part, "format").lower() == "flowed"
        return plain_lines(self._cut_encrypted(text), flowed=flowed, delsp=_parameter(part, "delsp").lower() == "yes")

    def _cut_encrypted(self, text: str) -> str:
        """Return text up to where it is encrypted."""
        armour = _ARMOUR.search(text)
        if armour is None:
            return text
        self._fault("encrypted")
        return text[: armour.start()]

    def _fault(self, code: str) -> None:
        if code not in self.faults:
            self.faults.append(code)


def own_texts(lines: Sequence[BodyLine]) -> list[str]:
    """Return what the writer typed, without quotes and blank lines, runs of blanks made one."""
    return [" ".join(line.text.split()) for line in lines if not line.depth and line.text.strip()]


def _is_text(kind: str, name: str) -> bool:
    """Tell whether an attached file is text, by its type and its name."""
    if kind not in ("text/plain", "application/octet-stream", "text/markdown"):
        return False
    return bool(TEXT_NAME.fullmatch(name)) if name else kind != "application/octet-stream"


def _children(part: "Message[str, str]") -> list["Message[str, str]"]:
    """Return the parts of a multipart; one with a lost or wrong boundary is parsed by the one that it uses."""
    payload = part.get_payload()
    if isinstance(payload, list):
        return [child for child in payload if isinstance(child, Message)]
    body = str(payload or "")
    boundary = _BOUNDARY.search(body)
    if boundary is None:
        plain: Message[str, str] = Message()
        plain.set_payload(body)
        return [plain]
    mended = message_from_string(f'Content-Type: multipart/mixed; boundary="{boundary[1]}"\n\n{body}')
    inner = mended.get_payload()
    return [child for child in inner if isinstance(child, Message)] if isinstance(inner, list) else []


def _root_of(part: "Message[str, str]", children: list["Message[str, str]"]) -> list["Message[str, str]"]:
    """Return the part of a ``multipart/related`` that is read; the others are its pictures."""
    start = str(part.get_param("start", "") or "")
    named = [child for child in children if start and str(child.get("content-id", "")).strip() == start]
    return named or children[:1]


def _file_name(part: "Message[str, str]") -> str:
    try:
        return str(part.get_filename("") or "")
    except (ValueError, TypeError, LookupError):
        return ""


def _text_of(part: "Message[str, str]") -> str:
    return decode_text(_decoded(part), _parameter(part, "charset"))


def _decoded(part: "Message[str, str]") -> bytes:
    """Undo the transfer encoding, misspelt, folded or forgotten as it may be; a wrong label is not believed."""
    label = re.sub(r"\([^()]*\)|[\s;].*", "", str(part.get("content-transfer-encoding", "")).strip(), flags=re.DOTALL)
    if "uu" in label.lower():
        decoded = part.get_payload(decode=True)
        return decoded if isinstance(decoded, bytes) else b""
    del part["content-transfer-encoding"]  # so that the library gives the bytes as they came
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    part["content-transfer-encoding"] = label
    match label.lower().replace("_", "-"):
        case "quoted-printable":
            return quopri.decodestring(raw)
        case "base64":
            return _from_base64(raw)
        case "" | "7bit" | "8bit" if len(_QUOTED_PRINTABLE.findall(raw)) > 1:
            return quopri.decodestring(raw)
        case _:
            return raw


def _from_base64(raw: bytes) -> bytes:
    """Decode the lines that are base64, up to the first that is not: lists append their footers in clear."""
    lines = raw.split(b"\n")
    end = next((at for at, line in enumerate(lines) if not _is_base64(line.split())), len(lines))
    if not any(line.strip() for line in lines[:end]):
        return raw
    data = re.sub(rb"[^A-Za-z0-9+/]", b"", b"".join(lines[:end]))
    return base64.b64decode(data[: len(data) - (len(data) % 4 == 1)] + b"==")


def _is_base64(words: Sequence[bytes]) -> bool:
    """Tell a line of base64, which a gateway may have broken with blanks, from one of short words."""
    return all(map(_BASE64.fullmatch, words)) and all(len(word) > _LONGEST_WORD for word in words[:-1])


def _parameter(part: "Message[str, str]", name: str) -> str:
    try:
        value = part.get_param(name, "")
    except (ValueError, TypeError, LookupError, IndexError):
        return ""
    return str(value[2] if isinstance(value, tuple) else value or "")


def _choose_version(found: Sequence[_PartText]) -> _PartText:
    """Choose between the same words in plain text and in HTML."""
    plain = next((each for each in found if not each.html and own_texts(each.lines)), None)
    html = next((each for each in reversed(found) if each.html and own_texts(each.lines)), None)
    if plain is None or html is None:
        return plain or html or max(found, key=lambda each: len(each.lines), default=_PartText([]))
    said, shown = own_texts(mark_quotes(plain.lines)), own_texts(mark_quotes(html.lines))
    if not said or _is_stub(said, shown) or _lost_its_breaks(said, shown) or _lost_its_strokes(said, shown):
        return html
    lines = _unwrap_lines(plain.lines, set(shown))
    if _letters(said) == _letters(shown):
        return _PartText(lines)
    lines, other = mark_lone(lines, html.lines)
    return _PartText(lines, other=other)


def _is_stub(said: Sequence[str], shown: Sequence[str]) -> bool:
    """Tell a text part that only points at the HTML one."""
    words = " ".join(said)
    return len(words.split()) < _STUB_WORDS and bool(_STUB.search(words)) and _letters(said) != _letters(shown)


def _lost_its_breaks(said: Sequence[str], shown: Sequence[str]) -> bool:
    """Tell a text part in which the client ran the lines of the HTML part together."""
    return len(said) < len(shown) and _letters(said) == _letters(shown)


def _lost_its_strokes(said: Sequence[str], shown: Sequence[str]) -> bool:
    """Tell a text part that no longer shows what the writer struck out."""
    return any("~~" in text for text in shown) and not any("~~" in text for text in said)


def _letters(texts: Sequence[str]) -> str:
    return re.sub(r"[\W_]+", "", "".join(texts)).casefold()


def _unwrap_lines(lines: Sequence[BodyLine], shown: set[str]) -> list[BodyLine]:
    """Undo hard wraps and emphasis marks where the HTML part proves that the line was written otherwise."""
    out: list[BodyLine] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        text, used = line.text, 1
        if text and not line.depth and " ".join(text.split()) not in shown:
            text, used = _html_line(lines[at : at + _MOST_JOINED], shown)
        out.append(BodyLine(text, line.depth))
        at += used
    return out


def _html_line(lines: Sequence[BodyLine], shown: set[str]) -> tuple[str, int]:
    """Return the line that the HTML part shows for the beginning of these, and how many it took."""
    for used in range(1, len(lines) + 1):
        if not lines[used - 1].text or lines[used - 1].depth:
            break
        joined = " ".join(" ".join(line.text for line in lines[:used]).split())
        for text in (joined, _EMPHASIS.sub("", joined)):
            if text in shown:
                return text, used
    return lines[0].text, 1
