"""What the commands of a letter say of the sheet on file: that it is added to, cleared, or waits."""

from collections.abc import Sequence
from typing import Any

from moderator.core.game import Prompt
from moderator.language.reading.commands import Add, Clear, Command, Ready, Wait


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
