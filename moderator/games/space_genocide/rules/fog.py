"""The only road from a position to what somebody may know of it."""

from moderator.core.seats import Observer, Seat, Who
from moderator.games.space_genocide.pieces import Fleet, Planet
from moderator.games.space_genocide.rules.state import Memory, Named, Sighting, State
from moderator.games.space_genocide.seat.view import FleetSeen, HandSeen, PlanetSeen, View

_NOTHING = Memory()


def view_for(state: State, who: Who) -> View:
    """Return what somebody may know: open markers, what is its own, and what it remembers; at the end everything."""
    everything = who is Observer.GM or state.outcome is not None
    seat: Seat = who.value if isinstance(who, Observer) else who
    memory = state.memory.get(seat, _NOTHING)
    sightings = {(one.seat, one.number): one for one in memory.fleets}
    named = {(one.seat, one.number): one for one in memory.named or ()}
    worlds = dict(memory.worlds)
    return View(
        who=seat,
        turn=state.turn,
        phase=state.phase,
        options=state.options,
        seats=state.seats,
        in_play=state.in_play(),
        active=state.active,
        order=state.order,
        races=dict(state.races),
        planets=tuple(
            _open_planet(planet, state.turn) if everything or planet.seat == seat else _planet(planet, worlds)
            for planet in state.planets
        ),
        fleets=tuple(
            _open_fleet(fleet, state.turn) if everything or fleet.seat == seat else _fleet(fleet, sightings, named)
            for fleet in state.fleets
            if everything or fleet.seat == seat or state.phase != "setup"
        ),
        ruins=state.ruins,
        terrain=state.terrain,
        spent=state.spent,
        hands={each: len(state.hands[each]) for each in state.seats},
        deck=len(state.deck),
        pile=sum(state.pile) if state.phase != "setup" else None,
        discards=state.discards,
        hand=state.hands.get(seat, ()),
        seen_hands=_hands(state, seat) if everything else memory.hands,
        seen_deck=memory.deck,
        doctrine=state.doctrine.get(seat, ()),
        history=state.history,
        outcome=state.outcome,
    )


def _open_fleet(fleet: Fleet, turn: int) -> FleetSeen:
    """Return a fleet with its mat open, as it is now."""
    return FleetSeen(fleet.seat, fleet.number, fleet.place, fleet.ships, turn, fleet.course)


def _fleet(
    fleet: Fleet, sightings: dict[tuple[Seat, int], Sighting], named: dict[tuple[Seat, int], Named]
) -> FleetSeen:
    """Return another seat's fleet: its marker, and what was once seen of its mat."""
    seen = sightings.get((fleet.seat, fleet.number))
    ships, turn = (seen.ships, seen.seen) if seen is not None else (None, 0)
    more = named.get((fleet.seat, fleet.number))
    kinds, told = (more.kinds, more.seen) if more is not None else ((), 0)
    return FleetSeen(fleet.seat, fleet.number, fleet.place, ships, turn, named=kinds, told=told)


def _open_planet(planet: Planet, turn: int) -> PlanetSeen:
    """Return a planet with its counter turned up; a neutral one that nobody has has none."""
    return PlanetSeen(planet.place, planet.seat, planet.world, turn if planet.world is not None else 0, planet.neutral)


def _planet(planet: Planet, worlds: dict[str, int]) -> PlanetSeen:
    """Return another seat's planet, and its type if it was once seen."""
    seen = worlds.get(planet.place, 0)
    return PlanetSeen(planet.place, planet.seat, planet.world if seen else None, seen, planet.neutral)


def _hands(state: State, who: Seat) -> tuple[HandSeen, ...]:
    """Return all other hands, for those who may see everything."""
    return tuple(HandSeen(seat, state.hands[seat], state.turn) for seat in state.seats if seat != who)
