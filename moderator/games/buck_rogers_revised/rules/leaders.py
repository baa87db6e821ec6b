"""Leaders: who is left alone among enemies is defeated, and comes back after a full turn."""

from collections.abc import Collection

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.powers import LAST_MODEL, is_at
from moderator.games.buck_rogers_revised.board.spaces import figures_of, side_of
from moderator.games.buck_rogers_revised.pieces import XENOTRON, ZEREA
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.forces import Person
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.battle import LeaderLost, LeaderReturned
from moderator.games.solar_system.rules import returning

_AWAY = 1
"""The full turns that a defeated Leader is out of play; one more if Zerea Takan's side has defeated him."""


def look_around(turn: Turn, at: int, silenced: Collection[str] = ()) -> None:
    """Defeat the Leaders who stand alone among enemies in a zone; who fights as a unit, only if he was hit (S4)."""
    for one in turn.leaders_at(at):
        seat = turn.seat_of[one.colour]
        side = side_of(turn, seat, at)
        friends = sum(side.units.values()) - sum(name in silenced for name in side.figures)
        truces = turn.doctrine[seat].truces
        enemies = [
            other
            for other in turn.seats
            if other != seat
            and any(side_of(turn, other, at).units.values())
            and not (other in truces and seat in turn.doctrine[other].truces)
        ]
        if not friends and enemies:
            defeat(turn, one, enemies)


def defeat(turn: Turn, one: Person, enemies: Collection[Seat]) -> None:
    """Take a defeated Leader off the board."""
    seat, zone = turn.seat_of[one.colour], PLACES[one.at].name
    zerea = any(is_at(turn, ZEREA, other, one.at) for other in enemies)
    turn.lose_cargo(one)
    one.at, one.back = -1, turn.turn + _AWAY + zerea
    turn.say(LeaderLost(seat=seat, leader=one.name, zone=zone, back=one.back))
    if one.name == XENOTRON:
        turn.model = min(LAST_MODEL, turn.model + 1)


def fall_alone(battle: Battle, seat: Seat) -> None:
    """Defeat the Leaders of a group whose units have all died as a seat fired at them, unless others cover it."""
    group, turn = battle.group, battle.turn
    if group is not None and not group.pile.total and not turn.units_of(group.seat, group.at):
        fallen = [one for one in group.people if one.name in battle.silenced or not figures_of((one.name,))]
        for one in fallen:
            one.at = group.at
            defeat(turn, one, (seat,))
            group.people.remove(one)


def back(turn: Turn) -> None:
    """Let Leaders come back whose time away is over, to where their seat has units ("Place Leaders").

    They go as ``RETURN`` says, else to the strongest stack in a zone without enemies. Those whom Ardala has stolen come
    home in her step.
    """
    for seat in turn.in_turn_order():
        for one in turn.people.values():
            if turn.seat_of[one.owner] == seat and one.at < 0 and not one.captor and 0 <= one.back <= turn.turn:
                come(turn, one)


def come(turn: Turn, one: Person) -> None:
    """Put a Leader back where his seat has units, Factories too; with none left he waits."""
    seat = turn.seat_of[one.owner]
    works = (works.at for works in turn.works if turn.seat_of[works.colour] == seat)
    own = list(dict.fromkeys((*(at for at, _, _ in turn.stacks_of(seat)), *works)))
    safe = [at for at in own if not turn.others(seat, at)]
    wished = [turn.place(name) for name in turn.doctrine[seat].homes_for(one.name)]
    at = next((zone for zone in wished if zone in own), returning.strongest(turn, seat, safe or own))
    if at >= 0:
        one.at, one.captor, one.back = at, "", 0
        turn.say(LeaderReturned(seat=seat, leader=one.name, zone=PLACES[at].name))
