"""The board as a staff thinks about it: who stands where, what each place is worth, and which orders are still free."""

from collections.abc import Iterable
from typing import TypeAlias

from moderator.core.seats import Seat
from moderator.games.rebel_commander.orders.types import CAPACITY
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.bots.doctrine import Doctrine, Idea, Situation, Step
from moderator.games.rebel_commander.seat.bots.sketch import CHANCES, TRANSPORT, TROOPS, ground_of

Pile: TypeAlias = tuple[int, int, int]
"""Troops, Speeders, Transports."""

NOBODY: Pile = (0, 0, 0)
ONE: tuple[Pile, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""One unit of each kind."""
BUILT: tuple[Pile, ...] = ((1, 0, 0), (-1, 1, 0), (-1, 0, 1))
"""What building each kind changes."""
VICTORY = 3.0
"""What it is worth to end the match."""

_FAR = 9
_DECAY = tuple(0.7**steps for steps in range(_FAR + 1))
_REST = tuple(1 - 0.6**spare for spare in range(8))


def added(one: Pile, other: Pile) -> Pile:
    """Return two piles as one."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


class Position:
    """One side's board, changed as its plan goes on; places are numbers, ``near`` and ``reach`` those of the ground.

    ``us`` and ``them`` are the pooled piles of both sides, ``units`` and ``enemies`` how many they are, ``own`` the
    piles of each seat. ``open`` counts the free places beside each, ``far`` the steps to the next place that could
    be taken, ``hits`` what the enemy could bring to a strike. ``values`` is what each place is worth, ``sure`` how
    sure the plan is of what it supposes there, ``ready`` in which slot that comes true.
    """

    def __init__(self, known: Situation, doctrine: Doctrine) -> None:
        """Look at the situation."""
        self.ground = ground = ground_of(known.edition)
        self.doctrine = doctrine
        slots, whim = dict(known.slots), known.whim
        size = ground.size
        self.own: dict[Seat, dict[int, Pile]] = {seat: {} for seat in slots}
        self.us: list[Pile] = [NOBODY] * size
        self.them: list[Pile] = [NOBODY] * size
        for stack in known.stacks:
            at = ground.index[stack.place]
            if (stack.seat == EMPIRE) == (EMPIRE in slots):
                self.us[at] = added(self.us[at], stack.counts)
                if stack.seat in slots:
                    self.own[stack.seat][at] = stack.counts
            else:
                self.them[at] = added(self.them[at], stack.counts)
        self.units = [sum(pile) for pile in self.us]
        self.enemies = [sum(pile) for pile in self.them]
        self.slots: dict[Seat, list[bool]] = {seat: [True] * count for seat, count in slots.items()}
        self.free = dict(slots)
        self.ready = [-1] * size
        self.sure = [1.0] * size
        self._weigh(known)
        self.moods = [((whim | 1) * (p * 97 + 7) >> 9 & 255) / 255 * doctrine.whim for p in range(size)]
        self.open = [self._free_near(p) for p in range(size)]
        self.far = self._distances()
        self.hits = self._hits()
        self.tables: dict[tuple[Pile, int, int, int], dict[Pile, float]] = {}
        self.known = [self._table(p, self.them[p], self.open[p]) for p in range(size)]
        self.steps: list[Step] = []
        self.values: list[float] = [self.worth(p, self.us[p]) for p in range(size)]

    def _weigh(self, known: Situation) -> None:
        """Set what locations and units are worth now."""
        doctrine, need = self.doctrine, known.needed
        ours = sum(u > 0 and not t for u, t in zip(self.units, self.enemies, strict=True))
        theirs = sum(t > 0 and not u for u, t in zip(self.units, self.enemies, strict=True))
        self.ours, self.need = ours, need
        self.strength = sum(self.units)
        self.threat = sum(self.enemies)
        near = 0.6 * need
        self.gain = 1.0 + doctrine.grip * max(0.0, ours - near) / (need - near)
        self.loss = 1.0 + doctrine.grip * max(0.0, theirs - near) / (need - near)
        late = min(1.0, (known.left - 1) / 4)
        self.unit = doctrine.unit * (0.2 + 0.8 * late)
        if self.strength <= self.threat:
            self.unit *= 1.25
        self.work, self.haul = doctrine.work * late, doctrine.haul * late
        self.fear = doctrine.fear * (0.3 + 0.7 * late)

    def _free_near(self, p: int) -> int:
        """Return how many places beside one are free."""
        units, enemies = self.units, self.enemies
        return sum(not (units[n] or enemies[n]) for n in self.ground.near[p])

    def _distances(self) -> list[int]:
        """Return for each place the steps to the next one that is free or where an enemy stands."""
        edge = [p for p in range(self.ground.size) if self.enemies[p] or not self.units[p]]
        return self.ground.distances(edge, _FAR)

    def _hits(self) -> list[int]:
        """Return for each place what the enemy could bring to a strike there with two moves."""
        ground = self.ground
        best, second = [0] * ground.size, [0] * ground.size
        for p, (troops, speeders, transports) in enumerate(self.them):
            if not self.enemies[p]:
                continue
            wide = [min(CAPACITY, troops)] * min(transports, 2) + [2] * min(speeders, 2)
            for goals, gifts in ((ground.reach[p], wide), (ground.near[p], [1] * min(troops, 2))):
                for bonus in gifts:
                    for goal in goals:
                        if bonus > best[goal]:
                            best[goal], second[goal] = bonus, best[goal]
                        elif bonus > second[goal]:
                            second[goal] = bonus
        return [one + other for one, other in zip(best, second, strict=True)]

    def _table(self, p: int, them: Pile, free: int) -> dict[Pile, float]:
        """Return what is known of a place by what stands there; alike places are reckoned once."""
        return self.tables.setdefault((them, free, self.far[p], self.hits[p]), {})

    def worth(self, p: int, us: Pile) -> float:
        """Return what a place would be worth with these units of ours, all else as it stands."""
        worth = self.known[p].get(us)
        if worth is None:
            worth = self.known[p][us] = self.reckon(us, self.them[p], self.open[p], self.far[p], self.hits[p])
        return worth

    def worth_if(self, p: int, us: Pile, them: Pile, free: int) -> float:
        """Return what a place would be worth with these units of both sides and ``free`` places beside it."""
        table = self._table(p, them, free)
        worth = table.get(us)
        if worth is None:
            worth = table[us] = self.reckon(us, them, free, self.far[p], self.hits[p])
        return worth

    def reckon(self, us: Pile, them: Pile, free: int, far: int, hit: int) -> float:
        """Reckon what a place with such piles is worth, ``far`` from work and within reach of such a strike."""
        units, enemies = sum(us), sum(them)
        if not units:
            return -self.loss - self.unit * enemies if enemies else 0.0
        ground, unit = self.ground, self.unit
        if enemies:
            win = CHANCES[max(-6, min(6, ground.attack(us) - ground.defence(them))) + 6]
            lose = CHANCES[max(-6, min(6, ground.attack(them) - ground.defence(us))) + 6]
            prize, price = self.gain + unit * enemies, self.loss + unit * units
            nerve = self.doctrine.nerve
            ours = win * prize - (1 - win) * price
            theirs = lose * price - (1 - lose) * prize
            fight = nerve * max(ours, 0.0) - (1 - nerve) * max(theirs, 0.0)
            return unit * (units - enemies) - self.doctrine.deny * self.loss + fight
        troops, _, transports = us
        spare = units - 1
        busy = min(spare, free)
        worth = self.gain + unit * units + self.work * busy
        if spare > busy:
            worth += _REST[min(spare - busy, 7)] * self.work * _DECAY[far]
        if transports:
            worth += self.haul * min(CAPACITY * transports, troops)
        if hit:
            lose = CHANCES[max(-6, min(6, hit - ground.defence(us))) + 6]
            worth -= self.fear * lose * (self.gain + self.loss + unit * units)
        return worth

    def slot(self, seat: Seat, after: int) -> int | None:
        """Return the first free slot of a seat after another."""
        slots = self.slots[seat]
        for slot in range(after + 1, len(slots)):
            if slots[slot]:
                return slot
        return None

    def common(self, team: Iterable[Seat], after: int) -> int | None:
        """Return the first slot after another that all seats have free."""
        lists = [self.slots[seat] for seat in team]
        for slot in range(after + 1, min(map(len, lists))):
            if all(slots[slot] for slots in lists):
                return slot
        return None

    def apply(self, idea: Idea) -> set[int]:
        """Carry out an idea as if it went well."""
        changed: set[int] = set()
        for step in idea.steps:
            self.slots[step.seat][step.slot] = False
            self.free[step.seat] -= 1
            self.steps.append(step)
            changed |= {step.place, step.goal}
            if step.what == "move":
                load = (step.troops, 0, 1) if step.kind == TRANSPORT else ONE[step.kind]
                self._change(step.seat, step.place, (-load[0], -load[1], -load[2]))
                self._change(step.seat, step.goal, load)
                self.ready[step.goal] = max(self.ready[step.goal], step.slot)
                self.sure[step.goal] = min(self.sure[step.goal], self.sure[step.place])
            elif step.what == "build":
                self._change(step.seat, step.place, BUILT[step.kind])
                self.ready[step.place] = max(self.ready[step.place], step.slot)
                self.strength += step.kind == TROOPS
            else:
                if self.enemies[step.place]:
                    self.threat -= sum(self.them[step.place])
                    self.enemies[step.place] = 0
                    self.ours += 1
                    self.them[step.place] = NOBODY
                self.sure[step.place] *= idea.odds
                self.ready[step.place] = max(self.ready[step.place], step.slot)
        near = self.ground.near
        touched = set(changed)
        for p in changed:
            touched.update(near[p])
        for p in touched:
            self.open[p] = self._free_near(p)
            self.known[p] = self._table(p, self.them[p], self.open[p])
            self.values[p] = self.worth(p, self.us[p])
        return changed

    def _change(self, seat: Seat, p: int, load: Pile) -> None:
        piles = self.own[seat]
        pile = added(piles.get(p, NOBODY), load)
        if any(pile):
            piles[p] = pile
        else:
            del piles[p]
        was = self.us[p]
        self.us[p] = now = added(was, load)
        self.units[p] = sum(now)
        if not self.enemies[p]:
            self.ours += any(now) - any(was)
