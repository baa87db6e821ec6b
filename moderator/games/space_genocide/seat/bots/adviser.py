"""What letters show as examples: the admiral's plan, but for what would give a Homeworld away."""

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.games.space_genocide.orders.types import FormFleet, GenocideOrder, TypePlanet
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.seat.bots.admiral import AdmiralBot
from moderator.games.space_genocide.seat.plan import Trial
from moderator.games.space_genocide.seat.view import View


class Adviser:
    """Plans like an admiral; of a set-up it tells only what says nothing of Homeworlds, as all may know its plan."""

    def __init__(self, trial: Trial) -> None:
        """Take the means to try out a sheet."""
        self._admiral = AdmiralBot(trial)

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, GenocideOrder]
    ) -> tuple[GenocideOrder, ...]:
        """Return a turn's plan, or what of a set-up may be known."""
        sheet = self._admiral.order(view, prompt, chance, imagine)
        placed = [(order.place, order.world) for order in sheet if isinstance(order, TypePlanet)]
        placed += [(planet.place, planet.world) for planet in view.own_planets if planet.world]
        homes = {place for place, world in placed if world is World.HOMEWORLD}
        telling = (TypePlanet, FormFleet)
        return tuple(order for order in sheet if not (isinstance(order, telling) and order.place in homes))
