"""A post answers what stands above it in its thread: nothing in it says which letter it replies to."""

import pytest

from moderator.store.session import Store
from tests.service.forum.test_playing_there import SeatAssignment
from tests.support.world import World


@pytest.fixture(name="place")
def make_place(store: Store) -> SeatAssignment:
    """Give a match with one seat in the forum."""
    return SeatAssignment(World(store))


def faults(place: SeatAssignment) -> list[str]:
    """Return what the newest acknowledgement complains of."""
    return [problem.code for line in place.world.acknowledgement().said for problem in line.problems]


@pytest.mark.parametrize("word", ["YES PLEASE", "Yes, please!", "yes"])
def test_yes_takes_the_one_suggestion_of_the_answer_above_it(place: SeatAssignment, word: str) -> None:
    """As a reply by mail does."""
    assert "YES PLEASE" in place.says("SEEK Mull")
    answer = place.says(word)
    assert place.world.order_set("Ann") == ["SEEK Mill"]
    assert "We read your yes as" in answer


def test_yes_below_several_suggestions_is_asked_back(place: SeatAssignment) -> None:
    """The usual question which one is meant."""
    place.says("SEEK Mull\nFLEE Gaet")
    place.says("YES PLEASE")
    assert faults(place) == ["yes-to-which"]


def test_yes_before_the_answer_stood_there_is_no_answer_to_it(place: SeatAssignment) -> None:
    """It was written to something else, however late the post is read."""
    place.forum.says("Anna", place.thread, "SEEK Mull")
    place.read()
    place.world.move(minutes=5)
    place.forum.says("Anna", place.thread, "YES PLEASE")
    place.world.move(minutes=5)
    place.post()
    place.read()
    assert place.world.order_set("Ann") is None
    assert faults(place) == []


def test_yes_to_an_answer_that_is_not_the_newest_takes_nothing(place: SeatAssignment) -> None:
    """The last answer suggests nothing."""
    place.says("SEEK Mull")
    place.says("STATUS")
    place.says("YES PLEASE")
    assert place.world.order_set("Ann") is None


def test_add_alone_brings_back_what_a_new_order_set_left_out(place: SeatAssignment) -> None:
    """With the word that forums want beside it."""
    place.says("SEEK Mill\nFLEE Gate")
    place.says("FLEE Gate")
    place.says("ADD PLEASE")
    assert "SEEK Mill" in (place.world.order_set("Ann") or [])
