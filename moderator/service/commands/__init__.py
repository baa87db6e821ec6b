"""What the service's commands do: one explicit table from a command's type to its use case."""

from collections.abc import Callable, Mapping
from typing import Any

from moderator.language.reading import commands as said
from moderator.language.reading.commands import Command
from moderator.service.codes import Refusal, Verdict
from moderator.service.commands import ending, helping, personal, press, sheets, telling
from moderator.service.commands.asked import Asked
from moderator.service.facts import Answer
from moderator.service.matches.situation import Situation

ANYBODY: Mapping[type[Command], Callable[[Asked, Any], Answer]] = {
    said.Help: helping.show_help,
    said.Set: personal.put,
    said.Vacation: personal.vacation,
    said.Join: personal.join,
    said.Standby: lambda asked, _: personal.standby(asked),
}
"""Commands that need no seat."""

SEATED: Mapping[type[Command], Callable[[Asked, Situation, Any], Answer]] = {
    said.Status: lambda asked, here, _: telling.status(asked, here),
    said.ShowOrders: lambda asked, here, _: telling.show_orders(asked, here),
    said.Rules: lambda asked, here, _: telling.rules(asked, here),
    said.History: lambda asked, here, _: telling.history(asked, here),
    said.ShowMap: telling.show_map,
    said.Preview: lambda asked, here, _: telling.preview(asked, here),
    said.Resend: telling.resend,
    said.Add: lambda asked, here, _: sheets.add(asked, here),
    said.Ready: lambda asked, here, _: sheets.ready(asked, here),
    said.Wait: lambda asked, here, _: sheets.wait(asked, here),
    said.Press: press.send,
    said.TagNew: lambda asked, here, _: personal.tag_new(asked, here),
    said.Confirm: personal.confirm,
    said.Extend: ending.extend,
    said.Draw: lambda asked, here, _: ending.vote(asked, here, "draw"),
    said.Concede: lambda asked, here, _: ending.vote(asked, here, "concede"),
    said.Resign: lambda asked, here, _: ending.resign(asked, here),
}
"""Commands that speak for a seat."""


SHEET: tuple[type[Command], ...] = (said.Clear, said.Add, said.Ready, said.Wait)
"""Commands about the sheet on file, which does nothing where that cannot change now."""


def answer(asked: Asked, before: int = 0, blocked: Verdict | None = None) -> Answer:
    """Do what a command asks for and return what is said about it.

    ``before`` counts the orders once on file; ``blocked`` is why the sheet cannot change now, if so.
    """
    kind = type(asked.command)
    if kind in ANYBODY:
        return ANYBODY[kind](asked, asked.command)
    if asked.here is None:
        return asked.answer(Refusal.NEEDS_SEAT)
    if blocked and kind in SHEET:
        return asked.answer(Refusal(blocked))
    if isinstance(asked.command, said.Clear):
        return sheets.clear(asked, asked.command, before)
    return SEATED[kind](asked, asked.here, asked.command)
