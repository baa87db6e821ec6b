"""Places for Leaders and units that come from nowhere: returned, stolen, bought, free."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces, Person
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.events.battle import LeaderReturned
from moderator.games.solar_system.pieces import UNITS
from moderator.games.solar_system.rules.turn import Turn


def strongest(forces: Forces, seat: Seat, among: Iterable[int]) -> int:
    """Return the zone among some with most units of a seat; -1 among none."""
    return max(among, key=lambda at: (forces.units_of(seat, at, UNITS), -at), default=-1)


def haven(turn: Turn, seat: Seat, wished: Iterable[str]) -> int:
    """Return where a Leader of a seat can stand: as wished, else with most friends, else an own zone; -1 for nowhere.

    He stands with friends, or where there is nobody else.
    """
    own = [NUMBER[name] for name in wished if not turn.others(seat, NUMBER[name])]
    if own:
        return own[0]
    with_units = [at for at, _, _ in turn.stacks_of(seat)]
    at = strongest(turn, seat, with_units)
    return at if at >= 0 else strongest(turn, seat, turn.zones_of(seat))


def send_home(turn: Turn, person: Person) -> None:
    """Give a Leader back to whose he is by right, and put him where that seat wants him; off the board if nowhere."""
    seat = turn.seat_of[person.owner]
    person.colour, person.captor, person.back = person.owner, "", 0
    person.at = haven(turn, seat, turn.doctrine[seat].homes_for(person.name))
    if person.at >= 0:
        turn.say(LeaderReturned(seat=seat, leader=person.name, zone=PLACES[person.at].name))
