"""The beginning of a turn: the planets move, and the order of the seats is drawn."""

from moderator.core.dice import Why
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.dawn import OrderDrawn, OrderShown, OrderThrown
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.sky import MARKERS
from moderator.games.solar_system.events.dawn import PlanetsMoved


def planets_move(turn: Turn) -> None:
    """Move each marker by a dot; what stands on dots and in orbits does not move along."""
    if turn.options.planets_move:
        turn.moves += 1
        dots = turn.sky.dots
        turn.say(PlanetsMoved(turn=turn.turn, dots=tuple((marker, dots[marker]) for marker in MARKERS)))


def draw_order(turn: Turn) -> None:
    """Draw who moves first: by cards that each seat alone sees, or by throws for all."""
    if turn.rules.cards:
        _deal(turn)
    else:
        _throw(turn)


def show_order(turn: Turn) -> None:
    """Turn up the cards, since whose number is called shows his."""
    if turn.rules.cards:
        turn.say(OrderShown(order=turn.order))


def _deal(turn: Turn) -> None:
    colours = [colour for seat in turn.in_play for colour in turn.played[seat]]
    turn.order = tuple(turn.dice.secret.shuffled(colours, Why("numbers")))
    for number, colour in enumerate(turn.order, 1):
        seat = turn.seat_of[colour]
        turn.say(OrderDrawn(seat=seat, colour=colour, number=number, seen_by=(seat,)))


def _throw(turn: Turn) -> None:
    """Let the highest throw begin, ties among the highest thrown again; an even throw goes clockwise."""
    rounds: list[tuple[tuple[Seat, int], ...]] = []
    among = list(turn.in_play)
    while not rounds or len(among) > 1:
        rounds.append(tuple((seat, turn.throw("initiative", -1, seat)) for seat in among))
        highest = max(throw for _, throw in rounds[-1])
        among = [seat for seat, throw in rounds[-1] if throw == highest]
    clockwise = highest % 2 == 0
    at = turn.in_play.index(among[0])
    ring = (*turn.in_play[at:], *turn.in_play[:at])
    order = ring if clockwise else (ring[0], *reversed(ring[1:]))
    turn.order = tuple(colour for seat in order for colour in turn.played[seat])
    turn.say(OrderThrown(throws=tuple(rounds), order=order, clockwise=clockwise))
