"""``moderator match open``, ``close`` and ``invite``: matches that people can join."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.markup import escape
from sqlmodel import Session

from moderator.app.instance import Instance
from moderator.cli.common import MatchName, instance_of
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, console, exit_no, exit_wrong
from moderator.config import ConfigError, load
from moderator.mail.headers import one_address
from moderator.service.codes import RefusalCode
from moderator.service.context import Context
from moderator.service.matches.matches import MatchError
from moderator.service.recruiting import invitations, open_matches, opening
from moderator.store.recruiting import OpenMatch


def match_open(
    match: Annotated[str, typer.Argument(help="A name for the new match.", metavar="MATCH")],
    game: Annotated[str, typer.Option("--game", help="The game, as moderator game list shows it.")],
    every: Annotated[str, typer.Option("--every", help='How often orders are due: "48h".')] = "",
    at: Annotated[str, typer.Option("--at", help='When orders are due: "MON,THU 20:00".')] = "",
    start: Annotated[
        str, typer.Option("--start", help='When it begins: "full", or a date such as "2026-12-05 20:00".')
    ] = "full",
    least: Annotated[int | None, typer.Option("--least", help="How few people it can begin with.")] = None,
    most: Annotated[int | None, typer.Option("--most", help="How many people can join.")] = None,
    short: Annotated[
        str, typer.Option("--short", help='If too few people are there: "bots", "wait" or "off".')
    ] = "bots",
    asks: Annotated[str, typer.Option("--asks", help='Whom it is for: "finished 1", or empty for everybody.')] = "",
    masks: Annotated[bool, typer.Option("--masks", help="Tell nobody who plays until the match is over.")] = False,
    config: ConfigOption = DEFAULT_CONFIG,
) -> None:
    """Let people join a new match: write it into config.toml. A moderator that serves opens it at once."""
    written = {"every": every, "at": at, "start": start, "least": least, "most": most, "short": short, "asks": asks}
    written |= {"masks": masks}
    table = {"name": match, "game": game, "open": True, **{key: value for key, value in written.items() if value}}
    _add(config, table)
    console.print(
        f"{match} is in {config} now. A moderator that serves opens it at once, else moderator once does. People join "
        f"it by writing JOIN {match} to the moderator.",
        markup=False,
    )


def _add(config: Path, table: Mapping[str, object]) -> None:
    """Add a match to the end of the file, unless it is wrong; say what is wrong with it, and end the command."""
    before = load(config, mail=False)
    if any(plan.name == table["name"] for plan in before.matches):
        exit_wrong(f'There is a [[match]] "{table["name"]}" in {config} already; choose another name.')
    added = "\n[[match]]\n" + "".join(_lines(table))
    with tempfile.NamedTemporaryFile("w", dir=config.resolve().parent, suffix=".toml", encoding="utf-8") as draft:
        draft.write(config.read_text(encoding="utf-8") + added)
        draft.flush()
        try:
            plan = next(each for each in load(Path(draft.name), mail=False).matches if each.name == table["name"])
        except ConfigError as error:
            faults = (f"{fault.key.rpartition('.')[2]}: {fault.message} ({fault.suggestion})" for fault in error.faults)
            exit_wrong("This match cannot be opened. " + "; ".join(each.replace(" ()", "") for each in faults))
    with instance_of(config) as instance, instance.store.read() as session:
        try:
            opening.check(session, instance.ctx, replace(plan, place=""))
        except MatchError as error:
            exit_wrong(f"This match cannot be opened: {error}.")
    with config.open("a", encoding="utf-8") as file:  # in one go, and the file stays whose it is
        file.write(added)
    if not plan.schedule:
        console.print("It has no deadlines: a turn runs once everybody is ready. --every or --at sets them.")


def _lines(table: Mapping[str, object]) -> Iterator[str]:
    """Give a table as lines of TOML, whose strings, numbers and truths are those of JSON."""
    for key, value in table.items():
        yield f"{key} = {json.dumps(value, ensure_ascii=False)}\n"


def match_close(
    match: MatchName,
    why: Annotated[str, typer.Option("--why", help="A sentence for those who have joined.")] = "",
    config: ConfigOption = DEFAULT_CONFIG,
) -> None:
    """Call off a match that people can join, and tell those who have joined."""
    with instance_of(config) as instance, instance.store.write() as session:
        row = _find(session, instance.ctx, match)
        count = len(open_matches.people(session, row))
        opening.call_off(session, instance.ctx, row, why or "The GM called it off.")
    told = {0: "Nobody had joined.", 1: "We tell the one who had joined."}
    console.print(f"{match} does not take place. {told.get(count, f'We tell the {count} who had joined.')}")


def match_begin(match: MatchName, config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Begin a match that people can join, with those who have joined, at once."""
    with instance_of(config) as instance, instance.store.write() as session:
        row = _find(session, instance.ctx, match)
        count = len(open_matches.people(session, row))
        if count == 0:
            exit_no(f"Nobody has joined {match} yet.")
        opening.begin_now(session, instance.ctx, row)
    console.print(f"{match} begins with {count} who have joined: a moderator that serves sees to it within a minute.")


def match_invite(
    match: MatchName,
    address: Annotated[str, typer.Argument(help="The mail address of somebody who might like to play.")],
    config: ConfigOption = DEFAULT_CONFIG,
) -> None:
    """Invite somebody by letter to a match that people can join, in the name of the GM."""
    invited = one_address(address)
    if not invited:
        exit_wrong(f"{address} is not a mail address; write it as ann@example.org.")
    with instance_of(config) as instance, instance.store.write() as session:
        outcome = invitations.invite(session, instance.ctx, _find(session, instance.ctx, match), invited)
    if outcome.code is RefusalCode.INVITE_OURS:
        exit_no(f"{invited} is the moderator's own address.")
    console.print(f"We ask {invited}, unless they were asked before or do not want to be.", markup=False)


def _find(session: Session, ctx: Context, name: str) -> OpenMatch:
    """Return a match that people can join now; if there is none, say so and end the command."""
    row = open_matches.lock(session, ctx, name)
    if row is None:
        names = ", ".join(each.name for each in open_matches.all_open(session, ctx))
        none = "Nobody can join any match now; moderator match open opens one."
        advice = f"People can join: {names}." if names else none
        exit_no(f"There is no match {name} that people can join now. {advice}")
    return row


def open_rows(instance: Instance, session: Session) -> Iterator[tuple[str, ...]]:
    """Give the matches that people can join as rows of the list of matches."""
    for each in open_matches.all_open(session, instance.ctx):
        line, plan = open_matches.line(session, instance.ctx, each), each.settings
        joined = f"{line.count} of {line.most}" + (f", {line.waiting} wait" if line.waiting else "")
        hidden = plan.masks and plan.gm == "blind"
        people = [] if hidden else [player.name for _, player in open_matches.people(session, each)][: line.count]
        who = escape(f"{joined}: {', '.join(people)}".rstrip(": "))
        yield line.name, line.game, each.status.value, "-", "-", who
