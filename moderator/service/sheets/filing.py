"""Step 8, file: a sheet put on file, withdrawn, held; and what a letter that is read late finds there.

A sheet replaces the one before, whose row stays: what was understood of every letter can be read again.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from moderator.core.game import AnyGame
from moderator.core.orders import Order
from moderator.service.matches import asking, deadlines
from moderator.service.matches.situation import Situation
from moderator.service.sheets.merging import Over
from moderator.store.complaints import Complaint, pack_complaints
from moderator.store.tables import Letter, Match, Sheet

WHOLE = "*"
"""What ``Sheet.spoken`` says of a letter that made a new sheet: it left nothing alone."""


def file(
    here: Situation,
    orders: Sequence[Order],
    letter: Letter | None,
    *,
    wait: bool | None = None,
    open_: Iterable[Complaint] = (),
    spoken: Iterable[str] = (WHOLE,),
) -> Sheet:
    """Put a sheet on file in place of the seat's earlier one, with its receipt; the match may be ready by it.

    WAIT holds from sheet to sheet until READY (``wait=False``) takes it back; lines that did not count (``complaints``)
    hold until they are settled. ``spoken`` are the numbers that the letter speaks of, or ``WHOLE``.
    """
    old = here.sheet
    row = _row(here, orders, letter)
    row.wait = (old is not None and old.wait) if wait is None else wait
    row.complaints, row.spoken = pack_complaints(open_), " ".join(spoken)
    _replace(here, row)
    return row


def _row(here: Situation, orders: Sequence[Order], letter: Letter | None) -> Sheet:
    """Return the next sheet of a seat."""
    number = here.own[-1].number + 1 if here.own else 1
    return asking.new_sheet(here.ctx, here.game, here.match, here.seat, orders, number=number, letter=letter)


def _replace(here: Situation, row: Sheet) -> None:
    old = here.sheet
    if old is not None:
        old.current = False
    here.session.add(row)
    here.note(row)
    _noted(here)


def withdraw(here: Situation, letter: Letter, open_: Iterable[Complaint] = ()) -> bool:
    """Take the seat's sheet off file; return whether there was one. ``open_`` are the lines that are waited for still.

    An empty sheet that never counts keeps the letter's arrival: what came before and is read after it is too late.
    """
    known = here.sheet is not None
    row = _row(here, (), letter)
    row.current, row.complaints = False, pack_complaints(open_)
    _replace(here, row)
    return known


def hold(here: Situation, letter: Letter, *, wait: bool | None, open_: Sequence[Complaint]) -> None:
    """Say WAIT or READY of the sheet on file, and which lines are waited for now.

    Without a sheet the lines are kept on an empty one that never counts, so that a sheet which mends some of them waits
    for the others.
    """
    sheet = here.sheet
    if sheet is None and open_ and (not here.own or here.own[-1].complaints != pack_complaints(open_)):
        sheet = _row(here, (), letter)
        sheet.current, sheet.spoken = False, " ".join(complaint.number for complaint in open_ if complaint.number)
        _replace(here, sheet)
    if sheet is None:
        return
    sheet.wait = sheet.wait if wait is None else wait
    sheet.complaints = pack_complaints(open_)
    _noted(here)


def settle(here: Situation) -> None:
    """Let the orders that the seat has stand as they are: the turn waits for nothing more from it."""
    if here.sheet is not None:
        here.sheet.wait, here.sheet.complaints = False, pack_complaints(())
        _noted(here)


def _noted(here: Situation) -> None:
    deadlines.note_sheets(here.ctx, here.match, here.prompts, here.sheets)


def newer(here: Situation, letter: Letter) -> list[Sheet]:
    """Return the seat's sheets of letters that came after this one, which was read late."""
    return [sheet for sheet in here.own if _is_newer(sheet, letter)]


def _is_newer(sheet: Sheet, letter: Letter) -> bool:
    if letter.arrived != sheet.arrived or letter.id is None or sheet.letter is None:
        return letter.arrived < sheet.arrived
    return letter.id < sheet.letter  # servers tell whole seconds


def met(here: Situation, letter: Letter) -> tuple[tuple[Any, ...], Over | None]:
    """Return the orders that a letter finds on file, as of when it came, and what newer ones lay over its own.

    A letter that is older than a new sheet is not asked about: it changes nothing.
    """
    later = newer(here, letter)
    if not later:
        return here.orders, None
    earlier = [sheet for sheet in here.own if sheet not in later]
    base = here.orders_of(earlier[-1]) if earlier else ()
    numbers = frozenset(number for sheet in later for number in sheet.spoken.split())
    by_number = bool(here.prompt and here.prompt.numbers)
    said = tuple(order for order in here.orders if (order.number in numbers if by_number else order not in base))
    return base, Over(numbers, said)


def is_late(here: Situation, letter: Letter) -> bool:
    """Tell whether a letter came after the deadline and its grace; when it is read does not matter."""
    last = deadlines.cutoff(here.ctx, here.match)
    return last is not None and letter.arrived > last


def archive_lines(game: AnyGame, match: Match, turn: int, sheet: Sheet | None) -> tuple[str, ...]:
    """Return the sheet on file as ``orders/archive/<match>/<turn>/<seat>.txt`` keeps it, for a GM to read."""
    if sheet is None:
        return ()
    return (
        f"# {match.name} turn {turn} {sheet.seat}",
        f"# sheet {sheet.number} of asking {sheet.asking}, arrived {sheet.arrived:%Y-%m-%d %H:%M:%S} UTC",
        f"# receipt {sheet.receipt}",
        *(game.language.line(order) for order in asking.unpack_orders(game, sheet.orders)),
    )
