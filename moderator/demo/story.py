"""The story of the demo: people get letters, write orders and correct their mistakes, until both matches are played."""

import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, make_msgid, parseaddr
from pathlib import Path

from msgspec import Struct

from moderator.core.demo import Show
from moderator.core.errors import ModeratorError
from moderator.demo.clients import PROGRAMS, Reply
from moderator.demo.mailbox import Account, parse, text_of
from moderator.demo.people import Person
from moderator.demo.unpack import save
from moderator.demo.world import DOMAIN, DemoWorld

MARK = "INDEX.md"
"""The file that marks the folder of a demo, which may be replaced."""
RESEND_GREETING = "Sorry, here it is again, with care this time:"
_PATIENCE = 90.0
_PAUSE = 0.05

Tell = Callable[[str, str], None]
"""A function that shows progress: it is called with who does something, and what."""


class DemoError(ModeratorError):
    """The demo cannot continue; the text says why."""


class SavedLetter(Struct, frozen=True, kw_only=True):
    """A letter that was saved: whose it is, whether it came or went, its kind, and its unpacked files."""

    user: str
    incoming: bool
    kind: str
    match: str
    subject: str
    files: tuple[Path, ...]

    def file(self, ending: str) -> Path | None:
        """Return the first unpacked file whose name ends so, None if there is none."""
        return next((path for path in self.files[1:] if path.name.endswith(ending)), None)


class Player:
    """A person who plays, with how far they are."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.reports = 0
        self.slipped = False
        self.mending = False


class Seat(Player):
    """A person with their mail account."""

    def __init__(self, person: Person, mailbox: Account) -> None:
        super().__init__(person)
        self.mailbox = mailbox


class Story:
    """Two matches by mail, played until both have got far enough. ``kept`` holds all letters."""

    def __init__(self, world: DemoWorld, folder: Path, tell: Tell) -> None:
        """Prepare to play; ``tell`` is called with everything that happens."""
        self.world = world
        self.staged, self.script = world.staged, world.script
        self.long, self.short = self.script.table.name, self.script.duel.name
        self.folder = folder
        self.tell = tell
        self._numbers: dict[str, int] = {}
        self.kept: list[SavedLetter] = []

    @property
    def finished(self) -> str:
        """The name of the match that is played to its end, so that everything in it is opened."""
        return self.short

    def play(self) -> None:
        """Play until everything is done; raises DemoError if nothing happens for too long."""
        with ExitStack() as stack:
            gm = self._mailbox(stack, "gm")
            seats = self.sit_down(stack)
            quiet_since = time.monotonic()
            while not self.done(seats):
                busy = [self.look(seat) for seat in seats]
                busy.append(self._file_all("gm", gm.new()))
                if any(busy):
                    quiet_since = time.monotonic()
                elif time.monotonic() - quiet_since > _PATIENCE:
                    raise DemoError(
                        f"No letter came for {_PATIENCE:.0f} seconds, so the demo ends here. That should not happen. "
                        f"What is there is in {self.folder}; if the lines above do not say why, start it again."
                    )
                time.sleep(_PAUSE)
            self._file_all("gm", gm.new())

    def sit_down(self, stack: ExitStack) -> Sequence[Player]:
        """Return everybody who plays, each with a way to the moderator that is open as long as the stack."""
        return [Seat(person, self._mailbox(stack, person.user)) for person in self.world.by_mail]

    def look(self, player: Player) -> bool:
        """Let somebody read what came and answer it; tell whether anything came."""
        return isinstance(player, Seat) and self.read_mail(player)

    def _mailbox(self, stack: ExitStack, user: str) -> Account:
        world = self.world
        mailbox = Account(
            f"{user}@{DOMAIN}", world.password, imap_port=world.mail.imap_port, smtp_port=world.mail.smtp_port
        )
        stack.callback(mailbox.close)
        return mailbox

    def done(self, seats: Sequence[Player]) -> bool:
        """Tell whether enough turns were played and everybody has the last report."""
        told = len(self._letters_of_kind("ann", "turn-report", self.short))
        shown = all(self._is_enough(seat) for seat in seats)
        return shown and told == self.world.thoughts.turns_played(self.short)

    def _is_enough(self, seat: Player) -> bool:
        """Tell whether the reports that a person has received show all that is to be shown, or all that there was."""
        if seat.reports == self.world.thoughts.turns_played(self.long):
            return True
        happened = self.world.thoughts.events_by_turn(self.long)[: seat.reports]
        return self.staged.is_enough(seat.reports, [event for turn in happened for event in turn])

    def is_over(self, players: Sequence[Player]) -> bool:
        """Tell whether the long match is over and everybody has the last report."""
        played = self.world.thoughts.turns_played(self.long)
        return played is not None and all(player.reports >= played for player in players)

    # ---- one person's mail ---------------------------------------------------------------------------------

    def read_mail(self, seat: Seat) -> bool:
        """Read the letters that came for a person and let them answer; tell whether any letter came."""
        letters = seat.mailbox.new()
        for raw in letters:
            kept = self.keep(seat.person.user, raw, incoming=True)
            letter = parse(raw)
            if kept.kind in {"welcome", "turn-report"}:
                seat.reports += kept.kind == "turn-report" and kept.match == self.long
                if kept.match == self.short or not self._is_enough(seat):
                    self._write(seat, kept.match, letter)
            elif kept.kind == "acknowledgement" and seat.mending and kept.match == self.long:
                seat.mending = False
                self.tell(seat.person.name, "reads the acknowledgement and mends what was wrong")
                self._write(seat, kept.match, letter, mend=True)
        return bool(letters)

    def _write(self, seat: Seat, match: str, letter: EmailMessage, *, mend: bool = False) -> None:
        """Answer a letter with orders."""
        greeting, said = self.words(seat, match, mend=mend)
        if said:
            self.reply(seat, match, letter, greeting, said)

    def words(self, player: Player, match: str, *, mend: bool = False) -> tuple[str, tuple[str, ...]]:
        """Return what somebody writes now: a greeting, and orders in their manner or READY; no lines if not asked."""
        person = player.person
        lines = self.world.thoughts.orders(match, person.seat)
        if lines is None:
            return person.greeting, ()
        said = (*person.manner(lines), *(("Ready",) if mend or not lines else ()))
        if lines and person.typos is not None and not player.slipped and match == self.long:
            player.slipped = player.mending = True
            said = person.typos(lines, self.script.nowhere)
        return RESEND_GREETING if mend else person.greeting, said

    def reply(self, seat: Seat, match: str, letter: EmailMessage, greeting: str, said: tuple[str, ...]) -> None:
        """Answer a letter of the moderator with some lines, in the person's mail program."""
        person = seat.person
        name, address = parseaddr(str(letter["From"]))
        reply = Reply(
            name=person.name,
            address=f"{person.user}@{DOMAIN}",
            to=parseaddr(str(letter["Reply-To"] or letter["From"]))[1],
            subject=str(letter["Subject"]),
            greeting=greeting,
            lines=said,
            date=datetime.now(UTC).astimezone(),
            message_id=make_msgid(domain=DOMAIN),
            in_reply_to=str(letter["Message-ID"]),
            references=tuple(str(letter["References"] or "").split()),
            quoted_name=name,
            quoted_address=address,
            quoted=text_of(letter),
        )
        raw = PROGRAMS[person.program](reply)
        seat.mailbox.send(raw)
        self.keep(person.user, raw, incoming=False, kind="orders", match=match)
        self.tell(person.name, f"writes by {person.program} ({match}): {' · '.join(said) or greeting}")

    def between(self, seat: Seat, user: str, subject: str, words: str) -> bytes:
        """Return a letter from one player to another, past the moderator."""
        message = EmailMessage(policy=SMTP)
        message["From"] = formataddr((seat.person.name, f"{seat.person.user}@{DOMAIN}"))
        message["To"] = f"{user}@{DOMAIN}"
        message["Subject"] = subject
        message["Date"] = format_datetime(datetime.now(UTC).astimezone())
        message["Message-ID"] = make_msgid(domain=DOMAIN)
        message.set_content(words + "\n")
        return message.as_bytes()

    # ---- files ---------------------------------------------------------------------------------------------

    def _file_all(self, user: str, letters: list[bytes]) -> bool:
        for raw in letters:
            self.keep(user, raw, incoming=True)
        return bool(letters)

    def keep(self, user: str, raw: bytes, *, incoming: bool, kind: str = "private", match: str = "") -> SavedLetter:
        """Save a letter and its parts as files. A letter of the moderator tells its own kind and match."""
        letter = parse(raw)
        match = match or self.long
        marks = str(letter["Feedback-ID"] or "").split(":")
        other = str(letter["From" if incoming else "To"]).rpartition("<")[2].partition("@")[0]
        other = "moderator" if kind == "orders" or other.startswith("moderator") else other
        if incoming and len(marks) > 1:
            match, kind = marks[0], marks[1]
        number = self._numbers[user] = self._numbers.get(user, 0) + 1
        subject = re.sub(r"^(re|aw):\s*", "", str(letter["Subject"]), flags=re.IGNORECASE)
        way = f"{'from' if incoming else 'to'}-{other}"
        about = re.sub(r"[^a-z0-9]+", "-", f"{match} {kind}".lower()).strip("-")
        files = save(raw, self.folder / user, f"{number:02d}-{way}-{about}")
        kept = SavedLetter(user=user, incoming=incoming, kind=kind, match=match, subject=subject, files=tuple(files))
        self.kept.append(kept)
        if incoming and user != "gm":
            self.tell(other.capitalize(), f"to {user}: {subject}")
        return kept

    def highlights(self) -> Iterator[tuple[str, Path]]:
        """Give the files to open first, each with the reason."""
        for reason, kept, ending in self.wanted():
            path = kept.file(ending) if kept else None
            if path is not None:
                yield reason, path

    def wanted(self) -> list[tuple[str, SavedLetter | None, str]]:
        """Return what is most worth opening: the reason, the letter, and the ending of the file."""
        shown = self.answered_report("ann")
        return [
            ("a turn report in a browser: orders, battles, board", shown, ".html"),
            ("the same for the printer", shown, ".pdf"),
            ("the same as plain text", shown, ".txt"),
            ("orders with mistakes, as they came from a phone", self.first("ben", "orders", self.long), ".txt"),
            ("the answer: each mistake with a suggestion", self.first("ben", "acknowledgement", self.long), ".html"),
            *((show.reason, self._report_with(show, shown), ".html") for show in self.script.shows),
            ("a welcome: how to play, seals, the first board", self.first("cleo", "welcome", self.long), ".html"),
            ("how the duel ended, with all seals opened", self.last("ann", "turn-report", self.short), ".html"),
        ]

    def _report_with(self, show: Show, but: SavedLetter | None) -> SavedLetter | None:
        """Return a report of an event to be shown, to somebody whom it is about: best another, of one who plays on."""
        found = [
            kept
            for turn, events in enumerate(self.world.thoughts.events_by_turn(self.long))
            for event in events
            for person in self.staged.seen_by(show, event)
            for kept in self._letters_of_kind(person.user, "turn-report", self.long)[turn : turn + 1]
        ]
        return min(found, key=lambda kept: (kept == but, not self._is_answered(kept)), default=None)

    def answered_report(self, user: str) -> SavedLetter | None:
        """Return the last report of the long match that somebody answered with orders, None if there is none."""
        reports = self._letters_of_kind(user, "turn-report", self.long)
        return next((kept for kept in reversed(reports) if self._is_answered(kept)), None)

    def _is_answered(self, report: SavedLetter) -> bool:
        """Tell whether its reader wrote orders after a report: the match goes on, and they are in it."""
        later = self.kept[self.kept.index(report) :]
        return any((kept.user, kept.kind, kept.match) == (report.user, "orders", report.match) for kept in later)

    def first(self, user: str, kind: str, match: str) -> SavedLetter | None:
        """Return somebody's first letter of a kind in a match, None if there is none."""
        return next(iter(self._letters_of_kind(user, kind, match)), None)

    def last(self, user: str, kind: str, match: str) -> SavedLetter | None:
        """Return somebody's last letter of a kind in a match, None if there is none."""
        return next(iter(reversed(self._letters_of_kind(user, kind, match))), None)

    def _letters_of_kind(self, user: str, kind: str, match: str) -> list[SavedLetter]:
        return [kept for kept in self.kept if (kept.user, kept.kind, kept.match) == (user, kind, match)]


def make_room(folder: Path) -> None:
    """Empty the folder of an earlier demo, or make it; raises DemoError if it holds anything else."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).is_file():
            raise DemoError(f"{folder} holds something other than a demo: name another folder with --out.")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("A demo is being played.\n", encoding="utf-8")
