"""Whole lines that would do in place of one that falls: what a card could be played on, where a ship could be built."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from msgspec.structs import replace

from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.orders.phrases import Target
from moderator.games.space_genocide.orders.types import Deploy, FormFleet, GenocideOrder, Play, PlayWhen, TypePlanet
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARD
from moderator.language.grammar.suggest import nearest

_MOST = 2


def alternatives(view: View, order: GenocideOrder, stands: Callable[[Any], bool]) -> tuple[str, ...]:
    """Return lines in place of an order, each of which ``stands``."""
    offered: Iterator[GenocideOrder]
    if isinstance(order, Play | PlayWhen):
        offered = _other_plays(view, order)
        if isinstance(order, PlayWhen):
            at_once = Play(card=order.card, target=order.target, other=order.other, goal=order.goal)
            offered = chain(offered, (at_once,))
    elif isinstance(order, Deploy | TypePlanet | FormFleet):
        offered = (replace(order, place=place) for place in _nearest_own(view, order.place))
    else:
        return ()
    found: list[str] = []
    for other in offered:
        if len(found) == _MOST:
            break
        line = LANGUAGE.format(other)
        if line not in found and stands(other):
            found.append(line)
    return tuple(found)


def _nearest_own(view: View, place: str) -> list[str]:
    """Return own planets: first those that are written nearly like a hex, then the near ones, be it off the board."""
    mine = [planet.place for planet in view.own_planets]
    alike, (row, column) = nearest(place, mine), _row_and_column(place)
    spots = {own: _row_and_column(own) for own in mine}
    return sorted(mine, key=lambda own: (own not in alike, abs(spots[own][0] - row) + abs(spots[own][1] - column)))


def _row_and_column(place: str) -> tuple[int, int]:
    """Return row and column by a hex's label."""
    letters = place.rstrip("0123456789")
    return 26 * len(letters) + ord(letters[-1:] or "A"), int(place[len(letters) :] or 0)


def _other_plays(view: View, order: Play | PlayWhen) -> Iterator[Play | PlayWhen]:
    """Give a card with other targets: what was named that can stay stays."""
    card = CARD[order.card]
    goals = [order.goal] if order.goal else [""]
    if card.to.startswith("own-planet"):
        goals += [planet.place for planet in view.own_planets]
    for goal in goals:
        for target in (order.target, *_targets(view, card.on)):
            for other in (order.other, *_targets(view, card.by)):
                changed = replace(order, target=target, other=other, goal=goal)
                if changed != order and (target != other or target == Target()):
                    yield changed


def _targets(view: View, wanted: str) -> Iterator[Target]:
    """Give what is of a kind that a card asks for, the first few."""
    kind = wanted.rstrip("?")
    mine = kind.startswith("own")
    if kind.endswith("planet"):
        for planet in view.planets:
            if planet.seat and (planet.seat == view.who) == mine:
                yield Target(place=planet.place)
    elif kind == "seat":
        yield from (Target(seat=seat) for seat in view.in_play if seat != view.who)
    elif kind.endswith(("fleet", "ship")):
        for fleet in view.fleets:
            if (fleet.seat == view.who) == mine:
                ship = fleet.ships[0].kind if fleet.ships and kind.endswith("ship") else ""
                yield Target(kind=ship, seat="" if mine else fleet.seat, fleet=fleet.number)
    elif not kind:
        yield Target()
