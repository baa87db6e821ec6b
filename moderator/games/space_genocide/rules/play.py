"""The sequence of play, and the turn that it makes of a position and everybody's order sets."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.dice import Dice, Why
from moderator.core.game import Event, Prompt, Resolution
from moderator.core.seats import Seat
from moderator.core.sequence import Part, Step, play
from moderator.games.space_genocide.board.hexes import board
from moderator.games.space_genocide.events.cards import CardsDrawn, CardsGained
from moderator.games.space_genocide.events.production import PileCounted
from moderator.games.space_genocide.events.set_up import PlanetsStrewn, ShipsDrawn, SpacingBent
from moderator.games.space_genocide.events.transport import TurnOrder
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import (
    ANY_TIME,
    DOCTRINE,
    SETUP_ORDERS,
    TURN_ORDERS,
    GenocideOrder,
    standing,
)
from moderator.games.space_genocide.pieces import SEATS, WORLDS, Fleet, Planet, new_ship, ranked
from moderator.games.space_genocide.rules import playing, setup
from moderator.games.space_genocide.rules.galaxy import Galaxy
from moderator.games.space_genocide.rules.moments import Moment
from moderator.games.space_genocide.rules.state import Memory, State
from moderator.games.space_genocide.rules.steps import (
    beginning,
    bursts,
    destruction,
    ending,
    engagement,
    production,
    scouting,
    transport,
    victory,
)
from moderator.games.space_genocide.rules.table import gather, lay_out
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import CARDS, COPIES, KINDS, RANK, layout
from moderator.kit.options import in_order, read_options


def _dawn(turn: Turn) -> None:
    """Let cards be played before anybody moves."""
    turn.offer(Moment("dawn", seat=turn.active))


def _draw_order(turn: Turn) -> None:
    """Draw in which order the seats act, anew each round."""
    if turn.active:
        turn.order = (turn.active,)
    else:
        turn.order = turn.sequence = tuple(turn.dice.open.shuffled(turn.in_play, Why("order")))
        turn.say(TurnOrder(turn=turn.turn, places=turn.order))


SETUP_SEQUENCE: tuple[Part[Turn], ...] = (Step("set-up", setup.carry_out),)
"""The set-up."""

SEQUENCE: tuple[Part[Turn], ...] = (
    Step("draw-order", _draw_order),
    Step("dawn", _dawn),
    Step("transport", transport.run),
    Step("scouting", scouting.run),
    Step("space-bursts", bursts.run),
    Step("engagement", engagement.run),
    Step("scouting-after", scouting.run),
    Step("mass-destruction", destruction.run),
    Step("fall", victory.check),
    Step("production", production.run),
    Step("unplayed-cards", playing.unplayed, closing=True),
    Step("end-of-turn", ending.run),
    Step("count-at-last-turn", victory.count),
)
"""The sequence of play of a turn."""


def first_position(seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
    """Return the position of the set-up: the map, ships and cards drawn, and a proposal for every seat."""
    return _draw_position(read_options(options, Options), in_order(seats, SEATS), dice)


def _draw_position(options: Options, seats: tuple[Seat, ...], dice: Dice) -> Resolution[State]:
    hexes = board(layout(options.map_size, len(seats)))
    galaxy = Galaxy(hexes, seats, options, dice.open)
    events: list[Event] = []
    pile = [COPIES] * len(KINDS)
    planets = {at: Planet(hexes.names[at], neutral=True) for at in galaxy.neutral}
    fleets: list[Fleet] = []
    deck = dice.secret.shuffled([card.key for card in CARDS], Why("deck")) if options.cards else []
    hands: dict[Seat, tuple[str, ...]] = {}
    for seat in seats:
        own = galaxy.planets[seat]
        others = [at for other in seats if other != seat for at in galaxy.planets[other]]
        worlds = setup.propose_worlds(hexes, own, others, seat, dice.secret)
        planets |= {at: Planet(hexes.names[at], seat, worlds[at]) for at in own}
        drawn = [new_ship(kind) for kind in setup.draw_ships(pile, options.start_ships, seat, dice.secret)]
        places = dice.secret.shuffled([hexes.names[at] for at in sorted(own)], Why("first-fleets", seats=(seat,)))
        formed, left = setup.arrange(drawn, places, options)
        for ship in left:
            pile[RANK[ship.kind]] += 1
        fleets += [Fleet(seat, number, place, ranked(mat)) for number, (place, mat) in formed.items()]
        hands[seat], deck = tuple(deck[: options.start_hand]), deck[options.start_hand :]
        events.append(PlanetsStrewn(seat=seat, places=tuple(hexes.names[at] for at in sorted(own))))
        events.append(ShipsDrawn(seat=seat, ships=ranked(drawn), seen_by=(seat,)))
        if hands[seat]:
            events.append(CardsDrawn(seat=seat, count=len(hands[seat])))
            events.append(CardsGained(seat=seat, cards=hands[seat], seen_by=(seat,)))
    if galaxy.bent and options.strewn == "widest":
        thrown = (len(WORLDS) - 1) * galaxy.sections
        events.append(SpacingBent(bent=galaxy.bent, thrown=thrown))
    if galaxy.neutral:
        events.append(PlanetsStrewn(seat="", places=tuple(hexes.names[at] for at in sorted(galaxy.neutral))))
    state = State(
        options=options,
        seats=seats,
        turn=0,
        phase="setup",
        active="",
        order=(),
        fallen=(),
        races={},
        planets=tuple(planets[at] for at in sorted(planets)),
        fleets=tuple(fleets),
        ruins=(),
        terrain=galaxy.listed(),
        spent=(),
        pile=tuple(pile),
        hands=hands,
        deck=tuple(deck),
        discards=(),
        doctrine=dict.fromkeys(seats, ()),
        memory={seat: Memory() for seat in seats},
    )
    return Resolution(state, tuple(events))


def pending(state: State) -> Mapping[Seat, Prompt]:
    """Ask everybody for the set-up, then all seats in play or the one whose turn it is; nobody once it is over."""
    if state.outcome:
        return {}
    phase: tuple[type[GenocideOrder], ...] = SETUP_ORDERS if state.phase == "setup" else TURN_ORDERS
    verbs = tuple(tag_of(kind) for kind in (*phase, *DOCTRINE, *ANY_TIME))
    return {seat: Prompt(phase=state.phase, turn=state.turn, verbs=verbs) for seat in _seats_to_ask(state)}


def _seats_to_ask(state: State) -> tuple[Seat, ...]:
    """Return who is asked."""
    return (state.active,) if state.active else state.in_play()


def resolve(state: State, orders: Mapping[Seat, Sequence[GenocideOrder]], dice: Dice) -> Resolution[State]:
    """Play the set-up or a turn, and begin the next one."""
    if state.outcome:
        return Resolution(state, ())
    turn = lay_out(state, dice, playing.offer)
    _lay_out_orders(turn, orders, _seats_to_ask(state))
    is_setup = state.phase == "setup"
    play(SETUP_SEQUENCE if is_setup else SEQUENCE, turn)
    number = turn.turn
    if not turn.over:
        begin_next(turn, is_setup=is_setup)
    history = state.history if is_setup else (*state.history, victory.note(turn, number))
    if is_setup or sum(turn.pile) != sum(state.pile):
        turn.say(PileCounted(count=sum(turn.pile)))
    after = gather(turn, replace(state, phase="orders"), history)
    return Resolution(after, tuple(turn.events))


def _lay_out_orders(turn: Turn, orders: Mapping[Seat, Sequence[GenocideOrder]], asked: Sequence[Seat]) -> None:
    """Lay out the order sets of those who were asked, and what stands with them."""
    for seat in asked:
        order_set = tuple(orders.get(seat, ()))
        turn.order_sets[seat] = order_set
        turn.doctrine[seat] = standing(turn.doctrine[seat], order_set)


def begin_next(turn: Turn, *, is_setup: bool) -> None:
    """Go on to the next turn, or to the next seat's, and begin it for those whose it is."""
    by_seats = turn.options.tempo == "seats"
    if is_setup and by_seats:
        turn.sequence = tuple(turn.dice.open.shuffled(turn.seats, Why("order")))
        turn.say(TurnOrder(turn=1, places=turn.sequence))
    if by_seats:
        standing = [seat for seat in turn.sequence if seat in turn.in_play]
        later = turn.sequence[turn.sequence.index(turn.active) + 1 :] if turn.active else ()
        following = next((seat for seat in later if seat in standing), "")
        turn.turn += not following
        turn.active = following or standing[0]
    else:
        turn.turn += 1
    turn.order = (turn.active,) if turn.active else turn.in_play
    turn.order_sets, turn.filed = {}, None
    beginning.run(turn)
