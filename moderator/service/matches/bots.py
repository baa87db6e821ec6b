"""Seats that are played by rules: what their bots answer, by what their seats see and on chance of their own."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.dice import Stream
from moderator.core.game import AnyGame, Prompt
from moderator.core.seats import Seat
from moderator.games.simulate import bot_orders


def order_sets(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state is the game's own
    asked: Mapping[Seat, Prompt],
    names: Mapping[Seat, str],
    *,
    secret: Stream,
    told: Mapping[Seat, Sequence[Any]] | None = None,
) -> dict[Seat, tuple[Any, ...]]:
    """Return the order sets of the seats that bots play; ``names`` are their bots, each gets a child of ``secret``.

    ``told`` is what people have proposed to their allies.
    """
    return {
        seat: bot_orders(game, state, seat, prompt, bot=names[seat], chance=secret.child("bot", seat), told=told)
        for seat, prompt in asked.items()
        if seat in names
    }
