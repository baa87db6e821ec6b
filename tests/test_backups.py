"""An instance is kept in one file while it works, and put back whole or not at all."""

import contextlib
import gzip
import hashlib
import io
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from moderator.app import backups
from moderator.app.files import InstanceError, Lock
from moderator.app.opening import open_instance
from moderator.cli import main
from moderator.config import load
from moderator.core import codec
from moderator.scheduling.clock import FrozenClock, SystemClock
from moderator.service.audit.verify import verify_match
from tests.support.shell import MATCH, Run, add, drop, shell


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an instance of one match with recorded orders, templates of its own, and a backup of it; to be copied."""
    folder = tmp_path_factory.mktemp("made")
    battle = folder / "battle"
    assert main(["init", str(battle)]) == 0
    with contextlib.chdir(battle):
        add(MATCH)
        assert main(["once"]) == 0
        assert main(["resolve", "hoth"]) == 0
        drop("1. MOVE TROOPS A0 A1\n2. PASS\nWAIT\n")
        Path("templates/service").mkdir()
        Path("templates/service/subjects.j2").write_text("{# ours #}", encoding="utf-8")
        Path("matches").mkdir()
        Path("matches/endor.toml").write_text("# to come\n", encoding="utf-8")
        assert main(["once"]) == 0
        assert main(["backup", "../kept.tar.gz"]) == 0
    return folder


@pytest.fixture
def run(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give that instance, with its backup beside it."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return shell(tmp_path / "battle", capsys, monkeypatch)


def contents(folder: Path = Path()) -> dict[str, bytes]:
    """Return every file of an instance but its lock."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "daemon.lock" and not path.name.endswith(("-wal", "-shm"))
    }


def rewrite(old: str, new: str) -> None:
    """Change what the operator's file says."""
    text = Path("config.toml").read_text(encoding="utf-8")
    assert old in text
    Path("config.toml").write_text(text.replace(old, new), encoding="utf-8")


def names(backup: Path) -> list[str]:
    """Return what is in a backup."""
    with tarfile.open(backup) as archive:
        return archive.getnames()


def again(backup: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """Write a backup again with its files changed; None leaves one out."""
    target = backup.with_name("changed.tar.gz")
    with tarfile.open(backup) as old, tarfile.open(target, "w:gz") as new:
        for info in old:
            file = old.extractfile(info)
            assert file is not None
            data = change(info.name, file.read())
            if data is not None:
                info.size = len(data)
                new.addfile(info, io.BytesIO(data))
    return target


def test_a_backup_holds_all_that_is_needed_for_its_owner_alone(run: Run) -> None:
    """Database, key, files, templates and archived orders; neither what waits in the inbox nor letters that went."""
    del run
    backup = Path("../kept.tar.gz")
    assert backup.stat().st_mode & 0o777 == 0o600
    assert names(backup) == [
        "manifest.json",
        "moderator.sqlite",
        "config.toml",
        "secret.key",
        "matches/endor.toml",
        "templates/service/subjects.j2",
        "orders/archive/hoth/002/red.txt",
    ]
    assert not list(backup.parent.glob(".backup-*"))


def test_an_instance_is_put_back_in_an_empty_folder_and_goes_on(run: Run, tmp_path: Path) -> None:
    """The same key, order sets and records: the match is proved, and its next turn runs."""
    code, said, _ = run("restore", "../kept.tar.gz", "--config", "../new/config.toml")
    assert code == 0
    assert "The instance is as it was on" in said
    there = tmp_path / "new"
    kept = ("config.toml", "matches/endor.toml", "templates/service/subjects.j2", "orders/archive/hoth/002/red.txt")
    for name in (*kept, "state/secret.key"):
        assert (there / name).read_bytes() == Path(name).read_bytes()
    assert {path.stat().st_mode & 0o077 for path in (there / "state").iterdir()} == {0}
    with open_instance(load(there / "config.toml")) as instance:
        assert verify_match(instance.store, instance.ctx, "hoth") == []
    code, said, _ = run("resolve", "hoth", "--config", "../new/config.toml")
    assert (code, said[:19]) == (0, "hoth, turn 2: ruled")
    assert run("verify", "hoth", "--config", "../new/config.toml")[0] == 0


def test_a_backup_is_taken_while_others_write(run: Run) -> None:
    """A daemon holds the instance and is in the middle of a transaction: what it has not committed is not kept."""
    lock = Lock(Path("state"))
    with closing(sqlite3.connect("state/moderator.sqlite", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE player SET name = 'Nobody'")
        assert run("backup", "../kept.tar.gz")[0] == 0
        writer.execute("ROLLBACK")
    lock.release()
    run("restore", "../kept.tar.gz", "--config", "../new/config.toml")
    with closing(sqlite3.connect("../new/state/moderator.sqlite")) as there:
        assert there.execute("SELECT name FROM player").fetchall() == [("Ann",)]


def test_nothing_is_restored_under_a_moderator_that_runs(run: Run) -> None:
    """It is asked to be stopped first."""
    before = contents()
    lock = Lock(Path("state"))
    code, _, complaint = run("restore", "../kept.tar.gz", "--replace")
    lock.release()
    assert code == 1
    assert "stop it first" in complaint
    assert contents() == before


def test_an_instance_is_replaced_only_if_that_is_said(run: Run) -> None:
    """What was there is named; with ``--replace`` it is set aside, its journal too, and can still be read."""
    run("resolve", "hoth")
    before = contents()
    code, _, complaint = run("restore", "../kept.tar.gz")
    assert code == 1
    assert "there is an instance here already" in complaint
    assert "--replace" in complaint
    assert contents() == before
    open_elsewhere = sqlite3.connect("state/moderator.sqlite")
    open_elsewhere.execute("SELECT * FROM player").fetchall()
    code, said, _ = run("restore", "../kept.tar.gz", "--replace")
    open_elsewhere.close()
    assert code == 0
    assert said.count("set aside: ") >= 5
    assert "turn 2" in run("match", "show", "hoth")[1]
    assert run("verify", "hoth")[0] == 0
    (old,) = Path("state").glob("replaced-*-moderator.sqlite")
    with closing(sqlite3.connect(old)) as opened:
        assert opened.execute("SELECT turn FROM match").fetchall() == [(3,)]


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:2000]), "not a complete backup"),
        (lambda file: file.write_bytes(file.read_bytes()[:-100]), "nothing was changed"),
        (lambda file: file.write_bytes(b"PK" + file.read_bytes()), "not a complete backup"),
        (lambda file: file.write_bytes(gzip.compress(b"not much")), "not a complete backup"),
        (lambda file: file.unlink(), "there is no file"),
    ],
)
def test_a_damaged_backup_changes_nothing(run: Run, harm: Callable[[Path], object], told: str) -> None:
    """Whatever happened to the file: it is told, and neither a draft nor half of it stays."""
    backup = Path("../kept.tar.gz")
    before = contents()
    harm(backup)
    code, _, complaint = run("restore", str(backup), "--replace")
    assert code == 1
    assert told in complaint
    assert contents() == before
    assert not list(Path().rglob("*.restored"))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda name, data: data[:-1] + b"x" if name == "secret.key" else data, "secret.key differs from its digest"),
        (lambda name, data: None if name == "secret.key" else data, "secret.key is missing"),
        (lambda name, data: data.replace(b'"files":[', b'"files":[{"name":"../x","size":1,"sha256":""},')
            if name == "manifest.json" else data, "'../x', which is not part of an instance"),
        (lambda name, data: data.replace(b'"format":1', b'"format":2') if name == "manifest.json" else data,
            "newer than this one"),
        (lambda name, data: data.replace(b'"at":"state', b'"at":"../state') if name == "manifest.json" else data,
            "outside the instance"),
    ],
)  # fmt: skip
def test_a_backup_that_does_not_hold_what_it_says_changes_nothing(
    run: Run, change: Callable[[str, bytes], bytes | None], told: str
) -> None:
    """Every file is compared with its digest before anything gets its name, and none may go elsewhere."""
    before = contents()
    code, _, complaint = run("restore", str(again(Path("../kept.tar.gz"), change)), "--replace")
    assert code == 1
    assert told in complaint
    assert contents() == before


def test_a_database_that_is_damaged_is_not_restored(run: Run) -> None:
    """Even if its digest is right: it was damaged when it was kept."""
    code, _, complaint = run("restore", str(_with_bad_database(Path("../kept.tar.gz"))), "--replace")
    assert code == 1
    assert "its database is damaged" in complaint


def _with_bad_database(backup: Path) -> Path:
    bad = b"SQLite format 3\x00" + b"\x00" * 4096
    digest = hashlib.sha256(bad).hexdigest()

    def change(name: str, data: bytes) -> bytes:
        if name == "manifest.json":
            held: dict[str, Any] = codec.decode(data, dict)
            held["files"][0] |= {"sha256": digest, "size": len(bad)}
            return codec.encode(held)
        return bad if name == "moderator.sqlite" else data

    return again(backup, change)


def test_a_restore_that_was_broken_off_is_seen_and_done_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An instance of which half was replaced is opened by no command, until the restore was run again."""
    real = Path.rename

    def fails(self: Path, target: Path) -> Path:
        if target.name == "secret.key":
            raise OSError(5, "the disk went away", str(self))
        return real(self, target)

    with monkeypatch.context() as broken:
        broken.setattr(Path, "rename", fails)
        assert run("restore", "../kept.tar.gz", "--replace")[0] == 1
    for command in (["once"], ["match", "list"], ["backup", "../other.tar.gz"]):
        code, _, complaint = run(*command)
        assert code == 1
        assert "did not finish" in complaint
    assert run("restore", "../kept.tar.gz")[0] == 0
    assert run("verify", "hoth")[0] == 0


def test_a_backup_takes_the_place_of_a_backup_and_of_nothing_else(run: Run) -> None:
    """A mistyped name costs no file; a folder, and one that is not there, are told."""
    assert run("backup", "../kept.tar.gz")[0] == 0
    before = Path("config.toml").read_bytes()
    for name, told in (
        ("config.toml", "is not a backup"),
        ("state", "is a folder"),
        ("nowhere/x.gz", "there is no folder"),
    ):
        code, _, complaint = run("backup", name)
        assert code == 1
        assert told in complaint
    assert Path("config.toml").read_bytes() == before


def test_a_backup_needs_neither_passwords_nor_a_good_file(run: Run) -> None:
    """What is wrong elsewhere in the file is no reason to keep nothing; what is wrong with the database is."""
    add('\n[imap]\nhost = "mail.pbem.test"\nuser = "m"\npassword = "${NOT_SET}"\nnonsense = 1\n')
    assert run("once")[0] == 2
    assert run("backup", "../kept.tar.gz")[0] == 0
    rewrite("sqlite:///state/moderator.sqlite", "mysql://x")
    code, _, complaint = run("backup", "../kept.tar.gz")
    assert code == 2
    assert "database.url" in complaint


def test_there_is_nothing_to_keep_before_the_first_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is no, and says so."""
    main(["init", str(tmp_path / "new")])
    run = shell(tmp_path / "new", capsys, monkeypatch)
    code, _, complaint = run("backup", "../kept.tar.gz")
    assert code == 1
    assert "nothing to back up" in complaint


def test_a_database_elsewhere_comes_back_elsewhere(run: Run, tmp_path: Path) -> None:
    """Only if the operator says so: what a backup names outside of the instance is never obeyed by itself."""
    away = tmp_path / "away"
    away.mkdir()
    Path("state/moderator.sqlite").rename(away / "games.db")
    rewrite("sqlite:///state/moderator.sqlite", f"sqlite:///{away}/games.db")
    assert run("backup", "../kept.tar.gz")[0] == 0
    before = (away / "games.db").read_bytes()
    code, _, complaint = run("restore", "../kept.tar.gz", "--config", "../new/config.toml", "--replace")
    assert code == 1
    assert f"--database {away}/games.db" in complaint.replace("\n", "")
    assert (away / "games.db").read_bytes() == before
    back = ("restore", "../kept.tar.gz", "--config", "../new/config.toml", "--database", f"{away}/games.db")
    code, _, complaint = run(*back)
    assert code == 1
    assert "games.db" in complaint
    (away / "games.db").unlink()
    away.rmdir()
    code, _, complaint = run(*back)
    assert code == 1
    assert f"there is no folder {away}" in complaint
    away.mkdir()
    assert run(*back)[0] == 0
    assert run("verify", "hoth", "--config", "../new/config.toml")[0] == 0
    code, _, complaint = run(*back[:-1], "../new/state/x.sqlite", "--replace")
    assert code == 0
    assert f"config.toml names {away}/games.db: correct" in " ".join(complaint.split()).replace("- ", "-")


@pytest.mark.parametrize("at", ["/srv/x.sqlite", "../x.sqlite", "state/../../x.sqlite", "out/x.sqlite", "~/../../x"])
def test_nothing_is_ever_written_outside_of_the_instance(run: Run, tmp_path: Path, at: str) -> None:
    """Whatever path a backup names for its database, through a link of the instance's too: it is refused in words."""
    (tmp_path / "elsewhere").mkdir()
    Path("out").symlink_to(tmp_path / "elsewhere")
    refused(run, at, "outside the instance")


@pytest.mark.parametrize(
    "at", ["", ".", "config.toml", "state/secret.key", "state", "orders/inbox/x.eml", "templates/x", "state/x\0"]
)
def test_no_database_takes_the_place_of_something_else(run: Run, at: str) -> None:
    """Where key, file or folders of the instance are, no database goes."""
    refused(run, at, "where an instance keeps another file")


def refused(run: Run, at: str, told: str) -> None:
    """Fail unless a backup that names a place for its database is refused, with nothing changed anywhere."""
    above = contents(Path(".."))

    def change(name: str, data: bytes) -> bytes:
        named = codec.encode(at)
        return data.replace(b'"at":"state/moderator.sqlite"', b'"at":' + named) if name == "manifest.json" else data

    backup = again(Path("../kept.tar.gz"), change)
    code, _, complaint = run("restore", str(backup), "--replace")
    assert code == 1
    assert told in " ".join(complaint.split())
    assert f"--database {at}" in " ".join(complaint.split()) or "state/moderator.sqlite" in complaint.replace("\n", "")
    backup.unlink()
    assert contents(Path("..")) == above


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE])
@pytest.mark.parametrize("name", ["secret.key", "templates", "templates/service/x.j2", "/etc/x", "templates/../../x"])
def test_only_files_are_taken_from_a_backup(run: Run, kind: bytes, name: str) -> None:
    """Links, devices and folders in the archive, under any name, change nothing."""
    before = contents()
    with tarfile.open("../kept.tar.gz") as old, tarfile.open("../changed.tar.gz", "w:gz") as new:
        for info in old:
            if info.name != name:
                new.addfile(info, old.extractfile(info))
        odd = tarfile.TarInfo(name)
        odd.type, odd.linkname = kind, "../../etc/passwd"
        new.addfile(odd)
    code, _, complaint = run("restore", "../changed.tar.gz", "--replace")
    assert code == 1
    assert "nothing was changed" in " ".join(complaint.split())
    assert contents() == before


def test_a_person_who_was_erased_is_not_in_a_new_backup(run: Run) -> None:
    """Not even in pages of the database that are free: nobody can dig there."""
    run("player", "erase", "ann@pbem.test", "--yes")
    rewrite("ann@pbem.test", "dora@pbem.test")
    assert run("backup", "../kept.tar.gz")[0] == 0
    with tarfile.open("../kept.tar.gz") as archive:
        for info in archive:
            file = archive.extractfile(info)
            assert file is not None
            assert b"ann@pbem" not in file.read(), info.name


def test_a_letter_that_was_forgotten_is_not_in_a_new_backup(run: Run) -> None:
    """After ``keep_letters`` days its words are gone from there, too, and what came of it stays and is proved."""
    with closing(sqlite3.connect("state/moderator.sqlite")) as opened:
        ((raw,),) = opened.execute("SELECT raw FROM letter").fetchall()
    with open_instance(
        load(Path("config.toml")), clock=FrozenClock(SystemClock().now() + timedelta(days=401))
    ) as later:
        later.tidy()
    assert run("backup", "../kept.tar.gz")[0] == 0
    with tarfile.open("../kept.tar.gz") as archive:
        file = archive.extractfile("moderator.sqlite")
        assert file is not None
        assert raw not in file.read()
    assert run("restore", "../kept.tar.gz", "--config", "../new/config.toml")[0] == 0
    assert "number 1" in run("match", "show", "hoth", "--config", "../new/config.toml")[1]
    assert run("verify", "hoth", "--config", "../new/config.toml")[0] == 0


def test_of_an_instance_on_postgresql_key_and_file_are_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator is told by which program the database is kept, at both ends."""
    monkeypatch.setattr("moderator.cli.keeping.database_of", lambda _config: "postgresql://user@host/name")
    code, _, complaint = run("backup", "../kept.tar.gz")
    assert code == 0
    assert "pg_dump" in complaint
    assert "moderator.sqlite" not in names(Path("../kept.tar.gz"))
    code, _, complaint = run("restore", "../kept.tar.gz", "--config", "../new/config.toml")
    assert code == 0
    assert "pg_restore" in complaint
    assert (tmp_path / "new/state/secret.key").read_bytes() == Path("state/secret.key").read_bytes()


def test_a_manifest_tells_what_a_backup_is(run: Run) -> None:
    """Release and schema, so that a later one can tell whether it can read it."""
    del run
    found = backups.manifest(Path("../kept.tar.gz"))
    assert (found.format, found.database, found.at) == (1, "sqlite", "state/moderator.sqlite")
    assert main(["restore", "../kept.tar.gz", "--config", "../other/battle.toml"]) == 0
    assert Path("../other/battle.toml").is_file()


def _deep(name: bytes) -> bytes:
    return b'{"format":1,"' + name + b'":' + b"[" * 100_000 + b"]" * 100_000 + b"}"


def _many(count: int) -> bytes:
    files = b",".join(b'{"name":"orders/archive/%d","size":1,"sha256":"%064d"}' % (each, each) for each in range(count))
    return b'{"format":1,"made":"2026-11-20T20:00:00Z","release":"1","database":"sqlite","files":[' + files + b"]}"


def _member(kind: bytes, size: int) -> bytes:
    """Return a backup that begins with a head of a kind, which claims to have so many bytes."""
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, size
    return gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + b"7" * min(size, 100_000_000), 1)


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nested": lambda: _deep(b"files"),
    "nested where nothing is read": lambda: _deep(b"nonsense"),
    "of many files": lambda: _many(300_000),
    "of a long text": lambda: b'{"format":1,"release":"' + b"x" * 100_000_000 + b'"}',
    "of blanks": lambda: b" " * 100_000_000,
}


KINDS = {"long name": b"L", "pax head": b"x", "head for all": b"g", "gaps": b"S"}
PROGRAM = """\
import os, resource, sys
from pathlib import Path
from moderator.app import backups
from moderator.app.files import InstanceError
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for name in sys.argv[2:]:
    if os.fork():  # each by itself, or the first would set the peak for all
        os.wait()
        continue
    before = peak()
    try:
        backups.restore(Path(name), Path(sys.argv[1]), replace=True)
    except InstanceError as error:
        print(Path(name).stem, (peak() - before) * 1024, " ".join(str(error).split()), sep="\t")
    break
"""


def test_a_hostile_manifest_is_refused_within_fifty_megabytes(tmp_path: Path) -> None:
    """Whatever a backup claims, the memory that it takes to refuse it is bounded, and nothing is made."""
    for name, kind in KINDS.items():
        (tmp_path / f"{name}.gz").write_bytes(_member(kind, 100_000_000))
    for name, hostile in HOSTILE.items():
        data = hostile()
        info = tarfile.TarInfo("manifest.json")
        info.size = len(data)
        with tarfile.open(tmp_path / f"{name}.gz", "w:gz", compresslevel=1) as archive:
            archive.addfile(info, io.BytesIO(data))
    config = tmp_path / "new" / "config.toml"
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", PROGRAM, str(config), *map(str, tmp_path.glob("*.gz"))],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    told = {name: (int(used), said) for name, used, said in (line.split("\t") for line in done.stdout.splitlines())}
    assert told.keys() == {*KINDS, *HOSTILE}
    for name, (used, said) in told.items():
        assert used < 50_000_000, name
        assert "nothing was changed" in said, name
        assert len(said) < 1_000, name
    assert not config.parent.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("size", -1), ("size", "many"), ("sha256", "0" * 63), ("sha256", "Z" * 64), ("name", None)],
)
def test_nonsense_in_a_manifest_is_named(tmp_path: Path, field: str, value: object) -> None:
    """The field of the file is told, and nothing is changed."""
    kept = {"name": "config.toml", "size": 1, "sha256": "0" * 64, field: value}
    about = {"format": 1, "made": "2026-11-20T20:00:00Z", "release": "1", "database": "sqlite", "files": [kept]}
    data = codec.encode(about)
    info = tarfile.TarInfo("manifest.json")
    info.size = len(data)
    with tarfile.open(tmp_path / "kept.tar.gz", "w:gz") as archive:
        archive.addfile(info, io.BytesIO(data))
    with pytest.raises(InstanceError, match=rf"files.*{field}"):
        backups.restore(tmp_path / "kept.tar.gz", tmp_path / "new" / "config.toml", replace=True)
    assert not (tmp_path / "new").exists()
