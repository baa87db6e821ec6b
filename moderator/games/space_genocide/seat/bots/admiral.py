"""The admiral's turn: what stays, what strikes, what goes where it is needed, and where new ships are built."""

from collections.abc import Iterable, Sequence

from moderator.core.dice import Stream, Why
from moderator.core.game import Imagine, Prompt
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.orders.types import Burst, Deploy, GenocideOrder, Scrap
from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.seat.bots.garrison import Garrisons, aboard
from moderator.games.space_genocide.seat.bots.hand import Hand
from moderator.games.space_genocide.seat.bots.mustering import muster, without
from moderator.games.space_genocide.seat.bots.opening import set_up
from moderator.games.space_genocide.seat.bots.planning import Sketch, Temper, busters, is_sturdy
from moderator.games.space_genocide.seat.bots.strikes import Group, Strike, Strikes, paced
from moderator.games.space_genocide.seat.check import lines_that_stand
from moderator.games.space_genocide.seat.plan import Trial
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import KIND

MOOD = 30
"""By how many hundredths a bot's taste for a target varies."""

MOODS = 44
"""Four seats' planets: with a mood for each no seat is preferred where two targets are alike."""

LOOKOUTS = 2
"""So many ships look at planets at a time."""

NEARBY = 8
"""So far away a lookout looks for something to look at, in turns' moves halved."""

HELP = 3
"""A planet in danger is helped by what can be there in at most this many turns."""


class AdmiralBot:
    """Holds what it cannot lose, gathers for strikes at what an enemy cannot lose, and plays its cards for these."""

    def __init__(self, trial: Trial, temper: Temper | None = None) -> None:
        """Take the means to try out an order set, and a temper."""
        self.trial, self.temper = trial, temper or Temper()

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, GenocideOrder]
    ) -> tuple[GenocideOrder, ...]:
        """Return the set-up or a turn's order set."""
        del imagine
        sketch = Sketch(view)
        if view.phase == "setup":
            return tuple(set_up(sketch, chance))
        moods = [1 + (chance.d(2 * MOOD + 1, Why("mood", n=n)) - 1 - MOOD) / 100 for n in range(MOODS)]
        # a card may use up what another line is about
        return lines_that_stand(view, prompt, _Staff(sketch, self.temper, moods).order_set(), self.trial)


class _Staff:
    """One turn's planning."""

    def __init__(self, sketch: Sketch, temper: Temper, moods: Sequence[float]) -> None:
        self.sketch = sketch
        self.garrisons = Garrisons(sketch, temper)
        self.strikes = Strikes(sketch, temper, moods)
        self.planned: list[Strike] = []
        self.groups: list[Group] = []

    def order_set(self) -> list[GenocideOrder]:
        """Return all orders of the turn."""
        for at in sorted(set(self.sketch.where.values())):
            self._part(at)
        self._look_out()
        self._help()
        self._strike()
        self._base()
        hand = Hand(self.sketch, self.garrisons, self.planned)
        doing = [*self.sketch.shifts, *hand.plays(), *self.sketch.moves]
        return [*doing, *self._bursts(), *self._scrap(), *self._standing(), *hand.conditions()]

    # ---- who stays and who goes together ------------------------------------------------------------------

    def _part(self, at: int) -> None:
        """Part the ships at a hex into those that stay and groups that go."""
        sketch = self.sketch
        fleets = [number for number, there in sketch.where.items() if there == at and number in sketch.mine]
        ships = [ship for number in fleets for ship in sketch.mine[number]]
        staying = self.garrisons.stay(at, ships) if at in sketch.home else []
        going = without(ships, staying)
        if going and staying:
            aboard(sketch, going, staying, self.garrisons.wanted(at))
        parts = [part for part in (staying, *paced(sketch, going)) if part]
        numbers = muster(sketch, fleets, parts)
        for number in numbers[1:] if staying else numbers:
            if number:
                self.groups.append(self._group(number))

    def _group(self, number: int) -> Group:
        ships = self.sketch.mine[number]
        pace = figures.speed(ships, self.sketch.race)
        return Group(number, self.sketch.where[number], ships, pace, self.sketch.goal.get(number, -1))

    # ---- tasks --------------------------------------------------------------------------------------------

    def _send(self, group: Group, goal: int) -> None:
        """Give a group its task."""
        self.groups.remove(group)
        self.sketch.go(group.fleet, goal)

    def _look_out(self) -> None:
        """Send a few unarmed fast ships to what nobody guards: unknown planets, neutral ones, wonders."""
        sketch = self.sketch
        unknown = [at for at, planet in sketch.prey.items() if planet.world is None and at not in sketch.foes]
        sights = dict.fromkeys(unknown, 1.0) | dict.fromkeys(sketch.neutral, 2.0)
        sights |= dict.fromkeys((at for at in sketch.terrain if self._is_unspent(at)), 1.5)
        lookouts = [group for group in self.groups if len(group.ships) <= 1 and not busters(group.ships)]
        for group in lookouts[:LOOKOUTS]:
            near = [at for at in sights if group.pace and sketch.distance(group.at, at) <= NEARBY * group.pace // 2]
            if near and KIND[group.ships[0].kind].busters == 0:
                goal = min(near, key=lambda at: (sketch.distance(group.at, at) / sights[at], at))
                del sights[goal]
                self._send(group, goal)

    def _is_unspent(self, at: int) -> bool:
        """Tell whether a wonder still has something to give."""
        ground, name = self.sketch.ground(at), self.sketch.board.names[at]
        return bool(ground.ship or ground.cards) and not self.sketch.view.is_spent(name)

    def _help(self) -> None:
        """Send what is near to own planets that matter and are in danger."""
        garrisons = self.garrisons
        for at in sorted(self.sketch.home, key=lambda place: (-garrisons.worth[place], place)):
            lack = garrisons.wanted(at) - len(garrisons.held[at])
            if garrisons.worth[at] < SAVED or lack <= 0:
                continue
            near = [
                group
                for group in self.groups
                if self.strikes.turns(group, at) <= HELP
                and all(is_sturdy(ship) for ship in group.ships)
                and not self._is_under_way(group)
            ]
            for group in sorted(near, key=lambda one: (self.strikes.turns(one, at), busters(one.ships), one.fleet)):
                if lack <= 0:
                    break
                lack -= len(group.ships)
                self._send(group, at)

    def _strike(self) -> None:
        """Go on with strikes that are under way; then plan new ones, best first, until nothing is worth while."""
        able = [group for group in self.groups if group.pace]
        for at in sorted(self.strikes.worth, key=lambda target: (-self.strikes.worth[target], target)):
            under_way = [group for group in able if self._is_under_way(group) and group.goal == at]
            others = [group for group in able if not self._is_under_way(group)]
            if under_way:
                self._carry_out(self.strikes.follow_up(at, under_way, others), able)
        while able:
            strike = self.strikes.best(able)
            if strike is None:
                return
            self._carry_out(strike, able)

    def _is_under_way(self, group: Group) -> bool:
        """Tell whether a group has set out for an enemy planet."""
        return group.goal in self.sketch.prey and group.at not in self.sketch.home

    def _carry_out(self, strike: Strike | None, able: list[Group]) -> None:
        """Send the groups of a strike; who would be early waits."""
        if strike is None:
            return
        self.planned.append(strike)
        for group in strike.groups:
            able.remove(group)
            if self.strikes.turns(group, strike.at) >= strike.turns or self._is_under_way(group):
                self._send(group, strike.at)
            else:
                self.groups.remove(group)
                self._wait(group)
        self.strikes.worth.pop(strike.at, None)

    def _wait(self, group: Group) -> None:
        """Let a group that is early stay where it is."""
        if group.goal >= 0:
            self.sketch.hold(group.fleet)

    def _base(self) -> None:
        """Gather what has nothing to do at the planet nearest to enemies; to rearm, at the nearest."""
        sketch = self.sketch
        if not sketch.home:
            return
        base = self.forward
        for group in tuple(self.groups):
            capacity = sum(KIND[ship.kind].busters for ship in group.ships)
            nearest = min(sketch.home, key=lambda at: (sketch.distance(group.at, at), at))
            empty = capacity and busters(group.ships) * 2 < capacity
            if group.pace:
                self._send(group, nearest if empty and group.at not in sketch.home else base)

    @property
    def forward(self) -> int:
        """The own planet from which enemies are nearest and that is not about to fall."""
        sketch, garrisons = self.sketch, self.garrisons
        sound = [at for at in sketch.home if at not in sketch.foes] or list(sketch.home)
        return min(sound, key=lambda at: (garrisons.safety[at] + 2 * (garrisons.danger[at] > HEAVY), at))

    # ---- what stands --------------------------------------------------------------------------------------

    def _standing(self) -> Iterable[GenocideOrder]:
        """Return where to build; the rest of the doctrine is as good as its default."""
        sketch = self.sketch
        if not sketch.home:
            return
        weak = self.garrisons.weakest()
        names = sketch.board.names
        yield Deploy(prey=("stationary",), place=names[weak[0]])
        slow = tuple(kind.key for kind in KIND.values() if kind.move in (1, 2) and kind.busters <= 1)
        yield Deploy(prey=slow, place=names[weak[min(1, len(weak) - 1)]])
        yield Deploy(prey=("mobile",), place=names[self.forward])

    def _bursts(self) -> Iterable[GenocideOrder]:
        """Fire at ships what is not needed for a planet, and at home, where it is replaced, everything."""
        sketch = self.sketch
        if not sketch.options.bursts:
            return
        for number, ships in sorted(sketch.mine.items()):
            at, load = sketch.where[number], busters(ships)
            if load and at in sketch.home and at in sketch.foes:
                yield Burst(busters=load, fleet=number)
        for strike in self.planned:
            group = max(strike.groups, key=lambda one: (busters(one.ships), one.fleet))
            spare = min(busters(group.ships), sum(busters(one.ships) for one in strike.groups) - ENOUGH)
            if strike.turns <= 1 and spare > 0 and strike.at in sketch.foes and group.at not in sketch.home:
                yield Burst(busters=spare, fleet=group.fleet)

    def _scrap(self) -> Iterable[GenocideOrder]:
        """Discard the least useful ship where no new ones would come otherwise."""
        sketch = self.sketch
        ships = [(self._use(ship, number), ship.kind, number) for number, own in sketch.mine.items() for ship in own]
        limit = figures.ship_limit(sketch.options, sketch.race)
        if ships and len(ships) >= limit and sketch.options.production:
            _, kind, fleet = min(ships)
            yield Scrap(kind=kind, fleet=fleet)

    def _use(self, ship: Ship, number: int) -> float:
        """Return of what use a ship is where it is."""
        kind, at = KIND[ship.kind], self.sketch.where[number]
        use = (kind.attack + kind.defence) / 2 + 2 * kind.busters + 1.5 * figures.move(kind, self.sketch.race)
        needed = at in self.sketch.home and len(self.garrisons.held[at]) <= self.garrisons.wanted(at)
        return use + (kind.attack + kind.defence + 3 if needed and is_sturdy(ship) else 0)


ENOUGH = 4
"""So many Planet Busters are enough for a planet."""

SAVED = 4.0
"""Planets worth so much are helped."""

HEAVY = 4
"""So many enemies are a heavy danger."""
