"""Letters as people save them: the text of every part of a file, whatever program and whatever form it was saved in.

A mailbox of many letters (mbox), letters that are attached to one, pages without a mail around them and plain text are
read alike. Nothing here trusts a file: what cannot be read is left out.
"""

import email
import re
from collections.abc import Iterator
from email.message import Message

from moderator.mail.html import html_lines

_MBOX = re.compile(rb"(?:\A|(?<=\n))From [^\r\n]*\r?\n(?=[\w-]+:)")
"""The line above each letter of a mailbox."""
_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body|meta|div|p|pre|table)\b", re.IGNORECASE)
_DEEPEST = 20
NO_PROOF = "Proof"
"""The line in the head of a saved post that tells that somebody else than the moderator wrote it."""


def messages(file: bytes) -> list[bytes]:
    """Return the letters of a file: each one of a mailbox, else the file itself."""
    if file[:2] in (b"\xff\xfe", b"\xfe\xff"):
        file = file.decode("utf-16", "replace").encode()
    file = file.removeprefix(b"\xef\xbb\xbf").lstrip().replace(b"\r\r\n", b"\r\n")
    if not file.startswith(b"From "):
        return [file]
    return [each for each in _MBOX.split(file) if each.strip()]


def forms(letter: bytes) -> tuple[list[str], list[str]]:
    """Return the lines of a letter's text, and those that its HTML shows; of the letters attached to it, too."""
    plain: list[str] = []
    pages: list[str] = []
    try:
        for kind, text in _texts(email.message_from_bytes(letter)):
            if kind == "html" or _PAGE.match(text):
                pages += [line.text for line in html_lines(text)]
            else:
                plain += text.splitlines()
    except (ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError):
        pass  # what a hostile file does to the parser is no reason to stop at it
    return plain, pages


def _texts(message: Message, depth: int = 0) -> Iterator[tuple[str, str]]:
    if message.get(NO_PROOF):
        return
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        if str(part.get_filename() or "").lower().endswith(".eml") and depth < _DEEPEST:
            yield from _texts(email.message_from_bytes(payload), depth + 1)
        elif part.get_content_maintype() == "text":
            yield part.get_content_subtype(), payload.decode("utf-8", "replace")
