"""Before the first turn: what an operator's options come to, and where the forces land."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Resolution
from moderator.core.seats import Seat
from moderator.games.rebel_commander.events import ForcesLanded
from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.options import NEUTRAL, Muster, Options
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, Stack, Unit
from moderator.games.rebel_commander.rules import sight
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.rules.turn import Turn
from moderator.games.rebel_commander.tables import board_of, edition_of, starts
from moderator.kit.options import faulty_seats, faulty_values, in_order, read_options, wrong


def setup(seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
    """Land the forces; nothing is thrown."""
    del dice
    chosen, ranked = read_options(options, Options), in_order(seats, (*REBELS, EMPIRE))
    return first_position(chosen, ranked, forces(chosen, ranked))


def first_position(options: Options, seats: tuple[Seat, ...], stacks: Sequence[Stack]) -> Resolution[State]:
    """Return the position before turn 1 and how the forces landed; under fog each side hears of its own."""
    board = board_of(options)
    ranked = sorted(stacks, key=lambda stack: (board.index[stack.place], seats.index(stack.seat)))
    state = State(options, seats, 1, tuple(ranked), (NEUTRAL,) * len(seats))
    turn = Turn(state, {}, Dice.throwaway("nothing is thrown"))
    for seat in seats:
        own = tuple(stack for stack in ranked if stack.seat == seat)
        seen_by = sight.own_side(turn, seat) if options.fog else None
        turn.say(ForcesLanded(seat=seat, stacks=own, seen_by=seen_by))
    sight.report_sightings(turn)
    return Resolution(state, tuple(turn.events))


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, about the seats, and about a start that cannot be."""
    problems = [*_check_seats(seats), *faulty_values(options, Options)]
    if not problems:
        problems = list(_check_start(read_options(options, Options), in_order(seats, (*REBELS, EMPIRE))))
    return tuple(problems)


def _check_seats(seats: Sequence[Seat]) -> list[Problem]:
    """Complain if the Empire is missing, or every Rebel faction, and about unknown names."""
    problems = faulty_seats(seats, (*REBELS, EMPIRE))
    if EMPIRE not in seats:
        problems.append(wrong(RebelFault.NO_EMPIRE, "seats"))
    if not any(seat in REBELS for seat in seats):
        problems.append(wrong(RebelFault.NO_REBELS, "seats", known=REBELS))
    return problems


def _check_start(options: Options, seats: Sequence[Seat]) -> list[Problem]:
    """Complain about a start of the operator's own: seats, places, units, and that both sides have some."""
    board, units = board_of(options), edition_of(options).units
    problems = []
    for seat, places in options.start.items():
        if seat not in seats:
            problems.append(wrong(RebelFault.START_SEAT, "start", seat=seat, known=tuple(seats)))
        unknown = [place for place in places if place not in board.index]
        problems += [
            wrong(RebelFault.START_PLACE, "start", seat=seat, place=at, last=board.names[-1]) for at in unknown
        ]
        for place, muster in places.items():
            if Unit.SPEEDERS not in units and (muster.speeders or muster.transports):
                problems.append(wrong(RebelFault.START_UNIT, "start", seat=seat, place=place))
    if options.start and not problems:
        landed = {stack.seat for stack in forces(options, seats)}
        problems += [wrong(RebelFault.START_EMPTY, "start", seat=seat) for seat in seats if seat not in landed]
    return problems


def forces(options: Options, seats: Sequence[Seat]) -> tuple[Stack, ...]:
    """Return the starting units: the operator's own, or the edition's for this number of factions."""
    if options.start:
        own = (_stack(place, seat, muster) for seat in seats for place, muster in options.start.get(seat, {}).items())
        return tuple(stack for stack in own if stack.total)
    rebels = [seat for seat in seats if seat != EMPIRE]
    landings = starts().factions if options.imperial_orders in ("factions", 0) else starts().place
    landing = (landings.planet if options.edition == "planet" else landings.skirmish)[len(rebels) - 1]
    landed = [
        _stack(zone, seat, landing.rebels) for seat, zones in zip(rebels, landing.zones, strict=True) for zone in zones
    ]
    return (*landed, *(_stack(place, EMPIRE, muster) for place, muster in landing.garrisons.items()))


def _stack(place: str, seat: Seat, muster: Muster) -> Stack:
    """Return a muster as a stack."""
    return Stack(place, seat, muster.troops, muster.speeders, muster.transports)
