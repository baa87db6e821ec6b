"""Counters and mats to cut out and play with: ships, Planet Busters, markers and mats of fleets, planets and types."""

from collections.abc import Iterator
from textwrap import wrap

from moderator.core import svg
from moderator.core.pictures import Drawing, Marker, Words, picture
from moderator.core.seats import Seat
from moderator.core.svg import Box
from moderator.games.space_genocide.pieces import FLEET_NAMES, World
from moderator.games.space_genocide.pieces import WORLDS as TYPES
from moderator.games.space_genocide.seat.drawing.legend import board_key
from moderator.games.space_genocide.seat.drawing.tokens import (
    INK,
    MARKS,
    PALE,
    WORLDS,
    Plate,
    planet,
    plate_widths,
)
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import COPIES, KIND, KINDS, TERRAIN, Kind

COUNTER, MAT = 15.0, 88.0
"""How wide counters and mats are (millimetres)."""

_SIDE = 60
_NAME, _LONGEST = 8.8, 12
"""The size of names on counters, which is 6 points, and how many letters a line of them has at most."""
_LABEL = 22
"""How many letters a line has that explains the figures of a counter."""
_MAT = (352, 212)
_BUSTERS = 40
_BOXES = 10
_KEY_SCALE = 0.58
"""How large the entries of the key are on a mat: the longest key fits it."""

_FAMILIES: dict[str, str] = {
    "fighter": "M30 14L37 36L30 32L23 36z",
    "drone": "M30 15a10 10 0 1 0 .1 0zM30 21a4 4 0 1 1 -.1 0z",
    "scout": "M30 12L39 37L30 33L21 37z",
    "warship": "M30 11L36 20V32L42 38H18L24 32V20z",
    "heavy": "M24 12H36L41 22V36H19V22z",
    "carrier": "M18 17H42V24H36V36H24V24H18z",
    "static": "M30 12L41 18V31L30 37L19 31V18zM30 19L25 22V28L30 31L35 28V22z",
}
"""Outlines of ships, by family, in a box of sixty by sixty."""

_FAMILY = {
    **dict.fromkeys(("fighter", "interceptor", "bomber"), "fighter"),
    **dict.fromkeys(("drone", "battle-drone"), "drone"),
    **dict.fromkeys(("scout", "attack-scout", "corvette", "escort", "gunship"), "scout"),
    **dict.fromkeys(("monitor", "cruiser", "battler", "shield-ship"), "heavy"),
    **dict.fromkeys(("carrier", "assault-transport"), "carrier"),
    **dict.fromkeys(("battle-station", "defense-satellite"), "static"),
}


def markers(words: Words, view: View) -> tuple[Marker, ...]:
    """Return all counters and mats that a match needs."""
    return tuple(_markers(words, view))


def _markers(words: Words, view: View) -> Iterator[Marker]:
    for kind in KINDS:
        yield Marker(ship(words, kind), COPIES, COUNTER)
    yield Marker(_buster(), _BUSTERS, COUNTER)
    for seat in view.seats:
        for number in range(1, view.options.fleets + 1):
            yield Marker(_fleet(seat, number), 1, COUNTER)
        yield Marker(_planet(seat), len(TYPES), COUNTER)
        for world in World:
            yield Marker(_type(words, seat, world), TYPES.count(world), COUNTER)
    neutral = sum(TERRAIN[kind].planet for _, kind in view.terrain)
    if neutral:
        yield Marker(_planet(""), neutral, COUNTER)
    for seat in view.seats:
        for number in range(1, view.options.fleets + 1):
            yield Marker(_mat(seat, number), 1, MAT)
    yield Marker(_key(words), 1, MAT)
    yield Marker(_board_key(words, view), 1, MAT)


def _marker_drawing(title: str, *inside: str, size: tuple[int, int] = (_SIDE, _SIDE)) -> Drawing:
    return picture("marker", *size, *inside, alt=title)


def _bold(words: str, x: float, y: float, size: float, **look: str) -> str:
    """Write in bold, in the middle and in ink if nothing else is said."""
    return svg.text(words, x, y, font_size=size, font_weight=700, **{"text_anchor": "middle", "fill": INK, **look})


def ship(words: Words, kind: Kind) -> Drawing:
    """Draw a ship's counter."""
    return _marker_drawing(kind.name, *_figures(words, kind))


def _figures(words: Words, kind: Kind) -> list[str]:
    """Draw what a ship's counter says: attack, defence and move below, Planet Busters and bays beside the outline."""
    outline = svg.path(_FAMILIES[_FAMILY.get(kind.key, "warship")], fill="#3c4654", fill_rule="evenodd")
    first, *more = wrap(words("counter", kind=kind.key), _LONGEST)
    if more:  # the outline makes room for a second line
        outline = svg.group(outline, transform="translate(6.6 9.24) scale(.78)")
    parts = [
        *(_bold(line, 30, 7.6 + 7.5 * row, _NAME) for row, line in enumerate((first, *more))),
        outline,
        _bold(f"{kind.attack}-{kind.defence}-{'F' if kind.fighter else kind.move}", 30, 55, 16),
    ]
    if kind.busters:
        parts += [svg.circle(50, 25, 7.5, fill="#c81e2c"), _bold(str(kind.busters), 50, 29, 11.5, fill="#ffffff")]
    if kind.bays:
        parts += [
            svg.rect(3, 18, 14, 14, fill="none", stroke=INK, stroke_width=1.6),
            _bold(str(kind.bays), 10, 29, 11.5),
        ]
    return parts


def _buster() -> Drawing:
    """Draw a Planet Buster."""
    parts = [svg.circle(30, 30, 21, fill="#c81e2c"), _bold("PB", 30, 38, 22, fill="#ffffff")]
    return _marker_drawing("PB", *parts)


def _fleet(seat: Seat, number: int) -> Drawing:
    """Draw the marker of a fleet."""
    mark = MARKS[seat]
    parts = [
        svg.rect(4, 10, 52, 40, rx=7, fill=mark.colour),
        _bold(f"{mark.code}{number}", 30, 37, 21 if len(mark.code) == 1 else 17, fill="#ffffff"),
        svg.text(FLEET_NAMES[number - 1], 30, 47, font_size=_NAME, text_anchor="middle", fill="#ffffff"),
    ]
    return _marker_drawing(f"{seat} {number}", *parts)


def _planet(seat: Seat) -> Drawing:
    """Draw a planet of unknown type."""
    return _marker_drawing(f"{seat} planet".strip(), planet(seat, None, 30, 30, 24))


def _type(words: Words, seat: Seat, world: World) -> Drawing:
    """Draw the counter of a type."""
    parts = [
        svg.circle(30, 25, 20, fill="none", stroke=MARKS[seat].colour, stroke_width=3),
        _bold(WORLDS[world], 30, 33.5, 24),
        svg.text(words(world), 30, 56, font_size=_NAME, text_anchor="middle", fill=INK),
    ]
    return _marker_drawing(f"{seat} {world.value}", *parts)


def _mat(seat: Seat, number: int) -> Drawing:
    """Draw a fleet's mat: whose and which, and room for counters."""
    mark = MARKS[seat]
    width, height = _MAT
    name = Plate(seat, str(number), "", own=True)
    head = plate_widths(name, 38)[0]
    parts = [
        svg.rect(6, 6, width - 12, height - 12, rx=10, fill=mark.tint, stroke=mark.colour, stroke_width=3),
        svg.rect(18, 19, head, 38, rx=8, fill=mark.colour),
        _bold(f"{mark.code}{number}", 18 + head / 2, 48, 28, fill="#ffffff"),
        _bold(FLEET_NAMES[number - 1], head + 30, 48, 26, fill=mark.colour, text_anchor="start"),
        _bold(seat, width - 20, 46, 18, fill=PALE, text_anchor="end"),
    ]
    side, gap = 62.0, 3.6
    for box in range(_BOXES):
        x = 16 + box % 5 * (side + gap)
        y = 68 + box // 5 * (side + gap)
        parts.append(
            svg.rect(
                x, y, side, side, rx=4, fill="#ffffff", stroke=mark.colour, stroke_width=1.2, stroke_dasharray="4 4"
            )
        )
    return _marker_drawing(f"{seat} {number} mat", *parts, size=_MAT)


def _key(words: Words) -> Drawing:
    """Explain the figures of a ship's counter."""
    kind = KIND["assault-transport"]
    width, height = _MAT
    labels = (("busters", 186, 98), ("bays", 186, 122), ("attack-defence-move", 166, 168), ("carried", 166, 190))
    parts = [
        svg.rect(6, 6, width - 12, height - 12, rx=10, fill="#ffffff", stroke=INK, stroke_width=2),
        svg.group(*_figures(words, kind), transform="translate(16 26) scale(2.7)"),
        *(_lines_up_to(words(key), x, y) for key, x, y in labels),
    ]
    return _marker_drawing("key", *parts, size=_MAT)


def _lines_up_to(words: str, x: float, y: float) -> str:
    """Write words in short lines, the last of them at a height."""
    lines = wrap(words, _LABEL)[::-1]
    return "".join(svg.text(line, x, y - 19 * row, font_size=15, fill=INK) for row, line in enumerate(lines))


def _board_key(words: Words, view: View) -> Drawing:
    """Explain what is printed on the board."""
    width, height = _MAT
    frame = svg.rect(6, 6, width - 12, height - 12, rx=10, fill="#ffffff", stroke=INK, stroke_width=2)
    entries = board_key(words, view, Box(16, 18, width - 26, 0), _KEY_SCALE)
    return _marker_drawing("board key", frame, *(part.svg for part in entries), size=_MAT)
