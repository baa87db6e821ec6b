"""What a player means to order, as it is told to allies: read from a letter's words, and told as lines."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core import codec
from moderator.core.orders import Order
from moderator.language.grammar.labels import read_label
from moderator.service.matches import asking, bots, records
from moderator.service.matches.situation import Situation
from moderator.store.tables import Asking, Place, Sheet

_UNDER = re.compile(
    r"[\s,(]+(?:(?:as|under|in|with|my|the|order|number|no\.?|nr\.?)\s+)+#?(\d{1,2})\W*$", re.IGNORECASE
)
_NOTHING = frozenset(("NOTHING", "NONE", "OFF"))


def allies(here: Situation) -> Sequence[str]:
    """Return whom a seat can propose something to."""
    return here.game.concert.allies(here.view) if here.game.concert is not None else ()


def read(here: Situation, plan: str) -> tuple[Any, ...] | None:
    """Return the orders of a plan that allies can act on, each with its number; None if that is not what it says."""
    if plan.strip().rstrip(".!").upper() in _NOTHING:
        return ()
    if here.game.concert is None or here.prompt is None:
        return None
    orders = [_order(here, part) for part in plan.split(";") if part.strip()]
    known = tuple(order for order in orders if order is not None and order.number in here.prompt.numbers)
    return known if known and len(known) == len(orders) and here.game.concert.intents(known) else None


def _order(here: Situation, text: str) -> Any:  # noqa: ANN401 - the game's own
    """Return an order with the number before or after it, None if it is none."""
    label, behind = read_label(text.strip()), _UNDER.search(text)
    order = here.game.language.attempt(text[: behind.start()] if behind else label.rest)
    number = behind[1] if behind else label.label
    return None if order is None or not number else replace(order, number=number)


def keep(here: Situation, orders: Sequence[Order]) -> None:
    """Keep what the seat means to order, instead of what was proposed before, and let the allies' bots think again.

    A bot's sheet keeps its number and its salt: nobody has seen its receipt, and nobody may see how often it changed.
    """
    game, match, asked = here.game, here.match, here.asking
    if asked is None:
        raise AssertionError("who is asked for nothing proposes nothing")
    plans = {**asking.proposed(game, asked), here.seat: tuple(orders)}
    asked.told = codec.pack({seat: plan for seat, plan in plans.items() if plan})
    told, sitting = asking.proposed(game, asked), asking.places(here.session, match)
    sheets = {seat: sheet for seat, sheet in here.sheets.items() if seat in allies(here)}
    names = {seat: sitting[seat].bot for seat, sheet in sheets.items() if _is_bots(sheet, sitting[seat], asked)}
    secret = asking.chance_of_bots(match, asked)
    state = records.position(game, match.state)
    for seat, thought in bots.sheets(game, state, here.prompts, names, secret=secret, told=told).items():
        sheet, packed = sheets[seat], asking.pack_orders(thought)
        if packed != sheet.orders:
            sheet.orders, sheet.arrived = packed, here.ctx.now()
            sheet.receipt = asking.receipt(game, sheet.salt, thought)
    here.forget()


def lines(here: Situation) -> list[str]:
    """Return what allies mean to order, a line for each seat."""
    if here.asking is None or here.game.concert is None:
        return []
    plans = asking.intents(here.game, here.asking, here.bots_sheets)
    known = ((seat, here.game.concert.intents(plans.get(seat, ()))) for seat in allies(here))
    return [f"{seat}: {'; '.join(here.lines(orders))}" for seat, orders in known if orders]


def _is_bots(sheet: Sheet, place: Place, asked: Asking) -> bool:
    """Tell whether a sheet is what a bot was asked for as the asking opened: the GM may have filed another since."""
    return bool(place.bot) and place.joined <= asked.opened and sheet.letter is None and sheet.number == 1
