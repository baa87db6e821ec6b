"""A player with a plan of its own: it spreads out, builds, and strikes when the odds are good."""

from collections.abc import Iterator
from typing import TypeAlias

from moderator.core.dice import Stream, Why
from moderator.core.game import Imagine, Prompt
from moderator.games.rebel_commander.orders.types import CAPACITY, RebelOrder
from moderator.games.rebel_commander.seat.bots.sketch import SPEEDERS, TRANSPORT, TROOPS, Sketch, chance_to_win
from moderator.games.rebel_commander.seat.view import View


class _Temper:
    """What a recruit cares for this turn; drawn, so that no two are quite alike."""

    def __init__(self, chance: Stream) -> None:
        self.fight = (70 + chance.d(60, Why("temper", "fight"))) / 100
        self.build = (85 + chance.d(30, Why("temper", "build"))) / 100
        self._whim = chance.d(1 << 30, Why("temper", "whim")) | 1

    def whim(self, place: int, action: int) -> float:
        """Return a little something between 0 and 0.16, the same for the same thought within a turn."""
        return ((self._whim * (place * 97 + action * 13 + 7)) >> 9 & 255) / 1600


Idea: TypeAlias = tuple[float, str, int, int, int, int]
"""Worth, what to do (``move``, ``build``, ``attack``), kind of unit, place, goal, troops aboard."""

LOCATION = 1.0
"""What it is worth to hold one location more; all else is measured by it."""

UNIT = 0.42
"""What a unit is worth, mine or theirs."""

REACH = 6
"""Steps to the front beyond which distance makes no difference."""


class RecruitBot:
    """Spreads out, builds where there is something to take, strikes when the odds are good, gathers before a fight."""

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RebelOrder]
    ) -> tuple[RebelOrder, ...]:
        """Take the best idea for each number in turn, each time as if the ones before had gone well."""
        del imagine
        mind = _Mind(view, _Temper(chance))
        order_set = []
        for label in prompt.numbers:
            order = mind.next_order(label)
            if order is not None:
                order_set.append(order)
        return tuple(order_set)


class _Mind:
    """One turn's thinking: ideas per own place, thought again only where something changed."""

    def __init__(self, view: View, temper: _Temper) -> None:
        self.sketch, self.temper = Sketch(view), temper
        score = view.score
        ours, theirs = score.rebel_units, score.empire_units
        if view.side == "empire":
            ours, theirs = theirs, ours
        self.behind = 0.15 if (ours or 0) <= (theirs or 0) else 0.0
        self.scarce = min(1.0, score.needed / (ours or 1)) ** 2
        self.ideas: dict[int, Idea] = {}
        self.fought: set[int] = set()
        self.entries: dict[tuple[int, int, int], float] = {}
        self.front = self._front()
        self.threats = self._threats()
        for place in self.sketch.mine:
            self._think_of(place)

    def next_order(self, label: str) -> RebelOrder | None:
        """Carry out the best idea in the sketch and return it; None if there is nothing worth doing."""
        if not self.ideas:
            return None
        _, action, kind, place, goal, troops = max(self.ideas.values())
        if action == "attack":
            order = self.sketch.strike(place, label, hopeful=self.sketch.odds(place) >= 0.5)  # noqa: PLR2004 - more likely than not
            self.fought.add(place)
        elif action == "build":
            order = self.sketch.build(kind, place, label)
        else:
            order = self.sketch.move(kind, place, goal, troops, label)
        if goal in self.sketch.foes or place in self.sketch.foes or action == "attack":
            self.entries.clear()
        if action == "attack":
            self.threats = self._threats()
        self._think_again(place, goal, around=action == "attack")
        return order

    def _think_again(self, origin: int, goal: int, *, around: bool) -> None:
        """Think again where an order changed something, and around it where it changed who stands there."""
        sketch = self.sketch
        places = {origin: None, goal: None}
        if around or origin not in sketch.mine:
            places.update(dict.fromkeys(sketch.reach[origin]))
        if goal != origin and (goal in sketch.foes or sum(sketch.mine[goal]) == 1):
            places.update(dict.fromkeys(sketch.reach[goal]))
        for place in places:
            self._think_of(place)

    def _think_of(self, place: int) -> None:
        """Keep the best idea for the pile at a place, if there is one."""
        best = max(self._think(place), default=None) if place in self.sketch.mine else None
        if best is None:
            self.ideas.pop(place, None)
        else:
            self.ideas[place] = best

    def _threats(self) -> list[int]:
        """Return for each place how many enemy units could be there with one step."""
        threats = [0] * self.sketch.size
        for place, pile in self.sketch.foes.items():
            units = sum(pile)
            for there in self.sketch.near[place]:
                threats[there] += units
        return threats

    def _front(self) -> list[int]:
        """Return for each place the steps to the next one that is not held by the own side alone."""
        sketch = self.sketch
        edge = [place for place in range(sketch.size) if place in sketch.foes or not sketch.is_held(place)]
        return sketch.ground.distances(edge, REACH)

    def _think(self, place: int) -> Iterator[Idea]:
        """Return what the pile at a place could do, and what that is worth."""
        pile = self.sketch.mine[place]
        total = sum(pile)
        if place in self.sketch.foes:
            yield from self._fights(place, total)
        else:
            yield from self._builds(place, pile, total)
        yield from self._moves(place, pile, total)

    def _fights(self, place: int, total: int) -> Iterator[Idea]:
        if place in self.fought:
            return
        odds = self.sketch.odds(place)
        prize = 1.25 * LOCATION + UNIT * sum(self.sketch.foes[place])
        worth = (odds * prize - (1 - odds) * UNIT * total) * self.temper.fight
        yield worth, "attack", 0, place, place, 0

    def _builds(self, place: int, pile: list[int], total: int) -> Iterator[Idea]:
        sketch, temper = self.sketch, self.temper
        threat = self.threats[place]
        opening = any(sketch.free(there) for there in sketch.near[place])
        worth = UNIT * self.scarce + self.behind - 0.1 * (total - 1) - 0.04 * self.front[place]
        worth += (0.32 if opening else 0.0) + (0.12 * min(threat, 3) if threat >= total - 1 else 0.0)
        yield worth * temper.build + temper.whim(place, 1), "build", TROOPS, place, place, 0
        if total > 1 and pile[TROOPS] and threat and SPEEDERS in sketch.kinds and pile[SPEEDERS] < pile[TROOPS]:
            yield 0.3 + 0.06 * min(threat, 4) + temper.whim(place, 2), "build", SPEEDERS, place, place, 0
        if pile[TROOPS] > CAPACITY and not pile[TRANSPORT] and TRANSPORT in sketch.kinds:
            yield 0.2 + 0.08 * self.front[place] + temper.whim(place, 3), "build", TRANSPORT, place, place, 0

    def _moves(self, place: int, pile: list[int], total: int) -> Iterator[Idea]:
        sketch = self.sketch
        for kind in (TROOPS, SPEEDERS):
            if pile[kind]:
                left = self._leaving(place, total - 1)
                for goal in (sketch.near if kind == TROOPS else sketch.reach)[place]:
                    worth = left + self._arriving(place, goal, kind, 1)
                    if worth > 0:
                        yield worth + self.temper.whim(goal, kind), "move", kind, place, goal, 0
        if pile[TRANSPORT] and total > 1:
            troops = min(CAPACITY, pile[TROOPS], total - 2)
            left = self._leaving(place, total - 1 - troops)
            for goal in sketch.reach[place]:
                worth = left + self._arriving(place, goal, TRANSPORT, 1 + troops)
                if worth > 0:
                    yield worth + self.temper.whim(goal, TRANSPORT), "move", TRANSPORT, place, goal, troops

    def _leaving(self, place: int, stay: int) -> float:
        """Return what it costs to leave a place with ``stay`` units behind."""
        contested = place in self.sketch.foes
        if stay == 0 and place not in self.sketch.friends:
            return -0.55 * LOCATION if contested else -LOCATION
        if contested:
            return -0.45
        return -0.1 * self.temper.fight if self.threats[place] > stay else 0.0

    def _arriving(self, origin: int, goal: int, kind: int, units: int) -> float:
        """Return what it is worth to have units come to a place: land, a fight to win, or a step to the front."""
        sketch = self.sketch
        foes = sketch.foes.get(goal)
        if foes is not None:
            thought = (goal, kind, units)
            if thought not in self.entries:
                self.entries[thought] = self._entering(goal, foes, kind, units)
            return self.entries[thought]
        pile, threat = sketch.mine.get(goal), self.threats[goal]
        if pile is None and goal not in sketch.friends:
            return LOCATION + 0.06 * (units - 1) - 0.03 * min(4, threat)
        gather = 0.2 if threat and pile is not None and sum(pile) <= threat else 0.0
        return 0.13 * (self.front[origin] - self.front[goal]) * units + gather

    def _entering(self, goal: int, foes: list[int], kind: int, units: int) -> float:
        """Return what it is worth to enter an enemy's place, to be attacked or to attack with the next order."""
        sketch = self.sketch
        pile = list(sketch.mine.get(goal, (0, 0, 0)))
        pile[kind] += 1
        pile[TROOPS] += units - 1
        odds = chance_to_win(sketch.attack(pile) - sketch.defence(foes))
        risk = chance_to_win(sketch.attack(foes) - sketch.defence(pile))
        strong = sum(foes)
        worth = odds * (LOCATION + UNIT * strong) - (1 - odds) * UNIT * sum(pile) - 0.3 * risk * UNIT * sum(pile)
        deny = 0.0 if sketch.is_held(goal) else 0.25 * LOCATION
        return (0.8 * worth + deny) * self.temper.fight
