"""Matches that people can join are announced in the forum, and joined there: in public, or in a private message."""

import pytest

from moderator.store.session import Store
from tests.service.forum.test_playing_there import SeatAssignment
from tests.support.harm import OURS
from tests.support.recruits import answer, look, opens, seated, status, writes
from tests.support.world import World


@pytest.fixture(name="place")
def open_there(store: Store) -> SeatAssignment:
    """Give a forum in which a match is announced that two can join."""
    place = SeatAssignment(World(store))
    opens(place.world, most=2)
    place.post()
    return place


def announced(place: SeatAssignment) -> str:
    """Return the thread in which the match is announced."""
    return next(thread.id for thread in place.forum.threads.values() if "players wanted" in thread.title)


def joins(place: SeatAssignment, name: str, text: str = "JOIN endor") -> str:
    """Let somebody write to the moderator's account; return the thread."""
    thread = place.forum.opens(name, "Hello", text, [place.forum.me()]).thread
    place.read()
    place.post()
    return thread


def test_a_match_is_announced_for_everybody_to_read(place: SeatAssignment) -> None:
    """With what there is to know, and how to join."""
    (text,) = place.forum.texts(announced(place))
    for words in ("Space Genocide", "as soon as 2 have joined", "Write JOIN and its name"):
        assert words in text


def test_each_match_is_announced_in_a_thread_of_its_own(place: SeatAssignment) -> None:
    """Also those that are opened at once."""
    for name in ("bespin", "kessel"):
        opens(place.world, name=name)
    place.post()
    titles = [thread.title for thread in place.forum.threads.values() if "players wanted" in thread.title]
    assert [title.partition(":")[0] for title in titles] == ["endor", "bespin", "kessel"]


def test_a_member_joins_in_a_private_message(place: SeatAssignment) -> None:
    """The answer stands below it. Nobody has to know the account before."""
    thread = joins(place, "Dora")
    assert "You have joined endor" in place.forum.texts(thread)[-1]
    place.forum.says("Dora", thread, "WHO endor")
    place.read()
    place.post()
    assert "Joined so far (1): Dora." in place.forum.texts(thread)[-1]


def test_a_member_joins_where_the_match_is_announced(place: SeatAssignment) -> None:
    """The answer comes in private."""
    place.forum.says("Dora", announced(place), "Sounds good!\nJOIN endor")
    place.read()
    place.post()
    assert len(place.forum.texts(announced(place))) == 2
    assert "You have joined endor" in place.forum.texts(place.forum.thread_of("Dora"))[-1]


def test_a_member_answers_the_muster_and_plays_in_the_same_thread(place: SeatAssignment) -> None:
    """The thread is that of the seat once the match begins."""
    thread = joins(place, "Dora")
    place.world.move(days=2)
    joins(place, "Emil")
    look(place.world)
    place.post()
    assert "Are you there?" in place.forum.texts(thread)[-1]
    place.forum.says("Dora", thread, "Yes!")
    place.read()
    assert answer(place.world).code == "open-here"
    look(place.world)
    assert status(place.world) == "begun"
    assert seated(place.world) == {"Red": "Dora", "Blue": "Emil"}
    place.post()
    assert "you play Red in the match endor" in place.forum.texts(thread)[-1]
    place.forum.says("Dora", thread, "STATUS")
    place.read()
    assert answer(place.world).code == "status"


def test_strangers_are_answered_by_mail_beside_a_forum(place: SeatAssignment) -> None:
    """Several of them at once."""
    place.world.settings(authserv_id=OURS)
    for name in ("Kim", "Lou", "Max"):
        writes(place.world, name, "MATCHES")
    assert place.post() == ["kim@real.test", "lou@real.test", "max@real.test"]


def test_whoever_plays_there_already_answers_a_muster_in_the_thread_of_their_seat(place: SeatAssignment) -> None:
    """Our question stands there, too. What is about the seat is still about the seat."""
    place.forum.says("Anna", place.thread, "JOIN endor")
    place.read()
    place.world.move(days=1.5)
    joins(place, "Emil")
    look(place.world)
    place.post()
    assert "Are you there?" in place.forum.texts(place.thread)[-1]
    place.forum.says("Anna", place.thread, "SEEK Mill")
    place.forum.says("Anna", place.thread, "YES PLEASE")
    place.read()
    assert answer(place.world).code == "open-here"
    assert place.world.order_set("Ann") == ["SEEK Mill"]


def test_talk_where_a_match_is_announced_is_left_alone(place: SeatAssignment) -> None:
    """Nobody is answered who asks for nothing."""
    place.forum.says("Dora", announced(place), "What a nice game")
    place.read()
    assert place.post() == []
    assert len(place.forum.texts(announced(place))) == 2
