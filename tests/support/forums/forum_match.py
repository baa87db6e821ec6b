"""A match with two seats in a forum and one by mail, in memory, whose moderator dies and begins anew.

What is written stands in ``ACTS``, one after the other; after each the moderator works until nothing is left to do.
A match is copied as it stands, so that each act is played again and again with another death, and what stands in the
end is compared with what stands where nobody died.
"""

import asyncio
import copy
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Self, cast

import pytest
from msgspec.structs import replace
from sqlmodel import col, select

from moderator.app import opening
from moderator.app.forums import ForumReader
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.games.registry import GAMES
from moderator.scheduling.clock import FrozenClock
from moderator.store.session import Store
from moderator.store.tables import Letter, Match, OrderSet, Outbox, Record, Thread
from moderator.testing.memory import MemoryInbound, MemoryOutbound
from moderator.transport.forum.outbound import ForumOutbound
from moderator.transport.forum.port import Forum, Post
from moderator.transport.outbound_switch import Switch
from tests.support.crashes import mortal
from tests.support.crashes.memory_campaign import Death
from tests.support.crashes.mortal import Step
from tests.support.forums.memory_forum import LIMITS, MemoryForum
from tests.support.night_watch import GAME, OFFER
from tests.support.world import START

STEPS: Sequence[Step] = mortal.in_forum("tests.support.forums.memory_forum:MemoryForum")
DURABLE: Sequence[Step] = [step for step in STEPS if step.after]
"""Those that leave something behind: to die before any other is to die after one of these."""

SHORT = replace(LIMITS, longest_post=1_950)
"""Limits under which a report is parted, and an acknowledgement that is written anew still fits in its post."""

_MATCH = """
[[match]]
name = "hoth"
game = "night-watch"
options = { nights = 9, courage = 9 }
every = "48h"
seats = [
  { seat = "Ann", player = "Anna", forum = "main:Anna" },
  { seat = "Bob", player = "Robert", address = "bob@pbem.test", preferences = { text_only = "true" } },
  { seat = "Cat", player = "Catherine", forum = "main:Cat" },
]
"""
_CONFIG = """
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "15m"

[[forum]]
name = "main"
kind = "misago"
url = "https://forum.test"
category = 1
user = "Moderator"
password = "${FORUM_PASSWORD}"
"""


class ForumMatch:
    """A moderator's folder, its mailbox, its relay, its forum and the clock of all of them."""

    def __init__(self, folder: Path, database: Path) -> None:
        """Lay out an instance with an empty database, and without a match; nobody works yet."""
        self.folder = folder
        (folder / "state").mkdir(mode=0o700)
        shutil.copy(database, folder / "state" / "moderator.sqlite")
        self.clock = FrozenClock(START)
        self.forum = MemoryForum(self.clock, SHORT)
        self.mailbox, self.relay = MemoryInbound(), MemoryOutbound()
        self.killer = _Killer(folder)
        self.write(_CONFIG)

    def copy(self, folder: Path) -> Self:
        """Return a match that stands as this one does."""
        shutil.copytree(self.folder, folder)
        made = copy.copy(self)
        kept = (self.clock, self.forum, self.mailbox, self.relay)
        made.clock, made.forum, made.mailbox, made.relay = copy.deepcopy(kept)
        made.folder, made.killer = folder, _Killer(folder)
        return made

    # ---- the moderator ---------------------------------------------------------------------------------------

    def work(self, die: int = 0, steps: Sequence[Step] = DURABLE) -> bool:
        """Let a new moderator do all there is to do, or die at the so-many-th step; return whether it died."""
        if die:
            mortal.arm(self.folder, None, die)
        self.killer.begin()
        died = False
        try:
            with self._wired(steps):
                config = load(self.folder / "config.toml", {"FORUM_PASSWORD": "never asked for"})
                with open_instance(config, clock=self.clock, lock=True) as instance:
                    instance.inbounds = [*instance.inbounds, self.mailbox]
                    instance.apply(config)
                    asyncio.run(instance.once())
        except* Death:
            died = True
        finally:
            mortal.disarm(self.folder)
            self.forum.closed = False  # another life opens it again
        return died

    @contextmanager
    def _wired(self, steps: Sequence[Step]) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(opening, "forums_of", lambda _: {"main": cast("Forum", self.forum)})
            patch.setattr(ForumReader, "read", _at_once(ForumReader.read))
            patch.setattr(Instance, "outbound", lambda each: Switch(self.relay, ForumOutbound(each.forums, quiet=0)))
            patch.setattr("secrets.token_bytes", lambda size: b"s" * size)
            patch.setitem(GAMES._entries, GAME.info.key, [OFFER])
            mortal.watch(self.killer, patch.setattr, steps)
            yield

    # ---- people ----------------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Write more into the operator's file."""
        with (self.folder / "config.toml").open("a", encoding="utf-8") as file:
            file.write(text)

    def move(self, **by: float) -> None:
        """Let time pass."""
        self.clock.move(timedelta(**by))

    def says(self, name: str, text: str) -> Post:
        """Let a player write in the own thread."""
        return self.forum.says(name, self.forum.thread_of(name), text)

    @property
    def chronicle(self) -> str:
        """The thread that everybody reads."""
        return next(thread.id for thread in self.forum.threads.values() if not thread.private)

    def mails(self, text: str) -> None:
        """Let Bob answer the newest letter that he has."""
        letter = next(sent.dispatch for sent in reversed(self.relay.posted) if sent.dispatch.to == ("bob@pbem.test",))
        head = {
            "From": "bob@pbem.test",
            "To": letter.reply_to,
            "Subject": "orders",
            "Message-ID": f"<{len(self.relay.posted)}@client.test>",
        }
        lines = [*(f"{name}: {value}" for name, value in head.items()), "", text]
        self.mailbox.put("\r\n".join(lines).encode(), self.clock.now())

    # ---- what stands -----------------------------------------------------------------------------------------

    def stands(self) -> dict[str, object]:
        """Return what is there: threads with their posts in order, letters, and what is on file."""
        return {
            "threads": sorted((each.title, self._posts(each.id)) for each in self.forum.threads.values()),
            "letters": sorted({(sent.dispatch.to, sent.dispatch.words.text) for sent in self.relay.posted}),
            **self._filed(),
        }

    def _posts(self, thread: str) -> list[tuple[str, str, str]]:
        posts = [post for post in self.forum.posts.values() if post.thread == thread]
        return [(post.author.name if post.author else "", post.state, post.text) for post in posts]

    def _filed(self) -> dict[str, object]:
        store = Store(f"sqlite:///{self.folder / 'state' / 'moderator.sqlite'}")
        try:
            with store.read() as session:
                order_sets = session.exec(
                    select(OrderSet).order_by(col(OrderSet.seat), col(OrderSet.request), col(OrderSet.number))
                )
                records = session.exec(select(Record).order_by(col(Record.number)))
                letters = session.exec(select(Letter))
                out = session.exec(select(Outbox).order_by(col(Outbox.key)))
                threads = session.exec(select(Thread))
                return {
                    "sheets": [
                        (each.seat, each.request, each.orders, each.receipt, each.current) for each in order_sets
                    ],
                    "records": [(each.kind, each.turn, each.body, each.position, each.digest) for each in records],
                    "read": sorted((each.transport, each.origin, each.status, each.verdict) for each in letters),
                    "sent": [(each.key, each.status) for each in out],
                    "noted": sorted((each.seat, self.forum.threads[each.thread].title) for each in threads),
                    "at": [(each.request, each.turn, each.deadline) for each in session.exec(select(Match))],
                }
        finally:
            store.close()


def _at_once(read: Callable[..., Future[int]]) -> Callable[..., Future[int]]:
    """Return what has a forum read before anything else, so that letters get the same numbers in each life."""

    def reading(*args: object) -> Future[int]:
        future = read(*args)
        wait([future])
        return future

    return reading


class _Killer(mortal.Killer):
    """One who passes over commits that have written nothing: there are many, and all is after them as it was before."""

    def __init__(self, folder: Path) -> None:
        """Watch over the database of an instance, too."""
        super().__init__(folder / "armed.txt", _die)
        self._log, self._size = folder / "state" / "moderator.sqlite-wal", 0

    def passed(self, step: Step) -> None:
        """Tell that a step is passed."""
        if step.name == "after a commit":
            before, self._size = self._size, self._log.stat().st_size if self._log.exists() else 0
            if before == self._size:
                return
        super().passed(step)


def _die() -> None:
    raise Death


Act = Callable[[ForumMatch], None]


def begin(match: ForumMatch) -> None:
    """Write the match into the file: two threads are opened, and Bob is written to."""
    match.forum.join("Anna")
    match.forum.join("Cat")
    match.write(_MATCH)


def order(match: ForumMatch) -> None:
    """Let everybody order, one with a typo, and two with a word to another."""
    match.move(hours=1)
    match.says("Anna", "SEEK Mill")
    match.says("Cat", "SEEK Mil\nPRESS TO Ann: we meet at the mill")
    match.mails("SEEK Gate\nPRESS TO Cat: not tonight")


def think_again(match: ForumMatch) -> None:
    """Let one edit a post, whose answer is written anew, and another one quote and ask."""
    match.move(hours=1)
    first = next(post for post in match.forum.posts.values() if post.text.startswith("SEEK Mill"))
    match.forum.changes_mind(first, "SEEK Quay")
    match.says("Cat", '[quote="@Moderator"]\nSEEK Gate\n[/quote]\nSTATUS')


def rule(match: ForumMatch) -> None:
    """Let a turn be due: reports in every thread, and the first post of the chronicle."""
    match.move(hours=50)


def blab(match: ForumMatch) -> None:
    """Let one post orders where everybody reads them, and another one talk there."""
    match.move(hours=1)
    match.forum.says("Anna", match.chronicle, "SEEK Bridge")
    match.forum.says("Cat", match.chronicle, "Good luck to all of you!")


ACTS: Sequence[Act] = (begin, order, think_again, rule, blab)
