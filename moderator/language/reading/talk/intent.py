"""Whether a sentence that is no order could have been meant as one, or asks for nothing.

A sentence asks for something if it tells somebody what to do with a thing of the game, if it speaks of other orders, or
if it is as terse as orders are and stands among them. Talk of the past, opinions and courtesy ask for nothing.
"""

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from moderator.core.language import Language
from moderator.language.grammar.lexicon import COURTESY, GREETING
from moderator.language.grammar.words import Line
from moderator.language.reading.talk.doubts import SOMEBODY
from moderator.language.reading.talk.everyday import (
    ASKED_FOR,
    ASKING,
    BE,
    CONDITIONS,
    DIRECTIONS,
    FUNCTION,
    MODALS,
    NOT_PAST,
    PLAIN,
    PRONOUNS,
    STATES,
    TELLING,
    TELLS,
    UNITS,
)
from moderator.language.reading.talk.game_words import things_of
from moderator.language.reading.talk.phrases import plain
from moderator.language.reading.talk.requests import IDIOM, MANNERS, PLEADS, POLITE, REFERS, SOCIAL
from moderator.language.reading.talk.translation import in_english

_TERSE, _FEW, _SHORT = 4, 8, 12
"""Words of a scrap, of a brief sentence, and of one that is not long."""
_EARLY = 5
"""The first words of a sentence, among which what is done stands."""
_MYSELF = frozenset(("I", "I'M", "WE", "WE'RE"))
_PAST = re.compile(r"[A-Z]{2,}ED\Z")


class _Mood(NamedTuple):
    """How a sentence begins: with a wish, a negation, a condition, a plea, an article; and where it goes on."""

    wishes: bool
    negates: bool
    conditional: bool
    pleads: bool
    names: bool
    begin: int


class _Sentence(NamedTuple):
    """A sentence with its words, how it begins, its words from there on, and how many are strange to instructions."""

    text: str
    words: tuple[str, ...]
    mood: _Mood
    rest: tuple[str, ...]
    acts: bool
    unknown_count: int


class Listener:
    """Knows the words of a game, and tells which sentences could have been meant as an instruction."""

    def __init__(self, language: Language[Any], names: Collection[str] = ()) -> None:
        """Take the language of the game and further names of its things."""
        self.is_strange = language.is_strange
        self._language = language
        self._things = things_of(language, tuple(names))

    def asks(self, text: str, *, near: bool = False) -> bool:
        """Tell whether a sentence could have been meant as an instruction; ``near``: it stands alone beside orders."""
        sentence = self._of_game(text)
        if sentence is None:
            return False
        words = sentence.words
        if _refers(sentence) or self._refers_in_english(text):
            return True
        if tells(words):
            return self._tells_and_asks(sentence)
        return _commands(sentence) or self._acts_on_things(sentence) or (near and self._is_terse(sentence))

    def _refers_in_english(self, text: str) -> bool:
        """Tell whether a sentence in another language speaks of other orders; it may have words that we don't know."""
        english = in_english(text)
        sentence = self._of_game(english.text) if english is not None else None
        return sentence is not None and _refers(sentence)

    def _of_game(self, text: str) -> _Sentence | None:
        """Return a sentence, None if it is empty, or a turn of phrase that says nothing of the game."""
        text = POLITE.sub("", plain(text), count=1)
        words = _words_of(text)
        if not words or SOCIAL.match(text) or IDIOM.search(text):
            return None
        return self._take_apart(text, words)

    def _tells_and_asks(self, sentence: _Sentence) -> bool:
        """Tell whether a sentence that tells something says besides what is to be done."""
        asks = sentence.acts or sentence.mood.conditional or sentence.mood.pleads
        about = self._objects(sentence) > 0 or (
            sentence.acts and not sentence.unknown_count and len(sentence.words) >= _TERSE
        )
        return asks and len(sentence.words) <= _SHORT and about

    def orders(self, text: str) -> bool:
        """Tell whether a word or two say what is to be done, though they may be somebody's name ("Ditto")."""
        words = _words_of(plain(text))
        return bool(words) and (self._things.orders(words[0]) or _refers(self._take_apart(plain(text), words)))

    def chats(self, text: str) -> bool:
        """Tell whether a sentence only tells or wishes something, whatever words of orders it holds."""
        text = plain(text)
        words = _words_of(text)
        if words and SOCIAL.match(text) is not None:
            return not self._things.places(words)
        if len(words) < _TERSE:
            return all(word in FUNCTION for word in words)
        sentence = self._take_apart(text, words)
        if self._things.places(words):
            return sentence.mood.names and _feels(words) and not sentence.mood.wishes
        if sentence.acts:
            return not TELLS.isdisjoint(words) and not self._things.count(words)
        if any(word.isdecimal() for word in words):
            return not TELLS.isdisjoint(words) or self._is_of_others(words)
        return tells(words) or bool(TELLING.intersection(words)) or self._is_of_others(words)

    def _is_of_others(self, words: Sequence[str]) -> bool:
        """Tell whether words are of other things than the game, no typos in words of it."""
        unknown = [word for word in words if not self._is_of_game(word) and not self._language.alike(word)]
        return len(unknown) > max(len(words) // _TERSE, 1) and not self._things.count(words)

    def _take_apart(self, text: str, words: tuple[str, ...]) -> _Sentence:
        mood = _mood(text)
        rest = tuple(Line(text[mood.begin :]).words)
        acts = not mood.names and self._things.acts(rest) and (mood.wishes or not _is_gerund(rest[0]))
        return _Sentence(text, words, mood, rest, acts, self._count_unknown(words))

    def _acts_on_things(self, sentence: _Sentence) -> bool:
        """Tell whether words say what is to be done with something of the game."""
        words, mood, count = sentence.words, sentence.mood, len(sentence.words)
        if sentence.acts and self._things.orders(sentence.rest[0]) and self._is_bare(sentence):
            return True
        things = self._objects(sentence)
        if not things or count > _SHORT + _SHORT:
            return False
        wishes = mood.wishes or mood.conditional or (mood.pleads and count <= _SHORT) or MODALS.intersection(words)
        tolerated = max(count // 3 if sentence.acts else count // 4, 1)
        return ((sentence.acts or bool(wishes)) and sentence.unknown_count <= tolerated) or self._lacks_a_verb(
            sentence, things
        )

    def _lacks_a_verb(self, sentence: _Sentence, things: int) -> bool:
        """Tell whether words about things of the game say what is to be, with no word that instructions lack."""
        words = sentence.words
        placed = self._things.places(words)
        if placed and len(words) <= _TERSE and sum(map(self._is_name, words)) > 1:
            return True
        if len(words) > _SHORT or BE.intersection(words[:_EARLY]) or sentence.text.endswith(("!", "?")):
            return False
        if not sentence.unknown_count:
            return len(words) > 1
        begins = sentence.mood.negates or self._things.count(sentence.rest[:3]) > 0
        return (
            sentence.unknown_count == 1
            and (things > 1 or placed)
            and (begins or any(map(self._things.does, words[:_EARLY])))
        )

    def _is_name(self, word: str) -> bool:
        return word not in FUNCTION and self._things.names(word)

    @staticmethod
    def _is_bare(sentence: _Sentence) -> bool:
        """Tell whether a sentence says to do something, or not to, that may need no more words ("I pass")."""
        return (
            len(sentence.words) <= _FEW if sentence.mood.negates else sentence.mood.wishes and len(sentence.rest) == 1
        )

    def _is_terse(self, sentence: _Sentence) -> bool:
        """Tell whether words near orders are as brief as orders are, with hardly a word that instructions lack."""
        words, count = sentence.words, len(sentence.words)
        if "?" in sentence.text or sentence.text.endswith(":") or count > _SHORT:
            return False
        if sentence.acts and self._things.orders(sentence.rest[0]) and len(sentence.rest) > 1 and count <= _FEW:
            return sentence.unknown_count <= 1 or not sentence.text.endswith(".")
        does = sentence.acts or (sentence.mood.conditional and any(map(self._things.does, sentence.rest[1:])))
        tolerant = (
            sentence.unknown_count == 1
            and not sentence.text.istitle()
            and (count > _EARLY or not sentence.text.endswith("."))
        )
        if does and tolerant and "YOU" not in words:
            return True
        if sentence.unknown_count or not any(map(str.isalpha, words)) or FUNCTION.issuperset(words):
            return False
        return sentence.acts or (count <= _FEW and self._is_scrap(sentence))

    def _is_scrap(self, sentence: _Sentence) -> bool:
        """Tell whether a few words of the game, which may lack the verb, say what somebody is to do."""
        words, mood, text = sentence.words, sentence.mood, sentence.text
        if mood.pleads or mood.negates or (CONDITIONS.intersection(words[1:]) and words[0] not in PRONOUNS):
            return True
        if STATES.intersection(words):
            return False
        if (mood.conditional and "YOU" not in words) or self._is_about_units(words):
            return True
        verbs = any(map(self._things.does, sentence.rest if mood.wishes else words[1:_TERSE]))
        if verbs and words[0] not in PRONOUNS and not any(map(_is_gerund, words)):
            return True
        brief = len(words) <= _TERSE and text[0].islower() and text[-1].isalnum()
        return brief and not all(word in FUNCTION for word in words)

    def _is_about_units(self, words: Sequence[str]) -> bool:
        """Tell whether words name a number, a thing or a unit, or somebody and a direction."""
        if self._things.count(words) or UNITS.intersection(words) or any(map(str.isdecimal, words)):
            return len(words) > 1
        return SOMEBODY.upper() in words and not DIRECTIONS.isdisjoint(words)

    def _objects(self, sentence: _Sentence) -> int:
        """Count the things of the game in a sentence; who else plays is one where something is done."""
        return self._things.count(sentence.words) + (sentence.acts and SOMEBODY.upper() in sentence.words)

    def _count_unknown(self, words: Sequence[str]) -> int:
        """Count the words that hardly stand in an instruction of the game."""
        return sum(not self._is_of_game(word) for word in words)

    def _is_of_game(self, word: str) -> bool:
        is_plain = word in FUNCTION or word in PLAIN or word.isdecimal() or len(word) == 1
        return is_plain or self._things.does(word) or self._things.names(word)


def _is_gerund(word: str) -> bool:
    return word.endswith("ING") and len(word) > _TERSE + 1


def tells(words: Sequence[str]) -> bool:
    """Tell whether words tell of something that was, or of what somebody feels, or ask about it."""
    begins = bool(words) and (words[0] in GREETING or words[0] in ASKING)
    return begins or _feels(words)


def _feels(words: Sequence[str]) -> bool:
    return any(word in TELLS or (_PAST.match(word) and word not in NOT_PAST) for word in words)


def _refers(sentence: _Sentence) -> bool:
    """Tell whether a sentence speaks of other orders or of the whole turn, and tells nothing else."""
    text = sentence.text
    is_brief = len(sentence.words) <= _FEW or (len(sentence.words) <= _SHORT and not sentence.unknown_count)
    found = REFERS.search(text) if is_brief else REFERS.match(text, sentence.mood.begin) or REFERS.match(text)
    return found is not None and not _feels(_words_of(f"{text[: found.start()]} {text[found.end() :]}"))


def _commands(sentence: _Sentence) -> bool:
    """Tell whether words are about what commands are for, and ask for it."""
    words, mood = sentence.words, sentence.mood
    if len(words) > _SHORT or mood.negates or not any(word in ASKED_FOR for word in words):
        return False
    begins_so = bool(ASKED_FOR.intersection(words[:2])) and not BE.intersection(words)
    return mood.wishes or mood.pleads or sentence.acts or begins_so or words[0] in _MYSELF


def _words_of(text: str) -> tuple[str, ...]:
    """Return the words of a sentence without the thanks at its end."""
    words = list(Line(text).words)
    while len(words) > 1 and words[-1] in COURTESY:
        words.pop()
    return tuple(words)


def _mood(text: str) -> _Mood:
    """Read what stands before the verb of a sentence."""
    begin, kinds = 0, [""]
    while (found := MANNERS.match(text, begin)) and found.end() > begin:
        begin = found.end()
        kinds.append(found.lastgroup or "")
    pleads = PLEADS.search(text) is not None
    negates = "not" in kinds and "wish" not in kinds[kinds.index("not") :]
    return _Mood("wish" in kinds, negates, "if" in kinds, pleads, kinds[-1] == "noun", begin)
