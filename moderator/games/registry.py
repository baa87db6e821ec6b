"""The games that are installed: ours and those of other packages, each imported when it is first needed.

A package offers a game by an entry point of the group ``moderator.games``: its name is the game's key, and its object
the ``Game``. Ours are offered in the same way, in ``pyproject.toml``.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points

from moderator.core.errors import ModeratorError, describe_error
from moderator.core.game import API, AnyGame, Game

GROUP = "moderator.games"


class UnusableGameError(ModeratorError):
    """A game is installed and cannot be used; the text names its package and says what to do."""


class Games(Mapping[str, AnyGame]):
    """Games by the key that names them in ``config.toml``.

    Listing the keys imports no game. Looking one up imports it once; raises KeyError if no package offers it, and
    UnusableGameError if what is offered is no game for this moderator.
    """

    def __init__(self, entries: Iterable[EntryPoint]) -> None:
        self._entries: dict[str, list[EntryPoint]] = {}
        for entry in entries:
            self._entries.setdefault(entry.name, []).append(entry)
        self._loaded: dict[str, AnyGame] = {}

    def __getitem__(self, key: str) -> AnyGame:
        if key not in self._loaded:
            self._loaded[key] = _load(key, self._entries[key])
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def package(self, key: str) -> str:
        """Return the package that offers a game, with its version; several if they offer the same key."""
        return " and ".join(map(_package, self._entries[key]))


def _load(key: str, entries: list[EntryPoint]) -> AnyGame:
    """Import a game; raises UnusableGameError."""
    entry, *more = entries
    package = _package(entry)
    if more:
        both = " and ".join(map(_package, entries))
        raise UnusableGameError(f'{both} both bring a game "{key}". Uninstall one of them.')
    try:
        game = entry.load()
    except Exception as error:
        raise UnusableGameError(
            f'The game "{key}" of {package} cannot be imported ({describe_error(error)}). '
            f"Upgrade {package}, or uninstall it."
        ) from error
    wrong = _wrong(key, game)
    if wrong:
        raise UnusableGameError(f'The game "{key}" of {package} cannot be used: {wrong}')
    loaded: AnyGame = game
    return loaded


def _wrong(key: str, game: object) -> str:
    """Return why an object is no game for this moderator, nothing if it is one."""
    if not isinstance(game, Game):
        return f"its entry point leads to {type(game).__name__}, not to a Game. Tell its author."
    if game.api != API:
        return f"it was written for version {game.api} of the interface, and this moderator has {API}. Upgrade the " + (
            "game." if game.api < API else "moderator."
        )
    if game.info.key != key:
        return f'it calls itself "{game.info.key}". Tell its author.'
    return ""


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.module


GAMES = Games(entry_points(group=GROUP))
"""Every installed game."""
