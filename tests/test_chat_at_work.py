"""Chat notices in an instance at work: they go by themselves, after a crash too, and keep no letter waiting."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from moderator.app import chat as at_work
from moderator.app.daemon import Daemon
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.ports import ChatMessage, ChatSent, ChatTrouble, DeliveryStatus
from moderator.service.chat import sending
from tests.support.chats import CHANNEL, SECRET, Chat
from tests.support.waiting import until

CONFIG = f"""\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"

[[notice]]
match = "*"
kind = "discord"
url = "{CHANNEL}"

[[match]]
name = "hoth"
game = "rebel-commander"
every = "48h"
options = {{ edition = "skirmish", max_turns = 2 }}
seats = [
  {{ seat = "Red", player = "Ann", address = "ann@pbem.test" }},
  {{ seat = "Empire", bot = "random" }},
]
"""


class Stuck(Chat):
    """A chat that answers nobody until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def send(self, message: ChatMessage) -> ChatSent:
        """Wait."""
        self.got.append(message)
        await self.go.wait()
        return ChatSent(status=DeliveryStatus.SENT, number=200)


@pytest.fixture
def instance(tmp_path: Path) -> Instance:
    """Give an instance with a match that begins."""
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    opened = open_instance(load(tmp_path / "config.toml"))
    opened.apply(opened.config)
    return opened


def test_once_sends_notices_too(instance: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the letters, and each once."""
    chat = Chat()
    monkeypatch.setattr(at_work, "ChatSender", lambda: chat)
    with instance:
        asyncio.run(instance.once())
        asyncio.run(instance.once())
    (message,) = chat.got
    assert message.lines[0] == "A new turn has begun."


def test_what_is_given_up_leads_to_a_memo_in_the_same_round(
    instance: Instance, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The GM hears of it, and nothing that is logged or written names the address."""
    chat = Chat([ChatSent(status=DeliveryStatus.REFUSED, trouble=ChatTrouble.ANSWER, number=404)])
    monkeypatch.setattr(at_work, "ChatSender", lambda: chat)
    with instance, capture_logs() as logged:
        asyncio.run(instance.once())
    memos = [path.read_bytes() for path in (tmp_path / "state" / "outbox").glob("*.eml")]
    assert any(b"HTTP status 404" in each for each in memos)
    assert not any(SECRET.encode() in each for each in memos)
    assert SECRET not in str(logged) + repr(instance.config.settings) + repr(instance.config)


def test_a_chat_that_does_not_answer_keeps_no_letter_waiting(
    instance: Instance, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It has work of its own."""

    async def work() -> None:
        chat, outbox = Stuck(), tmp_path / "state" / "outbox"
        monkeypatch.setattr(at_work, "ChatSender", lambda: chat)
        daemon = Daemon(instance, workers=1)
        running = asyncio.create_task(daemon.run())
        await asyncio.wait_for(daemon.ready.wait(), 30)
        await until(lambda: len(chat.got) == 1)
        await until(lambda: bool([*outbox.glob("*.eml")]))
        instance.memo("draw-agreed", "memo:test")  # while the chat is still asked
        daemon._ring_senders()
        before = len([*outbox.glob("*.eml")])
        await until(lambda: len([*outbox.glob("*.eml")]) > before)
        assert len(chat.got) == 1
        daemon.stop()
        chat.go.set()
        await asyncio.wait_for(running, 30)

    with instance:
        asyncio.run(work())


def test_a_message_in_the_hands_of_one_who_lives_is_not_taken_by_another(instance: Instance) -> None:
    """A sender of letters takes back only what the dead had claimed."""

    async def work() -> None:
        chat = Stuck()
        sending_ = asyncio.create_task(at_work.send_notices(instance, chat))
        await until(lambda: len(chat.got) == 1)
        await instance.send()
        other = Chat()
        assert await at_work.send_notices(instance, other) == 0
        chat.go.set()
        assert await sending_ == 1
        assert await at_work.send_notices(instance, other) == 0
        assert not other.got

    with instance:
        asyncio.run(work())


_DIES = """
import asyncio, os, sys
from pathlib import Path
from moderator.app import chat
from moderator.app.opening import open_instance
from moderator.config import load

class Deadly:
    async def send(self, message):
        os._exit(9)

instance = open_instance(load(Path(sys.argv[1])))
asyncio.run(chat.send_notices(instance, Deadly()))
"""


def test_a_process_that_dies_while_it_sends_leaves_the_message_to_the_next(instance: Instance, tmp_path: Path) -> None:
    """Its lease is taken back at once: its lock died with it."""
    command = [sys.executable, "-c", _DIES, str(tmp_path / "config.toml")]
    assert subprocess.run(command, check=False, cwd=Path(__file__).parents[1]).returncode == 9  # noqa: S603 - our own
    chat = Chat()
    with instance:
        assert instance.query(sending.is_due) is False
        asyncio.run(instance.send())
        asyncio.run(at_work.send_notices(instance, chat))
    assert len(chat.got) == 1
