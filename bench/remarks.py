"""How lines of letters that are no orders are judged: talk that holds a turn, instructions that are merely listed.

The lines stand in ``tests/letters/remarks``. All were written for this project.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from moderator.core.language import Language, Reading
from moderator.games.registry import GAMES
from moderator.language.faults import LanguageFault
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood

REMARKS = Path(__file__).parents[1] / "tests" / "letters" / "remarks"
TURN = 3
PLAIN: Mapping[str, tuple[str, ...]] = {
    "rebel-commander": ("1. MOVE TROOPS A0 A1", "2. BUILD TROOPS A2"),
    "space-genocide": ("MOVE 5 TO H7",),
    "buck-rogers": ("MOVE ALL FIGHTERS ELYSIUM TO NEAR VENUS",),
    "buck-rogers-revised": ("MOVE ALL FIGHTERS ELYSIUM TO NEAR VENUS",),
    "rayguns-and-rocketships": ("PROGRAM Forward, Full Ahead, Turn Port",),
}
"""Plain orders of each game, below which a line stands."""
_OTHERS = ("Red", "Blue", "Green", "Yellow", "Purple", "Brown", "Ben", "Rangers", "Pirates", "Zard", "Blaarg")
NAMES: Mapping[str, tuple[str, ...]] = {"rebel-commander": ("Blue", "Green", "Gold", "Grey", "White", "Ben", "Empire")}
"""Who else plays in a game, if not some of ``_OTHERS``."""


class Judged(NamedTuple):
    """A line of a letter, the game that it is about, and what became of it."""

    game: str
    text: str
    holds: bool
    listed: bool


class _WithoutHints:
    """A game's language that never searches for what a line may have meant, which is nine tenths of its time."""

    def __init__(self, language: Language[Any]) -> None:
        self._language = language

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the language has
        return getattr(self._language, name)

    def read(self, text: str, *, hints: bool = True) -> Reading[Any]:
        """Return the order of a line, or why it is none."""
        del hints
        return self._language.read(text, hints=False)


_QUICK = {key: cast("Language[Any]", _WithoutHints(game.language)) for key, game in GAMES.items()}


def read(game: str, lines: tuple[str, ...], subject: str = "") -> Understood[Any]:
    """Return what a letter of some lines says, without suggestions for lines that are not read."""
    things = tuple(name for names in GAMES[game].topics.values() for name in names)
    return understand(
        [TextLine(number, line) for number, line in enumerate(lines, 1)],
        _QUICK[game],
        numbered=game == "rebel-commander",
        names=lambda: {name: name for name in NAMES.get(game, _OTHERS)},
        things=things,
        subject=subject,
        turn=TURN,
    )


def holds(said: Understood[Any], line: int | None = None) -> bool:
    """Tell whether a letter, or one line of it, makes the turn wait."""
    about = (problem for problem in said.problems if line in {None, problem.line or line})
    return any(problem.falls or problem.code == LanguageFault.SAID_AROUND for problem in about)


def judged(game: str, text: str, *, gap: bool = False) -> Judged:
    """Return what becomes of a line below plain orders of a game, with an empty line between or not."""
    lines = (*PLAIN[game], *([""] if gap else []), text)
    said = read(game, lines)
    at = len(lines)
    return Judged(game, text, holds(said, at), any(line.number == at for line in (*said.talk, *said.courtesy)))


def talk() -> Iterator[Judged]:
    """Yield each line of talk in every game that it fits."""
    for line in lines_of("talk"):
        for game in PLAIN if line["game"] == "any" else (line["game"],):
            yield judged(game, line["text"])


def meant() -> Iterator[Judged]:
    """Yield each line that was meant as an instruction."""
    return (judged(line["game"], line["text"]) for line in lines_of("meant"))


def lines_of(name: str) -> list[dict[str, str]]:
    """Return the lines, or the letters, of a file of remarks."""
    tables = tomllib.loads((REMARKS / f"{name}.toml").read_text())
    (found,) = tables.values()
    return list(found)
