"""Orders written from their declarations: the other half of reading them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import Generic, NamedTuple

from moderator.core.language import Piece
from moderator.core.orders import O
from moderator.language.grammar.forms import (
    Element,
    Gap,
    Group,
    compile_syntax,
    default_values,
    gap_names,
    gaps_of,
    picture,
    read_whole,
    write,
)
from moderator.language.grammar.slots import JoinedSlot, Slot


class _Way(NamedTuple):
    """One way to write an order: its elements, the fields that they tell of, and those that must have a value."""

    elements: tuple[Element, ...]
    tells: frozenset[str]
    needs: frozenset[str]


class Scribe(Generic[O]):
    """Writes the orders of a language, whose types are ``orders``."""

    def __init__(self, orders: Sequence[type[O]], slots: Mapping[str, Slot]) -> None:
        """Compile the syntax of every order type; raises ValueError for one that is wrong."""
        self.orders = tuple(orders)
        self._syntaxes = {kind: tuple(compile_syntax(syntax, slots) for syntax in kind.syntax) for kind in self.orders}
        self._defaults = {kind: default_values(kind) for kind in self.orders}
        self._ways = {kind: tuple(map(_way, syntaxes)) for kind, syntaxes in self._syntaxes.items()}

    def format(self, order: O) -> str:
        """Write an order canonically, without its label: reading that gives the order again, but for its number."""
        kind = type(order)
        defaults = self._defaults[kind]
        values = {name: getattr(order, name) for name in order.__struct_fields__ if name != "number"}
        needed_fields = {name for name, value in values.items() if name not in defaults or value != defaults[name]}
        ways = self._ways[kind]
        fit = (
            way
            for way in ways
            if needed_fields <= way.tells and all(values[name] not in (None, "") for name in way.needs)
        )
        return write(next(fit, ways[0]).elements, values, defaults)

    def topic(self, order: O) -> tuple[str, object]:
        """Return what an order is about: its verb, and what fills its first gap."""
        verb = self.format(order).split(maxsplit=1)[0]
        name = next(iter(gap_names(self._syntaxes[type(order)][0])), "")
        return verb, getattr(order, name, None)

    def line(self, order: O) -> str:
        """Write an order with its label: ``"1. MOVE TROOPS C3 C4"``."""
        return f"{order.number}. {self.format(order)}" if order.number else self.format(order)

    def pieces(self, kind: type[O]) -> tuple[Piece, ...]:
        """Return the first form of an order in pieces, the words between two gaps as one piece."""
        return tuple(_pieces(self._syntaxes[kind][0]))

    def fill(self, kind: type[O], written: Mapping[str, str]) -> dict[str, object]:
        """Return what fills gaps of the first form of an order, by gap as it is written; without what is no value."""
        gaps = {gap.name: gap for gap in gaps_of(self._syntaxes[kind][0])}
        read = {name: read_whole(gaps[name], text) for name, text in written.items() if name in gaps}
        return {name: value[0] for name, value in read.items() if value is not None}

    def pictures(self) -> tuple[str, ...]:
        """Return every form of every order as help shows it."""
        return tuple(picture(elements) for syntaxes in self._syntaxes.values() for elements in syntaxes)

    def syntax(self) -> dict[type[O], str]:
        """Return the first form of every order by its type, for help: ``"MOVE TROOPS <origin> <goal>"``."""
        return {kind: picture(self._syntaxes[kind][0]) for kind in self.orders}


def _pieces(elements: Sequence[Element]) -> Iterator[Piece]:
    """Give the pieces of a form; no optional part has another within it."""
    parts = count(1)
    flat: list[tuple[int, Element]] = []
    for element in elements:
        inside, part = (element.elements, next(parts)) if isinstance(element, Group) else ((element,), 0)
        flat += [(part, each) for each in inside]
    for (part, is_word), run in groupby(flat, lambda each: (each[0], isinstance(each[1], str))):
        if is_word:
            yield Piece(words=" ".join(str(word) for _, word in run), part=part)
        else:
            yield from (_gap(gap, part) for _, gap in run if isinstance(gap, Gap))


def _gap(gap: Gap, part: int) -> Piece:
    many = gap.listed is not None or (isinstance(gap.slot, JoinedSlot) and gap.slot.many)
    return Piece(gap=gap.name, values=tuple(gap.slot.values()), many=many, part=part)


def _way(elements: tuple[Element, ...]) -> _Way:
    needs = frozenset(element.name for element in elements if isinstance(element, Gap))
    return _Way(elements, frozenset(gap_names(elements)), needs)
