"""The board itself: displays of planets, the Solar System Display, asteroids; each drawn once for ever."""

import math
from collections.abc import Iterator, Sequence
from functools import cache

from moderator.core import svg
from moderator.core.game import Part
from moderator.core.svg import Box, Point
from moderator.games.buck_rogers.board.zones import SUN
from moderator.games.buck_rogers.pieces import Colour
from moderator.games.buck_rogers.seat.drawing.marks import DUSK, GREY, INK, LAND, PALE, PAPER, ground, on, ring_of
from moderator.games.buck_rogers.tables import Territory, board
from moderator.kit.drawing.words import haloed

SIDE = 1000.0
BODIES = ("mercury", "venus", "earth", "luna", "mars")
_WITH_FAR = ("mercury", "venus", "mars")
_RIM = (("MERCURY", "mercury", 52, False), ("VENUS", "venus", -52, False), ("MARS", "mars", 138, True))
_RIMS = (*_RIM, ("EARTH", "earth", 222, True))
_NEAR_WORDS = (("mercury", 322), ("venus", 315), ("earth", 65), ("mars", 50), ("luna", -45))
_FAR_WORDS = (("mercury", 322), ("venus", 20), ("mars", 50))
_WIDE, _NARROW = "mMwW", " .,fijltI"


@cache
def _places() -> dict[str, Point]:
    data = board()
    places: dict[str, Point] = {land.name: land.label for land in data.territory}
    places |= {orbit.name: orbit.at for orbit in data.orbit}
    places |= {f"{ring.sign}{dot}": at for ring in data.ring for dot, at in enumerate(ring.at)}
    return places | {SUN: data.ssd.centre}


def place(zone: str) -> Point:
    """Return where a zone is drawn: the middle of its name, its ships, its dot."""
    return _places()[zone]


@cache
def window(system: str) -> Box:
    """Return the part of the board that shows a system, the Solar System Display for an empty key."""
    data = board()
    if not system:
        radius = data.ring[-1].radius + 62
        return _around([(data.ssd.centre, radius)])
    if system == "earth":
        return _around(_earth_and_moon())
    display = data.display[system]
    return _around([(_centre(system), display.far)])


def _centre(body: str) -> Point:
    return board().display[body].centre


def _around(circles: Sequence[tuple[Point, float]]) -> Box:
    left, top = min(x - r for (x, _), r in circles) - 8, min(y - r for (_, y), r in circles) - 8
    right, low = max(x + r for (x, _), r in circles) + 8, max(y + r for (_, y), r in circles) + 8
    return Box(left, top, right - left, low - top)


def _earth_and_moon() -> list[tuple[Point, float]]:
    data = board()
    around = [(_centre(body), data.display[body].far) for body in ("earth", "luna")]
    return around + [(land.label, 33.0) for land in data.territory if land.name in ("L-4 Colony", "L-5 Colony")]


# ---- parts that never change ------------------------------------------------------------------------------


@cache
def still() -> tuple[Part, ...]:
    """Return what lies below control and pieces: orbits, rings, lines, asteroids' ways."""
    whole = Box(-8, -8, SIDE + 16, SIDE + 16)
    return (Part(whole, "".join((*_asteroid_ring(), *_orbits(), *_solar_system()))),)


def _orbits() -> Iterator[str]:
    data = board()
    yield svg.polygon(_hull(_earth_and_moon()), fill=PALE, stroke=INK, stroke_width=1.4)
    for body in _WITH_FAR:
        yield svg.circle(*_centre(body), data.display[body].far, fill=PALE, stroke=INK, stroke_width=1.4)
    for body in BODIES:
        yield _near(_centre(body), data.display[body].near)
    for land in data.territory:
        if land.kind == "asteroid":
            yield _near(land.label, data.display["asteroids"].near)
    for words, body, bearing, flip in _RIMS:
        display = data.display[body]
        middle = (display.near + display.far) / 2 + (4.5 if flip else -4.5)
        yield rim(words, (_centre(body), middle, bearing), 13, flip=flip, spaced=4)
    luna = data.display["luna"]
    yield rim("LUNA", (_centre("luna"), (luna.near + luna.surface) / 2 - 4.5, 45), 12, spaced=4)
    for body, bearing in _NEAR_WORDS:
        display = data.display[body]
        yield rim("Near Orbit", (_centre(body), (display.near + display.surface) / 2 - 3.3, bearing), 10, slanted=True)
    for body, bearing in _FAR_WORDS:
        display = data.display[body]
        yield rim("Far Orbit", (_centre(body), (display.near + display.far) / 2 - 3.3, bearing), 10, slanted=True)
    earth = data.display["earth"]
    far = (_centre("earth"), (earth.near + earth.far) / 2 - 3.3, 72.0)
    yield rim("Far Orbit of Earth and Luna", far, 10, slanted=True)


def words() -> Iterator[Point]:
    """Give the middles of the names of planets."""
    for _, body, bearing, _ in _RIMS:
        display = board().display[body]
        yield on(_centre(body), (display.near + display.far) / 2, bearing)


def _near(centre: Point, radius: float) -> str:
    """Draw a Near Orbit."""
    return svg.circle(*centre, radius, fill=PAPER, stroke=INK, stroke_width=1, stroke_dasharray="5 3")


def _hull(circles: Sequence[tuple[Point, float]]) -> list[Point]:
    """Return the outline around circles."""
    points = sorted({point for centre, radius in circles for point in ring_of(centre, radius, 120)})

    def half(some: Sequence[Point]) -> list[Point]:
        out: list[Point] = []
        for point in some:
            while len(out) > 1 and _turns(out[-2], out[-1], point) <= 0:
                out.pop()
            out.append(point)
        return out[:-1]

    return half(points) + half(points[::-1])


def _turns(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def rim(
    words: str,
    where: tuple[Point, float, float],
    size: float,
    *,
    flip: bool = False,
    spaced: float = 0,
    slanted: bool = False,
) -> str:
    """Write words along a circle, their middle at a bearing; ``flip`` for the lower half."""
    centre, radius, bearing = where
    steps = [(0.34 if one in _NARROW else 0.86 if one in _WIDE else 0.62) * size + spaced for one in words]
    at, drawn = -sum(steps) / 2, []
    for one, step in zip(words, steps, strict=True):
        turn = bearing - math.degrees((at + step / 2) / radius) * (-1 if flip else 1)
        x, y = on(centre, radius, turn)
        turned = f"translate({svg.num(x)},{svg.num(y)}) rotate({svg.num(-turn + (180 if flip else 0))})"
        drawn.append(svg.text(one, 0, 0, transform=turned))
        at += step
    look: dict[str, svg.Value] = {"font_style": "italic"} if slanted else {"font_weight": 700}
    return svg.group(*drawn, font_size=size, text_anchor="middle", fill=INK, **look)


def _solar_system() -> Iterator[str]:
    data = board()
    centre = data.ssd.centre
    spokes = [(place(one), place(other)) for one, other in (spoke.split() for spoke in data.ssd.spokes)]
    yield svg.strokes(spokes, stroke=GREY, stroke_width=1)
    for ring in data.ring:
        linked = ring.linked
        yield svg.circle(
            *centre,
            ring.radius,
            fill="none",
            stroke=INK if linked else GREY,
            stroke_width=1.6 if linked else 0.8,
            stroke_dasharray=None if linked else "1 5",
        )
    rays = [(on(centre, 16, 30 * ray), on(centre, 21 if ray % 2 else 24, 30 * ray)) for ray in range(12)]
    yield svg.strokes(rays, stroke=INK, stroke_width=1.6)
    yield svg.circle(*centre, data.ssd.sun_radius, fill=PAPER, stroke=INK, stroke_width=1.6)
    bold: dict[str, svg.Value] = {"font_weight": 700, "text_anchor": "middle", "fill": INK}
    yield svg.text(SUN, centre[0], centre[1] + 3.6, font_size=10, **bold)
    for ring in data.ring:
        fill = PAPER if ring.linked else DUSK
        for dot, (x, y) in enumerate(ring.at):
            yield svg.circle(x, y, data.ssd.dot_radius, fill=fill, stroke=INK, stroke_width=1)
            yield svg.text(str(dot), x, y + 3.5, font_size=9.7, text_anchor="middle", fill=INK)
        x, y = ring.at[0]
        yield haloed(ring.sign, (x + 13, y + 15), (GREY, PAPER), 3, font_size=10, font_weight=700)


def _asteroid_ring() -> Iterator[str]:
    dotted: dict[str, svg.Value] = {"stroke": INK, "stroke_width": 2.2, "stroke_dasharray": "0.1 6"}
    ring = board().ssd.asteroid_ring
    for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
        if one not in board().ssd.bent:
            (x1, y1), (x2, y2) = place(one), place(other)
            far = math.dist((x1, y1), (x2, y2))
            dx, dy = (x2 - x1) / far * 46, (y2 - y1) / far * 46
            yield svg.line(x1 + dx, y1 + dy, x2 - dx, y2 - dy, stroke_linecap="round", **dotted)
    for curve in board().ssd.curves:
        yield svg.path(curve, fill="none", stroke_linecap="round", **dotted)


# ---- territories ------------------------------------------------------------------------------------------


def outline_of(land: Territory) -> list[Point]:
    """Return the outline of a territory."""
    return list(land.outline) if land.outline else ring_of(land.label, land.radius)


@cache
def cell(land: Territory, colour: Colour) -> Part:
    """Draw a territory as it is controlled, without its name."""
    outline = outline_of(land)
    width = 1.2 if land.outline else 2
    edge = svg.polygon(outline, fill="none", stroke=INK, stroke_width=width, stroke_linejoin="round")
    xs, ys = zip(*outline, strict=True)
    box = Box(min(xs) - 2, min(ys) - 2, max(xs) - min(xs) + 4, max(ys) - min(ys) + 4)
    return Part(box, svg.polygon(outline, fill=LAND) + ground(outline, colour) + edge)


@cache
def rims() -> Part:
    """Draw the edges of surfaces, above the cells."""
    edges = [svg.circle(*_centre(body), board().display[body].surface, fill="none") for body in BODIES]
    return Part(Box(0, 0, SIDE, SIDE), svg.group(*edges, stroke=INK, stroke_width=2))


@cache
def name_lines(zone: str) -> tuple[str, ...]:
    """Return a territory's name in lines."""
    return next(land.lines for land in board().territory if land.name == zone) or (zone,)
