"""A player's mailbox: read by IMAP and written by SMTP, as any mail program does."""

import smtplib
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr

from imapclient import IMAPClient


class Account:
    """One person's account on the mail servers of this machine. It must be closed."""

    def __init__(self, address: str, password: str, *, imap_port: int, smtp_port: int) -> None:
        """Log in to both servers."""
        self.address = address
        self._imap = IMAPClient("127.0.0.1", port=imap_port, ssl=False, timeout=20)
        self._imap.login(address, password)
        self._imap.select_folder("INBOX")
        self._smtp_port = smtp_port
        self._seen: set[int] = set()

    def new(self) -> list[bytes]:
        """Return the letters that came since the last call."""
        self._imap.noop()
        fresh = [uid for uid in self._imap.search("ALL") if uid not in self._seen]
        self._seen.update(fresh)
        if not fresh:
            return []
        found = self._imap.fetch(fresh, ["BODY.PEEK[]"])
        return [bytes(found[uid][b"BODY[]"]) for uid in fresh if uid in found]

    def send(self, raw: bytes) -> None:
        """Send a letter to its addressees."""
        message = message_from_bytes(raw, policy=policy.SMTP)
        with smtplib.SMTP("127.0.0.1", self._smtp_port, timeout=20) as smtp:
            smtp.sendmail(self.address, [parseaddr(str(message["To"]))[1]], raw)

    def close(self) -> None:
        """Log out of both servers."""
        self._imap.logout()


def parse(raw: bytes) -> EmailMessage:
    """Return a letter as a message object."""
    return message_from_bytes(raw, policy=policy.default)


def text_of(message: EmailMessage) -> str:
    """Return the plain text of a letter."""
    body = message.get_body(("plain",))
    return str(body.get_content()) if body else ""
