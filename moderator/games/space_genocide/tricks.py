"""What own cards do to own fleets while a sheet is tried out, so that the lines after them are judged as they will be.

Only what a line names is carried out: what it leaves to the card to find, nobody is told beforehand. Afterburners
alone find their ship: the slowest of those that may be meant.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from moderator.games.space_genocide.orders import GenocideOrder, Play
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.plan import Plan
from moderator.games.space_genocide.tables import CARD

Trick: TypeAlias = Callable[[Plan, Play], None]

_PEACE = "diplomacy"


def play(plan: Plan, order: Play) -> None:
    """Carry out a card on own fleets, as far as it does anything to them."""
    trick = _TRICKS.get(order.card)
    if trick is not None:
        trick(plan, order)


def is_peace(plan: Plan, orders: Sequence[GenocideOrder]) -> bool:
    """Tell whether a card would let nobody fight or launch this turn."""
    played = {order.card for order in orders if isinstance(order, Play)}
    return _PEACE in played and _PEACE in plan.view.hand


def _can_go(plan: Plan, number: int) -> bool:
    return number in plan.fleets and not plan.bar(number) and plan.has_room(number)


def _boost(plan: Plan, order: Play) -> None:
    if order.target.fleet in plan.fleets:
        for craft in plan.fleets[order.target.fleet].crafts:
            craft.boost("move", CARD[order.card].move)


def _burn(plan: Plan, order: Play) -> None:
    named = [number for number in plan.numbers if order.target.fleet in (0, number)]
    mobile = [
        craft
        for number in named
        for craft in plan.fleets[number].crafts
        if not craft.kind.stationary and order.target.kind in ("", craft.kind.key)
    ]
    if mobile and not order.target.place:
        slowest = min(mobile, key=lambda craft: craft.kind.move + craft.boosts.get("move", 0))
        slowest.boost("move", CARD[order.card].move)


def _pass(plan: Plan, order: Play) -> None:
    number, named = order.target.fleet, order.other
    if named.seat and named.fleet and _can_go(plan, number):
        squadron = plan.fleets[number]
        squadron.passes.append((named.seat, named.fleet))
        if squadron.halted == "enemy" and not plan.halts(number, squadron.at):
            squadron.halt("")


def _redeploy(plan: Plan, order: Play) -> None:
    number, goal = order.target.fleet, plan.board.index.get(order.goal, -1)
    if plan.at.get(number) in plan.homes and goal in plan.homes and _can_go(plan, number):
        plan.put(number, goal)


def _switch(plan: Plan, order: Play) -> None:
    one, other = order.target.fleet, order.other.fleet
    if _can_go(plan, one) and _can_go(plan, other):
        here, there = plan.at[one], plan.at[other]
        plan.part(one)
        plan.part(other)
        plan.put(one, there)
        plan.put(other, here)


def _defend(plan: Plan, order: Play) -> None:
    home = next((planet.place for planet in plan.view.own_planets if planet.world is World.HOMEWORLD), "")
    named = {order.target.fleet, order.other.fleet} - {0}
    at = plan.board.index.get(home, -1)
    for number in plan.numbers if home else ():
        if (not named or number in named) and plan.at[number] != at and _can_go(plan, number):
            plan.put(number, at)


def _base(plan: Plan, order: Play) -> None:
    number, goal = order.target.fleet, plan.board.index.get(order.goal, -1)
    crafts = plan.fleets[number].crafts if number in plan.fleets else []
    fighters = [craft for craft in crafts if craft.kind.fighter and craft.kind.key == order.target.kind]
    into = plan.berth(goal, 1)
    if fighters and into and goal in plan.homes:
        plan.shift(number, into, fighters[:1], at=goal)


_TRICKS: Mapping[str, Trick] = {
    "interstellar-shortcut": _boost,
    "sustained-burn": _boost,
    "afterburners": _burn,
    "bypass": _pass,
    "redeploy": _redeploy,
    "switch": _switch,
    "defend-the-homeworld": _defend,
    "fighter-base": _base,
}
