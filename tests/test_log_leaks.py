"""The twin law for the log: what others hide and order changes no line of it, nor the text of any error.

The operator may play, too, and a log is copied into reports of faults. Two moderators do the same work on the same
match, with every kind of trouble on the way; only what others hide is different. Their logs are compared as written.
"""

import asyncio
import gc
import hashlib
import io
import itertools
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from sqlmodel import col, select

from moderator.app import logs
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.core import codec
from moderator.core.codec import encode
from moderator.games.registry import GAMES
from moderator.kit.testing import Letters
from moderator.ports import Delivery, DeliveryStatus, Dispatch, Keep, Sent, Words
from moderator.scheduling.clock import FrozenClock
from moderator.service import tags
from moderator.service.facts import LetterFacts
from moderator.service.inbox import desk
from moderator.service.matches import order_requests, records
from moderator.service.matches.seat_context import SeatContext
from moderator.store.tables import Match, Outbox
from moderator.testing.altered import altered
from moderator.testing.finding import find_testing
from moderator.testing.memory import MemoryInbound, MemoryOutbound
from moderator.testing.twins import otherwise

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
_CONFIG = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"

[[match]]
name = "hoth"
game = "{game}"
every = "48h"
options = {options}
seats = [
  {{ seat = "{seat}", player = "Rosa", address = "red@pbem.test" }},
  {{ seat = "{other}", player = "Eve", address = "eve@pbem.test" }},
]
"""
_TIME = re.compile(r'"timestamp": "[^"]*"')


def written(key: str) -> Letters:
    """Return what is written in the match of a game."""
    letters = find_testing(GAMES[key]).letters
    assert letters is not None, f"{key}: Testing.letters is missing"
    return letters


every_game = pytest.mark.parametrize("key", GAMES)


def _config(key: str, letters: Letters) -> str:
    """Return the operator's file; what JSON and TOML write alike stands in the options."""
    options = ", ".join(f"{name} = {encode(value).decode()}" for name, value in letters.options.items())
    return _CONFIG.format(game=key, options=f"{{ {options} }}", seat=letters.seat, other=letters.other)


Log = Callable[[], list[str]]


@pytest.fixture
def log() -> Log:
    """Write the log as in earnest; give what reads the lines since the last time, without their times."""
    gc.collect()  # asyncio logs what nobody asked of a task when it is thrown away: that of other tests goes before
    page = io.StringIO()
    logs.set_up("json", logging.DEBUG)
    (ours,) = logging.getLogger().handlers
    assert isinstance(ours, logging.StreamHandler)
    ours.setStream(page)

    def read() -> list[str]:
        lines = [_TIME.sub("", line) for line in page.getvalue().splitlines()]
        page.seek(0)
        page.truncate()
        return lines

    return read


class Plain:
    """A renderer that says what kind of letter it is."""

    def render(self, letter: object) -> Words:
        """Name the kind."""
        return Words(type(letter).__name__, type(letter).__name__)


class Lost:
    """A mailbox that cannot be read the first time."""

    def __init__(self) -> None:
        self.found = False

    def drain(self, keep: Keep) -> int:
        """Fail as a server does, once."""
        del keep
        if not self.found:
            self.found = True
            raise OSError("the server hung up")
        return 0


class Table:
    """A moderator with one match, whose letters and clock are moved by hand."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
        letters = written(key)
        self.game, self.seat = GAMES[key], letters.seat
        draws = itertools.count()
        monkeypatch.setattr("secrets.token_bytes", lambda size: hashlib.sha256(b"%d" % next(draws)).digest()[:size])
        folder.mkdir()
        (folder / "config.toml").write_text(_config(key, letters), encoding="utf-8")
        self.clock, self.mail, self.folder = FrozenClock(START), MemoryInbound(), folder
        config = load(folder / "config.toml", {})
        self.instance: Instance = open_instance(
            config, clock=self.clock, inbounds=[self.mail, Lost()], renderer=Plain()
        )
        self.instance.apply(config)
        self.transport = MemoryOutbound(self.status)

    def status(self, dispatch: Dispatch) -> Sent | None:
        """Refuse whatever goes to the other: that address is wrong."""
        return Sent(DeliveryStatus.REFUSED, "550 no such user") if "eve@pbem.test" in dispatch.to else None

    def says(self, seat: str, text: str) -> Delivery:
        """Let a seat write."""
        with self.instance.store.read() as session:
            match = session.exec(select(Match)).one()
            place = order_requests.assignments(session, match)[seat]
        to = tags.reply_address(self.instance.ctx, "hoth", seat, place.key_number)
        sender = "red@pbem.test" if seat == self.seat else "eve@pbem.test"
        head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{seat}.{len(text)}@x.test>\r\n\r\n"
        return self.mail.put(f"{head}{text}\r\n".encode(), self.clock.now())

    def work(self, hours: float = 0) -> None:
        """Do everything that is due after some hours."""
        self.clock.move(timedelta(hours=hours))
        self.instance.drain()
        self.instance.act()
        self.instance.look()
        asyncio.run(self.instance.pump(self.transport))

    def resolved(self) -> int:
        """Return how many turns were resolved."""
        with self.instance.store.read() as session:
            return session.exec(select(Match)).one().number

    def hide(self) -> None:
        """Make everything in the position otherwise that the seat may not know."""
        with self.instance.store.write() as session:
            match = session.exec(select(Match)).one()
            other = otherwise(self.game, records.position(self.game, match.state), self.seat)
            record = records.by_number(session, match, match.number)
            assert record is not None
            assert match.state != codec.pack(other), "nothing was hidden"
            match.state = record.position = codec.pack(other)
            session.add(match)
            session.add(record)


def fault_of_a_letter(here: SeatContext, *_: object) -> NoReturn:
    """Fail on a letter as a fault of ours does, all that is hidden in the message."""
    raise RuntimeError(f"{records.position(here.game, here.match.state)}")


def fault_of_a_turn(state: object, *_: object) -> NoReturn:
    """Fail on a turn likewise."""
    raise RuntimeError(f"{state}")


@every_game
def test_what_others_order_is_in_no_line_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Log, key: str
) -> None:
    """Their letters read, filed, archived, acknowledged and resolved: the lines say that it was done, not what."""
    told, letters = [], written(key)
    for number, said in enumerate((letters.silent, *letters.theirs)):
        name = f"table-{number}"
        table = Table(tmp_path / name, monkeypatch, key)
        log()
        table.work()
        table.says(letters.other, said)
        table.says(letters.seat, letters.said)
        table.work()
        table.work(hours=49)
        told.append([line.replace(name, "folder") for line in log()])
        assert table.resolved() == 1
        table.instance.close()
    assert any('"letter.done"' in line and f'"{letters.other}"' in line for line in told[0])
    assert any('"match.looked"' in line for line in told[0])
    assert told == [told[0]] * len(told)


@every_game
def test_what_is_hidden_on_the_board_is_in_no_line_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Log, key: str
) -> None:
    """Nor where things fail: a letter that faults, an archive that cannot be written, a relay that refuses."""
    told, letters = [], written(key)
    for name in ("mine", "twin"):
        table = Table(tmp_path / name, monkeypatch, key)
        log()
        table.work()
        if name == "twin":
            table.hide()
        (table.folder / "orders" / "archive").write_text("in the way", encoding="utf-8")
        table.says(letters.seat, f"{letters.silent}\nMAP")
        table.says(letters.seat, letters.said)
        table.work()
        with monkeypatch.context() as broken, altered(table.game, "resolve", fault_of_a_turn):
            broken.setattr(desk, "apply_letter", fault_of_a_letter)
            table.says(letters.seat, "STATUS")
            table.work()
            table.work(hours=49)
        told.append([line.replace(name, "folder") for line in log()])
        table.instance.close()
    for event in ("letter.done", "match.looked", "archive.not-written", "mailbox.unread"):
        assert any(f'"{event}"' in line for line in told[0]), event
    assert any("faulted" in line for line in told[0])
    assert told[1] == told[0]


def test_no_word_of_the_operators_file_is_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """Lines of overrides hold orders: the log counts what there is to tell, and says where it stands."""
    table = Table(tmp_path / "table", monkeypatch, "rebel-commander")
    path = table.folder / "config.toml"
    wrong = "".join(
        f'[[override]]\nid = "{match}"\nmatch = "{match}"\ndo = ["ORDERS Red: ATTACK J9; MOOVE TROOPS C4 C5"]\n'
        for match in ("hoth", "bespin")
    )
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{wrong}", encoding="utf-8")
    table.instance.apply(load(path))
    with table.instance.store.read() as session:
        memos = session.exec(select(Outbox.payload).where(col(Outbox.key).startswith("override-refused"))).all()
    table.instance.close()
    lines = log()
    assert any("C4" in str(codec.unpack(memo, LetterFacts)) for memo in memos)
    assert any('"config.told"' in line and "config.toml:" in line for line in lines)
    assert not any(word in line for line in lines for word in ("MOOVE", "J9", "C4"))
