"""Before the first turn: what an operator's options come to, and where the forces land."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moderator.core.errors import Problem
from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import Muster, Options
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, Stack, Unit
from moderator.games.rebel_commander.tables import board_of, edition_of, starts
from moderator.kit.options import faulty_values, unknown_seats, wrong


def read_options(options: Mapping[str, Any]) -> Options:
    """Read options as an operator wrote them; raises ``msgspec.ValidationError``."""
    return msgspec.convert(dict(options), Options)


def in_order(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats of a match in the declared order."""
    return tuple(seat for seat in (*REBELS, EMPIRE) if seat in seats)


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, about the seats, and about a start that cannot be."""
    problems = [*_seats(seats), *faulty_values(options, Options)]
    if not problems:
        problems = list(_start(read_options(options), in_order(seats)))
    return tuple(problems)


def _seats(seats: Sequence[Seat]) -> list[Problem]:
    """Ask for the Empire, for a Rebel, and for known names."""
    problems = unknown_seats(seats, (*REBELS, EMPIRE))
    if EMPIRE not in seats:
        problems.append(wrong("no-empire", "seats"))
    if not any(seat in REBELS for seat in seats):
        problems.append(wrong("no-rebels", "seats", known=REBELS))
    return problems


def _start(options: Options, seats: Sequence[Seat]) -> list[Problem]:
    """Complain about a start of the operator's own: seats, places, units, and that both sides have some."""
    board, units = board_of(options), edition_of(options).units
    problems = []
    for seat, places in options.start.items():
        if seat not in seats:
            problems.append(wrong("start-seat", "start", seat=seat, known=tuple(seats)))
        strange = [place for place in places if place not in board.index]
        problems += [wrong("start-place", "start", seat=seat, place=at, last=board.names[-1]) for at in strange]
        for place, muster in places.items():
            if Unit.SPEEDERS not in units and (muster.speeders or muster.transports):
                problems.append(wrong("start-unit", "start", seat=seat, place=place))
    if options.start and not problems:
        landed = {stack.seat for stack in forces(options, seats)}
        problems += [wrong("start-empty", "start", seat=seat) for seat in seats if seat not in landed]
    return problems


def forces(options: Options, seats: Sequence[Seat]) -> tuple[Stack, ...]:
    """Return the starting units: the operator's own, or the edition's for so many factions."""
    if options.start:
        return tuple(
            _stack(place, seat, muster)
            for seat in seats
            for place, muster in options.start.get(seat, {}).items()
            if _stack(place, seat, muster).total
        )
    rebels = [seat for seat in seats if seat != EMPIRE]
    landings = starts().planet if options.edition == "planet" else starts().skirmish
    landing = landings[len(rebels) - 1]
    landed = [
        _stack(zone, seat, landing.rebels) for seat, zones in zip(rebels, landing.zones, strict=True) for zone in zones
    ]
    return (*landed, *(_stack(place, EMPIRE, muster) for place, muster in landing.garrisons.items()))


def _stack(place: str, seat: Seat, muster: Muster) -> Stack:
    """Return a muster as a stack."""
    return Stack(place, seat, muster.troops, muster.speeders, muster.transports)
