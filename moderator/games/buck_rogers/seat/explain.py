"""What HELP tells of units, Leaders, the combat table, systems and planets, by the rules of the match."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from moderator.core.codec import declared, kebab
from moderator.core.game import Report
from moderator.core.seats import Seat
from moderator.core.topics import find
from moderator.games.buck_rogers.board.control import systems, systems_of
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.sky import MARKERS, SLINGS, dot_at
from moderator.games.solar_system.pieces import NOBODY, UNITS, Kind, Leader
from moderator.games.solar_system.tables import figures
from moderator.kit.explain import asked, explained, in_capitals, names_of

_KINDS = in_capitals(kind.value for kind in Kind)
_LEADERS = {leader.name: (leader.name.upper(), *map(str.upper, leader.aliases)) for leader in figures().leader}
_SYSTEMS = {system.key: tuple(part.upper() for part in system.name.split("/")) for system in figures().system}
_PLANETS = in_capitals(MARKERS)
_ODDS = ("CHANCE", "TABLE", "COMBAT")

TOPICS: Mapping[str, Sequence[str]] = {
    "UNITS": names_of(_KINDS),
    "LEADERS": names_of(_LEADERS),
    "ODDS": _ODDS,
    "SYSTEMS": ("MOON",),
    "PLANETS": names_of(_PLANETS),
}
"""What there is to ask about."""

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


class OtherThrows(Struct, frozen=True, tag=kebab):
    """Throws against a number of their own: bombs, sabotage, raids (0: not played), and subversion (0: not played)."""

    bomb: int
    sabotage: int
    raid: int
    subvert: int
    slings: bool


class SystemExplained(Struct, frozen=True, tag=kebab):
    """A system: its territories by holder, who controls it, what is a majority (0: all), its limit of Factories."""

    system: str
    zones: int
    majority: int
    factories: int
    owner: Seat
    held: tuple[tuple[Seat, int], ...]


class PlanetExplained(Struct, frozen=True, tag=kebab):
    """A marker's timetable: the dot of this turn, then of the turns after it."""

    name: str
    turn: int
    dots: tuple[str, ...]
    sling: bool


FACTS = declared(__name__)
"""The facts of explanations."""


def explain(view: View, topic: str) -> Report:
    """Tell of all things of a sort, or of what a name or the beginning of one name means."""
    return explained(view, topic, TOPICS, _PARTS)


def _units(view: View, topic: str) -> Iterator[Struct]:
    rules, kinds = view.rules, asked(topic, "UNITS", _KINDS)
    bombed = {Kind.TROOPER, Kind.FIGHTER, Kind.TRANSPORT, Kind.FACTORY}
    if view.options.bombard_gennies:
        bombed.add(Kind.GENNIE)
    for kind in map(Kind, kinds):
        makes = figures().unit[kind].makes
        yield KindExplained(
            kind,
            rules.allowance[kind] if kind in UNITS else 0,
            makes,
            bombed=kind in bombed,
            paired=rules.combined_production and makes[1] > 1,
            fights=kind is not Kind.FACTORY and (kind is not Kind.MARKER or rules.markers_fight),
        )
        if len(kinds) == 1 and kind is not Kind.FACTORY:
            yield _numbers(kind)


def _leaders(view: View, topic: str) -> Iterator[Struct]:
    bonus = 0 if view.rules.powers else figures().dice_bonus
    people = {leader.name: leader for leader in view.position.leaders}
    for name in asked(topic, "LEADERS", _LEADERS):
        leader = people.get(name, Leader(name, NOBODY, NOBODY))
        yield LeaderExplained(leader, view.seat_of(leader.colour), bonus)


def _odds(view: View, topic: str) -> Iterator[Struct]:
    if not find(topic, {"ODDS": ("ODDS", *_ODDS)}):
        return
    for kind in Kind:
        if kind is not Kind.FACTORY and (kind is not Kind.MARKER or view.rules.markers_fight):
            yield _numbers(kind)
    own = figures().numbers
    yield OtherThrows(
        own.bomb,
        own.sabotage,
        own.raid if view.rules.commandos else 0,
        own.subvert if view.options.subversion else 0,
        slings=view.options.slingshot,
    )


def _numbers(kind: Kind) -> NumbersExplained:
    """Return a row of the table, the easiest targets first."""
    needed = {target: figures().table.number(kind, target) for target in Kind}
    return NumbersExplained(
        kind,
        tuple(
            (number, tuple(target for target in Kind if needed[target] == number))
            for number in sorted(set(needed.values()) - {0})
        ),
    )


def _systems(view: View, topic: str) -> Iterator[Struct]:
    board, keys = view.forces, asked(topic, "SYSTEMS", _SYSTEMS)
    holders = {zone: view.seat_of(colour) for zone, colour in view.position.held}
    limits = {system.key: system.factories for system in figures().system}
    owners = {key: seat for seat in view.seats for key in systems_of(board, seat)}
    for key, lands, majority in systems(board):
        if key in keys or (key == "luna" and "earth" in keys):
            held = ((seat, sum(holders.get(land, "") == seat for land in lands)) for seat in (*view.seats, ""))
            yield SystemExplained(
                key,
                len(lands),
                majority if view.rules.majority else 0,
                limits.get(key, 0) if view.rules.factory_limits else 0,
                owners.get(key, ""),
                tuple((seat, count) for seat, count in held if count),
            )


def _planets(view: View, topic: str) -> Iterator[Struct]:
    for name in asked(topic, "PLANETS", _PLANETS):
        now, step = view.position.moves, int(view.options.planets_move)
        dots = tuple(dot_at(name, now + ahead * step) for ahead in range(_TURNS_AHEAD * step + 1))
        yield PlanetExplained(name, view.turn, dots, sling=view.options.slingshot and name in SLINGS)


_PARTS: Mapping[str, Callable[[View, str], Iterator[Struct]]] = {
    "units": _units,
    "leaders": _leaders,
    "odds": _odds,
    "systems": _systems,
    "planets": _planets,
}
