"""The options of a match: an operator sets them before it begins, and a GM may change some later."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from moderator.core.errors import Problem
from moderator.core.seats import Seat
from moderator.games.space_genocide.faults import GenocideFault
from moderator.games.space_genocide.pieces import SEATS
from moderator.games.space_genocide.tables import COPIES, KINDS, TERRAIN, Size
from moderator.kit.options import faulty_seats, faulty_values, read_options, wrong
from moderator.language.grammar.suggest import nearest

_FEWEST = 2
"""Seats of a match at least."""

_Count = Annotated[int, Meta(ge=0, le=84)]
RaceKey: TypeAlias = Literal[
    "terrans", "hive", "felines", "crustaceans", "simians", "worms", "robots", "orions", "raiders"
]
"""The races of ``data/races.toml``."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Space Genocide, each with the default of the rules or of the game's page.

    What may be unset came in later: unset is how matches were played that began before, and is no part of a position.
    """

    tempo: Literal["rounds", "seats"] = "rounds"
    map_size: Size = "medium"
    symmetry: Literal["none", "exact"] = "none"
    planet_spacing: Annotated[int, Meta(ge=0, le=12)] = 0
    terrain: Literal["none", "sparse", "normal", "rich"] = "normal"
    terrain_kinds: tuple[str, ...] = ()
    gate_cost: Annotated[int, Meta(ge=0, le=9)] = 0
    wonders: Literal["first", "each"] = "first"
    start_ships: _Count = 20
    start_fleet: Annotated[int, Meta(ge=1, le=84)] = 5
    fleets: Annotated[int, Meta(ge=1, le=10)] = 10
    fleet_limit: _Count = 0
    max_ships: _Count = 20
    production: _Count = 4
    blockade: bool = True
    destroyed_return: bool = True
    stop_on_enemies: bool = True
    planet_bonus: bool = True
    planet_bonus_arms: bool = True
    combat: Literal["single", "repeated"] = "single"
    return_fire: bool = True
    carrier_shield: Literal["carried", "present", "none"] = "carried"
    bursts: bool = False
    launches: Literal["ship", "planet"] = "ship"
    launch_past_defenders: bool = True
    rearm: Literal["turn", "production"] = "turn"
    stationary_die: bool = True
    neutral_worlds_count: bool = True
    eliminated: Literal["removed", "remain"] = "removed"
    races: Literal["chosen", "drawn", "none"] = "chosen"
    unique_races: bool = True
    handicaps: dict[RaceKey, _Count] = {}
    cards: bool = True
    start_hand: Annotated[int, Meta(ge=0, le=10)] = 3
    draw: Annotated[int, Meta(ge=0, le=10)] = 1
    hand_limit: Annotated[int, Meta(ge=0, le=42)] = 7
    deck_empty: Literal["reshuffle", "out"] = "reshuffle"
    turn_limit: Annotated[int, Meta(ge=0, le=999)] = 40
    memory: Literal["shown", "watched"] | UnsetType = UNSET
    edges: Literal["cut", "mirrored"] | UnsetType = UNSET
    strewn: Literal["thrown", "widest"] | UnsetType = UNSET
    moves: Literal["seats", "fleets"] | UnsetType = UNSET
    reading: Literal["first", "second"] | UnsetType = UNSET

    @property
    def second(self) -> bool:
        """Whether the rule text is played in its second reading."""
        return self.reading == "second"

    @property
    def idle_lines(self) -> bool:
        """Whether the match began when lines that do nothing were not refused."""
        return self.edges is UNSET


BEGINS: Mapping[str, object] = {
    "memory": "watched",
    "edges": "mirrored",
    "strewn": "widest",
    "moves": "fleets",
    "reading": "second",
    "blockade": False,
}
"""What a match that is made now is given where a match that began before plays otherwise."""


OPTION_HELP: Mapping[str, str] = {
    "tempo": '"rounds": everybody orders at once, a letter a round. "seats": one seat after another, as at the table.',
    "map_size": '"small", "medium" or "large": the board, for the number of seats.',
    "symmetry": '"none": each section gets its planets at random, as the rules say. "exact": all sections are alike.',
    "planet_spacing": "Hexes between a planet and the nearest at set-up. 0: 1D6+2, rolled for each planet.",
    "terrain": '"none", "sparse", "normal" or "rich": how much terrain there is.',
    "terrain_kinds": 'Which kinds of terrain there are, such as ["nebula", "star-gate"]; empty for all.',
    "gate_cost": "How many hexes of movement it costs to pass from one Star Gate to another.",
    "wonders": 'Alien Ruins and a Temporal Nexus give something to the "first" seat that comes, or once to "each".',
    "start_ships": "Ships that each seat draws at the start.",
    "start_fleet": "The most ships a fleet may start with.",
    "fleets": "The most fleets a seat may have.",
    "fleet_limit": "The most ships a fleet may have after the set-up. 0: any number.",
    "max_ships": "The most ships a seat may have by production.",
    "production": "New ships of each seat per turn.",
    "blockade": "true: no new ships at a planet where enemy ships are.",
    "destroyed_return": "true: destroyed and discarded ships go back to the pile. false: they are gone for good.",
    "stop_on_enemies": "true: a fleet must stop where an enemy fleet is.",
    "planet_bonus": "true: ships at one of their own planets have one more attack die and two more defence dice.",
    "planet_bonus_arms": "true: with that attack die even a ship with attack 0 can attack.",
    "combat": '"single": one round of attacks per Engagement Phase. "repeated": until one side is left.',
    "return_fire": "true: all attacks are simultaneous. false: fleets that came this turn fire first.",
    "carrier_shield": '"carried": a ship that carried fighters when the battle began cannot be attacked in it. '
    '"present": nor can any ship with bays while its seat has fighters there. "none": all can be attacked.',
    "bursts": "true: Planet Busters may be fired at ships before the Engagement Phase.",
    "launches": '"ship": every ship at a planet may launch in a turn. "planet": one ship at each planet may.',
    "launch_past_defenders": "true: Planet Busters may be launched while defenders are at the planet.",
    "rearm": 'Planet Busters are replaced at own planets at the beginning of a "turn" or in the "production" phase.',
    "stationary_die": "true: stations and satellites are lost with the planet that they orbit.",
    "neutral_worlds_count": "true: planets that were neutral count when a seat would lose all of a resource.",
    "eliminated": 'Ships and planets of a seat that is out are "removed", or "remain" and defend themselves.',
    "races": 'Races are "chosen" in the first letter, "drawn" by the moderator, or there are "none".',
    "unique_races": "true: no two seats play the same race; seats choose in random order.",
    "handicaps": "Ships that a race may have above the usual maximum, such as { robots = 2 }.",
    "cards": "true: the match is played with the 42 cards.",
    "start_hand": "Cards that each seat begins with.",
    "draw": "Cards that each seat draws at the beginning of a turn.",
    "hand_limit": "How many cards a seat may keep at the end of a turn.",
    "deck_empty": 'When the deck is empty, "reshuffle" the discarded cards, or be "out" of cards.',
    "turn_limit": "The last turn, after which the most planets win, then the most ships; a turn that is already over "
    "means the one in play. 0: no limit.",
    "memory": '"watched": what is remembered of a fleet counts the Planet Busters that everybody saw it use. '
    '"shown": it stays as it was shown.',
    "strewn": '"widest": distances between planets are rolled first, and the widest used first. "thrown": one by one.',
    "moves": 'When everybody orders at once: "fleets" of all seats move in random order, or seat by seat ("seats").',
    "reading": '"second": gifts cost no ship with cargo, Salvage needs no fleet, cards choose the best target,'
    " Lure leads to battle."
    ' "first": as in matches that began before.',
    "edges": 'With exact symmetry, terrain that grows across a section\'s edge is "mirrored" too, or "cut" short.',
}


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, about the seats, and about what cannot be dealt out."""
    problems = [*faulty_seats(seats, SEATS, fewest=_FEWEST), *faulty_values(options, Options)]
    if not problems:
        problems = list(_check_combination(read_options(options, Options), seats))
    return tuple(problems)


def _check_combination(options: Options, seats: Sequence[Seat]) -> list[Problem]:
    """Complain about terrain that there is not, and about more ships than there are counters."""
    known = tuple(TERRAIN)
    problems = [
        wrong(GenocideFault.NO_SUCH_TERRAIN, "terrain_kinds", *nearest(kind, known), kind=kind, known=known)
        for kind in options.terrain_kinds
        if kind not in known
    ]
    counters = COPIES * len(KINDS)
    if options.start_ships * len(seats) > counters:
        problems.append(
            wrong(GenocideFault.TOO_FEW_COUNTERS, "start_ships", count=options.start_ships, counters=counters)
        )
    return problems
