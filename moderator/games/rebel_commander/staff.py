"""A side's general staff: one plan for all its seats, from what the side sees and nothing else.

Every seat of a side works out the same plan from the same view and carries out its own part, so Rebel factions act
together without a word. A plan is greedy: again and again the idea that brings most for each order that it takes.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rebel_commander.orders import CAPACITY
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.planning import (
    CHANCES,
    SPEEDERS,
    TRANSPORT,
    TROOPS,
    ground_of,
)
from moderator.games.rebel_commander.view import View

Pile: TypeAlias = tuple[int, int, int]
"""Troops, Speeders, Transports."""

_NOBODY: Pile = (0, 0, 0)
_FAR = 9
_PAIR = 2
_ENDLESS = 99
_DECAY = tuple(0.7**steps for steps in range(_FAR + 1))
_REST = tuple(1 - 0.6**spare for spare in range(8))


class Doctrine(Struct, frozen=True):
    """What a staff cares for; a location held alone is worth about 1."""

    unit: float = 0.4
    """A unit, ours or theirs."""
    work: float = 0.2
    """A spare unit beside a location that it could take."""
    idle: float = 0.05
    """A spare unit far from anything to do."""
    edge: float = 0.0
    """A free location next to one that is held."""
    haul: float = 0.2
    """A squad of Troops that a Transport could take along."""
    speed: float = 0.0
    """Speeders rather than Troops."""
    fear: float = 0.2
    """How likely the enemy is to strike where he can."""
    deny: float = 0.5
    """How much of a location is the enemy's while it is contested."""
    nerve: float = 0.5
    """How likely it is that we strike first where both stand."""
    grip: float = 1.5
    """How much more locations count as a side nears victory."""
    zeal: float = 1.6
    """How much it would rather fight than do anything else."""
    trust: float = 0.92
    """How sure it is that allies do their part."""
    whim: float = 0.03
    """How far chance may sway between ideas that are nearly alike."""


class Step(NamedTuple):
    """One order of a plan: whose, which slot, what, which kind, from where, to where, with how many Troops aboard."""

    seat: Seat
    slot: int
    what: str
    kind: int
    place: int
    goal: int
    troops: int


class Idea(NamedTuple):
    """Steps that belong together, and what they bring for each order."""

    worth: float
    steps: tuple[Step, ...]
    odds: float


Deed: TypeAlias = tuple[float, str, int, int, int]
"""What one order brings: its worth, what to do, with which kind, where to, with how many Troops aboard."""

_NOTHING: Deed = (0.0, "", 0, 0, 0)
_VICTORY = 3.0
"""What it is worth to end the match."""


class Gift(NamedTuple):
    """What one move could bring to a fight, and what it costs where it comes from."""

    bonus: int
    cost: float
    place: int
    kind: int
    troops: int


class Situation(NamedTuple):
    """What a plan follows from: what a side sees, and how many orders each of its seats has.

    ``left`` is the number of turns until the count, this one included; ``whim`` a number for moods.
    """

    edition: str
    stacks: tuple[Stack, ...]
    slots: tuple[tuple[Seat, int], ...]
    needed: int
    left: int
    whim: int


def situation(view: View, slots: Mapping[Seat, int], whim: int) -> Situation:
    """Return the situation of the side that sees a view."""
    options = view.options
    left = options.max_turns - view.turn + 1 if options.max_turns else _ENDLESS
    return Situation(options.edition, view.stacks, tuple(slots.items()), view.score.needed, left, whim)


@lru_cache(maxsize=64)
def plan(known: Situation, doctrine: Doctrine) -> tuple[Step, ...]:
    """Return the orders of all seats of a side; kept for a while, since its other seats will ask for the same."""
    return tuple(Staff(known, doctrine).make())


class Staff:
    """One turn's planning for one side."""

    def __init__(self, known: Situation, doctrine: Doctrine) -> None:
        """Look at the situation."""
        self.ground = ground = ground_of(known.edition)
        self.doctrine = doctrine
        slots, whim = dict(known.slots), known.whim
        size = ground.size
        self.own: dict[Seat, dict[int, Pile]] = {seat: {} for seat in slots}
        self.us: list[Pile] = [_NOBODY] * size
        self.them: list[Pile] = [_NOBODY] * size
        for stack in known.stacks:
            at = ground.index[stack.place]
            if (stack.seat == EMPIRE) == (EMPIRE in slots):
                self.us[at] = _sum(self.us[at], stack.counts)
                if stack.seat in slots:
                    self.own[stack.seat][at] = stack.counts
            else:
                self.them[at] = _sum(self.them[at], stack.counts)
        self.units = [sum(pile) for pile in self.us]
        self.enemies = [sum(pile) for pile in self.them]
        self.slots: dict[Seat, list[bool]] = {seat: [True] * count for seat, count in slots.items()}
        self.free = dict(slots)
        self.ready = [-1] * size
        self.sure = [1.0] * size
        self.stale: set[int] = set()
        """Raids to think about again before one relies on them."""
        self.fought: set[tuple[int, int]] = set()
        self._weigh(known)
        self.moods = [((whim | 1) * (p * 97 + 7) >> 9 & 255) / 255 * doctrine.whim for p in range(size)]
        self.open = [self._free_near(p) for p in range(size)]
        self.far = self._distances()
        self.hits = self._hits()
        self._known: dict[tuple[Pile, Pile, int, int, int], float] = {}
        self.plan: list[Step] = []
        self.values: list[float] = [self._worth(p, self.us[p], self.them[p], self.open[p]) for p in range(size)]

    def _weigh(self, known: Situation) -> None:
        """Set what locations and units are worth now."""
        doctrine, need = self.doctrine, known.needed
        ours = sum(u > 0 and not t for u, t in zip(self.units, self.enemies, strict=True))
        theirs = sum(t > 0 and not u for u, t in zip(self.units, self.enemies, strict=True))
        self.ours, self.theirs, self.need = ours, theirs, need
        self.strength = sum(self.units)
        self.threat = sum(self.enemies)
        near = 0.6 * need
        self.gain = 1.0 + doctrine.grip * max(0.0, ours - near) / (need - near)
        self.loss = 1.0 + doctrine.grip * max(0.0, theirs - near) / (need - near)
        late = min(1.0, (known.left - 1) / 4)
        self.unit = doctrine.unit * (0.2 + 0.8 * late)
        if self.strength <= self.threat:
            self.unit *= 1.25
        self.work, self.idle, self.edge = doctrine.work * late, doctrine.idle * late, doctrine.edge * late
        self.haul, self.speed = doctrine.haul * late, doctrine.speed * late
        self.fear = doctrine.fear * (0.3 + 0.7 * late)

    def _free_near(self, p: int) -> int:
        """Return how many places beside one are free."""
        units, enemies = self.units, self.enemies
        return sum(not (units[n] or enemies[n]) for n in self.ground.near[p])

    def _distances(self) -> list[int]:
        """Return for each place the steps to the next one that is free or where an enemy stands."""
        near, far = self.ground.near, [_FAR] * self.ground.size
        edge = [p for p in range(self.ground.size) if self.enemies[p] or not self.units[p]]
        for p in edge:
            far[p] = 0
        steps = 0
        while edge:
            steps += 1
            beyond = []
            for p in edge:
                for there in near[p]:
                    if far[there] > steps:
                        far[there] = steps
                        beyond.append(there)
            edge = beyond
        return far

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

    def _worth(self, p: int, us: Pile, them: Pile, free: int) -> float:
        """Return what a place is worth as it stands; alike places are reckoned once."""
        key = (us, them, free, self.far[p], self.hits[p])
        worth = self._known.get(key)
        if worth is None:
            worth = self._known[key] = self._reckon(us, them, free, self.far[p], self.hits[p])
        return worth

    def _reckon(self, us: Pile, them: Pile, free: int, far: int, hit: int) -> float:
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
        troops, speeders, transports = us
        spare = units - 1
        busy = min(spare, free)
        worth = self.gain + unit * units + self.edge * free + self.work * busy + speeders * self.speed
        if spare > busy:
            worth += _REST[min(spare - busy, 7)] * self.work * _DECAY[far]
        if transports:
            worth += self.haul * min(CAPACITY * transports, troops)
        if hit:
            lose = CHANCES[max(-6, min(6, hit - ground.defence(us))) + 6]
            worth -= self.fear * lose * (self.gain + self.loss + unit * units)
        return worth

    # ---- ideas -------------------------------------------------------------------------------------------

    def _deed(self, seat: Seat, p: int) -> Idea | None:
        """Return the best thing that a seat's pile could do with one order."""
        pile = self.own[seat].get(p)
        slot = self._slot(seat, self.ready[p]) if pile is not None else None
        if pile is None or slot is None:
            return None
        worth, what, kind, goal, troops = max(self._build(p, pile), self._move(p, pile))
        if worth <= 0:
            return None
        return Idea(worth * self.sure[p], (Step(seat, slot, what, kind, p, goal, troops),), 1.0)

    def _build(self, p: int, pile: Pile) -> Deed:
        """Return the best that could be built at a place."""
        if self.enemies[p]:
            return _NOTHING
        before, free, mood = self.values[p], self.open[p], self.moods[p]
        troops, speeders, transports = self.us[p]
        best = (
            self._worth(p, (troops + 1, speeders, transports), _NOBODY, free) - before + mood,
            "build",
            TROOPS,
            p,
            0,
        )
        if pile[TROOPS] and sum(pile) > 1:
            if SPEEDERS in self.ground.kinds:
                worth = self._worth(p, (troops - 1, speeders + 1, transports), _NOBODY, free) - before + mood
                best = max(best, (worth, "build", SPEEDERS, p, 0))
            if TRANSPORT in self.ground.kinds and troops >= CAPACITY:
                worth = self._worth(p, (troops - 1, speeders, transports + 1), _NOBODY, free) - before + mood
                best = max(best, (worth, "build", TRANSPORT, p, 0))
        return best

    def _move(self, p: int, pile: Pile) -> Deed:
        """Return the best move out of a place."""
        ground, best = self.ground, _NOTHING
        if pile[TROOPS]:
            best = self._going(p, TROOPS, 0, ground.near[p], best)
        if pile[SPEEDERS]:
            best = self._going(p, SPEEDERS, 0, ground.reach[p], best)
        if pile[TRANSPORT]:
            most = min(CAPACITY, pile[TROOPS])
            best = self._going(p, TRANSPORT, most, ground.reach[p], best)
            if most > 1:
                best = self._going(p, TRANSPORT, most - 1, ground.reach[p], best)
        return best

    def _going(self, p: int, kind: int, troops: int, goals: tuple[int, ...], best: Deed) -> Deed:
        """Return the best place for a unit with its load to go to, if it is better than what is known."""
        us, them, units, enemies = self.us, self.them, self.units, self.enemies
        far, hits, free, values, known = self.far, self.hits, self.open, self.values, self._known
        here, near, distance = us[p], self.ground.near[p], far[p]
        t, s, x = (troops, 0, 1) if kind == TRANSPORT else _ONE[kind]
        rest = (here[0] - t, here[1] - s, here[2] - x)
        cost = values[p] - self._worth(p, rest, them[p], free[p])
        beside = values[p] - self._worth(p, rest, them[p], free[p] - 1)
        closing = self.ours + 1 >= self.need and self.strength > self.threat and any(rest)
        floor = best[0]
        for goal in goals:
            foes, empty = enemies[goal], not units[goal]
            if not empty and not foes and far[goal] >= distance and not hits[goal]:
                continue
            there = us[goal]
            key = ((there[0] + t, there[1] + s, there[2] + x), them[goal], free[goal], far[goal], hits[goal])
            worth = known.get(key)
            if worth is None:
                worth = known[key] = self._reckon(*key)
            worth += self.moods[goal] - values[goal]
            if empty and not foes:
                worth -= beside if goal in near else cost
                if closing:
                    worth += _VICTORY
            else:
                worth -= cost
            if worth > floor:
                floor, best = worth, (worth, "move", kind, goal, troops)
        return best

    def raid(self, q: int) -> Idea | None:
        """Return the best attack on a place, alone or together, with the moves that it takes."""
        best: Idea | None = None
        parts: list[tuple[float, Seat, list[Gift], float]] = []
        for seat, piles in self.own.items():
            if not self.free[seat] or (q, 0) in self.fought:
                continue
            gifts = self._gifts(seat, q) if self.free[seat] > 1 else []
            present = q in piles
            if not present and not gifts:
                continue
            most = min(len(gifts), self.free[seat] - 1, 4)
            count = self._alone(q, seat, gifts[:most])
            solo = None if count is None else self._strike(q, {seat: gifts[:count]})
            count = count or 0
            if solo is not None and (best is None or solo.worth > best.worth):
                best = solo
            parts.append((-(solo.odds if solo else 0.0), seat, gifts[: max(count, 0 if present else 1)], 0.0))
        if len(parts) > 1:
            parts.sort(key=lambda part: part[0])
            team = {parts[0][1]: parts[0][2]}
            for _, seat, gifts, _ in parts[1:3]:
                team[seat] = gifts[:1] if q not in self.own[seat] else []
                idea = self._strike(q, team)
                if idea and (best is None or idea.worth > best.worth):
                    best = idea
        return best

    def _gifts(self, seat: Seat, q: int) -> list[Gift]:
        """Return what each move of a seat could bring to a place, the most useful first."""
        ground, gifts = self.ground, []
        piles = self.own[seat]
        near = ground.near[q]
        for p in ground.reach[q]:
            pile = piles.get(p)
            if pile is None:
                continue
            here, them, before, free = self.us[p], self.them[p], self.values[p], self.open[p]
            if pile[SPEEDERS]:
                cost = before - self._worth(p, (here[0], here[1] - 1, here[2]), them, free)
                gifts.append(Gift(2, cost, p, SPEEDERS, 0))
            if pile[TRANSPORT] and pile[TROOPS]:
                troops = min(CAPACITY, pile[TROOPS])
                if troops == here[0] and here[1] == 0 and here[2] == 1 and troops > 1 and not any(them):
                    troops -= 1
                cost = before - self._worth(p, (here[0] - troops, here[1], here[2] - 1), them, free)
                gifts.append(Gift(troops, cost, p, TRANSPORT, troops))
            elif pile[TROOPS] and p in near:
                cost = before - self._worth(p, (here[0] - 1, here[1], here[2]), them, free)
                gifts.append(Gift(1, cost, p, TROOPS, 0))
                if min(here[0], pile[TROOPS]) > _PAIR:
                    gifts.append(Gift(1, cost, p, TROOPS, 0))
        gifts.sort(key=lambda gift: gift.cost - 0.6 * gift.bonus)
        return gifts

    def _alone(self, q: int, seat: Seat, gifts: list[Gift]) -> int | None:
        """Return with how many of the gifts a seat best attacks alone, or None if not at all.

        Reckons as ``_strike`` does, without writing down a single step: most raids come to nothing.
        """
        own, us, them = self.own[seat].get(q, _NOBODY), self.us[q], self.them[q]
        free, guard, attack = self.open[q], self.ground.defence(them) - 6, self.ground.attack
        close = self.ours + 1 >= self.need and self.strength > self.threat - sum(them)
        rest = (us[0] - own[0], us[1] - own[1], us[2] - own[2])
        base = self._worth(q, rest, them, free)
        cost, after, sure, best, found = self.values[q], -1, 1.0, 0.0, None
        for count in range(len(gifts) + 1):
            if count:
                kind, place = gifts[count - 1].kind, gifts[count - 1].place
                slot = self._slot(seat, max(after, self.ready[place]))
                if slot is None:
                    break
                after = slot
                cost += gifts[count - 1].cost
                sure = min(sure, self.sure[place])
                load = (gifts[count - 1].troops, 0, 1) if kind == TRANSPORT else _ONE[kind]
                own, us = _sum(own, load), _sum(us, load)
            elif own is _NOBODY:
                continue
            if self._slot(seat, max(after, self.ready[q])) is None:
                break
            odds = CHANCES[max(0, min(12, attack(own) - guard))]
            if odds:
                win = self._worth(q, us, _NOBODY, free) + (_VICTORY if close else 0.0)
                worth = (odds * win + (1 - odds) * base - cost) * sure / (count + 1)
                if worth > best:
                    best, found = worth, count
        return found

    def _strike(self, q: int, team: dict[Seat, list[Gift]]) -> Idea | None:
        """Return an attack by some seats with what they bring, if there are slots for it."""
        ground, them = self.ground, self.them[q]
        pool = brought = _NOBODY
        cost, steps, last = 0.0, [], self.ready[q]
        for seat, gifts in team.items():
            pool = _sum(pool, self.own[seat].get(q, _NOBODY))
            after = -1
            taken: set[int] = set()
            for gift in gifts:
                slot = self._slot(seat, max(after, self.ready[gift.place]))
                if slot is None:
                    return None
                after = slot
                taken.add(slot)
                load = (gift.troops, 0, 1) if gift.kind == TRANSPORT else _ONE[gift.kind]
                brought = _sum(brought, load)
                cost += gift.cost
                steps.append(Step(seat, slot, "move", gift.kind, gift.place, q, gift.troops))
            last = max(last, after)
        number = self._common(team, last)
        if number is None:
            return None
        steps += [Step(seat, number, "attack", 0, q, q, 0) for seat in team]
        pool = _sum(pool, brought)
        odds = CHANCES[max(-6, min(6, ground.attack(pool) - ground.defence(them))) + 6]
        if len(team) > 1:
            odds *= self.doctrine.trust
        if not odds:
            return None
        there = _sum(self.us[q], brought)
        rest = (there[0] - pool[0], there[1] - pool[1], there[2] - pool[2])
        win = self._worth(q, there, _NOBODY, self.open[q])
        if self.ours + 1 >= self.need and self.strength > self.threat - sum(them):
            win += _VICTORY
        lose = self._worth(q, rest, them, self.open[q])
        sure = min([self.sure[gift.place] for gifts in team.values() for gift in gifts], default=1.0)
        worth = (odds * win + (1 - odds) * lose - self.values[q] - cost) * sure * self.doctrine.zeal / len(steps)
        if worth <= 0:
            return None
        return Idea(worth + self.moods[q], tuple(steps), odds)

    def _slot(self, seat: Seat, after: int) -> int | None:
        """Return the first free slot of a seat after another."""
        slots = self.slots[seat]
        for slot in range(after + 1, len(slots)):
            if slots[slot]:
                return slot
        return None

    def _common(self, team: dict[Seat, list[Gift]], after: int) -> int | None:
        """Return the first slot after another that all seats have free."""
        lists = [self.slots[seat] for seat in team]
        for slot in range(after + 1, min(map(len, lists))):
            if all(slots[slot] for slots in lists):
                return slot
        return None

    # ---- the plan ----------------------------------------------------------------------------------------

    def make(self) -> list[Step]:
        """Fill the slots of all seats, best idea first."""
        ideas: dict[tuple[Seat, int], Idea] = {}
        keys = [(seat, p) for seat, piles in self.own.items() for p in piles]
        raids = [("", q) for q, them in enumerate(self.enemies) if them]
        for key in (*keys, *raids):
            self._think(key, ideas)
        while ideas:
            key = max(ideas, key=lambda k: ideas[k].worth)
            idea = ideas[key]
            if not self._possible(idea) or (not key[0] and key[1] in self.stale):
                self.stale.discard(key[1])
                self._think(key, ideas)
                continue
            changed = self._apply(idea)
            if not any(self.free.values()):
                break
            fast = any(any(self.us[p][1:]) for p in changed) or any(step.kind for step in idea.steps)
            self._rethink(changed, ideas, fast=fast)
        return self.plan

    def _possible(self, idea: Idea) -> bool:
        return all(self.slots[step.seat][step.slot] for step in idea.steps) and all(
            step.slot > self.ready[step.place] or step.what == "attack" for step in idea.steps
        )

    def _think(self, key: tuple[Seat, int], ideas: dict[tuple[Seat, int], Idea]) -> None:
        seat, p = key
        idea = self._deed(seat, p) if seat else (self.raid(p) if self.enemies[p] else None)
        if idea is None:
            ideas.pop(key, None)
        else:
            ideas[key] = idea

    def _rethink(self, changed: set[int], ideas: dict[tuple[Seat, int], Idea], *, fast: bool) -> None:
        """Think again where an idea changed something; from two steps away only fast units care."""
        ground = self.ground
        beside = set(changed)
        away: set[int] = set()
        for p in changed:
            beside.update(ground.near[p])
            away.update(ground.reach[p])
        away -= beside
        for seat, piles in self.own.items():
            if not self.free[seat]:
                for key in [key for key in ideas if key[0] == seat]:
                    del ideas[key]
                continue
            for p in beside:
                if p in piles:
                    self._think((seat, p), ideas)
                else:
                    ideas.pop((seat, p), None)
            for p in away:
                pile = piles.get(p)
                if pile is not None and (pile[SPEEDERS] or pile[TRANSPORT]):
                    self._think((seat, p), ideas)
        self._rethink_raids(beside | away if fast else beside, changed, ideas)

    def _rethink_raids(self, around: set[int], changed: set[int], ideas: dict[tuple[Seat, int], Idea]) -> None:
        """Think again of attacks; one that is known already only when its turn comes."""
        for p in around:
            if not self.enemies[p]:
                ideas.pop(("", p), None)
            elif p in changed or ("", p) not in ideas:
                self._think(("", p), ideas)
            else:
                self.stale.add(p)

    def _apply(self, idea: Idea) -> set[int]:
        """Carry out an idea as if it went well."""
        changed: set[int] = set()
        for step in idea.steps:
            self.slots[step.seat][step.slot] = False
            self.free[step.seat] -= 1
            self.plan.append(step)
            changed |= {step.place, step.goal}
            if step.what == "move":
                load = (step.troops, 0, 1) if step.kind == TRANSPORT else _ONE[step.kind]
                self._change(step.seat, step.place, (-load[0], -load[1], -load[2]))
                self._change(step.seat, step.goal, load)
                self.ready[step.goal] = max(self.ready[step.goal], step.slot)
                self.sure[step.goal] = min(self.sure[step.goal], self.sure[step.place])
            elif step.what == "build":
                self._change(step.seat, step.place, _BUILT[step.kind])
                self.ready[step.place] = max(self.ready[step.place], step.slot)
                self.strength += step.kind == TROOPS
            else:
                if self.enemies[step.place]:
                    self.threat -= sum(self.them[step.place])
                    self.enemies[step.place] = 0
                    self.ours += 1
                    self.them[step.place] = _NOBODY
                self.sure[step.place] *= idea.odds
                self.ready[step.place] = max(self.ready[step.place], step.slot)
        near = self.ground.near
        touched = set(changed)
        for p in changed:
            touched.update(near[p])
        for p in touched:
            self.open[p] = self._free_near(p)
            self.values[p] = self._worth(p, self.us[p], self.them[p], self.open[p])
        return changed

    def _change(self, seat: Seat, p: int, load: Pile) -> None:
        piles = self.own[seat]
        pile = _sum(piles.get(p, _NOBODY), load)
        if any(pile):
            piles[p] = pile
        else:
            del piles[p]
        was = self.us[p]
        self.us[p] = now = _sum(was, load)
        self.units[p] = sum(now)
        if not self.enemies[p]:
            self.ours += any(now) - any(was)


_ONE: tuple[Pile, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_BUILT: tuple[Pile, ...] = ((1, 0, 0), (-1, 1, 0), (-1, 0, 1))


def _sum(one: Pile, other: Pile) -> Pile:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])
