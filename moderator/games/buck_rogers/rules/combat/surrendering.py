"""Surrender: at the start of a round all forces of a seat in a zone change sides, if the other will have them."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import Surrendered, SurrenderRefused
from moderator.games.buck_rogers.events.movement import LineFailed
from moderator.games.buck_rogers.orders.types import Surrender
from moderator.games.buck_rogers.rules.combat import sides
from moderator.games.buck_rogers.rules.combat.battle import Battle
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.pieces import Colour


def offers(battle: Battle) -> None:
    """Carry out the offers whose occasion has come, in turn order."""
    turn = battle.turn
    if not turn.rules.surrender:
        return
    for seat in battle.fighting:
        for line in turn.battle[seat]:
            if not isinstance(line, Surrender) or line.zone != battle.zone.name or line.seat not in battle.forces:
                continue
            if line.seat == seat or not battle.has_come(seat, line.occasion):
                continue
            _offer(battle, seat, line.seat)
            break
    battle.look()


def close(battle: Battle, took_part: Sequence[Seat]) -> None:
    """Tell of the offers for a battle that were not made, now that it is over."""
    turn = battle.turn
    for seat in turn.in_turn_order():
        for line in turn.battle[seat]:
            if isinstance(line, Surrender) and line.zone == battle.zone.name and seat not in battle.offered:
                cause: Cause = "gone" if seat not in took_part else "condition" if line.seat in took_part else "no-foe"
                turn.tell(LineFailed(seat=seat, order=line, cause=cause, zone=line.zone))


def _offer(battle: Battle, seat: Seat, victor: Seat) -> None:
    turn, zone = battle.turn, battle.zone.name
    battle.offered.add(seat)
    if not turn.doctrine[victor].accepts:
        turn.say(SurrenderRefused(seat=seat, victor=victor, zone=zone))
        return
    units = sides.side(turn, seat, battle.zones).units
    for at in battle.zones:
        _change_sides(turn, seat, turn.played[victor][0], at)
    turn.say(Surrendered(seat=seat, victor=victor, zone=zone, units=units))
    battle.look()


def _change_sides(turn: Turn, seat: Seat, colour: Colour, at: int) -> None:
    """Replace all units of a seat in a zone by the same of another colour; a Leader stays whose he is."""
    for own in turn.played[seat]:
        pile = turn.piles.pop((at, own), None)
        if pile is not None:
            turn.pile(at, colour).add(pile)
        for works in turn.works:
            if works.at == at and works.colour == own:
                works.colour = colour
        turn.kilsats[at, colour] += turn.kilsats.pop((at, own), 0)
    if turn.holder(at) == seat:
        turn.held[at] = colour
