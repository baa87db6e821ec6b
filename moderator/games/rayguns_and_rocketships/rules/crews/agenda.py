"""Which line of its letter each figure follows in this Turn (BY-MAIL 2, 3 and 5).

A task that was begun stays in ``table.tasks`` until it is done or its figures have another line; what is done leaves
the lines of the Round, too.
"""

from typing import TypeAlias

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.targets import condition_holds
from moderator.games.rayguns_and_rocketships.events.lines import TaskEnded
from moderator.games.rayguns_and_rocketships.orders.types import (
    TASKS,
    Board,
    Collect,
    Go,
    Search,
    Task,
    counts_in,
    turns_of,
)
from moderator.games.rayguns_and_rocketships.pieces import PRINCESS, Node, Who
from moderator.games.rayguns_and_rocketships.rules.table import Table

Line: TypeAlias = Task | Search


def _order_set(table: Table, seat: Seat) -> list[Line]:
    """Return a seat's lines of this Turn for its crew, in the order of the order set."""
    return [
        line
        for line in table.lines[seat]
        if isinstance(line, Go | Board | Collect | Search) and counts_in(line, table.turn)
    ]


def lines_of(table: Table, seat: Seat) -> list[Line]:
    """Return a seat's lines for its crew in the order of the order set, then tasks that go on."""
    order_set = _order_set(table, seat)
    return order_set + [task for task in table.tasks[seat] if task not in order_set]


def counts_now(table: Table, seat: Seat, line: Line) -> bool:
    """Tell whether a line counts now: its condition holds, or it has been begun."""
    return line in table.tasks[seat] or condition_holds(table, seat, getattr(line, "state", None))


def claims(table: Table, seat: Seat) -> dict[str, Task]:
    """Return the task of each figure that has one: lines with TURN first, then in the order of the order set."""
    found: dict[str, Task] = {}
    for line in sorted(lines_of(table, seat), key=lambda line: not turns_of(line) or line in table.tasks[seat]):
        if isinstance(line, TASKS) and counts_now(table, seat, line):
            for name in figures_sent(table, seat, line):
                found.setdefault(name, line)
    return found


def figures_sent(table: Table, seat: Seat, line: Line) -> tuple[str, ...]:
    """Return the figures in play that a line sends; the princess goes along with those who fetched her."""
    names = line.who
    if isinstance(line, Collect) and line.thing == "princess":
        names = (*names, PRINCESS)
    return tuple(name for name in dict.fromkeys(names) if (seat, name) in table.figures)


def task_of(table: Table, who: Who) -> Task | None:
    """Return the task that a figure follows."""
    return claims(table, who[0]).get(who[1])


def begin(table: Table, seat: Seat, task: Task) -> None:
    """Note that a task is under way."""
    if task not in table.tasks[seat]:
        table.tasks[seat].insert(0, task)


def end(table: Table, seat: Seat, task: Task) -> None:
    """Note that a task is over, and say so of one that goes on from a Round before."""
    table.lines[seat] = tuple(line for line in table.lines[seat] if line != task)
    if task in table.tasks[seat]:
        table.tasks[seat].remove(task)
    if task in table.state.secrets[seat].tasks:
        table.tell(TaskEnded(seat=seat, order=task))


def relieve(table: Table, seat: Seat) -> None:
    """Take figures that have another line, or are gone, off the tasks that go on."""
    followed, order_set = claims(table, seat), _order_set(table, seat)
    for task in [task for task in table.tasks[seat] if task not in order_set]:
        left = tuple(name for name in task.who if followed.get(name) == task)
        if not any(followed.get(name) == task for name in figures_sent(table, seat, task)):
            end(table, seat, task)
        elif left and left != task.who:
            table.tasks[seat][table.tasks[seat].index(task)] = replace(task, who=left)


def strike_off(table: Table, seat: Seat) -> None:
    """Take figures that are out of play off the tasks that go on; a task without any is over."""
    for task in list(table.tasks[seat]):
        left = tuple(name for name in task.who if (seat, name) in table.figures)
        if not figures_sent(table, seat, task):
            end(table, seat, task)
        elif left and left != task.who:
            table.tasks[seat][table.tasks[seat].index(task)] = replace(task, who=left)


def node_bound_for(table: Table, who: Who) -> Node:
    """Return the node that a figure's task leads to; empty without one."""
    task, ship = task_of(table, who), who[0]
    if isinstance(task, Go) and task.spot.kind == "node":
        return task.spot.name
    if isinstance(task, Go | Board):
        ship = (task.seat if isinstance(task, Board) else task.spot.seat) or ship
    elif isinstance(task, Collect) and not table.carried(who):
        lying = [
            token.at for token in table.tokens.values() if token.kind == task.thing and token.at and not token.ship
        ]
        return lying[0] if lying else ""
    return table.ships[ship].at if task and ship in table.ships else ""
