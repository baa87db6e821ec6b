"""``moderator match try``: the welcomes of a match that has not begun, as they would go."""

import dataclasses
import secrets
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import Session

from moderator.app.instance import Instance
from moderator.cli.common import instance_of, pending_matches, write_letter
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, console, errors, exit_no, exit_wrong
from moderator.config import did_you_mean
from moderator.core.seats import Seat
from moderator.service.context import Context, MatchPlan
from moderator.service.facts import LetterFacts
from moderator.service.matches import beginning, matches, order_requests, reports
from moderator.service.recruiting import open_matches, places
from moderator.service.unconfirmed import redact_unconfirmed
from moderator.store import people_queries

_KEY_BYTES = 32


def match_try(
    match: Annotated[
        str, typer.Argument(help="The name of a match in config.toml that has not begun.", metavar="MATCH")
    ],
    config: ConfigOption = DEFAULT_CONFIG,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder to write the complete letters to.", metavar="DIR")
    ] = None,
) -> None:
    """Show the welcomes of a match. Nothing is made or mailed, and the real dice and reply addresses will differ."""
    with instance_of(config) as instance:
        with instance.store.trial() as session:
            plan = _plan(instance, session, match)
            try:
                unmeant, letters = _welcomes(session, instance.ctx, plan)
            except matches.MatchError as error:
                exit_no(str(error))
        for line in unmeant:
            errors.print(f"Look at this first: {line}", markup=False)
        for seat, to, facts in letters:
            words = instance.renderer.render(facts)
            if out is not None:
                for path in write_letter(words, out / seat):
                    console.print(str(path), markup=False)
            else:
                console.print(f"To: {to}", f"Subject: {words.subject}", "", words.text, sep="\n", markup=False)
    console.print(
        f"This is only a trial of {plan.name}: nothing was made or mailed. Its dice and reply addresses are not those "
        "of the match.",
        markup=False,
    )


def _plan(instance: Instance, session: Session, name: str) -> MatchPlan:
    """Return a match of the file that has not begun; if there is none of the name, say so and end the command."""
    pending = {plan.name: plan for plan in pending_matches(instance, session)}
    opened = {
        plan.name: plan for plan in instance.config.matches if open_matches.find_open(session, instance.ctx, plan.name)
    }
    found = pending.get(name.lower()) or opened.get(name.lower())
    if found is None and any(plan.name == name.lower() for plan in instance.config.matches):
        exit_no(f"{name} has begun: its welcomes have gone or are about to go. moderator match show {name} says more.")
    if found is None:
        advice = did_you_mean(name, pending) or "moderator match list shows all matches."
        exit_wrong(f'There is no [[match]] "{name}" in the file that has not begun; {advice}')
    return found


def _welcomes(session: Session, ctx: Context, plan: MatchPlan) -> tuple[list[str], list[tuple[Seat, str, LetterFacts]]]:
    """Return what may not be meant of a match, and its welcomes, each with its reader's address; all on another key.

    The caller rolls everything back.
    """
    ctx = dataclasses.replace(ctx, key=secrets.token_bytes(_KEY_BYTES))
    plan = places.rehearsed(ctx.game(plan.game), plan) if plan.open else plan
    unmeant = beginning.check(session, ctx, plan)
    made = matches.create(session, ctx, plan)
    letters: list[tuple[Seat, str, LetterFacts]] = []
    for place in order_requests.assignments(session, made).values():
        if place.player is not None:
            entry = people_queries.address_on_file(session, place.player)
            facts = redact_unconfirmed(entry, reports.welcome(session, ctx, made, place, made.number))
            to = entry.address if entry is not None else f"{place.seat}, in a forum"
            letters += [(place.seat, to, facts)] if facts is not None else []
    return unmeant, letters
