"""What the data files must contain; read once, with complaints that name file and key."""

from functools import cache
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.core.tables import TableError, load
from moderator.games.rayguns_and_rocketships.options import EpisodeKey, Options
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, SEATS, CaptainSide, Node, Post, TokenKind

_PACKAGE = "moderator.games.rayguns_and_rocketships"
_BASIC = 3
"""Basic cards of a deck at least: with them alone a Round can be programmed."""

DIE = 8
"""Sides of every die (d8)."""

EffectKind: TypeAlias = Literal[
    "modify", "shift", "refire", "shot", "jump", "freeze", "permit", "repair", "tokens", "draw", "recruit"
]
AbilityKind: TypeAlias = Literal["tokens", "modify", "permit", "reroll", "steal", "refire", "cleave", "escort"]
Stat: TypeAlias = Literal["gun", "range", "evade", "armour", "ram", "melee", "pistol", "entry", "walk", "hit-me"]
"""A number of the rules that cards and captains change."""

Permit: TypeAlias = Literal["blast-occupied", "walk-blast", "enter-free"]
Step: TypeAlias = Literal["F", "R", "P", "S", "L", "K"]
"""Ahead, back, turn to port, turn to starboard, slip to port, slip to starboard."""


class _Data(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class BoardTable(_Data, frozen=True):
    """A Star Map: planets by node, and the starts by number of players, clockwise."""

    key: str
    name: str
    rows: int
    columns: int
    planets: dict[Node, str]
    starts: dict[int, tuple[Node, ...]]


class Layout(_Data, frozen=True):
    """Where tokens of a kind lie at first, by number of players."""

    key: str
    places: dict[int, tuple[Node, ...]]


class TokenTable(_Data, frozen=True):
    """What a special token is; see ``data/star-map.toml``."""

    count: int
    rock: bool = False
    shots: bool = True
    bump: int = 0
    cost: int = 0
    posts: tuple[str, ...] = ()
    victory: int = 0
    end: int = 0
    begins: str = ""
    cool: int = 0
    blast: int = 0
    radius: int = 0
    walk: int = 0


class StarMapTable(_Data, frozen=True):
    """``data/star-map.toml``."""

    board: tuple[BoardTable, ...]
    layout: tuple[Layout, ...]
    token: dict[TokenKind, TokenTable]


class ShipTable(_Data, frozen=True):
    """A rocketship: its deck plan, the ports with rayguns and the posts of figures unless its player says otherwise."""

    faction: Seat
    full: str
    name: str
    character: str
    plan: str
    guns: tuple[str, ...]
    crew: tuple[Post, ...]


class ShipsTable(_Data, frozen=True):
    """``data/ships.toml``."""

    rayguns: int
    spares: int
    blasts: int
    ship: tuple[ShipTable, ...]


class EffectNote(_Data, frozen=True):
    """When an effect happens, and what it is."""

    at: Literal["reveal", "move", "fire", "crew"]
    about: str


class Card(_Data, frozen=True):
    """A Command card; ``effect`` is there for Star cards alone, with its numbers behind it."""

    name: str
    moves: str
    tokens: int
    star: bool = False
    needs: str = ""
    effect: EffectKind | None = None
    stat: Stat | None = None
    by: int = 0
    whom: Literal["own", "enemy"] = "enemy"
    nodes: int = 0
    turn: int = 0
    way: Literal["towards", "away", "any"] = "any"
    range: int = 0
    guns: int = 0
    dice: int = 0
    hits: int = 0
    crew: int = 0
    what: Literal["ship", "captain", "gun", "blast-occupied", "walk-blast"] = "ship"
    count: int = 0
    gain: int = 0
    steal: int = 0


class DeckTable(_Data, frozen=True):
    """A faction's cards; ``first`` is the Star card that it takes unless its player says otherwise."""

    first: str
    cards: tuple[Card, ...]


class CommandsTable(_Data, frozen=True):
    """``data/commands.toml``."""

    effect: dict[EffectKind, EffectNote]
    stat: dict[Stat, str]
    deck: dict[Seat, DeckTable]


class AbilityNote(_Data, frozen=True):
    """When an ability is used, and what it is."""

    at: Literal["reveal", "always", "roll", "crew", "fire"]
    about: str


class Ability(_Data, frozen=True):
    """An ability of a captain, with its numbers; ``at`` are the posts (kinds, in small letters) that it needs."""

    name: str
    kind: AbilityKind
    gain: int = 0
    stat: Stat | None = None
    by: int = 0
    fixed: int = 0
    who: Literal["self", "adjacent", "crew", "ship"] = "self"
    at: tuple[str, ...] = ()
    what: Permit | None = None
    whose: Literal["own", "enemy"] = "own"
    die: Literal["melee", "any"] = "any"
    per: Literal["turn", "opponent"] = "turn"
    count: int = 0
    guns: int = 0
    crew: int = 0
    cost: int = 0


class CaptainFace(_Data, frozen=True):
    """A side of a captain card."""

    key: CaptainSide
    abilities: tuple[Ability, ...]


class CaptainTable(_Data, frozen=True):
    """A captain card; ``usual`` is the side that lies up unless its player says otherwise."""

    faction: Seat
    name: str
    usual: CaptainSide
    side: tuple[CaptainFace, ...]


class CaptainsTable(_Data, frozen=True):
    """``data/captains.toml``."""

    ability: dict[AbilityKind, AbilityNote]
    captain: tuple[CaptainTable, ...]


class TokenLot(_Data, frozen=True):
    """Tokens of an episode: a kind, and the layout by which they lie (none: with a seat that is drawn)."""

    kind: TokenKind
    layout: str = ""


class Goal(_Data, frozen=True):
    """Something that an episode pays points for; see ``data/episodes.toml``."""

    kind: Literal["install", "visit"]
    points: int
    token: TokenKind | None = None
    node: Node = ""
    carrying: TokenKind | None = None
    rescued: bool = False


class Episode(_Data, frozen=True):
    """A scenario."""

    key: EpisodeKey
    name: str
    board: str
    story: str
    tokens: tuple[TokenLot, ...]
    goals: tuple[Goal, ...]
    rounds: int


class EpisodesTable(_Data, frozen=True):
    """``data/episodes.toml``."""

    target: dict[int, int]
    episode: tuple[Episode, ...]


# ---- read once ----------------------------------------------------------------------------------------------


@cache
def star_map() -> StarMapTable:
    """Return the Star Maps, layouts and tokens."""
    table = load(_PACKAGE, "star-map", StarMapTable)
    for board in table.board:
        for players, starts in board.starts.items():
            must(set(starts) <= set(board.planets), "star-map", f"board {board.key}: starts: a start is no planet")
            must(len(set(starts)) == players, "star-map", f"board {board.key}: starts.{players}: not {players} nodes")
    return table


@cache
def ships() -> ShipsTable:
    """Return the ships."""
    table = load(_PACKAGE, "ships", ShipsTable)
    must(tuple(ship.faction for ship in table.ship) == SEATS, "ships", f"ship: factions must be {', '.join(SEATS)}")
    for ship in table.ship:
        figures = (CAPTAIN, *CREW)
        must(len(set(ship.crew)) == len(ship.crew), "ships", f"ship {ship.faction}: crew: a post twice")
        must(len(ship.crew) == len(figures), "ships", f"ship {ship.faction}: crew: not {len(figures)} posts")
        strange = set(ship.plan) - set("\n .#CPEH<>pso")
        must(not strange, "ships", f"ship {ship.faction}: plan: unknown signs {' '.join(sorted(strange))}")
    return table


@cache
def commands() -> CommandsTable:
    """Return the Command cards."""
    table = load(_PACKAGE, "commands", CommandsTable)
    must(tuple(table.deck) == SEATS, "commands", f"deck: factions must be {', '.join(SEATS)}")
    for seat, deck in table.deck.items():
        names = [card.name for card in deck.cards]
        must(len(set(names)) == len(names), "commands", f"deck {seat}: cards: a name twice")
        stars = {card.name for card in deck.cards if card.star}
        must(deck.first in stars, "commands", f"deck {seat}: first: no such Star card")
        must(len(names) - len(stars) >= _BASIC, "commands", f"deck {seat}: cards: fewer than {_BASIC} without star")
        for card in deck.cards:
            where = f"deck {seat}: card {card.name}"
            must(set(card.moves) <= set("FRPSLK"), "commands", f"{where}: moves: unknown step")
            must(card.star == (card.effect is not None), "commands", f"{where}: effect: for Star cards, and for all")
            must(_needs_are_known(card), "commands", f"{where}: needs: unknown requirement {card.needs}")
    return table


@cache
def captains() -> CaptainsTable:
    """Return the captains."""
    table = load(_PACKAGE, "captains", CaptainsTable)
    must(tuple(one.faction for one in table.captain) == SEATS, "captains", "captain: one for each faction, in order")
    for one in table.captain:
        must(tuple(side.key for side in one.side) == ("A", "B"), "captains", f"captain {one.name}: side: A and B")
    return table


@cache
def episodes() -> EpisodesTable:
    """Return the episodes."""
    table = load(_PACKAGE, "episodes", EpisodesTable)
    boards = {board.key for board in star_map().board}
    layouts = {layout.key for layout in star_map().layout}
    for episode in table.episode:
        where = f"episode {episode.key}"
        must(episode.board in boards, "episodes", f"{where}: board: no such board")
        for lot in episode.tokens:
            must(lot.layout in layouts or not lot.layout, "episodes", f"{where}: tokens: no layout {lot.layout}")
        lots = [layouts_of(lot.layout) for lot in episode.tokens if lot.layout]
        clash = any(set(a[n]) & set(b[n]) for a, b in combinations(lots, 2) for n in a)
        must(not clash, "episodes", f"{where}: tokens: two on one node")
    return table


def must(holds: bool, name: str, what: str) -> None:  # noqa: FBT001 - as an assertion reads
    """Raise a TableError about a file of data, by its name, unless something holds that it is to keep."""
    if not holds:
        raise TableError(f"{_PACKAGE}/data/{name}.toml: {what}")


def _needs_are_known(card: Card) -> bool:
    if not card.star:
        return not card.needs
    place, *more = card.needs.split("+")
    return place in ("cockpit", "panel", "bridge") and set(more) <= {"engine", "gun", "hatch", "captain"}


# ---- by name ------------------------------------------------------------------------------------------------


def layouts_of(key: str) -> dict[int, tuple[Node, ...]]:
    """Return where the tokens of a layout lie, by number of players."""
    return next(layout.places for layout in star_map().layout if layout.key == key)


@cache
def ship_of(seat: Seat) -> ShipTable:
    """Return a faction's ship."""
    return next(ship for ship in ships().ship if ship.faction == seat)


@cache
def cards_of(seat: Seat) -> dict[str, Card]:
    """Return a faction's cards by name, in their order."""
    return {card.name: card for card in commands().deck[seat].cards}


@cache
def basics_of(seat: Seat) -> tuple[str, ...]:
    """Return the cards that a faction always has in hand."""
    return tuple(name for name, card in cards_of(seat).items() if not card.star)


@cache
def stars_of(seat: Seat) -> tuple[str, ...]:
    """Return a faction's Star cards."""
    return tuple(name for name, card in cards_of(seat).items() if card.star)


@cache
def captain_of(seat: Seat) -> CaptainTable:
    """Return a faction's captain."""
    return next(one for one in captains().captain if one.faction == seat)


@cache
def abilities_of(seat: Seat, side: str) -> dict[str, Ability]:
    """Return the abilities of a side of a captain card by name, in card order; none while no side lies up."""
    return {ability.name: ability for face in captain_of(seat).side if face.key == side for ability in face.abilities}


@cache
def episode_of(key: str) -> Episode:
    """Return an episode."""
    return next(episode for episode in episodes().episode if episode.key == key)


def board_of(options: Options) -> BoardTable:
    """Return the Star Map of a match."""
    key = options.board if options.board != "episode" else episode_of(options.episode).board
    return next(board for board in star_map().board if board.key == key)


def target_of(options: Options, players: int) -> int:
    """Return the points that win; 0 where nobody wins by points alone."""
    return 0 if options.last_man else options.target or episodes().target[players]


def last_round(options: Options) -> int:
    """Return the Round after which points decide; 0 for none."""
    return options.rounds or episode_of(options.episode).rounds
