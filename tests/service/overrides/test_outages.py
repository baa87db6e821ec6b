"""The moderator's own absences and wrong clocks: nobody loses a turn by them, and each is told once."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select

from moderator.rendering.mail import MailRenderer
from moderator.service import outbox
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import Notice
from moderator.service.matches import records, reports
from moderator.service.overrides.apply import apply
from moderator.service.overrides.outages import PulseResult, note
from moderator.service.turns.due import RunResult
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match, Outbox, Pulse, Record
from tests.support.world import START, World

DEADLINE = START + timedelta(hours=48)


def at_work(world: World, **until: float) -> None:
    """Be at work for a while, a note every minute; only the first and the last leave a trace."""
    note(world.store, world.ctx)
    world.move(**until)
    with world.store.write() as session:
        pulse = session.exec(select(Pulse)).one()
        pulse.seen = world.clock.now()
        session.add(pulse)


def away(world: World, **by: float) -> PulseResult:
    """Be away for a while, and come back."""
    world.move(**by)
    return note(world.store, world.ctx)


def deadline(world: World, match: str = "hoth") -> datetime:
    """Return when orders of a match are due."""
    due = world.the_match(match).deadline
    assert due is not None
    return due


def due(world: World) -> tuple[datetime | None, str]:
    """Return from when the deadline was moved, and why, as letters tell it."""
    with world.store.read() as session:
        told = reports.due(session, world.ctx, world.the_match())
    return told.was, told.why


def notices(world: World) -> list[Outbox]:
    """Return the notices of moved deadlines."""
    told = zip(world.rows("notice"), world.facts("notice"), strict=True)
    return [row for row, notice in told if notice.code == "deadline-moved"]


def test_a_missed_deadline_is_not_resolved_at_once(world: World) -> None:
    """The clock of the turn stood still for the ten hours of the absence: six hours are left, as before it."""
    at_work(world, hours=42)
    away(world, hours=10)
    assert world.look() == {}
    assert deadline(world) == DEADLINE + timedelta(hours=10)
    world.move(hours=6)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_letters_tell_from_when_and_why_the_deadline_moved(world: World) -> None:
    """It is a record like a GM's own, so every letter of the turn says it."""
    at_work(world, hours=42)
    away(world, hours=10)
    assert due(world) == (DEADLINE, "outage")
    with world.store.read() as session:
        record = records.by_number(session, world.the_match(), world.the_match().number)
        assert record is not None
        facts = records.body(world.ctx.game("night-watch"), record).facts
    assert (record.number, facts["gone"]) == (1, (START + timedelta(hours=42)).isoformat())


def test_a_short_absence_costs_nobody_anything(world: World) -> None:
    """Under a tenth of the turn the deadline stands, and a turn that was missed is resolved at once."""
    at_work(world, hours=46)
    assert away(world, hours=4).moved == ()
    assert notices(world) == []
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_time_is_given_though_the_deadline_was_not_reached(world: World) -> None:
    """Who was without answers for a day in the middle of the turn has that day at its end."""
    at_work(world, hours=10)
    away(world, hours=24)
    assert deadline(world) == DEADLINE + timedelta(hours=24)


def test_who_is_asked_for_nothing_now_is_told_as_well(empty_world: World) -> None:
    """Where seats move one after another, the others wait for the same deadline; so it is with the GM's EXTEND."""
    world = empty_world
    seats = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat.lower()}@pbem.test",)) for seat in ("Red", "Blue")]
    world.match("hoth", "space-genocide", seats, tempo="seats", map_size="small")
    world.move(hours=49)
    world.look()
    at_work(world, hours=10)
    away(world, hours=10)
    told = [world.facts_of(row) for row in notices(world)]
    asked, waiting = sorted(told, key=lambda notice: notice is None or notice.due is None)  # type: ignore[union-attr]
    assert isinstance(asked, Notice)
    assert isinstance(waiting, Notice)
    assert waiting.due is None
    assert "more time: " in " ".join(MailRenderer(world.clock).render(waiting).text.split())
    assert "more time. " in " ".join(MailRenderer(world.clock).render(asked).text.split())
    world.move(hours=1)
    apply(world.store, world.ctx, OverridePlan(name="more", match="hoth", lines=("EXTEND 24h",)))
    assert [world.facts_of(row) is None for row in notices(world)] == [True, True, False, False]


def test_an_absence_is_made_good_once(world: World) -> None:
    """A second look at the same gap finds it closed: the deadline moves once, and there is one record."""
    at_work(world, hours=42)
    assert away(world, hours=10).moved
    assert note(world.store, world.ctx) == PulseResult()
    assert away(world, minutes=4) == PulseResult()
    assert (world.the_match().number, len(notices(world))) == (1, 2)


def test_a_crash_in_between_leaves_all_or_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dead before the commit, nothing is moved and the gap is still there; the next start makes it good."""
    at_work(world, hours=42)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(outbox, "memo", die)
        with pytest.raises(KeyboardInterrupt):
            away(world, hours=10)
    assert (deadline(world), world.the_match().number, notices(world)) == (DEADLINE, 0, [])
    away(world, hours=2)
    assert deadline(world) == DEADLINE + timedelta(hours=12)
    assert len(notices(world)) == 2


def test_only_the_time_since_the_turn_began_counts(world: World) -> None:
    """A match that was made meanwhile, by hand, lost no more than its own time."""
    at_work(world, hours=1)
    world.move(hours=20)
    world.match("late")
    away(world, hours=10)
    assert deadline(world, "late") == START + timedelta(hours=21 + 48 + 10)


def test_what_was_due_before_the_absence_is_resolved(world: World) -> None:
    """The moderator died in the middle of step: the deadline was over, so nobody lost time."""
    at_work(world, hours=48, minutes=1)
    away(world, hours=10)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_a_moment_to_answer_remains(world: World) -> None:
    """Gone five minutes before the deadline: whoever waited for an answer has an eighth of the turn at least."""
    at_work(world, hours=47, minutes=55)
    away(world, hours=10)
    assert deadline(world) == world.clock.now() + timedelta(hours=6, minutes=5)


def test_a_paused_match_has_no_clock_to_stop(world: World) -> None:
    """No deadline runs, so there is no time to give."""
    apply(world.store, world.ctx, OverridePlan(name="stop", match="hoth", lines=("PAUSE",)))
    at_work(world, hours=42)
    assert away(world, hours=10).moved == ()


def test_the_guard_can_be_switched_off(world: World) -> None:
    """With outage = "off" a missed deadline is resolved at once."""
    world.settings(outage=None)
    at_work(world, hours=42)
    assert away(world, hours=10).moved == ()
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_pauses_between_single_runs_are_no_absence(world: World) -> None:
    """A moderator that cron runs once a day was not away: it only notes when it was there."""
    note(world.store, world.ctx, grant=False)
    world.move(hours=49)
    assert note(world.store, world.ctx, grant=False).moved == ()
    assert note(world.store, world.ctx) == PulseResult()
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_each_player_gets_one_notice_and_the_gm_one_memo(world: World) -> None:
    """Two matches are moved: a notice for each seat, and one memo on both, all said in sentences."""
    world.match("ridge")
    at_work(world, hours=42)
    away(world, hours=10)
    assert sorted(row.seat for row in notices(world)) == ["Ann", "Ann", "Bob", "Bob"]
    (memo,) = world.facts("memo")
    assert [line.partition(":")[0] for line in memo.lines] == ["hoth", "ridge"]
    posted = [one for one in world.post(MailRenderer(world.clock)) if "more time" in one.dispatch.words.subject]
    assert len(posted) == 5
    hers = next(one.dispatch for one in posted if one.dispatch.to == ("ann@pbem.test",))
    text = " ".join(hers.words.text.split())
    assert "The moderator was down from Sun 22 Nov 14:00 UTC to Mon 23 Nov 00:00 UTC" in text
    assert "The deadline has moved; it was Sun 22 Nov 20:00 UTC. The moderator was down" in text


def test_notices_of_two_absences_become_one(world: World) -> None:
    """No letter went between them: the older notice has nothing to say any more, and is dropped."""
    at_work(world, hours=30)
    away(world, hours=10)
    at_work(world, hours=1)
    away(world, hours=10)
    world.post(MailRenderer(world.clock))
    counts = [row.status for row in notices(world)]
    assert counts == [OutboxStatus.DROPPED] * 2 + [OutboxStatus.SENT] * 2
    assert due(world) == (DEADLINE, "outage")


def test_a_notice_that_the_turn_overtook_is_dropped(world: World) -> None:
    """All orders had come in: the turn runs, and nobody is told of time that nobody needs."""
    world.says("Ann", "SEEK Bridge")
    world.says("Bob", "SEEK Mill")
    at_work(world)
    away(world, hours=10)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    world.post(MailRenderer(world.clock))
    assert {row.status for row in notices(world)} == {OutboxStatus.DROPPED}


def test_a_reminder_of_the_old_deadline_is_dropped(world: World) -> None:
    """It waited in the outbox while nobody was at work: it is dropped, and the notice of the new one reminds, too."""
    at_work(world, hours=24)
    assert world.remind() == 2
    away(world, hours=10)
    assert world.remind() == 0
    world.post(MailRenderer(world.clock))
    assert {row.status for row in world.rows("reminder")} == {OutboxStatus.DROPPED}


def test_an_extended_deadline_is_reminded_of_again(world: World) -> None:
    """Whoever was reminded of the old deadline and is still silent is reminded of the new one."""
    world.move(hours=24)
    assert world.remind() == 2
    apply(world.store, world.ctx, OverridePlan(name="more", match="hoth", lines=("EXTEND 3d",)))
    world.move(hours=72)
    assert world.remind() == 2


def test_orders_that_came_in_time_count_after_an_absence(world: World) -> None:
    """What arrived meanwhile, before the old deadline or after it, is filed: the turn is still open."""
    at_work(world, hours=42)
    tag = world.tag("Ann")
    world.put(world.raw("SEEK Bridge", to=tag), arrived=DEADLINE + timedelta(hours=1))
    away(world, hours=10)
    world.read()
    assert world.order_set("Ann") == ["SEEK Bridge"]


def test_one_bad_match_does_not_keep_time_from_others(world: World) -> None:
    """A position that cannot be read: its match is named, and the other has its time."""
    world.match("bad")
    at_work(world, hours=42)
    with world.store.write() as session:
        bad = session.exec(select(Match).where(Match.name == "bad")).one()
        bad.state = b"rubbish"
        session.add(bad)
    found = away(world, hours=10)
    assert found.failed == ("bad",)
    assert deadline(world) == DEADLINE + timedelta(hours=10)


def test_a_process_that_slept_through_an_hour_gives_it_back(store: Store) -> None:
    """Stopped and continued it knows nothing of the hour; the last note does."""
    world = World(store)
    world.match(schedule="every 4h")
    at_work(world, hours=3, minutes=30)
    away(world, hours=1)
    assert world.look() == {}
    assert deadline(world) == START + timedelta(hours=5)


def test_a_match_of_bots_is_given_time_without_letters(empty_world: World) -> None:
    """Nobody is written to but the GM."""
    seats = tuple(SeatPlan(seat=seat, bot="random") for seat in ("Ann", "Bob"))
    empty_world.match("bots", seats=seats)
    at_work(empty_world, hours=1)
    away(empty_world, hours=10)
    assert empty_world.rows("notice") == []


# ---- clocks that are put back ------------------------------------------------------------------------------


def test_a_clock_that_starts_in_the_past_moves_nothing(world: World) -> None:
    """A machine without a battery shows 1970 until it is told the time: nothing is moved, then or afterwards."""
    at_work(world, hours=30)
    now = world.clock.now()
    world.clock.time = datetime(1970, 1, 1, tzinfo=UTC)
    for _ in range(3):
        found = away(world, hours=2)
        assert found.behind > timedelta(days=365)
        assert world.look() == {}
    world.clock.time = now + timedelta(minutes=3)
    assert note(world.store, world.ctx) == PulseResult()
    assert (deadline(world), world.the_match().number) == (DEADLINE, 0)


def test_a_clock_that_is_put_back_a_little_is_waited_for(world: World) -> None:
    """After an hour it has caught up by itself, and nobody was told anything."""
    at_work(world, hours=30)
    world.move(minutes=-40)
    assert note(world.store, world.ctx).behind == timedelta(minutes=40)
    for _ in range(8):
        assert away(world, minutes=4).moved == ()
    assert away(world, minutes=9) == PulseResult()
    assert world.rows("memo") == []


def test_time_given_by_a_clock_that_ran_ahead_is_taken_back(world: World) -> None:
    """It jumped ahead a week, so a deadline was moved; it comes back, and after an hour the old deadline holds."""
    at_work(world, hours=20)
    away(world, days=7)
    assert deadline(world) == DEADLINE + timedelta(days=7)
    world.move(days=-7)
    assert note(world.store, world.ctx).behind
    assert world.look() == {}
    world.move(hours=1)
    assert note(world.store, world.ctx).moved
    assert deadline(world) == DEADLINE
    assert due(world) == (None, "")
    assert [memo.code for memo in world.facts("memo")] == ["outage", "clock"]


def test_a_turn_that_began_by_a_clock_that_ran_ahead_goes_by_the_right_one(world: World) -> None:
    """All were in, so a turn was resolved next month; when the clock is right again, its orders are due in two days."""
    world.says("Ann", "SEEK Bridge")
    world.says("Bob", "SEEK Mill")
    world.move(days=30)
    note(world.store, world.ctx)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    world.move(days=-30)
    note(world.store, world.ctx)
    away(world, hours=1)
    assert deadline(world) == world.clock.now() + timedelta(hours=48)
    posted = world.post(MailRenderer(world.clock))
    assert any("The moderator's clock was fast" in " ".join(one.dispatch.words.text.split()) for one in posted)


def test_letters_that_would_wait_for_a_wrong_clock_go(world: World) -> None:
    """One was to be tried again next month, one is leased to a process that died then, and all are in until then."""
    at_work(world)
    away(world, days=30)
    with world.store.write() as session:
        first, second = session.exec(select(Outbox).where(Outbox.kind == "welcome").order_by(col(Outbox.id))).all()
        first.due, second.leased = world.clock.now(), world.clock.now()
        session.add_all([first, second])
    world.says("Ann", "SEEK Bridge")
    world.says("Bob", "SEEK Mill")
    world.move(days=-30)
    note(world.store, world.ctx)
    away(world, hours=1)
    assert len([one for one in world.post(MailRenderer(world.clock)) if "Welcome" in one.dispatch.words.subject]) == 2
    assert world.the_match().ready_at == world.clock.now() + timedelta(minutes=15)


def test_every_move_is_a_record_of_its_own(world: World) -> None:
    """Numbers are used once, and the seals of the turn stay good for its step."""
    at_work(world, hours=42)
    away(world, hours=10)
    world.move(hours=7)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    with world.store.read() as session:
        numbers = session.exec(select(Record.number).order_by(col(Record.number))).all()
    assert numbers == [0, 1, 2]


def test_an_absence_is_worded_for_the_reader(world: World) -> None:
    """The notice names both times, and carries the form."""
    at_work(world, hours=42)
    away(world, hours=10)
    notice = world.facts("notice")[-1]
    assert isinstance(notice, Notice)
    assert notice.facts["back"] == world.clock.now().isoformat()
    assert notice.form is not None
