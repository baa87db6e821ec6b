"""The example game, a package of its own that is not installed beside the tests."""

import sys
from importlib import import_module
from pathlib import Path

from moderator.core.game import AnyGame

sys.path.append(str(Path(__file__).parents[2] / "contrib" / "hex-duel"))
HEX_DUEL: AnyGame = import_module("hex_duel").GAME
