"""The orders of a silent seat: the proposed set-up, courses that go on, doctrine that stands."""

from collections.abc import Sequence

from moderator.core.codec import tag_of
from moderator.core.game import Prompt
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.seat.default import proposed


def default(view: View, prompt: Prompt, standing: Sequence[BuckOrder]) -> tuple[BuckOrder, ...]:
    """Return what would be done unasked."""
    del standing
    if prompt.phase == "setup":
        return tuple(proposed(view, ()))
    return tuple(order for order in view.known_orders() if tag_of(type(order)) in prompt.verbs)


def unasked(view: View, prompt: Prompt, standing: Sequence[BuckOrder]) -> bool:
    """Tell whether all colours of a seat are inert; in Combat, whether it stands among others nowhere."""
    del standing
    if prompt.phase == "setup":
        return False
    lost = dict(view.inert)
    if all(lost.get(colour, 0) >= view.turn for colour in view.own):
        return True
    forces = view.forces
    return view.phase == "battle" and not any(
        forces.is_there(view.who, zone.index) and forces.is_foreign(view.who, zone.index) for zone in ZONES
    )
