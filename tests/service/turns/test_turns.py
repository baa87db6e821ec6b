"""Steps 9 to 11: when turns run, what they rule, and that they do it once."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import Session, col, select

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Resolution
from moderator.core.seats import Observer
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import TurnReport
from moderator.service.matches import deadlines, order_requests, records, reports
from moderator.service.overrides.apply import apply
from moderator.service.turns import adjudication, due, recording
from moderator.service.turns.due import RunResult
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, OrderRequest, OrderSet, Outbox, Record
from tests.support.night_watch import GAME
from tests.support.night_watch.orders import AnyOrder
from tests.support.night_watch.state import State
from tests.support.world import World

BOTS = (SeatPlan(seat="Ann", bot="random"), SeatPlan(seat="Bob", bot="random"))


def report(world: World, seat: str, number: int | None = None, match: str = "hoth") -> TurnReport:
    """Return a seat's report of a record, the newest by default."""
    the_match = world.the_match(match)
    with world.store.read() as session:
        place = order_requests.assignments(session, the_match)[seat]
        to = reports.reader(session, world.ctx, the_match, place)
        return reports.turn(session, world.ctx, the_match, the_match.number if number is None else number, to)


def both_in(world: World) -> None:
    """Let Ann and Bob send orders."""
    world.says("Ann", "SEEK Bridge")
    world.says("Bob", "SEEK Mill")


def record_count(world: World) -> int:
    """Return how many records there are."""
    with world.store.read() as session:
        return len(session.exec(select(Record.id)).all())


def test_only_who_is_asked_has_a_deadline(empty_world: World) -> None:
    """Where seats act one after another, who waits has none in a report, and the one before is gone."""
    world = empty_world
    seats = tuple(SeatPlan(seat=seat, player=seat, addresses=(f"{seat}@pbem.test",)) for seat in ("Red", "Blue"))
    world.match("rigel", "space-genocide", seats, tempo="seats", map_size="small", races="none")
    for seat in ("Red", "Blue"):
        world.says(seat, "PASS", match="rigel")
    world.move(hours=49)
    world.look()
    match = world.the_match("rigel")
    told = {seat: report(world, seat, match="rigel") for seat in ("Red", "Blue")}
    asked = {seat for seat in told if told[seat].form}
    assert len(asked) == 1
    for seat, letter in told.items():
        assert letter.due.deadline == (match.deadline if seat in asked else None)
        assert letter.due.withdrawn is (seat not in asked)


def test_a_turn_does_not_run_before_its_deadline(world: World) -> None:
    """With one order set missing and the deadline ahead, looking changes nothing."""
    world.says("Ann", "SEEK Bridge")
    world.move(hours=47)
    assert world.look() == {}
    assert world.the_match().number == 0


def test_a_turn_waits_for_a_line_that_did_not_count(world: World) -> None:
    """All have sent orders, but Ann slipped: she is waited for until the deadline, and then her good lines count."""
    world.says("Bob", "SEEK Mill")
    letter = world.says("Ann", "SEEK Bridge\nFLEE Markt")
    assert (letter.verdict, letter.facts.get("held"), letter.standing.waiting) == ("filed", 1, ("Ann",))
    world.move(hours=47)
    assert world.look() == {}
    world.move(hours=1)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    assert report(world, "Ann").silent == ()


@pytest.mark.parametrize("text", ["READY", "SEEK Bridge\nFLEE Market", "ADD\nFLEE Market"])
def test_a_better_letter_or_ready_ends_that_waiting(world: World, text: str) -> None:
    """Then the pause for second thoughts begins, as it does whenever the last one comes in."""
    world.says("Bob", "SEEK Mill")
    world.says("Ann", "SEEK Bridge\nFLEE Markt")
    letter = world.says("Ann", text)
    assert (letter.facts.get("held"), letter.standing.all_in) == (None, world.ctx.now() + timedelta(minutes=15))
    world.move(minutes=15)
    assert world.look() == {"hoth": RunResult.RESOLVED}


@pytest.mark.parametrize("text", ["SEEK Bridge\nFLEE Markt\nREADY", "FLEE Markt\nREADY"])
def test_ready_beside_a_line_that_did_not_count_does_not_speak_for_it(world: World, text: str) -> None:
    """Its writer did not know of the line then, be it on an order set of orders or with what silence means."""
    world.says("Bob", "SEEK Mill")
    letter = world.says("Ann", text)
    assert (letter.facts.get("held"), letter.standing.all_in) == (1, None)
    world.move(hours=1)
    assert world.look() == {}


def test_a_bad_line_after_a_good_order_set_is_waited_for(world: World) -> None:
    """Ann wants to change her orders: her letter changed nothing, and the turn does not run over her head."""
    both_in(world)
    letter = world.says("Ann", "FLEE Markt")
    assert (letter.verdict, letter.facts.get("held"), letter.standing.all_in) == ("nothing-read", 1, None)


@pytest.mark.parametrize("text", ["MAP POSTR", "Press Bob: hello", "STATUS", "VACATION 2026-12-24 2026-12-01"])
def test_what_is_no_order_holds_no_turn(world: World, text: str) -> None:
    """A slip in a command or a message changes nothing about the order set."""
    both_in(world)
    assert world.says("Ann", text).facts.get("held") is None
    world.move(minutes=15)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_at_the_deadline_a_turn_runs_and_silence_is_named(world: World) -> None:
    """Bob sent nothing: he plays by default, and everybody is told."""
    world.says("Ann", "SEEK Bridge")
    world.move(hours=48)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    assert report(world, "Ann").silent == ("Bob",)


def test_grace_is_waited_for(world: World) -> None:
    """The deadline is over, but the last chance for the late is not."""
    world.settings(grace=timedelta(hours=2))
    world.move(hours=49)
    assert world.look() == {}
    world.move(hours=1)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_when_all_are_in_a_turn_runs_after_the_delay(world: World) -> None:
    """A quarter of an hour remains for second thoughts."""
    both_in(world)
    assert world.look() == {}
    world.move(minutes=15)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_wait_keeps_a_turn_from_running_early(world: World) -> None:
    """Ann said WAIT: all are in, and the deadline is waited for."""
    both_in(world)
    world.says("Ann", "WAIT")
    world.move(hours=1)
    assert world.look() == {}
    world.says("Ann", "READY")
    world.move(minutes=16)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_the_delay_ends_at_the_deadline(world: World) -> None:
    """Players are told when the turn runs, and that is never later than the deadline, unless that moves."""
    world.move(hours=47, minutes=55)
    both_in(world)
    match = world.the_match()
    assert world.acknowledgement().standing.all_in == match.deadline
    assert deadlines.all_in_at(world.ctx, match) == match.deadline
    assert match.deadline is not None
    match.deadline += timedelta(hours=1)
    assert deadlines.all_in_at(world.ctx, match) == world.clock.now() + timedelta(minutes=15)


def test_second_thoughts_begin_the_delay_anew(world: World) -> None:
    """Whoever changes an order set in the pause gets the whole pause again."""
    both_in(world)
    world.move(minutes=10)
    world.says("Bob", "SEEK Gate")
    world.move(minutes=10)
    assert world.look() == {}
    world.move(minutes=6)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_what_arrived_in_time_counts_though_it_was_not_read_yet(world: World) -> None:
    """A letter waits in the mailbox when the deadline passes: it is read first."""
    world.move(hours=47)
    world.put(world.raw("SEEK Bridge", to=world.tag("Ann")))
    world.move(hours=2)
    world.look()
    assert report(world, "Ann").silent == ("Bob",)


def test_looking_twice_rules_once(world: World) -> None:
    """A doubled wake-up is harmless."""
    world.move(hours=48)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    assert world.look() == {}
    assert world.the_match().number == 1


def test_a_step_is_dropped_if_an_order_set_came_meanwhile(world: World) -> None:
    """Between reading and recording Bob changed his mind: what was resolved without that is not recorded."""
    both_in(world)
    world.move(minutes=16)
    with world.store.read() as session:
        table = adjudication.read_open_turn(session, world.the_match().id or 0)
    assert table is not None
    verdict = adjudication.adjudicate(world.ctx, table, overdue=False)
    assert verdict is not None
    world.says("Bob", "SEEK Quay")
    with world.store.write() as session:
        assert recording.record(session, world.ctx, [(table, verdict)]) == set()
    assert record_count(world) == 1


def test_a_step_is_dropped_if_another_instance_was_faster(world: World) -> None:
    """Two instances rule the same turn: the record's number decides, one commit counts."""
    world.move(hours=48)
    with world.store.read() as session:
        table = adjudication.read_open_turn(session, world.the_match().id or 0)
    assert table is not None
    verdict = adjudication.adjudicate(world.ctx, table, overdue=True)
    assert verdict is not None
    world.look()
    with world.store.write() as session:
        assert recording.record(session, world.ctx, [(table, verdict)]) == set()
    assert world.the_match().number == 1


def test_a_crash_while_recording_leaves_nothing_behind(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the midst of the commit, the turn was not resolved, and it is resolved on the next look."""
    world.says("Ann", "SEEK Bridge")
    world.move(hours=48)
    before = (record_count(world), len(world.rows()), world.the_match().request)

    def die(session: Session, *_: object) -> None:
        session.flush()
        assert len(session.exec(select(Record)).all()) > before[0]
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("moderator.service.outbox.enqueue", die)
        with pytest.raises(KeyboardInterrupt):
            world.look()
    assert (record_count(world), len(world.rows()), world.the_match().request) == before
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_a_match_that_cannot_be_read_stops_no_other(world: World) -> None:
    """What is kept of one match cannot be unpacked: that match waits for the operator, the others are resolved."""
    world.match("rigel")
    with world.store.write() as session:
        session.execute(update(Record).where(col(Record.match) == world.the_match().id).values(body=b"rubbish"))
    world.move(hours=48)
    assert world.look() == {"hoth": RunResult.FAULTED, "rigel": RunResult.RESOLVED}
    assert world.the_match().status is MatchStatus.FAULTED


def test_a_game_that_is_gone_stops_no_other_match(world: World) -> None:
    """A match of a game that is not installed any more waits for the operator alone."""
    world.match("rigel")
    with world.store.write() as session:
        session.execute(update(Match).where(col(Match.name) == "hoth").values(game="gone"))
    world.move(hours=48)
    assert world.look() == {"hoth": RunResult.FAULTED, "rigel": RunResult.RESOLVED}


def test_a_turn_that_cannot_be_recorded_stops_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many turns recorded together one raises: it leaves nothing behind and stops its own match alone."""
    world.match("rigel")
    world.move(hours=48)
    successor = records.successor

    def fail(match: Match, *args: Any, **more: Any) -> Record:  # noqa: ANN401 - of ``successor``
        if match.name == "hoth":
            match.number += 1
            raise ValueError
        return successor(match, *args, **more)

    monkeypatch.setattr(records, "successor", fail)
    assert world.look() == {"hoth": RunResult.FAULTED, "rigel": RunResult.RESOLVED}
    assert (world.the_match().number, world.the_match("rigel").number) == (0, 1)


def test_no_turn_runs_while_the_mail_cannot_be_read(world: World) -> None:
    """After an outage the mailbox is away still: silence must be the players', so turns wait and the GM is told."""
    world.move(hours=50)
    unread = due.run_due(world.store, world.ctx, lambda *_: False)
    assert unread == {"hoth": RunResult.UNREAD}
    due.run_due(world.store, world.ctx, lambda *_: False)
    assert [memo.code for memo in world.facts("memo")] == ["turns-held"]
    assert due.run_if_due(world.store, world.ctx, world.the_match().id or 0, lambda *_: False) is RunResult.UNREAD
    assert world.the_match().number == 0
    assert (
        due.run_if_due(world.store, world.ctx, world.the_match().id or 0, lambda *_: False, force=1)
        is RunResult.RESOLVED
    )


def test_a_crash_while_step_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before the commit, the turn is resolved on the next look with the same order sets."""
    both_in(world)
    world.move(minutes=16)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(due, "adjudicate", die)
        with pytest.raises(KeyboardInterrupt):
            world.look()
    assert world.look() == {"hoth": RunResult.RESOLVED}
    assert report(world, "Ann").silent == ()


def test_every_order_request_has_seeds_of_its_own(world: World) -> None:
    """Seeds are never used for two order requests, and the seals of the next are in the report."""
    for _ in range(3):
        world.move(hours=49)
        world.look()
    with world.store.read() as session:
        rows = session.exec(select(OrderRequest).order_by(col(OrderRequest.number))).all()
    seeds = [seed for row in rows for seed in (row.open_seed, row.secret_seed)]
    assert len(set(seeds)) == len(seeds)
    seal = report(world, "Ann").seal
    assert seal is not None
    assert seal.request == world.the_match().request


def test_a_report_opens_the_open_seed_and_no_other(world: World) -> None:
    """While the match goes on, secret seeds and the match secret stay sealed."""
    world.move(hours=48)
    world.look()
    (opened,) = report(world, "Ann").opened
    assert opened.open
    assert (opened.secret, opened.match_secret) == ("", "")


def test_the_final_report_opens_everything(world: World) -> None:
    """At the end all order requests are opened, the set-up's too, and the match secret."""
    world.match("short", nights=1)
    for _ in range(2):
        world.move(hours=49)
        world.look()
    match = world.the_match("short")
    assert match.status is MatchStatus.OVER
    final = report(world, "Ann", match="short")
    assert final.outcome is not None
    assert final.form is None
    assert [opened.request for opened in final.opened] == list(range(match.number + 1))
    assert all(opened.secret and opened.match_secret for opened in final.opened)


def test_bots_send_their_order_sets_at_once(world: World) -> None:
    """A match of bots is ready as soon as it is asked, and goes on by itself to its end."""
    world.match("bots", seats=BOTS, nights=2)
    world.settings(delay=timedelta(0))
    assert world.the_match("bots").ready_at is not None
    world.move(minutes=15)
    while world.look():
        pass
    assert world.the_match("bots").status is MatchStatus.OVER


def test_a_public_second_question_is_asked_in_the_same_turn(world: World) -> None:
    """A loud retreat: the beaten are asked where to flee, the others are not."""
    seats = tuple(SeatPlan(seat=spec.name, bot="random") for spec in GAME.info.seats)
    world.match("loud", seats=seats, loud=True, courage=5, nights=30)
    world.settings(delay=timedelta(0))
    asked = []
    for _ in range(40):
        world.move(minutes=16)
        if not world.look():
            break
        with world.store.read() as session:
            opened = order_requests.current(session, world.the_match("loud"))
            asked.append(order_requests.prompts(opened))
    retreats = [prompts for prompts in asked if any(prompt.phase == "retreat" for prompt in prompts.values())]
    assert retreats
    assert all(len(prompts) < len(seats) for prompts in retreats)


def test_what_stands_is_carried_from_turn_to_turn(world: World) -> None:
    """FLEE holds until it is changed: two turns later it is still what stands."""
    world.says("Ann", "FLEE Gate")
    for _ in range(2):
        world.move(hours=49)
        world.look()
    with world.store.read() as session:
        standing = records.standing(session, GAME, world.the_match())
    assert [GAME.language.line(order) for order in standing["Ann"]] == ["FLEE Gate"]
    form = report(world, "Ann").form
    assert form is not None
    assert "FLEE Gate" in form.lines


def raising(_state: State, _orders: Mapping[str, Sequence[AnyOrder]], _dice: Dice) -> Resolution[State]:
    """Raise, as rules with a fault do."""
    raise ZeroDivisionError("the storm divides by nobody")


BROKEN = replace(GAME, resolve=raising)
"""A game whose rules have a fault."""


def test_a_fault_stops_that_match_alone_and_the_gm_is_told(store: Store) -> None:
    """Rules that raise set their match aside with the traceback; the other match goes on."""
    world = World(store, games={"broken": BROKEN})
    world.match("hoth")
    world.match("bad", game="broken")
    world.move(hours=48)
    assert world.look() == {"hoth": RunResult.RESOLVED, "bad": RunResult.FAULTED}
    match = world.the_match("bad")
    assert match.status is MatchStatus.FAULTED
    assert "divides by nobody" in match.fault
    (memo,) = [memo for memo in world.facts("memo") if memo.code == "match-faulted"]
    assert memo.match == "bad"
    assert world.look() == {}


def test_after_the_fix_the_operator_takes_a_stopped_match_up_again(
    store: Store, alter: Callable[[AnyGame, str, Any], None]
) -> None:
    """The rules are mended: RESUME and RESOLVE, as ``resolve`` writes them, run the turn that had failed."""
    world = World(store, games={"broken": BROKEN})
    world.match("bad", game="broken")
    match_id = world.the_match("bad").id or 0
    assert due.run_if_due(world.store, world.ctx, match_id, force=1) is RunResult.FAULTED
    alter(BROKEN, "resolve", GAME.resolve)
    apply(world.store, world.ctx, OverridePlan(name="again", match="bad", lines=("RESUME", "RESOLVE")))
    assert due.run_if_due(world.store, world.ctx, match_id, force=1) is RunResult.RESOLVED
    assert (world.the_match("bad").status, world.the_match("bad").fault) == (MatchStatus.RUNNING, "")


def test_a_rehearsal_changes_nothing_and_uses_no_seed_of_the_match(world: World) -> None:
    """A dry run shows the GM what would happen on throwaway dice, with nothing in it to check."""
    both_in(world)
    with world.store.read() as session:
        before = [
            table.model_dump()
            for kind in (Match, Record, OrderRequest, Outbox, OrderSet)
            for table in session.exec(select(kind))
        ]
    rehearsed = adjudication.rehearse(world.store, world.ctx, world.the_match().id or 0)
    assert rehearsed is not None
    assert (rehearsed.rolls, rehearsed.opened, rehearsed.seal) == ((), (), None)
    assert any(section.facts for section in rehearsed.report.sections)
    with world.store.read() as session:
        after = [
            table.model_dump()
            for kind in (Match, Record, OrderRequest, Outbox, OrderSet)
            for table in session.exec(select(kind))
        ]
    assert after == before


def test_a_forced_turn_runs_now(world: World) -> None:
    """The operator's ``resolve`` does not wait for the deadline; silence is an answer. No later turn is run with it."""
    assert due.run_if_due(world.store, world.ctx, world.the_match().id or 0, force=1) is RunResult.RESOLVED
    assert report(world, "Bob").silent == ("Ann", "Bob")
    number = world.the_match().number
    assert due.run_if_due(world.store, world.ctx, world.the_match().id or 0, force=1) is RunResult.MOVED
    assert due.resolve_matches(world.store, world.ctx, [world.the_match().id or 0], world.ctx.now(), force=1) == {
        world.the_match().id: RunResult.NOT_DUE
    }
    assert world.the_match().number == number


def test_the_gm_gets_a_copy_with_everything(world: World) -> None:
    """The GM's report is made of the GM's view."""
    world.move(hours=48)
    world.look()
    match = world.the_match()
    with world.store.read() as session:
        copy = reports.turn(session, world.ctx, match, 1, reports.observer(world.ctx, match, Observer.GM))
    assert copy.head.seat == reports.GM_SEAT
    assert any("Ann" in line for line in copy.chart.splitlines())
    assert any("Bob" in line for line in copy.chart.splitlines())


def test_reports_that_are_gathered_together_are_those_gathered_alone(world: World) -> None:
    """Nothing of one reader's report goes over into that of another, whoever is told first."""
    both_in(world)
    world.move(minutes=16)
    world.look()
    match = world.the_match()
    with world.store.read() as session:
        seated = order_requests.assignments(session, match).values()
        readers = [reports.reader(session, world.ctx, match, place) for place in seated]
        readers += [reports.observer(world.ctx, match, who) for who in (Observer.GM, Observer.PUBLIC)]
        alone = [reports.turn(session, world.ctx, match, 1, to) for to in readers]
        for order in (list(range(len(readers))), list(reversed(range(len(readers))))):
            together = reports.Reports(session, world.ctx, match, 1)
            assert {number: together.to(readers[number]) for number in order} == dict(enumerate(alone))
    assert len({report.chart for report in alone}) > 1


def test_a_secret_order_set_bends_no_dice_and_is_listed_to_its_author_alone(world: World) -> None:
    """That somebody was asked in secret must not show: its receipt is in no one else's report and in no key."""
    with world.store.read() as session:
        table = adjudication.read_open_turn(session, world.the_match().id or 0)
    assert table is not None
    filed = records.Filed("Bob", 1, "b" * 32, secret=True)
    body = records.Body[Any, Any](filed=(records.Filed("Ann", 1, "a" * 32), filed))
    assert body.receipts() == ("a" * 32,)


def test_reminders_go_to_the_silent_alone_and_once(world: World) -> None:
    """A day before the deadline Bob is reminded; Ann has sent orders."""
    world.says("Ann", "SEEK Bridge")
    world.move(hours=25)
    for _ in range(2):
        with world.store.write() as session:
            deadlines.look(session, world.ctx)
    assert [row.seat for row in world.rows("reminder")] == ["Bob"]


def test_nobody_is_reminded_in_the_first_half_of_the_time(world: World) -> None:
    """With half a day in all, a reminder a day before would come with the report: it comes at half time."""
    world.match("quick", schedule="every 12h")
    world.move(hours=5)
    with world.store.write() as session:
        deadlines.look(session, world.ctx)
    assert world.rows("reminder") == []
    world.move(hours=2)
    with world.store.write() as session:
        deadlines.look(session, world.ctx)
    assert [row.seat for row in world.rows("reminder")] == ["Ann", "Bob"]


def test_a_match_knows_when_it_is_worth_a_look(world: World) -> None:
    """The next moment to look is the reminder, then the deadline, or the pause's end when all are in."""
    assert world.next_look() == world.clock.now() + timedelta(hours=24)
    both_in(world)
    assert world.next_look() == world.clock.now() + timedelta(minutes=15)


def transactions(world: World, count: int, monkeypatch: pytest.MonkeyPatch, **takes: float) -> list[int]:
    """Return how many turns each transaction resolved where ``count`` are due and a step takes the time ``takes``."""
    for number in range(count - 1):
        world.match(f"m{number}")
    world.move(hours=48)
    step = adjudication.adjudicate

    def slow(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - of ``adjudicate``
        world.move(**takes)
        return step(*args, **more)

    monkeypatch.setattr(due, "adjudicate", slow)
    recorded = [record_count(world)]

    def resolved() -> bool:
        recorded.append(record_count(world))
        return True

    assert set(due.run_due(world.store, world.ctx, resolved=resolved).values()) == {RunResult.RESOLVED}
    return [after - before for before, after in pairwise(recorded)]


def test_turns_share_a_transaction_but_the_first_wait_for_few(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each transaction holds twice as many as the one before, 32 at most, so the first letters go soon."""
    assert transactions(world, 70, monkeypatch, seconds=0) == [4, 8, 16, 32, 10]


def test_turns_that_take_long_share_no_transaction(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters of the first would wait for all of them, and so would whoever tells the moderator to stop."""
    assert transactions(world, 10, monkeypatch, seconds=0.3) == [4, 2, 1, 1, 1, 1]


def test_as_many_turns_share_a_transaction_as_take_a_moment(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of a second is a moment."""
    assert transactions(world, 41, monkeypatch, seconds=0.02) == [4, 8, 8, 8, 8, 5]


def test_matches_with_other_deadlines_are_drained_each_up_to_its_own(world: World) -> None:
    """Two turns are due at once after an outage: letters count for each as far as its own deadline."""
    world.match("late", schedule="every 60h")
    world.move(hours=72)
    until: list[timedelta] = []
    start = world.the_match().created
    due.run_due(world.store, world.ctx, lambda moment, _: until.append(moment - start))
    assert until == [timedelta(hours=48), timedelta(hours=60)]
