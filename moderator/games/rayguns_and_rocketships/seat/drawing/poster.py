"""The Star Map for the wall or the table; for the table also deck plans, counters, captain cards and Command cards."""

import re
from collections.abc import Iterator
from textwrap import wrap

from msgspec import to_builtins
from msgspec.structs import replace

from moderator.core import svg
from moderator.core.game import Drawing, Marker, Poster, picture
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, PRINCESS, Figure, Position, Side
from moderator.games.rayguns_and_rocketships.seat.drawing import decks, marks, sky
from moderator.games.rayguns_and_rocketships.seat.drawing.map import bare
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, PAPER
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import Card, board_of, cards_of, ships, star_map
from moderator.kit.drawing.words import bold

SHIP, COUNTER, CARD, CAPTAIN_CARD, DECK = 24.0, 15.0, 58.0, 72.0, 172.0
"""How wide markers are (millimetres); a square of a deck plan holds a counter."""

_BLASTS, _ACTIONS, _LINE, _DECK = 30, 30, 27, 860
_NONE = re.compile(r"\b0\b")
_STEPS = dict(
    zip("FRPSLK", ("ahead", "back", "turn port", "turn starboard", "slip port", "slip starboard"), strict=True)
)
_EFFECTS = {
    "modify": "{stat} +{by} this Turn",
    "shift": "{whom} ship|up to {nodes} nodes ({way})|up to {turn} turns|range {range}",
    "refire": "{guns} rayguns fire once more",
    "shot": "{dice} dice at a ship, each {hits} or more is a Blast|range {range}",
    "jump": "{crew} crew go straight aboard a ship|range {range}",
    "freeze": "{crew} enemy crew do nothing this Turn|range {range}",
    "permit": "this Turn: {what}",
    "repair": "mends {what}: {count}",
    "tokens": "{gain} Action tokens more|{steal} from an enemy|range {range}",
    "draw": "draw {count} Star card",
    "recruit": "{count} crew come back",
}
"""What a Star card does, by the kind of its effect, with the numbers of the card."""


def poster(view: View, *, blank: bool) -> Poster:
    """Return the Star Map as it stands, or empty with all that is to be cut out; a seat gets its own cards alone."""
    table = board_of(view.options)
    shown = replace(view, position=Position((), (), tuple(Side() for _ in view.seats))) if blank else view
    markers = tuple(_markers(view)) if blank else ()
    return Poster(bare(shown), round(sky.EDGE), table.rows, table.columns, 2, 2, markers)


def _markers(view: View) -> Iterator[Marker]:
    readers = (view.who,) if view.who in view.seats else view.seats
    yield from (Marker(_deck(seat), 1, DECK) for seat in view.seats)
    for seat in view.seats:
        yield _counter(f"{seat} ship", marks.ship(seat, "N", (30, 33), 25), width=SHIP)
        for name in (CAPTAIN, *CREW, PRINCESS):
            yield _counter(f"{seat} {name}", marks.figure(Figure(seat, name, ""), (30, 30), 23, home=False))
    yield _counter("Blast", marks.blast((30, 30), 25), _BLASTS)
    yield _counter("raygun", marks.gun((20, 30), 110, 1), ships().rayguns * len(view.seats) + ships().spares)
    coin = svg.circle(30, 30, 24, fill=PAPER, stroke=INK, stroke_width=5) + bold("A", (30, 41), 30, INK)
    yield _counter("Action token", coin, _ACTIONS)
    yield _counter("First Player", marks.star((30, 31), 26, INK) + bold("1", (30, 39), 20, PAPER))
    for kind, lot in star_map().token.items():
        keys = [f"{kind} {number}" for number in range(1, lot.count + 1)] if lot.count > 1 else [kind]
        yield from (_counter(key, marks.token(key, kind, (30, 30), 24)) for key in keys)
    for seat in readers:
        card = decks.captain_card(seat, Side())
        yield Marker(picture("marker", *card.box[2:], card.svg, alt=f"{seat} captain"), 1, CAPTAIN_CARD)
    yield from (Marker(_card(seat, one), 1, CARD) for seat in readers for one in cards_of(seat).values())


def _counter(name: str, inside: str, count: int = 1, width: float = COUNTER) -> Marker:
    return Marker(picture("marker", 60, 60, inside, alt=name), count, width)


def _deck(seat: Seat) -> Drawing:
    """Draw an empty deck with the name of its ship."""
    plan, name = decks.ground(seat, full=True), decks.title(seat)
    aside = (_DECK - plan.box.width) / 2 - plan.box.x
    inside = name.svg + decks.moved(plan, (aside, 96)).svg
    return picture("marker", _DECK, plan.box.height + 60, inside, alt=f"{seat} deck")


def _card(seat: Seat, card: Card) -> Drawing:
    """Draw a Command card: its name, steps, Action tokens; of a Star card what it needs and does."""
    mark = marks.MARKS[seat]
    told = [", ".join(_STEPS[step] for step in card.moves) or "stays", f"{card.tokens} Action tokens"]
    if card.effect:
        does = _EFFECTS[card.effect].format(**to_builtins(card)).split("|")
        told += [f"needs {card.needs.replace('+', ', ')}", ", ".join(part for part in does if not _NONE.search(part))]
    inside = svg.rect(3, 3, 226, 154, rx=9, fill=PAPER, stroke=mark.colour, stroke_width=4)
    inside += marks.label(card.name, (14, 30), 19, INK, font_weight=700) + bold(mark.letter, (212, 30), 19, INK)
    inside += marks.star((190, 24), 11, INK) if card.star else ""
    y = 58
    for words in told:
        for line in wrap(words, _LINE):
            inside += marks.label(line, (14, y), 14.5, INK)
            y += 18
        y += 5
    return picture("marker", 232, 160, inside, alt=f"{seat} {card.name}")
