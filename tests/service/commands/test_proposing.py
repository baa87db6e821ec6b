"""PROPOSE: allies plan together by letter, with people and with bots, and the enemy learns nothing of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import select

from moderator.games.rebel_commander.orders.types import Attack
from moderator.service.audit import replay
from moderator.service.context import SeatPlan
from moderator.service.facts import Welcome
from moderator.service.letter_parts import Answer
from moderator.service.matches import order_requests
from moderator.store import match_queries
from moderator.store.tables import OrderRequest
from moderator.testing.recorded import empty, import_and_replay, pack
from tests.support.world import World

ATTACK = "ATTACK C4"
START = {
    "Red": {"C4": {"troops": 3}, "A0": {"troops": 1}},
    "Blue": {"C3": {"troops": 4, "transports": 1}},
    "Green": {"J0": {"troops": 1}},
    "Empire": {"C4": {"troops": 5}, "J7": {"troops": 2}},
}
"""Red stands beside the enemy and cannot beat him alone."""


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a match of two people and a bot against the Empire, who is a person."""
    return begun(empty_world, START)


def begun(world: World, start: Mapping[str, Any]) -> World:
    """Begin such a match from a position."""
    people = ("Red", "Green", "Empire")
    seats = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat.lower()}@pbem.test",)) for seat in people]
    seats.insert(1, SeatPlan(seat="Blue", bot="veteran"))
    world.match("hoth", "rebel-commander", seats, "every 48h", start=start)
    return world


def said(world: World, text: str, seat: str = "Red") -> Answer:
    """Return the answer to the one command of a letter."""
    (answer,) = world.says(seat, text).answers
    return answer


def attacks(world: World, seat: str = "Blue") -> list[str]:
    """Return the attacks on a seat's order set, which may be a bot's."""
    return [line for line in world.order_set(seat) or [] if "ATTACK" in line]


@pytest.mark.parametrize("text", ["PROPOSE ATTACK C4 ORDER 2", "PROPOSE 2. ATTACK C4", "PROPOSE attack c4 under 2"])
def test_a_bot_takes_a_proposed_attack_at_once(world: World, text: str) -> None:
    """The answer tells what it means to order now."""
    answer = said(world, text)
    assert answer.code == "proposed"
    assert attacks(world) == [f"2. {ATTACK}"]
    assert any(line.startswith("Blue: ") and f"2. {ATTACK}" in line for line in answer.lines)


def test_a_message_to_a_bot_may_propose_too(world: World) -> None:
    """Any other message to it is refused as before."""
    assert said(world, "PRESS TO Blue: ATTACK C4 under 2").code == "proposed"
    assert attacks(world) == [f"2. {ATTACK}"]
    assert said(world, "PRESS TO Blue: shall we dance?").code == "press-bots"
    assert said(world, "PRESS TO Blue: ATTACK C4 under 2", "Empire").code == "press-bots"


def test_people_among_the_allies_are_written_to(world: World) -> None:
    """The Empire is not, and neither is who proposes."""
    said(world, "PROPOSE ATTACK C4 ORDER 2")
    assert [row.seat for row in world.rows("press-letter")] == ["Green"]
    assert world.facts("press-letter")[0].text == f"PROPOSE 2. {ATTACK}"
    assert "Red: 2. ATTACK C4" in said(world, "PROPOSE", "Green").lines


def test_what_is_proposed_stands_until_something_else_is(world: World) -> None:
    """NOTHING takes it back, and the bot orders what it had ordered before."""
    before = world.order_set("Blue")
    said(world, "PROPOSE ATTACK C4 ORDER 3")
    said(world, "PROPOSE ATTACK C4 ORDER 2")
    assert attacks(world) == [f"2. {ATTACK}"]
    assert said(world, "PROPOSE NOTHING").code == "proposed"
    assert world.order_set("Blue") == before


@pytest.mark.parametrize("text", ["PROPOSE ATTACK C4", "PROPOSE BUILD TROOPS C4 ORDER 1", "PROPOSE ATTACK C4 ORDER 7"])
def test_what_allies_cannot_act_on_is_refused(world: World, text: str) -> None:
    """An attack without a number, an order that concerns nobody else, and a number that there is not."""
    before = world.order_set("Blue")
    assert said(world, text).code == "propose-unread"
    assert world.order_set("Blue") == before


def test_who_has_no_allies_has_nobody_to_propose_to(world: World) -> None:
    """The Empire stands alone."""
    assert said(world, "PROPOSE ATTACK C4 ORDER 1", "Empire").code == "propose-no-allies"


def test_a_preview_reckons_with_what_allies_have_told(world: World) -> None:
    """Blue's units come first, and the attack is fought together."""
    said(world, "PROPOSE ATTACK C4 ORDER 2")
    world.says("Red", "2. ATTACK C4")
    (answer,) = world.says("Red", "PREVIEW").answers
    told = [fact for section in answer.report.sections for fact in section.facts]
    assert [fact["allies"] for fact in told if fact.get("agreed")] == [["Blue"]]


def test_a_report_tells_allies_what_bots_mean_to_do_and_the_enemy_nothing(empty_world: World) -> None:
    """It stands in a section of its own, before the deadline."""
    world = begun(empty_world, {**START, "Blue": {"C4": {"troops": 4}}})
    told = [facts for row in world.rows("welcome") if isinstance(facts := world.facts_of(row), Welcome)]
    keys = {facts.head.seat: {section.key for section in facts.report.sections} for facts in told}
    assert attacks(world)
    assert {seat for seat, known in keys.items() if "allies" in known} == {"Red", "Green"}


@pytest.mark.parametrize("hint", ["PROPOSE ATTACK C4 ORDER 2", "PROPOSE NOTHING", "PROPOSE ATTACK J7 ORDER 1"])
def test_the_record_can_be_played_again_with_what_was_proposed(world: World, hint: str) -> None:
    """The bot is asked again with the same words in its ear."""
    said(world, hint)
    world.move(hours=49)
    world.look()
    with world.store.read() as session:
        match = world.the_match()
        assert match.turn == 2
        assert replay.replay(session, world.ctx, match) == []


def test_what_was_proposed_is_carried_to_another_instance(world: World, tmp_path: Path) -> None:
    """There the match is played again, bots and all."""
    said(world, "PROPOSE ATTACK C4 ORDER 2")
    world.move(hours=49)
    world.look()
    (tmp_path / "hoth.tar.xz").write_bytes(pack(world, world.the_match()))
    with empty() as other:
        match = import_and_replay(tmp_path / "hoth.tar.xz", other, tmp_path / "match")
        with other.store.read() as session:
            assert replay.replay(session, other.ctx, match) == []
            assert order_requests.proposed_plans(
                other.ctx.game(match.game), match_queries.requests(session, match.id or 0)[1]
            )


def test_a_bot_that_ordered_otherwise_than_its_allies_told_it_is_found(world: World) -> None:
    """Without the proposal the replay knows that the order set is not the bot's."""
    said(world, "PROPOSE ATTACK C4 ORDER 2")
    world.move(hours=49)
    world.look()
    with world.store.write() as session:
        match = world.the_match()
        for row in session.exec(select(OrderRequest)):
            row.proposals = None
        session.flush()
        assert [finding.code for finding in replay.replay(session, world.ctx, match)] == ["bot-differs"]


def test_the_enemy_gets_the_same_with_and_without_a_proposal(world: World) -> None:
    """Nothing goes to the Empire, the hour of the step stays, and its STATUS says the same."""
    before = said(world, "STATUS", "Empire"), world.the_match().ready_at, len(world.rows())
    said(world, "PROPOSE ATTACK C4 ORDER 2")
    after = said(world, "STATUS", "Empire"), world.the_match().ready_at
    assert replace(after[0], line=0) == replace(before[0], line=0)
    assert after[1] == before[1]
    assert [
        row.seat for row in world.rows()[before[2] :] if row.seat == "Empire" and row.kind != "acknowledgement"
    ] == []
    order_sets = world.order_set_row("Blue")
    assert order_sets is not None
    assert order_sets.number == 1
    assert Attack(place="C4", number="2") in order_requests.unpack_orders(
        world.ctx.game("rebel-commander"), order_sets.orders
    )
