"""The board as a staff thinks about it: who stands where, what each place is worth, and which orders are still free."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.bots.appraisal import (
    BUILT,
    NOBODY,
    ONE,
    Appraisal,
    Pile,
    Table,
    added,
    distances,
    free_near,
    strike_bonuses,
)
from moderator.games.rebel_commander.seat.bots.doctrine import Doctrine, Idea, Situation, Step, Strike
from moderator.games.rebel_commander.seat.bots.sketch import TRANSPORT, TROOPS, ground_of

VICTORY = 3.0
"""What it is worth to end the match."""


class Position:
    """One side's board, changed as its plan goes on; places are numbers, ``near`` and ``reach`` those of the ground.

    ``appraisal`` says what places are worth. ``us`` and ``them`` are the pooled piles of both sides, ``units`` and
    ``enemies`` how many they are, ``barred`` how many enemies keep us from holding a place, ``own`` the piles of each
    seat. ``free_neighbours`` counts the free places beside each, ``distances`` the steps to the next place that could
    be taken, ``strike_bonuses`` what the enemy could bring to a strike. ``values`` is what each place is worth,
    ``confidence`` how sure the plan is of what it supposes there, ``ready_slots`` in which slot that comes true,
    ``strikes`` the attacks that are planned.
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
        self.appraisal = Appraisal(known, doctrine, self.us, self.them)
        self.barred = [self.appraisal.barring(pile) for pile in self.them]
        self.ours = sum(u > 0 and not t for u, t in zip(self.units, self.barred, strict=True))
        self.need, self.strength, self.threat = known.needed, sum(self.units), sum(self.enemies)
        self.slots: dict[Seat, list[bool]] = {seat: [True] * count for seat, count in slots.items()}
        self.free = dict(slots)
        self.ready_slots = [-1] * size
        self.confidence = [1.0] * size
        self.moods = [((whim | 1) * (p * 97 + 7) >> 9 & 255) / 255 * doctrine.whim for p in range(size)]
        self.free_neighbours = [free_near(ground, self.units, self.enemies, p) for p in range(size)]
        self.distances = distances(ground, self.units, self.enemies)
        self.strike_bonuses = strike_bonuses(ground, self.them)
        self.known = [self._table(p, self.them[p], self.free_neighbours[p]) for p in range(size)]
        self.steps: list[Step] = []
        self.strikes: dict[int, Strike] = {}
        self.values: list[float] = [self.worth(p, self.us[p]) for p in range(size)]

    def _table(self, p: int, them: Pile, free: int) -> Table:
        """Return what is known of a place by what stands there; alike places are reckoned once."""
        return self.appraisal.table(them, free, self.distances[p], self.strike_bonuses[p])

    def worth(self, p: int, us: Pile) -> float:
        """Return what a place would be worth with these units of ours, all else as it stands."""
        worth = self.known[p].get(us)
        if worth is None:
            worth = self.appraisal.reckon(
                us, self.them[p], self.free_neighbours[p], self.distances[p], self.strike_bonuses[p]
            )
            self.known[p][us] = worth
        return worth

    def worth_if(self, p: int, us: Pile, them: Pile, free: int) -> float:
        """Return what a place would be worth with these units of both sides and ``free`` places beside it."""
        return self.appraisal.worth(us, them, free, self.distances[p], self.strike_bonuses[p])

    def slot(self, seat: Seat, after: int) -> int | None:
        """Return the first free slot of a seat after another."""
        slots = self.slots[seat]
        for slot in range(after + 1, len(slots)):
            if slots[slot]:
                return slot
        return None

    def common(self, team: Iterable[Seat], after: int, *, late: bool) -> int | None:
        """Return the first slot after another that all seats have free, or the last."""
        lists = [self.slots[seat] for seat in team]
        slots = range(after + 1, min(map(len, lists)))
        for slot in reversed(slots) if late else slots:
            if all(free[slot] for free in lists):
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
            if step.action == "move":
                load = (step.troops, 0, 1) if step.kind == TRANSPORT else ONE[step.kind]
                self._change(step.seat, step.place, (-load[0], -load[1], -load[2]))
                self._change(step.seat, step.goal, load)
                self.ready_slots[step.goal] = max(self.ready_slots[step.goal], step.slot)
                self.confidence[step.goal] = min(self.confidence[step.goal], self.confidence[step.place])
            elif step.action == "build":
                self._change(step.seat, step.place, BUILT[step.kind])
                self.ready_slots[step.place] = max(self.ready_slots[step.place], step.slot)
                self.strength += step.kind == TROOPS
            else:
                if self.enemies[step.place]:
                    self.threat -= sum(self.them[step.place])
                    self.ours += bool(self.barred[step.place])
                    self.enemies[step.place] = self.barred[step.place] = 0
                    self.them[step.place] = NOBODY
                if idea.strike:
                    self.strikes[step.place] = idea.strike
                self.confidence[step.place] = idea.odds
                self.ready_slots[step.place] = max(self.ready_slots[step.place], step.slot)
        near = self.ground.near
        touched = set(changed)
        for p in changed:
            touched.update(near[p])
        for p in touched:
            self.free_neighbours[p] = free_near(self.ground, self.units, self.enemies, p)
            self.known[p] = self._table(p, self.them[p], self.free_neighbours[p])
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
        if not self.barred[p]:
            self.ours += any(now) - any(was)
