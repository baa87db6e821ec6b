"""The nodes of the Star Map as outlines, so that a click on one tells which is meant."""

from collections.abc import Sequence

from moderator.core.pictures import Place
from moderator.games.rayguns_and_rocketships.seat.drawing import sky
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import board_of


def places(view: View) -> Sequence[Place]:
    """Return every node with its square; posts and squares of decks are on other drawings."""
    squares = sky.frame(board_of(view.options))
    return [Place(node, squares.cell(node).corners) for node in view.field.stars.nodes]
