"""Scouting: who has ships at an enemy planet that no ship of its owner guards looks at its counter."""

from moderator.games.space_genocide.events.transport import PlanetScouted
from moderator.games.space_genocide.rules.turn import Turn


def run(turn: Turn) -> None:
    """Let seats look at what is open to them and new to them."""
    for at in sorted(turn.planets):
        planet = turn.planets[at]
        if not planet.seat or planet.world is None:
            continue
        here = {squadron.seat for squadron in turn.fleets_at(at)}
        if not here or planet.seat in here:
            continue
        for seat in turn.seats:
            if seat in here and at not in turn.memory[seat].worlds:
                turn.show_world(at, (seat,))
                turn.say(
                    PlanetScouted(
                        seat=seat, place=turn.name(at), owner=planet.seat, world=planet.world, seen_by=(seat,)
                    )
                )
