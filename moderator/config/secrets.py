"""Logging in to a mail server: by a password from the environment, or by an access token (XOAUTH2)."""

import shutil
from pathlib import Path

from moderator.config.faults import Fault
from moderator.config.reading import Source
from moderator.config.shape import File, ServerTable
from moderator.transport.tokens import TokenCommand, TokenFile

_WAYS = ("password", "token_file", "token_command")


def token(table: ServerTable, root: Path) -> TokenFile | TokenCommand | None:
    """Return the source of fresh tokens, or None if a password is used. Relative paths start from ``root``."""
    if table.token_file is not None:
        return TokenFile(root / Path(table.token_file).expanduser())
    if table.token_command is not None:
        return TokenCommand(table.token_command, root)
    return None


def faults(source: Source, file: File, root: Path) -> list[Fault]:
    """Return the faults of the ways to log in: none is given, several are, or one cannot work on this machine."""
    found: list[Fault] = []
    for name, table in (("imap", file.imap), ("smtp", file.smtp)):
        if table is not None:
            found += _missing(source, name, table) or _not_here(source, name, table, root)
    return found


def _missing(source: Source, name: str, table: ServerTable) -> list[Fault]:
    """Return a fault if no way to log in is given, or more than one."""
    given = [key for key in _WAYS if getattr(table, key)]
    if len(given) > 1:
        advice = f"keep {given[-1]}, take {' and '.join(given[:-1])} away"
        return [source.fault((name, given[-1]), "there is more than one way to log in", advice)]
    if table.user and all(getattr(table, key) is None for key in _WAYS):
        advice = f'add password = "${{{name.upper()}_PASSWORD}}", or token_command, or token_file, to [{name}]'
        return [source.fault((name, "user"), "nothing says how this user logs in", advice)]
    if not table.user and given:
        return [source.fault((name, given[0]), "is of no use without a user", f'add user = "…" to [{name}]')]
    return []


def _not_here(source: Source, name: str, table: ServerTable, root: Path) -> list[Fault]:
    """Return a fault if the file or the program that gives the token is missing."""
    found = token(table, root)
    if isinstance(found, TokenFile) and not found.path.is_file():
        advice = "let the program that keeps the token fresh write it first, or correct the path"
        return [source.fault((name, "token_file"), f"there is no file {found.path}", advice)]
    if isinstance(found, TokenCommand):
        try:
            program = next(iter(found.words), "")
        except ValueError:
            return [source.fault((name, "token_command"), "a quote is not closed", "write the command as in a shell")]
        if shutil.which(root / program if "/" in program else program) is None:
            advice = "write its whole path, or install it; it must print a token and nothing else"
            return [source.fault((name, "token_command"), f'there is no program "{program}"', advice)]
    return []
