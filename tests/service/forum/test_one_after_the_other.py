"""Posts in a thread stand as they were written, in one thread for each reader, whatever fails on the way."""

import asyncio
import threading
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from moderator.ports import DeliveryStatus, Dispatch, Posting, Words
from moderator.service.outgoing import posting
from moderator.store.session import Store
from moderator.transport.forum.outbound import ForumOutbound
from moderator.transport.forum.port import ForumError, Post, Refused, TryLater, Unsure, Upload
from tests.service.forum.test_playing_there import SeatAssignment
from tests.support.crashes.memory_campaign import Death
from tests.support.forums.memory_forum import LIMITS
from tests.support.world import START, World


@pytest.fixture(name="place")
def make_place(store: Store) -> SeatAssignment:
    """Give a match with one seat in the forum, whose welcome waits."""
    return SeatAssignment(World(store), posts=False)


def private(place: SeatAssignment) -> list[list[str]]:
    """Return how the posts in each private thread begin."""
    threads = [thread.id for thread in place.forum.threads.values() if thread.private]
    return [[text.partition("\n")[0] for text in place.forum.texts(thread)] for thread in threads]


def rule(place: SeatAssignment) -> None:
    """Let a turn run."""
    place.world.move(hours=49)
    place.world.look()


def test_what_waits_together_stands_in_one_thread(place: SeatAssignment) -> None:
    """The first letter opens the thread, and those behind it follow."""
    rule(place)
    rule(place)
    place.post()
    assert private(place) == [["# Welcome, Ann", "# Turn 1, for Ann", "# Turn 2, for Ann"]]
    assert [thread.title for thread in place.forum.threads.values() if not thread.private] == [
        "hoth: chronicle of the match"
    ]


@pytest.mark.parametrize("trouble", [TryLater("not now"), Unsure("no answer")])
def test_while_a_thread_is_not_open_nothing_else_opens_it(place: SeatAssignment, trouble: ForumError) -> None:
    """The letters behind the first one wait for it."""
    place.forum.fails["start"] = trouble
    place.post()
    rule(place)
    place.forum.fails["thread"] = trouble
    for _ in range(3):
        place.post()
        place.world.move(hours=1)
    assert private(place) == [["# Welcome, Ann", "# Turn 1, for Ann"]]


def test_a_first_letter_that_is_refused_leaves_the_thread_to_the_next(place: SeatAssignment) -> None:
    """It must not stop the others for ever."""
    place.forum.fails["start"] = Refused("no such words here")
    place.post()
    rule(place)
    place.post()
    assert private(place) == [["# Turn 1, for Ann"]]


@pytest.mark.parametrize("trouble", [TryLater("not now"), Unsure("no answer"), Refused("no such words here")])
def test_a_thread_is_known_as_soon_as_it_is_open(place: SeatAssignment, trouble: ForumError) -> None:
    """Whatever becomes of the other parts of the letter that opened it."""
    place.forum.limits = replace(LIMITS, longest_post=1_800)
    place.forum.fails["reply"] = trouble
    place.post()
    rule(place)
    place.post()
    place.world.move(hours=1)
    place.post()
    assert len(private(place)) == 1
    assert [text for text in private(place)[0] if text.startswith("# ")] == ["# Welcome, Ann", "# Turn 1, for Ann"]


def test_a_thread_that_a_dead_sender_opened_is_found(place: SeatAssignment, monkeypatch: pytest.MonkeyPatch) -> None:
    """It died before the thread was noted, and nobody knows that it did until its lease is over."""
    place.forum.limits = replace(LIMITS, longest_post=1_800)

    def die(*_: object) -> None:
        raise Death

    with monkeypatch.context() as dying:
        dying.setattr(posting, "mark", die)
        with pytest.raises(Death):
            place.post()
    opened = private(place)
    assert len(opened[0]) == 2
    place.post()
    place.world.move(minutes=11)
    rule(place)
    place.post()
    assert [thread[: len(opened[0])] for thread in private(place)] == opened
    assert "# Turn 1, for Ann" in private(place)[0]


def test_a_thread_that_is_found_is_looked_at_like_any_other(place: SeatAssignment) -> None:
    """Somebody else may read it by then: the rest of the letter waits."""
    place.forum.limits = replace(LIMITS, longest_post=1_800)
    place.forum.fails["start"] = Unsure("no answer")
    place.post()
    place.forum.adds(place.thread, "Mallory")
    place.world.move(hours=1)
    place.post()
    assert len(private(place)[0]) == 1
    assert [memo.code for memo in place.world.facts("memo")][-1] == "thread-overheard"


@pytest.mark.parametrize("trouble", [TryLater("not now"), Unsure("no answer")])
def test_an_answer_does_not_overtake_the_one_before(place: SeatAssignment, trouble: ForumError) -> None:
    """Neither in the same round nor in a later one, nor when both are due again."""
    place.post()
    for text in ("SEEK Mill", "STATUS"):
        place.forum.says("Anna", place.thread, text)
        place.read()
    place.forum.fails["reply"] = trouble
    place.post()
    place.says("Seek what?")
    place.world.move(hours=1)
    place.post()
    answers = [text for text in private(place)[0] if text.startswith("# ")]
    assert answers == ["# Welcome, Ann", "# Orders recorded", "# Your answer", "# A question, no orders"]


def test_one_that_never_goes_does_not_stop_the_others(place: SeatAssignment, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some hours they go without it."""
    place.post()
    reply = place.forum.reply

    def choose(thread: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        if "# Your answer" in text:
            raise TryLater("not now")
        return reply(thread, text, ref, pictures)

    monkeypatch.setattr(place.forum, "reply", choose)
    for text in ("STATUS", "SEEK Mill"):
        place.forum.says("Anna", place.thread, text)
        place.read()
    when = []
    for hour in range(9):
        place.post()
        if "# Orders recorded" in private(place)[0]:
            when.append(hour)
        place.world.move(hours=1)
    assert when == [6, 7, 8]


def test_what_a_dead_sender_asked_for_may_still_come(place: SeatAssignment) -> None:
    """A forum goes on with a request whose sender has died, so who begins anew looks for it a little later."""
    thread = place.forum.opens("Moderator", "hoth: chronicle of the match", "It begins here.").thread
    post = Posting(forum="main", member="", thread=thread, title="", ref="late-one", again=True)
    late = threading.Timer(0.05, place.forum.reply, [thread, "The report.", "late-one"])

    async def send() -> DeliveryStatus:
        outbound = ForumOutbound({"main": place.forum}, quiet=0.5)
        late.start()
        (sent,) = await outbound.send([letter(post)])
        return sent.status

    assert asyncio.run(send()) is DeliveryStatus.SENT
    assert place.forum.texts(thread) == ["It begins here.", "The report.\n\nref late-one"]


def letter(post: Posting) -> Dispatch:
    """Return a letter that is to be posted."""
    return Dispatch(
        key="report:1",
        words=Words(subject="The report", text="The report."),
        from_name="",
        from_address="",
        sender="",
        to=(),
        reply_to="",
        message_id="<1@pbem.test>",
        date=START,
        posting=post,
    )
