"""Players made of rules: one that does anything."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from moderator.core.dice import Stream, Why
from moderator.core.game import Bot, Imagine, Prompt
from moderator.games.space_genocide.check import check
from moderator.games.space_genocide.orders import (
    ChooseRace,
    Fire,
    FormFleet,
    GenocideOrder,
    Hold,
    Join,
    Launch,
    Move,
    Pass,
    Play,
    PlayWhen,
    Scrap,
    Targets,
    Transfer,
    TypePlanet,
)
from moderator.games.space_genocide.phrases import ALL, Fleets, Ships, Target, Trigger
from moderator.games.space_genocide.pieces import WORLDS
from moderator.games.space_genocide.tables import CARD, KIND, RACES
from moderator.games.space_genocide.view import FleetSeen, View

Thinking: TypeAlias = Imagine[View, GenocideOrder]


class RandomBot:
    """Does anything that is allowed, sensible or not."""

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Thinking) -> tuple[GenocideOrder, ...]:
        """Draw a line for most fleets and cards, and keep those that are legal."""
        del imagine
        drawn = _setup(view, chance) if prompt.phase == "setup" else _turn(view, chance)
        sheet = list(drawn)
        while fallen := {problem.order for problem in check(view, prompt, sheet) if problem.falls}:
            sheet = [order for index, order in enumerate(sheet) if index not in fallen]
        return tuple(sheet)


def _setup(view: View, chance: Stream) -> Sequence[GenocideOrder]:
    planets = [planet.place for planet in view.own_planets]
    worlds = chance.shuffled(WORLDS, Why("worlds"))
    typed = [TypePlanet(place=place, world=world) for place, world in zip(planets, worlds, strict=False)]
    fleets = [
        FormFleet(fleet=fleet.number, place=fleet.place, ships=Ships(_counts(fleet)))
        for fleet in view.own
        if chance.d(2, Why("form", fleet.place)) == 1
    ]
    race = chance.pick(RACES, Why("race")).key
    return (*typed, *fleets, ChooseRace(race=race))


def _counts(fleet: FleetSeen) -> tuple[tuple[str, int], ...]:
    kinds = [ship.kind for ship in fleet.ships or ()]
    return tuple((kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))


def _turn(view: View, chance: Stream) -> Sequence[GenocideOrder]:
    orders: list[GenocideOrder] = []
    targets = [planet.place for planet in view.planets if planet.seat != view.who]
    for fleet in view.own:
        mood = chance.d(8, Why("mood", n=fleet.number))
        one = Fleets((fleet.number,))
        if mood <= 4 and targets:
            orders.append(Move(fleets=one, way=(chance.pick(targets, Why("goal", n=fleet.number)),)))
        elif mood == 5:
            near = view.board.near[view.board.index[fleet.place]]
            orders.append(Move(fleets=one, way=(view.board.names[chance.pick(near, Why("goal", n=fleet.number))],)))
        elif mood == 6 and len(view.own) > 1:
            orders.append(Join(fleets=one, into=chance.pick(view.own, Why("into", n=fleet.number)).number))
        elif mood == 7 and fleet.ships:
            ship = chance.pick(fleet.ships, Why("ship", n=fleet.number))
            into = chance.d(view.options.fleets, Why("into", n=fleet.number))
            orders.append(Transfer(ships=Ships(((ship.kind, 1),)), fleet=fleet.number, into=into))
        elif mood == 8:
            orders.append(Hold(fleets=one))
    if view.own and chance.d(4, Why("scrap")) == 1:
        fleet = chance.pick(view.own, Why("scrap", n=1))
        orders += [Scrap(kind=fleet.ships[0].kind)] if fleet.ships else []
    if chance.d(3, Why("doctrine")) == 1:
        kind = chance.pick(list(KIND), Why("prey"))
        manner = chance.pick(("combined", "spread", "focused"), Why("manner"))
        orders += [Targets(prey=(kind, "busters")), Fire(manner=manner)]  # type: ignore[arg-type]
        orders.append(Launch(busters=chance.pick((0, 1, 2, ALL), Why("launch"))))
    return (*orders, *_cards(view, chance), Pass())


def _cards(view: View, chance: Stream) -> Sequence[GenocideOrder]:
    orders: list[GenocideOrder] = []
    for n, card in enumerate(dict.fromkeys(view.hand)):
        mood = chance.d(4, Why("card", n=n))
        wanted = CARD[card]
        on, by = (_target(view, kind, chance, n + 100 * k) for k, kind in ((1, wanted.on), (2, wanted.by)))
        goal = chance.pick(view.own_planets, Why("goal", card)).place if wanted.to and view.own_planets else ""
        if mood == 1:
            orders.append(Play(card=card, target=on, other=by, goal=goal))
        elif mood == 2:
            acts = ("attacked", "plays", "moves", "launches", "battle", "roll-lost")
            trigger = Trigger(chance.pick(acts, Why("act", card)))  # type: ignore[arg-type]
            orders.append(PlayWhen(card=card, trigger=trigger, target=on, other=by, goal=goal))
    return orders


def _target(view: View, wanted: str, chance: Stream, n: int) -> Target:
    """Draw a target of the kind that a card asks for."""
    kind = wanted.rstrip("?")
    if kind in ("", "space") or (wanted.endswith("?") and chance.d(2, Why("target", n=n)) == 1):
        return Target()
    mine = kind.startswith("own")
    fleets = [fleet for fleet in view.fleets if (fleet.seat == view.who) == mine]
    planets = [planet for planet in view.planets if planet.seat and (planet.seat == view.who) == mine]
    others = [seat for seat in view.in_play if seat != view.who]
    if kind.endswith("planet"):
        return Target(place=chance.pick(planets, Why("planet", n=n)).place) if planets else Target()
    if kind == "seat":
        return Target(seat=chance.pick(others, Why("seat", n=n))) if others else Target()
    if not fleets:
        return Target()
    fleet = chance.pick(fleets, Why("fleet", n=n))
    seat = "" if mine else fleet.seat
    if kind.endswith("fleet"):
        return Target(seat=seat, fleet=fleet.number)
    ships = [ship.kind for ship in fleet.ships or ()] or list(KIND)
    return Target(kind=chance.pick(ships, Why("kind", n=n)), seat=seat, fleet=fleet.number)


BOTS: Mapping[str, Bot[View, GenocideOrder]] = {"random": RandomBot()}
"""The bots by the names that operators give."""
