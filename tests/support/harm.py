"""What tests about letters that mean harm look at: what was kept before and after, and every byte that goes out."""

import email.policy
import shutil
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

from msgspec import Struct
from sqlmodel import SQLModel, col, select

from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import FrozenClock
from moderator.store.delegates import Delegate
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Address, Letter, Match, OrderSet, Player, SeatAssignment, Vote
from moderator.store.watchers import Watcher
from tests.support.games import TEMPLATES
from tests.support.world import START, World

OURS = "mx.pbem.test"
ON_FILE = frozenset({"ann@pbem.test", "anna@work.test", "bob@pbem.test", "gm@pbem.test"})
"""The addresses of the world's players, and the GM's."""

_LASTING: tuple[type[SQLModel], ...] = (Player, Address, SeatAssignment, Match, OrderSet, Vote, Watcher, Delegate)
_HEADERS = frozenset(
    {
        *("from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references"),
        *("auto-submitted", "x-auto-response-suppress", "x-loop", "list-id", "precedence", "feedback-id"),
        *("list-help", "list-unsubscribe", "list-unsubscribe-post"),
        *("content-type", "content-transfer-encoding", "mime-version"),
    }
)


RENDERER = MailRenderer(FrozenClock(START), TEMPLATES)


class _Mute:
    """Renders nothing, for letters that no test looks at."""

    def render(self, letter: object) -> Words:
        """Say nothing."""
        del letter
        return Words("", "")


MUTE = _Mute()


class Out(Struct, frozen=True):
    """A letter as it went over the transport: the envelope, and the message as a mail program parses it."""

    to: tuple[str, ...]
    message: EmailMessage
    raw: bytes

    def part(self, kind: str) -> str:
        """Return the text of the first part of a kind (``plain``, ``html``), empty if there is none."""
        found = self.message.get_body((kind,))
        return "" if found is None else str(found.get_content())

    @property
    def text(self) -> str:
        """The plain text."""
        return self.part("plain")

    @property
    def html(self) -> str:
        """The HTML."""
        return self.part("html")


def lasting(world: World) -> dict[str, list[dict[str, object]]]:
    """Take down everything that a letter could change for good: players, addresses, seats, match, order sets, votes."""
    with world.store.read() as session:
        return {
            table.__name__: [row.model_dump() for row in session.exec(select(table).order_by(col(table.id)))]  # type: ignore[attr-defined]
            for table in _LASTING
        }


def begin(migrated: Path, folder: Path) -> Path:
    """Make a database with the match ``hoth`` whose welcomes have gone out."""
    path = folder / "begun.sqlite"
    shutil.copy(migrated, path)
    store = Store(f"sqlite:///{path}")
    world = World(store)
    world.match()
    settle(world)
    store.close()
    return path


def copy(begun: Path, folder: Path) -> Iterator[World]:
    """Give a world of its own with a copy of such a database."""
    path = folder / "moderator.sqlite"
    shutil.copy(begun, path)
    store = Store(f"sqlite:///{path}")
    yield World(store)
    store.close()


def settle(world: World) -> None:
    """Let go what waits to be sent, unseen."""
    world.post(MUTE)


def sent(world: World) -> list[Out]:
    """Send what waits, really rendered and composed; every letter is checked for strange headers and readers."""
    out = []
    for posted in world.post(RENDERER):
        message = message_from_bytes(posted.raw, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        out.append(Out(posted.dispatch.to, message, posted.raw))
    for letter in out:
        assert_sound(letter)
        assert_discreet(world, letter)
    return out


def assert_sound(letter: Out) -> None:
    """Fail if a letter has a field of a kind that we never write, a field twice, or a second reader."""
    names = [name.lower() for name in letter.message]
    assert set(names) <= _HEADERS
    assert len(set(names)) == len(names)
    assert [address.addr_spec for address in letter.message["To"].addresses] == list(letter.to)
    assert len(letter.to) == 1
    assert not [name for name, value in letter.message.items() if "\n" in str(value) or "\r" in str(value)]
    assert not [part.defects for part in letter.message.walk() if part.defects]


def assert_discreet(world: World, letter: Out) -> None:
    """Fail if a letter to an address not on file holds a reply address, an order, or so much as a match's name."""
    if letter.to[0] in ON_FILE:
        return
    shown = letter.raw.decode("latin-1") + letter.text + letter.html
    secrets = ["hoth", "SEEK", "Mill", "Anna", "Robert", "ann@pbem.test", "bob@pbem.test"]
    secrets += [world.tag(seat).partition("@")[0] for seat in ("Ann", "Bob")]
    assert [secret for secret in secrets if secret in shown] == []


def heard(world: World, raw: bytes | Sequence[bytes], *, trusted: bool = False) -> list[Letter]:
    """Let letters come in and be acted on; return how they were filed, the newest last."""
    for each in [raw] if isinstance(raw, bytes) else raw:
        world.put(each, trusted=trusted)
        world.read()
    return world.letters()


def achieves_nothing(world: World, raw: bytes, *, held: bool | None = None) -> list[Out]:
    """Let a letter come in and see that it changes nothing; return what was answered.

    ``held``: whether the address on file is asked about it; None for either.
    """
    settle(world)
    before = lasting(world)
    letter = heard(world, raw)[-1]
    assert letter.status in (LetterStatus.HELD, LetterStatus.IGNORED), letter.verdict
    if held is not None:
        assert (letter.status is LetterStatus.HELD) is held
    assert letter.traceback == ""
    assert lasting(world) == before
    answers = sent(world)
    assert [answer.to[0] for answer in answers] == (["ann@pbem.test"] if letter.status is LetterStatus.HELD else [])
    assert all("SEEK" not in answer.text + answer.html for answer in answers), "the question must not quote the letter"
    return answers
