"""At which tables the laws of games are tried, and a fingerprint of what is played there.

Run as a program (``python -m tests.support.law_tables``) it prints the fingerprints, to be compared between
processes.
"""

from functools import cache
from typing import Any

from moderator.core.codec import digest
from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, Played, play
from tests.support.example import HEX_DUEL
from tests.support.night_watch import GAME as NIGHT_WATCH

ALL_GAMES: dict[str, AnyGame] = {**GAMES, NIGHT_WATCH.info.key: NIGHT_WATCH, HEX_DUEL.info.key: HEX_DUEL}
"""Every game that the moderator knows, and the small ones of the tests."""

OPTIONS: dict[str, dict[str, tuple[int, dict[str, Any]]]] = {
    "hex-duel": {
        "in fog": (2, {}),
        "by night in fog": (2, {"sight": 0, "hull": 9}),
    },
    "night-watch": {
        "two": (2, {}),
        "four": (4, {"courage": 3}),
        "loud": (3, {"loud": True}),
    },
    "rebel-commander": {
        "skirmish": (2, {"edition": "skirmish"}),
        "one faction": (2, {"max_turns": 12}),
        "three factions": (4, {"max_turns": 10}),
        "six factions": (7, {"max_turns": 5}),
        "fog": (4, {"fog": True, "max_turns": 12}),
        "skirmish in fog": (2, {"edition": "skirmish", "fog": True}),
        "troops occupy": (3, {"occupy": "troops", "max_turns": 8}),
        "letter of the rule": (4, {"imperial_orders": 1, "max_turns": 8}),
    },
    "space-genocide": {
        "two in fog": (2, {"map_size": "small", "turn_limit": 25}),
        "three in fog": (3, {"map_size": "small", "turn_limit": 6}),
        "four in fog": (4, {"map_size": "small", "turn_limit": 5, "terrain": "rich"}),
        "seat after seat in fog": (3, {"tempo": "seats", "map_size": "small", "turn_limit": 8, "symmetry": "exact"}),
        "other settings in fog": (
            2,
            {
                "map_size": "small",
                "turn_limit": 12,
                "bursts": True,
                "combat": "repeated",
                "return_fire": False,
                "carrier_shield": "present",
                "wonders": "each",
                "launches": "planet",
                "rearm": "production",
                "eliminated": "remain",
                "races": "drawn",
                "planet_spacing": 3,
            },
        ),
        "without cards in fog": (2, {"map_size": "small", "turn_limit": 6, "cards": False, "races": "none"}),
    },
    "buck-rogers": {
        "four in fog": (4, {"turn_limit": 1}),
        "two, basic": (2, {"ruleset": "basic", "year": 2, "placement": "free"}),
        "three, seat after seat in fog": (3, {"tempo": "seats", "turn_limit": 1}),
        "phases and options in fog": (
            4,
            {
                "tempo": "phases",
                "turn_limit": 2,
                "order_known": False,
                "gennies_by_home": True,
                "asteroid_gennies_hit": True,
                "slingshot": True,
                "hopping": True,
                "conversion": "fast",
                "subversion": True,
                "one_far_zone": True,
                "free_factories": True,
                "factories_in_space": True,
                "factory_defence": True,
                "majority_control": True,
                "leaderless": True,
                "pick": True,
            },
        ),
        "six at home in fog": (6, {"scenario": "home", "year": 2}),
    },
    "buck-rogers-revised": {
        "four in fog": (4, {"turn_limit": 1}),
        "two in fog": (2, {"end_turn": 2, "colours": 1, "trade": "all", "hand_limit": 1}),
        "three, seat after seat in fog": (3, {"tempo": "seats", "turn_limit": 1}),
        "six, counting down in fog": (
            6,
            {
                "length": "countdown",
                "turn_limit": 2,
                "strike_once": True,
                "first_strike_holds": False,
                "space_combat": "always",
                "pass_through": False,
                "slingshot": False,
                "first_turn_disable": False,
            },
        ),
        "eight with Saturn in fog": (8, {"optional_leaders": True, "turn_limit": 1}),
        "neutral, by phases in fog": (
            4,
            {"tempo": "phases", "turn_limit": 2, "neutral": True, "neutral_command": "uninvolved", "mulligan": False},
        ),
    },
    "rayguns-and-rocketships": {
        "two in fog": (2, {"rounds": 4}),
        "four, turn by turn in fog": (4, {"tempo": "turns", "episode": "hot-cores", "rounds": 2}),
        "three after the princess in fog": (3, {"episode": "princess", "rounds": 3, "ironwill": True}),
        "options in fog": (
            2,
            {
                "episode": "secret-plans",
                "rounds": 3,
                "last_man": True,
                "sides": "drawn",
                "max_star_per_round": 3,
                "star_unmet": "discard",
                "void_blast": "nearest",
                "collision_push": "back",
                "captain_saves_gun": False,
                "fire_out": True,
                "panel_opens": False,
                "requirements": "station",
                "naturals": False,
                "eliminated": "last",
                "blast_supply": 30,
            },
        ),
    },
}
"""Per game the tables by name: how many seats, and the options. A game that is not listed gets one by default."""


def _seats(game: AnyGame, count: int) -> tuple[str, ...]:
    """Return so many seats, those that a match cannot do without first, in the game's order."""
    needed = [spec.name for spec in game.info.seats if not spec.optional]
    free = [spec.name for spec in game.info.seats if spec.optional]
    chosen = [*needed, *free][: max(count, len(needed))]
    return tuple(spec.name for spec in game.info.seats if spec.name in chosen)


def _tables() -> dict[str, Lineup]:
    tables = {}
    for key, game in ALL_GAMES.items():
        for name, (count, options) in OPTIONS.get(key, {"default": (len(game.info.seats), {})}).items():
            tables[f"{key}: {name}"] = Lineup(
                game=game, bots=dict.fromkeys(_seats(game, count), "random"), options=options
            )
    return tables


TABLES = _tables()
"""All tables by name, random bots on every seat."""

LONG = {
    "rebel-commander: six factions",
    "space-genocide: three in fog",
    "space-genocide: four in fog",
    "space-genocide: other settings in fog",
    "rebel-commander: fog",
    "buck-rogers: two, basic",
    "buck-rogers: three, seat after seat in fog",
    "buck-rogers: six at home in fog",
    "buck-rogers: phases and options in fog",
    "buck-rogers-revised: two in fog",
    "buck-rogers-revised: three, seat after seat in fog",
    "buck-rogers-revised: six, counting down in fog",
    "buck-rogers-revised: eight with Saturn in fog",
    "buck-rogers-revised: neutral, by phases in fog",
    "rayguns-and-rocketships: four, turn by turn in fog",
    "rayguns-and-rocketships: three after the princess in fog",
}
"""Tables where each law has much to compare, for ``make proof``: of every game others are tried in every run."""


@cache
def played(name: str) -> Played:
    """Return the match that the laws look at, played once for all of them."""
    return play(TABLES[name], f"laws/{name}", most=60)


def fingerprint(match: Played) -> str:
    """Return what a match comes to: every position, event and throw."""
    return digest(b"laws", [match.start, match.rulings, match.outcome])


if __name__ == "__main__":
    for table in TABLES:
        print(table, fingerprint(played(table)))  # noqa: T201 - a program's output
