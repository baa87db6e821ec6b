"""What of an HTML letter its reader cannot see: hidden elements, letters of no size, ink in the colour of the ground.

Nobody means what nobody sees. A colour may deceive us, though: programs with a dark ground write in white and say
nothing of the ground. So text in the colour of its ground is told apart from what is hidden for good.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Colour: TypeAlias = tuple[int, int, int]
Declarations: TypeAlias = Mapping[str, str]

_WHITE = (255, 255, 255)
_NAMED: Mapping[str, Colour] = {
    "white": _WHITE,
    "black": (0, 0, 0),
    "red": (255, 0, 0),
    "lime": (0, 255, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "navy": (0, 0, 128),
    "yellow": (255, 255, 0),
    "aqua": (0, 255, 255),
    "cyan": (0, 255, 255),
    "fuchsia": (255, 0, 255),
    "magenta": (255, 0, 255),
    "silver": (192, 192, 192),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "maroon": (128, 0, 0),
    "olive": (128, 128, 0),
    "purple": (128, 0, 128),
    "teal": (0, 128, 128),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "lightgray": (211, 211, 211),
    "lightgrey": (211, 211, 211),
}
_DECLARATION = re.compile(r"\s*([a-z-]{1,40})\s*:\s*([^;]*)", re.IGNORECASE)
_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_FUNCTION = re.compile(
    r"rgba?\(\s*([\d.]+%?)[\s,]+([\d.]+%?)[\s,]+([\d.]+%?)(?:[\s,/]+([\d.]+%?))?\s*\)", re.IGNORECASE
)
_LENGTH = re.compile(r"(-?(?:\d+(?:\.\d*)?|\.\d+))\s*(px|pt|em|rem|ex|ch|%|vw|vh|in|cm|mm)?")
_SIZE_OF_FONT = re.compile(r"(?:^|\s)((?:\d+(?:\.\d*)?|\.\d+)(?:px|pt|em|rem|%)?)(?=\s*/|\s|$)")
_PIXELS = {
    "": 1.0,
    "px": 1.0,
    "pt": 1.33,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
    "in": 96.0,
    "cm": 38.0,
    "mm": 3.8,
}
_OF_SCREEN = 10.0
"""Pixels of one hundredth of what is around, about."""

_RELATIVE = re.compile(r"[\d.\s]+(?:em|ex|%)|smaller|larger|inherit")
_NOT_SHOWN = {
    "display": ("none",),
    "visibility": ("hidden", "collapse"),
    "mso-hide": ("all",),
    "content-visibility": ("hidden",),
}
_CLIPPED = re.compile(
    r"rect\(\s*(?P<edge>[01](?:px)?)[\s,]+(?:(?P=edge)|auto)[\s,]+(?:(?P=edge)|auto)[\s,]+(?:(?P=edge)|auto)\s*\)|"
    r"inset\(\s*(?:50|100)%.*\)|scale[xy3d]{0,2}\(\s*0\b(?!\.[1-9]).*\)|opacity\(\s*0(?:\.0*)?%?\s*\)",
    re.IGNORECASE,
)
_MOVED_AWAY = re.compile(r"translate[xy3d]{0,2}\(\s*(-[\d.]+\w*%?)", re.IGNORECASE)
_TINY = 1.0
"""Pixels that show no letter."""

_OFF_SCREEN = -100.0
"""Pixels beside the screen from which on nothing of a line is seen."""

_SAME_COLOUR_DISTANCE = 10
"""Steps of 256 by which two colours may differ, and look the same."""

_COLOURS = ("color", "bgcolor", "text")
"""Attributes that tell a colour, as mail programs still write them."""

_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_AT_RULE = re.compile(r"@[^{};]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,2000})\}")
_SELECTOR = re.compile(r"[a-z0-9]*(?:[.#][\w-]+)?", re.IGNORECASE)
_LONGEST_SHEET, _MOST_RULES = 50_000, 500
_LONGEST_STYLE = 1_000


class Appearance(Struct, frozen=True):
    """How text is seen at some place: the colour of the ground and of the ink if somebody chose it, and its size."""

    ground: Colour | None = _WHITE
    ink: Colour | None = None
    tiny: bool = False

    @property
    def pale(self) -> bool:
        """Whether the ink has the colour of the ground."""
        if self.ink is None or self.ground is None:
            return False
        return all(abs(one - other) <= _SAME_COLOUR_DISTANCE for one, other in zip(self.ink, self.ground, strict=True))


def sheet_rules(sheet: str) -> dict[str, str]:
    """Return the declarations of a style sheet by plain selectors (``p``, ``.x``, ``p.x``), as on any screen."""
    bare = _AT_RULE.sub("", _COMMENT.sub("", sheet[:_LONGEST_SHEET]))
    found: dict[str, str] = {}
    for selectors, declarations in _RULE.findall(bare)[:_MOST_RULES]:
        for each in selectors.split(","):
            selector = each.strip().lower()
            if selector and _SELECTOR.fullmatch(selector):
                found[selector] = f"{found.get(selector, '')};{declarations}"
    return found


def style_of(tag: str, attributes: Mapping[str, str | None], rules: Mapping[str, str]) -> str:
    """Return the declarations that hold for an element, its own last."""
    own = attributes.get("style") or ""
    return ";".join([*(rules[name] for name in _names(tag, attributes) if name in rules), own]) if rules else own


def _names(tag: str, attributes: Mapping[str, str | None]) -> Iterator[str]:
    """Yield the plain selectors of an element."""
    yield tag
    marks = [f".{name}" for name in (attributes.get("class") or "").lower().split()[:10]]
    marks += [f"#{name}" for name in (attributes.get("id") or "").lower().split()[:1]]
    for mark in marks:
        yield mark
        yield tag + mark


def look(appearance: Appearance, attributes: Mapping[str, str | None], style: str) -> Appearance | None:
    """Return how text is seen in an element, None if it is hidden; ``appearance`` is that around it."""
    if "hidden" in attributes:
        return None
    if not style and not any(name in attributes for name in _COLOURS):
        return appearance
    properties = {name.lower(): value.strip().lower() for name, value in _DECLARATION.findall(style[:_LONGEST_STYLE])}
    properties = {name: value.replace("!important", "").strip() for name, value in properties.items()}
    if _is_hidden(properties):
        return None
    ground = _ground(properties, attributes, appearance.ground)
    return replace(
        appearance,
        ground=ground,
        ink=_ink(properties, attributes, appearance.ink, ground),
        tiny=_is_tiny(properties, tiny=appearance.tiny),
    )


def _is_hidden(properties: Declarations) -> bool:
    """Tell whether an element is not shown, shut into no room, or moved off the screen."""
    if (
        any(properties.get(name) in values for name, values in _NOT_SHOWN.items())
        or _number(properties.get("opacity", "1")) == 0
    ):
        return True
    if any(_CLIPPED.search(properties.get(name, "")) for name in ("clip", "clip-path", "transform", "filter")):
        return True
    return _has_no_room(properties) or _is_away(properties)


def _has_no_room(properties: Declarations) -> bool:
    if _is_small(properties.get("max-height")):
        return True
    shut = any(properties.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y"))
    return shut and any(_is_small(properties.get(name)) for name in ("height", "width", "max-width"))


def _is_away(properties: Declarations) -> bool:
    """Tell whether an element stands off the screen."""
    names = ["text-indent", "margin-left", "margin-top"]
    if properties.get("position") in ("absolute", "fixed", "relative"):
        names += ["left", "top", "right", "bottom"]
    moved = _MOVED_AWAY.search(properties.get("transform", ""))
    lengths = [properties.get(name, "") for name in names] + ([moved[1]] if moved else [])
    return any((pixels := _pixels(length)) is not None and pixels <= _OFF_SCREEN for length in lengths)


def _is_small(length: str | None) -> bool:
    """Tell whether a length shows nothing; a share of an unknown one may be anything, unless it is none."""
    pixels = _pixels(length or "")
    return pixels is not None and 0 <= pixels <= _TINY


def _pixels(length: str) -> float | None:
    """Return about how many pixels a length has, None if it is no length."""
    found = _LENGTH.fullmatch(length.strip())
    if found is None:
        return None
    return float(found[1]) * _PIXELS.get(found[2] or "", _OF_SCREEN)


def _is_tiny(properties: Declarations, *, tiny: bool) -> bool:
    """Tell whether letters have no size; what is told of the size around it stays nothing."""
    size = properties.get("font-size", "")
    if not size and (found := _SIZE_OF_FONT.search(properties.get("font", ""))):
        size = found[1]
    if not size or (tiny and _RELATIVE.fullmatch(size)):
        return tiny
    return _is_small(size)


def _ground(properties: Declarations, attributes: Mapping[str, str | None], around: Colour | None) -> Colour | None:
    """Return the colour of the ground, None behind a picture or what we cannot tell."""
    value = (
        properties.get("background-color") or properties.get("background") or (attributes.get("bgcolor") or "").lower()
    )
    if not value or value in ("transparent", "none", "inherit", "initial", "unset"):
        return around
    if "url(" in value or "gradient" in value:
        return None
    for word in re.findall(r"rgba?\([^()]*\)|[^\s]+", value):
        colour, alpha = _colour(word)
        if colour is not None:
            return colour if alpha else around
    return None if properties.get("background-color") else around


def _ink(
    properties: Declarations, attributes: Mapping[str, str | None], around: Colour | None, ground: Colour | None
) -> Colour | None:
    """Return the colour of the ink if somebody chose it: that of the ground if it shines through."""
    value = properties.get("-webkit-text-fill-color") or properties.get("color")
    value = value or (attributes.get("color") or attributes.get("text") or "").lower()
    if not value or value == "inherit":
        return around
    colour, covers = _colour(value)
    return colour if covers else ground


def _colour(value: str) -> tuple[Colour | None, bool]:
    """Return a colour, None for one that we do not know, and whether it covers anything."""
    if value == "transparent":
        return None, False
    if value in _NAMED:
        return _NAMED[value], True
    if found := _HEX.fullmatch(value):
        digits = found[1] if len(found[1]) > 4 else "".join(digit * 2 for digit in found[1])  # noqa: PLR2004 - #rgba
        red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
        return (red, green, blue), digits[6:] != "00"
    if found := _FUNCTION.fullmatch(value):
        red, green, blue = (_share(found[at]) for at in (1, 2, 3))
        return (red, green, blue), found[4] is None or _number(found[4].rstrip("%")) != 0
    return None, True


def _share(value: str) -> int:
    number = _number(value.rstrip("%")) or 0.0
    return min(255, round(number * 2.55 if value.endswith("%") else number))


def _number(value: str) -> float | None:
    try:
        return float(value.rstrip("%"))
    except ValueError:
        return None
