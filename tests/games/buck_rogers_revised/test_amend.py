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

SEATS = ("Blue", "Red")


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


@pytest.mark.parametrize(
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
    seats = ("Blue", "Red", "Purple", "Green")
    state = state_of(seats, {"tempo": "seats"}, {"Bach": "Blue T, Red T"}, phase="battle")
    assert list(play.pending(state)) == ["Blue", "Red"]
    called_off = amended(state, "REMOVE 1 TROOPER BACH FOR RED").state
    assert list(play.pending(called_off)) == list(seats)
