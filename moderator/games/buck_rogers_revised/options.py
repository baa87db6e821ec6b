"""What an operator may choose before a match, and a GM in its course."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

Tempo: TypeAlias = Literal["rounds", "phases", "seats"]
Length: TypeAlias = Literal["nine", "countdown", "super", "ultimate"]

_Turns = Annotated[int, Meta(ge=0, le=999)]
_Cards = Annotated[int, Meta(ge=0, le=42)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Buck Rogers (revised house rules); PEET 9.

    0 in ``win_territories``, ``win_planets``, ``colours`` and ``hand``, and None in ``start_stack``, stand for what the
    number of players says; ``board/rulebook`` gives what is in force.
    """

    tempo: Tempo = "rounds"
    length: Length = "nine"
    end_turn: _Turns = 9
    win_territories: _Cards = 0
    win_planets: Annotated[int, Meta(ge=0, le=6)] = 0
    colours: Annotated[int, Meta(ge=0, le=3)] = 0
    neutral: bool = False
    neutral_command: Literal["fewest", "uninvolved"] = "fewest"
    optional_leaders: bool = False
    saturn: bool = True
    pass_card: bool = True
    mulligan: bool = True
    hand: Annotated[int, Meta(ge=0, le=9)] = 0
    hand_limit: _Cards = 5
    trade: Literal["conquerors", "all"] = "conquerors"
    start_stack: Annotated[int, Meta(ge=0, le=99)] | None = None
    first_turn_disable: bool = True
    space_combat: Literal["willing", "always"] = "willing"
    first_strike_holds: bool = True
    strike_once: bool = False
    pass_through: bool = True
    slingshot: bool = True
    sun_links: tuple[str, ...] = ("Me0", "Me1")
    turn_limit: _Turns = 40
    seduce_loaded: bool | UnsetType = UNSET


BEGINS: Mapping[str, object] = {"seduce_loaded": False}
"""What a match that is made now is given."""

OPTION_HELP: Mapping[str, str] = {
    "tempo": '"rounds": one letter a turn. "phases": one for Production, then one for the rest. "seats": as at the '
    "table, colours move one after another.",
    "length": '"nine": the match ends after end_turn. "countdown", "super", "ultimate": it goes on until somebody has '
    "the territories that the victory chit shows, one fewer each turn.",
    "end_turn": 'With length "nine": the last turn, after which the player with the most territories wins. 0: none.',
    "win_territories": "Territories that win at a census. 0: by the number of players.",
    "win_planets": "Whole planets that a winner needs as well. 0: by the number of players.",
    "colours": "Colours of each seat. 0: three with two players, two with three, else one.",
    "neutral": "true, with four players: one planet belongs to a neutral colour.",
    "neutral_command": 'Who chooses the targets of the neutral colour: the seat with the "fewest" territories, or with '
    'the fewest of those "uninvolved" in the battle.',
    "optional_leaders": "true: nine more Leaders. Seven and eight players need it.",
    "saturn": "true: the Saturn Factory is on the board if Prince Tallen plays.",
    "pass_card": "true: before the first turn each player passes a card to the left.",
    "mulligan": "true: players with scattered territories may draw a new hand once.",
    "hand": "Cards in the first hand. 0: seven less the number of players, or one with seven or eight players.",
    "hand_limit": "Cards that a player keeps at the end of a turn.",
    "trade": 'Who may trade two cards for one: "conquerors" of an enemy\'s territory that turn, or "all".',
    "start_stack": "Most units in a zone at set-up. Left out: 6; any number where a seat has several "
    "colours. 0: any number.",
    "first_turn_disable": "true: on turn 1, Factories may be disabled after they have built, and carried off.",
    "space_combat": 'Battles in orbits and on dots are fought by the "willing", or "always".',
    "first_strike_holds": "true: KilSats in the Holding space fire in the First Strike, too.",
    "strike_once": "true: KilSats that fired in the First Strike do not fire in the Holding step of that round.",
    "pass_through": "true: enemies may fire at units that leave their zone.",
    "slingshot": "true: ships may swing around the Sun and the planets.",
    "seduce_loaded": "true: Ardala may take a Transport with its cargo, and takes the fullest. false: only an empty "
    "one.",
    "sun_links": 'The dots beside the Sun: ["Me0", "Me1"].',
    "turn_limit": "The number of the last turn. After it the player with the most territories wins, or the one who "
    "ranks first in a tie. If that turn is past, the match ends with the turn being played. 0: no limit. A lower "
    "end_turn ends a match earlier, unless there is a tie.",
}
