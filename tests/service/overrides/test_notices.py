"""What a notice of the GM's says is so: times, what ended, what stays, and nothing of what is not the case."""

from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from moderator.rendering.mail import MailRenderer
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.matches import matches
from moderator.service.overrides.apply import Applied, apply
from moderator.service.overrides.decisions import OverrideError
from moderator.store.statuses import MatchStatus
from tests.rendering.samples import Still
from tests.support.world import ANN_AND_BOB, World

RENDERER = MailRenderer(Still())


def _do(world: World, *lines: str, dry_run: bool = False, match: str = "hoth") -> Applied:
    plan = OverridePlan(name=f"{lines} {world.clock.now()}", match=match, lines=lines)
    return apply(world.store, world.ctx, plan, dry_run=dry_run)


def _words(world: World, seat: str = "Bob") -> str:
    """Return the newest notice to a seat with its subject, in one line."""
    row = [row for row in world.rows("notice") if row.seat == seat][-1]
    facts = world.facts_of(row)
    assert facts is not None
    words = RENDERER.render(facts)
    return " ".join(f"{words.subject} {words.text}".split())


def _at(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


# ---- deadlines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["EXTEND 24h", "DEADLINE 2026-11-24 20:00"])
def test_a_first_deadline_is_not_called_more_time(world: World, line: str) -> None:
    """Where the turn had none, one that is set is a bound, not a gift."""
    world.match("endor", schedule="")
    _do(world, line, match="endor")
    text = _words(world)
    assert "This turn had no deadline. The GM set one" in text
    assert "more time" not in text


def test_a_deadline_that_stays_where_it_is_is_no_news(world: World) -> None:
    """Nobody is told of an earlier time that is the same."""
    deadline = world.the_match().deadline
    assert deadline is not None
    _do(world, f"DEADLINE {_at(deadline)}")
    assert world.rows("notice") == []
    assert world.the_match().deadline == deadline


@pytest.mark.parametrize("line", ["EXTEND 24h", "EXTEND 2d"])
def test_more_time_during_a_pause_names_no_time_that_will_not_hold(world: World, line: str) -> None:
    """The clock stands still, so a deadline moves on with it until the match goes on."""
    _do(world, "PAUSE")
    world.move(days=3)
    _do(world, line)
    text = _words(world)
    assert "The GM gave everybody more time" in text
    assert "The clock is stopped; if it ran again now" in text


def test_a_turn_that_is_run_after_its_deadline_is_not_run_before_it(world: World) -> None:
    """Within the grace the deadline is past already."""
    world.settings(grace=timedelta(hours=6))
    world.move(hours=50)
    _do(world, "RESOLVE")
    text = _words(world)
    assert "The GM is running night 1 now." in text or "The GM is running turn 1 now." in text
    assert "before its deadline" not in text


def test_a_match_that_goes_on_past_its_deadline_says_that_the_turn_runs(world: World) -> None:
    """After a fault that was mended nothing more can be sent for the turn."""
    with world.store.write() as session:
        match = session.merge(world.the_match())
        match.status, match.fault = MatchStatus.FAULTED, "Traceback"
    world.move(hours=49)
    _do(world, "RESUME")
    assert "Its deadline has passed, so the turn runs now." in _words(world)


# ---- orders ---------------------------------------------------------------------------------------------------


def test_orders_that_are_entered_before_the_turn_runs_may_be_replaced(world: World) -> None:
    """Only while a letter still counts does the notice say that it does."""
    _do(world, "ORDERS Bob: SEEK Mill")
    assert "you can send others in their place" in _words(world)


def test_orders_that_are_entered_as_the_turn_runs_cannot_be_replaced(world: World) -> None:
    """RESOLVE in the same override leaves no time for a letter."""
    _do(world, "ORDERS Bob: SEEK Mill", "RESOLVE")
    assert "replaces them" not in _words(world)


def test_orders_that_are_entered_are_not_said_to_stay_as_they_were(world: World) -> None:
    """One letter does not say of the same orders that they changed and that they did not."""
    world.says("Ann", "SEEK Gate")
    _do(world, "EXTEND 24h", "ORDERS Bob: SEEK Mill")
    assert "stay as they are" not in _words(world)
    assert "stay as they are" in _words(world, "Ann")


# ---- schedules ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cron 0 20 * * SUN", "every Sunday at 20:00 (UTC)"),
        ("cron 0 20 * * 0", "every Sunday at 20:00 (UTC)"),
        ("at MON,THU 20:00", "every Monday and Thursday at 20:00 (UTC)"),
        ("at 20:00", "every day at 20:00 (UTC)"),
        ("cron 30 8,18 * * MON-FRI", "every Monday, Tuesday, Wednesday, Thursday and Friday at 08:30 and 18:30 (UTC)"),
        ("cron 0 20 1,15 * *", "on the 1st and 15th of every month at 20:00 (UTC)"),
        ("cron 0 20 2 1,6 *", "on the 2nd of January and June at 20:00 (UTC)"),
        ("cron 0 20 * 6 *", "every day in June at 20:00 (UTC)"),
        ("cron 0 20 3 * MON", "every Monday and on the 3rd of every month at 20:00 (UTC)"),
        ("cron */15 * * * *", "every day at minute 0, 15, 30 and 45 of every hour (UTC)"),
        ("cron 0 */3 * * *", "every day at minute 0 of the hours 0, 3, 6, 9, 12, 15, 18 and 21 (UTC)"),
        ("every 12h", "every 12h"),
    ],
)
def test_a_schedule_is_told_in_words(world: World, line: str, words: str) -> None:
    """Nobody has to read cron: days are named, with the zone of the match."""
    _do(world, f"SCHEDULE {line}")
    assert f"orders are due {words}. Until now orders were due every 48h." in _words(world)


def test_an_empty_schedule_is_refused_with_what_removes_one(world: World) -> None:
    """A slip takes no schedule away."""
    with pytest.raises(OverrideError, match="SCHEDULE NONE"):
        _do(world, "SCHEDULE")
    assert world.the_match().schedule == "every 48h"


def test_a_schedule_is_removed_by_name_and_all_are_told(world: World) -> None:
    """From the next turn on there is no deadline by itself; a new schedule does not say that there was one."""
    _do(world, "SCHEDULE NONE")
    assert world.the_match().schedule == ""
    assert "From the next turn on there is no schedule" in _words(world)
    assert "Until now orders were due every 48h." in _words(world)
    _do(world, "SCHEDULE at SUN 20:00")
    assert "orders are due every Sunday at 20:00 (UTC). Until now there was no schedule." in _words(world)


def test_a_file_without_a_schedule_names_the_line_that_removes_one(world: World) -> None:
    """The line that the GM is told to write is one that can be written."""
    plan = MatchPlan(name="hoth", game="night-watch", schedule="", zone="UTC", options={}, seats=tuple(ANN_AND_BOB))
    assert any('do = "SCHEDULE NONE"' in told for told in world.differences(plan))


# ---- spectators -----------------------------------------------------------------------------------------------


def test_what_spectators_see_is_changed_and_all_are_told(world: World) -> None:
    """With the choice of before; the same choice again is no news."""
    _do(world, "SPECTATORS after 3 turns")
    assert world.the_match().settings.shown == "after 3 turns"
    told = "spectators see the public report of each turn, but 3 turns late. Until now they saw nothing"
    for seat in ("Ann", "Bob"):
        assert told in _words(world, seat)
    _do(world, "SPECTATORS AFTER 3 TURNS")
    assert len(world.rows("notice")) == 2


def test_a_dry_run_shows_what_spectators_would_see(world: World) -> None:
    """And changes nothing."""
    done = _do(world, "SPECTATORS PUBLIC", dry_run=True)
    assert "spectators: none → public" in done.changes
    assert world.the_match().settings.shown == "none"


@pytest.mark.parametrize("line", ["SPECTATORS", "SPECTATORS SOMETIMES", "SPECTATORS AFTER 0 TURNS"])
def test_a_choice_that_is_none_is_refused_with_those_that_there_are(world: World, line: str) -> None:
    """Nothing is shown by mistake."""
    with pytest.raises(OverrideError, match='"SPECTATORS OVER" or "SPECTATORS NONE"'):
        _do(world, line)


def test_a_file_that_says_something_else_of_spectators_names_the_line_to_write(world: World) -> None:
    """The file may go on saying what it said before an override, and may leave it out."""
    seats = tuple(ANN_AND_BOB)
    plan = MatchPlan(name="endor", game="night-watch", schedule="every 48h", zone="UTC", seats=seats, spectators="none")
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)
    _do(world, "SPECTATORS OVER", match="endor")

    def told(choice: str) -> list[str]:
        return [each for each in world.differences(replace(plan, spectators=choice)) if "spectators" in each]

    assert [told(choice) for choice in ("", "none", "over")] == [[], [], []]
    assert 'do = "SPECTATORS PUBLIC"' in told("public")[0]


# ---- seats ----------------------------------------------------------------------------------------------------


def test_nobody_takes_over_from_oneself(world: World) -> None:
    """Who plays the seat already is not told that somebody else does."""
    with pytest.raises(OverrideError, match="Robert plays Bob already"):
        _do(world, 'REPLACE Bob WITH "Robert" bob@pbem.test')
    assert world.rows("notice") == []


@pytest.mark.parametrize(
    "line",
    [
        'REPLACE Bob WITH "Anna" ann@pbem.test',
        'REPLACE Bob WITH "Anna" elsewhere@pbem.test',
        'REPLACE Bob WITH "Cat" anna@work.test',
    ],
)
def test_a_dry_run_warns_of_one_person_on_two_sides(world: World, line: str) -> None:
    """As the real one does, and before it: by address, or by the name alone."""
    tried = _do(world, line, dry_run=True)
    assert len(tried.warnings) >= 1
    assert any("knows both sides" in warning for warning in tried.warnings)
    assert _do(world, line).warnings == tried.warnings


# ---- the GM's memo --------------------------------------------------------------------------------------------


def test_the_memo_names_who_was_told(world: World) -> None:
    """Of a change that nobody sees it says so."""
    _do(world, "EXTEND 24h")
    _do(world, "HEARTEN Ann 5")
    _do(world, "ORDERS Bob: SEEK Mill")
    texts = [" ".join(RENDERER.render(memo).text.split()) for memo in world.facts("memo")]
    assert "We told Ann and Bob." in texts[0]
    assert "would be told" not in texts[0]
    assert "We told Ann." in texts[1]
    assert "We told Bob." in texts[2]


def test_the_memo_says_that_nobody_was_told(world: World) -> None:
    """No letter went, and the GM reads so."""
    seats = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat}@pbem.test",)) for seat in ("Red", "Empire")]
    world.match("endor", game="rebel-commander", seats=seats, fog=True)
    _do(world, "SET ENTHUSIASM Red 120", match="endor")
    (memo,) = world.facts("memo")
    text = " ".join(RENDERER.render(memo).text.split())
    assert "We told nobody" in text
    assert "everybody concerned" not in text


# ---- what else a notice and a dry run say -----------------------------------------------------------------------


def test_a_seat_that_a_bot_takes_has_no_new_player(world: World) -> None:
    """The subject says who plays it."""
    _do(world, "REPLACE Bob WITH BOT random")
    text = _words(world, "Ann")
    assert "moderator plays Bob" in text
    assert "new player" not in text


def test_fog_that_is_lifted_is_no_change_of_the_position(world: World) -> None:
    """The option is told; nothing on the board was changed, more of it is seen."""
    seats = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat}@pbem.test",)) for seat in ("Red", "Empire")]
    world.match("endor", game="rebel-commander", seats=seats, fog=True)
    _do(world, "SET OPTION fog false", match="endor")
    text = _words(world, "Red")
    assert "The GM set the option fog to false" in text
    assert "changed the position" not in text
    assert "That changes what you see of the board" in text


def test_a_dry_run_of_resolve_names_no_deadline_that_never_was(world: World) -> None:
    """The turn runs now; that it does so by a deadline in the past is nobody's business."""
    world.settings(grace=timedelta(hours=6))
    tried = _do(world, "RESOLVE", dry_run=True)
    assert tried.changes == ("deadline: 2026-11-22 20:00 UTC → over, the turn runs now",)
    world.move(hours=50)  # within the grace
    tried = _do(world, "EXTEND 24h", dry_run=True)
    assert tried.changes == ("deadline: 2026-11-22 20:00 UTC → 2026-11-23 20:00 UTC",)
