"""The deck plans: squares, posts by name, steps, sight and walking distances (``data/ships.toml``)."""

from collections.abc import Collection, Iterable
from functools import cache, cached_property

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import distance, is_line_clear, place_at, row_and_column
from moderator.games.rayguns_and_rocketships.board.ways import shortest_way
from moderator.games.rayguns_and_rocketships.pieces import Post, PostKind, Square
from moderator.games.rayguns_and_rocketships.tables import must, ship_of

_KINDS = {"C": "COCKPIT", "P": "PANEL", "E": "ENGINE", "H": "HATCH", "<": "AIRLOCK P", ">": "AIRLOCK S"}
_GUNS = {"p": "GUN P", "s": "GUN S", "o": "GUN O"}
_BULKHEAD, _OUTSIDE = "#", " "
_SIGHT = 2
"""Squares that a pistol reaches."""


class Deck(Struct, frozen=True, dict=True):
    """A deck plan; squares are names (``"D3"``: row D from the bow, column 3 from port), in reading order."""

    plan: str

    @cached_property
    def drawn(self) -> dict[Square, str]:
        """Every sign of the plan but for what is outside, in reading order."""
        lines = enumerate(self.plan.strip("\n").split("\n"), 1)
        return {
            place_at(row, column): sign
            for row, line in lines
            for column, sign in enumerate(line, 1)
            if sign != _OUTSIDE
        }

    @cached_property
    def signs(self) -> dict[Square, str]:
        """The sign of each square; bulkheads, which nobody enters and no shot passes, are none."""
        return {square: sign for square, sign in self.drawn.items() if sign != _BULKHEAD}

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares."""
        return tuple(self.signs)

    @cached_property
    def rank(self) -> dict[Square, int]:
        """The place of each square in reading order."""
        return {square: rank for rank, square in enumerate(self.squares)}

    @cached_property
    def posts(self) -> dict[Post, Square]:
        """The square of each post: ``"ENGINE 1"``, ``"GUN S2"``, ``"AIRLOCK P1"``; a single one needs no number."""
        signs = list(self.signs.values())
        counted: dict[str, int] = {}
        found: dict[Post, Square] = {}
        for square, sign in self.signs.items():
            if sign == ".":
                continue
            counted[sign] = number = counted.get(sign, 0) + 1
            if sign in _GUNS or sign in "<>":
                found[f"{_GUNS.get(sign) or _KINDS[sign]}{number}"] = square
            else:
                found[_KINDS[sign] + (f" {number}" if signs.count(sign) > 1 else "")] = square
        return found

    @cached_property
    def post_at(self) -> dict[Square, Post]:
        """The post on each square that has one."""
        return {square: post for post, square in self.posts.items()}

    @cached_property
    def kinds(self) -> dict[str, tuple[Post, ...]]:
        """The posts of each kind, in reading order."""
        found: dict[str, list[Post]] = {}
        for post in self.posts:
            found.setdefault(post.split()[0], []).append(post)
        return {kind: tuple(posts) for kind, posts in found.items()}

    def of_kind(self, kind: PostKind | str) -> tuple[Post, ...]:
        """Return the posts of a kind, in reading order."""
        return self.kinds.get(kind, ())

    @cached_property
    def airlocks(self) -> tuple[Square, ...]:
        """The squares of airlocks, in reading order."""
        return tuple(self.posts[post] for post in self.of_kind("AIRLOCK"))

    @cached_property
    def ports(self) -> tuple[str, ...]:
        """The raygun ports without the word (``"S2"``), in reading order."""
        return tuple(post.removeprefix("GUN ") for post in self.of_kind("GUN"))

    def square(self, where: str) -> Square:
        """Return the square of a post, of a port (``"S2"``) or of a deck square (``"D3"``, ``"DECK D3"``)."""
        bare = where.removeprefix("DECK ")
        return self.posts.get(where) or self.posts.get(f"GUN {where}") or (bare if bare in self.signs else "")

    def name(self, square: Square) -> str:
        """Return how orders call a square: its post, or ``"DECK D3"``."""
        return self.post_at.get(square) or f"DECK {square}"

    @cached_property
    def near(self) -> dict[Square, tuple[Square, ...]]:
        """The squares to which a figure may step from each one, in reading order, figures and Blasts aside."""
        return {one: tuple(other for other in self.squares if self._steps(one, other)) for one in self.squares}

    def _steps(self, one: Square, other: Square) -> bool:
        if distance(one, other) != 1:
            return False
        (r, c), (y, x) = row_and_column(one), row_and_column(other)
        return r == y or c == x or place_at(r, x) in self.signs or place_at(y, c) in self.signs

    def sees(self, one: Square, other: Square) -> bool:
        """Tell whether a pistol shot goes from a square to another: at most two squares, bulkheads bar it."""
        if distance(one, other) != _SIGHT:
            return other in self.near[one]
        return is_line_clear(one, other, lambda square: square not in self.signs)

    def walk(self, start: Square, barred: Collection[Square] = ()) -> dict[Square, int]:
        """Return how many steps every square is off that can be reached, nearest first; ties in reading order."""
        seen, edge = {start: 0}, [start]
        for here in edge:
            for there in self.near[here]:
                if there not in seen and there not in barred:
                    seen[there] = seen[here] + 1
                    edge.append(there)
        return seen

    def way(self, start: Square, goals: Iterable[Square], barred: Collection[Square] = ()) -> tuple[Square, ...] | None:
        """Return the squares of the shortest way to the nearest goal, the start left out; None if there is none."""
        return shortest_way(self.near, start, goals, barred)


@cache
def deck(seat: Seat) -> Deck:
    """Return a faction's deck plan, which has the posts that the rules, its crew and its rayguns need."""
    ship = ship_of(seat)
    plan = Deck(ship.plan)
    needed = ("PANEL", "HATCH", *ship.crew, *(f"GUN {port}" for port in ship.guns))
    lacks = [post for post in dict.fromkeys(needed) if post not in plan.posts]
    must(not lacks, "ships", f"ship {seat}: plan: no {', '.join(lacks)}")
    return plan


def names_square(where: str, name: str) -> bool:
    """Tell whether a place of an order means a square by its ``name``: itself, or its kind.

    ``"ENGINE"`` is every engine, ``"GUN"`` every port, ``"DECK"`` every square without a post.
    """
    return where == name or where == name.split(maxsplit=1)[0] or name == f"GUN {where}"
