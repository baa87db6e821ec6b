"""Where a game says what the laws need to know of it."""

from importlib import import_module
from importlib.util import find_spec

from moderator.core.game import AnyGame
from moderator.kit.testing import Testing


def find_testing(game: AnyGame) -> Testing[object, object]:
    """Return what a game's module ``testing`` says, or what holds for a game that has none."""
    module = f"{game.package}.testing"
    found: Testing[object, object] = import_module(module).TESTING if find_spec(module) else Testing()
    return found
