"""What somebody new must know before the first order: facts of the first report, worded by the templates."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from moderator.core.codec import declared, kebab
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import counted
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.orders.phrases import Fleets, Ships, Target, Trigger
from moderator.games.space_genocide.orders.types import (
    ChooseRace,
    Deploy,
    FormFleet,
    Join,
    Launch,
    Move,
    PlayWhen,
    SetUpOrder,
    Targets,
    Transfer,
    TypePlanet,
)
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import COPIES, KINDS, RACES, Kind

Lesson: TypeAlias = Literal[
    "type", "form", "race", "move", "join", "transfer", "launch", "target", "place", "play-when"
]


class GoalSet(Struct, frozen=True, tag=kebab):
    """Who fights, what loses, and when planets decide (0: never)."""

    seats: tuple[Seat, ...]
    last: int


class SetUpAsked(Struct, frozen=True, tag=kebab):
    """What the first letter decides; silence plays the moderator's proposal."""

    ships: int
    fleet: int
    fleets: int
    races: str


class TurnsRun(Struct, frozen=True, tag=kebab):
    """How a turn runs: all at once or seat by seat, and how many ships are built up to which limit."""

    at_once: bool
    production: int
    limit: int


class FightsRun(Struct, frozen=True, tag=kebab):
    """How battles go."""

    planet_bonus: bool
    repeated: bool


class LaunchesRun(Struct, frozen=True, tag=kebab):
    """How planets are destroyed; ``bursts`` if ships may be fired at, too."""

    bursts: bool


class SecretsKept(Struct, frozen=True, tag=kebab):
    """What is open and what is hidden."""


class CardsRun(Struct, frozen=True, tag=kebab):
    """How many cards are held, drawn and kept."""

    start: int
    draw: int
    limit: int


class RaceOffered(Struct, frozen=True, tag=kebab):
    """A race to choose."""

    race: str


class ExampleGiven(Struct, frozen=True, tag=kebab):
    """A line that the reader could write now or later, and what it teaches."""

    lesson: Lesson
    line: str


class ShipFigures(Struct, frozen=True, tag=kebab):
    """One type of ship."""

    kind: str
    move: int
    attack: int
    defence: int
    busters: int
    bays: int
    fighter: bool


class ShipsCounted(Struct, frozen=True, tag=kebab):
    """How many there are of each type, and how the table below is read."""

    copies: int


FACTS = declared(__name__)
"""The facts of a briefing."""


def briefing(view: View) -> list[Any]:
    """Return what a reader must know of the match before the first order."""
    options = view.options
    told: list[Any] = [GoalSet(view.seats, options.turn_limit)]
    if view.who in view.seats:
        told.append(SetUpAsked(options.start_ships, options.start_fleet, options.fleets, options.races))
    told += [
        TurnsRun(options.tempo == "rounds", options.production, options.max_ships),
        FightsRun(options.planet_bonus, options.combat == "repeated"),
        LaunchesRun(options.bursts),
        SecretsKept(),
    ]
    if options.cards:
        told.append(CardsRun(options.start_hand, options.draw, options.hand_limit))
    if view.who in view.seats:
        told += _examples(view)
    if options.races == "chosen":
        told += [RaceOffered(race.key) for race in RACES]
    return told


def ship_table(view: View) -> list[Any]:
    """Return the figures of all ships, to be kept."""
    del view
    return [ShipsCounted(COPIES), *map(figures_of, KINDS)]


def figures_of(kind: Kind) -> ShipFigures:
    """Return the figures of a type of ship, whoever flies it."""
    return ShipFigures(kind.key, kind.move, kind.attack, kind.defence, kind.busters, kind.bays, kind.fighter)


def _examples(view: View) -> Iterator[ExampleGiven]:
    """Give lines with the reader's own fleets and planets in them."""
    own, places = view.own, [planet.place for planet in view.own_planets]
    if view.phase != "setup" or not own or not places or not own[0].ships:
        return
    first, place = own[0], places[-1]
    kind = first.ships[0].kind if first.ships else ""
    drawn: list[tuple[Lesson, SetUpOrder]] = []
    world = next((planet.world for planet in view.own_planets if planet.place == place), None)
    if world is not None:
        drawn.append(("type", TypePlanet(place=place, world=world)))
    drawn.append(("form", FormFleet(fleet=first.number, place=first.place, ships=counted(first.ships or ()))))
    if view.options.races == "chosen":
        drawn.append(("race", ChooseRace(races=("simians", "hive"))))
    later: list[tuple[Lesson, Any]] = [
        ("move", Move(fleets=Fleets((first.number,)), way=(place,))),
        ("join", Join(fleets=Fleets((first.number,)), into=2)),
        ("transfer", Transfer(ships=Ships(((kind, 1),)), fleet=first.number, into=9)),
        ("target", Targets(prey=("carrier", "busters"))),
        ("launch", Launch(when="undefended")),
        ("place", Deploy(prey=("stationary",), place=place)),
    ]
    if view.options.cards:
        waits = PlayWhen(card="decoy", trigger=Trigger("attacked", Target(fleet=first.number)))
        later.append(("play-when", waits))
    for lesson, order in (*drawn, *later):
        yield ExampleGiven(lesson, LANGUAGE.line(order))
