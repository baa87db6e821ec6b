"""A player joins in a forum whose account nobody knew, or comes back there: by a code that is good for one seat."""

import pytest

from moderator.posts.post import PostState
from moderator.service.context import SeatPlan
from moderator.service.facts import Notice
from moderator.store import people_queries
from moderator.store.bookmarks import Bookmarks
from moderator.store.session import Store
from moderator.store.tables import Account
from moderator.transport.forum.inbound import ForumInbound
from tests.service.forum.test_playing_there import BOB, SeatAssignment
from tests.support.forums.memory_forum import MemoryForum
from tests.support.world import World


def code(place: SeatAssignment) -> str:
    """Return the line that somebody was sent to join with."""
    memos = [memo for memo in place.world.facts("memo") if memo.code == "join-code"]
    notices = [notice for notice in place.world.facts("notice") if notice.code in ("join-code", "thread-left")]
    found: str = [*memos, *notices][-1].lines[-1]
    return found


def writes(place: SeatAssignment, text: str, name: str = "Annika") -> str:
    """Let somebody open a private thread with the moderator; return it."""
    thread = place.forum.opens(name, "Hello", text, [place.forum.me()]).thread
    place.read()
    place.post()
    return thread


@pytest.fixture(name="expected")
def expect(store: Store) -> SeatAssignment:
    """Give a match in which Ann is expected in the forum, and has no address."""
    return SeatAssignment(World(store), forum="main")


def test_who_is_expected_joins_with_a_code_that_the_gm_passes_on(expected: SeatAssignment) -> None:
    """The thread in which it was written is the seat's from then on; the welcome comes there, and the GM is told."""
    thread = writes(expected, code(expected))
    texts = expected.forum.texts(thread)
    assert "you play Ann in the match hoth" in texts[-1]
    expected.forum.says("Annika", thread, "SEEK Mill")
    expected.read()
    assert expected.world.order_set("Ann") == ["SEEK Mill"]
    assert [memo.facts for memo in expected.world.facts("memo") if memo.code == "joined"] == [
        {"player": "Anna", "seat": "Ann", "account": "main:Annika"}
    ]


def test_a_code_is_good_once(expected: SeatAssignment) -> None:
    """Who finds it later gets no seat by it, and the GM reads of it in the memo of the day."""
    line = code(expected)
    writes(expected, line)
    thread = writes(expected, line, "Mallory")
    assert len(expected.forum.texts(thread)) == 1
    expected.forum.says("Mallory", thread, "SEEK Mill")
    expected.read()
    assert expected.world.order_set("Ann") is None
    assert any(
        "Mallory" in text for memo in expected.world.facts("memo") if memo.code == "wishes" for text in memo.lines
    )


@pytest.mark.parametrize("wrong", ["JOIN hoth", "JOIN hoth.ann.aaaaaaaaaaaaaaaa", "JOIN hoth.ann", "May I play?"])
def test_nobody_joins_without_the_right_code(expected: SeatAssignment, wrong: str) -> None:
    """Nor does a reply address open a forum; what was written is told to the GM and not answered."""
    thread = writes(expected, wrong)
    assert len(expected.forum.texts(thread)) == 1
    with expected.world.store.read() as session:
        account = people_queries.account_in(session, expected.world.assignment("Ann").player or 0, "main")
    assert account is not None
    assert account.number == ""


def test_the_code_of_a_seat_is_not_its_reply_address(expected: SeatAssignment) -> None:
    """Whoever reads one of them has not got the other."""
    tag = expected.world.tag("Ann").partition("+")[2].partition("@")[0]
    assert tag not in code(expected)
    thread = writes(expected, f"JOIN {tag}")
    assert len(expected.forum.texts(thread)) == 1


@pytest.mark.parametrize("in_chronicle", [False, True])
def test_a_code_in_public_is_hidden_and_worth_nothing(expected: SeatAssignment, *, in_chronicle: bool) -> None:
    """Anybody could have read it there; another is handed out."""
    spoilt = code(expected)
    if in_chronicle:
        post = expected.forum.says("Annika", expected.chronicle(), spoilt)
    else:
        post = expected.forum.opens("Annika", "Hello", spoilt)
    expected.read()
    expected.post()
    assert expected.forum.posts[post.id].state is PostState.HIDDEN
    assert len(expected.forum.texts(writes(expected, spoilt, "Mallory"))) == 1
    assert code(expected) != spoilt
    assert "you play Ann" in expected.forum.texts(writes(expected, code(expected)))[-1]


def test_a_code_is_good_in_one_forum_alone(expected: SeatAssignment) -> None:
    """Who finds it after it was used gets nothing by it elsewhere either."""
    line = code(expected)
    writes(expected, line)
    other = MemoryForum(expected.world.clock)
    expected.world.settings(forums={"main": "https://forum.pbem.test", "other": "https://other.pbem.test"})
    other.opens("Mallory", "Hello", line, [other.me()])
    ForumInbound("other", other, Bookmarks(expected.world.store)).drain(expected.world.keep)
    expected.world.read()
    with expected.world.store.read() as session:
        assert people_queries.account_in(session, expected.world.assignment("Ann").player or 0, "other") is None


def test_orders_beside_the_code_are_filed(expected: SeatAssignment) -> None:
    """One post is enough to begin."""
    thread = writes(expected, f"Hello!\n{code(expected)}\nSEEK Mill")
    assert expected.world.order_set("Ann") == ["SEEK Mill"]
    assert any("Your orders are recorded" in text for text in expected.forum.texts(thread))


def test_a_code_is_taken_in_the_thread_of_another_seat_too(expected: SeatAssignment) -> None:
    """The seat gets a thread of its own."""
    thread = writes(expected, code(expected))
    plan = SeatPlan(seat="Ann", player="Annie", forum="main")
    expected.world.match("mill", seats=(plan, BOB))
    expected.post()
    expected.forum.says("Annika", thread, code(expected))
    expected.read()
    expected.post()
    titles = [each.title for each in expected.forum.threads.values() if each.private]
    assert titles[-1] == "mill: orders and reports of Ann"


def test_who_plays_in_one_forum_may_begin_another_match_in_a_second(store: Store) -> None:
    """What is ordered in the first goes on counting there."""
    place = SeatAssignment(World(store))
    place.world.settings(forums={"main": "https://forum.pbem.test", "other": "https://other.pbem.test"})
    with store.write() as session:
        session.add(Account(player=place.world.assignment("Ann").player or 0, forum="other", name="Anna", number="7"))
    assert "Your orders are recorded" in place.says("SEEK Mill")


def test_who_plays_by_mail_may_ask_for_the_forum(store: Store) -> None:
    """The answer tells where and how; until then letters come by mail."""
    place = SeatAssignment(World(store))
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
    place = SeatAssignment(World(store), forum="main", addresses=("ann@pbem.test",))
    (notice,) = [each for each in place.world.facts("notice") if each.code == "join-code"]
    assert isinstance(notice, Notice)
    thread = writes(place, notice.lines[0])
    assert "you play Ann" in place.forum.texts(thread)[-1]


def test_who_has_left_the_thread_is_asked_by_mail(store: Store) -> None:
    """By the first line all comes by mail, by the second to the thread in which it is written."""
    place = SeatAssignment(World(store), addresses=("ann@pbem.test",))
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
