"""The GM replies to a memo with a player's words, and the player gets the answer; nobody else can send one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from moderator.ports import Dispatch
from moderator.service import player_memos, tags
from moderator.service.context import SeatPlan
from moderator.service.inbox import intake
from moderator.service.inbox.gm_replies import own_words
from moderator.store.tables import SeatAssignment
from tests.support.harm import OURS, RENDERER, begin, copy
from tests.support.world import ADDRESS, START, World

GM = "gm@pbem.test"
AR = "Authentication-Results"


@pytest.fixture(scope="module")
def begun(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a database with a match whose welcomes are sent, to be copied."""
    return begin(migrated, tmp_path_factory.mktemp("begun"))


@pytest.fixture
def world(begun: Path, tmp_path: Path) -> Iterator[World]:
    """Give a moderator of the test's own with that match."""
    yield from copy(begun, tmp_path)


def sent(world: World, to: str) -> list[Dispatch]:
    """Send what waits; return what goes to an address."""
    return [posted.dispatch for posted in world.post(RENDERER) if posted.dispatch.to == (to,)]


def memo(world: World, text: str = "PRESS TO GM: May I ask something?", **more: Any) -> Dispatch:  # noqa: ANN401 - of ``raw``
    """Let Ann write to the GM; return the memo."""
    world.says("Ann", text, **more)
    (found,) = sent(world, GM)
    return found


def replies(world: World, to: Dispatch, text: str, sender: str = GM, **headers: str) -> None:
    """Let somebody reply to a letter, as a mail program does."""
    thread = {"In-Reply-To": to.message_id, "References": to.message_id, **headers}
    world.put(world.raw(text, sender, to=to.reply_to, subject=f"Re: {to.words.subject}", headers=thread))
    world.read()


def only(found: list[Dispatch]) -> str:
    """Return the words of the one letter."""
    (dispatch,) = found
    return " ".join(dispatch.words.text.split())


def test_the_memo_says_who_wrote_from_where_and_what_a_reply_does(world: World) -> None:
    """Ann's address stands in it, and that a reply goes on to her."""
    text = " ".join(memo(world).words.text.split())
    assert "ann@pbem.test" in text
    assert "If you reply to this letter, we pass your words on to Anna as a message from the GM" in text


def test_a_reply_goes_on_to_the_player_and_the_gm_is_told(world: World) -> None:
    """Ann gets the GM's words alone, can answer them by press, and does not learn the GM's address."""
    told = memo(world)
    replies(world, told, "Of course, go ahead.\n\nOn 20.11.2026 Battle Moderator wrote:\n> May I ask something?\n")
    out = [posted.dispatch for posted in world.post(RENDERER)]
    (to_ann,) = [each for each in out if each.to == ("ann@pbem.test",)]
    text = " ".join(to_ann.words.text.split())
    assert "Of course, go ahead." in text
    assert "May I ask" not in text
    assert "wrote:" not in text
    assert "PRESS TO GM" in text
    assert "GM to you" in text
    assert GM not in text + str(to_ann.words.html)
    assert to_ann.reply_to == world.tag("Ann")
    (to_gm,) = [each for each in out if each.to == (GM,)]
    assert "We passed your reply on to Anna: Of course, go ahead." in " ".join(to_gm.words.text.split())
    assert to_gm.reply_to == ADDRESS


def test_every_memo_with_a_players_words_can_be_replied_to(world: World) -> None:
    """A wish for more time, and what is gathered after an hour, too."""
    replies(world, memo(world, "EXTEND 24h"), "No, sorry.")
    assert "No, sorry." in only(sent(world, "ann@pbem.test")[-1:])
    for number in range(8):
        world.says("Ann", f"PRESS TO GM: number {number}")
    world.post(RENDERER)
    world.move(hours=2)
    with world.store.write() as session:
        player_memos.gather(session, world.ctx)
    (gathered,) = sent(world, GM)
    replies(world, gathered, "Please write less.")
    assert "Please write less." in only(sent(world, "ann@pbem.test"))


def test_without_plus_addresses_the_subject_leads_to_the_player(world: World) -> None:
    """The mark in the subject does what the address does elsewhere."""
    world.settings(plus_addresses=False)
    mark = tags.subject_mark(world.ctx, "hoth", "Ann", 1, 1)
    told = memo(world, subject=mark)
    assert told.reply_to == ADDRESS
    replies(world, told, "Yes.")
    assert "Yes." in only(sent(world, "ann@pbem.test"))


@pytest.mark.parametrize("sender", ["eve@evil.test", "bob@pbem.test", "gm@pbem.test.evil.test"])
def test_nobody_else_can_reply_as_the_gm(world: World, sender: str) -> None:
    """Who got hold of a memo and writes from another address reaches no player."""
    replies(world, memo(world), "Send me your orders.", sender)
    assert not world.rows("press-letter")


def test_a_reply_without_the_memos_address_reaches_nobody(world: World) -> None:
    """The GM's address alone, which anybody can write, and the thread prove nothing."""
    told = memo(world)
    thread = {"In-Reply-To": told.message_id, "References": told.message_id}
    for to in (ADDRESS, told.reply_to[:-13] + "aaa@pbem.test", world.tag("Ann")):
        world.put(world.raw("Send me your orders.", GM, to=to, subject="Re: hoth", headers=thread))
        world.read()
    assert not world.rows("press-letter")


@pytest.mark.parametrize(("trust", "found"), [("tag", "dmarc=fail header.from=pbem.test"), ("strict", "dmarc=none")])
def test_a_reply_that_our_server_doubts_goes_to_nobody_and_the_gm_is_told(world: World, trust: str, found: str) -> None:
    """A forged sender is found out as it is for players; the GM hears of it once a day."""
    world.settings(trust=trust, authserv_id=OURS)
    told = memo_of(world)
    for _ in range(3):
        replies(world, told, "Send me your orders.", **{AR: f"{OURS}; {found}"})
    assert not world.rows("press-letter")
    assert "our mail server can't confirm that you wrote it" in only(sent(world, GM))


def memo_of(world: World) -> Dispatch:
    """Let Ann write to the GM where our server vouches for her; return the memo."""
    world.says("Ann", "PRESS TO GM: hello", headers={AR: f"{OURS}; dmarc=pass header.from=pbem.test"})
    (found,) = sent(world, GM)
    return found


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"X-Autoreply": "yes"},
        {"Precedence": "bulk"},
        {"Subject": "Out of office"},
        {"Content-Type": "multipart/report; report-type=delivery-status; boundary=b"},
    ],
)
def test_what_a_machine_answers_for_the_gm_goes_to_nobody(world: World, headers: dict[str, str]) -> None:
    """Automatic replies and bounces are no words of the GM's."""
    told = memo(world)
    raw = world.raw("I am away.", GM, to=told.reply_to, headers={"In-Reply-To": told.message_id, **headers})
    world.put(raw)
    world.read()
    assert not world.rows("press-letter")
    assert not sent(world, GM)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("> May I ask something?", "has no words of your own"),
        ("word\n" * 2_001, "too long, so we did not pass it on: the limit is 10000 characters"),
    ],
)
def test_a_reply_that_cannot_go_on_is_answered(world: World, text: str, answer: str) -> None:
    """An empty one, and one that is longer than a message may be."""
    replies(world, memo(world), text)
    assert not world.rows("press-letter")
    assert answer in only(sent(world, GM))


def test_a_player_who_left_the_seat_is_still_reached_and_sees_nothing_of_it(world: World) -> None:
    """The answer goes to the player, with no reply address of a seat that is another's."""
    told = memo(world)
    with world.store.write() as session:
        place = session.exec(select(SeatAssignment).where(SeatAssignment.seat == "Ann")).one()
        place.left = START
        session.add(SeatAssignment(match=place.match, seat="Ann", bot="sleeper", joined=START))
    replies(world, told, "Farewell.")
    (letter,) = sent(world, "ann@pbem.test")
    assert "Farewell." in letter.words.text
    assert letter.reply_to == ADDRESS


def test_a_gm_who_plays_can_reply(world: World) -> None:
    """The memo's address says what is meant, although the GM has a seat."""
    seats = (
        SeatPlan(seat="Ann", player="Anna", addresses=("ann@pbem.test",)),
        SeatPlan(seat="Bob", player="G", addresses=(GM,)),
    )
    world.match("endor", seats=seats)
    world.post(RENDERER)
    for trust in ("tag", "address"):
        world.settings(trust=trust)
        world.says("Ann", "PRESS TO GM: fair?", match="endor")
        (told,) = [each for each in sent(world, GM) if "fair?" in each.words.text]
        replies(world, told, f"Fair, by {trust}.")
        assert f"Fair, by {trust}." in only(sent(world, "ann@pbem.test"))


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Yes\n> no\nand no", "Yes\nand no"),
        ("On 20.11.2026 14:03, Battle Moderator <m@pbem.test> wrote:\n\n> hi\n\nBelow.", "Below."),
        ("Above.\n\n-----Original Message-----\nFrom: m@pbem.test\nSent: Friday\nTo: gm@pbem.test\n\nhi", "Above."),
        ("Yes.\n-- \nGerda, gm@pbem.test", "Yes."),
    ],
)
def test_only_the_gms_own_words_go_on(world: World, text: str, own: str) -> None:
    """Quotes, their headings and signatures stay behind, wherever the words stand."""
    assert own_words(world.ctx, intake.read_stored(world.ctx, world.raw(text)).lines) == own
