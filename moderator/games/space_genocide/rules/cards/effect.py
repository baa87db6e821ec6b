"""What a card is to the rules: two functions."""

from collections.abc import Callable
from typing import NamedTuple

from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.turn import Turn


class Effect(NamedTuple):
    """What a card is to the rules.

    ``fits`` tells whether it could be played at a moment: targets are there and are what the card asks for, and, for
    a reaction, its seat is one that it concerns. It changes nothing. ``apply`` does what the card says and tells it
    in events; it is only called after ``fits`` at the same moment.
    """

    fits: Callable[[Turn, Playing, Moment], bool]
    apply: Callable[[Turn, Playing, Moment], None]
