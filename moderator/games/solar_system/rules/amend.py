"""What a GM may change on the board of every rule set."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from moderator.core.orders import Order
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.events.gm import ControlSet, UnitsAdded, UnitsRemoved, UnitsShifted
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders.lists import Phrases
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Factory, Kind
from moderator.games.solar_system.rules.turn import Turn
from moderator.kit.amend import Refuse, Rule
from moderator.language.grammar.slots import Choice, Slot

_NOBODY = "NOBODY"


class AddUnits(Order, frozen=True, kw_only=True):
    """Give a colour units, Factories, or a KilSat."""

    syntax: ClassVar[tuple[str, ...]] = ("PLACE {units} {zone} FOR {colour}",)

    units: Units
    zone: str
    colour: Colour


class RemoveUnits(Order, frozen=True, kw_only=True):
    """Take units from a colour."""

    syntax: ClassVar[tuple[str, ...]] = ("REMOVE {units} {zone} FOR {colour}",)

    units: Units
    zone: str
    colour: Colour


class ShiftUnits(Order, frozen=True, kw_only=True):
    """Put units into another zone."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE {units} {origin} {zone} FOR {colour}",)

    units: Units
    origin: str
    zone: str
    colour: Colour


class SetControl(Order, frozen=True, kw_only=True):
    """Give a colour control of a territory, or nobody."""

    syntax: ClassVar[tuple[str, ...]] = ("CONTROL {zone} FOR {holder}",)

    zone: str
    holder: str


BoardAmendment: TypeAlias = AddUnits | RemoveUnits | ShiftUnits | SetControl


def slots_of(phrases: Phrases, colours: Sequence[Colour]) -> dict[str, Slot]:
    """Return the gaps of these amendments."""
    return {
        "units": phrases.units,
        "zone": phrases.zone,
        "origin": phrases.zone,
        "colour": Choice(colours),
        "holder": Choice((*colours, _NOBODY)),
    }


def _add(turn: Turn, wish: AddUnits, refuse: Refuse) -> None:
    at = _zone(turn, wish, wish.zone, refuse)
    for kind, number in wish.units.counts:
        if not turn.stands(kind, at):
            refuse(Fault.CANNOT_ENTER, zone=wish.zone, kind=kind.value)
        if kind is Kind.KILSAT:
            turn.kilsats[at, wish.colour] += number
        elif kind is Kind.FACTORY:
            turn.works += [Works(Factory(wish.zone, wish.colour)) for _ in range(number)]
        else:
            turn.put(at, wish.colour, kind, number)
    turn.say(UnitsAdded(colour=wish.colour, units=wish.units, zone=wish.zone))


def _remove(turn: Turn, wish: RemoveUnits, refuse: Refuse) -> None:
    at = _zone(turn, wish, wish.zone, refuse)
    _need(turn, wish.units, at, wish.colour, refuse)
    for kind, number in wish.units.counts:
        if kind is Kind.KILSAT:
            turn.kilsats[at, wish.colour] -= number
        elif kind is Kind.FACTORY:
            for works in _factories(turn, at, wish.colour)[:number]:
                turn.works.remove(works)
        else:
            turn.lose(at, wish.colour, kind, number)
    turn.say(UnitsRemoved(colour=wish.colour, units=wish.units, zone=wish.zone))


def _shift(turn: Turn, wish: ShiftUnits, refuse: Refuse) -> None:
    origin, goal = _zone(turn, wish, wish.origin, refuse), NUMBER[wish.zone]
    _need(turn, wish.units, origin, wish.colour, refuse)
    for kind, number in wish.units.counts:
        if kind in (Kind.KILSAT, Kind.FACTORY) or not turn.stands(kind, goal):
            refuse(Fault.CANNOT_ENTER, zone=wish.zone, kind=kind.value)
        part = turn.pile(origin, wish.colour).part(Units(((kind, number),)))
        turn.shift(origin, goal, wish.colour, part)
    for name in wish.units.leaders:
        turn.people[name].at = goal
    turn.say(UnitsShifted(colour=wish.colour, units=wish.units, origin=wish.origin, zone=wish.zone))


def _control(turn: Turn, wish: SetControl, refuse: Refuse) -> None:
    at = NUMBER[wish.zone]
    if not PLACES[at].is_territory:
        refuse(Fault.NOT_A_TERRITORY, zone=wish.zone)
    turn.held.pop(at, None)
    colour = "" if wish.holder == _NOBODY else wish.holder
    if colour:
        if colour not in turn.seat_of:
            refuse(Fault.NO_SUCH_SEAT_HERE, seat=colour, known=tuple(filter(None, turn.seat_of)))
        turn.held[at] = colour
    turn.say(ControlSet(colour=colour, zone=wish.zone))


RULES: Mapping[type[Order], Rule] = {
    AddUnits: _add,
    RemoveUnits: _remove,
    ShiftUnits: _shift,
    SetControl: _control,
}
"""How each of these amendments is carried out."""


def _zone(turn: Turn, wish: AddUnits | RemoveUnits | ShiftUnits, name: str, refuse: Refuse) -> int:
    """Return a zone, after a look at the colour; refuse what is neither units nor known Leaders."""
    if wish.colour not in turn.seat_of:
        refuse(Fault.NO_SUCH_SEAT_HERE, seat=wish.colour, known=tuple(filter(None, turn.seat_of)))
    if wish.units.every or (wish.units.leaders and not isinstance(wish, ShiftUnits)):
        refuse(Fault.NO_SUCH_UNITS, zone=name)
    return NUMBER[name]


def _need(turn: Turn, units: Units, at: int, colour: Colour, refuse: Refuse) -> None:
    """Refuse what is not there."""
    for kind, number in units.counts:
        there = turn.count(at, colour, kind)
        if kind is Kind.KILSAT:
            there = turn.kilsats[at, colour]
        elif kind is Kind.FACTORY:
            there = len(_factories(turn, at, colour))
        if there < number:
            refuse(Fault.NOT_SO_MANY, zone=PLACES[at].name, kind=kind.value, count=there)
    for name in units.leaders:
        person = turn.people.get(name)
        if person is None or person.at != at or person.colour != colour:
            refuse(Fault.NO_SUCH_UNITS, zone=PLACES[at].name)


def _factories(turn: Turn, at: int, colour: Colour) -> list[Works]:
    return [works for works in turn.works_at(at) if works.colour == colour]
