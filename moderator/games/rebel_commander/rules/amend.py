"""What a GM may change in the course of a match."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Event, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.rebel_commander.events import (
    EnthusiasmSet,
    FactionBack,
    UnitsPlaced,
    UnitsRemoved,
    UnitsShifted,
)
from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.language import PLACE
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, UNITS, Unit
from moderator.games.rebel_commander.rules import enthusiasm, sight, victory
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.rules.turn import Turn
from moderator.games.rebel_commander.tables import edition_of
from moderator.kit.amend import Refuse, SetOption, option_slots, refusal, with_option
from moderator.kit.options import OptionFault
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Choice, Number


class _UnitsAt(Order, frozen=True, kw_only=True):
    count: int
    unit: str
    place: str
    seat: Seat


class PlaceUnits(_UnitsAt, frozen=True, kw_only=True):
    """Put units on the board."""

    syntax: ClassVar[tuple[str, ...]] = ("PLACE {count} {unit} {place} FOR {seat}",)


class RemoveUnits(_UnitsAt, frozen=True, kw_only=True):
    """Take units off the board."""

    syntax: ClassVar[tuple[str, ...]] = ("REMOVE {count} {unit} {place} FOR {seat}",)


class ShiftUnits(Order, frozen=True, kw_only=True):
    """Move units over any distance."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE {count} {unit} {origin} {goal} FOR {seat}",)

    count: int
    unit: str
    origin: str
    goal: str
    seat: Seat


class SetEnthusiasm(Order, frozen=True, kw_only=True):
    """Set a seat's weight in the sequence."""

    syntax: ClassVar[tuple[str, ...]] = ("SET ENTHUSIASM {seat} {weight}",)

    seat: Seat
    weight: int


Amendment: TypeAlias = PlaceUnits | RemoveUnits | ShiftUnits | SetEnthusiasm | SetOption
AMENDMENTS: tuple[type[Amendment], ...] = (PlaceUnits, RemoveUnits, ShiftUnits, SetEnthusiasm, SetOption)
CHANGEABLE = tuple(name for name in Options.__struct_fields__ if name not in ("edition", "start"))
"""The options that may change in mid-match."""

GM: Language[Amendment] = Language(
    AMENDMENTS,
    {
        "count": Number(1, 99),
        "unit": Choice(
            [unit.value.upper() for unit in UNITS],
            {"TROOP": "TROOPS", "SPEEDER": "SPEEDERS", "TRANSPORTS": "TRANSPORT"},
        ),
        "place": PLACE,
        "origin": PLACE,
        "goal": PLACE,
        "seat": Choice((*REBELS, EMPIRE)),
        "weight": Number(1, 10_000),
        **option_slots(CHANGEABLE),
    },
)
"""The language of amendments."""


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none; under fog both sides hear what they see after."""
    events: list[Event] = []
    for index, amendment in enumerate(amendments):
        refuse = refusal(index)
        if state.outcome:
            refuse(RebelFault.MATCH_OVER)
        turn = Turn(state, {}, dice)
        if isinstance(amendment, SetOption):
            options, change = with_option(state.options, amendment, CHANGEABLE, refuse)
            state = replace(state, options=options)
            turn.weights = {
                seat: enthusiasm.within_bounds(state.options, weight) for seat, weight in turn.weights.items()
            }
            turn.say(change)
        elif amendment.seat not in turn.seats:
            refuse(OptionFault.NO_SUCH_SEAT, seat=amendment.seat, known=turn.seats)
        elif isinstance(amendment, SetEnthusiasm):
            _set_enthusiasm(turn, amendment, refuse)
        else:
            _change_units(turn, amendment, refuse)
        if not all(turn.field.totals):
            refuse(RebelFault.LAST_UNIT, seat=getattr(amendment, "seat", ""))
        victory.report_factions_out(turn)
        for seat in state.seats:
            if turn.field.piles[seat] and seat not in turn.in_play:
                turn.say(FactionBack(seat=seat))
        events += turn.events
        weights = tuple(turn.weights[seat] for seat in state.seats)
        state = replace(state, stacks=turn.field.stacks(), enthusiasm=weights)
    after = Turn(state, {}, dice)
    sight.report_sightings(after)
    return Resolution(state, (*events, *after.events))


def _set_enthusiasm(turn: Turn, amendment: SetEnthusiasm, refuse: Refuse) -> None:
    """Set a weight within floor and ceiling."""
    low, high = turn.options.enthusiasm_floor, turn.options.enthusiasm_ceiling
    if not low <= amendment.weight <= high:
        refuse(RebelFault.WEIGHT_OUT_OF_BOUNDS, weight=amendment.weight, low=low, high=high)
    turn.weights[amendment.seat] = amendment.weight
    turn.say(EnthusiasmSet(seat=amendment.seat, weight=amendment.weight, seen_by=()))


def _change_units(turn: Turn, amendment: PlaceUnits | RemoveUnits | ShiftUnits, refuse: Refuse) -> None:
    """Put, take or move units, and tell everybody who sees it."""
    seat, count, board = amendment.seat, amendment.count, turn.board
    unit = Unit(amendment.unit.lower())
    kind = UNITS.index(unit)
    places = (amendment.origin, amendment.goal) if isinstance(amendment, ShiftUnits) else (amendment.place,)
    if unit not in edition_of(turn.options).units:
        refuse(RebelFault.NOT_HERE, unit=unit.value, place=places[0])
    for name in places:
        if name not in board.index:
            refuse(RebelFault.OFF_BOARD, place=name, first=board.names[0], last=board.names[-1])
    first, last = board.index[places[0]], board.index[places[-1]]
    present = turn.field.counts(seat, first)[kind]
    if not isinstance(amendment, PlaceUnits):
        if present < count:
            refuse(RebelFault.NOT_SO_MANY, seat=seat, unit=unit.value, place=places[0], present=present, count=count)
        turn.field.change(seat, first, kind, -count)
    if not isinstance(amendment, RemoveUnits):
        turn.field.change(seat, last, kind, count)
    witnesses = [sight.witnesses(turn, seat, place) for place in (first, last)]
    if isinstance(amendment, ShiftUnits):
        _tell_shift(turn, amendment, unit, witnesses)
        return
    event = UnitsPlaced if isinstance(amendment, PlaceUnits) else UnitsRemoved
    turn.say(event(seat=seat, unit=unit, count=count, place=places[0], seen_by=witnesses[0]))


def _tell_shift(turn: Turn, amendment: ShiftUnits, unit: Unit, witnesses: Sequence[tuple[Seat, ...] | None]) -> None:
    """Tell of units moved; in fog, those who see one end only are told of that end only."""
    seat, count, origin, goal = amendment.seat, amendment.count, amendment.origin, amendment.goal
    whole = witnesses[0] if witnesses[0] is not None else witnesses[1]
    turn.say(UnitsShifted(seat=seat, unit=unit, count=count, origin=origin, goal=goal, seen_by=whole))
    if (witnesses[0] is None) != (witnesses[1] is None):
        foes = sight.seats_of(turn, sight.enemy_of(seat))
        event, place = (UnitsRemoved, origin) if witnesses[0] is None else (UnitsPlaced, goal)
        turn.say(event(seat=seat, unit=unit, count=count, place=place, seen_by=foes))
