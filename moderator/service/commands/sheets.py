"""Commands about the sheet on file: CLEAR, ADD, READY, WAIT. What they do is done before any other is answered."""

from collections.abc import Sequence
from typing import Any

from moderator.core.game import Prompt
from moderator.language.commands import Add, Clear, Command, Ready, Wait
from moderator.service import asking, deadlines, filing
from moderator.service.commands.asked import Asked
from moderator.service.facts import Answer
from moderator.service.situation import Situation


def amends(commands: Sequence[Command]) -> bool:
    """Tell whether the orders of a letter are laid over those on file instead of replacing them."""
    return adds(commands) or any(isinstance(command, Clear) and command.which for command in commands)


def adds(commands: Sequence[Command]) -> bool:
    """Tell whether a letter says ADD."""
    return any(isinstance(command, Add) for command in commands)


def clears(commands: Sequence[Command]) -> bool:
    """Tell whether a letter withdraws everything that is on file."""
    return any(isinstance(command, Clear) and not command.which for command in commands)


def kept(orders: Sequence[Any], commands: Sequence[Command], prompt: Prompt) -> tuple[Any, ...]:
    """Return the orders on file that a letter leaves: those that no CLEAR names, by number or by place."""
    named = cleared(commands)
    if "" in named:
        return ()
    if prompt.numbers:
        return tuple(order for order in orders if order.number not in named)
    return tuple(order for place, order in enumerate(orders, 1) if str(place) not in named)


def cleared(commands: Sequence[Command]) -> frozenset[str]:
    """Return the numbers or places that a letter withdraws, "" for the whole sheet."""
    return frozenset(command.which.lstrip("#").lower() for command in commands if isinstance(command, Clear))


def wants_wait(commands: Sequence[Command]) -> bool | None:
    """Return True for WAIT, False for READY (the later of the two counts), None for neither."""
    said = [isinstance(command, Wait) for command in commands if isinstance(command, Ready | Wait)]
    return said[-1] if said else None


def clear(asked: Asked, command: Clear, before: int) -> Answer:
    """Tell what was withdrawn; ``before`` is how many orders were on file when the letter came."""
    if not before:
        return asked.answer("clear-nothing")
    return asked.answer("cleared-one" if command.which else "cleared", which=command.which)


def add(asked: Asked, here: Situation) -> Answer:
    """Tell that the orders were added to those on file, or those brought back that a new sheet left out."""
    added = here.sheet is not None and here.sheet.letter == asked.letter.id
    return asked.answer("added" if added else "add-nothing")


def ready(asked: Asked, here: Situation) -> Answer:
    """Tell when the turn runs; without orders on file, READY files what silence would mean."""
    if here.sheet is None:
        filing.file(here, here.silence, asked.letter, wait=False)
        return asked.answer("ready-silence", *here.lines(here.orders))
    runs = deadlines.all_in_at(asked.ctx, here.match)
    pause = int(asking.delay(asked.ctx, here.match).total_seconds())
    dated = int(here.match.deadline is not None)
    return asked.answer(
        "ready", runs=runs.isoformat() if runs else "", pause=pause, dated=dated, faulty=int(here.sheet.faulty)
    )


def wait(asked: Asked, here: Situation) -> Answer:
    """Tell that the turn is held back until the deadline."""
    return asked.answer("wait" if here.sheet else "wait-anyway")
