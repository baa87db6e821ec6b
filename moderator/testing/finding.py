"""Where a game says what the laws need to know of it."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from moderator.core.game import AnyGame
from moderator.kit.testing import Testing


@cache
def package_of(module: str, key: str) -> str:
    """Return the package of the game with a key, by the name of one of its modules."""
    while module:
        if getattr(getattr(import_module(module), "GAME", None), "info", None) and _key(module) == key:
            return module
        module = module.rpartition(".")[0]
    return ""


def _key(module: str) -> str:
    key: str = import_module(module).GAME.info.key
    return key


def find_testing(game: AnyGame) -> Testing[object, object]:
    """Return what stands in a game's module ``testing``, or what holds for a game that has none."""
    package = package_of(game.state_type.__module__, game.info.key)
    if not package or find_spec(f"{package}.testing") is None:
        return Testing()
    found: Testing[object, object] = import_module(f"{package}.testing").TESTING
    return found
