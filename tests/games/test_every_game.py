"""The laws that every game obeys, tried on matches of random bots; they stand in ``moderator/testing/laws``."""

import subprocess
import sys
from collections.abc import Sequence

import pytest

from moderator.testing.checking import subjects, try_law
from moderator.testing.laws import LAWS, Law
from moderator.testing.subjects import Subject
from tests.support.law_tables import SUBJECTS

SLOW = [
    pytest.param(law, each, id=f"{each.name}-{law.name}")
    for subject in SUBJECTS.values()
    for law in LAWS
    for each in subjects(subject, law, slow=True)
    if law.slow or each.slow
]
"""Each by itself: some take minutes."""


def check(law: Law, tried: Sequence[Subject]) -> None:
    """Try a law; the message names every game, table or scene where it does not hold."""
    told = [broken for each in tried if (broken := try_law(law, each))]
    if told:
        message = "\n".join([law.sentence, *map(str, told)])
        raise AssertionError(message) from told[0].__cause__


@pytest.mark.parametrize("law", [law for law in LAWS if not law.slow], ids=lambda law: law.name)
@pytest.mark.parametrize("key", SUBJECTS)
def test_a_law_holds(key: str, law: Law) -> None:
    """What it says is its docstring."""
    check(law, subjects(SUBJECTS[key], law, slow=False))


@pytest.mark.proof
@pytest.mark.parametrize(("law", "subject"), SLOW)
def test_a_law_holds_where_it_is_slow(law: Law, subject: Subject) -> None:
    """Slow laws everywhere, and the others at tables and scenes where they have much to compare."""
    check(law, [subject])


def test_who_needs_a_game_imports_no_other() -> None:
    """A worker that renders begins sooner without them."""
    shown = "import sys; import moderator.games.rebel_commander; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own code
    rooms = {name.split(".")[2] for name in told.split() if name.startswith("moderator.games.")}
    assert rooms == {"rebel_commander"}
