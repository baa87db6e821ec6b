"""``moderator match list``: all matches, or those that are late or wait for somebody."""

from typing import Annotated

import typer
from sqlmodel import Session

from moderator.app.instance import Instance
from moderator.cli.common import instance_to_look_at, local_time, pending_matches
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, DiscloseOption, console, count, table
from moderator.cli.recruiting import open_rows
from moderator.service.matches import beginning, letterhead, order_requests, secrecy
from moderator.service.people.late import late_matches
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

_WAITS_FOR_GM = {MatchStatus.PAUSED: "the GM (RESUME)", MatchStatus.FAULTED: "the GM (a fault)"}


def match_list(
    config: ConfigOption = DEFAULT_CONFIG,
    late: Annotated[
        bool, typer.Option("--late", help="Only matches past their deadline, or that wait for somebody.")
    ] = False,
    disclose: DiscloseOption = False,
) -> None:
    """List all matches with their game, status and next deadline, including those in the file that have not begun."""
    with instance_to_look_at(config) as instance, instance.store.read() as session:
        if late:
            _list_late(session, instance)
        else:
            _list_all(session, instance, disclose=disclose)


def _list_late(session: Session, instance: Instance) -> None:
    found = late_matches(session, instance.ctx)
    if not found:
        console.print("No match is past its deadline, and none waits for anybody.")
        return
    rows = table("match", "turn", "orders due", "waits for", "since", "no orders for")
    for each in found:
        due = local_time(each.deadline, instance)
        silent = ", ".join(f"{seat}: {count(turns, 'turn')}" for seat, turns in each.silent.items())
        rows.add_row(
            each.name,
            str(each.turn),
            f"{due} (past)" if each.past else due,
            _WAITS_FOR_GM.get(each.status) or ", ".join(each.waiting) or "-",
            local_time(each.since, instance),
            silent or "-",
        )
    console.print(rows, markup=False)


def _list_all(session: Session, instance: Instance, *, disclose: bool) -> None:
    found = [session.get_one(Match, number) for number in match_queries.match_names(session).values()]
    rows = table("match", "game", "status", "turn", "orders due", "waits for")
    for match in found:
        hides = not disclose and secrecy.hides_players(session, instance.ctx, match)
        prompts = {} if hides else order_requests.prompts(order_requests.current(session, match))
        rows.add_row(
            match.name,
            match.game,
            "withdrawn" if match.withdrawn else match.status.value,
            str(match.turn),
            local_time(match.deadline, instance),
            ", ".join(letterhead.unready_seats(prompts, order_requests.order_sets(session, match))),
        )
    for row in (can_join := list(open_rows(instance, session))):
        rows.add_row(*row)
    pending = pending_matches(instance, session)
    for plan in pending:
        status = "held" if plan.hold else f"begins {beginning.start_of(plan)}" if plan.start else "not begun"
        rows.add_row(plan.name, plan.game, status, "-", "-", "")
    if found or pending or can_join:
        console.print(rows)
        if pending:
            console.print(
                "Not begun yet. `moderator serve` or `moderator once` will begin it; a match with `hold` waits until "
                "you remove that line, one with `start` until then.",
                markup=False,
            )
    else:
        console.print("There is no match yet: add a [[match]] to config.toml.", markup=False)
