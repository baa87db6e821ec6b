"""Where a game says what the laws need to know of it."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from moderator.core.game import AnyGame, Game
from moderator.kit.testing import Testing


def find_package(game: AnyGame) -> str:
    """Return the name of the package that holds a game as ``GAME``, empty if there is none."""
    return _package(game.state_type.__module__, game.info.key)


@cache
def _package(module: str, key: str) -> str:
    """Return the package of the game with a key, by the name of one of its modules."""
    while module:
        found = getattr(import_module(module), "GAME", None)
        if isinstance(found, Game) and found.info.key == key:
            return module
        module = module.rpartition(".")[0]
    return ""


def find_testing(game: AnyGame) -> Testing[object, object]:
    """Return what stands in a game's module ``testing``, or what holds for a game that has none."""
    package = find_package(game)
    if not package or not _is_there(f"{package}.testing"):
        return Testing()
    found: Testing[object, object] = import_module(f"{package}.testing").TESTING
    return found


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the game is a module of its own, which has none below it
        return False
