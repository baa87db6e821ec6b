"""Command cards to cut out: the name, moves, Action tokens, and of a Star card what it needs and does."""

from itertools import groupby
from textwrap import wrap

from moderator.core import svg
from moderator.core.pictures import Drawing, Words, picture
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.seat.drawing import marks
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, PAPER
from moderator.games.rayguns_and_rocketships.tables import Card
from moderator.kit.drawing.words import bold

_WIDE, _HIGH, _COLUMNS = 232, 174, 30


def card_text(words: Words, card: Card) -> list[str]:
    """Return what a card says below its name, in parts."""
    runs = tuple((step, len(list(run))) for step, run in groupby(card.moves))
    parts = [words("moves", runs=runs), words("card-tokens", number=card.tokens)]
    if card.effect:
        parts += [words("needs", posts=tuple(card.needs.split("+"))), words("effect", key=effect(card), card=card)]
    return parts


def effect(card: Card) -> str:
    """Return what a Star card does: its kind, and what tells it apart within that."""
    ways = {
        "modify": card.stat,
        "shift": "own" if card.whom == "own" else card.way if card.nodes else "turn",
        "permit": card.what,
        "repair": card.what,
        "tokens": "steal" if card.steal else "gain",
    }
    return f"{card.effect} {ways.get(card.effect or '', '')}".strip()


def drawing(words: Words, seat: Seat, card: Card) -> Drawing:
    """Draw a card of a seat; a Star card has a star."""
    mark = marks.MARKS[seat]
    inside = svg.rect(3, 3, _WIDE - 6, _HIGH - 6, rx=9, fill=PAPER, stroke=mark.colour, stroke_width=4)
    inside += marks.label(card.name, (14, 30), 17.5, INK, font_weight=700) + bold(mark.letter, (212, 30), 19, INK)
    inside += marks.star((193, 24), 10, INK) if card.star else ""
    y = 55
    for part in card_text(words, card):
        for line in wrap(part, _COLUMNS):
            inside += marks.label(line, (14, y), 13.5, INK)
            y += 17
        y += 4
    return picture("marker", _WIDE, _HIGH, inside, alt=f"{seat} {card.name}")
