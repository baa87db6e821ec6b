"""Every game that tests know: those that are installed, and the small ones that are not."""

import random
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.language.grammar.words import Line
from moderator.testing.finding import find_testing
from moderator.testing.forms import lines_of
from tests.support.night_watch import GAME as NIGHT_WATCH

sys.path.append(str(Path(__file__).parents[2] / "contrib" / "hex-duel"))
HEX_DUEL: AnyGame = import_module("hex_duel").GAME
ALL_GAMES: dict[str, AnyGame] = {**GAMES, NIGHT_WATCH.info.key: NIGHT_WATCH, HEX_DUEL.info.key: HEX_DUEL}
TEMPLATES = Path(__file__).parent / "templates"
"""The words of the games that are not installed."""


@cache
def order_lines(key: str) -> tuple[str, ...]:
    """Return whole orders of a game, in canonical words: every form with gaps filled at random."""
    language: Any = GAMES[key].language
    values = find_testing(GAMES[key]).gap_values
    dice = random.Random(f"law/{key}")  # noqa: S311 - the same lines every time
    made = (line for picture in language.pictures() for line in lines_of(language, picture, values, dice))
    orders = (language.attempt(line) for line in made)
    found = dict.fromkeys(language.format(order) for order in orders if order is not None)
    return tuple(line for line in found if len(Line(line).words) > 1)


@cache
def three_orders(key: str) -> tuple[str, ...]:
    """Return three orders of a game, each of another kind."""
    by_kind = {line.split()[0]: line for line in sorted(order_lines(key), key=len, reverse=True)}
    return tuple(by_kind.values())[:3]
