"""What HELP tells of units, Leaders, the combat table, systems and planets, by the rules of the match."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Report
from moderator.core.seats import Seat
from moderator.core.topics import find
from moderator.games.buck_rogers.seat.check import OF_LEADERS, unplayed
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.pieces import UNITS, Kind
from moderator.games.solar_system.seat import explain as shared
from moderator.games.solar_system.seat.explain import KINDS, ODDS, PLANETS, KindExplained, numbers, planets
from moderator.games.solar_system.tables import figures
from moderator.kit.explain import explanation, matching_keys, names_of

_LEADERS = {leader.name: (leader.name.upper(), *map(str.upper, leader.aliases)) for leader in figures().leader}
_SYSTEMS = {system.key: tuple(part.upper() for part in system.name.split("/")) for system in figures().system}

TOPICS: Mapping[str, Sequence[str]] = {
    "UNITS": names_of(KINDS),
    "LEADERS": names_of(_LEADERS),
    "ODDS": ODDS,
    "SYSTEMS": ("MOON",),
    "PLANETS": names_of(PLANETS),
}
"""What there is to ask about."""


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


FACTS: tuple[type[Struct], ...] = (*shared.FACTS, *declared_structs(__name__))
"""The facts of explanations."""


def explain(view: View, topic: str) -> Report:
    """Tell of all things of a sort, or of what a name or the beginning of one name means."""
    return explanation(view, topic, TOPICS, _PARTS)


def _units(view: View, topic: str) -> Iterator[Struct]:
    rules, kinds = view.rules, matching_keys(topic, "UNITS", KINDS)
    for kind in map(Kind, kinds):
        makes = figures().unit[kind].makes
        yield KindExplained(
            kind,
            rules.allowance[kind] if kind in UNITS else 0,
            makes,
            bombed=kind in rules.bombed,
            paired=rules.combined_production and makes[1] > 1,
            fights=kind is not Kind.FACTORY and (kind is not Kind.MARKER or rules.markers_fight),
        )
        if len(kinds) == 1 and kind is not Kind.FACTORY:
            yield numbers(kind)


def _leaders(view: View, topic: str) -> Iterator[Struct]:
    return shared.leaders(view, topic, _LEADERS, 0 if view.rules.powers else figures().dice_bonus)


def _odds(view: View, topic: str) -> Iterator[Struct]:
    if not find(topic, {"ODDS": ("ODDS", *ODDS)}):
        return
    for kind in Kind:
        if kind is not Kind.FACTORY and (kind is not Kind.MARKER or view.rules.markers_fight):
            yield numbers(kind)
    own = figures().numbers
    yield OtherThrows(
        own.bomb,
        own.sabotage,
        own.raid if view.rules.commandos else 0,
        own.subvert if view.options.subversion else 0,
        slings=view.options.slingshot,
    )


def _systems(view: View, topic: str) -> Iterator[Struct]:
    board, keys = view.forces, matching_keys(topic, "SYSTEMS", _SYSTEMS)
    holders = {zone: view.seat_of(colour) for zone, colour in view.position.held}
    limits = {system.key: system.factories for system in figures().system}
    owners = {key: seat for seat in view.seats for key in board.systems_of(seat)}
    for key, lands, majority in board.systems():
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


_PARTS: Mapping[str, Callable[[View, str], Iterator[Struct]]] = {
    "units": _units,
    "leaders": _leaders,
    "odds": _odds,
    "systems": _systems,
    "planets": planets,
}


def absent(view: View) -> tuple[str, ...]:
    """Return the tags of orders that an option switches off, or that are for Leaders whom the reader has not.

    Before the first turn nobody knows whom the wishes will bring.
    """
    return shared.absent(view, unplayed(view), OF_LEADERS if view.turn else {})
