"""What a GM may change: ships, figures, Blasts, rayguns, points, tokens, and options."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

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
from moderator.games.rayguns_and_rocketships.pieces import PRINCESS, Figure, Heading, Node, Ship
from moderator.games.rayguns_and_rocketships.rules import victory
from moderator.games.rayguns_and_rocketships.rules.crews.harm import drop, take_away
from moderator.games.rayguns_and_rocketships.rules.crews.space import make_way
from moderator.games.rayguns_and_rocketships.rules.play import gather_state
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import ships
from moderator.kit.amend import Amendments, Refuse, Rule, SetOption
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

_PRINCESS = "princess"
"""The key of her token."""

_Change: TypeAlias = Callable[[Table, Any, Refuse], str]
"""Carries an amendment out and returns what is now."""

FIXED = ("tempo", "episode", "board", "sides")
"""Options that made the match what it is, and cannot change any more."""


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none."""
    table = Table(state, {}, dice)
    _AMENDMENTS.carry_out(table, amendments, RayFault.MATCH_OVER if state.outcome else None)
    if state.phase != "setup":
        victory.check(table)
    return Resolution(gather_state(table, state), tuple(table.events))


def _ship(table: Table, wish: PutShip, refuse: Refuse) -> str:
    if not table.sky(but=wish.seat).is_free(wish.node):
        refuse(RayFault.PLACE_TAKEN, place=wish.node)
    ship = table.ships.get(wish.seat) or Ship(wish.seat, wish.node, wish.heading, ())
    table.ships[wish.seat] = replace(ship, at=wish.node, heading=wish.heading)
    return f"{wish.node} {wish.heading}"


def _figure(table: Table, wish: PutFigure, refuse: Refuse) -> str:
    spot, who = wish.spot, (wish.seat, wish.figure)
    ship = "" if spot.kind == "node" else spot.seat or wish.seat
    at = _square(table, ship, spot.name, refuse) if ship else spot.name
    other = table.on(ship, at)
    shut = at not in table.stars or at in table.walled
    if (other and other.who != who) if ship else shut:
        refuse(RayFault.PLACE_TAKEN, place=spot.name)
    if wish.figure == PRINCESS:
        _fetch_princess(table, wish.seat, refuse)
    table.figures[who] = Figure(wish.seat, wish.figure, at, ship)
    return f"{ship} {deck(ship).name(at)}" if ship else at


def _fetch_princess(table: Table, seat: Seat, refuse: Refuse) -> None:
    """Take the princess, of whom there is one, from where she is."""
    held = [figure for figure in table.figures.values() if figure.name == PRINCESS]
    if not held and not table.tokens.pop(_PRINCESS, None):
        refuse(RayFault.NO_SUCH_TOKEN, thing=_PRINCESS)
    for figure in held:
        if figure.seat != seat:
            drop(table, figure)
        del table.figures[figure.who]


def _remove(table: Table, wish: RemoveFigure, refuse: Refuse) -> str:
    figure = table.figures.get((wish.seat, wish.figure))
    if figure is None:
        known = tuple(one.name for one in table.figures_of(wish.seat))
        refuse(RayFault.FIGURE_GONE, seat=wish.seat, figure=wish.figure, known=known)
    take_away(table, figure)
    return ""


def _blasts(table: Table, wish: SetBlasts, refuse: Refuse) -> str:
    _ship_in_play(table, wish.seat, refuse)
    squares = sorted({_square(table, wish.seat, place, refuse) for place in wish.places})
    if len(squares) >= ships().blasts:
        refuse(RayFault.NOT_SO_MANY, count=ships().blasts - 1)
    table.set_ship(wish.seat, blasts=tuple(squares))
    return ", ".join(deck(wish.seat).name(square) for square in squares)


def _guns(table: Table, wish: SetGuns, refuse: Refuse) -> str:
    """Mount rayguns out of the spares; those that are taken down go there."""
    ship = _ship_in_play(table, wish.seat, refuse)
    for port in wish.ports:
        _square(table, wish.seat, f"GUN {port}", refuse)
    ports = tuple(port for port in deck(wish.seat).ports if port in wish.ports)
    most = table.spares + len(ship.guns)
    if len(ports) > most:
        refuse(RayFault.NOT_SO_MANY, count=most)
    table.spares = most - len(ports)
    table.set_ship(wish.seat, guns=ports)
    return ", ".join(ports)


def _ship_in_play(table: Table, seat: Seat, refuse: Refuse) -> Ship:
    if seat not in table.ships:
        refuse(RayFault.NO_WAY, seat=seat)
    return table.ships[seat]


def _square(table: Table, ship: Seat, place: str, refuse: Refuse) -> str:
    _ship_in_play(table, ship, refuse)
    plan = deck(ship)
    if not plan.square(place):
        known = plan.of_kind(place.split(maxsplit=1)[0]) or tuple(plan.posts)
        refuse(RayFault.NO_SUCH_POST, post=place, ships=(ship,), known=known)
    return plan.square(place)


def _number(field: str) -> _Change:
    """Return how a number of what lies before a seat is set."""

    def set_number(table: Table, wish: SetPoints | SetTokens, _refuse: Refuse) -> str:
        table.set_side(wish.seat, **{field: wish.count})
        return str(wish.count)

    return set_number


def _rule(what: Any, change: _Change) -> Rule:  # noqa: ANN401 - as ``Amended.what``
    """Return a rule: what is changed for a seat of the match, and told as it is now."""

    def rule(table: Table, wish: Any, refuse: Refuse) -> None:  # noqa: ANN401 - any amendment
        if wish.seat not in table.seats:
            refuse(RayFault.NO_SUCH_SEAT_HERE, seat=wish.seat, known=table.seats)
        value = change(table, wish, refuse)
        table.say(Amended(seat=wish.seat, what=what, value=value, figure=getattr(wish, "figure", "")))
        make_way(table, wish.seat)

    return rule


_AMENDMENTS: Amendments[Amendment] = Amendments(
    {
        PutShip: _rule("ship", _ship),
        PutFigure: _rule("figure", _figure),
        RemoveFigure: _rule("gone", _remove),
        SetBlasts: _rule("blasts", _blasts),
        SetGuns: _rule("guns", _guns),
        SetPoints: _rule("points", _number("points")),
        SetTokens: _rule("tokens", _number("actions")),
    },
    {key: SLOTS[key] for key in ("node", "heading", "seat", "figure", "spot", "places", "ports")}
    | {"count": Number(0, 99, most=12)},
    Options,
    FIXED,
)
GM = _AMENDMENTS.language
"""The language of amendments."""
