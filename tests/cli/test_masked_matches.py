"""A masked match that keeps its secrets from the GM: what the command line shows of it without ``--disclose``."""

from pathlib import Path

import pytest

from tests.support.shell import Run, drop, shell_with_match


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an instance with one match, which is masked and blind and has begun."""
    run = shell_with_match(tmp_path, capsys, monkeypatch)
    file = Path("config.toml")
    words = file.read_text(encoding="utf-8").replace('delay = "0"', 'delay = "0"\ngm = "blind"\nmasks = true', 1)
    file.write_text(words, encoding="utf-8")
    run("once")
    return run


def test_who_plays_and_who_is_ready_is_shown_when_that_is_said(run: Run) -> None:
    """As on the GM's desk."""
    drop("PASS\nWAIT\n")
    run("once")
    show, listed = run("match", "show", "hoth")[1], run("match", "list")[1]
    assert "Ann" not in show
    assert "says WAIT" not in show
    assert "Red" not in listed
    assert "Ann" in run("match", "show", "hoth", "--disclose")[1]
    assert "says WAIT" in run("match", "show", "hoth", "--disclose")[1]
    assert "Red" in run("match", "list", "--disclose")[1]


def test_the_list_of_late_matches_names_nobody_whom_a_turn_waits_for(run: Run) -> None:
    """Its GM may not know."""
    assert "Red" not in run("match", "list", "--late")[1]
