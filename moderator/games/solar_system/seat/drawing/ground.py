"""The board itself: displays of planets, the Solar System Display, asteroids; each drawn once for ever."""

import math
from collections.abc import Iterator
from functools import cache

from moderator.core import svg
from moderator.core.pictures import Part
from moderator.core.svg import Box, Point
from moderator.games.solar_system.board.zones import SATURN, SUN
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.seat.drawing.marks import (
    DUSK,
    GREY,
    INK,
    LAND,
    PALE,
    PAPER,
    SMALL,
    ground,
    on,
    ring_of,
)
from moderator.games.solar_system.tables import Inscription, Ring, Territory, board, extra
from moderator.kit.drawing.words import bold, halo_text

SIDE = 1000.0
BODIES = ("mercury", "venus", "earth", "luna", "mars")
_AROUND = 80
"""How far a picture of an asteroid reaches."""

_WIDE, _NARROW = "mMwW", " .,fijltI"


@cache
def _places() -> dict[str, Point]:
    data = board()
    places: dict[str, Point] = {land.name: land.label for land in data.territory}
    places |= {orbit.name: orbit.at for orbit in data.orbit}
    places |= {f"{ring.sign}{dot}": at for ring in data.ring for dot, at in enumerate(ring.at)}
    return places | {SUN: data.ssd.centre, SATURN: extra().saturn.at}


def place(zone: str) -> Point:
    """Return where a zone is drawn: the middle of its name, its ships, its dot."""
    return _places()[zone]


@cache
def window(shown: str) -> Box:
    """Return the part of the board that shows a system or an asteroid, the Solar System Display for an empty name."""
    data = board()
    if shown not in data.display:
        return (
            svg.bounds([place(shown)], _AROUND) if shown else svg.bounds([data.ssd.centre], data.ring[-1].radius + 70)
        )
    bodies = ("earth", "luna") if shown == "earth" else (shown,)
    return svg.bounds(
        (corner for body in bodies for corner in svg.bounds([_centre(body)], data.display[body].far).corners), 8
    )


def _centre(body: str) -> Point:
    return board().display[body].centre


# ---- parts that never change ------------------------------------------------------------------------------


@cache
def still() -> tuple[Part, ...]:
    """Return what lies below control and pieces: orbits, rings, lines, asteroids' ways."""
    whole = Box(-8, -8, SIDE + 16, SIDE + 16)
    return (Part(whole, "".join((*_asteroid_ring(), *_orbits(), *_solar_system()))),)


def _orbits() -> Iterator[str]:
    data = board()
    circles = [svg.circle(*_centre(body), data.display[body].far) for body in ("mercury", "venus", "mars")]
    yield svg.group(svg.path(data.display["earth"].shell), *circles, fill=PALE, stroke=INK, stroke_width=1.4)
    for body in BODIES:
        yield _near(_centre(body), data.display[body].near)
    for land in data.territory:
        if land.kind == "asteroid":
            yield _near(land.label, data.display["asteroids"].near)
    yield from map(_inscribed, data.inscription)


@cache
def letters() -> tuple[tuple[Point, float], ...]:
    """Return the middles of the letters of all inscriptions, and how far they reach."""
    return tuple(
        (on(_centre(one.body), one.radius, turn), one.size / 2)
        for one in board().inscription
        for _, turn in _spelled(one)
    )


def _near(centre: Point, radius: float) -> str:
    """Draw a Near Orbit."""
    return svg.circle(*centre, radius, fill=PAPER, stroke=INK, stroke_width=1, stroke_dasharray="5 3")


def _inscribed(one: Inscription) -> str:
    """Write words along their circle, their middle at the bearing: names of bodies in bold, of orbits slanted."""
    drawn = []
    for letter, turn in _spelled(one):
        x, y = on(_centre(one.body), _base(one), turn)
        turned = f"translate({svg.num(x)},{svg.num(y)}) rotate({svg.num(-turn + (180 if one.flip else 0))})"
        drawn.append(svg.text(letter, 0, 0, transform=turned))
    look: dict[str, svg.Value] = {"font_weight": 700} if one.spaced else {}
    return svg.group(*drawn, font_size=one.size, text_anchor="middle", fill=INK, **look)


def _base(one: Inscription) -> float:
    """Return the radius on which letters stand."""
    return one.radius - (3.3 if not one.spaced else -4.5 if one.flip else 4.5)


def _spelled(one: Inscription) -> Iterator[tuple[str, float]]:
    """Give the letters of words along a circle, each with its bearing."""
    steps = [(0.34 if a in _NARROW else 0.86 if a in _WIDE else 0.62) * one.size + one.spaced for a in one.words]
    at = -sum(steps) / 2
    for letter, step in zip(one.words, steps, strict=True):
        yield letter, one.bearing - math.degrees((at + step / 2) / _base(one)) * (-1 if one.flip else 1)
        at += step


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
    yield bold(SUN, (centre[0], centre[1] + 4), SMALL, INK)
    for ring in data.ring:
        fill = PAPER if ring.linked else DUSK
        for dot, (x, y) in enumerate(ring.at):
            yield svg.circle(x, y, data.ssd.dot_radius, fill=fill, stroke=INK, stroke_width=1)
            yield svg.text(str(dot), x, y + 4, font_size=SMALL, text_anchor="middle", fill=INK)
        yield halo_text(ring.sign, sign_at(ring), (GREY, PAPER), 3, font_size=SMALL, font_weight=700)


def sign_at(ring: Ring) -> Point:
    """Return where the sign of a ring stands."""
    x, y = ring.at[0]
    return x + 13, y + 16


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
    return Part(svg.bounds(outline, 2), svg.polygon(outline, fill=LAND) + ground(outline, colour) + edge)


@cache
def rims() -> tuple[Part, ...]:
    """Draw the edges of surfaces, above the cells."""
    discs = [(_centre(body), board().display[body].surface) for body in BODIES]
    return tuple(
        Part(svg.bounds([at], radius + 2), svg.circle(*at, radius, fill="none", stroke=INK, stroke_width=2))
        for at, radius in discs
    )


@cache
def name_lines(zone: str) -> tuple[str, ...]:
    """Return a territory's name in lines."""
    return next(land.lines for land in board().territory if land.name == zone) or (zone,)
