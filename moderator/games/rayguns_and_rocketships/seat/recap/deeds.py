"""What every seat did in a match that is over, counted from its events."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.game import Chapter, Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events import crew, ending, flight, gunnery, lines, reveal, tokens
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.kit.recap import Deeds, count_deeds, events_of


class Moment(Struct, frozen=True, tag=kebab):
    """Something worth telling: ``code`` says what, ``seat`` who did it to whom (``on``), ``count`` how great it was.

    ``about`` is a figure, a card or a port where one is named.
    """

    code: str
    round: int
    seat: Seat
    on: Seat = ""
    count: int = 0
    about: str = ""


def moments(chapters: Sequence[Chapter[View]]) -> Iterator[Moment]:
    """Give everything in a match that may be worth telling, in its order."""
    for chapter in chapters:
        for event in chapter.events:
            yield from _MOMENTS.get(type(event), _nothing)(event, chapter.turn)


def deeds_of(chapters: Sequence[Chapter[View]]) -> dict[Seat, Deeds]:
    """Count what every seat did; ``points`` is what it has at the end, ``out`` the Round in which it lost everybody."""
    view = chapters[-1].view
    deeds: dict[Seat, Deeds] = {seat: Counter(points=view.side(seat).points) for seat in view.seats}
    count_deeds(chapters, deeds, _COUNTED)
    for turn, event in events_of(chapters, ending.SeatOut):
        deeds[event.seat]["out"] = turn
    return deeds


_Counts = Iterable[tuple[Seat, str, int]]


def _nothing(_event: Event, _turn: int) -> Iterable[Moment]:
    return ()


_COUNTED: dict[type[Event], Callable[[Any], _Counts]] = {
    gunnery.BatteryFired: lambda e: [(e.seat, "shots", len(e.shots)), (e.seat, "gunner", e.hits)],
    gunnery.GunWrecked: lambda e: [(e.by, "wrecker", 1), (e.by, "saboteur", bool(e.figure))],
    gunnery.BlastPlaced: lambda e: [(e.seat, "target", 1)],
    gunnery.ShipDestroyed: lambda e: [(e.by, "destroyer", 1)],
    flight.Collided: lambda e: [(e.seat, "rammer", e.result == "won")],
    flight.ShipMoved: lambda e: [(e.seat, "traveller", len(e.path))],
    flight.VoidMet: lambda e: [(e.seat, "edge", 1)],
    crew.EntryTried: lambda e: [(e.seat, "boarder", e.inside)],
    reveal.Jumped: lambda e: [(e.seat, "boarder", 1)],
    crew.Duel: lambda e: [(e.on if e.outcome == "riposte" else e.seat, "duelist", e.outcome != "blocked")],
    crew.FigureDefeated: lambda e: [(e.seat, "mourner", 1)],
    crew.Dodged: lambda e: [(e.seat, "dodger", 1)],
    crew.BlastOut: lambda e: [(e.seat, "fireman", 1)],
    crew.HatchSearched: lambda e: [(e.seat, "searcher", e.found != "nothing")],
    tokens.Installed: lambda e: [(e.seat, "mechanic", 1)],
    tokens.PrincessRescued: lambda e: [(e.seat, "rescuer", 1)],
    ending.StarDiscarded: lambda e: [(e.seat, "star", 1)],
    lines.LineFailed: lambda e: [(e.seat, "dreamer", 1)],
}
"""What each kind of event counts for whom."""


def _duel(event: crew.Duel, turn: int) -> Iterable[Moment]:
    yield Moment("duel", turn, event.seat, event.on, len(event.rounds), event.figure)


def _fallen(event: crew.FigureDefeated, turn: int) -> Iterable[Moment]:
    if event.figure == CAPTAIN and event.by:
        yield Moment("captain", turn, event.by, event.seat)


_MOMENTS: dict[type[Event], Callable[[Any, int], Iterable[Moment]]] = {
    ending.Scored: lambda e, turn: [Moment("first", turn, e.seat, e.victim, e.points, e.merit)],
    gunnery.BatteryFired: lambda e, turn: [Moment("salvo", turn, e.seat, e.on, e.hits)],
    gunnery.ShipDestroyed: lambda e, turn: [Moment("ship", turn, e.by, e.seat)],
    crew.Duel: _duel,
    crew.FigureDefeated: _fallen,
    flight.Collided: lambda e, turn: [Moment("ram", turn, e.seat, e.on, sum(e.throws))],
    tokens.CoreExploded: lambda e, turn: [Moment("core", turn, "", e.ship)],
    tokens.PrincessRescued: lambda e, turn: [Moment("princess", turn, e.seat)],
}
"""What may be worth telling of each kind of event."""
