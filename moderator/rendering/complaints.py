"""Complaints about what an operator or a GM wrote, in the words that players read."""

from functools import cache
from pathlib import Path
from typing import Any

from moderator.core.errors import Problem
from moderator.rendering.environment import ReadingSeat, Templates, Voice


class Complaints:
    """Words a game's complaints by our own templates: an operator's may fail, and this tells of failures."""

    def __init__(self, more: Path | None = None) -> None:
        """Take a folder with templates of games that are not ours, if there is one."""
        self._more = more

    def __call__(self, game: str, problem: Problem) -> str:
        """Return a complaint as a sentence, with what to write instead."""
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
