"""The order language of a game: what a line looks like that is no order, and help with those that are.

``scribe`` writes orders, ``vocabulary`` knows the words of their forms, ``parser`` reads lines by these. All of it
derives from one declaration per order type.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from moderator.core.orders import O
from moderator.language.faults import LanguageFault, bad, missing
from moderator.language.grammar.forms import example, expand, gap_names, picture
from moderator.language.grammar.lexicon import AFTER, EVERY, FILLER, GREETING, HEDGES, PROSE
from moderator.language.grammar.parser import Parser, asks
from moderator.language.grammar.suggest import abbreviates, nearest, typos
from moderator.language.grammar.words import Line, has_blank

_NUMBERED_ORDER = re.compile(r"\borders?\s*(?:number|nr\.?|no\.?|#)?\s*\d{1,2}\b", re.IGNORECASE)
_TELLING = 5
"""Letters of a word that is known again with a typo in it."""
_BRIEF, _LONG = 3, 14
"""Words of a line that is an order if it begins like one, and of one that is prose whatever it begins with."""


def is_mixed(word: str) -> bool:
    """Tell whether a word is of letters and digits, as places are; a sentence of a script without blanks is none."""
    return word.isascii() and any(map(str.isdigit, word)) and any(map(str.isalpha, word))


class Language(Parser[O]):
    """The order language of a game (or of the service's own commands, with ``strict``).

    ``synonyms`` lead from a word to one that the forms use, ``shorthand`` from a first word to several ("MT" → "MOVE
    TROOPS"). ``unsaid`` are the verbs that a line without one is offered with, the likest first. ``strict`` admits no
    words before or after the order, no beginnings of words and no question but for the types that are ``askable``.
    ``numbered`` are lines that mean another line where they stand under a number of the order set ("WAIT" → "PASS").
    ``loose`` words are synonyms of common talk: what they may mean is offered, never taken ("MARCH" → "MOVE").
    ``sayings`` are whole lines that mean orders and are answered with them; ``sayable`` leads to their words. A line
    that is nothing but what follows one of the verbs ``bare`` is read as that order.
    """

    @property
    def faults(self) -> frozenset[str]:
        """Every code that a line can be complained of with: those of all languages, of its gaps and of its refusals."""
        kinds = {slot.noun for slot in self._gaps.values()}
        return frozenset((*LanguageFault, *map(missing, kinds), *map(bad, kinds), *self._refusals))

    def looks_like(self, text: str) -> bool:
        """Tell whether a line looks like an order, if a failed one, rather than chatter."""
        line = self._line(text)
        english = self._english(line.words)
        words = [word for word in english if word not in self._noise] or english
        if not words or len(words) > _LONG or self.attempt(text) is not None:
            return 0 < len(words) <= _LONG
        if len(words) == 1 and text.rstrip().endswith(":"):
            return False  # a heading of the writer's own
        first = words[0]
        plain = line.words[self._first(line.words)] in self._lexicon.canon
        loosely = not plain and any(word in self._loose for word in line.words[: _BRIEF + 1])
        is_telling = has_blank(text) or any(self._tells(words, at) for at in range(len(words)))
        if not asks(text) and (self._orders_in_other_words(line) or self._with_subject(line) is not None):
            return True
        if self._foreign_verb(line.words) is not None:
            return (is_telling and len(words) <= _BRIEF + _BRIEF) or self.translate(text) is not None
        if loosely or self._lexicon.canon.get(first) in self._lexicon.verbs:
            return self._begins_like(text, words, is_telling=is_telling, loosely=loosely)
        bare = is_telling and len(words) > 1 and (self._is_bare(words) or self._is_mostly_bare(words))
        return (
            bare
            or self._is_misspelt(words, is_telling=is_telling)
            or (is_telling and self.with_unsaid(text) is not None)
        )

    def _begins_like(self, text: str, words: Sequence[str], *, is_telling: bool, loosely: bool) -> bool:
        """Tell whether a line that begins with a verb, or with one of common talk, goes on as an order does."""
        if loosely:
            return len(words) <= _BRIEF + _BRIEF and self._names(words)
        return is_telling or (len(words) <= _BRIEF and not asks(text))

    def _is_bare(self, words: Sequence[str]) -> bool:
        """Tell whether words are an order without its verb, or with a shorthand for it."""
        if all(word.isdecimal() for word in words):
            return False
        return words[0] in self._shorthand or all(self._belongs(words, at) for at in range(len(words)))

    def _is_mostly_bare(self, words: Sequence[str]) -> bool:
        """Tell whether a few words name a place and have but one that no order has ("train troops c3", "T C3-C4")."""
        if len(words) < _BRIEF or words[0] in HEDGES or words[0] in self._lexicon.canon:
            return False
        named = any(is_mixed(words[at]) and self._tells(words, at) for at in range(1, len(words)))
        return named and sum(not self._belongs(words, at) for at in range(len(words))) == 1

    def _is_misspelt(self, words: Sequence[str], *, is_telling: bool) -> bool:
        """Tell whether words begin with a verb but for a few typos, and go on like an order."""
        if words[0] in FILLER | GREETING:
            return False
        verbs, second = self._lexicon.verbs, words[1] if len(words) > 1 else ""
        glued = any(words[0].startswith(verb) and len(verb) > _BRIEF for verb in verbs)
        if not glued and not nearest(words[0], tuple(verbs)) and self._lexicon.completion_of(words[0]) not in verbs:
            return False
        return is_telling or bool(second and (second in self._lexicon.canon or nearest(second, self._lexicon.words)))

    def _belongs(self, words: Sequence[str], at: int) -> bool:
        """Tell whether a word is of a form, perhaps without its vowels, or fills a gap."""
        word = words[at]
        if word in self._lexicon.canon or self._tells(words, at):
            return True
        return len(word) > 1 and any(abbreviates(word, other) for other in self._lexicon.beginning(word[0]))

    def nearly_begins(self, text: str) -> bool:
        """Tell whether a line begins with a verb but for one typo."""
        words = self._line(text).words
        return bool(words) and any(typos(words[0], verb) == 1 for verb in self._lexicon.verbs)

    def continues(self, text: str) -> bool:
        """Tell whether a line begins with a word that stands inside orders but begins none, and is none itself."""
        line = self._line(text)
        inside = bool(line.words) and line.words[0] in self._lexicon.canon and not self.begins(text)
        return inside and self._bare_order(line) is None

    def speaks(self, text: str) -> bool:
        """Tell whether a line is surely about orders: it names a place, or has no word that orders lack."""
        words = [word for word in self._line(text).words if word not in self._noise]
        return self._names(words) or all(self._belongs(words, at) for at in range(len(words)))

    def _names(self, words: Sequence[str]) -> bool:
        """Tell whether words name something, not a mere number."""
        return any(self._tells(words, at) and not words[at].isdecimal() for at in range(len(words)))

    def mentions(self, text: str) -> bool:
        """Tell whether a line of prose may have been meant: to be set aside visibly.

        It holds a verb and something that it could be about, or hardly more than a place or PASS, or speaks of an
        order by its number; or it is short and tells of a place and something else ("C3 is metal").
        """
        words = [word for word in self._line(text).words if word not in self._noise]
        verbs = {self._lexicon.canon[word] for word in words if word in self._lexicon.canon} & self._lexicon.verbs
        telling = [at for at in range(len(words)) if self._tells(words, at)]
        if verbs and (telling or (len(words) <= _BRIEF + 1 and verbs & self._gapless)):
            return True
        if len(words) <= _LONG and any(not is_mixed(str(place)) for place in self._places(words)):
            return True
        named = sum(is_mixed(words[at]) for at in telling)
        if named and len(words) <= _BRIEF + _BRIEF and len(telling) > 1:
            return True
        return (named > 0 and named * 2 >= len(words)) or _NUMBERED_ORDER.search(text) is not None

    def concerns(self, text: str) -> bool:
        """Tell whether a line, prose or not, is about the game: it names a place, or two things that orders have."""
        words = self._line(text).words
        own = [at for at in range(len(words)) if self._is_own(words, at)]
        return len(own) > 1 or any(is_mixed(words[at]) and self._tells(words, at) for at in own)

    def is_strange(self, text: str, begin: int = 0) -> bool:
        """Tell whether no word of a line from one on is of orders, not even with a typo."""
        words = self._line(text).words
        if all(word in self._noise for word in words[begin:]) and len(words) > 1:
            return False
        if any(self._is_own(words, at) for at in range(begin, len(words))):
            return False
        return not any(typos(word, other) == 1 for word in words[begin:] for other in self._telling)

    @cached_property
    def _telling(self) -> frozenset[str]:
        """The words of orders that are long enough to be known again with a typo, the names in their gaps included."""
        values = (word for slot in self._slots for value in slot.values() for word in Line(str(value)).words)
        words = {*self._lexicon.words, *values}
        return frozenset(word for word in words if len(word) >= _TELLING and word.isalpha())

    def acts(self, word: str, *, loosely: bool = True) -> bool:
        """Tell whether a word (upper case) is a verb of the orders, or ``loosely`` one that people say for it."""
        return self._canonical(word) in self._lexicon.verbs or (loosely and word in self._loose)

    def names(self) -> frozenset[str]:
        """Return what the things are called that orders are about: the names in their gaps, and units."""
        values = (str(value) for slot in self._slots for value in slot.values())
        nouns = (word for word in self._lexicon.words if self._lexicon.canon[word] not in self._lexicon.verbs)
        own = (word for word in nouns if word not in self._noise | PROSE | FILLER | AFTER | EVERY)
        named = {*(value for value in values if not is_mixed(value)), *own}
        return frozenset((*named, *self._foreign_names({name.upper() for name in named}), *self._gaps))

    def is_place(self, words: Sequence[str], at: int) -> bool:
        """Tell whether a word is a place of letters and digits that the board has."""
        return is_mixed(words[at]) and any(slot.read(words[at : at + 1]) for slot in self._place_slots)

    def _is_own(self, words: Sequence[str], at: int) -> bool:
        """Tell whether a word stands in orders and hardly in other sentences."""
        if words[at] in self._noise or words[at] in PROSE | FILLER | AFTER:
            return False
        return self._belongs(words, at)

    def help(self, word: str) -> dict[type[O], tuple[str, ...]]:
        """Return the forms of the orders that a word begins or belongs to, by type, each with an example below it.

        Empty for an unknown word.
        """
        words = self._line(word).words
        known = self._lexicon.meanings_of(words, frozenset())
        wanted = [known[word] for word in words if word in known]
        if not wanted and words and words[0] in self._shorthand:
            wanted = list(self._shorthand[words[0]])
        forms = {kind: tuple(self._help_lines(kind, wanted[0])) for kind in self.orders} if wanted else {}
        return {kind: lines for kind, lines in forms.items() if lines}

    def verb_in(self, text: str) -> str:
        """Return the first verb that a line names, whatever it says of it; empty for none."""
        words = (self._lexicon.canon.get(word, "") for word in self._english(self._line(text).words))
        return next((word for word in words if word in self._lexicon.verbs), "")

    def alike(self, word: str) -> tuple[str, ...]:
        """Return the words of the forms that a word may be a typo of, or says in another language; verbs go first."""
        written = next(iter(self._line(word).words), "")
        if written in self._foreign:
            return (self.say(self._foreign[written]),)
        found = nearest(written, sorted(self._lexicon.verbs)) or nearest(written, self._lexicon.words)
        return tuple(dict.fromkeys(self.say(self._lexicon.canon[other]) for other in found))

    def _help_lines(self, kind: type[O], word: str) -> Iterator[str]:
        """Give the forms of an order that a word begins or, if it is no verb, belongs to."""
        for elements in self._syntaxes[kind]:
            flat = next(expand(elements))
            literals = {element for element in flat if isinstance(element, str)}
            if flat[0] == word if word in self._lexicon.verbs else word in literals:
                yield self.say(picture(elements))
                if any(gap_names(elements)):
                    yield f"  {self.say(example(elements))}"
