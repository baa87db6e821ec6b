"""A battle as it is fought, round by round."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import RoundFought
from moderator.games.buck_rogers.rules.combat import aftermath, leaders, raiding, retreating, sides, surrendering
from moderator.games.buck_rogers.rules.combat.battle import Battle
from moderator.games.buck_rogers.rules.powers import BARNEY, buck_fires
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.firing import can_hit
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.battle import BattleBegun, BattleEnded, Shot
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import SHIPS, Kind

_MOST_ROUNDS = 50
_IDLE_ROUNDS = 2


def fight(battle: Battle) -> None:
    """Fight it out."""
    turn = battle.turn
    turn.fought.append(battle.zone.name)
    took_part = battle.fighting
    turn.say(
        BattleBegun(zone=battle.zone.name, sides=tuple(sides.side(turn, seat, battle.zones) for seat in took_part))
    )
    leaders.wear_off(turn, battle.zones)
    raiding.muster(battle)
    idle = 0
    while battle.fighting and battle.round < _MOST_ROUNDS and idle < _IDLE_ROUNDS:
        battle.round += 1
        surrendering.offers(battle)
        if not battle.fighting:
            break
        idle = 0 if _one_round(battle) else idle + 1
        raiding.raid(battle)
        retreating.leave(battle)
        battle.look()
        if not battle.zone.is_territory and not _goes_on(battle):
            break
    after = (sides.side(turn, seat, battle.zones) for seat in took_part)
    left = tuple(side for side in after if side.marker or side.units != Units())
    turn.say(BattleEnded(zone=battle.zone.name, rounds=battle.round, left=left, called_off=bool(battle.fighting)))
    raiding.close(battle)
    surrendering.close(battle, took_part)
    _capture_ships(battle)


def _one_round(battle: Battle) -> bool:
    """Fire everybody's units; what is struck falls together. Return whether anybody could hit anything."""
    turn = battle.turn
    battle.parted.clear()
    shots: list[Shot] = []
    for seat in battle.fighting:
        mine = battle.forces[seat]
        mine.buck = buck_fires(turn, seat, battle.at) if Kind.FIGHTER in mine.units else 0
        firing = replace(mine, units=raiding.without(mine.units, battle.raiders.get(seat, {})))
        shots += sides.fire_once(turn, "attack", battle.at, firing, battle.enemies(seat))
    for shot in shots:
        if shot.hit and shot.target in SHIPS:
            battle.wrecks.setdefault(shot.seat, []).append(shot.target)
    fallen = sides.clear(turn, battle.zones, battle.forces.values())
    for one in fallen:
        battle.lost[one.seat] += sum(n for _, n in one.units.counts)
        raiding.thin_out(battle, one.seat, dict(one.units.counts))
    turn.say(RoundFought(zone=battle.zone.name, round=battle.round, shots=tuple(shots), lost=tuple(fallen)))
    battle.look()
    return bool(shots)


def _goes_on(battle: Battle) -> bool:
    """Tell whether somebody who can hit something wants another round in an orbit or on a dot."""
    return any(
        can_hit(battle.forces[seat], battle.enemies(seat)) and _persists(battle, seat) for seat in battle.fighting
    )


def _persists(battle: Battle, seat: Seat) -> bool:
    turn = battle.turn
    persistence = turn.doctrine[seat].persistence
    if isinstance(persistence, int):
        return battle.round < persistence
    if persistence == "stronger":
        mine, theirs = battle.strengths(seat)
        return mine >= theirs
    return persistence == "always"


def _capture_ships(battle: Battle) -> None:
    """Give Black Barney the ships that his side destroyed, if it has won."""
    turn = battle.turn
    barney = turn.people.get(BARNEY)
    if barney is None or barney.at not in battle.zones:
        return
    seat = turn.seat_of[barney.colour]
    if battle.enemies(seat) or not battle.wrecks.get(seat):
        return
    aftermath.join_barney(turn, seat, barney, battle.at, battle.wrecks[seat])


def resolve(turn: Turn, at: int) -> None:
    """Play a zone's part of Combat: the battle if there is one, then who is left with what."""
    battle = Battle(turn, at)
    if battle.begins():
        fight(battle)
    leaders.look_around(turn, battle.zones)
    if ZONES[at].is_territory:
        aftermath.settle(turn, at)


def contested_zones(turn: Turn, zones: Sequence[int]) -> list[int]:
    """Return the territories among zones where somebody else is than who holds them, fewest units first."""

    def size(at: int) -> int:
        return sum(turn.units_of(seat, at) for seat in turn.seats)

    some = [at for at in zones if any(turn.is_there(seat, at) and turn.holder(at) != seat for seat in turn.seats)]
    return sorted(some, key=lambda at: (size(at), at))
