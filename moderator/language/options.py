"""A match's options and seats as an operator wrote them: what is wrong with each, whatever the game."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.seats import Seat
from moderator.language.suggest import nearest


def wrong(code: str, key: str, *hints: str, **facts: Fact) -> Problem:
    """Return a complaint about an option or the seats; ``key`` is what the operator wrote it under."""
    return Problem(code=code, stage=Stage.ILLEGAL, facts={"key": key, **facts}, hints=hints)


def unknown_seats(seats: Sequence[Seat], known: tuple[Seat, ...]) -> list[Problem]:
    """Complain about seats that a game has not."""
    return [
        wrong("no-such-seat", "seats", *nearest(seat.upper(), [name.upper() for name in known]), seat=seat, known=known)
        for seat in seats
        if seat not in known
    ]


def faulty_values(options: Mapping[str, Any], kind: type[msgspec.Struct]) -> list[Problem]:
    """Complain about keys and values that a game's options do not take, each tried by itself: all is told at once."""
    known = kind.__struct_fields__
    problems = []
    for key, value in options.items():
        if key not in known:
            problems.append(wrong("no-such-option", key, *nearest(key, known), known=known))
            continue
        try:
            msgspec.convert({key: value}, kind)
        except msgspec.ValidationError as error:
            problems.append(wrong("bad-option", key, detail=str(error).removesuffix(f" - at `$.{key}`")))
    return problems
