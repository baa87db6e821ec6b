"""Orders in the language of a letter: lines of ours, which the service has in English, said as its reader writes them.

What somebody wrote stays as it was written. Commands are the same in all languages.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Fact, Problem
from moderator.core.game import Section
from moderator.core.language import Language
from moderator.core.pictures import Drawing, Poster
from moderator.language.grammar.labels import read_label
from moderator.language.reading.commands import COMMANDS
from moderator.service.facts import Acknowledgement, Notice, Reminder
from moderator.service.letter_parts import Answer, Form, Head, MatchRecap, Note, OrderHelp, OrderLine
from moderator.service.report_json import ReportJson

_OURS: Mapping[type, frozenset[str]] = {
    Form: frozenset(("lines", "examples")),
    OrderLine: frozenset(("text",)),
    OrderHelp: frozenset(("lines",)),
    Answer: frozenset(("lines",)),
    Problem: frozenset(("hints", "facts")),
    Section: frozenset(("facts",)),
    Acknowledgement: frozenset(("silence",)),
    Reminder: frozenset(("silence",)),
    Notice: frozenset(("lines",)),
    Note: frozenset(("lines",)),
}
"""What holds lines of ours, and in which of its fields: all below them is ours, too."""
_WORDS = frozenset(("choices", "example", "expected", "meant"))
"""Facts of a problem with an order that are single words of it: what could have stood in a place of a line."""
_COMMANDS = frozenset(COMMANDS.pictures())
_KEPT = (Drawing, Head, MatchRecap, Poster, ReportJson)
"""What has no orders in it, or has them in English for programs."""


LanguageOf = Callable[[Head], Language[Any] | None]
"""What tells in which words the orders are written for what has a head; None where they stay as they are."""


def speak_orders(letter: Any, language_of: LanguageOf) -> Any:  # noqa: ANN401 - facts are of any kind
    """Return the facts of a letter with the orders in them written as its reader writes them."""
    return _Speaker(language_of).speak(letter, None, ours=False)


def speak_in(told: Any, language: Language[Any], *, ours: bool = False) -> Any:  # noqa: ANN401 - as above
    """Return facts that are no letter with the orders in them in a language; ``ours`` if they are lines of ours."""
    return _Speaker(lambda _: language).speak(told, language, ours=ours)


class _Speaker:
    """Writes the orders in facts anew, part by part."""

    def __init__(self, language_of: LanguageOf) -> None:
        self._language_of = language_of

    def speak(self, value: Any, language: Language[Any] | None, *, ours: bool) -> Any:  # noqa: ANN401 - as above
        """Return a part of a letter in the words of a language; only text that is ``ours`` may change."""
        if isinstance(value, str):
            return _speak_line(value, language) if ours and language is not None else value
        if isinstance(value, tuple | list):
            return type(value)(self.speak(each, language, ours=ours) for each in value)
        if isinstance(value, dict):
            return {name: self.speak(each, language, ours=ours) for name, each in value.items()}
        if isinstance(value, Struct) and not isinstance(value, _KEPT):
            return self._speak_fields(value, language, ours=ours)
        return value

    def _speak_fields(self, value: Struct, language: Language[Any] | None, *, ours: bool) -> Struct:
        own = _OURS.get(type(value), frozenset())
        head = getattr(value, "head", None)
        language = self._language_of(head) if isinstance(head, Head) else language
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        spoken = {name: self.speak(part, language, ours=ours or name in own) for name, part in fields.items()}
        if isinstance(value, Problem) and language is not None and _is_about_order(value, language):
            said = {name: _say(fact, language) for name, fact in value.facts.items() if name in _WORDS}
            spoken["facts"] = {**spoken["facts"], **said}
        return replace(value, **spoken)


def _is_about_order(problem: Problem, language: Language[Any]) -> bool:
    """Tell whether a problem is about an order, as its facts say, rather than a command."""
    lines = (problem.facts.get(name) for name in ("syntax", "order"))
    return any(isinstance(line, str) and _is_order(line, language) for line in lines)


def _say(fact: Fact, language: Language[Any]) -> Fact:
    """Return words of orders in the words of a language."""
    if isinstance(fact, str):
        return language.say(fact)
    return tuple(map(language.say, fact)) if isinstance(fact, tuple) else fact


def _speak_line(text: str, language: Language[Any]) -> str:
    """Return a line of ours in the words of a language if it begins as an order."""
    return language.say(text) if _is_order(text, language) else text


def _is_order(text: str, language: Language[Any]) -> bool:
    """Tell whether a line is an order, whole or with gaps, and no command that begins with the same word."""
    line = read_label(text).rest
    word = next(iter(line.split()), "")
    if not word.isupper() or not language.acts(word, loosely=False) or line in _COMMANDS:
        return False
    return language.attempt(line) is not None or COMMANDS.attempt(line) is None
