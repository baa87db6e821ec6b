"""The moderator, mortal: ``moderator serve`` in a process of its own that ends itself by SIGKILL at a step.

The steps are those by which a letter becomes a report, numbered as docs/service.md counts them. What is patched is this
process alone: the product knows nothing of it. Which step kills, and the how-manyth passing of it, stands in a file
that is looked at each time a step is passed, so that a process that is at work already can be told to die. A moderator
in memory (``tests.support.crashes.memory_campaign``) is watched in the same way, and dies by an exception.
"""

import contextlib
import functools
import inspect
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from functools import partial
from importlib import import_module
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, cast

import aiosmtplib
from msgspec import Struct
from sqlalchemy.orm import Session

from moderator import cli
from moderator.games.registry import GAMES
from moderator.ports import DeliveryStatus, Sent
from moderator.rendering.mail import MailRenderer  # noqa: F401 - so that it is loaded before the process is forked
from moderator.service.outgoing import posting
from tests.support.night_watch import GAME, OFFER

_PATIENCE = 60.0

PASSWORD = "MODERATOR_MAIL_PASSWORD"
"""The environment variable from which the instance takes the password of its mailbox."""

Patch = Callable[[Any, str, Any], object]
"""What puts another function into the place of one: ``setattr``, or that of a test."""

Note = Callable[..., None]
"""What writes down what was done with letters: ``note("handed", "<1@pbem.test>")``."""

_COMMIT = "sqlalchemy.orm:Session.commit"
_KEEP, _PROCESS, _RULE = (
    "moderator.service.inbox.intake:store_letters",
    "moderator.service.inbox.desk:process",
    "moderator.service.turns.due:resolve_matches",
)
_CLAIM, _MARK = "moderator.service.outgoing.posting:claim", "moderator.service.outgoing.posting:mark"
_SEND, _SETTLE = "aiosmtplib:SMTP.sendmail", "moderator.transport.imap:ImapSession.settle"


class Step(Struct, frozen=True):
    """A moment to die at: before a function is called, or ``after`` it returned; ``within`` another one alone.

    It is passed at least ``often`` times as a round goes on.
    """

    name: str
    at: str
    after: bool = False
    within: str = ""
    often: int = 3


STEPS: Sequence[Step] = (
    Step("0 a match is made, not committed", "moderator.service.matches.matches:create", after=True, often=1),
    Step("1 fetched, nothing kept", _KEEP),
    Step("2 before commit 1", _COMMIT, within=_KEEP),
    Step("2 after commit 1", _COMMIT, after=True, within=_KEEP),
    Step("2 kept, the server's copy not moved", _SETTLE),
    Step("2 the server's copy moved", _SETTLE, after=True),
    Step("3 read", "moderator.service.inbox.intake:read_stored", after=True),
    Step("4 identified", "moderator.service.inbox.desk:identify", after=True),
    Step("5 split and parsed", "moderator.language.reading.blocks:understand", after=True),
    Step("6 checked", "moderator.service.order_sets.merging:merge_and_check", after=True),
    Step("7 recorded, not acknowledged", "moderator.service.order_sets.filing:file", after=True),
    Step("7 acknowledged, not committed", "moderator.service.inbox.acknowledge:to_seat", after=True),
    Step("7 before commit 2", _COMMIT, within=_PROCESS),
    Step("7 after commit 2", _COMMIT, after=True, within=_PROCESS),
    Step("7 before the orders go to the archive", "moderator.app.files:write_archive"),
    Step("8 due, the mailbox not drained", "moderator.app.instance:Instance.fetch"),
    Step("8 due, the mailbox drained", "moderator.app.instance:Instance.fetch", after=True),
    Step("9 before the step", "moderator.service.turns.due:adjudicate"),
    Step("9 resolved, the next request not opened", "moderator.service.turns.adjudication:advance", after=True),
    Step("9 after the step", "moderator.service.turns.due:adjudicate", after=True),
    Step("10 recorded, not committed", "moderator.service.turns.recording:record", after=True),
    Step("10 before commit 3", _COMMIT, within=_RULE),
    Step("10 after commit 3", _COMMIT, after=True, within=_RULE),
    Step("11 before the claim is committed", _COMMIT, within=_CLAIM),
    Step("11 claimed", _CLAIM, after=True),
    Step("11 collected", "moderator.service.outgoing.posting:collect", after=True),
    Step("11 rendered", "moderator.service.outgoing.posting:dispatch", after=True),
    Step("11 before the relay is asked", _SEND),
    Step("11 accepted by the relay", _SEND, after=True),
    Step("11 before the mark is committed", _COMMIT, within=_MARK),
    Step("11 marked", _COMMIT, after=True, within=_MARK),
)
"""Step to function, in the order of a letter's way; a function that is renamed fails the tests."""

_TYPED = "moderator.web.keeping:keep"

ON_DESK: Sequence[Step] = (
    Step("1 posted, nothing kept", _TYPED),
    Step("2 before commit 1", _COMMIT, within=_KEEP),
    Step("2 after commit 1", _COMMIT, after=True, within=_KEEP),
    Step("2 kept, not acted on", "moderator.app.instance:Instance.keep", after=True),
    Step("4 identified", "moderator.service.inbox.typed:identify", after=True),
    Step("7 recorded, not acknowledged", "moderator.service.order_sets.filing:file", after=True),
    Step("7 acknowledged, not committed", "moderator.service.inbox.acknowledge:to_seat", after=True),
    Step("7 before commit 2", _COMMIT, within=_PROCESS),
    Step("7 after commit 2", _COMMIT, after=True, within=_PROCESS),
    Step("7 acted on, not answered in the browser", _TYPED, after=True),
    Step("7 before the answer is looked up", "moderator.service.pages.answers:find"),
    Step("7 the answer looked up", "moderator.service.pages.answers:find", after=True),
)
"""The same of orders that are sent from a desk: kept, acted on, and answered in the browser as well as by letter."""

ON_TRANSPORTS: Sequence[Step] = tuple(step for step in STEPS if step.at in {_SEND, _SETTLE})
"""Those that are passed only where there are servers."""

ANY = "any"
"""The name of no step: who is armed with it dies at whatever step is passed so many times."""

_READS = ("account", "changes", "thread", "read", "find")
_WRITES = ("start", "reply", "edit", "moderate")


def in_forum(kind: str) -> Sequence[Step]:
    """Return the steps of a moderator that plays in a forum: every commit, and every call of the forum's port.

    ``kind`` is the class of the forum. What only reads leaves nothing behind that one could die after.
    """
    commits = [Step("before a commit", _COMMIT), Step("after a commit", _COMMIT, after=True)]
    calls = [Step(f"before {name}", f"{kind}.{name}") for name in (*_READS, *_WRITES)]
    done = [Step(f"after {name}", f"{kind}.{name}", after=True) for name in _WRITES]
    return [*commits, *calls, *done]


def live(folder: Path, password: str, steps: Sequence[Step]) -> None:
    """Be the moderator of an instance until it is stopped, or a step kills: the body of a forked process."""
    with (folder / "said.txt").open("ab") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    os.environ[PASSWORD] = password
    os.cpu_count = lambda: 1  # on one core letters are rendered in threads, and no worker has to start
    GAMES._entries[GAME.info.key] = [OFFER]
    _note_relay(keep_journal(folder / "journal.txt", os.getpid))
    watch(Killer(folder / "armed.txt", lambda: os.kill(os.getpid(), signal.SIGKILL)), steps=steps)
    os._exit(cli.main(["serve", "--config", str(folder / "config.toml")]))


def said(folder: Path) -> str:
    """Return the last lines of what a moderator said."""
    path = folder / "said.txt"
    return path.read_text(encoding="utf-8", errors="replace")[-4000:] if path.exists() else ""


class Life:
    """A moderator in a process of its own, one life after the other; ``password`` is the one secret that it knows."""

    def __init__(self, folder: Path, password: str, steps: Sequence[Step] = STEPS) -> None:
        """Prepare to live in an instance's folder."""
        self._told = (folder, password, steps)
        self._process: ForkServerProcess | None = None
        self._forks = multiprocessing.get_context("forkserver")
        self._forks.set_forkserver_preload([__name__])

    def begin(self) -> None:
        """Let a moderator live."""
        self._process = self._forks.Process(target=live, args=self._told)
        self._process.start()

    def is_over(self) -> bool:
        """Tell whether the moderator was killed; that it ended in any other way is a fault."""
        if self._process is None:
            return True
        if self._process.is_alive():
            return False
        ended, self._process = self._process, None
        if ended.exitcode != -signal.SIGKILL:
            raise AssertionError(f"the moderator ended with {ended.exitcode}: {said(self._told[0])}")
        return True

    def end(self) -> None:
        """Kill the moderator if it lives."""
        if self._process is not None and self._process.pid is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.join(_PATIENCE)
            self._process = None


class Killer:
    """Kills the moderator when a step is passed that the file names, for the time that it says.

    Who outlives that, as a thread in memory may, is killed at the next step of any kind: the dead commit nothing.
    """

    def __init__(self, armed: Path, kill: Callable[[], object]) -> None:
        """Look at a file; while there is none, nobody dies."""
        self._armed, self._kill = armed, kill
        self._passed: Counter[str] = Counter()
        self.killed = False

    def begin(self) -> None:
        """Watch over another life, whose end ``killed`` tells."""
        self._passed.clear()
        self.killed = False

    def bury(self) -> None:
        """Kill whoever was killed."""
        if self.killed:
            self._kill()

    def passed(self, step: Step) -> None:
        """Tell that a step is passed."""
        with contextlib.suppress(FileNotFoundError):
            said = self._armed.read_text(encoding="utf-8")
            name, _, times = said.rpartition(" ")
            if name in (step.name, ANY):
                self._passed[said] += 1
                if self._passed[said] == int(times):
                    self.killed = True
                    self._kill()


def arm(folder: Path, step: Step | None, times: int) -> None:
    """Let a moderator die when it passes a step, or any of them, for the so-many-th time."""
    draft = folder / "armed.new"
    draft.write_text(f"{step.name if step else ANY} {times}", encoding="utf-8")
    draft.replace(folder / "armed.txt")


def disarm(folder: Path) -> None:
    """Let a moderator live."""
    (folder / "armed.txt").unlink(missing_ok=True)


def find(path: str) -> tuple[Any, str]:
    """Return what holds a function, and its name there: ``package.module:Class.function``."""
    module, _, names = path.partition(":")
    *holders, name = names.split(".")
    holder = functools.reduce(getattr, holders, import_module(module))
    if not callable(getattr(holder, name)):
        raise TypeError(f"{path} is no function")
    return holder, name


_inside = threading.local()


def watch(killer: Killer, patch: Patch = setattr, steps: Sequence[Step] = STEPS) -> None:
    """Patch every function that a step names."""
    for path in {path: None for step in steps for path in (step.at, step.within) if path}:
        holder, name = find(path)
        patch(holder, name, _watched(getattr(holder, name), path, killer, partial(_tell, killer, steps, path)))


def _watched(function: Callable[..., Any], path: str, killer: Killer, tell: Callable[..., None]) -> Callable[..., Any]:
    """Return a function that tells of the steps before and after it."""

    @contextmanager
    def passing() -> Iterator[None]:
        killer.bury()
        around = _around()
        tell(after=False)
        around.append(path)
        try:
            yield
        finally:
            around.remove(path)
        tell(after=True)

    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def waited(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - as the function has it
            with passing():
                return await function(*args, **more)

        return waited

    @functools.wraps(function)
    def called(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - as the function has it
        with passing():
            return function(*args, **more)

    return called


def _around() -> list[str]:
    """Return the watched functions that this thread is in."""
    if not hasattr(_inside, "paths"):
        _inside.paths = []
    return cast("list[str]", _inside.paths)


def _tell(killer: Killer, steps: Sequence[Step], path: str, *, after: bool) -> None:
    for step in steps:
        if step.at == path and step.after is after and (not step.within or step.within in _around()):
            killer.passed(step)


def keep_journal(path: Path, life: Callable[[], object], patch: Patch = setattr) -> Note:
    """Write down, by Message-ID, what is marked as sent durably, and in which life; return what writes down more."""
    path.touch()
    mark, commit = posting.mark, Session.commit

    def note(what: str, *letters: str) -> None:
        with path.open("a", encoding="utf-8") as journal:
            journal.write("".join(f"{what} {life()} {letter}\n" for letter in letters))

    def marked(store: Any, ctx: Any, counts: Sequence[tuple[Any, Any]]) -> Any:  # noqa: ANN401 - as it is called
        _inside.marking = [
            row.message_id for row, sent in counts if isinstance(sent, Sent) and sent.status is DeliveryStatus.SENT
        ]
        return mark(store, ctx, counts)

    def committed(self: Session) -> None:
        commit(self)
        if _MARK in _around():
            note("marked", *_inside.marking)

    patch(posting, "mark", marked)
    patch(Session, "commit", committed)
    return note


def _note_relay(note: Note) -> None:
    """Write down what is handed to the relay, and what it accepted."""
    send = aiosmtplib.SMTP.sendmail

    async def sendmail(self: aiosmtplib.SMTP, sender: str, to: Sequence[str], raw: bytes) -> Any:  # noqa: ANN401 - the library's
        letter = str(message_from_bytes(raw, policy=default)["Message-ID"])
        note("handed", letter)
        answer = await send(self, sender, to, raw)
        note("accepted", letter)
        return answer

    aiosmtplib.SMTP.sendmail = sendmail  # type: ignore[method-assign, assignment]
