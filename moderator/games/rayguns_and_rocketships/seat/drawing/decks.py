"""Deck plans, bow up: the own one large enough to write on with its captain card, those of all others together.

All is drawn with squares of a hundred units, then moved and made smaller.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from moderator.core import svg
from moderator.core.pictures import Drawing, Part, Words
from moderator.core.seats import Seat
from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, Figure, Side, Square
from moderator.games.rayguns_and_rocketships.seat.drawing import marks
from moderator.games.rayguns_and_rocketships.seat.drawing.frame import Squares
from moderator.games.rayguns_and_rocketships.seat.drawing.key import Entry, laid_out, token_entries
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, PAPER, SOFT, label
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import Ability, abilities_of, captain_of, ship_of
from moderator.kit.drawing.words import bold

_SQUARES = Squares(0, 0, 100)
_CARD, _MOST = 412, 820
"""How wide a captain card is, and the own deck at most."""
_BLOCK, _HIGH, _ACROSS = 500, 720, 3
_LIFT = 11
"""How far above the middle of its square stands what has the square's name below it."""


def drawings(words: Words, view: View) -> Iterator[Drawing]:
    """Give the own deck, if there is one, and those of the others in one drawing."""
    if view.who in view.field.ships:
        wide = round(min(_MOST, ground(view.who, full=True).box.width))
        parts = list(plan(view, view.who, Box(0, 88, wide, 800), full=True))
        parts += _beside(words, view, view.who, wide)
        high = max(part.box.y + part.box.height for part in parts)
        yield _drawing(words, f"deck-{view.who}", parts, wide + _CARD + 8, high)
    others = [seat for seat in view.field.ships if seat != view.who]
    if others:
        across = len(others) if len(others) <= _ACROSS else 2
        wide = max(2, across) * _BLOCK
        corners = [(at % across * _BLOCK, at // across * _HIGH) for at in range(len(others))]
        parts = [
            part for seat, corner in zip(others, corners, strict=True) for part in _block(words, view, seat, corner)
        ]
        high = corners[-1][1] + _HIGH
        parts.append(Part(Box(0, high, wide, 30), label(words("letters"), (24, high + 22), 19, SOFT)))
        high += 36
        if view.who not in view.field.ships:
            key, high = laid_out([list(_signs(words, view, others[0]))], (24, high), wide - 48)
            parts += key
        yield _drawing(words, "decks", parts, wide, high)


def _drawing(words: Words, key: str, parts: Sequence[Part], width: int, height: float) -> Drawing:
    return Drawing(key, tuple(parts), width, round(height), words("deck-plan"))


def moved(part: Part, at: Point, scale: float = 1.0) -> Part:
    """Return a part whose origin is put to a point, made smaller."""
    (x, y), box = at, part.box
    turned = svg.group(part.svg, transform=f"translate({svg.num(x)} {svg.num(y)}) scale({svg.num(scale)})")
    return Part(Box(x + scale * box.x, y + scale * box.y, scale * box.width, scale * box.height), turned)


def plan(view: View, seat: Seat, room: Box, *, full: bool) -> Iterator[Part]:
    """Give a deck with all that is aboard, its squares as large as a room allows. ``full``: posts have their names."""
    empty = ground(seat, full=full)
    x, _, width, height = empty.box
    scale = min(1.0, room.width / width, room.height / (height - 50))
    for part in (empty, *_pieces(view, seat)):
        yield moved(part, (room.x + room.width / 2 - scale * (x + width / 2), room.y), scale)


def _pieces(view: View, seat: Seat) -> Iterator[Part]:
    """Give guns, Blasts, tokens and figures; who stands on a Blast or token has it in the corner."""
    field, own, aboard = view.field, view.field.ships[seat], view.field.aboard(seat)
    for port in own.guns:
        (x, y), out = _muzzle(seat, port)
        yield Part(svg.bounds([(x, y)], 46), marks.gun((x, y), 100, out) if out else _ring((x, y), 33, 8))
    for square, who in aboard.items():
        x, y = _SQUARES.centre(square)
        drawn = marks.figure(who, (x, y - _LIFT), 29, home=who.seat == seat)
        if load := field.carried(who.who):
            drawn += marks.token(load.key, load.kind, (x + 30, y + 12), 18, red=load.red)
        yield Part(_SQUARES.cell(square, 6), drawn)
    for square in dict.fromkeys(own.blasts):
        x, y = _SQUARES.centre(square)
        spot, size = ((x + 29, y - 30), 19) if square in aboard else ((x, y - _LIFT), 33)
        yield Part(_SQUARES.cell(square, 6), marks.blast(spot, size, own.blasts.count(square)))
    for square, one in field.tokens_aboard(seat).items():
        x, y = _SQUARES.centre(square)
        spot, size = ((x - 29, y - 30), 18) if square in aboard else ((x, y - _LIFT), 28)
        yield Part(_SQUARES.cell(square, 6), marks.token(one.key, one.kind, spot, size, red=one.red))


# ---- what never changes -----------------------------------------------------------------------------------


@cache
def ground(seat: Seat, *, full: bool) -> Part:
    """Draw an empty deck: squares, bulkheads, airlocks, empty raygun ports, the hull, rows and columns."""
    plan_, drawn = deck(seat), ""
    for square, sign in plan_.drawn.items():
        box = _SQUARES.cell(square)
        if square in plan_.signs:
            drawn += svg.rect(*box, fill=marks.PALE if sign == "." else PAPER, stroke=marks.LINE, stroke_width=2)
            drawn += _caption(seat, square, full=full) + (_door(box, sign) if sign in "<>" else "")
        else:
            strokes = svg.strokes(svg.hatching(box.corners, 45, 17), stroke=INK, stroke_width=4)
            drawn += svg.rect(*box, fill=marks.GREY) + strokes
    drawn += svg.strokes(_SQUARES.outline(plan_.drawn), stroke=INK, stroke_width=6, stroke_linecap="square")
    for port in plan_.ports:
        at, out = _muzzle(seat, port)
        drawn += _ring(at, 10 if out else 33, 4)
    rows = {square[0]: _SQUARES.centre(square)[1] for square in plan_.drawn}
    columns = {square[1:]: _SQUARES.centre(square)[0] for square in plan_.drawn}
    size, near, far = 22 if full else 32, min(columns.values()), max(columns.values())
    drawn += "".join(bold(name, (near - 100, y + 8), size, SOFT) for name, y in rows.items())
    drawn += "".join(bold(name, (x, -14), size, SOFT) for name, x in columns.items())
    return Part(Box(near - 130, -44, far - near + 260, max(rows.values()) + 100), drawn)


def _muzzle(seat: Seat, port: str) -> tuple[Point, int]:
    """Return where a raygun stands, and whether it points to the left (-1), to the right or, 0, all around."""
    out = {"P": -1, "S": 1, "O": 0}[port[0]]
    x, y = _SQUARES.centre(deck(seat).square(port))
    return (x + out * 50, y - (6 if out else _LIFT)), out


def _ring(at: Point, radius: float, width: float) -> str:
    return svg.circle(*at, radius, fill=PAPER, stroke=INK, stroke_width=width)


def _door(box: Box, sign: str) -> str:
    x, y = box.x + (2 if sign == "<" else 86), box.y + 20
    frame = svg.rect(x, y, 12, 46, fill=PAPER) + svg.line(x + 6, y, x + 6, y + 46)
    return svg.group(frame, stroke=INK, stroke_width=3)


def _caption(seat: Seat, square: Square, *, full: bool) -> str:
    """Write what orders call a square, or in short the letter or number of its post."""
    (x, y), post = _SQUARES.centre(square), deck(seat).post_at.get(square, "")
    if full:
        return label(post or square, (x, y + 44), 16.5, INK if post else SOFT, text_anchor="middle")
    kind, _, number = post.partition(" ")
    words = number if kind in ("GUN", "AIRLOCK") else kind[:1] + number
    return label(words, (x - 44, y + 46), 30.5, INK, font_weight=700)


# ---- beside and below -------------------------------------------------------------------------------------


def title(seat: Seat) -> Part:
    """Write whose deck it is, beside the seat's mark."""
    name = label(f"{seat}: {ship_of(seat).name}", (64, 38), 28, INK, font_weight=700)
    return Part(Box(0, 0, 480, 52), marks.ship(seat, "N", (30, 29), 22) + name)


def captain_card(words: Words, seat: Seat, side: Side, *, gone: bool = False, both: bool = True) -> Part:
    """Draw a captain card with a slot for each ability's Blast; before a side lies up, ``both`` or none."""
    name = captain_of(seat).name
    drawn = label(words("captain-gone", name=name) if gone else name, (14, 36), 27, INK, font_weight=700)
    low = 50
    for face in (side.captain,) if side.captain else ("A", "B") if both else ():
        if not side.captain:
            drawn += label(words("side", face=face), (14, low + 24), 24, SOFT)
            low += 36
        for ability_name, ability in abilities_of(seat, face).items():
            drawn += svg.rect(14, low, 31, 31, fill=PAPER, stroke=INK, stroke_width=2)
            drawn += marks.blast((29.5, low + 15.5), 18) if ability_name in side.hurt else ""
            drawn += label(ability_name + _where(words, ability), (58, low + 25), 24, INK)
            low += 42
    frame = svg.rect(2, 2, _CARD - 4, low + 4, rx=10, fill="none", stroke=marks.MARKS[seat].colour, stroke_width=3)
    return Part(Box(0, 0, _CARD, low + 8), frame + drawn)


def _where(words: Words, ability: Ability) -> str:
    """Return where a captain must stand for an ability, in brackets."""
    posts = ", ".join(words("post", key=post) for post in ability.at)
    return posts and f" ({posts})"


def _card_of(words: Words, view: View, seat: Seat) -> Part:
    gone = (seat, CAPTAIN) not in view.field.figures
    return captain_card(words, seat, view.side(seat), gone=gone, both=seat == view.who)


def _beside(words: Words, view: View, seat: Seat, left: float) -> Iterator[Part]:
    """Give the title of a seat's deck, and from ``left`` on the captain card, the counts of the seat and the key."""
    yield title(seat)
    card = moved(_card_of(words, view, seat), (left, 60))
    yield card
    y, at, side = card.box.y + card.box.height, view.seats.index(seat), view.side(seat)
    told = (
        words("own-points", number=side.points),
        words("own-tokens", number=side.actions),
        words("star-cards", hand=view.stars[at], deck=view.decks[at]),
        words("spares", number=view.position.spares),
    )
    drawn = "".join(label(said, (left + 6, y + 44 + 34 * line), 22, INK) for line, said in enumerate(told))
    yield Part(Box(left, y, _CARD + 8, 170), drawn)
    key, _ = laid_out([[entry] for entry in _signs(words, view, seat)], (0, 0), _CARD)
    yield from (moved(part, (left + 6, y + 180), 0.86) for part in key)


def _signs(words: Words, view: View, seat: Seat) -> Iterator[Entry]:
    """Give what marks on decks mean, on that of a seat above all: figures and tokens only if they are there."""
    field = view.field
    aboard = [one for one in field.figures.values() if one.ship]
    bulkhead = Box(4, 4, 32, 32)
    hatching = svg.strokes(svg.hatching(bulkhead.corners, 45, 9), stroke=INK, stroke_width=2.5)
    yield Entry(svg.rect(*bulkhead, fill=marks.GREY) + hatching, words("bulkhead"))
    yield Entry(svg.group(_door(Box(16, -18, 0, 0), "<"), transform="scale(.8)"), words("airlock"))
    yield Entry(marks.gun((12, 20), 90, 1), words("raygun"))
    yield Entry(_ring((20, 20), 11, 4), words("empty-port"))
    yield Entry(marks.blast((20, 20), 18), words("blast"))
    yield Entry(marks.figure(Figure(seat, CAPTAIN, ""), (20, 20), 17, home=True), words("captain"))
    yield Entry(marks.figure(Figure(seat, "1", ""), (20, 20), 17, home=True), words("crew", number=1))
    for one in [one for one in aboard if one.seat != one.ship][:1]:
        yield Entry(marks.figure(one, (20, 20), 17, home=False), words("boarder", seat=one.seat))
    for one in [one for one in aboard if one.wounded][:1]:
        yield Entry(marks.figure(one, (18, 22), 15, home=one.seat == one.ship), words("wounded"))
    yield from token_entries(words, (one for one in field.tokens.values() if one.ship))


def _block(words: Words, view: View, seat: Seat, at: tuple[int, int]) -> Iterator[Part]:
    """Give the deck of another seat with its title and captain card; ``at`` is its left upper corner."""
    left, top = at
    yield moved(title(seat), (left + 12, top), 0.85)
    yield from plan(view, seat, Box(left, top + 76, _BLOCK, 486), full=False)
    yield moved(_card_of(words, view, seat), (left + 80, top + 572), 0.8)
