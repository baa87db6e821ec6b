"""From a position to a turn on the table, and back."""

from collections.abc import Callable

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.board.ways import space
from moderator.games.space_genocide.pieces import Fleet, Planet
from moderator.games.space_genocide.rules.moments import Moment
from moderator.games.space_genocide.rules.state import Memory, Sighting, State
from moderator.games.space_genocide.rules.turn import Recollection, Turn
from moderator.games.space_genocide.tables import layout


def lay_out(state: State, dice: Dice, offer: Callable[[Turn, Moment], None]) -> Turn:
    """Put a position on the table."""
    ground = space(layout(state.options.map_size, len(state.seats)), state.terrain, state.options.gate_cost)
    hexes = ground.board
    turn = Turn(
        options=state.options,
        space=ground,
        seats=state.seats,
        turn=state.turn,
        races=state.races,
        dice=dice,
        offer=offer,
    )
    turn.active, turn.order, turn.sequence = state.active, state.order, state.order
    turn.fallen = list(state.fallen)
    for fleet in state.fleets:
        squadron = Squadron(fleet.seat, fleet.number, hexes.index[fleet.place], fleet.ships)
        squadron.course = tuple(hexes.index[place] for place in fleet.course)
        turn.fleets.append(squadron)
    turn.planets = {hexes.index[planet.place]: planet for planet in state.planets}
    turn.ruins, turn.spent = list(state.ruins), list(state.spent)
    turn.pile = list(state.pile)
    turn.hands = {seat: list(state.hands[seat]) for seat in state.seats}
    turn.deck, turn.discards = list(state.deck), list(state.discards)
    turn.doctrine = {seat: state.doctrine[seat] for seat in state.seats}
    turn.memory = {seat: _recall(state.memory[seat], hexes.index) for seat in state.seats}
    return turn


def _recall(memory: Memory, index: dict[str, int]) -> Recollection:
    """Unpack what a seat remembers."""
    found = Recollection()
    found.fleets = {(one.seat, one.number): (one.ships, one.seen) for one in memory.fleets}
    found.worlds = {index[place]: seen for place, seen in memory.worlds}
    found.hands = {hand.seat: hand for hand in memory.hands}
    found.deck = memory.deck
    return found


def fleets_of(turn: Turn) -> tuple[Fleet, ...]:
    """Return the fleets as values, by seat and number."""
    return tuple(
        Fleet(one.seat, one.number, turn.name(one.at), one.ships, tuple(turn.name(at) for at in one.course))
        for one in turn.fleets
    )


def planets_of(turn: Turn) -> tuple[Planet, ...]:
    """Return the planets in the order of hexes."""
    return tuple(turn.planets[at] for at in sorted(turn.planets))


def memories_of(turn: Turn) -> dict[Seat, Memory]:
    """Return what each seat remembers; what is gone from the map is forgotten."""
    found = {}
    for seat in turn.seats:
        memory = turn.memory[seat]
        fleets = tuple(
            Sighting(owner, number, *memory.fleets[owner, number]) for owner, number in sorted(memory.fleets)
        )
        worlds = tuple((turn.name(at), memory.worlds[at]) for at in sorted(memory.worlds) if at in turn.planets)
        hands = tuple(memory.hands[other] for other in turn.seats if other in memory.hands)
        found[seat] = Memory(fleets, worlds, hands, memory.deck)
    return found
