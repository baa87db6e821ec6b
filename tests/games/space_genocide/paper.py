"""A view of a small match, made by hand, for tests of what players see."""

from typing import Any

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.hexes import board
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.pieces import Ruin, World, new_ship, ranked
from moderator.games.space_genocide.seat.view import FleetSeen, PlanetSeen, View
from moderator.games.space_genocide.tables import layout

SEATS: tuple[Seat, ...] = ("Red", "Blue")


def fleet(seat: Seat, number: int, place: str, *kinds: str, seen: int = 0, course: tuple[str, ...] = ()) -> FleetSeen:
    """Return a fleet of ships as they are built; without kinds its ships are unknown."""
    ships = ranked([new_ship(kind) for kind in kinds]) if kinds else None
    return FleetSeen(seat, number, place, ships, seen, course)


def planet(seat: Seat, place: str, world: World | None = None, seen: int = 0) -> PlanetSeen:
    """Return a planet as it is known."""
    return PlanetSeen(place, seat, world, seen, neutral=not seat)


def view(*there: FleetSeen | PlanetSeen | Ruin, who: str = "Red", turn: int = 6, **changes: Any) -> View:  # noqa: ANN401 - any field
    """Return what Red (or ``who``) knows before a turn of a small match of two."""
    seats = changes.get("seats", SEATS)
    bare = View(
        who,
        turn,
        "orders",
        Options(map_size="small"),
        seats,
        seats,
        "",
        seats,
        dict.fromkeys(seats, "terrans"),
        tuple(each for each in there if isinstance(each, PlanetSeen)),
        tuple(each for each in there if isinstance(each, FleetSeen)),
        tuple(each for each in there if isinstance(each, Ruin)),
        (),
        (),
        dict.fromkeys(seats, 3),
        30,
        (),
    )
    return replace(bare, **changes)


def names(seats: int = 2) -> tuple[str, ...]:
    """Return the labels of all hexes of a small board."""
    return board(layout("small", seats)).names
