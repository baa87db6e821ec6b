"""The library of matches that were played to their end: ``moderator.testing.recorded`` plays them.

``tests/games/library/<game>-<rules>/`` holds one exported match a file. Which matches there are for a game, its
``finished`` module in ``tests/games/`` lists. ``python -m tests.support.library`` makes those of the present rules.
"""

import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from moderator.core.errors import ModeratorError
from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.testing.recorded import Entry, empty, import_and_replay, play_and_pack

FOLDER = Path(__file__).parents[1] / "games" / "library"
_ADVICE = """\
{what}
If {game} is not meant to be played otherwise, mend the change: matches that go on would come out otherwise, too.
If it is (rules, dice, defaults or bots), do three things:
  1. raise GameInfo.rules in moderator/games/{package}/__init__.py above {rules};
  2. make the matches of the new number: python -m tests.support.library
  3. decide about the old ones: keep {folder} if they still come out the same, for they prove that matches
     that go on can move to the new rules; else drop it (git rm -r), and say in CHANGELOG.md that such matches stop.
"""


def advice(folder: str, what: str) -> str:
    """Say what to do about a match that does not come out as on record."""
    key, _, rules = folder.rpartition("-")
    shown = f"tests/games/library/{folder}"
    return _ADVICE.format(what=what, game=key, package=_package(key), rules=rules, folder=shown)


def entries(key: str) -> Sequence[Entry]:
    """Return the matches that the library has of a game."""
    found: Sequence[Entry] = import_module(f"tests.games.{_package(key)}.finished").ENTRIES
    return found


def present(game: AnyGame) -> Path:
    """Return where the matches of a game's present rules lie."""
    return FOLDER / f"{game.info.key}-{game.info.rules}"


def _package(key: str) -> str:
    return key.replace("-", "_")


def files() -> list[Path]:
    """Return every match of the library."""
    return sorted(FOLDER.glob("*/*.tar.xz"))


def main() -> int:
    """Make the matches of the present rules; refuse where those on record do not come out the same any more."""
    for game in GAMES.values():
        folder = present(game)
        for path in sorted(folder.glob("*.tar.xz")):
            with empty() as world, tempfile.TemporaryDirectory() as place:
                try:
                    import_and_replay(path, world, Path(place))
                except ModeratorError as error:
                    sys.stderr.write(advice(folder.name, str(error)))
                    return 1
        folder.mkdir(parents=True, exist_ok=True)
        for entry in entries(game.info.key):
            data = play_and_pack(game.info.key, entry)
            (folder / f"{entry.name}.tar.xz").write_bytes(data)
            sys.stdout.write(f"{folder.name}/{entry.name}: {len(data):,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
