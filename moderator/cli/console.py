"""What every command says and takes: consoles, exit codes, tables, and the options that many have."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

GOOD = 0
"""Exit code: the command succeeded, or the answer is yes."""
NO = 1
"""Exit code: the answer is no."""
WRONG = 2
"""Exit code: the command or the operator's file is wrong."""
IN_PART = 3
"""Exit code: nothing differs, but not all could be checked."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """Return text with control characters shown as numbers, so that it cannot control a terminal."""
    return _CONTROL.sub(_number, text.replace("\r\n", "\n"))


def _number(found: "re.Match[str]") -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"  # noqa: PLR2004 - the last of Latin-1


class _Console(Console):
    """A console on which no words can control the terminal, whoever wrote them and wherever they stand."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Give what is printed, in pieces; only what rich itself does to the terminal stays."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else Segment(harmless(piece.text), piece.style)


console = _Console(emoji=False, soft_wrap=True, highlight=False)
"""The console for answers, on stdout."""
errors = _Console(emoji=False, stderr=True, soft_wrap=True, highlight=False)
"""The console for errors, on stderr."""

ConfigOption = Annotated[Path, typer.Option("--config", "-c", help="The settings file.", metavar="FILE")]
"""The option of every command that needs an instance."""

DiscloseOption = Annotated[bool, typer.Option("--disclose", help="Also show what a match keeps secret from its GM.")]
"""The option of every command that shows what a match may keep secret from its GM."""

DEFAULT_CONFIG = Path("config.toml")
"""The operator's file in the current folder."""


def exit_no(sentence: str) -> NoReturn:
    """Print why the answer is no, and end the command with its exit code."""
    errors.print(sentence, markup=False)
    raise typer.Exit(NO)


def exit_wrong(sentence: str) -> NoReturn:
    """Print what is wrong with the command, and end it with its exit code."""
    errors.print(sentence, markup=False)
    raise typer.Exit(WRONG)


def out(text: str) -> None:
    """Write a text to stdout without wrapping or colours, so that another program can read it."""
    text = harmless(text)
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 letter``, ``2 matches``."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def table(*columns: str) -> Table:
    """Return an empty table in the style of all commands; without names of columns it has no head."""
    made = Table(box=None, pad_edge=False, header_style="bold", show_header=any(columns))
    for column in columns:
        made.add_column(column, overflow="fold")
    return made
