"""Seats that are played by rules: what their bots answer, by what their seats see and on chance of their own."""

from collections.abc import Mapping
from typing import Any

from moderator.core.dice import Seeds
from moderator.core.game import AnyGame, Prompt
from moderator.core.seats import Seat
from moderator.games.simulate import bot_sheet


def sheets(
    game: AnyGame,
    match: str,
    record: int,
    seeds: Seeds,
    state: Any,  # noqa: ANN401 - the state is the game's own
    asked: Mapping[Seat, Prompt],
    names: Mapping[Seat, str],
) -> dict[Seat, tuple[Any, ...]]:
    """Return the sheets of the seats that bots play; ``names`` are their bots.

    Their chance is a child of the asking's secret stream, under the key without receipts (which are not known yet):
    so a replay finds the same sheets, and nobody can foretell them before the secret seed is opened.
    """
    secret = seeds.dice(match, record, ()).secret
    return {
        seat: bot_sheet(game, state, seat, prompt, bot=names[seat], chance=secret.child("bot", seat))
        for seat, prompt in asked.items()
        if seat in names
    }
