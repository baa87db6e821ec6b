"""A bot's choice of enemy planets to strike, of ships for that, and of the turn.

Groups of ships that are nearer to a target wait until those that are farther away come as well, so that they are all
there in the same turn.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.seat.bots.forecast import Forecast, assault
from moderator.games.space_genocide.seat.bots.planning import FAR, Knowledge, Sketch, Temper, busters
from moderator.games.space_genocide.tables import KIND

WORTH_WHILE = 0.1
"""A strike whose worth per turn is less is left."""


UNGUARDED = 0.7
"""By how much a chance may be smaller where nobody is there to shoot back."""


EARLY = 3
"""So many turns a group waits at most for those that are under way."""

HELPS = 0.03
"""By so much a group must better the chance to be taken along."""


class Group(Struct, eq=False):
    """Ships that go together: where they are, of which fleet, and their speed."""

    fleet: int
    at: int
    ships: list[Ship]
    pace: int
    goal: int = -1


class Strike(Struct):
    """A plan: the target, the groups, in how many turns they are all there, what comes of it and what it is worth."""

    at: int
    groups: list[Group]
    turns: int
    forecast: Forecast
    worth: float


class Strikes:
    """The targets of a turn, and the best plan that a number of groups can make."""

    def __init__(self, sketch: Sketch, temper: Temper, moods: Sequence[float]) -> None:
        """Value every enemy planet; ``moods`` makes one bot think a little differently from another."""
        self.sketch, self.temper = sketch, temper
        known = {seat: Knowledge(sketch.view, seat) for seat in sketch.rivals}
        self.worth = {
            at: known[planet.seat].worth(planet.world) * moods[number % len(moods)]
            for number, (at, planet) in enumerate(sketch.prey.items())
        }
        self.price = temper.price * (1.0 if sketch.room_for_more else temper.surplus)

    def turns(self, group: Group, at: int) -> int:
        """Return how many turns a group takes to a hex."""
        steps = self.sketch.distance(group.at, at)
        return 0 if not steps else -(-steps // group.pace) if group.pace else FAR

    def best(self, groups: Sequence[Group]) -> Strike | None:
        """Return the plan that is worth most per turn."""
        best: Strike | None = None
        for at in sorted(self.worth, key=lambda target: (-self._upper_bound(groups, target), target)):
            if best is not None and self._upper_bound(groups, at) <= best.worth:
                break
            found = self._plan(groups, at, best.worth if best is not None else WORTH_WHILE)
            if found is not None:
                best = found
        return best

    def _upper_bound(self, groups: Sequence[Group], at: int) -> float:
        """Return more than what a target can be worth per turn."""
        nearest = min((self.turns(group, at) for group in groups if busters(group.ships)), default=FAR)
        return (
            self.worth[at] * self.temper.faith / (max(1, nearest) + self.temper.patience)
            if nearest < self.temper.longest
            else 0.0
        )

    def _plan(self, groups: Sequence[Group], at: int, least: float) -> Strike | None:
        """Return the best plan for one target that is worth more than ``least`` per turn."""
        arrivals = sorted(((self.turns(group, at), -len(group.ships), n) for n, group in enumerate(groups)))
        chosen: list[Group] = []
        best: Strike | None = None
        for turns, _, number in arrivals:
            group = groups[number]
            if turns >= self.temper.longest:
                break
            chosen.append(group)
            if not any(busters(one.ships) for one in chosen):
                continue
            strike = self._weigh(at, chosen, turns)
            if strike.forecast.razed < self._needed_chance(at):
                continue
            if strike.worth > max(least, best.worth if best is not None else 0.0):
                best = strike
            if strike.forecast.razed >= self.temper.sure:
                break
        return best

    def follow_up(self, at: int, under_way: Sequence[Group], others: Sequence[Group]) -> Strike | None:
        """Return how a strike goes on that is under way, with those who can still be there with it; None: it does not.

        What comes too early to be of use alone waits; nobody waits for what was not there when it set out.
        """
        turns = max(self.turns(group, at) for group in under_way)
        strike = self._weigh(at, under_way, turns)
        for group in sorted(others, key=lambda one: (-self.turns(one, at), one.fleet)):
            if strike.forecast.razed < self.temper.sure and turns - EARLY <= self.turns(group, at) <= turns:
                more = self._weigh(at, [*strike.groups, group], turns)
                strike = more if more.forecast.razed > strike.forecast.razed + HELPS else strike
        return strike if strike.forecast.razed >= self._needed_chance(at) * self.temper.grit else None

    def _needed_chance(self, at: int) -> float:
        """Return which chance a strike must have: less where nobody is there to shoot back."""
        return self.temper.nerve * (1.0 if at in self.sketch.foes else UNGUARDED)

    def _weigh(self, at: int, groups: Sequence[Group], turns: int) -> Strike:
        """Return what it is worth to strike with some groups."""
        forecast = assault(self.sketch, [ship for group in groups for ship in group.ships], at)
        faith = self.temper.faith if any(at in (group.goal, group.at) for group in groups) else 1.0
        gain = self.worth[at] * forecast.razed * faith - self.price * (forecast.lost - 0.8 * forecast.killed)
        return Strike(at, list(groups), turns, forecast, gain / (max(1, turns) + self.temper.patience))


PACES = (4, 3, 2)
"""Ships that go at least so far in a turn go together."""


def paced(sketch: Sketch, ships: Iterable[Ship]) -> list[list[Ship]]:
    """Return ships as they go together: the fast, the middling, the slow; fighters where there are bays for them."""
    parts: list[list[Ship]] = [[] for _ in PACES]
    fighters: list[Ship] = []
    for ship in ships:
        pace = figures.move(KIND[ship.kind], sketch.race)
        if pace:
            parts[next((n for n, least in enumerate(PACES) if pace >= least), len(PACES) - 1)].append(ship)
        else:
            fighters.append(ship)
    for part in sorted(parts, key=sketch.room, reverse=True):
        room = sketch.room(part)
        part.extend(fighters[:room])
        fighters = fighters[room:]
    parts[-1] += fighters
    return parts
