"""A game of another package, installed beside the wheel as a stranger would install it."""

import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

pytestmark = pytest.mark.proof
ROOT = Path(__file__).parents[1]

Run = Callable[..., str]


@pytest.fixture(scope="module", name="run")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Install both wheels into an environment of its own, and return what runs its programs in an empty folder.

    The libraries that they need are those of this environment: only the two packages are new.
    """
    folder = tmp_path_factory.mktemp("installed")
    wheels = [
        next(WheelBuilder(str(package)).build(directory=str(folder / "dist"), versions=["standard"]))
        for package in (ROOT, ROOT / "contrib" / "hex-duel")
    ]
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / "bin"
    (libraries,) = (folder / "venv").glob("lib/python*/site-packages")
    (libraries / "zz-libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")

    def run(program: str, *words: str) -> str:
        done = subprocess.run(  # noqa: S603 - our own words
            [programs / program, *words],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env={"LANG": "C.UTF-8"},
        )
        assert not done.returncode, f"{program} {' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout

    run("python", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", *wheels)
    return run


def test_its_key_works_as_that_of_any_other_game(run: Run) -> None:
    """Bots play it, its options are listed, and it comes from its own package."""
    assert "North" in run("moderator", "simulate", "hex-duel", "-n", "5", "--bots", "hunter", "--workers", "1")
    assert "hull" in run("moderator", "match", "options", "hex-duel")


def test_it_is_checked_against_the_laws(run: Run) -> None:
    """Its author needs nothing but the wheel for that."""
    assert "laws hold" in run("moderator", "game", "check", "hex-duel")


def test_its_demo_is_played_by_mail(run: Run) -> None:
    """With letters in its own words, which are packed with it."""
    pytest.importorskip("pymap")
    assert "Open first:" in run("moderator", "demo", "--game", "hex-duel")


def test_nothing_comes_from_this_checkout(run: Run) -> None:
    """What is proved is what is packed."""
    where = run("python", "-c", "import moderator, hex_duel; print(moderator.__file__, hex_duel.__file__, sep='\\n')")
    assert all("site-packages" in line for line in where.splitlines())
    assert sys.prefix not in where


def test_no_file_of_the_moderator_names_it() -> None:
    """It is known by its entry point alone."""
    files = [path for folder in ("moderator", "templates") for path in (ROOT / folder).rglob("*") if path.is_file()]
    words = (path.read_bytes() for path in files if path.suffix in {".py", ".j2", ".toml", ".md", ".typ"})
    assert not any(b"hex-duel" in each or b"hex_duel" in each or b"Hex Duel" in each for each in words)
