"""Our transports against Dovecot and Postfix as they come from Debian."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.mail.letter import read_letter
from moderator.ports import Attachment, Delivery, DeliveryStatus, Dispatch, Picture, Words
from moderator.transport import imap_forgetting
from moderator.transport.composing import compose
from moderator.transport.connections import NotKeptError, Tls, TransportError
from moderator.transport.imap import ImapMailbox, ImapSettings
from moderator.transport.imap_watcher import ImapWatcher
from moderator.transport.smtp import SmtpPool, SmtpSettings
from moderator.transport.tokens import TokenFile
from tests.support.crashes.keeping import each
from tests.support.servers.mailservers import MailServers
from tests.support.waiting import eventually

RAW = b"From: ann@pbem.test\r\nTo: moderator+hoth.red.tag@pbem.test\r\nSubject: orders\r\n\r\nMOVE A B\r\n"
DISPATCH = Dispatch(
    key="turn:5:Red",
    words=Words(
        "[hoth] Zug 5 \u2013 fällig",
        "Hällo\n" + "word " * 40 + "\n",
        '<p>Hällo</p><img src="cid:map">',
        (Picture("map", b"\x89PNG\r\n\x1a\n" * 30, "map"),),
        (Attachment("report.pdf", "application/pdf", b"%PDF-1.7 " * 50),),
    ),
    from_name="Battle Moderator",
    from_address="moderator@pbem.test",
    sender="moderator+b.17.abc@pbem.test",
    to=("ann@pbem.test",),
    reply_to="moderator+hoth.red.tag@pbem.test",
    message_id="<hoth.5.red@pbem.test>",
    date=datetime(2026, 11, 26, tzinfo=UTC),
)


def settings(servers: MailServers) -> ImapSettings:
    """Return the moderator's mailbox."""
    return servers.mailbox(timeout=10)


@contextmanager
def watching(servers: MailServers, kept: list[Delivery]) -> Iterator[ImapWatcher]:
    """Watch the moderator's mailbox."""
    watcher = ImapWatcher(settings(servers), each(kept.append), lambda: None, first_pause=0.1)
    watcher.start()
    try:
        assert watcher.connected.wait(20), watcher.last_error
        yield watcher
    finally:
        watcher.stop()


async def sent_once(relay: SmtpSettings) -> list[DeliveryStatus]:
    """Send one letter over a pool of its own."""
    pool = SmtpPool(relay)
    try:
        return [answer.status for answer in await pool.send([DISPATCH])]
    finally:
        await pool.close()


def send(servers: MailServers, *dispatches: Dispatch) -> list[DeliveryStatus]:
    """Send through Postfix."""

    async def all_of_them() -> list[DeliveryStatus]:
        pool = SmtpPool(SmtpSettings(host="127.0.0.1", port=servers.smtp_port, tls=Tls.NONE))
        try:
            return [answer.status for answer in await pool.send(dispatches)]
        finally:
            await pool.close()

    return asyncio.run(all_of_them())


def test_a_drain_keeps_every_letter_and_moves_it(mail_servers: MailServers) -> None:
    """Letters are handed over raw with the server's time of arrival, then lie in Processed; a second drain is empty."""
    for _ in range(30):
        mail_servers.post("ann@pbem.test", "moderator+hoth.red.tag@pbem.test", RAW)
    assert eventually(lambda: mail_servers.count("moderator", "INBOX") == 30)
    kept: list[Delivery] = []
    mailbox = ImapMailbox(settings(mail_servers))
    assert mailbox.drain(each(kept.append)) == 30
    assert mailbox.drain(each(kept.append)) == 0
    assert (mail_servers.count("moderator", "INBOX"), mail_servers.count("moderator", "Processed")) == (0, 30)
    assert len({delivery.origin for delivery in kept}) == 30
    assert all(abs(delivery.arrived - datetime.now(UTC)) < timedelta(minutes=2) for delivery in kept)
    letter = read_letter(kept[0].raw)
    assert [line.text for line in letter.lines] == ["MOVE A B"]
    assert "moderator+hoth.red.tag@pbem.test" in letter.recipients


def test_read_marks_of_other_programs_do_not_matter(mail_servers: MailServers) -> None:
    """A letter that somebody opened in another program is kept all the same."""
    mail_servers.post("ann@pbem.test", "moderator@pbem.test", RAW)
    assert eventually(lambda: mail_servers.count("moderator", "INBOX") == 1)
    with mail_servers.client("moderator") as client:
        client.select_folder("INBOX")
        client.add_flags(client.search(), [b"\\Seen"])
    assert ImapMailbox(settings(mail_servers)).drain(each(lambda _: None)) == 1


def test_what_could_not_be_kept_stays(mail_servers: MailServers) -> None:
    """A letter whose keeping fails stays in the inbox; one that is refused goes to Failed; the others go on."""
    for number in range(3):
        mail_servers.post("ann@pbem.test", "moderator@pbem.test", RAW.replace(b"orders", b"orders %d" % number))
    assert eventually(lambda: mail_servers.count("moderator", "INBOX") == 3)

    def keep(delivery: Delivery) -> bool:
        if b"orders 0" in delivery.raw:
            raise RuntimeError("the database is away")
        return b"orders 1" not in delivery.raw

    with pytest.raises(NotKeptError):
        ImapMailbox(settings(mail_servers)).drain(each(keep))
    places = {folder: mail_servers.count("moderator", folder) for folder in ("INBOX", "Processed", "Failed")}
    assert places == {"INBOX": 1, "Processed": 1, "Failed": 1}


def test_what_was_read_is_deleted_when_it_is_old_or_its_author_is_erased(mail_servers: MailServers) -> None:
    """Letters of a person go by their sender, and old ones by the day of their arrival; the others stay."""
    box = ImapMailbox(settings(mail_servers))
    days = (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    with mail_servers.client("moderator") as client:
        for sender in (b"ann", b"joann", b"Ann"):
            for day in days:
                client.append("INBOX", RAW.replace(b"ann@", sender + b"@"), msg_time=day)
    assert box.drain(each(lambda _: None)) == 6
    assert imap_forgetting.erase(box, ["ann@pbem.test"], []) == 4
    assert mail_servers.count("moderator", "Processed") == 2
    assert imap_forgetting.forget(box, date(2026, 3, 1)) == 1
    assert mail_servers.count("moderator", "Processed") == 1


def test_a_watcher_hears_of_a_letter_by_itself(mail_servers: MailServers) -> None:
    """IDLE brings a letter without anybody asking, and the watcher goes on listening afterwards."""
    kept: list[Delivery] = []
    with watching(mail_servers, kept):
        for count in (1, 2):
            mail_servers.post("ann@pbem.test", "moderator@pbem.test", RAW)
            assert eventually(lambda expected=count: len(kept) == expected)  # type: ignore[misc]


def test_a_watcher_polls_where_there_is_no_idle(mail_servers: MailServers) -> None:
    """Without IDLE letters come by looking now and then."""
    kept: list[Delivery] = []
    polled = replace(settings(mail_servers), idle=False, poll=0.2)
    watcher = ImapWatcher(polled, each(kept.append), lambda: None)
    watcher.start()
    try:
        mail_servers.post("ann@pbem.test", "moderator@pbem.test", RAW)
        assert eventually(lambda: len(kept) == 1)
    finally:
        watcher.stop()


def test_a_watcher_comes_back_after_the_server_was_gone(mail_servers: MailServers) -> None:
    """When Dovecot restarts, the watcher connects again and finds what came meanwhile, once."""
    kept: list[Delivery] = []
    with watching(mail_servers, kept) as watcher:
        mail_servers.restart_dovecot()
        mail_servers.post("ann@pbem.test", "moderator@pbem.test", RAW)
        assert eventually(lambda: len(kept) == 1)
        assert watcher.last_error
        assert eventually(watcher.connected.is_set)
    assert mail_servers.count("moderator", "Processed") == 1


def test_a_watcher_stops_when_told(mail_servers: MailServers) -> None:
    """After stop no thread of the watcher is left."""
    with watching(mail_servers, []):
        pass
    assert not any(thread.name == "imap-watcher" for thread in threading.enumerate())


@pytest.mark.parametrize("tls", [Tls.TLS, Tls.STARTTLS])
def test_protected_connections_work_and_are_checked(
    mail_servers: MailServers, monkeypatch: pytest.MonkeyPatch, tls: Tls
) -> None:
    """Both kinds of TLS reach the mailbox; a certificate that nobody vouches for is refused."""
    port = mail_servers.imaps_port if tls is Tls.TLS else mail_servers.imap_port
    mailbox = ImapMailbox(replace(settings(mail_servers), port=port, tls=tls))
    with pytest.raises(TransportError, match="CERTIFICATE_VERIFY_FAILED"):
        mailbox.probe()
    monkeypatch.setenv("SSL_CERT_FILE", str(mail_servers.folder / "cert.pem"))
    assert "0 waiting" in mailbox.probe()


def test_a_relay_is_reached_by_starttls(mail_servers: MailServers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters travel protected where the relay offers it; a certificate that nobody vouches for is refused."""
    relay = SmtpSettings(host="127.0.0.1", port=mail_servers.smtp_port, tls=Tls.STARTTLS)
    assert asyncio.run(sent_once(relay)) == [DeliveryStatus.LATER]
    monkeypatch.setenv("SSL_CERT_FILE", str(mail_servers.folder / "cert.pem"))
    assert asyncio.run(sent_once(relay)) == [DeliveryStatus.SENT]


def test_a_wrong_password_is_told_plainly(mail_servers: MailServers) -> None:
    """The operator reads which server refused, and why; the password is not in the text."""
    wrong = replace(settings(mail_servers), password="hush-hush")
    with pytest.raises(TransportError, match=r"IMAP at 127\.0\.0\.1") as caught:
        ImapMailbox(wrong).probe()
    assert "hush-hush" not in str(caught.value)
    assert "[AUTHENTICATIONFAILED]" in str(caught.value)
    assert "b'" not in str(caught.value)


def test_what_is_wrong_with_the_settings_is_told_with_what_to_write(mail_servers: MailServers) -> None:
    """A folder that is not there, no protection at a port for TLS, and no STARTTLS on this machine."""
    mine = settings(mail_servers)
    with pytest.raises(TransportError, match=r'there is no folder "Games": set folder in \[imap\] to one of .*INBOX'):
        ImapMailbox(replace(mine, folder="Games")).probe()
    with pytest.raises(TransportError, match=r'set tls = "tls" in \[imap\]'):
        ImapMailbox(replace(mine, port=mail_servers.imaps_port, timeout=1)).probe()


def test_a_token_opens_the_mailbox_and_the_relay(mail_servers: MailServers, tmp_path: Path) -> None:
    """Where passwords are not taken, XOAUTH2 is: each connection asks for the token anew."""
    file = tmp_path / "token"
    file.write_text(mail_servers.token("moderator") + "\n", encoding="utf-8")
    mailbox = ImapMailbox(replace(settings(mail_servers), password="", token=TokenFile(file)))
    relay = SmtpSettings(
        host="127.0.0.1", port=mail_servers.smtp_port, tls=Tls.NONE, user="moderator@pbem.test", token=TokenFile(file)
    )
    assert "0 waiting" in mailbox.probe()
    assert asyncio.run(sent_once(relay)) == [DeliveryStatus.SENT]
    file.write_text(mail_servers.token("moderator", seconds=-600), encoding="utf-8")
    with pytest.raises(TransportError, match="token"):
        mailbox.probe()
    assert asyncio.run(sent_once(relay)) == [DeliveryStatus.LATER]


def test_what_we_compose_arrives_as_it_was(mail_servers: MailServers) -> None:
    """Text, HTML, picture and file come out of Dovecot as they were, with the envelope's return path."""
    assert send(mail_servers, DISPATCH) == [DeliveryStatus.SENT]
    assert eventually(lambda: mail_servers.count("ann", "INBOX") == 1)
    raw = mail_servers.inbox("ann")[0]
    assert raw.endswith(compose(DISPATCH))
    message = message_from_bytes(raw, policy=default)
    assert message["Return-Path"] == "<moderator+b.17.abc@pbem.test>"
    assert message["Subject"] == "[hoth] Zug 5 \u2013 fällig"
    kinds = [part.get_content_type() for part in message.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html", "image/png", "application/pdf"]


def test_letters_of_an_earlier_test_do_not_turn_up_in_a_later_one(mail_servers: MailServers) -> None:
    """What Postfix has accepted but not delivered yet is waited for before the mailboxes are emptied."""
    send(mail_servers, *(replace(DISPATCH, message_id=f"<{number}@pbem.test>") for number in range(100)))
    mail_servers.empty()
    mail_servers.post("bob@pbem.test", "ann@pbem.test", RAW)
    assert eventually(lambda: mail_servers.count("ann", "INBOX") > 0)
    assert mail_servers.count("ann", "INBOX") == 1


def test_many_letters_share_a_few_connections(mail_servers: MailServers) -> None:
    """Sixty letters at once all arrive, and a recipient that nobody knows is refused for good."""
    many = [replace(DISPATCH, message_id=f"<{number}@pbem.test>") for number in range(60)]
    stranger = replace(DISPATCH, to=("nobody@pbem.test",))
    counts = send(mail_servers, *many, stranger)
    assert counts == [DeliveryStatus.SENT] * 60 + [DeliveryStatus.REFUSED]
    assert eventually(lambda: mail_servers.count("ann", "INBOX") == 60)
