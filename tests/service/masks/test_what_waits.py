"""Letters of a masked match that wait for the quarter tell nothing of the minute in which somebody wrote."""

import re
from datetime import datetime, timedelta

import pytest

from moderator.service.overrides import stepping_in
from moderator.service.pages import press
from moderator.service.pages.desks import OwnSeat
from tests.service.overrides import test_stepping_in as waiting
from tests.support.harm import OURS, RENDERER
from tests.support.masked import begin, override, pass_by, words
from tests.support.world import START, World


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a masked match of three."""
    begin(empty_world)
    empty_world.post(RENDERER)
    return empty_world


@pytest.fixture(name="due")
def near_its_deadline(empty_world: World) -> datetime:
    """Begin a masked match two minutes before its deadline, which is at ten past; return the deadline."""
    empty_world.clock.time = START + timedelta(minutes=10)
    begin(empty_world)
    empty_world.post(RENDERER)
    due = empty_world.the_match().deadline
    assert due is not None
    empty_world.clock.time = due - timedelta(minutes=2)
    return due


def to_bob(world: World) -> list[str]:
    """Return the letters to Bob that go now."""
    return [sent.raw.decode() for sent in world.post(RENDERER) if sent.dispatch.to == ("bob@pbem.test",)]


# ---- what depends on their readers ------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["PRESS TO Bob: hello", "DRAW"])
def test_a_readers_settings_do_not_tell_who_wrote_before_them(world: World, what: str) -> None:
    """Bob writes SET TEXT-ONLY ON at minute 4; whether the letter has HTML tells if Ann wrote before that."""
    kinds = []
    for quarter, minute in enumerate((2, 6)):
        world.clock.time = START + timedelta(minutes=15 * quarter)
        world.says("Bob", "SET TEXT-ONLY OFF")
        world.post(RENDERER)
        written = "Cat" if quarter else "Ann"
        for at, seat, text in sorted([(minute, written, what), (4, "Bob", "SET TEXT-ONLY ON")]):
            world.clock.time = START + timedelta(minutes=15 * quarter + at)
            world.says(seat, text)
        world.clock.time = START + timedelta(minutes=15 * quarter + 15, seconds=2)
        (letter,) = [raw for raw in to_bob(world) if "hello" in raw or "has voted" in raw]
        kinds.append("text/html" in letter)
    assert kinds[0] == kinds[1]


def test_a_readers_new_address_does_not_tell_the_minute(world: World) -> None:
    """Bob writes TAG NEW every two minutes: the address to answer to, in the letter, is the one of Ann's minute."""
    tags = [world.tag("Bob")]
    for minute in range(1, 14):
        world.clock.time = START + timedelta(minutes=minute)
        if minute % 2:
            world.says("Bob", "TAG NEW")
            tags.append(world.tag("Bob"))
        elif minute == 8:
            world.says("Ann", "PRESS TO Bob: hello")
    world.clock.time = START + timedelta(minutes=15, seconds=2)
    (letter,) = [raw.replace("=\r\n", "").replace("=\n", "") for raw in to_bob(world) if "Press from Ann" in raw]
    found = [at for at, tag in enumerate(tags) if tag.partition("@")[0] in letter.replace("%2B", "+")]
    assert found == [len(tags) - 1]


def test_the_turn_in_a_message_id_does_not_tell_who_wrote_first(empty_world: World, due: datetime) -> None:
    """Of two messages of that quarter it would tell which came before the deadline."""
    empty_world.says("Ann", "PRESS TO Bob: early")
    empty_world.clock.time = due + timedelta(minutes=1)
    empty_world.look()
    empty_world.says("Cat", "PRESS TO Bob: late")
    empty_world.clock.time = due + timedelta(minutes=6)
    letters = [raw for raw in to_bob(empty_world) if "Press from" in raw]
    named = [found[1] for raw in letters if (found := re.search(r"^Message-ID: <m\.(\d+)\.", raw, re.MULTILINE))]
    assert named == ["0", "0"]


def test_an_answer_to_such_a_letter_is_for_the_turn_that_it_names(world: World) -> None:
    """Its Message-ID names none, and its subject does."""
    world.move(minutes=1)
    world.says("Ann", "PRESS TO Bob: hello")
    world.move(minutes=15)
    (sent,) = [each for each in world.post(RENDERER) if b"Press from Ann" in each.raw]
    told = world.says("Bob", "SEEK Mill", headers={"In-Reply-To": sent.dispatch.message_id})
    assert told.verdict == "filed"


# ---- a seat that changes hands meanwhile ------------------------------------------------------------------------


def test_who_takes_a_seat_over_does_not_read_what_the_predecessor_wrote(world: World) -> None:
    """It is no page of theirs: not even the readers have it yet."""
    world.move(minutes=1)
    world.says("Cat", "PRESS TO Bob: my secret pact")
    world.move(minutes=4)
    override(world, 'REPLACE Cat WITH "Dora" dora@pbem.test')
    with world.store.read() as session:
        page = press.page(session, world.ctx, OwnSeat(world.assignment("Cat").player or 0, "hoth", "cat"))
    assert [message.text for each in page.correspondences for message in each.messages] == []


def test_a_message_to_a_seat_reaches_who_plays_it_when_it_goes(world: World) -> None:
    """Its author was told that it goes to Cat."""
    world.move(minutes=1)
    assert "goes to Cat" in words(world.says("Bob", "PRESS TO Cat: shall we?"))
    override(world, 'REPLACE Cat WITH "Dora" dora@pbem.test')
    world.move(minutes=15)
    sent = [each for each in world.post(RENDERER) if b"Press from Bob" in each.raw]
    assert [each.dispatch.to for each in sent] == [("dora@pbem.test",)]


def test_a_message_to_a_seat_that_a_bot_has_by_then_goes_to_nobody(world: World) -> None:
    """Not even to its former player."""
    world.move(minutes=1)
    world.says("Bob", "PRESS TO Cat: shall we?")
    override(world, "REPLACE Cat WITH BOT random")
    world.move(minutes=15)
    assert not [each for each in world.post(RENDERER) if b"Press from Bob" in each.raw]


def test_what_the_gm_wrote_to_one_player_is_for_that_player(world: World) -> None:
    """It may be about why they leave."""
    override(world, "TELL Cat: Sorry that it did not work out")
    override(world, 'REPLACE Cat WITH "Dora" dora@pbem.test')
    sent = [each for each in world.post(RENDERER) if b"Sorry that it" in each.raw]
    assert {each.dispatch.to for each in sent} == {("cat@pbem.test",), ("gm@pbem.test",)}


def test_who_has_left_is_told_of_no_votes(world: World) -> None:
    """They were cast before."""
    world.move(minutes=1)
    world.says("Bob", "DRAW")
    override(world, 'REPLACE Cat WITH "Dora" dora@pbem.test')
    world.move(minutes=15)
    sent = [each for each in world.post(RENDERER) if b"offers a draw" in each.raw]
    assert ("cat@pbem.test",) not in [each.dispatch.to for each in sent]


def test_a_notice_that_waits_shows_the_orders_of_now(world: World) -> None:
    """It invites to send them again."""
    world.move(minutes=1)
    world.says("Bob", "SEEK Mill")
    override(world, 'REPLACE Cat WITH "Dora" dora@pbem.test')
    world.move(minutes=4)
    world.says("Bob", "SEEK Gate")
    world.move(minutes=11)
    (notice,) = [raw for raw in to_bob(world) if "Subject: [hoth] Cat has a new player" in raw]
    assert "SEEK Mill" not in notice


# ---- what is over meanwhile ------------------------------------------------------------------------------------


def test_a_refused_rollback_is_not_known_before_it_is_told(empty_world: World) -> None:
    """Who agrees after that hears at once that there is nothing to decide."""
    begin(empty_world, gm="blind")
    pass_by(empty_world, "Ann", "Bob", "Cat")
    override(empty_world, "ROLLBACK 1")
    empty_world.move(minutes=1)
    empty_world.says("Cat", "REFUSE ROLLBACK")
    empty_world.move(minutes=2)
    assert empty_world.says("Bob", "AGREE ROLLBACK").answers[0].code == "rollback-agreed"


def test_a_refused_rollback_is_known_once_it_is_told(empty_world: World) -> None:
    """At the full quarter."""
    begin(empty_world, gm="blind")
    pass_by(empty_world, "Ann", "Bob", "Cat")
    override(empty_world, "ROLLBACK 1")
    empty_world.move(minutes=1)
    empty_world.says("Cat", "REFUSE ROLLBACK")
    assert empty_world.says("Cat", "AGREE ROLLBACK").answers[0].code == "rollback-not-asked"
    empty_world.move(minutes=15)
    assert empty_world.says("Bob", "AGREE ROLLBACK").answers[0].code == "rollback-not-asked"


def test_who_waits_for_a_seat_does_not_hear_the_minute_of_its_player(empty_world: World) -> None:
    """The offer is over once the absent player writes."""
    empty_world.settings(authserv_id=OURS)
    begin(empty_world, absent="standby", absent_after=1)
    waiting.writes(empty_world, "Zoe", "STANDBY")
    waiting.lose_cat(empty_world)
    empty_world.clock.time = empty_world.clock.time.replace(minute=7)
    empty_world.says("Cat", "STATUS")
    stepping_in.settle(empty_world.store, empty_world.ctx)
    (over,) = [row for row in empty_world.rows("stranger") if "over" in row.key]
    assert over.due.minute == 15


def test_votes_of_a_turn_that_is_over_are_told_to_nobody(empty_world: World, due: datetime) -> None:
    """The vote no longer counts, and "If you agree, reply with the word DRAW" would arrive in the next turn."""
    empty_world.says("Ann", "DRAW")
    empty_world.clock.time = due + timedelta(minutes=1)
    empty_world.look()
    empty_world.clock.time = due + timedelta(minutes=6)
    assert not [raw for raw in to_bob(empty_world) if "offers a draw" in raw]


def test_nobody_votes_on_a_match_that_is_over(world: World) -> None:
    """The GM ended it meanwhile."""
    world.move(minutes=1)
    world.says("Ann", "DRAW")
    override(world, "END")
    world.move(minutes=15)
    assert not [raw for raw in to_bob(world) if "offers a draw" in raw]
