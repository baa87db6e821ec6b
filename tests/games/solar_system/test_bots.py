"""Bots of both rule sets: legal without a doubt, and better than the one below."""

from collections.abc import Mapping
from typing import Any

import pytest

from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, play
from moderator.games.solar_system.pieces import PAINTS
from tests.support.legal_bots import fallen

COMPRESSED, REVISED = "buck-rogers", "buck-rogers-revised"


@pytest.mark.parametrize(
    ("key", "count", "options"),
    [
        (COMPRESSED, 2, {"ruleset": "basic", "year": 3}),
        (COMPRESSED, 3, {"tempo": "phases", "year": 3}),
        (COMPRESSED, 4, {"leaderless": True, "majority_control": True, "year": 4}),
        (REVISED, 2, {"end_turn": 3}),
        (REVISED, 3, {"tempo": "phases", "end_turn": 3}),
        (REVISED, 4, {"neutral": True, "end_turn": 4}),
        (REVISED, 4, {"tempo": "seats", "end_turn": 3, "trade": "all"}),
        (REVISED, 8, {"optional_leaders": True, "end_turn": 4}),
    ],
)
def test_a_captain_orders_nothing_that_falls(key: str, count: int, options: Mapping[str, Any]) -> None:
    """Every line of every turn of a match stands."""
    lineup = Lineup(game=GAMES[key], bots=dict.fromkeys(PAINTS[:count], "captain"), options=dict(options))
    match = play(lineup, f"captains/{count}", most=60)
    assert fallen(GAMES[key], match) == []
    assert match.outcome is not None


@pytest.mark.proof
@pytest.mark.parametrize(
    ("key", "better", "worse", "matches", "least"),
    [
        (COMPRESSED, "captain", "random", 30, 28),
        (COMPRESSED, "warlord", "captain", 40, 24),
        (REVISED, "captain", "random", 30, 28),
        (REVISED, "warlord", "captain", 20, 15),
    ],
)
def test_each_bot_beats_the_one_below_it(key: str, better: str, worse: str, matches: int, least: int) -> None:
    """Alone against one, on either side in turn, it wins more often than chance would have it.

    Where each match takes long fewer are played, and more of them must be won: an equal would win 15 of 20 once in 50.
    """
    won = 0
    for number in range(matches):
        ours = ("Blue", "Red")[number % 2]
        bots = {seat: better if seat == ours else worse for seat in ("Blue", "Red")}
        match = play(Lineup(game=GAMES[key], bots=bots, options={}), f"ladder/{better}/{number}", most=60)
        won += match.outcome is not None and ours in match.outcome.winners
    assert won >= least
