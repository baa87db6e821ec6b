"""``moderator override``: the overrides in the operator's file, applied or tried."""

import asyncio
from typing import Annotated

import typer

from moderator.cli.common import DEFAULT_CONFIG, GOOD, NO, ConfigOption, console, errors, opened
from moderator.config import load
from moderator.core.errors import ModeratorError
from moderator.service.overrides import apply as overrides


def override(
    config: ConfigOption = DEFAULT_CONFIG,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")] = False,
) -> int:
    """Apply the overrides of the file that are not applied yet, or show what they would change."""
    settings = load(config)
    refused = False
    with opened(settings) as instance:
        if not settings.overrides:
            console.print("The file holds no [[override]].", markup=False)
        for plan in settings.overrides:
            try:
                applied = overrides.apply(instance.store, instance.ctx, plan, dry_run=dry_run)
            except ModeratorError as error:
                errors.print(str(error), style="red", markup=False)
                refused = True
                continue
            _show(plan.name, plan.match, applied)
        if not dry_run:
            asyncio.run(instance.send())
    return NO if refused else GOOD


def _show(name: str, match: str, applied: overrides.Applied) -> None:
    words = {
        overrides.OverrideStatus.ALREADY: "has been applied before; nothing changes",
        overrides.OverrideStatus.APPLIED: "is applied",
        overrides.OverrideStatus.REHEARSED: "would change this; nothing is changed now",
    }
    console.print(f"{name} (match {match}): {words[applied.done]}", markup=False)
    for line in applied.changes:
        console.print(f"  {line}", markup=False)
    if applied.after:
        console.print("The board before:", *applied.before, "The board after:", *applied.after, sep="\n", markup=False)
