"""Positions of test cases as short text, ``"Red 3T X5 Y"`` by zone; what reads dice and positions is Buck Rogers'."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.rulebook import rulebook
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.rules.setup import colours_of
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.solar_system.board.zones import NUMBER, TERRITORIES
from moderator.games.solar_system.pieces import (
    PAINTS,
    Colour,
    Factory,
    Half,
    KilSat,
    Kind,
    Leader,
    Load,
    Position,
    Stack,
)
from moderator.games.solar_system.tables import extra, figures
from moderator.kit.options import read_options
from tests.games.buck_rogers.tables import HOMES
from tests.games.buck_rogers.tables import text_of as board_text_of

_TOKEN = re.compile(r"(?P<count>\d*)(?P<letter>[TGFBXYK])(?P<load>\d|Y)?(?P<idle>-?)|H:(?P<half>[a-z]+)")
_FIELD = {"T": "troopers", "G": "gennies", "F": "fighters", "B": "battlers"}


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
    """Return a position; ``leaders`` reads ``"Bach Red"``; cards that nobody has lie in the deck, by the board.

    Each colour has a Trooper on an asteroid out of everybody's way. ``Y-`` is a disabled Factory, ``H:battler`` half a
    Battler.
    """
    chosen = read_options(options, Options)
    colours = colours_of(seats, rulebook(chosen, len(seats)))
    everybody = [colour for some in colours for colour in some]
    homes = {HOMES[colour]: f"{colour} T" for colour in everybody if HOMES[colour] not in units}
    stacks, factories, kilsats, halves = _pieces(homes | dict(units))
    owners = {HOMES[colour]: colour for colour in everybody} | {one.zone: one.colour for one in factories}
    owners = {zone: colour for zone, colour in (owners | dict(held or {})).items() if colour and zone in TERRITORIES}
    position = Position(
        stacks=tuple(sorted(stacks, key=lambda stack: (NUMBER[stack.zone], PAINTS.index(stack.colour)))),
        held=tuple(sorted(owners.items(), key=lambda pair: NUMBER[pair[0]])),
        factories=tuple(factories),
        leaders=_leaders(leaders or {}),
        kilsats=tuple(sorted(kilsats, key=lambda one: NUMBER[one.zone])),
        moves=fields.pop("moves", 1),
        halves=tuple(sorted(halves, key=lambda half: NUMBER[half.zone])),
    )
    own = {seat: tuple((hands or {}).get(seat, ())) for seat in seats}
    seen = {*discards, *(card for some in own.values() for card in some)}
    kept = {seat: (sides or {}).get(seat, SeatState()) for seat in seats}
    state = State(
        options=chosen,
        seats=tuple(seats),
        colours=colours,
        turn=2,
        phase="turn" if chosen.tempo == "rounds" else "production",
        position=position,
        sides=tuple(replace(kept[seat], hand=own[seat]) for seat in seats),
        deck=tuple(card for card in TERRITORIES if card not in seen),
        discards=tuple(discards),
        order=tuple(everybody),
    )
    return replace(state, **fields)


def _pieces(units: Mapping[str, str]) -> tuple[list[Stack], list[Factory], list[KilSat], list[Half]]:
    stacks, factories, kilsats, halves = [], [], [], []
    for zone, text in units.items():
        for part in filter(None, text.split(", ")):
            colour, *tokens = part.split()
            counts: dict[str, int] = {}
            loads: list[Load] = []
            for token in tokens:
                found = _TOKEN.fullmatch(token)
                assert found, token
                if found["half"]:
                    halves.append(Half(zone, colour, Kind(found["half"])))
                    continue
                number, letter, load = int(found["count"] or 1), found["letter"], found["load"] or "0"
                if letter == "X":
                    loads += [Load(factory=True) if load == "Y" else Load(int(load))] * number
                    factories += [Factory(zone, colour, aboard=True, idle=True)] * (number if load == "Y" else 0)
                elif letter == "Y":
                    factories += [Factory(zone, colour, idle=bool(found["idle"]))] * number
                elif letter == "K":
                    kilsats += [KilSat(zone, colour)] * number
                else:
                    counts[_FIELD[letter]] = number
            if counts or loads:
                stacks.append(Stack(zone, colour, **counts, transports=tuple(loads)))
    return stacks, factories, kilsats, halves


def text_of(position: Position, zone: str) -> str:
    """Return who stands in a zone, as positions are read: halves after all else."""
    halves = [f"{half.colour} H:{half.kind.value}" for half in position.halves if half.zone == zone]
    return ", ".join(filter(None, (board_text_of(position, zone), *halves)))


def _leaders(leaders: Mapping[str, str]) -> tuple[Leader, ...]:
    found = []
    for card in (*figures().leader, *extra().leader):
        if card.name in leaders:
            *zone, colour = leaders[card.name].split()
            found.append(Leader(card.name, colour, colour, " ".join(zone)))
    return tuple(found)
