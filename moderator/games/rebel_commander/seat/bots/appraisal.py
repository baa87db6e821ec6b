"""What places are worth to a side."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TypeAlias

from moderator.games.rebel_commander.orders.types import CAPACITY
from moderator.games.rebel_commander.seat.bots.doctrine import Doctrine, Situation
from moderator.games.rebel_commander.seat.bots.sketch import CHANCES, TROOPS, Ground, ground_of

Pile: TypeAlias = tuple[int, int, int]
"""Troops, Speeders, Transports."""

Table: TypeAlias = dict[Pile, float]
"""What a place is worth by what the own side has there."""

NOBODY: Pile = (0, 0, 0)
ONE: tuple[Pile, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""One unit of each kind."""
BUILT: tuple[Pile, ...] = ((1, 0, 0), (-1, 1, 0), (-1, 0, 1))
"""What building each kind changes."""

_FAR = 9
_DECAY = tuple(0.7**steps for steps in range(_FAR + 1))
_REST = tuple(1 - 0.6**spare for spare in range(8))


def added(one: Pile, other: Pile) -> Pile:
    """Return two piles as one."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def free_near(ground: Ground, units: Sequence[int], enemies: Sequence[int], p: int) -> int:
    """Return how many places beside one are free."""
    return sum(not (units[n] or enemies[n]) for n in ground.near[p])


def distances(ground: Ground, units: Sequence[int], enemies: Sequence[int]) -> list[int]:
    """Return for each place the steps to the next one that is free or where an enemy stands."""
    return ground.distances([p for p in range(ground.size) if enemies[p] or not units[p]], _FAR)


def strike_bonuses(ground: Ground, them: Sequence[Pile]) -> list[int]:
    """Return for each place what the enemy could bring to a strike there with two moves."""
    best, second = [0] * ground.size, [0] * ground.size
    for p, pile in enumerate(them):
        if pile is NOBODY:
            continue
        troops, speeders, transports = pile
        wide = [min(CAPACITY, troops)] * min(transports, 2) + [2] * min(speeders, 2)
        for goals, gifts in ((ground.reach[p], wide), (ground.near[p], [1] * min(troops, 2))):
            for bonus in gifts:
                for goal in goals:
                    if bonus > best[goal]:
                        best[goal], second[goal] = bonus, best[goal]
                    elif bonus > second[goal]:
                        second[goal] = bonus
    return [one + other for one, other in zip(best, second, strict=True)]


class Appraisal:
    """What locations and units are worth to a side as its turn begins, after its doctrine.

    ``barring`` counts the units of a pile that keep the other side from holding its place.
    """

    def __init__(self, known: Situation, doctrine: Doctrine, us: Sequence[Pile], them: Sequence[Pile]) -> None:
        """Weigh the situation; ``us`` and ``them`` are both sides' pooled piles by place."""
        self.ground, self.doctrine, need = ground_of(known.edition), doctrine, known.needed
        strength, threat = sum(map(sum, us)), sum(map(sum, them))
        self.barring: Callable[[Pile], int] = itemgetter(TROOPS) if known.occupy == "troops" else sum
        ours = sum(any(u) and not self.barring(t) for u, t in zip(us, them, strict=True))
        theirs = sum(any(t) and not self.barring(u) for u, t in zip(us, them, strict=True))
        near = 0.6 * need
        self.gain = 1.0 + doctrine.grip * max(0.0, ours - near) / (need - near)
        self.loss = 1.0 + doctrine.grip * max(0.0, theirs - near) / (need - near)
        orders = sum(count for _, count in known.slots)
        late = min(1.0, self._leisure(known, orders, ours) / 4)
        # Units are worth as much as there are orders to use them.
        lean = doctrine.tempo * (orders - known.foes) / (known.foes + orders)
        unit = doctrine.unit * (0.2 + 0.8 * late) * (1.25 if strength <= threat else 1.0)
        # A side wins with as many units as locations that are needed, and with more than the enemy has.
        wanted = need + doctrine.count * max(0, threat + 1 - need)
        plenty = min(1.0, wanted / strength) ** doctrine.glut if strength else 1.0
        self.unit, self.foe = unit * (1 + lean) * plenty, unit * (1 - lean)
        self.work, self.haul = doctrine.work * late, doctrine.haul * late
        self.fear = doctrine.fear * (0.3 + 0.7 * late)
        self.idle = [1 - (1 - doctrine.idle) ** far for far in range(_FAR + 1)]
        self._tables: dict[tuple[Pile, int, int, int], Table] = {}

    def _leisure(self, known: Situation, orders: int, ours: int) -> float:
        """Return how many turns are left; for a side whose time runs out, those it need not take locations in."""
        hurry = self.doctrine.haste * (known.needed - ours) / orders if known.hurried else 0.0
        return max(0.0, known.left - 1 - hurry)

    def table(self, them: Pile, free: int, far: int, strike_bonus: int) -> Table:
        """Return what is known of places that are alike but for the own units there."""
        return self._tables.setdefault((them, free, far, strike_bonus), {})

    def worth(self, us: Pile, them: Pile, free: int, far: int, strike_bonus: int) -> float:
        """Return what a place with such piles is worth, with ``free`` places beside it; reckoned once."""
        table = self.table(them, free, far, strike_bonus)
        worth = table.get(us)
        if worth is None:
            worth = table[us] = self.reckon(us, them, free, far, strike_bonus)
        return worth

    def reckon(self, us: Pile, them: Pile, free: int, far: int, strike_bonus: int) -> float:
        """Reckon what a place with such piles is worth, ``far`` steps from work and in reach of such a strike."""
        units, enemies = sum(us), sum(them)
        if not units:
            return -self.loss - self.foe * enemies if enemies else 0.0
        ground, unit, foe = self.ground, self.unit, self.foe
        if enemies:
            win = CHANCES[max(-6, min(6, ground.attack(us) - ground.defence(them))) + 6]
            lose = CHANCES[max(-6, min(6, ground.attack(them) - ground.defence(us))) + 6]
            held, lost = not self.barring(them), not self.barring(us)
            prize, price = (0 if held else self.gain) + foe * enemies, (0 if lost else self.loss) + unit * units
            nerve = self.doctrine.nerve
            ours = win * prize - (1 - win) * price
            theirs = lose * price - (1 - lose) * prize
            fight = nerve * max(ours, 0.0) - (1 - nerve) * max(theirs, 0.0)
            place = (self.gain if held else 0) - (1 if lost else self.doctrine.deny) * self.loss
            return unit * units - foe * enemies + place + fight
        troops, _, transports = us
        spare = units - 1
        busy = min(spare, free)
        worth = self.gain + unit * units + self.work * busy
        if spare > busy:
            worth += _REST[min(spare - busy, 7)] * self.work * _DECAY[far]
            worth -= unit * (spare - busy) * self.idle[far]
        if transports:
            worth += self.haul * min(CAPACITY * transports, troops)
        if strike_bonus:
            lose = CHANCES[max(-6, min(6, strike_bonus - ground.defence(us))) + 6]
            taken = lose if self.barring(us) else 1.0
            worth -= self.fear * (taken * (self.gain + self.loss) + lose * unit * units)
        return worth
