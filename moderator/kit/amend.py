"""What a GM may change in every game: the options; and how an amendment is refused."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, ClassVar, NoReturn, Protocol, TypeVar

import msgspec

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.game import Event, IllegalAmendment
from moderator.core.orders import Order
from moderator.kit.options import OptionFault, detail_of
from moderator.language.grammar.slots import Name, Slot

Chosen = TypeVar("Chosen", bound=msgspec.Struct)


class Refuse(Protocol):
    """Refuses an amendment with a code and facts."""

    def __call__(self, code: StrEnum, **facts: Fact) -> NoReturn:
        """Raise IllegalAmendment."""
        ...


class SetOption(Order, frozen=True, kw_only=True):
    """Set an option that may change in mid-match."""

    syntax: ClassVar[tuple[str, ...]] = ("SET OPTION {key} {value}",)

    key: str
    value: str

    @property
    def option(self) -> str:
        """The option that is meant, however it was spelled."""
        return self.key.lower().replace("-", "_")


class OptionSet(Event, frozen=True, kw_only=True):
    """The GM changed an option in mid-match."""

    key: str
    value: str


def option_slots(changeable: Sequence[str]) -> dict[str, Slot]:
    """Return the slots of ``SetOption``."""
    return {"key": Name("option", changeable[0]), "value": Name("value", "20")}


def refusal(index: int) -> Refuse:
    """Return what refuses the amendment of an index."""

    def refuse(code: StrEnum, **facts: Fact) -> NoReturn:
        raise IllegalAmendment(Problem(code=code, stage=Stage.ILLEGAL, order=index, facts=facts))

    return refuse


def with_option(
    options: Chosen, wish: SetOption, changeable: Sequence[str], refuse: Refuse
) -> tuple[Chosen, OptionSet]:
    """Return the options with one set, and what tells of it; a value is read as TOML would, bare words as text."""
    if wish.option not in changeable:
        refuse(OptionFault.NO_SUCH_OPTION, key=wish.key, known=tuple(changeable))
    written = wish.value.lower()
    try:
        read: Any = msgspec.json.decode(written)
    except msgspec.DecodeError:
        read = written
    try:
        changed = msgspec.convert({**msgspec.to_builtins(options), wish.option: read}, type(options))
    except msgspec.ValidationError as error:
        refuse(OptionFault.BAD_OPTION, key=wish.option, detail=detail_of(error, wish.option))
    return changed, OptionSet(key=wish.option, value=written)
