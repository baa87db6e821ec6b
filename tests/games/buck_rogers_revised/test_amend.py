"""What a GM may change: the board, options that may change, and who has a card."""

from collections.abc import Sequence
from typing import Any

import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment, Resolution
from moderator.games.buck_rogers_revised.faults import RevisedFault
from moderator.games.buck_rogers_revised.rules import play
from moderator.games.buck_rogers_revised.rules.amend import FIXED, GM, amend
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.solar_system.faults import Fault
from moderator.kit.options import OptionFault
from tests.games.buck_rogers_revised.tables import state_of
from tests.games.solar_system.tables import text_of
from tests.support.cases import every_case

SEATS = ("Blue", "Red")
FOUR = ("Blue", "Red", "Purple", "Green")


def amended(state: State, *lines: str) -> Resolution[State]:
    """Carry out a GM's lines."""
    found: list[Any] = [GM.parse(line) for line in lines]
    assert not any(isinstance(one, Problem) for one in found), found
    return amend(state, found, Dice.throwaway("amend"))


def test_a_card_goes_from_hand_to_hand_before_all_eyes() -> None:
    """Or comes back from the discarded ones."""
    state = state_of(SEATS, {}, {}, hands={"Red": ["Bach"]}, discards=["Vesta"])
    result = amended(state, "GIVE BACH TO BLUE", "GIVE VESTA TO BLUE")
    assert result.state.side("Blue").hand == ("Bach", "Vesta")
    assert (result.state.side("Red").hand, result.state.discards) == ((), ())
    assert [event.seen_by for event in result.events] == [None, None]


def test_units_zones_and_options_change() -> None:
    """KilSats follow whoever controls the surface below."""
    state = state_of(SEATS, {}, {"Ceres Orbit": "Red K"})
    result = amended(state, "CONTROL CERES FOR BLUE", "PLACE 2 FIGHTERS BACH FOR BLUE", "SET OPTION hand_limit 3")
    assert result.state.options.hand_limit == 3
    assert text_of(result.state.position, "Bach") == "Blue 2F"
    assert dict(result.state.position.held)["Ceres"] == "Blue"
    assert text_of(result.state.position, "Ceres Orbit") == "Blue K"


@every_case(
    ("lines", "code"),
    [
        (["GIVE TYCHO TO BLUE"], RevisedFault.CARD_IN_DECK),
        (["GIVE BACH TO GREEN"], Fault.NO_SUCH_SEAT_HERE),
        (["PLACE 2 FIGHTERS BACH FOR BLUE", "REMOVE 3 FIGHTERS BACH FOR BLUE"], Fault.NOT_SO_MANY),
        *[([f"SET OPTION {name} 1"], OptionFault.NO_SUCH_OPTION) for name in FIXED],
    ],
)
def test_what_cannot_be_is_refused(lines: Sequence[str], code: str) -> None:
    """All lines fall with one."""
    with pytest.raises(IllegalAmendment) as refusal:
        amended(state_of(SEATS, {}, {}, hands={"Red": ["Bach"]}), *lines)
    assert refusal.value.problem.code == code


def test_a_battle_that_the_gm_calls_off_leaves_somebody_to_be_asked() -> None:
    """Those who meet somebody are asked about battles; all are, if that is nobody any more."""
    state = state_of(FOUR, {"tempo": "seats"}, {"Bach": "Blue T, Red T"}, phase="battle")
    assert list(play.pending(state)) == ["Blue", "Red"]
    called_off = amended(state, "REMOVE 1 TROOPER BACH FOR RED").state
    assert list(play.pending(called_off)) == list(FOUR)


@every_case(
    ("passed", "gone", "asked"),
    [(2, "Red", ["Purple"]), (2, "Purple", ["Green"]), (3, "Green", list(FOUR)), (0, "Blue", ["Red"])],
)
def test_a_seat_that_the_gm_takes_out_changes_nobody_elses_turn(passed: int, gone: str, asked: list[str]) -> None:
    """Who has moved does not move again, who has not is not passed over; after the last come the battles."""
    units = {"Vesta": "Red T", "Juno": "Blue T", "Pallas": "Purple T", "Thule": "Green T"}
    state = state_of(FOUR, {"tempo": "seats"}, units, phase="moves", passed=passed)
    home = next(zone for zone, text in units.items() if text.startswith(gone))
    left = amended(state, f"REMOVE 1 TROOPER {home} FOR {gone}", f"CONTROL {home} FOR NOBODY").state
    assert left.side(gone).out
    assert list(play.pending(left)) == [seat for seat in asked if seat != gone]
    assert left.phase == ("battle" if gone == "Green" else "moves")


@every_case(
    ("options", "line", "by"),
    [
        ({}, "SET OPTION turn_limit 60", "end_turn"),
        ({}, "SET OPTION turn_limit 0", "end_turn"),
        ({"length": "super"}, "SET OPTION end_turn 12", "turn_limit"),
        ({"turn_limit": 5}, "SET OPTION end_turn 12", "turn_limit"),
        ({"length": "super", "turn_limit": 0}, "SET OPTION end_turn 12", ""),
    ],
)
def test_an_option_that_would_not_change_the_last_turn_is_refused(options: dict[str, Any], line: str, by: str) -> None:
    """Nobody is told of a limit that another one comes before; the refusal names that one."""
    state = state_of(SEATS, options, {})
    with pytest.raises(IllegalAmendment) as refused:
        amended(state, line)
    assert refused.value.problem.code == Fault.IDLE_OPTION
    assert refused.value.problem.facts["by"] == by


@every_case(
    ("options", "line"),
    [
        ({}, "SET OPTION turn_limit 5"),
        ({}, "SET OPTION end_turn 12"),
        ({"end_turn": 0}, "SET OPTION turn_limit 60"),
        ({"turn_limit": 5}, "SET OPTION turn_limit 0"),
        ({"length": "countdown"}, "SET OPTION turn_limit 60"),
        ({}, "SET OPTION turn_limit 40"),
    ],
)
def test_an_option_that_changes_the_last_turn_counts(options: dict[str, Any], line: str) -> None:
    """So does one that is set to what it is: nothing changes, and nobody is told."""
    state = state_of(SEATS, options, {})
    name, value = line.split()[2:]
    assert getattr(amended(state, line).state.options, name) == int(value)


def test_a_limit_lower_than_the_last_turn_ends_the_match() -> None:
    """What is announced happens: the match is counted after the turn that the option names."""
    state = amended(state_of(SEATS, {}, {"Bach": "Blue 5T"}), "SET OPTION turn_limit 1").state
    after = play.resolve(state, {}, Dice.throwaway("limit"))
    assert after.state.outcome is not None
    assert after.state.outcome.reason == "turn-limit"
