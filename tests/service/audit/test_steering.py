"""Nobody steers the dice: what a GM records while orders are open chooses none, and all are told how much it was."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col

from moderator.core.dice import Seeds
from moderator.rendering.mail import MailRenderer
from moderator.service import gm_language
from moderator.service.audit.verify import verify_match
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import Notice, TurnReport, Welcome
from moderator.service.matches import records, reports
from moderator.service.overrides.apply import apply
from moderator.service.overrides.carry_out import OverrideRun
from moderator.service.turns import adjudication
from moderator.store import match_queries
from moderator.store.tables import Match
from tests.support.letters.proofs import found, letters, play, raw
from tests.support.world import World

REBELS = (
    SeatPlan(seat="Red", player="Rae", addresses=("rae@pbem.test",)),
    SeatPlan(seat="Blue", player="Bea", addresses=("bea@pbem.test",)),
    SeatPlan(seat="Empire", bot="recruit"),
)
SILENT = ("SCHEDULE every 48h", "SET OPTION max_turns 9", "EXTEND 1h", "SCHEDULE every 48h", "TELL ALL: hello")
"""Lines that change nothing that a player would be told of, and one that moves the deadline."""


@pytest.fixture
def hoth(world: World) -> World:
    """Give a match of Rebel Commander with two people and a bot."""
    world.match("rebels", game="rebel-commander", seats=REBELS, max_turns=9)
    return world


def override(world: World, *lines: str, match: str = "rebels") -> None:
    """Let the GM say something."""
    name = f"{match} {world.the_match(match).number} {lines}"
    apply(world.store, world.ctx, OverridePlan(name=name, match=match, lines=lines))


def throws(world: World, match: str = "rebels") -> Sequence[Any]:
    """Return what would be thrown if the turn were resolved now, as somebody would see who runs it on a copy."""
    ctx, found = world.ctx, world.the_match(match)
    with world.store.read() as session:
        turn = adjudication.read_open_turn(session, found.id or 0)
    assert turn is not None
    verdict = adjudication.adjudicate(ctx, turn, overdue=True)
    assert verdict is not None
    with world.store.read() as session:
        row = records.by_number(session, found, 0)
    row.body = verdict.kept.body
    return [throw for step in records.body(ctx.game(found.game), row).steps for throw in step.throws]


def report(world: World, seat: str, match: str = "rebels") -> TurnReport:
    """Return the newest report to a seat."""
    found = [letter for letter in letters(world, seat, match) if isinstance(letter, TurnReport)]
    return found[-1]


def runs(world: World) -> None:
    """Let the deadline pass."""
    world.move(hours=200)
    world.look()


def begun_by(world: World, formula: int, match: str = "rebels") -> None:
    """Let a match have begun under a release that used a formula."""
    with world.store.write() as session:
        session.execute(update(Match).where(col(Match.name) == match).values(formula=formula))


# ---- what chooses no dice ----------------------------------------------------------------------------------------


def test_silent_overrides_choose_no_dice(hoth: World) -> None:
    """Whatever the GM records between, the turn brings the same: nothing is gained by trying it on a copy."""
    before = throws(hoth)
    assert before
    for line in SILENT:
        override(hoth, line)
        assert throws(hoth) == before
    number = hoth.the_match("rebels").number
    runs(hoth)
    assert report(hoth, "Red").opened[-1].record == number + 1


def test_an_older_match_keeps_its_formula(hoth: World) -> None:
    """Its dice still follow the number of the record; its letters prove it to both programs, and it plays again."""
    begun_by(hoth, 1)
    before = throws(hoth)
    override(hoth, "SCHEDULE every 48h")
    assert throws(hoth) != before
    runs(hoth)
    override(hoth, "EXTEND 24h")
    play(hoth, "rebels")
    files = [raw(letter) for letter in letters(hoth, "Red", "rebels") if not isinstance(letter, Welcome)]
    assert found(files)[0] == set()
    assert verify_match(hoth.store, hoth.ctx, "rebels") == []
    assert {each.formula for each in report(hoth, "Red").opened} == {1}


def test_a_new_match_announces_its_formula_with_every_seal(hoth: World) -> None:
    """So that a later formula is no surprise, and none can be chosen afterwards."""
    override(hoth, "EXTEND 24h")
    play(hoth, "rebels")
    told = letters(hoth, "Red", "rebels")
    seals = [letter.seal for letter in told if isinstance(letter, Welcome | TurnReport) and letter.seal]
    assert {(seal.formula, seal.seats) for seal in seals} == {(3, ("Red", "Blue", "Empire"))}
    assert {each.formula for each in report(hoth, "Red").opened} == {3}
    assert found([raw(letter) for letter in told]) == (set(), set())


def next_seeds(world: World, match: str = "rebels") -> Seeds:
    """Return the seeds of the order request that would follow if the turn were resolved now."""
    with world.store.read() as session:
        turn = adjudication.read_open_turn(session, world.the_match(match).id or 0)
    assert turn is not None
    verdict = adjudication.adjudicate(world.ctx, turn, overdue=True)
    assert verdict is not None
    assert verdict.opening is not None
    return verdict.opening.seeds


def test_a_turn_that_is_resolved_again_asks_with_the_same_seeds(hoth: World) -> None:
    """Whoever holds back the letters and resolves on a restored database has no other seeds to choose from."""
    seeds = next_seeds(hoth)
    assert next_seeds(hoth) == seeds
    hoth.says("Red", "1. PASS", match="rebels", sender="rae@pbem.test")
    override(hoth, "EXTEND 1h")
    assert next_seeds(hoth) == seeds


@pytest.mark.parametrize("formula", [1, 2])
def test_older_formulas_draw_seeds_at_random(hoth: World, formula: int) -> None:
    """Matches that have begun keep what their seals announced, and their letters are proved as before."""
    begun_by(hoth, formula)
    assert next_seeds(hoth) != next_seeds(hoth)
    play(hoth, "rebels")
    files = [raw(letter) for letter in letters(hoth, "Red", "rebels") if not isinstance(letter, Welcome)]
    assert found(files) == (set(), {"seals"})
    assert verify_match(hoth.store, hoth.ctx, "rebels") == []


def test_seeds_that_do_not_follow_from_the_secret_are_named(hoth: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """By both programs at the end, though every seal fits its seed; and by the moderator at once."""
    with monkeypatch.context() as patch:
        patch.setattr("moderator.service.matches.matches.next_seeds", lambda _match: Seeds(b"o" * 32, b"s" * 32))
        runs(hoth)
    assert "seed-differs" in {each.code for each in verify_match(hoth.store, hoth.ctx, "rebels")}
    play(hoth, "rebels")
    assert found([raw(letter) for letter in letters(hoth, "Red", "rebels")])[0] == {"seals"}


def test_the_dice_of_a_correction_follow_from_those_before_it_alone(world: World) -> None:
    """They are counted among the corrections that threw dice; one that throws none moves nothing."""
    world.match("two", nights=3)
    thrown = []
    for _ in range(2):
        before = throws_of_a_correction(world)
        assert {throw.stream for throw in before} == {"open", "secret"}
        for line in ("SCHEDULE every 48h", "EXTEND 1h", "HEARTEN Ann 7"):
            override(world, line, match="two")
            assert throws_of_a_correction(world) == before
        override(world, "ROUSE Ann", match="two")
        assert thrown_last(world) == before
        thrown.append(before)
    assert thrown[0] != thrown[1]


def throws_of_a_correction(world: World) -> Sequence[Any]:
    """Return what a correction would throw now, as somebody would see who tries it on a copy."""
    with world.store.write() as session:
        match = match_queries.lock_match(session, world.the_match("two").id or 0)
        run = OverrideRun(session, world.ctx, match, rehearsal=False)
        run.carry_out(gm_language.parse(("ROUSE Ann",), run.line_context()))
        session.rollback()
    return run.steps[0].throws


def thrown_last(world: World) -> Sequence[Any]:
    """Return what the newest record threw."""
    match = world.the_match("two")
    with world.store.read() as session:
        body = records.body(world.ctx.game(match.game), records.by_number(session, match, match.number))
    return body.steps[0].throws


def test_two_corrections_that_throw_dice_are_proved_and_played_again(world: World) -> None:
    """Each is opened with the turn, under its own number, and its throws follow from the seed without receipts."""
    world.match("two", nights=2)
    world.says("Ann", "SEEK Bridge", match="two")
    for line in ("ROUSE Ann", "EXTEND 1h", "ROUSE Bob"):
        override(world, line, match="two")
    runs(world)
    told = report(world, "Ann", "two")
    assert [each.amendment for each in told.opened] == [1, 2, None]
    assert [each.receipts for each in told.opened[:2]] == [(), ()]
    assert {(roll.record, roll.kind) for roll in told.rolls} >= {(1, "rouse"), (3, "rouse")}
    play(world, "two")
    assert found([raw(letter) for letter in letters(world, "Ann", "two")]) == (set(), set())
    assert verify_match(world.store, world.ctx, "two") == []


def resolved(world: World, seat: str) -> int:
    """Return the number of the order set of a seat that was resolved last."""
    match = world.the_match("rebels")
    with world.store.read() as session:
        bodies = [
            records.body(world.ctx.game(match.game), each) for each in match_queries.records(session, match.id or 0)
        ]
    return [filed.number for body in bodies for filed in body.filed if filed.seat == seat][-1]


# ---- orders of the GM --------------------------------------------------------------------------------------------


def test_orders_that_the_gm_enters_have_a_receipt_that_the_report_names(hoth: World) -> None:
    """Also for a bot's seat, and to every player: other orders are other dice, and all see who gave them."""
    before = throws(hoth)
    override(hoth, "ORDERS Empire: 1. PASS")
    assert throws(hoth) != before
    runs(hoth)
    for seat in ("Red", "Blue"):
        told = report(hoth, seat)
        assert told.corrections.entered == ("Empire",)
        assert {each.seat: each.by for each in told.receipts}["Empire"] == "gm"
    assert resolved(hoth, "Empire") == 2


def test_the_same_orders_entered_again_keep_their_receipt(hoth: World) -> None:
    """Nothing is gained by entering what stands there: there is no other receipt, and so there are no other dice."""
    override(hoth, "ORDERS Empire: 1. PASS")
    before = throws(hoth)
    for _ in range(3):
        override(hoth, "ORDERS Empire: 1. PASS")
        assert throws(hoth) == before
    runs(hoth)
    assert resolved(hoth, "Empire") == 2


def test_a_bot_that_gives_up_its_seat_and_returns_keeps_its_receipt(hoth: World) -> None:
    """Else whoever puts somebody into its seat for a moment would have other dice each time."""
    before = throws(hoth)
    hoth.move(minutes=1)
    for number in range(3):
        override(hoth, f'REPLACE Empire WITH "Zed {number}" zed{number}@pbem.test', "REPLACE Empire WITH BOT recruit")
        assert throws(hoth) == before
    override(hoth, "ORDERS Empire: 1. PASS")
    override(hoth, 'REPLACE Empire WITH "Zed" zed@pbem.test')
    override(hoth, "REPLACE Empire WITH BOT recruit")
    assert throws(hoth) == before
    runs(hoth)
    assert resolved(hoth, "Empire") == 1
    assert verify_match(hoth.store, hoth.ctx, "rebels") == []


def test_a_bot_in_a_players_seat_leaves_the_orders_of_the_player(hoth: World) -> None:
    """Whoever sits there for a moment: the player's orders keep their receipt, and filing them is no other dice."""
    hoth.move(minutes=1)
    hoth.says("Red", "1. PASS", match="rebels", sender="rae@pbem.test")
    before = throws(hoth)
    for _ in range(2):
        override(hoth, "REPLACE Red WITH BOT recruit")
        assert throws(hoth) == before
        override(hoth, "REPLACE Red WITH Rae rae@pbem.test")
        assert throws(hoth) == before
    runs(hoth)
    assert resolved(hoth, "Red") == 1
    assert verify_match(hoth.store, hoth.ctx, "rebels") == []


def test_the_gms_orders_for_a_player_outlast_a_bot_in_the_seat(hoth: World) -> None:
    """The player was told of them with their receipt, so no bot takes them away."""
    hoth.move(minutes=1)
    override(hoth, "ORDERS Red: 1. PASS")
    before = throws(hoth)
    hoth.move(minutes=1)
    override(hoth, "REPLACE Red WITH BOT recruit", "REPLACE Red WITH Rae rae@pbem.test")
    assert throws(hoth) == before


def test_a_bot_takes_its_own_orders_along(hoth: World) -> None:
    """A player who had none has none again, and the bot's come back with the bot, under their receipt."""
    hoth.move(minutes=1)
    empty = throws(hoth)
    override(hoth, "REPLACE Red WITH BOT recruit")
    played = throws(hoth)
    assert played != empty
    for _ in range(2):
        override(hoth, "REPLACE Red WITH Rae rae@pbem.test")
        assert throws(hoth) == empty
        override(hoth, "REPLACE Red WITH BOT recruit")
        assert throws(hoth) == played


def test_orders_that_the_gm_enters_again_for_a_bot_have_the_receipt_of_the_first_time(hoth: World) -> None:
    """Also with others in between: the same orders in a bot's seat are the same dice."""
    bots = throws(hoth)
    hoth.move(minutes=1)
    override(hoth, "ORDERS Empire: 1. PASS")
    passes = throws(hoth)
    override(hoth, "ORDERS Empire: 1. BUILD TROOPS D0")
    builds = throws(hoth)
    assert passes not in (bots, builds)
    override(hoth, "ORDERS Empire: 1. PASS")
    assert throws(hoth) == passes
    override(hoth, 'REPLACE Empire WITH "Zed" zed@pbem.test', "REPLACE Empire WITH BOT recruit")
    assert throws(hoth) == bots
    override(hoth, "ORDERS Empire: 1. BUILD TROOPS D0")
    assert throws(hoth) == builds
    runs(hoth)
    assert {each.seat: each.by for each in report(hoth, "Red").receipts}["Empire"] == "gm"
    assert resolved(hoth, "Empire") == 3
    assert [each.code for each in verify_match(hoth.store, hoth.ctx, "rebels")] == ["orders-entered"]


def test_orders_that_the_gm_changes_to_and_fro_for_a_player_are_told(hoth: World) -> None:
    """Each is a set of its own that the player is shown; every report names the seat and counts the corrections."""
    hoth.move(minutes=1)
    hoth.says("Red", "1. PASS", match="rebels", sender="rae@pbem.test")
    override(hoth, "ORDERS Red: 1. BUILD TROOPS A0")
    override(hoth, "ORDERS Red: 1. PASS")
    runs(hoth)
    for seat in ("Red", "Blue"):
        told = report(hoth, seat)
        assert (told.corrections.by_gm, told.corrections.entered) == (2, ("Red",))
        assert {each.seat: each.by for each in told.receipts}["Red"] == "gm"
    assert resolved(hoth, "Red") == 3
    shown = [note for letter in letters(hoth, "Red", "rebels") if isinstance(letter, Notice) for note in letter.notes]
    assert [note.facts["number"] for note in shown if note.code == "orders-entered"] == [2, 3]


def test_another_bot_that_takes_a_seat_over_orders_for_itself(hoth: World) -> None:
    """It answers what the board is then; no override needs to have entered that, and nobody is accused."""
    first = throws(hoth)
    hoth.move(minutes=1)
    override(hoth, "REPLACE Empire WITH BOT veteran")
    second = throws(hoth)
    assert second != first
    hoth.move(minutes=1)
    override(hoth, "REPLACE Empire WITH BOT recruit")
    assert throws(hoth) == first
    hoth.move(minutes=1)
    override(hoth, 'REPLACE Empire WITH "Zed" zed@pbem.test')
    override(hoth, "REPLACE Empire WITH BOT veteran")
    assert throws(hoth) == second
    runs(hoth)
    assert [each for each in verify_match(hoth.store, hoth.ctx, "rebels") if each.grave] == []


def test_orders_of_the_gm_that_a_rollback_brings_back_are_still_named(hoth: World) -> None:
    """Under the new request too, however often the match goes back: its players did not give them."""
    hoth.move(minutes=1)
    override(hoth, "ORDERS Red: 1. PASS")
    hoth.says("Blue", "1. PASS", match="rebels", sender="bea@pbem.test")
    for _ in range(2):
        runs(hoth)
        override(hoth, "ROLLBACK 1")
    runs(hoth)
    told = report(hoth, "Blue")
    assert told.corrections.entered == ("Red",)
    assert {each.seat: each.by for each in told.receipts} == {"Red": "gm", "Blue": "", "Empire": ""}
    assert [each for each in verify_match(hoth.store, hoth.ctx, "rebels") if each.grave] == []


def test_orders_entered_again_wait_for_nobody(hoth: World) -> None:
    """The GM's word takes back a WAIT, as it does with other orders."""
    hoth.says("Red", "1. PASS\nWAIT", match="rebels", sender="rae@pbem.test")
    override(hoth, "ORDERS Red: 1. PASS")
    row = hoth.order_set_row("Red", match="rebels")
    assert row is not None
    assert (row.number, row.wait) == (1, False)


# ---- what is told ------------------------------------------------------------------------------------------------


def test_every_report_counts_the_corrections_of_its_turn(hoth: World) -> None:
    """To all players alike, hidden ones too: how many, and nothing about them."""
    for line in SILENT:
        override(hoth, line)
    runs(hoth)
    for seat in ("Red", "Blue"):
        told = report(hoth, seat)
        assert (told.corrections.by_gm, told.corrections.by_us, told.corrections.entered) == (len(SILENT), 0, ())
        assert told.opened[-1].corrections == len(SILENT)
    runs(hoth)
    assert report(hoth, "Red").corrections.by_gm == 0
    assert report(hoth, "Red").opened[-1].corrections == 0


def test_corrections_are_told_in_words(hoth: World) -> None:
    """With whose orders the GM entered."""
    override(hoth, "ORDERS Empire: 1. PASS")
    override(hoth, "SCHEDULE every 48h")
    runs(hoth)
    mailed = hoth.post(MailRenderer(hoth.clock))
    texts = [each.raw.decode("utf-8", "replace") for each in mailed if b"turn 1" in each.raw.lower()]
    assert any("The GM made 2 corrections while orders were open." in text for text in texts)
    assert any("The GM entered the orders of Empire." in text for text in texts)


def test_a_seal_prints_the_same_record_whenever_it_is_sent(hoth: World) -> None:
    """A letter that goes late shows what was promised at first: both programs compare it with what followed."""
    override(hoth, "EXTEND 1h")
    with hoth.store.read() as session:
        match = hoth.the_match("rebels")
        welcome = reports.welcome(session, hoth.ctx, match, hoth.assignment("Red", "rebels"), 0)
    assert (welcome.seal.record, match.number) == (1, 1)


def test_a_turn_run_on_a_copy_shows_what_will_come(hoth: World) -> None:
    """Whoever holds the seeds can look: that nothing prevents, and only what follows from it is told."""
    seen = throws(hoth)
    runs(hoth)
    with hoth.store.read() as session:
        match = hoth.the_match("rebels")
        body = records.body(hoth.ctx.game(match.game), records.by_number(session, match, match.number))
    assert [throw for step in body.steps for throw in step.throws] == seen
