"""Orders are read and written as BY-MAIL 3 has them."""

from pathlib import Path

import msgspec
import pytest

from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.types import (
    DOCTRINE,
    ORDERS,
    TOPICS,
    Fire,
    Forget,
    Helm,
    Steer,
    for_round,
    standing,
)

LINES = """
SIDE B | FACE NE | STATION 4 GUN S1 | MOUNT P1, P2, S1, S2, S3, S4 | TAKE Loop | PROGRAM Forward, Loop, Turn Port
STEER AHEAD, PORT TURN 2 | HELM BROADSIDE Zard | HELM TO F6 | REORIENT N | AIM Tractor Beam AT Zard TO E5
FIRE GUNS AT Zard, NEAREST | BLAST ENGINES, HATCH | WRECK MANNED, S1 | SAVE GUNS | MAN ENGINES, GUN S2 WITH 4, 5
GO 3 TO HATCH | GO 5 TO NODE E4 | GO 2 TO HOME | BOARD Zard WITH 5, 6 FOR CAPTAIN | STRIKE CAPTAIN, CREW BY SWORD
SEARCH FOR Loop WITH 6 | EXTINGUISH ENGINES, HATCH | COLLECT WARBOT WITH 6 FOR COCKPIT | HEAL Ace Pilot, 4
USE Mind Control ON RAM | DODGE CAPTAIN | SPEND EXTINGUISH, SEARCH | KEEP 2 TURN 1 | EVACUATE CAPTAIN, 5, 6
FORGET FIRE | PASS | STEER STEADY | STEER AHEAD, AHEAD, PORT | GO 2 TO Zard HATCH IF RANGE 2 TURN 2, 3
GO 3 TO DECK D4 | HELM RAM Zard IF LEADING | FIRE HOLD IF BLASTS 5 | FIRE BEST WITH CENTRE | HELM TO M13
"""
LETTERS = [
    ship["letter"]
    for example in msgspec.toml.decode((Path(__file__).parent / "examples.toml").read_bytes())["example"]
    for ship in example["ship"]
]
ALL = [
    *(line.strip() for row in LINES.strip().splitlines() for line in row.split("|")),
    *(line for letter in LETTERS for line in letter.strip().splitlines()),
]


@pytest.mark.parametrize("line", ALL)
def test_a_line_is_read_and_written_back(line: str) -> None:
    """Every example of the design, and every line of the worked round."""
    reading = LANGUAGE.read(line)
    assert reading.problem is None
    assert reading.order is not None
    assert LANGUAGE.format(reading.order) == line


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("program forward, forward and turn port", "PROGRAM Forward, Forward, Turn Port"),
        ("Steer left, forward on turn 3", "STEER PORT, AHEAD TURN 3"),
        ("fire guns at zard turns T2 and T3", "FIRE GUNS AT Zard TURN 2, 3"),
        ("Board Zard with crew 5 and crew 6", "BOARD Zard WITH 5, 6"),
        ("station captain control panel", "STATION CAPTAIN PANEL"),
        ("face north east", "FACE NE"),
        ("program turn left, bank right", "PROGRAM Turn Port, Bank Starboard"),
        ("forget everything", "FORGET ALL"),
        ("go 5 to e4", "GO 5 TO NODE E4"),
        ("attack captain with 5", "STRIKE CAPTAIN WITH 5"),
    ],
)
def test_lines_are_read_as_they_are_meant(written: str, meant: str) -> None:
    """Case, other names, AND and bare nodes never matter."""
    reading = LANGUAGE.read(written)
    assert reading.order is not None
    assert LANGUAGE.format(reading.order) == meant


def test_every_doctrine_can_be_forgotten() -> None:
    """By its verb, and with all."""
    assert {kind for topic, kinds in TOPICS.items() if topic != "all" for kind in kinds} == set(DOCTRINE)
    assert all(LANGUAGE.attempt(f"FORGET {topic}") == Forget(topic=topic) for topic in TOPICS)  # type: ignore[arg-type]
    assert len(ORDERS) == len(set(ORDERS))


def test_lines_with_turn_leave_doctrine_standing() -> None:
    """They count for this Round, doctrine stands until a line of its kind without TURN comes."""
    stood = (Fire(aim="body"), Helm(goal="close"))
    timed = Fire(aim="guns", turns=(2,))
    assert standing(stood, (timed,)) == stood
    assert for_round((Steer(moves=()),), (timed,)) == (timed, Steer(moves=()))
    assert standing(stood, (Fire(aim="hold"),)) == (Fire(aim="hold"), Helm(goal="close"))
    assert standing(stood, (Forget(topic="fire"),)) == (Helm(goal="close"),)
    assert standing(stood, (Forget(topic="all"), Fire(aim="guns"))) == (Fire(aim="guns"),)
