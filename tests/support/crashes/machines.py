"""Machines that share one PostgreSQL database: each a folder and a process, killed and begun again as one likes."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from email import message_from_bytes
from pathlib import Path
from typing import Self

from sqlmodel import col, func, select

from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match, Outbox
from tests.support.waiting import eventually

CONFIG = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"
log = "json"

[limits]
letters_per_hour = 0

[database]
url = "{url}"

[workers]
queue = {queue}
"""
"""The operator's file of machines, without matches."""
_MATCH = """
[[match]]
name = "hoth-{number}"
game = "rebel-commander"
every = "48h"
options = {{ edition = "{edition}" }}
seats = [
  {{ seat = "Red", player = "Ann {number}", address = "ann-{number}@pbem.test" }},
  {{ seat = "Empire", bot = "random" }},
]
"""
_ON_ONE_CORE = """
import os, sys
os.cpu_count = lambda: 1
from moderator.cli import main, running
running._need_relay = lambda _: None
sys.exit(main())
"""
"""A machine has one core, and letters are rendered in a thread: no worker has to start. A folder is its relay."""
_LONGEST = 150.0
"""Seconds after which one waits in vain; a dead machine's letters are taken back once all others have none left."""


class Machine:
    """A folder with the file and the key, and a process that works there while the context lasts."""

    def __init__(self, root: Path, command: str, config: str) -> None:
        """Lay out the folder; nobody works yet."""
        self.root, self._command = root, command
        (root / "state").mkdir(parents=True)
        (root / "config.toml").write_text(config, encoding="utf-8")
        (root / "state" / "secret.key").write_bytes(b"k" * 32)

    def __enter__(self) -> Self:
        call = (sys.executable, "-c", _ON_ONE_CORE, self._command, "--config", str(self.root / "config.toml"))
        with (self.root / "said.txt").open("ab") as said:
            self.process = subprocess.Popen(call, stdout=said, stderr=said)  # noqa: S603 - our own program
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def die(self) -> None:
        """End by SIGKILL, and live again."""
        self.__exit__()
        assert self.process.returncode == -signal.SIGKILL, self.said
        self.__enter__()

    @property
    def said(self) -> str:
        """What the process has logged."""
        return (self.root / "said.txt").read_text(encoding="utf-8")

    @property
    def letters(self) -> list[str]:
        """The Message-IDs of the letters that went out from here."""
        return [message_from_bytes(path.read_bytes())["Message-ID"] for path in self.root.glob("state/outbox/*.eml")]


class Park:
    """One machine that reads the mail, some that help it, and the matches that they play."""

    def __init__(self, main: Machine, helpers: Sequence[Machine], store: Store, matches: int) -> None:
        """Take what ``park`` has made."""
        self.main, self.helpers, self.store, self.matches = main, helpers, store, matches

    @property
    def machines(self) -> Sequence[Machine]:
        """All of them."""
        return (self.main, *self.helpers)

    def play(self) -> None:
        """Let all players be ready."""
        for number in range(self.matches):
            draft = self.main.root / f"hoth-{number}.Red.txt"
            draft.write_text("READY\n", encoding="utf-8")
            draft.rename(self.main.root / "orders" / "inbox" / draft.name)

    def resolved(self, turns: int) -> int:
        """Return in how many matches so many turns were resolved."""
        with self.store.read() as session:
            return session.exec(select(func.count()).where(col(Match.request) > turns)).one()

    def settled(self, turns: int) -> bool:
        """Tell whether so many turns were resolved everywhere, and then whether all letters are gone."""
        if self.resolved(turns) < self.matches:
            return False
        with self.store.read() as session:
            return session.exec(select(Outbox).where(Outbox.status == OutboxStatus.WAITING)).first() is None


@contextmanager
def park(
    root: Path, url: str, *, matches: int, helpers: int, edition: str = "skirmish", queue: bool = True
) -> Iterator[Park]:
    """Give machines at work on an empty PostgreSQL database, once all matches have begun."""
    text = CONFIG.format(url=url, queue=str(queue).lower())
    text += "".join(_MATCH.format(number=number, edition=edition) for number in range(matches))
    main = Machine(root / "main", "serve", text)
    others = [Machine(root / f"helper-{number}", "work", text) for number in range(helpers)]
    with ExitStack() as alive:
        alive.enter_context(main)
        wait(lambda: "moderator.ready" in main.said)
        for helper in others:
            alive.enter_context(helper)
        wait(lambda: all("worker.ready" in helper.said for helper in others))
        store = Store(url)
        alive.callback(store.close)
        made = Park(main, others, store, matches)
        wait(lambda: made.settled(0))
        yield made


def wait(what: Callable[[], bool]) -> None:
    """Wait until something is so."""
    assert eventually(what, _LONGEST)
