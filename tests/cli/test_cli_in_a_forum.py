"""Commands about forums, on an instance that plays in a forum in memory."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.app.opening import open_instance
from moderator.config import load
from moderator.scheduling.clock import FrozenClock
from moderator.transport.forum.port import Forum, Refused
from moderator.transport.forum.settings import ForumSettings
from tests.support.forums.memory_forum import MemoryForum
from tests.support.shell import Run, add, shell_with_match

SETTINGS = """
[[forum]]
name = "main"
kind = "misago"
url = "https://forum.pbem.test"
category = 3
user = "Moderator"
password = "${FORUM_PASSWORD}"
"""


@pytest.fixture
def forum(monkeypatch: pytest.MonkeyPatch) -> MemoryForum:
    """Give the forum that every command finds."""
    memory = MemoryForum(FrozenClock(datetime.now(UTC)))

    def reopened(_settings: ForumSettings) -> Forum:
        memory.closed = False
        return memory

    monkeypatch.setenv("FORUM_PASSWORD", "battery staple")
    monkeypatch.setattr("moderator.app.forums.open_forum", reopened)
    monkeypatch.setattr("moderator.cli.doctor.open_forum", reopened)
    return memory


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, forum: MemoryForum) -> Run:  # noqa: ARG001 - the forum is there before a command
    """Run a command in an instance with one match, in which Ann plays in the forum."""
    run = shell_with_match(tmp_path, capsys, monkeypatch)
    file = Path("config.toml")
    file.write_text(file.read_text().replace('address = "ann@pbem.test"', 'forum = "main:Ann"'))
    add(SETTINGS)
    return run


def saved(folder: str) -> list[str]:
    """Return the files of a saved thread."""
    return [str(path) for path in sorted(Path(folder).glob("*.md"))]


def test_a_thread_is_saved_and_checked(run: Run) -> None:
    """What a seat was told in the forum proves what it would by mail."""
    run("once")
    run("resolve", "hoth")
    code, said, _ = run("thread", "hoth", "--seat", "red", "--out", "red")
    assert (code, said) == (0, "red: 3 letters. To check: moderator verify --letter red/*.md\n")
    code, said, complaint = run("verify", "--letter", *saved("red"))
    assert (code, complaint) == (3, ""), "its last letter is to come"
    assert "All of it holds." in said
    assert run("thread", "hoth", "--seat", "PUBLIC", "--out", "public")[0] == 0
    code, said, complaint = run("verify", "--letter", *saved("public"))
    assert (code, complaint) == (3, "")
    assert "All of it holds." in said


def test_a_post_that_was_rewritten_is_told_by_its_file(run: Run, forum: MemoryForum) -> None:
    """So it can be compared with a copy that a player kept."""
    run("once")
    run("resolve", "hoth")
    report = [post for post in forum.posts.values() if post.thread == forum.thread_of("Ann")][-1]
    forum.posts[report.id] = replace(report, text=re.sub(r"\bopen=\w{4}", "open=abcd", report.text))
    run("thread", "hoth", "--seat", "Red", "--out", "red")
    code, said, complaint = run("verify", "--letter", *saved("red"))
    assert code == 1
    assert "the opened seed differs from the sealed one" in complaint
    (told,) = [line for line in said.splitlines() if line.startswith("record 2 ")]
    assert told.endswith(saved("red")[-1])


def test_a_thread_that_is_not_there_is_told(run: Run) -> None:
    """A match that has not begun, a seat that is not, a bot's, and a forum that is not in the file."""
    assert "has not begun" in run("thread", "hoth", "--seat", "Red", "--out", "red")[2]
    run("once")
    assert 'hoth has no seat "Rod"' in run("thread", "hoth", "--seat", "Rod", "--out", "red")[2]
    assert "hoth has no thread of Empire in a forum" in run("thread", "hoth", "--seat", "Empire", "--out", "red")[2]
    file = Path("config.toml")
    file.write_text(file.read_text().replace('"main', '"club'))
    code, _, complaint = run("thread", "hoth", "--seat", "Red", "--out", "red")
    assert (code, complaint) == (
        1,
        'The thread is in the forum "main": write its [[forum]] into config.toml.\n',
    )
    assert not Path("red").exists()


def test_commands_that_use_no_forum_need_no_password(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that is played in one is no fault of the file."""
    run("once")
    monkeypatch.delenv("FORUM_PASSWORD")
    assert run("match", "list")[::2] == (0, "")
    assert "FORUM_PASSWORD is not set" in run("once")[2]


def test_a_match_is_not_taken_over_where_its_forum_is_not(run: Run) -> None:
    """It is told which forum is missing; with its table in the file the match comes in."""
    run("once")
    run("export", "hoth", "carried")
    run("init", "new")
    new = ("--config", "new/config.toml")
    code, _, complaint = run("import", "carried", *new)
    assert code == 1
    assert 'Ann can be reached in the forum "main" at https://forum.pbem.test alone' in complaint
    with Path("new/config.toml").open("a") as file:
        file.write(SETTINGS)
    code, said, complaint = run("import", "carried", *new)
    assert (code, complaint) == (0, "")
    assert "take the [[forum]] out of its file" in said
    assert run("thread", "hoth", "--seat", "Red", "--out", "red", *new)[0] == 0


def test_the_doctor_tells_posts_that_wait_from_letters(run: Run) -> None:
    """Those of a forum that is down are no sign of a relay that is."""
    with open_instance(load(Path("config.toml"))) as here:
        here.apply(here.config)
        here.memo("letter-faulted", "memo:test", kind="welcome", seat="Red")
    said = run("doctor")[1]
    assert "outbox: 2 posts for main wait to go, the oldest since " in said
    assert re.search(r"outbox: \d letters wait to go, the oldest since ", said)


def test_the_doctor_says_what_the_account_lacks(run: Run, forum: MemoryForum) -> None:
    """A forum that cannot be asked for that can still be played in."""
    said = run("doctor")[1]
    assert "good forum main: logged in as Moderator (number 1); 0 posts of others can be read" in said
    assert "bad  forum main" not in said
    forum.lacks = ["it may not start private threads: give its role that right"]
    code, said, _ = run("doctor")
    assert code == 1
    assert "bad  forum main: the account: it may not start private threads: give its role that right" in said
    forum.mute = Refused("no such page")
    assert "look forum main: its rights could not be asked: no such page" in run("doctor")[1]
