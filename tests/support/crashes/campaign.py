"""A moderator that is killed again and again while players write.

The moderator is a process (``mortal``) on real mail servers, or works in memory, in one process with the players
(``memory_campaign``). The players are mailboxes whose owners answer the newest letter with whatever comes to their
minds. After every round of deaths the moderator is left alive until nothing is left to do; then
what the players wrote and what lies in their mailboxes is compared with what it kept.
"""

import random
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from pathlib import Path
from typing import Self

from sqlalchemy import inspect
from sqlmodel import Session, col, select

from moderator.store.session import Store
from moderator.store.statuses import LetterStatus, OutboxStatus
from moderator.store.tables import Letter, Match, Outbox
from tests.support.crashes import mortal
from tests.support.crashes.mortal import Step
from tests.support.crashes.players import PLAYERS, REQUEST, Box, Got, ServerBox, Written
from tests.support.games import TEMPLATES
from tests.support.letters.audit import Audit, Entry, Evidence, Toll
from tests.support.night_watch.view import STREETS
from tests.support.servers.mailservers import MailServers

_PATIENCE = 60.0
_GLANCE = 0.02
_EAGER = 20
"""After so many letters players write half as often: a slow machine would be buried under them."""

_ON_THE_WAY = "letters on their way"

_CONTENT = 0.7
"""How often somebody who has the answer to a letter leaves it at that."""

_TRANSPORTS = """\
[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "moderator@pbem.test"
password = "${{{variable}}}"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
user = ""
password = ""
"""
_CONFIG = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"

[database]
url = "{database}"

[limits]
letters_per_hour = 0
large_answers_per_day = 0
press_per_day = 0
"""
_MATCH = """\

[[match]]
name = "{match}"
game = "night-watch"
options = {{ nights = 1000, courage = 1000 }}
seats = [
  {{ seat = "Ann", player = "Anna", address = "ann@pbem.test", preferences = {{ text_only = "true" }} }},
  {{ seat = "Bob", player = "Robert", address = "bob@pbem.test", preferences = {{ text_only = "true" }} }},
  {{ seat = "Cat", bot = "random" }},
]
"""


class Campaign(ABC):
    """One instance and its players, for as many rounds of deaths as are wanted."""

    glance = _GLANCE
    """After how many seconds one looks again."""
    pace = 0.2
    """For how many seconds players think at most."""

    transports = ""
    """What the operator's file says of servers."""

    def __init__(self, folder: Path, seed: int, database: str = "") -> None:
        """Lay out an instance in an empty folder, with an empty database there or elsewhere; nobody lives yet."""
        self._database = database or f"sqlite:///{folder / 'state' / 'moderator.sqlite'}"
        self.folder = folder
        self.chance = random.Random(seed)  # noqa: S311 - no secret
        self.written: list[Written] = []
        self._round, self._matches = 0, ""
        self._journal: dict[str, list[Entry]] = {}
        self._read = self._heard = self._letters = 0

    def __enter__(self) -> Self:
        shutil.copytree(TEMPLATES, self.folder / "templates")
        self._boxes = {user: self._box(user) for user in ("ann", "bob", "gm", "moderator")}
        self._store = Store(self._database)
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        for box in self._boxes.values():
            box.close()
        self._store.close()

    # ---- life and death ------------------------------------------------------------------------------------

    def die_at(self, step: Step, deaths: int, *, most: int = 1) -> Toll:
        """Let the moderator die at a step so often, each time at the first to ``most``-th passing; return the toll."""
        return self._die_at([(step, most)] * deaths)

    def die_at_each(self, steps: Sequence[Step]) -> Toll:
        """Let the moderator die at one step after the other, in one match; return the toll."""
        return self._die_at([(step, 1) for step in steps])

    def _die_at(self, steps: Sequence[tuple[Step, int]]) -> Toll:
        def wait(step: Step, most: int) -> None:
            mortal.arm(self.folder, step, self.chance.randint(1, min(most, step.often)))
            self._live()
            self._play_until(self._is_dead, step.name)

        first, _ = steps[0]
        return self._die([partial(wait, *each) for each in steps], lambda: mortal.arm(self.folder, first, 1))

    def die_at_random(self, deaths: int, longest: float = 2.0) -> Toll:
        """Let the moderator die so often after a time that nobody knows; return the toll."""

        def wait() -> None:
            self._live()
            end = time.monotonic() + self.chance.uniform(0, longest)
            self._play_until(lambda: time.monotonic() > end, "the end")
            self._kill()

        return self._die([wait] * deaths, lambda: None)

    def _die(self, deaths: Sequence[Callable[[], None]], begin: Callable[[], None]) -> Toll:
        """Begin a match, die while it is played, live on until nothing is left to do, count the toll.

        Each of ``deaths`` lets the moderator live, and waits until it has died.
        """
        begin()
        self._round += 1
        self.written.clear()
        for box in self._boxes.values():
            box.letters.clear()
        self._configure(f"watch-{self._round}")
        for wait in deaths:
            wait()
        mortal.disarm(self.folder)
        self._start()
        self._settle()
        with self._store.read() as session:
            evidence = Evidence(
                match=self.match,
                folder=self.folder,
                written=self.written,
                boxes=self._look(),
                journal=self._read_journal(),
                complaints=self._complaints(),
            )
            toll = Audit(session, evidence).toll()
        toll.kills = len(deaths)
        return toll

    def _live(self) -> None:
        """Let the moderator live, if it is dead."""
        if self._is_dead():
            self._start()

    @abstractmethod
    def _start(self) -> None:
        """Let the moderator live."""

    @abstractmethod
    def _is_dead(self) -> bool:
        """Tell whether the moderator was killed; that it ended in any other way is a fault."""

    @abstractmethod
    def _kill(self) -> None:
        """Kill the moderator if it lives."""

    def _complaints(self) -> list[str]:
        """Return what the moderator warned of since the last time."""
        (self.folder / "said.txt").touch()
        with (self.folder / "said.txt").open(encoding="utf-8", errors="replace") as file:
            file.seek(self._heard)
            lines = [line.strip() for line in iter(file.readline, "") if "[warning" in line or "[error" in line]
            self._heard = file.tell()
        return lines

    def _configure(self, match: str) -> None:
        self.match = match
        draft = self.folder / "config.new"
        self._matches += _MATCH.format(match=match)  # those of the rounds before go on
        text = _CONFIG.format(database=self._database) + self._matches + self.transports
        draft.write_text(text, encoding="utf-8")
        draft.replace(self.folder / "config.toml")

    # ---- players -------------------------------------------------------------------------------------------

    @abstractmethod
    def _box(self, user: str) -> Box:
        """Open a user's mailbox."""

    @abstractmethod
    def _post(self, sender: str, to: str, raw: bytes) -> None:
        """Hand a letter to the relay."""

    def _play_until(self, fact: Callable[[], bool], what: str) -> None:
        """Let the players write until something is so."""
        end, pause = time.monotonic() + _PATIENCE, 0.0
        while not fact():
            if time.monotonic() > end:
                raise AssertionError(f"in vain we waited for: {what}; {mortal.said(self.folder)}")
            if time.monotonic() > pause:
                self._write()
                pause = time.monotonic() + self.chance.uniform(0, self.pace) * (1 + len(self.written) / _EAGER)
            time.sleep(self.glance)

    def _write(self) -> None:
        """Let a player answer the newest letter about the match: who did not yet, else anybody, who thinks again."""
        newest = {seat: got for seat, user in PLAYERS.items() if (got := self._newest(self._boxes[user].look()))}
        if not newest:
            return
        answered = {written.answers for written in self.written}
        silent = [seat for seat in newest if newest[seat].message_id not in answered]
        seat = self.chance.choice(silent or list(newest))
        letter, user = newest[seat], PLAYERS[seat]
        other = next(name for name in PLAYERS if name != seat)
        self._letters += 1
        number = self._letters
        press = f"word-{number}-of-{seat}" if self.chance.random() < 0.2 else ""
        orders = (f"SEEK {self.chance.choice(STREETS)}", f"FLEE {self.chance.choice(STREETS)}")
        # of a retreat a line never counts, and the turn waits for a better one until its player says READY
        ready = bool(letter.in_reply_to) and self.chance.random() < _CONTENT
        written = Written(
            f"<{number}.{self.chance.getrandbits(64):x}@player.test>",
            seat,
            letter.message_id,
            () if ready else orders,
            press,
        )
        said = EmailMessage(policy=SMTP)
        said["From"], said["To"] = f"{user}@pbem.test", letter.reply_to
        said["Subject"], said["Message-ID"] = f"Re: {letter.subject}", written.message_id
        said["In-Reply-To"] = said["References"] = letter.message_id
        said.set_content("\n".join([*(written.lines or ["READY"]), *([f"PRESS TO {other}: {press}"] if press else [])]))
        self._post(f"{user}@pbem.test", letter.reply_to, said.as_bytes())
        self.written.append(written)

    def _newest(self, letters: Sequence[Got]) -> Got | None:
        """Return the newest letter that asks for orders in the match of the round."""
        about = (
            got for got in reversed(letters) if f"+{self.match}." in got.reply_to and REQUEST.match(got.message_id)
        )
        return next(about, None)

    # ---- what is there -------------------------------------------------------------------------------------

    def _look(self) -> dict[str, list[Got]]:
        """Return what lies in the mailboxes of the players and the GM."""
        return {user: box.look() for user, box in self._boxes.items() if user != "moderator"}

    def _read_journal(self) -> dict[str, list[Entry]]:
        """Return what was done with each letter out, one thing after the other."""
        with (self.folder / "journal.txt").open("rb") as file:
            file.seek(self._read)
            for line in file:
                what, process, letter = line.decode().rstrip("\n").split(" ", 2)
                self._journal.setdefault(letter, []).append((what, process))
            self._read = file.tell()
        return self._journal

    def _settle(self) -> None:
        """Wait until nothing is left to do and every letter that the relay took has arrived, as long as letters go.

        Letters that never arrive are for the audit to tell.
        """
        end, known = time.monotonic() + _PATIENCE, 0
        while left := next(self._left(), ""):
            done = sum(len(entries) for entries in self._read_journal().values())
            if done > known:
                end, known = time.monotonic() + _PATIENCE, done
            if left == _ON_THE_WAY and time.monotonic() > end:
                return
            if self._is_dead() or time.monotonic() > end:
                raise AssertionError(f"there is still: {left}; {mortal.said(self.folder)}")
            time.sleep(self.glance)

    def _left(self) -> Iterator[str]:
        """Tell what is still to be done."""
        if self._boxes["moderator"].waiting():
            yield "letters that were not fetched"
        with self._store.read() as session:
            yield from self._left_in(session)
        accepted = sum(what == "accepted" for entries in self._read_journal().values() for what, _ in entries)
        boxes = self._look()
        if sum(box.count for user, box in self._boxes.items() if user != "moderator") < accepted:
            yield _ON_THE_WAY
        # the relay may have taken letters that nobody noted, so to count them is not enough
        there = {got.message_id for letters in boxes.values() for got in letters}
        with self._store.read() as session:
            own = select(Outbox.message_id).join(Match, col(Match.id) == Outbox.match).where(Match.name == self.match)
            if not there.issuperset(session.exec(own.where(Outbox.status == OutboxStatus.SENT)).all()):
                yield _ON_THE_WAY

    def _left_in(self, session: Session) -> Iterator[str]:
        if not inspect(session.connection()).has_table("outbox"):
            yield "the schema to be made"  # whoever was killed may not even have come to that
            return
        posted = [written.message_id for written in self.written]
        kept = col(Letter.message_id).in_(posted) | col(Letter.origin).in_(posted)
        known = session.exec(select(Letter.id).where(kept)).all()
        if len(known) < len(posted):
            yield "letters that the moderator has not seen"
        if session.exec(select(Match).where(Match.name == self.match)).first() is None:
            yield "the match to be made"
        if session.exec(select(Letter).where(Letter.status == LetterStatus.KEPT)).first():
            yield "letters to be read"
        if session.exec(select(Match).where(col(Match.ready_at).is_not(None))).first():
            yield "a turn to be ruled"
        if session.exec(select(Outbox).where(Outbox.status == OutboxStatus.WAITING)).first():
            yield "letters to be sent"


class ServerCampaign(Campaign):
    """A campaign on real mail servers: the moderator is a process, and dies by SIGKILL."""

    def __init__(self, servers: MailServers, folder: Path, seed: int, database: str = "") -> None:
        """Lay out an instance whose mailbox and relay are those of the servers."""
        super().__init__(folder, seed, database)
        self.servers = servers
        self.transports = _TRANSPORTS.format(imap=servers.imap_port, smtp=servers.smtp_port, variable=mortal.PASSWORD)
        self._life = mortal.Life(folder, servers.users["moderator"])

    def _start(self) -> None:
        self._life.begin()

    def _is_dead(self) -> bool:
        return self._life.is_over()

    def _kill(self) -> None:
        self._life.end()

    def _box(self, user: str) -> Box:
        return ServerBox(self.servers, user)

    def _post(self, sender: str, to: str, raw: bytes) -> None:
        self.servers.post(sender, to, raw)
