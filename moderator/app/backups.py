"""Backups: an instance in one file, made while the daemon works, and restored completely or not at all.

The file is a compressed tar archive that only its owner may read. It begins with a manifest that names every other
file in it with its digest. A restore first writes each file beside its place, checks it and makes it durable. Only
then are the files renamed, and what stood in their place is set aside. ``state/restoring`` exists while names change;
an instance in which it was left behind is not opened.
"""

import hashlib
import os
import re
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
from moderator.app.files import InstanceError, Lock, flush_to_disk, new_file, private_file, private_folder
from moderator.core import codec
from moderator.scheduling.clock import SystemClock
from moderator.store import copies
from moderator.store.session import newest

FORMAT = 1
"""The number of the layout described here. A file with a higher number was made by a later release."""

_MANIFEST, _DATABASE, _KEY, _CONFIG = "manifest.json", "moderator.sqlite", "secret.key", "config.toml"
_FOLDERS = ("matches", "templates", "orders/archive")
_SIDECARS = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database. They must never be left beside another database."""
_TAKEN_NAMES = (".", _CONFIG, ".env", "state", f"state/{_KEY}", "state/daemon.lock", "state/restoring")
"""Names in an instance that are taken, so that no database can have them."""
_CHUNK = 1 << 20
_LARGEST_MANIFEST = 4_000_000
"""Bytes: the names and digests of some thirty thousand files."""
_LARGEST_NAME = 20_000
"""Bytes of what an archive writes before a member whose name is long."""
_LONG_NAME_TYPES = (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_SHOWN = 100
_DIGEST = re.compile("[0-9a-f]{64}")
_DAMAGE = (tarfile.TarError, zlib.error, EOFError, msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError)


class KeptFile(Struct, frozen=True):
    """A file in a backup."""

    name: str
    size: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What a backup says about itself. ``at`` is the path of its database, relative to the instance's folder.

    ``database`` is ``sqlite`` or ``postgresql``; the backup holds the database only if it is SQLite.
    """

    format: int
    made: datetime
    release: str
    database: str
    schema: str = ""
    at: str = ""
    files: tuple[KeptFile, ...]

    @property
    def bytes(self) -> int:
        """The number of bytes of all files together, uncompressed."""
        return sum(kept.size for kept in self.files)


def refuse_unfinished_restore(root: Path) -> None:
    """Raise InstanceError if a restore of this instance did not finish."""
    if _restore_marker(root).exists():
        raise InstanceError(
            f"a restore in {root} did not finish, and its files may belong to two instances. "
            "Run it again: moderator restore FILE --replace"
        )


def _restore_marker(root: Path) -> Path:
    return root / "state" / "restoring"


# ---- backup ----------------------------------------------------------------------------------------------


def backup(config: Path, url: str, target: Path) -> Manifest:
    """Write everything that an instance needs into one file, completely or not at all; return its manifest.

    ``config`` is the operator's file and ``url`` its database. Nothing is locked, and no schema is upgraded.
    """
    config = config.resolve()
    root = config.parent
    refuse_unfinished_restore(root)
    _check_target(target)
    parsed = make_url(url)
    kind, database = parsed.get_backend_name(), Path(parsed.database or "")
    if kind == "sqlite" and not database.is_file():
        raise InstanceError(f"there is no database {database} yet, so there is nothing to back up")
    with TemporaryDirectory(dir=target.resolve().parent, prefix=".backup-") as folder:
        sources: dict[str, Path] = {_CONFIG: config, _KEY: root / "state" / "secret.key"}
        schema = at = ""
        if kind == "sqlite":
            sources[_DATABASE] = Path(folder) / _DATABASE
            copies.copy(database, sources[_DATABASE])
            schema, at = _revision(sources[_DATABASE]), _path_from(root, database)
        sources |= {path.relative_to(root).as_posix(): path for path in _files_in_folders(root)}
        draft = Path(folder) / "backup"
        with new_file(draft) as file:
            kept = _write(file, sources, Manifest(
                format=FORMAT, made=SystemClock().now(), release=__version__, database=kind, schema=schema, at=at,
                files=(),
            ))  # fmt: skip
            flush_to_disk(file)
        draft.replace(target)
    _flush_folder(target.resolve().parent)
    return kept


def _check_target(target: Path) -> None:
    """Raise InstanceError if a backup cannot be written to a place, or would replace a file that is no backup."""
    if target.is_dir():
        raise InstanceError(f"{target} is a folder: name a file in it, such as {target / 'moderator.tar.gz'}")
    if not target.resolve().parent.is_dir():
        raise InstanceError(f"there is no folder {target.parent} for the backup: make it first")
    if target.exists():
        try:
            manifest(target)
        except InstanceError:
            raise InstanceError(f"{target} exists and is not a backup; name another file") from None


def _files_in_folders(root: Path) -> Iterator[Path]:
    for name in _FOLDERS:
        yield from (path for path in sorted((root / name).rglob("*")) if path.is_file() and path.name[0] != ".")


def _path_from(root: Path, path: Path) -> str:
    inside = path.is_relative_to(root)
    return path.relative_to(root).as_posix() if inside else str(path.resolve())


def _revision(database: Path) -> str:
    try:
        return copies.revision(database)
    except copies.BadCopyError as error:
        raise InstanceError(
            f"the database is damaged ({error}), so no backup was made. Keep the backups that you have."
        ) from None


def _write(file: IO[bytes], sources: Mapping[str, Path], about: Manifest) -> Manifest:
    """Write an archive and return its manifest; each small file is read once, so that its digest is right."""
    held = {name: path.read_bytes() for name, path in sources.items() if name != _DATABASE}
    listed = [KeptFile(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in held.items()]
    if _DATABASE in sources:
        with sources[_DATABASE].open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        listed.insert(0, KeptFile(_DATABASE, sources[_DATABASE].stat().st_size, digest))
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
    """Return the manifest of a backup; raises InstanceError if the file is not one."""
    with _open_archive(file) as archive:
        return _manifest(file, archive)


def restore(
    file: Path, config: Path, *, replace: bool, database: Path | None = None
) -> tuple[Manifest, list[Path], Path | None]:
    """Restore an instance; return the backup's manifest, the paths that were set aside, and the path of its database.

    ``config`` is where the operator's file goes, and its folder becomes the instance's. ``database`` is where the
    operator wants the database; the place that the backup names is used only if it lies within the instance. Raises
    InstanceError, and changes nothing, if a daemon works there, if something is there and ``replace`` is false, or if
    the file is damaged.
    """
    config = config.resolve()
    root = config.parent
    found = manifest(file)
    _check_origin(file, found)
    places = _places(file, found, config, database)
    root.mkdir(parents=True, exist_ok=True)
    if (free := shutil.disk_usage(root).free) < found.bytes:
        raise InstanceError(f"{file} holds {found.bytes:,} bytes, and {free:,} are free in {root}: make room first")
    lock = Lock(root / "state")
    try:
        existing = [path for name in places for path in _with_sidecars(name, places) if _holds_something(path)]
        if existing and not (replace or _restore_marker(root).exists()):
            listed = ", ".join(map(str, existing))
            raise InstanceError(
                f"there is an instance here already: {listed}. Restore into another folder (--config DIR/config.toml), "
                "or add --replace to rename these."
            )
        drafts = {name: _draft_path(place, "restored") for name, place in places.items()}
        try:
            _unpack(file, found, drafts)
        except BaseException:
            _remove(drafts.values())
            raise
        return found, _put_in_place(root, places, drafts), places.get(_DATABASE)
    finally:
        lock.release()


def _check_origin(file: Path, found: Manifest) -> None:
    later = f"{file} was made by release {found.release}, which is newer than this one ({__version__})"
    if found.format > FORMAT or found.schema > newest():
        raise InstanceError(f"{later}: install that release, then restore")


def _places(file: Path, found: Manifest, config: Path, database: Path | None) -> dict[str, Path]:
    """Return the place of each file or folder of an instance that a backup holds, by its name."""
    root = config.parent
    known = {_CONFIG: config, _KEY: root / "state" / "secret.key"}
    known |= {name: root / name for name in _FOLDERS}
    tops = dict.fromkeys(_top_level_name(kept.name) for kept in found.files)
    if _DATABASE in tops:
        known[_DATABASE] = database.resolve() if database else _database_place(file, found, root)
    return {top: known[top] for top in tops}


def _database_place(file: Path, found: Manifest, root: Path) -> Path:
    """Return the path at which the backup says its database was; raises InstanceError if it cannot be there."""
    place = (root / ("" if "\0" in found.at else found.at)).resolve()  # no path holds a NUL
    if not place.is_relative_to(root):
        raise InstanceError(
            f"{file} says that its database was at {found.at}, outside the instance in {root}: nothing was changed. "
            f"To put it there, add --database {found.at}. Or name a file inside, such as --database "
            f"{root / 'state' / _DATABASE}, and set [database] url in config.toml to it afterwards."
        )
    inside = place.relative_to(root)
    if inside.as_posix() in _TAKEN_NAMES or inside.parts[0] in ("orders", "templates", "matches"):
        raise InstanceError(
            f"{file} says that its database was at {found.at or 'nowhere'}, where an instance keeps another file: "
            f"nothing was changed. Say where to put it: --database {root / 'state' / _DATABASE}"
        )
    return place


def _top_level_name(name: str) -> str:
    """Return the file or folder of an instance that a file in a backup belongs to; raises InstanceError."""
    folder = next((folder for folder in _FOLDERS if name.startswith(f"{folder}/")), "")
    if (folder or name) in (_CONFIG, _KEY, _DATABASE, folder) and ".." not in PurePosixPath(name).parts:
        return folder or name
    raise InstanceError(f"the backup holds {name[:_SHOWN]!r}, which is not part of an instance: nothing was restored")


def _with_sidecars(name: str, places: Mapping[str, Path]) -> Iterator[Path]:
    """Give the place of a file or folder, and of everything that must not stay beside it."""
    place = places[name]
    yield place
    if name == _DATABASE:
        yield from (place.with_name(place.name + suffix) for suffix in _SIDECARS)


def _holds_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists()


def _draft_path(place: Path, ending: str) -> Path:
    return place.with_name(f".{place.name}.{ending}")


@contextmanager
def _open_archive(file: Path) -> Iterator[tarfile.TarFile]:
    """Open a backup; raises InstanceError for anything that is wrong with its bytes."""
    if not file.is_file():
        raise InstanceError(f"there is no file {file}")
    try:
        with tarfile.open(file, mode="r|gz", tarinfo=_Member) as archive:
            yield archive
    except _DAMAGE as error:
        why = f"{error}" or type(error).__name__
        raise InstanceError(f"{file} is not a complete backup ({why}); nothing was changed. Use another one.") from None


def _manifest(file: Path, archive: tarfile.TarFile) -> Manifest:
    first = archive.next()
    data = archive.extractfile(first) if first is not None and first.name == _MANIFEST else None
    if first is None or data is None:
        raise InstanceError(f"{file} is not a backup of a moderator; nothing was changed")
    if first.size > _LARGEST_MANIFEST:
        raise tarfile.ReadError(f"its manifest has {first.size:,} bytes")
    read: Manifest = codec.decode(data.read(), Manifest)
    if wrong := next(_manifest_faults(read), None):
        raise tarfile.ReadError(f"in its manifest {wrong}")
    return read


def _manifest_faults(read: Manifest) -> Iterator[str]:
    """Name the fields of a manifest that hold what no backup has; raises InstanceError for a strange file."""
    if read.format < 1:
        yield f"format is {read.format}"
    if read.made.tzinfo is None:
        yield "made has no time zone"
    for name in ("release", "database", "schema"):
        if not getattr(read, name).isprintable():
            yield f"{name} holds control characters"
    for number, kept in enumerate(read.files):
        _top_level_name(kept.name)
        if kept.size < 0:
            yield f"files[{number}].size is {kept.size}"
        if not _DIGEST.fullmatch(kept.sha256):
            yield f"files[{number}].sha256 is not a digest"
    if len({kept.name for kept in read.files}) < len(read.files):
        yield "files names a file twice"


class _Member(tarfile.TarInfo):
    """A member of a backup, whose head cannot fill the memory: an archive may claim a name of any length."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in (tarfile.GNUTYPE_SPARSE, tarfile.XGLTYPE):
            self._refuse()
        if self.type in _LONG_NAME_TYPES and self.size > _LARGEST_NAME:
            raise tarfile.ReadError(f"a name in it has {self.size:,} bytes")
        made: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc] # made to be overridden, and untyped
        return made

    def _refuse(self, *_told: object) -> None:
        raise tarfile.ReadError("it holds something that no backup has: a file with gaps, or a head for all files")

    _proc_gnusparse_00 = _proc_gnusparse_01 = _proc_gnusparse_10 = _refuse


def _unpack(file: Path, found: Manifest, drafts: Mapping[str, Path]) -> None:
    """Write every file of a backup beside its place; raises InstanceError if one is not as its digest says."""
    _remove(drafts.values())
    wanted = {kept.name: kept for kept in found.files}
    with _open_archive(file) as archive:
        _manifest(file, archive)
        while (info := archive.next()) is not None:  # a loop over the archive would begin with the manifest again
            kept = wanted.pop(info.name, None)
            data = archive.extractfile(info) if info.isreg() else None  # no link, no device
            if kept is None or data is None or info.size != kept.size:
                raise InstanceError(f"{file} holds {info.name!r}, which its manifest does not; nothing was changed")
            top = _top_level_name(info.name)
            target = drafts[top] / PurePosixPath(info.name).relative_to(top) if top in _FOLDERS else drafts[top]
            _check_parent(drafts[top])
            target.parent.mkdir(mode=0o755 if top == "templates" else 0o700, parents=True, exist_ok=True)
            digest = _copy(data, target, 0o644 if top == "templates" else 0o600)
            if digest != kept.sha256:
                raise InstanceError(f"{file} is damaged: {info.name} differs from its digest; nothing was changed")
    if wanted:
        raise InstanceError(f"{file} is damaged: {', '.join([*wanted][:3])} is missing; nothing was changed")
    if _DATABASE in drafts:
        try:
            copies.revision(drafts[_DATABASE])
        except copies.BadCopyError as error:
            raise InstanceError(f"{file}: its database is damaged ({error}); nothing was changed") from None


def _check_parent(draft: Path) -> None:
    """Make the folder of a file within an instance; raises InstanceError if a folder elsewhere is missing."""
    if not draft.parent.is_dir():
        if draft.parent.name not in ("state", "orders"):
            raise InstanceError(f"there is no folder {draft.parent}, where the database was: make it first")
        private_folder(draft.parent)


def _copy(data: IO[bytes], target: Path, mode: int) -> str:
    digest = hashlib.sha256()
    with new_file(target, mode) as file:
        while chunk := data.read(_CHUNK):
            digest.update(chunk)
            file.write(chunk)
        flush_to_disk(file)
    return digest.hexdigest()


def _put_in_place(root: Path, places: Mapping[str, Path], drafts: Mapping[str, Path]) -> list[Path]:
    """Rename everything to its place, setting aside what stood there; return where that is now."""
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    aside = []
    mark = _restore_marker(root)
    private_file(mark)
    for folder in {draft.parent for draft in drafts.values()} | {mark.parent}:
        _flush_folder(folder)
    for name, place in places.items():
        for old in _with_sidecars(name, places):
            if old.exists():
                away = old.with_name(f"replaced-{stamp}-{old.name}")
                old.rename(away)
                aside.append(away)
        drafts[name].rename(place)
        _flush_folder(place.parent)
    mark.unlink()
    _flush_folder(mark.parent)
    return aside


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            with suppress(FileNotFoundError):
                path.unlink()


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
