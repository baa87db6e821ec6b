"""The set-up: what the moderator draws and proposes, and what the seats make of it."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.dice import Stream, Why
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.board.settling import Fleets, Worlds
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.events.set_up import FleetsFormed, RaceTaken, WorldsHidden
from moderator.games.space_genocide.events.transport import FleetAppeared, OrderFailed
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import ANY_TIME, DOCTRINE, SETUP_ORDERS, ChooseRace, GenocideOrder
from moderator.games.space_genocide.pieces import WORLDS, Fleet, Ship, World, ranked
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import KIND, RACES, RANK

_TOGETHER = 3
"""Ships that are proposed for a fleet, so that there are markers left."""

_REAR = 4
"""The Homeworld is proposed for one of this many planets that lie farthest from the others' sections."""


def propose_worlds(
    board: Board, own: Sequence[int], others: Sequence[int], seat: Seat, stream: Stream
) -> dict[int, World]:
    """Return a type for each planet of a seat, drawn unseen, the Homeworld in the rear."""
    safe = sorted(own, key=lambda at: (-min(board.distance(at, other) for other in others), at))
    home = stream.pick(safe[:_REAR], Why("homeworld", seats=(seat,)))
    rest = [at for at in own if at != home]
    drawn = stream.shuffled([world for world in WORLDS if world is not World.HOMEWORLD], Why("worlds", seats=(seat,)))
    return {home: World.HOMEWORLD, **dict(zip(rest, drawn, strict=True))}


def draw_ships(pile: list[int], count: int, seat: Seat, stream: Stream) -> list[str]:
    """Draw at most ``count`` counters off the pile."""
    drawn = []
    for number in range(min(count, sum(pile))):
        at = stream.weighted(pile, Why("first-ships", seats=(seat,), n=number))
        pile[at] -= 1
        drawn.append(list(KIND)[at])
    return drawn


def arrange(
    ships: Sequence[Ship], places: Sequence[str], options: Options
) -> tuple[dict[int, tuple[str, list[Ship]]], list[Ship]]:
    """Put ships on free mats at free planets: (place, ships) by fleet, and what finds no room.

    Ships of a like speed go together, fighters with the bays that carry them; what cannot move stays by itself.
    """
    mats = _group_ships(ships, min(options.start_fleet, _TOGETHER))
    numbers = range(1, options.fleets + 1)
    if len(mats) > min(len(numbers), len(places)):
        mats = _group_ships(ships, options.start_fleet)
    formed = {number: (place, mat) for number, place, mat in zip(numbers, places, mats, strict=False)}
    left = [ship for mat in mats[len(formed) :] for ship in mat]
    return formed, left


def _group_ships(ships: Sequence[Ship], most: int) -> list[list[Ship]]:
    """Return ships in groups of at most ``most``: carriers with their fighters, the mobile by speed, the others."""
    fighters = [ship for ship in ships if KIND[ship.kind].fighter]
    carriers = sorted((ship for ship in ships if KIND[ship.kind].bays), key=lambda ship: -KIND[ship.kind].bays)
    groups: list[list[Ship]] = []
    for carrier in carriers:
        aboard = min(KIND[carrier.kind].bays, most - 1, len(fighters))
        groups.append([carrier, *fighters[:aboard]])
        fighters = fighters[aboard:]
    mobile = [ship for ship in ships if KIND[ship.kind].move and not KIND[ship.kind].bays]
    mobile.sort(key=lambda ship: (-KIND[ship.kind].move, RANK[ship.kind]))
    still = [ship for ship in ships if not KIND[ship.kind].move and not KIND[ship.kind].fighter]
    for rest in (mobile, [*still, *fighters]):
        groups += [list(rest[at : at + most]) for at in range(0, len(rest), most)]
    return groups


def carry_out(turn: Turn) -> None:
    """Let every seat hide its worlds, form its fleets and take its race, as ordered or as proposed."""
    _races(turn)
    for seat in turn.seats:
        orders = turn.order_sets.get(seat, ())
        _worlds(turn, seat, orders)
        _fleets(turn, seat, orders)
        _refuse(turn, seat, orders)
    for squadron in turn.fleets:
        turn.say(FleetAppeared(seat=squadron.seat, fleet=squadron.number, place=turn.name(squadron.at)))


def _refuse(turn: Turn, seat: Seat, orders: Sequence[GenocideOrder]) -> None:
    """Tell a seat which lines are for later."""
    for order in orders:
        if not isinstance(order, (*SETUP_ORDERS, *DOCTRINE, *ANY_TIME)):
            turn.say(OrderFailed(seat=seat, order=order, cause="wrong-phase", seen_by=(seat,)))


def _races(turn: Turn) -> None:
    """Give out races in a drawn order of seats: the first wish that is left, else one that is drawn."""
    if turn.options.races == "none":
        return
    order = turn.dice.open.shuffled(turn.seats, Why("race-order"))
    taken: list[str] = []
    for seat in order:
        wishes = _wished_races(turn, seat)
        free = [race.key for race in RACES if not turn.options.unique_races or race.key not in taken]
        wished = [key for key in wishes if key in free] if turn.options.races == "chosen" else []
        race = wished[0] if wished else turn.dice.open.pick(free, Why("race", seats=(seat,)))
        taken.append(race)
        turn.races[seat] = race
    for seat in turn.seats:
        turn.say(RaceTaken(seat=seat, race=turn.races[seat], wished=turn.races[seat] in _wished_races(turn, seat)))


def _wished_races(turn: Turn, seat: Seat) -> list[str]:
    """Return the races that a seat would like, the first first."""
    return [race for one in turn.order_sets.get(seat, ()) if isinstance(one, ChooseRace) for race in one.races]


def _worlds(turn: Turn, seat: Seat, orders: Sequence[GenocideOrder]) -> None:
    """Put type counters under a seat's planets."""
    own = [at for at in sorted(turn.planets) if turn.planets[at].seat == seat]
    settled = Worlds({turn.name(at): turn.planets[at].world for at in own}).settle(orders)
    for order, cause in settled.refused:
        turn.say(OrderFailed(seat=seat, order=order, cause=cause, place=order.place, seen_by=(seat,)))
    for at in own:
        turn.planets[at] = replace(turn.planets[at], world=settled.types[turn.name(at)])
    hidden = tuple(turn.planets[at] for at in own)
    turn.say(WorldsHidden(seat=seat, planets=hidden, seen_by=(seat,)))


def _fleets(turn: Turn, seat: Seat, orders: Sequence[GenocideOrder]) -> None:
    """Form a seat's fleets."""
    proposed = {one.number: (turn.name(one.at), list(ranked(one.ships))) for one in turn.own(seat)}
    places = [turn.name(at) for at in sorted(turn.planets) if turn.planets[at].seat == seat]
    settled = Fleets(proposed, places, turn.options).settle(orders)
    for order, cause in settled.refused:
        failed = OrderFailed(seat=seat, order=order, cause=cause, fleet=order.fleet, place=order.place, seen_by=(seat,))
        turn.say(failed)
    for ship in settled.left:
        turn.pile[RANK[ship.kind]] += 1
    for squadron in turn.own(seat):
        turn.fleets.remove(squadron)
    turn.fleets += [
        Squadron(seat, number, turn.board.index[place], ships) for number, (place, ships) in settled.mats.items()
    ]
    turn.fleets.sort(key=lambda one: (turn.seats.index(one.seat), one.number))
    formed = tuple(Fleet(one.seat, one.number, turn.name(one.at), one.ships) for one in turn.own(seat))
    turn.say(FleetsFormed(seat=seat, fleets=formed, left=ranked(settled.left), seen_by=(seat,)))
