"""A mailbox that is not ours alone: the letters of others stay in it as they are."""

from collections.abc import Iterator

import pytest
from imapclient import IMAPClient
from msgspec.structs import replace

from moderator.ports import Delivery
from moderator.service.ours import FIELDS, Ours
from moderator.transport.connections import Tls
from moderator.transport.embedded import MailWorld
from moderator.transport.imap import ImapMailbox, ImapSettings
from tests.support.crashes.keeping import each

OURS, OTHERS = 3, 30


@pytest.fixture
def mailbox() -> Iterator[ImapMailbox]:
    """Give a mailbox in which a few letters are ours."""
    with MailWorld({"moderator": "modpw"}) as world:
        settings = ImapSettings(
            host="127.0.0.1",
            port=world.imap_port,
            tls=Tls.NONE,
            user="moderator",
            password="modpw",
            ours=Ours(("moderator@pbem.test",)),
            head_lines=FIELDS,
        )
        with IMAPClient("127.0.0.1", port=world.imap_port, ssl=False) as client:
            client.login("moderator", "modpw")
            for number in range(OTHERS + OURS):
                to = "office" if number % 11 else "moderator+hoth.red.code"
                head = f"From: ann@pbem.test\r\nTo: {to}@pbem.test\r\nSubject: {number}\r\n\r\n"
                client.append("INBOX", head.encode() + b"STATUS\r\n")
        yield ImapMailbox(settings)


def drained(mailbox: ImapMailbox) -> list[bytes]:
    """Return what a drain keeps."""
    kept: list[Delivery] = []
    mailbox.drain(each(kept.append))
    return [delivery.raw for delivery in kept]


def test_the_letters_of_others_are_left_alone(mailbox: ImapMailbox) -> None:
    """Ours are kept and moved; those of others stay where they are, and are counted."""
    kept = drained(mailbox)
    assert len(kept) == OURS
    assert all(b"To: moderator+" in raw for raw in kept)
    assert len(mailbox.notes.others) == OTHERS
    assert f"0 waiting in INBOX for us and {OTHERS} of others, left alone" in mailbox.probe()


def test_a_doctor_counts_what_would_be_touched_and_touches_nothing(mailbox: ImapMailbox) -> None:
    """Before the first drain the doctor tells how many letters are ours; they are still there afterwards."""
    assert f"{OURS} waiting in INBOX for us and {OTHERS} of others" in mailbox.probe()
    assert len(drained(mailbox)) == OURS


def test_the_head_of_somebody_elses_letter_is_read_once(mailbox: ImapMailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the letters of others no body is fetched, and the next look at the mailbox fetches nothing of them."""
    asked: list[tuple[int, str]] = []
    fetch = IMAPClient.fetch

    def watched(client: IMAPClient, uids: list[int], what: list[str]) -> object:
        asked.extend((uid, what[0]) for uid in uids)
        return fetch(client, uids, what)

    monkeypatch.setattr(IMAPClient, "fetch", watched)
    drained(mailbox)
    assert sum(what == "BODY.PEEK[]" for _, what in asked) == OURS
    assert sum("HEADER.FIELDS" in what for _, what in asked) == OURS + OTHERS
    asked.clear()
    drained(mailbox)
    assert asked == []


def test_numbers_that_a_server_gives_anew_are_looked_at_anew(mailbox: ImapMailbox) -> None:
    """After a change of UIDVALIDITY nothing that is remembered of the old numbers hides a letter of ours."""
    drained(mailbox)
    mailbox.notes.others = frozenset((validity - 1, uid) for validity, uid in mailbox.notes.others)
    drained(mailbox)
    assert len(mailbox.notes.others) == OTHERS


def test_a_mailbox_of_our_own_is_read_whole(mailbox: ImapMailbox) -> None:
    """Where all is ours, every letter is kept, whomever it names."""
    whole = ImapMailbox(replace(mailbox.settings, ours=None))
    assert len(drained(whole)) == OURS + OTHERS
    assert "0 waiting in INBOX, " in whole.probe()
