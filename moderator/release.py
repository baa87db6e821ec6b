"""Which release of the moderator this is."""

import subprocess
from pathlib import Path

from moderator import __version__

_PACKAGE = Path(__file__).parent


def describe() -> str:
    """Return the release and its commit, ``0.2.0 (commit 1a2b3c4d5e6f)``; the commit is left out if nobody knows it.

    Wheels and source archives note their commit when they are built; a clone is asked for it. ``-dirty`` after it says
    that files were changed since.
    """
    commit = _commit()
    return f"{__version__} (commit {commit})" if commit else __version__


def _commit() -> str:
    note = _PACKAGE / "commit.txt"
    if note.is_file():
        return note.read_text(encoding="utf-8").strip()
    clone = _PACKAGE.parent
    if not (clone / ".git").exists():
        return ""
    git = ["git", "-C", str(clone), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - no words of others
    except (OSError, subprocess.CalledProcessError):
        return ""
