"""The targets of an engagement: a seat's doctrine applied to the ships that are there."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.field import Field
from moderator.games.space_genocide.board.units import Craft, Squadron, is_of_class
from moderator.games.space_genocide.orders.types import Fire, Manner, Targets


class Aim(NamedTuple):
    """Ships of one seat that attack one ship together."""

    seat: Seat
    attackers: list[tuple[Craft, Squadron]]
    target: Craft
    squadron: Squadron


class _Prey(NamedTuple):
    """A ship that may be attacked, and its defence dice."""

    craft: Craft
    squadron: Squadron
    defence: int


def aims(field: Field, at: int) -> list[Aim]:
    """Return all attacks of an engagement, by seat."""
    found: list[Aim] = []
    squadrons = field.fleets_at(at)
    for seat in field.seats:
        if any(squadron.seat == seat for squadron in squadrons):
            found += _aims_of(field, seat, squadrons)
    return found


def _aims_of(field: Field, seat: Seat, squadrons: Sequence[Squadron]) -> list[Aim]:
    """Return the attacks of one seat; fleets with the same doctrine attack together."""
    prey = [
        _Prey(craft, squadron, field.defence(craft, squadron))
        for squadron in squadrons
        if squadron.seat != seat
        for craft in squadron.crafts
        if not is_shielded(field, craft, squadron)
    ]
    if not prey:
        return []
    groups: dict[tuple[tuple[str, ...], Manner], list[tuple[Craft, Squadron]]] = {}
    for squadron in squadrons:
        if squadron.seat == seat:
            key = (_preferred_targets(field, squadron), _manner(field, squadron))
            armed = [(craft, squadron) for craft in squadron.crafts if field.attack(craft, squadron)]
            groups.setdefault(key, []).extend(armed)
    shots: dict[int, list[tuple[Craft, Squadron]]] = {}
    for (wanted, manner), attackers in groups.items():
        dice = sum(field.attack(*one) for one in attackers)
        rank = partial(_rank, wanted=wanted, dice=dice)
        ranked = sorted(prey, key=rank)
        sought = sum(rank(one)[0] < len(wanted) for one in prey)
        _share_out(field, ranked, manner, attackers, shots, sought=sought)
    return [Aim(seat, shots[id(one.craft)], one.craft, one.squadron) for one in prey if id(one.craft) in shots]


def is_shielded(field: Field, craft: Craft, squadron: Squadron) -> bool:
    """Tell whether a ship cannot be attacked for the fighters that it carried into the engagement.

    The fighters of a seat at a hex ride in its ships by fleet number, then in the order of their mats.
    """
    rule = field.options.carrier_shield
    if rule == "none" or not figures.bays(craft.kind, field.race(squadron.seat)):
        return False
    own = [one for one in field.fleets_at(squadron.at) if one.seat == squadron.seat]
    if rule == "present":
        return any(other.kind.fighter for one in own for other in one.crafts)
    return craft in squadron.laden(field.race(squadron.seat))


def _preferred_targets(field: Field, squadron: Squadron) -> tuple[str, ...]:
    """Return what a fleet is told to attack first."""
    orders = [order for order in field.doctrine.get(squadron.seat, ()) if isinstance(order, Targets)]
    for fleet in (squadron.number, 0):
        for order in orders:
            if order.fleet == fleet:
                return order.prey
    return ()


def _manner(field: Field, squadron: Squadron) -> Manner:
    """Return how a fleet is told to share out its attacks."""
    orders = [order for order in field.doctrine.get(squadron.seat, ()) if isinstance(order, Fire)]
    for fleet in (squadron.number, 0):
        for order in orders:
            if order.fleet == fleet:
                return order.manner
    return "combined"


def _rank(one: _Prey, wanted: Sequence[str], dice: int) -> tuple[int, bool, int, int, int, str]:
    """Return the place of a target in the order of choice for attackers who have ``dice`` dice together.

    What is wanted, then what these dice outnumber, then most Planet Busters, most attack, least defence.
    """
    place = next((at for at, key in enumerate(wanted) if is_of_class(one.craft, key)), len(wanted))
    return (place, one.defence >= dice, -one.craft.busters, -one.craft.kind.attack, one.defence, one.craft.kind.key)


def _share_out(
    field: Field,
    prey: Sequence[_Prey],
    manner: Manner,
    attackers: list[tuple[Craft, Squadron]],
    shots: dict[int, list[tuple[Craft, Squadron]]],
    *,
    sought: int,
) -> None:
    """Give every attacker a target; ``shots`` goes by target and grows.

    Combined, a target is attacked by as many as it takes to have more dice than its defence, or not at all; the first
    ``sought`` of the prey, which are asked for by name, whatever the odds.
    """
    left = sorted(attackers, key=lambda one: (-field.attack(*one), one[1].number, one[0].kind.key, -one[0].busters))
    if manner == "focused":
        if left:
            shots.setdefault(id(prey[0].craft), []).extend(left)
        return
    if manner == "spread":
        for number, attacker in enumerate(left):
            shots.setdefault(id(prey[number % len(prey)].craft), []).append(attacker)
        return
    for place, target in enumerate(prey):
        sure = sum(field.attack(*one) for one in shots.get(id(target.craft), ()))
        enough: list[tuple[Craft, Squadron]] = []
        for attacker in left:
            if sure > target.defence:
                break
            enough.append(attacker)
            sure += field.attack(*attacker)
        if enough and (sure > target.defence or place < sought):
            shots.setdefault(id(target.craft), []).extend(enough)
            left = left[len(enough) :]
    aimed = [target for target in prey if id(target.craft) in shots] or [min(prey, key=lambda one: one.defence)]
    for number, attacker in enumerate(left):
        shots.setdefault(id(aimed[number % len(aimed)].craft), []).append(attacker)
