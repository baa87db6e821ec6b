"""What one seat may know of a match; bots, map, checks and reports see nothing else."""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import AnyMove, Attack
from moderator.games.rebel_commander.pieces import EMPIRE, Side, Stack, side_of


class Score(Struct, frozen=True):
    """How near both sides are to victory; None where the viewer may not know.

    ``needed`` locations, and more units than the enemy, win at once. Locations count as held when a side has
    units there and its enemy has none that contest it.
    """

    needed: int
    rebel_locations: int | None = None
    rebel_units: int | None = None
    empire_locations: int | None = None
    empire_units: int | None = None


class TurnNote(Struct, frozen=True):
    """One past turn of the history, as it stood at its end.

    ``weights`` are the enthusiasm weights of each draw, one tuple per order number with a figure per seat of
    the match; empty for all but the GM until the match is over. ``battles`` and the losses count what was
    fought and destroyed in the turn, ``fought`` names each place of it once; both sides witness every battle.
    """

    turn: int
    score: Score
    battles: int = 0
    rebel_losses: int = 0
    empire_losses: int = 0
    fought: tuple[str, ...] = ()
    weights: tuple[tuple[int, ...], ...] = ()


class Intent(Struct, frozen=True):
    """An order that an ally means to give, with its number."""

    seat: Seat
    order: AnyMove | Attack


class View(Struct, frozen=True, dict=True):
    """What ``who`` may know: a seat's name, or ``"public"`` or ``"gm"``.

    ``options`` are those of the match; under fog their ``start`` has the viewer's own side alone.
    ``turn`` is the turn that orders are given for (the last one, once the match is over). ``seats`` are all
    seats of the match, the Rebels in their declared order, then the Empire; ``in_play`` those with units.
    ``stacks`` are the units in sight, by place (row by row) and then by seat. ``sight`` names the places in
    sight under fog and is None where all are. ``imperial_places`` is how many orders the Empire has under
    each number this turn, ``numbers`` how many numbers there are. ``enthusiasm`` holds a weight per seat for
    the GM and is empty for everybody else. ``outcome`` is None until the match is over.
    ``intents`` are what allies have told of their plans.
    """

    who: str
    turn: int
    options: Options
    seats: tuple[Seat, ...]
    in_play: tuple[Seat, ...]
    stacks: tuple[Stack, ...]
    sight: tuple[str, ...] | None
    numbers: int
    imperial_places: int
    score: Score
    history: tuple[TurnNote, ...] = ()
    enthusiasm: tuple[int, ...] = ()
    outcome: Outcome | None = None
    intents: tuple[Intent, ...] = ()

    @property
    def side(self) -> Side | Literal[""]:
        """The side of the seat that looks; empty for public and GM."""
        return side_of(self.who) if self.who in self.seats else ""

    @property
    def battle_places(self) -> tuple[str, ...]:
        """The places where there were battles in the last turn."""
        return self.history[-1].fought if self.history else ()

    def is_friend(self, seat: Seat) -> bool:
        """Tell whether a seat is on the viewer's side."""
        return (seat == EMPIRE) == (self.who == EMPIRE)

    def stacks_at(self, place: str) -> tuple[Stack, ...]:
        """Return the stacks in sight at a place."""
        return self._stacks_by_place.get(place, ())

    @cached_property
    def _stacks_by_place(self) -> dict[str, tuple[Stack, ...]]:
        found: dict[str, tuple[Stack, ...]] = {}
        for stack in self.stacks:
            found[stack.place] = (*found.get(stack.place, ()), stack)
        return found
