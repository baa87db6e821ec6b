"""A ship's figures for its race, planet and space, before cards: for rules, previews, bots and paper."""

from collections.abc import Iterable

from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.tables import KIND, Kind, Race, Terrain

PLANET_ATTACK, PLANET_DEFENCE = 1, 2
"""Dice more for ships at a planet of their own."""

PLANET_HIT, BURST_HIT = 3, 6
"""A planet is destroyed on this or less, a ship by a space burst on this or more."""


def move(kind: Kind, race: Race) -> int:
    """Return how far a ship goes in a turn."""
    return 0 if kind.stationary else kind.move + race.move


def bays(kind: Kind, race: Race) -> int:
    """Return how many fighters a ship carries."""
    return 0 if kind.fighter else kind.bays + race.bays


def attack(kind: Kind, race: Race, ground: Terrain, options: Options, *, home: bool) -> int:
    """Return a ship's attack dice; ``home`` at a planet of its own."""
    bonus = PLANET_ATTACK if home and options.planet_bonus else 0
    if not kind.attack + race.attack + ground.attack and not options.planet_bonus_arms:
        bonus = 0
    return kind.attack + race.attack + ground.attack + bonus


def defence(kind: Kind, race: Race, ground: Terrain, options: Options, *, home: bool) -> int:
    """Return a ship's defence dice."""
    return kind.defence + race.defence + ground.defence + (PLANET_DEFENCE if home and options.planet_bonus else 0)


def worth(kind: Kind, busters: int) -> int:
    """Return what a ship with some Planet Busters aboard counts for where one must be chosen."""
    return 2 * (kind.attack + kind.defence + kind.bays) + 2 * kind.move + 3 * busters


def speed(ships: Iterable[Ship], race: Race) -> int:
    """Return how far a fleet goes: its slowest ship that is not carried; 0 if it lacks bays for its fighters."""
    own = [KIND[ship.kind] for ship in ships]
    flying = [move(kind, race) for kind in own if not kind.fighter]
    room = sum(bays(kind, race) for kind in own)
    return min(flying) if flying and sum(kind.fighter for kind in own) <= room else 0


def ship_limit(options: Options, race: Race) -> int:
    """Return how many ships a seat may have."""
    return options.max_ships + race.ships + sum(more for key, more in options.handicaps.items() if key == race.key)


def planet_hit(race: Race) -> int:
    """Return the highest face with which a seat's Planet Busters destroy a planet."""
    return PLANET_HIT + race.busting
