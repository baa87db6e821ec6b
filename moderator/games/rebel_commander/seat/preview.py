"""What a seat's orders would do if nobody else moved, as far as the seat knows, with exact odds and no dice.

The order set is played on every board that its own attacks can leave behind. Boards that the orders still to come
cannot tell apart are one; so what is told of an order depends only on the attacks that matter to it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Prompt, Report
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.effects import apply, cargo_at
from moderator.games.rebel_commander.board.field import Field, field_of
from moderator.games.rebel_commander.board.legality import find_obstacle
from moderator.games.rebel_commander.board.odds import THROWS, Modifier, modifiers, total_bonus, winning_throws
from moderator.games.rebel_commander.board.order_set import assign_labels
from moderator.games.rebel_commander.orders.types import Attack, Build, Move, Pass, RebelOrder, Verb
from moderator.games.rebel_commander.pieces import Stack, Unit
from moderator.games.rebel_commander.seat.concert import allies
from moderator.games.rebel_commander.seat.view import Intent, View
from moderator.games.rebel_commander.tables import edition_of
from moderator.kit.report import build_report


class Odds(Struct, frozen=True):
    """An exact chance: ``count`` of ``of`` throws, ``of`` being 36 or a power of it."""

    count: int
    of: int = THROWS


class When(Struct, frozen=True):
    """What must have happened before: own attacks, by label, that have been won or lost, and the chance of the case.

    The case comes under these conditions alone, though not always under them; ``chance`` is the whole chance of it.
    """

    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    chance: Odds = Odds(THROWS)


class _Foreseen(Struct, frozen=True, kw_only=True, tag=kebab):
    number: str
    when: When = When()


class MoveForeseen(_Foreseen, frozen=True, kw_only=True):
    """A unit would go from one place to another."""

    unit: Unit
    origin: str
    goal: str
    troops: int = 0


class BuildForeseen(_Foreseen, frozen=True, kw_only=True):
    """A unit would be built; ``unseen`` if the place is out of sight, so that enemies may stand there."""

    unit: Unit
    place: str
    unseen: bool


class _Fight(_Foreseen, frozen=True, kw_only=True):
    place: str
    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    wins: Odds


class FightForeseen(_Fight, frozen=True, kw_only=True):
    """An attack by the seat alone, with what adds to either die and how many throws win it."""

    defenders: tuple[Seat, ...]


class JointFightForeseen(_Fight, frozen=True, kw_only=True):
    """An attack by the seat and allies that stand there, if they gave the order under the same number.

    ``agreed``: they have told that they will.
    """

    allies: tuple[Seat, ...]
    agreed: bool = False


class IdleForeseen(_Foreseen, frozen=True, kw_only=True):
    """An attack would find no enemy that is known of; ``unseen`` if the place is out of sight."""

    place: str
    unseen: bool


class FailForeseen(_Foreseen, frozen=True, kw_only=True):
    """An order would fail; cause, place and counts are those of ``OrderFailed``."""

    order: RebelOrder
    verb: Verb
    unit: Unit | None
    cause: str
    place: str
    enemies: int = 0
    present: int = 0


class PassForeseen(_Foreseen, frozen=True, kw_only=True):
    """Nothing would be done."""


class UnitsForeseen(Struct, frozen=True, tag=kebab):
    """Where the seat's units would be in the end; ``hoping`` that every attack is won, if there is one."""

    stacks: tuple[Stack, ...]
    hoping: bool


class VictoryForeseen(Struct, frozen=True, tag=kebab):
    """The match would be won with the order set; ``hoping`` that every attack is won, if there is one.

    Never told in fog, where nobody knows what the enemy has.
    """

    hoping: bool


FORETOLD = declared_structs(__name__)
"""All facts of a preview."""

SECTIONS = ("foreseen", "foreseen-after")
"""The keys of all sections, in their order."""


class _World(Struct, frozen=True):
    """A board as own attacks may have left it: how likely it is, and which attacks it comes of (label, won)."""

    field: Field
    chance: Fraction
    past: frozenset[tuple[str, bool]]


class _Step(NamedTuple):
    """An order of the seat's own, or a move that an ally has told of."""

    label: str
    seat: Seat
    order: RebelOrder


class _Result(NamedTuple):
    """What an order does in one world: the facts about it, and the worlds that come of it, the most hoped for first."""

    facts: tuple[_Foreseen, ...]
    worlds: tuple[_World, ...]


def preview(view: View, prompt: Prompt, orders: Sequence[RebelOrder]) -> Report:
    """Tell what each order of a seat's order set would do in its turn; orders that find no number are left aside."""
    placed, _ = assign_labels(prompt.numbers, orders)
    steps = _steps(view, {label: orders[index] for label, index in placed.items()})
    worlds = [_World(field_of(view.options, view.seats, view.stacks), Fraction(1), frozenset())]
    foreseen: list[Struct] = []
    victory: list[Struct] = []
    hoping = False
    for at, step in enumerate(steps):
        results = [_carry_out(view, step, world) for world in worlds]
        if step.seat == view.who:
            foreseen += _facts_by_case(zip(worlds, results, strict=True))
        hoping |= len(results[0].worlds) > 1
        after = (world for result in results for world in result.worlds)
        worlds = _merge_worlds(after, {place for later in steps[at + 1 :] for place in _places(later.order)})
        if not victory and _is_won(view, worlds[0].field):
            victory = [VictoryForeseen(hoping)]
    own = tuple(stack for stack in worlds[0].field.stacks() if stack.seat == view.who)
    units = [UnitsForeseen(own, hoping)] if own else []
    return build_report({"foreseen": foreseen, "foreseen-after": [*units, *victory]})


def _steps(view: View, order_set: Mapping[str, RebelOrder]) -> list[_Step]:
    """Return the seat's orders, and before each the moves that allies have told of under earlier numbers."""
    steps = [_Step(label, view.who, order) for label, order in order_set.items()]
    for seat, order in ((intent.seat, intent.order) for intent in view.intents):
        if isinstance(order, Move) and order.number < max(order_set, default=""):
            steps.append(_Step(order.number, seat, order))
    return sorted(steps, key=lambda step: (step.label, step.seat != view.who))


def _places(order: RebelOrder) -> tuple[str, ...]:
    """Return the places whose units an order can touch or needs."""
    if isinstance(order, Pass):
        return ()
    return (order.origin, order.goal) if isinstance(order, Move) else (order.place,)


def _merge_worlds(worlds: Iterable[_World], later: Collection[str]) -> list[_World]:
    """Merge the worlds that later orders cannot tell apart; their past is what they have in common."""
    found: dict[tuple[tuple[int, ...], ...], _World] = {}
    for world in worlds:
        field, index = world.field, world.field.board.index
        places = [index[place] for place in later if place in index]
        piles = tuple(tuple(field.counts(seat, place)) for place in places for seat in field.seats)
        same = found.get(piles)
        found[piles] = replace(same, chance=same.chance + world.chance, past=same.past & world.past) if same else world
    return list(found.values())


def _facts_by_case(results: Iterable[tuple[_World, _Result]]) -> Iterator[Struct]:
    """Tell what an order does, once for each thing that it can come to."""
    found: dict[tuple[_Foreseen, ...], list[_World]] = {}
    for world, result in results:
        found.setdefault(result.facts, []).append(world)
    for facts, worlds in found.items():
        when = _common_condition(worlds) if len(found) > 1 else When()
        yield from (replace(fact, when=when) for fact in facts)


def _common_condition(worlds: Sequence[_World]) -> When:
    """Return the outcomes of own attacks that worlds have in common, and their whole chance in throws."""
    past = sorted(frozenset.intersection(*(world.past for world in worlds)))
    chance, of = sum((world.chance for world in worlds), Fraction(0)), THROWS
    while of % chance.denominator:
        of *= THROWS
    return When(
        tuple(label for label, won in past if won),
        tuple(label for label, won in past if not won),
        Odds(int(chance * of), of),
    )


def _is_won(view: View, field: Field) -> bool:
    """Tell whether the own side would have won on a board that is known whole."""
    won = field.winner(view.score.needed) if view.sight is None else None
    return won is not None and won[0] == view.side


def _is_unseen(view: View, place: str) -> bool:
    """Tell whether a place is out of sight now."""
    return view.sight is not None and place not in view.sight


def _carry_out(view: View, step: _Step, world: _World) -> _Result:
    """Carry out an order in a world as a turn would, without dice."""
    label, seat, order = step
    if isinstance(order, Pass):
        return _Result((PassForeseen(number=label),), (world,))
    if obstacle := find_obstacle(world.field, edition_of(view.options), seat, order):
        failure = FailForeseen(number=label, order=order, verb=order.verb, unit=order.unit, **asdict(obstacle))
        return _Result((failure,), (world,))
    if isinstance(order, Attack):
        return _attack(view, label, order, world)
    field = world.field.copy()
    fact: _Foreseen
    if isinstance(order, Build):
        fact = BuildForeseen(number=label, unit=order.unit, place=order.place, unseen=_is_unseen(view, order.place))
    else:
        troops = cargo_at(field, seat, order)
        fact = MoveForeseen(number=label, unit=order.unit, origin=order.origin, goal=order.goal, troops=troops)
    apply(field, seat, order)
    return _Result((fact,), (replace(world, field=field),))


def _attack(view: View, label: str, order: Attack, world: _World) -> _Result:
    """Tell the odds of an attack alone and with the allies that stand there; those who agreed to it take part."""
    field, place, who = world.field, world.field.board.index[order.place], view.who
    foes = field.enemy_seats_at(who, place)
    if not foes:
        idle = IdleForeseen(number=label, place=order.place, unseen=_is_unseen(view, order.place))
        return _Result((idle,), (world,))
    present = tuple(ally for ally in allies(view) if field.unit_count(ally, place))
    planned = replace(order, number=label)
    agreed = tuple(ally for ally in present if Intent(ally, planned) in view.intents)
    groups = ((), agreed, *((ally,) for ally in present), present)
    fights = {group: _fight(view, planned, field, foes, group) for group in groups}
    won = fights[agreed].wins.count
    if agreed:
        fights[agreed] = replace(fights[agreed], agreed=True)
    outcomes = ((won, foes, True), (THROWS - won, (who, *agreed), False))
    worlds = (_world_after(world, place, losers, count, (label, is_won)) for count, losers, is_won in outcomes if count)
    return _Result(tuple(fights.values()), tuple(worlds))


def _fight(
    view: View, order: Attack, field: Field, foes: tuple[Seat, ...], helpers: tuple[Seat, ...]
) -> FightForeseen | JointFightForeseen:
    """Tell the odds of an attack together with some allies."""
    edition, place = edition_of(view.options), field.board.index[order.place]
    attack = modifiers(edition.attack, [field.stack(seat, place) for seat in (view.who, *helpers)])
    defence = modifiers(edition.defence, [field.stack(seat, place) for seat in foes])
    common: dict[str, Any] = {
        "number": order.number,
        "place": order.place,
        "attack": attack,
        "defence": defence,
        "wins": Odds(winning_throws(total_bonus(attack) - total_bonus(defence))),
    }
    return JointFightForeseen(allies=helpers, **common) if helpers else FightForeseen(defenders=foes, **common)


def _world_after(world: _World, place: int, losers: Iterable[Seat], throws: int, outcome: tuple[str, bool]) -> _World:
    """Return the world after an attack that destroys the losers, which happens in ``throws`` of all throws."""
    field = world.field.copy()
    for seat in losers:
        field.clear(seat, place)
    past = world.past if throws == THROWS else world.past | {outcome}
    return _World(field, world.chance * Fraction(throws, THROWS), past)
