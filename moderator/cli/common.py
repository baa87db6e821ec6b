"""What commands share that work on an instance: how it is opened, and how matches and seats are found in it."""

from datetime import datetime
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer
from sqlmodel import Session

from moderator.app import logs
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.cli.console import count, errors, exit_no, exit_wrong
from moderator.config import Config, ConfigError, did_you_mean, load, load_what_is_right
from moderator.ports import Clock, Words
from moderator.service import tags
from moderator.service.context import MatchPlan
from moderator.service.matches import beginning, matches, order_requests, secrecy
from moderator.service.recruiting import open_matches, opening
from moderator.store import match_queries
from moderator.store.tables import Match, SeatAssignment

MatchName = Annotated[str, typer.Argument(help="The name of a match.", metavar="MATCH")]
"""The argument of a command that is about one match."""


def instance_of(config: Path | Config, *, clock: Clock | None = None, lock: bool = False) -> Instance:
    """Open the instance of a file, and send the log to stderr: answers may be for another program.

    By the path of its file an instance is opened without its mail servers, so that no password is needed. A command
    that fetches or sends letters gives the settings, with the servers.
    """
    read = config if isinstance(config, Config) else load(config, mail=False)
    logs.set_up(read.settings.log)
    return open_instance(read, clock=clock, lock=lock)


def instance_to_look_at(config: Path) -> Instance:
    """Open the instance of a file that may have mistakes, which are told on stderr, for a command that only looks."""
    read, faults = load_what_is_right(config)
    if faults:
        errors.print(f"{count(len(faults), 'mistake')} in the file, so this goes by the rest of it:", markup=False)
        errors.print(str(ConfigError(faults)), markup=False)
    return instance_of(read)


def describe_pending(plan: MatchPlan) -> str:
    """Return where a match stands that is only in the file, and what begins it."""
    begins = "moderator serve or moderator once begins it"
    if plan.hold:
        begins = "it is on hold until you take the line with hold out of the file"
    elif plan.open:
        begins = "moderator serve or moderator once opens it"
    elif plan.start is not None:
        begins = f"it begins {beginning.start_of(plan)}"
    return f"{plan.name} is in {plan.place} and has not begun: {begins}"


def pending_matches(instance: Instance, session: Session) -> list[MatchPlan]:
    """Return the matches that are in the operator's file, and have neither begun nor been opened."""
    opened = opening.find_opened(session, instance.config.matches)
    return [
        plan for plan in instance.config.matches if matches.find(session, plan.name) is None and plan.name not in opened
    ]


def find_match(instance: Instance, session: Session, name: str) -> Match:
    """Return a match by its name; if there is none, or it has not begun, say so and end the command."""
    found = matches.find(session, name)
    if found is None:
        if open_matches.find_open(session, instance.ctx, name) is not None:
            exit_no(f"People can join {name}, and it has not begun; moderator match list shows who has joined.")
        for plan in pending_matches(instance, session):
            if tags.slug(plan.name) == tags.slug(name):
                exit_no(f"{describe_pending(plan)}.")
        names = list(match_queries.match_names(session))
        advice = did_you_mean(name, names) or f"there are: {', '.join(names)}"
        if not names:
            advice = "this instance has none. For another instance add --config its/config.toml."
        if name.endswith(".eml"):
            advice = f"to check letters, write moderator verify --letter {name}"
        exit_wrong(f'There is no match "{name}"; {advice}')
    return found


def find_seat(session: Session, match: Match, name: str) -> SeatAssignment:
    """Return who sits in a seat of a match; if there is no such seat, say so and end the command."""
    places = {place.seat.casefold(): place for place in order_requests.assignments(session, match).values()}
    if name.casefold() not in places:
        seats = [place.seat for place in places.values()]
        exit_wrong(f'{match.name} has no seat "{name}"; {did_you_mean(name, seats)}')
    return places[name.casefold()]


def refuse_to_disclose(
    instance: Instance, session: Session, match: Match | None, shows: str, *, disclose: bool
) -> None:
    """End the command if it would show what a match, or without one any match, keeps secret from its GM."""
    if disclose:
        return
    if secrecy.any_blind(session, instance.ctx) if match is None else secrecy.is_blind(session, instance.ctx, match):
        name = match.name if match else "A match here"
        exit_no(
            f"{name} keeps its secrets from its GM, and this shows {shows}. To see it all the same, add --disclose."
        )


def local_time(moment: datetime | None, instance: Instance) -> str:
    """Return a time in the file's zone, as tables show it."""
    if moment is None:
        return "-"
    return f"{moment.astimezone(ZoneInfo(instance.config.settings.zone)):%a %d %b %Y %H:%M %Z}"


def write_letter(words: Words, folder: Path) -> list[Path]:
    """Write a rendered letter as files; its HTML links to the pictures beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    page = words.html
    files: dict[str, bytes] = {"letter.txt": f"{words.subject}\n\n{words.text}".encode()}
    for picture in words.pictures:
        name = f"{picture.cid.partition('@')[0]}.png"
        page = page.replace(f"cid:{picture.cid}", name)
        files[name] = picture.png
    files |= {attachment.name: attachment.data for attachment in words.attachments}
    if page:
        files["letter.html"] = page.encode()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in files]
