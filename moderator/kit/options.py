"""A match's options and seats as an operator or a GM wrote them: what is wrong with each, whatever the game."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NoReturn, TypeAlias, TypeVar

import msgspec

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.game import IllegalAmendment
from moderator.core.seats import Seat
from moderator.language.grammar.suggest import nearest

Chosen = TypeVar("Chosen", bound=msgspec.Struct)


class OptionFault(StrEnum):
    """What can be wrong with options and seats, whatever the game."""

    NO_SUCH_SEAT = "no-such-seat"
    NO_SUCH_OPTION = "no-such-option"
    BAD_OPTION = "bad-option"


Refuse: TypeAlias = Callable[..., NoReturn]
"""Refuses an amendment with a code and facts."""


def wrong(code: str, key: str, *hints: str, **facts: Fact) -> Problem:
    """Return a complaint about an option or the seats; ``key`` is what the operator wrote it under."""
    return Problem(code=code, stage=Stage.ILLEGAL, facts={"key": key, **facts}, hints=hints)


def unknown_seats(seats: Sequence[Seat], known: tuple[Seat, ...]) -> list[Problem]:
    """Complain about seats that a game has not."""
    return [
        wrong(
            OptionFault.NO_SUCH_SEAT,
            "seats",
            *nearest(seat.upper(), [name.upper() for name in known]),
            seat=seat,
            known=known,
        )
        for seat in seats
        if seat not in known
    ]


def faulty_values(options: Mapping[str, Any], kind: type[msgspec.Struct]) -> list[Problem]:
    """Complain about keys and values that a game's options do not take, each tried by itself: all is told at once."""
    known = kind.__struct_fields__
    problems = []
    for key, value in options.items():
        if key not in known:
            problems.append(wrong(OptionFault.NO_SUCH_OPTION, key, *nearest(key, known), known=known))
            continue
        try:
            msgspec.convert({key: value}, kind)
        except msgspec.ValidationError as error:
            problems.append(wrong(OptionFault.BAD_OPTION, key, detail=_detail(error, key)))
    return problems


def _detail(error: msgspec.ValidationError, key: str) -> str:
    """Return what is wrong with a value, without the place in the data where the library found it."""
    return str(error).removesuffix(f" - at `$.{key}`")


def refusal(index: int) -> Refuse:
    """Return what refuses the amendment of an index."""

    def refuse(code: str, **facts: Fact) -> NoReturn:
        raise IllegalAmendment(Problem(code=code, stage=Stage.ILLEGAL, order=index, facts=facts))

    return refuse


def option_key(written: str) -> str:
    """Return the option that is meant, however it was spelled."""
    return written.lower().replace("-", "_")


def with_option(options: Chosen, written: str, value: str, changeable: Sequence[str], refuse: Refuse) -> Chosen:
    """Return the options with one set; its value is read as TOML would, bare words as text."""
    key = option_key(written)
    if key not in changeable:
        refuse(OptionFault.NO_SUCH_OPTION, key=written, known=tuple(changeable))
    try:
        read: Any = msgspec.json.decode(value.lower())
    except msgspec.DecodeError:
        read = value.lower()
    try:
        return msgspec.convert({**msgspec.to_builtins(options), key: read}, type(options))
    except msgspec.ValidationError as error:
        refuse(OptionFault.BAD_OPTION, key=key, detail=_detail(error, key))
