"""The battles that an order set would bring about, with the odds of its own attacks on what its seat has seen.

Who attacks whom is worked out as in the turn, on a map that holds no more than the view.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.field import Field
from moderator.games.space_genocide.board.odds import chance
from moderator.games.space_genocide.board.targeting import Aim, aims
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.board.ways import space
from moderator.games.space_genocide.orders.types import Burst, GenocideOrder, Ram, standing
from moderator.games.space_genocide.pieces import Place, Planet
from moderator.games.space_genocide.seat.plan import Plan
from moderator.games.space_genocide.tables import RANK


class Opponent(Struct, frozen=True):
    """Another seat's fleet at a battle, and the turn in which its ships were seen: 0 if they never were."""

    seat: Seat
    fleet: int
    seen: int


class Attack(Struct, frozen=True):
    """Own ships that attack one ship, and their chance to destroy it; ``count`` times alike."""

    attackers: tuple[str, ...]
    seat: Seat
    fleet: int
    kind: str
    chance: float
    count: int


class BattleForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A battle of own fleets with those of others, and the attacks on those ships that were seen.

    ``attacks`` is empty where none was, where nothing can be attacked, and where nobody is armed.
    """

    place: Place
    against: tuple[Opponent, ...]
    attacks: tuple[Attack, ...]


class BattlesAssume(Struct, frozen=True, kw_only=True, tag=kebab):
    """The limits of the odds of battles: the first of ``rounds``, and before it ``bursts`` that hit nothing."""

    rounds: bool
    bursts: bool


def battles(plan: Plan, orders: Sequence[GenocideOrder]) -> Iterator[Struct]:
    """Tell of the battles where the plan's fleets are in the end, hex by hex, and then what their odds assume."""
    field = _field(plan, orders)
    foreseen = [_battle(plan, field, at) for at in sorted({one.at for one in plan.fleets.values()} & plan.foes)]
    yield from foreseen
    if any(battle.attacks for battle in foreseen):
        options = plan.view.options
        bursts = options.bursts and any(isinstance(order, Burst) for order in orders)
        yield BattlesAssume(rounds=options.combat == "repeated", bursts=bursts)


def _field(plan: Plan, orders: Sequence[GenocideOrder]) -> Field:
    """Return the map as the plan has it: own fleets where they would be, and of the others those that were seen."""
    view, index = plan.view, plan.board.index
    field = Field(
        options=view.options,
        space=space(plan.board.layout, view.terrain, view.options.gate_cost),
        seats=view.seats,
        races=view.races,
    )
    field.doctrine[view.who] = standing(view.doctrine, orders)
    field.planets = {index[one.place]: Planet(one.place, one.seat, one.world, one.neutral) for one in view.planets}
    seen = [
        Squadron(one.seat, one.number, index[one.place], one.ships)
        for one in view.fleets
        if one.seat != view.who and one.ships is not None
    ]
    field.fleets = sorted((*plan.fleets.values(), *seen), key=lambda one: (view.seats.index(one.seat), one.number))
    for order in orders if plan.race.ramming else ():
        if isinstance(order, Ram) and order.fleet in plan.fleets:
            plan.fleets[order.fleet].ram(order)
    return field


def _battle(plan: Plan, field: Field, at: int) -> BattleForeseen:
    """Tell of the battle at a hex."""
    view, place = plan.view, plan.board.names[at]
    counts = Counter(_odds(field, aim) for aim in aims(field, at) if aim.seat == view.who)
    return BattleForeseen(
        place=place,
        against=tuple(Opponent(one.seat, one.number, one.seen) for one in view.at(place) if one.seat != view.who),
        attacks=tuple(Attack(*attack, count) for attack, count in counts.items()),
    )


def _odds(field: Field, aim: Aim) -> tuple[tuple[str, ...], Seat, int, str, float]:
    """Return who attacks whom, and the chance that it is destroyed."""
    attackers = sorted((craft.kind.key for craft, _ in aim.attackers), key=RANK.__getitem__)
    dice = sum(field.attack(*one) for one in aim.attackers)
    hit = chance(dice, field.defence(aim.target, aim.squadron))
    return tuple(attackers), aim.squadron.seat, aim.squadron.number, aim.target.kind.key, float(hit)
