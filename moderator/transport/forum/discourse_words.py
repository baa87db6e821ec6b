"""What Discourse says in its JSON, and what it means in the words of the port."""

import re
from datetime import datetime

from msgspec import Struct, field

from moderator.transport.forum.port import Account, Post, PostState, Thread, queued_post

PRIVATE = "private_message"
_ORDINARY = 1
_TOPIC_PATH = re.compile(r"/t/[^/]*/(\d+)")


class User(Struct):
    """An account."""

    id: int
    username: str

    def account(self) -> Account:
        """Return it in the port's words."""
        return Account(str(self.id), self.username)


class Card(Struct):
    """An account's page."""

    user: User


class Cards(Struct):
    """Several accounts."""

    users: list[User]


class Said(Struct):
    """A post. ``raw`` stands in lists, and not in the answer to a new post."""

    id: int
    topic_id: int
    created_at: datetime
    updated_at: datetime
    version: int
    username: str = ""
    user_id: int | None = None
    raw: str = ""
    post_type: int = _ORDINARY
    category_id: int | None = None
    hidden: bool = False
    user_deleted: bool = False
    deleted_at: datetime | None = None

    @property
    def ordinary(self) -> bool:
        """Whether it is a post of somebody, and no notice such as "closed this topic"."""
        return self.post_type == _ORDINARY

    def post(self, *, private: bool) -> Post:
        """Return it in the port's words.

        Its last update counts as an edit, since an edit within the first five minutes leaves no version behind.
        """
        state = PostState.HIDDEN if self.hidden or self.user_deleted or self.deleted_at else PostState.SHOWN
        return Post(
            id=str(self.id),
            thread=str(self.topic_id),
            private=private,
            author=Account(str(self.user_id), self.username) if self.user_id is not None else None,
            text=self.raw.replace("\r\n", "\n"),
            revision=f"{self.version}/{self.updated_at.isoformat()}/{state}",
            created=self.created_at,
            changed=max(self.created_at, self.updated_at),
            state=state,
        )


class One(Struct):
    """A post that was edited."""

    post: Said


class Latest(Struct, rename={"posts": "latest_posts"}):
    """The latest public posts."""

    posts: list[Said]


class LatestPrivate(Struct, rename={"posts": "private_posts"}):
    """The latest posts of our personal messages."""

    posts: list[Said]


class Group(Struct):
    """A group of accounts."""

    id: int
    name: str

    def account(self) -> Account:
        """Return it as a reader of its own: whoever may be in it."""
        return Account(f"group-{self.id}", self.name)


class Details(Struct):
    """Who may read a personal message."""

    allowed_users: list[User] = field(default_factory=list)
    allowed_groups: list[Group] = field(default_factory=list)


class Stream(Struct):
    """Some posts of a topic, and the ids of all."""

    posts: list[Said]
    stream: list[int] = field(default_factory=list)


class Chunk(Struct):
    """The posts of a topic that were asked for."""

    post_stream: Stream


class Topic(Chunk):
    """A topic with the first of its posts."""

    id: int
    title: str
    archetype: str = "regular"
    closed: bool | None = None
    details: Details = field(default_factory=Details)

    @property
    def private(self) -> bool:
        """Whether it is a personal message."""
        return self.archetype == PRIVATE

    def thread(self) -> Thread:
        """Return it in the port's words."""
        users, groups = self.details.allowed_users, self.details.allowed_groups
        members = (*(user.account() for user in users), *(group.account() for group in groups))
        return Thread(
            id=str(self.id),
            title=self.title,
            private=self.private,
            locked=bool(self.closed),
            members=members if self.private else (),
        )


class Entry(Struct):
    """A topic in a list."""

    id: int


class Entries(Struct):
    """A page of a list of topics."""

    topics: list[Entry]
    more_topics_url: str | None = None


class TopicList(Struct):
    """A list of topics."""

    topic_list: Entries


class Payload(Struct):
    """What was to be posted."""

    raw: str = ""


class Reviewable(Struct):
    """A post that waits for approval.

    One that would begin a topic has no topic yet, and one in a personal message has no category.
    """

    id: int
    created_at: datetime
    payload: Payload = field(default_factory=Payload)
    status: int = 0
    version: int = 0
    topic_id: int | None = None
    category_id: int | None = None
    created_by_id: int | None = None
    target_created_by_id: int | None = None

    def post(self, users: dict[int, Account]) -> Post:
        """Return it in the port's words."""
        return queued_post(
            self.id,
            str(self.topic_id or ""),
            users.get(self.target_created_by_id or self.created_by_id or 0),
            self.payload.raw,
            self.created_at,
            private=self.category_id is None,
        )


class Queue(Struct):
    """The posts that wait for approval, and the accounts that stand beside them."""

    reviewables: list[Reviewable]
    users: list[User] = field(default_factory=list)

    def accounts(self) -> dict[int, Account]:
        """Return the accounts by their numbers."""
        return {user.id: user.account() for user in self.users}


class Review(Struct):
    """One post that waits for approval."""

    reviewable: Reviewable


class Pending(Struct):
    """A post of ours that was put into the queue."""

    id: int
    created_at: datetime


class Published(Struct):
    """The answer to a new post, which is the post itself or says that it waits."""

    action: str = ""
    pending_post: Pending | None = None


class Picture(Struct):
    """A picture that was uploaded."""

    short_url: str
    width: int | None = None
    height: int | None = None


def topic_in(path: str) -> str:
    """Return the topic to which a path of Discourse leads; empty for none."""
    found = _TOPIC_PATH.search(path)
    return found[1] if found else ""
