"""The board of a view in plain text: a letter for each hex, then sector by sector what is in which, and the terrain.

Letters are read on phones, forty columns wide, and a line that wraps makes nonsense of the picture. Rows that stand
half a hex apart take two columns for each hex, which no board has room for; so a line below the picture names the rows
that lie half a hex to the right. Large boards, and the medium one of four, are wider all the same.
"""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from moderator.core.pictures import Words
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.pieces import Place, Ruin
from moderator.games.space_genocide.seat.drawing.tokens import MARKS
from moderator.games.space_genocide.seat.view import FleetSeen, PlanetSeen, View
from moderator.games.space_genocide.tables import TERRAINS
from moderator.kit.boards.hex import NOWHERE, picture, row_name

WIDTH = 38
"""Columns of the lists: forty less two, by which letters set a board in."""

_NAMED = 3
_SIGNS = {
    "star-gate": "=",
    "nebula": "~",
    "super-nova": "X",
    "alien-ruins": "&",
    "asteroid-field": ":",
    "ion-cloud": "+",
    "gravitic-anomaly": "v",
    "black-hole": "*",
    "dark-matter": "%",
    "temporal-nexus": "$",
}
_MINE, _THEIRS, _PLANET, _OTHERS, _FREE = "#", "!", "@", "o", "."


def chart(words: Words, view: View) -> str:
    """Return the board, its key, what stands where by sector, and the terrain by kind."""
    lines = [*_picture(view), *_key(words, view)]
    ruins = {ruin.place: ruin for ruin in reversed(view.ruins)}
    there = {*ruins, *(planet.place for planet in view.planets), *(fleet.place for fleet in view.fleets)}
    for name, places in _sectors(words, view):
        entries = [_describe_hex(words, view, place, ruins.get(place)) for place in places if place in there]
        if entries:
            lines += ["", name.upper(), *(part for line in entries for part in _wrap_line(line))]
    terrain = list(_terrain(words, view))
    if terrain:
        lines += ["", *(part for line in terrain for part in _wrap_line(line))]
    return "\n".join(line.rstrip() for line in lines)


# ---- the picture ------------------------------------------------------------------------------------------


def _picture(view: View) -> Iterator[str]:
    """Give the board a row a line."""
    letters = {place: _SIGNS[kind] for place, kind in view.live_terrain if kind in _SIGNS}
    letters |= {planet.place: _PLANET if planet.seat == view.who else _OTHERS for planet in view.planets}
    letters |= {fleet.place: _THEIRS for fleet in view.fleets if fleet.seat != view.who}
    letters |= {fleet.place: _MINE for fleet in view.own}
    return picture(view.board, letters, free=_FREE)


def _key(words: Words, view: View) -> Iterator[str]:
    """Give the rows that lie to the right and how hexes touch, then the letters with what they mean."""
    entries = [f"{_THEIRS} {words('any-fleet')}", f"{_OTHERS} {words('any-planet')}"]
    if view.who in view.seats:
        fleets = [f"{_MINE} {words('own-fleet')}", f"{_THEIRS} {words('fleet')}"]
        entries = [*fleets, f"{_PLANET} {words('own-planet')}", f"{_OTHERS} {words('planet')}"]
    entries.append(f"{_FREE} {words('free')}")
    there = {kind for _, kind in view.live_terrain}
    yield ""
    shifted = dict.fromkeys(row_name(row) for row, x in view.board.spots if x % 2)
    yield from _wrap_line(words("shifted", rows=", ".join([*shifted][:_NAMED])))
    yield _neighbours(words, view.board)
    yield from _rows(entries)
    yield from _rows([f"{letter} {words(kind)}" for kind, letter in _SIGNS.items() if kind in there])
    yield from _rows([f"{MARKS[seat].code} {seat}" for seat in view.seats])


def _neighbours(words: Words, board: Board) -> str:
    """Name the six hexes around one of them, so that a reader can count distances on the picture."""
    middle = next(at for at, around in enumerate(board.round) if NOWHERE not in around)
    beside = " ".join(board.names[at] for at in sorted(board.round[middle]))
    return words("next-to", place=board.names[middle], places=beside)


def _rows(entries: Iterable[str]) -> Iterator[str]:
    """Give entries side by side, as many as fit a line."""
    row = ""
    for entry in entries:
        if row and len(row) + len(entry) + 2 > WIDTH:
            yield row
            row = ""
        row += ("  " if row else "") + entry
    if row:
        yield row


# ---- the lists --------------------------------------------------------------------------------------------


def _sectors(words: Words, view: View) -> Iterator[tuple[str, list[Place]]]:
    """Give each seat's section with its hexes, the viewer's first, then what is nobody's."""
    board = view.board
    rest = set(range(board.size))
    parts: dict[Seat, list[Place]] = {}
    for seat, section in zip(view.seats, board.sections, strict=False):
        parts[seat] = [board.names[at] for at in section]
        rest -= set(section)
    for seat in sorted(parts, key=lambda seat: seat != view.who):
        yield words("section", seat=seat), parts[seat]
    yield words("between"), [board.names[at] for at in sorted(rest)]


def _describe_hex(words: Words, view: View, place: Place, ruin: Ruin | None) -> str:
    """Return what is at a hex in short."""
    planet = view.planet(place)
    entries = [_planet(words, view, planet)] if planet else []
    if ruin:
        gone = words("ruin-since", world=words(ruin.world), since=words("turn", number=ruin.turn))
        entries.append(f"{MARKS[ruin.seat].code} {gone}")
    entries += [_fleet(words, view, fleet) for fleet in view.at(place)]
    return f"{place:<4} {'; '.join(entries)}"


def _planet(words: Words, view: View, planet: PlanetSeen) -> str:
    """Write a planet: whose and what; once the match is over one without a type has none."""
    whose = MARKS[planet.seat].code or words("neutral")
    if planet.world is None and view.outcome is not None:
        return whose
    return f"{whose} {words(planet.world) if planet.world else '?'}"


def _fleet(words: Words, view: View, fleet: FleetSeen) -> str:
    """Write a fleet: whose, which, how many ships, and since when that is known."""
    name = f"{MARKS[fleet.seat].code}{fleet.number}"
    if fleet.ships is None:
        return f"{name} (?)"
    old = fleet.seat != view.who and 0 < fleet.seen < view.turn - 1
    age = f" {words('turn', number=fleet.seen)}" if old else ""
    return f"{name} ({len(fleet.ships)}{age})"


def _terrain(words: Words, view: View) -> Iterator[str]:
    """Give each kind of terrain with its hexes."""
    live = view.live_terrain
    for kind in TERRAINS:
        places = [place for place, there in live if there == kind.key]
        if places and kind.key in _SIGNS:
            yield f"{words(kind.key)}: {' '.join(places)}"


def _wrap_line(line: str) -> Iterable[str]:
    """Break a line of a list."""
    return wrap(line, WIDTH, subsequent_indent="     ", break_long_words=False, break_on_hyphens=False)
