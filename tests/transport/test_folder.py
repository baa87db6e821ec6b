"""The folder transports on real files."""

import asyncio
import codecs
import os
import shutil
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.mail.letter import read_letter
from moderator.ports import Delivery, DeliveryStatus, Dispatch
from moderator.service.inbox import desk
from moderator.store.session import Store
from moderator.transport.composing import compose
from moderator.transport.connections import NotKeptError
from moderator.transport.folder import FolderInbound, FolderOutbound
from tests.support.crashes.keeping import each
from tests.support.world import World


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """Give an empty inbox."""
    path = tmp_path / "inbox"
    path.mkdir()
    return path


def inbound(inbox: Path) -> FolderInbound:
    """Return the transport over an inbox and its neighbours."""
    return FolderInbound(inbox, inbox.parent / "processed", inbox.parent / "failed")


def drop(path: Path, text: str, age: float = 5.0) -> None:
    """Write a file that was finished some seconds ago."""
    path.write_text(text)
    then = time.time() - age
    os.utime(path, (then, then))


def drained(inbox: Path) -> list[Delivery]:
    """Return what a drain brings."""
    kept: list[Delivery] = []
    inbound(inbox).drain(each(kept.append))
    return kept


def test_a_dropped_letter_is_read_and_moved(inbox: Path) -> None:
    """An .eml is handed over raw and trusted, then lies among the processed ones."""
    drop(inbox / "one.eml", "From: ann@pbem.test\n\nMOVE A B\n")
    (delivery,) = drained(inbox)
    assert delivery.trusted
    assert read_letter(delivery.raw).lines[0].text == "MOVE A B"
    assert not list(inbox.iterdir())
    assert (inbox.parent / "processed" / "one.eml").exists()


def test_a_text_file_is_a_letter_from_the_seat_in_its_name(inbox: Path) -> None:
    """Plain text needs no header: its name tells match and seat."""
    drop(inbox / "hoth.Red.txt", "MOVE A B\nGrüße\n")
    letter = read_letter(drained(inbox)[0].raw)
    assert letter.claimed_seat == "hoth.Red"
    assert [line.text for line in letter.lines] == ["MOVE A B", "Grüße"]


def test_a_text_file_may_begin_with_headers(inbox: Path) -> None:
    """Header lines at the top say who writes; then the name says nothing."""
    drop(inbox / "hoth.Red.txt", "From: ann@pbem.test\nSubject: x\n\nMOVE A B\n")
    letter = read_letter(drained(inbox)[0].raw)
    assert letter.sender is not None
    assert (letter.sender.address, letter.claimed_seat) == ("ann@pbem.test", None)
    assert [line.text for line in letter.lines] == ["MOVE A B"]


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_a_text_file_may_be_in_any_unicode(inbox: Path, coding: str) -> None:
    """Editors of Windows save text in two bytes a letter, with a mark before it; it is read all the same."""
    text = "MOVE A B\r\nGrüße\r\n"
    raw = (codecs.BOM_UTF16_BE if coding == "utf-16-be" else b"") + text.encode(coding)
    (inbox / "hoth.Red.txt").write_bytes(raw)
    os.utime(inbox / "hoth.Red.txt", (1, 1))
    letter = read_letter(drained(inbox)[0].raw)
    assert [line.text for line in letter.lines] == ["MOVE A B", "Grüße"]
    assert letter.claimed_seat == "hoth.Red"


def test_a_markdown_file_is_text(inbox: Path) -> None:
    """Some editors name plain text so."""
    drop(inbox / "hoth.Red.md", "MOVE A B\n")
    letter = read_letter(drained(inbox)[0].raw)
    assert (letter.claimed_seat, [line.text for line in letter.lines]) == ("hoth.Red", ["MOVE A B"])


def test_a_file_of_an_unknown_kind_is_strange_and_stays(inbox: Path) -> None:
    """Neither read nor moved; drafts, backups and hidden files are no such files."""
    for name in ("orders.docx", "hoth.Red", "orders.txt.part", ".orders.docx", "hoth.Red.txt~", "one.eml"):
        drop(inbox / name, "MOVE A B")
    assert [delivery.origin.partition(";")[0] for delivery in drained(inbox)] == ["one.eml"]
    assert sorted(inbound(inbox).strange()) == ["hoth.Red", "orders.docx"]


def test_a_file_that_is_being_written_waits(inbox: Path) -> None:
    """Fresh files, drafts, empty files, links and other endings are left alone."""
    drop(inbox / "fresh.txt", "MOVE", age=0.0)
    drop(inbox / ".draft.txt", "MOVE")
    drop(inbox / "backup.txt~", "MOVE")
    drop(inbox / "empty.txt", "")
    (inbox / "link.txt").symlink_to(inbox / "fresh.txt")
    assert drained(inbox) == []


def test_what_cannot_be_kept_stays_and_what_is_refused_is_set_aside(inbox: Path) -> None:
    """A failing keep leaves its file for the next time; the others go on."""
    for name in ("a", "b", "c"):
        drop(inbox / f"{name}.txt", f"letter {name}\n")

    def keep(delivery: Delivery) -> bool:
        if b"letter a" in delivery.raw:
            raise RuntimeError("the database is away")
        return b"letter b" not in delivery.raw

    with pytest.raises(NotKeptError, match="RuntimeError"):
        inbound(inbox).drain(each(keep))
    assert [path.name for path in inbox.iterdir()] == ["a.txt"]
    assert [path.name for path in (inbox.parent / "failed").iterdir()] == ["b.txt"]
    assert [path.name for path in (inbox.parent / "processed").iterdir()] == ["c.txt"]


def test_no_file_is_moved_before_it_is_kept(inbox: Path) -> None:
    """Whoever dies meanwhile finds all of them again."""
    for name in ("a", "b"):
        drop(inbox / f"{name}.txt", f"letter {name}\n")
    there: list[int] = []
    inbound(inbox).drain(each(lambda _: there.append(len(list(inbox.iterdir())))))
    assert there == [2, 2]
    assert not list(inbox.iterdir())


def test_the_same_name_twice_loses_nothing(inbox: Path) -> None:
    """A second file of a name is another letter, and both stay among the processed ones."""
    origins = []
    for text in ("first\n", "the second\n"):
        drop(inbox / "hoth.Red.txt", text)
        origins += [delivery.origin for delivery in drained(inbox)]
    assert len(set(origins)) == 2
    assert len(list((inbox.parent / "processed").iterdir())) == 2


@pytest.mark.parametrize(
    "name", [b"hoth.R\xe4d.txt", b"\xff\xfe.eml", b"hoth.Red.\x80.md", b"hoth.Red.a\nb\x1b[2J.txt"]
)
def test_a_name_of_any_bytes_is_read_once(inbox: Path, name: bytes, migrated: Path, tmp_path: Path) -> None:
    """It is stored with the bytes that are no text as numbers, and the file is moved under the name that it has."""
    path = Path(os.fsdecode(bytes(inbox) + b"/" + name))
    drop(path, "From: ann@pbem.test\n\nSEEK Mill\n")
    drop(inbox / "zz.txt", "another\n")
    world = World(Store(f"sqlite:///{shutil.copy(migrated, tmp_path / 'm.sqlite')}"))
    assert inbound(inbox).drain(world.keep) == 2
    assert not list(inbox.iterdir())
    assert (tmp_path / "processed" / path.name).exists()
    origin = world.letters()[0].origin
    assert origin.isprintable()
    assert "\\x" in origin
    assert len(desk.act_all(world.store, world.ctx)) == 2
    assert all(isinstance(memo.facts["file"], str) for memo in world.facts("memo"))
    world.store.close()


def test_a_strange_file_of_any_name_is_told(inbox: Path) -> None:
    """What is told of it can be stored, logged and shown."""
    drop(Path(os.fsdecode(bytes(inbox) + b"/orders\xff.docx")), "MOVE A B")
    assert inbound(inbox).strange() == ["orders\\xff.docx"]


def test_a_long_name_twice_is_moved(inbox: Path) -> None:
    """There is room for a number, though the name itself is as long as names can be."""
    for text in ("first\n", "the second\n", "the third one\n"):
        drop(inbox / f"{'x' * 251}.txt", text)
        assert len(drained(inbox)) == 1
    assert len(list((inbox.parent / "processed").iterdir())) == 3


def test_a_missing_inbox_is_empty(tmp_path: Path) -> None:
    """Without the folder there is simply nothing to read."""
    assert drained(tmp_path / "nowhere") == []


def test_letters_out_are_files(tmp_path: Path, dispatch: Dispatch) -> None:
    """Each letter is one .eml; sent again it replaces itself; an unfit address is refused."""
    out = FolderOutbound(tmp_path / "outbox")
    unfit = replace(dispatch, reply_to="not an address")
    answers = asyncio.run(out.send([dispatch, dispatch, unfit]))
    asyncio.run(out.close())
    assert [answer.status for answer in answers] == [DeliveryStatus.SENT, DeliveryStatus.SENT, DeliveryStatus.REFUSED]
    (path,) = (tmp_path / "outbox").iterdir()
    assert path.read_bytes() == compose(dispatch)
