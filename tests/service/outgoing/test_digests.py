"""The letter of a day: what waits for it and what does not, when it goes, and what it tells."""

import re
from datetime import timedelta

import pytest
from sqlmodel import select

from moderator.core.template_folders import TEMPLATES
from moderator.ports import Dispatch
from moderator.service import preferences
from moderator.service.admin import personal_data
from moderator.service.context import OverridePlan
from moderator.service.outgoing import digests
from moderator.service.outgoing.envelopes import Envelope, collect
from moderator.service.overrides.apply import apply
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Account, Address, Player
from tests.support.cases import every_case
from tests.support.harm import RENDERER
from tests.support.world import World

ANN = "ann@pbem.test"


_AT_ONCE = frozenset(
    {
        *("address-changed", "address-kept", "address-lost", "address-new", "address-noted", "address-old"),
        *("board-restored", "orders-entered", "orders-fallen", "orders-restored", "position-amended", "rolled-back"),
        *("delegate-begun", "delegate-declined"),
        *("desk-link", "desk-opened", "join-code", "match-begun", "thread-left", "unsubscribed"),
        *("muster", "muster-waiting", "open", "open-full", "open-missed", "open-off", "open-waits"),
        *("rollback-asked", "seat-left", "seat-offered", "turn-called", "vote-concede", "vote-draw"),
    }
)
"""Notices that ask a player something, answer, or tell of another position or other orders: these never wait."""


@pytest.fixture
def world(any_store: Store) -> World:
    """Give two matches of Ann and Bob with four days a turn, at eight in the evening; Ann gets her letters at seven."""
    made = World(any_store)
    made.match(schedule="every 96h")
    made.match("endor", schedule="every 96h")
    made.says("Ann", "SET DIGEST 07:00")
    made.post(RENDERER)
    return made


def sent(world: World) -> list[Dispatch]:
    """Gather what is to go together, send what waits, and return what goes to Ann."""
    with world.store.write() as session:
        digests.gather(session, world.ctx)
    return [posted.dispatch for posted in world.post(RENDERER) if posted.dispatch.to == (ANN,)]


def next_look(world: World) -> object:
    """Return when something next is to go that waits."""
    with world.store.read() as session:
        return digests.next_look(session, world.ctx)


def gm(world: World, line: str, match: str = "hoth") -> None:
    """Let the GM do something."""
    apply(world.store, world.ctx, OverridePlan(name=f"{line} {world.clock.now()}", match=match, lines=(line,)))


# ---- what waits --------------------------------------------------------------------------------------------


def test_what_came_in_a_day_goes_in_one_letter_at_the_time_of_the_player(world: World) -> None:
    """Press and notices of both matches wait; Bob has not asked for that, and gets his at once."""
    world.says("Bob", "PRESS TO Ann: hello from hoth")
    world.says("Bob", "PRESS TO Ann: hello from endor", match="endor")
    world.says("Ann", "PRESS TO Bob: hello yourself")
    gm(world, "SCHEDULE every 72h")
    with world.store.write() as session:
        digests.gather(session, world.ctx)
    readers = [posted.dispatch.to for posted in world.post(RENDERER) if posted.dispatch.feedback_id.count(":press-l")]
    assert readers == [("bob@pbem.test",)]
    assert next_look(world) == world.clock.now() + timedelta(hours=11)
    world.move(hours=10.9)
    assert sent(world) == []
    world.move(hours=0.1)
    (letter,) = sent(world)
    assert letter.words.subject == "Your letters of the day: 2 matches"
    for form in (letter.words.text, letter.words.html):
        assert [form.count(said) for said in ("hello from hoth", "hello from endor", "orders are due")] == [1, 1, 1]
        assert form.index("hello from hoth") < form.index("orders are due") < form.index("hello from endor")
    world.move(hours=24)
    assert sent(world) == []
    assert next_look(world) is None


def test_the_time_is_that_of_the_players_zone(world: World) -> None:
    """Seven in Tokyo is ten in the evening in Greenwich; to move there moves what waits."""
    world.says("Bob", "PRESS TO Ann: hello")
    sent(world)
    world.says("Ann", "SET ZONE Asia/Tokyo")
    sent(world)
    assert next_look(world) == world.clock.now() + timedelta(hours=2)


def test_reports_and_answers_go_at_once(world: World) -> None:
    """A day's letter is for what can wait."""
    world.says("Ann", "STATUS")
    gm(world, "RESOLVE")
    world.look()
    kinds = [letter.feedback_id.split(":")[1] for letter in sent(world)]
    assert sorted(kinds) == ["acknowledgement", "notice", "turn-report"]


@every_case("line", ["ORDERS Ann: SEEK Mill", "RESOLVE", "ROLLBACK 1"])
def test_notices_that_ask_for_something_or_change_a_position_go_at_once(world: World, line: str) -> None:
    """With all else that the same letter tells."""
    if line.startswith("ROLLBACK"):
        gm(world, "RESOLVE")
        world.look()
        sent(world)
    gm(world, line)
    assert [letter.feedback_id for letter in sent(world)] == ["hoth:notice:pbem.test"]


def test_every_notice_either_waits_or_does_not() -> None:
    """A new one must be decided about."""
    words = (TEMPLATES / "service" / "notices.j2").read_text()
    codes = {name.replace("_", "-") for name in re.findall(r"{% macro ([a-z]\w*)\(", words)}
    assert codes == digests.CAN_WAIT | _AT_ONCE
    assert not digests.CAN_WAIT & _AT_ONCE


def test_an_answer_of_the_gms_goes_at_once(world: World) -> None:
    """It is passed on to whoever wrote to the GM."""
    world.says("Ann", "PRESS TO GM: may I?")
    (asked,) = [posted.dispatch for posted in world.post(RENDERER) if posted.dispatch.to == ("gm@pbem.test",)]
    world.put(world.raw("You may.", "gm@pbem.test", to=asked.reply_to), trusted=True)
    world.read()
    (letter,) = sent(world)
    assert "You may." in letter.words.text


@pytest.mark.parametrize(
    ("delivery", "waits", "ways"),
    [("MAIL", True, ("mail",)), ("BOTH", False, ("mail", "main")), ("FORUM", False, ("main",))],
)
def test_what_is_posted_goes_at_once(world: World, delivery: str, *, waits: bool, ways: tuple[str, ...]) -> None:
    """Also by mail, for a player who has it both ways."""
    world.says("Bob", "PRESS TO Ann: hello")
    world.settings(forums={"main": "https://forum.test"})
    with world.store.write() as session:
        player = session.get_one(Player, world.assignment("Ann").player)
        session.add(Account(player=player.id, forum="main", name="ann", number="7"))
        preferences.put(player, "DELIVERY", delivery)
    (ready,) = collect(world.store, world.ctx, world.rows("press-letter"))
    assert isinstance(ready, Envelope)
    assert (ready.waits, ready.transports) == (waits, ways)


# ---- when a deadline is near -------------------------------------------------------------------------------


def test_nothing_waits_about_a_match_whose_deadline_is_near(world: World) -> None:
    """Within a day of it each letter goes as it comes, reminders among them."""
    world.says("Ann", "SET REMIND 20h")
    sent(world)
    world.move(hours=73)
    world.says("Bob", "PRESS TO Ann: quick!")
    assert len(sent(world)) == 1
    world.move(hours=3)
    world.remind()
    assert [letter.feedback_id for letter in sent(world)] == ["hoth:reminder:pbem.test", "endor:reminder:pbem.test"]


def test_what_waits_goes_when_the_deadline_comes_near(world: World) -> None:
    """It does so by itself, before the time of the day's letter."""
    world.says("Ann", "SET DIGEST 23:00")
    sent(world)
    world.move(hours=70)
    world.says("Bob", "PRESS TO Ann: hello")
    world.says("Bob", "PRESS TO Ann: hello again")
    assert sent(world) == []
    assert next_look(world) == world.clock.now() + timedelta(hours=2)
    world.move(hours=2)
    (letter,) = sent(world)
    assert "hello again" in letter.words.text


def test_a_deadline_that_moves_near_takes_along_what_waits(world: World) -> None:
    """And what waits about another match goes on waiting."""
    world.says("Bob", "PRESS TO Ann: hello")
    world.says("Bob", "PRESS TO Ann: not yet", match="endor")
    assert sent(world) == []
    gm(world, f"DEADLINE {world.clock.now() + timedelta(hours=20):%Y-%m-%d %H:%M}")
    told = sent(world)
    assert "hello" in "".join(letter.words.text for letter in told)
    assert "not yet" not in "".join(letter.words.text for letter in told)
    assert "The GM set an earlier deadline" in " ".join(" ".join(letter.words.text for letter in told).split())


def test_a_reminder_waits_where_the_deadline_is_far(world: World) -> None:
    """It goes with the rest if orders are still missing then, and is left out if they came in."""
    for match in ("hoth", "endor"):
        world.says("Bob", "PRESS TO Ann: one", match=match)
        world.says("Bob", "PRESS TO Ann: two", match=match)
    world.says("Ann", "SET REMIND 47h")
    world.move(hours=47)
    sent(world)
    world.move(hours=2)
    world.remind()
    assert sent(world) == []
    world.says("Ann", "SEEK Mill", match="endor")
    world.move(hours=10)
    (letter,) = [each for each in sent(world) if ":digest:" in each.feedback_id]
    assert letter.words.text.count("No orders from you yet") == 1
    assert letter.words.subject == "[hoth] Your letters of the day" or "no orders" in letter.words.subject


# ---- what it tells -----------------------------------------------------------------------------------------


def test_letters_to_one_seat_are_a_letter_of_that_seat(world: World) -> None:
    """It is answered as any other: by the seat's own address, in the thread of the match."""
    world.says("Bob", "PRESS TO Ann: one")
    world.says("Bob", "PRESS TO Ann: two")
    sent(world)
    world.move(hours=11)
    (letter,) = sent(world)
    assert letter.reply_to == world.tag("Ann")
    assert letter.words.subject == "[hoth] Your letters of the day"
    assert (letter.list_id, bool(letter.references)) == ("hoth.pbem.test", True)


def test_one_letter_alone_goes_as_it_is(world: World) -> None:
    """Nobody wants a list of one."""
    world.says("Bob", "PRESS TO Ann: one")
    sent(world)
    world.move(hours=11)
    (letter,) = sent(world)
    assert letter.words.subject == "[hoth] Press from Bob"
    assert letter.reply_to == world.tag("Ann")


@pytest.mark.parametrize("plus", [True, False])
def test_of_several_seats_each_has_its_own_way_to_answer(world: World, *, plus: bool) -> None:
    """No tag stands for all, so none is where the answer to the whole would go."""
    for match in ("hoth", "endor"):
        world.says("Bob", "PRESS TO Ann: hello", match=match)
    sent(world)
    world.says("Ann", "TAG NEW")
    sent(world)
    world.settings(plus_addresses=plus)
    world.move(hours=11)
    (letter,) = sent(world)
    assert letter.reply_to == world.ctx.settings.address
    assert "each match below has its own address" in " ".join(letter.words.text.split())
    assert not letter.references
    assert letter.list_unsubscribe
    for match in ("hoth", "endor"):
        own = world.tag("Ann", match) if plus else f"[{match} Ann #1 "
        assert own in letter.words.text
        assert (own if plus else f"%5B{match}%20Ann%20%231%20") in letter.words.html


def test_it_tells_when_orders_are_due_as_it_goes(world: World) -> None:
    """What was written before a turn ran does not name the deadline of then."""
    gm(world, "SPECTATORS public")
    world.says("Bob", "PRESS TO Ann: hello")
    sent(world)
    gm(world, "RESOLVE")
    world.look()
    sent(world)
    world.move(hours=11)
    (letter,) = sent(world)
    assert "Orders for night 2" in letter.words.text or "Orders for turn 2" in letter.words.text
    assert "1 are due" not in letter.words.text


def test_a_deadline_that_moved_again_is_told_once(world: World) -> None:
    """As in a letter of its own: the first notice was overtaken."""
    for _ in range(2):
        gm(world, "EXTEND 24h")
        sent(world)
        world.move(minutes=1)
    world.says("Bob", "PRESS TO Ann: hello")
    sent(world)
    world.move(hours=11)
    (letter,) = sent(world)
    assert letter.words.text.count("gave everybody more time") == 1
    assert [file.name for file in letter.words.attachments] == ["hoth-deadline.ics"]


@pytest.mark.parametrize(("name", "bound"), [("_MOST", 2), ("_LARGEST", 1000)])
def test_many_letters_fill_several(world: World, monkeypatch: pytest.MonkeyPatch, name: str, bound: int) -> None:
    """None is so large that nobody reads it."""
    monkeypatch.setattr(digests, name, bound)
    for number in range(5):
        world.says("Bob", f"PRESS TO Ann: message {number}")
    sent(world)
    world.move(hours=11)
    told = [re.findall(r"message (\d)", letter.words.text) for letter in sent(world)]
    assert told == [["0", "1"], ["2", "3"], ["4"]]


# ---- what players and operators do meanwhile ---------------------------------------------------------------


def test_without_the_wish_what_waits_goes_at_once(world: World) -> None:
    """SET DIGEST OFF holds nothing back."""
    world.says("Bob", "PRESS TO Ann: one")
    world.says("Bob", "PRESS TO Ann: two")
    assert sent(world) == []
    world.says("Ann", "SET DIGEST OFF")
    assert [letter.words.subject for letter in sent(world)].count("[hoth] Press from Bob") == 2
    assert next_look(world) is None


def test_another_time_moves_what_waits(world: World) -> None:
    """It goes at the new one."""
    world.says("Bob", "PRESS TO Ann: one")
    sent(world)
    world.says("Ann", "SET DIGEST at 9 pm")
    sent(world)
    assert next_look(world) == world.clock.now() + timedelta(hours=1)


def test_an_address_that_nobody_answered_from_has_a_rule_of_its_own(world: World) -> None:
    """Secrets wait for the first answer, as without a wish; the time of day lets none of them go."""
    with world.store.write() as session:
        session.exec(select(Address).where(Address.address == ANN)).one().confirmed = False
        session.exec(select(Address).where(Address.address == "anna@work.test")).one().confirmed = False
    world.says("Bob", "PRESS TO Ann: secret")
    assert sent(world) == []
    assert [row.status for row in world.rows("press-letter")] == [OutboxStatus.WITHHELD]
    world.move(hours=11)
    assert sent(world) == []


def test_an_address_that_changes_meanwhile_gets_nothing_before_it_answers(world: World) -> None:
    """The letter of the day waits for that, and is then whole."""
    for match in ("hoth", "endor"):
        world.says("Bob", "PRESS TO Ann: secret", match=match)
    sent(world)
    with world.store.write() as session:
        for entry in session.exec(select(Address).where(Address.player == world.assignment("Ann").player)):
            entry.confirmed = False
    world.move(hours=11)
    assert sent(world) == []
    world.says("Ann", "STATUS")
    assert any(letter.words.text.count("secret") == 2 for letter in sent(world))


def test_a_match_that_is_withdrawn_takes_back_what_waits(world: World) -> None:
    """Its players are told once, by the final report."""
    world.says("Bob", "PRESS TO Ann: hello")
    world.says("Bob", "PRESS TO Ann: hello again")
    sent(world)
    gm(world, "WITHDRAW")
    sent(world)
    world.move(hours=11)
    assert sent(world) == []


def test_who_is_erased_is_in_no_letter_of_a_day(world: World) -> None:
    """Neither as its reader nor as an author, even if it was put together already."""
    for match in ("hoth", "endor"):
        world.says("Bob", "PRESS TO Ann: words of Bob", match=match)
    gm(world, "SCHEDULE every 72h")
    sent(world)
    world.move(hours=11)
    with world.store.write() as session:
        digests.gather(session, world.ctx)
        personal_data.erase(session, world.ctx, "bob@pbem.test")
    (letter,) = sent(world)
    assert "words of Bob" not in letter.words.text
    assert "a new schedule" in letter.words.subject


def test_what_waits_for_the_erased_never_goes(world: World) -> None:
    """It is dropped with all that was to go to them."""
    world.says("Bob", "PRESS TO Ann: hello")
    sent(world)
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, ANN)
    assert [row.status for row in world.rows("press-letter")] == [OutboxStatus.DROPPED]


def test_a_clock_that_ran_ahead_holds_nothing_for_days(world: World) -> None:
    """What was written by it goes with the next letter of a day by the right one."""
    world.move(days=2)
    world.says("Bob", "PRESS TO Ann: hello")
    assert sent(world) == []
    world.move(days=-2)
    with world.store.write() as session:
        digests.reconsider(session, world.ctx)
    assert sent(world) == []
    assert next_look(world) == world.clock.now() + timedelta(hours=11)


# ---- the wish ----------------------------------------------------------------------------------------------


@every_case(
    ("said", "kept"),
    [
        ("07:00", "07:00"),
        ("at 7:00", "07:00"),
        ("7 am", "07:00"),
        ("7pm", "19:00"),
        ("7.30 p.m.", "19:30"),
        ("12 am", "00:00"),
        ("12:15 pm", "12:15"),
        ("23:59", "23:59"),
        ("ON", "07:00"),
        ("off", "OFF"),
    ],
)
def test_times_are_read_as_people_write_them(world: World, said: str, kept: str) -> None:
    """The answer has them on a clock of 24 hours."""
    (answer,) = world.says("Ann", f"SET DIGEST {said}").answers
    assert (answer.code, answer.facts["value"]) == ("preference-set", kept)


@every_case("said", ["7", "25:00", "07:60", "13 pm", "0 am", "in the morning", "7:00 8:00"])
def test_what_is_no_time_of_day_is_answered_with_some(world: World, said: str) -> None:
    """A number alone may be anything."""
    (answer,) = world.says("Ann", f"SET DIGEST {said}").answers
    assert (answer.code, answer.lines) == (
        "preference-value",
        tuple(f"SET DIGEST {time}" for time in ("07:00", "19:00", "OFF")),
    )


def test_a_letter_of_the_day_that_has_begun_to_go_goes(world: World) -> None:
    """Another time of day that is read between gathering and sending is for the next one."""
    world.says("Bob", "PRESS TO Ann: hello from hoth")
    assert sent(world) == []
    world.move(hours=11)
    with world.store.write() as session:
        digests.gather(session, world.ctx)
    world.says("Ann", "SET DIGEST 19:00")
    assert any("hello from hoth" in letter.words.text for letter in sent(world))
