"""The tables of attacks in docs/attacks.md: three parts, and each row names tests that there are."""

import re
from pathlib import Path

import pytest

from tests.support.cases import every_case

ROOT = Path(__file__).parent.parent
PARTS = ("What is impossible", "What is found, and by whom", "What is neither")
_NAME = re.compile(r"`(test_\w+)`")


def rows() -> list[str]:
    """Return the rows of the tables of attacks."""
    page = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == list(PARTS)
    lines = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| who |")]
    return [line for line in lines if not line.startswith("| ---")]


@pytest.fixture(scope="module")
def tests() -> set[str]:
    """Give the names of all tests."""
    files = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return {name for text in files for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}


def test_there_are_rows_in_each_part() -> None:
    """The page was read as it is meant."""
    assert len(rows()) > 40


@every_case("row", rows())
def test_every_row_names_a_test_that_there_is(row: str, tests: set[str]) -> None:
    """What the page promises is held by a test, and by one that still has its name."""
    cells = [cell.strip() for cell in row.strip("|").split(" | ")]
    assert len(cells) == 4
    named = _NAME.findall(cells[-1])
    assert named
    assert set(named) <= tests
