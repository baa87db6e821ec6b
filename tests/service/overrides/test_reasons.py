"""Why a GM did something is quoted in all that players get because of it, once, and to nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import select

from moderator.core import codec
from moderator.rendering.environment import Templates
from moderator.rendering.mail import MailRenderer
from moderator.rendering.rehearsals import rehearsal
from moderator.service.admin import personal_data
from moderator.service.context import LONGEST_REASON, OverridePlan, SeatPlan
from moderator.service.facts import TurnReport
from moderator.service.matches import records, reports
from moderator.service.overrides.apply import Applied, apply, apply_all, carry_out_agreed
from moderator.service.overrides.decisions import OverrideError, RefusedError
from moderator.store.tables import Override, Record
from moderator.testing.stages import Stage
from tests.rendering.samples import Still
from tests.support.world import World

RENDERER = MailRenderer(Still())
WHY = "Red had no power until Friday."
QUOTED = f"The GM's reason: {WHY}"
FOG: dict[str, Any] = {
    "edition": "planet",
    "fog": True,
    "start": {"Red": {"A0": {"troops": 4}}, "Empire": {"H5": {"troops": 4}}},
}


def _do(world: World, *lines: str, why: str = WHY, match: str = "hoth", dry_run: bool = False) -> Applied:
    plan = OverridePlan(name=f"{match} {lines}", match=match, lines=lines, why=why)
    return apply(world.store, world.ctx, plan, dry_run=dry_run)


def _words(world: World, kind: str, seat: str, match: str = "hoth") -> str:
    """Return the newest letter of a kind to a seat, in one line; empty if there is none."""
    rows = [row for row in world.rows(kind) if row.seat == seat and row.match == world.the_match(match).id]
    facts = world.facts_of(rows[-1]) if rows else None
    return " ".join(RENDERER.render(facts).text.split()) if facts is not None else ""


def _fog(world: World) -> None:
    seats = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat.lower()}@pbem.test",)) for seat in ("Red", "Empire")]
    world.match("endor", game="rebel-commander", seats=seats, **FOG)


# ---- notices --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        ("EXTEND 24h",),
        ("EXTEND 24h", "PAUSE", "SCHEDULE every 24h"),
        ("SPECTATORS PUBLIC", "HEARTEN Ann 7"),
        ("ORDERS Bob: SEEK Mill",),
        ("RESOLVE",),
        ('NAME Bob "Rob"',),
        ("REPLACE Ann WITH BOT random",),
    ],
)
def test_a_notice_quotes_the_reason_once_below_all_that_was_done(world: World, lines: tuple[str, ...]) -> None:
    """Whatever the lines: one way for all of them."""
    _do(world, *lines)
    text = _words(world, "notice", "Bob")
    assert text.count(QUOTED) == 1
    assert "The GM's reason" not in text.replace(QUOTED, "")


def test_without_a_reason_none_is_quoted(world: World) -> None:
    """The letter is as it was."""
    _do(world, "EXTEND 24h", why="")
    assert "reason" not in _words(world, "notice", "Bob")


def test_overrides_that_are_read_together_keep_each_its_reason(world: World) -> None:
    """In one letter, each behind what it explains; one that both have is quoted once."""
    pairs = (("EXTEND 24h", "A storm."), ("PAUSE", "A flood."), ("SPECTATORS PUBLIC", "A flood."))
    plans = [OverridePlan(name=line, match="hoth", lines=(line,), why=why) for line, why in pairs]
    apply_all(world.store, world.ctx, plans)
    text = _words(world, "notice", "Ann")
    places = [text.index(each) for each in ("gave everybody more time", "A storm.", "stopped the clock", "A flood.")]
    assert places == sorted(places)
    assert text.count("The GM's reason") == 2


def test_a_message_of_the_gms_quotes_it_too(world: World) -> None:
    """Below the words."""
    _do(world, "TELL Bob: You are out of the match.")
    assert f"You are out of the match. {QUOTED}" in _words(world, "press-letter", "Bob")


def test_an_address_that_is_to_change_reads_why(world: World) -> None:
    """The letter to the old address is no notice of the override's, and quotes it all the same."""
    _do(world, "ADDRESS Bob rob@pbem.test")
    assert QUOTED in _words(world, "notice", "Bob")


def test_a_name_is_corrected_in_every_match_with_the_reason(world: World) -> None:
    """The other match records it as well."""
    world.match("endor")
    _do(world, 'NAME Bob "Rob"')
    assert QUOTED in _words(world, "notice", "Ann", "endor")


def test_players_are_asked_for_a_rollback_with_the_reason_and_told_it_when_it_happens(world: World) -> None:
    """In a blind match the question and the rollback are two letters, days apart."""
    settings = world.the_match().settings
    with world.store.write() as session:
        session.merge(world.the_match()).settings = type(settings)(
            **{name: getattr(settings, name) for name in settings.__struct_fields__ if name != "gm"}, gm="blind"
        )
    world.move(hours=49)
    world.look()
    _do(world, "ROLLBACK 1")
    assert QUOTED in _words(world, "notice", "Ann")
    for seat in ("Ann", "Bob"):
        world.says(seat, "AGREE ROLLBACK")
    assert carry_out_agreed(world.store, world.ctx) == {"hoth": None}
    text = _words(world, "notice", "Ann")
    assert "is played again" in text
    assert text.count(QUOTED) == 1


# ---- secrets --------------------------------------------------------------------------------------------------


def test_who_hears_nothing_of_a_change_does_not_hear_why(empty_world: World) -> None:
    """Not even if another override, which Red sees, is read together with it."""
    _fog(empty_world)
    plans = [
        OverridePlan(name=line, match="endor", lines=(line,), why=why)
        for line, why in (("PLACE 1 TROOPS A1 FOR Empire", "Seen."), ("PLACE 2 TROOPS H5 FOR Empire", "Hidden."))
    ]
    apply_all(empty_world.store, empty_world.ctx, plans)
    assert "The GM's reason: Seen." in _words(empty_world, "notice", "Red", "endor")
    assert "Hidden" not in _words(empty_world, "notice", "Red", "endor")
    assert "The GM's reason: Seen. / Hidden." in _words(empty_world, "notice", "Empire", "endor")
    empty_world.move(hours=49)
    empty_world.look()
    assert "Hidden" not in _words(empty_world, "turn-report", "Red", "endor")


# ---- reports --------------------------------------------------------------------------------------------------


def test_the_report_of_a_turn_that_the_gm_ran_says_why(world: World) -> None:
    """All read it there, the GM too; the report of the next turn says nothing of it."""
    _do(world, "RESOLVE")
    world.look()
    for seat in ("Ann", "Bob", ""):
        assert f"The GM had this turn run. {QUOTED}" in _words(world, "turn-report", seat)
    world.move(hours=49)
    world.look()
    assert "reason" not in _words(world, "turn-report", "Ann")


@pytest.mark.parametrize(("lines", "why"), [(("END",), WHY), ((f"END {WHY}",), "")])
def test_the_final_report_says_why_the_gm_ended_the_match(world: World, lines: tuple[str, ...], why: str) -> None:
    """Written behind the word or as the reason of the override: it is the same."""
    _do(world, *lines, why=why)
    assert f"The GM ended the match; nobody wins. {QUOTED}" in _words(world, "turn-report", "Bob")


@pytest.mark.parametrize("line", ["END we go on holiday", "WITHDRAW wrong address"])
def test_two_reasons_for_one_end_are_refused(world: World, line: str) -> None:
    """None of them is lost."""
    with pytest.raises(RefusedError, match="its reason is given already"):
        _do(world, line)
    assert world.the_match().status.value == "running"


def test_a_match_that_is_withdrawn_says_why(world: World) -> None:
    """Its players get one last letter."""
    world.post(RENDERER)
    _do(world, "WITHDRAW")
    assert QUOTED in _words(world, "turn-report", "Ann")


def test_an_end_that_an_older_release_recorded_is_read_as_before(world: World) -> None:
    """It kept the reason under the same name, and an empty one where none was given."""
    _do(world, "END", why="")
    with world.store.write() as session:
        row = session.exec(select(Record).where(Record.kind == "end")).one()
        body: Any = codec.unpack(row.body, Any)
        row.body = codec.pack({**body, "facts": {"reason": "we go on holiday"}})
    assert "The GM's reason: we go on holiday" in _words(world, "turn-report", "Ann")


def test_the_final_report_gives_the_reason_of_every_correction(stage: Callable[[str], Stage]) -> None:
    """Of hidden ones too: a match that is over has no secrets."""
    here = stage("rebel-commander: amid")
    with here.go_on() as world:
        plan = OverridePlan(name="one", match="hoth", lines=("SET ENTHUSIASM Red 120",), why=WHY)
        apply(world.store, world.ctx, plan)
        apply(world.store, world.ctx, OverridePlan(name="two", match="hoth", lines=("END",)))
        match = world.the_match()
        with world.store.read() as session:
            told = reports.turn(session, world.ctx, match, match.number, reports.gm(session, world.ctx, match))
    assert isinstance(told, TurnReport)
    text = " ".join(RENDERER.render(told).text.split())
    assert QUOTED in text[text.index("WHAT THE GM CHANGED") :]


# ---- what is kept ---------------------------------------------------------------------------------------------


def test_an_id_with_another_reason_is_another_text(world: World) -> None:
    """The players read the first one; it says which it was."""
    for why in ("A storm.", "A flood."):
        plan = OverridePlan(name="b1", match="hoth", lines=("EXTEND 24h",), why=why)
        if why == "A storm.":
            apply(world.store, world.ctx, plan)
        else:
            with pytest.raises(OverrideError, match=r"with another text \(EXTEND 24h; why: A storm\.\)"):
                apply(world.store, world.ctx, plan)


def test_a_reason_has_a_limit(world: World) -> None:
    """It stands in letters of a few lines."""
    with pytest.raises(RefusedError, match="its reason is too long"):
        _do(world, "EXTEND 24h", why="x" * (LONGEST_REASON + 1))


def test_the_memo_and_a_dry_run_show_it(world: World) -> None:
    """The GM reads what the players read."""
    shown = _do(world, "EXTEND 24h", dry_run=True)
    (telling,) = rehearsal(shown, Templates().text).tellings
    assert [sentence.words for sentence in telling.sentences][-1] == QUOTED
    _do(world, "EXTEND 24h")
    (memo,) = [each for each in world.facts("memo") if each.code == "override-applied"]
    assert memo.lines == ("EXTEND 24h", f"why: {WHY}")


def test_who_is_erased_is_struck_out_of_reasons(world: World) -> None:
    """Of what is kept of the override, and of its record."""
    _do(world, "EXTEND 24h", why="bob@pbem.test was ill")
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "bob@pbem.test")
    with world.store.read() as session:
        kept = [row.text for row in session.exec(select(Override))]
        told = records.all_with_bodies(session, world.ctx.game("night-watch"), world.the_match())
    assert "bob" not in str((kept, [body.facts for _, body in told]))
    assert [body.reason for _, body in told if body.reason] == ["erased@erased.invalid was ill"]
