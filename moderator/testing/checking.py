"""Trying laws on a game, and telling which do not hold."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from traceback import extract_tb

from moderator.testing.breaches import LawBroken
from moderator.testing.laws import LAWS, Law
from moderator.testing.subjects import GameSubject, Subject


def picked(names: Sequence[str], *, slow: bool) -> list[Law]:
    """Return the laws of some names, or all of them; slow ones only by name or with ``slow``."""
    return [law for law in LAWS if (law.name in names if names else slow or not law.slow)]


def subjects(game: GameSubject, law: Law, *, slow: bool) -> list[Subject]:
    """Return what a law is tried on: the game, its tables or its scenes; slow ones too with ``slow``."""
    found: Mapping[str, Iterable[Subject]] = {"game": (game,), "tables": game.tables, "scenes": game.scenes.values()}
    return [each for each in found[law.at] if slow or not each.slow]


def try_law(law: Law, subject: Subject) -> LawBroken | None:
    """Try a law and return how it is broken; an error of the game breaks it, too."""
    subject.moment = None
    try:
        law.check(subject)
    except LawBroken as error:
        return error
    except Exception as error:  # noqa: BLE001 - whatever a game of any author raises
        broken = LawBroken(f"{subject.where()}: {type(error).__name__}: {error} ({_place(error)})")
        broken.__cause__ = error
        return broken
    return None


def _place(error: Exception) -> str:
    """Return the file and line at which an error was raised."""
    last = extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"
