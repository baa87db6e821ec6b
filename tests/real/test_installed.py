"""The moderator as it is installed: built, put into a new environment elsewhere, and used from there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from moderator import __version__

pytestmark = [pytest.mark.proof, pytest.mark.long]
ROOT = Path(__file__).parents[2]
ENV = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def call(*words: str | Path, at: Path) -> str:
    """Run a program in a folder and return what it says; it must succeed."""
    done = subprocess.run(words, cwd=at, env=ENV, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_alone_is_all_that_an_operator_needs(wheel: Path, tmp_path: Path) -> None:
    """Its version and commit, a first instance with a match, and the demo: from a new environment, elsewhere."""
    call(sys.executable, "-m", "venv", "environment", at=tmp_path)
    programs = tmp_path / "environment" / "bin"
    call(programs / "python", "-m", "pip", "install", "--quiet", f"{wheel}[demo]", at=tmp_path)
    moderator = programs / "moderator"
    commit = r" \(commit [0-9a-f]{7,}(-dirty)?\)" if (ROOT / ".git").exists() else ""
    said = call(moderator, "--version", at=tmp_path)
    assert re.fullmatch(rf"moderator {re.escape(__version__)}{commit}\n", said)
    _play_a_first_match(moderator, tmp_path)
    call(moderator, "demo", "--out", "letters", at=tmp_path)
    assert (tmp_path / "letters" / "INDEX.md").exists()
    assert [*(tmp_path / "letters").glob("**/*.pdf")]


def _play_a_first_match(moderator: Path, folder: Path) -> None:
    """Follow the README: init, the example of a match, doctor, once."""
    call(moderator, "init", "battle", at=folder)
    battle = folder / "battle"
    file = battle / "config.toml"
    example = re.search(r'# \[\[match\]\]\n# name = "hoth".*\n(?:# .*\n)+?# \]\n', file.read_text(encoding="utf-8"))
    assert example is not None
    lines = [line.removeprefix("# ") for line in example[0].splitlines()]
    with file.open("a", encoding="utf-8") as more:
        more.writelines(f"{line}\n" for line in lines if not line.startswith(("hold", "start")))
    assert "good templates" in call(moderator, "doctor", at=battle)
    call(moderator, "once", at=battle)
    assert len([*(battle / "state" / "outbox").glob("*ann@pbem.test-welcome-*.eml")]) == 1
