"""A GM goes back: what returns, what never does, what all are told, and what can be checked."""

import dataclasses
import email
import email.policy
from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import col

from moderator.core import codec
from moderator.rendering.mail import MailRenderer
from moderator.service.audit.verify import verify_match
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import LetterFacts, Notice, TurnReport
from moderator.service.matches import order_requests, records
from moderator.service.overrides.apply import Applied, apply, apply_all, carry_out_agreed
from moderator.service.overrides.decisions import OverrideError
from moderator.service.turns.due import RunResult
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Record
from tests.rendering.samples import Still
from tests.support.letters import proofs
from tests.support.world import World

CAPTAINS = (
    SeatPlan(seat="Red", player="Rae", addresses=("red@pbem.test",)),
    SeatPlan(seat="Blue", player="Bea", addresses=("blue@pbem.test",)),
)


def do(world: World, *lines: str, name: str = "back", match: str = "hoth", dry_run: bool = False) -> Applied:
    """Apply an override."""
    plan = OverridePlan(name=name, match=match, lines=lines, place="config.toml:40")
    return apply(world.store, world.ctx, plan, dry_run=dry_run)


def told(world: World, match: str = "hoth") -> list[records.RecordWithBody]:
    """Return all records of a match."""
    row = world.the_match(match)
    with world.store.read() as session:
        return records.all_with_bodies(session, world.ctx.game(row.game), row)


def requests(world: World, match: str = "hoth") -> dict[int, Any]:
    """Return all order requests of a match."""
    with world.store.read() as session:
        return match_queries.requests(session, world.the_match(match).id or 0)


def news(world: World, seat: str) -> Notice:
    """Return the newest notice to a seat."""
    found: Notice = [letter for letter in world.facts("notice") if letter.head.seat == seat][-1]
    return found


def written_to(world: World, address: str) -> str:
    """Return the text of all letters that go to an address now."""
    posted = world.post(MailRenderer(Still()))
    read = (
        email.message_from_bytes(each.raw, policy=email.policy.default)
        for each in posted
        if each.dispatch.to == (address,)
    )
    return " ".join(" ".join(part.get_content().split()) for letter in read if (part := letter.get_body(("plain",))))


def play(world: World, ann: str, bob: str) -> None:
    """Let both give orders and the turn run."""
    world.says("Ann", ann)
    world.says("Bob", bob)
    world.move(minutes=16)
    assert world.look()["hoth"] is RunResult.RESOLVED


@pytest.fixture
def resolved(world: World) -> World:
    """Give a match of which two turns are resolved."""
    play(world, "GO Bridge", "SEEK Alley")
    play(world, "SEEK Mill", "SEEK Market")
    return world


def test_the_position_of_then_is_a_new_record_and_a_new_order_request(resolved: World) -> None:
    """What is before the last step comes back; numbers of records and order requests go on."""
    before = resolved.the_match()
    do(resolved, "ROLLBACK 1")
    match, (newest, body) = resolved.the_match(), told(resolved)[-1]
    assert (match.number, match.request, match.turn) == (before.number + 1, before.request + 1, before.turn - 1)
    assert newest.kind is RecordKind.AMENDMENT
    assert body.code == records.ROLLED_BACK
    assert newest.position == told(resolved)[1][0].position
    assert requests(resolved)[match.request].record == match.number + 1
    assert match.deadline == resolved.clock.now() + timedelta(hours=48)


def test_a_rollback_goes_back_to_a_turn_by_its_number(resolved: World) -> None:
    """To turn 1 is before both steps."""
    do(resolved, "ROLLBACK TO TURN 1")
    assert resolved.the_match().turn == 1
    assert told(resolved)[-1][1].facts["rulings"] == 2
    assert told(resolved)[-1][0].position == told(resolved)[0][0].position


def test_the_seeds_are_new_and_their_seals_are_told(resolved: World) -> None:
    """Nothing that was opened serves again: the notice prints the seals of the new seeds."""
    do(resolved, "ROLLBACK 1")
    rows = requests(resolved)
    assert len({row.open_seed for row in rows.values()} | {row.secret_seed for row in rows.values()}) == 2 * len(rows)
    (seal,) = news(resolved, "Ann").seals
    assert (seal.request, seal.record) == (4, 4)


def test_orders_on_file_come_back_as_new_order_sets_and_make_nobody_ready(resolved: World) -> None:
    """They have new receipts, and the turn waits until each says READY or the deadline comes."""
    with resolved.store.read() as session:
        old = order_requests.order_sets(session, resolved.the_match(), 2)
    do(resolved, "ROLLBACK 1")
    assert (resolved.order_set("Ann"), resolved.order_set("Bob")) == (["SEEK Mill"], ["SEEK Market"])
    new = resolved.order_set_row("Ann")
    assert new is not None
    assert new.receipt != old["Ann"].receipt
    assert resolved.the_match().ready_at is None
    resolved.move(minutes=16)
    assert resolved.look() == {}
    resolved.says("Ann", "READY")
    assert resolved.the_match().ready_at is None
    resolved.says("Bob", "SEEK Mill")
    assert resolved.the_match().ready_at is not None
    resolved.move(minutes=16)
    assert resolved.look()["hoth"] is RunResult.RESOLVED


def test_at_the_deadline_orders_that_came_back_are_carried_out(resolved: World) -> None:
    """Whoever says nothing has ordered what was on file."""
    do(resolved, "ROLLBACK 1")
    resolved.move(hours=48, minutes=1)
    resolved.look()
    step = told(resolved)[-1][1].steps[0]
    assert step.silent == ()
    assert all(step.orders[seat] for seat in ("Ann", "Bob"))


def test_each_rollback_is_told_to_all_with_its_count(resolved: World) -> None:
    """Notice and report say which one it is; what was taken back once is not taken back again."""
    do(resolved, "ROLLBACK 1")
    do(resolved, "ROLLBACK 1", name="again")
    assert resolved.the_match().turn == 1
    for seat in ("Ann", "Bob"):
        (told_of,) = news(resolved, seat).rollbacks
        assert (told_of.count, told_of.turn, told_of.to) == (2, 1, 0)
    resolved.move(hours=49)
    resolved.look()
    report = resolved.facts_of(resolved.rows("turn-report")[-1])
    assert isinstance(report, TurnReport)
    assert [each.count for each in report.rollbacks] == [1, 2][-len(report.rollbacks) :]
    assert report.rollbacks[-1].count == 2


def test_undone_steps_stay_and_the_match_is_played_again_to_the_same(resolved: World) -> None:
    """Every record is there; verify plays the undone ones, then the rollback, then goes on."""
    do(resolved, "HEARTEN Ann 7", name="amended")
    do(resolved, "ROLLBACK 1")
    play(resolved, "READY", "READY")
    do(resolved, "ROLLBACK TO TURN 1", name="again")
    resolved.move(hours=49)
    resolved.look()
    assert [row.number for row, _ in told(resolved)] == list(range(8))
    assert verify_match(resolved.store, resolved.ctx, "hoth") == []
    for _ in range(30):
        resolved.move(hours=49)
        resolved.look()
    assert resolved.the_match().status is MatchStatus.OVER
    assert verify_match(resolved.store, resolved.ctx, "hoth") == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("ROLLBACK", 'write "ROLLBACK 1"'),
        ("ROLLBACK 0", 'write "ROLLBACK 1"'),
        ("ROLLBACK 3", "2 can be taken back, no more"),
        ("ROLLBACK TO TURN 3", "nothing of turn 3 has been ruled; a match goes back to one of: 1, 2"),
    ],
)
def test_where_a_match_cannot_go_back_to_is_told_exactly(resolved: World, line: str, complaint: str) -> None:
    """The complaint says how far it can."""
    with pytest.raises(OverrideError, match=complaint):
        do(resolved, line)


def test_a_dry_run_says_who_will_be_told_what_and_changes_nothing(resolved: World) -> None:
    """Each letter that would go is there; nothing is written."""
    before = told(resolved), resolved.rows(), requests(resolved)
    shown = do(resolved, "ROLLBACK 1", dry_run=True)
    assert [(notice.head.seat, notice.heading) for notice in shown.told] == [
        ("Ann", "rolled-back"),
        ("Bob", "rolled-back"),
    ]
    assert [note.code for note in shown.told[0].notes] == ["rolled-back", "board-restored", "orders-restored"]
    assert (told(resolved), resolved.rows(), requests(resolved)) == before


def test_a_rollback_stands_alone_in_its_override(resolved: World) -> None:
    """A record holds one change of the position; what else is to be done has an id of its own."""
    with pytest.raises(OverrideError, match="stands alone"):
        do(resolved, "ROLLBACK 1", "HEARTEN Ann 7")


def test_a_match_that_is_over_does_not_go_back(resolved: World) -> None:
    """Its seeds are opened: nothing can be played on."""
    do(resolved, "END", name="end")
    with pytest.raises(OverrideError, match="is over"):
        do(resolved, "ROLLBACK 1")


def test_a_clock_that_stands_goes_on_standing(resolved: World) -> None:
    """A paused match stays paused, and has all of its new time when it goes on."""
    do(resolved, "PAUSE", name="pause")
    resolved.move(hours=10)
    do(resolved, "ROLLBACK 1")
    resolved.move(hours=10)
    do(resolved, "RESUME", name="resume")
    assert resolved.the_match().deadline == resolved.clock.now() + timedelta(hours=48)


def test_seats_stay_with_those_who_sit_there_now(resolved: World) -> None:
    """A bot that took a seat since then answers anew; the orders of the person who left do not come back."""
    do(resolved, "REPLACE Bob WITH BOT random", name="gone")
    do(resolved, "ROLLBACK 1")
    order_set = resolved.order_set_row("Bob")
    assert order_set is not None
    assert not order_set.holds
    assert resolved.the_match().ready_at is None
    resolved.says("Ann", "READY")
    resolved.move(minutes=16)
    resolved.look()
    assert verify_match(resolved.store, resolved.ctx, "hoth") == []


def test_history_tells_which_turns_were_taken_back(resolved: World) -> None:
    """They are listed with what they were, and marked."""
    do(resolved, "ROLLBACK 1")
    (answer,) = resolved.says("Ann", "HISTORY").answers
    assert [(turn.turn, turn.undone) for turn in answer.turns] == [(1, False), (2, True)]


def test_an_answer_says_why_the_turn_waits(resolved: World) -> None:
    """Orders that came back are called so, not lines that did not count."""
    do(resolved, "ROLLBACK 1")
    resolved.says("Ann", "STATUS")
    text = written_to(resolved, "ann@pbem.test")
    assert "of your letter did not count" not in text
    assert "because a rollback brought these orders back" in text
    assert "turn 2 is played again: the first rollback in this match." in text


def test_a_deck_is_shuffled_anew_from_the_new_secret_seed(world: World) -> None:
    """Whoever saw the turn does not know which card comes next; and it is found again."""
    world.match("genocide", game="space-genocide", seats=CAPTAINS, map_size="small")
    world.move(hours=49)
    world.look()
    before = told(world, "genocide")[0]
    do(world, "ROLLBACK 1", match="genocide")
    game = world.ctx.game("space-genocide")
    then, now = (records.position(game, row.position) for row in (before[0], told(world, "genocide")[-1][0]))
    assert sorted(then.deck) == sorted(now.deck)
    assert then.deck != now.deck
    assert {throw.stream for throw in told(world, "genocide")[-1][1].steps[0].throws} == {"secret"}
    world.move(hours=49)
    world.look()
    assert verify_match(world.store, world.ctx, "genocide") == []


# ---- what can be checked ------------------------------------------------------------------------------------


@pytest.fixture
def finished(resolved: World) -> World:
    """Give a match with two rollbacks that is over."""
    do(resolved, "ROLLBACK 1")
    play(resolved, "READY", "READY")
    do(resolved, "ROLLBACK TO TURN 1", name="again")
    proofs.play(resolved)
    return resolved


def test_both_checkers_find_that_letters_with_rollbacks_hold(finished: World) -> None:
    """Seals, receipts of order sets that came back, dice and counts: nothing differs, nothing is missing."""
    assert proofs.found([proofs.raw(letter) for letter in proofs.letters(finished, "Ann", "hoth")]) == (set(), set())


def test_the_final_proof_opens_what_was_taken_back_and_lists_all_rollbacks(finished: World) -> None:
    """Undone steps are opened like all others."""
    last = proofs.letters(finished, "Ann", "hoth")[-1]
    assert isinstance(last, TurnReport)
    assert [each.count for each in last.rollbacks] == [1, 2]
    assert all(opened.secret for opened in last.opened)
    assert {1, 2} <= {opened.record for opened in last.opened}


def test_rollbacks_found_at_once_are_one_letter_and_hold(resolved: World) -> None:
    """Each order set that came back is proved for its request, and what a rollback took back is told as no change."""
    plans = [
        OverridePlan(name=line, match="hoth", lines=(line,))
        for line in ("HEARTEN Ann 7", "ROLLBACK 1", "ROLLBACK TO TURN 1")
    ]
    apply_all(resolved.store, resolved.ctx, plans)
    assert [each.count for each in news(resolved, "Ann").rollbacks] == [1, 2]
    assert "position-amended" not in {note.code for note in news(resolved, "Ann").notes}
    proofs.play(resolved)
    assert proofs.found([proofs.raw(letter) for letter in proofs.letters(resolved, "Ann", "hoth")]) == (set(), set())
    assert verify_match(resolved.store, resolved.ctx, "hoth") == []


def test_what_a_rollback_ended_is_told_by_no_letter_that_tells_the_rollback(resolved: World) -> None:
    """Orders that were entered, and a deadline that was moved, were about the orders that are open no more."""
    plans = [
        OverridePlan(name=line, match="hoth", lines=(line,))
        for line in ("ORDERS Ann: SEEK Mill", "EXTEND 24h", 'REPLACE Bob WITH "Dora" dora@pbem.test', "ROLLBACK 1")
    ]
    assert not [each for _, each in apply_all(resolved.store, resolved.ctx, plans) if isinstance(each, Exception)]
    codes = [note.code for note in news(resolved, "Ann").notes]
    assert records.ROLLED_BACK in codes
    assert "seat-taken-over" in codes
    assert not {"orders-entered", "deadline-moved"} & set(codes)


def test_the_last_report_says_which_corrections_were_taken_back(resolved: World) -> None:
    """Each is listed by its turn, and one that a rollback took back is not told as if it held."""
    do(resolved, "HEARTEN Ann 7", name="lost")
    do(resolved, "ROLLBACK 1")
    do(resolved, "HEARTEN Ann 2", name="kept")
    do(resolved, "END enough", name="end")
    report = resolved.facts_of(resolved.rows("turn-report")[-1])
    assert isinstance(report, TurnReport)
    assert [each.undone for each in report.corrected] == [True, False]
    text = " ".join(MailRenderer(Still()).render(report).text.split())
    assert text.count("(undone by a rollback)") == 1


def test_a_rollback_that_is_told_otherwise_is_found_by_both_checkers(finished: World) -> None:
    """A count that stands still, or an order request that was used before, differs."""

    def retold(letter: LetterFacts, **other: int) -> LetterFacts:
        if not isinstance(letter, Notice | TurnReport):
            return letter
        return replace(letter, rollbacks=tuple(replace(each, **other) for each in letter.rollbacks))

    for other in ({"count": 1}, {"request": 2}):
        letters = [retold(letter, **other) for letter in proofs.letters(finished, "Ann", "hoth")]
        assert proofs.found([proofs.raw(letter) for letter in letters])[0] >= {"openings"}


def test_a_rollback_that_no_letter_tells_is_missed_by_both_checkers(resolved: World) -> None:
    """The second one tells by its count that there was a first."""
    do(resolved, "ROLLBACK 1")
    first = news(resolved, "Ann")
    do(resolved, "ROLLBACK 1", name="again")
    letters = [each for each in proofs.letters(resolved, "Ann", "hoth") if each != first]
    assert proofs.found([proofs.raw(letter) for letter in letters])[1] == {"letters"}


def test_a_rollback_that_was_changed_in_the_book_is_found_out(finished: World) -> None:
    """Where it went back to, and which one it is, are checked when the match is played again."""
    (row, body), *_ = [each for each in told(finished) if each[1].code == records.ROLLED_BACK]
    changed = replace(body, facts={**body.facts, "count": 7})
    with finished.store.write() as session:
        session.execute(update(Record).where(col(Record.id) == row.id).values(body=codec.pack(changed)))
    assert "rollback-differs" in {finding.code for finding in verify_match(finished.store, finished.ctx, "hoth")}


# ---- with the consent of the players ------------------------------------------------------------------------


@pytest.fixture
def blind(resolved: World) -> World:
    """Give a match whose GM plays in it and may not see what is hidden, who asks for a rollback."""
    resolved.settings(gm="ann@pbem.test")
    do(resolved, "ROLLBACK 1")
    return resolved


def rolled_back(world: World) -> list[str]:
    """Carry out what all have agreed to; return the matches that went back."""
    found = carry_out_agreed(world.store, world.ctx)
    assert not any(found.values())
    return list(found)


def test_who_takes_a_seat_over_has_agreed_to_nothing(blind: World) -> None:
    """The consent of the player of before is not the new one's."""
    blind.says("Bob", "AGREE ROLLBACK")
    do(blind, 'REPLACE Bob WITH "Zoe" zoe@pbem.test', name="other")
    blind.says("Ann", "AGREE ROLLBACK")
    assert rolled_back(blind) == []
    blind.says("Bob", "AGREE ROLLBACK", sender="zoe@pbem.test")
    assert rolled_back(blind) == ["hoth"]


def test_a_blind_gm_asks_all_players_before_anything_goes_back(blind: World) -> None:
    """Everybody gets a letter that asks, and the match stands as it was."""
    assert [(news(blind, seat).code, news(blind, seat).facts) for seat in ("Ann", "Bob")] == [
        ("rollback-asked", {"rulings": 1, "turn": 2})
    ] * 2
    assert blind.the_match().turn == 3
    assert rolled_back(blind) == []


def test_once_all_have_agreed_the_match_goes_back(blind: World) -> None:
    """The last word does it, and it is told like every rollback."""
    assert blind.says("Ann", "AGREE ROLLBACK").answers[0].code == "rollback-agreed"
    assert rolled_back(blind) == []
    assert blind.acknowledgement().form is not None
    assert blind.says("Bob", "AGREE ROLLBACK").form is None, "the form of a turn that is taken back"
    assert rolled_back(blind) == ["hoth"]
    assert (blind.the_match().turn, news(blind, "Bob").heading) == (2, "rolled-back")
    assert rolled_back(blind) == []
    assert verify_match(blind.store, blind.ctx, "hoth") == []


class Running:
    """A clock that runs, as clocks do while something is carried out."""

    def __init__(self, begun: datetime) -> None:
        self.time = begun

    def now(self) -> datetime:
        """Return a time a little later than before."""
        self.time += timedelta(milliseconds=8)
        return self.time


def test_a_rollback_by_consent_is_verified_though_the_clock_runs(blind: World) -> None:
    """Its record is made a moment before its order request opens, and the GM is told that all agreed."""
    for seat in ("Ann", "Bob"):
        blind.says(seat, "AGREE ROLLBACK")
    ctx = dataclasses.replace(blind.ctx, clock=Running(blind.clock.now()))
    assert carry_out_agreed(blind.store, ctx) == {"hoth": None}
    assert verify_match(blind.store, blind.ctx, "hoth") == []
    assert [memo.code for memo in blind.facts("memo")][-2:] == ["override-begun", "override-agreed"]


def test_one_who_refuses_ends_the_question_for_all(blind: World) -> None:
    """Nothing is taken back, the others and the GM are told, and who agrees later is told that it is decided."""
    blind.says("Ann", "AGREE ROLLBACK")
    assert blind.says("Bob", "REFUSE ROLLBACK").answers[0].code == "rollback-refused"
    assert news(blind, "Ann").code == "rollback-refused"
    assert "rollback-refused" in {memo.code for memo in blind.facts("memo")}
    assert blind.says("Bob", "AGREE ROLLBACK").answers[0].code == "rollback-not-asked"
    assert rolled_back(blind) == []
    do(blind, "ROLLBACK 1", name="asked again")
    assert news(blind, "Bob").code == "rollback-asked"


def test_the_next_step_voids_the_question(blind: World) -> None:
    """Who agrees after it agrees to nothing."""
    blind.says("Ann", "AGREE ROLLBACK")
    blind.move(hours=49)
    blind.look()
    assert blind.says("Bob", "AGREE ROLLBACK").answers[0].code == "rollback-not-asked"
    assert rolled_back(blind) == []


def test_the_players_are_asked_once_at_a_time(blind: World) -> None:
    """A second override is refused while the first is open."""
    with pytest.raises(OverrideError, match="asked already"):
        do(blind, "ROLLBACK 2", name="impatient")
