"""Steps 7 and 8, check and file: orders laid on a sheet against the seat's view, and the sheet put on file.

A line that falls costs itself only. A sheet replaces the one before, whose row stays: what was understood of every
letter can be read again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import AnyGame, Prompt
from moderator.core.orders import Order
from moderator.language import numbering
from moderator.language.numbering import Entry, Missed
from moderator.service.matches import asking, deadlines
from moderator.service.sheets import complaints
from moderator.service.sheets.complaints import Complaint
from moderator.service.sheets.situation import Situation
from moderator.store.tables import Letter, Match, Sheet

AnyEntry = Entry[Any]

WHOLE = "*"
"""What ``Sheet.spoken`` says of a letter that made a new sheet: it left nothing alone."""


class Over(Struct, frozen=True):
    """What letters that came later have said already: the ``numbers`` they spoke of, and their ``orders``."""

    numbers: frozenset[str]
    orders: tuple[Any, ...]


class Merged(Struct, frozen=True):
    """Orders on a sheet: those that stand, and the problems by line of the letter (None: an order on file fell).

    ``places`` gives by line and column the number that each instruction of the letter has, missed ones as well.
    """

    orders: tuple[Any, ...]
    problems: tuple[Problem, ...]
    places: Mapping[tuple[int, int], str]


Check: TypeAlias = Callable[[tuple[Any, ...]], Sequence[Problem]]
"""Judges a sheet by what its seat sees, ``game.check``."""


def merge_and_check(
    check: Check,
    prompt: Prompt,
    entries: Sequence[AnyEntry],
    onto: Sequence[Order] = (),
    *,
    missed: Sequence[Missed] = (),
    over: Over | None = None,
    write: Callable[[Any], str] = repr,
    before: Mapping[Any, str] = {},
) -> Merged:
    """Put the orders of a letter on a sheet, over those on file (``onto``), check the whole, drop what falls.

    What newer letters said (``over``) lies over them. ``before`` names, as it is written, the order before which a new
    one belongs; any other follows those on file. Of several that fall the first is dropped, and the rest checked
    again: what fell only because of it stands.
    """
    taken = [order.number for order in onto if order.number]
    new = numbering.number(entries, prompt, taken=taken, missed=missed)
    orders = _in_place(numbering.merge(onto, new.orders, prompt), before, write)
    found = list(new.problems)
    if over is not None:
        found.extend(_overtaken(order, entries) for order in new.orders if order.number in over.numbers)
        orders = numbering.merge([order for order in orders if order.number not in over.numbers], over.orders, prompt)
    while orders:
        judged = check(orders)
        fallen = [problem for problem in judged if problem.falls]
        if not fallen:
            found.extend(_at(problem, orders, entries, write) for problem in judged)
            break
        first = min(_index(problem, orders) for problem in fallen)
        found.extend(_at(problem, orders, entries, write) for problem in fallen if _index(problem, orders) == first)
        orders = orders[:first] + orders[first + 1 :]
    return Merged(orders, tuple(found), new.places)


def _in_place(orders: tuple[Any, ...], before: Mapping[Any, str], write: Callable[[Any], str]) -> tuple[Any, ...]:
    """Put the orders that belong ``before`` another, named as it is written, there."""
    out = [order for order in orders if order not in before]
    for order, following in before.items():
        at = next((at for at, other in enumerate(out) if write(other) == following), len(out))
        out.insert(at, order)
    return tuple(out)


def _overtaken(order: Order, entries: Sequence[AnyEntry]) -> Problem:
    """Tell of an order whose number a newer letter has spoken of."""
    problem = Problem(code="overtaken", stage=Stage.DOUBTFUL, order=0, facts={"number": order.number})
    return _at(problem, [order], entries, repr)


def _index(problem: Problem, orders: Sequence[Order]) -> int:
    """Return which order a complaint is about; one about the whole sheet is about its last order."""
    return len(orders) - 1 if problem.order is None else problem.order


def stands(entries: Sequence[AnyEntry], orders: Sequence[Order]) -> bool:
    """Tell whether any order of a letter is on a sheet."""
    return any(replace(entry.order, number=order.number) == order for entry in entries for order in orders)


def _at(problem: Problem, orders: Sequence[Order], entries: Sequence[AnyEntry], write: Callable[[Any], str]) -> Problem:
    """Return a complaint about an order as one about the line of the letter that gave it, or as it is on file."""
    order = orders[_index(problem, orders)]
    for entry in reversed(entries):
        if replace(entry.order, number=order.number) == order:
            column = entry.column if problem.column is None else problem.column
            fragment = problem.fragment or entry.text
            return replace(problem, line=entry.line, column=column, fragment=fragment)
    return replace(problem, column=None, fragment=write(order))


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
    row.complaints, row.spoken = complaints.pack(open_), " ".join(spoken)
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


def withdraw(here: Situation, letter: Letter, open_: Iterable[Complaint] = ()) -> bool:
    """Take the seat's sheet off file; return whether there was one. ``open_`` are the lines that are waited for still.

    An empty sheet that never counts keeps the letter's arrival: what came before and is read after it is too late.
    """
    known = here.sheet is not None
    row = _row(here, (), letter)
    row.current, row.complaints = False, complaints.pack(open_)
    _replace(here, row)
    return known


def hold(here: Situation, letter: Letter, *, wait: bool | None, open_: Sequence[Complaint]) -> None:
    """Say WAIT or READY of the sheet on file, and which lines are waited for now.

    Without a sheet the lines are kept on an empty one that never counts, so that a sheet which mends some of them waits
    for the others.
    """
    sheet = here.sheet
    if sheet is None and open_ and (not here.own or here.own[-1].complaints != complaints.pack(open_)):
        sheet = _row(here, (), letter)
        sheet.current, sheet.spoken = False, " ".join(complaint.number for complaint in open_ if complaint.number)
        _replace(here, sheet)
    if sheet is None:
        return
    sheet.wait = sheet.wait if wait is None else wait
    sheet.complaints = complaints.pack(open_)
    here.session.add(sheet)
    _noted(here)


def _noted(here: Situation) -> None:
    deadlines.note_sheets(here.ctx, here.match, here.prompts, here.sheets)
    here.session.add(here.match)


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
    base = asking.unpack_orders(here.game, earlier[-1].orders) if earlier else ()
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
