"""The command line: everything that an operator and a GM do from a shell.

Exit code 0 means success or yes, 1 means no, and 2 means that the command or the operator's file is wrong. Errors are
printed as sentences.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer
from sqlalchemy.exc import DBAPIError

from moderator.cli import (
    demo,
    doctor,
    keeping,
    letters,
    matches,
    memos,
    overrides,
    players,
    running,
    setting_up,
    simulation,
)
from moderator.cli.common import DEFAULT_CONFIG, GOOD, NO, WRONG, ConfigOption, errors
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


@app.callback()
def everywhere(context: typer.Context, config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Allow ``--config`` before a command as well as after it."""
    context.default_map = _configs(context.command, str(config))


def _configs(command: object, config: str) -> dict[str, Any]:
    """Return the defaults of all commands below a command, in click's form."""
    below: Mapping[str, object] = getattr(command, "commands", {})
    return {name: _configs(each, config) for name, each in below.items()} if below else {"config": config}


_COMMANDS: Mapping[str, Callable[..., Any] | typer.Typer] = {
    "init": setting_up.init,
    "demo": demo.demo,
    "serve": running.serve,
    "once": running.once,
    "doctor": doctor.doctor,
    "match": matches.match_app,
    "resolve": matches.resolve,
    "report": matches.report,
    "thread": matches.thread,
    "souvenir": matches.souvenir,
    "verify": matches.verify,
    "read": letters.read,
    "shunt": letters.shunt,
    "override": overrides.override,
    "player": players.player,
    "backup": keeping.backup,
    "restore": keeping.restore,
    "export": keeping.export,
    "import": keeping.import_match,
    "memos": memos.memos,
    "simulate": simulation.simulate,
}
"""Every command and group of commands by its name."""

for name, command in _COMMANDS.items():
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name)(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        result = app(args=list(sys.argv[1:] if arguments is None else arguments), standalone_mode=False)
    except ConfigError as error:
        _complain(*error.faults)
        return WRONG
    except Exception as error:
        if _is_usage(error):
            return WRONG
        sentence = _sentence(error)
        if sentence is None:
            raise
        _complain(sentence)
        return NO
    except KeyboardInterrupt:
        return NO
    return result if isinstance(result, int) else GOOD


def _is_usage(error: Exception) -> bool:
    """Show an error about the command itself, and tell whether it was one; typer does not export their class."""
    show = getattr(error, "show", None)
    if not callable(show):
        return False
    show()
    return True


def _complain(*sentences: object) -> None:
    for sentence in sentences:
        errors.print(str(sentence), style="red", markup=False)


def _sentence(error: Exception) -> str | None:
    """Return the sentence that tells an operator of an error, None if the error is a bug."""
    if isinstance(error, ModeratorError):
        return str(error)
    if isinstance(error, DBAPIError):
        return f"The database does not answer: {error.orig}"
    if isinstance(error, typer.Abort):
        return "Stopped."
    if isinstance(error, OSError):
        return f"{error.filename or 'The system'}: {error.strerror or error}"
    return None


__all__ = ["app", "main"]
