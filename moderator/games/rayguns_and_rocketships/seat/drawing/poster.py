"""The Star Map for the wall or the table; for the table also deck plans, counters, captain cards and Command cards."""

from collections.abc import Iterator

from msgspec.structs import replace

from moderator.core import svg
from moderator.core.pictures import Drawing, Marker, Poster, Words, picture
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, PRINCESS, Figure, Position, Side
from moderator.games.rayguns_and_rocketships.seat.drawing import cards, decks, marks, sky
from moderator.games.rayguns_and_rocketships.seat.drawing.map import bare, legend
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, PAPER
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import board_of, cards_of, ships, star_map
from moderator.kit.drawing.words import bold

SHIP, COUNTER, CARD, CAPTAIN_CARD, DECK = 24.0, 15.0, 58.0, 72.0, 172.0
"""How wide markers are (millimetres); a square of a deck plan holds a counter."""

_BLASTS, _ACTIONS, _DECK = 30, 30, 860


def poster(words: Words, view: View, *, blank: bool) -> Poster:
    """Return the Star Map as it stands, or empty with all that is to be cut out; a seat gets its own cards alone."""
    table = board_of(view.options)
    shown = replace(view, position=Position((), (), tuple(Side() for _ in view.seats))) if blank else view
    markers = tuple(_markers(words, view)) if blank else ()
    return Poster(bare(words, shown), round(sky.EDGE), table.rows, table.columns, 2, 3, markers, legend(words, shown))


def _markers(words: Words, view: View) -> Iterator[Marker]:
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
        card = decks.captain_card(words, seat, Side())
        yield Marker(picture("marker", *card.box[2:], card.svg, alt=f"{seat} captain"), 1, CAPTAIN_CARD)
    yield from (Marker(cards.drawing(words, seat, one), 1, CARD) for seat in readers for one in cards_of(seat).values())


def _counter(name: str, inside: str, count: int = 1, width: float = COUNTER) -> Marker:
    return Marker(picture("marker", 60, 60, inside, alt=name), count, width)


def _deck(seat: Seat) -> Drawing:
    """Draw an empty deck with the name of its ship."""
    plan, name = decks.ground(seat, full=True), decks.title(seat)
    aside = (_DECK - plan.box.width) / 2 - plan.box.x
    inside = name.svg + decks.moved(plan, (aside, 96)).svg
    return picture("marker", _DECK, plan.box.height + 60, inside, alt=f"{seat} deck")
