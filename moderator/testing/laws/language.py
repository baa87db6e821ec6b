"""Laws about the language: what is written reads back, and any text is read calmly."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.language import Language
from moderator.core.orders import Order
from moderator.testing.forms import lines_of
from moderator.testing.subjects import GameSubject, TableSubject

_FILLED = 5
"""How often the gaps of each form are filled anew."""
_RUBBISH = 25
"""So many lines are read by each language."""
_NEARLY = ("C4", "4", "-", ";", "\x00", "é", "ORDER", "99999999")
"""What stands in rubbish beside the words of the language."""


def written_orders_read_back(table: TableSubject) -> None:
    """Every order, written in its canonical words, is read as that order."""
    language, orders = table.game.language, set(table.heap)
    table.require(orders, "nobody ordered anything")
    for order in orders:
        text = language.format(order)
        table.same(language.parse(text), replace(order, number=""), f"{text!r} and the order that it was written from")


def polite_words_change_nothing(table: TableSubject) -> None:
    """A polite word after an order changes nothing: forums refuse a post of one short word."""
    language: Language[Any] = table.game.language
    short = (form for form in language.syntax().values() if form.isalpha())
    for text in {*map(language.format, table.heap), *short}:
        for polite in (f"{text} PLEASE", f"{text}, please!"):
            table.same(language.parse(polite), language.parse(text), f"{polite!r} and {text!r}")


def rubbish_is_read_calmly(game: GameSubject) -> None:
    """Any text is an order or a problem, in the players' language and in the GM's."""
    dice = Random(f"rubbish/{game.name}")  # noqa: S311 - the same lines every time
    for language in (game.game.language, game.game.gm):
        words = sorted(set(re.findall(r"\w+", " ".join(language.syntax().values())))) or ["x"]
        for _ in range(_RUBBISH):
            text = _any_text(dice) if dice.randrange(2) else _nearly(words, dice)
            read = language.parse(text)
            game.require(isinstance(read, Order | Problem), f"{text!r} is read as {read!r}")
            game.require(
                isinstance(language.looks_like(text), bool), f"whether {text!r} looks like an order is not told"
            )


def _any_text(dice: Random) -> str:
    """Return characters of all planes, more of the first."""
    ends = (0x80, 0x250, 0x3000, 0xD800, 0x1FAFF)
    return "".join(chr(dice.randrange(dice.choice(ends))) for _ in range(dice.randrange(61))).translate(_NO_SURROGATES)


_NO_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "?")


def _nearly(words: list[str], dice: Random) -> str:
    """Return words of the language and others in any order."""
    return " ".join(dice.choice((*words, *_NEARLY)) for _ in range(dice.randrange(10)))


def forms_read_back(game: GameSubject) -> None:
    """Every form of every order, with each optional part or without it, is read as what it is written from."""
    language: Any = game.game.language
    read = [order for line in _written(game, "forms") if (order := language.read(line).order) is not None]
    unread = {kind.__name__ for kind in language.orders} - {type(order).__name__ for order in read}
    game.require(not unread, f"no form of {', '.join(unread)} can be read")
    for order in read:
        text = language.format(order)
        again = language.read(text)
        game.require(again.problem is None, f"{text!r} is complained of: {again.problem}")
        game.same(again.order, replace(order, number=""), f"{text!r} and the order that it was written from")
        game.same(language.format(again.order), text, "an order that is written a second time")


def odd_lines_read_back(game: GameSubject) -> None:
    """Whatever is read of a line whose words are left out, said twice or moved about reads back as that."""
    language, dice = game.game.language, Random("odd")  # noqa: S311 - as above
    for n, line in enumerate(_written(game, "odd")):
        words = line.lower().split()
        at, other = dice.randrange(len(words)), dice.randrange(len(words) + 1)
        oddities = (words[:at] + words[at + 1 :], [*words[:other], words[at], *words[other:]], sorted(words))
        odd = " ".join(oddities[n % len(oddities)])
        order = language.read(odd, hints=False).order
        if order is not None:
            game.same(language.read(language.format(order)).order, order, f"{odd!r}, written and read")


def _written(game: GameSubject, seed: str) -> Iterator[str]:
    """Give lines of every form of every order, with all kinds of optional parts and values."""
    dice = Random(seed)  # noqa: S311 - as above
    language: Any = game.game.language
    for picture in language.pictures():
        for _ in range(_FILLED):
            yield from lines_of(language, picture, game.testing.gap_values, dice)
