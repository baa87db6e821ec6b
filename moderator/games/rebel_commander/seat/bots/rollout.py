"""Playing out a turn in a bot's head: whole sheets against whole sheets, several times, quickly.

Follows the rules as far as a plan can tell: a new sequence for each number, attacks joined under one number, orders
that have become impossible fail. Weights are taken for even. Draws and throws are not chance but an even spread, the
same for every plan that is tried, so that plans are compared under like luck.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.sheet import in_turns
from moderator.games.rebel_commander.orders.types import CAPACITY
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.bots.doctrine import Step
from moderator.games.rebel_commander.seat.bots.sheets import Sheet
from moderator.games.rebel_commander.seat.bots.sketch import SPEEDERS, TRANSPORT, TROOPS, chance_to_win, ground_of
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import edition_of

Pile: TypeAlias = tuple[int, int, int]
Armies: TypeAlias = list[dict[int, Pile]]
"""Piles by seat and place."""

WON = 40.0
"""What victory is worth, in locations."""

_NOBODY: Pile = (0, 0, 0)

_STRIDES = (1, 5, 7, 11)
"""Steps by which all kinds of luck are met once, if their number has no factors but 2 and 3."""


class Scale(NamedTuple):
    """What a position is worth, in locations.

    That is: a unit, a spare unit beside free land, what is within a strike's reach, what can be won where both
    stand, and how much more locations count as a side nears victory.
    """

    unit: float = 0.25
    work: float = 0.35
    reach: float = 0.35
    contest: float = 0.2
    grip: float = 1.5


class Scene(NamedTuple):
    """What a side sees, without what tells its seats apart: alike for all of them.

    ``turn`` keeps turns apart that look alike; ``last`` says that the count comes after this one; ``foggy`` that there
    may be enemies out of sight.
    """

    edition: str
    stacks: tuple[Stack, ...]
    in_play: tuple[Seat, ...]
    numbers: int
    places: int
    needed: int
    turn: int
    last: bool
    foggy: bool
    fixed: bool
    imperial: bool


def scene(view: View) -> Scene:
    """Return what the viewer's side sees."""
    options = view.options
    return Scene(
        options.edition,
        view.stacks,
        view.in_play,
        view.numbers,
        view.imperial_places,
        view.score.needed,
        view.turn,
        0 < options.max_turns <= view.turn,
        view.sight is not None,
        edition_of(options).sequence == "fixed",
        view.who == EMPIRE,
    )


class Rollout:
    """A position from which turns are played out."""

    def __init__(self, scene: Scene, samples: int, scale: Scale) -> None:
        """Set out the units in sight."""
        self.ground = ground_of(scene.edition)
        self.seats = (*(seat for seat in scene.in_play if seat != EMPIRE), EMPIRE)
        self.empire = len(self.seats) - 1
        self.sign = -1 if scene.imperial else 1
        self.numbers, self.places = scene.numbers, scene.places
        self.fixed, self.needed, self.last, self.foggy = scene.fixed, scene.needed, scene.last, scene.foggy
        self.samples, self.scale = samples, scale
        self.start: Armies = [{} for _ in self.seats]
        self._set_out(scene.stacks)
        self.draws = [[self._draw(sample, number) for number in range(self.numbers)] for sample in range(samples)]
        self._odds: Callable[[Pile, Pile], float] = cache(self._chance)

    def _set_out(self, stacks: Sequence[Stack]) -> None:
        rank = {seat: number for number, seat in enumerate(self.seats)}
        for stack in stacks:
            if stack.seat in rank:
                self.start[rank[stack.seat]][self.ground.index[stack.place]] = stack.counts

    def _draw(self, sample: int, number: int) -> tuple[int, ...]:
        """Return a sequence of seats: the fixed one, or one of an even spread in which each comes first as often."""
        if self.fixed:
            return in_turns(range(self.empire), self.empire, self.places)
        left = [*range(self.empire), *[self.empire] * self.places]
        drawn: list[int] = []
        shuffle, first = divmod(sample, len(left))
        state = (shuffle * 7 + number + 1) * 40503
        while left:
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            drawn.append(left.pop((state >> 12) % len(left)))
        return tuple(drawn[first:] + drawn[:first])

    def sound(self, seat: Seat, sheet: Sheet) -> bool:
        """Tell whether every order of a sheet can be carried out if nobody else moves and every attack is won."""
        rank = self.seats.index(seat)
        foes = self.start[: self.empire] if rank == self.empire else self.start[self.empire :]
        barred = {place for piles in foes for place in piles}
        piles = dict(self.start[rank])
        for step in sheet:
            if step is None:
                continue
            if step.what == "attack":
                if step.place not in piles or step.place not in barred:
                    return False
                barred.discard(step.place)
            elif (step.what == "build" and step.place in barred) or not _change(piles, step):
                return False
        return True

    def once(self, by_seat: Mapping[Seat, Sheet], sample: int) -> float:
        """Play one turn under one of ``samples`` kinds of luck, and value its end."""
        sheets = [by_seat.get(seat, ()) for seat in self.seats]
        armies = [dict(piles) for piles in self.start]
        empire, places = self.empire, self.places
        for number, draw in enumerate(self.draws[sample]):
            letter = number * places
            for seat in draw:
                if seat == empire:
                    slot = letter
                    letter += 1
                else:
                    slot = number
                sheet = sheets[seat]
                step = sheet[slot] if slot < len(sheet) else None
                if step is None:
                    continue
                if step.what == "attack":
                    self._fight(armies, sheets, seat, step, sample)
                else:
                    self._carry_out(armies, seat, step)
        return self._worth(armies)

    def _carry_out(self, armies: Armies, seat: int, step: Step) -> None:
        """Move or build, if it can be."""
        if step.what == "build":
            foes = armies[: self.empire] if seat == self.empire else armies[self.empire :]
            for foe in foes:
                if step.place in foe:
                    return
        _change(armies[seat], step)

    def _fight(self, armies: Armies, sheets: Sequence[Sheet], seat: int, step: Step, sample: int) -> None:
        """Attack, with the allies who do so under the number."""
        empire, place, slot = self.empire, step.place, step.slot
        if seat == empire:
            attackers = [seat] if place in armies[seat] else []
            defenders = [rebel for rebel in range(empire) if place in armies[rebel]]
        else:
            attackers = [
                rebel
                for rebel in range(empire)
                if place in armies[rebel]
                and slot < len(sheets[rebel])
                and (other := sheets[rebel][slot]) is not None
                and other.what == "attack"
                and other.place == place
            ]
            defenders = [empire] if place in armies[empire] else []
        if seat not in attackers or not defenders:
            return
        us, them = _pool(armies, attackers, place), _pool(armies, defenders, place)
        odds = self._odds(us, them)
        # An even spread of luck over the samples, another for each place and number.
        level = sample * _STRIDES[place % len(_STRIDES)] + place * 5 + slot * 3 + seat
        luck = (level % self.samples + 0.5) / self.samples
        for loser in defenders if luck < odds else attackers:
            del armies[loser][place]

    def _chance(self, us: Pile, them: Pile) -> float:
        """Return the chance of an attack."""
        return chance_to_win(self.ground.attack(us) - self.ground.defence(them))

    def _worth(self, armies: Armies) -> float:
        """Return what a position is worth to the side."""
        scale, theirs = self.scale, armies[self.empire]
        ours: dict[int, Pile] = dict(armies[0]) if self.empire else {}
        for piles in armies[1 : self.empire]:
            for place, (t, s, x) in piles.items():
                there = ours.get(place, _NOBODY)
                ours[place] = (there[0] + t, there[1] + s, there[2] + x)
        shared = ours.keys() & theirs.keys()
        held, lost = len(ours) - len(shared), len(theirs) - len(shared)
        units, enemies = sum(map(sum, ours.values())), sum(map(sum, theirs.values()))
        if self.foggy:  # who is out of sight may decide otherwise
            return self.sign * self._promise(ours, theirs, held - lost, units - enemies)
        if not enemies or (held >= self.needed and units > enemies):
            return self.sign * WON
        if not units or (lost >= self.needed and enemies > units):
            return -self.sign * WON
        if self.last:
            ahead = (held - lost) or (units - enemies)
            return self.sign * (WON if ahead > 0 else -WON) + self.sign * (held - lost)
        near = 0.6 * self.needed
        grip = scale.grip * (max(0.0, held - near) ** 2 - max(0.0, lost - near) ** 2) / (2 * (self.needed - near))
        return self.sign * (self._promise(ours, theirs, held - lost, units - enemies) + grip)

    def _promise(self, ours: dict[int, Pile], theirs: dict[int, Pile], land: int, force: int) -> float:
        """Return what a position is worth to the Rebels that decides nothing yet."""
        scale = self.scale
        worth = land + scale.unit * force
        for place in ours.keys() & theirs.keys():
            worth += scale.contest * (self._gain(ours[place], theirs[place]) - self._gain(theirs[place], ours[place]))
        worth += scale.work * (self._work(ours, theirs) - self._work(theirs, ours))
        worth += scale.reach * (self._reach(ours, theirs) - self._reach(theirs, ours))
        return worth

    def _work(self, ours: dict[int, Pile], theirs: dict[int, Pile]) -> int:
        """Return how many spare units of a side stand beside land that is free for them."""
        near, busy = self.ground.near, 0
        for place, pile in ours.items():
            spare = pile[0] + pile[1] + pile[2] - 1
            if spare and place not in theirs:
                for there in near[place]:
                    if there not in ours and there not in theirs:
                        busy += 1
                        spare -= 1
                        if not spare:
                            break
        return busy

    def _gain(self, us: Pile, them: Pile) -> float:
        """Return what an attack would bring, if it is worth making."""
        odds, unit = self._odds(us, them), self.scale.unit
        return max(0.0, odds * (1 + unit * sum(them)) - (1 - odds) * unit * sum(us))

    def _reach(self, ours: dict[int, Pile], theirs: dict[int, Pile]) -> float:
        """Return what the fast piles of a side could strike at."""
        total, ways = 0.0, self.ground.reach
        for place, (t, s, x) in ours.items():
            laden = x > 0 and t > 1
            if not s and not laden:
                continue
            load: Pile = (min(CAPACITY, t), 0, 1) if laden else (0, 1, 0)
            best = 0.0
            for goal in ways[place]:
                foes = theirs.get(goal)
                if foes is not None:
                    gain = self._gain(load, foes)
                    best = max(best, gain)
            total += best
        return total


def _change(piles: dict[int, Pile], step: Step) -> bool:
    """Move or build with a seat's piles; tell whether the units for it are there."""
    _, _, what, kind, place, goal, load = step
    pile = piles.get(place)
    if pile is None:
        return False
    t, s, x = pile
    if what == "build":
        if kind == TROOPS:
            piles[place] = (t + 1, s, x)
        elif t and t + s + x > 1:
            piles[place] = (t - 1, s + 1, x) if kind == SPEEDERS else (t - 1, s, x + 1)
        else:
            return False
        return True
    if not pile[kind] or t < load:
        return False
    dt, ds, dx = (load, 0, 1) if kind == TRANSPORT else (1, 0, 0) if kind == TROOPS else (0, 1, 0)
    left = (t - dt, s - ds, x - dx)
    if left == _NOBODY:
        del piles[place]
    else:
        piles[place] = left
    there = piles.get(goal, _NOBODY)
    piles[goal] = (there[0] + dt, there[1] + ds, there[2] + dx)
    return True


def _pool(armies: Armies, seats: Sequence[int], place: int) -> Pile:
    """Return what some seats have at a place together."""
    if len(seats) == 1:
        return armies[seats[0]][place]
    t, s, x = (sum(kind) for kind in zip(*(armies[seat][place] for seat in seats), strict=True))
    return t, s, x
