"""Bombs: after the battles of a system's orbits each Battler there fires at something on the ground below."""

from collections.abc import Iterator

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board import powers
from moderator.games.buck_rogers_revised.board.spaces import side_of
from moderator.games.buck_rogers_revised.rules.combat import falling
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.zones import NUMBER, PLACES, lands_under
from moderator.games.solar_system.events.battle import FreeShots, Shot
from moderator.games.solar_system.pieces import GROUND, Kind
from moderator.games.solar_system.tables import figures


def bombs(turn: Turn) -> None:
    """Let each Battler in an orbit of the system bomb once ("Bombing"), seat by seat in turn order.

    With Admiral Vaar it hits more easily.
    """
    for seat, orbit in _bombers(turn):
        found = _bombed(turn, seat, orbit)
        if found is None:
            continue
        land, victim, kind = found
        throw = turn.throw("bomb", land, seat, victim)
        number = figures().numbers.bomb - powers.throw_bonus(turn, seat, orbit, Kind.BATTLER)
        shot = Shot(seat, Kind.BATTLER, victim, kind, number, throw)
        zone, origin = PLACES[land].name, PLACES[orbit].name
        turn.say(FreeShots(shooting="bomb", seat=seat, zone=zone, shots=(shot,), origin=origin))
        if shot.hit and kind is Kind.FACTORY:
            falling.hit_factory(turn, seat, victim, land)
        elif shot.hit:
            falling.take(turn, victim, land, kind)


def _bombers(turn: Turn) -> Iterator[tuple[Seat, int]]:
    for seat in turn.in_turn_order():
        for zone in PLACES:
            if zone.kind == "orbit" and zone.system == turn.system:
                for _ in range(side_of(turn, seat, zone.index).units.get(Kind.BATTLER, 0)):
                    yield seat, zone.index


def _bombed(turn: Turn, seat: Seat, orbit: int) -> tuple[int, Seat, Kind] | None:
    """Return what a Battler bombs: as doctrine says; else where own troops attack, and Factories only elsewhere."""
    doctrine = turn.doctrine[seat]
    options: list[tuple[tuple[int, ...], tuple[int, Seat, Kind]]] = []
    for land in (NUMBER[name] for name in lands_under(PLACES[orbit].name)):
        wished = doctrine.bombs(PLACES[land].name)
        attacked = bool(turn.units_of(seat, land, GROUND))
        usual = [kind for kind in turn.rules.bombed if not attacked or kind is not Kind.FACTORY]
        order = usual if wished is None else wished
        for place, victim in enumerate(turn.in_turn_order(turn.seats)):
            if victim == seat or victim in doctrine.truces:
                continue
            side = side_of(turn, victim, land)
            there = {kind: turn.units_of(victim, land, (kind,)) for kind in GROUND}
            there |= {Kind.MARKER: side.units.get(Kind.MARKER, 0), Kind.FACTORY: side.factories + side.halves}
            options += [
                ((wished is None, not attacked, rank, place), (land, victim, kind))
                for rank, kind in enumerate(order)
                if there.get(kind)
            ]
    return min(options, key=lambda option: option[0])[1] if options else None
