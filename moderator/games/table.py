"""The games that this moderator can run, as an explicit table."""

from collections.abc import Mapping

from moderator.core.game import AnyGame
from moderator.games import buck_rogers, buck_rogers_revised, rayguns_and_rocketships, rebel_commander, space_genocide

_ALL: tuple[AnyGame, ...] = (
    rebel_commander.GAME,
    space_genocide.GAME,
    buck_rogers.GAME,
    buck_rogers_revised.GAME,
    rayguns_and_rocketships.GAME,
)
GAMES: Mapping[str, AnyGame] = {game.info.key: game for game in _ALL}
"""Every game by the key that names it in ``config.toml``."""
