"""A shell in an instance of its own: commands, letters dropped into the inbox, and how the file goes on."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from moderator.cli import main

MATCH = """
[[match]]
name = "hoth"
game = "rebel-commander"
every = "48h"
options = { edition = "skirmish" }
delay = "0"
seats = [
  { seat = "Red", player = "Ann", address = "ann@pbem.test" },
  { seat = "Empire", bot = "recruit" },
]
"""

Run = Callable[..., tuple[int, str, str]]


def add(text: str) -> None:
    """Add to the operator's file in this folder."""
    with Path("config.toml").open("a", encoding="utf-8") as file:
        file.write(text)


def drop(text: str, name: str = "hoth.Red.txt") -> Path:
    """Drop a letter into the inbox, stamped so that it is neither half-written nor older than what is asked."""
    path = Path("orders/inbox") / name
    path.write_text(text, encoding="utf-8")
    soon = time.time() + 5
    os.utime(path, (soon, soon))
    return path


def shell(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Go into an instance; give what runs a command there: exit code, answer, complaints."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(folder)
    capsys.readouterr()

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def shell_with_match(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Make an instance with one match in a folder, and go into it."""
    assert main(["init", str(folder / "battle")]) == 0
    run = shell(folder / "battle", capsys, monkeypatch)
    add(MATCH)
    return run
