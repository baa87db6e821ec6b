"""The moderator dies by SIGKILL beside a forum on a socket: what stands there is what stands if it lives.

The forum is a Discourse of ours, which would take a post twice. What stands is told by the first lines of posts: times
and seeds are those of the real world.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import col, select

from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match, OrderSet, Outbox, Record
from moderator.transport.forum.refs import ref_of
from tests.support.crashes import mortal
from tests.support.forums.discourse import FakeDiscourse
from tests.support.forums.discourse_people import CATEGORY, KEY
from tests.support.forums.site import Fields, on_a_socket

pytestmark = pytest.mark.proof

_PATIENCE = 60.0
STEPS = {step.name: step for step in mortal.in_forum("moderator.transport.forum.discourse:Discourse")}
DEATHS: Sequence[tuple[str, int]] = (
    ("after start", 1),
    ("before start", 1),
    ("after start", 1),
    ("after a commit", 5),
    ("after reply", 1),
    ("before reply", 1),
    ("after reply", 1),
    ("before a commit", 3),
)
"""One after the other, while one match is played: its two private threads, the chronicle, two answers, the reports."""

_CONFIG = """
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"

[[forum]]
name = "main"
kind = "discourse"
url = "{url}"
category = {category}
user = "Moderator"
key = "${{{secret}}}"
poll = "1s"
"""
_MATCH = """
[[match]]
name = "{name}"
game = "night-watch"
options = {{ nights = 9, courage = 9 }}
seats = [
  {{ seat = "Ann", player = "Anna", forum = "main:Anna" }},
  {{ seat = "Bob", bot = "random" }},
  {{ seat = "Cat", player = "Catherine", forum = "main:Cat" }},
]
"""


class Forum:
    """A forum with two players, and the folder and the lives of a moderator."""

    def __init__(self, folder: Path, url: str, site: FakeDiscourse) -> None:
        """Begin without a match."""
        self.folder, self.site = folder, site
        self.players = {name: site.join(name) for name in ("Anna", "Cat")}
        self.life = mortal.Life(folder, KEY, list(STEPS.values()))
        self.deaths: list[tuple[str, int]] = []
        (folder / "state").mkdir(mode=0o700)
        self._write(_CONFIG.format(url=url, category=CATEGORY, secret=mortal.PASSWORD))

    def play(self, name: str, deaths: Sequence[tuple[str, int]] = ()) -> int:
        """Play a match until a turn is over, and die meanwhile; return how many deaths are left."""
        self.deaths = list(deaths)
        self._write(_MATCH.format(name=name))
        self._arm()
        self.life.begin()
        self._until(lambda: self._is_quiet(name, posts=3), "the welcomes")
        for player, account in self.players.items():
            thread = next(str(each["id"]) for each in self._topics(name) if int(account.id) in each["allowed"])
            self.site.says(account, thread, f"SEEK {'Mill' if player == 'Anna' else 'Gate'}")
        self._until(lambda: self._is_quiet(name, posts=8), "the reports")
        self.life.end()
        return len(self.deaths)

    def stands(self, name: str) -> dict[str, object]:
        """Return the first lines of the posts of the first turn in each thread, and what is on file of it.

        The seeds are real ones: where the dice leave the bot alone, the second turn runs at once.
        """
        threads = [
            (each["title"].partition(":")[2], [line for line in self._lines(each["id"]) if "# Turn 2" not in line[1]])
            for each in self._topics(name)
        ]
        with self._store() as store, store.read() as session:
            match = session.exec(select(Match).where(Match.name == name)).one()
            order_sets = session.exec(
                select(OrderSet).where(OrderSet.match == match.id, col(OrderSet.letter).is_not(None))
            )
            records = session.exec(select(Record).where(Record.match == match.id).order_by(col(Record.number)))
            return {
                "threads": sorted(threads),
                "sheets": sorted(
                    (each.seat, each.request, each.number, each.orders) for each in order_sets if each.request == 1
                ),
                "records": [(each.number, each.request, each.turn) for each in records if each.turn <= 1],
            }

    def refs(self) -> list[str]:
        """Return the refs of all our posts."""
        return [ref_of(text) for text in self.site.texts()]

    # ---- within ----------------------------------------------------------------------------------------------

    def _write(self, text: str) -> None:
        with (self.folder / "config.toml").open("a", encoding="utf-8") as file:
            file.write(text)

    def _arm(self) -> None:
        if self.deaths:
            name, times = self.deaths[0]
            mortal.arm(self.folder, STEPS[name], times)
        else:
            mortal.disarm(self.folder)

    def _until(self, fact: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + _PATIENCE
        while not fact():
            self.site.now = datetime.now(UTC)
            if self.life.is_over():
                self.deaths.pop(0)
                self._arm()
                self.site.forget_requests()
                self.life.begin()
                end = time.monotonic() + _PATIENCE
            assert time.monotonic() < end, f"in vain we waited for {what}: {mortal.said(self.folder)}"
            time.sleep(0.05)

    def _topics(self, name: str) -> list[Fields]:
        return [each for each in list(self.site.topics.values()) if str(each["title"]).startswith(f"{name}:")]

    def _lines(self, topic: int) -> list[tuple[str, str]]:
        posts = [post for post in list(self.site.posts.values()) if post["topic_id"] == topic]
        return [(post["username"], post["raw"].partition("\n")[0]) for post in posts]

    def _is_quiet(self, name: str, posts: int) -> bool:
        if sum(len(self._lines(each["id"])) for each in self._topics(name)) < posts:
            return False
        with self._store() as store, store.read() as session:
            return session.exec(select(Outbox).where(Outbox.status == OutboxStatus.WAITING)).first() is None

    def _store(self) -> AbstractContextManager[Store]:
        return closing(Store(f"sqlite:///{self.folder / 'state' / 'moderator.sqlite'}"))


@pytest.fixture(name="forum")
def open_forum(tmp_path: Path) -> Iterator[Forum]:
    """Open a forum on a socket."""
    site = FakeDiscourse()
    with on_a_socket(site) as url:
        forum = Forum(tmp_path, url, site)
        yield forum
        forum.life.end()


def test_kills_change_nothing_in_a_forum(forum: Forum) -> None:
    """No post twice, none missing, in the same order; the same order sets and records."""
    forum.play("calm")
    assert forum.play("hurt", DEATHS) == 0
    assert forum.stands("hurt") == forum.stands("calm")
    assert len(set(forum.refs())) == len(forum.refs())
