"""Before the first turn: what an operator's options come to, and where the forces land."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import Muster, Options
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, Stack, Unit
from moderator.games.rebel_commander.tables import board_of, edition_of, starts
from moderator.language.suggest import nearest


def read_options(options: Mapping[str, Any]) -> Options:
    """Read options as an operator wrote them; raises ``msgspec.ValidationError``."""
    return msgspec.convert(dict(options), Options)


def in_order(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats of a match in the declared order."""
    return tuple(seat for seat in (*REBELS, EMPIRE) if seat in seats)


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, about the seats, and about a start that cannot be."""
    problems = [*_seats(seats), *_values(options)]
    if not problems:
        problems = list(_start(read_options(options), in_order(seats)))
    return tuple(problems)


def _wrong(code: str, key: str, *hints: str, **facts: Fact) -> Problem:
    """Return a complaint about an option or a seat."""
    return Problem(code=code, stage=Stage.ILLEGAL, facts={"key": key, **facts}, hints=hints)


def _seats(seats: Sequence[Seat]) -> list[Problem]:
    """Ask for the Empire, for a Rebel, and for known names."""
    known = (*REBELS, EMPIRE)
    problems = [
        _wrong("no-such-seat", "seats", *nearest(seat.upper(), [k.upper() for k in known]), seat=seat, known=known)
        for seat in seats
        if seat not in known
    ]
    if EMPIRE not in seats:
        problems.append(_wrong("no-empire", "seats"))
    if not any(seat in REBELS for seat in seats):
        problems.append(_wrong("no-rebels", "seats", known=REBELS))
    return problems


def _values(options: Mapping[str, Any]) -> list[Problem]:
    """Try each key by itself, so that every fault is told at once."""
    known = Options.__struct_fields__
    problems = []
    for key, value in options.items():
        if key not in known:
            problems.append(_wrong("no-such-option", key, *nearest(key, known), known=known))
            continue
        try:
            read_options({key: value})
        except msgspec.ValidationError as error:
            problems.append(_wrong("bad-option", key, detail=str(error).removesuffix(f" - at `$.{key}`")))
    return problems


def _start(options: Options, seats: Sequence[Seat]) -> list[Problem]:
    """Complain about a start of the operator's own: seats, places, units, and that both sides have some."""
    board, units = board_of(options), edition_of(options).units
    problems = []
    for seat, places in options.start.items():
        if seat not in seats:
            problems.append(_wrong("start-seat", "start", seat=seat, known=tuple(seats)))
        strange = [place for place in places if place not in board.index]
        problems += [_wrong("start-place", "start", seat=seat, place=at, last=board.names[-1]) for at in strange]
        for place, muster in places.items():
            if Unit.SPEEDERS not in units and (muster.speeders or muster.transports):
                problems.append(_wrong("start-unit", "start", seat=seat, place=place))
    if options.start and not problems:
        landed = {stack.seat for stack in forces(options, seats)}
        problems += [_wrong("start-empty", "start", seat=seat) for seat in seats if seat not in landed]
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
