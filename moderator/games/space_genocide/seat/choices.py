"""What can fill the gaps of orders, as a seat sees the map, its fleets and its hand."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from moderator.core.seats import Seat
from moderator.games.space_genocide.orders.language import SLOTS
from moderator.games.space_genocide.orders.phrases import ALL, CLASSES, Act, Fleets, Ships, Target, Trigger, acts_at
from moderator.games.space_genocide.orders.types import (
    Burst,
    Deploy,
    FormFleet,
    GenocideOrder,
    Join,
    Launch,
    LeaveShips,
    Transfer,
)
from moderator.games.space_genocide.pieces import Place, Ship
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARD, KIND, KINDS, Card
from moderator.kit.choices import ByGap, ByOrder, choose


def choices(view: View, kind: type[GenocideOrder], gap: str) -> Sequence[str] | None:
    """Return what can fill a gap; None for all that the language knows. What goes alone comes first."""
    values = choose(view, kind, gap, _BY_ORDER, _BY_GAP)
    return None if values is None else tuple(dict.fromkeys(map(SLOTS[gap].write, values)))


# ---- fleets and ships -------------------------------------------------------------------------------------


def _own_numbers(view: View) -> list[int]:
    return [fleet.number for fleet in view.own]


def _own_fleets(view: View) -> Iterator[Fleets]:
    """Give all fleets together, then each, first those that can move."""
    still = {number: all(KIND[ship.kind].stationary for ship in ships) for number, ships in _mats(view)}
    yield from [Fleets(every=True)] * bool(still)
    yield from (Fleets((number,)) for number in sorted(still, key=still.__getitem__))


def _neighbours(view: View) -> list[int]:
    """Return the fleets, first those that share a hex with another."""
    places = [fleet.place for fleet in view.own]
    return [fleet.number for fleet in sorted(view.own, key=lambda fleet: places.count(fleet.place) == 1)]


def _joining(view: View) -> Iterator[Fleets]:
    return (Fleets((number,)) for number in _neighbours(view))


def _markers(view: View) -> Iterable[int]:
    return range(1, view.options.fleets + 1)


def _with_new(view: View) -> Iterable[int]:
    """Return the number of a new fleet, and those that there are."""
    numbers = _own_numbers(view)
    return (*[number for number in _markers(view) if number not in numbers][:1], *numbers)


def _mats(view: View) -> Iterator[tuple[int, Sequence[Ship]]]:
    """Give the numbers of the fleets with their ships."""
    yield from ((fleet.number, fleet.ships or ()) for fleet in view.own)


def _own_kinds(view: View) -> Iterable[str]:
    """Return the types of ships that the seat has, as the page lists them."""
    there = {ship.kind for _, ships in _mats(view) for ship in ships}
    return [kind.key for kind in KINDS if kind.key in there]


def _own_ships(view: View) -> Iterator[Ships]:
    """Give all ships of a fleet, then some of a type."""
    yield from [Ships(every=True)] * bool(view.own)
    yield from _counted(view, sum(len(ships) for _, ships in _mats(view)))


def _first_ships(view: View) -> Iterator[Ships]:
    """Give as many ships of a type as a fleet may begin with."""
    return _counted(view, view.options.start_fleet)


def _counted(view: View, most: int) -> Iterator[Ships]:
    """Give as many ships of a type as the seat has, or the most that are wanted, down to one."""
    owned = Counter(ship.kind for _, ships in _mats(view) for ship in ships)
    for kind in _own_kinds(view):
        yield from (Ships(((kind, count),)) for count in range(min(owned[kind], most), 0, -1))


def _prey(_view: View) -> Iterator[tuple[str, ...]]:
    """Give any ships, the classes and the types."""
    yield ()
    yield from ((key,) for key in (*CLASSES, *(kind.key for kind in KINDS)))


def _bursting(view: View) -> Iterable[int]:
    """Return how many Planet Busters of a fleet can be fired together."""
    most = max((sum(ship.busters for ship in ships) for _, ships in _mats(view)), default=0)
    return (ALL, *range(1, most + 1))


def _launching(_view: View) -> Iterable[int]:
    """Return how many Planet Busters a ship can launch."""
    return (ALL, *range(1, max(kind.busters for kind in KINDS) + 1), 0)


# ---- places and others ------------------------------------------------------------------------------------


def _everywhere(view: View) -> Iterable[Place]:
    return view.board.names


def _ways(view: View) -> Iterable[tuple[Place]]:
    return ((place,) for place in view.board.names)


def _own_planets(view: View) -> Iterable[Place]:
    return [planet.place for planet in view.own_planets]


def _enemy_planets(view: View) -> Iterable[Place]:
    return [planet.place for planet in view.planets if planet.seat not in ("", view.who)]


def _foes(view: View) -> Iterator[Seat]:
    yield from (seat for seat in view.in_play if seat != view.who)


def _quarry(view: View) -> Iterator[Target]:
    """Give the fleets of others, then the others."""
    yield from (Target(seat=fleet.seat, fleet=fleet.number) for fleet in view.fleets if fleet.seat != view.who)
    yield from (Target(seat=seat) for seat in _foes(view))


# ---- cards ------------------------------------------------------------------------------------------------


def _hand(view: View) -> Iterable[str]:
    return view.hand


def _held(view: View) -> Iterable[tuple[str]]:
    return ((card,) for card in view.hand)


def _cards(view: View) -> Iterable[Card]:
    return [CARD[key] for key in view.hand]


def _targets(view: View) -> Iterator[Target]:
    """Give what some card of the hand is played on."""
    return _wanted(view, (card.on for card in _cards(view)))


def _others(view: View) -> Iterator[Target]:
    """Give what some card of the hand is played with."""
    return _wanted(view, (card.by for card in _cards(view)))


def _further(view: View) -> Iterator[tuple[Target]]:
    """Give what some card of the hand can be played on besides something else."""
    return ((target,) for target in _wanted(view, (card.on for card in _cards(view) if card.several > 1)))


def _goals(view: View) -> Iterable[Place]:
    """Return where some card of the hand leads."""
    return [target.place for target in _wanted(view, (card.to for card in _cards(view)))]


def _wanted(view: View, wants: Iterable[str]) -> Iterator[Target]:
    """Give what cards ask for; fleets and ships of others by their place, where a click finds them."""
    for wanted in dict.fromkeys(want.rstrip("?") for want in wants if want):
        yield from _TARGETS[wanted](view)


def _own_fleets_by_number(view: View) -> Iterator[Target]:
    yield from (Target(fleet=number) for number in _own_numbers(view))


def _own_ships_of_fleets(view: View) -> Iterator[Target]:
    yield from (Target(kind=ship.kind, fleet=number) for number, ships in _mats(view) for ship in ships)


def _places_of_foes(view: View) -> Iterator[Target]:
    yield from (Target(place=fleet.place) for fleet in view.fleets if fleet.seat != view.who)


_TARGETS: Mapping[str, Callable[[View], Iterator[Target]]] = {
    "own-fleet": _own_fleets_by_number,
    "own-ship": _own_ships_of_fleets,
    "own-planet": lambda view: (Target(place=place) for place in _own_planets(view)),
    "enemy-fleet": _places_of_foes,
    "enemy-ship": _places_of_foes,
    "enemy-planet": lambda view: (Target(place=place) for place in _enemy_planets(view)),
    "seat": lambda view: (Target(seat=seat) for seat in _foes(view)),
    "space": lambda view: (Target(place=place) for place in view.board.names),
}


def _triggers(view: View) -> Iterator[Trigger]:
    """Give what some card of the hand can wait for."""
    acts = dict.fromkeys(chain.from_iterable(acts_at(card.at, moving=card.moving) for card in _cards(view)))
    for act in acts:
        if act != "enters":
            yield Trigger(act)
        yield from _particular(view, act)


def _particular(view: View, act: Act) -> Iterator[Trigger]:
    """Give what a card can wait for of particular fleets, seats and planets."""
    match act:
        case "attacked":
            yield from (Trigger(act, target) for target in _own_fleets_by_number(view))
        case "plays" | "moves" | "launches":
            yield from (Trigger(act, Target(seat=seat)) for seat in _foes(view))
        case "enters":
            yield from (Trigger(act, place=place) for place in _own_planets(view))
        case "battle" | "roll-lost":
            pass


# ---- gaps -------------------------------------------------------------------------------------------------

_BY_GAP: ByGap[View, Iterable[object]] = {
    "fleets": _own_fleets,
    "fleet": _own_numbers,
    "into": _own_numbers,
    "ships": _own_ships,
    "kind": _own_kinds,
    "prey": _prey,
    "busters": _launching,
    "way": _ways,
    "place": _own_planets,
    "goal": _goals,
    "foe": _quarry,
    "card": _hand,
    "hand": _held,
    "target": _targets,
    "other": _others,
    "more": _further,
    "trigger": _triggers,
}
"""What fills gaps of most orders; the language knows the values of all others."""

_BY_ORDER: ByOrder[View, Iterable[object]] = {
    (FormFleet, "fleet"): _markers,
    (FormFleet, "ships"): _first_ships,
    (LeaveShips, "ships"): _first_ships,
    (Join, "fleets"): _joining,
    (Join, "into"): _neighbours,
    (Transfer, "into"): _with_new,
    (Deploy, "fleet"): _with_new,
    (Burst, "busters"): _bursting,
    (Launch, "place"): _enemy_planets,
}
"""What fills gaps that mean something else in some orders."""
