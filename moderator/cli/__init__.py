"""The command line: everything that an operator and a GM do from a shell.

Exit code 0 means success or yes, 1 means no, 2 means that the command or the operator's file is wrong, and 130 means
that Ctrl-C, or the end of the input, stopped it. Errors are printed as sentences.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from moderator.cli.console import DEFAULT_CONFIG, GOOD, ConfigOption, errors, out
from moderator.interrupts import INTERRUPTED, ended_by_interrupts

COMMANDS: Mapping[str, tuple[str, str]] = {
    "init": ("setting_up:init", "Make a new instance: config.toml, templates/, orders/ and state/."),
    "demo": (
        "demo:demo",
        "Play by mail on this machine, with real mail servers, people and bots; keep every letter.",
    ),
    "serve": (
        "running:serve",
        "Read letters, run turns, send reports and follow changes to config.toml, until stopped.",
    ),
    "work": (
        "running:work",
        "Resolve turns and send letters for a moderator that serves on another machine, until stopped.",
    ),
    "web": ("running:web", "Open the web desk beside a moderator that serves, in a process of its own, until stopped."),
    "once": ("running:once", "Fetch letters, run the turns that are due, send what is due, and end."),
    "doctor": (
        "doctor:doctor",
        "Try mail, DNS, forums, web desk, notices, database, templates, clock and reply addresses; say what to fix.",
    ),
    "match": ("matches:match_app", "The matches of this instance."),
    "resolve": ("resolving:resolve", "Run the turn of a match now; a seat without orders is played by default."),
    "report": ("matches:report", "Write a report again, as files: text, HTML, pictures and PDF."),
    "thread": (
        "matches:thread",
        "Save a thread as it stands in the forum, as files in which seals, receipts and dice can be checked.",
    ),
    "recap": (
        "matches:recap",
        "Write the recap of a finished match as PDF: its course, battles, honours and every board.",
    ),
    "verify": (
        "matches:verify",
        "Replay a match and compare every digest, or check seals, receipts and dice from letters alone, offline.",
    ),
    "read": (
        "letters:read",
        "Show how a letter would be understood, and change nothing. Exit code 0: its orders or commands would count.",
    ),
    "shunt": ("letters:shunt", "Letters that were set aside because of a bug."),
    "override": (
        "overrides:override",
        "Apply new overrides in config.toml, try lines (--dry-run), or list all overrides (list).",
    ),
    "player": ("players:player", "Export or erase the data about a person."),
    "backup": (
        "keeping:backup",
        "Save the instance in one file: database with all letters, key, config.toml, templates, archived orders.",
    ),
    "restore": (
        "keeping:restore",
        "Restore an instance from its backup. Nothing changes if the file is damaged or a moderator is running here.",
    ),
    "export": (
        "keeping:export",
        "Write a match into a folder: settings, seats, orders, seeds and records as JSON, and its story as text.",
    ),
    "import": (
        "keeping:import_match",
        "Import a match from a folder into this instance. It is replayed first, and must come out the same.",
    ),
    "game": ("games:game", "The installed games, and the laws that every game must obey."),
    "memos": ("letters:memos", "Show every note to the GM in full, also those that came together in one memo."),
    "simulate": (
        "simulation:simulate",
        "Play many matches of bots on throwaway dice, and count who wins, why, and after how many steps.",
    ),
}
"""Where every command and group of commands stands, and what the list of commands says of it, by its name."""

RENAMED = {"souvenir": "recap"}
"""Commands by the names that they had before release 0.2.0, which still work; they go with release 0.3.0."""


@cache
def load_command(name: str) -> TyperCommand | TyperGroup:
    """Return a command or a group of commands, which is imported now."""
    module, attribute = COMMANDS[name][0].split(":")
    with ended_by_interrupts():
        found = getattr(import_module(f"moderator.cli.{module}"), attribute)
    made = get_group(found) if isinstance(found, typer.Typer) else _single(found)
    made.name = name
    return made


def _single(function: Callable[..., Any]) -> TyperCommand:
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
    alone.command()(function)
    return cast("TyperCommand", get_command(alone))


class _Commands(TyperGroup):
    """All commands, of which the one that is called is imported: the others would take longer than most commands."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - typer does not export the class of its contexts
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:  # noqa: ANN401, ARG002 - as above
        """Return what the list of commands needs of one, None if there is none."""
        return TyperCommand(cmd_name, help=COMMANDS[cmd_name][1]) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:  # noqa: ANN401 - as above
        """Return the command that is called, and what is left of the line."""
        called, *rest = args
        name, found, rest = super().resolve_command(ctx, [RENAMED.get(called, called), *rest])
        return name, found and load_command(name), rest


app = typer.Typer(
    name="moderator",
    cls=_Commands,
    help="A play-by-email moderator: it reads order letters, resolves turns and mails each player a report.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _tell_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it
    if wanted:
        from moderator.release import describe  # noqa: PLC0415 - other commands need not wait for it

        out(f"moderator {describe()}")
        raise typer.Exit


@app.callback()
def everywhere(
    context: typer.Context,
    config: ConfigOption = DEFAULT_CONFIG,
    version: Annotated[  # noqa: ARG001 - typer acts on it
        bool, typer.Option("--version", help="Show the release and its commit.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """Allow ``--config`` before a command as well as after it."""
    name = context.invoked_subcommand
    context.default_map = {name: _configs(load_command(name), str(config))} if name else {}


def _configs(command: object, config: str) -> dict[str, Any]:
    """Return the defaults of a command, or of all commands below it, in click's form."""
    below: Mapping[str, object] = getattr(command, "commands", {})
    return {name: _configs(each, config) for name, each in below.items()} if below else {"config": config}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        result = app(args=list(sys.argv[1:] if arguments is None else arguments), standalone_mode=False)
    except typer.Abort:
        errors.print("Stopped.")
        return INTERRUPTED
    except Exception as error:
        # What knows all errors imports half the program.
        from moderator.cli.complaints import complain  # noqa: PLC0415 - see above

        code = complain(error)
        if code is None:
            raise
        return code
    return result if isinstance(result, int) else GOOD


__all__ = ["app", "main"]
