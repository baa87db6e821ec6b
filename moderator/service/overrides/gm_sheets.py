"""Sheets that no letter brought: those that a GM enters for a seat, and those of bots that take over."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from sqlmodel import Session, select

from moderator.core.errors import ModeratorError, Problem
from moderator.core.game import Prompt
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from moderator.service.context import Context
from moderator.service.letter_parts import Fact
from moderator.service.matches import asking, bots
from moderator.service.matches.situation import Situation
from moderator.service.sheets import filing
from moderator.service.sheets.merging import Instructions, Merge, merge_and_check
from moderator.store import match_queries
from moderator.store.tables import Asking, Match, Place, Sheet


class NoOrdersError(ModeratorError):
    """Lines that are not all orders, or not allowed; the text says which and why."""


def understood(here: Situation, prompt: Prompt, lines: Sequence[str], say: Callable[[Problem], str]) -> tuple[Any, ...]:
    """Return a GM's lines as a sheet; raises NoOrdersError unless every line is an order that the seat may give."""
    parts = [part.strip() for line in lines for part in line.split(";") if part.strip()]
    read = understand([TextLine(number, part) for number, part in enumerate(parts, 1)], here.game.language)
    fallen = [problem for problem in read.problems if problem.falls]
    counted = {entry.line for entry in read.entries} | {problem.line for problem in fallen}
    for number, part in enumerate(parts, 1):
        if number not in counted:  # in a player's letter it would be chatter; a GM means every line
            raise NoOrdersError(f'"{part}" is no order')
    merged = merge_and_check(Merge(check=here.check, prompt=prompt, letter=Instructions(read.entries)))
    fallen += [problem for problem in merged.problems if problem.falls]
    if fallen:
        raise NoOrdersError("; ".join(map(say, fallen)))
    if not merged.orders:
        raise NoOrdersError("no orders were read")
    return merged.orders


def withdraw(session: Session, match: Match, seat: Seat) -> None:
    """Take off file what a bot ordered, or the GM for it; the orders of people stay, and so do all rows."""
    for sheet in _unshown(session, match, seat):
        sheet.current = False
        session.add(sheet)
    session.flush()


def bring_back(here: Situation, orders: Sequence[Order]) -> Sheet | None:
    """Put earlier orders of a bot's seat on file again, with their receipt, if they are the same ones."""
    packed = asking.pack_orders(orders)
    found = next((row for row in _unshown(here.session, here.match, here.seat) if row.orders == packed), None)
    if found is not None:
        if here.sheet is not None:
            here.sheet.current = False
        found.current = True
        here.session.add(found)
        here.session.flush()
        here.forget()
        filing.settle(here)
    return found


def _unshown(session: Session, match: Match, seat: Seat) -> list[Sheet]:
    """Return a seat's newest sheets of the open asking that no person was shown, oldest first.

    No acknowledgement of them was ever sent. So they may come and go, with the receipts that they have.
    """
    held = session.exec(select(Place).where(Place.match == match.id, Place.seat == seat, Place.bot == "")).all()
    own = [sheet for sheet in match_queries.sheets(session, match.id or 0, match.asking) if sheet.seat == seat]

    def is_shown(sheet: Sheet) -> bool:
        then = sheet.arrived
        return sheet.letter is not None or any(
            place.joined < then and (place.left is None or then < place.left) for place in held
        )

    return [*takewhile(lambda sheet: not is_shown(sheet), reversed(own))][::-1]


def answer_for_bots(
    session: Session,
    ctx: Context,
    match: Match,
    opened: Asking | None,
    state: Any,  # noqa: ANN401 - the state is the game's own
) -> None:
    """File sheets for the bots that are asked and have none on file.

    Orders that were filed before come back with their receipt: who sits there how often chooses no dice.
    """
    session.flush()
    if opened is None:
        return
    filed, prompts = asking.sheets(session, match), asking.prompts(opened)
    empty = {
        seat: place
        for seat, place in asking.places(session, match).items()
        if place.bot and seat in prompts and seat not in filed
    }
    names = {seat: place.bot for seat, place in empty.items()}
    secret = asking.chance_of_bots(match, opened)
    for seat, orders in bots.sheets(ctx.game(match.game), state, prompts, names, secret=secret).items():
        here = Situation(session, ctx, match, empty[seat])
        if bring_back(here, orders) is None:
            filing.file(here, orders, None, wait=False)


def proof_of(sheet: Sheet) -> dict[str, Fact]:
    """Return what proves a sheet that no letter filed, for the notice that shows it."""
    return {"asking": sheet.asking, "number": sheet.number, "receipt": sheet.receipt, "salt": sheet.salt.hex()}
