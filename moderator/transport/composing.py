"""Composing a letter: from a dispatch to the bytes on the transport, which are the same each time it is composed."""

import hashlib
import re
from collections.abc import Sequence
from email.contentmanager import raw_data_manager
from email.header import Header
from email.message import MIMEPart
from email.policy import Compat32
from email.utils import format_datetime, formataddr

from moderator.ports import Attachment, Dispatch, Picture
from moderator.transport.flowed import flow

_LONGEST_NAME = 60
"""Characters of a file's name. A longer name loses its beginning; in every script it then fits a line."""
_LONGEST_WORD = 60
"""Characters of a word that fits a line of a header beside the field's name."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ADDRESS = re.compile(r"[!-;=?A-~]+@[A-Za-z0-9.\[\]:-]+")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]+>")
_LINK = re.compile(r"[!-;=?-~]+")
_ONE_CLICK = "List-Unsubscribe=One-Click"
_METHOD = re.compile(rb"^METHOD:([A-Z]+)\r?$", re.MULTILINE)


class _Policy(Compat32):
    """Keeps header fields as they are given. The other policies parse each one, which is most of their time."""

    content_manager = raw_data_manager


_POLICY = _Policy(linesep="\r\n", cte_type="7bit", max_line_length=76)


def compose(dispatch: Dispatch) -> bytes:
    """Return a letter with CRLF line ends; raises ValueError for an address or id that is unfit for a header.

    The plain text is complete on its own, the HTML with its pictures is its alternative, and files follow. Boundaries
    are derived from the Message-ID, so that a second attempt after a lost connection sends the same bytes.
    """
    letter, words = MIMEPart(_POLICY), dispatch.words
    for name, value in _fields(dispatch):
        letter[name] = value
    text, flowed = flow(words.text)
    letter.set_content(text, params={"format": "flowed"} if flowed else {})
    if words.html:
        letter.add_alternative(words.html, subtype="html")
        *_, html = letter.iter_parts()
        for picture in words.pictures:
            _add_picture(html, picture)
    for attachment in words.attachments:
        _add_file(letter, attachment)
    seed = hashlib.sha256(dispatch.message_id.encode()).hexdigest()[:24]
    for number, part in enumerate(part for part in letter.walk() if part.is_multipart()):
        part.set_boundary(f"=_{seed}_{number}")
    return letter.as_bytes()


def check_address(address: str) -> str:
    """Return an address unchanged; raises ValueError if it could break out of a header or an envelope."""
    if len(address) > 254 or not _ADDRESS.fullmatch(address):  # noqa: PLR2004 - RFC 5321, 4.5.3.1.3
        raise ValueError(f"not an address for a header: {address!r}")
    return address


def _fields(dispatch: Dispatch) -> list[tuple[str, str | Header]]:
    """Return the header fields, without those that have no value; they are folded when the letter is written."""
    fields = [
        ("From", _mailbox(dispatch.from_name, dispatch.from_address)),
        ("To", ", ".join(map(check_address, dispatch.to))),
        ("Reply-To", check_address(dispatch.reply_to) if dispatch.reply_to else ""),
        ("Subject", _words(dispatch.words.subject, "Subject")),
        ("Date", format_datetime(dispatch.date)),
        ("Message-ID", _message_id(dispatch.message_id)),
        ("In-Reply-To", _message_id(dispatch.in_reply_to) if dispatch.in_reply_to else ""),
        ("References", " ".join(map(_message_id, dispatch.references[-20:]))),
        ("Auto-Submitted", _one_line(dispatch.auto)),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
        ("X-Loop", check_address(dispatch.from_address)),
        ("List-Id", f"<{_one_line(dispatch.list_id).strip('<>')}>" if dispatch.list_id else ""),
        ("List-Help", _links(dispatch.list_help)),
        ("List-Unsubscribe", _links(dispatch.list_unsubscribe)),
        ("List-Unsubscribe-Post", _ONE_CLICK if _takes_one_click(dispatch) else ""),
        ("Precedence", "list" if dispatch.list_id else ""),
        ("Feedback-ID", _one_line(dispatch.feedback_id)),
        ("MIME-Version", "1.0"),
    ]
    return [(name, value) for name, value in fields if value]


def _links(links: Sequence[str]) -> str:
    """Return links as a field of a list has them (RFC 2369, 2); raises ValueError for one unfit for a header."""
    unfit = [link for link in links if not _LINK.fullmatch(link)]
    if unfit:
        raise ValueError(f"not a link for a header: {unfit[0]!r}")
    return ", ".join(f"<{link}>" for link in links)


def _takes_one_click(dispatch: Dispatch) -> bool:
    """Tell whether a mail program may unsubscribe without showing a page (RFC 8058, 3.1)."""
    return any(link.startswith("https:") for link in dispatch.list_unsubscribe)


def _add_picture(html: MIMEPart, picture: Picture) -> None:
    cid = _one_line(picture.cid)
    name = _file_name(f"{picture.cid}.png")
    html.add_related(picture.png, "image", "png", disposition="inline", filename=name, cid=f"<{cid}>")


def _add_file(letter: MIMEPart, file: Attachment) -> None:
    kind, _, subtype = file.mime.partition("/")
    if kind != "text":
        letter.add_attachment(file.data, kind, subtype, filename=_file_name(file.name))
        return
    method = _METHOD.search(file.data) if subtype == "calendar" else None
    params = {"method": method[1].decode()} if method else {}
    letter.add_attachment(file.data.decode(), subtype, filename=_file_name(file.name), params=params)


def _mailbox(name: str, address: str) -> str | Header:
    shown = _words(name, "From")
    if isinstance(shown, str):
        return formataddr((shown, check_address(address)))
    shown.append(f"<{check_address(address)}>", "us-ascii")
    return shown


def _words(text: str, field: str) -> str | Header:
    """Return text for a field on one line, encoded if it is not ASCII, looks encoded, or could not be folded."""
    line = _one_line(text)
    folds = all(len(word) <= _LONGEST_WORD for word in line.split())
    return line if line.isascii() and "=?" not in line and folds else Header(line, "utf-8", header_name=field)


def _message_id(value: str) -> str:
    if not _MESSAGE_ID.fullmatch(value) or len(value) > 900:  # noqa: PLR2004 - a header line ends at 998
        raise ValueError(f"not a message id: {value!r}")
    return value


def _one_line(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.+ -]+", "-", _one_line(name))[-_LONGEST_NAME:].strip(". ") or "file"
