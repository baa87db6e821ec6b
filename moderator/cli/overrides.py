"""``moderator override``: the overrides in the operator's file, applied or tried."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from moderator.app.opening import templates_of
from moderator.cli.common import opened
from moderator.cli.console import DEFAULT_CONFIG, GOOD, NO, ConfigOption, console, errors, say_wrong
from moderator.cli.telling import changes_in_words, shown
from moderator.config import load
from moderator.core.errors import ModeratorError
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.service.context import OverridePlan
from moderator.service.overrides import apply as overrides


def override(
    match: Annotated[
        str, typer.Argument(help="With --dry-run: a match, to try lines that are not in the file.", metavar="[MATCH]")
    ] = "",
    lines: Annotated[
        list[str] | None, typer.Argument(help="The lines to try, each in quotes.", metavar="[LINE]...")
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")] = False,
) -> int:
    """Apply the overrides of the file that are not applied yet, or show what they, or other lines, would change."""
    if match:
        _check_trial(match, lines or (), dry_run=dry_run)
    settings = load(config, mail=not dry_run)
    plans = (OverridePlan(name="", match=match, lines=tuple(lines or ())),) if match else settings.overrides
    refused = False
    with opened(settings) as instance:
        if not plans:
            console.print("The file holds no [[override]].", markup=False)
        found = overrides.apply_all(instance.store, instance.ctx, plans, dry_run=dry_run)
        for plan, done in zip(plans, found, strict=True):
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


def _check_trial(match: str, lines: Sequence[str], *, dry_run: bool) -> None:
    """End the command if lines on the command line are to be applied, or if there are none."""
    if not dry_run:
        say_wrong(
            "What is applied stands in the file, as an [[override]] with an id of its own. To try lines, add --dry-run."
        )
    if not lines:
        say_wrong(f'Write the lines to try, each in quotes: moderator override --dry-run {match} "EXTEND 24h"')


def _show(plan: OverridePlan, applied: overrides.Applied, templates: Path | None) -> None:
    words = {
        overrides.OverrideStatus.ALREADY: "has been applied before; nothing changes",
        overrides.OverrideStatus.APPLIED: "is applied",
        overrides.OverrideStatus.REHEARSED: "would change this; nothing is changed now",
    }
    about = f"{plan.name} (match {plan.match}): " if plan.name else f"{plan.match}: these lines "
    console.print(f"{about}{words[applied.done]}", markup=False)
    for doubt in applied.doubts:
        console.print(f"  Is this meant? {doubt}", markup=False)
    text = Templates(templates).text
    for line in changes_in_words(applied, text):
        console.print(f"  {line}", markup=False)
    if applied.after:
        console.print("The board before:", *applied.before, "The board after:", *applied.after, sep="\n", markup=False)
    if applied.done is overrides.OverrideStatus.REHEARSED:
        told = list(shown(applied, text))
        for line in told if told or applied.changes else ["  Nothing would change, and nobody would be told."]:
            console.print(line, markup=False)
        return
    gm = Voice(text, applied.game, ReadingSeat("", "UTC"))
    for event in applied.events:
        console.print(f"  {gm.say(event)}", markup=False)
