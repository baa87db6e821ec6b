"""What is wrong with an order set, and what it would do, as far as its author can know."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from hex_duel.board import FACES, RANGE, SEA, STEAM, is_open, sailed, steps_between
from hex_duel.orders import AnyOrder, DuelFault, Fire, Play, Sail
from hex_duel.seat.view import View
from moderator.core.codec import kebab
from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt, Report
from moderator.kit.report import build_report


class ShipForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """The ship would come so far this turn."""

    place: str


class ShotForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A shot would hit who is there with so many faces of the die."""

    place: str
    wins: int
    faces: int


FORETOLD = (ShipForeseen, ShotForeseen)


def lands(view: View, orders: Sequence[AnyOrder]) -> str:
    """Return where the own ship is once an order set is sailed."""
    here, haste = view.place[view.who], Play(card=STEAM) in orders and STEAM in view.held[view.who]
    return sailed(here, next((order.place for order in orders if isinstance(order, Sail)), here), haste=haste)


def check(view: View, _prompt: Prompt, orders: Sequence[AnyOrder]) -> tuple[Problem, ...]:
    """Complain about second orders of a kind, hexes out of reach, and cards not held."""
    found = ((index, _fault(view, orders, index)) for index in range(len(orders)))
    return tuple(Problem(code=code, stage=Stage.ILLEGAL, order=index) for index, code in found if code)


def _fault(view: View, orders: Sequence[AnyOrder], index: int) -> DuelFault | None:
    order = orders[index]
    if any(type(other) is type(order) for other in orders[:index]):
        return DuelFault.ONE_OF_A_KIND
    if isinstance(order, Play):
        return None if order.card in view.held[view.who] else DuelFault.NOT_HELD
    if order.place not in SEA.index:
        return DuelFault.OFF_BOARD
    if isinstance(order, Sail):
        return DuelFault.NO_WAY if lands(view, (order,)) == view.place[view.who] else None
    return None if is_open(RANGE, view.place[view.who], order.place) else DuelFault.OUT_OF_RANGE


def choices(view: View, kind: type[AnyOrder], _gap: str, _chosen: Mapping[str, object]) -> Sequence[str] | None:
    """Return the cards that are held, hexes within range, or None for all hexes."""
    if kind is Play:
        return tuple(dict.fromkeys(view.held.get(view.who, ())))
    here = view.place[view.who]
    return [place for place in SEA.names if is_open(RANGE, here, place)] if kind is Fire else None


def preview(view: View, _prompt: Prompt, orders: Sequence[AnyOrder]) -> Report:
    """Shoot, then sail; where nothing is ordered nothing is told."""
    here, told = view.place[view.who], list[Struct]()
    for order in orders:
        if isinstance(order, Fire) and order.place in SEA.index and is_open(RANGE, here, order.place):
            told.append(ShotForeseen(place=order.place, wins=FACES - steps_between(here, order.place), faces=FACES))
    if lands(view, orders) != here:
        told.append(ShipForeseen(place=lands(view, orders)))
    return build_report({"foreseen": told})
