"""Keeping: an instance in one file, taken while the daemon works, and put back whole or not at all.

The file is a compressed tar archive for its owner's eyes alone. It begins with a manifest that names every other
file in it with its digest. What is restored is first written beside its place, checked and made durable; only then
is it renamed, and what stood there is set aside. ``state/restoring`` stands while names change: an instance where it
was left behind is not opened.
"""

import hashlib
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO

import msgspec
from msgspec import Struct
from sqlalchemy.engine import make_url

from moderator import __version__
from moderator.app.files import InstanceError, Lock, new_file, private_file, private_folder, settle
from moderator.core import codec
from moderator.scheduling.clock import SystemClock
from moderator.store import copies
from moderator.store.session import newest

FORMAT = 1
"""The number of the layout described here; a file with a higher one comes from a later release."""

_MANIFEST, _DATABASE, _KEY, _CONFIG = "manifest.json", "moderator.sqlite", "secret.key", "config.toml"
_FOLDERS = ("templates", "orders/archive")
_SIDECARS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; it must never meet another database of the same name."""
_NOT_ITS_OWN = (".", _CONFIG, ".env", "state", f"state/{_KEY}", "state/daemon.lock", "state/restoring")
"""Where no database can be: there is something else."""
_CHUNK = 1 << 20
_BROKEN = (tarfile.TarError, zlib.error, EOFError, msgspec.DecodeError)


class Kept(Struct, frozen=True):
    """A file in a backup."""

    name: str
    size: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What a backup says about itself; ``at`` is where its database stood, seen from the folder of the instance.

    ``database`` is ``sqlite`` or ``postgresql``; only the first is in the backup.
    """

    format: int
    made: datetime
    release: str
    database: str
    schema: str = ""
    at: str = ""
    files: tuple[Kept, ...]

    @property
    def bytes(self) -> int:
        """How much is in it."""
        return sum(kept.size for kept in self.files)


def refuse_half(root: Path) -> None:
    """Raise InstanceError where a restore was broken off."""
    if _mark(root).exists():
        raise InstanceError(
            f"a restore was broken off in {root}, and what is there may be of two instances. "
            "Run it again: moderator restore FILE --replace"
        )


def _mark(root: Path) -> Path:
    return root / "state" / "restoring"


# ---- backup ----------------------------------------------------------------------------------------------


def backup(config: Path, url: str, target: Path) -> Manifest:
    """Write everything that an instance cannot do without into one file: whole, or not at all.

    ``config`` is the operator's file and ``url`` its database. Nothing is locked or brought up to date.
    """
    config = config.resolve()
    root = config.parent
    refuse_half(root)
    _check_target(target)
    parsed = make_url(url)
    kind, database = parsed.get_backend_name(), Path(parsed.database or "")
    if kind == "sqlite" and not database.is_file():
        raise InstanceError(f"there is no database {database} yet: nothing was ever begun here, nothing is to be kept")
    with TemporaryDirectory(dir=target.resolve().parent, prefix=".backup-") as folder:
        sources: dict[str, Path] = {_CONFIG: config, _KEY: root / "state" / "secret.key"}
        schema = at = ""
        if kind == "sqlite":
            sources[_DATABASE] = Path(folder) / _DATABASE
            copies.copy(database, sources[_DATABASE])
            schema, at = _revision(sources[_DATABASE]), _seen_from(root, database)
        sources |= {path.relative_to(root).as_posix(): path for path in _in_folders(root)}
        draft = Path(folder) / "backup"
        with new_file(draft) as file:
            kept = _write(file, sources, Manifest(
                format=FORMAT, made=SystemClock().now(), release=__version__, database=kind, schema=schema, at=at,
                files=(),
            ))  # fmt: skip
            settle(file)
        draft.replace(target)
    _settle_folder(target.resolve().parent)
    return kept


def _check_target(target: Path) -> None:
    """Refuse a place where no backup can be, or where one would take the place of something else."""
    if target.is_dir():
        raise InstanceError(f"{target} is a folder: name a file in it, such as {target / 'moderator.tar.gz'}")
    if not target.resolve().parent.is_dir():
        raise InstanceError(f"there is no folder {target.parent} for the backup: make it first")
    if target.exists():
        try:
            manifest(target)
        except InstanceError:
            raise InstanceError(f"{target} is there and is no backup; name another file") from None


def _in_folders(root: Path) -> Iterator[Path]:
    for name in _FOLDERS:
        yield from (path for path in sorted((root / name).rglob("*")) if path.is_file() and path.name[0] != ".")


def _seen_from(root: Path, path: Path) -> str:
    inside = path.is_relative_to(root)
    return path.relative_to(root).as_posix() if inside else str(path.resolve())


def _revision(database: Path) -> str:
    try:
        return copies.revision(database)
    except copies.BadCopyError as error:
        raise InstanceError(
            f"the database is damaged ({error}): there is no use in a backup of it. Keep the backups that you have."
        ) from None


def _write(file: IO[bytes], sources: Mapping[str, Path], about: Manifest) -> Manifest:
    """Write an archive: small files as they are read here, so that each is what its digest says."""
    held = {name: path.read_bytes() for name, path in sources.items() if name != _DATABASE}
    listed = [Kept(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in held.items()]
    if _DATABASE in sources:
        with sources[_DATABASE].open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        listed.insert(0, Kept(_DATABASE, sources[_DATABASE].stat().st_size, digest))
    about = msgspec.structs.replace(about, files=tuple(listed))
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive, ExitStack() as opened_files:
        head = codec.encode(about)
        archive.addfile(_info(_MANIFEST, len(head), about), BytesIO(head))
        for each in about.files:
            if each.name == _DATABASE:
                data: IO[bytes] = opened_files.enter_context(sources[_DATABASE].open("rb"))
            else:
                data = BytesIO(held[each.name])
            archive.addfile(_info(each.name, each.size, about), data)
    return about


def _info(name: str, size: int, about: Manifest) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, 0o600, int(about.made.timestamp())
    return info


# ---- restore ---------------------------------------------------------------------------------------------


def manifest(file: Path) -> Manifest:
    """Return what a backup says about itself; raises InstanceError if it is none."""
    with _opened(file) as archive:
        return _manifest(file, archive)


def restore(
    file: Path, config: Path, *, replace: bool, database: Path | None = None
) -> tuple[Manifest, list[Path], Path | None]:
    """Put an instance back; return what it was, what was set aside for it, and where its database is now.

    ``config`` is where the operator's file goes, and its folder is the instance's. ``database`` is where the operator
    wants the database; what the backup says of that is obeyed only inside of the instance. Raises InstanceError, and
    then nothing was changed: while a daemon works there, if something is there and ``replace`` is not given, or if the
    file is damaged.
    """
    config = config.resolve()
    root = config.parent
    found = manifest(file)
    _check_origin(file, found)
    places = _places(file, found, config, database)
    root.mkdir(parents=True, exist_ok=True)
    lock = Lock(root / "state")
    try:
        there = [path for name in places for path in _of(name, places) if _holds_something(path)]
        if there and not (replace or _mark(root).exists()):
            listed = ", ".join(map(str, there))
            raise InstanceError(
                f"here is an instance already: {listed}. Restore into another folder (--config DIR/config.toml), or "
                "say --replace: then these are set aside under other names."
            )
        drafts = {name: _beside(place, "restored") for name, place in places.items()}
        try:
            _unpack(file, found, drafts)
        except BaseException:
            _remove(drafts.values())
            raise
        return found, _exchange(root, places, drafts), places.get(_DATABASE)
    finally:
        lock.release()


def _check_origin(file: Path, found: Manifest) -> None:
    later = f"{file} was made by release {found.release}, which is newer than this one ({__version__})"
    if found.format > FORMAT or found.schema > newest():
        raise InstanceError(f"{later}: install that release, then restore")


def _places(file: Path, found: Manifest, config: Path, database: Path | None) -> dict[str, Path]:
    """Return where everything in a backup goes, folders as a whole."""
    root = config.parent
    known = {_CONFIG: config, _KEY: root / "state" / "secret.key"}
    known |= {name: root / name for name in _FOLDERS}
    tops = dict.fromkeys(_top(kept.name) for kept in found.files)
    if _DATABASE in tops:
        known[_DATABASE] = database.resolve() if database else _inside(file, found, root)
    return {top: known[top] for top in tops}


def _inside(file: Path, found: Manifest, root: Path) -> Path:
    """Return where the backup says that its database stood; raises InstanceError if that is no place for it here."""
    place = (root / ("" if "\0" in found.at else found.at)).resolve()  # no path holds a NUL
    if not place.is_relative_to(root):
        raise InstanceError(
            f"{file} says that its database stood at {found.at}, outside of the instance in {root}: nothing was "
            f"changed. If you want it there, say so: --database {found.at}. Or name a file inside, such as --database "
            f"{root / 'state' / _DATABASE}, and let [database] url in config.toml say the same afterwards."
        )
    inside = place.relative_to(root)
    if inside.as_posix() in _NOT_ITS_OWN or inside.parts[0] in ("orders", "templates"):
        raise InstanceError(
            f"{file} says that its database stood at {found.at or 'nowhere'}, where something else of an instance is: "
            f"nothing was changed. Say where it goes: --database {root / 'state' / _DATABASE}"
        )
    return place


def _top(name: str) -> str:
    """Return the file or folder of an instance that a file in a backup is, or is part of; raises InstanceError."""
    folder = next((folder for folder in _FOLDERS if name.startswith(f"{folder}/")), "")
    if (folder or name) in (_CONFIG, _KEY, _DATABASE, folder) and ".." not in PurePosixPath(name).parts:
        return folder or name
    raise InstanceError(f"the backup holds {name!r}, which is no part of an instance: it is not restored")


def _of(name: str, places: Mapping[str, Path]) -> Iterator[Path]:
    """Return where something goes, and what must not stay beside it."""
    place = places[name]
    yield place
    if name == _DATABASE:
        yield from (place.with_name(place.name + suffix) for suffix in _SIDECARS)


def _holds_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists()


def _beside(place: Path, what: str) -> Path:
    return place.with_name(f".{place.name}.{what}")


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    """Open a backup; whatever is wrong with its bytes becomes an InstanceError."""
    if not file.is_file():
        raise InstanceError(f"there is no file {file}")
    try:
        with tarfile.open(file, mode="r|gz") as archive:
            yield archive
    except _BROKEN as error:
        why = f"{error}" or type(error).__name__
        raise InstanceError(f"{file} is no whole backup ({why}); nothing was changed. Take another one.") from None


def _manifest(file: Path, archive: tarfile.TarFile) -> Manifest:
    first = archive.next()
    data = archive.extractfile(first) if first is not None and first.name == _MANIFEST else None
    if data is None:
        raise InstanceError(f"{file} is no backup of a moderator; nothing was changed")
    read: Manifest = codec.decode(data.read(), Manifest)
    return read


def _unpack(file: Path, found: Manifest, drafts: Mapping[str, Path]) -> None:
    """Write everything beside its place, and make sure that it is what was kept."""
    _remove(drafts.values())
    wanted = {kept.name: kept for kept in found.files}
    with _opened(file) as archive:
        _manifest(file, archive)
        while (info := archive.next()) is not None:  # a loop over the archive would begin with the manifest again
            kept = wanted.pop(info.name, None)
            data = archive.extractfile(info) if info.isreg() else None  # no link, no device
            if kept is None or data is None or info.size != kept.size:
                raise InstanceError(f"{file} holds {info.name!r}, which its manifest does not; nothing was changed")
            top = _top(info.name)
            target = drafts[top] / PurePosixPath(info.name).relative_to(top) if top in _FOLDERS else drafts[top]
            _check_parent(drafts[top])
            target.parent.mkdir(mode=0o755 if top == "templates" else 0o700, parents=True, exist_ok=True)
            digest = _copy(data, target, 0o644 if top == "templates" else 0o600)
            if digest != kept.sha256:
                raise InstanceError(f"{file} is damaged: {info.name} is not what was kept; nothing was changed")
    if wanted:
        raise InstanceError(f"{file} is damaged: it lacks {', '.join(wanted)}; nothing was changed")
    if _DATABASE in drafts:
        try:
            copies.revision(drafts[_DATABASE])
        except copies.BadCopyError as error:
            raise InstanceError(f"{file}: its database is damaged ({error}); nothing was changed") from None


def _check_parent(draft: Path) -> None:
    """Make the folders of an instance; one elsewhere is the operator's to make."""
    if not draft.parent.is_dir():
        if draft.parent.name not in ("state", "orders"):
            raise InstanceError(f"there is no folder {draft.parent}, where the database stood: make it first")
        private_folder(draft.parent)


def _copy(data: IO[bytes], target: Path, mode: int) -> str:
    digest = hashlib.sha256()
    with new_file(target, mode) as file:
        while chunk := data.read(_CHUNK):
            digest.update(chunk)
            file.write(chunk)
        settle(file)
    return digest.hexdigest()


def _exchange(root: Path, places: Mapping[str, Path], drafts: Mapping[str, Path]) -> list[Path]:
    """Give everything its name, and what stood there another one; return the other names."""
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    aside = []
    mark = _mark(root)
    private_file(mark)
    for folder in {draft.parent for draft in drafts.values()} | {mark.parent}:
        _settle_folder(folder)
    for name, place in places.items():
        for old in _of(name, places):
            if old.exists():
                away = old.with_name(f"replaced-{stamp}-{old.name}")
                old.rename(away)
                aside.append(away)
        drafts[name].rename(place)
        _settle_folder(place.parent)
    mark.unlink()
    _settle_folder(mark.parent)
    return aside


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            with suppress(FileNotFoundError):
                path.unlink()


def _settle_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
