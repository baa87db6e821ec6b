"""Another language than English to give orders in."""

import re
from collections.abc import Collection, Mapping

from moderator.language.grammar.words import Glossary, Line

_WITH_E = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})
_PLAIN = str.maketrans("ÄÖÜ", "AOU")


class Tongue:
    """The words of a language for those of orders.

    ``words`` leads from every word that we write in English (``MOVE``, ``Missile Boat``) to the words for it, separated
    by blanks. We write the first of them, and read all; those for "" say nothing. ``gaps`` are the names of gaps.
    ``phrases`` are written for several English words together, and read word by word. ``shared`` words also say
    something in English, so they don't show that a line is in this language. Words of ``talk`` are near to words of
    orders, and no typos.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        gaps: Mapping[str, str],
        phrases: Mapping[str, str],
        shared: Collection[str] = (),
        talk: str = "",
    ) -> None:
        """Take the words; a word may be the same as in English."""
        self.meanings = {spelt: Line(ours).words for ours, theirs in words.items() for spelt in spellings(theirs)}
        english = {word for meant in self.meanings.values() for word in meant}
        self.marks = frozenset(self.meanings) - english - frozenset(shared)
        self.talk = frozenset(spellings(talk)) - self.meanings.keys()
        self.gaps = {theirs: ours for ours, theirs in gaps.items()}
        self._written = {ours: theirs.split()[0] for ours, theirs in words.items() if ours} | {**phrases}
        self._written |= {f"<{ours}>": f"<{theirs}>" for ours, theirs in gaps.items()}
        longest = sorted(self._written, key=lambda ours: (-len(ours), ours))
        self._known = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest))})(?![\w'])")

    def say(self, text: str) -> str:
        """Return a text of ours in this language; words that it has no word for stay as they are."""
        return self._known.sub(lambda found: self._written[found.group()], text)


def spellings(words: str) -> list[str]:
    """Return words in capitals, those with umlauts also as people write them who have none."""
    capitals = words.upper()
    return [word for umlauts in ({}, _WITH_E, _PLAIN) for word in capitals.translate(umlauts).split()]


def glossary_of(tongues: Mapping[str, Tongue]) -> Glossary:
    """Return what all words of some languages mean."""
    meanings = {word: meant for tongue in tongues.values() for word, meant in tongue.meanings.items()}
    marks = frozenset[str]().union(*(tongue.marks for tongue in tongues.values()))
    return Glossary(meanings, marks, frozenset[str]().union(*(tongue.talk for tongue in tongues.values())))
