# ruff: noqa: RUF001 - the words of mail programs in many languages
"""Letters that nobody wrote: bounces, automatic replies, bulk mail, our own coming back."""

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from email import message_from_string
from email.message import Message
from enum import StrEnum

from flufl.bounce import all_failures
from msgspec import Struct

from moderator.mail.headers import Headers, detail_of, mailboxes, message_ids, plain

_AUTOMATIC_FIELDS = ("x-autoreply", "x-autorespond", "x-autoreply-from", "x-auto-response", "x-mail-autoreply")
_AUTOMATIC_SUBJECT = re.compile(
    r"(?:out of (?:the )?office|automatic reply|auto(?:matic)?[- ]?(?:reply|response|antwort)|automatische antwort|"
    r"abwesenheits?(?:notiz|benachrichtigung|agent|assistent)?|abwesend|réponse automatique|absence du bureau|"
    r"respuesta automática|fuera de la oficina|risposta automatica|fuori sede|automatisch antwoord|afwezig|"
    r"resposta automática|autosvar|automatisk(?:t)? svar|automaattinen vastaus|odpowiedź automatyczna|"
    r"automatyczna odpowiedź|automatická odpověď|automatikus válasz|otomatik yanıt|αυτόματη απάντηση|автоответ|"
    r"автоматический ответ|автоматична відповідь|自动回复|自动答复|自動回覆|自動応答|自動返信|자동 ?회신|자동 ?응답|"
    r"תשובה אוטומטית|رد تلقائي|trả lời tự động|yahoo! auto response|auto: .{0,200}\bout of the office)(?![^\W_])",
    re.IGNORECASE,
)
_DAEMON = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon)@?", re.IGNORECASE)
_REPORT_FIELD = re.compile(r"^\s*(?:[\w-]+\s*;)?\s*<?([^\s<>;@\x00-\x1f]+@[^\s<>;@\x00-\x1f]+)>?\s*$")
_XTEXT = re.compile(r"\+([0-9A-F]{2})")
"""How an address is written in Original-Recipient (RFC 3461)."""

_MOST_REPORTED = 50
_MOST_SEARCHED, _MOST_ROWS = 20_000, 400
_LONGEST_ADDRESS = 320

# It tells of each failing detector with a traceback; for us that is no event.
logging.getLogger("flufl.bounce").disabled = True


class Kind(StrEnum):
    """What sort of letter it is; only a ``letter`` is answered."""

    LETTER = "letter"
    BOUNCE = "bounce"
    AUTO = "auto"
    BULK = "bulk"
    OWN = "own"


class Bounce(Struct, frozen=True):
    """An address that a letter of ours did not reach; ``status`` as in RFC 3463, if told.

    One that is ``delayed`` is still being tried by somebody else.
    """

    address: str
    permanent: bool
    status: str = ""
    delayed: bool = False


class BounceReport(Struct, frozen=True):
    """The addresses that a bounce names, and the Message-ID of our letter, if the bounce gives it."""

    bounces: tuple[Bounce, ...] = ()
    message_id: str | None = None


def kind_of(message: "Message[str, str]", headers: Headers, own: Collection[str]) -> Kind:
    """Tell what sort of letter this is by its headers; ``own`` are the moderator's addresses."""
    sender = next(iter(mailboxes(headers.all("from")[:1])), None)
    if sender and detail_of(own, sender.address) is not None:
        return Kind.OWN
    if any(detail_of(own, box.address) is not None for box in mailboxes(headers.all("x-loop"))):
        return Kind.OWN
    if _looks_returned(message, headers):
        return Kind.AUTO if _reports_delivery(message) else Kind.BOUNCE
    if _is_automatic(message, headers):
        return Kind.AUTO
    return Kind.BULK if _is_bulk(headers) else Kind.LETTER


def is_perhaps_written(kind: Kind, message: "Message[str, str]", headers: Headers) -> bool:
    """Tell whether a letter is automatic or bulk by such marks alone as a person's letter may have, too.

    Those are fields that servers add to what people write, and the words of the subject. What a list has sent on
    (``List-Id``) was not written to us alone.
    """
    if kind not in (Kind.AUTO, Kind.BULK) or _looks_returned(message, headers) or _says_automatic(message, headers):
        return False
    return "list-id" not in headers and headers.first("precedence").lower() not in ("bulk", "junk")


def read_bounce(message: "Message[str, str]", raw: bytes) -> BounceReport:
    """Read a returned letter: the machine-readable report where there is one, else what flufl.bounce sees."""
    parts = _parts(message)
    bounces = tuple(_read_report_fields(parts))
    if not bounces:
        bounces = tuple(_guess_bounces(raw))
    original = next(iter(_original_ids(parts)), None)
    return BounceReport(bounces[:_MOST_REPORTED], original)


def _reports_delivery(message: "Message[str, str]") -> bool:
    """Tell a report that a letter did arrive, or went on."""
    actions = [action for action, _, _ in _fields_of(_parts(message))]
    return bool(actions) and set(actions) <= {"delivered", "relayed", "expanded"}


def _report_type(message: "Message[str, str]") -> str:
    if message.get_content_type() != "multipart/report":
        return ""
    return str(message.get_param("report-type", "") or "").lower()


def _looks_returned(message: "Message[str, str]", headers: Headers) -> bool:
    if _report_type(message) == "delivery-status" or "x-failed-recipients" in headers:
        return True
    senders = mailboxes([*headers.all("from")[:1], *headers.all("return-path")[:1]])
    return any(_DAEMON.match(box.address) for box in senders) or (
        headers.first("return-path") == "<>" and _DAEMON.match(headers.first("from")) is not None
    )


def _is_automatic(message: "Message[str, str]", headers: Headers) -> bool:
    return _says_automatic(message, headers) or bool(_AUTOMATIC_SUBJECT.match(plain(headers.first("subject"))))


def _says_automatic(message: "Message[str, str]", headers: Headers) -> bool:
    """Tell whether a letter says of itself that nobody wrote it, by fields that only programs set."""
    said = headers.first("auto-submitted").partition(";")[0].strip().lower()
    if said and said != "no":
        return True
    if any(field in headers for field in _AUTOMATIC_FIELDS):
        return True
    if headers.first("precedence").lower() in ("auto_reply", "auto-reply"):
        return True
    return headers.first("return-path") == "<>" or bool(_report_type(message)) or _answers_an_invitation(message)


def _answers_an_invitation(message: "Message[str, str]") -> bool:
    """Tell the calendar's own reply to an invitation, which somebody sent with one tap."""
    for part in _parts(message):
        if part.get_content_type() == "text/calendar":
            method = str(part.get_param("method", "") or "").lower()
            if method in ("reply", "counter", "refresh"):
                return True
    return False


def _is_bulk(headers: Headers) -> bool:
    if headers.first("precedence").lower() in ("bulk", "junk", "list"):
        return True
    return any(field in headers for field in ("list-id", "list-unsubscribe", "list-post"))


def _parts(message: "Message[str, str]") -> list["Message[str, str]"]:
    """Return the message and the parts below it, as far as a letter of sane depth goes."""
    found: list[Message[str, str]] = []
    waiting = [(message, 0)]
    while waiting and len(found) < _MOST_REPORTED:
        part, depth = waiting.pop(0)
        found.append(part)
        payload = part.get_payload()
        if isinstance(payload, list) and depth < 5:  # noqa: PLR2004 - a report has three levels
            waiting.extend((child, depth + 1) for child in payload if isinstance(child, Message))
    return found


def _read_report_fields(parts: list["Message[str, str]"]) -> Iterator[Bounce]:
    """Read the fields of RFC 3464: one block for each recipient."""
    for action, told, status in _fields_of(parts):
        address = _REPORT_FIELD.match(_XTEXT.sub(lambda found: chr(int(found[1], 16)), told[:_LONGEST_ADDRESS]))
        if address and action in ("failed", "delayed"):
            permanent = action == "failed" and not status.startswith("4")
            yield Bounce(address[1].lower(), permanent, status, delayed=action == "delayed")


def _fields_of(parts: list["Message[str, str]"]) -> Iterator[tuple[str, str, str]]:
    """Yield what became of a letter, for whom, and the status, as the blocks of a report tell it."""
    for part in parts:
        if part.get_content_type() not in ("message/delivery-status", "message/global-delivery-status"):
            continue
        payload = part.get_payload()
        blocks = payload if isinstance(payload, list) else []
        for block in _blocks(blocks) if "global" in part.get_content_type() else blocks:
            headers = Headers(block) if isinstance(block, Message) else None
            if headers is not None and (action := headers.first("action").lower()):
                told = headers.first("original-recipient") or headers.first("final-recipient")
                yield action, told, headers.first("status").partition(" ")[0]


def _blocks(inner: Sequence[object]) -> list["Message[str, str]"]:
    """Part the fields of an international report (RFC 6533), of which the library takes the first for a letter."""
    first = next((part for part in inner if isinstance(part, Message)), None)
    if first is None:
        return []
    payload = first.get_payload(decode=True)
    rest = re.split(r"\r?\n\r?\n", payload.decode("utf-8", "replace") if isinstance(payload, bytes) else "")
    return [first, *(message_from_string(f"{block}\n\n") for block in rest if block.strip())]


def _guess_bounces(raw: bytes) -> Iterator[Bounce]:
    # Its detectors expect seven bits; nothing that they look for has more.
    seven = raw[:_MOST_SEARCHED].decode("ascii", "replace").replace("\ufffd", "?")
    seven = "\n".join(seven.splitlines()[:_MOST_ROWS])
    try:
        temporary, permanent = all_failures(message_from_string(seven))
    except Exception:  # noqa: BLE001 - its detectors raise what they like on malformed reports
        return
    for address in sorted(permanent):
        yield Bounce(address.decode("ascii", "replace").lower(), permanent=True)
    for address in sorted(temporary - permanent):
        yield Bounce(address.decode("ascii", "replace").lower(), permanent=False, delayed=True)


def _original_ids(parts: list["Message[str, str]"]) -> Iterator[str]:
    """Find the Message-ID of our letter in the copy, or in the copied headers, that the report carries."""
    for above in parts:
        if above.get_content_type() in ("message/rfc822", "message/global", "message/global-headers"):
            inner = above.get_payload()
            for copy in inner if isinstance(inner, list) else ():
                if isinstance(copy, Message):
                    yield from message_ids(Headers(copy).first("message-id"))
        elif above.get_content_type() in ("text/rfc822-headers", "text/plain"):
            text = str(above.get_payload() or "")[:50_000]
            found = re.search(r"^message-id:\s*(<[^<>\s\x00-\x1f]{1,500}>)", text, re.IGNORECASE | re.MULTILINE)
            if found:
                yield found[1]
