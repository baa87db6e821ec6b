"""What all commands share: the option for the operator's file, consoles, exit codes and an open instance."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.table import Table
from sqlmodel import Session

from moderator.app import Instance, logs, open_instance
from moderator.config import Config, did_you_mean, load
from moderator.ports import Clock
from moderator.service import tags
from moderator.service.context import MatchPlan
from moderator.service.matches import asking, matches, secrecy
from moderator.store import queries
from moderator.store.tables import Match, Place

GOOD = 0
"""Exit code: the command succeeded, or the answer is yes."""
NO = 1
"""Exit code: the answer is no."""
WRONG = 2
"""Exit code: the command or the operator's file is wrong."""
IN_PART = 3
"""Exit code: nothing differs, but not all could be checked."""

console = Console(soft_wrap=True, highlight=False)
"""The console for answers, on stdout."""
errors = Console(stderr=True, soft_wrap=True, highlight=False)
"""The console for errors, on stderr."""

ConfigOption = Annotated[Path, typer.Option("--config", "-c", help="The operator's file.", metavar="FILE")]
"""The option of every command that needs an instance."""

DiscloseOption = Annotated[bool, typer.Option("--disclose", help="Show also what a match keeps secret from its GM.")]
"""The option of every command that shows what a match may keep secret from its GM."""

DEFAULT_CONFIG = Path("config.toml")
"""The operator's file in the current folder."""


def say_no(sentence: str) -> NoReturn:
    """Print why the answer is no, and end the command with its exit code."""
    errors.print(sentence, markup=False)
    raise typer.Exit(NO)


def say_wrong(sentence: str) -> NoReturn:
    """Print what is wrong with the command, and end it with its exit code."""
    errors.print(sentence, markup=False)
    raise typer.Exit(WRONG)


def out(text: str) -> None:
    """Write a text to stdout without wrapping or colours, so that another program can read it."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def opened(config: Path | Config, *, clock: Clock | None = None, lock: bool = False) -> Instance:
    """Open the instance of a file, and send the log to stderr: answers may be for another program.

    By the path of its file an instance is opened without its mail servers, so that no password is needed. Whoever
    fetches or sends letters gives the settings, with the servers.
    """
    settings = config if isinstance(config, Config) else load(config, mail=False)
    logs.set_up(settings.log)
    return open_instance(settings, clock=clock, lock=lock)


BEGINS = "moderator serve or moderator once begins it"
"""What to do about a match that is in the file and has not begun."""


def planned(instance: Instance, session: Session) -> list[MatchPlan]:
    """Return the matches that are in the operator's file and have not begun."""
    return [plan for plan in instance.config.matches if matches.find(session, plan.name) is None]


def find_match(instance: Instance, session: Session, name: str) -> Match:
    """Return a match by its name; if there is none, or it has not begun, say so and end the command."""
    found = matches.find(session, name)
    if found is None or found.id is None:
        for plan in planned(instance, session):
            if tags.slug(plan.name) == tags.slug(name):
                say_no(f"{plan.name} is in {plan.place} and has not begun: {BEGINS}.")
        names = list(queries.match_names(session))
        advice = did_you_mean(name, names) or f"there are: {', '.join(names)}"
        if not names:
            advice = "this instance has none. For another instance add --config its/config.toml."
        if name.endswith(".eml"):
            advice = f"to check letters, write moderator verify --letter {name}"
        say_wrong(f'There is no match "{name}"; {advice}')
    return found


def find_seat(session: Session, match: Match, name: str) -> Place:
    """Return who sits in a seat of a match; if there is no such seat, say so and end the command."""
    places = {place.seat.casefold(): place for place in asking.places(session, match).values()}
    if name.casefold() not in places:
        seats = [place.seat for place in places.values()]
        say_wrong(f'{match.name} has no seat "{name}"; {did_you_mean(name, seats)}')
    return places[name.casefold()]


def keep_secrets(instance: Instance, session: Session, match: Match | None, shows: str, *, disclose: bool) -> None:
    """End the command if it would show what a match, or without one any match, keeps secret from its GM."""
    if disclose:
        return
    if secrecy.any_blind(session, instance.ctx) if match is None else secrecy.is_blind(session, instance.ctx, match):
        name = match.name if match else "A match here"
        say_no(f"{name} keeps its secrets from its GM, and this shows {shows}. To see it all the same, add --disclose.")


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 letter``, ``2 matches``."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def table(*columns: str) -> Table:
    """Return an empty table in the style of all commands; without names of columns it has no head."""
    made = Table(box=None, pad_edge=False, header_style="bold", show_header=any(columns))
    for column in columns:
        made.add_column(column, overflow="fold")
    return made
