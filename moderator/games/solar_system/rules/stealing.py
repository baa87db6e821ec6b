"""Units that somebody else takes away."""

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.pieces import EMPTY, Kind


def free(forces: Forces, seat: Seat, at: int, kind: Kind) -> int:
    """Return how many units of a seat can be stolen from a zone; of Transports those without cargo."""
    if kind is not Kind.TRANSPORT:
        return forces.units_of(seat, at, (kind,))
    return sum(forces.pile(at, colour).loads.count(EMPTY) for colour in forces.played[seat])


def lift(forces: Forces, seat: Seat, at: int, kind: Kind, number: int) -> None:
    """Take units of a seat off a zone, as many as can be stolen there."""
    for colour in forces.played[seat]:
        pile = forces.pile(at, colour)
        some = min(number, pile.loads.count(EMPTY) if kind is Kind.TRANSPORT else pile.counts[kind])
        pile.take(Pile(loads=[EMPTY] * some) if kind is Kind.TRANSPORT else Pile({kind: some}))
        number -= some
