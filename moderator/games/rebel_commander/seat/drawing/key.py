"""What stands below the board: the score, locations whose units had no room on it, and the key."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Part, Words
from moderator.core.svg import Box
from moderator.games.rebel_commander.pieces import Stack, Unit
from moderator.games.rebel_commander.seat.drawing.arrows import key_arrow, moves
from moderator.games.rebel_commander.seat.drawing.frame import EDGE, Frame
from moderator.games.rebel_commander.seat.drawing.ground import LINE, LOOKS, ground
from moderator.games.rebel_commander.seat.drawing.marks import BAR, INK, MARKS, badge, burst, swords, unit
from moderator.games.rebel_commander.seat.drawing.units import Drawn, is_crowded, line
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.rebel_commander.tables import edition_of
from moderator.kit.drawing.words import halo_text, place_entries, wrap_entries

_LINE = 30.0
_BAR = 14.0
_GOAL, _LETTER = 5.0, 7.5
"""How far beside its line the number that wins stands, and how wide a letter beside a bar is on average."""
_DETAIL, _DETAIL_LINE = 28.0, 38.0
"""How high the units of a location are that are shown in detail, larger than on the board, and their lines."""

_NAME = 1.5
"""The room for the name of a location, in such heights."""

_CACHE_SIZE = 1 << 12
"""Entries that a process keeps: seats of a match see mostly the same."""


class Entry(NamedTuple):
    """One entry of the key: its subject, the words that explain it, and how much room it takes."""

    subject: str
    words: str

    @property
    def width(self) -> float:
        """The room for the sample and the words, as wide as letters may be."""
        return 48 + 9.2 * len(self.words)


class Detail(NamedTuple):
    """A faction's units on a location that shows totals on the board; the first of a location bears its name."""

    name: str
    stack: Stack

    @property
    def units(self) -> Drawn:
        """The units in one line."""
        return line(self.stack.seat, self.stack.counts, _DETAIL)

    @property
    def width(self) -> float:
        """The room for the name and the units, with a gap after them."""
        return self.units.width + _DETAIL * (0.6 + (_NAME if self.name else 0))


def key(words: Words, view: View, frame: Frame, told: Sequence[Event] = ()) -> tuple[list[Part], float]:
    """Return what stands below the board, and where the drawing ends."""
    y = frame.height + 2 * EDGE + 4
    parts: list[Part] = []
    if view.score.rebel_locations is not None and view.score.empire_locations is not None:
        parts.append(_bars(words, view.score, frame, y))
        y += 50
    details = wrap_entries(_details(view, frame), frame.width, together=True)
    parts += [_detail(detail, *at) for detail, at in place_entries(details, (EDGE, y), _DETAIL_LINE)]
    y += _DETAIL_LINE * len(details)
    entries = wrap_entries(_entries(words, view, told), frame.width, together=True)
    parts += [_entry(entry, *at) for entry, at in place_entries(entries, (EDGE, y), _LINE)]
    return parts, y + _LINE * len(entries) + 4


def _details(view: View, frame: Frame) -> list[list[Detail]]:
    """Return the units of the locations whose totals do not tell them all."""
    if len(edition_of(view.options).units) == 1:
        return []
    crowds = [stacks for stacks in map(view.stacks_at, frame.board.names) if is_crowded(stacks)]
    return [[Detail("" if at else stack.place, stack) for at, stack in enumerate(stacks)] for stacks in crowds]


@lru_cache(_CACHE_SIZE)
def _detail(detail: Detail, x: float, y: float) -> Part:
    """Write a location's name, and draw the units of a faction there."""
    name, at = "", x
    if detail.name:
        size = _DETAIL * 0.8
        name = svg.text(detail.name, x, y + size * 1.03, font_size=size, font_weight=700, fill=INK)
        at += _DETAIL * _NAME
    box = Box(x - 1, y - 2, detail.width, _DETAIL + 4)
    return Part(box, name + svg.move_group((at, y), detail.units.svg))


def _entries(words: Words, view: View, told: Sequence[Event]) -> list[list[Entry]]:
    """Return the entries by group: units, seats, and what the grounds mean."""
    grounds = ["rebels", "empire", "both"]
    for subject, is_shown in (
        ("shared", view.options.occupy == "troops"),
        ("unseen", view.sight is not None),
        ("battle", bool(view.battle_places)),
        ("moved", bool(moves(told))),
    ):
        grounds += [subject] * is_shown
    return [
        [Entry(kind, words(kind)) for kind in edition_of(view.options).units],
        [Entry(seat, seat) for seat in view.seats],
        [Entry(subject, words(subject)) for subject in grounds],
    ]


@lru_cache(_CACHE_SIZE)
def _entry(entry: Entry, x: float, y: float) -> Part:
    """Draw a sample and its words."""
    if entry.subject in MARKS:
        sample = badge(entry.subject, x, y, 25)
    elif entry.subject in LOOKS:
        sample = ground(entry.subject, Box(x, y, 26, 26))
        sample += svg.rect(x, y, 26, 26, fill="none", stroke=LINE, stroke_width=1)
        if entry.subject == "both":
            sample += swords(x + 8, y + 8, 10)
    elif entry.subject == "battle":
        sample = burst(x + 2, y + 2, 22)
    elif entry.subject == "moved":
        sample = key_arrow(x + 13, y + 13, 104)
    else:
        sample = unit(Unit(entry.subject), "Empire", x + 2, y + 3, 20)
    written = svg.text(entry.words, x + 32, y + 20, font_size=17, fill=INK)
    return Part(Box(x - 1, y - 1, entry.width, _LINE), sample + written)


@lru_cache(_CACHE_SIZE)
def _bars(words: Words, score: Score, frame: Frame, y: float) -> Part:
    """Draw how many locations each side holds, against the number that wins, and write how many units it has."""
    step = frame.width / frame.board.size
    parts, longest = [], 0
    sides = (
        ("rebels", score.rebel_locations or 0, score.rebel_units),
        ("empire", score.empire_locations or 0, score.empire_units),
    )
    for row, (side, count, units) in enumerate(sides):
        look, top, length = LOOKS[side], y + row * (_BAR + 4), count * step
        middle = ((EDGE, top + _BAR / 2), (EDGE + length, top + _BAR / 2))
        parts.append(svg.rect(EDGE, top, frame.width, _BAR, fill=BAR, stroke=LINE, stroke_width=0.8))
        if count:
            parts.append(svg.strokes([middle], stroke=look.frame, stroke_width=_BAR))
        if count and look.dashes:
            parts.append(svg.strokes([middle], stroke=look.dashes, stroke_width=_BAR, stroke_dasharray=look.pattern))
        written = words(f"{side}-score", held=count, units=units)
        longest = max(longest, len(written))
        parts.append(_bold(written, EDGE + frame.width - 6, top + _BAR - 2, anchor="end"))
    goal = EDGE + score.needed * step
    parts.append(svg.line(goal, y - 4, goal, y + 2 * _BAR + 8, stroke=INK, stroke_width=2.4))
    has_room = 2 * _GOAL + _LETTER * (longest + len(f"{score.needed}")) < EDGE + frame.width - goal
    x, anchor = (goal + _GOAL, "start") if has_room else (goal - _GOAL, "end")
    parts.append(_bold(f"{score.needed}", x, y + _BAR - 2, anchor=anchor))
    return Part(Box(EDGE - 2, y - 6, frame.width + EDGE, 50), "".join(parts))


def _bold(words: str, x: float, y: float, anchor: str = "start") -> str:
    return halo_text(words, (x, y), (INK, BAR), 4, font_size=14, font_weight=700, text_anchor=anchor)
