"""The games that this moderator can run, as an explicit table."""

from collections.abc import Mapping

from moderator.core.game import AnyGame
from moderator.games import rebel_commander, space_genocide

GAMES: Mapping[str, AnyGame] = {game.info.key: game for game in (rebel_commander.GAME, space_genocide.GAME)}
"""Every game by the key that names it in ``config.toml``."""
