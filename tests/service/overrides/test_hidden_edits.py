"""What a GM changes in secret is told to nobody who cannot see it: no letter, no word, no other time gives it away."""

from datetime import timedelta
from typing import Any

import pytest

from moderator.rendering.mail import MailRenderer
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import TurnReport, Welcome
from moderator.service.overrides.apply import Applied, apply, apply_all
from tests.rendering.samples import Still
from tests.support.world import World

FOG: dict[str, Any] = {
    "edition": "planet",
    "fog": True,
    "start": {"Red": {"A0": {"troops": 4}}, "Empire": {"H5": {"troops": 4}}},
}

RENDERER = MailRenderer(Still())


def _fog(world: World) -> None:
    seats = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat.lower()}@pbem.test",)) for seat in ("Red", "Empire")]
    world.match("endor", game="rebel-commander", seats=seats, **FOG)


def _do(world: World, *lines: str, name: str = "one", dry_run: bool = False) -> Applied:
    plan = OverridePlan(name=name, match="endor", lines=lines)
    return apply(world.store, world.ctx, plan, dry_run=dry_run)


def _told(world: World) -> list[str]:
    return [notice.head.seat for notice in world.facts("notice")]


def test_who_sees_nothing_of_a_change_gets_no_letter(empty_world: World) -> None:
    """Troops that the GM places behind the lines are told to their own side alone."""
    _fog(empty_world)
    _do(empty_world, "PLACE 2 TROOPS H5 FOR Empire")
    assert _told(empty_world) == ["Empire"]


def test_a_change_that_nobody_sees_sends_no_letter(empty_world: World) -> None:
    """The weights of the sequence are the GM's secret."""
    _fog(empty_world)
    _do(empty_world, "SET ENTHUSIASM Red 120")
    assert _told(empty_world) == []


def test_an_option_beside_a_hidden_change_is_told_alone(empty_world: World) -> None:
    """Red reads of the option; nothing says that there was more, and nothing is called a change that is none."""
    _fog(empty_world)
    _do(empty_world, "SET OPTION max_turns 40", "PLACE 2 TROOPS H5 FOR Empire")
    red, empire = sorted(empty_world.facts("notice"), key=lambda notice: notice.head.seat != "Red")
    assert [note.code for note in red.notes] == ["option-changed"]
    assert not red.events
    assert [note.code for note in empire.notes] == ["option-changed", "position-amended"]


def test_changes_that_cancel_out_are_told_to_nobody(empty_world: World) -> None:
    """What is placed and removed again leaves everything as it was."""
    _fog(empty_world)
    _do(empty_world, "PLACE 2 TROOPS H5 FOR Empire", "REMOVE 2 TROOPS H5 FOR Empire")
    assert _told(empty_world) == []


def test_two_overrides_tell_no_more_than_the_one_that_is_seen(empty_world: World) -> None:
    """Troops placed in sight are told once; the hidden ones of the next override add no line to that letter."""
    _fog(empty_world)
    plans = [
        OverridePlan(name=name, match="endor", lines=(line,))
        for name, line in (("one", "PLACE 1 TROOPS A1 FOR Empire"), ("two", "PLACE 2 TROOPS H5 FOR Empire"))
    ]
    apply_all(empty_world.store, empty_world.ctx, plans)
    red = next(notice for notice in empty_world.facts("notice") if notice.head.seat == "Red")
    assert [event["type"] for event in red.events] == ["units-placed", "enemies-in-sight"]


def test_a_hidden_change_does_not_begin_the_pause_anew(empty_world: World) -> None:
    """All orders are in and the turn runs at a time that was told: it runs then, whatever was changed in secret."""
    _fog(empty_world)
    empty_world.says("Red", "PASS", match="endor")
    empty_world.says("Empire", "PASS", match="endor")
    ready = empty_world.the_match("endor").ready_at
    assert ready is not None
    empty_world.move(minutes=5)
    _do(empty_world, "PLACE 2 TROOPS H5 FOR Empire")
    assert empty_world.the_match("endor").ready_at == ready


def test_what_all_can_see_gives_all_time_for_second_thoughts(empty_world: World) -> None:
    """Nobody's orders need to stand for a board that has just been changed before everybody's eyes."""
    _fog(empty_world)
    empty_world.says("Red", "PASS", match="endor")
    empty_world.says("Empire", "PASS", match="endor")
    empty_world.move(minutes=5)
    _do(empty_world, "PLACE 1 TROOPS A1 FOR Empire")
    assert empty_world.the_match("endor").ready_at == empty_world.clock.now() + timedelta(minutes=15)


@pytest.mark.parametrize("line", ["PLACE 2 TROOPS H5 FOR Empire", "SET ENTHUSIASM Red 120", "EXTEND 24h"])
def test_a_report_asks_for_orders_whatever_was_recorded_since(empty_world: World, line: str) -> None:
    """A report that goes late, or once more, has its form and its turn, as if the GM had done nothing."""
    _fog(empty_world)
    empty_world.move(hours=49)
    empty_world.look()
    _do(empty_world, line)
    empty_world.says("Red", "RESEND", match="endor")
    for row in (row for row in empty_world.rows("turn-report") if row.seat == "Red"):
        report = empty_world.facts_of(row)
        assert isinstance(report, TurnReport)
        assert report.form is not None
        assert report.due.deadline == empty_world.the_match("endor").deadline
        assert report.head.turn == 2


def test_a_late_welcome_tells_of_the_turn_that_is_played(empty_world: World) -> None:
    """What a GM does before the first letter goes changes no number in it."""
    _fog(empty_world)
    _do(empty_world, "PLACE 2 TROOPS H5 FOR Empire")
    welcome = next(empty_world.facts_of(row) for row in empty_world.rows("welcome") if row.seat == "Red")
    assert isinstance(welcome, Welcome)
    assert welcome.head.turn == 1


def test_the_next_report_tells_a_change_to_those_who_saw_it(empty_world: World) -> None:
    """The Empire reads of its troops; Red reads of the turn alone, and of no sight that did not change."""
    _fog(empty_world)
    _do(empty_world, "PLACE 2 TROOPS H5 FOR Empire")
    empty_world.move(hours=49)
    empty_world.look()
    told = {row.seat: empty_world.facts_of(row) for row in empty_world.rows("turn-report")}
    sections, facts = {}, {}
    for seat, report in told.items():
        assert isinstance(report, TurnReport)
        sections[seat] = [section.key for section in report.report.sections]
        facts[seat] = [type(fact).__name__ for section in report.report.sections for fact in section.facts]
    assert "umpire" in sections["Empire"]
    assert "umpire" not in sections["Red"]
    assert facts["Red"].count("EnemiesInSight") == 1


def test_the_last_letter_opens_what_was_changed_in_secret(empty_world: World) -> None:
    """When the match is over, all read what the GM changed in it, and when."""
    _fog(empty_world)
    _do(empty_world, "PLACE 2 TROOPS H5 FOR Empire")
    empty_world.move(hours=49)
    empty_world.look()
    _do(empty_world, "SET ENTHUSIASM Red 120", name="two")
    _do(empty_world, "END enough", name="three")
    report = next(empty_world.facts_of(row) for row in reversed(empty_world.rows("turn-report")) if row.seat == "Red")
    assert isinstance(report, TurnReport)
    text = " ".join(RENDERER.render(report).text.split())
    assert "Turn 1: The GM placed 2 Troops for the Empire at H5." in text
    assert "Turn 2: The GM set" in text


@pytest.mark.parametrize("kind", ["welcome", "turn-report"])
def test_a_letter_that_goes_late_is_as_it_would_have_been(empty_world: World, kind: str) -> None:
    """Not even its seal differs: the number of the record that a step is to bear grows with each correction."""
    _fog(empty_world)
    if kind == "turn-report":
        empty_world.move(hours=49)
        empty_world.look()
    row = next(row for row in empty_world.rows(kind) if row.seat == "Red")
    before = empty_world.facts_of(row)
    _do(empty_world, "PLACE 2 TROOPS H5 FOR Empire")
    after = empty_world.facts_of(row)
    assert isinstance(before, TurnReport | Welcome)
    assert after == before
