"""Positions of the revised rules as short text."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.rulebook import rulebook
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.rules.setup import colours_of
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.solar_system.board.zones import TERRITORIES
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
    hands: Mapping[Seat, Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    sides: Mapping[Seat, SeatState] | None = None,
    **fields: Any,  # noqa: ANN401 - further fields of the state
) -> State:
    """Return a position; cards that nobody has lie in the deck, by the board.

    Each colour has a Trooper on an asteroid out of everybody's way. A Factory aboard is idle.
    """
    chosen = read_options(options, Options)
    colours = colours_of(seats, rulebook(chosen, len(seats)))
    everybody = [colour for some in colours for colour in some]
    position = position_of(everybody, units, held, leaders, fields.pop("moves", 1))
    factories = tuple(replace(one, idle=one.idle or one.aboard) for one in position.factories)
    own = {seat: tuple((hands or {}).get(seat, ())) for seat in seats}
    seen = {*discards, *(card for some in own.values() for card in some)}
    kept = {seat: (sides or {}).get(seat, SeatState()) for seat in seats}
    state = State(
        options=chosen,
        seats=tuple(seats),
        colours=colours,
        turn=2,
        phase="turn" if chosen.tempo == "rounds" else "production",
        position=replace(position, factories=factories),
        sides=tuple(replace(kept[seat], hand=own[seat]) for seat in seats),
        deck=tuple(card for card in TERRITORIES if card not in seen),
        discards=tuple(discards),
        order=tuple(everybody),
    )
    return replace(state, **fields)
