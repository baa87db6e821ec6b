"""Leaders' powers that act: Killer Kane's, Black Barney's, Baroness Callisto's ray, what a victor gains."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.powers import BARNEY, CALLISTO, find_on_board, is_at
from moderator.games.buck_rogers_revised.board.spaces import side_of
from moderator.games.buck_rogers_revised.events.movement import LineFailed, RayFired
from moderator.games.buck_rogers_revised.orders.types import Ray
from moderator.games.buck_rogers_revised.rules.combat import falling
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.firing import chance, worth
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.battle import PowerUsed, ShipsCaptured
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import SHIPS, Kind

_LARGE = (Kind.BATTLER, Kind.FACTORY, Kind.KILSAT)
_RAY = 4
"""What the death ray must reach against large units; any other is destroyed without a throw."""


def use(turn: Turn, name: str) -> None:
    """Note that a Leader has used his power this turn, and tell it once."""
    person = turn.people[name]
    if name not in turn.used:
        turn.used.add(name)
        turn.say(PowerUsed(seat=turn.seat_of[person.colour], leader=name, zone=PLACES[person.at].name))


def win(battle: Battle, seat: Seat) -> None:
    """Note who won a battle; Black Barney takes the enemies' ships that were destroyed in it."""
    turn, at, wrecks = battle.turn, battle.at, [kind for victim, kind in battle.wrecks if victim != seat]
    turn.battles_won.append((battle.zone.name, seat))
    if wrecks and is_at(turn, BARNEY, seat, at):
        for kind in wrecks:
            turn.put(at, turn.people[BARNEY].colour, kind)
        counts = tuple((kind, wrecks.count(kind)) for kind in SHIPS if kind in wrecks)
        turn.say(ShipsCaptured(seat=seat, zone=battle.zone.name, units=Units(counts)))


def ray(turn: Turn) -> None:
    """Fire Baroness Callisto's death ray, as ordered, else at what is worth most by chance in reach."""
    callisto = find_on_board(turn, CALLISTO)
    seat = turn.seat_of[callisto.colour] if callisto is not None else ""
    for other in turn.in_play:
        for line in turn.order_set(other, Ray) if other != seat else ():
            turn.tell(LineFailed(seat=other, order=line, cause="away", zone=line.zone))
    if callisto is None:
        return
    reach = (callisto.at, *turn.sky.near[callisto.at])
    targets = _targets(turn, seat, reach)
    lines, fired = turn.order_set(seat, Ray), False
    for line in lines:
        aimed = [one for one in targets if (one[1], one[3]) == (turn.place(line.zone), line.unit)]
        if fired or not aimed:
            cause: Cause = "used" if fired else "gone" if turn.place(line.zone) in reach else "far"
            turn.tell(LineFailed(seat=seat, order=line, cause=cause, zone=line.zone))
        else:
            fired = True
            _fire(turn, seat, *max(aimed, key=lambda one: one[0])[1:])
    if targets and not lines:
        _fire(turn, seat, *max(targets, key=lambda one: one[0])[1:])


def _targets(turn: Turn, seat: Seat, reach: Sequence[int]) -> list[tuple[float, int, Seat, Kind]]:
    """Return what the ray can be aimed at, and what each is worth by chance."""
    found: list[tuple[float, int, Seat, Kind]] = []
    for at in reach:
        for victim in turn.in_turn_order(turn.seats):
            if victim == seat or victim in turn.doctrine[seat].truces:
                continue
            side = side_of(turn, victim, at)
            there = [kind for kind, n in side.units.items() if n > list(side.figures.values()).count(kind)]
            there += [Kind.FACTORY] * bool(side.factories)
            found += [(chance(_RAY) ** (kind in _LARGE) * worth(kind), at, victim, kind) for kind in there]
    return found


def _fire(turn: Turn, seat: Seat, at: int, victim: Seat, kind: Kind) -> None:
    number = _RAY if kind in _LARGE else 0
    throw = turn.throw("ray", at, seat, victim) if number else 0
    zone, hit = PLACES[at].name, throw >= number
    turn.say(RayFired(seat=seat, victim=victim, kind=kind, zone=zone, number=number, throw=throw, hit=hit))
    if hit and kind is Kind.FACTORY:
        falling.hit_factory(turn, seat, victim, at)
    elif hit:
        falling.take(turn, victim, at, kind)
