"""The adapter for each kind of forum."""

from moderator.transport.forum.discourse import Discourse
from moderator.transport.forum.misago import Misago
from moderator.transport.forum.nodebb import NodeBB, Password
from moderator.transport.forum.port import Forum
from moderator.transport.forum.settings import ForumSettings


def open_forum(settings: ForumSettings) -> Forum:
    """Return a forum by the operator's settings; nothing is asked of it yet."""
    match settings.kind:
        case "discourse":
            return Discourse(settings.url, settings.key, settings.user, settings.category)
        case "nodebb":
            password = Password(settings.user, settings.password) if settings.password else None
            return NodeBB(settings.url, settings.key, settings.category, settings.rooms, password)
        case "misago":
            return Misago(settings.url, settings.user, settings.password, settings.category)
