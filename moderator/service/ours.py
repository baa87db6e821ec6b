"""Which letters of a mailbox are ours, told by their heads alone: a mailbox may hold the letters of others, too.

A letter is ours if it was written or delivered to one of our addresses, answers a letter of ours, or bears a tag in
its subject. That decides which letters are fetched, and proves nothing: who may write for a seat is decided later.
"""

from msgspec import Struct

from moderator.mail.headers import RECIPIENT_FIELDS, detail_of, message_ids, plain, recipients
from moderator.mail.letter import read_head
from moderator.service import tags

_THREAD_FIELDS = ("in-reply-to", "references")

FIELDS = (*RECIPIENT_FIELDS, *_THREAD_FIELDS, "subject")
"""The lines of a head that the decision needs."""


class Ours(Struct, frozen=True):
    """Tells our letters from those of others. ``addresses`` are ours, in lower case."""

    addresses: tuple[str, ...]

    def __call__(self, head: bytes) -> bool:
        """Tell whether the letter with this head is ours; never raises."""
        headers = read_head(head)
        if any(detail_of(self.addresses, address) is not None for address in recipients(headers)):
            return True
        thread = [one for name in _THREAD_FIELDS for value in headers.all(name) for one in message_ids(value)]
        if any(tags.is_message_id(self.addresses, one) for one in thread):
            return True
        claim = tags.read_subject(plain(headers.first("subject")))
        return claim is not None and bool(claim.code)
