"""What all commands share: the option that names the file, consoles, exit codes, an open instance."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.table import Table
from sqlmodel import Session

from moderator.app import Instance, open_instance
from moderator.config import Config, did_you_mean, load
from moderator.ports import Clock
from moderator.service import tags
from moderator.service.context import MatchPlan
from moderator.service.matches import matches
from moderator.store import queries
from moderator.store.tables import Match

GOOD = 0
"""Exit code: done, or the answer is yes."""
NO = 1
"""Exit code: the answer is no."""
WRONG = 2
"""Exit code: the command or the operator's file is written wrongly."""

console = Console(soft_wrap=True, highlight=False)
"""Where answers go."""
errors = Console(stderr=True, soft_wrap=True, highlight=False)
"""Where complaints go."""

ConfigOption = Annotated[Path, typer.Option("--config", "-c", help="The operator's file.", metavar="FILE")]
"""The option of every command that needs an instance."""

DEFAULT_CONFIG = Path("config.toml")
"""The operator's file of the instance in the current folder."""


def say_no(sentence: str) -> NoReturn:
    """Tell why the answer is no, and end with its exit code."""
    errors.print(sentence, markup=False)
    raise typer.Exit(NO)


def say_wrong(sentence: str) -> NoReturn:
    """Tell what is wrong with the command, and end with its exit code."""
    errors.print(sentence, markup=False)
    raise typer.Exit(WRONG)


def out(text: str) -> None:
    """Write a text as it is, without wrapping or colours: for what another program may read."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def opened(config: Path | Config, *, clock: Clock | None = None, lock: bool = False) -> Instance:
    """Open the instance of a file."""
    return open_instance(config if isinstance(config, Config) else load(config), clock=clock, lock=lock)


BEGINS = "moderator serve or moderator once begins it"
"""What is to be done about a match that stands in the file and has not begun."""


def planned(instance: Instance, session: Session) -> list[MatchPlan]:
    """Return the matches that stand in the operator's file and have not begun."""
    return [plan for plan in instance.config.matches if matches.find(session, plan.name) is None]


def find_match(instance: Instance, session: Session, name: str) -> Match:
    """Return a match by its name, or end: it is a usage error to name one that is not there, or has not begun."""
    found = matches.find(session, name)
    if found is None or found.id is None:
        for plan in planned(instance, session):
            if tags.slug(plan.name) == tags.slug(name):
                say_no(f"{plan.name} stands in {plan.place} and has not begun: {BEGINS}.")
        names = list(queries.match_names(session))
        advice = did_you_mean(name, names) or f"there are: {', '.join(names)}"
        if not names:
            advice = "there is none in this instance. Another one is named by --config its/config.toml."
        if name.endswith(".eml"):
            advice = f"letters are named after --letter: moderator verify --letter {name}"
        say_wrong(f'There is no match "{name}"; {advice}')
    return found


def count(number: int, one: str, many: str = "") -> str:
    """Return how many there are of a thing, in words: ``1 letter``, ``2 matches``."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def table(*columns: str) -> Table:
    """Return an empty table in the style of all commands; without names it has no head."""
    made = Table(box=None, pad_edge=False, header_style="bold", show_header=any(columns))
    for column in columns:
        made.add_column(column, overflow="fold")
    return made
