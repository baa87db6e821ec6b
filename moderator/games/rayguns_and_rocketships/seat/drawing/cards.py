"""Command cards to cut out: the name, moves, Action tokens, and of a Star card what it needs and does."""

import re
from itertools import groupby
from textwrap import wrap

from msgspec import to_builtins

from moderator.core import svg
from moderator.core.game import Drawing, picture
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.seat.drawing import marks
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, PAPER
from moderator.games.rayguns_and_rocketships.tables import Card
from moderator.kit.drawing.words import bold

_WIDE, _HIGH, _COLUMNS = 232, 174, 30
_STEPS = {
    "F": "ahead",
    "R": "back",
    "P": "turn to port",
    "S": "turn to starboard",
    "L": "slip to port",
    "K": "slip to starboard",
}
_NEEDS = {"bridge": "cockpit or panel", "gun": "raygun", "captain": "captain in play"}
EFFECTS = {
    "modify gun": "+{by} on throws of your rayguns",
    "modify range": "your rayguns reach {by} nodes farther",
    "modify evade": "{by} less on raygun throws at your ship",
    "modify armour": "the first {by} hits of a battery on your ship do nothing",
    "modify ram": "+{by} on your throws in collisions",
    "modify melee": "+{by} on your throws with swords",
    "modify pistol": "+{by} on your throws with pistols",
    "modify walk": "your figures move {by} spaces more",
    "modify entry": "+{by} on your throws to enter ships",
    "shift own": "your ship moves up to {nodes} nodes more, any way",
    "shift towards": "pulls a ship within {range} up to {nodes} nodes to you",
    "shift away": "pushes a ship within {range} up to {nodes} nodes away",
    "shift any": "moves a ship within {range} up to {nodes} nodes, any way",
    "shift turn": "turns a ship within {range} up to {turn} times by 45 degrees",
    "refire": "fire once more with {guns} rayguns",
    "shot": "{dice} dice at a ship within {range}: each {hits} or more is a Blast",
    "jump": "up to {crew} figures on airlocks jump aboard a ship within {range}, without a throw",
    "freeze": "up to {crew} crew of a ship within {range} do nothing this Turn",
    "permit blast-occupied": "your Blasts may go where figures and rayguns are",
    "permit walk-blast": "your figures walk through Blasts",
    "repair ship": "up to {count} Blasts are off your ship",
    "repair captain": "up to {count} Blasts are off your captain",
    "repair gun": "up to {count} rayguns go onto empty ports",
    "tokens gain": "{gain} more Action tokens",
    "tokens steal": "takes up to {steal} Action tokens from a ship within {range}",
    "draw": "draw {count} Star cards",
    "recruit": "{count} of your lost crew is back",
}
"""What Star cards do, by their kind and what tells them apart within it, with the numbers of the card."""


def card_text(card: Card) -> list[str]:
    """Return what a card says below its name, in parts."""
    runs = ((_STEPS[step], len(list(run))) for step, run in groupby(card.moves))
    moves = [
        step if count == 1 else f"{step}, {count} times" if " " in step else f"{step} {count}" for step, count in runs
    ]
    parts = [", then ".join(moves) or "no move", f"{card.tokens} Action tokens"]
    if card.effect:
        needs = " and ".join(_NEEDS.get(need, need) for need in card.needs.split("+"))
        does = EFFECTS[_effect(card)].format(**to_builtins(card))
        parts += [
            f"needs {needs}",
            re.sub(r"\b1 (node|time|space|figure|Blast|raygun|Star card|(?:more )?Action token)s\b", r"1 \1", does),
        ]
    return parts


def _effect(card: Card) -> str:
    """Return the key of ``EFFECTS`` for a Star card."""
    ways = {
        "modify": card.stat,
        "shift": "own" if card.whom == "own" else card.way if card.nodes else "turn",
        "permit": card.what,
        "repair": card.what,
        "tokens": "steal" if card.steal else "gain",
    }
    return f"{card.effect} {ways.get(card.effect or '', '')}".strip()


def drawing(seat: Seat, card: Card) -> Drawing:
    """Draw a card of a seat; a Star card has a star."""
    mark = marks.MARKS[seat]
    inside = svg.rect(3, 3, _WIDE - 6, _HIGH - 6, rx=9, fill=PAPER, stroke=mark.colour, stroke_width=4)
    inside += marks.label(card.name, (14, 30), 17.5, INK, font_weight=700) + bold(mark.letter, (212, 30), 19, INK)
    inside += marks.star((193, 24), 10, INK) if card.star else ""
    y = 55
    for words in card_text(card):
        for line in wrap(words, _COLUMNS):
            inside += marks.label(line, (14, y), 13.5, INK)
            y += 17
        y += 4
    return picture("marker", _WIDE, _HIGH, inside, alt=f"{seat} {card.name}")
