"""What a line that is no order may have meant: whole orders out of its words. Offered, never taken.

``repair`` mends single forms; here lines are cut into several, their verb is put in, or the place in its order.
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from moderator.core.language import Reading
from moderator.core.orders import O
from moderator.language.grammar.contents import Contents
from moderator.language.grammar.forms import Failure, Form, Gap, Tokens, write
from moderator.language.grammar.lexicon import ENGLISH, EVERY, PROSE, WISHES
from moderator.language.grammar.repair import mend
from moderator.language.grammar.slots import Slot
from moderator.language.grammar.splitting import cut, with_place
from moderator.language.grammar.suggest import nearest, typos
from moderator.language.grammar.words import Line, has_blank

_GAP = re.compile(r"<(\w+)>")
_TIMES = re.compile(r"(?:[x*\u00d7]\s?(?P<after>[2-9])|(?P<before>[2-9])\s?(?:[x*\u00d7]|times)|twice)", re.IGNORECASE)
_AND = re.compile(r"\s*[,;&+]\s*(?:(?:and|then|und|dann)\b)?|\b(?:and|then|und|dann)\b", re.IGNORECASE)
_SEVERAL = 2
_NAME = 4
"""Words of a name, at most."""
_KNOWN_AGAIN = 5
"""Letters of a word of another language that is known with a typo in it."""


class _Answer(NamedTuple):
    """The orders that a line says in other words: one of them, or all together."""

    hints: tuple[str, ...]
    together: bool


class Suggestions(Contents[O]):
    """Finds orders that a line may have meant; how a line is read comes from its subclass ``Parser``."""

    @abstractmethod
    def read(self, text: str, *, hints: bool = True) -> Reading[O]:
        """Read one instruction."""

    @abstractmethod
    def attempt(self, text: str) -> O | None:
        """Read one instruction if it is one."""

    @abstractmethod
    def _plain_order(self, text: str) -> O | None:
        """Return the order that a line is without any doubt."""

    def _without_losses(self, line: Line, hints: Sequence[str]) -> tuple[str, ...]:
        """Return the suggestions that leave nothing out of a line."""
        keeps = self._law_of(line.raw)
        return tuple(hint for hint in hints if keeps((hint,)) and self._says_all(line.words, hint))

    def _nearly_filled(self, failure: Failure, tokens: Tokens) -> tuple[str, ...]:
        """Return the orders that result if a gap is filled with similar values.

        That is one at the end of a command ("MAP POSTR"), one for a name of several words, or a list with a word in it
        that is no value.
        """
        (at, expected), words = failure, tokens.words
        if not isinstance(expected, Gap) or at >= len(words):
            return ()
        count, near = self._nearly(expected.slot, tokens, at)
        if expected.listed is None and count == 1 and not (self._strict and at == len(words) - 1):
            return ()
        orders = (self.attempt(" ".join((*words[:at], value, *words[at + count :]))) for value in near)
        return tuple(self.format(order) for order in orders if order is not None)

    @staticmethod
    def _nearly(slot: Slot, tokens: Tokens, at: int) -> tuple[int, Sequence[str]]:
        """Return how many words from one on are nearly a name, and which: "TURN PROT" is one of two words."""
        words, line = tokens.words, tokens.line
        if len(words[at]) == 1:
            return 1, slot.near(words[at])
        parted = (end for end in range(at + 1, len(words)) if "," in line.gap(tokens.origin(end)))
        for end in range(min(at + _NAME, next(parted, len(words))), at + 1, -1):
            if near := slot.near(" ".join(words[at:end])):
                return end - at, near
        return 1, slot.near(words[at])

    def _orders_in_other_words(self, line: Line) -> "_Answer | None":
        """Return the orders that a line says in words that are not theirs, None if it does not."""
        return self._said_as_a_whole(line) or self._said_in_pieces(line)

    def _said_as_a_whole(self, line: Line) -> "_Answer | None":
        """Return what a line says as a whole."""
        for meaning in self._sayings.meanings(line, self._noise):
            orders = [self.attempt(write(elements, meaning.values, {})) for elements in meaning.lines]
            hints = tuple(dict.fromkeys(self.format(order) for order in orders if order is not None))
            if hints and (None not in orders or not meaning.together):
                return _Answer(hints, meaning.together and len(hints) > 1)
        plain = self._sayings.plainly(line.words)
        order = self._plain_order(plain) if plain != " ".join(line.words) else None
        hint = "" if order is None else self.format(order)
        return _Answer((hint,), together=False) if " " in hint else None  # "I pass" is also said in talk

    def _said_in_pieces(self, line: Line) -> "_Answer | None":
        """Return what a line says piece by piece, each perhaps with the first word of the first piece."""
        pieces = [piece for piece in map(self._line, _AND.split(line.raw)) if piece.words] if self._sayings else []
        if len(pieces) < _SEVERAL:
            return None
        hints: list[str] = []
        verb, first = self._verb_of(pieces[0]), pieces[0].words[0]
        heads = [verb] + [first] * (not self._is_named_by([first]))
        for at, piece in enumerate(pieces):
            texts = (f"{head} {piece.raw}" for head in heads) if at else (piece.raw,)
            answer = next(filter(None, (self._said_as_a_whole(self._line(text)) for text in texts)), None)
            if answer is None or len(answer.hints) > 1:
                return None
            hints += answer.hints
        return _Answer(tuple(hints), together=True)

    def sayable(self, line: Line) -> frozenset[str]:
        """Return the orders that a line says in other words."""
        answer = self._orders_in_other_words(self._with_counts_first(line))
        return frozenset() if answer is None else frozenset(answer.hints)

    def _with_subject(self, line: Line) -> O | None:
        """Return the order of a line that first names who does it ("crew 6 boards Zard"), or that wishes it."""
        if not any(self._may_be_verb(word) for word in line.words):
            return None
        words = self._english(self._without_passive([word for word in line.words if word not in WISHES]))
        verb = next((at for at, word in enumerate(words) if self._lexicon.canon.get(word) in self._lexicon.verbs), 0)
        before, after = words[:verb], words[verb + 1 :]
        wished = len(words) < len(line.words)
        if not (before or wished) or not after or not self._is_named_by(before):
            return None
        lines = ((*before, *after), (*after, "WITH", *before), (*after, *before))
        orders = (self._plain_order(" ".join((words[verb], *rest))) for rest in lines)
        return next(
            (order for order in orders if order is not None and self._without_losses(line, (self.format(order),))), None
        )

    def _may_be_verb(self, word: str) -> bool:
        """Tell whether a word begins orders, or means one that does."""
        loosely = word == "BE" or word in self._loose or word in self._foreign
        return loosely or self._lexicon.canon.get(word) in self._lexicon.verbs

    def _without_passive(self, words: Sequence[str]) -> list[str]:
        """Return words with a passive turned into its verb ("be moved" → "move")."""
        if "BE" not in words:
            return [*words]
        canon = self._lexicon.canon
        stems = {
            word: stem for word in words for stem in (word.removesuffix("D"), word.removesuffix("ED")) if stem in canon
        }
        return [stems.get(word, word) for word in words if word != "BE"]

    def _is_named_by(self, words: Sequence[str]) -> bool:
        """Tell whether words are nothing but names and numbers, and what joins them."""
        at = 0
        while at < len(words):
            read = (got[1] for slot in self._slots if (got := slot.read(words[at : at + _NAME])))
            is_known = words[at] in self._noise or words[at] in EVERY or words[at] in self._lexicon.canon
            step = max(read, default=int(is_known))
            if not step:
                return False
            at += step
        return True

    def translate(self, text: str) -> O | None:
        """Return the order that a line of other languages' words says; to be offered, never taken."""
        words = self._line(text).words
        return None if self._foreign_verb(words) is None else self.attempt(" ".join(self._english(words)))

    def with_unsaid(self, text: str) -> O | None:
        """Return the order that a line would be with a verb that may go unsaid; to be offered, never taken."""
        return next(filter(None, (self.attempt(f"{verb} {text}") for verb in self._unsaid)), None)

    def fill_gap(self, text: str) -> Iterator[tuple[str, O]]:
        """Yield the orders that a line with one open gap (``ATTACK <place>``) could be, each behind what fills it."""
        gaps = _GAP.findall(text)
        slot = self._gaps.get(self._gap_names.get(gaps[0], gaps[0])) if len(gaps) == 1 else None
        for value in map(self.say, slot.values() if slot is not None else ()):
            order = self.attempt(_GAP.sub(value, text))
            if order is not None:
                yield value, order

    def _several(self, line: Line) -> tuple[str, ...]:
        """Return the orders that a line is made of, each as far as it can be read; "there" is the place before."""
        starts = self._starts(line)
        if len(starts) < _SEVERAL:
            return ()
        out: dict[str, None] = {}
        place = ""
        for label, text in cut(line, starts, self._noise):
            piece = self._line(with_place(text, place))
            order = self.attempt(piece.raw)
            orders = (self.format(order),) if order is not None else self._repairs(piece.words)[:1]
            if not orders:
                return ()
            out[label + orders[0]] = None
            named = [at for at in range(len(piece.words)) if self._tells(piece.words, at)]
            place = piece.fragment(named[-1], named[-1] + 1) if named else place
        return tuple(out)

    @staticmethod
    def times(text: str) -> int:
        """Return how often something is to be done by words after it ("x2"), 0 if they say something else."""
        line = Line(text)
        match = _TIMES.fullmatch(line.fragment(0, len(line.words)))
        return int(match["before"] or match["after"] or 2) if match else 0

    def orders_listed(self, text: str) -> tuple[str, ...]:
        """Return the orders that a line lists without their verb, or with it said once; to be offered, never taken."""
        return self._orders_in_list(self._line(text))

    def _orders_in_list(self, line: Line) -> tuple[str, ...]:
        """Return the orders of a line whose verb is said once, or never ("Move 5 to N3, 6 to H11")."""
        pieces = [piece for piece in map(self._line, _AND.split(line.raw)) if piece.words]
        out: dict[str, None] = {}
        for piece in pieces:
            if sum(self._tells(piece.words, at) for at in range(len(piece.words))) < _SEVERAL:
                return ()
            heads = [*(" ".join(pieces[0].words[:count]) for count in range(3)), *self._unsaid]
            order = next(filter(None, (self.attempt(f"{head} {piece.raw}") for head in heads)), None)
            answer = self._orders_in_other_words(
                self._line(f"{self._verb_of(pieces[0])} {piece.raw}")
            ) or self._orders_in_other_words(piece)
            repaired = (
                (self.format(order),) if order is not None else answer.hints if answer else self._repairs(piece.words)
            )
            if len(repaired) != 1 or has_blank(repaired[0]):
                return ()
            out[repaired[0]] = None
        return tuple(out) if len(out) > 1 else ()

    def _verb_of(self, line: Line) -> str:
        """Return the verb of a line, wherever it stands, empty for none."""
        canonical = (self._lexicon.canon.get(word, "") for word in self._sayings.plainly(line.words).split())
        return next((word for word in canonical if word in self._lexicon.verbs), "")

    def _starts(self, line: Line) -> list[int]:
        """Return at which words of a line an order begins: every verb, and a shorthand if that makes one."""
        words, canon = line.words, self._lexicon.canon
        may = [at for at, word in enumerate(words) if canon.get(word) in self._lexicon.verbs or word in self._shorthand]
        ends = (*may, len(words))[1:]
        return [
            at
            for at, end in zip(may, ends, strict=True)
            if not self._is_named(words, at)
            and (words[at] not in self._shorthand or self._is_short_order(line, at, end))
        ]

    def _is_named(self, words: Sequence[str], at: int) -> bool:
        """Tell whether a word within a line is one of a name: "MOVE 3 H7 with Gunship, Attack Scout"."""
        for begin in range(max(at - 1, 1), at + 1):
            ends = (begin + got[1] for slot in self._slots if (got := slot.read(words[begin:])))
            if any(end > max(at, begin + 1) and "".join(words[begin:end]).isalpha() for end in ends):
                return len(words[at]) > 1
        return False

    def _is_short_order(self, line: Line, at: int, end: int) -> bool:
        """Tell a shorthand from the article or the initial that is written like it."""
        text = line.fragment(at, end)
        is_telling = at + 1 < end and self._tells(line.words, at + 1)
        return (is_telling and self.begins(text)) or self.attempt(text) is not None

    def _probable_order(self, line: Line, verb: int | None) -> O | None:
        """Return the order that a line would be from its verb on, or with a verb that may go unsaid."""
        if verb is not None:
            return self._plain_order(line.raw[line.start(verb) :])
        loosely = self.attempt(" ".join(self._english(line.words))) if line.words[0] in self._loose else None
        return (
            loosely
            or self.with_unsaid(line.raw)
            or self._behind_number(line)
            or self._of_place(line.words)
            or self._with_subject(line)
            or self.with_unsaid(self._after_strange(line))
        )

    def _behind_number(self, line: Line) -> O | None:
        """Return the order behind a number that is no label, since nothing parts it from the verb ("11 bomb Mars")."""
        numbered = len(line.words) > 1 and line.words[0].isdecimal()
        return self._plain_order(line.fragment(1, len(line.words))) if numbered else None

    def _of_place(self, words: Sequence[str]) -> O | None:
        """Return the order of a line that names first where it is about ("Bach: build a Fighter")."""
        got = next((got for slot in self._place_slots if (got := slot.read(words[:_NAME]))), None)
        if got is None or got[1] == len(words):
            return None
        place, rest = words[: got[1]], self._english(words[got[1] :])
        for verb in ((), *((unsaid,) for unsaid in self._unsaid)):
            for at in range(1, len(rest) + 1):
                if order := self.attempt(" ".join((*verb, *rest[:at], "AT", *place, *rest[at:]))):
                    return order
        return None

    def _after_strange(self, line: Line) -> str:
        """Return what a line says after a first word that stands for nothing and is no typo of another verb."""
        first = line.words[0]
        alike = set(nearest(first, tuple(self._lexicon.verbs)))
        is_unknown = first not in self._lexicon.canon and not self._tells(line.words, 0) and alike <= set(self._unsaid)
        return line.fragment(1, len(line.words)) if is_unknown and len(line.words) > 1 else ""

    def _says_all(self, words: Sequence[str], hint: str) -> bool:
        """Tell whether a suggestion has the words that say what the places and numbers among others are."""
        return has_blank(hint) or self._meanings(words) <= self._meanings(self._line(hint).words)

    def _made_of(self, forms: Sequence[Form], words: Sequence[str]) -> tuple[str, ...]:
        """Return the lines that forms can be made of some words, gaps left open, and nothing left out."""
        keeps = self._law_of(" ".join(words))

        def keeps_all(hint: str) -> bool:
            return keeps((hint,)) and self._says_all(words, hint)

        return mend(forms, words, self._lexicon, self._noise, unsaid=self._unsaid, keeps=keeps_all)

    def _meanings(self, words: Sequence[str]) -> set[str]:
        """Return the words of orders among some words that stand in hardly any other sentence."""
        return {self._lexicon.canon[word] for word in words if word in self._lexicon.canon and word not in PROSE}

    def _without_foreign_typos(self, words: Sequence[str]) -> list[str]:
        """Return words with those that are nearly of another language in English."""
        out: list[str] = []
        known = self._lexicon.canon.keys() | ENGLISH | self._glossary.talk
        for word in words:
            may_be_typo = len(word) >= _KNOWN_AGAIN and word not in known
            near = (other for other in self._foreign_words if may_be_typo and typos(word, other) == 1)
            meanings = {self._glossary.meanings[other] for other in near}
            out += meanings.pop() if len(meanings) == 1 else (word,)
        return out

    @cached_property
    def _foreign_words(self) -> tuple[str, ...]:
        """The words of other languages that are long enough to be known again with a typo."""
        return tuple(word for word in self._glossary.meanings if len(word) >= _KNOWN_AGAIN)

    def _repairs(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return what words may have meant, each canonical and readable apart from open gaps."""
        return self._orders_of(words) or self._orders_of(self._without_foreign_typos(words))

    def _orders_of(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return what words may have meant in English, but for words of other languages that are spelt right."""
        english = self._english(words)
        if english != list(words):
            reading = self.read(" ".join(english), hints=False)
            if reading.order is not None:
                return (self.format(reading.order),)
            if reading.problem is not None and reading.problem.code in self._refusals:
                return reading.problem.hints
        words = english
        if words and self._lexicon.canon.get(words[0]) not in self._lexicon.verbs:
            known = [word for word in words if word in self._lexicon.canon]
            if known and known[0] in self._lexicon.verbs:
                order = self.attempt(" ".join((*known, *(word for word in words if word not in known))))
                if order is not None:
                    return (self.format(order),)
            elif known and self._tells(words, self._first(words)):  # "A0 -> A1 troops"
                first = words.index(known[0])
                words = [known[0], *words[:first], *words[first + 1 :]]
        out: dict[str, None] = {}
        for line in self._made_of(self._plain, words):
            order = None if has_blank(line) else self.attempt(line)
            if order is not None or has_blank(line):
                out[line if order is None else self.format(order)] = None
        return tuple(out)
