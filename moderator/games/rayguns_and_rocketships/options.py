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
    "target_when": 'When the target wins: after the "phase", for the seat with most points then, or at "once".',
    "rounds": "The Round after which points decide. 0: as the episode says (most go on until somebody has won).",
    "idle_rounds": "The match ends after this many Rounds without a point, and points decide. 0: never.",
    "last_man": "true: no target; you play until only one seat has figures left.",
    "ironwill": "true: a crew member can take two hits; the first wounds them.",
    "sides": 'The side of each captain card is "chosen" in secret or "drawn".',
    "max_star_per_round": "How many of the three cards of a Round may be Star cards: 1, 2 or 3.",
    "star_unmet": 'Where a Star card goes whose requirement is not met: to the "hand", or "discard", without a point.',
    "void_blast": 'Who places the Blast when a ship runs off the map: the "first" player (the next one, if it '
    'is their ship), the "nearest" enemy, or "own": the first player, even on their own ship.',
    "collision_push": 'A rammed ship goes "ahead" of the rammer, or "back" against its own heading.',
    "captain_saves_gun": "true: a captain at a raygun can take the hit for it. false: the raygun is lost as well.",
    "fire_out": "true: pistols fire from airlocks into space.",
    "panel_opens": "true: nobody pays to leave their own ship while its panel is manned.",
    "requirements": 'Warbots and cores at work meet "all" requirements of Star cards, or those of their "station".',
    "naturals": "true: when something changes a throw, an 8 still always hits and a 1 never does.",
    "eliminated": 'A seat without figures "keeps" the place that its points give, or comes "last".',
    "blast_supply": "Blast markers in the box: 0 for any number, or 30.",
}
