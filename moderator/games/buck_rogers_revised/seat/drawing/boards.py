"""Battle boards: round by round who stood in which space, what was thrown in each step, what was left."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Drawing, Words, picture
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.events.battle import BoardSet, Box, StepFought
from moderator.games.buck_rogers_revised.pieces import LINE, RESERVE, Space
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.events.battle import BattleEnded, Shot, Side
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.drawing.marks import INK, LETTER, PALE, PAPER, SIGNS, mark_of
from moderator.kit.drawing.words import bold

_WIDE, _EDGE, _LINE, _TITLE = 62.0, 10.0, 14.0, 13.0
_SMALL = 10
"""The size of the smallest letters: 6 pt in a column of A4."""
_GRID = 3 * _WIDE + 8
_ACROSS = 2
"""Sides beside each other; more stand below, so that a phone shows letters that can be read."""
_SIGNS_A_LINE, _MOST = 9, 4
"""Letters in a line of a box, and rounds of a battle that are drawn: the first ones, and the last."""

_Round = tuple[BoardSet, list[StepFought]]


def boards(words: Words, view: View, events: Sequence[Event]) -> Iterator[Drawing]:
    """Give a drawing for each battle in which the reader fought; for who plays no seat, for every one."""
    places: dict[str, list[_Round]] = {}
    ended = {event.zone: event for event in events if isinstance(event, BattleEnded)}
    passing = False
    for event in events:
        if isinstance(event, BoardSet):
            passing = event.passing
            if not passing:
                places.setdefault(event.zone, []).append((event, []))
        elif isinstance(event, StepFought) and not passing:
            places[event.zone][-1][1].append(event)
    for zone, rounds in places.items():
        seats = {box.seat for board, _ in rounds for box in board.stood}
        if view.who in seats or view.who not in view.seats:
            yield _battle(words, view, ended[zone], [*rounds[: _MOST - 1], *rounds[_MOST - 1 :][-1:]])


def _battle(words: Words, view: View, ended: BattleEnded, rounds: Sequence[_Round]) -> Drawing:
    wide, y = 2 * _EDGE + _GRID * _ACROSS - 8, 30.0
    room = int((wide - 2 * _EDGE) / 4.9)
    drawn = [bold(ended.zone, (wide / 2, 20), 14, INK)]
    for board, steps in rounds:
        drawn.append(
            svg.text(words("round", number=board.round), _EDGE, y + 10, font_size=10.5, font_weight=700, fill=INK)
        )
        seats, y = _seats(board), y + _LINE + 2
        for beside in (seats[at : at + _ACROSS] for at in range(0, len(seats), _ACROSS)):
            grids, high = _grids(words, board, beside, y)
            drawn += grids
            y += high + 6
        y += 8
        for line in _thrown(words, steps, room):
            drawn.append(svg.text(line, _EDGE, y, font_size=_SMALL, fill=INK))
            y += _LINE
        y += 6
    left = ", ".join(f"{mark_of(one.seat).letter} {' '.join(_side(one))}" for one in ended.left)
    drawn.append(svg.text(words("left", units=left or "-"), _EDGE, y, font_size=10.5, font_weight=700, fill=INK))
    y += _LINE
    for line in wrap(_key(words, rounds), room):
        drawn.append(svg.text(line, _EDGE, y, font_size=_SMALL, fill=INK))
        y += _LINE
    key = f"battle-{ended.zone.lower().replace(' ', '-').replace('.', '')}"
    high = y - _LINE + _EDGE
    return picture(key, wide, high, svg.rect(0, 0, wide, high, fill=PAPER), *drawn, alt=str(view.turn))


def _seats(board: BoardSet) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(box.seat for box in board.stood))


def _grids(words: Words, board: BoardSet, seats: Sequence[Seat], y: float) -> tuple[list[str], float]:
    """Draw the six spaces of some seats, the battle line above, and return how high they are."""
    drawn: list[str] = []
    top = y + _TITLE
    for row, spaces in enumerate((LINE, RESERVE)):
        shown = {(seat, space): _lines(board, seat, space) for seat in seats for space in spaces}
        lines = max(map(len, shown.values()))
        high = 14 + 12 * lines
        for number, ((_, space), there) in enumerate(shown.items()):
            x = _EDGE + number // 3 * _GRID + number % 3 * _WIDE
            drawn += _space(svg.Box(x, top, _WIDE, high), words("space", name=space.value), there, shaded=bool(row))
        top += high
    for number, seat in enumerate(seats):
        x, mark = _EDGE + number * _GRID, mark_of(seat)
        drawn.append(svg.rect(x, y, 3 * _WIDE, _TITLE, fill=mark.colour))
        drawn.append(bold(f"{mark.letter} {seat}", (x + 1.5 * _WIDE, y + 10.5), 10.5, mark.on))
    return drawn, top - y


def _lines(board: BoardSet, seat: Seat, space: Space) -> list[str]:
    """Return what a seat has in a space, as lines of letters."""
    return [
        line
        for box in board.stood
        if (box.seat, box.space) == (seat, space)
        for line in wrap(_signs(box), _SIGNS_A_LINE)
    ]


def _space(box: svg.Box, name: str, lines: Sequence[str], *, shaded: bool) -> Iterator[str]:
    yield svg.rect(box.x, box.y, box.width, box.height, fill=PALE if shaded else PAPER, stroke=INK, stroke_width=1)
    yield svg.text(name, box.x + 3, box.y + 10, font_size=_SMALL, fill=INK)
    for number, line in enumerate(lines):
        yield svg.text(line, box.x + 3, box.y + 22 + 12 * number, font_size=10.5, font_weight=700, fill=INK)


def _signs(box: Box) -> str:
    """Return what stands in a space in letters: ``4F 2B *Bu``, ``½Y`` for half a Factory."""
    half = [f"{box.halves if box.halves > 1 else ''}½{LETTER[Kind.FACTORY]}"] if box.halves else []
    return " ".join((*_units(box.units), *half))


def _side(one: Side) -> list[str]:
    """Return what is left of a side: units, Factories, a Marker where nothing else stands."""
    yards = [f"{one.factories}{LETTER[Kind.FACTORY]}"] if one.factories else []
    return [*_units(one.units), *yards, *([LETTER[Kind.MARKER]] if one.marker else [])]


def _units(units: Units) -> list[str]:
    counted = [f"{n}{LETTER[kind]}" for kind, n in units.counts if n]
    return counted + [f"*{SIGNS[name]}" for name in units.leaders]


def _thrown(words: Words, steps: Sequence[StepFought], room: int) -> Iterator[str]:
    """Give each step as lines: who threw at what from which number on, every throw, and what fell."""
    for step in steps:
        entries = []
        for about, shots in groupby(step.shots, key=_about):
            seat, firer, victim, target, number = about
            throws = ", ".join(words("hit" if shot.hit else "miss", throw=shot.throw) for shot in shots)
            entries.append(
                words(
                    "throws",
                    firer=f"{mark_of(seat).letter} {words('piece', kind=firer.value)}",
                    target=f"{mark_of(victim).letter} {words('piece', kind=target.value)}",
                    number=number,
                    throws=throws,
                )
            )
        lost = ", ".join(f"{mark_of(box.seat).letter} {_signs(box)}" for box in step.lost)
        yield from wrap(words("step", step=step.step, shots="; ".join(entries), lost=lost), room)


def _about(shot: Shot) -> tuple[Seat, Kind, Seat, Kind, int]:
    return shot.seat, shot.firer, shot.victim, shot.target, shot.number


def _key(words: Words, rounds: Sequence[_Round]) -> str:
    """Return what the letters of the pieces that fought mean."""
    stood = [box for board, _ in rounds for box in board.stood]
    fought = {kind for box in stood for kind, _ in box.units.counts}
    entries = [f"{LETTER[kind]} {words('piece', kind=kind.value)}" for kind in Kind if kind in fought]
    if any(box.halves for box in stood):
        entries.append(f"½{LETTER[Kind.FACTORY]} {words('half')}")
    return " · ".join(entries)
