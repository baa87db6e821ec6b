"""A whole moderator in memory with the tests' own games, and people for the smallest of them."""

from collections.abc import Mapping, Sequence

from moderator.core.game import AnyGame
from moderator.rendering.complaints import Complaints
from moderator.service.context import SeatPlan, Settings
from moderator.store.session import Store
from moderator.testing import world
from moderator.testing.world import ADDRESS, SETTINGS, START
from tests.support.games import ALL_GAMES, TEMPLATES

SAY = Complaints(TEMPLATES)
ANN_AND_BOB: Sequence[SeatPlan] = (
    SeatPlan(seat="Ann", player="Anna", addresses=("ann@pbem.test", "anna@work.test")),
    SeatPlan(seat="Bob", player="Robert", addresses=("bob@pbem.test",)),
)


class World(world.World):
    """An instance that knows the tests' own games beside the real ones."""

    def __init__(self, store: Store, settings: Settings = SETTINGS, games: Mapping[str, AnyGame] | None = None) -> None:
        """Begin at START."""
        super().__init__(store, settings, {**ALL_GAMES, **(games or {})}, TEMPLATES)

    def match(
        self,
        name: str = "hoth",
        game: str = "night-watch",
        seats: Sequence[SeatPlan] = ANN_AND_BOB,
        schedule: str = "every 48h",
        **options: object,
    ) -> None:
        """Make a match, by default of Night Watch; its welcomes wait in the outbox."""
        super().match(name, game, seats, schedule, **options)


__all__ = ["ADDRESS", "ANN_AND_BOB", "SAY", "SETTINGS", "START", "World"]
