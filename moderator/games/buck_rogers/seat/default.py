"""What silence means: the proposed set-up, courses that go on, doctrine that stands."""

from collections.abc import Sequence

from moderator.core.codec import tag_of
from moderator.core.game import Default, Prompt
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.seat.default import proposed


def default(view: View, prompt: Prompt, standing: Sequence[BuckOrder]) -> Default[BuckOrder]:
    """Return what would be done unasked; a prompt of a turn in which a seat can do nothing is final."""
    del standing
    if prompt.phase == "setup":
        return Default(tuple(proposed(view, ())))
    known = (order for order in view.known_orders() if tag_of(type(order)) in prompt.verbs)
    return Default(tuple(known), final=not _can_act(view))


def _can_act(view: View) -> bool:
    """Tell whether a seat has a colour that is not inert; in Combat, whether it stands among others anywhere."""
    lost = dict(view.inert)
    if all(lost.get(colour, 0) >= view.turn for colour in view.own):
        return False
    if view.phase != "battle":
        return True
    forces = view.forces
    return any(forces.is_there(view.who, zone.index) and forces.is_foreign(view.who, zone.index) for zone in ZONES)
