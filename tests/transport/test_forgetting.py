"""Letters that were read do not stay in the mailbox for ever: old ones go, and those of a person who was erased."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from imapclient import IMAPClient
from msgspec.structs import replace

from moderator.service.ours import FIELDS, Ours
from moderator.transport import imap_forgetting
from moderator.transport.connections import Tls, TransportError
from moderator.transport.embedded import MailWorld
from moderator.transport.imap import ImapMailbox, ImapSettings
from tests.support.crashes.keeping import each

_HEAD = "From: {sender}\r\nTo: moderator+hoth.red.code@pbem.test\r\nSubject: x\r\nMessage-ID: <{number}@x>\r\n\r\n"
_LETTERS = (
    ("Ann <ann@pbem.test>", datetime(2026, 1, 1, tzinfo=UTC)),
    ("joann@pbem.test", datetime(2026, 1, 2, tzinfo=UTC)),
    ("ANN@pbem.test", datetime(2026, 6, 1, tzinfo=UTC)),
    ("bob@pbem.test", datetime(2026, 6, 2, tzinfo=UTC)),
)


@pytest.fixture
def world() -> Iterator[MailWorld]:
    """Give servers with letters in the inbox, and one of somebody else's beside them."""
    with MailWorld({"moderator": "modpw"}) as world:
        with client_of(world) as client:
            for number, (sender, arrived) in enumerate(_LETTERS):
                client.append("INBOX", _HEAD.format(sender=sender, number=number).encode(), msg_time=arrived)
        yield world


def client_of(world: MailWorld) -> IMAPClient:
    """Return a connection to the mailbox."""
    client = IMAPClient("127.0.0.1", port=world.imap_port, ssl=False)
    client.login("moderator", "modpw")
    return client


def mailbox(world: MailWorld) -> ImapMailbox:
    """Return the mailbox with all its letters read and moved."""
    ours = Ours(("moderator@pbem.test",))
    settings = ImapSettings(host="127.0.0.1", port=world.imap_port, tls=Tls.NONE, user="moderator", password="modpw")
    found = ImapMailbox(replace(settings, ours=ours, head_lines=FIELDS))
    found.drain(each(lambda _: None))
    return found


def left(world: MailWorld, folder: str = "Processed") -> list[str]:
    """Return whose letters lie in a folder."""
    with client_of(world) as client:
        client.select_folder(folder)
        heads = client.fetch(client.search(), ["BODY.PEEK[HEADER.FIELDS (FROM)]"]).values()
        return sorted(
            str(value, "ascii").strip() for head in heads for value in head.values() if isinstance(value, bytes)
        )


def test_what_was_read_and_is_old_is_deleted(world: MailWorld) -> None:
    """Only letters that arrived before the day go; those of others that lie in that folder stay."""
    box = mailbox(world)
    with client_of(world) as client:
        other = b"From: boss@office.test\r\nTo: jane@office.test\r\nSubject: mine\r\n\r\n"
        client.append("Processed", other, msg_time=datetime(2020, 1, 1, tzinfo=UTC))
    assert imap_forgetting.forget(box, date(2026, 3, 1)) == 2
    assert left(world) == ["From: ANN@pbem.test", "From: bob@pbem.test", "From: boss@office.test"]
    assert imap_forgetting.forget(box, date(2026, 3, 1)) == 0


def test_the_letters_of_a_person_are_deleted_and_nobody_elses(world: MailWorld) -> None:
    """By the whole address, in any case, and by what a letter is known by where it came from another address.

    What they wrote to somebody else who shares the mailbox stays.
    """
    box = mailbox(world)
    with client_of(world) as client:
        client.append("Processed", b"From: ann@pbem.test\r\nTo: jane@office.test\r\nSubject: Lunch?\r\n\r\n")
    assert imap_forgetting.erase(box, ["ann@pbem.test"], ["<3@x>", "<9@x>"]) == 3
    assert left(world) == ["From: ann@pbem.test", "From: joann@pbem.test"]


def test_a_mailbox_that_cannot_be_reached_says_so(world: MailWorld) -> None:
    """Nothing is deleted then."""
    closed = ImapMailbox(replace(mailbox(world).settings, password="wrong"))
    with pytest.raises(TransportError):
        imap_forgetting.erase(closed, ["ann@pbem.test"], [])
    assert len(left(world)) == len(_LETTERS)
