"""A figure on its way: spaces and attacks, airlocks, nodes (Rules: Crew Movement, Using the Airlock; BY-MAIL 5)."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.adjacency import are_beside
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.ways import shortest_way
from moderator.games.rayguns_and_rocketships.events.crew import CameHome, Exited, Walked
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.pieces import CREW, PRINCESS, Figure, Node, Square, Who
from moderator.games.rayguns_and_rocketships.rules.crews.captains import ability_of, is_permitted
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import star_map

_SPACES = 2


class Journey(Struct, frozen=True):
    """A way to a node: squares to an airlock, if it begins aboard, then nodes."""

    squares: tuple[Square, ...]
    nodes: tuple[Node, ...]

    @property
    def spaces(self) -> int:
        """How many spaces it takes."""
        return len(self.squares) + len(self.nodes)


class Mover:
    """A figure in the Crew phase of its seat: 2 spaces and 1 attack, in any order; a token buys as much again.

    ``trail`` are the nodes by which it came this Turn, the ship's that it left first. Who is frozen, or lies wounded,
    does nothing.
    """

    def __init__(self, table: Table, who: Who) -> None:
        """Begin with what every figure has."""
        self.table, self.who = table, who
        walk = star_map().token["princess"].walk if who[1] == PRINCESS else _SPACES
        self.pace = walk + table.stat(who[0], "walk", self.figure)
        self.spaces = self.pace if self.able else 0
        self.attacks = int(self.able)
        self.trail: list[Node] = []
        self._paid = 0

    @property
    def figure(self) -> Figure:
        """The figure as it is now."""
        return self.table.figures[self.who]

    @property
    def able(self) -> bool:
        """Whether it is in play and can act."""
        return self.table.able(self.who)

    def buy(self, what: Literal["move", "attack"]) -> bool:
        """Buy a move or an attack for a token; the next event tells that it was paid."""
        if not self.table.pay(self.who[0], 1):
            return False
        if what == "move":
            self.spaces += self.pace
        else:
            self.attacks += 1
        self._paid += 1
        return True

    def paid(self) -> int:
        """Return the tokens that no event has told of yet, and forget them."""
        paid, self._paid = self._paid, 0
        return paid

    # ---- ways ---------------------------------------------------------------------------------------------

    def barred(self) -> set[Square]:
        """Return the squares of the ship that the figure cannot pass: figures, and Blasts but by special leave."""
        figure = self.figure
        blasts = () if is_permitted(self.table, figure, "walk-blast") else self.table.ships[figure.ship].blasts
        return {at for at in self.table.aboard(figure.ship) if at != figure.at} | set(blasts)

    def way(self, goals: Iterable[Square]) -> tuple[Square, ...] | None:
        """Return the way to the nearest free square among goals; if none is free, to the nearest at all."""
        figure, wanted, barred = self.figure, set(goals), self.barred()
        free = {at for at in wanted if at == figure.at or self.table.free(figure.ship, at)}
        plan = deck(figure.ship)
        return plan.way(figure.at, free, barred) if free else plan.way(figure.at, wanted, barred - wanted)

    def journey(self, goals: Collection[Node]) -> Journey | None:
        """Return the shortest way to one of some nodes, by the nearest free airlock; None if there is none."""
        figure, closed = self.figure, self.table.walled
        start = self.table.ships[figure.ship].at if figure.ship else figure.at
        nodes = shortest_way(self.table.stars.near, start, set(goals) - closed, closed)
        squares = self.way(self._airlocks()) if figure.ship else ()
        return None if nodes is None or squares is None else Journey(squares, nodes)

    def _airlocks(self) -> list[Square]:
        ship = self.figure.ship
        return [at for at in deck(ship).airlocks if at not in self.table.ships[ship].blasts]

    @property
    def fee(self) -> int:
        """The tokens for leaving the ship: 1 from the own one, but none with a manned control panel (setting 25)."""
        seat, figure = self.who[0], self.figure
        opened = self.table.options.panel_opens and self.table.manned(seat, "PANEL")
        return int(figure.ship == seat and not opened)

    # ---- steps --------------------------------------------------------------------------------------------

    def walk_to(self, steps: Sequence[str], *, buying: bool = False) -> bool:
        """Go along squares or nodes as far as spaces last; True at the end of the way. Nobody stops on another."""
        while buying and self.spaces < len(steps) and self._rests(steps[-1]) and self.buy("move"):
            pass
        going = list(steps[: self.spaces])
        while going and not self._rests(going[-1]):
            going.pop()
        if going:
            figure = self.figure
            mates = self._mates()
            self.spaces -= len(going)
            self.table.set_figure(self.who, at=going[-1])
            self._say_walked(figure, tuple(going))
            for mate in mates:
                self._take_along(mate, [figure.at, *going][-2])
            if not figure.ship:
                self.trail += going
        return len(going) == len(steps)

    def _rests(self, place: str) -> bool:
        ship = self.figure.ship
        return self.table.free(ship, place) if ship else place not in self.table.walled

    def _say_walked(self, figure: Figure, steps: tuple[str, ...]) -> None:
        names = tuple(deck(figure.ship).name(step) for step in steps) if figure.ship else steps
        event = Walked(seat=figure.seat, figure=figure.name, way=names, ship=figure.ship, paid=self.paid())
        self.table.say(event)

    def _mates(self) -> list[Figure]:
        """Return who goes along with the captain: crew beside him that mans nothing (Grav Disc)."""
        ability = ability_of(self.table, self.figure, "escort")
        crew = (one for one in self.table.figures_of(self.who[0]) if one.name in CREW and are_beside(one, self.figure))
        idle = [one for one in crew if self.table.able(one.who) and not has_post(one)]
        return idle[: ability.crew] if ability else []

    def _take_along(self, mate: Figure, place: str) -> None:
        """Let a mate end beside the captain, on the last place that he left."""
        if mate.ship and not self.table.free(mate.ship, place):
            return
        self.table.set_figure(mate.who, at=place)
        name = deck(mate.ship).name(place) if mate.ship else place
        self.table.say(Walked(seat=mate.seat, figure=mate.name, way=(name,), ship=mate.ship, along=True))

    def step_out(self, node: Node, *, buying: bool = False) -> bool:
        """Leave the ship by the airlock on which the figure stands; False if a space or a token is missing."""
        figure, fee = self.figure, self.fee
        if self.spaces < 1 and not (buying and self.table.sides[figure.seat].actions > fee and self.buy("move")):
            return False
        if not self.table.pay(figure.seat, fee):
            return False
        self.spaces -= 1
        self.trail = [self.table.ships[figure.ship].at, node]
        self.table.set_figure(self.who, ship="", at=node)
        self.table.say(
            Exited(seat=figure.seat, figure=figure.name, ship=figure.ship, node=node, paid=fee + self.paid())
        )
        return True

    def come_home(self, airlock: Square, *, buying: bool = False) -> bool:
        """Enter the own ship from a node beside it; False if no space is left."""
        seat, name = self.who
        if self.spaces < 1 and not (buying and self.buy("move")):
            return False
        self.spaces -= 1
        self.table.set_figure(self.who, ship=seat, at=airlock)
        self.table.say(CameHome(seat=seat, figure=name, airlock=deck(seat).name(airlock), paid=self.paid()))
        return True

    def travel(self, journey: Journey, *, buying: bool = False) -> bool:
        """Go a way as far as spaces last; True at its end. From aboard it has a node: nobody goes to a ship's."""
        nodes = journey.nodes
        if self.figure.ship:
            if not (self.walk_to(journey.squares, buying=buying) and self.step_out(nodes[0], buying=buying)):
                return False
            nodes = nodes[1:]
        return self.walk_to(nodes, buying=buying)


class Movers(dict[str, Mover]):
    """The figures of a seat in its Crew phase, by name; each keeps what it has left until the phase ends."""

    def __init__(self, table: Table, seat: Seat) -> None:
        """Take those that are in play."""
        super().__init__({figure.name: Mover(table, figure.who) for figure in table.figures_of(seat)})
        self.table, self.seat = table, seat

    def acting(self) -> list[Mover]:
        """Return who is in play and can act, by number; the princess joins when she is rescued."""
        for figure in self.table.figures_of(self.seat):
            if figure.name not in self:
                self[figure.name] = Mover(self.table, figure.who)
        return [self[figure.name] for figure in self.table.figures_of(self.seat) if self[figure.name].able]


def why_unable(table: Table, mover: Mover) -> Cause:
    """Return why a figure that is in play cannot act."""
    return "frozen" if mover.who in table.frozen else "wounded"


def has_post(figure: Figure) -> bool:
    """Tell whether a figure is on a post of its own ship where it is of use: neither open deck nor airlock."""
    post = deck(figure.ship).post_at.get(figure.at, "") if figure.ship == figure.seat else ""
    return bool(post) and not post.startswith("AIRLOCK")
