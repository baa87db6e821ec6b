"""Leaders in Combat: who is left alone among enemies is defeated, or won over."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import ColourInert, LeaderSubverted, SubversionEnded
from moderator.games.buck_rogers.rules.powers import ARDALA, wears_off
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.firing import value
from moderator.games.solar_system.board.forces import Person
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.battle import LeaderLost
from moderator.games.solar_system.rules.returning import send_home
from moderator.games.solar_system.tables import figures

_CAPTIVITY = 2
"""Full turns that a captive is away."""


def wear_off(turn: Turn, zones: Sequence[int]) -> None:
    """Throw, in the basic game, for each Leader who was won over and takes part in a battle."""
    if turn.rules.powers:
        return
    for at in zones:
        for one in turn.leaders_at(at):
            if one.owner != one.colour:
                wears_off(turn, one)


def look_around(turn: Turn, zones: Sequence[int]) -> None:
    """Defeat the Leaders who stand alone among enemies in a zone, or with nobody but Leaders of others: all at once."""
    lonely = [(one, at) for at in zones for one in turn.leaders_at(at) if _is_lonely(turn, one, at, zones)]
    foes = {one.name: _enemies(turn, turn.seat_of[one.colour], at) for one, at in lonely}
    for one, at in lonely:
        if one.at != at:
            continue
        captors = [other for other in foes[one.name] if _has_friends(turn, other, zones)]
        if one.owner != one.colour:
            _go_home(turn, one)
        elif not _subverted(turn, one, captors, zones):
            defeat(turn, one, _strongest(turn, captors, zones) or turn.holder(at))


def _is_lonely(turn: Turn, one: Person, at: int, zones: Sequence[int]) -> bool:
    """Tell whether a Leader has no unit of his side beside him where others are, or a Marker that fights."""
    seat = turn.seat_of[one.colour]
    if _has_friends(turn, seat, zones):
        return False
    return bool(_enemies(turn, seat, at)) or (turn.rules.markers_fight and turn.holder(at) not in ("", seat))


def _enemies(turn: Turn, seat: Seat, at: int) -> list[Seat]:
    """Return the others in a zone, but for those with whom a seat has a truce on both sides."""
    return [
        other
        for other in turn.others(seat, at)
        if not (other in turn.doctrine[seat].truces and seat in turn.doctrine[other].truces)
    ]


def _has_friends(turn: Turn, seat: Seat, zones: Sequence[int]) -> bool:
    return turn.gather(seat, zones).standing()


def _strongest(turn: Turn, seats: Sequence[Seat], zones: Sequence[int]) -> Seat:
    """Return the seat whose units there are worth most; empty for none."""
    return max(turn.in_turn_order(seats), key=lambda seat: value(turn.gather(seat, zones).units), default="")


def _go_home(turn: Turn, one: Person) -> None:
    """End a subversion: who was won over is not defeated, he goes home."""
    turn.say(SubversionEnded(seat=turn.seat_of[one.owner], leader=one.name, zone=ZONES[one.at].name))
    send_home(turn, one)


def _subverted(turn: Turn, one: Person, captors: Sequence[Seat], zones: Sequence[int]) -> bool:
    """Let the strongest enemy try to win a Leader over."""
    seat = _strongest(turn, [other for other in captors if turn.doctrine[other].subverts(one.name)], zones)
    if not turn.options.subversion or not seat:
        return False
    rule, victim = figures().numbers, turn.seat_of[one.colour]
    units = sum(turn.units_of(seat, at) for at in zones)
    bonus = units + rule.leader_at_subversion * any(turn.leaders_at(at, seat) for at in zones)
    throw = turn.throw("subvert", one.at, seat, victim)
    won = throw + bonus >= rule.subvert
    zone = ZONES[one.at].name
    turn.say(LeaderSubverted(seat=seat, leader=one.name, victim=victim, zone=zone, throw=throw, bonus=bonus, won=won))
    if won:
        one.colour = turn.main_colour(seat, one.at)
    return won


def defeat(turn: Turn, one: Person, captor: Seat) -> None:
    """Take a defeated Leader off the board: for ever, or for two full turns; Ardala answers for whom she moved."""
    if "seduced " + one.name in turn.used:
        turn.used.discard("seduced " + one.name)
        ardala = turn.people.get(ARDALA)
        if ardala is not None and ardala.at >= 0:
            send_home(turn, one)
            _fall(turn, ardala, captor)
            _render_inert(turn, ardala)
            return
    _fall(turn, one, captor)
    if turn.rules.leader_lost == "removed":
        _render_inert(turn, one)


def _fall(turn: Turn, one: Person, captor: Seat) -> None:
    seat, zone = turn.seat_of[one.colour], ZONES[one.at].name
    one.at, one.colour = -1, one.owner
    one.back = -1
    if turn.rules.leader_lost == "captive":
        one.captor, one.back = captor, turn.turn + _CAPTIVITY
    turn.say(LeaderLost(seat=seat, leader=one.name, zone=zone, captor=one.captor, back=max(0, one.back)))


def _render_inert(turn: Turn, one: Person) -> None:
    """Render the colours of a seat inert that has no Leader left on the board."""
    seat = turn.seat_of[one.owner]
    others = (other for other in turn.people.values() if other.at >= 0)
    if not turn.options.inert or any(turn.seat_of[other.colour] == seat for other in others):
        return
    for colour in turn.played[seat]:
        turn.inert[colour] = turn.turn + 1
        turn.say(ColourInert(seat=seat, colour=colour, until=turn.turn + 1))
