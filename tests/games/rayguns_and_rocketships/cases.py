"""Positions and dice of cases, written as text."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moderator.core.dice import LoadedDice, Why
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder, Task, standing
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, Figure, Position, Ship, Side, Token
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat.view import Secret
from moderator.games.rayguns_and_rocketships.tables import cards_of, ship_of, stars_of
from moderator.testing import scenarios

_STILL = {"Rangers": "Jetpack Leap", "Pirates": "Lie To", "Zard": "Lie in Wait", "Blaarg": "Hover"}
"""Cards by which nothing moves and, without boarders, nothing happens."""
_QUIET = ("HELM STEADY", "KEEP 30", "FIRE HOLD")


class Case(scenarios.Case, msgspec.Struct, frozen=True, kw_only=True):
    """One case: a Turn by itself, unless ``options`` say ``tempo = "rounds"``; what it leaves out is not looked at.

    Unless it says otherwise nobody steers, spends tokens or has a card up that does anything.

    ``ships`` reads ``Zard = "E8 N"``; a seat without one has lost it. ``crew`` reads ``5 = "GUN S2"``, ``"Zard HATCH"``
    or ``"NODE F6"``, by seat; a seat that is left out has its usual posts. ``sides`` are captains' (no abilities where
    one is left out). ``lying`` are special tokens: ``"core 1" = "Zard ENGINE 1"`` (at work), ``"tape" = "Zard 5"``
    (borne), ``"warbot 1" = "NODE F6"``; ``red`` are cores. ``shown`` are cards that are up, the last for this Turn.
    ``dice`` go by ``"raygun Zard GUN S2"``, in the order of throwing; ``"… > Rangers"`` names the opponent where there
    are more than two seats, ``"hatch Zard 6 >"`` has none. What is called ``after`` is compared after the Turn.
    """

    seats: tuple[Seat, ...] = ("Rangers", "Zard")
    round: int = 1
    turn: int = 2
    ships: dict[Seat, str] = {}
    guns: dict[Seat, str] = {}
    crew: dict[Seat, dict[str, str]] = {}
    blasts: dict[Seat, list[str]] = {}
    sides: dict[Seat, str] = {}
    hurt: dict[Seat, list[str]] = {}
    actions: dict[Seat, int] = {}
    points: dict[Seat, int] = {}
    worked: dict[Seat, list[str]] = {}
    visited: dict[Seat, list[int]] = {}
    hands: dict[Seat, list[str]] = {}
    decks: dict[Seat, list[str]] = {}
    discards: dict[Seat, list[str]] = {}
    shown: dict[Seat, list[str]] = {}
    fired: dict[Seat, list[str]] = {}
    lying: dict[str, str] = {}
    red: dict[str, Seat] = {}
    captor: Seat = ""
    first: Seat = ""
    spares: int = 4
    idle: int = 0
    standing: dict[Seat, list[str]] = {}
    tasks: dict[Seat, list[str]] = {}
    dice: dict[str, list[int]] = {}
    ships_after: dict[Seat, str] = {}
    guns_after: dict[Seat, str] = {}
    crew_after: dict[Seat, dict[str, str]] = {}
    blasts_after: dict[Seat, list[str]] = {}
    actions_after: dict[Seat, int] = {}
    points_after: dict[Seat, int] = {}
    hurt_after: dict[Seat, list[str]] = {}
    spares_after: int | None = None
    hands_after: dict[Seat, list[str]] = {}
    tokens_after: dict[str, str] = {}
    tasks_after: dict[Seat, list[str]] = {}


def orders_of(lines: Sequence[str]) -> tuple[RayOrder, ...]:
    """Read orders."""
    return scenarios.read(GAME, lines)


def state_of(case: Case) -> State:
    """Set up the position of a case."""
    hands = {seat: tuple(case.hands.get(seat, ())) for seat in case.seats}
    return State(
        options=msgspec.convert({"tempo": "turns", **case.options}, Options),
        seats=case.seats,
        round=case.round,
        turn=case.turn,
        phase="round" if case.turn == 1 else "turn",
        position=_position(case),
        secrets={seat: _secret(case, seat, hands[seat]) for seat in case.seats},
        decks={seat: _deck(case, seat, hands[seat]) for seat in case.seats},
        idle=case.idle,
    )


def _position(case: Case) -> Position:
    return Position(
        ships=tuple(_ship(case, seat) for seat in case.seats if seat in case.ships),
        figures=tuple(figure for seat in case.seats for figure in _figures(case, seat)),
        sides=tuple(_side(case, seat) for seat in case.seats),
        tokens=tuple(_token(case, key, where) for key, where in case.lying.items()),
        first=case.first or case.seats[0],
        spares=case.spares,
        captor=case.captor,
    )


def _ship(case: Case, seat: Seat) -> Ship:
    at, heading = case.ships[seat].split()
    guns = case.guns[seat].split() if seat in case.guns else [p for p in deck(seat).ports if p in ship_of(seat).guns]
    blasts = tuple(sorted(deck(seat).square(place) for place in case.blasts.get(seat, ())))
    return Ship(seat, at, heading, tuple(guns), blasts)  # type: ignore[arg-type]


def _figures(case: Case, seat: Seat) -> list[Figure]:
    usual = dict(zip((CAPTAIN, *CREW), ship_of(seat).crew, strict=True)) if seat in case.ships else {}
    posts = case.crew.get(seat, usual)
    return [Figure(seat, name, *place(seat, where)) for name, where in posts.items()]


def place(seat: Seat, where: str) -> tuple[str, Seat]:
    """Read where a figure or token is: the square or node, and the ship."""
    if where.startswith("NODE "):
        return where.removeprefix("NODE "), ""
    first, _, rest = where.partition(" ")
    ship, post = (first, rest) if first in ("Rangers", "Pirates", "Zard", "Blaarg") else (seat, where)
    return deck(ship).square(post), ship


def _side(case: Case, seat: Seat) -> Side:
    shown = tuple(case.shown.get(seat, ("Forward", "Turn Port", _STILL[seat])[-case.turn :] if case.turn > 1 else ()))
    return Side(
        captain=case.sides.get(seat, ""),  # type: ignore[arg-type]
        hurt=tuple(case.hurt.get(seat, ())),
        actions=case.actions.get(seat, 0),
        points=case.points.get(seat, 0),
        discards=tuple(case.discards.get(seat, ())),
        shown=shown,
        fired=tuple(case.fired.get(seat, ())),
        visited=tuple(case.visited.get(seat, ())),
        worked=tuple(case.worked.get(seat, ())),
    )


def _token(case: Case, key: str, where: str) -> Token:
    kind: Any = key.split(maxsplit=1)[0]
    seat, _, name = where.partition(" ")
    if name in (CAPTAIN, *CREW):
        return Token(key, kind, bearer=(seat, name))
    at, ship = place("", where)
    installed = bool(ship) and kind in ("warbot", "core")
    return Token(key, kind, at, ship, installed=installed, red=key in case.red, by=case.red.get(key, ""))


def _secret(case: Case, seat: Seat, hand: tuple[str, ...]) -> Secret:
    tasks = tuple(order for order in orders_of(case.tasks.get(seat, ())) if isinstance(order, Task))
    doctrine = standing(standing((), orders_of(_QUIET)), orders_of(case.standing.get(seat, ())))
    return Secret(hand, doctrine=doctrine, tasks=tasks)


def _deck(case: Case, seat: Seat, hand: tuple[str, ...]) -> tuple[str, ...]:
    if seat in case.decks:
        return tuple(case.decks[seat])
    gone = {*hand, *case.discards.get(seat, ()), *case.shown.get(seat, ())}
    return tuple(name for name in stars_of(seat) if name not in gone and name in cards_of(seat))


def dice_of(case: Case) -> LoadedDice:
    """Load the throws of a case's Turn."""
    loads: dict[Why, int] = {}
    for key, throws in case.dice.items():
        told, _, opponent = key.partition(" > ")
        kind, where = told.removesuffix(" >").split(" ", 1)
        thrower = where.split()[0]
        others = [seat for seat in case.seats if seat != thrower]
        against = [] if told.endswith(" >") else [opponent or others[0]]
        for number, throw in enumerate(throws):
            loads[Why(kind, where, (thrower, *against), case.turn * 100 + number)] = throw
    return LoadedDice(loads, case.name)


def where_is(figure_or_token: Figure | Token) -> str:
    """Write where a figure or token is, as cases do."""
    one = figure_or_token
    if isinstance(one, Token) and one.bearer:
        return " ".join(one.bearer)
    return f"{one.ship} {deck(one.ship).name(one.at)}" if one.ship else f"NODE {one.at}"


def ships_of(state: State) -> Mapping[Seat, str]:
    """Write where ships are."""
    return {ship.seat: f"{ship.at} {ship.heading}" for ship in state.position.ships}
