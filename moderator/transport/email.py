"""Dispatch to bytes: a letter as it goes over the wire, byte for byte the same each time it is composed."""

import hashlib
import re
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from moderator.ports import Attachment, Dispatch, Words
from moderator.transport.flowed import flow

_POLICY = SMTP.clone(cte_type="7bit")
"""Seven bits: a relay that re-encodes a letter on the way would break its signature."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ADDRESS = re.compile(r"[!-;=?A-~]+@[A-Za-z0-9.\[\]:-]+")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]+>")
_METHOD = re.compile(rb"^METHOD:([A-Z]+)\r?$", re.MULTILINE)


def compose(dispatch: Dispatch) -> bytes:
    """Return the letter with CRLF line ends; raises ``ValueError`` for an address or id unfit for a header.

    The text is complete on its own; the HTML with its pictures is the richer alternative; files follow. Boundaries
    derive from the Message-ID, so that a second try after a lost connection sends the very same bytes.
    """
    body = _content(dispatch.words)
    seed = hashlib.sha256(dispatch.message_id.encode()).hexdigest()[:24]
    for number, part in enumerate(part for part in body.walk() if part.is_multipart()):
        part.set_boundary(f"=_{seed}_{number}")
    fields = "".join(f"{name}: {value}\r\n" for name, value in _fields(dispatch))
    return fields.encode("ascii") + body.as_bytes(policy=_POLICY)


def check_address(address: str) -> str:
    """Return an address as it is, or raise ``ValueError`` where it could break out of a header or an envelope."""
    if len(address) > 254 or not _ADDRESS.fullmatch(address):  # noqa: PLR2004 - RFC 5321, 4.5.3.1.3
        raise ValueError(f"not an address for a header: {address!r}")
    return address


def _fields(dispatch: Dispatch) -> list[tuple[str, str]]:
    """Return the header fields, encoded and folded; those without a value are left out."""
    references = [_message_id(each) for each in dispatch.references[-20:]]
    fields = [
        ("From", _mailbox(dispatch.from_name, dispatch.from_address)),
        ("To", ",\r\n ".join(check_address(address) for address in dispatch.to)),
        ("Reply-To", check_address(dispatch.reply_to) if dispatch.reply_to else ""),
        ("Subject", _unstructured(dispatch.words.subject, len("Subject: "))),
        ("Date", format_datetime(dispatch.date)),
        ("Message-ID", _message_id(dispatch.message_id)),
        ("In-Reply-To", _message_id(dispatch.in_reply_to) if dispatch.in_reply_to else ""),
        ("References", "\r\n ".join(references)),
        ("Auto-Submitted", _one_line(dispatch.auto)),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
        ("X-Loop", check_address(dispatch.from_address)),
        ("List-Id", f"<{_one_line(dispatch.list_id).strip('<>')}>" if dispatch.list_id else ""),
        ("Precedence", "list" if dispatch.list_id else ""),
        ("Feedback-ID", _one_line(dispatch.feedback_id)),
    ]
    return [(name, value) for name, value in fields if value]


def _content(words: Words) -> EmailMessage:
    """Return the body: only as many multiparts as there is something to put into them."""
    message = EmailMessage(policy=_POLICY)
    text, flowed = flow(words.text)
    message.set_content(text, params={"format": "flowed"} if flowed else None)
    if words.html:
        message.add_alternative(words.html, subtype="html")
        html = message.get_payload(1)
        if words.pictures and isinstance(html, EmailMessage):
            for picture in words.pictures:
                html.add_related(
                    picture.png,
                    maintype="image",
                    subtype="png",
                    cid=f"<{_one_line(picture.cid)}>",
                    disposition="inline",
                    filename=f"{_file_name(picture.cid)}.png",
                )
    for attachment in words.attachments:
        _attach(message, attachment)
    for part in message.walk():
        if part is not message:
            del part["MIME-Version"]
    return message


def _attach(message: EmailMessage, attachment: Attachment) -> None:
    kind, _, subtype = attachment.mime.partition("/")
    name = _file_name(attachment.name)
    if kind == "text":
        method = _METHOD.search(attachment.data)
        params = {"method": method[1].decode()} if method and subtype == "calendar" else None
        text = attachment.data.decode().replace("\r\n", "\n")
        message.add_attachment(text, subtype=subtype, filename=name, params=params)
    else:
        message.add_attachment(attachment.data, maintype=kind, subtype=subtype, filename=name)


def _mailbox(name: str, address: str) -> str:
    shown = _one_line(name)
    if shown.isascii() and "=?" not in shown:
        return formataddr((shown, check_address(address)))
    return f"{_unstructured(shown, len('From: '))}\r\n <{check_address(address)}>"


def _unstructured(text: str, used: int) -> str:
    """Encode and fold a text; ``used`` columns of its first line are taken."""
    line = _one_line(text)
    plain = line.isascii() and "=?" not in line  # what looks encoded already would be decoded by its reader
    header = Header(line, "us-ascii" if plain else "utf-8", maxlinelen=76)
    return Header.encode(header, linesep="\r\n", maxlinelen=76 - used) if line else ""


def _message_id(value: str) -> str:
    if not _MESSAGE_ID.fullmatch(value) or len(value) > 900:  # noqa: PLR2004 - a header line ends at 998
        raise ValueError(f"not a message id: {value!r}")
    return value


def _one_line(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.+ -]+", "-", _one_line(name)).strip(". ") or "file"
