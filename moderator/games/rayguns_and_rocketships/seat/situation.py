"""How things stand, as facts of a report: points, ships with who mans what, the own hand and captain, what was said."""

from collections.abc import Iterator

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Ahead
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Lack
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.types import Program, turns_of
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, Heading, Node, Post
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import (
    Ability,
    Card,
    abilities_of,
    captain_of,
    cards_of,
    last_round,
    ship_of,
    ships,
    target_of,
)


class GoalStands(Ahead, frozen=True):
    """Points that win (0: none do), the Round that is to come, and the last one (0: there is none)."""

    needed: int
    round: int
    last: int


class SeatStands(Struct, frozen=True, tag=kebab):
    """What a seat has: points, Blasts on its ship (None: no ship) of those that destroy it, rayguns, figures, cards.

    ``hurt`` are Blasts on the captain card; ``first``: it has the First Player token.
    """

    seat: Seat
    points: int
    blasts: int | None
    most: int
    guns: int
    crew: int
    captain: bool
    hurt: int
    stars: int
    deck: int
    first: bool


class ShipStands(Struct, frozen=True, tag=kebab):
    """A ship: where it is, rayguns by port, Blasts by post, figures by post, enemies and tokens aboard."""

    seat: Seat
    name: str
    at: Node
    heading: Heading
    guns: tuple[str, ...]
    blasts: tuple[Post, ...]
    posts: tuple[tuple[str, Post], ...]
    enemies: tuple[tuple[Seat, str, Post], ...]
    tokens: tuple[tuple[str, Post, bool], ...]


class AfloatStand(Struct, frozen=True, tag=kebab):
    """Figures in space, by seat, name and node."""

    figures: tuple[tuple[Seat, str, Node], ...]


class TokensLie(Struct, frozen=True, tag=kebab):
    """Special tokens in space by node, and those that are carried by seat and figure."""

    lie: tuple[tuple[str, Node], ...]
    borne: tuple[tuple[str, Seat, str], ...]


class BasicsHeld(Ahead, frozen=True):
    """The basic cards, which are in hand in every Round."""

    cards: tuple[Card, ...]


class StarHeld(Ahead, frozen=True):
    """A Star card in hand, and what of its requirement is not met as the crew stands."""

    card: Card
    lacks: tuple[Lack, ...]


class AbilityStands(Struct, frozen=True, tag=kebab):
    """An ability of the reader's captain: hurt by a Blast, at work, or waiting for him to be at his post."""

    ability: Ability
    hurt: bool
    works: bool


class CaptainStands(Struct, frozen=True, tag=kebab):
    """Whose captain, his name, the side that lies up, whether he is in play, and what an enemy's is able to."""

    seat: Seat
    name: str
    side: str
    alive: bool
    abilities: tuple[str, ...] = ()


class CardChosen(Ahead, frozen=True):
    """A card that the reader programmed for a Turn that is to come (``tempo = "turns"``)."""

    turn: int
    card: str


class LineStands(Ahead, frozen=True):
    """A line of the reader's that stands, as it would be written: for this Round, a task, or doctrine."""

    line: str


FACTS = declared_structs(__name__)
"""The facts of this module."""


def score(view: View) -> Iterator[Struct]:
    """Give what wins, then all seats, most points first."""
    if view.outcome is None:
        yield GoalStands(target_of(view.options, len(view.seats)), view.round, last_round(view.options))
    for seat in sorted(view.seats, key=lambda seat: -view.side(seat).points):
        at, side, ship = view.seats.index(seat), view.side(seat), view.ship(seat)
        names = [figure.name for figure in view.crew(seat)]
        yield SeatStands(
            seat,
            side.points,
            len(ship.blasts) if ship else None,
            ships().blasts,
            len(ship.guns) if ship else 0,
            len(names) - (CAPTAIN in names),
            CAPTAIN in names,
            len(side.hurt),
            view.stars[at],
            view.decks[at],
            first=view.position.first == seat,
        )


def stand(view: View) -> Iterator[Struct]:
    """Give the ships, the reader's first, and what is in space."""
    for seat in sorted(view.field.ships, key=lambda seat: seat != view.who):
        yield _ship(view, seat)
    if afloat := view.field.afloat():
        yield AfloatStand(tuple((figure.seat, figure.name, figure.at) for figure in afloat))
    lie = tuple((token.key, token.at) for token in view.position.tokens if token.at and not token.ship)
    borne = tuple((token.key, *token.bearer) for token in view.position.tokens if token.bearer)
    if lie or borne:
        yield TokensLie(lie, borne)


def _ship(view: View, seat: Seat) -> ShipStands:
    ship, plan, aboard = view.field.ships[seat], deck(seat), view.field.aboard(seat)
    own = sorted((one for one in aboard.values() if one.seat == seat), key=lambda one: (one.name != CAPTAIN, one.name))
    return ShipStands(
        seat,
        ship_of(seat).name,
        ship.at,
        ship.heading,
        ship.guns,
        tuple(plan.name(square) for square in ship.blasts),
        tuple((figure.name, plan.name(figure.at)) for figure in own),
        tuple((one.seat, one.name, plan.name(one.at)) for one in aboard.values() if one.seat != seat),
        tuple((one.key, plan.name(at), one.red) for at, one in view.field.tokens_aboard(seat).items()),
    )


def hand(view: View) -> Iterator[Struct]:
    """Give the reader's hand, each Star card with what it lacks."""
    if view.who not in view.seats:
        return
    cards = cards_of(view.who)
    yield BasicsHeld(tuple(card for card in cards.values() if not card.star))
    for name in view.own.hand:
        yield StarHeld(cards[name], view.field.lacks(view.who, name))


def captains(view: View) -> Iterator[Struct]:
    """Give the captain cards, the reader's with its abilities."""
    for seat in sorted(view.seats, key=lambda seat: seat != view.who):
        side = view.side(seat)
        if not side.captain:
            continue
        alive = (seat, CAPTAIN) in view.field.figures
        able = abilities_of(seat, side.captain) if alive else {}
        own, working = seat == view.who, view.field.abilities(seat)
        unhurt = () if own else tuple(name for name in able if name not in side.hurt)
        yield CaptainStands(seat, captain_of(seat).name, side.captain, alive, unhurt)
        for name, ability in able.items() if own else ():
            yield AbilityStands(ability, name in side.hurt, name in working)


def tasks(view: View) -> Iterator[Struct]:
    """Give what goes on for the reader: cards that are not up yet, lines for Turns to come, tasks."""
    for turn, card in enumerate(view.own.program, 4 - len(view.own.program)):
        yield CardChosen(turn, card)
    for order in (*view.own.lines, *view.own.tasks):
        if not isinstance(order, Program) and max(turns_of(order), default=view.turn) >= view.turn:
            yield LineStands(LANGUAGE.line(order))


def doctrine(view: View) -> Iterator[Struct]:
    """Give the reader's doctrine."""
    for order in view.own.doctrine:
        yield LineStands(LANGUAGE.line(order))
