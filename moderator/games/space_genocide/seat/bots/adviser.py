"""Examples for letters: the admiral's plan without any line that would give a Homeworld away."""

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.games.space_genocide.orders.types import FormFleet, GenocideOrder, Play, TypePlanet
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.seat.bots.admiral import AdmiralBot
from moderator.games.space_genocide.seat.plan import Trial
from moderator.games.space_genocide.seat.view import View


class Adviser:
    """An admiral that shows only those lines of its plan that make sense alone.

    A card is part of a plan and would be wasted beside two other lines of it. Of a set-up nothing is told that stands
    so already, or says something of Homeworlds: all may know the plan.
    """

    def __init__(self, trial: Trial) -> None:
        """Take the means to try out an order set."""
        self._admiral = AdmiralBot(trial)

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, GenocideOrder]
    ) -> tuple[GenocideOrder, ...]:
        """Return what of the plan may be shown by itself."""
        order_set = self._admiral.order(view, prompt, chance, imagine)
        placed = [(order.place, order.world) for order in order_set if isinstance(order, TypePlanet)]
        placed += [(planet.place, planet.world) for planet in view.own_planets if planet.world]
        homes = {place for place, world in placed if world is World.HOMEWORLD}
        stands = {(planet.place, planet.world) for planet in view.own_planets}
        return tuple(
            order
            for order in order_set
            if not isinstance(order, Play)
            and not (isinstance(order, (TypePlanet, FormFleet)) and order.place in homes)
            and not (isinstance(order, TypePlanet) and (order.place, order.world) in stands)
        )
