"""The situation as facts of a report: fleets, contacts, planets, hand and piles, doctrine, who is in."""

from collections.abc import Iterator

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Ahead
from moderator.core.seats import Observer, Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.pieces import Place, Ruin, Ship, World
from moderator.games.space_genocide.seat.last_worlds import last_of_others, last_worlds
from moderator.games.space_genocide.seat.view import PlanetSeen, View
from moderator.games.space_genocide.tables import CARD


class FleetStands(Struct, frozen=True, tag=kebab):
    """A fleet whose ships are as listed: one of the reader's, or, for who sees everything, anybody's.

    ``speed`` is how far it goes, ``stays`` how many ships it would leave behind then; ``terrain`` is the key of where
    it is, ``planet`` the seat whose planet it is at (None: at none).
    """

    seat: Seat
    number: int
    place: Place
    ships: tuple[Ship, ...]
    speed: int
    stays: int
    course: tuple[Place, ...]
    terrain: str
    planet: Seat | None


class LastWorldStands(Ahead, frozen=True):
    """A seat's last world of a resource, with which it loses the match; ``place`` is empty where it is not known."""

    seat: Seat
    world: World
    place: Place


class StrengthStands(Struct, frozen=True, tag=kebab):
    """How many ships, Planet Busters and fleets the reader has, of how many."""

    ships: int
    limit: int
    busters: int
    fleets: int
    markers: int


class ContactStands(Struct, frozen=True, tag=kebab):
    """Another's fleet whose ships the reader has seen in a turn, ``age`` turns before the last.

    ``named`` are types beyond those, which launched, last in turn ``told``; ``ships`` is empty if none were ever seen.
    """

    seat: Seat
    number: int
    place: Place
    ships: tuple[Ship, ...]
    seen: int
    age: int
    named: tuple[str, ...] = ()
    told: int = 0


class UnseenStand(Struct, frozen=True, tag=kebab):
    """The places of a seat's fleets whose ships the reader has never seen."""

    seat: Seat
    places: tuple[Place, ...]
    numbers: tuple[tuple[int, ...], ...]


class PlanetsStand(Struct, frozen=True, tag=kebab):
    """A seat's planets by type, unknown ones last, with the turn in which a type was seen, 0 for the start."""

    seat: Seat
    count: int
    worlds: tuple[World, ...]
    places: tuple[tuple[Place, ...], ...]
    turns: tuple[tuple[int, ...], ...]
    unknown: tuple[Place, ...]


class NeutralsStand(Struct, frozen=True, tag=kebab):
    """The places of planets that nobody has claimed."""

    places: tuple[Place, ...]


class RuinsStand(Struct, frozen=True, tag=kebab):
    """The planets of a seat that were destroyed, the latest first."""

    seat: Seat
    ruins: tuple[Ruin, ...]


class CardHeld(Struct, frozen=True, tag=kebab):
    """A card in the reader's hand; ``foe`` is another seat, for examples.

    What it does is in the words, ``on``, ``by`` and ``to`` are what it must name.
    """

    card: str
    on: str
    by: str
    to: str
    waits: bool
    foe: Seat


class HandKnown(Struct, frozen=True, tag=kebab):
    """What the reader saw of another's hand in a turn."""

    seat: Seat
    cards: tuple[str, ...]
    seen: int


class DeckKnown(Struct, frozen=True, tag=kebab):
    """What the reader knows of the next cards of the deck."""

    cards: tuple[str, ...]
    seen: int


class PilesStand(Struct, frozen=True, tag=kebab):
    """How many cards are in the deck, which lie open, how many may be kept, how many are drawn a turn."""

    deck: int
    discards: tuple[str, ...]
    limit: int


class DoctrineStands(Struct, frozen=True, tag=kebab):
    """A line of the reader's doctrine, as it would write it."""

    line: str


class SeatStands(Struct, frozen=True, tag=kebab):
    """How a seat stands in what everybody sees; ``out`` if it has lost, ``active`` if it alone acts now."""

    seat: Seat
    race: str
    planets: int
    fleets: int
    cards: int
    out: bool
    active: bool


class TurnsLeft(Ahead, frozen=True):
    """The number of turns until planets decide."""

    left: int
    last: int


FACTS = declared_structs(__name__)

_REACTIONS = frozenset(("attacked", "launch", "card", "rolled", "moved"))
"""Moments that others bring about: such a card is best filed with WHEN."""


def fleets(view: View) -> Iterator[Struct]:
    """Give the reader's fleets; who sees everything is given all whose ships it knows."""
    shown = view.seats if view.who == Observer.GM.value else (view.who,) if view.own else ()
    for fleet in view.fleets:
        if fleet.seat not in shown:
            continue
        planet, race, ships = view.planet(fleet.place), view.race(fleet.seat), fleet.ships or ()
        squadron = Squadron(fleet.seat, fleet.number, view.board.index[fleet.place], ships)
        home = planet is not None and planet.seat == fleet.seat
        yield FleetStands(
            fleet.seat,
            fleet.number,
            fleet.place,
            ships,
            squadron.speed(race, home=home),
            0 if squadron.bar(race, home=home) else len(squadron.staying(race)),
            fleet.course,
            "" if view.ground(fleet.place).planet or view.is_spent(fleet.place) else view.ground(fleet.place).key,
            planet.seat if planet else None,
        )
    if view.own:
        ships = tuple(ship for fleet in view.own for ship in fleet.ships or ())
        yield StrengthStands(
            len(ships),
            figures.ship_limit(view.options, view.race(view.who)),
            sum(ship.busters for ship in ships),
            len(view.own),
            view.options.fleets,
        )


def contacts(view: View) -> Iterator[Struct]:
    """Give the others' fleets, those seen last first, then where the rest are."""
    others = [fleet for fleet in view.fleets if fleet.seat != view.who]
    if view.who != Observer.GM.value:
        known = [fleet for fleet in others if fleet.ships is not None or fleet.named]
        for fleet in sorted(known, key=lambda fleet: -max(fleet.seen, fleet.told)):
            age, ships = max(0, view.turn - 1 - fleet.seen), fleet.ships or ()
            yield ContactStands(fleet.seat, fleet.number, fleet.place, ships, fleet.seen, age, fleet.named, fleet.told)
    for seat in view.seats:
        unseen: dict[Place, list[int]] = {}
        for fleet in others:
            if fleet.seat == seat and fleet.ships is None and not fleet.named:
                unseen.setdefault(fleet.place, []).append(fleet.number)
        if unseen:
            yield UnseenStand(seat, tuple(unseen), tuple(map(tuple, unseen.values())))


def planets(view: View) -> Iterator[Struct]:
    """Give every seat's planets, the reader's first, then what is nobody's and what is no more."""
    seats = sorted(view.seats, key=lambda seat: seat != view.who)
    for seat in seats:
        own = [planet for planet in view.planets if planet.seat == seat]
        if own:
            yield _planets(seat, own)
    for planet in last_worlds(view):
        if planet.world is not None and view.who in view.in_play:
            yield LastWorldStands(view.who, planet.world, planet.place)
    yield from (LastWorldStands(*last) for last in last_of_others(view))
    neutral = tuple(planet.place for planet in view.planets if not planet.seat)
    if neutral:
        yield NeutralsStand(neutral)
    latest = sorted(view.ruins, key=lambda gone: -gone.turn)
    for seat in seats:
        if lost := tuple(gone for gone in latest if gone.seat == seat):
            yield RuinsStand(seat, lost)


def _planets(seat: Seat, planets: list[PlanetSeen]) -> PlanetsStand:
    known = {world: [planet for planet in planets if planet.world == world] for world in World}
    known = {world: there for world, there in known.items() if there}
    return PlanetsStand(
        seat,
        len(planets),
        tuple(known),
        tuple(tuple(planet.place for planet in there) for there in known.values()),
        tuple(tuple(planet.seen for planet in there) for there in known.values()),
        tuple(planet.place for planet in planets if planet.world is None),
    )


def hand(view: View) -> Iterator[Struct]:
    """Give the reader's cards and what it knows of others; nothing where no cards are played with."""
    if not view.options.cards:
        return
    foe = next((seat for seat in (*view.in_play, *view.seats) if seat != view.who), "")
    for key in view.hand:
        card = CARD[key]
        yield CardHeld(key, card.on, card.by, card.to, card.at in _REACTIONS, foe)
    for seen in view.seen_hands:
        yield HandKnown(seen.seat, seen.cards, seen.seen)
    if view.seen_deck is not None and view.seen_deck.cards:
        yield DeckKnown(view.seen_deck.cards, view.seen_deck.seen)
    yield PilesStand(view.deck, view.discards, view.options.hand_limit)


def doctrine(view: View) -> Iterator[Struct]:
    """Give the reader's doctrine as lines."""
    for order in view.doctrine:
        yield DoctrineStands(LANGUAGE.line(order))


def seats(view: View) -> Iterator[Struct]:
    """Give how everybody stands, and how long the match may last."""
    for seat in view.seats:
        yield SeatStands(
            seat,
            view.races.get(seat, ""),
            sum(planet.seat == seat for planet in view.planets),
            sum(fleet.seat == seat for fleet in view.fleets),
            view.hands.get(seat, 0),
            seat not in view.in_play,
            view.active == seat,
        )
    limit = view.options.turn_limit
    if limit and view.turn and view.outcome is None:
        yield TurnsLeft(max(1, limit - view.turn + 1), max(limit, view.turn))
