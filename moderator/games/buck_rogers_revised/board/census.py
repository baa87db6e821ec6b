"""The counts of a turn: territories and whole planets for the victory, resources for the Black Market."""

from collections import Counter

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook
from moderator.games.buck_rogers_revised.pieces import Wealth
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.zones import NUMBER, PLACES, home_of
from moderator.games.solar_system.pieces import Colour


class Goal(Struct, frozen=True):
    """How many territories and whole planets win at a census."""

    zones: int
    planets: int


def goal(rules: Rulebook, chit: int) -> Goal:
    """Return what wins: with a victory chit as many territories as it shows, planets by the line at or below it.

    Rules: Instant Victory, Countdown.
    """
    if not chit:
        return Goal(rules.win_zones, rules.win_planets)
    lines = sorted((party.zones, party.planets) for party in figures().players.values())
    planets = max((planets for zones, planets in lines if zones <= chit), default=lines[0][1])
    return Goal(chit, rules.options.win_planets or planets)


def planets_of(forces: Forces, seat: Seat) -> tuple[str, ...]:
    """Return the planets of which a seat has every territory, all asteroids being one (Rules: Planet)."""
    return tuple(
        planet.name
        for planet in figures().planet
        if all(forces.holder(NUMBER[name]) == seat for name in home_of(planet.body))
    )


_LEADER, _FACTORY = 2, 2
"""What a Leader in play adds, and what an active Factory costs."""


def resources(forces: Forces, colour: Colour) -> Wealth:
    """Return what a colour has: space objects, bonuses of planets, its Leader, less its active Factories."""
    own = [at for at, holder in forces.held.items() if holder == colour]
    objects = sum(not PLACES[at].surface for at in own)
    bonuses = _bonuses(forces, colour)
    leader = _LEADER * any(one.owner == colour and one.at >= 0 for one in forces.people.values())
    factories = sum(works.colour == colour and not works.idle for works in forces.works)
    left = objects + bonuses + leader - _FACTORY * factories
    return Wealth(colour, objects, bonuses, leader, factories, left)


def factions(forces: Forces) -> int:
    """Return how many colours there are in the match, a neutral one included ("Black Market")."""
    return sum(map(len, forces.played.values()))


def _bonuses(forces: Forces, colour: Colour) -> int:
    """Return the bonuses of the planets that a colour's seat has whole, where no colour beside it has more of them."""
    seat = forces.seat_of[colour]
    whole = planets_of(forces, seat)
    total = 0
    for planet in figures().planet:
        if planet.name in whole:
            shares = Counter(forces.held[NUMBER[name]] for name in home_of(planet.body))
            total += planet.worth * (max(forces.played[seat], key=lambda own: shares[own]) == colour)
    return total
