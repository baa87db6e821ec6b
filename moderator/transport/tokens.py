"""Access tokens for mailboxes that no longer accept passwords (XOAUTH2): read from a file, or printed by a command.

Other programs get and renew tokens; they write a file or print a token. The moderator asks for a token for every
connection, since tokens expire after an hour or so.
"""

import re
import shlex
import subprocess
from pathlib import Path

from msgspec import Struct

from moderator.transport.connections import TransportError

_PATIENCE = 60
_TOKEN = re.compile(r"[!-~]+")


class TokenError(TransportError):
    """There is no token to log in with. The text says why, and never holds a token."""


class TokenFile(Struct, frozen=True):
    """A file that holds one token, kept fresh by another program."""

    path: Path

    def __call__(self) -> str:
        """Return the token in the file; raises TokenError if there is none."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise TokenError(f"token_file {self.path}: {error.strerror or type(error).__name__}") from None
        except UnicodeDecodeError:
            raise TokenError(f"token_file {self.path}: does not hold a token, but something that is not text") from None
        return _check_token(text, f"token_file {self.path}: holds")


class TokenCommand(Struct, frozen=True):
    """A command that prints one token. It runs in ``folder``, without a shell."""

    command: str
    folder: Path

    @property
    def words(self) -> list[str]:
        """The words of the command, with ``~`` replaced; raises ValueError if a quote is not closed."""
        return [str(Path(word).expanduser()) if word.startswith("~") else word for word in shlex.split(self.command)]

    def __call__(self) -> str:
        """Run the command and return the token that it printed; raises TokenError if there is none."""
        words = self.words
        name = f"token_command {words[0]}"
        try:
            done = subprocess.run(  # noqa: S603 - the operator's own command, without a shell
                words,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=_PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise TokenError(f"{name}: did not end within {_PATIENCE} s; it must not ask anything") from None
        except OSError as error:
            raise TokenError(f"{name}: {error.strerror or type(error).__name__}") from None
        if done.returncode:
            # Its output may be a token, and its errors are not shown either, since such programs log replies.
            raise TokenError(f"{name}: ended with exit code {done.returncode}; run it by hand to see why")
        return _check_token(done.stdout.decode("utf-8", "replace"), f"{name}: printed")


def _check_token(text: str, did: str) -> str:
    token = text.strip()
    if not token:
        raise TokenError(f"{did} nothing, instead of a token")
    if not _TOKEN.fullmatch(token):
        raise TokenError(f"{did} more than a token: it must be one word and nothing else")
    return token
