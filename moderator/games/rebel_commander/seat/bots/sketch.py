"""A bot's sketch of the board: what its seat sees, with the orders that it has thought of already carried out."""

from collections.abc import Callable, Sequence
from functools import cache

from moderator.games.rebel_commander.board import odds
from moderator.games.rebel_commander.board.effects import apply
from moderator.games.rebel_commander.board.field import field_of
from moderator.games.rebel_commander.orders.types import (
    AnyBuild,
    AnyMove,
    Attack,
    BuildSpeeders,
    BuildTransport,
    BuildTroops,
    MoveSpeeders,
    MoveTransport,
    MoveTroops,
    RebelOrder,
)
from moderator.games.rebel_commander.pieces import UNITS
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import Bonus, Edition, editions

TROOPS, SPEEDERS, TRANSPORT = range(3)

CHANCES = tuple(count / odds.THROWS for count in odds.WINNING_THROWS)
"""The chance that an attack wins by its lead in bonuses, from -6 to +6."""


def chance_to_win(lead: int) -> float:
    """Return the chance that an attack wins whose bonus exceeds the defender's by ``lead``."""
    return CHANCES[max(-6, min(6, lead)) + 6]


@cache
def _adder(bonuses: tuple[Bonus, ...]) -> Callable[[Sequence[int]], int]:
    """Return the function that adds up a pile's bonus."""
    (t, free_t), (s, free_s), (x, free_x) = ((b.each, b.free) for b in bonuses)

    def add(pile: Sequence[int]) -> int:
        troops, speeders, transports = pile
        total = 0
        if troops > free_t:
            total += t * (troops - free_t)
        if speeders > free_s:
            total += s * (speeders - free_s)
        if transports > free_x:
            total += x * (transports - free_x)
        return total

    return add


class Ground:
    """The board and the units of an edition by index, the same for every turn.

    ``near`` and ``reach`` are the places one and up to two steps from each, ``around`` the latter with itself;
    ``kinds`` are the units that can be built; ``attack`` and ``defence`` add up what a pile ``(troops, speeders,
    transports)`` adds to a die.
    """

    def __init__(self, edition: Edition) -> None:
        """Take an edition's board and bonuses."""
        board = edition.board
        self.names, self.index, self.size = board.names, board.index, board.size
        self.near, self.reach = _without_itself(board.near[1]), _without_itself(board.near[2])
        self.around = tuple(frozenset((p, *goals)) for p, goals in enumerate(self.reach))
        self.kinds = tuple(UNITS.index(unit) for unit in edition.units)
        self.attack = _adder(tuple(edition.attack.get(unit, _NONE) for unit in UNITS))
        self.defence = _adder(tuple(edition.defence.get(unit, _NONE) for unit in UNITS))

    def distances(self, edge: Sequence[int], most: int) -> list[int]:
        """Return for each place the steps to the next of some places, at most ``most``."""
        far = [most] * self.size
        for place in edge:
            far[place] = 0
        steps = 0
        while edge:
            steps += 1
            beyond = []
            for there in (there for place in edge for there in self.near[place]):
                if far[there] > steps:
                    far[there] = steps
                    beyond.append(there)
            edge = beyond
        return far


def _without_itself(near: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the places near each place without that place."""
    return tuple(tuple(there for there in places if there != here) for here, places in enumerate(near))


@cache
def ground_of(edition: str) -> Ground:
    """Return the ground of an edition."""
    return Ground(editions().planet if edition == "planet" else editions().skirmish)


def move_order(kind: int, origin: str, goal: str, troops: int, number: str) -> AnyMove:
    """Return a move as an order."""
    if kind == TRANSPORT:
        return MoveTransport(origin=origin, goal=goal, troops=troops, number=number)
    return (MoveSpeeders if kind == SPEEDERS else MoveTroops)(origin=origin, goal=goal, number=number)


def build_order(kind: int, place: str, number: str) -> AnyBuild:
    """Return a build as an order."""
    return (BuildTroops, BuildSpeeders, BuildTransport)[kind](place=place, number=number)


class Sketch:
    """The board by index: piles are ``[troops, speeders, transports]``.

    ``mine`` holds the seat's own piles, ``friends`` the units of its allies by place, ``foes`` the pooled piles
    of its enemies. ``near`` and ``reach`` are the places one and up to two steps from each.
    """

    def __init__(self, view: View) -> None:
        self.ground = ground = ground_of(view.options.edition)
        self.names, self.size, self.kinds = ground.names, ground.size, ground.kinds
        self.near, self.reach = ground.near, ground.reach
        self.attack, self.defence = ground.attack, ground.defence
        self._seat, self._field = view.who, field_of(view.options, view.seats, view.stacks)
        self.mine = self._field.piles[view.who]
        self.friends: dict[int, int] = {}
        self.foes: dict[int, list[int]] = {}
        for stack in view.stacks:
            place = ground.index[stack.place]
            if not view.is_friend(stack.seat):
                pile = self.foes.setdefault(place, [0, 0, 0])
                for kind, count in enumerate(stack.counts):
                    pile[kind] += count
            elif stack.seat != view.who:
                self.friends[place] = self.friends.get(place, 0) + stack.total

    def is_held(self, place: int) -> bool:
        """Tell whether somebody of the own side stands at a place."""
        return place in self.mine or place in self.friends

    def free(self, place: int) -> bool:
        """Tell whether nobody is known to stand at a place."""
        return place not in self.mine and place not in self.friends and place not in self.foes

    def odds(self, place: int) -> float:
        """Return the chance of an attack by the own pile on the enemies at its place."""
        return chance_to_win(self.attack(self.mine[place]) - self.defence(self.foes[place]))

    def move(self, kind: int, origin: int, goal: int, troops: int, number: str) -> RebelOrder:
        """Carry out a move in the sketch and return it as an order."""
        order = move_order(kind, self.names[origin], self.names[goal], troops, number)
        apply(self._field, self._seat, order)
        return order

    def build(self, kind: int, place: int, number: str) -> RebelOrder:
        """Carry out a build in the sketch and return it as an order."""
        order = build_order(kind, self.names[place], number)
        apply(self._field, self._seat, order)
        return order

    def strike(self, place: int, number: str, *, hopeful: bool) -> RebelOrder:
        """Return an attack as an order; in the sketch it clears the place if the bot counts on it."""
        if hopeful:
            self.foes.pop(place, None)
        return Attack(place=self.names[place], number=number)


_NONE = Bonus(each=0)
