"""What a letter would lead to if nobody else moved: the set-up as it would be, or the ship's course with its shots."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Prompt, Report
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.gunnery import expected_hits, guns_bearing_on
from moderator.games.rayguns_and_rocketships.board.helm import playable_cards
from moderator.games.rayguns_and_rocketships.board.stations import put_on_posts
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
from moderator.games.rayguns_and_rocketships.seat.default import set_up, unasked
from moderator.games.rayguns_and_rocketships.seat.forecast import TurnForeseen, foresee, programme
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.kit.report import build_report


class SetUpForeseen(Struct, frozen=True, tag=kebab):
    """A line of the set-up as it would be; ``usual`` ones are no lines of the letter."""

    line: str
    usual: bool


class ShotForeseen(Struct, frozen=True, tag=kebab):
    """Rayguns that would bear on a ship, both where they are then, with the hits to expect in tenths."""

    turn: int
    on: Seat
    guns: tuple[str, ...]
    tenths: int


FORETOLD: tuple[type[Struct], ...] = (*declared_structs(__name__), TurnForeseen)
"""The facts of a preview."""


def preview(view: View, prompt: Prompt, orders: Sequence[RayOrder]) -> Report:
    """Look ahead; bears any orders whatever."""
    if unasked(view, prompt, orders):
        return Report(())
    if prompt.phase == "setup":
        return build_report({"foreseen-setup": _set_up(view, orders)})
    return build_report({"foreseen-course": _course(view, orders)})


def _set_up(view: View, orders: Sequence[RayOrder]) -> Iterator[SetUpForeseen]:
    """Give what the letter says, then what is usual where it says nothing."""
    own = [order for order in orders if isinstance(order, ChooseSide | Face | Station | Mount | Take)]
    yield from (SetUpForeseen(LANGUAGE.line(order), usual=False) for order in own)
    field = view.fresh_field()
    placed = {line.figure for line, fault in put_on_posts(field, view.who, own) if fault is None}
    said = {type(order) for order in own} - {Station}
    for order in set_up(view, field):
        if type(order) not in said and getattr(order, "figure", "") not in placed:
            yield SetUpForeseen(LANGUAGE.line(order), usual=True)


def _course(view: View, orders: Sequence[RayOrder]) -> Iterator[Struct]:
    begun = playable_cards(view.field, view.who, view.own.hand, programmed(orders))
    cards = programme(view, begun, orders).cards if view.phase == "round" else ()
    for turn in foresee(view, cards, orders):
        yield turn
        yield from _shots(view, turn)


def _shots(view: View, turn: TurnForeseen) -> Iterator[ShotForeseen]:
    for other in view.field.enemies(view.who):
        if guns := guns_bearing_on(view.field, view.who, other, at=turn.at, heading=turn.heading):
            tenths = round(10 * expected_hits(view.field, other, guns))
            yield ShotForeseen(turn.turn, other, tuple(gun.port for gun in guns), tenths)
