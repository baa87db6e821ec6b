"""Corrections in words: what a line says about orders that were given before, and what the letter becomes by it.

"No wait, MOVE 3 L9", "make 2 a pass", "cancel 2". A correction is read where it is plain, and told; else it is asked
back. Nothing here takes a whole sheet back: of that CLEAR is offered.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.faults import LanguageFault
from moderator.language.grammar.labels import read_label
from moderator.language.reading.commands import Clear
from moderator.language.reading.sheet import Entry

_LEVEL = str.maketrans("\u2019\u2018\u2013\u2014", "''--")


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_LEADS = {
    "hedge": r"maybe|perhaps|possibly|probably|if possible|(?:should|shall|could|may) (?:i|we)|what if (?:i|we)"
    r"|(?:i'm )?not sure|(?:i|we) (?:might|may|could|think)(?: i'?ll)?",
    "firm": r"(?:no|nope),? wait|wait,? no|no(?=\s*[,.!:-])|(?:scratch|strike|forget|belay) that"
    r"|(?:i(?:'ve)? )?changed my mind|never ?mind(?: that)?(?! \w*\s?\#?\d)"
    r"|on (?:second thoughts?|reflection)|change of (?:plans?|mind)"
    r"|(?:or )?rather(?! than)|better(?= yet| still|\s*[,:])(?: yet| still)?|instead(?! of)"
    r"|i (?:actually |really )?(?:meant|mean|wanted)(?: to say)?|meant(?=\s*:)"
    r"|(?:let's )?make (?:that|it)|change (?:that|it) (?:to|into)"
    r"|(?:that|it|this|which) (?:should|must) (?:be|read|have been)"
    r"|(?:should|must|shall) (?:be|read|have been)(?= \w+ \w)"
    r"|(?:corrections?|corrected|correcting|edit|fix|typo|erratum|update|change|revised)"
    r"(?=\s*(?:[:!.,]|$)|\s+(?:to|of|for|in|on)\b)|(?:new|revised|updated|amended)(?= (?:order|number|line)\b)",
    "mild": r"wait|hold on|hang on|oh|oops+|ups|whoops|argh|sorry|my (?:bad|mistake)|actually|pardon",
    "plea": r"please|pls|plz|kindly|(?:can|could|would) you|(?:i|we) (?:want|need|would like|wish|will)(?: to)?"
    r"|i'd like to|(?:i|we)'ll|let me|let's|you can|p\.?\s?s\.?|ok|okay|ah|hmm+|well|hey|and|but|so|now|then|also|just",
}
_LEAD = _pattern(
    r"\W*(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _LEADS.items()) + r")(?![^\W_])[\s,.:!\u2026-]*"
)
"""Doubtful, as one that takes back what stands above it, as a mild one, or by asking."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_NTH = rf"(?P<ordinal>{'|'.join(_ORDINALS)}|last)(?: (?:order|line|one|entry))"
_THING = r"(?:orders?|lines?|entr(?:y|ies)|items?|numbers?|no\.?|nr\.?)"
_NUMBER = r"\d{1,2}[a-z]?(?![^\W_])"
_ANY = rf"(?:(?:the|my) )?(?:{_THING}\s*)*\#?\s*"
_WHICH = rf"(?:{_ANY}(?P<number>{_NUMBER})|(?:(?:the|my) )?{_NTH}?)"
_WHICHES = rf"{_ANY}(?P<numbers>{_NUMBER}(?:\s*(?:,|&|and\b)(?:[\s,&]|and\b)*+(?:{_THING}\s*)?\#?{_NUMBER})*)"
_TOLD = _pattern(rf"{_THING}\b|\#")

_CANCEL = (
    r"(?:cancel|scratch|forget(?: about)?|drop|delete|scrap|remove|withdraw|void|ignore|strike|undo|disregard|erase"
    r"|revoke|rescind|retract|kill|clear|never ?mind|take (?:back|out)|leave out|get rid of|don'?t do"
    r"|no(?= (?:order|number|line)))"
)
_GONE = r"(?:cancell?ed|withdrawn|void|off|deleted|dropped)"
_AGAIN = (
    r"(?:,? (?:please|pls|plz|thanks|thank you|instead|again|now|so far|this turn|i (?:said|sent|wrote)"
    r"|and start over|(?:but )?(?:keep|leave) (?:the rest|the others?|everything else)))*[\s.!?]*"
)
_CANCELLED = (
    _pattern(rf"{_CANCEL} {_WHICHES}{_AGAIN}"),
    _pattern(rf"take {_WHICHES} (?:back|out){_AGAIN}"),
    _pattern(rf"{_WHICHES} (?:is|are|should be|has been) {_GONE}{_AGAIN}"),
    _pattern(rf"{_CANCEL} (?:the|my) {_NTH}?{_AGAIN}"),
)
_VAGUE = _pattern(
    rf"(?!forget it|never){_CANCEL} (?:that|it|this|those|these|(?:the )?above)(?: order| one| line)?{_AGAIN}"
)
"""Something is taken back, and nothing tells what."""
_IS_CANCELLED = _pattern(rf"(?:is|should be) {_GONE}{_AGAIN}")
"""The same behind a label."""
_CANCELLED_BY_WORDS = _pattern(rf"{_CANCEL} (?:the |my )?(?P<old>.+?){_AGAIN}")
_OLD = r"(?:last|previous|earlier|prior|old|other|first|existing|current)"
_EVERYTHING = (
    r"(?:all|everything|the lot|it all|them all|(?:the|my) (?:whole|entire) (?:sheet|lot|thing|turn)"
    rf"|(?:all )?(?:of )?(?:(?:my|the|our|these|those) )?(?:{_OLD} )?"
    r"(?:orders|sheet|moves|instructions|letter|e-?mail|mail|message|turn))"
)
_WIPE = rf"(?:{_CANCEL}|reset|wipe(?: out)?|empty|start over with) {_EVERYTHING}"
_WIPED = _pattern(rf"(?:{_WIPE}|start (?:all )?over){_AGAIN}")
_SWAPPED = _pattern(rf"(?:switch|swap|exchange) {_WHICHES}.*")
_DO = r"(?:do|make it|make|use|please|read|write|i (?:want|meant)|rather|now|it's|should be|say|put)"
_NEW = rf"(?:{_DO}\b\s*:?\s*)*(?P<text>.+)"
_SEPARATED = r"\s*[:,;>=-]*\s*"
_SET = (
    _pattern(
        rf"(?:make|change|switch|amend|update|alter|replace|swap|substitute|modify|edit|correct|fix) {_WHICH}"
        rf"{_SEPARATED}(?:(?:to|into|with|by|for|as|be|so it(?:'s| is)|to read|to be|instead)\b"
        r"\s*[:=>-]*\s*)?(?P<text>.+)"
    ),
    _pattern(
        rf"{_WHICH}\s+(?:(?:should|must|shall|ought to|needs? to|has to|is to) (?:be|read|say|become|go(?: to)?)"
        r"|(?P<said>is now|now is|is|becomes|changes to|now))\s*(?:now|rather|instead|:)*\s*(?P<text>.+)"
    ),
    _pattern(rf"(?:instead|in place|in lieu) of {_WHICH}{_SEPARATED}{_NEW}"),
    _pattern(rf"(?P<text>.+?),? (?:instead of|in place of|rather than|replaces|replacing) {_WHICH}{_AGAIN}"),
    _pattern(rf"(?:for|under|as|to|of|in) (?=(?:(?:the|my) )?(?:{_THING}|\#|[^:,]{{1,6}}:)){_WHICH}{_SEPARATED}{_NEW}"),
    _pattern(rf"{_CANCEL} {_WHICH}\s*(?:[,.:;-]+|and\b)\s*(?:(?:replace|swap) it (?:with|by|for)\s+)?{_NEW}"),
    _pattern(rf"(?:use|put|do|write) (?P<text>.+?) (?:for|as|under) {_WHICH}{_AGAIN}"),
)
_EXCHANGED = (
    _pattern(r"(?:change|replace|swap|switch|turn) (?P<old>.+?) (?:with|by|for|into|to) (?P<text>.+)"),
    _pattern(r"instead of (?P<old>.+?)\s*[,:;-]\s*(?P<text>.+)"),
    _pattern(r"(?P<text>.+?),? (?:instead of|rather than|(?:and )?not) (?P<old>.+)"),
    _pattern(r"not (?P<old>.+?),? but (?P<text>.+)"),
)
"""Forms that say one order for another; both must be whole."""
_ARTICLE = _pattern(r"an?\s+(?=\S)")
_AFTERTHOUGHT = _pattern(r"[\s,]+(?:instead|please|pls|plz|rather|thanks|thank you)[\s.!]*\Z")
_WHERE = _pattern(r"(?:to|at|in|into|from|on)\s+")
_FEW = 4
"""Words that may say one part of an order anew ("make that A2"), at most."""


class Correction(NamedTuple):
    """What a line says about earlier orders.

    ``numbers`` are the orders that it names (``"last"`` for the one above), ``text`` what is to stand in their place
    ("" for nothing) and ``begin`` where that begins; ``old`` is an order that it names by its words. ``told``: it
    speaks of orders as such; ``firm``: it takes back what stands above; ``sure``: it is not hedged; ``wipes``: all.
    """

    numbers: tuple[str, ...] = ()
    text: str = ""
    begin: int = 0
    old: str = ""
    told: bool = False
    firm: bool = False
    sure: bool = True
    wipes: bool = False

    @property
    def is_alone(self) -> bool:
        """Whether the line has second thoughts and no more: the next one says which."""
        return not (self.text or self.old or self.numbers or self.wipes)


def correction(text: str, label: str = "") -> Correction | None:
    """Return what a line corrects, None if it begins with nothing that corrects; ``label`` is the number before it."""
    begin, kinds = _lead(text)
    rest = text[begin:].translate(_LEVEL).rstrip("? ")
    sure = "hedge" not in kinds and ("plea" in kinds or not text.rstrip().endswith("?"))
    mine = (label,) if label else ()
    if not rest:
        return Correction(firm="firm" in kinds) if kinds & {"firm", "mild"} else None
    said = _cancelled(rest, mine) or _set(rest) or _exchanged(rest, mine)
    if said is None and kinds & {"firm", "mild"}:
        said = _second_thought(rest, label)._replace(firm="firm" in kinds)
    return said and said._replace(begin=begin + said.begin, sure=sure)


def _lead(text: str) -> tuple[int, set[str]]:
    """Return where a line goes on behind the words of a second thought, and of which kinds those are."""
    begin, kinds = 0, set[str]()
    text = text.translate(_LEVEL)
    while (found := _LEAD.match(text, begin)) and found.lastgroup:
        begin = found.end()
        kinds.add(found.lastgroup)
    return begin, kinds


def _cancelled(rest: str, mine: tuple[str, ...]) -> Correction | None:
    """Read that all orders, or some, are taken back."""
    if _WIPED.fullmatch(rest):
        return Correction(told=True, wipes=True)
    if mine and _IS_CANCELLED.fullmatch(rest):
        return Correction(mine, told=True)
    if _VAGUE.fullmatch(rest):
        return Correction(text=rest, told=True)
    for pattern in _CANCELLED:
        if found := pattern.fullmatch(rest):
            told = "ordinal" in found.groupdict() or _TOLD.search(rest) is not None
            return Correction(_numbers(found), told=told)
    return None


def _set(rest: str) -> Correction | None:
    """Read that something stands in the place of a numbered order."""
    if (found := _SWAPPED.fullmatch(rest)) and len(_numbers(found)) > 1:
        return Correction(text=rest, told=True)
    for pattern in _SET:
        if found := pattern.fullmatch(rest):
            told = not found.groupdict().get("said") and _TOLD.search(found.group()) is not None
            return Correction(_numbers(found), found["text"], found.start("text"), told=told, firm=True)
    return None


def _exchanged(rest: str, mine: tuple[str, ...]) -> Correction | None:
    """Read that one order stands in the place of another, or that one is taken back, each by its words."""
    for pattern in _EXCHANGED:
        if found := pattern.fullmatch(rest):
            return Correction(mine, found["text"], found.start("text"), found["old"], firm=True)
    if found := _CANCELLED_BY_WORDS.fullmatch(rest):
        return Correction(old=found["old"])
    return None


def _second_thought(rest: str, label: str) -> Correction:
    """Read what stands behind a second thought: an order, perhaps with its number."""
    inner = read_label(rest)
    if label or inner.bare or not inner.label:
        return Correction((label,) if label else (), rest)
    return Correction((inner.label,), inner.rest, inner.offset)


def _numbers(found: re.Match[str]) -> tuple[str, ...]:
    """Return the numbers of the orders that a correction names."""
    told = found.groupdict()
    if word := (told.get("ordinal") or "").lower():
        return ("last" if word == "last" else str(_ORDINALS.index(word) + 1),)
    names = re.findall(_NUMBER, told.get("numbers") or told.get("number") or "", re.IGNORECASE)
    return tuple(dict.fromkeys(name.lower().lstrip("0") or "0" for name in names))


class Spot(NamedTuple):
    """Where a correction stands in the letter: line, column, and its text."""

    line: int
    column: int
    text: str


class Corrected(Struct, Generic[O], frozen=True):
    """A letter's entries after a correction, its commands, what is told; ``loose``: none of these gave way.

    ``gone`` are the indexes of the entries that were taken out.
    """

    entries: tuple[Entry[O], ...]
    commands: tuple[Clear, ...] = ()
    problems: tuple[Problem, ...] = ()
    loose: bool = False
    gone: tuple[int, ...] = ()


class Corrector(Generic[O]):
    """Carries out corrections on the entries of a letter."""

    def __init__(self, language: Language[O], on_file: Sequence[O], *, numbered: bool) -> None:
        """Know the language, the sheet on file, and whether its orders have numbers."""
        self._language = language
        self._on_file = tuple(on_file)
        self._numbered = numbered

    def correct(self, said: Correction, entries: Sequence[Entry[O]], spot: Spot) -> Corrected[O] | None:
        """Return what a correction makes of the entries so far; None if it turns out to be none."""
        if said.wipes:
            return Corrected((*entries,), problems=(_problem(LanguageFault.CLEAR_LIKE, spot, hints=("CLEAR",)),))
        if not said.text:
            return self._undo(said, entries, spot) if said.old else self._take_back(said, entries, spot)
        order, begin, wanted = self._wanted(said)
        if order is None or not said.sure:
            problem = self._unread(said, entries, spot, order)
            return None if problem is None else Corrected((*entries,), problems=(problem,))
        at = self._meant(said, order, entries)
        number = said.numbers[0] if said.numbers else ""
        if at is None and not number and (filed := self._filed(said, order)) is not None:
            return self._put_for_filed(Entry(spot.line, wanted, "", order, spot.column + begin), entries, filed, spot)
        if at is None and ((said.old and not number) or (number and (number == "last" or not self._numbered))):
            return _unclear(entries, spot, self._language.format(order))
        entry = Entry(spot.line, wanted, number if at is None else entries[at].label, order, spot.column + begin)
        return self._put(entry, entries, at, spot)

    def _put(self, entry: Entry[O], entries: Sequence[Entry[O]], at: int | None, spot: Spot) -> Corrected[O]:
        """Put an order in the place of an earlier one, or behind all, and tell so at both."""
        if at is None:
            facts: dict[str, Fact] = {"number": entry.label, "was": ""}
            note = _problem(LanguageFault.CORRECTION, spot, facts=facts)
            return Corrected((*entries, entry), problems=(note,), loose=True)
        old = entries[at]
        note = _problem(LanguageFault.CORRECTION, spot, facts={"number": "", "was": self._written(old)})
        return Corrected((*entries[:at], entry, *entries[at + 1 :]), problems=(_replaced(old, entry.line), note))

    def _filed(self, said: Correction, order: O) -> int | None:
        """Return the place of the order on file that is corrected: it is named, or about the same thing."""
        old = self._language.attempt(said.old) if said.old else None
        for place, filed in enumerate(self._on_file):
            like = self._language.topic(filed) == self._language.topic(order)
            if (old is not None and _same(filed, old)) or (not said.old and like):
                return place
        return None

    def _put_for_filed(self, entry: Entry[O], entries: Sequence[Entry[O]], place: int, spot: Spot) -> Corrected[O]:
        """Put an order under the number of one on file; without numbers, that one is cleared."""
        name = self._name(place)
        entry = replace(entry, label=name if self._numbered else "")
        facts: dict[str, Fact] = {"number": "", "was": self._language.line(self._on_file[place])}
        note = _problem(LanguageFault.CORRECTION, spot, facts=facts)
        commands = () if self._numbered else (Clear(which=name),)
        return Corrected((*entries, entry), commands, (note,), loose=True)

    def _take_back(self, said: Correction, entries: Sequence[Entry[O]], spot: Spot) -> Corrected[O]:
        """Take orders back: those of this letter fall, those on file by CLEAR; what is not plain is asked back."""
        problems, commands, gone = list[Problem](), list[Clear](), list[int]()
        for number in said.numbers:
            at = self._numbered_entry(number, entries, told=said.told)
            on_file = number != "last" and self._numbered
            if not said.sure or (at is None and not on_file):
                hints = () if number == "last" else (f"CLEAR {number}",)
                problems.append(_problem(LanguageFault.CORRECTION_UNCLEAR, spot, hints=hints))
                continue
            if at is not None:
                gone.append(at)
                problems += self._taken_back(entries[at], spot)
            if on_file and (at is None or entries[at].label):
                commands.append(Clear(which=number))
        left = tuple(entry for at, entry in enumerate(entries) if at not in gone)
        return Corrected(left, tuple(commands), tuple(problems), gone=tuple(gone))

    def _undo(self, said: Correction, entries: Sequence[Entry[O]], spot: Spot) -> Corrected[O] | None:
        """Take back the order that a line repeats, here or on file; None if it repeats none."""
        old = self._language.attempt(said.old)
        if old is None:
            return None
        at = next((at for at, entry in reversed([*enumerate(entries)]) if entry.order == old), None)
        if at is not None and said.sure:
            left = (*entries[:at], *entries[at + 1 :])
            return Corrected(left, problems=self._taken_back(entries[at], spot), gone=(at,))
        filed = next((self._name(place) for place, order in enumerate(self._on_file) if _same(order, old)), "")
        if filed and said.sure:
            return Corrected((*entries,), (Clear(which=filed),))
        return _unclear(entries, spot, *([f"CLEAR {filed}"] if filed else ()))

    def _taken_back(self, gone: Entry[O], spot: Spot) -> tuple[Problem, ...]:
        """Tell at both lines that an entry is taken out."""
        return _replaced(gone, spot.line), _problem(LanguageFault.TAKEN_BACK, spot, facts={"was": self._written(gone)})

    def _name(self, place: int) -> str:
        """Return what CLEAR calls an order on file: its number, or its place."""
        return self._on_file[place].number if self._numbered else str(place + 1)

    def _wanted(self, said: Correction) -> tuple[O | None, int, str]:
        """Return the order that is to stand, where it begins and how it was written."""
        for begin, text in _ways(said):
            order = self._language.attempt(text)
            if order is not None:
                return order, begin, text
        return None, said.begin, said.text

    def _meant(self, said: Correction, order: O, entries: Sequence[Entry[O]]) -> int | None:
        """Return which of the entries is corrected: by number, by its words, or since it is about the same thing."""
        if said.numbers:
            return self._numbered_entry(said.numbers[0], entries, told=said.told)
        old = self._language.attempt(said.old) if said.old else None
        topic = self._language.topic(order)
        fits = [
            at
            for at, entry in enumerate(entries)
            if (entry.order == old if said.old else self._language.topic(entry.order) == topic)
        ]
        if fits or said.old or not entries or not said.firm:
            return fits[-1] if fits else None
        return len(entries) - 1 if self._language.topic(entries[-1].order)[0] == topic[0] else None

    def _numbered_entry(self, number: str, entries: Sequence[Entry[O]], *, told: bool) -> int | None:
        """Return which of the entries has a number; where none has any, they are counted as on a sheet."""
        if number == "last":
            return len(entries) - 1 if entries else None
        labelled = [at for at, entry in enumerate(entries) if entry.label == number]
        if labelled or any(entry.label for entry in entries):
            return labelled[-1] if labelled else None
        counts = number.isdecimal() and 0 < int(number) <= len(entries) and (self._numbered or told)
        return int(number) - 1 if counts else None

    def _unread(self, said: Correction, entries: Sequence[Entry[O]], spot: Spot, order: O | None) -> Problem | None:
        """Return the complaint about a correction that is not plain, None if it is talk."""
        number = said.numbers[0] if said.numbers else ""
        label = f"{number}. " if number and self._numbered and number != "last" else ""
        if order is not None:
            return _problem(LanguageFault.NOT_PLAIN, spot, hints=(label + self._language.format(order),))
        meant = self._anew(said, entries)
        if meant is not None:
            return _problem(LanguageFault.CORRECTION_UNCLEAR, spot, hints=(meant,))
        about = self._language.mentions(said.text) if number else self._language.concerns(f"{said.text} {said.old}")
        brief = number or (entries and len(said.text.split()) <= _FEW)
        if not (said.told or self._language.looks_like(said.text) or (about and brief)):
            return None
        problem = self._language.read(said.text).problem
        if problem is None or not self._language.looks_like(said.text):
            return _problem(LanguageFault.CORRECTION_UNCLEAR, spot)
        hints = tuple(label + hint for hint in problem.hints)
        return replace(problem, line=spot.line, column=spot.column + said.begin + (problem.column or 0), hints=hints)

    def _anew(self, said: Correction, entries: Sequence[Entry[O]]) -> str | None:
        """Return the order above with its end said anew ("make that A2"), None if that makes no other order."""
        at = self._numbered_entry(said.numbers[0], entries, told=said.told) if said.numbers else len(entries) - 1
        if at is None or at < 0:
            return None
        old = entries[at]
        words = self._language.format(old.order).split()
        new = _WHERE.sub("", re.split(r",| not | instead ", said.text)[0].strip(" .!")).split()
        if not 0 < len(new) <= min(_FEW, len(words) - 1) or not (said.firm or any(map(str.isdigit, new[-1]))):
            return None
        order = self._language.attempt(" ".join((*words[: -len(new)], *new)))
        if order is None or order == old.order:
            return None
        return f"{old.label}. " * bool(old.label) + self._language.format(order)

    def _written(self, entry: Entry[O]) -> str:
        """Return an order as it is shown, with the number that was written before it."""
        return f"{entry.label}. " * bool(entry.label) + self._language.format(entry.order)


def _ways(said: Correction) -> Iterator[tuple[int, str]]:
    """Yield how the order of a correction may be read: as it stands, without an afterthought, without an article."""
    plain = _AFTERTHOUGHT.sub("", said.text)
    article = _ARTICLE.match(plain)
    for text in dict.fromkeys((said.text, plain)):
        yield said.begin, text
    if article is not None:
        yield said.begin + article.end(), plain[article.end() :]


def _unclear(entries: Sequence[Entry[O]], spot: Spot, *hints: str) -> Corrected[O]:
    """Ask a correction back; the letter stays as it is."""
    return Corrected((*entries,), problems=(_problem(LanguageFault.CORRECTION_UNCLEAR, spot, hints=hints),))


def _same(order: O, other: O) -> bool:
    """Tell whether two orders are the same but for their numbers."""
    return replace(order, number="") == replace(other, number="")


def _replaced(entry: Entry[O], line: int) -> Problem:
    """Tell at the earlier order that it does not stand."""
    return _problem(LanguageFault.CORRECTED, Spot(entry.line, entry.column, entry.text), facts={"line": line})


def _problem(
    code: LanguageFault, spot: Spot, *, facts: dict[str, Fact] | None = None, hints: tuple[str, ...] = ()
) -> Problem:
    """Return what is told of a correction: a note with facts, or a complaint."""
    return Problem(
        code=code,
        stage=Stage.UNREADABLE if facts is None else Stage.NOTED,
        line=spot.line,
        column=spot.column + len(spot.text) - len(spot.text.lstrip()),
        fragment=spot.text.strip(),
        facts=facts or {},
        hints=hints,
    )
