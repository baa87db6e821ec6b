"""Stories: letters in, the clock moved, letters out, as short texts that a person can read and a test can repeat.

A story begins with a sentence or two, then a line ``match <name> <game> <schedule> [option=value …]`` and a line
``seat <seat> <player> <address> [zone]`` (or ``seat <seat> bot <bot>``) for each seat. Then come steps:

``> Ann writes[: subject]``
    Ann answers the newest letter that she got, as a mail program does. The lines of her letter stand below, indented.
``> Ann writes on letter 1``, ``> Ann writes from ann@cafe.test``, ``> Ann writes anew to moderator@pbem.test``
    An answer to the first letter that she got; from another address; a new letter that answers none.
``> clock 48h``
    Time passes; what is due is done.
``> set trust=address``
    The operator changes a setting.
``> read Ann``, ``> read Ann: THE BOARD``
    The text of the newest letter to Ann is shown, or one section of it.

After every step stand the letters that went out, ``< address  subject``. With ``--regen`` they are written anew.
"""

import email
import json
import re
import secrets
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import default as policy
from hashlib import sha256
from typing import Any, Protocol

import pytest
from msgspec import Struct

from moderator.rendering.mail import MailRenderer
from moderator.service import schedule
from moderator.service.context import SeatPlan
from moderator.store.session import Store
from tests.support.world import ADDRESS, SETTINGS, World

_MASKS = (
    (re.compile(r"\.[a-z2-7]{16}(?=@)"), ".…"),
    (re.compile(r"\b[0-9a-f]{32,128}\b"), "…"),
    (re.compile(r"(?<=asking=)\S+|(?<=\+=)\S+"), "…"),
)
_JSON = "0123456789{"
"""What an option begins with that is no word: a number, or a table (written without blanks)."""

_WRITES = re.compile(
    r"writes(?: on letter (?P<letter>\d+))?(?: from (?P<from>\S+?))?"
    r"(?: anew to (?P<to>\S+?))?(?:: (?P<subject>.*))?"
)


class Step(Struct):
    """One step of a story: what is done, and the lines that belong to it."""

    said: str
    body: list[str]


class Story(Struct):
    """A story as it is written: its opening lines and its steps."""

    opening: list[str]
    steps: list[Step]


class Transports(Protocol):
    """How letters travel in a story: through memory, or through real mail servers."""

    def deliver(self, sender: str, to: str, raw: bytes) -> None:
        """Hand a player's letter in; it has arrived when this returns."""
        ...

    def collect(self) -> list[tuple[str, bytes]]:
        """Send what waits, and return each letter that arrived, with the address that it went to."""
        ...


class MemoryTransports:
    """Letters that travel through memory."""

    def __init__(self, world: World) -> None:
        """Serve one world."""
        self.world = world
        self.renderer = MailRenderer(world.clock)

    def deliver(self, sender: str, to: str, raw: bytes) -> None:
        """Let it arrive at once."""
        del sender, to
        self.world.put(raw)

    def collect(self) -> list[tuple[str, bytes]]:
        """Render and compose what waits."""
        return [(posted.dispatch.to[0], posted.raw) for posted in self.world.post(self.renderer)]


def parse(text: str) -> Story:
    """Read a story; what it says of letters out is left aside."""
    story = Story([], [])
    for line in text.splitlines():
        if line.startswith("> "):
            story.steps.append(Step(line[2:].strip(), []))
        elif story.steps and line.startswith("    "):
            story.steps[-1].body.append(line[4:])
        elif story.steps and not line.strip() and story.steps[-1].body:
            story.steps[-1].body.append("")
        elif not story.steps and not line.startswith("< "):
            story.opening.append(line)
    for lines in (story.opening, *(step.body for step in story.steps)):
        while lines and not lines[-1].strip():
            lines.pop()
    return story


def chance(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let seeds of a story be the same every time."""
    count = iter(range(1_000_000))

    def token_bytes(size: int = 32) -> bytes:
        return (sha256(f"{name}/{next(count)}".encode()).digest() * 4)[:size]

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)


class Teller:
    """Plays a story through and writes down what went out."""

    def __init__(self, store: Store, transports: Callable[[World], Transports] = MemoryTransports) -> None:
        """Begin with an empty moderator."""
        self.world = World(store, SETTINGS)
        self.transports = transports(self.world)
        self.addresses: dict[str, str] = {}
        self.boxes: dict[str, list[EmailMessage]] = {}

    def tell(self, story: Story) -> str:
        """Return the story as it goes, letters out among its steps."""
        self._open(story.opening)
        lines = [*story.opening, "", *self._letters(), ""]
        for step in story.steps:
            body = [] if step.said.startswith("read ") else step.body
            lines += [f"> {step.said}", *(f"    {line}".rstrip() for line in body)]
            lines += [*self._do(step), ""]
        return "\n".join(lines).rstrip() + "\n"

    def _open(self, opening: list[str]) -> None:
        match = next(line.split() for line in opening if line.startswith("match "))
        seats = [self._seat(line.split()) for line in opening if line.startswith("seat ")]
        options: dict[str, Any] = dict(word.split("=", 1) for word in match[3:] if "=" in word)
        every = " ".join(word for word in match[3:] if "=" not in word)
        numbers = {key: json.loads(value) if value[0] in _JSON else value for key, value in options.items()}
        self.world.match(match[1], match[2], seats, every, **numbers)

    def _seat(self, words: list[str]) -> SeatPlan:
        if words[2] == "bot":
            return SeatPlan(seat=words[1], bot=words[3])
        self.addresses[words[2]] = words[3]
        return SeatPlan(seat=words[1], player=words[2], addresses=(words[3],), zone="".join(words[4:5]))

    def _do(self, step: Step) -> Iterator[str]:
        verb, _, rest = step.said.partition(" ")
        if verb == "read":
            yield from self._shown(rest)
            return
        if verb == "clock":
            self._pass(schedule.duration(rest))
        elif verb == "set":
            self.world.settings(**dict(word.split("=", 1) for word in rest.split()))
        else:
            self._write(verb, rest, step.body)
        yield from self._letters()

    def _pass(self, time: timedelta) -> None:
        """Let time pass, stopping wherever something is due on the way."""
        until = self.world.clock.now() + time
        while (moment := self._next(until)) is not None:
            self.world.clock.time = moment
            self.world.look()
            self.world.remind()
        self.world.clock.time = until
        self.world.look()
        self.world.remind()

    def _next(self, until: datetime) -> datetime | None:
        moment = self.world.next_look()
        return moment if moment is not None and self.world.clock.now() < moment < until else None

    def _write(self, name: str, how: str, body: list[str]) -> None:
        """Let a player write: by default an answer to the newest letter, as a mail program makes it."""
        found = _WRITES.fullmatch(how)
        assert found, f"no such step: {name} {how}"
        sender = found["from"] or self.addresses[name]
        box = self.boxes.get(self.addresses[name], [])
        answered = box[int(found["letter"] or 0) - 1] if box and not found["to"] else None
        headers = {}
        to, subject = found["to"] or ADDRESS, found["subject"] or "orders"
        if answered is not None:
            to = str(answered["Reply-To"])
            subject = found["subject"] or f"Re: {answered['Subject']}"
            thread = f"{answered['References'] or ''} {answered['Message-ID']}".strip()
            headers = {"In-Reply-To": str(answered["Message-ID"]), "References": thread}
        raw = self.world.raw("\n".join(body), sender, to=to, subject=subject, headers=headers)
        self.transports.deliver(sender, to, raw)
        self.world.read()

    def _letters(self) -> Iterator[str]:
        for to, raw in self.transports.collect():
            letter = email.message_from_bytes(raw, policy=policy)
            assert isinstance(letter, EmailMessage)
            self.boxes.setdefault(to, []).append(letter)
            yield masked(f"< {to}  {letter['Subject']}")

    def _shown(self, what: str) -> Iterator[str]:
        name, _, section = what.partition(": ")
        body = self.boxes[self.addresses[name]][-1].get_body(("plain",))
        assert body is not None
        lines = str(body.get_content()).replace(" \n", "\n").rstrip().splitlines()
        if section:
            start = lines.index(section)
            rules = [at for at in range(start + 2, len(lines) - 1) if lines[at + 1].startswith("-----")]
            lines = lines[start + 2 : min(rules, default=len(lines))]
        while lines and not lines[-1].strip():
            lines.pop()
        for line in lines:
            yield masked(f"    {line.rstrip()}").rstrip()


def masked(line: str) -> str:
    """Strike out what is secret or chance: codes, seeds, salts, digests."""
    for pattern, instead in _MASKS:
        line = pattern.sub(instead, line)
    return line
