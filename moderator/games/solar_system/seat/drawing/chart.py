"""The board as plain text: system by system a line for each zone that somebody holds or stands in."""

from collections.abc import Iterator

from moderator.games.solar_system.board.zones import PLACES, SYSTEMS, Zone, borders
from moderator.games.solar_system.seat.drawing.marks import mark_of
from moderator.games.solar_system.seat.drawing.tags import Tag, tags
from moderator.games.solar_system.seat.view import Sight
from moderator.games.solar_system.tables import board, figures

_WIDE = 58
_NAME = 14
_NAMES = {land.name: land.short or land.name for land in board().territory}
_SIGNS = {"count": "", "factory": "Y", "work": "Y/", "leader": "*"}
_SYSTEM = {system.key: system.name for system in figures().system}


def chart(view: Sight) -> str:
    """Return the zones as lines: ``Bach         R 8T 2G Y  > Warrens, Tolstoi``; a star is a Leader, ``.`` nobody."""
    held, stacks = dict(view.position.held), tags(view.position)
    out: list[str] = []
    for system in ("", *SYSTEMS, *(("saturn",) if view.rules.saturn else ())):
        zones = [zone for zone in PLACES if zone.system == system and (zone.is_territory or zone.name in stacks)]
        if zones:
            out += ["", _SYSTEM.get(system, system.capitalize() or "Sun")]
            out += [line for zone in zones for line in _lines(zone, held.get(zone.name, ""), stacks.get(zone.name, []))]
    return "\n".join(out[1:])


def _lines(zone: Zone, holder: str, some: list[Tag]) -> Iterator[str]:
    stand = [f"{mark_of(tag.colour).letter} {_words(tag)}".rstrip() for tag in some]
    if holder and holder not in [tag.colour for tag in some]:
        stand.insert(0, mark_of(holder).letter)
    text = f"  {_NAMES.get(zone.name, zone.name):<{_NAME}} {', '.join(stand) or '.'}"
    if near := borders(zone.name):
        text += f" > {', '.join(map(_short, near))}"
    while len(text) > _WIDE:
        cut = text.rfind(" ", 0, _WIDE + 1)
        yield text[:cut]
        text = " " * (_NAME + 3) + text[cut + 1 :]
    yield text


def _words(tag: Tag) -> str:
    return " ".join(_SIGNS[entry.what] + entry.words for entry in tag.entries)


def _short(name: str) -> str:
    """Return the first word of a name that tells it from others."""
    words = name.split()
    return words[1] if words[0] in ("The", "Mt.") else words[0]
