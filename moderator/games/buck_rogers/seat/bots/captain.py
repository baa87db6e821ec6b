"""The bot that plans by rules of thumb."""

from collections.abc import Sequence

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.orders.types import Pass
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.seat.bots import captain as shared
from moderator.games.solar_system.seat.bots.captain import Temper
from moderator.games.solar_system.seat.default import proposed

_LAST_INVESTMENT = 5
"""In later turns a new Factory does not pay before the year is over."""

_ENDLESS = 999


class Captain:
    """A player made of rules of thumb."""

    def __init__(self, temper: Temper = Temper()) -> None:  # noqa: B008 - a frozen value
        """Take a temper."""
        self._temper = temper

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, BuckOrder]
    ) -> Sequence[BuckOrder]:
        """Return an order set: moves, then what to build."""
        del chance, imagine
        if prompt.phase == "setup":
            return tuple(proposed(view, (), afresh=True))
        plan = Plan(view, self._temper)
        moves = tuple(plan.moves()) if prompt.phase in ("turn", "move") else ()
        builds = tuple(plan.builds()) if prompt.phase in ("turn", "build") else ()
        return (*moves, *builds) or (Pass(),)


class Plan(shared.Plan):
    """A turn being planned."""

    view: View

    def __init__(self, view: View, temper: Temper) -> None:
        """Look which colours lose the turn."""
        self._lost = dict(view.inert)
        super().__init__(view, temper)

    def may_act(self, colour: Colour) -> bool:
        """Tell whether a colour can do anything this turn."""
        return self._lost.get(colour, 0) < self.view.turn

    def turns_left(self) -> int:
        """Return how many turns are to come after this one, as far as the options say it."""
        last = min((turn for turn in (self.view.options.year, self.view.options.turn_limit) if turn), default=_ENDLESS)
        return max(0, last - self.view.turn)

    def may_invest(self) -> bool:
        """Tell whether a new Factory will pay before the match is over."""
        return self.view.turn <= _LAST_INVESTMENT
