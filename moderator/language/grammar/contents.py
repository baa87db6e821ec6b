"""What a line says that a suggestion must not leave out, and the law on the suggestions made for it."""

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.orders import O
from moderator.language.faults import LanguageFault
from moderator.language.grammar import suggestion_rules
from moderator.language.grammar.lexicon import AFTER, ENGLISH, EVERY, FILLER, GREETING, NOISE, PROSE
from moderator.language.grammar.slots import CommonNames, ListSlot, Number, Slot
from moderator.language.grammar.suggest import typos
from moderator.language.grammar.suggestion_rules import Content, Meanings
from moderator.language.grammar.vocabulary import Vocabulary
from moderator.language.grammar.words import Line, has_blank

_NAME = 4
"""Words of a name, at most."""
_TALK = AFTER | EVERY | FILLER | GREETING | NOISE | PROSE
_BLANK = re.compile(r"<[^<>]*>")
_ROW = 3
"""Letters that a word has fewer of if it is the row of a place."""
_REMEMBERED = 1_000
"""Lines whose contents are kept, and words whose meanings are, at most."""
_KNOWN_AGAIN = 5
"""Letters of a name that is known with a typo in it."""


class Contents(Vocabulary[O]):
    """Knows the places, numbers, names and conditions of lines."""

    @abstractmethod
    def sayable(self, line: Line) -> frozenset[str]:
        """Return the orders that a line says in other words, which the game declares to say the same."""

    @abstractmethod
    def _with_counts_first(self, line: Line) -> Line:
        """Return a line with its numbers before their units."""

    def keeps(self, text: str, hints: Sequence[str]) -> bool:
        """Tell whether lines, sent together, leave no place, number, name or condition of another out."""
        return self._law_of(text)(hints)

    def lawful(self, text: str, problem: Problem) -> Problem:
        """Return a problem of a line with those suggestions that leave nothing out of it."""
        if not problem.hints:
            return problem
        keeps = self._law_of(text)
        if problem.together:
            # a refusal states its gaps; those of a line that was cut into pieces are a guess
            guessed = problem.code == LanguageFault.SEVERAL_ORDERS and any(map(has_blank, problem.hints))
            return problem if not guessed and keeps(problem.hints) else replace(problem, hints=(), together=False)
        return replace(problem, hints=tuple(hint for hint in problem.hints if keeps((hint,))))

    def _law_of(self, text: str) -> Callable[[Sequence[str]], bool]:
        """Return a function that tells whether lines, sent together, leave nothing out of a line."""

        def keeps(hints: Sequence[str]) -> bool:
            original = self._content_of(text[self._content_start(self._line(text)) :])
            offered = [self._content_of(hint) for hint in hints]
            return suggestion_rules.keeps(original, offered) or self.sayable(self._line(text)).issuperset(hints)

        return keeps

    def _content_start(self, line: Line) -> int:
        """Return where a line begins after a number right before its verb, which is the order's own without a mark."""
        is_numbered = len(line.words) > 1 and line.words[0].isdecimal()
        return line.start(1) if is_numbered and self._lexicon.canon.get(line.words[1]) in self._lexicon.verbs else 0

    def _content_of(self, text: str) -> Content:
        """Return what a line says, from a cache: the same lines and suggestions are asked for often."""
        cached = self._contents.get(text)
        if cached is None:
            if len(self._contents) >= _REMEMBERED:
                self._contents.clear()
            cached = self._contents[text] = self._content(text)
        return cached

    @cached_property
    def _contents(self) -> dict[str, Content]:
        return {}

    def _content(self, text: str) -> Content:
        """Return what a line says."""
        line = self._with_counts_first(self._line(text))
        words = [word.removesuffix("'S") for word in line.words]
        canon = [self._lexicon.canon.get(word, word) for word in words]
        lists = bool(words) and canon[0] in self._listing
        names, figures = self._named_in(words)
        return Content(
            names=names,
            figures=figures,
            spelt=suggestion_rules.numbers_in(words),
            units=self._unit_words.intersection(canon) - self._name_words,
            bound=suggestion_rules.bound_by(words) | ({"or"} if lists else set()),
            negated=suggestion_rules.is_negated(text),
            letters=frozenset(word for word in words if word.isalpha() and len(word) < _ROW),
            pool=frozenset(meaning for at in range(len(words)) for meaning in self._meanings_at(words, at)[1]),
            digits=tuple(word for word in words if any(map(str.isdigit, word))),
            gaps=len(_BLANK.findall(text)),
        )

    def _named_in(self, words: Sequence[str]) -> tuple[tuple[Meanings, ...], tuple[str, ...]]:
        """Return what each place and name among some words may mean, and the other words with digits."""
        names, figures = list[Meanings](), list[str]()
        at = 0
        while at < len(words):
            length, meanings = self._name_at(words, at)
            if meanings:
                names.append(meanings)
            elif any(map(str.isdigit, words[at])):
                figures.append(words[at])
            at += length
        return tuple(names), tuple(figures)

    def _name_at(self, words: Sequence[str], at: int) -> tuple[int, Meanings]:
        """Return how many words from one on are a name or a place, perhaps with a typo, and what it may mean."""
        length, meanings = self._meanings_at(words, at, names=True)
        if meanings and (length > 1 or self._may_name(words, at)) and not words[at].isdecimal():
            return length, meanings
        return self._misspelt_name_at(words, at) if self._may_name(words, at) else (1, frozenset())

    def _may_name(self, words: Sequence[str], at: int) -> bool:
        """Tell whether a word may begin a name: it is no number, none of talk, and no verb."""
        word = words[at]
        if len(word) == 1:
            return word.isalpha() and at + 1 < len(words) and words[at + 1].isdecimal()
        if any(map(str.isdigit, word)):
            return not word.isdecimal()
        if (
            word in _TALK
            or suggestion_rules.numbers_in((word,))
            or self._lexicon.canon.get(word) in self._lexicon.verbs
        ):
            return False
        return word not in ENGLISH or word in self._name_words

    def _meanings_at(self, words: Sequence[str], at: int, *, names: bool = False) -> tuple[int, Meanings]:
        """Return how many words from one on fill a gap, and with what; with ``names`` only where one that names may."""
        found = self._filled_by(tuple(words[at : at + _NAME]))
        if not found:
            return 1, frozenset()
        if names and words[at] not in self._name_words:  # the beginning of a name may be another word ("fight")
            found = tuple((slot, got) for slot, got in found if not isinstance(slot, CommonNames) or not slot.common)
        if names and all(slot.noun == "choice" for slot, _ in found):
            return 1, frozenset()
        length = max((got[1] for _, got in found), default=1)
        return length, frozenset(str(got[0]).casefold() for _, got in found if got[1] == length or not names)

    def _filled_by(self, words: tuple[str, ...]) -> tuple[tuple[Slot, tuple[object, int]], ...]:
        """Return which gaps some words fill, and with what, from a cache."""
        cached = self._fillings.get(words)
        if cached is None:
            if len(self._fillings) >= _REMEMBERED:
                self._fillings.clear()
            cached = self._fillings[words] = tuple(
                (slot, got) for slot in self._value_slots if (got := slot.read(words))
            )
        return cached

    @cached_property
    def _fillings(self) -> dict[tuple[str, ...], tuple[tuple[Slot, tuple[object, int]], ...]]:
        return {}

    def _misspelt_name_at(self, words: Sequence[str], at: int) -> tuple[int, Meanings]:
        """Return what a word, perhaps with those after it, would mean without a typo in it."""
        word = words[at]
        if len(word) < _KNOWN_AGAIN or not word.isalpha() or word in self._lexicon.canon or word in ENGLISH:
            return 1, frozenset()
        sizes = (len(word) - 1, len(word), len(word) + 1)
        near = (name for size in sizes for name in self._names_by_size.get(size, ()) if typos(word, name) == 1)
        found = [self._meanings_at([name, *words[at + 1 : at + _NAME]], 0, names=True) for name in near]
        length = max((count for count, meanings in found if meanings), default=1)
        return length, frozenset(meaning for count, meanings in found if count == length for meaning in meanings)

    def _places(self, words: Sequence[str]) -> set[object]:
        """Return the places that words name in full."""
        indices = [at for at in range(len(words)) if words[at] not in PROSE]
        return {got[0] for at in indices for slot in self._place_slots if (got := slot.read(words[at : at + _NAME]))}

    def _place_at(self, words: Sequence[str]) -> int:
        """Return how many words the place has that words begin with, 0 for none."""
        return next((got[1] for slot in self._place_slots if words and (got := slot.read(words[:_NAME]))), 0)

    @cached_property
    def _place_slots(self) -> tuple[Slot, ...]:
        """The gaps that a place fills."""
        return tuple(slot for slot in self._slots if slot.noun == "place" and not isinstance(slot, ListSlot))

    @cached_property
    def _value_slots(self) -> tuple[Slot, ...]:
        """The gaps of one value that is no mere number, those that lists are made of among them."""
        single = (getattr(slot, "one", slot) for slot in self._slots)
        return tuple(slot for slot in dict.fromkeys(single) if not isinstance(slot, Number | ListSlot))

    @cached_property
    def _name_words(self) -> frozenset[str]:
        """The words of all names that gaps know."""
        values = (value for slot in self._value_slots if slot.noun != "choice" for value in slot.values())
        return frozenset(word for value in values for word in Line(str(value)).words)

    @cached_property
    def _names_by_size(self) -> dict[int, tuple[str, ...]]:
        """The words of names by how many letters they have."""
        sizes = {len(word) for word in self._name_words}
        return {size: tuple(word for word in self._name_words if len(word) == size) for size in sizes}

    @cached_property
    def _unit_words(self) -> frozenset[str]:
        """The words of the syntax that are counted, as it has them."""
        return frozenset(word for forms in self._forms.values() for form in forms for word in form.counted)

    @cached_property
    def _listing(self) -> frozenset[str]:
        """The verbs of orders that list one thing or else another."""
        return frozenset(form.verb for form in self._plain if form.lists)
