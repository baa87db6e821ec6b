"""Facts of the first report for players who are new to the game; the templates word them."""

from typing import Any

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.seats import Seat
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import COPIES, KINDS, Kind


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


class FirstTurn(Struct, frozen=True, tag=kebab):
    """What to do first."""


class TurnsRun(Struct, frozen=True, tag=kebab):
    """How a turn runs: all at once or seat by seat, and how many ships are built up to which limit."""

    at_once: bool
    production: int
    limit: int


class MovesRun(Struct, frozen=True, tag=kebab):
    """How hexes are named and how far fleets go; ``stops``: they stop at enemies."""

    stops: bool


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


FACTS = declared_structs(__name__)
"""The facts of a briefing."""


def briefing(view: View) -> list[Any]:
    """Return what a reader must know of the match before the first order."""
    options = view.options
    facts: list[Any] = [GoalSet(view.seats, options.turn_limit)]
    if view.who in view.seats:
        facts.append(SetUpAsked(options.start_ships, options.start_fleet, options.fleets, options.races))
        facts.append(FirstTurn())
    facts += [
        TurnsRun(options.tempo == "rounds", options.production, options.max_ships),
        MovesRun(options.stop_on_enemies),
        FightsRun(options.planet_bonus, options.combat == "repeated"),
        LaunchesRun(options.bursts),
        SecretsKept(),
    ]
    if options.cards:
        facts.append(CardsRun(options.start_hand, options.draw, options.hand_limit))
    return facts


def ship_table(view: View) -> list[Any]:
    """Return the figures of all ships, to be kept."""
    del view
    return [ShipsCounted(COPIES), *map(figures_of, KINDS)]


def figures_of(kind: Kind) -> ShipFigures:
    """Return the figures of a type of ship, whoever flies it."""
    return ShipFigures(kind.key, kind.move, kind.attack, kind.defence, kind.busters, kind.bays, kind.fighter)
