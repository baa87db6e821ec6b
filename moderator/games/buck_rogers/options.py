"""What an operator may choose before a match, and a GM in its course."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from moderator.games.solar_system.tables import MoveTable

Ruleset: TypeAlias = Literal["basic", "advanced"]
Tempo: TypeAlias = Literal["rounds", "phases", "seats"]
Scenario: TypeAlias = Literal["none", "display", "earth-mars", "leaders", "home"]

_Turns = Annotated[int, Meta(ge=0, le=999)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Buck Rogers (compressed rules).

    None stands for what ``ruleset`` says, or the number of players; ``board/rulebook`` gives what is in force.
    """

    ruleset: Ruleset = "advanced"
    tempo: Tempo = "rounds"
    turn_order: Literal["roll", "cards"] | None = None
    order_known: bool = True
    move_table: MoveTable | None = None
    swift_transports: bool = False
    foot_two: bool = False
    pass_through: bool | None = None
    retreat: bool | None = None
    surrender: bool | None = None
    commandos: bool | None = None
    markers_fight: bool | None = None
    factory_limits: bool | None = None
    combined_production: bool | None = None
    leaders: Literal["bonus", "powers"] | None = None
    leader_lost: Literal["removed", "captive"] | None = None
    inert: bool = True
    placement: Literal["three", "one", "free"] = "three"
    build_anywhere: bool = False
    leaderless: bool = False
    gennies_by_home: bool = False
    asteroid_gennies_hit: bool = False
    majority_control: bool | None = None
    one_far_zone: bool = False
    slingshot: bool = False
    hopping: bool = False
    walk_after_drop: bool = False
    factory_defence: bool = False
    free_factories: bool = False
    factories_in_space: bool = False
    conversion: Literal["none", "standard", "fast"] = "none"
    subversion: bool = False
    scenario: Scenario = "none"
    pick: bool = False
    planets_move: bool = True
    win_zones: Annotated[int, Meta(ge=0, le=42)] = 0
    year: _Turns = 8
    start_stack: Annotated[int, Meta(ge=0, le=99)] | None = None
    bombard_gennies: bool = False
    bombard_from: Literal["orbit", "near"] = "orbit"
    second_factory: Literal["idle", "both-idle"] = "idle"
    sun_links: tuple[str, ...] = ("Me0", "Me1")
    seduce_reach: Annotated[int, Meta(ge=0, le=99)] = 0
    turn_limit: _Turns = 40
    kilsat_elevator: bool | UnsetType = UNSET


BEGINS: Mapping[str, object] = {"kilsat_elevator": True}
"""What a match that is made now is given."""

OPTION_HELP: Mapping[str, str] = {
    "ruleset": '"advanced" or "basic": the rules as a whole. You can also set each option that depends on it.',
    "tempo": '"rounds": one letter a turn. "phases": one each for movement, battles and building. "seats": as at the '
    "table, players move one after another.",
    "turn_order": '"roll": dice decide it in the open. "cards": secret numbers. Left out: by the ruleset.',
    "order_known": "true: the turn order is drawn before players write orders. false: afterwards.",
    "move_table": '"flat": ships move 4. "advanced": Fighters 5, Battlers 4, Transports 3. "balanced": Battlers 5, '
    "Fighters 4, Transports 3. Left out: by the ruleset.",
    "swift_transports": "true: Transports move 4, whatever the table says.",
    "foot_two": "true: Troopers move 2.",
    "pass_through": "Ships may be fired at as they fly past or leave. Left out: in the advanced rules.",
    "retreat": "Units may leave a battle after a round. Left out: in the advanced rules.",
    "surrender": "Forces may change sides by agreement. Left out: in the advanced rules.",
    "commandos": "Troopers and Gennies may raid Factories. Left out: in the advanced rules.",
    "markers_fight": "Control Markers fight and must be defeated. Left out: in the advanced rules.",
    "factory_limits": "Each system has a limit of Factories. Left out: in the advanced rules.",
    "combined_production": "Two neighbouring Factories make a two-turn unit in one turn. Left out: in the advanced "
    "rules.",
    "leaders": '"bonus": +2 to the throws of units beside a Leader. "powers": each has a power of his own. Left out: '
    "by the ruleset.",
    "leader_lost": 'What becomes of a defeated Leader: "removed" or "captive" for two turns. Left out: by the ruleset.',
    "inert": "true: a colour whose only Leader is removed, or dies with Ardala's victim, loses the rest of the turn "
    "and the next one.",
    "placement": 'At set-up players place "three" units at a time in a zone, "one" at a time, or three "free" in any '
    "zones.",
    "build_anywhere": "true: new units appear in any zone of their owner, and any two Factories work together.",
    "leaderless": "true: nobody begins with a Leader; each comes to the player who controls his home.",
    "gennies_by_home": "true: Gennies of each system have an ability of their own.",
    "asteroid_gennies_hit": "true, with gennies_by_home: Gennies of the asteroids and Battlers hit each other on 9.",
    "majority_control": "true: a player controls a system by holding most of it. Left out: in the scenarios that say "
    "so.",
    "one_far_zone": "true: a planet's marker and its Far Orbit are one zone.",
    "slingshot": "true: ships may swing around the Sun and the planets.",
    "hopping": "true: cargo may change from Transport to Transport.",
    "walk_after_drop": "true: Troopers may move one zone after they are put down.",
    "factory_defence": "true: Troopers and Gennies beside a Factory of theirs are harder to hit by 1.",
    "free_factories": "true: the first player to control a system gets a Factory.",
    "factories_in_space": "true: a Factory aboard a Transport makes a Fighter a turn.",
    "conversion": 'Which units players may turn into others before moves: "none", "standard", "fast".',
    "subversion": "true: enemies may win over a Leader who is left alone.",
    "scenario": '"none", "display" (three systems win), "earth-mars", "leaders", "home".',
    "pick": "true: scenario 4: a Leader, two Factories and 17 units that the player chooses.",
    "planets_move": "false: scenario 5: planets stay where they are.",
    "win_zones": "Territories that win at the end of a turn. 0: 25, 20 or 15 with two, three or more players.",
    "year": "The turn after which the player with the most territories wins. 0: none.",
    "start_stack": "Most units in a zone at set-up. Left out: 6; any number with two or three players, "
    "or with pick. 0: any number.",
    "bombard_gennies": "true: Battlers may bomb Gennies too.",
    "bombard_from": '"orbit": Battlers bomb from Near Orbits, and territories without one from the orbit beside them. '
    '"near": only from Near Orbits.',
    "second_factory": 'Of two Factories in a zone the second is "idle", or both are ("both-idle").',
    "sun_links": 'The dots beside the Sun: ["Me0", "Me1"].',
    "kilsat_elevator": "true: a KilSat over Mars needs the Space Elevator too. false: only the five territories of the "
    "surface.",
    "seduce_reach": "How many zones from Ardala units may be for her to steal them. 0: anywhere.",
    "turn_limit": "The number of the last turn. After it the player with the most territories wins, or the one who "
    "ranks first in a tie. If that turn is past, the match ends with the turn being played. 0: no limit. A lower year "
    "ends a match earlier, unless there is a tie.",
}
