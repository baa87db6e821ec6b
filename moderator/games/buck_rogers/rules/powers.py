"""The Leaders' powers of the advanced game, as far as moves and battles ask for them; each once a turn."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import SubversionEnded
from moderator.games.buck_rogers.events.movement import HuerThrew
from moderator.games.buck_rogers.rules.table import Table
from moderator.games.solar_system.board.forces import Person
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.battle import PowerUsed
from moderator.games.solar_system.orders.types import HuerRolls
from moderator.games.solar_system.pieces import GROUND, SHIPS
from moderator.games.solar_system.rules.returning import send_home
from moderator.games.solar_system.rules.turn import Group
from moderator.games.solar_system.tables import figures

BUCK, WILMA, HUER, KANE = "Buck Rogers", "Wilma Deering", "Doc Huer", "Killer Kane"
ARDALA, BARNEY = "Ardala", "Black Barney"


def may_use(turn: Table, name: str, seat: Seat) -> Person | None:
    """Return a Leader who acts for a seat, is on the board, not inert, and has his power still this turn."""
    person = turn.serving(name, seat) if turn.rules.powers and name not in turn.used else None
    return person if person is not None and not turn.is_inert(person.colour) else None


def use(turn: Table, person: Person) -> bool:
    """Use a Leader's power, and tell; False if his subversion wears off just before."""
    turn.used.add(person.name)
    if person.owner != person.colour and wears_off(turn, person):
        return False
    turn.say(PowerUsed(seat=turn.seat_of[person.colour], leader=person.name, zone=ZONES[person.at].name))
    return True


def wears_off(turn: Table, person: Person) -> bool:
    """Throw for a Leader who was won over: on 7 or more he goes home."""
    throw = turn.throw("subversion", person.at, turn.seat_of[person.owner])
    if throw < figures().numbers.subversion_ends:
        return False
    zone = ZONES[person.at].name
    turn.say(SubversionEnded(seat=turn.seat_of[person.owner], leader=person.name, zone=zone, throw=throw))
    send_home(turn, person)
    return True


def speed_up(turn: Table, group: Group) -> None:
    """Let Doc Huer's ships go farther; not where somebody walks with them."""
    huer = may_use(turn, HUER, group.seat)
    doctrine = turn.doctrine[group.seat]
    if huer is None or huer not in group.people or not group.pile.has(SHIPS) or group.pile.has(GROUND):
        return
    if not doctrine.uses_power(HUER, ZONES[group.at].name) or not use(turn, huer):
        return
    if turn.order_set(group.seat, HuerRolls):
        throw = turn.throw("huer", group.at, group.seat)
        turn.say(HuerThrew(seat=group.seat, throw=throw))
        turn.hurried.add(group.seat)
        group.left = throw
    else:
        group.left += 2


def buck_fires(turn: Table, seat: Seat, at: int, *, named: bool = False) -> int:
    """Return the number at which a seat's Fighters hit anything this time, 0 without Buck.

    In passing and at retreats he helps where a line of doctrine names the zone alone.
    """
    buck = may_use(turn, BUCK, seat)
    if (
        buck is None
        or buck.at not in turn.sky.same(at)
        or not turn.doctrine[seat].uses_power(BUCK, ZONES[at].name, named=named)
    ):
        return 0
    return figures().numbers.buck if use(turn, buck) else 0


def is_with_wilma(turn: Table, people: Iterable[Person]) -> bool:
    """Tell whether Wilma is among Leaders, so that ships in her company are immune."""
    return turn.rules.powers and any(one.name == WILMA for one in people)
