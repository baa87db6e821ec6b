"""What can fill the gaps of orders, as a seat sees the map, its fleets and its hand."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

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
from moderator.kit.choices import ByGap, ByOrder, OpenGap, choose


def choices(view: View, kind: type[GenocideOrder], gap: str, chosen: Mapping[str, Any]) -> Sequence[str] | None:
    """Return what can fill a gap; None for all that the language knows. What goes alone comes first."""
    values = choose(OpenGap(view, kind, gap, chosen), _BY_ORDER, _BY_GAP)
    return None if values is None else tuple(dict.fromkeys(map(SLOTS[gap].write, values)))


# ---- fleets and ships -------------------------------------------------------------------------------------


def _own_numbers(gap: OpenGap[View]) -> list[int]:
    return [fleet.number for fleet in gap.view.own]


def _own_fleets(gap: OpenGap[View]) -> Iterator[Fleets]:
    """Give all fleets together, then each, first those that can move."""
    still = {number: all(KIND[ship.kind].stationary for ship in ships) for number, ships in _mats(gap)}
    yield from [Fleets(every=True)] * bool(still)
    yield from (Fleets((number,)) for number in sorted(still, key=still.__getitem__))


def _joining(gap: OpenGap[View]) -> Iterator[Fleets]:
    """Give the fleets that share a hex with another; behind others, with the first of these."""
    begun = gap.chosen.get("fleets", Fleets()).numbers
    numbers = _mates(gap, begun[0]) if begun else [one for one in _own_numbers(gap) if _mates(gap, one)]
    yield from (Fleets((number,)) for number in numbers)


def _joined(gap: OpenGap[View]) -> Iterable[int]:
    """Return the fleets that share the hex of those that join them."""
    joining = gap.chosen.get("fleets", Fleets()).numbers
    return [one for one in _own_numbers(gap) if one not in joining and {*joining[:1]} <= {*_mates(gap, one)}]


def _mates(gap: OpenGap[View], number: int) -> list[int]:
    """Return the other fleets that share the hex of one."""
    places = {fleet.number: fleet.place for fleet in gap.view.own}
    return [other for other in places if other != number and places[other] == places.get(number)]


def _given(gap: OpenGap[View]) -> Iterable[int]:
    """Return the number of a new fleet, and the fleets that share the hex of the one that gives ships."""
    return (*_new(gap), *(_mates(gap, gap.chosen["fleet"]) if "fleet" in gap.chosen else _own_numbers(gap)))


def _markers(gap: OpenGap[View]) -> Iterable[int]:
    return range(1, gap.view.options.fleets + 1)


def _new(gap: OpenGap[View]) -> Iterable[int]:
    """Return the number of a new fleet, if there is one left."""
    return [number for number in _markers(gap) if number not in _own_numbers(gap)][:1]


def _with_new(gap: OpenGap[View]) -> Iterable[int]:
    """Return the number of a new fleet, and those that there are."""
    return (*_new(gap), *_own_numbers(gap))


def _mats(gap: OpenGap[View]) -> Iterator[tuple[int, Sequence[Ship]]]:
    """Give the numbers of the fleets with their ships, of those that have the ships that were chosen."""
    for fleet in gap.view.own:
        ships = fleet.ships or ()
        if not _wanted_ships(gap) - Counter(ship.kind for ship in ships):
            yield fleet.number, ships


def _wanted_ships(gap: OpenGap[View]) -> Counter[str]:
    """Return how many ships of which types were chosen; of all of a type, one must be there."""
    chosen = gap.chosen.get("ships", Ships())
    wanted = Counter({kind: 1 if count == ALL else count for kind, count in chosen.counts if not chosen.every})
    return wanted + Counter([gap.chosen["kind"]] if "kind" in gap.chosen else [])


def _holders(gap: OpenGap[View]) -> Iterable[int]:
    """Return the fleets that have the ships that were chosen."""
    return [number for number, _ in _mats(gap)]


def _own_kinds(gap: OpenGap[View]) -> Iterable[str]:
    """Return the types of ships that the seat has, as the page lists them."""
    there = {ship.kind for _, ships in _mats(gap) for ship in ships}
    return [kind.key for kind in KINDS if kind.key in there]


def _own_ships(gap: OpenGap[View]) -> Iterator[Ships]:
    """Give all ships of a fleet, then some of a type."""
    yield from [Ships(every=True)] * (bool(gap.view.own) and "ships" not in gap.chosen)
    yield from _counted(gap, sum(len(ships) for _, ships in _mats(gap)))


def _first_ships(gap: OpenGap[View]) -> Iterator[Ships]:
    """Give as many ships of a type as a fleet may begin with, of all that the seat begins with."""
    left = Counter(ship.kind for fleet in gap.view.own for ship in fleet.ships or ()) - _wanted_ships(gap)
    for kind in (kind.key for kind in KINDS):
        yield from (Ships(((kind, count),)) for count in range(min(left[kind], gap.view.options.start_fleet), 0, -1))


def _counted(gap: OpenGap[View], most: int) -> Iterator[Ships]:
    """Give as many ships of a type as the seat has, or the most that are wanted, down to one."""
    owned = Counter(ship.kind for _, ships in _mats(gap) for ship in ships) - _wanted_ships(gap)
    for kind in _own_kinds(gap):
        yield from (Ships(((kind, count),)) for count in range(min(owned[kind], most), 0, -1))


def _prey(_gap: OpenGap[View]) -> Iterator[tuple[str, ...]]:
    """Give any ships, the classes and the types."""
    yield ()
    yield from ((key,) for key in (*CLASSES, *(kind.key for kind in KINDS)))


def _bursting(gap: OpenGap[View]) -> Iterable[int]:
    """Return how many Planet Busters of a fleet can be fired together."""
    most = max((sum(ship.busters for ship in ships) for _, ships in _mats(gap)), default=0)
    return (ALL, *range(1, most + 1))


def _launching(_gap: OpenGap[View]) -> Iterable[int]:
    """Return how many Planet Busters a ship can launch."""
    return (ALL, *range(1, max(kind.busters for kind in KINDS) + 1), 0)


# ---- places and others ------------------------------------------------------------------------------------


def _everywhere(gap: OpenGap[View]) -> Iterable[Place]:
    return gap.view.board.names


def _ways(gap: OpenGap[View]) -> Iterable[tuple[Place]]:
    return ((place,) for place in gap.view.board.names)


def _own_planets(gap: OpenGap[View]) -> Iterable[Place]:
    return [planet.place for planet in gap.view.own_planets]


def _enemy_planets(gap: OpenGap[View]) -> Iterable[Place]:
    return [planet.place for planet in gap.view.planets if planet.seat not in ("", gap.view.who)]


def _foes(gap: OpenGap[View]) -> Iterator[Seat]:
    yield from (seat for seat in gap.view.in_play if seat != gap.view.who)


def _quarry(gap: OpenGap[View]) -> Iterator[Target]:
    """Give the fleets of others, then the others."""
    yield from (Target(seat=fleet.seat, fleet=fleet.number) for fleet in gap.view.fleets if fleet.seat != gap.view.who)
    yield from (Target(seat=seat) for seat in _foes(gap))


# ---- cards ------------------------------------------------------------------------------------------------


def _hand(gap: OpenGap[View]) -> Iterable[str]:
    return gap.view.hand


def _held(gap: OpenGap[View]) -> Iterable[tuple[str]]:
    return ((card,) for card in gap.view.hand)


def _cards(gap: OpenGap[View]) -> Iterable[Card]:
    """Return the card that was chosen, else all in hand."""
    return [CARD[key] for key in ([gap.chosen["card"]] if "card" in gap.chosen else gap.view.hand)]


def _targets(gap: OpenGap[View]) -> Iterator[Target]:
    """Give what some card of the hand is played on."""
    return _wanted(gap, (card.on for card in _cards(gap)))


def _others(gap: OpenGap[View]) -> Iterator[Target]:
    """Give what some card of the hand is played with."""
    return _wanted(gap, (card.by for card in _cards(gap)))


def _further(gap: OpenGap[View]) -> Iterator[tuple[Target]]:
    """Give what some card of the hand can be played on besides something else."""
    return ((target,) for target in _wanted(gap, (card.on for card in _cards(gap) if card.several > 1)))


def _goals(gap: OpenGap[View]) -> Iterable[Place]:
    """Return where some card of the hand leads."""
    return [target.place for target in _wanted(gap, (card.to for card in _cards(gap)))]


def _wanted(gap: OpenGap[View], wants: Iterable[str]) -> Iterator[Target]:
    """Give what cards ask for; fleets and ships of others by their place, where a click finds them."""
    for wanted in dict.fromkeys(want.rstrip("?") for want in wants if want):
        yield from _TARGETS[wanted](gap)


def _own_fleets_by_number(gap: OpenGap[View]) -> Iterator[Target]:
    yield from (Target(fleet=number) for number in _own_numbers(gap))


def _own_ships_of_fleets(gap: OpenGap[View]) -> Iterator[Target]:
    yield from (Target(kind=ship.kind, fleet=number) for number, ships in _mats(gap) for ship in ships)


def _places_of_foes(gap: OpenGap[View]) -> Iterator[Target]:
    yield from (Target(place=fleet.place) for fleet in gap.view.fleets if fleet.seat != gap.view.who)


_TARGETS: Mapping[str, Callable[[OpenGap[View]], Iterator[Target]]] = {
    "own-fleet": _own_fleets_by_number,
    "own-ship": _own_ships_of_fleets,
    "own-planet": lambda gap: (Target(place=place) for place in _own_planets(gap)),
    "enemy-fleet": _places_of_foes,
    "enemy-ship": _places_of_foes,
    "enemy-planet": lambda gap: (Target(place=place) for place in _enemy_planets(gap)),
    "seat": lambda gap: (Target(seat=seat) for seat in _foes(gap)),
    "space": lambda gap: (Target(place=place) for place in gap.view.board.names),
}


def _triggers(gap: OpenGap[View]) -> Iterator[Trigger]:
    """Give what some card of the hand can wait for."""
    acts = dict.fromkeys(chain.from_iterable(acts_at(card.at, moving=card.moving) for card in _cards(gap)))
    for act in acts:
        if act != "enters":
            yield Trigger(act)
        yield from _particular(gap, act)


def _particular(gap: OpenGap[View], act: Act) -> Iterator[Trigger]:
    """Give what a card can wait for of particular fleets, seats and planets."""
    match act:
        case "attacked":
            yield from (Trigger(act, target) for target in _own_fleets_by_number(gap))
        case "plays" | "moves" | "launches":
            yield from (Trigger(act, Target(seat=seat)) for seat in _foes(gap))
        case "enters":
            yield from (Trigger(act, place=place) for place in _own_planets(gap))
        case "battle" | "roll-lost":
            pass


# ---- gaps -------------------------------------------------------------------------------------------------

_BY_GAP: ByGap[View, Iterable[object]] = {
    "fleets": _own_fleets,
    "fleet": _holders,
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
    (Join, "into"): _joined,
    (Transfer, "into"): _given,
    (Deploy, "fleet"): _with_new,
    (Burst, "busters"): _bursting,
    (Launch, "place"): _enemy_planets,
}
"""What fills gaps that mean something else in some orders."""
