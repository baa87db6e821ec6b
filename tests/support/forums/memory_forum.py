"""A forum in memory, with members who write like people and staff who look."""

import itertools
from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from msgspec.structs import replace

from moderator.posts.post import Account, Post, PostState
from moderator.scheduling.clock import FrozenClock
from moderator.transport.forum.port import Act, ForumError, Limits, Refused, Thread, TryLater, Unsure, Upload
from moderator.transport.forum.refs import find_post_with_ref, ref_of, with_ref

LIMITS = Limits(
    longest_post=20_000,
    shortest_post=5,
    longest_title=90,
    shortest_title=5,
    largest_picture=4_000_000,
    safe_pictures=True,
)

_Done = TypeVar("_Done")


class MemoryForum:
    """A ``Forum`` whose threads and posts tests look at; the moderator's account has number 1."""

    def __init__(self, clock: FrozenClock, limits: Limits = LIMITS) -> None:
        """Open an empty forum with a clock of its own."""
        self.clock, self.limits = clock, limits
        self.accounts = {"moderator": Account("1", "Moderator")}
        self.threads: dict[str, Thread] = {}
        self.posts: dict[str, Post] = {}
        self.uploads: list[Upload] = []
        self.lists_edits = True
        """Whether a look finds edits at once; real forums have them in turn."""
        self.lacks: list[str] = []
        self.mute: Exception | None = None
        """What is raised when it is asked for rights."""
        self.fails: dict[str, ForumError] = {}
        """By the names of calls, what the next such call raises; it is done before if that is Unsure."""
        self.answers: int | None = None
        """How many more calls are answered, None for all: after these nobody answers."""
        self.closed = False
        self._numbers = itertools.count(1)

    # ---- people ---------------------------------------------------------------------------------------------

    def join(self, name: str) -> Account:
        """Register somebody."""
        return self.accounts.setdefault(name.lower(), Account(str(len(self.accounts) + 1), name))

    def says(self, name: str, thread: str, text: str) -> Post:
        """Let somebody write in a thread."""
        return self._write(thread, self.join(name), text)

    def changes_mind(self, post: Post, text: str) -> Post:
        """Let the author of a post edit it."""
        return self._put(
            replace(self.posts[post.id], text=text, changed=self.clock.now(), revision=f"{post.revision}+")
        )

    def opens(self, name: str, title: str, text: str, to: Sequence[Account] = ()) -> Post:
        """Let somebody open a thread."""
        author = self.join(name)
        return self._write(self._open(title, [author, *to] if to else []), author, text)

    def adds(self, thread: str, name: str) -> None:
        """Let somebody else read a private thread."""
        found = self.threads[thread]
        self.threads[thread] = replace(found, members=(*found.members, self.join(name)))

    def leaves(self, thread: str, name: str) -> None:
        """Let somebody leave a private thread."""
        found = self.threads[thread]
        self.threads[thread] = replace(found, members=tuple(one for one in found.members if one.name != name))

    def texts(self, thread: str) -> list[str]:
        """Return what stands in a thread."""
        return [post.text for post in self._of(thread)]

    def thread_of(self, name: str) -> str:
        """Return the private thread of the moderator and somebody."""
        return next(t.id for t in self.threads.values() if any(one.name == name for one in t.members))

    # ---- the port -------------------------------------------------------------------------------------------

    def me(self) -> Account:
        """Return the moderator's account."""
        return self.accounts["moderator"]

    def warnings(self) -> list[str]:
        """Return what a test says that the account lacks."""
        if self.mute is not None:
            raise self.mute
        return self.lacks

    def account(self, name: str) -> Account:
        """Return the account of a name; everybody is there."""
        self._before("account")
        return self.join(name)

    def changes(self, cursor: str, threads: Sequence[str] = ()) -> tuple[list[Post], str]:
        """Return posts that are new or changed; the cursor lists what was seen."""
        self._before("changes")
        seen = dict(each.split("=", 1) for each in cursor.split()) if cursor else {}
        told = [
            post for post in self.posts.values() if post.id not in seen or self.lists_edits or post.thread in threads
        ]
        me = self.me()
        new = [post for post in told if seen.get(post.id) != post.revision and post.author != me]
        return new, " ".join(
            f"{number}={revision}" for number, revision in (seen | {p.id: p.revision for p in told}).items()
        )

    def thread(self, thread: str) -> Thread:
        """Return a thread."""
        self._before("thread")
        if thread not in self.threads:
            raise Refused(f"there is no thread {thread}")
        return self.threads[thread]

    def read(self, thread: str) -> list[Post]:
        """Return the posts of a thread."""
        self._before("read")
        return self._of(thread)

    def start(self, to: Sequence[Account], title: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Open a thread."""
        self._before("start")
        members = [self.join(one.name) for one in to]
        thread = self._open(title, [self.me(), *members] if members else [])
        return self._after("start", self._write(thread, self.me(), with_ref(text, ref), pictures))

    def reply(self, thread: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Write in a thread."""
        self._before("reply")
        return self._after("reply", self._write(thread, self.me(), with_ref(text, ref), pictures))

    def find(self, ref: str, thread: str = "") -> Post | None:
        """Return our post with a ref."""
        self._before("find")
        return find_post_with_ref(ref, [post for post in self.posts.values() if thread in ("", post.thread)], self.me())

    def edit(self, post: Post, text: str) -> Post:
        """Write a post of ours anew; it keeps its ref."""
        self._before("edit")
        text = with_ref(text, ref_of(post.text))
        return self._after("edit", self.changes_mind(post, text))

    def moderate(self, target: Thread | Post, act: Act) -> None:
        """Lock a thread, or hide a post."""
        self._before("moderate")
        if isinstance(target, Thread):
            self.threads[target.id] = replace(target, locked=act is Act.LOCK)
        elif act is Act.HIDE:
            self._put(replace(self.posts[target.id], state=PostState.HIDDEN, revision=f"{target.revision}h"))
        self._after("moderate", target)

    def close(self) -> None:
        """Be asked for nothing more."""
        self.closed = True

    # ---- within ---------------------------------------------------------------------------------------------

    def _open(self, title: str, members: Sequence[Account]) -> str:
        name = f"{'p' if members else 't'}{next(self._numbers)}"
        self.threads[name] = Thread(id=name, title=title, private=bool(members), members=tuple(members))
        return name

    def _write(self, thread: str, author: Account, text: str, pictures: Sequence[Upload] = ()) -> Post:
        now: datetime = self.clock.now()
        self.uploads += pictures
        return self._put(
            Post(
                id=str(next(self._numbers)),
                thread=thread,
                private=self.threads[thread].private,
                author=author,
                text=text,
                revision="0",
                created=now,
                changed=now,
            )
        )

    def _put(self, post: Post) -> Post:
        self.posts[post.id] = post
        return post

    def _of(self, thread: str) -> list[Post]:
        return [post for post in self.posts.values() if post.thread == thread]

    def _before(self, call: str) -> None:
        if self.closed:
            raise RuntimeError("the forum was closed")
        if self.answers == 0:
            raise TryLater("nobody answers")
        if self.answers:
            self.answers -= 1
        if call in self.fails and not isinstance(self.fails[call], Unsure):
            raise self.fails.pop(call)

    def _after(self, call: str, done: _Done) -> _Done:
        if call in self.fails:
            raise self.fails.pop(call)
        return done
