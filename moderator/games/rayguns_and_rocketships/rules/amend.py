"""What a GM may change: ships, figures, Blasts, rayguns, points, tokens, and options."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from moderator.core.dice import Dice
from moderator.core.game import Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.gm import Amended
from moderator.games.rayguns_and_rocketships.faults import RayFault
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.language import SLOTS
from moderator.games.rayguns_and_rocketships.orders.phrases import Spot
from moderator.games.rayguns_and_rocketships.orders.slots import AREA, HEADING, NODE, PORT
from moderator.games.rayguns_and_rocketships.pieces import Figure, Heading, Node, Ship
from moderator.games.rayguns_and_rocketships.rules import victory
from moderator.games.rayguns_and_rocketships.rules.crews.space import make_way
from moderator.games.rayguns_and_rocketships.rules.play import gathered
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import ships
from moderator.kit.amend import Refuse, SetOption, option_slots, refusal, with_option
from moderator.kit.slots import Several
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Number


class PutShip(Order, frozen=True, kw_only=True):
    """Put a ship onto a node with a heading; one that was destroyed comes back without rayguns and Blasts."""

    syntax: ClassVar[tuple[str, ...]] = ("SHIP {node} {heading} FOR {seat}",)

    node: Node
    heading: Heading
    seat: Seat


class PutFigure(Order, frozen=True, kw_only=True):
    """Put a figure onto a node, post or square; one that was defeated comes back."""

    syntax: ClassVar[tuple[str, ...]] = ("PUT {figure} TO {spot} FOR {seat}",)

    figure: str
    spot: Spot
    seat: Seat


class RemoveFigure(Order, frozen=True, kw_only=True):
    """Take a figure out of play; nobody scores."""

    syntax: ClassVar[tuple[str, ...]] = ("REMOVE {figure} FOR {seat}",)

    figure: str
    seat: Seat


class SetBlasts(Order, frozen=True, kw_only=True):
    """Set which posts and squares of a ship have a Blast: those alone."""

    syntax: ClassVar[tuple[str, ...]] = ("BLASTS {places} FOR {seat}", "BLASTS NONE FOR {seat}")

    places: tuple[str, ...] = ()
    seat: Seat


class SetGuns(Order, frozen=True, kw_only=True):
    """Set which ports of a ship have a raygun: those alone."""

    syntax: ClassVar[tuple[str, ...]] = ("GUNS {ports} FOR {seat}", "GUNS NONE FOR {seat}")

    ports: tuple[str, ...] = ()
    seat: Seat


class SetPoints(Order, frozen=True, kw_only=True):
    """Set a seat's victory points."""

    syntax: ClassVar[tuple[str, ...]] = ("POINTS {count} FOR {seat}",)

    count: int
    seat: Seat


class SetTokens(Order, frozen=True, kw_only=True):
    """Set a seat's Action tokens."""

    syntax: ClassVar[tuple[str, ...]] = ("TOKENS {count} FOR {seat}",)

    count: int
    seat: Seat


Amendment: TypeAlias = PutShip | PutFigure | RemoveFigure | SetBlasts | SetGuns | SetPoints | SetTokens | SetOption
AMENDMENTS: tuple[type[Amendment], ...] = (
    PutShip,
    PutFigure,
    RemoveFigure,
    SetBlasts,
    SetGuns,
    SetPoints,
    SetTokens,
    SetOption,
)

FIXED = ("tempo", "episode", "board", "sides")
"""Options that made the match what it is, and cannot change any more."""

CHANGEABLE = tuple(name for name in Options.__struct_fields__ if name not in FIXED)

GM: Language[Amendment] = Language(
    AMENDMENTS,
    {
        "node": NODE,
        "heading": HEADING,
        "seat": SLOTS["seat"],
        "figure": SLOTS["figure"],
        "spot": SLOTS["spot"],
        "places": Several(AREA),
        "ports": Several(PORT),
        "count": Number(0, 99, most=12),
        **option_slots(CHANGEABLE),
    },
)
"""The language of amendments."""


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none."""
    table = Table(state, {}, dice)
    for index, amendment in enumerate(amendments):
        refuse = refusal(index)
        if state.outcome:
            refuse(RayFault.MATCH_OVER)
        if isinstance(amendment, SetOption):
            table.options, told = with_option(table.options, amendment, CHANGEABLE, refuse)
            table.say(told)
            continue
        if amendment.seat not in state.seats:
            refuse(RayFault.NO_SUCH_SEAT_HERE, seat=amendment.seat, known=state.seats)
        value = _RULES[type(amendment)](table, amendment, refuse)
        figure = getattr(amendment, "figure", "")
        table.say(Amended(seat=amendment.seat, what=_WHAT[type(amendment)], value=value, figure=figure))
    if state.phase != "setup":
        victory.check(table)
    return Resolution(gathered(table, state), tuple(table.events))


def _ship(table: Table, wish: PutShip, refuse: Refuse) -> str:
    if not table.sky(but=wish.seat).is_free(wish.node):
        refuse(RayFault.PLACE_TAKEN, place=wish.node)
    guns = table.ships[wish.seat].guns if wish.seat in table.ships else ()
    blasts = table.ships[wish.seat].blasts if wish.seat in table.ships else ()
    table.ships[wish.seat] = Ship(wish.seat, wish.node, wish.heading, guns, blasts)
    make_way(table, wish.seat)
    return f"{wish.node} {wish.heading}"


def _figure(table: Table, wish: PutFigure, refuse: Refuse) -> str:
    spot = wish.spot
    if spot.kind == "node":
        if not table.sky().is_free(spot.name):
            refuse(RayFault.PLACE_TAKEN, place=spot.name)
        table.figures[wish.seat, wish.figure] = Figure(wish.seat, wish.figure, spot.name)
        return spot.name
    ship = spot.seat or wish.seat
    square = deck(ship).square(spot.name) if ship in table.ships else ""
    if not square:
        refuse(RayFault.NO_SUCH_POST, post=spot.name)
    if square in table.aboard(ship):
        refuse(RayFault.PLACE_TAKEN, place=spot.name)
    table.figures[wish.seat, wish.figure] = Figure(wish.seat, wish.figure, square, ship)
    return f"{ship} {deck(ship).name(square)}"


def _gone(table: Table, wish: RemoveFigure, refuse: Refuse) -> str:
    who = (wish.seat, wish.figure)
    if who not in table.figures:
        refuse(RayFault.FIGURE_GONE, figure=wish.figure)
    figure = table.figures.pop(who)
    if token := table.carried(who):
        table.set_token(token.key, bearer=None, at=figure.at, ship=figure.ship)
    return ""


def _blasts(table: Table, wish: SetBlasts, refuse: Refuse) -> str:
    squares = [_square(table, wish.seat, place, refuse) for place in wish.places]
    if len(squares) >= ships().blasts:
        refuse(RayFault.NOT_SO_MANY, count=ships().blasts - 1)
    table.set_ship(wish.seat, blasts=tuple(sorted(squares)))
    return ", ".join(deck(wish.seat).name(square) for square in squares)


def _guns(table: Table, wish: SetGuns, refuse: Refuse) -> str:
    for port in wish.ports:
        _square(table, wish.seat, f"GUN {port}", refuse)
    table.set_ship(wish.seat, guns=tuple(port for port in deck(wish.seat).ports if port in wish.ports))
    return ", ".join(table.ships[wish.seat].guns)


def _square(table: Table, seat: Seat, place: str, refuse: Refuse) -> str:
    square = deck(seat).square(place) if seat in table.ships else ""
    if not square:
        refuse(RayFault.NO_SUCH_POST, post=place)
    return square


def _points(table: Table, wish: SetPoints, _refuse: Refuse) -> str:
    table.set_side(wish.seat, points=wish.count)
    return str(wish.count)


def _tokens(table: Table, wish: SetTokens, _refuse: Refuse) -> str:
    table.set_side(wish.seat, actions=wish.count)
    return str(wish.count)


_RULES: dict[type[Order], Callable[[Table, Any, Refuse], str]] = {
    PutShip: _ship,
    PutFigure: _figure,
    RemoveFigure: _gone,
    SetBlasts: _blasts,
    SetGuns: _guns,
    SetPoints: _points,
    SetTokens: _tokens,
}
_WHAT: dict[type[Order], Any] = {
    PutShip: "ship",
    PutFigure: "figure",
    RemoveFigure: "gone",
    SetBlasts: "blasts",
    SetGuns: "guns",
    SetPoints: "points",
    SetTokens: "tokens",
}
