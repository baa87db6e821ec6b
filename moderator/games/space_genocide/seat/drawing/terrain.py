"""How kinds of space look on paper: a tint and a sign each, told apart by the sign before colour."""

import math
from functools import lru_cache

from msgspec import Struct

from moderator.core import svg


class Sign(Struct, frozen=True):
    """One kind of space: its ground, the ink of its sign, and the sign's strokes and fills in a box of one by one."""

    ground: str
    ink: str
    strokes: str = ""
    fills: str = ""


def _rays(count: int, near: float, far: float) -> str:
    """Return strokes that lead outward all around."""
    angles = [2 * math.pi * n / count for n in range(count)]
    return "".join(
        f"M{0.5 + near * math.cos(a):.3f} {0.5 + near * math.sin(a):.3f}"
        f"L{0.5 + far * math.cos(a):.3f} {0.5 + far * math.sin(a):.3f}"
        for a in angles
    )


def _disc(x: float, y: float, r: float) -> str:
    """Return a circle as a path."""
    return f"M{x - r:.3f} {y}a{r} {r} 0 1 0 {2 * r:.3f} 0a{r} {r} 0 1 0 {-2 * r:.3f} 0z"


_SPIRAL = "M.5 .5A.1 .1 0 0 1 .66 .56A.2 .2 0 0 1 .36 .68A.3 .3 0 0 1 .3 .3A.36 .36 0 0 1 .86 .34"

SIGNS: dict[str, Sign] = {
    "star-gate": Sign("#d9edfa", "#0a5a8c", _disc(0.5, 0.5, 0.4) + _disc(0.5, 0.5, 0.25), _disc(0.5, 0.5, 0.09)),
    "nebula": Sign("#f3e2f2", "#80407f", "M.2 .78A.19 .19 0 0 1 .2 .42A.26 .26 0 0 1 .68 .32A.23 .23 0 0 1 .82 .78Z"),
    "super-nova": Sign("#ffc98a", "#9a3a00", _rays(8, 0.3, 0.5), _disc(0.5, 0.5, 0.22)),
    "alien-ruins": Sign(
        "#efe6cf", "#604a18", "M.1 .9H.9M.2 .86V.42M.4 .86V.3M.6 .86V.42M.8 .86V.55", "M.1 .34L.34 .1L.55 .24L.3 .34z"
    ),
    "asteroid-field": Sign(
        "#e9e5de",
        "#564f44",
        "",
        "M.08 .34L.24 .12L.46 .2L.42 .42L.2 .46zM.58 .5L.8 .4L.94 .58L.76 .76L.6 .7zM.2 .68L.36 .6L.44 .78L.28 .9z",
    ),
    "ion-cloud": Sign("#fff3bf", "#7d6200", "", "M.6 .04L.22 .56H.46L.36 .96L.78 .4H.52z"),
    "gravitic-anomaly": Sign("#dcf2e6", "#176340", _SPIRAL),
    "neutral-planet": Sign("#ffffff", "#5c5c5c"),
    "black-hole": Sign("#d3d3da", "#111111", "M.02 .62C.2 .86 .8 .62 .98 .36", _disc(0.5, 0.5, 0.28)),
    "dark-matter": Sign("#d6d3e4", "#3b3462", "M.1 .5L.5 .1L.9 .5L.5 .9zM.3 .3L.7 .7M.7 .3L.3 .7"),
    "temporal-nexus": Sign("#e1e4fb", "#32389c", "M.22 .1H.78L.22 .9H.78z", "M.38 .72L.5 .56L.62 .72L.7 .86H.3z"),
}
"""By the key of the terrain; a neutral planet is drawn as a planet."""

SIGNED = frozenset(kind for kind, look in SIGNS.items() if look.strokes or look.fills)
"""What has a sign."""


@lru_cache(2048)
def sign(kind: str, x: float, y: float, size: float, *, spent: bool = False) -> str:
    """Draw a sign around a point; what can give no more is pale."""
    look = SIGNS[kind]
    parts = []
    if look.strokes:
        parts.append(
            svg.path(
                look.strokes,
                fill="none",
                stroke=look.ink,
                stroke_width=0.09,
                stroke_linejoin="round",
                stroke_linecap="round",
            )
        )
    if look.fills:
        parts.append(svg.path(look.fills, fill=look.ink))
    if not parts:
        return ""
    where = f"translate({svg.num(x - size / 2)} {svg.num(y - size / 2)}) scale({svg.num(size)})"
    opacity = 0.35 if spent else None
    return svg.group(*parts, transform=where, fill_opacity=opacity, stroke_opacity=opacity)
