"""Logging in to a mail server: by a password from the environment, or by an access token (XOAUTH2)."""

import shutil
from collections.abc import Mapping
from typing import Any

from moderator.config.faults import Fault
from moderator.config.reading import Source
from moderator.config.shape import File
from moderator.transport.connections import Server
from moderator.transport.tokens import TokenCommand, TokenFile

_LOGIN_KEYS = ("password", "token_file", "token_command")


def faults(source: Source, tree: Mapping[str, Any], file: File) -> list[Fault]:
    """Return the faults of the ways to log in: none is given, several are, or one cannot work on this machine.

    ``tree`` is the file with the secrets filled in.
    """
    found: list[Fault] = []
    for name, server in (("imap", file.imap), ("smtp", file.smtp)):
        if server is not None:
            found += _key_faults(source, name, server, tree[name]) or _token_faults(source, name, server)
    return found


def _key_faults(source: Source, name: str, server: Server, table: Mapping[str, Any]) -> list[Fault]:
    """Return a fault if no way to log in is given, or more than one."""
    given = [key for key in _LOGIN_KEYS if table.get(key)]
    if len(given) > 1:
        advice = f"keep {given[-1]} and remove {' and '.join(given[:-1])}"
        return [source.fault((name, given[-1]), "there is more than one way to log in", advice)]
    if server.user and not any(key in table for key in _LOGIN_KEYS):
        advice = f'add password = "${{{name.upper()}_PASSWORD}}", or token_command, or token_file, to [{name}]'
        return [source.fault((name, "user"), "no password or token is given for this user", advice)]
    if not server.user and given:
        return [source.fault((name, given[0]), "has no effect without a user", f'add user = "…" to [{name}]')]
    return []


def _token_faults(source: Source, name: str, server: Server) -> list[Fault]:
    """Return a fault if the file or the program that gives the token is missing."""
    found = server.token
    if isinstance(found, TokenFile) and not found.path.is_file():
        advice = "correct the path, or start the program that writes the token"
        return [source.fault((name, "token_file"), f"there is no file {found.path}", advice)]
    if isinstance(found, TokenCommand):
        try:
            program = next(iter(found.words), "")
        except ValueError:
            return [source.fault((name, "token_command"), "a quote is not closed", "write the command as in a shell")]
        if shutil.which(found.folder / program if "/" in program else program) is None:
            advice = "write its whole path, or install it; it must print a token and nothing else"
            return [source.fault((name, "token_command"), f'there is no program "{program}"', advice)]
    return []
