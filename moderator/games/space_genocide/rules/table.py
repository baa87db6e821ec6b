"""Conversion of a position to a turn on the table, and back."""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.board.ways import space
from moderator.games.space_genocide.orders.types import Doctrine, PlayWhen
from moderator.games.space_genocide.pieces import Fleet, Planet
from moderator.games.space_genocide.rules.moments import Moment
from moderator.games.space_genocide.rules.state import Memory, Named, Sighting, State
from moderator.games.space_genocide.rules.steps import victory
from moderator.games.space_genocide.rules.turn import Recollection, Turn
from moderator.games.space_genocide.seat.view import TurnNote
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
    return Recollection(
        fleets={(one.seat, one.number): (one.ships, one.seen) for one in memory.fleets},
        named={(one.seat, one.number): (one.kinds, one.seen) for one in memory.named or ()},
        worlds={index[place]: seen for place, seen in memory.worlds},
        hands={hand.seat: hand for hand in memory.hands},
        deck=memory.deck,
    )


def gather(turn: Turn, before: State, history: tuple[TurnNote, ...]) -> State:
    """Return the position that a turn leaves, and tell who won; conditions on cards that left the hand are dropped."""
    planets, fleets = planets_of(turn), fleets_of(turn)
    victory.announce(turn, planets, fleets, history)
    return replace(
        before,
        options=turn.options,
        turn=turn.turn,
        active=turn.active,
        order=turn.sequence,
        fallen=tuple(turn.fallen),
        races={seat: turn.races[seat] for seat in turn.seats if seat in turn.races},
        planets=planets,
        fleets=fleets,
        ruins=tuple(turn.ruins),
        spent=tuple(turn.spent),
        pile=tuple(turn.pile),
        hands={seat: tuple(turn.hands[seat]) for seat in turn.seats},
        deck=tuple(turn.deck),
        discards=tuple(turn.discards),
        doctrine={seat: _still_meant(turn, seat) for seat in turn.seats},
        memory=memories_of(turn),
        history=history,
        outcome=victory.outcome(turn),
    )


def _still_meant(turn: Turn, seat: Seat) -> tuple[Doctrine, ...]:
    """Return a seat's doctrine without cards that it has no more."""
    held = turn.hands[seat]
    return tuple(line for line in turn.doctrine[seat] if not isinstance(line, PlayWhen) or line.card in held)


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
        named = tuple(Named(*key, *memory.named[key]) for key in sorted(memory.named))
        found[seat] = Memory(fleets, worlds, hands, memory.deck, named or UNSET)
    return found
