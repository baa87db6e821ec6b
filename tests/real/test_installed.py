"""The moderator as it is installed: built, put into a new environment elsewhere, and used from there."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from moderator import __version__

pytestmark = pytest.mark.proof
ROOT = Path(__file__).parents[2]
ENV = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def call(*words: str | Path, at: Path) -> str:
    """Run a program in a folder and return what it says; it must succeed."""
    done = subprocess.run(words, cwd=at, env=ENV, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and the wheel from what is in it."""
    folder = tmp_path_factory.mktemp("built")
    call(sys.executable, "-m", "hatchling", "build", "-d", folder, "-t", "sdist", at=ROOT)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    (sources,) = (path for path in folder.iterdir() if path.is_dir())
    call(sys.executable, "-m", "hatchling", "build", "-d", folder, "-t", "wheel", at=sources)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def programs(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel with what the demo needs into a new environment, and return the folder of its programs."""
    folder = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", folder, at=folder)
    call(folder / "bin" / "python", "-m", "pip", "install", "--quiet", f"{built}[demo]", at=folder)
    return folder / "bin"


def test_it_says_which_release_and_commit_it_is(programs: Path, tmp_path: Path) -> None:
    """The commit was noted when it was built, if that was in a clone."""
    said = call(programs / "moderator", "--version", at=tmp_path)
    commit = r" \(commit [0-9a-f]{7,}(-dirty)?\)" if (ROOT / ".git").exists() else ""
    assert re.fullmatch(rf"moderator {re.escape(__version__)}{commit}\n", said)


def test_a_first_instance_works(programs: Path, tmp_path: Path) -> None:
    """As the README has it: init, a match, doctor, and once."""
    moderator = programs / "moderator"
    call(moderator, "init", "battle", at=tmp_path)
    battle = tmp_path / "battle"
    file = battle / "config.toml"
    example = re.search(r'# \[\[match\]\]\n# name = "hoth".*\n(?:# .*\n)+?# \]\n', file.read_text(encoding="utf-8"))
    assert example is not None
    lines = [line.removeprefix("# ") for line in example[0].splitlines()]
    with file.open("a", encoding="utf-8") as more:
        more.writelines(f"{line}\n" for line in lines if not line.startswith(("hold", "start")))
    assert "good templates" in call(moderator, "doctor", at=battle)
    call(moderator, "once", at=battle)
    assert len([*(battle / "state" / "outbox").glob("*ann@pbem.test-welcome-*.eml")]) == 1


def test_the_demo_plays_from_it(programs: Path, tmp_path: Path) -> None:
    """Whole, with its mail servers and the games' own templates."""
    call(programs / "moderator", "demo", "--out", "letters", at=tmp_path)
    assert (tmp_path / "letters" / "INDEX.md").exists()
    assert [*(tmp_path / "letters").glob("**/*.pdf")]
