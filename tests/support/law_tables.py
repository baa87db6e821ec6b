"""Every game that laws are tried on, the small ones of the tests among them, and its tables by name."""

from moderator.games.simulate import Lineup, Played
from moderator.testing.subjects import GameSubject
from tests.support.games import ALL_GAMES, TEMPLATES

SUBJECTS = {key: GameSubject(game, TEMPLATES) for key, game in ALL_GAMES.items()}
"""What laws are tried on, by the keys of games."""

_BY_NAME = {table.name: table for subject in SUBJECTS.values() for table in subject.tables}

TABLES: dict[str, Lineup] = {name: table.lineup for name, table in _BY_NAME.items()}
"""All tables by name, random bots on every seat."""

LONG = {name for name, table in _BY_NAME.items() if table.slow}
"""Tables where each law has much to compare, for ``make proof``: of every game others are tried in every run."""


def played(name: str) -> Played:
    """Return the match that the laws look at, played once for all of them."""
    return _BY_NAME[name].played
