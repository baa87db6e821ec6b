"""Positions for the rules of crews: ships and figures where a test puts them, dice as it loads them."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.dice import LoadedDice, Why
from moderator.core.game import Event
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder
from moderator.games.rayguns_and_rocketships.pieces import Figure, Position, Ship, Side, Token
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.seat.view import Secret
from moderator.games.rayguns_and_rocketships.tables import ship_of


def letter(text: str) -> tuple[RayOrder, ...]:
    """Return the orders of a letter, a line each."""
    orders = []
    for line in text.strip().splitlines():
        reading = LANGUAGE.read(line.strip())
        assert reading.order is not None, (line, reading.problem)
        orders.append(reading.order)
    return tuple(orders)


def ship(seat: str, at: str, heading: Any = "N", **changes: Any) -> Ship:  # noqa: ANN401 - fields of Ship
    """Return a ship with all its guns; ``blasts`` by post."""
    blasts = tuple(sorted(map(deck(seat).square, changes.pop("blasts", ()))))
    return Ship(seat, at, heading, changes.pop("guns", ship_of(seat).guns), blasts)


def figure(seat: str, name: str, where: str) -> Figure:
    """Return a figure: ``"HATCH"`` is aboard its own ship, ``"Zard HATCH"`` another, ``"NODE F6"`` in space."""
    head, _, rest = where.partition(" ")
    if head == "NODE":
        return Figure(seat, name, rest)
    aboard, post = (head, rest) if head in ("Rangers", "Pirates", "Zard", "Blaarg") else (seat, where)
    square = deck(aboard).square(post)
    assert square, where
    return Figure(seat, name, square, aboard)


class Scene:
    """A position before a Crew phase, and what happens in it."""

    def __init__(
        self,
        ships: Sequence[Ship],
        posts: Mapping[str, Mapping[str, str]],
        *,
        letters: Mapping[str, str] | None = None,
        loads: Mapping[tuple[str, str, str, str] | tuple[str, str, str], Sequence[int]] | None = None,
        **more: Any,  # noqa: ANN401 - options, tokens, sides, turn, captor
    ) -> None:
        """Lay it out; ``loads`` are throws by kind, place and seats, one after the other."""
        seats = tuple(more.pop("seats", None) or (one.seat for one in ships))
        turn = more.pop("turn", 1)
        sides = more.pop("sides", {})
        position = Position(
            ships=tuple(ships),
            figures=tuple(figure(seat, name, at) for seat in seats for name, at in posts.get(seat, {}).items()),
            sides=tuple(sides.get(seat, Side(captain="A")) for seat in seats),
            tokens=tuple(more.pop("tokens", ())),
            first=more.pop("first", seats[0]),
            spares=more.pop("spares", 4),
            captor=more.pop("captor", ""),
        )
        decks = more.pop("decks", {})
        state = State(
            options=Options(**more),
            seats=seats,
            round=1,
            turn=1,
            phase="round",
            position=position,
            secrets={seat: Secret() for seat in seats},
            decks={seat: tuple(decks.get(seat, ())) for seat in seats},
        )
        whys = {
            Why(kind, place, tuple(who), turn * 100 + n): value
            for (kind, place, *who), values in (loads or {}).items()
            for n, value in enumerate(values)
        }
        orders = {seat: letter(text) for seat, text in (letters or {}).items()}
        self.table = Table(state, orders, LoadedDice(whys))
        self.table.new_turn(turn)

    def told(self, *kinds: type[Event]) -> list[Any]:
        """Return what has happened, of some kinds if any are named."""
        return [event for event in self.table.events if not kinds or isinstance(event, kinds)]

    def where(self, seat: str, name: str) -> str:
        """Return where a figure is, as ``figure`` takes it; empty for one out of play."""
        found = self.table.figures.get((seat, name))
        if found is None:
            return ""
        if not found.ship:
            return f"NODE {found.at}"
        post = deck(found.ship).name(found.at)
        return post if found.ship == seat else f"{found.ship} {post}"


def token(key: str, where: str, **changes: Any) -> Token:  # noqa: ANN401 - fields of Token
    """Return a special token: on a node, or ``"Zard HATCH"`` aboard."""
    aboard, _, post = where.partition(" ")
    kind: Any = key.split(maxsplit=1)[0]
    return (
        Token(key, kind, deck(aboard).square(post), aboard, **changes) if post else Token(key, kind, where, **changes)
    )
