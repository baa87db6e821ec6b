"""Lines made of the forms of a language: every optional part kept or left out, every gap filled with anything."""

import random
import re
from collections.abc import Iterator

from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import ListSlot

GAP = re.compile(r"<(\w+)>")
_PIECE = re.compile(r"\[|\]|[^\[\]]+")
_LISTED = 3
"""Values of a list at most."""

EXTREMES: dict[str, dict[str, tuple[str, ...]]] = {
    "buck-rogers": {
        "units": ("3 FIGHTERS", "2 FIGHTERS, 1 BATTLER, Killer Kane", "ALL", "ALL FIGHTERS, LEADER", "12 TROOPERS"),
        "way": (
            "TO Bach",
            "VIA Near Mercury VIA Far Mercury TO Mercury Marker",
            "TO Bach VIA Near Mercury VIA E3",
            "SLING Sun SLING Earth EACH TO American Regency",
            "LOAD 1 FACTORY SCRAPPING VIA Hielo DROP 2 TROOPERS VIA Near Mercury TO Mariposas DROP",
            "TO Hielo DROP 2 TROOPERS TO Mariposas VIA Near Mercury",
        ),
        "when": ("2 ENEMY KILSATS AT Near Mars AND RED THERE", "EMPTY", "MINE Bach AND 3 ENEMIES THERE"),
        "unless": ("1 FIGHTER AT Bach AND EMPTY Hielo", "1 ENEMY THERE"),
        "occasion": ("WEAKER 2", "WEAKER 3", "LOSSES 3", "ROUND 1"),
    },
}
EXTREMES["buck-rogers-revised"] = EXTREMES["buck-rogers"] | {
    "units": (*EXTREMES["buck-rogers"]["units"], "RED 2 TROOPERS, 1 GENNIE", "BLUE ALL EXCEPT 1 FIGHTER"),
    "way": (*EXTREMES["buck-rogers"]["way"], "VIA Near Mars LAND 2 GENNIES ON Bach"),
}
"""What stands in gaps of several parts, whose slots cannot tell all their values."""


def lines_of(key: str, language: Language, picture: str, dice: random.Random) -> Iterator[str]:  # type: ignore[type-arg]
    """Give the lines of one form, each way to keep its parts once, with values that dice choose."""
    for words in _kept(_PIECE.findall(picture)):
        yield GAP.sub(lambda found: _value(key, language, found.group(1), dice), " ".join(" ".join(words).split()))


def _value(key: str, language: Language, name: str, dice: random.Random) -> str:  # type: ignore[type-arg]
    slot = language.gap(name)
    values = EXTREMES.get(key, {}).get(name) or tuple(slot.values()) or (slot.example(), slot.example(1))
    if isinstance(slot, ListSlot):
        return ", ".join(dice.sample(values, min(len(values), dice.randint(1, _LISTED))))
    return dice.choice(values)


def _kept(pieces: list[str]) -> Iterator[list[str]]:
    """Keep the parts in brackets, or leave them out."""
    if "[" not in pieces:
        yield pieces
        return
    begin = pieces.index("[")
    depth, end = 1, begin
    while depth:
        end += 1
        depth += {"[": 1, "]": -1}.get(pieces[end], 0)
    for inner in (pieces[begin + 1 : end], []):
        yield from _kept([*pieces[:begin], *inner, *pieces[end + 1 :]])
