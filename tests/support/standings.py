"""Matches of Night Watch that are played to a result, for ratings and series."""

from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.matches import matches
from moderator.service.overrides.apply import apply
from tests.support.world import ANN_AND_BOB, World

CAT = SeatPlan(seat="Cat", player="Cathy", addresses=("cat@pbem.test",))


def begin(world: World, name: str, *seats: SeatPlan, series: str = "", shown: str = "public", nights: int = 1) -> None:
    """Make a match of one night, or some."""
    plan = MatchPlan(
        name=name,
        game="night-watch",
        schedule="every 48h",
        zone="UTC",
        options={"nights": nights, "courage": 5},
        seats=seats or (*ANN_AND_BOB, CAT),
        spectators=shown,
        series=series,
    )
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def end(world: World, name: str, *first: str) -> None:
    """Let a match come to its end; the seats that come first have the most courage."""
    lines = tuple(f"HEARTEN {seat} {9 - place}" for place, seat in enumerate(first))
    if lines:
        override(world, name, *lines)
    world.move(hours=49)
    world.look()
    assert world.the_match(name).status == "over"


def override(world: World, name: str, *lines: str) -> None:
    """Let the GM do something."""
    apply(world.store, world.ctx, OverridePlan(name=f"{name} {lines}", match=name, lines=lines))
