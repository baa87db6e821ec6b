"""What episodes pay points for (data/episodes.toml: goals)."""

from collections.abc import Iterator

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.ending import GoalReached
from moderator.games.rayguns_and_rocketships.pieces import PRINCESS
from moderator.games.rayguns_and_rocketships.rules.points import score
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import Goal, episode_of


def _goals(table: Table) -> Iterator[tuple[int, Goal]]:
    """Give the goals of the match, which are none on a Star Map that is not the episode's."""
    if table.options.board == "episode":
        yield from enumerate(episode_of(table.options.episode).goals)


def _reach(table: Table, seat: Seat, number: int, goal: Goal) -> None:
    table.say(GoalReached(seat=seat, goal=number))
    score(table, seat, goal.points, "goal")


def reward_installation(table: Table, seat: Seat, key: str) -> None:
    """Pay a seat for a token that it puts to work, once for each token."""
    if key in table.sides[seat].worked:
        return
    table.set_side(seat, worked=(*table.sides[seat].worked, key))
    for number, goal in _goals(table):
        if goal.kind == "install" and goal.token == table.tokens[key].kind:
            _reach(table, seat, number, goal)


def visit(table: Table) -> None:
    """Pay seats whose ships end a Turn on a node that is a goal, once each."""
    for number, goal in _goals(table):
        for seat in table.clockwise():
            ship = table.ships.get(seat)
            if goal.kind != "visit" or ship is None or ship.at != goal.node or number in table.sides[seat].visited:
                continue
            if not goal.carrying or _has(table, seat, goal):
                table.set_side(seat, visited=(*table.sides[seat].visited, number))
                _reach(table, seat, number, goal)


def _has(table: Table, seat: Seat, goal: Goal) -> bool:
    """Tell whether what a goal asks for is aboard a seat's ship: the rescued princess as a figure, else the token."""
    if goal.rescued:
        figure = table.figures.get((seat, PRINCESS))
        return figure is not None and figure.ship == seat
    return any(token.kind == goal.carrying and holder(table, token.key) == seat for token in table.tokens.values())


def holder(table: Table, key: str) -> Seat:
    """Return who has a special token: whose figure bears it, or whose ship it lies aboard; nobody if it is loose."""
    token = table.tokens[key]
    return token.bearer[0] if token.bearer else token.ship
