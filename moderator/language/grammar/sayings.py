"""What people say who think of the game in other words: whole lines, each answered with orders that say the same."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from moderator.language.grammar.forms import Element, Flat, Form, Match, Tokens, compile_syntax, expand
from moderator.language.grammar.lexicon import COURTESY, FILLER, WISHES
from moderator.language.grammar.slots import Slot
from moderator.language.grammar.words import Line

_LEAD = "SAID"
"""A form begins with a word: this one stands before a saying and before the line that may be one."""
_CLOSING = ((FILLER | COURTESY) - {"ALL"}) | {"FIRST"}
_SPOKEN = WISHES | frozenset(("LETS", "WOULD", "SHOULD", "MUST", "SHALL", "HIS", "HER", "THEIR", "ITS"))
"""Words before and among others that say no more than that somebody wants it."""
_LEADING = _SPOKEN | {"TO", "THE", "MY", "OUR"} | COURTESY


class Saying(Struct, frozen=True):
    """What is said, in the notation of a syntax, and the lines that it means; it may begin with a gap.

    Of several lines in ``meant`` one is meant, or with ``together`` all of them. ``also`` are other ways to say it.
    """

    said: str
    meant: tuple[str, ...]
    also: tuple[str, ...] = ()
    together: bool = False


class Meant(NamedTuple):
    """What a line means: the lines in their notation, what fills their gaps, and whether all of them are meant."""

    lines: tuple[tuple[Element, ...], ...]
    values: Mapping[str, object]
    together: bool


class Sayings:
    """The sayings of a language."""

    def __init__(
        self,
        sayings: Sequence[Saying],
        slots: Mapping[str, Slot],
        canon: Mapping[str, str],
        synonyms: Mapping[str, str],
    ) -> None:
        """Compile them; ``canon`` are the words of the orders, ``synonyms`` lead to words of sayings besides."""
        self._canon = {**canon, **{word.upper(): meant.upper() for word, meant in synonyms.items()}}
        self._synonyms = {word: meant for word, meant in self._canon.items() if word not in canon}
        self._forms: list[tuple[Form, Saying, tuple[tuple[Element, ...], ...]]] = []
        for saying in sayings:
            lines = tuple(compile_syntax(line, slots) for line in saying.meant)
            for said in (saying.said, *saying.also):
                for flat in expand(compile_syntax(f"{_LEAD} {said}", slots)):
                    self._forms.append((self._form(saying, flat), saying, lines))

    def __bool__(self) -> bool:
        return bool(self._forms)

    def _form(self, saying: Saying, flat: Flat) -> Form:
        """Compile one way to say it, with each word as what it stands for."""
        return Form(saying, tuple(self._canon.get(word, word) if isinstance(word, str) else word for word in flat))

    def plainly(self, words: Sequence[str]) -> str:
        """Return words without those that only lead to others, and with those of sayings as the orders have them."""
        begin = next((at for at, word in enumerate(words) if word not in _LEADING), 0)
        return " ".join(self._synonyms.get(word, word) for word in words[begin:])

    def meanings(self, line: Line, noise: frozenset[str]) -> Iterator[Meant]:
        """Yield what a line may mean, the first saying first; each has every word of the line that says something."""
        words, noise = [_LEAD, *line.words], noise | _SPOKEN
        tokens = Tokens(line, words, [0, *range(len(line.words))])
        present = {self._canon.get(word, word) for word in words}
        for form, saying, lines in self._forms:
            if form.needs <= present:
                got = form.match(tokens, self._canon, noise)
                if isinstance(got, Match) and all(word in noise or word in _CLOSING for word in words[got.end :]):
                    yield Meant(lines, got.values, saying.together)
