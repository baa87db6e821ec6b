"""Theft of units."""

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces, Person
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.pieces import EMPTY, Kind


def count_free(forces: Forces, seat: Seat, at: int, kind: Kind, *, laden: bool = False) -> int:
    """Return how many units of a seat can be stolen from a zone; of Transports those without cargo, or all."""
    return sum(_prey(forces.pile(at, colour), kind, laden=laden).total for colour in forces.played[seat])


def steal(  # noqa: PLR0917 - what is stolen, how much, and for whom
    forces: Forces, seat: Seat, at: int, kind: Kind, number: int, thief: Person, *, laden: bool = False
) -> Pile:
    """Take units of a seat off a zone, as many as can be stolen there, and return them; Factories aboard go along."""
    out = Pile()
    for colour in forces.played[seat]:
        prey, left = _prey(forces.pile(at, colour), kind, laden=laden), number - out.total
        some = Pile({kind: min(prey.counts[kind], left)}, prey.loads[:left])
        aboard = [works for works in forces.works if works.aboard and (works.at, works.colour) == (at, colour)]
        for works in aboard[: sum(load.factory for load in some.loads)]:
            works.at, works.colour = thief.at, thief.colour
        forces.pile(at, colour).take(some)
        out.add(some)
    return out


def _prey(pile: Pile, kind: Kind, *, laden: bool) -> Pile:
    """Return the units of a kind that can be stolen, of Transports the fullest first."""
    if kind is not Kind.TRANSPORT:
        return Pile({kind: pile.counts[kind]})
    return Pile(loads=[load for load in pile.fullest_first if laden or load == EMPTY])
