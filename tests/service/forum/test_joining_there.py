"""A player joins in a forum whose account nobody knew, or comes back there: by a code that is good for one seat."""

import pytest

from moderator.service.facts import Notice
from moderator.store import queries
from moderator.store.session import Store
from tests.service.forum.test_playing_there import Place
from tests.support.world import World


def code(place: Place) -> str:
    """Return the line that somebody was sent to join with."""
    memos = [memo for memo in place.world.facts("memo") if memo.code == "join-code"]
    notices = [notice for notice in place.world.facts("notice") if notice.code in ("join-code", "thread-left")]
    found: str = [*memos, *notices][-1].lines[-1]
    return found


def writes(place: Place, text: str, name: str = "Annika") -> str:
    """Let somebody open a private thread with the moderator; return it."""
    thread = place.forum.opens(name, "Hello", text, [place.forum.me()]).thread
    place.read()
    place.post()
    return thread


@pytest.fixture(name="expected")
def expect(store: Store) -> Place:
    """Give a match in which Ann is expected in the forum, and has no address."""
    return Place(World(store), forum="main")


def test_who_is_expected_joins_with_a_code_that_the_gm_passes_on(expected: Place) -> None:
    """The thread in which it was written is the seat's from then on; the welcome comes there, and the GM is told."""
    thread = writes(expected, code(expected))
    texts = expected.forum.texts(thread)
    assert "you play Ann in the match hoth" in texts[-1]
    expected.forum.says("Annika", thread, "SEEK Mill")
    expected.read()
    assert expected.world.sheet("Ann") == ["SEEK Mill"]
    assert [memo.facts for memo in expected.world.facts("memo") if memo.code == "joined"] == [
        {"player": "Anna", "seat": "Ann", "forum": "main", "account": "Annika"}
    ]


def test_a_code_is_good_once(expected: Place) -> None:
    """Who finds it later gets no seat by it, and the GM reads of it in the memo of the day."""
    line = code(expected)
    writes(expected, line)
    thread = writes(expected, line, "Mallory")
    assert len(expected.forum.texts(thread)) == 1
    expected.forum.says("Mallory", thread, "SEEK Mill")
    expected.read()
    assert expected.world.sheet("Ann") is None
    assert any(
        "Mallory" in text for memo in expected.world.facts("memo") if memo.code == "wishes" for text in memo.lines
    )


@pytest.mark.parametrize("wrong", ["JOIN hoth", "JOIN hoth.ann.aaaaaaaaaaaaaaaa", "JOIN hoth.ann", "May I play?"])
def test_nobody_joins_without_the_right_code(expected: Place, wrong: str) -> None:
    """Nor does a reply address open a forum; what was written is told to the GM and not answered."""
    thread = writes(expected, wrong)
    assert len(expected.forum.texts(thread)) == 1
    with expected.world.store.read() as session:
        account = queries.account_in(session, expected.world.place("Ann").player or 0, "main")
    assert account is not None
    assert account.number == ""


def test_the_code_of_a_seat_is_not_its_reply_address(expected: Place) -> None:
    """Whoever reads one of them has not got the other."""
    tag = expected.world.tag("Ann").partition("+")[2].partition("@")[0]
    assert tag not in code(expected)
    thread = writes(expected, f"JOIN {tag}")
    assert len(expected.forum.texts(thread)) == 1


def test_a_code_in_public_opens_nothing(expected: Place) -> None:
    """Anybody could have read it there."""
    post = expected.forum.opens("Annika", "Hello", code(expected))
    expected.read()
    expected.post()
    assert len(expected.forum.texts(post.thread)) == 1


def test_who_plays_by_mail_may_ask_for_the_forum(store: Store) -> None:
    """The answer tells where and how; until then letters come by mail."""
    place = Place(World(store))
    answer = place.world.says("Bob", "SET DELIVERY FORUM").answers[0]
    assert answer.facts["url"] == "https://forum.pbem.test"
    assert place.post() == ["bob@pbem.test"]
    thread = writes(place, answer.lines[0], "Bobby")
    assert "you play Bob in the match hoth" in place.forum.texts(thread)[-1]
    place.world.says("Bob", "STATUS")
    assert place.post() == []
    assert place.forum.texts(thread)[-1].startswith("# ")


def test_who_is_expected_and_has_an_address_gets_the_code_there(store: Store) -> None:
    """Beside the welcome, which comes by mail."""
    place = Place(World(store), forum="main", addresses=("ann@pbem.test",))
    (notice,) = place.world.facts("notice")
    assert isinstance(notice, Notice)
    thread = writes(place, notice.lines[0])
    assert "you play Ann" in place.forum.texts(thread)[-1]


def test_who_has_left_the_thread_is_asked_by_mail(store: Store) -> None:
    """By the first line all comes by mail, by the second to the thread in which it is written."""
    place = Place(World(store), addresses=("ann@pbem.test",))
    old = place.thread
    place.forum.leaves(old, "Anna")
    place.world.says("Ann", "STATUS")
    asked = place.post()
    assert asked.count("ann@pbem.test") == 1
    (notice,) = [each for each in place.world.facts("notice") if each.code == "thread-left"]
    assert notice.lines[0] == "SET DELIVERY MAIL"
    thread = writes(place, notice.lines[1], "Anna")
    place.world.move(hours=2)
    place.post()
    assert len(place.forum.texts(thread)) == 3  # the code, the welcome, the answer that has waited
    place.forum.says("Anna", old, "SEEK Mill")
    place.read()
    assert place.world.sheet("Ann") is None, "the old thread counts no more"
