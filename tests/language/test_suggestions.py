"""Did you mean: typos and the lines that are offered for them."""

import pytest

from moderator.core.errors import Problem
from moderator.language.suggest import nearest, slips
from tests.language.toy import TOY

TYPOS = [
    ("MVOE TROPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MOEV TROOPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MVE TROOPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MOVE TROPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MOVE SPEDERS C3 D4", ("MOVE SPEEDERS C3 D4",)),
    ("MOVE TRANSPROT C3 C5 WTIH 4 TROOPS", ("MOVE TRANSPORT C3 C5 WITH 4 TROOPS",)),
    ("ATTCK C4", ("ATTACK C4",)),
    ("ATACK C4", ("ATTACK C4",)),
    ("attakc c4", ("ATTACK C4",)),
    ("ATTACK CO", ("ATTACK C0",)),
    ("ATTACK Cl", ("ATTACK C1",)),
    ("ATTACK CC4", ("ATTACK C4",)),
    ("ATTACK K4", ("ATTACK <place>",)),
    ("biuld troops c3", ("BUILD TROOPS C3",)),
    ("build trop c3", ("BUILD TROOPS C3",)),
    ("troops c3 c4", ("MOVE TROOPS C3 C4",)),
    ("MOVE C3 C4", ("MOVE TROOPS C3 C4", "MOVE SPEEDERS C3 C4", "MOVE TRANSPORT C3 C4")),
    ("MOVE TROOPS C3 C44", ("MOVE TROOPS C3 C4",)),
    ("MOVE TROOPS C3", ("MOVE TROOPS C3 <goal>",)),
    ("MOVE TRANSPORT C3 C5 WITH TREE TROOPS", ("MOVE TRANSPORT C3 C5 WITH 3 TROOPS",)),
    ("HOLD AT C3 AGAINST REDD", ("HOLD AT C3 AGAINST Red",)),
]


@pytest.mark.parametrize(("text", "hints"), TYPOS)
def test_typo_is_offered_never_applied(text: str, hints: tuple[str, ...]) -> None:
    """A typo is a problem, and what was probably meant is a hint."""
    problem = TOY.parse(text)
    assert isinstance(problem, Problem)
    assert problem.hints == hints


@pytest.mark.parametrize("text", ["lovely weather", "qwertyuiop", "the the the", "to"])
def test_nothing_is_offered_for_what_is_like_nothing(text: str) -> None:
    """Words that are like no order get no suggestion."""
    problem = TOY.parse(text)
    assert isinstance(problem, Problem)
    assert problem.hints == ()


def test_short_words_admit_no_slips() -> None:
    """Two letters are never taken for two others."""
    assert slips("TO", "GO") is None
    assert slips("MVOE", "MOVE") == 1
    assert slips("TROPS", "TROOPS") == 1
    assert nearest("RAD", ("Red".upper(), "BLUE")) == ("RED",)
