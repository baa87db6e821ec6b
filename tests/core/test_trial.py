"""Trying out an order set without dice."""

from typing import NamedTuple

import pytest

from moderator.core.dice import Dice, Why
from moderator.core.trial import NoDice, ThrownError, branch, trial


class Sight(NamedTuple):
    """A view of somebody's."""

    who: str


def test_what_is_begun_gets_the_supposed_position_the_seat_and_no_dice() -> None:
    """A view goes in, and whatever the rules lay out comes back."""

    def begin(state: str, seat: str, dice: Dice) -> tuple[str, str, bool]:
        return state, seat, isinstance(dice, NoDice)

    assert trial(lambda view: f"as {view.who} sees it", begin)(Sight("Red")) == ("as Red sees it", "Red", True)


def test_a_trial_throws_no_dice_of_either_stream() -> None:
    """Not one: what asks for a throw is stopped there, and nothing is noted of it."""
    dice = NoDice()
    for stream in (dice.open, dice.secret):
        with pytest.raises(ThrownError):
            stream.d(6, Why("attack"))
        with pytest.raises(ThrownError):
            stream.shuffled("abc", Why("order"))
    assert dice.log == []


def test_a_branch_ends_at_its_first_throw_and_what_stands_after_it_goes_on() -> None:
    """With real dice it is carried out to its end."""

    def play(dice: Dice) -> list[str]:
        done = ["before"]
        with branch():
            done.append("in it")
            dice.open.d(6, Why("wonder"))
            done.append("thrown")
        return [*done, "after"]

    assert play(NoDice()) == ["before", "in it", "after"]
    assert play(Dice.throwaway("branch")) == ["before", "in it", "thrown", "after"]
