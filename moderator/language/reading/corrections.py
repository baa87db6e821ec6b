"""Corrections in words: what a line says about orders that were given before.

"No wait, MOVE 3 L9", "make 2 a pass", "cancel 2".
"""

import re
from typing import NamedTuple

from moderator.language.grammar.labels import read_label
from moderator.language.reading.talk.translation import English, in_english

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


class Correction(NamedTuple):
    """What a line says about earlier orders.

    ``numbers`` are the orders that it names (``"last"`` for the one above), ``text`` what is to stand in their place
    ("" for nothing) and ``begin`` where that begins; ``old`` is an order that it names by its words.
    ``names_orders``: it speaks of orders as such; ``firm``: it takes back what stands above; ``sure``: it is not
    hedged; ``wipes``: it takes back all orders.
    """

    numbers: tuple[str, ...] = ()
    text: str = ""
    begin: int = 0
    old: str = ""
    names_orders: bool = False
    firm: bool = False
    sure: bool = True
    wipes: bool = False

    @property
    def is_alone(self) -> bool:
        """Whether the line has second thoughts and no more: the next one says which."""
        return not (self.text or self.old or self.numbers or self.wipes)


def correction(text: str, label: str = "") -> Correction | None:
    """Return what a line corrects, None if it begins with nothing that corrects; ``label`` is the number before it."""
    english = in_english(text)
    if english is None:
        return _correction(text, label)
    said = _correction(english.text, label)
    return said and _as_written(said, english)


def _as_written(said: Correction, english: English) -> Correction:
    """Return a correction with its orders as they stand in the original."""
    begin, end = english.source(said.begin, said.begin + len(said.text))
    text = english.original[begin:end] if said.text else ""
    at = english.text.translate(_LEVEL).find(said.old)
    old_begin, old_end = english.source(at, at + len(said.old))
    return said._replace(text=text, begin=begin, old=english.original[old_begin:old_end])


def _correction(text: str, label: str) -> Correction | None:
    """Return what an English line corrects."""
    begin, kinds = _skip_lead(text)
    rest = text[begin:].translate(_LEVEL).rstrip("? ")
    sure = "hedge" not in kinds and ("plea" in kinds or not text.rstrip().endswith("?"))
    mine = (label,) if label else ()
    if not rest:
        return Correction(firm="firm" in kinds) if kinds & {"firm", "mild"} else None
    result = _read_cancelling(rest, mine) or _read_replacing(rest) or _read_exchanging(rest, mine)
    if result is None and kinds & {"firm", "mild"}:
        result = _second_thought(rest, label)._replace(firm="firm" in kinds)
    return result and result._replace(begin=begin + result.begin, sure=sure)


def _skip_lead(text: str) -> tuple[int, set[str]]:
    """Return where a line goes on behind the words of a second thought, and of which kinds those are."""
    begin, kinds = 0, set[str]()
    text = text.translate(_LEVEL)
    while (found := _LEAD.match(text, begin)) and found.lastgroup:
        begin = found.end()
        kinds.add(found.lastgroup)
    return begin, kinds


def _read_cancelling(rest: str, mine: tuple[str, ...]) -> Correction | None:
    """Read that all orders, or some, are taken back."""
    if _WIPED.fullmatch(rest):
        return Correction(names_orders=True, wipes=True)
    if mine and _IS_CANCELLED.fullmatch(rest):
        return Correction(mine, names_orders=True)
    if _VAGUE.fullmatch(rest):
        return Correction(text=rest, names_orders=True)
    for pattern in _CANCELLED:
        if found := pattern.fullmatch(rest):
            names_orders = "ordinal" in found.groupdict() or _TOLD.search(rest) is not None
            return Correction(_numbers(found), names_orders=names_orders)
    return None


def _read_replacing(rest: str) -> Correction | None:
    """Read that something stands in the place of a numbered order."""
    if (found := _SWAPPED.fullmatch(rest)) and len(_numbers(found)) > 1:
        return Correction(text=rest, names_orders=True)
    for pattern in _SET:
        if found := pattern.fullmatch(rest):
            names_orders = not found.groupdict().get("said") and _TOLD.search(found.group()) is not None
            return Correction(_numbers(found), found["text"], found.start("text"), names_orders=names_orders, firm=True)
    return None


def _read_exchanging(rest: str, mine: tuple[str, ...]) -> Correction | None:
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
    groups = found.groupdict()
    if word := (groups.get("ordinal") or "").lower():
        return ("last" if word == "last" else str(_ORDINALS.index(word) + 1),)
    names = re.findall(_NUMBER, groups.get("numbers") or groups.get("number") or "", re.IGNORECASE)
    return tuple(dict.fromkeys(name.lower().lstrip("0") or "0" for name in names))
