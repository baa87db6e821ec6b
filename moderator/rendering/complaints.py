"""Words for a game's complaints about what an operator or a GM wrote."""

from functools import cache
from pathlib import Path
from typing import Any

from moderator.core.errors import Problem
from moderator.rendering.environment import ReadingSeat, Templates, Voice


class Complaints:
    """Words complaints by the packaged templates alone, since an operator's templates may be what fails."""

    def __init__(self, more: Path | None = None) -> None:
        """Prepare to word complaints. ``more`` is a folder with templates of games that are not packaged."""
        self._more = more

    def __call__(self, game: str, problem: Problem) -> str:
        """Return a game's complaint as a sentence, with what to write instead."""
        voice = Voice(_environment(self._more).text, game, ReadingSeat("", "UTC"))
        common: Any = voice.environment.get_template("service/common.j2").module
        hints = (
            f" {common.try_this(len(problem.hints), problem.together).strip()} {' | '.join(problem.hints)}"
            if problem.hints
            else ""
        )
        return f"{voice.problem(problem)}{hints}"


@cache
def _environment(more: Path | None) -> Templates:
    return Templates(more)
