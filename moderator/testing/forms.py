"""Lines made of the forms of a language: every optional part kept or left out, every gap filled with anything."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import ListSlot

GAP = re.compile(r"<(\w+)>")
_PIECE = re.compile(r"\[|\]|[^\[\]]+")
_LISTED = 3
"""Values of a list at most."""

Values = Mapping[str, Sequence[str]]
"""By slot, what else stands in its gap than the values that it lists."""


def lines_of(language: Language, picture: str, values: Values, dice: Random) -> Iterator[str]:  # type: ignore[type-arg]
    """Give the lines of one form, each way to keep its parts once, with values that dice choose."""
    for words in _kept(_PIECE.findall(picture)):
        form = " ".join(" ".join(words).split())
        yield GAP.sub(lambda found: _value(language, found.group(1), values, dice), form)


def _value(language: Language, name: str, more: Values, dice: Random) -> str:  # type: ignore[type-arg]
    slot = language.gap(name)
    values = more.get(name) or tuple(slot.values()) or (slot.example(), slot.example(1))
    if isinstance(slot, ListSlot):
        return ", ".join(dice.sample(values, min(len(values), dice.randint(1, _LISTED))))
    return dice.choice(values)


def _kept(pieces: list[str]) -> Iterator[list[str]]:
    """Keep the parts in brackets, or leave them out."""
    if "[" not in pieces:
        yield pieces
        return
    begin = pieces.index("[")
    depth, end = 1, begin
    while depth:
        end += 1
        depth += {"[": 1, "]": -1}.get(pieces[end], 0)
    for inner in (pieces[begin + 1 : end], []):
        yield from _kept([*pieces[:begin], *inner, *pieces[end + 1 :]])
