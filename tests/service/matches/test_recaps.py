"""The recap of a match that is over: what it is gathered from, and who gets it."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from moderator.core.seats import Observer
from moderator.ports import TemplateFault
from moderator.rendering.mail import MailRenderer
from moderator.rendering.recap import file_name
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import TurnReport
from moderator.service.matches import reports
from moderator.service.overrides.apply import apply
from moderator.store.statuses import MatchStatus
from tests.rendering.samples import Still
from tests.support.world import World

SEATS = (
    SeatPlan(seat="Red", player="Anna", addresses=("ann@pbem.test",)),
    SeatPlan(seat="Blue", bot="recruit"),
    SeatPlan(seat="Empire", bot="recruit"),
)


def begin(world: World, **options: Any) -> None:  # noqa: ANN401 - of many types
    """Begin a short match of Anna against bots."""
    world.settings(delay=timedelta(0))
    world.match("endor", "rebel-commander", SEATS, **{"max_turns": 3, **options})


def play(world: World, turns: int) -> None:
    """Let so many deadlines pass."""
    for _ in range(turns):
        world.move(hours=49)
        world.look()


def do(world: World, *lines: str) -> None:
    """Apply an override."""
    apply(world.store, world.ctx, OverridePlan(name=lines[0], match="endor", lines=lines, place="config.toml:1"))


def final(world: World, match: str = "endor") -> TurnReport:
    """Return the GM's newest report."""
    row = world.the_match(match)
    with world.store.read() as session:
        gm = reports.observer(world.ctx, row, Observer.GM)
        return reports.turn(session, world.ctx, row, row.number, gm)


def test_only_the_final_report_has_a_recap(world: World) -> None:
    """The board of the beginning and of every turn, the course, who played, and from when to when."""
    begin(world)
    play(world, 2)
    assert final(world).recap is None
    play(world, 1)
    kept = final(world).recap
    assert kept is not None
    assert [board.turn for board in kept.boards] == [0, 1, 2, 3]
    assert [(line.seat, line.player, line.bot) for line in kept.seats] == [
        ("Red", "Anna", ""),
        ("Blue", "", "recruit"),
        ("Empire", "", "recruit"),
    ]
    assert kept.turns == 3
    assert kept.ended - kept.begun == timedelta(hours=3 * 49)
    assert {honour.seat for honour in kept.memories.honours} == {"Red", "Blue", "Empire"}


def test_an_amendment_has_no_board_of_its_own_and_a_takeover_is_told(world: World) -> None:
    """What the GM changed shows on the next board; both who sat in a seat are named."""
    begin(world)
    play(world, 1)
    do(world, "REPLACE Red WITH BOT recruit")
    do(world, "PLACE 2 TROOPS E0 FOR Red")
    play(world, 2)
    kept = final(world).recap
    assert kept is not None
    assert [board.turn for board in kept.boards] == [0, 1, 2, 3]
    assert [(line.player, line.bot) for line in kept.seats if line.seat == "Red"] == [("Anna", ""), ("", "recruit")]


def test_a_match_that_the_gm_ended_is_remembered_as_far_as_it_went(world: World) -> None:
    """After one turn there is a recap, in fog too with the whole board; before the first turn there is none."""
    begin(world, fog=True)
    play(world, 1)
    do(world, "END we go on holiday")
    report = final(world)
    assert report.recap is not None
    assert [board.turn for board in report.recap.boards] == [0, 1]
    whole = report.recap.memories.captions[1].score
    assert whole.rebel_units is not None
    assert whole.empire_units is not None
    world.match("yavin", "rebel-commander", SEATS)
    plan = OverridePlan(name="stop", match="yavin", lines=("END never mind",), place="config.toml:2")
    apply(world.store, world.ctx, plan)
    assert world.the_match("yavin").status is MatchStatus.OVER
    assert final(world, "yavin").recap is None


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.proof)])
def test_the_final_letter_brings_it_as_a_file(world: World, paper: str) -> None:
    """One PDF of at most a megabyte, told of in the letter; the same for everybody who prints on the same paper."""
    world.settings(paper=paper)
    begin(world)
    play(world, 3)
    renderer = MailRenderer(Still())
    posted = [letter for letter in world.post(renderer) if "over" in letter.dispatch.words.subject]
    assert posted
    files = set()
    for letter in posted:
        words = letter.dispatch.words
        (kept,) = [file for file in words.attachments if file.name == file_name("endor")]
        assert "recap" in words.text
        assert len(kept.data) < 1_000_000
        files.add(kept.data)
    assert len(files) == 1


def test_a_game_that_remembers_nothing_still_has_one(world: World) -> None:
    """Who played and who won is told of any game."""
    world.match("short", nights=1)
    play(world, 2)
    report = final(world, "short")
    assert report.recap is not None
    words = MailRenderer(Still()).render(report)
    assert file_name("short") in [file.name for file in words.attachments]


def test_an_operators_own_recap_that_does_not_typeset_is_named(world: World, tmp_path: Path) -> None:
    """The fault tells which document is to blame, not the report's."""
    (tmp_path / "print").mkdir()
    (tmp_path / "print" / "recap.typ").write_text("#nothing-of-the-kind", encoding="utf-8")
    begin(world)
    play(world, 3)
    with pytest.raises(TemplateFault, match=r"print/recap\.typ"):
        MailRenderer(Still(), tmp_path).render(final(world))
