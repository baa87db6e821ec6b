"""What a line that cannot be read may have meant: the cheapest way to mend it. Offered, never applied."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from moderator.language.forms import Form, Gap
from moderator.language.lexicon import Lexicon
from moderator.language.suggest import slips

_LONGEST = 12
_SUGGESTIONS = 3
_VERB_AMONG = 3
"""The first words, among which the verb is looked for."""
_LIMIT = 9
_SLIP, _NEAR, _INSERT, _INSERT_VERB, _SKIP, _BLANK, _IGNORE = 2, 2, 3, 5, 3, 4, 1
"""Costs: a slip in a word, a value nearly written, a word or a verb left out, a word too many, an unfilled gap, a
word after the end."""


class _Mended(NamedTuple):
    """A way to mend: what it costs, the line it gives."""

    cost: int
    words: tuple[str, ...]


_HOPELESS = _Mended(_LIMIT + 1, ())


def mend(
    forms: Sequence[Form], words: Sequence[str], lexicon: Lexicon, noise: frozenset[str], unsaid: str
) -> tuple[str, ...]:
    """Return the lines that are cheapest to make of some words, at most three; gaps left open as ``<goal>``.

    Where no word is like a verb, it is the one that may go ``unsaid`` if there is such a one.
    """
    words = words[:_LONGEST]
    canon = lexicon.known(words, noise)
    near = {
        verb: cost
        for verb in lexicon.verbs
        for word in words[:_VERB_AMONG]
        if (cost := _literal_cost(word, verb, canon)) is not None
    }
    near_verbs = {verb for verb, cost in near.items() if not cost} or set(near)
    if not near_verbs and not any(word in canon or word[-1].isdigit() for word in words):
        return ()
    if not near_verbs and unsaid:
        near_verbs = {unsaid}
    strange = any(word not in canon and word not in noise and not word[-1].isdigit() for word in words)
    scored: dict[str, int] = {}
    for form in forms:
        if near_verbs and form.verb not in near_verbs:
            continue
        if strange and not near_verbs and len(form.rest) == 1:
            continue  # "defend C3" is not ATTACK C3 for having a place
        mended = _mend(form, words, canon, noise)
        if mended.cost <= _LIMIT:
            line = " ".join(mended.words)
            scored[line] = min(scored.get(line, _LIMIT), mended.cost)
    if not scored:
        return ()
    best = min(scored.values())
    return tuple(line for line, cost in scored.items() if cost == best)[:_SUGGESTIONS]


def _literal_cost(word: str, literal: str, canon: Mapping[str, str]) -> int | None:
    """Return what it costs to read a word as a word of a form, None if it is not like it."""
    if canon.get(word, word) == literal:
        return 0
    if word in canon:
        return None
    found = slips(word, literal)
    return None if found is None else found * _SLIP


def _mend(form: Form, words: Sequence[str], canon: Mapping[str, str], noise: frozenset[str]) -> _Mended:
    """Align a form with words: the usual table of edits, worked out from the back and remembered."""
    elements = (form.verb, *form.rest)

    @cache
    def best(element: int, at: int) -> _Mended:
        if element == len(elements):
            return _Mended(sum(_ignored(word, canon, noise) for word in words[at:]), ())
        options = [_HOPELESS]
        wanted = elements[element]
        if at < len(words):
            skip = 0 if words[at] in noise else _SKIP
            options.append(_plus(best(element, at + 1), skip))
        if isinstance(wanted, Gap):
            options.extend(_fill(wanted, words, at, canon, lambda after: best(element + 1, after)))
        else:
            if not form.gapless:
                options.append(_plus(best(element + 1, at), _INSERT if element else _INSERT_VERB, wanted))
            cost = _literal_cost(words[at], wanted, canon) if at < len(words) else None
            if cost is not None:
                options.append(_plus(best(element + 1, at + 1), cost, wanted))
        return min(options, key=lambda option: option.cost)

    return best(0, 0)


def _fill(
    gap: Gap, words: Sequence[str], at: int, canon: Mapping[str, str], then: Callable[[int], _Mended]
) -> list[_Mended]:
    """Fill a gap with what stands there, with what is near to it, or leave it open."""
    blank = f"<{gap.name}>"
    left_open = _plus(then(at), _BLANK, blank)
    if at >= len(words) or gap.raw is not None:
        return [left_open]
    got = gap.slot.read(words[at : at + 4])
    if got is not None:
        return [_plus(then(at + got[1]), 0, gap.slot.write(got[0])), left_open]
    options = [_plus(then(at + 1), _BLANK, blank), left_open]
    near = () if words[at] in canon else gap.slot.near(words[at])
    if near:
        options.insert(0, _plus(then(at + 1), _NEAR, near[0]))
    elif at + 1 < len(words) and words[at] not in canon and words[at + 1] not in canon:
        near = gap.slot.near(f"{words[at]} {words[at + 1]}")
        if near:
            options.insert(0, _plus(then(at + 2), _NEAR, near[0]))
    return options


def _plus(mended: _Mended, cost: int, word: str = "") -> _Mended:
    """Put a word before what follows it, at a cost."""
    if mended.cost + cost > _LIMIT:
        return _HOPELESS
    return _Mended(mended.cost + cost, (word, *mended.words) if word else mended.words)


def _ignored(word: str, canon: Mapping[str, str], noise: frozenset[str]) -> int:
    """Return what it costs to ignore a word after the end: more if it says something."""
    if word in noise:
        return 0
    return _SKIP if word in canon or any(character.isdigit() for character in word) else _IGNORE
