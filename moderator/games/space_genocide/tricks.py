"""What own cards do to own fleets while a sheet is tried out, so that the lines after them are judged as they will be.

Only what a line names is carried out: what it leaves to the card to find, nobody is told beforehand.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from moderator.games.space_genocide.orders import Play
from moderator.games.space_genocide.pieces import Ship, World
from moderator.games.space_genocide.plan import Plan
from moderator.games.space_genocide.tables import CARD, KIND

Trick: TypeAlias = Callable[[Plan, Play], None]


def play(plan: Plan, order: Play) -> None:
    """Carry out a card on own fleets, as far as it does anything to them."""
    trick = _TRICKS.get(order.card)
    if trick is not None:
        trick(plan, order)


def _can_go(plan: Plan, number: int) -> bool:
    return bool(plan.going(number)) and plan.has_room(number)


def _boost(plan: Plan, order: Play) -> None:
    if order.target.fleet in plan.at:
        plan.boosts[order.target.fleet] = plan.boosts.get(order.target.fleet, 0) + CARD[order.card].move


def _redeploy(plan: Plan, order: Play) -> None:
    number, goal = order.target.fleet, plan.board.index.get(order.goal, -1)
    if plan.at.get(number) in plan.homes and goal in plan.homes and _can_go(plan, number):
        plan.put(number, goal)


def _switch(plan: Plan, order: Play) -> None:
    one, other = order.target.fleet, order.other.fleet
    if one in plan.at and other in plan.at and _can_go(plan, one) and _can_go(plan, other):
        here, there = plan.at[one], plan.at[other]
        plan.part(one)
        plan.part(other)
        plan.at[one], plan.at[other] = there, here


def _defend(plan: Plan, order: Play) -> None:
    home = next((planet.place for planet in plan.view.own_planets if planet.world is World.HOMEWORLD), "")
    named = {order.target.fleet, order.other.fleet} - {0}
    if home:
        for number in plan.numbers:
            if (not named or number in named) and _can_go(plan, number):
                plan.put(number, plan.board.index[home])


def _base(plan: Plan, order: Play) -> None:
    number, goal = order.target.fleet, plan.board.index.get(order.goal, -1)
    fighters = [ship for ship in plan.ships.get(number, ()) if _is_meant(ship, order.target.kind)]
    into = next((other for other in plan.numbers if plan.at[other] == goal), 0) or plan.free
    if fighters and into and goal in plan.homes:
        plan.at.setdefault(into, goal)
        plan.shift(number, into, fighters[:1])


def _is_meant(ship: Ship, kind: str) -> bool:
    return ship.kind == kind and KIND[kind].fighter


_TRICKS: Mapping[str, Trick] = {
    "interstellar-shortcut": _boost,
    "sustained-burn": _boost,
    "redeploy": _redeploy,
    "switch": _switch,
    "defend-the-homeworld": _defend,
    "fighter-base": _base,
}
