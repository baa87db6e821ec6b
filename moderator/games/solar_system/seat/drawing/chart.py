"""The board as plain text: system by system a line for each zone that somebody holds or stands in, and a key."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from moderator.core.pictures import Words
from moderator.games.solar_system.board.zones import PLACES, SYSTEMS, Zone, borders
from moderator.games.solar_system.pieces import PAINTS, Kind
from moderator.games.solar_system.seat.drawing.marks import LETTER, SIGNS, mark_of
from moderator.games.solar_system.seat.drawing.tags import Tag, tags
from moderator.games.solar_system.seat.view import Sight
from moderator.games.solar_system.tables import board, figures

_WIDE = 58
_NAME = 14
_NAMES = {land.name: land.short or land.name for land in board().territory}
_SIGNS = {"count": "", "factory": "Y", "work": "Y/", "leader": "*"}
_SYSTEM = {system.key: system.name for system in figures().system}


def chart(words: Words, view: Sight) -> str:
    """Return the zones as lines: ``Bach         R 8T 2G Y  > Warrens, Tolstoi``; a star is a Leader, ``.`` nobody."""
    held, stacks = dict(view.position.held), tags(view.position)
    out: list[str] = []
    for system in ("", *SYSTEMS, *(("saturn",) if view.rules.saturn else ())):
        zones = [zone for zone in PLACES if zone.system == system and (zone.is_territory or zone.name in stacks)]
        if zones:
            out += ["", _SYSTEM.get(system, system.capitalize() or "Sun")]
            out += [line for zone in zones for line in _lines(zone, held.get(zone.name, ""), stacks.get(zone.name, []))]
    return "\n".join([*out[1:], "", *_key(words, {*held.values()}, [tag for some in stacks.values() for tag in some])])


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


def _key(words: Words, held: set[str], stood: Iterable[Tag]) -> Iterator[str]:
    """Give lines that tell what the letters and signs of a board mean: colours, which stand first, then the rest."""
    entries = {entry for tag in stood for entry in tag.entries}
    signs = {_SIGNS[entry.what] for entry in entries} | {
        letter for entry in entries if entry.what == "count" for letter in entry.words
    }
    leaders = {entry.words for entry in entries if entry.what == "leader"}
    seen = held | {tag.colour for tag in stood}
    yield from _row(
        [f"{mark_of(colour).letter} {colour}" for colour in PAINTS if colour in seen] + [f". {words('nobody')}"]
    )
    meanings = [f"{LETTER[kind]} {words('piece', kind=kind.value)}" for kind in Kind if LETTER[kind] in signs]
    meanings += [f"{_SIGNS['work']} {words('work')}"] if _SIGNS["work"] in signs else []
    meanings += [f"{_SIGNS['leader']}{sign} {name}" for name, sign in SIGNS.items() if sign in leaders]
    yield from _row([*meanings, f"> {words('beside')}"])


def _row(entries: Iterable[str]) -> list[str]:
    """Return entries side by side, as lines that break between one and the next."""
    lines = wrap("  ".join(words.replace(" ", "\N{NO-BREAK SPACE}") for words in entries), _WIDE)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _words(tag: Tag) -> str:
    return " ".join(_SIGNS[entry.what] + entry.words for entry in tag.entries)


def _short(name: str) -> str:
    """Return the first word of a name that tells it from others."""
    words = name.split()
    return words[1] if words[0] in ("The", "Mt.") else words[0]
