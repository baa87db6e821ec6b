"""Leaders on the board, asked for by name."""

from moderator.games.solar_system.board.forces import Forces, Person
from moderator.games.solar_system.pieces import Colour


def leader(forces: Forces, name: str, colour: Colour, at: int | None = None) -> Person | None:
    """Return a Leader of a colour who is on the board, or at one place there; None if he is not."""
    person = forces.people.get(name)
    if person is None or person.at < 0 or person.colour != colour or at not in (None, person.at):
        return None
    return person
