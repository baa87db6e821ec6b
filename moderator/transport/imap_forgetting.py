"""Letters that were read and lie in the mailbox's other folders: old ones are deleted, and those of a person."""

from collections.abc import Collection, Sequence
from datetime import date

import structlog

from moderator.mail.headers import mailboxes, message_ids
from moderator.mail.letter import read_head
from moderator.transport.connections import TransportError
from moderator.transport.imap import ImapMailbox

_log = structlog.get_logger()


def tidy(boxes: Sequence[ImapMailbox], before: date) -> None:
    """Delete old letters in several mailboxes, and log how many; one that cannot be reached is tidied the next time."""
    for mailbox in boxes:
        try:
            count = forget(mailbox, before)
        except TransportError as error:
            _log.warning("mailbox.not-tidied", error=str(error))
        else:
            _log.info("mailbox.tidied", count=count)


def forget(mailbox: ImapMailbox, before: date) -> int:
    """Delete our letters in the folder of those that were read that arrived before a day; return how many.

    Raises WireError if the mailbox cannot be reached. Letters of others in that folder stay.
    """
    ours = mailbox.settings.ours or (lambda _: True)
    with mailbox.reached() as session:
        return session.delete(session.processed, ["BEFORE", before], mailbox.settings.head_lines, ours)


def erase(mailbox: ImapMailbox, senders: Collection[str], ids: Collection[str]) -> int:
    """Delete the letters of some senders, and those with some Message-IDs, that were read; return how many.

    The folder of those that could not be read is searched, too. Raises WireError if the mailbox cannot be reached.
    Servers search for a part of an address, so each head is looked at here. What they wrote to others than us stays.
    """
    own, known = {each.lower() for each in senders}, set(ids)
    ours = mailbox.settings.ours or (lambda _: True)
    lines = dict.fromkeys(("from", "message-id", *mailbox.settings.head_lines))

    def theirs(head: bytes) -> bool:
        headers = read_head(head)
        wrote = {each.address.lower() for each in mailboxes(headers.all("from"))}
        return bool(known.intersection(message_ids(headers.first("message-id"))) or (wrote & own and ours(head)))

    with mailbox.reached() as session:
        folders = dict.fromkeys((session.processed, session.failed))
        return sum(session.delete(folder, ["ALL"], [*lines], theirs) for folder in folders)
