"""What silence means: the proposed set-up, courses that go on, doctrine that stands."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.game import Default, Prompt
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.forces import total_of
from moderator.games.solar_system.board.proposal import propose, reserve_of
from moderator.games.solar_system.board.zones import INDEX, ZONES
from moderator.games.solar_system.orders.types import Place


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


def proposed(view: View, lines: Sequence[Place]) -> Iterator[Place]:
    """Give the set-up of a seat: its own lines as they are, then what the moderator proposes for what is left."""
    yield from lines
    forces = view.forces
    taken: dict[str, str] = {}
    for colour, units in view.reserve:
        if colour not in view.own:
            continue
        reserve = reserve_of(units)
        zones = [ZONES[at].name for at in forces.zones_of(view.who)]
        stood = {name: _standing(forces, INDEX[name]) for name in zones}
        for line in lines:
            if line.units.colour in ("", colour) and line.zone in stood:
                stood[line.zone] += total_of(reserve.take(line.units))
                taken[line.zone] = colour
        own = [name for name in zones if taken.get(name, colour) == colour]
        for zone, some in propose(view.rules, reserve, own, {name: stood[name] for name in own}):
            taken[zone] = colour
            yield Place(units=replace(some, colour=colour if len(view.own) > 1 else ""), zone=zone)


def _standing(forces: Forces, at: int) -> int:
    """Return how many pieces stand in a zone."""
    return (
        sum(forces.units_of(seat, at) for seat in forces.seats) + len(forces.works_at(at)) + len(forces.leaders_at(at))
    )
