"""The laws that every game obeys, tried on matches of random bots; they stand in ``moderator/testing/laws``."""

import subprocess
import sys

import pytest

from moderator.testing.checking import subjects, try_law
from moderator.testing.laws import LAWS, Law
from tests.support.law_tables import SUBJECTS


def check(key: str, law: Law, *, slow: bool) -> None:
    """Try a law on a game: at the tables that are slow or at the others; a slow law at all of them."""
    tried = [each for each in subjects(SUBJECTS[key], law, slow=True) if law.slow or each.slow == slow]
    told = [broken for each in tried if (broken := try_law(law, each))]
    if told:
        message = "\n".join([law.sentence, *map(str, told)])
        raise AssertionError(message) from told[0].__cause__


@pytest.mark.parametrize("law", [law for law in LAWS if not law.slow], ids=lambda law: law.name)
@pytest.mark.parametrize("key", SUBJECTS)
def test_a_law_holds(key: str, law: Law) -> None:
    """What it says is its docstring."""
    check(key, law, slow=False)


@pytest.mark.proof
@pytest.mark.parametrize("law", [law for law in LAWS if law.slow or law.at != "game"], ids=lambda law: law.name)
@pytest.mark.parametrize("key", SUBJECTS)
def test_a_law_holds_where_it_is_slow(key: str, law: Law) -> None:
    """At tables where it has much to compare."""
    check(key, law, slow=True)


def test_who_needs_a_game_imports_no_other() -> None:
    """A worker that renders begins sooner without them."""
    shown = "import sys; import moderator.games.rebel_commander; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own code
    rooms = {name.split(".")[2] for name in told.split() if name.startswith("moderator.games.")}
    assert rooms == {"rebel_commander"}
