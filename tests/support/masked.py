"""A masked match of three, and letters as they are read."""

from typing import Any

from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.facts import LetterFacts
from moderator.service.matches import matches
from moderator.service.overrides.apply import apply
from tests.support.harm import RENDERER
from tests.support.world import ANN_AND_BOB, World

CAT = SeatPlan(seat="Cat", player="Cathy", addresses=("cat@pbem.test",))
NAMES = ("Anna", "Robert", "Cathy")


def begin(world: World, **more: Any) -> None:  # noqa: ANN401 - of the plan
    """Make a masked match of Night Watch, hoth, with three people."""
    told: dict[str, Any] = {
        "game": "night-watch",
        "masks": True,
        "seats": (*ANN_AND_BOB, CAT),
        "options": {"nights": 20, "courage": 9},
        **more,
    }
    plan = MatchPlan(name="hoth", schedule="every 48h", zone="UTC", **told)
    with world.store.write() as session:
        matches.announce(session, world.ctx, matches.create(session, world.ctx, plan))


def words(letter: LetterFacts | None) -> str:
    """Return a letter as it is read, in one line."""
    assert letter is not None
    return " ".join(RENDERER.render(letter).text.split())


def override(world: World, line: str) -> None:
    """Carry out a line of the GM's."""
    apply(world.store, world.ctx, OverridePlan(name=line, match="hoth", lines=(line,)))


def pass_by(world: World, *present: str, turns: int = 1) -> None:
    """Let turns go by to their deadlines; who is present sends orders."""
    for _ in range(turns):
        for seat in present:
            world.says(seat, "SEEK Mill")
        world.move(hours=49)
        world.look()
