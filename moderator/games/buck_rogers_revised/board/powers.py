"""The Leaders' powers that count for a seat; what each adds to throws stands in the data file."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.tables import Powers, figures
from moderator.games.solar_system.board.forces import Forces, Person
from moderator.games.solar_system.pieces import Colour, Kind

BARNEY, CALLISTO, KANE, WILMA = "Black Barney", "Baroness Callisto", "Killer Kane", "Wilma Deering"
LAST_MODEL = 3
"""Xenotron's last one: his Troopers can blow themselves up."""


def powers_of(forces: Forces, seat: Seat) -> dict[str, Powers]:
    """Return what the Leaders of a seat change in battles, those too that are off the board, by name."""
    known = figures().power
    return {
        name: known[name] for name, one in forces.people.items() if name in known and forces.seat_of[one.owner] == seat
    }


def find_on_board(forces: Forces, name: str) -> Person | None:
    """Return a Leader who is on the board."""
    person = forces.people.get(name)
    return person if person is not None and person.at >= 0 else None


def leader_of(forces: Forces, name: str, colour: Colour) -> Person | None:
    """Return a Leader of a colour who is on the board: in Production each colour of a seat is by itself."""
    person = find_on_board(forces, name)
    return person if person is not None and person.colour == colour else None


def throw_bonus(forces: Forces, seat: Seat, at: int, kind: Kind) -> int:
    """Return what Leaders in a zone add to throws of a kind that are made outside the battle board."""
    there = [powers for name, powers in powers_of(forces, seat).items() if is_at(forces, name, seat, at)]
    return sum(bonus.add for powers in there for bonus in powers.mine if kind in bonus.kinds)


def is_at(forces: Forces, name: str, seat: Seat, at: int) -> bool:
    """Tell whether a Leader of a seat is in a zone."""
    person = forces.serving(name, seat)
    return person is not None and person.at == at
