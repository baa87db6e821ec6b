"""Gifts and purchases: the black market, free Factories, Leaders who come or come back."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.building import Bought, FactoryGiven, MarketAwaited
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.buck_rogers.seat.view import Market
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import INDEX, ZONES, home_of
from moderator.games.solar_system.events.battle import LeaderReturned
from moderator.games.solar_system.pieces import Factory, Kind
from moderator.games.solar_system.rules.returning import send_home, strongest
from moderator.games.solar_system.tables import figures

_WAIT = 2
_WORTH_WAITING = 4
"""Turns that must remain for a Factory to be worth the wait."""


def market(turn: Turn) -> None:
    """Let seats without Factories get a unit, or wait for a Factory; who has gained one meanwhile waits in vain."""
    for seat in turn.in_turn_order():
        waiting = [one for one in turn.waiting if turn.seat_of[one.colour] == seat]
        for one in waiting:
            turn.waiting.remove(one)
        if any(turn.seat_of[works.colour] == seat for works in turn.works) or not turn.zones_of(seat):
            continue
        if not all(turn.is_inert(colour) for colour in turn.played[seat]):
            _buy(turn, seat, waiting[0] if waiting else Market(turn.played[seat][0], turn.turn))


def _buy(turn: Turn, seat: Seat, market: Market) -> None:
    line = turn.doctrine[seat].purchase
    kind = Kind(line.purchase) if line is not None else _usual(turn)
    free = [at for at in turn.zones_of(seat) if kind is not Kind.FACTORY or not turn.crowded(ZONES[at].name)]
    if kind is Kind.FACTORY and free:
        waited = turn.turn - market.since + 1
        if waited < _WAIT:
            turn.waiting.append(market)
            turn.say(MarketAwaited(seat=seat, colour=market.colour, turns=_WAIT - waited))
            return
    elif kind is Kind.FACTORY:
        kind, free = Kind.FIGHTER, turn.zones_of(seat)
    wished = INDEX[line.zone] if line is not None and line.zone else -1
    at = wished if wished in free else _rally(turn, seat, free)
    colour = turn.held[at]
    if kind is Kind.FACTORY:
        turn.works.append(Works(Factory(ZONES[at].name, colour, built=turn.turn)))
    else:
        turn.put(at, colour, kind)
    turn.say(Bought(seat=seat, colour=colour, kind=kind, zone=ZONES[at].name))


def _usual(turn: Turn) -> Kind:
    """Return what is bought unasked: a Factory if enough turns remain for it."""
    end = turn.options.year or turn.options.turn_limit or turn.turn + _WORTH_WAITING
    return Kind.FACTORY if end - turn.turn >= _WORTH_WAITING or end < turn.turn else Kind.FIGHTER


def _rally(turn: Turn, seat: Seat, among: list[int]) -> int:
    """Return the first of some zones that doctrine names for what comes from nowhere, else the one with most units."""
    wished = (INDEX[name] for name in turn.doctrine[seat].rally if name in INDEX)
    return next((at for at in wished if at in among), strongest(turn, seat, among))


def free_factories(turn: Turn) -> None:
    """Give a Factory to who first controls a system, in a zone where he has none."""
    if not turn.options.free_factories:
        return
    for seat in turn.in_turn_order():
        for system in turn.systems_of(seat):
            if system in turn.claimed:
                continue
            turn.claimed.append(system)
            free = [at for at in turn.zones_of(seat) if not turn.works_at(at) and not turn.crowded(ZONES[at].name)]
            zone = ""
            if free:
                at = _rally(turn, seat, free)
                zone = ZONES[at].name
                turn.works.append(Works(Factory(zone, turn.held[at], built=turn.turn)))
            turn.say(FactoryGiven(seat=seat, system=system, zone=zone))


def leaders(turn: Turn) -> None:
    """Bring back captives whose time is over, and Leaders whose home somebody controls for the first time."""
    for one in turn.people.values():
        if one.at < 0 and 0 < one.back <= turn.turn and turn.seat_of[one.owner] not in turn.out:
            send_home(turn, one)
    if turn.options.leaderless:
        for card in figures().colour:
            person = turn.people.get(card.leader)
            seat = next((seat for seat in turn.in_turn_order() if turn.controls_home(seat, card.home)), "")
            if person is None or not seat or person.at >= 0 or person.back:
                continue
            lands = [at for at in turn.zones_of(seat) if ZONES[at].name in home_of(card.home)]
            person.at = strongest(turn, seat, lands)
            person.owner = person.colour = turn.held[person.at]
            turn.say(LeaderReturned(seat=seat, leader=person.name, zone=ZONES[person.at].name))
