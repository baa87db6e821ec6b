"""What the shell is told of an exception: sentences, and an exit code."""

from sqlalchemy.exc import DBAPIError

from moderator.cli.console import NO, WRONG, errors
from moderator.config import ConfigError
from moderator.core.errors import ModeratorError


def complain(error: Exception) -> int | None:
    """Print what is wrong and return the exit code for it; None, and nothing is printed, if the error is a bug."""
    if isinstance(error, ConfigError):
        _print(*error.faults)
        return WRONG
    if _is_usage(error):
        return WRONG
    sentence = _sentence(error)
    if sentence is None:
        return None
    _print(sentence)
    return NO


def _is_usage(error: Exception) -> bool:
    """Show an error about the command itself, and tell whether it was one; typer does not export their class."""
    show = getattr(error, "show", None)
    if not callable(show):
        return False
    show()
    return True


def _print(*sentences: object) -> None:
    for sentence in sentences:
        errors.print(str(sentence), style="red", markup=False)


def _sentence(error: Exception) -> str | None:
    """Return the sentence that tells an operator of an error, None if the error is a bug."""
    if isinstance(error, ModeratorError):
        return str(error)
    if isinstance(error, DBAPIError):
        return (
            f"The database does not answer: {error.orig}. Check [database] url in config.toml, and that it is running."
        )
    if isinstance(error, OSError):
        return f"{error.filename or 'The system'}: {error.strerror or error}"
    return None
