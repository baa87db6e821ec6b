"""How gaps are read and written: cards, figures, posts, places, spots, conditions, turns."""

from collections.abc import Sequence
from typing import Any, get_args

from moderator.games.rayguns_and_rocketships.board.compass import HEADINGS, ROWS
from moderator.games.rayguns_and_rocketships.orders.phrases import (
    BEST,
    LEADER,
    NEAREST,
    WEAKEST,
    Circumstance,
    Condition,
    Spot,
    Use,
)
from moderator.games.rayguns_and_rocketships.orders.vocabulary import (
    ABILITY_NAMES,
    CARD_NAMES,
    FIGURE_NAMES,
    HEADING_NAMES,
    KIND_NAMES,
    LEFT_AND_RIGHT,
    PORT_NAMES,
    POST_NAMES,
    SHORT_CARDS,
    SQUARE_NAMES,
    STAR_NAMES,
)
from moderator.games.rayguns_and_rocketships.pieces import CREW, SEATS
from moderator.games.rayguns_and_rocketships.tables import star_map
from moderator.kit.boards.grid import GridPlace
from moderator.kit.slots import Named, Several
from moderator.language.grammar.slots import NUMBER_WORDS, Choice, Number

_COUNT = Number(0, 99)
_CIRCUMSTANCE: dict[str, Circumstance] = {what.upper(): what for what in get_args(Circumstance)}


def capitals(choices: Any, **others: str) -> Named[str]:  # noqa: ANN401 - a Literal
    """Return the choice among what a Literal admits, in capitals, and what else they are called."""
    names = {key.upper(): key for key in get_args(choices)}
    return Named(names | {other.replace("_", " "): key for other, key in others.items()}, noun="choice")


class Turns(Several):
    """The Turns of a Round, in their order: ``2``, ``2, 3``, ``T1``."""

    def __init__(self) -> None:
        """Know the numbers."""
        numbers = {name: turn for turn in (1, 2, 3) for name in (str(turn), f"T{turn}", NUMBER_WORDS[turn])}
        super().__init__(Named(numbers, noun="turn"), shown=1)

    def read(self, words: Sequence[str]) -> tuple[tuple[int, ...], int] | None:
        """Read one to three numbers."""
        got = super().read(words)
        return None if got is None else (tuple(sorted(got[0])), got[1])


class Cards(Named[str]):
    """Cards; a bare side may be any of those that end with it."""

    def near(self, word: str) -> Sequence[str]:
        """Offer cards that are nearly written, or those of a side."""
        side = {"LEFT": "PORT", "RIGHT": "STARBOARD"}.get(word, word)
        turns = tuple(name for name in self.choices if name.upper() in (f"TURN {side}", f"BANK {side}"))
        return turns or super().near(word)


class Conditions(Choice):
    """What must be so: BOARDED, CLEAR, BLASTS 4, TOKENS 3, RANGE 2, LEADING, BEHIND."""

    _counted = ("BLASTS", "TOKENS", "RANGE")

    def __init__(self) -> None:
        """Know the words, and a number for an example of those that need one."""
        bare = tuple(word for word in _CIRCUMSTANCE if word not in self._counted)
        super().__init__((*bare, *(f"{word} 3" for word in self._counted)), noun="condition")

    def read(self, words: Sequence[str]) -> tuple[Any, int] | None:
        """Read a word, or a word and a number."""
        what = _CIRCUMSTANCE.get(words[0])
        if what and words[0] not in self._counted:
            return Condition(what), 1
        number = _COUNT.read(words[1:]) if what and len(words) > 1 else None
        return (Condition(what, number[0]), 2) if what and number else None

    def write(self, value: object) -> str:
        """Write it in capitals."""
        if not isinstance(value, Condition):
            return str(value)
        word = value.what.upper()
        return f"{word} {value.number}" if word in self._counted else word


class Spots:
    """Where a figure goes: HOME, NODE F6, a post or square of the own ship, or of a ship that is named."""

    noun = "spot"

    def read(self, words: Sequence[str]) -> tuple[Spot, int] | None:
        """Read a spot; a bare ``F6`` is a node."""
        if words[0] == "HOME":
            return Spot("home"), 1
        if got := AREA.read(words):
            return Spot("aboard", got[0]), got[1]
        skipped = int(words[0] == "NODE")
        if len(words) > skipped and (node := NODE.read(words[skipped:])):
            return Spot("node", node[0]), node[1] + skipped
        ship = SEAT.read(words)
        if ship and len(words) > ship[1] and (got := AREA.read(words[ship[1] :])):
            return Spot("aboard", got[0], ship[0]), got[1] + ship[1]
        return None

    def write(self, value: object) -> str:
        """Write a spot."""
        if not isinstance(value, Spot):
            return str(value)
        if value.kind == "aboard":
            return f"{value.seat} {AREA.write(value.name)}".lstrip()
        return f"NODE {value.name}" if value.kind == "node" else "HOME"

    def near(self, word: str) -> Sequence[str]:
        """Offer posts and nodes that are nearly written."""
        return AREA.near(word) or NODE.near(word)

    def values(self) -> Sequence[str]:
        """Return home, posts and nodes."""
        return ("HOME", *POST.values(), *(f"NODE {node}" for node in NODE.values()))

    def example(self, n: int = 0) -> str:
        """Return a post."""
        return ("HATCH", "NODE F6", "HOME")[n % 3]


_COLUMNS = tuple(map(str, range(1, max(board.columns for board in star_map().board) + 1)))
NODE = GridPlace(ROWS[: max(board.rows for board in star_map().board)], _COLUMNS)
_SHIPS = {name: seat for seat in SEATS for name in (seat, f"{seat}'s", f"{seat}'")}
"""Seats, also as the owners of something: "Zard's guns"."""
SEAT: Named[str] = Named(_SHIPS, noun="seat")
HEADING: Named[str] = Named({heading: heading for heading in HEADINGS} | HEADING_NAMES, noun="heading")
FIGURE: Named[str] = Named(FIGURE_NAMES, noun="figure")
CARD: Named[str] = Cards(CARD_NAMES | LEFT_AND_RIGHT | SHORT_CARDS, noun="card")
POST: Named[str] = Named(POST_NAMES, noun="post")
PORT: Named[str] = Named(PORT_NAMES, noun="port")
AREA: Named[str] = Named(KIND_NAMES | POST_NAMES | SQUARE_NAMES, noun="post")
ABILITY: Named[str] = Named(ABILITY_NAMES, noun="ability")
HEALED: Named[str] = Named(
    ABILITY_NAMES | {name: number for name, number in FIGURE_NAMES.items() if number in CREW}, noun="ability"
)
TARGET: Named[str] = Named(_SHIPS | {word: word for word in (NEAREST, WEAKEST, LEADER, BEST)}, noun="target")
PREY: Named[str] = Named(
    {
        "CAPTAIN": "CAPTAIN",
        "CREW": "CREW",
        "GUNS": "GUN",
        "GUN": "GUN",
        "RAYGUNS": "GUN",
        "WARBOTS": "WARBOT",
        "WARBOT": "WARBOT",
        "CORES": "CORE",
        "CORE": "CORE",
        "PRINCESS": "PRINCESS",
    }
    | dict(zip(CREW, CREW, strict=True))
    | {f"GUN {port}": f"GUN {port}" for port in PORT_NAMES.values()},
    noun="prey",
)
_WRECKED = ("MANNED", "UNMANNED", "BEARING", "WARBOTS")
WRECKED: Named[str] = Named(
    {word: word for word in _WRECKED}
    | {f"{word} {guns}": word for word in _WRECKED[:-1] for guns in ("GUN", "GUNS", "RAYGUNS", "ONES")}
    | PORT_NAMES,
    noun="port",
)
DODGER: Named[str] = Named(
    {
        "ALL": "ALL",
        **dict.fromkeys(("EVERYBODY", "EVERYONE", "ALWAYS"), "ALL"),
        "NONE": "NONE",
        **dict.fromkeys(("NOBODY", "NEVER"), "NONE"),
    }
    | FIGURE_NAMES,
    noun="figure",
)
FIND: Named[str] = Named(
    {"GUN": "GUN", "RAYGUN": "GUN", "GUNS": "GUN", "RAYGUNS": "GUN", "STAR": "STAR", "STAR CARD": "STAR"} | STAR_NAMES,
    noun="card",
)
USE: Named[str] = capitals(
    Use,
    EXTINGUISHING="extinguish",
    FIRES="extinguish",
    SEARCHING="search",
    SEARCHES="search",
    HEALING="heal",
    MOVING="move",
    ATTACKING="attack",
    ATTACKS="attack",
    COOLING="cool",
)
RESERVE = Number(0, 30, most=6)
