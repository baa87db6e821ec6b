"""The page for players about the dice tells the truth: its program computes what we compute."""

import re
from pathlib import Path
from typing import Any

import pytest

from moderator.core import dice
from moderator.core.dice import Seeds, Why

PAGE = Path(__file__).parents[3] / "docs" / "dice.md"


@pytest.fixture
def page() -> dict[str, Any]:
    """Give the functions of the page's program."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)  # noqa: S102 - our own page
    return names


def test_the_page_computes_seals_and_receipts(page: dict[str, Any]) -> None:
    """The same as the core."""
    lines = ["1. MOVE TROOPS C3 C4", "2. ATTACK D4 “süß”"]
    assert page["seal"](b"seed") == dice.seal(b"seed")
    assert page["receipt"](b"salt", lines) == dice.receipt(b"salt", lines)


@pytest.mark.parametrize("sides", [1, 2, 6, 100, 2**63 + 1])
def test_the_page_computes_rolls(page: dict[str, Any], sides: int) -> None:
    """Even where a throw has to be tried again to be fair."""
    thrown = Seeds(b"open", b"secret").dice("höth", 7, ("b", "a")).for_ruling(1)
    for n in range(20):
        value = thrown.open.d(sides, Why("attack", "C4", ("Red", "Empire"), n))
        again = page["roll"](b"open", "höth", 7, ["a", "b"], 1, "attack", "C4", ["Red", "Empire"], n, sides)
        assert again == value
