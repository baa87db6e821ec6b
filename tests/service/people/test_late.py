"""A GM of many matches sees which are late, whom they wait for and since when, and who has gone silent."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.game import Prompt
from moderator.core.seats import Seat
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.letter_parts import LateMatch
from moderator.service.overrides.apply import apply
from moderator.service.people.late import late_matches
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match
from moderator.testing.altered import altered
from tests.support.world import START, World


def late(world: World) -> list[LateMatch]:
    """Return what is listed."""
    with world.store.read() as session:
        return late_matches(session, world.ctx)


def _do(world: World, *lines: str, match: str = "hoth") -> None:
    apply(world.store, world.ctx, OverridePlan(name=f"{match} {lines}", match=match, lines=lines))


def test_a_match_that_waits_for_somebody_says_for_whom_and_since_when(world: World) -> None:
    """Since it asked; who is ready is not waited for, and where all are it is not listed."""
    world.move(hours=5)
    world.says("Ann", "SEEK Gate")
    (found,) = late(world)
    assert (found.name, found.waiting, found.since, found.past) == ("hoth", ("Bob",), START, False)
    world.says("Bob", "SEEK Mill\nWAIT")
    assert late(world)[0].waiting == ("Bob",), "WAIT holds the turn"
    world.says("Bob", "READY")
    assert late(world) == []


def test_a_match_past_its_deadline_comes_first(world: World) -> None:
    """Then those that are due next, and what has no deadline last; a match that is over is not listed."""
    for name, schedule in (("endor", "every 24h"), ("tatooine", "every 72h"), ("yavin", ""), ("naboo", "every 48h")):
        world.match(name, schedule=schedule)
    _do(world, "END", match="naboo")
    world.move(hours=30)
    assert [(each.name, each.past) for each in late(world)] == [
        ("endor", True),
        ("hoth", False),
        ("tatooine", False),
        ("yavin", False),
    ]


def test_within_the_grace_a_match_is_not_late_yet(world: World) -> None:
    """Letters still count."""
    world.settings(grace=timedelta(hours=6))
    world.move(hours=50)
    assert [each.past for each in late(world)] == [False]


@pytest.mark.parametrize("status", [MatchStatus.PAUSED, MatchStatus.FAULTED])
def test_a_match_that_is_stopped_waits_for_its_gm(world: World, status: MatchStatus) -> None:
    """It is not late: its clock stands still."""
    for seat in ("Ann", "Bob"):
        world.says(seat, "PASS\nREADY")
    with world.store.write() as session:
        session.get_one(Match, world.the_match().id).status = status
    world.move(hours=90)
    (found,) = late(world)
    assert (found.status, found.past) == (status, False)


def test_turns_without_orders_are_counted_in_a_row(world: World) -> None:
    """In every match, whatever it does about them; orders begin the count anew, and so does another player."""
    for number in range(3):
        if number == 1:
            world.says("Ann", "SEEK Gate")
        world.move(hours=49)
        world.look()
    assert late(world)[0].silent == {"Ann": 1, "Bob": 3}
    _do(world, 'REPLACE Bob WITH "Cleo" cleo@pbem.test')
    assert late(world)[0].silent == {"Ann": 1}
    _do(world, "REPLACE Ann WITH BOT random")
    assert late(world)[0].silent == {}


def test_many_turns_without_orders_count_as_nine(world: World) -> None:
    """Older ones are not read."""
    world.match("endor", nights=20)
    for _ in range(11):
        world.move(hours=49)
        world.look()
    (found,) = [each for each in late(world) if each.name == "endor"]
    assert found.silent == {"Ann": 9, "Bob": 9}


@pytest.mark.parametrize("blind", [False, True])
def test_who_is_asked_in_secret_is_shown_to_an_open_gm_alone(empty_world: World, *, blind: bool) -> None:
    """A match that waits for such a seat only is not listed for a blind one, and its silence is nobody's business."""
    world, game = empty_world, empty_world.ctx.game("night-watch")
    pending = game.pending

    def in_secret(state: Any) -> Mapping[Seat, Prompt]:  # noqa: ANN401 - the state is the game's own
        return {seat: replace(prompt, secret=seat == "Bob") for seat, prompt in pending(state).items()}

    with altered(game, "pending", in_secret):
        world.match()
        if blind:
            with world.store.write() as session:
                row = session.get_one(Match, world.the_match().id)
                row.settings = replace(row.settings, gm="blind")
        world.says("Ann", "SEEK Gate")
        assert [each.waiting for each in late(world)] == ([] if blind else [("Bob",)])
        world.move(hours=49)
        assert [(each.past, each.waiting) for each in late(world)] == [(True, () if blind else ("Bob",))]
        world.look()
        assert late(world)[0].silent == {}


def test_bots_are_never_silent(empty_world: World) -> None:
    """They answer at once."""
    seats: Sequence[SeatPlan] = (
        SeatPlan(seat="Ann", player="Anna", addresses=("ann@pbem.test",)),
        SeatPlan(seat="Bob", bot="random"),
    )
    empty_world.match(seats=seats)
    empty_world.move(hours=49)
    empty_world.look()
    assert late(empty_world)[0].silent == {"Ann": 1}
