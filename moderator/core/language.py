"""What a language of orders can be asked: the contract between a game's declarations and who reads letters.

``moderator.language`` implements it from one declaration per order type.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Generic, Protocol

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.orders import O


class Reading(Struct, Generic[O], frozen=True):
    """What a line was read as: an order (perhaps with a warning in ``problem``), or None and the problem."""

    order: O | None
    problem: Problem | None = None


class Piece(Struct, frozen=True):
    """A piece of an order's form, to compose orders by choosing: words as they are written, or a gap.

    ``values`` is everything that may fill the gap, as it is written; empty where that cannot be listed. ``many`` tells
    that several values may follow each other, with commas. Pieces of one optional part share their ``part``, a number
    from 1 on; 0 for what must be there.
    """

    words: str = ""
    gap: str = ""
    values: tuple[str, ...] = ()
    many: bool = False
    part: int = 0


class Language(Protocol[O]):
    """How orders of type O are read from lines and written as lines; immutable, and the same in every process."""

    @property
    def orders(self) -> Sequence[type[O]]:
        """The types of orders that it reads."""
        ...

    @property
    def faults(self) -> frozenset[str]:
        """Every code that a line can be complained of with."""
        ...

    def parse(self, text: str) -> O | Problem:
        """Return the order of a line without its label, or why it is none; a typo is not passed over."""
        ...

    def read(self, text: str, *, hints: bool = True) -> Reading[O]:
        """Return the order of a line without its label, with the warning about it or the typo in it if there is one."""
        ...

    def keeps(self, text: str, hints: Sequence[str]) -> bool:
        """Tell whether lines, sent together, leave no place, number, name or condition of another out."""
        ...

    def attempt(self, text: str) -> O | None:
        """Return the order of a line if it surely is one; the quick way for lines that mostly are not."""
        ...

    def translate(self, text: str) -> O | None:
        """Return the order that a line in words of other languages says; to be offered, never taken."""
        ...

    def with_unsaid(self, text: str) -> O | None:
        """Return the order of a line with a verb that may go unsaid; to be offered, never taken."""
        ...

    def orders_listed(self, text: str) -> tuple[str, ...]:
        """Return the orders that a line lists without their verb, or with it said once; to be offered, never taken."""
        ...

    def fill_gap(self, text: str) -> Iterator[tuple[str, O]]:
        """Give the orders that a line with one open gap (``ATTACK <place>``) could be, each behind what fills it."""
        ...

    def under_number(self, text: str) -> str:
        """Return the line that is meant by one that stands under a number, where that makes a difference."""
        ...

    def times(self, text: str) -> int:
        """Return how often something is to be done by words after it ("x2"), 0 if they say something else."""
        ...

    def begins(self, text: str) -> bool:
        """Tell whether a line begins with a verb or shorthand, whatever follows."""
        ...

    def nearly_begins(self, text: str) -> bool:
        """Tell whether a line begins with a verb but for one typo."""
        ...

    def continues(self, text: str) -> bool:
        """Tell whether a line begins with a word that stands inside orders but begins none."""
        ...

    def looks_like(self, text: str) -> bool:
        """Tell whether a line looks like an order, if a failed one, rather than chatter."""
        ...

    def speaks(self, text: str) -> bool:
        """Tell whether a line is surely about orders: it names a place, or has no word that orders lack."""
        ...

    def mentions(self, text: str) -> bool:
        """Tell whether a line of prose may have been meant: to be set aside visibly."""
        ...

    def concerns(self, text: str) -> bool:
        """Tell whether a line, prose or not, is about the game: it names a place, or two things that orders have."""
        ...

    def is_strange(self, text: str, begin: int = 0) -> bool:
        """Tell whether no word of a line from one on is of orders, not even with a typo."""
        ...

    def __hash__(self) -> int:
        """Tell one language from another: what takes long to work out is kept by it."""
        ...

    def acts(self, word: str, *, loosely: bool = True) -> bool:
        """Tell whether a word (upper case) is a verb of the orders, or ``loosely`` one that people say for it."""
        ...

    def names(self) -> Collection[str]:
        """Return what the things are called that orders are about: the names in their gaps, and units."""
        ...

    def is_place(self, words: Sequence[str], at: int) -> bool:
        """Tell whether a word is a place of letters and digits that the board has."""
        ...

    def verb_in(self, text: str) -> str:
        """Return the first verb that a line names, whatever it says of it; empty for none."""
        ...

    def alike(self, word: str) -> tuple[str, ...]:
        """Return the words that a word may be a typo of, or says in another language; verbs go first."""
        ...

    @property
    def tongues(self) -> Sequence[str]:
        """The other languages that it reads and can write in, such as ``"de"``."""
        ...

    def spoken(self, tongue: str) -> "Language[O]":
        """Return the same language, but one that writes in another tongue (``"de"``); itself if it lacks that.

        It reads the same lines. What is stored and compared is always in English.
        """
        ...

    def say(self, text: str) -> str:
        """Return a line of ours, whole or with gaps, in the language to write in; in English it stays as it is.

        It goes word by word, so keep text of other people away from it.
        """
        ...

    def format(self, order: O) -> str:
        """Return an order in its canonical form, without its label: reading that gives the order again."""
        ...

    def line(self, order: O) -> str:
        """Return an order as a line of an order set, with its label: ``"1. MOVE TROOPS C3 C4"``."""
        ...

    def topic(self, order: O) -> tuple[str, object]:
        """Return what an order is about: its verb, and what fills its first gap."""
        ...

    def syntax(self) -> dict[type[O], str]:
        """Return the first form of every order by its type, as help shows it: ``"MOVE TROOPS <origin> <goal>"``."""
        ...

    def pieces(self, kind: type[O]) -> tuple[Piece, ...]:
        """Return the first form of an order in pieces; filled from left to right they are a line of that order."""
        ...

    def fill(self, kind: type[O], written: Mapping[str, str]) -> dict[str, object]:
        """Return what fills gaps of the first form of an order, by gap as it is written; without what is no value."""
        ...

    def pictures(self) -> tuple[str, ...]:
        """Return every form of every order as help shows it."""
        ...

    def help(self, word: str) -> dict[type[O], tuple[str, ...]]:
        """Return the forms of the orders that a word begins or belongs to, by type, each with an example below it."""
        ...
