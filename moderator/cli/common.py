"""What all commands share: the option that names the file, consoles, exit codes."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

GOOD = 0
"""Exit code: done, or the answer is yes."""
NO = 1
"""Exit code: the answer is no."""
WRONG = 2
"""Exit code: the command or the operator's file is written wrongly."""

console = Console(soft_wrap=True)
"""Where answers go."""
errors = Console(stderr=True, soft_wrap=True)
"""Where complaints go."""

ConfigOption = Annotated[
    Path, typer.Option("--config", "-c", help="The operator's file.", show_default=True, metavar="FILE")
]
"""The option of every command that needs an instance."""

DEFAULT_CONFIG = Path("config.toml")
"""The operator's file of the instance in the current folder."""


def say_no(sentence: str) -> NoReturn:
    """Tell why the answer is no, and end with its exit code."""
    errors.print(sentence, markup=False, highlight=False)
    raise typer.Exit(NO)


def say_wrong(sentence: str) -> NoReturn:
    """Tell what is wrong with the command, and end with its exit code."""
    errors.print(sentence, markup=False, highlight=False)
    raise typer.Exit(WRONG)


def out(text: str) -> None:
    """Write a text as it is, without wrapping or colours: for what another program may read."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
