"""Nothing trivial beats veterans: neither silence nor one idea repeated; and their matches have battles early."""

import pytest

from moderator.games.simulate import Lineup, play
from tests.games.rebel_commander.trivial import FACTIONS, GAME, SIDES, TRIVIAL, matches_won_by
from tests.support.cases import every_case

MOST = 0.3
"""Of its matches against veterans a trivial player may win this part."""


@pytest.mark.proof
@pytest.mark.parametrize("factions", range(1, 7))
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("player", TRIVIAL)
def test_no_player_of_one_idea_beats_veterans(player: str, side: str, factions: int) -> None:
    """With any number of factions, on either side."""
    assert matches_won_by(player, side, factions, range(20)) <= 20 * MOST


@every_case("factions", [2, 3, 4, 5, 6])
def test_around_turn_ten_veterans_fight_in_two_of_three_turns(factions: int) -> None:
    """A match is worth watching before it is decided."""
    bots = {**dict.fromkeys(FACTIONS[:factions], "veteran"), "Empire": "veteran"}
    notes = [play(Lineup(game=GAME, bots=bots), f"lively/{n}", most=12).state.history[5:12] for n in range(4)]
    fought = [bool(note.battles) for history in notes for note in history]
    assert sum(fought) >= len(fought) * 2 / 3
