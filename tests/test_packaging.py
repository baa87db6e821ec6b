"""What is built and what is promised to those who install it."""

import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from moderator.core.template_folders import ENGLISH
from moderator.web.pages.guides import DOCS, GUIDES, guide
from tests.support.cases import every_case

ROOT = Path(__file__).parent.parent
PICTURES = [
    file.relative_to(DOCS).as_posix()
    for page in (guide(name, ENGLISH) for name in GUIDES)
    if page is not None
    for file in page.pictures.values()
]
"""What the pages of the help show, by its place in ``docs``."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel and give the names of its files."""
    folder = tmp_path_factory.mktemp("dist")
    built = next(WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"]))
    with zipfile.ZipFile(built) as file:
        return set(file.namelist())


@every_case(
    "wanted",
    [
        "moderator/templates/service/welcome.j2",
        "moderator/templates/games/rebel-commander/events.j2",
        "moderator/games/rebel_commander/data/start.toml",
        "moderator/store/migrations/env.py",
        "moderator/cli/config.toml",
        "moderator/games/rebel_commander/page.md",
        *(f"moderator/docs/{name}.md" for name in GUIDES),
        *(f"moderator/docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.??.md"))),
        *(f"moderator/docs/{file}" for file in PICTURES),
        "moderator/web/static/dice.js",
        "moderator/docs/dice-vectors.json",
        "moderator/docs/verify_letters.py",
    ],
)
def test_the_wheel_carries_what_is_not_code(wheel: set[str], wanted: str) -> None:
    """Templates, game data, migrations and the commented file travel with the code."""
    assert wanted in wheel


def test_the_wheel_carries_fonts_and_their_licence(wheel: set[str]) -> None:
    """Pages are set with the same fonts everywhere."""
    fonts = [name for name in wheel if name.startswith("moderator/rendering/fonts/")]
    assert any(name.endswith((".ttf", ".otf")) for name in fonts)
    assert any(name.endswith(".txt") for name in fonts)


def test_the_wheel_carries_nothing_else(wheel: set[str]) -> None:
    """Tests, state and orders stay at home."""
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == {"moderator"}


@every_case("name", ["run", "demo", "dev", "image", "docs"])
def test_locks_have_hashes_and_no_address(name: str) -> None:
    """Everything is pinned with hashes, and where it comes from is left to those who install."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    pins = re.findall(r"^[a-z0-9][^\s]*==[^\s]+.*\\$", text, re.MULTILINE)
    assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE))
    assert "://" not in text
    assert "--index" not in text


def test_the_lock_holds_what_is_asked_for() -> None:
    """Every dependency of the project is in the lock for those who run it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    for requirement in project["dependencies"]:
        name = re.match(r"[a-z0-9.-]+", requirement)
        assert name is not None
        assert f"\n{name[0].replace('.', '-')}" in f"\n{text}", requirement


def test_the_newcomers_files_name_only_what_is_there() -> None:
    """Every file that the README links to exists."""
    for link in re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert (ROOT / link).exists(), link


def test_the_unit_is_as_systemd_reads_it(tmp_path: Path) -> None:
    """No misspelt setting, and little that the service could do to the machine."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze")
    unit = (ROOT / "contrib" / "moderator.service").read_text(encoding="utf-8")
    there = tmp_path / "moderator.service"
    there.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit), encoding="utf-8")
    said = subprocess.run([analyze, "verify", there], capture_output=True, text=True, check=False)  # noqa: S603 - found above
    assert (said.returncode, said.stderr) == (0, "")
    exposed = subprocess.run(  # noqa: S603 - as above
        [analyze, "security", "--offline=true", "--threshold=20", there], capture_output=True, text=True, check=False
    )
    assert exposed.returncode == 0, exposed.stdout
