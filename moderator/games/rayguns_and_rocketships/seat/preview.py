"""What a letter would lead to if nobody else moved: the set-up as it would be, or the ship's course with its shots."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import asdict

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Prompt, Report
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.field import Lack
from moderator.games.rayguns_and_rocketships.board.gunnery import hoped, ready, trained
from moderator.games.rayguns_and_rocketships.board.helm import CARDS
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.types import (
    ChooseSide,
    Face,
    Mount,
    RayOrder,
    Station,
    Take,
    programmed,
)
from moderator.games.rayguns_and_rocketships.seat.default import default
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.seat.voyage import Leg, legs, programme
from moderator.games.rayguns_and_rocketships.tables import cards_of
from moderator.kit.report import build_report


class SetUpForeseen(Struct, frozen=True, tag=kebab):
    """A line of the set-up as it would be; ``usual`` ones are no lines of the letter."""

    line: str
    usual: bool


class TurnForeseen(Leg, frozen=True, tag=kebab):
    """A Turn: where card and crew bring the ship, the card's tokens, and what a Star card lacks."""

    tokens: int
    lacks: tuple[Lack, ...]


class ShotForeseen(Struct, frozen=True, tag=kebab):
    """Rayguns that would bear on a ship, both where they are then, with the hits to expect in tenths."""

    turn: int
    on: Seat
    guns: tuple[str, ...]
    tenths: int


FORETOLD = declared_structs(__name__)
"""The facts of a preview."""


def preview(view: View, prompt: Prompt, orders: Sequence[RayOrder]) -> Report:
    """Look ahead; bears any orders whatever."""
    if view.who not in view.seats or not view.crew(view.who):
        return Report(())
    if prompt.phase == "setup":
        return build_report({"foreseen-setup": _set_up(view, prompt, orders)})
    return build_report({"foreseen-course": _course(view, orders)})


def _set_up(view: View, prompt: Prompt, orders: Sequence[RayOrder]) -> Iterator[SetUpForeseen]:
    """Give what the letter says, then what is usual where it says nothing."""
    own = [order for order in orders if isinstance(order, ChooseSide | Face | Station | Mount | Take)]
    yield from (SetUpForeseen(LANGUAGE.line(order), usual=False) for order in own)
    said = {type(order) for order in own} - {Station}
    placed = {order.figure for order in own if isinstance(order, Station)}
    for order in default(view, prompt, ()):
        if type(order) not in said and getattr(order, "figure", "") not in placed:
            yield SetUpForeseen(LANGUAGE.line(order), usual=True)


def _course(view: View, orders: Sequence[RayOrder]) -> Iterator[Struct]:
    cards = programmed(orders)
    if view.phase == "round" and (len(cards) < CARDS or "" in cards):
        known = [card for at, card in enumerate(cards) if not card or _is_first(view, cards, at)]
        cards = programme(view, known, orders).cards
    for leg in legs(view, cards[:CARDS], orders):
        card = cards_of(view.who)[leg.card]
        lacks = view.field.lacks(view.who, leg.card) if card.star else ()
        yield TurnForeseen(**asdict(leg), tokens=card.tokens, lacks=lacks)
        yield from _shots(view, leg)


def _is_first(view: View, cards: Sequence[str], at: int) -> bool:
    """Tell whether a card of a programme is one's own, and not among those before it."""
    return cards[at] in cards_of(view.who) and cards[at] not in cards[:at]


def _shots(view: View, leg: Leg) -> Iterator[ShotForeseen]:
    for other in view.field.enemies(view.who):
        there = view.field.ships[other].at
        guns = trained(view.field, ready(view.field, view.who, other), leg.at, leg.heading, there)
        if guns:
            tenths = round(10 * hoped(view.field, other, guns))
            yield ShotForeseen(leg.turn, other, tuple(gun.port for gun in guns), tenths)
