"""The words of a language as its forms use them: where in a line an order begins, and which words say something."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.orders import O
from moderator.language.grammar.counts import Counts
from moderator.language.grammar.foreign import FOREIGN
from moderator.language.grammar.forms import Element, Form, Tokens, compile_syntax, expand, picture
from moderator.language.grammar.lexicon import COURTESY, EVERY, FILLER, NOISE, PROSE, Lexicon
from moderator.language.grammar.order_writer import Scribe
from moderator.language.grammar.sayings import Saying, Sayings
from moderator.language.grammar.slots import Slot, TextSlot
from moderator.language.grammar.words import Line
from moderator.language.tongues.tongue import Tongue

_VERB_AMONG = 2


class Refusal(Struct, frozen=True):
    """A form that is understood and gets a stated answer: ``code`` names its words.

    ``hints`` are lines in the same notation, ``"MOVE TROOPS {origin} {goal}"``; one whose gaps the values do not
    fit is left out. Where ``times`` names a gap for a number, the only hint is to be sent as often as that says; all
    of them are to be sent ``together``, or one.
    """

    syntax: str
    code: StrEnum
    hints: tuple[str, ...] = ()
    times: str = ""
    together: bool = False


class Refused(NamedTuple):
    """A refusal with its hints compiled."""

    refusal: Refusal
    hints: tuple[tuple[Element, ...], ...]


class Vocabulary(Scribe[O]):
    """Knows the words of a language and where an order begins among those of a line."""

    def __init__(
        self,
        orders: Sequence[type[O]],
        slots: Mapping[str, Slot],
        *,
        synonyms: Mapping[str, str] | None = None,
        noise: frozenset[str] = NOISE,
        refusals: Sequence[Refusal] = (),
        shorthand: Mapping[str, str] | None = None,
        unsaid: Sequence[str] = (),
        strict: bool = False,
        askable: Collection[type[O]] = (),
        numbered: Mapping[str, str] | None = None,
        loose: Mapping[str, str] | None = None,
        sayings: Sequence[Saying] = (),
        sayable: Mapping[str, str] | None = None,
        bare: Sequence[str] = (),
        tongues: Mapping[str, Tongue] | None = None,
    ) -> None:
        """Compile the declarations of the order types; raises ValueError for one that is wrong."""
        super().__init__(orders, slots, tongues)
        self._askable = frozenset(askable)
        self._noise, self._strict, self._unsaid, self._bare = noise, strict, unsaid, bare
        self._numbered = {tuple(Line(said).words): meant for said, meant in (numbered or {}).items()}
        self._gaps = dict(slots)
        self._gap_names = {name: gap for tongue in self._tongues.values() for name, gap in tongue.gaps.items()}
        self._slots = tuple(slot for slot in dict.fromkeys(slots.values()) if not isinstance(slot, TextSlot))
        forms = [
            Form(kind, flat)
            for kind, syntaxes in self._syntaxes.items()
            for elements in syntaxes
            for flat in expand(elements)
        ]
        self._plain = tuple(forms)
        self._literals = {
            kind: {word for form in forms if form.kind is kind for word in form.literals} for kind in self._syntaxes
        }
        self._spelt = {
            kind: words | {word for form in forms if form.kind is kind for word in form.common}
            for kind, words in self._literals.items()
        }
        """The words of each order in which a typo is set right."""
        self._gapless = {form.verb for form in forms if form.gapless and not form.rest}
        self._refusals = frozenset(refusal.code for refusal in refusals)
        for refusal in refusals:
            hints = tuple(compile_syntax(hint, slots) for hint in refusal.hints)
            refused = Refused(refusal, hints)
            forms.extend(Form(refused, flat) for flat in expand(compile_syntax(refusal.syntax, slots)))
        self._forms: dict[str, list[Form]] = {}
        for form in forms:
            self._forms.setdefault(form.verb, []).append(form)
        self._refusals_first = {
            verb: sorted(own, key=lambda form: not isinstance(form.kind, Refused)) for verb, own in self._forms.items()
        }
        """What is refused is so though a plain form could be made of it, too."""
        literals = {word for form in forms for word in form.literals}
        common = {word for form in forms for word in form.common}
        self._lexicon = Lexicon(literals, self._forms, synonyms or {}, prefixes=not strict, common=common)
        units = set[str]() if strict else self._units(forms)
        self._counts = Counts(units | self._foreign_names(units))
        self._shorthand = {key.upper(): tuple(Line(value).words) for key, value in (shorthand or {}).items()}
        own = self._lexicon.canon.keys() | self._shorthand.keys() | noise | self._glossary.meanings.keys()
        self._foreign = {word: meant for word, meant in FOREIGN.items() if word not in own and meant in own}
        self._loose = {word: meant for word, meant in (loose or {}).items() if word not in own}
        self._sayings = Sayings(sayings, slots, self._lexicon.canon, sayable or {})

    def _units(self, forms: Sequence[Form]) -> set[str]:
        """Return the names of what is counted: the common ones of gaps, and words of forms that follow a number."""
        counted = {word for form in forms for word in form.counted}
        words = {word for word, meant in self._lexicon.canon.items() if meant in counted}
        return words - PROSE - self._noise | {name for form in forms for name in form.names}

    def _canonical(self, word: str) -> str:
        """Return the word of the forms that a word stands for, be it of another language; the word itself for none."""
        meant = next(iter(self._glossary.meanings.get(word, ())), word)
        return self._lexicon.canon.get(meant, meant)

    def _foreign_names(self, names: Collection[str]) -> set[str]:
        """Return what names, in capitals, are called in the other languages that are read."""
        return {word for word, meant in self._glossary.meanings.items() if " ".join(meant) in names}

    def gap(self, name: str) -> Slot:
        """Return what can stand in a gap, for those who fill forms themselves."""
        return self._gaps[name]

    def begins(self, text: str) -> bool:
        """Tell whether a line begins with a verb or shorthand, whatever follows."""
        line = self._line(text)
        tokens = self._tokens(line)
        return tokens is not None and all(word in self._noise for word in line.words[: tokens.origin(0)])

    def under_number(self, text: str) -> str:
        """Return the line that is meant by one that stands under a number, where that makes a difference."""
        words = list(self._line(text).words)
        while words and words[-1] in FILLER | COURTESY:
            words.pop()
        return self._numbered.get(tuple(words), text)

    def _tokens(self, line: Line) -> Tokens | None:
        """Return the words from the verb on, shorthand written out; None if there is no verb in place."""
        words, canon, verbs = line.words, self._lexicon.canon, self._lexicon.verbs
        first = 0
        while first < len(words):
            word = words[first]
            if canon.get(word) in verbs:
                break
            short, count = self._shorthand.get(word), 1
            if len(word) == 1 and first + 1 < len(words) and word + words[first + 1] in self._shorthand:
                short, count = self._shorthand[word + words[first + 1]], 2
            if short is not None and not (first + 1 == len(words) and word in self._noise):
                origins = [first] * len(short) + list(range(first + count, len(words)))
                return Tokens(line, [*short, *words[first + count :]], origins)
            if word not in self._noise or word not in COURTESY:
                break
            first += 1
        else:
            return None
        if canon.get(words[first]) not in verbs:
            return self._with_verb_first(line, first)
        if not first:
            return Tokens(line, words)
        return Tokens(line, words[first:], list(range(first, len(words))))

    def _with_verb_first(self, line: Line, first: int) -> Tokens | None:
        """Read a verb by its beginning, or bring it to the front where only words of forms stand before it."""
        if self._strict:
            return None
        words = line.words
        known = self._lexicon.meanings_of(words, self._noise)
        subject = False
        for at in range(first, len(words)):
            meant = known.get(words[at])
            if meant in self._lexicon.verbs:
                if at > first and not subject:
                    return None
                order = [at, *(other for other in range(first, len(words)) if other != at)]
                return Tokens(line, [words[other] for other in order], order)
            if meant is None and words[at] not in self._noise:
                return None
            subject = subject or meant is not None
        return None

    def _first(self, words: Sequence[str]) -> int:
        """Return which word of a line is the first that says something, the first of all if none does."""
        return next((at for at, word in enumerate(words) if word not in self._noise), 0)

    def _telling_words(self, words: Sequence[str], begin: int) -> tuple[int, ...]:
        """Return which words from one on say something: ON does at the end of a line, as in "Pass on!"."""
        last = len(words) - 1
        return tuple(
            at for at in range(begin, len(words)) if words[at] not in self._noise or (at == last and words[at] == "ON")
        )

    def _tells(self, words: Sequence[str], at: int) -> bool:
        """Tell whether a word is something that an order could be about: a place, a number, a name."""
        if any(c.isdigit() for c in words[at]):
            return True
        return words[at] not in EVERY and any(slot.read(words[at : at + 2]) for slot in self._slots)

    def _english(self, words: Sequence[str]) -> list[str]:
        """Return words with those of other languages and those that loosely say the same turned into the forms' own.

        A verb that is said again, once of them loosely, is said once ("load 3 troops … and go to A2").
        """
        out, loosely = list[str](), set[str]()
        for word in words:
            meant = self._foreign.get(word) or self._loose.get(word, word)
            loosely |= {meant} & self._lexicon.verbs if word in self._loose else set()
            if meant not in loosely or meant not in out:
                out.append(meant)
        return out

    def _foreign_verb(self, words: Sequence[str]) -> int | None:
        """Return which of the first words of a line is a foreign verb."""
        at = next((at for at, word in enumerate(words[:_VERB_AMONG]) if word not in self._noise), None)
        return None if at is None or self._foreign.get(words[at]) not in self._lexicon.verbs else at

    def _picture(self, form: Form) -> str:
        if isinstance(form.kind, Refused):
            return picture(next(iter(form.kind.hints), ())) or form.kind.refusal.syntax
        return picture((form.verb, *form.rest))

    def _problem(
        self,
        code: str,
        tokens: Tokens,
        span: tuple[int, int],
        hints: tuple[str, ...] = (),
        facts: dict[str, Fact] | None = None,
        *,
        stage: Stage = Stage.UNREADABLE,
    ) -> Problem:
        """Complain about a span of the matched words, from the first up to, not including, the last."""
        first, last = span
        begin = tokens.origin(first)
        end = max((tokens.origin(at) + 1 for at in range(first, min(last, len(tokens.words)))), default=begin)
        return Problem(
            code=code,
            stage=stage,
            column=tokens.line.start(begin),
            fragment=tokens.line.fragment(begin, end),
            facts=facts or {},
            hints=hints,
        )
