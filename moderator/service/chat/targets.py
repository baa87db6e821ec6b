"""Who is told by chat: the places of the operator's file, and people who wish it; each has a name without a secret."""

from collections.abc import Iterator

from msgspec import Struct
from sqlmodel import Session

from moderator.ports import ChatKind
from moderator.service import preferences, tags
from moderator.service.chat import links
from moderator.service.context import Context, NoticePlan
from moderator.store.tables import Player

EDITED = frozenset({ChatKind.DISCORD, ChatKind.NTFY, ChatKind.JSON})
"""The kinds whose messages can be edited. A Matrix webhook can only say something new."""

COUNTED = frozenset({ChatKind.DISCORD, ChatKind.JSON})
"""The kinds that are told how many players are ready: an edit there never rings. An old ntfy server rings anew."""


class Target(Struct, frozen=True):
    """A place that is told; ``name`` stands for it in the database, since its ``url`` is a secret."""

    name: str
    kind: ChatKind
    url: str
    player: int | None = None

    def __repr__(self) -> str:
        return f"Target(name={self.name!r}, kind={self.kind.value!r})"

    @property
    def host(self) -> str:
        """What may be shown of the address."""
        return links.masked(self.url)


def of_file(ctx: Context) -> Iterator[tuple[NoticePlan, Target]]:
    """Give the places of the operator's file, each with its table; each address once for a kind."""
    for plan in ctx.settings.notices:
        yield plan, Target(tags.unique(ctx, f"chat:{plan.kind.value}:{plan.url}"), plan.kind, plan.url)


def of_player(player: Player) -> Target | None:
    """Return where a player gets chat notices, None for who wishes none."""
    kind, _, url = preferences.load_preferences(player).notify.partition(" ")
    return Target(name_of(player.id), ChatKind(kind), url, player.id) if url else None


def name_of(player: int) -> str:
    """Return what stands for a player's place in the database."""
    return f"player:{player}"


def find(session: Session, ctx: Context, name: str, player: int | None) -> Target | None:
    """Return a place by its name, None if it is told no more."""
    if player is not None:
        return of_player(session.get_one(Player, player))
    return next((target for _, target in of_file(ctx) if target.name == name), None)
