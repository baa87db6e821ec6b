"""Every rule and decision of Space Genocide as a case: a position, orders as text, dice, and what must come of it."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from moderator.core.dice import Dice, LoadedDice, Why
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.board.hexes import Board, board
from moderator.games.space_genocide.orders.types import DOCTRINE, GenocideOrder
from moderator.games.space_genocide.pieces import WORLDS, Fleet, Planet, Ship, World, new_ship, ranked
from moderator.games.space_genocide.rules.state import Memory, Sighting, State
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARDS, COPIES, KINDS, layout
from moderator.testing.scenarios import (
    Case,
    amended,
    cases_of,
    fits,
    look_at_end,
    look_at_events,
    look_at_problems,
    plain,
    read,
)
from tests.support.cases import every_case

QUIET = (
    "turn-order",
    "ships-produced",
    "ships-built",
    "pile-counted",
    "engagement-begun",
    "engagement-over",
    "books-opened",
)
"""Kinds of events that a case need not list."""
PLAIN: dict[str, Any] = {
    "map_size": "small",
    "terrain": "none",
    "races": "none",
    "production": 0,
    "draw": 0,
}
"""Options of all cases: nothing happens but what a case is about."""

FEW = {
    2: (("A1", "A3", "A5", "A7"), ("N20", "N18", "N16", "N14")),
    3: (("L1", "L3", "L5", "L7"), ("A6", "A8", "A10", "A12"), ("W6", "W8", "W10", "W12")),
}
"""Where each seat has its Homeworld and a world of each resource in cases with few planets, by number of seats."""

_KEY_OF_CARD = {card.name: card.key for card in CARDS}
_KEY_OF_KIND = {kind.name: kind.key for kind in KINDS}


class Scenario(Case, msgspec.Struct, frozen=True, kw_only=True):
    """One case.

    Fleets are ``"Red 1" = "H7>H9: 2 Destroyer, Drone/0"``: where they are (and are going), with the Planet Busters
    aboard where they are not as new. ``planets`` are ``H7 = "Red metal"`` (or ``"neutral"``) beside ten in the corner
    of each seat's section, with ``few`` one of each type on the edge. ``order`` is the one in which the seats act.
    ``dice`` go by kind, place and seats (``"attack H7 Red Blue"``), in the order of throwing. ``standing`` is doctrine
    of earlier turns. ``events`` are all events but the quiet kinds, each with the fields that matter. ``after`` are
    fleets (``""``: gone), ``hold`` are hands, ``doctrine`` what stands, ``losses`` the ships lost in the last line of
    the history by seat, ``owners`` whose a planet is (``"gone"``), all after the turn. ``knows`` are the kinds of
    events that a seat is told, quiet ones left out. ``sees`` is what a seat's view says of a fleet's ships, a
    planet's type, the cards of ``"hand Blue"`` or of the ``deck``, ``"?"`` if it does not know.
    """

    seats: tuple[Seat, ...] = ("Red", "Blue")
    few: bool = False
    turn: int = 3
    active: Seat = ""
    races: dict[Seat, str] = {}
    fleets: dict[str, str] = {}
    planets: dict[str, str] = {}
    terrain: dict[str, str] = {}
    pile: dict[str, int] | None = None
    hands: dict[Seat, list[str]] = {}
    deck: list[str] = []
    discards: list[str] = []
    standing: dict[Seat, list[str]] = {}
    order: list[Seat] = []
    dice: dict[str, list[int]] = {}
    events: list[dict[str, Any]] | None = None
    losses: list[int] | None = None
    owners: dict[str, str] = {}
    doctrine: dict[Seat, list[str]] = {}
    after: dict[str, str] = {}
    hold: dict[Seat, list[str]] = {}
    knows: dict[Seat, list[str]] = {}
    sees: dict[Seat, dict[str, str]] = {}


CASES = cases_of(__file__, Scenario)
"""All cases, each named by its sentence."""


# ---- reading a case ---------------------------------------------------------------------------------------


def ships_of(text: str) -> tuple[Ship, ...]:
    """Read ships."""
    found: list[Ship] = []
    for part in text.split(", "):
        count, name, busters = re.fullmatch(r"(?:(\d+) )?([A-Za-z ]+)(?:/(\d+))?", part).groups()  # type: ignore[union-attr]
        ship = new_ship(_KEY_OF_KIND[name])
        found += [ship if busters is None else Ship(ship.kind, int(busters))] * int(count or 1)
    return ranked(found)


def fleet_of(name: str, text: str) -> Fleet:
    """Read a fleet; its course follows its place after ``>``."""
    (seat, number), (way, ships) = name.split(), text.split(": ")
    place, *course = way.split(">")
    return Fleet(seat, int(number), place, ships_of(ships), tuple(course))


def planet_of(place: str, text: str) -> Planet:
    """Read a planet."""
    if text == "neutral":
        return Planet(place, neutral=True)
    seat, world = text.split()
    return Planet(place, seat, World(world))


def corners(hexes: Board, seats: Sequence[Seat]) -> list[Planet]:
    """Put ten planets of each seat into the corner of its section, the Homeworld first, out of the way of all."""
    found = []
    for number, seat in enumerate(seats):
        own = hexes.sections[number]
        places = own[: len(WORLDS)] if not number else own[-len(WORLDS) :]
        found += [Planet(hexes.names[at], seat, world) for at, world in zip(places, WORLDS, strict=True)]
    return found


def edges(seats: Sequence[Seat]) -> list[Planet]:
    """Put a planet of each type of each seat on the edge of the board."""
    return [
        Planet(place, seat, world)
        for seat, places in zip(seats, FEW[len(seats)], strict=True)
        for place, world in zip(places, World, strict=True)
    ]


def orders_of(lines: Sequence[str]) -> tuple[GenocideOrder, ...]:
    """Read orders."""
    return read(GAME, lines)


def state_of(scenario: Scenario) -> State:
    """Set up the position of a case."""
    first = GAME.setup(scenario.seats, PLAIN | scenario.options, Dice.throwaway("setup")).state
    hexes = board(layout(first.options.map_size, len(first.seats)))
    begun = edges(first.seats) if scenario.few else corners(hexes, first.seats)
    planets = {planet.place: planet for planet in begun}
    planets |= {place: planet_of(place, text) for place, text in scenario.planets.items()}
    fleets = [fleet_of(name, text) for name, text in scenario.fleets.items()]
    fleets.sort(key=lambda fleet: (first.seats.index(fleet.seat), fleet.number))
    used = Counter(ship.kind for fleet in fleets for ship in fleet.ships)
    pile = tuple(COPIES - used[kind.key] if scenario.pile is None else 0 for kind in KINDS)
    if scenario.pile is not None:
        pile = tuple(scenario.pile.get(kind.name, 0) for kind in KINDS)
    standing = {seat: orders_of(scenario.standing.get(seat, ())) for seat in first.seats}
    assert all(isinstance(order, DOCTRINE) for orders in standing.values() for order in orders)
    return replace(
        first,
        turn=scenario.turn,
        phase="orders",
        active=scenario.active,
        order=first.seats,
        races=scenario.races,
        planets=tuple(planets[place] for place in sorted(planets, key=lambda place: hexes.index[place])),
        fleets=tuple(fleets),
        terrain=tuple(sorted(scenario.terrain.items(), key=lambda one: hexes.index[one[0]])),
        pile=pile,
        hands={seat: keys_of(scenario.hands.get(seat, ())) for seat in first.seats},
        deck=keys_of(scenario.deck),
        discards=keys_of(scenario.discards),
        doctrine=standing,
    )


def keys_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of cards."""
    return tuple(_KEY_OF_CARD[name] for name in names)


def dice_of(scenario: Scenario, state: State) -> LoadedDice:
    """Load the dice of a case, and the order in which the seats act."""
    places = board(layout(state.options.map_size, len(state.seats))).index
    loads: dict[Why, int] = {}
    for key, faces in scenario.dice.items():
        kind, *rest = key.split()
        place = rest.pop(0) if rest and rest[0] in places else ""
        loads |= {Why(kind, place, tuple(rest), n): face for n, face in enumerate(faces)}
    left = list(state.in_play())
    wanted = scenario.order or left.copy()
    for last in range(len(left) - 1, 0, -1):
        at = left.index(wanted[last])
        loads[Why("order", n=last)] = at + 1
        left[last], left[at] = left[at], left[last]
    return LoadedDice(loads)


# ---- looking at what came of it ---------------------------------------------------------------------------


@every_case("scenario", CASES.values())
def test_the_rules_give_what_the_scenario_says(scenario: Scenario) -> None:
    """Each case comes out as it is written."""
    state = state_of(scenario)
    orders = {seat: orders_of(lines) for seat, lines in scenario.orders.items()}
    look_at_problems(GAME, scenario, state, orders)
    resolution = amended(GAME, scenario, state) or GAME.resolve(state, orders, dice_of(scenario, state))
    look_at_events(scenario, resolution.events)
    look_at_sequence(scenario, resolution.events)
    look_at_position(scenario, resolution.state)
    look_at_views(scenario, resolution.state)


def look_at_sequence(scenario: Scenario, events: Sequence[Event]) -> None:
    """Compare in which sequence it happened, and who was told."""
    loud = [told for event in events if (told := plain(event))["type"] not in QUIET]
    if scenario.events is not None:
        assert fits(scenario.events, loud), "\n".join(map(str, loud))
    for seat, kinds in scenario.knows.items():
        known = [plain(event)["type"] for event in events if event.known_to(seat)]
        assert [kind for kind in known if kind not in QUIET] == kinds


def look_at_position(scenario: Scenario, state: State) -> None:
    """Compare the position after it."""
    fleets = {f"{fleet.seat} {fleet.number}": fleet for fleet in state.fleets}
    for name, text in scenario.after.items():
        assert fleets.get(name) == (fleet_of(name, text) if text else None), name
    for seat, cards in scenario.hold.items():
        assert sorted(state.hands[seat]) == sorted(keys_of(cards))
    owners = {planet.place: planet.seat for planet in state.planets}
    for place, seat in scenario.owners.items():
        assert owners.get(place, "gone") == seat
    for seat, lines in scenario.doctrine.items():
        assert [GAME.language.format(order) for order in state.doctrine[seat]] == lines
    if scenario.losses is not None:
        assert list(state.history[-1].losses) == scenario.losses
    look_at_end(GAME, scenario, state)


def test_what_was_shown_in_an_earlier_turn_falls_by_the_planet_busters_of_a_burst() -> None:
    """A seat that is far away sees the burst as everybody does, and knows of the fleet from before."""
    scenario = Scenario(
        name="a burst",
        paragraph="Space Burst; option memory",
        seats=("Red", "Blue", "Green"),
        few=True,
        options={"bursts": True, "memory": "watched"},
        fleets={"Red 1": "L11: Drone", "Blue 1": "L11: Scout"},
        dice={"burst L11 Red": [6, 1]},
    )
    began = state_of(scenario)
    known = Memory(fleets=(Sighting("Red", 1, (new_ship("drone"),), 2),))
    state = replace(began, memory={**began.memory, "Green": known})
    after = GAME.resolve(state, {"Red": orders_of(["BURST 2 1"])}, dice_of(scenario, state)).state
    seen = GAME.view(after, "Green").fleet("Red", 1)
    assert seen is not None
    assert (seen.ships, seen.seen) == (ships_of("Drone/2"), 2)


def cards_seen(view: View, owner: Seat) -> tuple[str, ...] | None:
    """Return the cards that a view tells of another's hand, or of the deck."""
    if not owner:
        return view.seen_deck.cards if view.seen_deck else None
    return next((hand.cards for hand in view.seen_hands if hand.seat == owner), None)


def look_at_views(scenario: Scenario, state: State) -> None:
    """Compare what seats know of fleets and planets after it."""
    for seat, known in scenario.sees.items():
        view = GAME.view(state, seat)
        for name, text in known.items():
            owner, _, number = name.partition(" ")
            if name == "deck" or owner == "hand":
                assert cards_seen(view, number) == (None if text == "?" else keys_of(text.split(", "))), name
            elif number:
                fleet = view.fleet(owner, int(number))
                assert fleet is not None
                assert fleet.ships == (None if text == "?" else ships_of(text)), name
            else:
                planet = view.planet(name)
                assert planet is not None
                assert planet.world == (None if text == "?" else World(text)), name


@every_case(("reading", "named"), [("second", ("drone",)), ("first", ())])
def test_ships_that_launched_before_all_eyes_are_remembered(reading: str, named: tuple[str, ...]) -> None:
    """What a seat was told of a fleet stays known, and no more than that; the first reading keeps whole mats alone."""
    fleets = {"Blue 1": "A5: Drone/1, Missile Boat/0"}
    state = state_of(Scenario(name="", paragraph="", options={"reading": reading}, fleets=fleets))
    after = GAME.resolve(state, {}, Dice.throwaway("launch")).state
    seen = GAME.view(after, "Red").fleet("Blue", 1)
    assert seen is not None
    assert (seen.ships, seen.named, seen.told) == (None, named, state.turn if named else 0)
