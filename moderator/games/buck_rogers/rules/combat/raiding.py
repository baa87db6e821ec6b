"""Commandos: Troopers and Gennies that do nothing in a battle but attack the enemy's Factory."""

from collections.abc import Mapping

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import FactoryRaided
from moderator.games.buck_rogers.events.movement import LineFailed
from moderator.games.buck_rogers.orders.types import Raid
from moderator.games.buck_rogers.rules.combat import retreating, sides
from moderator.games.buck_rogers.rules.combat.battle import Battle
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import GROUND, Kind
from moderator.games.solar_system.tables import figures


def muster(battle: Battle) -> None:
    """Tell off the raiders that were ordered, of those who are there; where none can be, their seat hears why."""
    for seat in battle.turn.in_turn_order():
        raiders = raiders_of(battle.turn, seat, battle.at)
        if raiders:
            battle.raiders[seat] = raiders
        else:
            _fail(battle, seat, "gone" if _prey(battle.turn, seat, battle.at) else "no-factory")


def close(battle: Battle) -> None:
    """Tell each seat whose raiders have not come to throw that the battle was over before."""
    for seat in battle.raiders:
        _fail(battle, seat, "over")


def _fail(battle: Battle, seat: Seat, cause: Cause) -> None:
    """Tell a seat once why its raid failed, unless its raiders have thrown."""
    if seat in battle.raided:
        return
    battle.raided.add(seat)
    zone = battle.zone.name
    for line in battle.turn.battle[seat]:
        if isinstance(line, Raid) and line.zone == zone:
            battle.turn.tell(LineFailed(seat=seat, order=line, cause=cause, zone=zone))


def raiders_of(turn: Turn, seat: Seat, at: int) -> dict[Kind, int]:
    """Return the units in a zone that a seat has ordered to raid, none where there is no Factory of others."""
    raiders: dict[Kind, int] = {}
    if not turn.rules.commandos or not _prey(turn, seat, at):
        return raiders
    for line in turn.battle[seat]:
        if isinstance(line, Raid) and line.zone == ZONES[at].name:
            there = {kind: turn.units_of(seat, at, (kind,)) for kind in GROUND}
            raiders |= {kind: n for kind in GROUND if (n := line.units.among(kind, there[kind]))}
    return raiders


def _prey(turn: Turn, seat: Seat, at: int) -> list[Works]:
    """Return the Factories of others in a zone."""
    return [works for works in turn.works_at(at) if turn.seat_of[works.colour] != seat]


def without(units: Mapping[Kind, int], raiders: Mapping[Kind, int]) -> dict[Kind, int]:
    """Return the units that fire: all but the raiders."""
    return {kind: n for kind, count in units.items() if (n := count - raiders.get(kind, 0)) > 0}


def thin_out(battle: Battle, seat: Seat, lost: Mapping[Kind, int]) -> None:
    """Let raiders fall first of their kind: they are what threatens the Factory."""
    raiders = battle.raiders.get(seat)
    if raiders is not None:
        for kind in raiders:
            raiders[kind] = max(0, raiders[kind] - lost.get(kind, 0))


def raid(battle: Battle) -> None:
    """Let the raiders that are left attack a Factory; when none is left they go, if they can."""
    turn = battle.turn
    for seat in list(battle.raiders):
        there = battle.raiders[seat] = {
            kind: min(n, turn.units_of(seat, battle.at, (kind,))) for kind, n in battle.raiders[seat].items()
        }
        prey = _prey(turn, seat, battle.at)
        if not any(there.values()) or not prey:
            _fail(battle, seat, "no-factory" if any(there.values()) else "fell")
            continue
        battle.raided.add(seat)
        works = prey[0]
        victim = turn.seat_of[works.colour]
        throws, numbers = list[int](), list[int]()
        mine = sides.forces_at(turn, (battle.at,))[seat]
        for number in (figures().numbers.raid - mine.bonus_of(kind) for kind, n in there.items() for _ in range(n)):
            throws.append(turn.throw("raid", battle.at, seat, victim))
            numbers.append(number)
            if throws[-1] >= number:
                break
        destroyed = throws[-1] >= numbers[-1]
        turn.say(
            FactoryRaided(
                seat=seat,
                victim=victim,
                zone=battle.zone.name,
                throws=tuple(throws),
                numbers=tuple(numbers),
                destroyed=destroyed,
            )
        )
        if destroyed:
            turn.works.remove(works)
        if destroyed and not _prey(turn, seat, battle.at):
            retreating.withdraw(battle, seat, Units(tuple(battle.raiders[seat].items())), ())
