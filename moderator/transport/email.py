"""Composing a letter: from a dispatch to the bytes on the wire, which are the same each time it is composed."""

import hashlib
import re
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterable, Iterator
from email.header import Header
from email.utils import encode_rfc2231, format_datetime, formataddr
from itertools import count

from moderator.ports import Attachment, Dispatch, Picture, Words
from moderator.transport.flowed import flow

_WIDEST = 78
"""The longest line that needs no encoding, in columns (RFC 5322, 2.1.1)."""
_LONGEST_NAME = 60
"""Characters of a file's name. A longer name loses its beginning; in every script it then fits a line."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ADDRESS = re.compile(r"[!-;=?A-~]+@[A-Za-z0-9.\[\]:-]+")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]+>")
_METHOD = re.compile(rb"^METHOD:([A-Z]+)\r?$", re.MULTILINE)


def compose(dispatch: Dispatch) -> bytes:
    """Return a letter with CRLF line ends; raises ValueError for an address or id that is unfit for a header.

    The plain text is complete on its own, the HTML with its pictures is its alternative, and files follow. Boundaries
    are derived from the Message-ID, so that a second attempt after a lost connection sends the same bytes.
    """
    seed = hashlib.sha256(dispatch.message_id.encode()).hexdigest()[:24]
    fields = "".join(f"{name}: {value}\r\n" for name, value in _fields(dispatch))
    return fields.encode("ascii") + _content(dispatch.words, (f"=_{seed}_{number}" for number in count()))


def check_address(address: str) -> str:
    """Return an address unchanged; raises ValueError if it could break out of a header or an envelope."""
    if len(address) > 254 or not _ADDRESS.fullmatch(address):  # noqa: PLR2004 - RFC 5321, 4.5.3.1.3
        raise ValueError(f"not an address for a header: {address!r}")
    return address


def _fields(dispatch: Dispatch) -> list[tuple[str, str]]:
    """Return the header fields, encoded and folded, without those that have no value."""
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
        ("MIME-Version", "1.0"),
    ]
    return [(name, value) for name, value in fields if value]


def _content(words: Words, boundaries: Iterator[str]) -> bytes:
    """Return the body below its header fields, with no more multiparts than its parts need."""
    around = next(boundaries) if words.attachments else ""  # they are numbered from the outside in
    text, flowed = flow(words.text)
    body = _text("plain", text.encode(), '; format="flowed"' if flowed else "")
    if words.html:
        between = next(boundaries)
        html = _text("html", words.html.encode())
        if words.pictures:
            html = _multipart("related", next(boundaries), [html, *map(_picture, words.pictures)])
        body = _multipart("alternative", between, [body, html])
    if words.attachments:
        body = _multipart("mixed", around, [body, *map(_attachment, words.attachments)])
    return body


def _multipart(subtype: str, boundary: str, parts: Iterable[bytes]) -> bytes:
    """Return several parts as one multipart (RFC 2046, 5.1.1)."""
    head = f'Content-Type: multipart/{subtype};\r\n boundary="{boundary}"\r\n\r\n'
    line = f"--{boundary}".encode()
    return b"".join((head.encode(), *(line + b"\r\n" + part + b"\r\n" for part in parts), line + b"--\r\n"))


def _picture(picture: Picture) -> bytes:
    cid = f"Content-ID: <{_one_line(picture.cid)}>"
    return _part(
        "image/png", _disposition("inline", f"{picture.cid}.png"), cid, encoding="base64", data=_base64(picture.png)
    )


def _attachment(attachment: Attachment) -> bytes:
    where = _disposition("attachment", attachment.name)
    kind, _, subtype = attachment.mime.partition("/")
    if kind != "text":
        return _part(attachment.mime, where, encoding="base64", data=_base64(attachment.data))
    method = _METHOD.search(attachment.data)
    return _text(
        subtype, attachment.data, f'; method="{method[1].decode()}"' if method and subtype == "calendar" else "", where
    )


def _text(subtype: str, text: bytes, params: str = "", *fields: str) -> bytes:
    """Return a text part, encoded only if its characters or long lines need it, and then in the shorter encoding."""
    lines = text.splitlines()
    data = b"".join(line + b"\r\n" for line in lines)
    encoding = "7bit"
    if not data.isascii() or b"\0" in data or max(map(len, lines), default=0) > _WIDEST:
        encoding, data = min(
            ("quoted-printable", b2a_qp(data, istext=True)), ("base64", _base64(data)), key=lambda each: len(each[1])
        )
    return _part(f'text/{subtype}; charset="utf-8"{params}', *fields, encoding=encoding, data=data)


def _part(kind: str, *fields: str, encoding: str, data: bytes) -> bytes:
    """Return a part: its header fields and its encoded content."""
    head = (f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", *fields, "", "")
    return "\r\n".join(head).encode("ascii") + data


def _disposition(kind: str, name: str) -> str:
    """Return the Content-Disposition of a file (RFC 2183); a name that is not ASCII is encoded as in RFC 2231."""
    plain = _file_name(name)
    named = f'filename="{plain}"' if plain.isascii() else f"filename*={encode_rfc2231(plain, 'utf-8')}"
    return f"Content-Disposition: {kind};\r\n {named}"


def _base64(data: bytes) -> bytes:
    return encodebytes(data).replace(b"\n", b"\r\n")


def _mailbox(name: str, address: str) -> str:
    shown = _one_line(name)
    if shown.isascii() and "=?" not in shown:
        return formataddr((shown, check_address(address)))
    return f"{_unstructured(shown, len('From: '))}\r\n <{check_address(address)}>"


def _unstructured(text: str, used: int) -> str:
    """Encode and fold the text of a header field. Its name takes ``used`` columns of the first line."""
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
    return re.sub(r"[^\w.+ -]+", "-", _one_line(name))[-_LONGEST_NAME:].strip(". ") or "file"
