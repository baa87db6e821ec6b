"""Changes that a GM may make in the course of a match."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Event, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Craft
from moderator.games.space_genocide.events.cards import CardsDrawn
from moderator.games.space_genocide.events.gm import CardGiven, FleetShifted, ShipsAdded, ShipsRemoved
from moderator.games.space_genocide.events.production import PileCounted
from moderator.games.space_genocide.events.transport import FleetAppeared, FleetGone
from moderator.games.space_genocide.faults import GenocideFault
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.language import CARD, FLEET, KIND, PLACE
from moderator.games.space_genocide.pieces import SEATS, new_ship
from moderator.games.space_genocide.rules import playing
from moderator.games.space_genocide.rules.play import begin_next
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.rules.steps import victory
from moderator.games.space_genocide.rules.table import gather, lay_out
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.seat.view import Phase
from moderator.games.space_genocide.tables import RANK
from moderator.kit.amend import Amendments, Refuse, SetOption
from moderator.kit.options import OptionFault
from moderator.language.grammar.slots import Choice, Number


class AddShips(Order, frozen=True, kw_only=True):
    """Give a seat ships from the pile, in a fleet at a hex."""

    syntax: ClassVar[tuple[str, ...]] = ("PLACE {count} {kind} IN {fleet} AT {place} FOR {seat}",)

    count: int
    kind: str
    fleet: int
    place: str
    seat: Seat


class RemoveShips(Order, frozen=True, kw_only=True):
    """Take ships of a fleet from a seat."""

    syntax: ClassVar[tuple[str, ...]] = ("REMOVE {count} {kind} FROM {fleet} FOR {seat}",)

    count: int
    kind: str
    fleet: int
    seat: Seat


class ShiftFleet(Order, frozen=True, kw_only=True):
    """Put a fleet on another hex."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE {fleet} {place} FOR {seat}",)

    fleet: int
    place: str
    seat: Seat


class GiveCard(Order, frozen=True, kw_only=True):
    """Give a seat a card from the deck or from the discarded ones."""

    syntax: ClassVar[tuple[str, ...]] = ("GIVE {card} FOR {seat}", "GIVE {card} TO {seat}")

    card: str
    seat: Seat


Amendment: TypeAlias = AddShips | RemoveShips | ShiftFleet | GiveCard | SetOption
_MAP = ("map_size", "symmetry", "edges", "planet_spacing", "strewn", "terrain", "terrain_kinds")
FIXED = ("tempo", *_MAP, "handicaps", "cards", "start_ships")
"""Options that made the map and the hands, or were agreed before, and cannot change any more."""


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none."""
    turn = lay_out(state, dice, playing.offer)
    _AMENDMENTS.carry_out(turn, amendments, GenocideFault.MATCH_OVER if state.outcome else None)
    if state.phase != "setup":
        victory.check(turn)
    if turn.active in turn.fallen and not turn.over:
        begin_next(turn, is_setup=False)
    if sum(turn.pile) != sum(state.pile) and state.phase != "setup":
        turn.say(PileCounted(count=sum(turn.pile)))
    after = gather(turn, state, state.history)
    return Resolution(after, tuple(_hide_set_up(event, state.phase) for event in turn.events))


def _hide_set_up(event: Event, phase: Phase) -> Event:
    """Return an event as it is told: during the set-up others see no markers."""
    if phase == "setup" and isinstance(event, FleetAppeared | FleetGone | FleetShifted):
        return replace(event, seen_by=(event.seat,))
    return event


def _add(turn: Turn, wish: AddShips, refuse: Refuse) -> None:
    _need_seat(turn, wish.seat, refuse)
    at = _hex(turn, wish.place, refuse)
    if turn.pile[RANK[wish.kind]] < wish.count:
        refuse(GenocideFault.PILE_LACKS, kind=wish.kind, count=turn.pile[RANK[wish.kind]])
    squadron = turn.fleet(wish.seat, wish.fleet)
    if squadron is not None and squadron.at != at:
        refuse(GenocideFault.FLEET_ELSEWHERE, fleet=wish.fleet, place=turn.name(squadron.at))
    if squadron is None:
        if wish.fleet > turn.options.fleets:
            refuse(GenocideFault.NO_MARKER, fleet=wish.fleet, most=turn.options.fleets)
        squadron = turn.form(wish.seat, wish.fleet, at)
    turn.pile[RANK[wish.kind]] -= wish.count
    squadron.crafts += [Craft(new_ship(wish.kind)) for _ in range(wish.count)]
    _say_ships(turn, ShipsAdded, wish, at)


def _remove(turn: Turn, wish: RemoveShips, refuse: Refuse) -> None:
    squadron = turn.fleet(wish.seat, wish.fleet)
    there = [craft for craft in squadron.crafts if craft.kind.key == wish.kind] if squadron is not None else []
    if squadron is None or len(there) < wish.count:
        refuse(GenocideFault.NO_SUCH_SHIPS, fleet=wish.fleet, kinds=())
    for craft in there[: wish.count]:
        squadron.crafts.remove(craft)
        turn.return_ship(craft)
    _say_ships(turn, ShipsRemoved, wish, squadron.at)
    turn.clear([squadron])


def _say_ships(turn: Turn, event: type[ShipsAdded | ShipsRemoved], wish: AddShips | RemoveShips, at: int) -> None:
    """Tell the seat alone which ships it got or lost."""
    turn.say(
        event(
            seat=wish.seat,
            kind=wish.kind,
            count=wish.count,
            fleet=wish.fleet,
            place=turn.name(at),
            seen_by=(wish.seat,),
        )
    )


def _shift(turn: Turn, wish: ShiftFleet, refuse: Refuse) -> None:
    squadron = turn.fleet(wish.seat, wish.fleet)
    if squadron is None:
        refuse(GenocideFault.NO_FLEET, fleet=wish.fleet, known=())
    at, origin = _hex(turn, wish.place, refuse), squadron.at
    squadron.at, squadron.course = at, ()
    turn.say(FleetShifted(seat=wish.seat, fleet=wish.fleet, origin=turn.name(origin), goal=wish.place))


def _give(turn: Turn, wish: GiveCard, refuse: Refuse) -> None:
    _need_seat(turn, wish.seat, refuse)
    for heap in (turn.deck, turn.discards):
        if wish.card in heap:
            heap.remove(wish.card)
            break
    else:
        refuse(GenocideFault.CARD_HELD, card=wish.card)
    for memory in turn.memory.values():
        memory.deck = None
    turn.hands[wish.seat].append(wish.card)
    turn.say(CardsDrawn(seat=wish.seat, count=1))
    turn.say(CardGiven(seat=wish.seat, card=wish.card, seen_by=(wish.seat,)))


def _need_seat(turn: Turn, seat: Seat, refuse: Refuse) -> None:
    """Refuse what is for a seat that is not in the match, or has lost."""
    if seat not in turn.in_play:
        refuse(OptionFault.NO_SUCH_SEAT, seat=seat, known=turn.in_play)


def _hex(turn: Turn, place: str, refuse: Refuse) -> int:
    at = turn.board.index.get(place, -1)
    if at < 0:
        refuse(GenocideFault.OFF_BOARD, place=place, last=turn.board.names[-1])
    return at


_AMENDMENTS: Amendments[Amendment] = Amendments(
    {AddShips: _add, RemoveShips: _remove, ShiftFleet: _shift, GiveCard: _give},
    {
        "count": Number(1, 84),
        "kind": KIND,
        "fleet": FLEET,
        "place": PLACE,
        "seat": Choice(SEATS),
        "card": CARD,
    },
    Options,
    FIXED,
)
GM = _AMENDMENTS.language
"""The language of amendments."""
