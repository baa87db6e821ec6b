"""What somebody may not know changes no byte of a page that they can see."""

import pytest

from moderator.testing.stages import Stage
from tests.support.games import ALL_GAMES
from tests.support.law_tables import SUBJECTS
from tests.support.page_twins import desk_pages, letter_pages, look_at_twins, public_pages

every_game = pytest.mark.parametrize("game", ALL_GAMES)


def _stage(game: str, scene: str) -> Stage:
    return SUBJECTS[game].scenes[scene].stage


@every_game
def test_public_pages_tell_what_everybody_may_know(game: str) -> None:
    """The list, every board as a page and as a picture; and the letters of who has not answered yet."""
    stage = _stage(game, "unanswered")
    look_at_twins(stage, public_pages).assert_alike()
    look_at_twins(stage, letter_pages).assert_alike()


@every_game
@pytest.mark.parametrize("scene", ["beginning", "amid"])
def test_pages_of_a_seat_tell_what_it_may_know(game: str, scene: str) -> None:
    """Its letters, and its desk with whatever is checked, previewed and sent there."""
    stage = _stage(game, scene)
    look_at_twins(stage, letter_pages).assert_alike()
    look_at_twins(stage, desk_pages).assert_alike()
