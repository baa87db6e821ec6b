"""What Misago says in its JSON, and what it means in the words of the port."""

from datetime import datetime

from msgspec import Struct, field

from moderator.transport.forum.port import Account, Post, PostState


class User(Struct):
    """An account."""

    id: int
    username: str

    def account(self) -> Account:
        """Return it in the port's words."""
        return Account(str(self.id), self.username)


class Visitor(Struct):
    """Who a request comes from; a guest has no number."""

    id: int | None = None
    username: str = ""


class People(Struct):
    """Accounts."""

    results: list[User]


class Found(Struct):
    """What a kind of search found; those that were not asked for found nothing."""

    results: People | None = None


class Said(Struct):
    """A post, or an event between posts; ``content`` is HTML, and None for whom it is hidden from."""

    id: int
    is_event: bool = False
    poster: User | None = None
    posted_on: datetime | None = None
    updated_on: datetime | None = None
    edits: int = 0
    is_hidden: bool = False
    is_unapproved: bool = False
    content: str | None = None

    @property
    def state(self) -> PostState:
        """Whether people can see it."""
        if self.is_hidden:
            return PostState.HIDDEN
        return PostState.QUEUED if self.is_unapproved else PostState.SHOWN

    def is_by(self, account: Account) -> bool:
        """Return whether an account wrote it, under whatever name."""
        return self.poster is not None and str(self.poster.id) == account.id

    @property
    def revision(self) -> str:
        """What changes with every edit, approval and hiding; the time changes with votes of staff, too."""
        return f"{self.edits}/{self.state}"

    def post(self, thread: str, text: str) -> Post:
        """Return it in the port's words."""
        if self.posted_on is None:
            raise ValueError(f"post {self.id} has no time")
        return Post(
            id=str(self.id),
            thread=thread,
            private=thread.startswith("p"),
            author=self.poster.account() if self.poster else None,
            text=text.replace("\r\n", "\n"),
            revision=self.revision,
            created=self.posted_on,
            changed=(self.updated_on or self.posted_on) if self.edits else self.posted_on,
            state=self.state,
        )


class Page(Struct):
    """One page of the posts of a thread."""

    results: list[Said]
    pages: int = 1
    next: int | None = None


class ThreadPage(Struct):
    """A thread with one page of its posts."""

    post_set: Page


class Topic(Struct):
    """A thread; a private one tells who takes part."""

    id: int
    title: str
    is_closed: bool = False
    participants: list[User] = field(default_factory=list)


class Entry(Struct):
    """A thread in a list."""

    id: int
    last_post: int | None = None
    replies: int = 0

    @property
    def stamp(self) -> str:
        """What changes with every new post."""
        return f"{self.last_post}/{self.replies}"


class Listed(Struct):
    """One page of a list of threads."""

    results: list[Entry]
    next: int | None = None


class Source(Struct):
    """The source of a post."""

    post: str


class Address(Struct):
    """Where a picture stands."""

    index: str


class Picture(Struct):
    """An uploaded picture."""

    id: int
    url: Address
