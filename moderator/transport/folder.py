"""Letters as files: ``orders/inbox/`` is read as a mailbox is, and ``state/outbox/`` takes letters as a relay does."""

import codecs
import hashlib
import os
import re
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import structlog

from moderator.ports import Delivery, DeliveryStatus, Dispatch, Keep, Sent
from moderator.transport.composing import compose
from moderator.transport.connections import NotKeptError, keep_in_batches

_log = structlog.get_logger()

_HEADER = re.compile(r"(?:from|to|cc|subject|date|message-id|in-reply-to|references|reply-to):.*", re.IGNORECASE)
_SEAT = re.compile(r"(?P<match>[A-Za-z0-9][A-Za-z0-9_-]*)\.(?P<seat>[^.]+)(?:\..*)?")
_LETTER, _TEXTS = ".eml", (".txt", ".md")
_HIDDEN = (".", "~", "#")
_DRAFTS = (".tmp", ".part", ".new", ".crdownload", ".swp")
_MARKS = (  # the longer one first: one begins like the other
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_QUIET_NS = 1_000_000_000
_LARGEST = 5_000_001
_LONGEST_STEM = 50
"""Characters of a name before its number is added: file systems allow 255 bytes."""


class FolderInbound:
    """An ``Inbound`` over a folder. Its letters are trusted, since whoever can write there has the operator's access.

    An ``.eml`` file is a raw letter. A ``.txt`` or ``.md`` file may begin with header lines (``From: …``, ``To: …``,
    ``Subject: …``) and a blank line. Without them it is the body of a letter from the seat that its name tells:
    ``<match>.<seat>.txt``, or ``<match>.<seat>.<anything>.txt``. The header field ``X-Moderator-Seat: <match>.<seat>``
    passes that seat on; it is valid only in trusted deliveries.

    A file is read once it has not changed for a second, so that a half-written one waits. Files with other endings, or
    with names that begin with a dot, ``~`` or ``#``, are not read: write under such a name, then rename the file. Those
    that are neither hidden nor drafts are ``strange``.
    """

    def __init__(self, inbox: Path, processed: Path, failed: Path, *, quiet_ns: int = _QUIET_NS) -> None:
        self._inbox = inbox
        self._processed = processed
        self._failed = failed
        self._quiet_ns = quiet_ns

    def drain(self, keep: Keep) -> int:
        """Store each finished file and move it away, to the failed ones if it cannot be read; return their number.

        A file that could not be stored stays for the next time. NotKeptError is raised for the first at the end.
        """
        trouble: Exception | None = None
        count = 0
        for answers in keep_in_batches(keep, self._deliveries()):
            for _, path, answer in answers:
                if isinstance(answer, Exception):
                    _log.warning("folder.not-kept", file=name_of(path), error=type(answer).__name__)
                    trouble = trouble or answer
                    continue
                _move(path, self._failed if answer is False else self._processed)
                count += 1
        if trouble is not None:
            raise NotKeptError(trouble) from trouble
        return count

    def strange(self) -> list[str]:
        """Return the names of the files in the inbox that are of a kind that is not read."""
        return [
            name_of(path) for path in self._whole_files() if not _is_read(path) and path.suffix.lower() not in _DRAFTS
        ]

    def _readable_files(self) -> list[Path]:
        """Return the files to be read that are no longer being written, the oldest first."""
        return [path for path in self._whole_files() if _is_read(path)]

    def _whole_files(self) -> list[Path]:
        """Return all files in the inbox that are no longer being written, the oldest first."""
        found: list[tuple[int, str, Path]] = []
        if not self._inbox.is_dir():
            return []
        now = time.time_ns()
        for path in self._inbox.iterdir():
            if path.name.startswith(_HIDDEN) or path.name.endswith("~") or path.is_symlink():
                continue
            try:
                facts = path.stat()
            except FileNotFoundError:
                continue
            # A file with a time stamp in the future is read at once, so that it does not wait for ever.
            age = now - facts.st_mtime_ns
            if path.is_file() and facts.st_size and not 0 <= age < self._quiet_ns:
                found.append((facts.st_mtime_ns, path.name, path))
        return [path for _, _, path in sorted(found)]

    def _deliveries(self) -> Iterator[tuple[Delivery, Path]]:
        for path in self._readable_files():
            try:
                delivery = self._delivery(path)
            except OSError as error:
                _log.warning("folder.unreadable", file=name_of(path), error=type(error).__name__)
                continue
            yield delivery, path

    def _delivery(self, path: Path) -> Delivery:
        facts = path.stat()
        with path.open("rb") as file:
            raw = file.read(_LARGEST)
        return Delivery(
            transport="folder",
            origin=f"{name_of(path)};{facts.st_mtime_ns};{facts.st_size}",
            arrived=datetime.fromtimestamp(facts.st_mtime, UTC),
            raw=letter_of_text(raw, name_of(path.with_suffix(""))) if is_text(path) else raw,
            trusted=True,
        )


class FolderOutbound:
    """An ``Outbound`` that writes each letter as an ``.eml`` file, for trials and for instances without a relay."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Write each letter to a file; a letter that is sent again replaces its file."""
        return [self._write(dispatch) for dispatch in dispatches]

    async def close(self) -> None:
        """Do nothing, since nothing is held open."""

    def _write(self, dispatch: Dispatch) -> Sent:
        try:
            raw = compose(dispatch)
        except ValueError as error:
            return Sent(DeliveryStatus.REFUSED, str(error))
        shown = re.sub(r"[^A-Za-z0-9@._-]+", "-", f"{dispatch.to[0]}-{dispatch.key}" if dispatch.to else dispatch.key)
        mark = hashlib.sha256(dispatch.message_id.encode()).hexdigest()[:8]
        target = self._folder / f"{dispatch.date:%Y%m%dT%H%M%SZ}-{shown[:100]}-{mark}.eml"
        try:
            write_private(target, raw)
        except OSError as error:
            return Sent(DeliveryStatus.LATER, f"{type(error).__name__}: {error.strerror}")
        return Sent(DeliveryStatus.SENT, target.name)


def write_private(target: Path, data: bytes) -> None:
    """Write a file that only its owner may read, completely or not at all: letters and order sets hold secrets."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    draft.replace(target)


def name_of(path: Path) -> str:
    """Return a file's name as text that can be stored, logged and shown, different for every name.

    Bytes that are not text, control characters and backslashes are written as numbers.
    """
    name = os.fsencode(path.name).replace(b"\\", rb"\x5c").decode("utf-8", "backslashreplace")
    return re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\x{ord(found[0]):02x}", name)


def is_text(path: Path) -> bool:
    """Tell whether a file holds the text of a letter rather than a raw letter."""
    return path.suffix.lower() in _TEXTS


def _is_read(path: Path) -> bool:
    return is_text(path) or path.suffix.lower() == _LETTER


def letter_of_text(raw: bytes, name: str) -> bytes:
    """Return a raw letter made of a text file. Without a header, ``name`` (without its ending) tells the seat."""
    coding = next((coding for mark, coding in _MARKS if raw.startswith(mark)), "")
    text = raw.decode(coding, "replace").encode() if coding else raw
    lines = text.replace(b"\r\n", b"\n").split(b"\n")
    told: list[bytes] = []
    while lines and _HEADER.fullmatch(lines[0].decode("utf-8", "replace")):
        told.append(lines.pop(0))
    if told and lines and not lines[0].strip():
        lines.pop(0)
    seat = _SEAT.fullmatch(name)
    if not told and seat:
        told.append(f"X-Moderator-Seat: {seat['match']}.{seat['seat']}".encode())
    told.append(b"MIME-Version: 1.0")
    told.append(b"Content-Type: text/plain")
    return b"\r\n".join([*told, b"", *lines])


def _move(path: Path, folder: Path) -> None:
    """Move a file into a folder without overwriting another."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / path.name
    stem, number = path.name.removesuffix(path.suffix)[:_LONGEST_STEM], 1
    while target.exists():
        number += 1
        target = folder / f"{stem}.{number}{path.suffix}"
    path.replace(target)
