"""What is said around a block of orders, and may change what they mean: a negation, a draft, a question, a condition.

Nothing here decides what the author wants. The words are quoted back, and the turn waits for an answer.
"""

import re
from collections.abc import Callable, Collection, Mapping
from enum import IntEnum
from functools import cached_property

from moderator.language.grammar.words import Line
from moderator.language.reading.talk import doubts
from moderator.language.reading.talk.doubts import SOMEBODY, Doubt
from moderator.language.reading.talk.phrases import phrases, plain
from moderator.language.reading.talk.translation import ways

_LONGEST = 16
"""Words of a sentence that is about the orders beside it, at most; a longer one tells a story."""
_HEADING = 7
"""Words of a line that tells which turn stands below it, at most."""
_HEADED = re.compile(r":\s|\s[\u2013\u2014-]+\s")
"""What stands in a subject between a heading, such as ours, and what follows it."""
_TURN = re.compile(r"\b(?:turn|round|runde|tour|turno|ronde|beurt)\s*#?(\d{1,3})\b", re.IGNORECASE)

_Patterns = tuple[tuple[Doubt, re.Pattern[str]], ...]


class Reach(IntEnum):
    """Where words stand: anywhere in a letter with orders, on the line above or below one, or behind one."""

    ANYWHERE = 0
    NEAR = 1
    BEHIND = 2


def _at_clauses(said: Mapping[Doubt, str]) -> _Patterns:
    """Return patterns for what stands at the beginning of a clause, whatever follows it."""
    lead = phrases(doubts.LEAD, doubts.PIECES)
    return tuple(
        (doubt, re.compile(rf"(?:\A|[,:;.(\u2013\u2014-]\s*)[^\w,:;.(]*(?:{lead})(?:{way})(?![^\W_])", re.IGNORECASE))
        for doubt, way in _doubt_patterns(said)
    )


def _as_wholes(said: Mapping[Doubt, str]) -> _Patterns:
    """Return patterns for what is all that a sentence says."""
    return tuple((doubt, re.compile(rf"\W*(?:{way})\W*", re.IGNORECASE)) for doubt, way in _doubt_patterns(said))


def _doubt_patterns(said: Mapping[Doubt, str]) -> list[tuple[Doubt, str]]:
    return [(doubt, phrases(lines, doubts.PIECES)) for doubt, lines in said.items()]


_ANYWHERE = _at_clauses(doubts.ANYWHERE)
_NEAR, _ABOVE, _BELOW = _as_wholes(doubts.NEAR), _as_wholes(doubts.ABOVE), _as_wholes(doubts.BELOW)
_BEHIND, _SUBJECT = _as_wholes(doubts.BEHIND), _as_wholes(doubts.SUBJECT)


class Surroundings:
    """Tells what a sentence says of the orders of its letter, for a letter of one seat."""

    def __init__(self, names: Callable[[], Collection[str]] = tuple, turn: int | None = None) -> None:
        """Take what other seats and players are called, and the turn that orders are for."""
        self._ask, self._turn = names, turn

    def doubt(self, text: str, reach: Reach, *, above: bool = False) -> Doubt | None:
        """Return what a sentence may say of orders that it reaches, None for nothing; ``above``: it heads them."""
        doubts_said = (self._doubt(said, reach, above=above) for said in ways(plain(text)))
        return next(filter(None, doubts_said), None)

    def _doubt(self, text: str, reach: Reach, *, above: bool) -> Doubt | None:
        if reach is Reach.BEHIND:
            return _doubt_of_whole(_BEHIND, self.masked(text))
        found = next((doubt for doubt, pattern in _ANYWHERE if pattern.search(text)), None)
        if found is not None or reach is Reach.ANYWHERE or len(Line(text).words) > _LONGEST:
            return found
        masked = self.masked(text)
        said = _doubt_of_whole(_NEAR, masked) or _doubt_of_whole(_ABOVE if above else _BELOW, masked)
        return said or (self._of_another_turn(text) if above else None)

    def in_subject(self, subject: str) -> Doubt | None:
        """Return what a subject, without what programs put before it, may say of the orders in its letter."""
        return next(filter(None, map(self._in_subject, ways(plain(subject)))), None)

    def _in_subject(self, text: str) -> Doubt | None:
        found = next((doubt for doubt, pattern in _ANYWHERE if pattern.search(text)), None)
        parts = (text, *(text[heading.end() :] for heading in _HEADED.finditer(text)))
        said = (_doubt_of_whole(_SUBJECT, self.masked(part)) for part in parts)
        return found or next(filter(None, said), None) or self._of_a_later_turn(text)

    def _of_another_turn(self, text: str) -> Doubt | None:
        """Tell whether a few words name a turn, and not the one that orders are for."""
        turns = _TURN.findall(text) if self._turn is not None else ()
        other = bool(turns) and str(self._turn) not in turns and len(Line(text).words) <= _HEADING
        return Doubt.LATER if other else None

    def _of_a_later_turn(self, text: str) -> Doubt | None:
        """Tell whether a subject is of a turn to come; one of a turn that is over may be that of an older letter."""
        turns = [int(turn) for turn in _TURN.findall(text)] if self._turn is not None else []
        return Doubt.LATER if turns and min(turns) > (self._turn or 0) and ":" not in text else None

    def masked(self, text: str) -> str:
        """Return a text with the names of other seats and players hidden behind one word."""
        return self._names.sub(SOMEBODY, text) if self._names is not None else text

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        names = sorted((re.escape(name) for name in self._ask() if len(name) > 1), key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", re.IGNORECASE) if names else None


def _doubt_of_whole(patterns: _Patterns, text: str) -> Doubt | None:
    return next((doubt for doubt, pattern in patterns if pattern.fullmatch(text)), None)
