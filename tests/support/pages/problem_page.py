"""What the examples of all games on the page of problems share: what is answered to lines, and to options."""

import tomllib
from collections.abc import Sequence
from typing import Any

from moderator.core.errors import Problem
from moderator.core.orders import Order
from moderator.testing.scenarios import refusal_of
from tests.support.world import SAY


def words(game: Any, code: str, found: Sequence[Problem]) -> str:  # noqa: ANN401 - any game, as below
    """Return what is said of the first complaint with a code."""
    problem = next(each for each in found if each.code == code)
    return SAY(game.info.key, problem).partition(" Try")[0].partition(" As lines")[0]


def ordered(game: Any, state: Any, seat: str, example: str) -> list[Problem]:  # noqa: ANN401
    """Return the complaints about a seat's lines, as they are read and as an order set."""
    read = [game.language.read(line) for line in example.splitlines()]
    orders = [one.order for one in read if one.order]
    unread = [one.problem for one in read if one.problem]
    return [*unread, *game.check(game.view(state, seat), game.pending(state)[seat], orders)]


def amended(game: Any, state: Any, example: str) -> list[Problem]:  # noqa: ANN401
    """Return by what a GM's lines are refused."""
    lines = [game.gm.parse(line) for line in example.splitlines()]
    return [refusal_of(game, state, [line for line in lines if isinstance(line, Order)])]


def begun(game: Any, seats: Sequence[str], example: str) -> list[Problem]:  # noqa: ANN401
    """Return the complaints about the options of a match, and its seats if it names some."""
    match = tomllib.loads(example)
    return list(game.check_options(match.get("options", {}), match.get("seats", seats)))
