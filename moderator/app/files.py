"""Files for the owner alone: archived orders, and two in the ``state/`` of an instance, its secret key and its lock."""

import fcntl
import os
import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

import structlog

from moderator.core.errors import ModeratorError
from moderator.service import tags
from moderator.service.inbox.desk import Archive
from moderator.transport.folder import write_private

_log = structlog.get_logger()

_KEY_BYTES = 32


class InstanceError(ModeratorError):
    """An instance cannot be opened, kept or restored; the text says what to do."""


def private_folder(folder: Path) -> None:
    """Make a folder that only its owner may read; the mode of an existing folder is left as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file that only its owner may read, if there is none; a program that writes to it keeps its mode."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def new_file(path: Path, mode: int = 0o600) -> IO[bytes]:
    """Open a new file for writing, by default one that only its owner may read; raises FileExistsError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb")


def flush_to_disk(file: IO[bytes]) -> None:
    """Flush a file and wait until the disk has everything that was written to it."""
    file.flush()
    os.fsync(file.fileno())


def new_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a new folder that only its owner may read, all of them or none; their names may have folders.

    Raises InstanceError if the folder is not empty, or the one around it is missing.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InstanceError(f"{folder} exists and is not empty; name a new folder")
    if not folder.resolve().parent.is_dir():
        raise InstanceError(f"there is no folder {folder.parent}: make it first")
    draft = folder.with_name(f".{folder.name}.new")
    if draft.exists():
        shutil.rmtree(draft)
    draft.mkdir(mode=0o700)
    for name, data in files.items():
        private_folder((draft / name).parent)
        with new_file(draft / name) as file:
            file.write(data)
            flush_to_disk(file)
    draft.replace(folder)


def write_archive(root: Path, order_set: Archive) -> None:
    """Write an order set to ``orders/archive/<match>/<turn>/<seat>.txt``, replacing an earlier one as a whole.

    It is a copy for the GM: where it cannot be written, that is logged, and letters and turns go on without it.
    """
    archive = root / "orders" / "archive"
    target = archive / tags.slug(order_set.match) / f"{order_set.turn:03d}" / f"{tags.slug(order_set.seat)}.txt"
    data = "".join(f"{line}\n" for line in order_set.lines).encode()
    try:
        private_folder(archive)
        if not (target.is_file() and target.read_bytes() == data):
            write_private(target, data)
    except OSError as error:
        _log.warning("archive.not-written", match=order_set.match, seat=order_set.seat, error=str(error))


def secret_key(state: Path) -> bytes:
    """Return the instance's key from ``secret.key``, which is made on first use and which only its owner may read."""
    private_folder(state)
    path = state / "secret.key"
    if not path.exists():
        draft = state / f".secret.key.{os.getpid()}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
            flush_to_disk(file)
        with suppress(FileExistsError):  # the first of several processes wins, and a key is complete or missing
            os.link(draft, path)
        draft.unlink()
    key = path.read_bytes()
    if len(key) != _KEY_BYTES:
        raise InstanceError(
            f"{path} does not hold {_KEY_BYTES} bytes. Put back the file from your backup; "
            "remove it only if you have no backup: every player then needs a new reply address."
        )
    return key


class Lock:
    """The lock of an instance, held by the one process that works on it, and released however that process ends."""

    def __init__(self, state: Path) -> None:
        """Take the lock; raises InstanceError if another process holds it."""
        private_folder(state)
        private_file(state / "daemon.lock")
        self._file = (state / "daemon.lock").open("a+", encoding="ascii")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            holder = self._file.read().strip()
            self._file.close()
            who = f" (process {holder})" if holder else ""
            raise InstanceError(f"a moderator is running on this instance already{who}: stop it first") from None
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def release(self) -> None:
        """Release the lock."""
        self._file.truncate(0)
        self._file.close()
