"""A position that fits a view: what previews and thinking bots play on.

What is not known is filled in plainly: a fleet never seen is one Corvette, unknown worlds are dealt out in the order of
hexes from the types that its seat must still have, unknown hands and the deck get the cards that are left over.
"""

from collections import Counter

from msgspec import UNSET

from moderator.core.seats import Seat
from moderator.games.space_genocide.pieces import WORLDS, Fleet, Planet, Ship, World, new_ship
from moderator.games.space_genocide.rules.state import Memory, Named, Sighting, State
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARDS, COPIES, KINDS

_UNSEEN: tuple[Ship, ...] = (new_ship("corvette"),)


def suppose(view: View) -> State:
    """Return the view as a position."""
    hands, deck = _cards(view)
    fleets = tuple(
        Fleet(one.seat, one.number, one.place, one.ships if one.ships is not None else _UNSEEN, one.course)
        for one in view.fleets
    )
    return State(
        options=view.options,
        seats=view.seats,
        turn=view.turn,
        phase=view.phase,
        active=view.active,
        order=view.order,
        fallen=_seats_out(view),
        races=dict(view.races),
        planets=_planets(view),
        fleets=fleets,
        ruins=view.ruins,
        terrain=view.terrain,
        spent=view.spent,
        pile=_pile(fleets, view.pile),
        hands=hands,
        deck=deck,
        discards=view.discards,
        doctrine={seat: view.doctrine if seat == view.who else () for seat in view.seats},
        memory={seat: _memory(view) if seat == view.who else Memory() for seat in view.seats},
        history=view.history,
        outcome=view.outcome,
    )


def _seats_out(view: View) -> tuple[Seat, ...]:
    return tuple(seat for seat in view.seats if seat not in view.in_play)


def _memory(view: View) -> Memory:
    """Return what the viewer remembers."""
    if view.outcome is not None:
        return Memory(deck=view.seen_deck)
    fleets = tuple(
        Sighting(one.seat, one.number, one.ships, one.seen)
        for one in sorted(view.fleets, key=lambda one: (one.seat, one.number))
        if one.seat != view.who and one.ships is not None
    )
    worlds = tuple((one.place, one.seen) for one in view.planets if one.seat != view.who and one.world is not None)
    named = tuple(Named(one.seat, one.number, one.named, one.told) for one in view.fleets if one.named)
    return Memory(fleets, worlds, view.seen_hands, view.seen_deck, named or UNSET)


def _planets(view: View) -> tuple[Planet, ...]:
    """Deal out the types that are not known."""
    left: dict[Seat, list[World]] = {}
    for seat in view.seats:
        counters = Counter(WORLDS)
        counters -= Counter(ruin.world for ruin in view.ruins if ruin.seat == seat and not ruin.neutral)
        counters -= Counter(one.world for one in view.planets if one.seat == seat and one.world and not one.neutral)
        left[seat] = _deal_counters(counters)
    return tuple(
        Planet(one.place, one.seat, one.world or (left[one.seat].pop(0) if one.seat else None), one.neutral)
        for one in view.planets
    )


def _deal_counters(counters: Counter[World]) -> list[World]:
    """Return counters one of each type in turn, so that whoever misses some of them misses none wholly."""
    found: list[World] = []
    for dealt in range(max(counters.values(), default=0)):
        found += [world for world in World if counters[world] > dealt]
    return found + [World.POPULATION] * len(WORLDS)


def _pile(fleets: tuple[Fleet, ...], count: int | None) -> tuple[int, ...]:
    """Return the counters that are on no mat; ``count``, if that is known, of the types of which there are most."""
    used = Counter(ship.kind for fleet in fleets for ship in fleet.ships)
    pile = [max(0, COPIES - used[kind.key]) for kind in KINDS]
    while count is not None and sum(pile) != count:
        step = 1 if sum(pile) < count else -1
        pile[pile.index(max(pile) if step < 0 else min(pile))] += step
    return tuple(pile)


def _cards(view: View) -> tuple[dict[Seat, tuple[str, ...]], tuple[str, ...]]:
    """Return hands and a deck of the right sizes: what is known, and the rest in the order of the list."""
    known = {one.seat: one.cards for one in view.seen_hands}
    known |= {view.who: view.hand} if view.who in view.seats else {}
    ahead = view.seen_deck.cards if view.seen_deck is not None else ()
    used = {*view.discards, *ahead, *(card for cards in known.values() for card in cards)}
    rest = [card.key for card in CARDS if card.key not in used]
    hands: dict[Seat, tuple[str, ...]] = {}
    for seat in view.seats:
        held = list(known.get(seat, ()))[: view.hands[seat]]
        while len(held) < view.hands[seat]:
            held.append(rest.pop(0) if rest else CARDS[0].key)
        hands[seat] = tuple(held)
    deck = [*ahead, *rest][: view.deck]
    deck += [CARDS[0].key] * (view.deck - len(deck))
    return hands, tuple(deck)
