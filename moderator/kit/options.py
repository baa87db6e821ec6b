"""A match's options and seats as an operator or a GM wrote them: what is wrong with each, whatever the game."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.seats import Seat
from moderator.language.grammar.suggest import nearest

Chosen = TypeVar("Chosen", bound=msgspec.Struct)


class OptionFault(StrEnum):
    """What can be wrong with options and seats, whatever the game."""

    NO_SUCH_SEAT = "no-such-seat"
    TOO_FEW_SEATS = "too-few-seats"
    NO_SUCH_OPTION = "no-such-option"
    BAD_OPTION = "bad-option"


def read_options(options: Mapping[str, Any], kind: type[Chosen]) -> Chosen:
    """Read options as an operator wrote them; raises ``msgspec.ValidationError``."""
    return msgspec.convert(dict(options), kind)


def format_value(value: object) -> str:
    """Return a value as an operator would write it in the file."""
    plain = msgspec.to_builtins(value)
    if isinstance(plain, dict):
        parts = ", ".join(f"{key} = {format_value(part)}" for key, part in plain.items())
        return f"{{ {parts} }}" if parts else "{}"
    return json.dumps(plain, ensure_ascii=False)


def in_order(seats: Sequence[Seat], known: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats of a match in the order in which the game declares them."""
    return tuple(seat for seat in known if seat in seats)


def wrong(code: StrEnum, key: str, *hints: str, **facts: Fact) -> Problem:
    """Return a complaint about an option or the seats; ``key`` is what the operator wrote it under."""
    return Problem(code=code, stage=Stage.ILLEGAL, facts={"key": key, **facts}, hints=hints)


def advice(code: StrEnum, key: str, **facts: Fact) -> Problem:
    """Return a hint about an option that can be played as it is; an operator hears it before a match begins."""
    return Problem(code=code, stage=Stage.DOUBTFUL, facts={"key": key, **facts})


def faulty_seats(seats: Sequence[Seat], known: tuple[Seat, ...], *, fewest: int = 0) -> list[Problem]:
    """Complain about seats that a game lacks, and about fewer than it needs."""
    problems = [
        wrong(OptionFault.NO_SUCH_SEAT, "seats", *_seats_like(seat, known), seat=seat, known=known)
        for seat in seats
        if seat not in known
    ]
    if len(seats) < fewest:
        problems.append(wrong(OptionFault.TOO_FEW_SEATS, "seats", known=known, fewest=fewest))
    return problems


def _seats_like(seat: Seat, known: tuple[Seat, ...]) -> Sequence[str]:
    """Return the seats with names similar to a name, in capitals."""
    return nearest(seat.upper(), [name.upper() for name in known])


def faulty_values(options: Mapping[str, Any], kind: type[msgspec.Struct]) -> list[Problem]:
    """Complain about every key and value that a game's options do not take; each is tried by itself."""
    known = kind.__struct_fields__
    problems = []
    for key, value in options.items():
        if key not in known:
            problems.append(wrong(OptionFault.NO_SUCH_OPTION, key, *nearest(key, known), known=known))
            continue
        try:
            msgspec.convert({key: value}, kind)
        except msgspec.ValidationError as error:
            problems.append(wrong(OptionFault.BAD_OPTION, key, detail=detail_of(error, key)))
    return problems


def detail_of(error: msgspec.ValidationError, key: str) -> str:
    """Return what is wrong with a value, without the place in the data where the library found it."""
    return str(error).removesuffix(f" - at `$.{key}`")
