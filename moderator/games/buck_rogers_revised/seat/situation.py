"""The situation as facts of a report: the census, resources, cards, halves, the turn order, forces by system."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Ahead
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.census import goal, planets_of
from moderator.games.buck_rogers_revised.pieces import Hand, Wealth
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.zones import NUMBER, SYSTEMS
from moderator.games.solar_system.pieces import Colour, Kind
from moderator.games.solar_system.seat import situation as shared
from moderator.games.solar_system.seat.situation import OrderStands, SystemStands
from moderator.games.solar_system.seat.view import Standing


class CensusStands(Struct, frozen=True, tag=kebab):
    """What each seat has, most territories first, its whole planets, and how many of both win; 0 once it is over."""

    score: tuple[Standing, ...]
    planets: tuple[tuple[Seat, tuple[str, ...]], ...]
    needed: int
    planets_needed: int


class TurnsLeft(Ahead, frozen=True):
    """The turn after which most territories win, and how many are left, this one too."""

    last: int
    left: int


class WealthStands(Ahead, frozen=True):
    """Resources of a colour of the reader's, if nothing changes until they are counted."""

    wealth: Wealth
    only: bool


class HandStands(Ahead, frozen=True):
    """The reader's cards, and how many are kept at the end of a turn."""

    cards: tuple[str, ...]
    kept: int


class HandsCounted(Ahead, frozen=True):
    """How many cards everybody else has, and how many are in the deck and beside it."""

    hands: tuple[Hand, ...]
    deck: int
    discards: int


class HalvesLie(Struct, frozen=True, tag=kebab):
    """Large units of a colour of which one half is done, by zone and kind."""

    colour: Colour
    halves: tuple[tuple[str, Kind, int], ...]


class TokensHeld(Ahead, frozen=True):
    """Seats that may add to one bid, thanks to Zerea Takan."""

    seats: tuple[Seat, ...]


FACTS: tuple[type[Struct], ...] = (*shared.FACTS, *declared_structs(__name__))
"""The facts of the situation."""


def standing(view: View) -> Iterator[Struct]:
    """Give the census as it would be now, and how long the match goes on."""
    forces, rules, options = view.forces, view.rules, view.options
    wins = goal(rules, view.chit)
    over = view.outcome is not None
    yield CensusStands(
        tuple(sorted(view.score, key=lambda one: -one.zones)),
        tuple((seat, whole) for seat in view.seats if (whole := planets_of(forces, seat))),
        0 if over else wins.zones,
        0 if over else wins.planets,
    )
    if options.length == "nine" and options.end_turn and not over:
        yield TurnsLeft(options.end_turn, max(0, options.end_turn - view.turn + 1))


def resources(view: View) -> Iterator[WealthStands]:
    """Give the reader's resources as things stand, colour by colour."""
    yield from (WealthStands(one, len(view.own) == 1) for one in view.wealth if one.colour in view.own)


def cards(view: View) -> Iterator[Struct]:
    """Give the reader's cards, then how many the others have."""
    if view.who in view.seats:
        yield HandStands(view.hand, view.options.hand_limit)
    yield HandsCounted(tuple(hand for hand in view.hands if hand.seat != view.who), view.deck, len(view.discards))
    if view.tokens:
        yield TokensHeld(view.tokens)


def halves(view: View) -> Iterator[HalvesLie]:
    """Give what is half done, colour by colour."""
    every = Counter((half.colour, half.zone, half.kind) for half in view.position.halves)
    for colour in dict.fromkeys(colour for colour, _, _ in every):
        some = [(zone, kind, n) for (own, zone, kind), n in every.items() if own == colour]
        yield HalvesLie(colour, tuple(sorted(some, key=lambda one: NUMBER[one[0]])))


def turn_order(view: View) -> Iterator[OrderStands]:
    """Give the turn cards as they lie: those of the turn before, until bids are opened."""
    if view.order:
        numbers = tuple((colour, number) for number, colour in enumerate(view.order, 1))
        yield OrderStands(view.turn, numbers, len(numbers))


def forces(view: View) -> Iterator[SystemStands]:
    """Give who has what, system by system outward."""
    keys = (*SYSTEMS, *(("saturn",) if view.rules.saturn else ()))
    return shared.forces(view, keys, {})
