"""Who may fire at whom on the battle board, what the die must show, and which target is best."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.powers import WILMA
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop, as_fought
from moderator.games.buck_rogers_revised.events.battle import FireStep
from moderator.games.buck_rogers_revised.pieces import LINE, Space
from moderator.games.solar_system.board.firing import TIES, Preference, chance, no_preference, worth
from moderator.games.solar_system.pieces import GROUND, SHIPS, Kind
from moderator.games.solar_system.tables import figures

Firing: TypeAlias = FireStep | Literal["destruct"]
"""The steps in which units fire; Xenotron's Troopers blow themselves up in that of the Demolitions."""

LOWEST, HIGHEST = 2, 10
"""A throw of 10 always hits, one of 1 never ("Automatic Hits")."""
COVER, BEHIND, UNLOADED = 1, 2, 1
"""What a Factory adds to the number, each unit in front of the Withdrawing space, the Unloading Penalty."""
POINT = -3
"""What is added to each of two shots of point defence."""
DESTRUCT = 4
_AT_FACTORIES: Mapping[Firing, int] = {"fire": 0, "commando": 2, "demolish": 4}
"""The steps in which own Factories may be fired at, and what is added there."""
_LANDED = (*GROUND, Kind.MARKER)
"""All ground units ("Ground Unit")."""
_STRUCK_FIRST = (Kind.TROOPER, Kind.MARKER)
"""What Gennies may aim at in their First Strike."""


class Eye(Struct, frozen=True):
    """What a seat's doctrine says of its targets in a zone; ``last`` are seats fired at if there is nobody else."""

    preference: Preference = no_preference
    last: frozenset[Seat] = frozenset()
    at_factories: Callable[[Seat], bool] = lambda seat: False  # noqa: ARG005 - by default enemy Factories are spared


class Aimed(Struct, frozen=True):
    """A target, and the number that the die must show."""

    theirs: Board
    troop: Troop
    number: int

    @property
    def value(self) -> float:
        """What the shot is worth by chance."""
        return round(chance(self.number) * worth(self.troop.kind), 6)


def legal(step: Firing, firer: Troop, target: Troop, theirs: Board) -> bool:
    """Tell whether a unit may fire at an enemy's in a step."""
    if target.left <= 0 or step == "demolish" or (step == "destruct" and target.kind not in _LANDED):
        return False
    if step == "strike" and firer.kind is Kind.GENNIE and target.kind not in _STRUCK_FIRST:
        return False
    if step == "strike" and firer.kind is Kind.KILSAT and is_with_wilma(target, theirs):
        return False
    return target.space in LINE or step == "commando" or theirs.is_open


def is_with_wilma(target: Troop, theirs: Board) -> bool:
    """Tell whether ships stand beside Wilma Deering."""
    return target.kind in SHIPS and theirs.leaders.get(WILMA) is target.space


def number(shot: tuple[Board, Troop, Board, Troop], extra: int = 0) -> int:
    """Return what the die must show, 2 to 10, or 0 where there is no attack: who fires, with what, at whom, at what.

    ``extra`` is added to the throw.
    """
    mine, firer, theirs, target = shot
    hit_as = Kind.FIGHTER if target.landed else as_fought(target.kind, land=theirs.land)
    base = figures().table.number(as_fought(firer.kind, land=mine.land), hit_as)
    if not base:
        return 0
    base -= extra + _added(mine, firer, "mine") + _added(theirs, target, "theirs")
    if target.space is Space.FIGHTING and target.kind in _LANDED and theirs.works:
        base += COVER
    if target.space is Space.WITHDRAWING:
        base += BEHIND * sum(troop.left for troop in theirs.at((Space.RETREATING,)))
    if mine.first:
        base += UNLOADED * (firer.late - target.late)
    return max(LOWEST, min(base, HIGHEST))


def _added(board: Board, troop: Troop, whose: Literal["mine", "theirs"]) -> int:
    """Return what Leaders add to throws by or at a troop: who stands in its space, or whoever is elsewhere."""
    total = 0
    for name, powers in board.powers.items():
        where = board.leaders.get(name)
        for bonus in powers.mine if whose == "mine" else powers.theirs:
            helps = where is None if bonus.elsewhere else where is troop.space
            fits = (not bonus.kinds or troop.kind in bonus.kinds) and (not bonus.spaces or troop.space in bonus.spaces)
            total += bonus.add * (helps and fits and (not bonus.first or board.first))
    return total


def best(
    step: Firing, mine: Board, firer: Troop, enemies: Sequence[Board], eye: Eye, *, extra: int = 0
) -> Aimed | None:
    """Return the best target: own Factories where they are to be destroyed, else as doctrine says, then by value."""
    if mine.scorches and step in _AT_FACTORIES:
        for troop in mine.troops:
            if troop.kind is Kind.FACTORY and troop.left > 0:
                bonus = extra + _AT_FACTORIES[step]
                return Aimed(mine, troop, number((mine, firer, mine, troop), bonus))
    found: tuple[tuple[float, ...], Aimed] | None = None
    for place, theirs in enumerate(enemies):
        for troop in theirs.troops:
            if not legal(step, firer, troop, theirs) or not _wanted(troop, theirs, eye):
                continue
            aimed = Aimed(theirs, troop, number((mine, firer, theirs, troop), extra))
            if aimed.number:
                rank = _rank(aimed, eye, place)
                found = min(found, (rank, aimed), key=lambda pair: pair[0]) if found else (rank, aimed)
    return found[1] if found else None


def _wanted(troop: Troop, theirs: Board, eye: Eye) -> bool:
    return troop.kind is not Kind.FACTORY or eye.at_factories(theirs.seat)


def _rank(aimed: Aimed, eye: Eye, place: int) -> tuple[float, ...]:
    kind, seat = aimed.troop.kind, aimed.theirs.seat
    tie = TIES.index(kind) if kind in TIES else len(TIES)
    return (float(seat in eye.last), eye.preference(kind, seat), -aimed.value, tie, place)
