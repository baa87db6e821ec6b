"""A mailbox that is not ours alone, on Dovecot."""

from moderator.ports import Delivery
from moderator.service.ours import FIELDS, Ours
from moderator.transport.imap import ImapMailbox
from tests.support.crashes.keeping import each
from tests.support.servers.mailservers import MailServers

_OTHERS = 300
"""More than the heads that are fetched together."""

_HEAD = b"From: ann@pbem.test\r\nX-Original-To: %b@pbem.test\r\nTo: everybody@pbem.test\r\nMessage-ID: <%d@ann.test>"
_RAW = _HEAD + b"\r\n\r\nSTATUS\r\n"


def mailbox(servers: MailServers) -> ImapMailbox:
    """Return the moderator's mailbox as it is read after a start."""
    return ImapMailbox(servers.mailbox(ours=Ours(("moderator@pbem.test",)), head_lines=FIELDS))


def test_the_letters_of_others_stay_unread_and_where_they_are(mail_servers: MailServers) -> None:
    """Only ours are moved, also after a restart and after the server has numbered the letters anew."""
    with mail_servers.client("moderator") as client:
        for number in range(_OTHERS):
            client.append("INBOX", _RAW % (b"office", number))
        client.append("INBOX", _RAW % (b"moderator+hoth.red.code", _OTHERS))
    kept: list[Delivery] = []
    assert mailbox(mail_servers).drain(each(kept.append)) == 1
    assert mailbox(mail_servers).drain(each(kept.append)) == 0
    with mail_servers.client("moderator") as client:
        client.select_folder("INBOX", readonly=True)
        assert len(client.search(["UNSEEN"])) == len(client.search()) == _OTHERS
    assert mail_servers.count("moderator", "Processed") == 1
    assert f"0 waiting in INBOX for us and {_OTHERS} of others, left alone" in mailbox(mail_servers).probe()
