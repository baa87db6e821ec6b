"""The shared board asks nowhere which rule set is played."""

import re
from pathlib import Path

from tests.support.cases import every_case

SHARED = Path(__file__).parents[3] / "moderator" / "games" / "solar_system"
_NAMES = re.compile(r"\b(?:revised|ruleset|buck-rogers)\b|import .*\boptions\b|\.options\b", re.IGNORECASE)


@every_case("module", sorted(SHARED.rglob("*.py")))
def test_no_module_names_a_rule_set(module: Path) -> None:
    """What differs is handed in, never asked for by name."""
    assert not [line for line in module.read_text("utf-8").splitlines() if _NAMES.search(line)]
