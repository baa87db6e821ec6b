"""Servers that break off, stall, talk nonsense, forget their numbering: no letter is lost, none is kept twice."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from moderator.ports import DeliveryStatus, Dispatch, Words
from moderator.transport.connections import Tls, TransportError
from moderator.transport.imap import ImapMailbox, ImapSettings
from moderator.transport.imap_watcher import ImapWatcher
from moderator.transport.smtp import SmtpPool, SmtpSettings
from tests.support.crashes.meddler import Fault, meddling
from tests.support.servers.mailservers import MailServers
from tests.support.waiting import eventually
from tests.support.world import START, World

PIECES = 9
"""At so many points of a conversation the line breaks."""

RAW = (
    b"From: ann@pbem.test\r\nTo: moderator@pbem.test\r\nMessage-ID: <%d@ann.test>\r\n\r\nMOVE A B\r\n" + b"x\r\n" * 200
)
DISPATCH = Dispatch(
    key="turn:5:Red",
    words=Words("Turn 5", "Hello\n" * 300, ""),
    from_name="Moderator",
    from_address="moderator@pbem.test",
    sender="moderator+b.17.abc@pbem.test",
    to=("ann@pbem.test",),
    reply_to="moderator+hoth.red.tag@pbem.test",
    message_id="<hoth.5.red@pbem.test>",
    date=START,
)


FAULTS = [
    (Fault.BREAK, False),
    (Fault.BREAK, True),
    (Fault.STALL, False),
    (Fault.STALL, True),
    (Fault.GARBLE, False),
]
"""What a line does, and whether after so many bytes of the client's."""


def mailbox(servers: MailServers, port: int = 0, **more: object) -> ImapSettings:
    """Return the moderator's mailbox, behind a bad line where a port is given."""
    return servers.mailbox(**{"port": port or servers.imap_port, "timeout": 1.0, **more})


def drained(mailbox: ImapMailbox, world: World) -> str:
    """Keep what can be got; return what was told of the line."""
    try:
        mailbox.drain(world.keep)
    except TransportError as error:
        return str(error)
    return ""


def fill(servers: MailServers, letters: int) -> None:
    """Put letters into the moderator's mailbox."""
    with servers.client("moderator") as client:
        for number in range(letters):
            client.append("INBOX", RAW % number)


def points(total: int) -> list[int]:
    """Return the bytes after which a conversation is spoilt."""
    return [total * number // PIECES for number in range(PIECES)]


@pytest.mark.proof
@pytest.mark.parametrize(("fault", "of_client"), FAULTS)
def test_a_drain_that_is_spoilt_anywhere_loses_nothing(
    mail_servers: MailServers, world: World, fault: Fault, *, of_client: bool
) -> None:
    """After it the letters that were not kept are found by the next, and those that were are not kept again."""
    fill(mail_servers, 3)
    with meddling(mail_servers.imap_port, of_client=of_client) as line:
        assert ImapMailbox(mailbox(mail_servers, line.port)).drain(world.keep) == 3
        total = line.passed
    for after in points(total)[:: 3 if fault is Fault.STALL else 1]:
        mail_servers.empty()
        before = len(world.letters())
        with mail_servers.client("moderator") as client:
            for number in range(3):
                client.append("INBOX", RAW % (1000 * (after + 1) + number))
        with meddling(mail_servers.imap_port, fault, after, of_client=of_client) as line:
            assert "MOVE A B" not in drained(ImapMailbox(mailbox(mail_servers, line.port)), world)
        ImapMailbox(mailbox(mail_servers, timeout=10.0)).drain(world.keep)
        assert len(world.letters()) == before + 3, f"{fault} after {after} of {total} bytes"
        assert mail_servers.count("moderator", "INBOX") == 0


def test_a_watcher_lives_through_bad_lines(mail_servers: MailServers, world: World) -> None:
    """It comes back again and again, tells each loss in one line, and keeps every letter once."""
    fill(mail_servers, 3)
    with meddling(mail_servers.imap_port, Fault.BREAK, 1_500) as line, capture_logs() as log:
        watcher = ImapWatcher(mailbox(mail_servers, line.port), world.keep, lambda: None, first_pause=0.05)
        watcher.start()
        try:
            assert eventually(lambda: sum(entry["event"] == "imap.lost" for entry in log) >= 3)
        finally:
            watcher.stop()
    ImapMailbox(mailbox(mail_servers, timeout=10.0)).drain(world.keep)
    assert len(world.letters()) == 3


def test_a_mailbox_that_numbers_its_letters_anew_loses_none(mail_servers: MailServers, world: World) -> None:
    """With another UIDVALIDITY number 1 is another letter; one that is there again is not kept again."""
    settings = mailbox(mail_servers, folder="Orders", timeout=10.0)
    with mail_servers.client("moderator") as client:
        for letters in ([1], [2, 1]):
            if client.folder_exists("Orders"):
                client.delete_folder("Orders")
            client.create_folder("Orders")
            for number in letters:
                client.append("Orders", RAW % number)
            ImapMailbox(settings).drain(world.keep)
        client.delete_folder("Orders")
    assert sorted(letter.message_id or "" for letter in world.letters()) == ["<1@ann.test>", "<2@ann.test>"]
    assert len({letter.origin.split(";")[1] for letter in world.letters()}) == 2


def test_a_letter_that_is_delivered_twice_is_kept_once(mail_servers: MailServers, world: World) -> None:
    """By a relay that lost our server's answer, or by a player who presses the button again; both copies go away."""
    with mail_servers.client("moderator") as client:
        client.append("INBOX", RAW % 1)
        client.append("INBOX", b"Received: by another road\r\n" + RAW % 1)
    ImapMailbox(mailbox(mail_servers, timeout=10.0)).drain(world.keep)
    assert len(world.letters()) == 1
    assert mail_servers.count("moderator", "INBOX") == 0


def send(port: int, dispatches: Sequence[Dispatch]) -> list[DeliveryStatus]:
    """Send over a pool of its own."""

    async def all_of_them() -> list[DeliveryStatus]:
        pool = SmtpPool(SmtpSettings(host="127.0.0.1", port=port, tls=Tls.NONE, timeout=1.0))
        try:
            return [answer.status for answer in await pool.send(dispatches)]
        finally:
            await pool.close()

    return asyncio.run(all_of_them())


@pytest.mark.proof
@pytest.mark.parametrize(("fault", "of_client"), FAULTS)
def test_a_letter_out_that_is_spoilt_anywhere_goes_again(
    mail_servers: MailServers, fault: Fault, *, of_client: bool
) -> None:
    """What is not surely sent is sent later under the same name: it arrives, and is one letter to mail programs."""
    with meddling(mail_servers.smtp_port, of_client=of_client) as line:
        assert send(line.port, [DISPATCH]) == [DeliveryStatus.SENT]
        total = line.passed
    expected = {DISPATCH.message_id}
    for after in points(total)[:: 3 if fault is Fault.STALL else 1]:
        dispatch = replace(DISPATCH, message_id=f"<{fault}.{of_client}.{after}@pbem.test>")
        expected.add(dispatch.message_id)
        with meddling(mail_servers.smtp_port, fault, after, of_client=of_client) as line:
            (status,) = send(line.port, [dispatch])
        assert status in (DeliveryStatus.SENT, DeliveryStatus.LATER), "a bad line is no fault of the letter's"
        if status is DeliveryStatus.LATER:
            assert send(mail_servers.smtp_port, [dispatch]) == [DeliveryStatus.SENT]
    arrived = Counter[str]()
    for _ in range(100):
        arrived = Counter(_name(raw) for raw in mail_servers.inbox("ann"))
        if set(arrived) >= expected:
            break
        time.sleep(0.1)
    assert set(arrived) == expected
    assert max(arrived.values()) <= 2


def _name(raw: bytes) -> str:
    found = re.search(rb"(?im)^message-id:\s*(<[^>]+>)", raw)
    return found[1].decode() if found else ""
