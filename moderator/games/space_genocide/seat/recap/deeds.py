"""What every seat did in a match that is over, counted from its events."""

from collections.abc import Sequence

from msgspec import Struct

from moderator.core.game import Chapter, Event
from moderator.core.seats import Seat
from moderator.games.space_genocide.events.battle import (
    BurstFired,
    BustersLaunched,
    EngagementBegun,
    EngagementOver,
    PlanetDestroyed,
    SalvoFired,
)
from moderator.games.space_genocide.events.cards import CardPlayed
from moderator.games.space_genocide.events.ending import SeatFallen
from moderator.games.space_genocide.events.production import ShipsBuilt
from moderator.games.space_genocide.events.transport import FleetMoved, NeutralClaimed, OrderFailed, PlanetScouted
from moderator.games.space_genocide.seat.view import View


class Deeds(Struct):
    """One seat's figures.

    ``steps`` are hexes that its fleets moved, ``missed`` Planet Busters that hit nothing; ``ships`` and ``planets``
    are what it had at the end, ``out`` the turn in which it lost (0: never).
    """

    razed: int = 0
    destroyed: int = 0
    lost: int = 0
    steps: int = 0
    scouted: int = 0
    claimed: int = 0
    played: int = 0
    built: int = 0
    missed: int = 0
    failed: int = 0
    ships: int = 0
    planets: int = 0
    out: int = 0


class Clash(Struct, frozen=True):
    """One round of a battle with its turn: who fought with how many ships and lost how many, and every salvo."""

    turn: int
    place: str
    seats: tuple[Seat, ...]
    ships: tuple[int, ...]
    losses: tuple[int, ...]
    salvos: tuple[SalvoFired, ...]

    @property
    def lost(self) -> int:
        """How many ships were destroyed."""
        return sum(self.losses)


def deeds_of(chapters: Sequence[Chapter[View]]) -> dict[Seat, Deeds]:
    """Count what every seat did."""
    last = chapters[-1].view
    deeds = {seat: Deeds() for seat in last.seats}
    for chapter in chapters:
        for event in chapter.events:
            _count(deeds, event, chapter.turn)
    for at, (seat, own) in enumerate(deeds.items()):
        own.lost = sum(note.losses[at] for note in last.history)
        own.ships = sum(len(fleet.ships or ()) for fleet in last.fleets if fleet.seat == seat)
        own.planets = sum(planet.seat == seat for planet in last.planets)
    return deeds


def _count(deeds: dict[Seat, Deeds], event: Event, turn: int) -> None:  # noqa: C901 - one line a kind of event
    """Count one event."""
    if isinstance(event, SalvoFired):
        deeds[event.seat].destroyed += event.destroyed
    elif isinstance(event, BurstFired):
        deeds[event.seat].destroyed += sum(owner != event.seat for owner, _, _ in event.destroyed)
    elif isinstance(event, PlanetDestroyed):
        for seat in event.by:
            deeds[seat].razed += 1
    elif isinstance(event, BustersLaunched):
        deeds[event.seat].missed += sum(face > event.needed for face in event.faces)
    elif isinstance(event, FleetMoved):
        deeds[event.seat].steps += len(event.path) - 1
    elif isinstance(event, PlanetScouted):
        deeds[event.seat].scouted += 1
    elif isinstance(event, NeutralClaimed):
        deeds[event.seat].claimed += 1
    elif isinstance(event, CardPlayed):
        deeds[event.seat].played += 1
    elif isinstance(event, ShipsBuilt):
        deeds[event.seat].built += len(event.berths)
    elif isinstance(event, OrderFailed):
        deeds[event.seat].failed += 1
    elif isinstance(event, SeatFallen):
        deeds[event.seat].out = turn


def clashes(chapters: Sequence[Chapter[View]]) -> tuple[Clash, ...]:
    """Return all rounds of all battles in their order."""
    found = []
    for chapter in chapters:
        begun: EngagementBegun | None = None
        salvos: list[SalvoFired] = []
        for event in chapter.events:
            if isinstance(event, EngagementBegun):
                begun, salvos = event, []
            elif isinstance(event, SalvoFired):
                salvos.append(event)
            elif isinstance(event, EngagementOver) and begun is not None:
                found.append(_clash(chapter.turn, begun, salvos))
                begun = None
    return tuple(found)


def _clash(turn: int, begun: EngagementBegun, salvos: Sequence[SalvoFired]) -> Clash:
    seats = tuple(dict.fromkeys(force.seat for force in begun.forces))
    ships = tuple(sum(len(force.ships) for force in begun.forces if force.seat == seat) for seat in seats)
    losses = tuple(
        sum(salvo.destroyed for salvo in salvos if salvo.owner == seat)
        + sum(len(salvo.rammed) for salvo in salvos if salvo.seat == seat)
        for seat in seats
    )
    losses = tuple(min(brought, lost) for brought, lost in zip(ships, losses, strict=True))
    return Clash(turn, begun.place, seats, ships, losses, tuple(salvos))
