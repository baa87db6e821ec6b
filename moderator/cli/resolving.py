"""``moderator resolve``: a turn run now, as the override RESOLVE does: recorded, and told to the players."""

import asyncio
from typing import Annotated

import typer

from moderator.app.instance import Instance
from moderator.cli.common import MatchName, find_match, instance_of, refuse_to_disclose
from moderator.cli.console import DEFAULT_CONFIG, GOOD, NO, ConfigOption, DiscloseOption, console, count, exit_no
from moderator.config import load
from moderator.service.context import OverridePlan
from moderator.service.overrides import apply as overrides
from moderator.service.overrides import decisions
from moderator.service.turns import adjudication, due
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match


def resolve(
    match: MatchName,
    config: ConfigOption = DEFAULT_CONFIG,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show how the turn would run now, on throwaway dice, and change nothing.")
    ] = False,
    disclose: DiscloseOption = False,
    why: Annotated[str, typer.Option("--why", help="The reason, for the players to read.")] = "",
) -> int:
    """Run the turn of a match now; a seat without orders is played by default."""
    with instance_of(load(config, mail=not dry_run)) as instance:
        with instance.store.read() as session:
            row = find_match(instance, session, match)
            if dry_run:
                refuse_to_disclose(instance, session, row, "the positions and orders of all", disclose=disclose)
        if dry_run:
            return _rehearse(instance, row)
        if row.status not in {MatchStatus.RUNNING, MatchStatus.FAULTED}:
            exit_no(f"{row.name} is {row.status.value}; {_advice(row)}")
        _call_turn(instance, row, why)
        result = instance.run(row.id, force=row.request)
        posted = asyncio.run(instance.send())
    outcome = "run by moderator serve" if result is due.RunResult.MOVED else result.value
    console.print(f"{row.name}, turn {row.turn}: {outcome}; {count(posted.sent, 'letter')} sent.")
    return GOOD if result in {due.RunResult.RESOLVED, due.RunResult.OVER, due.RunResult.MOVED} else NO


def _call_turn(instance: Instance, match: Match, why: str) -> None:
    """Carry out what a GM writes to run a turn now, as an override with an id of its own: recorded, and told."""
    with instance.store.read() as session:
        name = decisions.new_override_id(session, instance.ctx, "cli")
    resume = ("RESUME",) if match.status is MatchStatus.FAULTED else ()
    plan = OverridePlan(name=name, match=match.name, lines=(*resume, "RESOLVE"), why=why)
    overrides.apply(instance.store, instance.ctx, plan)


def _advice(match: Match) -> str:
    if match.status is MatchStatus.OVER:
        return "there is nothing to resolve."
    return 'to run it, add an override with do = ["RESUME", "RESOLVE"].'


def _rehearse(instance: Instance, match: Match) -> int:
    report = adjudication.rehearse(instance.store, instance.ctx, match.id)
    if report is None:
        exit_no(f"{match.name} waits for no orders, or no turn can be run now.")
    words = instance.renderer.render(report)
    console.print("A dry run on throwaway dice: the real turn will come out differently.", style="bold")
    console.print(words.text, markup=False)
    return GOOD
