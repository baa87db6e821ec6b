"""A position to work on: what stands where, who mans what, and what cards and captains add.

The rules play a Turn on one (``rules.table.Table``), a seat looks at one (``View.field``). Pieces are frozen: a change
puts another value in the place of the old one.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.adjacency import are_beside
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.stars import StarMap, stars
from moderator.games.rayguns_and_rocketships.board.steps import Sky
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.pieces import (
    CAPTAIN,
    FIGURES,
    PRINCESS,
    Figure,
    Node,
    Position,
    Post,
    Ship,
    Side,
    Square,
    Token,
    Who,
)
from moderator.games.rayguns_and_rocketships.tables import Ability, Permit, Stat, abilities_of, cards_of, star_map

Lack: TypeAlias = Literal["ship", "cockpit", "panel", "bridge", "engine", "gun", "hatch", "captain"]
"""What of a Star card's requirement is not met; ``ship``: the seat has none."""


class Field:
    """Ships, figures, special tokens and what lies open before the seats, by seat, name or key.

    ``stats``, ``permits`` and ``frozen`` are what Star cards do until the Turn ends; between steps they are empty.
    """

    def __init__(self, options: Options, seats: Sequence[Seat], position: Position) -> None:
        """Lay out a position."""
        self.options, self.seats = options, tuple(seats)
        self.stars: StarMap = stars(options)
        self.ships: dict[Seat, Ship] = {ship.seat: ship for ship in position.ships}
        self.figures: dict[Who, Figure] = {figure.who: figure for figure in position.figures}
        self.tokens: dict[str, Token] = {token.key: token for token in position.tokens}
        self.sides: dict[Seat, Side] = dict(zip(self.seats, position.sides, strict=True))
        self.first, self.spares, self.captor = position.first, position.spares, position.captor
        self.stats: dict[tuple[Seat, Stat], int] = {}
        self.permits: set[tuple[Seat, Permit]] = set()
        self.frozen: set[Who] = set()

    def position(self) -> Position:
        """Return what stands now, in the order in which a position keeps it."""
        return Position(
            ships=tuple(self.ships[seat] for seat in self.seats if seat in self.ships),
            figures=tuple(self.figures_of(*self.seats)),
            sides=tuple(self.sides[seat] for seat in self.seats),
            tokens=tuple(self.tokens.values()),
            first=self.first,
            spares=self.spares,
            captor=self.captor,
        )

    # ---- changes ------------------------------------------------------------------------------------------

    def set_ship(self, seat: Seat, **changes: Any) -> None:  # noqa: ANN401 - fields of Ship
        """Change a ship."""
        self.ships[seat] = replace(self.ships[seat], **changes)

    def set_figure(self, who: Who, **changes: Any) -> None:  # noqa: ANN401 - fields of Figure
        """Change a figure."""
        self.figures[who] = replace(self.figures[who], **changes)

    def set_token(self, key: str, **changes: Any) -> None:  # noqa: ANN401 - fields of Token
        """Change a special token."""
        self.tokens[key] = replace(self.tokens[key], **changes)

    def set_side(self, seat: Seat, **changes: Any) -> None:  # noqa: ANN401 - fields of Side
        """Change what lies open before a seat."""
        self.sides[seat] = replace(self.sides[seat], **changes)

    # ---- who is where -------------------------------------------------------------------------------------

    def figures_of(self, *seats: Seat) -> Iterator[Figure]:
        """Give the figures of seats that are in play, by seat, the captain first, then by number."""
        for seat in seats:
            for name in FIGURES:
                if figure := self.figures.get((seat, name)):
                    yield figure

    def aboard(self, ship: Seat) -> dict[Square, Figure]:
        """Return the figures aboard a ship, by square."""
        return {figure.at: figure for figure in self.figures_of(*self.seats) if figure.ship == ship}

    def on(self, ship: Seat, square: Square) -> Figure | None:
        """Return who stands on a square of a ship."""
        for one in self.figures.values():  # asked for most of all, so a plain loop
            if one.at == square and one.ship == ship:
                return one
        return None

    def able(self, who: Who) -> bool:
        """Tell whether a figure is in play and can act: neither wounded nor frozen."""
        figure = self.figures.get(who)
        return figure is not None and not figure.wounded and who not in self.frozen

    def afloat(self) -> tuple[Figure, ...]:
        """Return the figures on the Star Map."""
        return tuple(figure for figure in self.figures_of(*self.seats) if not figure.ship)

    def in_play(self) -> tuple[Seat, ...]:
        """Return the seats that have figures, in the order of the table."""
        return tuple(seat for seat in self.seats if next(self.figures_of(seat), None))

    def clockwise(self) -> tuple[Seat, ...]:
        """Return the seats in play from the First Player on."""
        at = self.seats.index(self.first) if self.first else 0
        playing = self.in_play()
        return tuple(seat for seat in self.seats[at:] + self.seats[:at] if seat in playing)

    def enemies(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats that have a ship, clockwise from a seat."""
        at = self.seats.index(seat)
        return tuple(other for other in self.seats[at + 1 :] + self.seats[:at] if other in self.ships)

    def boarders(self, seat: Seat) -> tuple[Figure, ...]:
        """Return the enemies aboard a seat's ship."""
        return tuple(figure for figure in self.aboard(seat).values() if figure.seat != seat)

    def carried(self, who: Who) -> Token | None:
        """Return the special token that a figure carries."""
        return next((token for token in self.tokens.values() if token.bearer == who), None)

    def tokens_aboard(self, ship: Seat) -> dict[Square, Token]:
        """Return the special tokens that lie aboard a ship or man its posts, by square; one at work hides others."""
        if not self.tokens:
            return {}
        lying = [token for token in self.tokens.values() if token.ship == ship and token.at]
        return {token.at: token for token in sorted(lying, key=lambda token: token.installed)}

    def range(self, seat: Seat, other: Seat) -> int:
        """Return how many nodes lie between two ships; many where one is gone."""
        if seat not in self.ships or other not in self.ships:
            return 99
        return distance(self.ships[seat].at, self.ships[other].at)

    # ---- the Star Map -------------------------------------------------------------------------------------

    @property
    def rocks(self) -> frozenset[Node]:
        """The nodes that neither ships nor figures enter."""
        return frozenset(token.at for token in self.tokens.values() if star_map().token[token.kind].rock)

    @property
    def opaque(self) -> frozenset[Node]:
        """The nodes that rayguns do not shoot through."""
        return frozenset(token.at for token in self.tokens.values() if not star_map().token[token.kind].shots)

    @property
    def walled(self) -> frozenset[Node]:
        """The nodes that no figure enters: rock, and where ships are."""
        return self.rocks | {ship.at for ship in self.ships.values()}

    def around(self, node: Node) -> tuple[Node, ...]:
        """Return the nodes beside a node that figures may enter, clockwise from north."""
        closed = self.walled
        return tuple(near for near in self.stars.near[node] if near not in closed)

    def sky(self, but: Seat = "") -> Sky:
        """Return what a ship may meet; ``but`` is the one that moves."""
        return Sky(self.stars, self.rocks, {ship.at: seat for seat, ship in self.ships.items() if seat != but})

    # ---- posts --------------------------------------------------------------------------------------------

    def free(self, ship: Seat, square: Square) -> bool:
        """Tell whether a figure could stand on a square: no figure, no Blast."""
        return square not in self.ships[ship].blasts and self.on(ship, square) is None

    def free_airlocks(self, ship: Seat) -> list[Square]:
        """Return the airlocks of a ship by which a figure may come in."""
        return [square for square in deck(ship).airlocks if self.free(ship, square)]

    def takes_blast(self, ship: Seat, square: Square) -> bool:
        """Tell whether a Blast may be placed on a square: no figure, raygun, token or Blast (Rules: Damage)."""
        post = deck(ship).post_at.get(square, "")
        gun = post.removeprefix("GUN ") in self.ships[ship].guns and post.startswith("GUN ")
        return self.free(ship, square) and not gun and square not in self.tokens_aboard(ship)

    def manner(self, seat: Seat, post: Post) -> Figure | Token | None:
        """Return who mans a post of a seat's ship: an own figure that is up and free, or a token at work there.

        A post with a Blast is of no use (setting 9), the princess mans no engine.
        """
        square = deck(seat).posts.get(post, "")
        if not square or seat not in self.ships or square in self.ships[seat].blasts:
            return None
        token = self.tokens_aboard(seat).get(square)
        if token and token.installed:
            return token
        figure = self.on(seat, square)
        if figure is None or figure.seat != seat or not self.able(figure.who):
            return None
        return None if figure.name == PRINCESS and post.startswith("ENGINE") else figure

    def manned(self, seat: Seat, kind: str) -> tuple[Post, ...]:
        """Return the posts of a kind (``"ENGINE"``) that are manned, in reading order; an empty port is none."""
        return tuple(post for post in deck(seat).of_kind(kind) if self.works(seat, post))

    def works(self, seat: Seat, post: Post) -> bool:
        """Tell whether a post is manned and of use; an empty port is of none."""
        if not self.manner(seat, post):
            return False
        return not post.startswith("GUN ") or post.removeprefix("GUN ") in self.ships[seat].guns

    def lacks(self, seat: Seat, card: str) -> tuple[Lack, ...]:
        """Return what of a Star card's requirement is not met now (commands.toml: needs)."""
        needs = cards_of(seat)[card].needs.split("+")
        if seat not in self.ships:
            return ("ship",)
        blasts = self.ships[seat].blasts
        at_work = (one.installed and not one.red and at not in blasts for at, one in self.tokens_aboard(seat).items())
        if self.options.requirements == "all" and any(at_work):
            return ()
        return tuple(need for need in needs if not self._meets(seat, need))  # type: ignore[misc]

    def _meets(self, seat: Seat, need: str) -> bool:
        if need == "captain":
            return (seat, CAPTAIN) in self.figures
        kinds = ("cockpit", "panel") if need == "bridge" else (need,)
        return any(self.manned(seat, kind.upper()) for kind in kinds)

    # ---- what is added ------------------------------------------------------------------------------------

    def abilities(self, seat: Seat) -> dict[str, Ability]:
        """Return the abilities that work now: no Blast on them, the captain in play and at a post that they need."""
        captain = self.figures.get((seat, CAPTAIN))
        if captain is None:
            return {}
        side = self.sides[seat]
        return {
            name: ability
            for name, ability in abilities_of(seat, side.captain).items()
            if name not in side.hurt and (not ability.at or self._is_at(captain, ability.at))
        }

    def _is_at(self, captain: Figure, kinds: Sequence[str]) -> bool:
        post = deck(captain.seat).post_at.get(captain.at, "") if captain.ship == captain.seat else ""
        return any(post.startswith(kind.upper()) for kind in kinds) and self.works(captain.seat, post)

    def stat(self, seat: Seat, stat: Stat, figure: Figure | None = None) -> int:
        """Return what cards and captains add to a number, for a seat's ship or for one of its figures."""
        total = self.stats.get((seat, stat), 0)
        for ability in self.abilities(seat).values():
            if ability.kind == "modify" and ability.stat == stat and self._concerns(seat, ability, figure):
                total += ability.by
        return total

    def hit_me(self, seat: Seat) -> int:
        """Return the throw from which a seat's ship is hit by any raygun; 0 where that is as usual."""
        fixed = [one.fixed for one in self.abilities(seat).values() if one.stat == "hit-me" and one.fixed]
        return max(fixed, default=0)

    def _concerns(self, seat: Seat, ability: Ability, figure: Figure | None) -> bool:
        if ability.who == "ship":
            return figure is None
        if figure is None or ability.who == "crew":
            return figure is not None
        if ability.who == "self":
            return figure.name == CAPTAIN
        return are_beside(self.figures[seat, CAPTAIN], figure)

    def may(self, seat: Seat, what: Permit) -> bool:
        """Tell whether a card allows a seat something this Turn."""
        return (seat, what) in self.permits
