"""Every game that tests know: those that are installed, and the small ones that are not."""

import sys
from importlib import import_module
from pathlib import Path

from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from tests.support.night_watch import GAME as NIGHT_WATCH

sys.path.append(str(Path(__file__).parents[2] / "contrib" / "hex-duel"))
HEX_DUEL: AnyGame = import_module("hex_duel").GAME
ALL_GAMES: dict[str, AnyGame] = {**GAMES, NIGHT_WATCH.info.key: NIGHT_WATCH, HEX_DUEL.info.key: HEX_DUEL}
TEMPLATES = Path(__file__).parent / "templates"
"""The words of the games that are not installed."""
