"""Unpacking letters: each ``.eml`` file with its text, HTML, pictures and attachments beside it."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from moderator.transport.flowed import unflow


def save(raw: bytes, folder: Path, name: str) -> list[Path]:
    """Write a letter as ``<name>.eml`` and its parts into a folder of that name; return the paths.

    The HTML part links to the pictures beside it, so that a browser shows them.
    """
    message = message_from_bytes(raw, policy=policy.default)
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / f"{name}.eml"
    whole.write_bytes(raw)
    parts = folder / name
    parts.mkdir(exist_ok=True)
    written = [whole]
    pictures: dict[str, str] = {}
    pages: list[tuple[Path, str]] = []
    for part in message.walk():
        if part.is_multipart():
            continue
        path = parts / _name(part, {file.name for file in written})
        if part.get_content_type() == "text/html" and not part.is_attachment():
            pages.append((path, part.get_content()))
        else:
            content = part.get_content()
            if part.get_param("format") == "flowed":
                content = unflow(content)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if cid := str(part.get("Content-ID", "")).strip("<> "):
            pictures[cid] = path.name
        written.append(path)
    for path, page in pages:
        path.write_text(_linked(page, pictures), encoding="utf-8")
    return written


def _linked(page: str, pictures: dict[str, str]) -> str:
    for cid, file in pictures.items():
        page = page.replace(f"cid:{cid}", file)
    head = '<meta charset="utf-8">'
    return page if "charset" in page[:2000].lower() else head + page


def _name(part: EmailMessage, taken: set[str]) -> str:
    """Return a descriptive file name for a part that no other part has."""
    plain = {"text/plain": "letter.txt", "text/html": "letter.html"}
    kind = part.get_content_type()
    given = re.sub(r"[^\w.+-]+", "-", part.get_filename() or "").strip("-.")
    name = given or plain.get(kind, f"part.{kind.partition('/')[2]}")
    stem, dot, ending = name.rpartition(".")
    number = 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}{dot}{ending}"
    return name
