"""What happens in the demo: people get letters, write orders, mend their mistakes, until both matches are played."""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, make_msgid, parseaddr
from pathlib import Path

from msgspec import Struct

from moderator.core.errors import ModeratorError
from moderator.demo.clients import PROGRAMS, Reply
from moderator.demo.mailbox import Mailbox, parsed, text_of
from moderator.demo.people import Person
from moderator.demo.unpack import save
from moderator.demo.world import DOMAIN, World, thought_up, turns_played

TURNS = 3
"""How many turns of the long match are played."""
LONG, SHORT = "hoth", "ridge"
MARK = "INDEX.md"
"""The file by which a folder is known to be a demo's, and may be replaced."""
MENDED = "Sorry, here it is again, with care this time:"
_PATIENCE = 90.0
_PAUSE = 0.05

Tell = Callable[[str, str], None]
"""Shows progress: who does something, and what."""


class DemoError(ModeratorError):
    """The demo cannot go on; the text says why."""


class Kept(Struct, frozen=True, kw_only=True):
    """A letter that was saved: whose it is, which way it went, what it is, and its unpacked files."""

    user: str
    incoming: bool
    kind: str
    match: str
    subject: str
    files: tuple[Path, ...]

    def file(self, ending: str) -> Path | None:
        """Return the first unpacked file with an ending."""
        return next((path for path in self.files[1:] if path.name.endswith(ending)), None)


class Seat:
    """A person at work on their mail."""

    def __init__(self, person: Person, mailbox: Mailbox) -> None:
        self.person = person
        self.mailbox = mailbox
        self.reports = 0
        self.slipped = False
        self.mending = False


class Story:
    """Everybody's letters, played until both matches are where they should be; ``kept`` holds all letters."""

    finished = SHORT
    """The match that is played to its end, whose books are open."""

    def __init__(self, world: World, folder: Path, tell: Tell) -> None:
        """Prepare; ``tell`` is shown what happens."""
        self.world = world
        self._folder = folder
        self.tell = tell
        self._numbers: dict[str, int] = {}
        self.kept: list[Kept] = []

    def play(self) -> None:
        """Play; raises DemoError if nothing happens for long."""
        with ExitStack() as stack:
            gm = self._mailbox(stack, "gm")
            seats = [Seat(person, self._mailbox(stack, person.user)) for person in self.world.people]
            quiet_since = time.monotonic()
            while not self.done(seats):
                busy = [self.read_mail(seat) for seat in seats]
                busy.append(self._file_all("gm", gm.new()))
                if any(busy):
                    quiet_since = time.monotonic()
                elif time.monotonic() - quiet_since > _PATIENCE:
                    raise DemoError(
                        f"No letter came for {_PATIENCE:.0f} seconds, so the demo ends here. That should not happen. "
                        f"What is there is in {self._folder}; if the lines above do not say why, start it again."
                    )
                time.sleep(_PAUSE)
            self._file_all("gm", gm.new())

    def _mailbox(self, stack: ExitStack, user: str) -> Mailbox:
        world = self.world
        mailbox = Mailbox(
            f"{user}@{DOMAIN}", world.password, imap_port=world.mail.imap_port, smtp_port=world.mail.smtp_port
        )
        stack.callback(mailbox.close)
        return mailbox

    def done(self, seats: list[Seat]) -> bool:
        """Tell whether enough turns were played and everybody has the last report."""
        told = sum((kept.user, kept.kind, kept.match) == ("ann", "turn-report", SHORT) for kept in self.kept)
        return all(seat.reports >= TURNS for seat in seats) and told == turns_played(self.world.instance, SHORT)

    # ---- one person's mail ---------------------------------------------------------------------------------

    def read_mail(self, seat: Seat) -> bool:
        """Read what came for a person, and let them answer; tell whether anything came."""
        letters = seat.mailbox.new()
        for raw in letters:
            kept = self.keep(seat.person.user, raw, incoming=True)
            letter = parsed(raw)
            if kept.kind in {"welcome", "turn-report"}:
                seat.reports += kept.kind == "turn-report" and kept.match == LONG
                if kept.match == SHORT or seat.reports < TURNS:
                    self._write(seat, kept.match, letter)
            elif kept.kind == "acknowledgement" and seat.mending and kept.match == LONG:
                seat.mending = False
                self.tell(seat.person.name, "reads the acknowledgement and mends what was wrong")
                self._write(seat, kept.match, letter, mend=True)
        return bool(letters)

    def _write(self, seat: Seat, match: str, letter: EmailMessage, *, mend: bool = False) -> None:
        """Answer a letter with orders, in the person's manner."""
        person = seat.person
        lines = thought_up(self.world.instance, match, person.seat)
        if not lines:
            return
        manner = person.manner
        if person.slips is not None and not seat.slipped and match == LONG:
            seat.slipped = seat.mending = True
            manner = person.slips
        greeting = MENDED if mend else person.greeting
        self.reply(seat, match, letter, greeting, (*manner(lines), "Ready") if mend else manner(lines))

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

    def keep(self, user: str, raw: bytes, *, incoming: bool, kind: str = "private", match: str = LONG) -> Kept:
        """Save a letter, unpacked; the moderator's say themselves what they are."""
        letter = parsed(raw)
        marks = str(letter["Feedback-ID"] or "").split(":")
        other = str(letter["From" if incoming else "To"]).rpartition("<")[2].partition("@")[0]
        other = "moderator" if kind == "orders" or other.startswith("moderator") else other
        if incoming and len(marks) > 1:
            match, kind = marks[0], marks[1]
        number = self._numbers[user] = self._numbers.get(user, 0) + 1
        subject = re.sub(r"^(re|aw):\s*", "", str(letter["Subject"]), flags=re.IGNORECASE)
        way = f"{'from' if incoming else 'to'}-{other}"
        about = re.sub(r"[^a-z0-9]+", "-", f"{match} {kind}".lower()).strip("-")
        files = save(raw, self._folder / user, f"{number:02d}-{way}-{about}")
        kept = Kept(user=user, incoming=incoming, kind=kind, match=match, subject=subject, files=tuple(files))
        self.kept.append(kept)
        if incoming and user != "gm":
            self.tell(other.capitalize(), f"to {user}: {subject}")
        return kept

    def highlights(self) -> Iterator[tuple[str, Path]]:
        """Give what to open first, each with a reason."""
        for reason, kept, ending in self.wanted():
            path = kept.file(ending) if kept else None
            if path is not None:
                yield reason, path

    def wanted(self) -> list[tuple[str, Kept | None, str]]:
        """Return what is most worth opening: why, which letter, which of its files."""
        return [
            ("a turn report in a browser: orders, battles, board", self.last("ann", "turn-report", LONG), ".html"),
            ("the same for the printer", self.last("ann", "turn-report", LONG), ".pdf"),
            ("the same as plain text", self.last("ann", "turn-report", LONG), ".txt"),
            ("orders with mistakes, as they came from a phone", self.first("ben", "orders", LONG), ".txt"),
            ("the answer: each mistake with a suggestion", self.first("ben", "acknowledgement", LONG), ".html"),
            ("a welcome: how to play, seals, the first board", self.first("cleo", "welcome", LONG), ".html"),
            ("how the skirmish ended, with all seals opened", self.last("ann", "turn-report", SHORT), ".html"),
        ]

    def first(self, user: str, kind: str, match: str) -> Kept | None:
        """Return somebody's first letter of a kind."""
        return next(iter(self._those(user, kind, match)), None)

    def last(self, user: str, kind: str, match: str) -> Kept | None:
        """Return somebody's last letter of a kind."""
        return next(iter(reversed(self._those(user, kind, match))), None)

    def _those(self, user: str, kind: str, match: str) -> list[Kept]:
        return [kept for kept in self.kept if (kept.user, kept.kind, kept.match) == (user, kind, match)]


def make_room(folder: Path) -> None:
    """Empty the folder of an earlier demo; a folder that holds anything else is left alone."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).is_file():
            raise DemoError(f"{folder} holds something else than a demo: name another folder with --out.")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("A demo is being played.\n", encoding="utf-8")
