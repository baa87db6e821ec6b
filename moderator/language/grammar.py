"""Orders read and written from one declaration per order type."""

from collections.abc import Mapping, Sequence
from typing import Generic

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.game import O
from moderator.language.slots import Slot

NOISE = frozenset(
    "FROM TO AT IN INTO ON ONTO THE A AN MY OUR OF VIA TOWARDS SQUAD SQUADS UNIT UNITS PLEASE PLS".split()  # noqa: SIM905 - reads as a row
)


class Refusal(Struct, frozen=True):
    """A form that is understood and gets a stated answer: ``code`` names it, ``hints`` are lines with slots."""

    syntax: str
    code: str
    hints: tuple[str, ...] = ()


class Language(Generic[O]):
    """The order language of a game."""

    def __init__(
        self,
        orders: Sequence[type[O]],
        slots: Mapping[str, Slot],
        *,
        synonyms: Mapping[str, str] | None = None,
        noise: frozenset[str] = NOISE,
        refusals: Sequence[Refusal] = (),
        shorthand: Mapping[str, str] | None = None,
        strict: bool = False,
    ) -> None:
        """Compile the declarations of the order types."""
        raise NotImplementedError

    def parse(self, text: str) -> O | Problem:
        """Read one instruction without its label."""
        raise NotImplementedError

    def format(self, order: O) -> str:
        """Write an order canonically, without its label."""
        raise NotImplementedError

    def line(self, order: O) -> str:
        """Write an order with its label: ``"1. MOVE TROOPS C3 C4"``."""
        raise NotImplementedError

    def looks_like(self, text: str) -> bool:
        """Tell whether a line looks like an order, if a failed one, rather than chatter."""
        raise NotImplementedError

    def syntax(self) -> tuple[str, ...]:
        """Return the form of every order, for help."""
        raise NotImplementedError

    def help(self, word: str) -> tuple[str, ...]:
        """Return forms and an example of the orders that begin with a word; empty for an unknown word."""
        raise NotImplementedError
