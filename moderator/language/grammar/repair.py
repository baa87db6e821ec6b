"""What a line that cannot be read may have meant: the cheapest way to mend it. Offered, never applied."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from moderator.language.grammar.forms import TOWARDS, Form, Gap
from moderator.language.grammar.lexicon import NOISE, Lexicon
from moderator.language.grammar.slots import Name, Rest
from moderator.language.grammar.suggest import abbreviates, typos

_LONGEST = 12
_SUGGESTIONS = 3
_VERB_AMONG = 3
"""The first words, among which the verb is looked for."""
_LIMIT = 9
_TYPO, _NEAR, _SHORTENED, _INSERT, _INSERT_VERB, _SKIP, _BLANK, _IGNORE, _MISLED = 2, 2, 3, 3, 5, 3, 4, 1, 5
"""Costs: a typo in a word, a value nearly written, a word without its vowels, a word or a verb left out, a word too
many, an unfilled gap, a word after the end, a goal that is taken for where to do something."""
_CONDITIONS = frozenset(("IF", "UNLESS"))
"""Words that are never put in: nobody's order is made to depend on something that they did not write."""
_LEADS = {**dict.fromkeys(TOWARDS, "goal"), "FROM": "origin"}
"""Words before a place that tell which gap it fills."""


class _Words(NamedTuple):
    """The words that were written, what those stand for that are of orders, and which say nothing."""

    words: Sequence[str]
    canon: Mapping[str, str]
    noise: frozenset[str]

    def knows(self, word: str) -> bool:
        """Tell whether a word is of orders, or says nothing."""
        return word in self.canon or word in self.noise


class _Repair(NamedTuple):
    """A way to mend: what it costs, the line it gives."""

    cost: int
    words: tuple[str, ...]


_HOPELESS = _Repair(_LIMIT + 1, ())


def mend(
    forms: Sequence[Form],
    words: Sequence[str],
    lexicon: Lexicon,
    noise: frozenset[str],
    *,
    unsaid: Collection[str],
    keeps: Callable[[str], bool],
) -> tuple[str, ...]:
    """Return the lines that are cheapest to make of some words, at most three; gaps left open as ``<goal>``.

    Only those are looked at that keep what was written. Where no word is like a verb, one that may go ``unsaid`` is the
    likest to have been left out.
    """
    words = words[:_LONGEST]
    canon = lexicon.meanings_of(words, noise)
    written = _Words(words, canon, noise)
    near = {
        verb: cost
        for verb in lexicon.verbs
        for word in words[:_VERB_AMONG]
        if len(word) > 1 and (cost := _literal_cost(word, verb, canon)) is not None
    }
    near_verbs = {verb for verb, cost in near.items() if not cost} or set(near)
    if not near_verbs and not any(word in canon or word[-1].isdigit() for word in words):
        return ()
    has_unknown = any(word not in canon and word not in noise and not word[-1].isdigit() for word in words)
    scored: dict[str, tuple[int, object]] = {}
    for form in forms:
        if near_verbs and form.verb not in near_verbs:
            continue
        if has_unknown and not near_verbs and len(form.rest) == 1:
            continue  # "defend C3" is not ATTACK C3 for having a place
        repair = _mend(form, written, _INSERT_VERB - (form.verb in unsaid))
        line = " ".join(repair.words)
        if repair.cost <= _LIMIT and keeps(line):
            scored[line] = min(scored.get(line, (_LIMIT, form.kind)), (repair.cost, form.kind), key=itemgetter(0))
    if not scored:
        return ()
    best = min(cost for cost, _ in scored.values())
    by_kind = {kind: line for line, (cost, kind) in reversed(scored.items()) if cost == best}
    return tuple(reversed(by_kind.values()))[:_SUGGESTIONS]


def _literal_cost(word: str, literal: str, canon: Mapping[str, str]) -> int | None:
    """Return what it costs to read a word as a word of a form, None if it is not like it."""
    if canon.get(word, word) == literal:
        return 0
    if word in canon:
        return None
    found = typos(word, literal)
    if found is None:
        return _SHORTENED if word not in NOISE and abbreviates(word, literal) else None
    return found * _TYPO


def _mend(form: Form, written: _Words, insert_verb: int) -> _Repair:
    """Align a form with words: the usual table of edits, worked out from the back and remembered."""
    words, canon, noise = written
    elements = (form.verb, *form.rest)

    @cache
    def best(element: int, at: int) -> _Repair:
        if element == len(elements):
            return _Repair(sum(_cost_of_ignoring(word, canon, noise) for word in words[at:]), ())
        options = [_HOPELESS]
        wanted = elements[element]
        if at < len(words):
            skip = 0 if words[at] in noise else _SKIP + 2 * _is_name(words[at])
            options.append(_plus(best(element, at + 1), skip))
        if isinstance(wanted, Gap):
            last = element + 1 == len(elements)
            options.extend(_fill(wanted, written, at, lambda after: best(element + 1, after), last=last))
        else:
            if not form.gapless and wanted not in _CONDITIONS:
                options.append(_plus(best(element + 1, at), _INSERT if element else insert_verb, wanted))
            cost = _literal_cost(words[at], wanted, canon) if at < len(words) else None
            if cost is not None:
                options.append(_plus(best(element + 1, at + 1), cost, wanted))
        return min(options, key=lambda option: option.cost)

    return best(0, 0)


def _fill(gap: Gap, written: _Words, at: int, then: Callable[[int], _Repair], *, last: bool) -> list[_Repair]:
    """Fill a gap with what stands there, with what is near to it, or leave it open."""
    words, canon = written.words, written.canon
    blank = f"<{gap.name}>"
    left_open = _plus(then(at), _BLANK, blank)
    if at >= len(words) or _belongs_elsewhere(gap, words[at - 1] if at else ""):
        return [left_open]
    if gap.raw is not None:
        text = " ".join(words[at:])
        taken = None if isinstance(gap.slot, Name | Rest) else gap.raw.take(text)
        if taken is None:
            return [*_near(gap, written, at, then), left_open]
        after = at + len(text[: taken[1]].split())
        if (
            gap.listed is not None
            and last
            and any(_cost_of_ignoring(word, canon, written.noise) for word in words[after:])
        ):
            return [left_open]  # nobody knows what "LEAVE ALL the rest" leaves
        return [_plus(then(after), 0, gap.slot.write(taken[0])), left_open]
    got = gap.slot.read(words[at : at + 4])
    if got is not None:
        cost = _MISLED if gap.name == "place" and _LEADS.get(words[at - 1]) == "goal" and at else 0
        return [_plus(then(at + got[1]), cost, gap.slot.write(got[0])), left_open]
    options = [_plus(then(at + 1), _BLANK + _is_name(words[at]), blank), left_open]
    return [*_near(gap, written, at, then), *options]


def _near(gap: Gap, written: _Words, at: int, then: Callable[[int], _Repair]) -> list[_Repair]:
    """Fill a gap with what a word, or two of them, nearly is."""
    words = written.words
    if written.knows(words[at]):
        return []
    if near := _nearest(gap, words[at]):
        return [_plus(then(at + 1), _NEAR, near)]
    two = words[at : at + 2]
    if len(two) > 1 and not written.knows(two[1]) and (near := _nearest(gap, " ".join(two))):
        return [_plus(then(at + 2), _NEAR, near)]
    return []


@lru_cache(maxsize=2_000)
def _nearest(gap: Gap, words: str) -> str:
    """Return what words nearly are, empty for nothing; each form of a language asks the same of the same words."""
    return next(iter(gap.slot.near(words)), "")


def _is_name(word: str) -> bool:
    """Tell whether a word is of letters and a digit at its end, as places are: one that is passed over is missed."""
    return word[-1].isdigit() and not word.isdigit()


def _belongs_elsewhere(gap: Gap, before: str) -> bool:
    """Tell whether the word before a place says that it fills another gap than this: "to B1" is no origin."""
    return gap.name in _LEADS.values() and _LEADS.get(before, gap.name) != gap.name


def _plus(repair: _Repair, cost: int, word: str = "") -> _Repair:
    """Put a word before what follows it, at a cost."""
    if repair.cost + cost > _LIMIT:
        return _HOPELESS
    return _Repair(repair.cost + cost, (word, *repair.words) if word else repair.words)


def _cost_of_ignoring(word: str, canon: Mapping[str, str], noise: frozenset[str]) -> int:
    """Return what it costs to ignore a word after the end: more if it says something."""
    if word in noise:
        return 0
    return _SKIP if word in canon or any(character.isdigit() for character in word) else _IGNORE
