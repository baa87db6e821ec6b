"""Crew Movement and Combat of a seat: lines, duty, tokens (Rules: Crew Movement, Crew Combat; BY-MAIL 1 and 5)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.orders.types import Board, Go, Search, Task
from moderator.games.rayguns_and_rocketships.rules import effects, letters
from moderator.games.rayguns_and_rocketships.rules.crews import (
    agenda,
    boarding,
    captains,
    duty,
    parting,
    specials,
    spending,
)
from moderator.games.rayguns_and_rocketships.rules.crews.walking import Mover, Movers, why_unable
from moderator.games.rayguns_and_rocketships.rules.table import Table


def act(table: Table, seat: Seat) -> None:
    """Play a seat's Crew phase: its lines from top to bottom, then duty by number, then tokens down to KEEP."""
    captains.give_up(table, seat)
    effects.run(table, seat, "crew")
    agenda.relieve(table, seat)
    movers = Movers(table, seat)
    followed = agenda.claims(table, seat)
    for line in agenda.lines_of(table, seat):
        if not agenda.counts_now(table, seat, line):
            letters.note_lack(table, seat, line, "condition")
            continue
        letters.note_lack(table, seat, line, None)
        if isinstance(line, Search):
            spending.follow(table, line, movers)
        else:
            _follow(table, line, movers, followed)
    duty.run(table, seat, movers, _busy(table, seat, followed))
    spending.spend(table, seat, movers)
    spending.heal_free(table, seat)


def _busy(table: Table, seat: Seat, followed: dict[str, Task]) -> set[str]:
    """Return who has a line, or is named by one that searches."""
    searches = (line for line in agenda.lines_of(table, seat) if isinstance(line, Search))
    return set(followed) | {name for line in searches for name in line.who}


def _follow(table: Table, line: Task, movers: Movers, followed: dict[str, Task]) -> None:
    """Let the figures of a task do what they can of it now; the task is over when all have done it."""
    seat = movers.seat
    if not agenda.figures_sent(table, seat, line):
        if line not in table.tasks[seat]:  # else it was begun, and those whom it sent fell at it
            table.fail(seat, line, "gone")
        agenda.end(table, seat, line)
        return
    names = [name for name in agenda.figures_sent(table, seat, line) if followed.get(name) == line]
    if not names:
        return
    agenda.begin(table, seat, line)
    done = [_do(table, movers[name], line) for name in names if (seat, name) in table.figures]
    if all(done):
        agenda.end(table, seat, line)


def _do(table: Table, mover: Mover, line: Task) -> bool:
    if not mover.able:
        table.fail(mover.who[0], line, why_unable(table, mover), mover.who[1])
        return False
    if not parting.strike_first(table, mover, line):
        return False
    if isinstance(line, Go):
        return boarding.go(table, mover, line)
    if isinstance(line, Board):
        return boarding.board(table, mover, line)
    return specials.collect(table, mover, line)
