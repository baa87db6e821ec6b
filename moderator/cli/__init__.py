"""The command line: everything an operator and a GM do from a shell.

Exit codes: 0 good, 1 the answer is no, 2 the command or the file is written wrongly. An error is a sentence.
"""

import sys
from collections.abc import Sequence

import click
import typer
from sqlalchemy.exc import DatabaseError

from moderator.cli import demo, letters, matches, overrides, players, running, setting_up, simulation
from moderator.cli.common import GOOD, NO, WRONG, console, errors
from moderator.config import ConfigError
from moderator.core.errors import ModeratorError

app = typer.Typer(
    name="moderator",
    help="A play-by-email moderator: it reads order letters, resolves turns and mails each player a report.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
for part in (setting_up, demo, running, letters, matches, overrides, players, simulation):
    part.add_to(app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        result = app(args=list(sys.argv[1:] if arguments is None else arguments), standalone_mode=False)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.exceptions.Abort:
        errors.print("Stopped.")
        return NO
    except click.ClickException as error:
        error.show()
        return WRONG
    except ConfigError as error:
        for fault in error.faults:
            errors.print(str(fault), style="red", markup=False, highlight=False)
        return WRONG
    except ModeratorError as error:
        errors.print(str(error), style="red", markup=False, highlight=False)
        return NO
    except DatabaseError as error:
        errors.print(f"The database does not answer: {error.orig}", style="red", markup=False, highlight=False)
        return NO
    except OSError as error:
        errors.print(f"{error.filename or 'The system'}: {error.strerror or error}", style="red", markup=False)
        return NO
    except KeyboardInterrupt:
        return NO
    console.file.flush()
    return result if isinstance(result, int) else GOOD


__all__ = ["app", "main"]
