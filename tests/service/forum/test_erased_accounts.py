"""Who plays in a forum may ask for everything that is kept of them, and to be forgotten."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import select

from moderator.core import codec
from moderator.service.admin import personal_data
from moderator.service.context import SeatPlan
from moderator.service.matches import matches
from moderator.store.session import Store
from moderator.store.tables import Account, Match, Outbox, Thread
from tests.service.forum.test_playing_there import BOB, SeatAssignment
from tests.support.world import World


@pytest.fixture(name="place")
def make_place(store: Store) -> SeatAssignment:
    """Give a match in which Anna has written in her thread and in the chronicle, and once more unread."""
    place = SeatAssignment(World(store))
    place.says("SEEK Mill")
    place.world.move(hours=49)
    place.world.look()
    place.post()
    (chronicle,) = [thread for thread in place.forum.threads.values() if not thread.private]
    place.forum.says("Anna", chronicle.id, "I live in the Mill.")
    place.read()
    place.forum.says("Anna", place.thread, "SEEK Gate")
    place.inbound.drain(place.world.keep)
    return place


def asked(place: SeatAssignment, what: Callable[..., Any], who: str = "main:anna") -> Any:  # noqa: ANN401 - what is asked for
    """Ask for somebody's data."""
    with place.world.store.write() as session:
        return what(session, place.world.ctx, who)


def test_all_that_is_known_of_an_account_is_handed_out(place: SeatAssignment) -> None:
    """Posts in her thread, in public, and those that nobody has read yet."""
    told = asked(place, personal_data.export)
    assert told["accounts"] == ["main:Anna"]
    assert told["threads"] == [f"main:{place.thread}"]
    raw = "".join(letter["raw"] for letter in told["letters"])
    assert [text in raw for text in ("SEEK Mill", "I live in the Mill.", "SEEK Gate")] == [True] * 3


def test_nothing_of_an_account_is_left(place: SeatAssignment) -> None:
    """Neither its name, nor its posts, nor what binds a thread to a seat."""
    assert asked(place, personal_data.addresses) == ["main:Anna"]
    assert asked(place, personal_data.erase) == ["hoth"]
    with place.world.store.read() as session:
        assert not session.exec(select(Account)).all()
        assert [thread.seat for thread in session.exec(select(Thread))] == [""]
        assert "Anna" not in str(session.exec(select(Match)).one().settings)
        rows = session.exec(select(Outbox).where(Outbox.seat == "Ann")).all()
        assert not any("Anna" in codec.encode(codec.unpack(row.payload, Any)).decode() for row in rows)
    assert {letter.raw for letter in place.world.letters()} == {b""}


def test_a_post_in_the_thread_of_somebody_who_was_erased_is_nobodys(place: SeatAssignment) -> None:
    """It is not answered."""
    asked(place, personal_data.erase)
    assert place.says("STATUS") == "STATUS"
    assert place.world.letters()[-1].player is None


def memos(place: SeatAssignment) -> str:
    """Return all that is kept of memos to the GM."""
    with place.world.store.read() as session:
        rows = session.exec(select(Outbox).where(Outbox.kind == "memo")).all()
        return "\n".join(codec.encode(codec.unpack(row.payload, Any)).decode() for row in rows)


def test_no_memo_names_an_account_that_was_erased(place: SeatAssignment) -> None:
    """Memos name accounts with their forum, so that they are found; a longer name that begins alike is another's."""
    place.world.match("mill", seats=(BOB, SeatPlan(seat="Ann", player="Anna Bell", forum="main:AnnaBell", zone="UTC")))
    place.post()
    with place.world.store.write() as session:
        for match in session.exec(select(Match)).all():
            matches.announce(session, place.world.ctx, match)
    mill = place.forum.thread_of("AnnaBell")
    place.forum.adds(mill, "Anna")
    place.forum.says("AnnaBell", mill, "STATUS")
    place.read()
    place.post()
    assert "Ann: Anna <main:Anna>" in memos(place)
    assert '"readers":"main:Anna"' in memos(place)
    asked(place, personal_data.erase)
    assert not re.search(r"main:Anna\b", memos(place))
    assert "Ann: Anna Bell <main:AnnaBell>" in memos(place)
