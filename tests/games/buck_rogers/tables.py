"""Positions of the compressed rules as short text."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.rulebook import rulebook
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.rules.state import SeatState, State
from moderator.games.solar_system.pieces import Colour
from moderator.kit.options import read_options
from tests.games.solar_system.tables import position_of


def state_of(
    seats: Sequence[Seat],
    options: Mapping[str, Any],
    units: Mapping[str, str],
    *,
    held: Mapping[str, Colour] | None = None,
    leaders: Mapping[str, str] | None = None,
    **fields: Any,  # noqa: ANN401 - further fields of the state
) -> State:
    """Return a position; each colour has a Trooper on an asteroid out of everybody's way."""
    chosen = read_options(options, Options)
    groups = rulebook(chosen, len(seats)).party.colours or tuple((seat,) for seat in seats)
    colours = tuple(next(group for group in groups if seat in group) for seat in seats)
    everybody = [colour for some in colours for colour in some]
    state = State(
        options=chosen,
        seats=tuple(seats),
        colours=colours,
        turn=2,
        phase="turn" if chosen.tempo == "rounds" else "move",
        position=position_of(everybody, units, held, leaders, fields.pop("moves", 1)),
        sides=tuple(SeatState() for _ in seats),
        order=tuple(everybody),
    )
    return replace(state, **fields)
