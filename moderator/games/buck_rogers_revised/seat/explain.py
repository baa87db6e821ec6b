"""What HELP tells of units, Leaders, the combat table, the battle board and planets, by the rules of the match."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Report
from moderator.core.seats import Seat
from moderator.core.topics import find
from moderator.games.buck_rogers_revised.board import aim
from moderator.games.buck_rogers_revised.board.census import factions
from moderator.games.buck_rogers_revised.board.deploying import may_stand
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.buck_rogers_revised.seat.check import OF_LEADERS, unplayed
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.zones import NUMBER, home_of
from moderator.games.solar_system.pieces import UNITS, Kind
from moderator.games.solar_system.seat import explain as shared
from moderator.games.solar_system.seat.explain import KINDS, ODDS, PLANETS, KindExplained, numbers
from moderator.games.solar_system.tables import extra
from moderator.games.solar_system.tables import figures as board_figures
from moderator.kit.explain import explanation, in_capitals, matching_keys, names_of

_LEADERS = {
    leader.name: (leader.name.upper(), *map(str.upper, leader.aliases))
    for leader in (*board_figures().leader, *extra().leader)
}
_FIRST = {leader.name: _LEADERS[leader.name] for leader in board_figures().leader}
"""Those whom every match may have."""
_SPACES = in_capitals(space.value for space in Space)
_MARKET = ("BLACK MARKET", "RESOURCES")

TOPICS: Mapping[str, Sequence[str]] = {
    "UNITS": names_of(KINDS),
    "LEADERS": names_of(_LEADERS),
    "ODDS": ODDS,
    "BOARD": ("BATTLE BOARD", *names_of(_SPACES)),
    "MARKET": _MARKET,
    "PLANETS": names_of(PLANETS),
}
"""What there is to ask about."""


class OtherThrows(Struct, frozen=True, tag=kebab):
    """Throws against a number of their own, and what changes the numbers of the table."""

    bomb: int
    cover: int
    behind: int
    unloaded: int
    point: int
    slings: bool


class SpaceExplained(Struct, frozen=True, tag=kebab):
    """A space of the battle board: who may stand there. What it is for stands in the words."""

    space: Space
    kinds: tuple[Kind, ...]


class MarketExplained(Struct, frozen=True, tag=kebab):
    """What the Black Market asks for a unit, or for the half of a large one, and the number of colours in the match."""

    prices: tuple[tuple[Kind, int], ...]
    colours: int


class PlanetCounted(Struct, frozen=True, tag=kebab):
    """A planet as the census counts it: its zones by holder, its bonus and limit of active Factories (0: none)."""

    name: str
    zones: int
    worth: int
    held: tuple[tuple[Seat, int], ...]


FACTS: tuple[type[Struct], ...] = (*shared.FACTS, *declared_structs(__name__))
"""The facts of explanations."""


def explain(view: View, topic: str) -> Report:
    """Tell of all things of a sort, or of what a name or the beginning of one name means."""
    return explanation(view, topic, TOPICS, _PARTS)


def _units(view: View, topic: str) -> Iterator[Struct]:
    kinds = matching_keys(topic, "UNITS", KINDS)
    for kind in map(Kind, kinds):
        makes = figures().makes.get(kind, (0, 0))
        moves = view.rules.allowance[kind] if kind in UNITS else 0
        fights = kind is not Kind.FACTORY
        yield KindExplained(kind, moves, makes, bombed=kind in view.rules.bombed, paired=makes[1] > 1, fights=fights)
        if len(kinds) == 1 and fights:
            yield numbers(kind)


def _leaders(view: View, topic: str) -> Iterator[Struct]:
    """Tell of all Leaders that the match may have, and of any by name."""
    few = find(topic, {"LEADERS": ("LEADERS",)}) and not view.options.optional_leaders
    return shared.leaders(view, topic, _FIRST if few else _LEADERS)


def absent(view: View) -> tuple[str, ...]:
    """Return the tags of orders that an option switches off, or that are for Leaders whom the reader has not."""
    return shared.absent(view, unplayed(view.options), OF_LEADERS)


def _odds(view: View, topic: str) -> Iterator[Struct]:
    if find(topic, {"ODDS": ("ODDS", *ODDS)}):
        yield from (numbers(kind) for kind in Kind if kind is not Kind.FACTORY)
        yield OtherThrows(
            board_figures().numbers.bomb,
            aim.COVER,
            aim.BEHIND,
            aim.UNLOADED,
            -aim.POINT,
            slings=view.options.slingshot,
        )


def _board(view: View, topic: str) -> Iterator[Struct]:
    del view
    if find(topic, {"BOARD": ("BOARD", "BATTLE BOARD")}):
        topic = "BOARD"
    for space in map(Space, matching_keys(topic, "BOARD", _SPACES)):
        yield SpaceExplained(space, tuple(kind for kind in Kind if may_stand(kind, space)))


def _market(view: View, topic: str) -> Iterator[Struct]:
    if find(topic, {"MARKET": ("MARKET", *_MARKET)}):
        yield MarketExplained(tuple(figures().price.items()), factions(view.forces))


def _planets(view: View, topic: str) -> Iterator[Struct]:
    yield from shared.planets(view, topic)
    forces = view.forces
    for name in matching_keys(topic, "PLANETS", {planet.name: (planet.name.upper(),) for planet in figures().planet}):
        planet = next(planet for planet in figures().planet if planet.name == name)
        zones = [NUMBER[zone] for zone in home_of(planet.body)]
        held = ((seat, sum(forces.holder(at) == seat for at in zones)) for seat in forces.seats)
        yield PlanetCounted(name, len(zones), planet.worth, tuple(pair for pair in held if pair[1]))


_PARTS: Mapping[str, Callable[[View, str], Iterator[Struct]]] = {
    "units": _units,
    "leaders": _leaders,
    "odds": _odds,
    "board": _board,
    "market": _market,
    "planets": _planets,
}
