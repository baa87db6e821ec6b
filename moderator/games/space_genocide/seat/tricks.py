"""What own cards do to own fleets while a sheet is tried out, so that the lines after them are judged as they will be.

Only what a line names is carried out: what it leaves to the card to find, nobody is told beforehand. Afterburners
alone find their ship: the slowest of those that may be meant. A trick tells whether own fleets have anything that its
card can be played on, named or not; if not, the card would be kept, for the rules would find nothing either.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from moderator.games.space_genocide.orders.phrases import Target
from moderator.games.space_genocide.orders.types import GenocideOrder, Play
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.seat.plan import Plan
from moderator.games.space_genocide.tables import CARD

Trick: TypeAlias = Callable[[Plan, Play], bool]

_PEACE = "diplomacy"


def play(plan: Plan, order: Play) -> bool:
    """Carry out a card on own fleets, as far as it does anything to them; tell whether they let it be played."""
    trick = _TRICKS.get(order.card)
    return trick is None or trick(plan, order)


def is_peace(plan: Plan, orders: Sequence[GenocideOrder]) -> bool:
    """Tell whether a card would let nobody fight or launch this turn."""
    played = {order.card for order in orders if isinstance(order, Play)}
    return _PEACE in played and _PEACE in plan.view.hand


def _meant(plan: Plan, target: Target) -> list[int]:
    """Return the own fleets that a target may mean."""
    named = (number for number in plan.numbers if target.fleet in (0, number))
    return [number for number in named if target.place in ("", plan.place(number))]


def _able(plan: Plan, target: Target) -> list[int]:
    """Return those of them that could go elsewhere."""
    return [number for number in _meant(plan, target) if not plan.bar(number) and plan.has_room(number)]


def _goals(plan: Plan, order: Play, number: int) -> list[int]:
    """Return the own planets to which a card may bring something of a fleet."""
    elsewhere = [at for at in sorted(plan.homes) if at != plan.fleets[number].at]
    return [at for at in elsewhere if order.goal in ("", plan.board.names[at])]


def _boost(plan: Plan, order: Play) -> bool:
    mobile = {
        number: [craft for craft in plan.fleets[number].crafts if not craft.kind.stationary]
        for number in _meant(plan, order.target)
    }
    for craft in mobile.get(order.target.fleet, ()):
        craft.boost("move", CARD[order.card].move)
    return any(mobile.values())


def _burn(plan: Plan, order: Play) -> bool:
    mobile = [
        craft
        for number in _meant(plan, order.target)
        for craft in plan.fleets[number].crafts
        if not craft.kind.stationary and order.target.kind in ("", craft.kind.key)
    ]
    if mobile:
        slowest = min(mobile, key=lambda craft: craft.kind.move + craft.boosts.get("move", 0))
        slowest.boost("move", CARD[order.card].move)
    return bool(mobile)


def _pass(plan: Plan, order: Play) -> bool:
    able, named = _able(plan, order.target), order.other
    if order.target.fleet in able and named.seat and named.fleet:
        squadron = plan.fleets[order.target.fleet]
        squadron.passes.append((named.seat, named.fleet))
        if squadron.halted == "enemy" and not plan.halts(squadron.number, squadron.at):
            squadron.halt("")
    return bool(able)


def _redeploy(plan: Plan, order: Play) -> bool:
    able = [one for one in _able(plan, order.target) if plan.fleets[one].at in plan.homes and _goals(plan, order, one)]
    if order.target.fleet in able and order.goal:
        plan.put(order.target.fleet, plan.board.index[order.goal])
    return bool(able)


def _switch(plan: Plan, order: Play) -> bool:
    one, other = order.target.fleet, order.other.fleet
    if one not in _able(plan, order.target) or other not in _able(plan, order.other):
        return False
    here, there = plan.fleets[one].at, plan.fleets[other].at
    if here == there:
        return False
    plan.part(one)
    plan.part(other)
    plan.put(one, there)
    plan.put(other, here)
    return True


def _defend(plan: Plan, order: Play) -> bool:
    home = next((planet.place for planet in plan.view.own_planets if planet.world is World.HOMEWORLD), "")
    named = {order.target.fleet, order.other.fleet} - {0}
    at = plan.board.index.get(home, -1)
    able = [one for one in _able(plan, Target()) if (not named or one in named) and plan.fleets[one].at != at]
    for number in able if home else ():
        if plan.has_room(number):
            plan.put(number, at)
    return bool(home and able)


def _base(plan: Plan, order: Play) -> bool:
    target = order.target
    flights = [
        (craft, number, into, goal)
        for number in _meant(plan, target)
        for craft in plan.fleets[number].crafts
        if craft.kind.fighter and target.kind in ("", craft.kind.key)
        for goal in _goals(plan, order, number)
        if (into := plan.berth(goal, 1))
    ]
    if flights and target.fleet and target.kind and order.goal:
        craft, number, into, goal = flights[0]
        plan.shift(number, into, [craft], at=goal)
    return bool(flights)


def _supply(plan: Plan, order: Play) -> bool:
    lacking = [
        craft
        for number in _meant(plan, order.target)
        for craft in plan.fleets[number].crafts
        if craft.busters < craft.kind.busters and order.target.kind in ("", craft.kind.key)
    ]
    if lacking and order.target.fleet and order.target.kind:
        most = max(lacking, key=lambda craft: craft.kind.busters - craft.busters)
        most.busters = most.kind.busters
    return bool(lacking)


_TRICKS: Mapping[str, Trick] = {
    "interstellar-shortcut": _boost,
    "sustained-burn": _boost,
    "afterburners": _burn,
    "bypass": _pass,
    "resupply": _supply,
    "redeploy": _redeploy,
    "switch": _switch,
    "defend-the-homeworld": _defend,
    "fighter-base": _base,
}
