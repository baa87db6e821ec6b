"""What an account lacks in a forum of each kind, asked without changing anything there, and how that is mended."""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from moderator.transport.forum.http import Site
from moderator.transport.forum.port import Account, Limits, Post, PostState, Refused
from moderator.transport.forum.refs import is_by
from moderator.transport.forum.settings import Room

_KIB = 1024
Told = Mapping[str, int | None]
"""The limits of a forum by the names of its settings; None or 0 for one that is not told, or is none."""


def limit_faults(limits: Limits, told: Told, names: Sequence[str]) -> list[str]:
    """Return which limits of a forum are narrower than what is written for.

    ``names`` are those of its settings: of the longest and the shortest post, of titles likewise, and of the largest
    picture, which is told in KiB.
    """
    post, least_post, title, least_title, picture = names
    most = {post: limits.longest_post, title: limits.longest_title, picture: limits.largest_picture // _KIB}
    least = {least_post: limits.shortest_post, least_title: limits.shortest_title}
    low = [name for name, ours in most.items() if (told.get(name) or ours) < ours]
    high = [name for name, ours in least.items() if (told.get(name) or ours) > ours]
    return [
        *(f"{name} is {told[name]}: raise it to {most[name]}, or what is larger is refused" for name in low),
        *(f"{name} is {told[name]}: lower it to {least[name]}, or what is shorter is refused" for name in high),
    ]


def waiting(posts: Iterable[Post], me: Account) -> list[str]:
    """Return that posts of ours wait for approval, if any do."""
    count = sum(post.state is PostState.QUEUED and is_by(post, me) for post in posts)
    return [f"posts of it wait for approval ({count}): approve them, and free it from approval"] if count else []


# ---- Discourse -------------------------------------------------------------------------------------------


class _Rights(Struct):
    """What an account's page tells of its rights."""

    admin: bool | None = None
    moderator: bool | None = None
    can_send_private_messages: bool | None = None


class _Page(Struct):
    user: _Rights


class _Permission(Struct):
    """What an account may do in a category: 1 is everything."""

    permission: int | None = None


class _Shown(Struct):
    category: _Permission


def on_discourse(site: Site, user: str, category: int, limits: Limits) -> list[str]:
    """Return what the account of a Discourse lacks."""
    rights = site.get(f"/u/{user}.json", _Page).user
    found = []
    if rights.admin:
        found.append("it is an administrator, who is shown everybody's messages: make it a moderator and nothing more")
    elif not rights.moderator:
        found.append("it is no moderator, so its posts may be delayed or wait for approval: make it one")
    if rights.can_send_private_messages is False:
        found.append("it may not send personal messages: see personal_message_enabled_groups")
    try:
        permission = site.get(f"/c/{category}/show.json", _Shown).category.permission
        if permission not in (None, 1):
            found.append(f"it may not open topics in category {category}: let it create there")
    except Refused as error:
        found.append(f"it cannot read category {category}, where chronicles go: {error}")
    names = ("max_post_length", "min_post_length", "max_topic_title_length", "min_topic_title_length")
    told = site.get("/site/settings.json", dict[str, object])
    return found + limit_faults(limits, _numbers(told), (*names, "max_image_size_kb"))


def _numbers(told: Mapping[str, object]) -> Told:
    return {name: value for name, value in told.items() if isinstance(value, int)}


# ---- NodeBB ----------------------------------------------------------------------------------------------


class _Privileges(Struct, rename={"create": "topics:create", "moderates": "isAdminOrMod"}):
    """What the account may do in a category."""

    create: bool = False
    moderates: bool = False


class _Category(Struct):
    privileges: _Privileges = field(default_factory=_Privileges)


class _Group(Struct, rename="camel"):
    """A group, as its page shows it to us."""

    is_owner: bool = False
    private: bool | int = True


class _GroupPage(Struct):
    group: _Group


def on_nodebb(site: Site, form: Site, category: int, rooms: Sequence[Room], limits: Limits) -> list[str]:
    """Return what the account of a NodeBB lacks; ``form`` is the site without the token, as a page sees it."""
    found = [said for each in (category, *(room.category for room in rooms)) for said in _in_category(site, each)]
    found += [said for room in rooms for said in _in_group(site, room)]
    names = ("maximumPostLength", "minimumPostLength", "maximumTitleLength", "minimumTitleLength", "maximumFileSize")
    return found + limit_faults(limits, _numbers(form.get("/api/config", dict[str, object])), names)


def _in_category(site: Site, category: int) -> list[str]:
    try:
        may = site.get(f"/api/category/{category}", _Category).privileges
    except Refused as error:
        return [f"it cannot read category {category}: {error}"]
    found = []
    if not may.moderates:
        found.append(f"it does not moderate category {category}, so its posts may be delayed or wait for approval")
    if not may.create:
        found.append(f"it may not open topics in category {category}: give it the privilege")
    return found


def _in_group(site: Site, room: Room) -> list[str]:
    try:
        group = site.get(f"/api/groups/{room.group}", _GroupPage).group
    except Refused as error:
        return [f"there is no group {room.group}, or it cannot be seen: {error}"]
    found = []
    if not group.is_owner:
        found.append(f"it does not own the group {room.group}, so it can let nobody in: make it the owner")
    if not group.private:
        found.append(f"whoever wants may join the group {room.group}: make it private")
    return found


# ---- Misago ----------------------------------------------------------------------------------------------


class _InCategory(Struct):
    id: int
    can_start_threads: bool | int = False


class _Acl(Struct):
    """What an account may do, as its own log-in tells."""

    can_start_private_threads: bool | int = True
    can_add_everyone_to_private_threads: bool | int = True
    can_omit_flood_protection: bool | int = True
    max_attachment_size: int | None = None
    browseable_categories: list[int] = field(default_factory=list)
    can_approve_content: list[int] = field(default_factory=list)
    categories: list[_InCategory] = field(default_factory=list)


class LoggedIn(Struct):
    """Who is logged in, with the rights."""

    acl: _Acl


_SETTING = re.compile(r'"((?:post|thread_title)_length_(?:min|max))": (\d+)')


def on_misago(told: LoggedIn, page: str, category: int, limits: Limits) -> list[str]:
    """Return what the account of a Misago lacks; ``page`` is any page of the site, which holds its settings."""
    acl, found = told.acl, []
    if category not in acl.browseable_categories:
        found.append(f"it cannot read category {category}, where chronicles go: give its role rights there")
    elif not any(each.id == category and each.can_start_threads for each in acl.categories):
        found.append(f"it may not open threads in category {category}: give its role that right")
    if category not in acl.can_approve_content:
        found.append(f"it is no moderator of category {category}: its posts may wait for approval, and it hides none")
    if not acl.can_start_private_threads:
        found.append("it may not start private threads: give its role that right")
    if not acl.can_add_everyone_to_private_threads:
        found.append("it may not add everybody to private threads: who wants no invitations gets no thread")
    if not acl.can_omit_flood_protection:
        found.append("it is not exempt from the flood limit: reports would wait for one another")
    settings: dict[str, int | None] = {name: int(value) for name, value in _SETTING.findall(page)}
    settings["max_attachment_size"] = acl.max_attachment_size
    names = ("post_length_max", "post_length_min", "thread_title_length_max", "thread_title_length_min")
    return found + limit_faults(limits, settings, (*names, "max_attachment_size"))
