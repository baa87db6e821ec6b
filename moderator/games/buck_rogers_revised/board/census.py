"""What counts for the victory: territories, whole planets, and how many of both are needed."""

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.zones import NUMBER, home_of


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
