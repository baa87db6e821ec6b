"""The GM's letter of the day: what waits for it and what does not, what it tells, and what it never tells."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.template_folders import TEMPLATES
from moderator.ports import Dispatch
from moderator.service import outbox
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.facts import GmDigest, TurnReport
from moderator.service.matches import matches
from moderator.service.outgoing import digests, gm_digests
from moderator.service.outgoing.envelopes import tell
from moderator.service.overrides.apply import apply
from moderator.store.session import Store
from tests.support.harm import RENDERER
from tests.support.world import ANN_AND_BOB, World

GM, BOTH = "gm@pbem.test", ("gm@pbem.test", "co@pbem.test")

_AT_ONCE = frozenset(
    {
        *("absent", "nobody-waits", "player-erased", "unreachable", "bounce", "letter-refused", "open-failed"),
        *("command-failed", "letter-faulted", "letter-shunted", "template-fault", "match-faulted", "other-rules"),
        *("turns-held", "letters-not-moved", "mailbox-full", "clock", "heartbeat", "desk-link", "desk-opened"),
        *("config-refused", "config-told", "config-accepted", "config-new", "config-before", "match-waits"),
        *("override-begun", "override-in-part", "override-agreed", "override-applied"),
        *("override-refused", "override-refused-before", "gm-tried", "gm-would", "gm-would-tell", "gm-would-board"),
        *("gm-lines-refused", "gm-outdated", "gm-unread", "address-gone", "join-code"),
        *("extend", "draw-agreed", "concede-agreed", "rollback-refused", "resign", "vacation", "join", "standby"),
        *("press", "notes", "reply-passed-on", "reply-empty", "reply-long", "reply-unreachable", "reply-doubted"),
        *("thread-overheard", "thread-left", "report-quoted", "post-not-hidden", "notice-failed"),
        *("dropped-without-seat", "dropped-unknown-match", "dropped-unknown-seat", "dropped-bot-seat"),
        *("dropped-unknown-player", "dropped-unknown-kind", "dropped-seatless-player"),
    }
)
"""Memos that ask the GM for something, answer, hold a player's words, or tell of a fault: these never wait."""


@pytest.fixture
def world(any_store: Store) -> World:
    """Give two matches of Ann and Bob with four days a turn; the GM gets a letter a day at seven in the morning."""
    made = World(any_store)
    made.settings(gm_digest="07:00")
    made.match(schedule="every 96h")
    made.match("endor", schedule="every 96h")
    made.post(RENDERER)
    return made


def sent(world: World) -> list[Dispatch]:
    """Gather what is to go together, send what waits, and return what goes to the GM."""
    with world.store.write() as session:
        digests.gather(session, world.ctx)
    return [posted.dispatch for posted in world.post(RENDERER) if GM in posted.dispatch.to]


def kinds(letters: list[Dispatch]) -> list[str]:
    """Return the kinds of letters."""
    return [letter.feedback_id.split(":")[1] for letter in letters]


def gm(world: World, line: str, match: str = "hoth") -> None:
    """Let the GM do something."""
    apply(world.store, world.ctx, OverridePlan(name=f"{line} {match} {world.clock.now()}", match=match, lines=(line,)))


def runs(world: World, match: str = "hoth") -> None:
    """Let a turn of a match run now, with no orders of Bob's."""
    world.says("Ann", "SEEK Mill", match=match)
    gm(world, "RESOLVE", match)
    world.look()


def told(world: World, code: str, match: str = "hoth", **more: Any) -> None:  # noqa: ANN401 - of the memo
    """Tell the GM something."""
    with world.store.write() as session:
        facts: dict[str, str | int] = {"player": "Ann", "seat": "Ann", "bot": "recruit"}
        outbox.memo(session, world.ctx, code, f"{code}:{match}:{world.clock.now()}", match=match, facts=facts, **more)


def at_seven(world: World) -> Dispatch:
    """Return the letter that goes at seven."""
    sent(world)
    go_to(world, next_look(world))
    (letter,) = sent(world)
    return letter


def next_look(world: World) -> datetime:
    """Return when something next is to go that waits."""
    with world.store.read() as session:
        moment = digests.next_look(session, world.ctx)
    assert moment is not None
    return moment


def go_to(world: World, moment: datetime) -> None:
    """Let time pass."""
    world.clock.move(moment - world.clock.now())


def deadline(world: World) -> datetime:
    """Return the deadline of the first match."""
    moment = world.the_match().deadline
    assert moment is not None
    return moment


# ---- what waits --------------------------------------------------------------------------------------------


def test_turns_and_memos_of_all_matches_go_in_one_letter(world: World) -> None:
    """Two turns ran, and a player came back: one letter at seven, and nothing besides."""
    runs(world)
    runs(world, "endor")
    told(world, "player-back")
    assert [kind for kind in kinds(sent(world)) if kind != "memo"] == []
    letter = at_seven(world)
    assert letter.words.subject == "Battle Moderator: the GM's letter of the day"
    for form in (letter.words.text, " ".join(letter.words.html.split())):
        for said in ("hoth, turn 1: no orders came from Bob", "endor, turn 1: no orders came from Bob"):
            assert said in " ".join(form.split())
        assert "plays the seat again, in place of the bot recruit" in " ".join(form.split())
    world.move(hours=24)
    assert sent(world) == []


def test_every_memo_either_waits_or_does_not() -> None:
    """A new one must be decided about."""
    words = (TEMPLATES / "service" / "memo-titles.j2").read_text()
    codes = {name.replace("_", "-") for name in re.findall(r"{% macro ([a-z]\w*)\(", words)}
    assert codes == gm_digests.CAN_WAIT | _AT_ONCE
    assert not gm_digests.CAN_WAIT & _AT_ONCE


def test_what_players_write_and_what_is_wrong_goes_at_once(world: World) -> None:
    """The GM replies to such a memo itself."""
    world.says("Ann", "EXTEND 24h\nPRESS TO GM: may I?")
    told(world, "nobody-waits")
    assert kinds(sent(world)) == ["memo"] * 2


def test_a_memo_about_a_match_that_is_due_within_a_day_goes_at_once(world: World) -> None:
    """A turn that ran is history, and waits all the same."""
    sent(world)
    told(world, "player-back")
    assert sent(world) == []
    go_to(world, deadline(world) - timedelta(hours=23))
    told(world, "seat-kept")
    assert sorted(kinds(sent(world))) == ["gm-digest", "memo"]


def test_a_memo_goes_before_seven_if_its_match_is_due_then(world: World) -> None:
    """What waits comes a day before the deadline at the latest."""
    sent(world)
    go_to(world, deadline(world) - timedelta(hours=26))
    sent(world)
    told(world, "player-back")
    assert sent(world) == []
    world.move(hours=2)
    assert kinds(sent(world)) == ["gm-digest"]


def test_the_last_report_comes_at_once_and_whole(world: World) -> None:
    """It opens all seals of the match."""
    runs(world)
    sent(world)
    gm(world, "END")
    assert "turn-report" in kinds(sent(world))


def test_without_the_wish_letters_go_as_they_come(world: World) -> None:
    """What waits goes at the next look once the GM takes the wish back."""
    runs(world)
    told(world, "player-back")
    assert "turn-report" not in kinds(sent(world))
    world.settings(gm_digest="")
    assert sorted(kinds(sent(world))) == ["memo", "turn-report"]
    runs(world, "endor")
    assert "turn-report" in kinds(sent(world))


def test_a_memo_of_the_day_waits_for_the_next_letter(world: World) -> None:
    """It is due at midnight, and goes at seven with the others."""
    world.put(world.raw("JOIN hoth", "Dora <dora@real.test>"))
    world.read()
    world.move(hours=5)
    assert sent(world) == []
    assert "dora@real.test (Dora): JOIN hoth" in at_seven(world).words.text


def test_all_gms_get_the_letter(world: World) -> None:
    """As one letter to all of them."""
    world.settings(gm_digest="07:00", co_gms=BOTH[1:])
    runs(world)
    assert at_seven(world).to == BOTH


# ---- what it tells -----------------------------------------------------------------------------------------


def facts(world: World) -> GmDigest:
    """Return what the letter tells that is about to go."""
    sent(world)
    go_to(world, next_look(world))
    with world.store.write() as session:
        digests.gather(session, world.ctx)
    with world.store.read() as session:
        (letter,) = tell(session, world.ctx, world.rows("gm-digest"))
    assert isinstance(letter, GmDigest)
    return letter


def test_it_tells_whom_the_matches_wait_for_now(world: World) -> None:
    """As of when it goes: Bob has sent orders since."""
    runs(world)
    world.says("Bob", "SEEK Mill")
    waiting = {each.name: each.waiting for each in facts(world).waiting}
    assert waiting == {"hoth": ("Ann",), "endor": ("Ann", "Bob")}


def plan(**changes: Any) -> MatchPlan:  # noqa: ANN401 - of the plan
    """Return a match of four days a turn."""
    seats = tuple(ANN_AND_BOB)
    made = MatchPlan(name="yavin", game="night-watch", schedule="every 96h", zone="UTC", seats=seats)
    return replace(made, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"gm": "blind"},
        {"seats": (SeatPlan(seat="Ann", player="Gina", addresses=(GM,)), ANN_AND_BOB[1])},
    ],
)
def test_a_blind_gm_is_told_no_more_than_by_single_letters(world: World, changes: dict[str, Any]) -> None:
    """Details of faults stay out of the memos, and the turns say what everybody knows; no board comes at all."""
    with world.store.write() as session:
        matches.create(session, world.ctx, plan(**changes))
    world.says("Bob", "SEEK Mill", match="yavin")
    gm(world, "RESOLVE", "yavin")
    world.look()
    run = next(each for each in facts(world).turns if each.match == "yavin")
    with world.store.read() as session:
        rows = [row for row in world.rows("turn-report") if row.to == GM]
        (alone,) = tell(session, world.ctx, rows)
    assert isinstance(alone, TurnReport)
    assert (run.turn, run.silent) == (alone.resolved_turn, alone.silent)
    assert alone.hidden == ()
