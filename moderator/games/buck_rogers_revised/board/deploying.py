"""The places of units on the battle board: as they retreat, as doctrine says, else by default; PEET 4."""

from collections import Counter
from collections.abc import Collection, Sequence

from msgspec import Struct

from moderator.games.buck_rogers_revised.board.powers import KANE
from moderator.games.buck_rogers_revised.board.spaces import Board, Side, Troop
from moderator.games.buck_rogers_revised.orders.types import Line
from moderator.games.buck_rogers_revised.pieces import LINE, Space
from moderator.games.buck_rogers_revised.tables import Powers
from moderator.games.solar_system.board.firing import FIRING
from moderator.games.solar_system.pieces import GROUND, UNITS, Kind

_BACK = (Space.RETREATING, Space.WITHDRAWING)
_COMMANDOS = (Kind.TROOPER, Kind.GENNIE, Kind.FIGHTER)
_GUNS = (Kind.BATTLER, Kind.KILSAT)
_MAY_STAND: dict[Kind, tuple[Space, ...]] = {
    **dict.fromkeys(_COMMANDOS, tuple(Space)),
    **dict.fromkeys((Kind.BATTLER, Kind.TRANSPORT), (Space.FIGHTING, Space.HOLDING, *_BACK)),
    Kind.KILSAT: (Space.FIGHTING, Space.HOLDING),
    Kind.FACTORY: (Space.FIGHTING, Space.HOLDING, Space.WITHDRAWING),
    Kind.MARKER: (Space.FIGHTING,),
}


def may_stand(kind: Kind, space: Space) -> bool:
    """Tell whether units of a kind may stand in a space."""
    return space in _MAY_STAND[kind]


class Going(Struct):
    """What is to leave a battle: units by kind, Leaders, the zones wished for."""

    units: Counter[Kind]
    leaders: set[str]
    wished: list[str]


class Plan(Struct, frozen=True):
    """What decides where a seat's units stand in a round.

    ``lines`` are the orders of doctrine, ``free`` the kinds that have a zone to retreat to.
    """

    rank: int
    powers: dict[str, Powers]
    lines: Sequence[Line] = ()
    going: Going | None = None
    free: Collection[Kind] = UNITS
    first: bool = False
    scorches: bool = False
    kane: bool = False


def deploy(side: Side, plan: Plan) -> Board:
    """Place a side on the battle board for a round."""
    stood: dict[Kind, Counter[Space]] = {kind: Counter() for kind in Kind}
    left = Counter(side.units)
    for kind in side.figures.values():
        left[kind] -= 1
    _retreat(side, plan, stood, left)
    _as_ordered(plan, stood, left)
    _by_default(plan.scorches and bool(side.factories), stood, left)
    board = Board(side.seat, plan.rank, side.land, _troops(side, stood), powers=plan.powers, first=plan.first)
    board.scorches, board.kane = plan.scorches, plan.kane
    _put_leaders(board, side, plan)
    _put_factories(board, side, plan)
    return board


def _retreat(side: Side, plan: Plan, stood: dict[Kind, Counter[Space]], left: Counter[Kind]) -> None:
    """Place who leaves: Transports behind the others; beside Buddy Wade from the Commando space."""
    if plan.going is None:
        return
    wade = any(plan.powers[name].extra_fire for name in side.leaders if name in plan.powers)
    for kind in (*_COMMANDOS, Kind.BATTLER, Kind.TRANSPORT):
        number = min(plan.going.units[kind], left[kind]) if kind in plan.free else 0
        covered = any(some[Space.RETREATING] for some in stood.values())
        behind = Space.WITHDRAWING if kind is Kind.TRANSPORT and covered else Space.RETREATING
        stood[kind][Space.COMMANDO if wade and kind in _COMMANDOS else behind] += number
        left[kind] -= number


def _as_ordered(plan: Plan, stood: dict[Kind, Counter[Space]], left: Counter[Kind]) -> None:
    """Place what doctrine places; who may not stand there fights."""
    for line in plan.lines:
        for kind in FIRING:
            number = line.units.among(kind, left[kind])
            fits = may_stand(kind, line.space) and (line.space not in _BACK or kind in plan.free)
            stood[kind][line.space if fits else Space.FIGHTING] += number
            left[kind] -= number


def _by_default(scorching: bool, stood: dict[Kind, Counter[Space]], left: Counter[Kind]) -> None:  # noqa: FBT001
    """Place the rest: large guns behind those who fight, Transports behind all."""
    for kind in (*_COMMANDOS, Kind.MARKER):
        fit = scorching and kind is not Kind.MARKER
        stood[kind][Space.DEMOLITIONS if fit else Space.FIGHTING] += left[kind]
    front = any(some[Space.FIGHTING] for some in stood.values())
    for kind in _GUNS:
        stood[kind][Space.HOLDING if front else Space.FIGHTING] += left[kind]
    front = any(some[space] for some in stood.values() for space in LINE)
    stood[Kind.TRANSPORT][Space.HOLDING if front else Space.FIGHTING] += left[Kind.TRANSPORT]


def _troops(side: Side, stood: dict[Kind, Counter[Space]]) -> list[Troop]:
    """Return troops by kind and space; of those who were unloaded first those behind have the penalty."""
    found = []
    for kind in FIRING:
        late = side.late.get(kind, 0)
        some: list[Troop] = []
        for space in reversed(Space):
            number = stood[kind][space]
            tired = min(late, number)
            late -= tired
            some += [Troop(kind, space, tired, late=True), Troop(kind, space, number - tired)]
        found += [troop for troop in reversed(some) if troop.count]
    return found


def _put_leaders(board: Board, side: Side, plan: Plan) -> None:
    """Place Leaders: as they retreat, as doctrine says, else where they help most; figures with units of their kind."""
    for name in side.leaders:
        kind, powers = side.figures.get(name), plan.powers.get(name, Powers())
        space = next((line.space for line in plan.lines if line.units.means(name)), None)
        if plan.going is not None and name in plan.going.leaders and Kind.FIGHTER in plan.free:
            space = Space.COMMANDO if powers.extra_fire else Space.RETREATING
        if space is None or (kind and not may_stand(kind, space)):
            space = Space.FIGHTING if kind or name == KANE else _most_helped(board, powers)
        board.leaders[name] = space
        if kind:
            board.troops.append(Troop(kind, space, 1, leader=name))


def _most_helped(board: Board, powers: Powers) -> Space:
    """Return the space with most units that a Leader helps, those first who slip away with Wilma Deering."""
    if powers.extra_fire:
        return Space.COMMANDO
    kinds = {kind for bonus in (*powers.mine, *powers.theirs) for kind in bonus.kinds}

    def helped(space: Space) -> tuple[int, int]:
        there = board.at((space,))
        leaving = sum(troop.count for troop in there) * (powers.retreats_early and space is Space.RETREATING)
        return leaving, sum(troop.count for troop in there if not kinds or troop.kind in kinds)

    return max(Space, key=helped)


def _put_factories(board: Board, side: Side, plan: Plan) -> None:
    """Place Factories and halves of them: as doctrine places them, else with ground units that fight, else behind."""
    guarded = any(troop.kind in GROUND for troop in board.at((Space.FIGHTING,)))
    usual = Space.FIGHTING if guarded else Space.WITHDRAWING
    lines = [line for line in plan.lines if may_stand(Kind.FACTORY, line.space)]
    for left, half in ((side.factories, False), (side.halves, True)):
        stood: Counter[Space] = Counter()
        for line in lines:
            stood[line.space] += line.units.among(Kind.FACTORY, left - stood.total())
        stood[usual] += left - stood.total()
        board.troops += [Troop(Kind.FACTORY, space, number, half=half) for space, number in stood.items() if number]
