"""Commands beside a moderator that runs: those that only read need no passwords, and a GM may try an override first."""

from pathlib import Path

import pytest

from moderator.app.opening import open_instance
from moderator.config import load
from tests.support.shell import Run, add, drop, shell_with_match

TRANSPORTS = """
[imap]
host = "127.0.0.1"
port = 1
tls = "none"
user = "m"
password = "${IMAP_PASSWORD}"

[smtp]
host = "127.0.0.1"
port = 1
tls = "none"
user = "m"
token_file = "no-such-file"
"""
OVERRIDE = '\n[[override]]\nid = "more"\nmatch = "hoth"\ndo = "EXTEND 24h"\n'


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an instance with one match that has begun, by a file with a mailbox and no passwords at hand."""
    run = shell_with_match(tmp_path, capsys, monkeypatch)
    monkeypatch.delenv("IMAP_PASSWORD", raising=False)
    assert run("once")[0] == 0
    drop("PASS\n", "letter.txt")
    add(TRANSPORTS + OVERRIDE)
    return run


@pytest.mark.parametrize(
    "command",
    [
        "match list",
        "match show hoth",
        "match history hoth",
        "report hoth --turn 0 --seat Red --out red",
        "verify hoth",
        "memos",
        "shunt list",
        "resolve hoth --dry-run",
        "override --dry-run",
        "override --dry-run hoth PAUSE",
        "player export ann@pbem.test",
    ],
)
def test_what_only_reads_needs_no_password(run: Run, command: str) -> None:
    """No mailbox is opened and no letter is sent, so it does not matter how one would log in."""
    code, _, complaint = run(*command.split())
    assert (code, complaint) == (0, "")


def test_a_letter_is_read_without_a_password(run: Run) -> None:
    """``read`` takes its letter from a file."""
    code, said, complaint = run("read", "orders/inbox/letter.txt", "--dropped")
    assert (code, complaint) in {(0, ""), (1, "")}
    assert said


@pytest.mark.parametrize("command", ["once", "resolve hoth", "override", "doctor"])
def test_what_fetches_or_sends_needs_its_password(run: Run, command: str) -> None:
    """Letters are never written to files instead, because a password was missing."""
    code, _, complaint = run(*command.split())
    assert code == 2
    assert "the environment variable IMAP_PASSWORD is not set" in complaint
    assert "there is no file" in complaint


def test_a_gm_tries_an_override_that_is_not_in_the_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A running moderator applies what stands in the file at once; so what is only tried stands on the command line."""
    monkeypatch.setenv("IMAP_PASSWORD", "x")
    Path("no-such-file").write_text("token", encoding="utf-8")
    with open_instance(load(Path("config.toml")), lock=True) as instance:
        instance.apply(instance.config)
        assert "more (match hoth): has been applied before" in run("override", "--dry-run")[1]
        before = run("match", "show", "hoth")[1]
        code, said, complaint = run("override", "--dry-run", "hoth", "PLACE 2 TROOPS B1 FOR Red", "EXTEND 24h")
        assert (code, complaint) == (0, "")
        assert "hoth: these lines would change this; nothing is changed now" in said
        assert "The board after:" in said
        assert run("match", "show", "hoth")[1] == before


def test_lines_on_the_command_line_are_only_ever_tried(run: Run) -> None:
    """What is applied stands in the file, with its id."""
    code, _, complaint = run("override", "hoth", "EXTEND 24h")
    assert code == 2
    assert "add --dry-run" in complaint
    code, _, complaint = run("override", "--dry-run", "hoth")
    assert code == 2
    assert 'moderator override --dry-run hoth "EXTEND 24h"' in complaint


def test_a_line_that_cannot_be_carried_out_is_told(run: Run) -> None:
    """It is the complaint that the file would get."""
    code, _, complaint = run("override", "--dry-run", "hoth", "EXTEND soon")
    assert code == 1
    assert "EXTEND soon" in complaint
    code, _, complaint = run("override", "--dry-run", "hoht", "EXTEND 24h")
    assert code == 1
    assert 'there is no match "hoht"; there are: hoth' in complaint
