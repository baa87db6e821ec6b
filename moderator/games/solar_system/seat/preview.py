"""What a seat's order set would do if nobody else did anything: the facts of previews, and those that come of moves."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.solar_system.board.firing import Force, strength
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.rehearsal import Tried
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.pieces import UNITS, Kind
from moderator.games.solar_system.seat.default import proposed
from moderator.games.solar_system.seat.view import Sight

AnyOrder = TypeVar("AnyOrder", bound=Order)


class MoveForeseen(Struct, frozen=True, tag=kebab):
    """Units would go to a zone by a way; ``goal`` is where they go on to later.

    ``thrown``: how far they come depends on dice. ``fired``: others could fire at them on the way.
    """

    units: Units
    origin: str
    way: tuple[str, ...]
    goal: str = ""
    thrown: bool = False
    fired: bool = False


class WaitForeseen(Struct, frozen=True, tag=kebab):
    """A line would not be carried out as things stand: its condition is not so, or the line above is enough."""

    line: str


class FailForeseen(Struct, frozen=True, tag=kebab):
    """A line would fail."""

    line: str
    cause: Cause


class FightForeseen(Struct, frozen=True, tag=kebab):
    """Units would meet others in a zone: who is there, and how strong either side is.

    ``odds`` are out of 1,000: how often the seat is left, the others, and nobody; in rule sets that reckon with battles
    that are broken off, both, too. They are empty where they are not reckoned, as with more than one enemy.
    """

    zone: str
    own: Units
    enemies: tuple[tuple[Seat, Units], ...]
    mine: int
    theirs: int
    odds: tuple[int, ...] = ()


class ZoneForeseen(Struct, frozen=True, tag=kebab):
    """A territory would be taken without a battle."""

    zone: str


class BuildForeseen(Struct, frozen=True, tag=kebab):
    """A Factory would make something; ``turns`` is how many turns more it takes."""

    zone: str
    kind: Kind
    count: int
    turns: int = 0


class PlacementForeseen(Struct, frozen=True, tag=kebab):
    """Starting units would be placed in a zone: by a line, or as proposed."""

    zone: str
    units: Units
    proposed: bool


class DoctrineForeseen(Struct, frozen=True, tag=kebab):
    """A line of doctrine would stand."""

    line: str


FORETOLD = declared_structs(__name__)
"""The facts of previews."""


def placements(view: Sight, orders: Sequence[Order]) -> Iterator[PlacementForeseen]:
    """Give where starting units would be placed."""
    lines = [order for order in orders if isinstance(order, Place)]
    for order in proposed(view, lines):
        yield PlacementForeseen(order.zone, order.units, proposed=order not in lines)


def moves(
    orders: Sequence[AnyOrder], tried: Sequence[Tried], written: Callable[[AnyOrder], str]
) -> Iterator[MoveForeseen | WaitForeseen | FailForeseen]:
    """Give what each line that was tried would come to."""
    for one in tried:
        order = orders[one.index]
        if one.cause == "condition":
            yield WaitForeseen(written(order))
        elif one.cause is not None:
            yield FailForeseen(written(order), one.cause)
        else:
            origin = getattr(order, "origin", "")
            yield MoveForeseen(one.units, origin, one.way, one.goal, thrown=one.thrown, fired=one.fired)


def battles(
    view: Sight, after: Forces, fight: Callable[[int, Sequence[Force]], FightForeseen]
) -> Iterator[FightForeseen | ZoneForeseen]:
    """Give what ``fight`` says of zones where the seat would stand among others, and land that it would simply take."""
    for zone in PLACES:
        if not after.units_of(view.who, zone.index):
            continue
        forces = [after.gather(seat, (zone.index,)) for seat in after.seats if seat != view.who]
        others = [force for force in forces if force.standing()]
        if others:
            yield fight(zone.index, others)
        elif zone.is_territory and after.holder(zone.index) != view.who:
            yield ZoneForeseen(zone.name)


def fight_at(at: int, after: Forces, mine: Force, theirs: Sequence[Force], odds: Sequence[float] = ()) -> FightForeseen:
    """Return who would meet in a zone, as strong as they are there, and how often it would end how."""
    return FightForeseen(
        PLACES[at].name,
        units_at(after, mine.seat, at),
        tuple((force.seat, units_at(after, force.seat, at)) for force in theirs),
        round(strength(mine, theirs)),
        round(sum(strength(force, (mine,)) for force in theirs)),
        tuple(round(1000 * one) for one in odds),
    )


def units_at(after: Forces, seat: Seat, at: int) -> Units:
    """Return what a seat would have in a zone."""
    force = after.gather(seat, (at,))
    names = tuple(one.name for one in after.leaders_at(at, seat))
    kinds = (*UNITS, Kind.KILSAT, Kind.MARKER)
    return Units(tuple((kind, force.units[kind]) for kind in kinds if force.units.get(kind)), names)
