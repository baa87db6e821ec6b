"""What an operator may choose before a match, and a GM in its course."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Tempo: TypeAlias = Literal["rounds", "turns"]
EpisodeKey: TypeAlias = Literal["open-space", "shattered-moon", "scrap-run", "hot-cores", "princess", "secret-plans"]

_Count = Annotated[int, Meta(ge=0, le=99)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Rayguns and Rocketships (BY-MAIL 12); 0 in ``target`` and ``rounds`` is what the data say."""

    tempo: Tempo = "rounds"
    episode: EpisodeKey = "open-space"
    board: Literal["episode", "small", "large"] = "episode"
    target: _Count = 0
    target_when: Literal["phase", "once"] = "phase"
    rounds: _Count = 0
    idle_rounds: _Count = 0
    last_man: bool = False
    ironwill: bool = False
    sides: Literal["chosen", "drawn"] = "chosen"
    max_star_per_round: Annotated[int, Meta(ge=1, le=3)] = 1
    star_unmet: Literal["hand", "discard"] = "hand"
    void_blast: Literal["first", "nearest", "own"] = "first"
    collision_push: Literal["ahead", "back"] = "ahead"
    captain_saves_gun: bool = True
    fire_out: bool = False
    panel_opens: bool = True
    requirements: Literal["all", "station"] = "all"
    naturals: bool = True
    eliminated: Literal["keeps", "last"] = "keeps"
    blast_supply: Literal[0, 30] = 0


OPTION_HELP: Mapping[str, str] = {
    "tempo": '"rounds": one letter for a Round of three Turns. "turns": a letter for each Turn, once its card is up.',
    "episode": '"open-space" (the basic game), "shattered-moon", "scrap-run", "hot-cores", "princess", "secret-plans".',
    "board": 'The Star Map: "episode" for the episode\'s own, or "small" or "large", which have no special tokens.',
    "target": "Points that win. 0: 12, 16 or 20 with two, three or four players.",
    "target_when": 'Who has the target wins after the "phase", with most points, or at "once", the first to reach it.',
    "rounds": "The Round after which points decide. 0: as the episode says (most go on until somebody has won).",
    "idle_rounds": "So many Rounds without a point end the match, and points decide. 0: never.",
    "last_man": "true: no target, play until one seat has figures left.",
    "ironwill": "true: crew members take two hits; the first lays them down.",
    "sides": 'The side of each captain card is "chosen" in secret or "drawn".',
    "max_star_per_round": "How many of the three cards of a Round may be Star cards: 1, 2 or 3.",
    "star_unmet": 'A Star card whose requirement is not met goes to the "hand", or "discard": without a point.',
    "void_blast": 'Who puts the Blast on a ship in the void: the "first" player or the next, the "nearest" enemy, or '
    '"own": the first player, on his own ship, too.',
    "collision_push": 'A rammed ship goes "ahead" of the rammer, or "back" against its own heading.',
    "captain_saves_gun": "true: a captain who mans a raygun may take the hit for it. false: the gun is lost as well.",
    "fire_out": "true: pistols fire from airlocks into space.",
    "panel_opens": "true: with a manned control panel nobody pays to leave his ship.",
    "requirements": 'Tokens that man posts meet "all" requirements of Star cards, or those of their "station" alone.',
    "naturals": "true: where something changes a throw, an 8 always hits and a 1 never does.",
    "eliminated": 'Who has no figures left "keeps" the place that points give, or comes "last".',
    "blast_supply": "Blast markers in the box: 0 for any number, or 30.",
}
