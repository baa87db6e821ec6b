"""The transports of an instance: where letters come from, and where they go."""

from collections.abc import Mapping

from moderator.config import Config
from moderator.ports import Inbound, Outbound
from moderator.transport.folder import FolderInbound, FolderOutbound
from moderator.transport.forum.outbound import ForumOutbound
from moderator.transport.forum.port import Forum
from moderator.transport.imap import ImapMailbox
from moderator.transport.smtp import SmtpPool
from moderator.transport.switch import Switch


def inbounds_of(config: Config) -> list[Inbound]:
    """Return where letters come from: the folder of orders, and the mailbox if the file names one."""
    orders = config.root / "orders"
    found: list[Inbound] = [FolderInbound(orders / "inbox", orders / "processed", orders / "failed")]
    if config.imap is not None:
        found.append(ImapMailbox(config.imap))
    return found


def outbound_of(config: Config, forums: Mapping[str, Forum]) -> Outbound:
    """Return a new way out, by mail or into the folder of letters, and to forums. Call this on its event loop."""
    mail: Outbound = SmtpPool(config.smtp) if config.smtp else FolderOutbound(config.root / "state" / "outbox")
    return Switch(mail, ForumOutbound(forums)) if forums else mail
