"""A small war on a grid: the language that these tests speak."""

from enum import StrEnum
from typing import ClassVar, TypeAlias

from moderator.core.orders import Order
from moderator.kit.boards.grid import GridPlace
from moderator.language.grammar.language import Language
from moderator.language.grammar.sayings import Saying
from moderator.language.grammar.slots import Choice, Number
from moderator.language.grammar.vocabulary import Refusal
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood


class ToyFault(StrEnum):
    """A code of the toy's own."""

    ONE_SQUAD_PER_ORDER = "one-squad-per-order"


class MoveTroops(Order, frozen=True, kw_only=True):
    """Move on foot."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE TROOPS {origin} {goal}",)

    origin: str
    goal: str


class MoveSpeeders(Order, frozen=True, kw_only=True):
    """Move fast."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE SPEEDERS {origin} {goal}",)

    origin: str
    goal: str


class MoveTransport(Order, frozen=True, kw_only=True):
    """Move with passengers."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE TRANSPORT {origin} {goal} [WITH {troops} TROOPS]",)

    origin: str
    goal: str
    troops: int = 0


class Build(Order, frozen=True, kw_only=True):
    """Build something."""

    syntax: ClassVar[tuple[str, ...]] = ("BUILD {unit} {place}",)

    unit: str
    place: str


class Attack(Order, frozen=True, kw_only=True):
    """Attack a place."""

    syntax: ClassVar[tuple[str, ...]] = ("ATTACK {place}",)

    place: str


class Pass(Order, frozen=True, kw_only=True):
    """Do nothing."""

    syntax: ClassVar[tuple[str, ...]] = ("PASS",)


class Hold(Order, frozen=True, kw_only=True):
    """Stay, everywhere or at a place, perhaps in fear."""

    syntax: ClassVar[tuple[str, ...]] = ("HOLD", "HOLD AT {place} [AGAINST {seat}]")

    place: str = ""
    seat: str = ""


ToyOrder: TypeAlias = MoveTroops | MoveSpeeders | MoveTransport | Build | Attack | Pass | Hold

_PLACE = GridPlace()

TOY: Language[ToyOrder] = Language(
    (MoveTroops, MoveSpeeders, MoveTransport, Build, Attack, Pass, Hold),
    {
        "origin": _PLACE,
        "goal": _PLACE,
        "place": _PLACE,
        "troops": Number(0, 4),
        "count": Number(2, 80),
        "unit": Choice(("TROOPS", "SPEEDERS", "TRANSPORT"), {"TROOP": "TROOPS"}, noun="unit"),
        "seat": Choice(("Red", "Blue", "Galactic Empire"), {"Empire": "Galactic Empire"}, noun="seat"),
    },
    synonyms={"TROOP": "TROOPS", "SPEEDER": "SPEEDERS", "GO": "MOVE"},
    refusals=(
        Refusal(
            "MOVE {count} TROOPS {origin} {goal}",
            ToyFault.ONE_SQUAD_PER_ORDER,
            ("MOVE TROOPS {origin} {goal}", "MOVE TRANSPORT {origin} {goal} WITH {count} TROOPS"),
        ),
    ),
    sayings=(
        Saying("GARRISON {place}", ("BUILD TROOPS {place}",), also=("{place} NEEDS TROOPS",)),
        Saying("{place} AND {goal} NEED TROOPS", ("BUILD TROOPS {place}", "BUILD TROOPS {goal}"), together=True),
    ),
    sayable={"WANTS": "NEEDS"},
    shorthand={
        "MT": "MOVE TROOPS",
        "MS": "MOVE SPEEDERS",
        "MX": "MOVE TRANSPORT",
        "A": "ATTACK",
        "BT": "BUILD TROOPS",
    },
)


def lines(text: str) -> tuple[TextLine, ...]:
    """Give the lines of a letter their numbers."""
    return tuple(TextLine(number, line) for number, line in enumerate(text.split("\n"), 1))


def read_letter(text: str, *sent: str) -> Understood[ToyOrder]:
    """Understand a letter in the toy language."""
    return understand(lines(text), TOY, sent=sent)


def orders_of(understood: Understood[ToyOrder]) -> list[str]:
    """Return the orders of a letter in canonical words."""
    return [TOY.format(entry.order) for entry in understood.entries]
