"""A mailbox that is full: what lies in it is read all the same and once, and the operator is told."""

import asyncio
from pathlib import Path

import pytest
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from sqlmodel import select

from moderator.app.daemon import Daemon
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter
from moderator.transport.connections import TransportError
from moderator.transport.imap import ImapMailbox
from tests.support.servers.mailservers import MailServers
from tests.support.world import World

LETTERS = 60
"""More than are fetched together."""

ALL = sorted(f"<{number}@ann.test>" for number in range(LETTERS))

_ROOM = 200
"""In kilobytes: room for all letters once, but not for a copy of each."""

_NO_MOVE = "IMAP4rev1 IDLE NAMESPACE UIDPLUS QUOTA"
_RAW = b"From: ann@pbem.test\r\nTo: moderator@pbem.test\r\nMessage-ID: <%d@ann.test>\r\n\r\nSTATUS\r\n" + b"x" * 3000
_CONFIG = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"

[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "moderator@pbem.test"
password = "${{IMAP_PASSWORD}}"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
user = ""
password = ""
"""


def drained(mailbox: ImapMailbox, world: World) -> None:
    """Drain as is done again and again; some servers break off when they are over quota."""
    for _ in range(6):
        try:
            mailbox.drain(world.keep)
        except TransportError:
            continue


@pytest.fixture
def mailbox(mail_servers: MailServers) -> ImapMailbox:
    """Give the moderator's mailbox, with letters in it."""
    with mail_servers.client("moderator") as client:
        for number in range(LETTERS):
            client.append("INBOX", _RAW % number)
    return ImapMailbox(mail_servers.mailbox())


def test_every_letter_of_a_full_mailbox_is_kept_and_moved_when_there_is_room(
    mail_servers: MailServers, mailbox: ImapMailbox, world: World
) -> None:
    """Copies that cannot be moved are left where they are, and not fetched again."""
    with mail_servers.limited(_ROOM, _NO_MOVE):
        drained(mailbox, world)
        assert kept(world) == ALL
        assert mail_servers.count("moderator", "INBOX") > 0
        assert set(mailbox.notes.trouble) == {"letters-not-moved", "mailbox-full"}
    mailbox.notes.next_look = mailbox.notes.next_try = 0.0
    drained(mailbox, world)
    assert mail_servers.count("moderator", "INBOX") == 0
    assert mail_servers.count("moderator", "Processed") == LETTERS
    assert mailbox.notes.trouble == {}
    assert kept(world) == ALL


def test_a_server_that_breaks_off_at_every_move_hides_no_letter(
    mailbox: ImapMailbox, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dovecot 2.3 may answer a copy that is over quota with rubbish, and the library then gives the connection up."""

    def breaks_off(*_: object) -> None:
        raise IMAPClient.AbortError("unterminated line")

    monkeypatch.setattr(IMAPClient, "move", breaks_off)
    drained(mailbox, world)
    assert kept(world) == ALL
    assert mailbox.notes.trouble == {"letters-not-moved": "unterminated line"}


def test_copies_that_somebody_else_takes_away_are_no_trouble_any_more(
    mail_servers: MailServers, mailbox: ImapMailbox, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator may tidy up by hand."""

    def refuses(*_: object) -> None:
        raise IMAPClientError("over quota")

    with monkeypatch.context() as full:
        full.setattr(IMAPClient, "move", refuses)
        drained(mailbox, world)
    assert mailbox.notes.trouble
    mail_servers.empty()
    drained(mailbox, world)
    assert mailbox.notes.trouble == {}


def test_copies_that_another_connection_of_ours_takes_away_are_no_trouble(
    mail_servers: MailServers, mailbox: ImapMailbox, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watcher and a turn may read the mailbox at once: to whoever comes second the server says no."""
    move = IMAPClient.move

    def comes_second(client: IMAPClient, uids: list[int], folder: str) -> object:
        with mail_servers.client("moderator") as other:
            other.select_folder("INBOX")
            move(other, uids, folder)
        return move(client, uids, folder)

    with monkeypatch.context() as together:
        together.setattr(IMAPClient, "move", comes_second)
        drained(mailbox, world)
    assert "no longer exist" in mailbox.notes.refusal
    assert mailbox.notes.trouble == {}
    assert kept(world) == ALL


def kept(world: World) -> list[str]:
    """Return the names of the letters that are kept."""
    return sorted(letter.message_id or "" for letter in world.letters())


@pytest.mark.proof
@pytest.mark.usefixtures("mailbox")
def test_a_daemon_goes_on_at_a_full_mailbox_and_tells_the_gm_once(
    mail_servers: MailServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters are acted on, also those that come later; each trouble is one memo, however often it is met."""
    monkeypatch.setenv("IMAP_PASSWORD", mail_servers.users["moderator"])
    written = _CONFIG.format(imap=mail_servers.imap_port, smtp=mail_servers.smtp_port)
    (tmp_path / "config.toml").write_text(written, encoding="utf-8")

    async def deed() -> None:
        daemon = Daemon(instance, workers=1)
        running = asyncio.create_task(daemon.run())
        try:
            async with asyncio.timeout(120):
                while len(subjects(mail_servers)) < 2 or acted() < LETTERS:
                    daemon._wake_all()
                    await asyncio.sleep(0.5)
            for _ in range(5):
                daemon._wake_all()
                await asyncio.sleep(0.2)
            assert not running.done()
        finally:
            daemon.stop()
            await asyncio.wait_for(running, 60)

    def acted() -> int:
        with instance.store.read() as session:
            return sum(row.status is not LetterStatus.KEPT for row in session.exec(select(Letter)))

    with mail_servers.limited(_ROOM, _NO_MOVE), open_instance(load(tmp_path / "config.toml"), lock=True) as instance:
        asyncio.run(deed())
        told = subjects(mail_servers)
    assert sorted(told) == ["letters-not-moved", "mailbox-full"]


def subjects(servers: MailServers) -> list[str]:
    """Return what the GM was told of."""
    found = {b"stay in the inbox": "letters-not-moved", b"mailbox is nearly full": "mailbox-full"}
    heads = [raw.partition(b"\r\n\r\n")[0] for raw in servers.inbox("gm")]
    return [code for head in heads for words, code in found.items() if words in head]
