"""How a NodeBB is read: its categories, its topics, the groups of its rooms, and the queue."""

from collections.abc import Iterator, Sequence
from typing import TypeVar
from urllib.parse import quote

from moderator.transport.forum.http import Site
from moderator.transport.forum.nodebb_words import (
    Answer,
    Category,
    Entry,
    HeldPost,
    HeldPosts,
    Members,
    Said,
    Topic,
    TopicPage,
    User,
)
from moderator.transport.forum.port import Account, Post, Refused, Thread
from moderator.transport.forum.seen import ReadingState
from moderator.transport.forum.settings import Room

_MEMBERS = 20
_Paged = TypeVar("_Paged", Category, HeldPosts, TopicPage)


class Reading:
    """What the account of the moderator sees: the category of the matches, and those of the rooms."""

    def __init__(self, site: Site, category: int, rooms: Sequence[Room]) -> None:
        self._site = site
        self._category = category
        self._rooms = {room.category: room for room in rooms}
        self._categories: dict[str, int] = {}
        self._me: Account | None = None

    def me(self) -> Account:
        """Return the moderator's own account."""
        if self._me is None:
            self._me = self._site.get("/api/self", User).account()
        return self._me

    def account(self, name: str) -> Account:
        """Return the account of a name; pages are named after accounts, with hyphens for blanks."""
        slug = "-".join(name.lower().split())
        return self._site.get(f"/api/user/{quote(slug, safe='')}", User).account()

    def topic(self, thread: str) -> Topic:
        """Return a topic without its posts."""
        topic = self._site.get(f"/api/v3/topics/{thread}", Answer[Topic]).response
        self._categories[thread] = topic.cid
        return topic

    def thread(self, thread: str) -> Thread:
        """Return a topic with the members of its room."""
        topic = self.topic(thread)
        room = self._rooms.get(topic.cid)
        return Thread(
            id=thread,
            title=topic.name,
            private=room is not None,
            locked=bool(topic.locked),
            members=tuple(self.members(room)) if room else (),
        )

    def is_private(self, thread: str) -> bool:
        """Return whether a topic is in a room, as it was when it was last read."""
        return (self._categories.get(thread) or self.topic(thread).cid) in self._rooms

    def posts(self, thread: str, bearing: str = "") -> Iterator[Post]:
        """Yield the posts of a topic, or those that may bear a ref."""
        for said in self._listed_posts(thread):
            if bearing in said.content:
                yield self._whole_post(said, thread)

    def changed(self, thread: str, seen: ReadingState) -> Iterator[Post]:
        """Yield the posts of a topic that are new or changed."""
        me = self.me()
        for said in self._listed_posts(thread):
            if str(said.uid) != me.id and seen.differs(thread, str(said.pid), said.revision):
                yield self._whole_post(said, thread)

    def post(self, post: Post) -> Post:
        """Return a post as it stands now."""
        said = self._site.get(path_of(post.id), Answer[Said]).response
        return said.post(post.author, private=post.private)

    def topics(self) -> Iterator[str]:
        """Yield the topics of all categories."""
        yield from (str(entry.tid) for entry in self._entries())

    def busy(self, seen: ReadingState) -> list[str]:
        """Return the topics in which something was posted since the last look, which is remembered."""
        busy = []
        for entry in self._entries():
            thread, mark = str(entry.tid), f"{entry.postcount}/{entry.lastposttime}"
            if seen.marks.get(thread) != mark:
                seen.marks[thread] = mark
                busy.append(thread)
        return busy

    def queue(self) -> list[Post]:
        """Return the posts that wait for approval in our categories."""
        ours = {self._category, *self._rooms}
        return [
            each.post(private=each.topic.cid in self._rooms) for each in self._held_posts() if each.topic.cid in ours
        ]

    def members(self, room: Room) -> list[Account]:
        """Return the members of a room's group."""
        members: list[Account] = []
        while True:
            path = f"/api/v3/groups/{room.group}/members"
            page = self._site.get(path, Answer[Members], after=len(members)).response.users
            members += [user.account() for user in page]
            if len(page) < _MEMBERS:
                return members

    def room_for(self, accounts: Sequence[Account]) -> Room:
        """Return the room of these accounts, or put them into a free one.

        A room in which something was written is not free, even if nobody is left in it.
        """
        wanted = {account.id for account in accounts} | {self.me().id}
        inside = {room: {member.id for member in self.members(room)} for room in self._rooms.values()}
        for room, members in inside.items():
            if members == wanted:
                return room
        for room, members in inside.items():
            if members < wanted and self._is_empty(room):
                for account in sorted(wanted - members):
                    self._site.act("PUT", f"/api/v3/groups/{room.group}/membership/{account}")
                return room
        raise Refused("no room is free for a private thread: the operator adds a group and its category")

    def _is_empty(self, room: Room) -> bool:
        return not self._site.get(f"/api/category/{room.category}", Category).topics

    def _entries(self) -> Iterator[Entry]:
        for category in (self._category, *self._rooms):
            for page in self._pages(f"/api/category/{category}", Category):
                yield from page.topics

    def _held_posts(self) -> Iterator[HeldPost]:
        for page in self._pages("/api/post-queue", HeldPosts):
            yield from page.posts

    def _listed_posts(self, thread: str) -> Iterator[Said]:
        for page in self._pages(f"/api/topic/{thread}", TopicPage, sort="oldest_to_newest"):
            self._categories[thread] = page.cid
            yield from page.posts

    def _pages(self, path: str, kind: type[_Paged], **query: str) -> Iterator[_Paged]:
        number, pages = 1, 1
        while number <= pages:
            page = self._site.get(path, kind, page=number, **query)
            yield page
            number, pages = number + 1, page.pagination.page_count

    def _whole_post(self, listed: Said, thread: str) -> Post:
        """Return a post with its source and the time of its last edit, which belong together only in one answer."""
        said = self._site.get(path_of(str(listed.pid)), Answer[Said]).response
        return said.post(listed.author, private=self._categories[thread] in self._rooms)


def path_of(post: str) -> str:
    """Return where a post stands in the write API."""
    return f"/api/v3/posts/{quote(post, safe='')}"
