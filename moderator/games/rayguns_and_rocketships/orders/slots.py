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
)
from moderator.games.rayguns_and_rocketships.orders.vocabulary import (
    ABILITY_NAMES,
    CARD_NAMES,
    FIGURE_NAMES,
    HEADING_NAMES,
    KIND_NAMES,
    PORT_NAMES,
    POST_NAMES,
    SQUARE_NAMES,
    STAR_NAMES,
)
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.tables import star_map
from moderator.kit.boards.grid import GridPlace
from moderator.kit.slots import Named, Several
from moderator.language.grammar.slots import NUMBER_WORDS, Choice, Number
from moderator.language.grammar.suggest import nearest

_LONGEST = 5
"""Words of a name at most."""
_CIRCUMSTANCE: dict[str, Circumstance] = {what.upper(): what for what in get_args(Circumstance)}


def capitals(choices: Any, **others: str) -> Named[str]:  # noqa: ANN401 - a Literal
    """Return the choice among what a Literal admits, in capitals, and what else they are called."""
    names = {key.upper(): key for key in get_args(choices)}
    return Named(names | {other.replace("_", " "): key for other, key in others.items()}, what="choice")


class Listed(Several):
    """Some things in order, the same perhaps more than once."""

    def __init__(self, one: Choice, count: int) -> None:
        """Declare what there can be several of, and how many an example has."""
        super().__init__(one)
        self._each, self._count = one, count

    def read(self, words: Sequence[str]) -> tuple[tuple[Any, ...], int] | None:
        """Read as many as follow each other."""
        values: list[Any] = []
        at = end = 0
        while at < len(words):
            if values and words[at] in self.joiners:
                at += 1
            elif got := self._each.read(words[at : at + _LONGEST]):
                values.append(got[0])
                at = end = at + got[1]
            else:
                break
        return (tuple(values), end) if values else None

    def example(self, n: int = 0) -> str:
        """Return some of them."""
        return ", ".join(self._each.example(n + at) for at in range(self._count))


class Moves(Listed):
    """Engines and cockpits, one after the other; STEADY is none of them."""

    def read(self, words: Sequence[str]) -> tuple[tuple[Any, ...], int] | None:
        """Read moves, or that there are none."""
        return ((), 1) if words[0] in ("STEADY", "NOTHING", "NONE") else super().read(words)

    def write(self, value: object) -> str:
        """Write moves."""
        return super().write(value) or "STEADY"


class Turns:
    """The Turns of a Round: ``2``, ``2, 3``, ``T1``."""

    what = "turn"
    joiners = frozenset(("AND",))

    def read(self, words: Sequence[str]) -> tuple[tuple[int, ...], int] | None:
        """Read one to three numbers."""
        turns: list[int] = []
        at = end = 0
        while at < len(words):
            word = words[at].removeprefix("T")
            if word in NUMBER_WORDS:
                word = str(NUMBER_WORDS.index(word))
            if word in ("1", "2", "3"):
                turns.append(int(word))
                end = at + 1
            elif word not in self.joiners:
                break
            at += 1
        return (tuple(sorted(set(turns))), end) if turns else None

    def write(self, value: object) -> str:
        """Write numbers."""
        return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer nothing: a digit has no neighbours."""
        del word
        return ()

    def values(self) -> Sequence[str]:
        """Return single turns and two together."""
        return ("1", "2", "3", "2, 3")

    def example(self, n: int = 0) -> str:
        """Return a turn."""
        del n
        return "2"


class Conditions:
    """What must be so: BOARDED, CLEAR, BLASTS 4, TOKENS 3, RANGE 2, LEADING, BEHIND."""

    what = "condition"
    _bare = ("BOARDED", "CLEAR", "LEADING", "BEHIND")
    _counted = ("BLASTS", "TOKENS", "RANGE")

    def read(self, words: Sequence[str]) -> tuple[Condition, int] | None:
        """Read a word, or a word and a number."""
        word = words[0]
        if word in self._bare:
            return Condition(_CIRCUMSTANCE[word]), 1
        if word in self._counted and len(words) > 1:
            number = str(NUMBER_WORDS.index(words[1])) if words[1] in NUMBER_WORDS else words[1]
            if number.isdecimal() and number.isascii() and len(number) <= len("99"):
                return Condition(_CIRCUMSTANCE[word], int(number)), 2
        return None

    def write(self, value: object) -> str:
        """Write it in capitals."""
        if not isinstance(value, Condition):
            return str(value)
        word = value.what.upper()
        return f"{word} {value.number}" if word in self._counted else word

    def near(self, word: str) -> Sequence[str]:
        """Offer words that are nearly written."""
        return tuple(
            found if found in self._bare else f"{found} 3" for found in nearest(word, self._bare + self._counted)
        )

    def values(self) -> Sequence[str]:
        """Return all words."""
        return (*self._bare, *(f"{word} 3" for word in self._counted))

    def example(self, n: int = 0) -> str:
        """Return a condition."""
        return self.values()[n % len(self.values())]


class Spots:
    """Where a figure goes: HOME, NODE F6, a post or square of the own ship, or of a ship that is named."""

    what = "spot"

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
SEAT: Named[str] = Named(dict(zip(SEATS, SEATS, strict=True)), what="seat")
HEADING: Named[str] = Named({heading: heading for heading in HEADINGS} | HEADING_NAMES, what="heading")
FIGURE: Named[str] = Named(FIGURE_NAMES, what="figure")
CARD: Named[str] = Named(CARD_NAMES, what="card")
POST: Named[str] = Named(POST_NAMES, what="post")
PORT: Named[str] = Named(PORT_NAMES, what="port")
AREA: Named[str] = Named(KIND_NAMES | POST_NAMES | SQUARE_NAMES, what="post")
ABILITY: Named[str] = Named(ABILITY_NAMES, what="ability")
HEALED: Named[str] = Named(
    ABILITY_NAMES | {name: name for name in FIGURE_NAMES.values() if name.isdecimal()}, what="ability"
)
TARGET: Named[str] = Named(
    {seat: seat for seat in SEATS} | {word: word for word in (NEAREST, WEAKEST, LEADER, BEST)}, what="target"
)
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
    | {name: name for name in FIGURE_NAMES.values() if name.isdecimal()}
    | {f"GUN {port}": f"GUN {port}" for port in PORT_NAMES.values()},
    what="prey",
)
WRECKED: Named[str] = Named(
    {word: word for word in ("MANNED", "UNMANNED", "BEARING", "WARBOTS")} | PORT_NAMES, what="port"
)
DODGER: Named[str] = Named(
    {"ALL": "ALL", "EVERYBODY": "ALL", "NONE": "NONE", "NOBODY": "NONE"} | FIGURE_NAMES, what="figure"
)
FIND: Named[str] = Named({"GUN": "GUN", "RAYGUN": "GUN", "STAR": "STAR", "STAR CARD": "STAR"} | STAR_NAMES, what="card")
RESERVE = Number(0, 30, most=6)
