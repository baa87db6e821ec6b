"""Positions that look the same to somebody and are not: what each game hides, changed."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from moderator.core.seats import Who
from moderator.games.rebel_commander import fog
from moderator.games.rebel_commander.state import State as RebelState
from moderator.games.rebel_commander.tables import board_of
from moderator.games.space_genocide import fog as genocide_fog
from moderator.games.space_genocide.pieces import Ship, World
from moderator.games.space_genocide.state import State as GenocideState
from tests.support.night_watch.state import State as NightState
from tests.support.night_watch.view import STREETS, next_to


def night_watch(state: NightState, who: Who) -> Iterator[NightState]:
    """Put every other thief one street further, and give it more courage."""
    others = [seat for seat in state.standing if seat != who]
    yield replace(state, place={**state.place, **{seat: next_to(state.place[seat])[-1] for seat in others}})
    yield replace(state, place={**state.place, **dict.fromkeys(others, STREETS[0])})
    yield replace(state, courage={**state.courage, **{seat: state.courage[seat] + 1 for seat in others}})


def rebel_commander(state: RebelState, who: Who) -> Iterator[RebelState]:
    """Change the weights of the sequence, and under fog move enemy stacks about out of sight."""
    yield replace(state, enthusiasm=tuple(reversed([weight + 7 for weight in state.enthusiasm])))
    view = fog.lift(state, who)
    if view.sight is None or len(view.stacks) == len(state.stacks):
        return
    names = board_of(state.options).names
    taken = {stack.place for stack in state.stacks}
    free = [name for name in names if name not in view.sight and name not in taken]
    hidden = [stack for stack in state.stacks if stack not in view.stacks]
    for stack in hidden[:2]:
        if free:
            moved = replace(stack, place=free[0])
            stacks = [moved if other == stack else other for other in state.stacks]
            order = {name: at for at, name in enumerate(names)}
            yield replace(
                state, stacks=tuple(sorted(stacks, key=lambda s: (order[s.place], state.seats.index(s.seat))))
            )


def space_genocide(state: GenocideState, who: Who) -> Iterator[GenocideState]:
    """Change mats, type counters, hands, doctrine and the deck, as far as they are not known."""
    if state.outcome:
        return
    view = genocide_fog.lift(state, who)
    mats = tuple(
        replace(fleet, ships=(Ship("carrier"), Ship("monitor")), course=(fleet.place,))
        if (seen := view.fleet(fleet.seat, fleet.number)) is None or (seen.ships is None and not seen.seen)
        else fleet
        for fleet in state.fleets
    )
    yield replace(state, fleets=mats)
    turned = {World.METAL: World.POPULATION, World.POPULATION: World.METAL}
    hidden = {planet.place for planet in view.planets if planet.seat and planet.world is None}
    yield replace(
        state,
        planets=tuple(
            replace(planet, world=turned[planet.world]) if planet.place in hidden and planet.world in turned else planet
            for planet in state.planets
        ),
    )
    yield replace(state, doctrine={seat: state.doctrine[seat] if seat == who else () for seat in state.seats})
    open_hands = {hand.seat for hand in view.seen_hands}
    others = [seat for seat in state.seats if seat not in open_hands and seat != who and state.hands[seat]]
    if others and view.seen_deck is None and len(state.deck) >= len(state.hands[others[0]]):
        held = state.hands[others[0]]
        deck = (*held, *state.deck[: -len(held)])
        yield replace(state, deck=deck, hands={**state.hands, others[0]: state.deck[-len(held) :]})
    yield replace(state, deck=state.deck[::-1] if view.seen_deck is None else state.deck, pile=state.pile[::-1])


HIDDEN: dict[str, Callable[[Any, Who], Iterator[Any]]] = {
    "night-watch": night_watch,
    "rebel-commander": rebel_commander,
    "space-genocide": space_genocide,
}
"""By game: positions that somebody cannot tell from the given one."""
