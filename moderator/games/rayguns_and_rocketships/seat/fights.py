"""Fights aboard a ship as blocks of a story: where and between whom, what was done, what came of it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events import crew, ending, gunnery, reveal


class FightBegun(Struct, frozen=True, tag=kebab):
    """The head of a block: aboard whose ship who fought, the reader first, then who came aboard."""

    ship: Seat
    sides: tuple[Seat, ...]


class FightEnded(Struct, frozen=True, tag=kebab):
    """The foot of a block: what each side lost and scored; who did neither is left out."""

    sides: tuple["Toll", ...]


class Toll(Struct, frozen=True):
    """What a fight cost and brought a seat; ``hurt`` are abilities of its captain that a Blast is on."""

    seat: Seat
    figures: tuple[str, ...]
    guns: tuple[str, ...]
    hurt: tuple[str, ...]
    points: int


FACTS = declared_structs(__name__)
"""The facts of this module."""


class Line(NamedTuple):
    """A line of a story: the phase, whether others did it among themselves, and its events."""

    phase: int
    apart: bool
    beat: Sequence[Event]


_ATTACKS = (crew.Duel, crew.PistolFired)


def arrange_lines(who: str, lines: Sequence[Line]) -> Iterator[Sequence[Event] | FightBegun | FightEnded]:
    """Give lines phase by phase, the reader's first, those of a fight together between its head and its foot."""
    ships = [_place(line.beat) for line in lines]
    fought = [ship for line, ship in zip(lines, ships, strict=True) if ship and _attacks(line.beat)]
    blocks = {
        ship: [at for at, other in enumerate(ships) if other == ship] for ship in fought if fought.count(ship) > 1
    }

    def key(at: int) -> tuple[int, bool, int, int]:
        own = blocks.get(ships[at], [at])
        return lines[at].phase, all(lines[one].apart for one in own), own[0], at

    for first, places in groupby(sorted(range(len(lines)), key=key), key=lambda at: key(at)[2]):
        beats = [lines[at].beat for at in places]
        if ships[first] in blocks:
            yield _head(who, ships[first], beats)
        yield from beats
        if ships[first] in blocks:
            yield _foot(who, beats)


def _place(beat: Sequence[Event]) -> Seat:
    """Return aboard whose ship somebody attacks in a line, or comes to attack; empty for none."""
    for event in beat:
        if isinstance(event, _ATTACKS) and event.ship:
            return event.ship
        if isinstance(event, reveal.Jumped) or (isinstance(event, crew.EntryTried) and event.inside):
            return event.on
    return ""


def _attacks(beat: Iterable[Event]) -> bool:
    return any(isinstance(event, _ATTACKS) for event in beat)


def _sides(who: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(sorted(dict.fromkeys(seats), key=lambda seat: seat != who))


def _head(who: str, ship: Seat, beats: Iterable[Sequence[Event]]) -> FightBegun:
    attacks = [event for beat in beats for event in beat if isinstance(event, _ATTACKS)]
    return FightBegun(ship, _sides(who, (seat for event in attacks for seat in (event.seat, event.on))))


def _foot(who: str, beats: Iterable[Sequence[Event]]) -> FightEnded:
    events = [event for beat in beats for event in beat]
    tolls = [_toll(seat, events) for seat in _sides(who, (getattr(event, "seat", "") for event in events))]
    return FightEnded(tuple(toll for toll in tolls if toll.figures or toll.guns or toll.hurt or toll.points))


def _toll(seat: Seat, events: Iterable[Event]) -> Toll:
    own = [event for event in events if getattr(event, "seat", "") == seat]
    return Toll(
        seat,
        figures=tuple(event.figure for event in own if isinstance(event, crew.FigureDefeated)),
        guns=tuple(event.port for event in own if isinstance(event, gunnery.GunWrecked)),
        hurt=tuple(event.ability for event in own if isinstance(event, crew.CaptainHurt)),
        points=sum(event.points for event in own if isinstance(event, ending.Scored)),
    )
