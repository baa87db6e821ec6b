"""What a GM may do, that it is done once and whole, and who is told."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from moderator.core.dice import Dice, Why
from moderator.core.game import Ahead, AnyGame, Resolution
from moderator.core.seats import Observer
from moderator.games.space_genocide.tables import CARD
from moderator.rendering.mail import MailRenderer
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import Notice, TurnReport
from moderator.service.matches import order_requests, records, reports
from moderator.service.overrides.apply import Applied, OverrideStatus, apply, apply_all
from moderator.service.overrides.decisions import OverrideError, RefusedError
from moderator.service.turns import adjudication, recording
from moderator.service.turns.due import RunResult
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import (
    Address,
    Match,
    OrderRequest,
    OrderSet,
    Outbox,
    Override,
    Player,
    Record,
    SeatAssignment,
)
from tests.rendering.samples import Still
from tests.support.night_watch import GAME
from tests.support.night_watch.state import State
from tests.support.world import World

RENDERER = MailRenderer(Still())
TABLES = (Match, Record, OrderRequest, Outbox, OrderSet, SeatAssignment, Player, Override)


def do(world: World, *lines: str, name: str = "one", match: str = "hoth", dry_run: bool = False) -> Applied:
    """Apply an override."""
    plan = OverridePlan(name=name, match=match, lines=lines, place="config.toml:40")
    return apply(world.store, world.ctx, plan, dry_run=dry_run)


def everything(world: World) -> list[dict[str, object]]:
    """Return all rows of all tables that an override touches, without what is kept and told of refusals."""
    with world.store.read() as session:
        rows = [row.model_dump() for kind in TABLES for row in session.exec(select(kind))]
    return [row for row in rows if not row.get("refused") and "override-refused" not in str(row.get("key"))]


def newest(world: World, match: str = "hoth") -> Record:
    """Return the last record."""
    with world.store.read() as session:
        found = records.by_number(session, world.the_match(match), world.the_match(match).number)
        assert found is not None
        return found


def notices(world: World) -> list[tuple[str, str]]:
    """Return code and seat of all notices."""
    return [(notice.code, notice.head.seat) for notice in world.facts("notice")]


def test_extend_moves_the_deadline_and_tells_everybody_why(world: World) -> None:
    """One more day, recorded, with the old time in the letter."""
    was = world.the_match().deadline
    assert was is not None
    do(world, "EXTEND 24h")
    assert world.the_match().deadline == was + timedelta(hours=24)
    assert newest(world).kind is RecordKind.NOTE
    assert notices(world) == [("deadline-moved", "Ann"), ("deadline-moved", "Bob")]
    due = world.facts("notice")[0].due
    assert (due.was, due.why) == (was, "extended")


def test_an_override_is_applied_once(world: World) -> None:
    """Read again with the same text, it does nothing."""
    do(world, "EXTEND 24h")
    before = everything(world)
    assert do(world, "EXTEND 24h").done is OverrideStatus.ALREADY
    assert everything(world) == before


def test_an_id_with_another_text_is_an_error_that_says_what_to_do(world: World) -> None:
    """The id was used; the new text needs one of its own."""
    do(world, "EXTEND 24h")
    with pytest.raises(OverrideError, match="an id of its own") as told:
        do(world, "EXTEND 48h")
    assert 'config.toml:40: override "one"' in str(told.value)
    assert "EXTEND 24h" in str(told.value)


def test_a_dry_run_shows_the_changes_and_makes_none(world: World) -> None:
    """What would change is listed, before and after; every table is as it was."""
    before = everything(world)
    shown = do(world, "EXTEND 24h", "HEARTEN Ann 5", dry_run=True)
    assert shown.done is OverrideStatus.REHEARSED
    assert shown.changes == ("deadline: 2026-11-22 20:00 UTC → 2026-11-23 20:00 UTC",)
    assert [type(event).__name__ for event in shown.events] == ["Heartened"]
    assert everything(world) == before


def test_all_lines_count_or_none(world: World) -> None:
    """The second line is impossible: the first is not done either."""
    before = everything(world)
    with pytest.raises(OverrideError, match="line 2"):
        do(world, "EXTEND 24h", "HEARTEN Zoe 5")
    assert everything(world) == before


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("EXTEND soon", '"soon" is not a length of time'),
        ("EXTEND 0", "gives no more time"),
        ("EXTEND 99999999h", "more than 10 years"),
        ("DEADLINE 9999-12-31 23:00", "more than 10 years from now"),
        ("DEADLINE 0001-01-01T00:00+23:00", "more than 10 years from now"),
        ("DEADLINE tomorrow", '"tomorrow" is not a time'),
        ("DEADLINE 2026-11-26", "no time of day"),
        ("DEADLINE 2020-01-01 12:00", "is past"),
        ("SCHEDULE at MOON 20:00", '"MOON" is not one of'),
        ("PAUSE for lunch", '"for lunch" is too much'),
        ("RESUME", "the match is running"),
        ("ORDERS Zoe: GO Alley", 'there is no seat "Zoe"'),
        ("ORDERS Ann: SEEK Alley; DANCE", '"DANCE" is no order'),
        ("ORDERS Ann:", "no orders were read"),
        ("ORDERS Ann: GO Nowhere", "GO Nowhere"),
        ("REPLACE Ann", "REPLACE Red WITH"),
        ("REPLACE Ann WITH BOT genius", 'no bot "genius"; there are: random'),
        ("REPLACE Ann WITH Zoe", "needs a name and an address"),
        ("REPLACE Ann WITH Zoe zoe@nowhere", "no letter can reach zoe@nowhere: a domain needs a dot"),
        ("HEARTEN Ann", "This line is incomplete: add a number, at most 9. Try: HEARTEN Ann <courage>"),
        ("MAKE tea", '"MAKE" begins no line; a GM may write: EXTEND 24h'),
    ],
)
def test_a_line_that_cannot_be_done_is_told_exactly(world: World, line: str, complaint: str) -> None:
    """The complaint names file and line, quotes what was written, and says what is wrong."""
    before = everything(world)
    with pytest.raises(OverrideError) as told:
        do(world, line)
    assert complaint in str(told.value)
    assert f'config.toml:40: override "one": line 1, "{line}"' in str(told.value)
    assert everything(world) == before


def test_all_mistakes_of_an_override_are_told_at_once(world: World) -> None:
    """Who tries several lines corrects all of them in one go."""
    with pytest.raises(OverrideError) as told:
        do(world, "EXTEND soon", "PAUSE", "REPLACE Ann WITH BOT genius")
    assert 'line 1, "EXTEND soon": ' in str(told.value)
    assert 'line 3, "REPLACE Ann WITH BOT genius": ' in str(told.value)


def test_an_unknown_match_is_told(world: World) -> None:
    """The complaint lists the matches that there are."""
    with pytest.raises(OverrideError, match='no match "both"; there are: hoth'):
        do(world, "PAUSE", match="both")


def test_a_match_that_is_over_is_not_touched(world: World) -> None:
    """Nothing can be changed after the end."""
    do(world, "END enough")
    with pytest.raises(OverrideError, match="is over"):
        do(world, "EXTEND 24h", name="two")


def test_a_deadline_is_read_in_the_zone_of_the_match(world: World) -> None:
    """A date with a time, a weekday, or a time with its own offset."""
    for name, (text, hour) in enumerate([("2026-11-26 20:00", 20), ("THU 21:00", 21), ("2026-11-26T20:00+01:00", 19)]):
        do(world, f"DEADLINE {text}", name=f"d{name}")
        assert world.the_match().deadline == datetime(2026, 11, 26, hour, tzinfo=UTC)


def test_pause_stops_the_clock_and_resume_gives_the_rest(world: World) -> None:
    """Twelve hours were left when the match was paused; twelve are left when it goes on, a week later."""
    world.move(hours=36)
    do(world, "PAUSE")
    world.move(days=7)
    assert world.look() == {}
    do(world, "RESUME", name="two")
    assert world.the_match().deadline == world.clock.now() + timedelta(hours=12)
    assert ("match-resumed", "Bob") in notices(world)


def test_a_deadline_set_during_a_pause_is_kept(world: World) -> None:
    """A time that the GM names while the clock stands still is that time, not that and the days of the pause."""
    do(world, "PAUSE")
    world.move(days=7)
    wanted = world.clock.now() + timedelta(days=3)
    do(world, f"DEADLINE {wanted:%Y-%m-%d %H:%M}", name="two")
    do(world, "RESUME", name="three")
    assert world.the_match().deadline == wanted


def test_more_time_can_be_given_during_a_pause(world: World) -> None:
    """Though the old deadline is past by then, what was left counts, and a day more."""
    world.move(hours=36)
    do(world, "PAUSE")
    world.move(days=7)
    do(world, "EXTEND 24h", name="two")
    world.move(days=7)
    do(world, "RESUME", name="three")
    assert world.the_match().deadline == world.clock.now() + timedelta(hours=36)


def test_a_dry_run_never_throws_the_dice_of_the_match(world: World, alter: Callable[[AnyGame, str, Any], None]) -> None:
    """What an amendment would throw cannot be tried out beforehand."""
    thrown: list[int] = []
    amend = GAME.amend

    def throwing(state: State, orders: Sequence[Any], dice: Dice) -> Resolution[State]:
        thrown.append(dice.open.d(1_000_000, Why("trial")))
        return amend(state, orders, dice)

    alter(GAME, "amend", throwing)
    do(world, "HEARTEN Ann 7", dry_run=True)
    do(world, "HEARTEN Ann 7")
    assert thrown[0] != thrown[1]


def test_all_in_before_a_pause_is_ready_after_it(world: World) -> None:
    """Order sets stay on file while the match is paused."""
    world.says("Ann", "SEEK Bridge")
    world.says("Bob", "SEEK Mill")
    do(world, "PAUSE")
    assert world.the_match().ready_at is None
    do(world, "RESUME", name="two")
    world.move(minutes=16)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_resolve_runs_the_turn_on_the_next_look(world: World) -> None:
    """Silence is an answer then, grace or not."""
    world.settings(grace=timedelta(hours=6))
    do(world, "RESOLVE")
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_schedule_changes_when_the_next_turns_are_due(world: World) -> None:
    """This deadline stays, the next follows the new schedule."""
    was = world.the_match().deadline
    do(world, "SCHEDULE every 12h")
    assert world.the_match().deadline == was
    world.move(hours=48)
    world.look()
    assert world.the_match().deadline == world.clock.now() + timedelta(hours=12)


def test_orders_are_entered_for_a_seat_and_it_is_told(world: World) -> None:
    """The order set is as if the seat had sent it; its player gets the lines and the receipt."""
    do(world, "ORDERS Bob: SEEK Mill; FLEE Gate")
    assert world.order_set("Bob") == ["SEEK Mill", "FLEE Gate"]
    (notice,) = world.facts("notice")
    assert (notice.code, notice.head.seat, notice.lines) == ("orders-entered", "Bob", ("SEEK Mill", "FLEE Gate"))
    row = world.order_set_row("Bob")
    assert row is not None
    assert notice.facts["receipt"] == row.receipt


def test_orders_may_stand_on_lines_of_their_own(world: World) -> None:
    """ORDERS FOR takes the lines up to END ORDERS."""
    do(world, "ORDERS FOR bob", "SEEK Mill", "FLEE Gate", "END ORDERS", "EXTEND 24h")
    assert world.order_set("Bob") == ["SEEK Mill", "FLEE Gate"]
    assert ("deadline-moved", "Ann") in notices(world)


def test_a_player_is_replaced_and_the_old_address_no_longer_writes(world: World) -> None:
    """The new player is welcomed, the old one and the others are told, and the old tag is withdrawn."""
    old = world.tag("Bob")
    do(world, 'REPLACE Bob WITH "Dora" dora@pbem.test ZONE Asia/Tokyo')
    assert world.tag("Bob") != old
    with world.store.read() as session:
        player = session.get(Player, world.assignment("Bob").player)
    assert player is not None
    assert (player.name, player.zone) == ("Dora", "Asia/Tokyo")
    assert notices(world) == [("seat-taken-over", "Ann"), ("seat-left", "Bob")]
    assert [row.player for row in world.rows("welcome")][-1] == player.id


def test_whoever_makes_room_for_a_bot_reads_so(world: World) -> None:
    """Nobody else is spoken of who does not exist."""
    do(world, "REPLACE Bob WITH BOT random")
    (left,) = [facts for facts in world.facts("notice") if facts.code == "seat-left"]
    text = " ".join(MailRenderer(world.clock).render(left).text.split())
    assert "From now on the moderator (random) plays Bob" in text
    assert "Somebody else" not in text


def test_a_bot_takes_over_and_sends_its_order_set(world: World) -> None:
    """From now on the seat is not waited for."""
    do(world, "REPLACE Bob WITH BOT random")
    assert world.order_set("Bob") is not None
    world.says("Ann", "SEEK Bridge")
    world.move(minutes=16)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_a_bots_order_set_goes_with_the_bot(world: World) -> None:
    """Whoever takes a bot's seat decides anew."""
    world.match("mixed", seats=(SeatPlan(seat="Ann", bot="random"), SeatPlan(seat="Bob", bot="random")))
    assert world.order_set("Ann", "mixed") is not None
    do(world, 'REPLACE Ann WITH "Dora" dora@pbem.test', match="mixed")
    assert world.order_set("Ann", "mixed") is None


def test_an_amendment_is_told_to_whom_it_concerns_alone(world: World) -> None:
    """Ann's courage is Ann's secret: Bob gets no letter."""
    do(world, "HEARTEN Ann 5")
    assert newest(world).kind is RecordKind.AMENDMENT
    assert notices(world) == [("position-amended", "Ann")]


def test_an_amendment_that_ends_a_match_sends_the_final_reports(world: World) -> None:
    """Bob has no courage left: Ann won, and the seals are opened."""
    do(world, "HEARTEN Bob 0")
    match = world.the_match()
    assert match.status is MatchStatus.OVER
    assert match.deadline is None
    assert len(world.rows("turn-report")) == 3
    world.says("Ann", "RESEND")
    assert [row.record for row in world.rows("turn-report")] == [match.number] * 4


def test_the_gm_ends_a_match_without_winners(world: World) -> None:
    """Everybody gets a final report."""
    do(world, "END we go on holiday")
    assert world.the_match().status is MatchStatus.OVER
    assert newest(world).kind is RecordKind.END
    assert [row.seat for row in world.rows("turn-report")] == ["Ann", "Bob", ""]
    match = world.the_match()
    with world.store.read() as session:
        told = reports.turn(session, world.ctx, match, match.number, reports.observer(world.ctx, match, Observer.GM))
    assert told.why == "we go on holiday"


def test_an_override_during_a_step_makes_it_rule_again(world: World) -> None:
    """What was resolved on the position before is dropped."""
    world.move(hours=48)
    with world.store.read() as session:
        table = adjudication.read_open_turn(session, world.the_match().id or 0)
    assert table is not None
    verdict = adjudication.adjudicate(world.ctx, table, overdue=True)
    assert verdict is not None
    do(world, "HEARTEN Ann 5")
    with world.store.write() as session:
        assert recording.record(session, world.ctx, [(table, verdict)]) == set()
    world.look()
    with world.store.read() as session:
        state = records.position(GAME, world.the_match().state)
        kinds = session.exec(select(Record.kind).order_by(col(Record.number))).all()
    assert kinds == [RecordKind.SETUP, RecordKind.AMENDMENT, RecordKind.TURN]
    assert state.courage["Ann"] >= 4


def test_the_open_order_request_keeps_the_record_that_its_seal_announced(world: World) -> None:
    """A note takes a number; what the seal told stays, so that both can be compared."""
    do(world, "EXTEND 24h")
    with world.store.read() as session:
        opened = order_requests.current(session, world.the_match())
    assert opened is not None
    assert (opened.record, world.the_match().number) == (1, 1)


def test_a_fault_is_mended_by_resume(world: World) -> None:
    """After the fix the GM lets the match go on; its turn is due at once."""
    with world.store.write() as session:
        match = session.exec(select(Match)).one()
        match.status, match.fault = MatchStatus.FAULTED, "Traceback"
        session.add(match)
    world.move(hours=49)
    do(world, "RESUME")
    assert world.the_match().fault == ""
    assert world.look() == {"hoth": RunResult.RESOLVED}


def seats(world: World, game: str, *names: str) -> None:
    """Make a match ``endor`` whose players have the names of their seats, and whose addresses are confirmed."""
    plans = tuple(SeatPlan(seat=name, player=name, addresses=(f"{name.lower()}@pbem.test",)) for name in names)
    world.match("endor", game=game, seats=plans)
    with world.store.write() as session:
        for address in session.exec(select(Address)):
            address.confirmed = True


def words(world: World, match: str = "endor") -> dict[str, str]:
    """Return the text of the newest notice to each seat of a match, as it goes."""
    rows = [row for row in world.rows("notice") if row.match == world.the_match(match).id]
    return {row.seat: " ".join(RENDERER.render(fact).text.split()) for row in rows if (fact := world.facts_of(row))}


def test_a_changed_option_is_told_with_what_it_was(empty_world: World) -> None:
    """The board is as it was: the letter names the option with both values, and says nothing of the position."""
    seats(empty_world, "space-genocide", "Red", "Blue")
    do(empty_world, "SET OPTION turn_limit 60", match="endor")
    for text in words(empty_world).values():
        assert "The GM set the option turn_limit to 60; it was 40." in text
        assert "position" not in text
        assert "The board" not in text
    assert notices(empty_world) == [("option-changed", "Red"), ("option-changed", "Blue")]


def test_an_option_that_is_set_to_what_it_is_tells_nobody(empty_world: World) -> None:
    """Nothing has changed, so there is nothing to tell."""
    seats(empty_world, "space-genocide", "Red", "Blue")
    do(empty_world, "SET OPTION turn_limit 40", match="endor")
    assert notices(empty_world) == []


def test_units_that_a_gm_places_are_named_to_those_who_see_them(empty_world: World) -> None:
    """The letter says in words what was done, and to whom; the board stands below."""
    seats(empty_world, "rebel-commander", "Red", "Empire")
    do(empty_world, "PLACE 2 TROOPS C3 FOR Red", match="endor")
    told = words(empty_world)
    assert "The GM placed 2 Troops for you at C3." in told["Red"]
    assert "The GM placed 2 Troops for Red at C3." in told["Empire"]


def test_ships_that_a_gm_gives_are_named_to_their_seat_alone(empty_world: World) -> None:
    """What is in a fleet is its owner's secret, in the letter of an override, too."""
    seats(empty_world, "space-genocide", "Red", "Blue")
    match = empty_world.the_match("endor")
    card = CARD[records.position(empty_world.ctx.game(match.game), match.state).deck[0]].name
    do(empty_world, f"GIVE {card} FOR Red", match="endor")
    told = words(empty_world)
    assert card in told["Red"]
    assert card not in told["Blue"]


def test_all_lines_of_an_override_are_one_letter_to_each(world: World) -> None:
    """Three things were changed: Ann reads of all three in one letter, Bob of the two that he may know."""
    do(world, "EXTEND 24h", "SCHEDULE every 12h", "HEARTEN Ann 5")
    assert [(notice.head.seat, [each.code for each in notice.notes]) for notice in world.facts("notice")] == [
        ("Ann", ["deadline-moved", "schedule-changed", "position-amended"]),
        ("Bob", ["deadline-moved", "schedule-changed"]),
    ]


def test_overrides_found_at_once_are_one_letter_to_each(world: World) -> None:
    """Two overrides of one match make one notice a player and one memo to the GM, and one that fails stops neither."""
    first = OverridePlan(name="one", match="hoth", lines=("EXTEND 24h",))
    wrong = OverridePlan(name="two", match="hoth", lines=("PAUSE", "HEARTEN Zoe 5"))
    last = OverridePlan(name="three", match="hoth", lines=("SCHEDULE every 12h",))
    done = [done for _, done in apply_all(world.store, world.ctx, (first, wrong, last))]
    assert [type(each) for each in done] == [Applied, RefusedError, Applied]
    assert world.the_match().status is MatchStatus.RUNNING
    assert [[each.code for each in notice.notes] for notice in world.facts("notice")] == [
        ["deadline-moved", "schedule-changed"]
    ] * 2
    refusal, memo = world.facts("memo")
    assert (refusal.code, refusal.facts["id"]) == ("override-refused", "two")
    assert [memo.facts["id"], *(note.facts["id"] for note in memo.more)] == ["one", "three"]


def test_a_moved_deadline_is_told_with_both_times(world: World) -> None:
    """The letter of several changes names the time that was and the time that is."""
    do(world, "EXTEND 24h", "SCHEDULE every 12h")
    text = words(world, "hoth")["Bob"]
    assert "more time: Mon 23 Nov 20:00 UTC instead of Sun 22 Nov 20:00 UTC" in text
    assert "orders are due every 12h. Until now orders were due every 48h." in text


def test_orders_in_place_of_others_name_those(world: World) -> None:
    """Bob is told which orders of his the GM's replaced."""
    world.says("Bob", "SEEK Gate")
    do(world, "ORDERS Bob: SEEK Mill")
    assert "They replace no. 1 (SEEK Gate)" in words(world, "hoth")["Bob"]


def test_a_player_who_left_is_told_of_nothing_else(world: World) -> None:
    """What else the override changed is for those who play on; the new player reads it in the welcome."""
    do(world, "EXTEND 24h", 'REPLACE Bob WITH "Dora" dora@pbem.test', "SCHEDULE every 12h")
    told = [(notice.head.player, [each.code for each in notice.notes]) for notice in world.facts("notice")]
    assert told == [("Anna", ["deadline-moved", "seat-taken-over", "schedule-changed"]), ("Robert", ["seat-left"])]
    assert "Ann" in words(world, "hoth")
    assert "From now on Dora plays Bob, in place of Robert." in words(world, "hoth")["Ann"]


def test_who_has_not_answered_yet_is_told_at_once_what_is_no_secret(world: World) -> None:
    """A new deadline goes to an address that nobody answered from; the orders that the GM entered wait."""
    with world.store.write() as session:
        for address in session.exec(select(Address)):
            address.confirmed = False
    do(world, "EXTEND 24h", "ORDERS Bob: SEEK Mill")
    rows = [row for row in world.rows("notice") if row.seat == "Bob"]
    facts = [world.facts_of(row) for row in rows]
    assert [fact.code if isinstance(fact, Notice) else None for fact in facts] == ["deadline-moved", None]


def test_a_turn_that_the_gm_runs_now_is_announced(world: World) -> None:
    """Whoever wanted to write before the deadline reads why the turn ran without that."""
    do(world, "RESOLVE")
    assert notices(world) == [("turn-called", "Ann"), ("turn-called", "Bob")]
    text = words(world, "hoth")["Bob"]
    assert "before its deadline, Sun 22 Nov 20:00 UTC" in text
    assert "due" not in text


@pytest.mark.parametrize(("game", "seat"), [("space-genocide", "Blue"), ("rebel-commander", "Empire")])
def test_a_final_report_counts_no_turns_that_are_left(empty_world: World, game: str, seat: str) -> None:
    """A match that the GM ends has none, however many its options gave it."""
    seats(empty_world, game, "Red", seat)
    do(empty_world, "END enough", match="endor")
    for row in empty_world.rows("turn-report"):
        fact = empty_world.facts_of(row)
        assert isinstance(fact, TurnReport)
        assert not any(isinstance(each, Ahead) for section in fact.report.sections for each in section.facts)
