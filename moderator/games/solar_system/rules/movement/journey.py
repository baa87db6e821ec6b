"""One line on the board of its moment: leg by leg, until it is done, the steps are spent, or somebody is in the way."""

from msgspec.structs import replace

from moderator.games.solar_system.board import ways
from moderator.games.solar_system.board.zones import PLACES, SUN
from moderator.games.solar_system.events.movement import Cause, CourseKept, CourseLost, Slung, UnitsMoved
from moderator.games.solar_system.orders.phrases import Leg, Units, Way
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.pieces import GROUND, SHIPS
from moderator.games.solar_system.rules.movement import lifting
from moderator.games.solar_system.rules.turn import Group
from moderator.games.solar_system.seat.view import Course
from moderator.games.solar_system.tables import figures


def go(group: Group, way: Way, *, once: bool = False) -> tuple[Cause | None, Units]:
    """Let a group go a way; return why it did not, or what set out. With ``once`` it does not go on next turn."""
    turn, sent = group.turn, group.units
    if group.parts:
        group.put(moved=False)
        return "full", Units()
    _board(group)
    turn.speed_up(group)
    cause, rest = _legs(group, way)
    if group.entered:
        turn.say(
            UnitsMoved(
                seat=group.seat,
                colour=group.colour,
                units=group.units,
                origin=PLACES[group.start].name,
                way=tuple(PLACES[zone].name for zone in group.entered),
                loads=Units() if PLACES[group.at].is_territory else group.cargo,
            )
        )
    arrive(group)
    group.put(moved=bool(group.entered))
    if not group.entered and cause is None and not rest:
        return None, sent
    if rest and group.alive and not once:
        _go_on(group, rest)
    if cause is not None and not group.entered:
        return cause, Units()
    if cause is not None and group.alive:
        turn.tell(CourseLost(seat=group.seat, goal=way[-1].zone or PLACES[group.at].name, cause=cause))
    return None, sent


def _board(group: Group) -> None:
    """Let ground units that set out with Transports go aboard, if there is room for all of them, and all may."""
    turn, here = group.turn, group.turn.pile(group.at, group.colour)
    on_foot = {kind: n for kind in GROUND if (n := group.pile.counts[kind])}
    boarding = {kind: n for kind, n in on_foot.items() if kind in turn.rules.boards}
    size = sum(n * turn.size_of(group.colour, kind) for kind, n in boarding.items())
    if boarding and boarding == on_foot and not group.landed and size <= lifting.space(group):
        for kind, n in boarding.items():
            group.pile.counts[kind] = 0
            here.counts[kind] += n
        if lifting.load(group, Leg("load", units=Units(tuple(boarding.items())))) is not None:
            for kind, n in boarding.items():
                here.counts[kind] -= n
                group.pile.counts[kind] = n
    group.left = group.pace


def _legs(group: Group, way: Way) -> tuple[Cause | None, Way]:
    """Go leg by leg; return why nothing more can come of it, and the legs that are left for later turns."""
    for index, leg in enumerate(way):
        cause: Cause | None = None
        if leg.act == "load":
            cause = lifting.load(group, leg)
        elif leg.act == "drop":
            cause = lifting.drop(group, leg.units)
        elif leg.act == "land":
            cause = group.turn.land(group, leg)
        elif leg.act == "sling":
            if (bar := group.turn.bars_sling(group, group.around(leg.zone))) is not None:
                return bar, ()
            cause, there = _travel(group, group.around(leg.zone))
            if cause is None and there:
                cause = _sling(group, leg)
        else:
            cause, there = _travel(group, group.turn.place(leg.zone))
        if cause is not None or not group.alive:
            return cause or "shot", ()
        if leg.act in ("to", "via", "sling") and not there:
            return None, way[index:]
    return None, ()


def _travel(group: Group, goal: int) -> tuple[Cause | None, bool]:
    """Go to a zone as far as it goes this turn; return why there is no way, and whether they are there."""
    turn = group.turn

    walker = group.walker
    route = ways.route(turn.later, walker.walk, group.at, goal, (group.left, walker.allowance))
    if route is None:
        return "no-way", False
    for index, there in enumerate(route.zones):
        last = index == len(route.zones) - 1 or walker.halts(there)
        if last and not walker.ends(there):
            return ("alone" if not group.entered else None), False
        turn.leaving(group)
        if not group.alive:
            return None, False
        group.enter(there)
        if walker.halts(there):
            group.left = 0
            break
    return None, group.at == goal


def _sling(group: Group, leg: Leg) -> Cause | None:
    """Swing around a planet or the Sun, one throw for all or one for each ship; tell if nobody is left.

    Leaders are never lost.
    """
    turn = group.turn
    rule = figures().slingshot.sun if leg.zone == SUN else figures().slingshot.planet
    ships = [kind for kind in SHIPS for _ in range(group.pile.count(kind))]
    alone = not ships and bool(group.people) and turn.rules.leaders_sling
    if not turn.rules.slings or not (ships or alone):
        return None
    sling_modifier = turn.sling_modifier(group, leg.zone)
    group.slung[leg.zone] += 1
    group.swung = len(group.entered)
    throws = [turn.throw("sling", group.at, group.seat) for _ in (ships if leg.each and ships else (0,))]
    crashes = [throw + sling_modifier >= rule.crash for throw in throws]
    crashed = [kind for kind, crash in zip(ships, crashes if leg.each else crashes * len(ships), strict=True) if crash]
    for kind in crashed:
        group.lose(kind)
    flies = not crashes[0] if alone else group.pile.has(SHIPS)
    if flies or not turn.rules.leaders_sling:
        group.left = group.left + rule.adds if flies else 0
    turn.say(
        Slung(
            seat=group.seat,
            colour=group.colour,
            around=leg.zone,
            throws=tuple(throws),
            lost=Units(tuple((kind, crashed.count(kind)) for kind in SHIPS if kind in crashed)),
            more=rule.adds if flies else 0,
        )
    )
    return None if group.alive else "crashed"


def arrive(group: Group) -> None:
    """Put all cargo down where a move ends on land."""
    if PLACES[group.at].is_territory and (group.cargo != Units()):
        lifting.drop(group, Units())


def _go_on(group: Group, rest: Way) -> None:
    """Remember what is left of the way."""
    turn, zone = group.turn, PLACES[group.at].name
    order = Move(units=replace(group.units, colour=""), origin=zone, way=rest)
    turn.courses[group.seat].append(Course(group.colour, order, laden=group.cargo != Units()))
    goal = next((leg.zone for leg in reversed(rest) if leg.zone), zone)
    turn.tell(CourseKept(seat=group.seat, units=group.units, zone=zone, goal=goal))
