"""Players made of rules: one that does anything, and one with a plan.

They see a seat's view and nothing else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar, get_args

from moderator.core.dice import Stream, Why
from moderator.core.game import Bot, Imagine, Prompt
from moderator.games.space_genocide.board.units import counted
from moderator.games.space_genocide.orders.phrases import ALL, CLASSES, Act, Fleets, Target, Trigger
from moderator.games.space_genocide.orders.types import (
    Burst,
    ChooseRace,
    DeclineGifts,
    Deploy,
    Discard,
    Fire,
    Forget,
    FormFleet,
    GenocideOrder,
    Hold,
    Join,
    Launch,
    LeaveShips,
    Manner,
    Move,
    Pass,
    Play,
    PlayWhen,
    Pursue,
    Ram,
    Scrap,
    ScrapFirst,
    Targets,
    Topic,
    Transfer,
    TypePlanet,
    When,
)
from moderator.games.space_genocide.pieces import Ship, World
from moderator.games.space_genocide.seat.bots.admiral import AdmiralBot
from moderator.games.space_genocide.seat.check import lines_that_stand
from moderator.games.space_genocide.seat.plan import Trial
from moderator.games.space_genocide.seat.view import FleetSeen, View
from moderator.games.space_genocide.tables import CARD, KINDS, RACES

T = TypeVar("T")
Thinking: TypeAlias = Imagine[View, GenocideOrder]

_LATER = ("scraps", "gifts")
"""Doctrine that matches in the first reading are played without: the bot of such a match goes on as it began."""

PREY: Final = (*CLASSES, *(kind.key for kind in KINDS))


ROOM: Final = 100
"""So many addresses are left for each reason: a drawn order needs one for each thing."""


class RandomBot:
    """Does anything that is allowed, sensible or not, and sometimes nothing."""

    def __init__(self, trial: Trial) -> None:
        """Take the means to try out an order set."""
        self.trial = trial

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Thinking) -> tuple[GenocideOrder, ...]:
        """Draw lines of all kinds and leave out those that the own check finds illegal."""
        del imagine
        whims = _Whims(view, chance)
        lines = list(whims.set_up() if view.phase == "setup" else whims.turn())
        return lines_that_stand(view, prompt, lines, self.trial)


class _Whims:
    """One order set drawn by chance."""

    def __init__(self, view: View, chance: Stream) -> None:
        self.view, self.chance = view, chance
        self.names = view.board.names
        self._count = 0

    def _why(self, kind: str) -> Why:
        self._count += ROOM
        return Why(kind, n=self._count)

    def pick(self, items: Sequence[T], kind: str) -> T:
        """Draw one of some things."""
        return self.chance.pick(items, self._why(kind))

    def once_in(self, sides: int) -> bool:
        """Tell whether a die shows a one."""
        return self.chance.d(sides, self._why("whim")) == 1

    def set_up(self) -> Iterator[GenocideOrder]:
        """Deal ships and all worlds but the Homeworld anew, or leave the proposal as it is.

        Letters take their examples from here, so that none of them gives the Homeworld away.
        """
        view = self.view
        own = [planet for planet in view.own_planets if planet.world is not None]
        if self.once_in(2):
            others = [(one.place, one.world) for one in own if one.world not in (None, World.HOMEWORLD)]
            worlds = self.chance.shuffled([world for _, world in others if world], Why("world"))
            yield from (TypePlanet(place=place, world=world) for (place, _), world in zip(others, worlds, strict=True))
        if self.once_in(2):
            yield from self._mats([planet.place for planet in own])
        if view.options.races == "chosen":
            wishes = self.chance.shuffled([race.key for race in RACES], Why("wish"))
            yield ChooseRace(races=tuple(wishes[:2]))

    def _mats(self, places: Sequence[str]) -> Iterator[GenocideOrder]:
        """Deal the ships over mats, and now and then leave some out."""
        options = self.view.options
        ships = [ship for fleet in self.view.own for ship in fleet.ships or ()]
        spots = self.chance.shuffled(places, Why("spot"))[: options.fleets]
        piles: dict[str, list[Ship]] = {place: [] for place in spots}
        left = []
        for ship in ships:
            open_spots = [place for place in spots if len(piles[place]) < options.start_fleet]
            if open_spots and not self.once_in(20):
                piles[self.pick(open_spots, "mat")].append(ship)
            else:
                left.append(ship)
        yield from (
            FormFleet(fleet=number, place=place, ships=counted(piles[place]))
            for number, place in enumerate((place for place in spots if piles[place]), 1)
        )
        if left:
            yield LeaveShips(ships=counted(left))

    def turn(self) -> Iterator[GenocideOrder]:
        """Draw lines: moves mostly, now and then everything else."""
        if self.once_in(30):
            yield Pass()
        for fleet in self.view.own:
            yield from self._with(fleet)
        ways = (self._scraps, self._plays, self._waits, self._aims, self._launches, self._places, self._forgets)
        for way in (*ways, *((self._gifts, self._pursues) if self.view.options.second else ())):
            if self.once_in(3):
                yield from way()

    def _with(self, fleet: FleetSeen) -> Iterator[GenocideOrder]:
        """Draw something for a fleet to do."""
        ships = fleet.ships or ()
        if not ships:
            return
        own, number = Fleets((fleet.number,)), self.chance.d(self.view.options.fleets, self._why("number"))
        some = counted(self.chance.shuffled(ships, self._why("who"))[: self.chance.d(len(ships), self._why("many"))])
        there = self._goal(fleet.place)
        rarely: tuple[GenocideOrder, ...] = (
            Hold(fleets=own),
            Join(fleets=own, into=number),
            Transfer(ships=some, fleet=fleet.number, into=number),
            Burst(busters=1, fleet=fleet.number),
            Ram(ships=some, fleet=fleet.number),
            Move(fleets=own, way=(there, self._goal(there))),
        )
        if not self.once_in(8):
            yield self.pick(rarely, "rarely") if self.once_in(2) else Move(fleets=own, way=(there,))

    def _goal(self, place: str) -> str:
        """Draw a planet, or a hex that is not far."""
        if self.once_in(2) and self.view.planets:
            return self.pick(self.view.planets, "planet").place
        board = self.view.board
        here = board.index[place]
        for _ in range(self.chance.d(6, self._why("steps"))):
            here = self.pick(board.near[here], "step")
        return self.names[here]

    def _scraps(self) -> Iterator[GenocideOrder]:
        ships = [(fleet.number, ship.kind) for fleet in self.view.own for ship in fleet.ships or ()]
        if ships:
            fleet, kind = self.pick(ships, "scrap")
            yield Scrap(kind=kind, fleet=fleet)

    def _target(self, wanted: str) -> Target:
        """Draw what a card is played on."""
        makers: Mapping[str, Callable[[], Target]] = {
            "own-fleet": lambda: self._fleet(own=True),
            "enemy-fleet": lambda: self._fleet(own=False),
            "own-planet": lambda: self._planet(own=True),
            "enemy-planet": lambda: self._planet(own=False),
            "seat": lambda: Target(seat=self.pick(self.view.seats, "seat")),
            "own-ship": lambda: self._ship(own=True),
            "enemy-ship": lambda: self._ship(own=False),
            "space": lambda: Target(place=self.pick(self.names, "space")),
        }
        if not wanted or (wanted.endswith("?") and self.once_in(2)):
            return Target()
        return makers[wanted.rstrip("?")]()

    def _fleet(self, *, own: bool) -> Target:
        fleets = [fleet for fleet in self.view.fleets if (fleet.seat == self.view.who) is own]
        if not fleets:
            return Target()
        fleet = self.pick(fleets, "fleet")
        return Target(fleet=fleet.number) if own else Target(seat=fleet.seat, fleet=fleet.number)

    def _ship(self, *, own: bool) -> Target:
        target = self._fleet(own=own)
        fleet = self.view.fleet(target.seat or self.view.who, target.fleet)
        kinds = [ship.kind for ship in fleet.ships or ()] if fleet is not None else []
        kind = self.pick(kinds or [kind.key for kind in KINDS], "kind")
        return Target(kind=kind, seat=target.seat, fleet=target.fleet)

    def _planet(self, *, own: bool) -> Target:
        planets = [planet for planet in self.view.planets if (planet.seat == self.view.who) is own]
        return Target(place=self.pick(planets, "planet").place) if planets else Target()

    def _card(self) -> dict[str, object]:
        """Draw a card of the hand, with all that it names."""
        card = CARD[self.pick(self.view.hand, "card")]
        goals = [planet.place for planet in self.view.own_planets] if card.to == "own-planet" else self.names
        goal = self.pick(goals, "goal") if card.to and goals else ""
        return {"card": card.key, "target": self._target(card.on), "other": self._target(card.by), "goal": goal}

    def _plays(self) -> Iterator[GenocideOrder]:
        if self.view.hand:
            yield Play(**self._card())  # type: ignore[arg-type]

    def _waits(self) -> Iterator[GenocideOrder]:
        if self.view.hand:
            act = self.pick(get_args(Act), "act")
            places = [] if act in ("moves", "plays") else [planet.place for planet in self.view.planets]
            place = self.pick(places, "planet") if places and (act == "enters" or self.once_in(2)) else ""
            trigger = Trigger("moves" if act == "enters" and not place else act, place=place)
            priority = self.chance.d(9, self._why("priority"))
            yield PlayWhen(**self._card(), trigger=trigger, priority=priority)  # type: ignore[arg-type]
        if self.view.hand:
            yield Discard(hand=tuple(self.chance.shuffled(self.view.hand, self._why("discard"))))

    def _aims(self) -> Iterator[GenocideOrder]:
        yield Targets(prey=tuple(self.chance.shuffled(PREY, self._why("prey"))[:3]))
        yield Fire(manner=self.pick(get_args(Manner), "manner"))

    def _launches(self) -> Iterator[GenocideOrder]:
        yield Launch(busters=self.pick((ALL, ALL, 1, 2), "load"), when=self.pick(get_args(When), "when"))

    def _places(self) -> Iterator[GenocideOrder]:
        if self.view.own_planets:
            place = self.pick(self.view.own_planets, "place").place
            yield Deploy(prey=(self.pick(PREY, "what"),), place=place)

    def _forgets(self) -> Iterator[GenocideOrder]:
        known = tuple(topic for topic in get_args(Topic) if self.view.options.second or topic not in _LATER)
        yield Forget(topic=self.pick(known, "topic"))

    def _gifts(self) -> Iterator[GenocideOrder]:
        scraps = ScrapFirst(prey=(self.pick(PREY, "spare"),))
        yield scraps if self.once_in(2) else DeclineGifts()

    def _pursues(self) -> Iterator[GenocideOrder]:
        own, foe = self._fleet(own=True), self._fleet(own=False)
        if own.fleet and foe.fleet:
            yield Pursue(fleets=Fleets((own.fleet,)), foe=foe)


def bots(trial: Trial) -> Mapping[str, Bot[View, GenocideOrder]]:
    """Return the bots by name, each with the means to try out an order set."""
    return {"random": RandomBot(trial), "admiral": AdmiralBot(trial)}
