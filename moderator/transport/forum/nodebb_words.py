"""What NodeBB says in its JSON, and what it means in the words of the port."""

from datetime import UTC, datetime
from html import unescape
from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct, field

from moderator.transport.forum.port import Account, Post, PostState, queued_post

_T = TypeVar("_T")
_Id = int | str
"""A number, or an address for what came from another site by ActivityPub."""


class Answer(Struct, Generic[_T]):
    """What the write API puts around everything."""

    response: _T


class User(Struct):
    """An account; one that is gone has the number 0. Names stand escaped for HTML."""

    uid: _Id
    username: str = ""

    def account(self) -> Account:
        """Return it in the port's words."""
        return Account(str(self.uid), unescape(self.username))


class Members(Struct):
    """A page of the members of a group."""

    users: list[User]


class Said(Struct):
    """A post; ``content`` is its source when the post was asked for alone, and HTML in a topic."""

    pid: _Id
    uid: _Id
    timestamp: int
    tid: _Id = 0
    edited: int | None = 0
    deleted: bool | int | None = False
    content: str = ""
    user: User | None = None

    @property
    def state(self) -> PostState:
        """Whether people can see it."""
        return PostState.HIDDEN if self.deleted else PostState.SHOWN

    @property
    def revision(self) -> str:
        """What changes with every edit and every hiding."""
        return f"{self.edited or 0}/{self.state}"

    @property
    def author(self) -> Account | None:
        """Who wrote it."""
        return self.user.account() if self.user and self.user.uid else None

    def post(self, author: Account | None, *, private: bool) -> Post:
        """Return it in the port's words; its content must be its source."""
        return Post(
            id=str(self.pid),
            thread=str(self.tid),
            private=private,
            author=author,
            text=self.content.replace("\r\n", "\n"),
            revision=self.revision,
            created=when(self.timestamp),
            changed=when(self.edited or self.timestamp),
            state=self.state,
        )


class Pages(Struct, rename="camel"):
    """How many pages there are."""

    page_count: int = 1


class Topic(Struct, rename={"title_raw": "titleRaw"}):
    """A topic. Its title stands escaped for HTML, and once more as it was written."""

    tid: _Id
    cid: int
    title: str = ""
    title_raw: str | None = None
    locked: bool | int | None = False

    @property
    def name(self) -> str:
        """The title as it was written."""
        return unescape(self.title) if self.title_raw is None else self.title_raw


class TopicPage(Topic, rename={"title_raw": "titleRaw"}):
    """One page of a topic."""

    posts: list[Said] = field(default_factory=list)
    pagination: Pages = field(default_factory=Pages)


class Entry(Struct):
    """A topic in a category, and the little that shows whether something was posted in it."""

    tid: _Id
    postcount: int = 0
    lastposttime: int = 0


class Category(Struct):
    """One page of the topics of a category."""

    topics: list[Entry]
    pagination: Pages = field(default_factory=Pages)


class Draft(Struct, rename="camel"):
    """What was to be posted: a topic has a category, a reply a topic."""

    timestamp: int
    raw_content: str = ""
    tid: _Id | None = None
    cid: _Id | None = None


class HeldTopic(Struct):
    """In which category the topic of a held post is."""

    cid: int = 0


class HeldPost(Struct):
    """A post that waits for approval."""

    id: str
    data: Draft
    user: User | None = None
    topic: HeldTopic = field(default_factory=HeldTopic)

    def post(self, *, private: bool) -> Post:
        """Return it in the port's words; one that would begin a topic has no thread yet."""
        author = self.user.account() if self.user and self.user.uid else None
        thread = str(self.data.tid or "")
        return queued_post(
            self.id, thread, author, unescape(self.data.raw_content), when(self.data.timestamp), private=private
        )


class HeldPosts(Struct):
    """A page of the queue."""

    posts: list[HeldPost]
    pagination: Pages = field(default_factory=Pages)


class Made(Struct, rename={"main_pid": "mainPid"}):
    """The answer to a new topic or a reply, which may have been put into the queue."""

    queued: bool = False
    id: str = ""
    tid: _Id = 0
    pid: _Id = 0
    main_pid: _Id = 0
    timestamp: int = 0


class Token(Struct):
    """What a form must bring back, so that the site knows that it is its own."""

    csrf_token: str


class Image(Struct):
    """A picture that was uploaded."""

    url: str


class Images(Struct):
    """The pictures that were uploaded."""

    images: Annotated[list[Image], Meta(min_length=1)]


def when(milliseconds: int) -> datetime:
    """Return a time of NodeBB's."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
