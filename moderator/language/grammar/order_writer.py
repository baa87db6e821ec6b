"""Orders written from their declarations: the other half of reading them."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import count, groupby
from typing import Generic, NamedTuple, Self

from msgspec.structs import replace

from moderator.core.language import Piece
from moderator.core.orders import O, Order
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
from moderator.language.grammar.words import Line
from moderator.language.tongues.tongue import Tongue, glossary_of


class _Way(NamedTuple):
    """One way to write an order: its elements, the fields that they tell of, and those that must have a value."""

    elements: tuple[Element, ...]
    tells: frozenset[str]
    needs: frozenset[str]


class Scribe(Generic[O]):
    """Writes the orders of a language, whose types are ``orders``: in English, or in another language."""

    def __init__(
        self, orders: Sequence[type[O]], slots: Mapping[str, Slot], tongues: Mapping[str, Tongue] | None = None
    ) -> None:
        """Compile the syntax of every order type; raises ValueError for one that is wrong."""
        self.orders = tuple(orders)
        self._syntaxes = {kind: tuple(compile_syntax(syntax, slots) for syntax in kind.syntax) for kind in self.orders}
        self._defaults = {kind: default_values(kind) for kind in self.orders}
        self._ways = {kind: tuple(map(_way, syntaxes)) for kind, syntaxes in self._syntaxes.items()}
        self._tongue: Tongue | None = None
        self._tongues = dict(tongues or {})
        self._glossary = glossary_of(self._tongues)
        self._spoken: dict[str, Self] = {}

    @property
    def tongues(self) -> tuple[str, ...]:
        """The other languages that it reads and can write in."""
        return tuple(self._tongues)

    def spoken(self, tongue: str) -> Self:
        """Return the same language, but one that writes in another tongue (``"de"``); itself if it lacks that.

        It reads the same lines. What is stored and compared is always in English.
        """
        if tongue in self._tongues and tongue not in self._spoken:
            twin = copy(self)
            twin._tongue = self._tongues[tongue]  # noqa: SLF001 - its own
            self._spoken[tongue] = twin
        return self._spoken.get(tongue, self)

    def say(self, text: str) -> str:
        """Return a line of ours, whole or with gaps, in the language to write in; in English it stays as it is.

        It goes word by word, so keep text of other people away from it.
        """
        return text if self._tongue is None else self._tongue.say(text)

    def _line(self, text: str) -> Line:
        """Return a line with the words of other languages in English."""
        return Line(text, self._glossary)

    def format(self, order: O) -> str:
        """Write an order canonically, without its label: reading that gives the order again, but for its number."""
        values = _values(order)
        return write(self._way_for(order, values).elements, values, self._defaults[type(order)], self.say)

    def _way_for(self, order: O, values: Mapping[str, object]) -> _Way:
        """Return the first way to write an order that tells of everything in it."""
        defaults, ways = self._defaults[type(order)], self._ways[type(order)]
        needed_fields = {name for name, value in values.items() if name not in defaults or value != defaults[name]}
        fit = (
            way
            for way in ways
            if needed_fields <= way.tells and all(values[name] not in (None, "") for name in way.needs)
        )
        return next(fit, ways[0])

    def topic(self, order: O) -> tuple[str, object]:
        """Return what an order is about: its verb, and what fills its first gap."""
        verb = str(self._way_for(order, _values(order)).elements[0])
        name = next(iter(gap_names(self._syntaxes[type(order)][0])), "")
        return verb, getattr(order, name, None)

    def line(self, order: O) -> str:
        """Write an order with its label: ``"1. MOVE TROOPS C3 C4"``."""
        return f"{order.number}. {self.format(order)}" if order.number else self.format(order)

    def pieces(self, kind: type[O]) -> tuple[Piece, ...]:
        """Return the first form of an order in pieces, the words between two gaps as one piece."""
        return tuple(
            replace(piece, words=self.say(piece.words), values=tuple(map(self.say, piece.values)))
            for piece in _pieces(self._syntaxes[kind][0])
        )

    def fill(self, kind: type[O], written: Mapping[str, str]) -> dict[str, object]:
        """Return what fills gaps of the first form of an order, by gap as it is written; without what is no value."""
        gaps = {gap.name: gap for gap in gaps_of(self._syntaxes[kind][0])}
        glossary = self._glossary._replace(marks=frozenset(self._glossary.meanings))  # one word shows no language
        read = {name: read_whole(gaps[name], text, glossary) for name, text in written.items() if name in gaps}
        return {name: value[0] for name, value in read.items() if value is not None}

    def pictures(self) -> tuple[str, ...]:
        """Return every form of every order as help shows it."""
        return tuple(self.say(picture(elements)) for syntaxes in self._syntaxes.values() for elements in syntaxes)

    def syntax(self) -> dict[type[O], str]:
        """Return the first form of every order by its type, for help: ``"MOVE TROOPS <origin> <goal>"``."""
        return {kind: self.say(picture(self._syntaxes[kind][0])) for kind in self.orders}


def _values(order: Order) -> dict[str, object]:
    """Return the fields of an order but for its number."""
    return {name: getattr(order, name) for name in order.__struct_fields__ if name != "number"}


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
