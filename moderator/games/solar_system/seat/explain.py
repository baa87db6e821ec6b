"""What HELP tells of units, Leaders, the combat table and planets, as far as it is so in every rule set."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab, tag_of
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.solar_system.board.sky import MARKERS, SLINGS, dot_at
from moderator.games.solar_system.pieces import NOBODY, Kind, Leader
from moderator.games.solar_system.seat.view import Sight
from moderator.games.solar_system.tables import figures
from moderator.kit.explain import Known, in_capitals, matching_keys

KINDS = in_capitals(kind.value for kind in Kind)
PLANETS = in_capitals(MARKERS)
ODDS = ("CHANCE", "TABLE", "COMBAT")

_TURNS_AHEAD = 8


class KindExplained(Struct, frozen=True, tag=kebab):
    """A kind of piece: how far it goes, how many a Factory ``makes`` in how many turns (0: none).

    ``bombed``: Battlers may bomb it. ``paired``: two Factories together make it in one turn.
    """

    kind: Kind
    moves: int
    makes: tuple[int, int]
    bombed: bool
    paired: bool
    fights: bool


class LeaderExplained(Struct, frozen=True, tag=kebab):
    """A Leader, for which seat he acts, and the ``bonus`` that Leaders give; 0: each has a power of his own."""

    leader: Leader
    seat: Seat
    bonus: int


class NumbersExplained(Struct, frozen=True, tag=kebab):
    """What a throw must reach when one kind fires at others; left out is what it cannot hit."""

    kind: Kind
    numbers: tuple[tuple[int, tuple[Kind, ...]], ...]


class PlanetExplained(Struct, frozen=True, tag=kebab):
    """A marker's timetable: the dot of this turn, then of the turns after it."""

    name: str
    turn: int
    dots: tuple[str, ...]
    sling: bool


FACTS = declared_structs(__name__)
"""The facts of this module."""


def leaders(view: Sight, topic: str, known: Known, bonus: int = 0) -> Iterator[LeaderExplained]:
    """Give Leaders, and where they are."""
    people = {leader.name: leader for leader in view.position.leaders}
    for name in matching_keys(topic, "LEADERS", known):
        leader = people.get(name, Leader(name, NOBODY, NOBODY))
        yield LeaderExplained(leader, view.seat_of(leader.colour), bonus)


def numbers(kind: Kind) -> NumbersExplained:
    """Return a row of the table, the easiest targets first."""
    needed = {target: figures().table.number(kind, target) for target in Kind}
    return NumbersExplained(
        kind,
        tuple(
            (number, tuple(target for target in Kind if needed[target] == number))
            for number in sorted(set(needed.values()) - {0})
        ),
    )


def planets(view: Sight, topic: str) -> Iterator[PlanetExplained]:
    """Give the timetables of markers."""
    for name in matching_keys(topic, "PLANETS", PLANETS):
        now, step = view.position.moves, int(view.rules.planets_move)
        dots = tuple(dot_at(name, now + ahead * step) for ahead in range(_TURNS_AHEAD * step + 1))
        yield PlanetExplained(name, view.turn, dots, sling=view.rules.slings and name in SLINGS)


def absent(view: Sight, unplayed: Iterable[type[Order]], of_leaders: Mapping[type[Order], str]) -> tuple[str, ...]:
    """Return the tags of orders that are not played, or that are for Leaders whom the reader has not."""
    some = set(view.own or [colour for own in view.colours for colour in own])
    leaders = {one.name for one in view.position.leaders if some & {one.owner, one.colour}}
    strange = [kind for kind, leader in of_leaders.items() if leaders and leader not in leaders]
    return tuple(map(tag_of, dict.fromkeys((*strange, *unplayed))))
