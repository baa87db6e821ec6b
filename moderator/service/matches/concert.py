"""What allies have told each other of their next orders: bots by their sheets, people by PROPOSE.

Nobody but allies learns of it: it stands with the asking, and a bot that thinks again keeps the number of its sheet,
whose receipt nobody has seen yet.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.dice import Seeds
from moderator.core.game import AnyGame
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.service.context import Context
from moderator.service.matches import asking, bots, records
from moderator.store.tables import Asking, Match, Place, Record, Sheet

Told = Mapping[Seat, tuple[Any, ...]]
"""What seats mean to order, as far as they tell it."""


def proposed(game: AnyGame, asked: Asking) -> Told:
    """Return what people have proposed for an asking."""
    if asked.told is None:
        return {}
    orders: Told = codec.unpack(asked.told, dict[Seat, tuple[asking.order_type(game), ...]])  # type: ignore[misc]
    return orders


def heard(session: Session, game: AnyGame, match: Match, asked: Asking | None, view: Any) -> Any:  # noqa: ANN401 - the view is the game's own
    """Return a seat's view with what its allies have told, as far as the game knows allies."""
    if game.concert is None or asked is None or not game.concert.allies(view):
        return view
    return game.concert.heard(view, told(session, game, match, asked))


def told(session: Session, game: AnyGame, match: Match, asked: Asking) -> Told:
    """Return what all who tell anything mean to order; whom they tell, the game's ``heard`` knows."""
    concert, seated = game.concert, asking.places(session, match)
    if concert is None:
        return {}
    sheets = asking.sheets(session, match)
    thought = {
        seat: concert.intents(asking.unpack_orders(game, sheets[seat].orders))
        for seat, place in seated.items()
        if place.bot and seat in sheets
    }
    return {**proposed(game, asked), **thought}


def propose(session: Session, ctx: Context, match: Match, seat: Seat, orders: Sequence[Order]) -> None:
    """Keep what a person means to order, instead of what was proposed before, and let the allies' bots think again."""
    game, asked = ctx.game(match.game), asking.current(session, match)
    if asked is None or game.concert is None:
        raise AssertionError("who has allies and is asked for something proposes")
    plans = {**proposed(game, asked), seat: tuple(orders)}
    asked.told = codec.pack({each: plan for each, plan in plans.items() if plan})
    state = records.position(game, match.state)
    allies = game.concert.allies(game.view(state, seat))
    sheets = {ally: sheet for ally, sheet in asking.sheets(session, match).items() if ally in allies}
    sitting = asking.places(session, match)
    names = {ally: sitting[ally].bot for ally, sheet in sheets.items() if _is_bots(sheet, sitting[ally], asked)}
    secret = bots.secret(Seeds(asked.open_seed, asked.secret_seed), match.name, _opened_by(session, match) + 1)
    again = bots.sheets(game, state, asking.prompts(asked), names, secret=secret, told=proposed(game, asked))
    for ally, thought in again.items():
        sheet, packed = sheets[ally], asking.pack_orders(thought)
        if packed != sheet.orders:
            sheet.orders, sheet.arrived = packed, ctx.now()
            sheet.receipt = asking.receipt(game, sheet.salt, thought)


def _is_bots(sheet: Sheet, place: Place, asked: Asking) -> bool:
    """Tell whether a sheet is what a bot was asked for as the asking opened: the GM may have filed another since."""
    return bool(place.bot) and place.joined <= asked.opened and sheet.letter is None and sheet.number == 1


def _opened_by(session: Session, match: Match) -> int:
    """Return the record that opened the asking that is open."""
    before = select(func.max(Record.number)).where(col(Record.match) == match.id, col(Record.asking) < match.asking)
    return session.exec(before).one() or 0
