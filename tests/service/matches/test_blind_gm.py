"""A match that keeps its secrets from its GM."""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from moderator.core.game import AnyGame
from moderator.service import player_memos
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.facts import Memo
from moderator.service.matches import matches, secrecy
from moderator.service.overrides.apply import apply
from moderator.service.overrides.decisions import OverrideError
from tests.support.harm import RENDERER
from tests.support.night_watch import GAME as NIGHT_WATCH
from tests.support.world import ANN_AND_BOB, World

PLAN = MatchPlan(
    name="endor", game="night-watch", schedule="every 48h", zone="UTC", options={}, seats=tuple(ANN_AND_BOB)
)


def is_blind(world: World, name: str = "endor") -> bool:
    """Tell whether a match is blind."""
    with world.store.read() as session:
        match = matches.find(session, name)
        assert match is not None
        return secrecy.is_blind(session, world.ctx, match)


def make(world: World, plan: MatchPlan) -> None:
    """Make a match."""
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def override(world: World, *lines: str, match: str = "endor") -> None:
    """Carry out an override."""
    apply(world.store, world.ctx, OverridePlan(name=lines[0], match=match, lines=lines))


def test_a_gm_sees_all_of_a_match_that_does_not_say_otherwise(empty_world: World) -> None:
    """As in matches that were made before a match could say so."""
    make(empty_world, PLAN)
    assert not is_blind(empty_world)


def test_a_match_may_be_blind(empty_world: World) -> None:
    """It says so in the operator's file."""
    make(empty_world, replace(PLAN, gm="blind"))
    assert is_blind(empty_world)


@pytest.mark.parametrize("address", ["gm@pbem.test", "GM+games@pbem.test"])
def test_a_match_in_which_the_gm_plays_is_blind_by_itself(empty_world: World, address: str) -> None:
    """Under any spelling that brings letters to the same mailbox."""
    ann, bob = ANN_AND_BOB
    make(empty_world, replace(PLAN, seats=(replace(ann, addresses=("anna@work.test", address)), bob)))
    assert is_blind(empty_world)


def test_a_gm_who_takes_a_seat_later_sees_no_more(empty_world: World) -> None:
    """And it stays so when the seat is given away: nobody looks between two overrides."""
    make(empty_world, PLAN)
    override(empty_world, 'REPLACE Bob WITH "Gemma" gm@pbem.test')
    assert is_blind(empty_world)
    override(empty_world, "REPLACE Bob WITH BOT random")
    assert is_blind(empty_world)


def test_a_gm_who_plays_elsewhere_sees_all_of_the_other_match(empty_world: World) -> None:
    """Each match is blind for itself."""
    gemma = SeatPlan(seat="Ann", player="Gemma", addresses=("gm@pbem.test",))
    make(empty_world, PLAN)
    make(empty_world, replace(PLAN, name="hoth", seats=(gemma, SeatPlan(seat="Bob", bot="random"))))
    assert (is_blind(empty_world), is_blind(empty_world, "hoth")) == (False, True)


def test_a_match_that_is_over_has_no_secrets(empty_world: World) -> None:
    """All that was sealed is opened."""
    make(empty_world, replace(PLAN, gm="blind"))
    override(empty_world, "END it snows")
    assert not is_blind(empty_world)


def test_a_running_match_stays_as_blind_as_it_began(empty_world: World) -> None:
    """The operator who writes otherwise is told that nothing changes."""
    make(empty_world, replace(PLAN, gm="blind"))
    assert empty_world.differences(PLAN) == ['match "endor": gm stays as it was when the match began']


# ---- what the GM gets, and what is said of it -----------------------------------------------------------


def blind(world: World) -> World:
    """Make the match blind."""
    make(world, replace(PLAN, gm="blind"))
    return world


def said(world: World, kind: str, of: str = "") -> str:
    """Return the text of the newest letter of a kind to a seat, or to the GM."""
    row = [row for row in world.rows(kind) if row.seat == of][-1]
    facts = world.facts_of(row)
    assert facts is not None
    return " ".join(RENDERER.render(facts).text.split())


def test_the_report_to_a_blind_gm_is_what_everybody_may_know(empty_world: World) -> None:
    """And says so; the final one shows all."""
    blind(empty_world)
    empty_world.move(hours=49)
    empty_world.look()
    text = said(empty_world, "turn-report")
    assert "This match keeps its secrets from you as the GM" in text
    override(empty_world, "END it snows")
    assert "keeps its secrets" not in said(empty_world, "turn-report")


def test_a_report_that_waits_is_blind_when_it_goes(empty_world: World) -> None:
    """Between its turn and its way out the GM took a seat."""
    make(empty_world, PLAN)
    empty_world.move(hours=49)
    empty_world.look()
    assert "keeps its secrets" not in said(empty_world, "turn-report")
    override(empty_world, 'REPLACE Bob WITH "Gemma" gm@pbem.test')
    assert "keeps its secrets" in said(empty_world, "turn-report")


@pytest.mark.parametrize(
    ("gm", "address", "words"),
    [
        ("blind", "ann@pbem.test", "As config.toml says, it keeps its secrets from you"),
        ("open", "gm@pbem.test", "You have a seat in it, so the match keeps its secrets from you as the GM"),
    ],
)
def test_gm_and_players_are_told_when_a_blind_match_begins(
    empty_world: World, gm: Literal["open", "blind"], address: str, words: str
) -> None:
    """The GM learns why, and the players can rely on it."""
    ann, bob = ANN_AND_BOB
    with empty_world.store.write() as session:
        plan = replace(PLAN, gm=gm, seats=(replace(ann, addresses=(address,)), bob))
        matches.announce(session, empty_world.ctx, matches.create(session, empty_world.ctx, plan))
    assert words in said(empty_world, "memo")
    told = " ".join(said(empty_world, "welcome", "Bob").split())
    assert "This match keeps its secrets even from the GM" in told
    assert ("The GM plays Ann." in told) == (gm == "open")
    assert "The GM plays" not in said(empty_world, "welcome", "Ann")


def test_nothing_is_said_of_it_in_other_matches(empty_world: World) -> None:
    """Where the GM sees all, letters are as they were."""
    with empty_world.store.write() as session:
        matches.announce(session, empty_world.ctx, matches.create(session, empty_world.ctx, PLAN))
    assert "secrets" not in said(empty_world, "memo") + said(empty_world, "welcome", "Bob")


def test_a_fault_in_a_blind_match_is_told_without_its_details(
    empty_world: World, alter: Callable[[AnyGame, str, Any], None]
) -> None:
    """An error may name what it stumbled on."""

    def fail(state: object, *_: object) -> None:
        raise RuntimeError(state)

    blind(empty_world)
    alter(NIGHT_WATCH, "resolve", fail)
    empty_world.move(hours=49)
    empty_world.look()
    text = said(empty_world, "memo")
    assert "We left out the details, because they may tell you secrets of a match; moderator memos --disclose" in text
    assert "RuntimeError" not in text
    with empty_world.store.read() as session:
        *_, (_, _, kept) = player_memos.all_memos(session)
    assert any("RuntimeError" in line for line in kept.lines), "nothing is lost"


def test_a_fault_that_may_be_about_any_match_is_told_without_its_details(empty_world: World) -> None:
    """While one of them is blind, and not longer."""
    memo = Memo(moderator="M", address="m@pbem.test", zone="UTC", code="letter-shunted", lines=("Red has 3 ships",))
    make(blind(empty_world), replace(PLAN, name="hoth"))
    for lines in ((), memo.lines):
        with empty_world.store.read() as session:
            assert secrecy.redact(session, empty_world.ctx, memo).lines == lines
        if not lines:
            override(empty_world, "END it snows")


# ---- what the GM may do ---------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["ORDERS Bob: SEEK Mill", "HEARTEN Bob 7"])
def test_a_blind_gm_enters_no_orders_and_moves_nothing(empty_world: World, line: str) -> None:
    """A trial is refused as well, and so are the other lines of the same override."""
    blind(empty_world)
    before = empty_world.the_match("endor")
    for dry_run in (True, False):
        plan = OverridePlan(name="x", match="endor", lines=("EXTEND 24h", line))
        with pytest.raises(OverrideError, match="the match keeps its secrets from its GM"):
            apply(empty_world.store, empty_world.ctx, plan, dry_run=dry_run)
    after = empty_world.the_match("endor")
    assert (after.number, after.deadline) == (before.number, before.deadline)


@pytest.mark.parametrize(
    "line", ["EXTEND 24h", "PAUSE", "SCHEDULE every 24h", "REPLACE Bob WITH BOT random", "RESOLVE", "END it snows"]
)
def test_what_needs_no_secrets_stays_possible(empty_world: World, line: str) -> None:
    """What is shown of it is clock and seats alone."""
    blind(empty_world)
    plan = OverridePlan(name="x", match="endor", lines=(line,))
    done = apply(empty_world.store, empty_world.ctx, plan)
    assert (done.before, done.after) == ((), ())
    assert {change.partition(":")[0] for change in done.changes} <= {"status", "deadline", "schedule", "seat Bob"}


def test_a_blind_gm_sets_options(empty_world: World) -> None:
    """They are told to all."""
    seats = tuple(SeatPlan(seat=seat, player=seat, addresses=(f"{seat}@pbem.test",)) for seat in ("North", "South"))
    make(empty_world, replace(PLAN, game="hex-duel", gm="blind", seats=seats))
    done = apply(
        empty_world.store, empty_world.ctx, OverridePlan(name="x", match="endor", lines=("SET OPTION sight 3",))
    )
    assert [change.split(" ")[0] for change in done.changes] == ["options.sight:"]


def test_a_gm_who_takes_a_seat_is_named_to_all(empty_world: World) -> None:
    """The GM of an open match has seen it; the operator is asked whether that is meant."""
    make(empty_world, PLAN)
    line = 'REPLACE Bob WITH "Gemma" gm@pbem.test'
    plan = OverridePlan(name="x", match="endor", lines=(line,))
    (warning,) = apply(empty_world.store, empty_world.ctx, plan, dry_run=True).warnings
    assert "seat Bob is for the GM, who has seen all of the match until now" in warning
    override(empty_world, line)
    assert "Gemma is also the GM and has seen everything in this match until now" in said(empty_world, "notice", "Ann")


def test_a_gm_who_plays_gets_no_second_seat(empty_world: World) -> None:
    """Not under another address of the same player, nor after the first seat was given away."""
    ann, bob = ANN_AND_BOB
    make(empty_world, replace(PLAN, seats=(replace(ann, addresses=("gm@pbem.test", "anna@work.test")), bob)))
    wish = 'REPLACE Bob WITH "Gemma" anna@work.test'
    with pytest.raises(OverrideError, match="the GM plays or played Ann and would know both sides"):
        override(empty_world, wish)
    override(empty_world, "REPLACE Ann WITH BOT random")
    with pytest.raises(OverrideError, match="the GM plays or played Ann"):
        override(empty_world, wish)
    override(empty_world, 'REPLACE Ann WITH "Gemma" gm@pbem.test')
