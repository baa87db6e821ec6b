"""What orders would do if nobody else moved: the set-up as it would be, ways, and odds of battles and launches."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Prompt, Report
from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures, odds
from moderator.games.space_genocide.board.launches import Goal, shots_at
from moderator.games.space_genocide.board.units import counted
from moderator.games.space_genocide.events.transport import ShipsTransferred
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.orders.types import (
    MOVES,
    FormFleet,
    GenocideOrder,
    Join,
    LeaveShips,
    Play,
    PlayWhen,
    Pursue,
    TypePlanet,
    standing,
)
from moderator.games.space_genocide.pieces import Place, World
from moderator.games.space_genocide.seat import battles
from moderator.games.space_genocide.seat.drafting import settled
from moderator.games.space_genocide.seat.last_worlds import Threat, threats
from moderator.games.space_genocide.seat.plan import Leg, Plan, Trial, is_peace
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARD
from moderator.kit.report import build_report


class SetUpForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A line of the set-up as it would be: the type of a planet, a fleet, or ships that go back to the pile."""

    line: str


class WayForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A fleet would go along ``path`` (its origin first) this turn; ``goal`` is where it is going in the end.

    ``halted``: ``"speed"`` if it goes on next turn, ``"enemy"``, ``"nebula"``, or nothing.
    """

    fleet: int
    path: tuple[Place, ...]
    goal: Place
    halted: str


class PursuitForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """The fleet that others go after may have moved when they do, and their way is worked out anew then."""

    seat: Seat
    fleet: int


class FleetForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """What a fleet would be and how far it could go after the order set's joining and parting."""

    fleet: int
    place: Place
    ships: tuple[str, ...]
    speed: int


class LaunchForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """So many Planet Busters would be launched at a planet, and destroy it in ``wins`` of ``throws`` cases.

    ``fought``: there is a battle before, which may cost some of them.
    """

    place: Place
    busters: int
    wins: int
    throws: int
    fought: bool = False


class NothingForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A fleet could not go where it is sent."""

    fleet: int
    goal: Place


class CardForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A card would be played, or wait for its condition; ``at`` is its moment where that is not its line."""

    card: str
    waits: bool
    at: str = ""


class LastWorldForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """The last world of a resource would be without ships, ``far`` hexes from an enemy fleet that could come there."""

    place: Place
    world: World
    seat: Seat
    fleet: int
    far: int


FORETOLD: tuple[type[Struct], ...] = (
    *declared_structs(__name__),
    *declared_structs(battles.__name__),
    *declared_structs(Plan.__module__),
)


def preview(view: View, prompt: Prompt, orders: Sequence[GenocideOrder], trial: Trial) -> Report:
    """Try an order set out on the viewer's own fleets; bears any orders whatever."""
    if view.who not in view.seats:
        return Report(())
    if prompt.phase == "setup":
        lines = (SetUpForeseen(line=LANGUAGE.line(line)) for line in _foresee_set_up(view, orders))
        return build_report({"foreseen-setup": lines})
    return build_report({"foreseen": _foresee_turn(Plan(view, trial, orders), orders)})


def _foresee_set_up(view: View, orders: Sequence[GenocideOrder]) -> Iterator[GenocideOrder]:
    """Give the whole set-up, what is proposed and what the order set changes of it, as the lines that would say it."""
    types, fleets = settled(view, orders)
    for place in sorted(types, key=view.board.index.__getitem__):
        yield TypePlanet(place=place, world=types[place])
    for number, (place, ships) in sorted(fleets.mats.items()):
        yield FormFleet(fleet=number, place=place, ships=counted(ships))
    if fleets.left:
        yield LeaveShips(ships=counted(fleets.left))


def _foresee_turn(plan: Plan, orders: Sequence[GenocideOrder]) -> Iterator[Struct]:
    touched: dict[int, None] = {}
    sent: set[int] = set()
    for number, order in enumerate(orders, 1):
        plan.ahead = orders[number:]
        if isinstance(order, MOVES):
            sent |= set(order.fleets.among(plan.numbers))
            yield from _foresee_ways(plan, plan.move(order))
            if isinstance(order, Pursue):
                yield PursuitForeseen(seat=order.foe.seat, fleet=order.foe.fleet)
        elif isinstance(order, Play | PlayWhen):
            yield from _foresee_card(plan, order)
        else:
            for event in plan.carry_out(order):
                if isinstance(event, ShipsTransferred):
                    touched |= dict.fromkeys((event.into,) if isinstance(order, Join) else (event.fleet, event.into))
    yield from _foresee_ways(plan, plan.go_on(sent))
    for number in touched:
        if squadron := plan.fleets.get(number):
            kinds = tuple(ship.kind for ship in plan.mat(number))
            speed = squadron.speed(plan.race, home=squadron.at in plan.homes)
            yield FleetForeseen(fleet=number, place=plan.place(number), ships=kinds, speed=speed)
    if not is_peace(plan.view, orders):
        yield from battles.battles(plan, orders)
        yield from _foresee_launches(plan, orders)
        yield from map(_at_stake, threats(plan.view, plan.fleets.values()))


def _foresee_ways(plan: Plan, legs: Iterable[Leg]) -> Iterator[Struct]:
    """Tell where fleets would go, and what they would find there that is too much."""
    for leg in legs:
        if leg.bar:
            yield NothingForeseen(fleet=leg.fleet, goal=leg.goal)
        else:
            yield WayForeseen(fleet=leg.fleet, path=leg.path, goal=leg.goal, halted=leg.halted)
        if gift := plan.gift(leg):
            yield gift


def _foresee_card(plan: Plan, order: Play | PlayWhen) -> Iterator[Struct]:
    """Tell of a card that it would be played, if it can, and do to the fleets what it would do."""
    if order.card in plan.view.hand and (isinstance(order, PlayWhen) or plan.finds(order)):
        waits, at = isinstance(order, PlayWhen), CARD[order.card].at
        yield CardForeseen(card=order.card, waits=waits, at="" if waits or at == "order" else at)
        plan.carry_out(order)


def _at_stake(threat: Threat) -> LastWorldForeseen:
    """Tell of a last world that an enemy could come to."""
    foe = threat.foe
    return LastWorldForeseen(place=threat.place, world=threat.world, seat=foe.seat, fleet=foe.number, far=threat.far)


def _foresee_launches(plan: Plan, orders: Sequence[GenocideOrder]) -> Iterator[Struct]:
    """Tell what would be launched at planets where the viewer's ships would be; doctrine that stands counts too."""
    view, doctrine = plan.view, standing(plan.view.doctrine, orders)
    for planet in view.planets:
        if planet.seat in ("", view.who):
            continue
        at = plan.board.index[planet.place]
        guarded = any(fleet.seat == planet.seat for fleet in view.at(planet.place))
        # ships that come to a planet without guards read its type before they launch
        goal = Goal(planet.place, planet.world, known=planet.world is not None or not guarded, guarded=guarded)
        own = [squadron for squadron in plan.fleets.values() if squadron.at == at]
        if count := sum(shot.busters for shot in shots_at(doctrine, goal, own, view.options)):
            hit = odds.chance_to_destroy(count, figures.planet_hit(plan.race))
            yield LaunchForeseen(
                place=planet.place,
                busters=count,
                wins=hit.numerator,
                throws=hit.denominator,
                fought=at in plan.foes,
            )
