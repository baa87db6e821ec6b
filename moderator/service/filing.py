"""Steps 7 and 8, check and file: orders laid on a sheet against the seat's view, and the sheet put on file.

A line that falls costs itself only. A sheet replaces the one before, whose row stays: what was understood of every
letter can be read again.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Order, Prompt
from moderator.language import sheet as numbering
from moderator.language.sheet import Entry
from moderator.service import asking, deadlines
from moderator.service.situation import Situation
from moderator.store.tables import Letter, Match, Sheet

AnyEntry = Entry[Any]


class Laid(Struct, frozen=True):
    """Orders on a sheet: those that stand, and the problems by line of the letter (None: an order on file fell)."""

    orders: tuple[Any, ...]
    problems: tuple[Problem, ...] = ()


Check: TypeAlias = Callable[[tuple[Any, ...]], Sequence[Problem]]
"""Judges a sheet by what its seat sees, ``game.check``."""


def lay(check: Check, prompt: Prompt, entries: Sequence[AnyEntry], onto: Sequence[Order] = ()) -> Laid:
    """Put the orders of a letter on a sheet, over those on file (``onto``), check the whole, drop what falls.

    Of several that fall the first is dropped, and the rest checked again: what fell only because of it stands.
    """
    taken = [order.number for order in onto if order.number]
    new, problems = numbering.number(entries, prompt, taken=taken)
    orders = numbering.merge(onto, new, prompt)
    found = list(problems)
    while orders:
        complaints = check(orders)
        fallen = [problem for problem in complaints if problem.falls]
        if not fallen:
            found.extend(_at(problem, orders, entries) for problem in complaints)
            break
        first = min(_index(problem, orders) for problem in fallen)
        found.extend(_at(problem, orders, entries) for problem in fallen if _index(problem, orders) == first)
        orders = orders[:first] + orders[first + 1 :]
    return Laid(orders, tuple(found))


def _index(problem: Problem, orders: Sequence[Order]) -> int:
    """Return which order a complaint is about; one about the whole sheet is about its last order."""
    return len(orders) - 1 if problem.order is None else problem.order


def stands(entries: Sequence[AnyEntry], orders: Sequence[Order]) -> bool:
    """Tell whether any order of a letter is on a sheet."""
    return any(replace(entry.order, number=order.number) == order for entry in entries for order in orders)


def _at(problem: Problem, orders: Sequence[Order], entries: Sequence[AnyEntry]) -> Problem:
    """Return a complaint about an order as one about the line of the letter that gave it."""
    order = orders[_index(problem, orders)]
    for entry in reversed(entries):
        if replace(entry.order, number=order.number) == order:
            column = entry.column if problem.column is None else problem.column
            fragment = problem.fragment or entry.text
            return replace(problem, line=entry.line, column=column, fragment=fragment)
    return problem


def file(
    here: Situation, orders: Sequence[Order], letter: Letter | None, *, wait: bool | None = None, faulty: bool = False
) -> Sheet:
    """Put a sheet on file in place of the seat's earlier one, with its receipt; the match may be ready by it.

    WAIT holds from sheet to sheet until READY (``wait=False``) takes it back; lines that did not count (``faulty``)
    hold until the next sheet or a later READY.
    """
    old = here.sheet
    row = _row(here, orders, letter)
    row.wait = (old is not None and old.wait) if wait is None else wait
    row.faulty = faulty
    _replace(here, row)
    return row


def _row(here: Situation, orders: Sequence[Order], letter: Letter | None) -> Sheet:
    """Return the next sheet of a seat."""
    match, seat = here.match, here.seat
    number = here.own[-1].number + 1 if here.own else 1
    salt = asking.salt(match, match.asking, seat, number)
    return Sheet(
        match=match.id or 0,
        asking=match.asking,
        seat=seat,
        number=number,
        letter=letter.id if letter else None,
        arrived=letter.arrived if letter else here.ctx.now(),
        orders=asking.pack_orders(orders),
        salt=salt,
        receipt=asking.receipt(here.game, salt, orders),
    )


def _replace(here: Situation, row: Sheet) -> None:
    old = here.sheet
    if old is not None:
        old.current = False
        here.session.add(old)
    here.session.add(row)
    here.note(row)
    _noted(here)


def withdraw(here: Situation, letter: Letter) -> bool:
    """Take the seat's sheet off file; return whether there was one.

    An empty sheet that never counts keeps the letter's arrival: what came before and is read after it is too late.
    """
    known = here.sheet is not None
    row = _row(here, (), letter)
    row.current = False
    _replace(here, row)
    return known


def hold(here: Situation, *, wait: bool | None, faulty: bool) -> bool:
    """Say WAIT or READY of the sheet on file, or that a letter about it was bad; return whether there is one."""
    sheet = here.sheet
    if sheet is None:
        return False
    sheet.wait = sheet.wait if wait is None else wait
    sheet.faulty = faulty or (sheet.faulty and wait is not False)
    here.session.add(sheet)
    _noted(here)
    return True


def _noted(here: Situation) -> None:
    deadlines.note_sheets(here.ctx, here.match, here.prompts, here.sheets)
    here.session.add(here.match)


def is_older(here: Situation, letter: Letter) -> bool:
    """Tell whether a letter came before the one that filed or withdrew last; it never replaces what that one said."""
    if not here.own:
        return False
    newest = here.own[-1]
    if letter.arrived != newest.arrived or letter.id is None or newest.letter is None:
        return letter.arrived < newest.arrived
    return letter.id < newest.letter  # servers tell whole seconds


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
