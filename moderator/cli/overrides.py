"""``moderator override``: the overrides in the operator's file, applied, tried or listed.

The command that applies and tries needs no name: what follows ``override`` and is no other command belongs to it.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from moderator.app.opening import templates_of
from moderator.cli.common import find_match, instance_of, instance_to_look_at, local_time, pending_matches
from moderator.cli.console import DEFAULT_CONFIG, GOOD, NO, ConfigOption, console, errors, exit_wrong, table
from moderator.cli.telling import letters_shown
from moderator.config import load
from moderator.core.errors import ModeratorError
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.rehearsals import changes_in_words
from moderator.service.context import OverridePlan
from moderator.service.overrides import apply as overrides
from moderator.service.overrides import listing

_APPLY = "apply"
_HELP = "Apply new overrides in config.toml, try lines (--dry-run), or list all overrides (list)."


class _ApplyFirst(TyperGroup):
    """Commands of which the first is meant where none is named: ``moderator override --dry-run``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer does not export the class of its contexts
        """Read what is left of the line, with the name of the command that is meant."""
        named = bool(args) and (args[0] in self.commands or args[0] == "--help")
        return list(super().parse_args(ctx, args if named else [_APPLY, *args]))


override = typer.Typer(cls=_ApplyFirst, help=_HELP)


@override.command(_APPLY)
def override_apply(
    match: Annotated[
        str, typer.Argument(help="With --dry-run: a match, to try lines that are not in the file.", metavar="[MATCH]")
    ] = "",
    lines: Annotated[
        list[str] | None, typer.Argument(help="The lines to try, each in quotes.", metavar="[LINE]...")
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")] = False,
    why: Annotated[str, typer.Option("--why", help="The reason that players would read with it.")] = "",
) -> int:
    """Apply new overrides in config.toml, or show what they, or other lines, would change."""
    if match:
        _check_trial(match, lines or (), dry_run=dry_run)
    settings = load(config, mail=not dry_run)
    tried = OverridePlan(name="", match=match, lines=tuple(lines or ()), why=why)
    plans = (tried,) if match else settings.overrides
    refused = False
    with instance_of(settings) as instance:
        if not plans:
            console.print(f"{config} holds no [[override]].", markup=False)
        with instance.store.read() as session:
            pending = {plan.name for plan in pending_matches(instance, session)}
        for plan, done in overrides.apply_all(instance.store, instance.ctx, plans, dry_run=dry_run, to_come=pending):
            if isinstance(done, ModeratorError):
                errors.print(str(done), style="red", markup=False)
                refused = True
            elif isinstance(done, Exception):
                raise done
            else:
                _show(plan, done, templates_of(settings))
        if not dry_run:
            asyncio.run(instance.send())
    return NO if refused else GOOD


@override.command("list")
def override_list(
    match: Annotated[str, typer.Argument(help="A match; without one, all matches.", metavar="[MATCH]")] = "",
    config: ConfigOption = DEFAULT_CONFIG,
) -> None:
    """List the overrides that were applied or refused, and those that wait for something."""
    with instance_to_look_at(config) as instance, instance.store.read() as session:
        name = find_match(instance, session, match).name if match else ""
        plans, pending = instance.config.overrides, pending_matches(instance, session)
        found = listing.list_overrides(session, instance.ctx, plans, pending, name)
        rows = table("id", "match", "stands", "since", "record", "lines", "why")
        for each in found:
            record = "-" if each.record is None else str(each.record)
            lines = "; ".join(each.lines) or "(erased)"
            rows.add_row(
                each.name, each.match, each.standing.value, local_time(each.when, instance), record, lines, each.why
            )
    if found:
        console.print(rows, markup=False)
    else:
        console.print(f"There is no override of {name}." if name else "There is no override yet.", markup=False)


def _check_trial(match: str, lines: Sequence[str], *, dry_run: bool) -> None:
    """End the command if lines on the command line are to be applied, or if there are none."""
    if not dry_run:
        exit_wrong(
            "To apply lines, write them into the file as an [[override]] with a new id. To try them, add --dry-run."
        )
    if not lines:
        exit_wrong(f'Write the lines to try, each in quotes: moderator override --dry-run {match} "EXTEND 24h"')


def _show(plan: OverridePlan, applied: overrides.Applied, templates: Path | None) -> None:
    words = {
        overrides.OverrideStatus.ALREADY: "has been applied before; nothing changes",
        overrides.OverrideStatus.APPLIED: "is applied",
        overrides.OverrideStatus.REHEARSED: "would change this; nothing is changed now",
    }
    about = f"{plan.name} (match {plan.match}): " if plan.name else f"{plan.match}: these lines "
    console.print(f"{about}{words[applied.done]}", markup=False)
    for warning in applied.warnings:
        console.print(f"  Look at this first: {warning}", markup=False)
    text = Templates(templates).text
    for line in changes_in_words(applied, text):
        console.print(f"  {line}", markup=False)
    if applied.after:
        console.print("The board before:", *applied.before, "The board after:", *applied.after, sep="\n", markup=False)
    if applied.done is overrides.OverrideStatus.REHEARSED:
        lines = list(letters_shown(applied, text))
        for line in lines if lines or applied.changes else ["  Nothing would change, and nobody would be told."]:
            console.print(line, markup=False)
        return
    gm = Voice(text, applied.game, ReadingSeat("", "UTC"))
    for event in applied.events:
        console.print(f"  {gm.say(event)}", markup=False)
