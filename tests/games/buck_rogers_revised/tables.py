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
from moderator.games.solar_system.board.zones import NUMBER, TERRITORIES, zone_of
from moderator.games.solar_system.pieces import (
    PAINTS,
    Aboard,
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

_TOKEN = re.compile(
    r"(?P<count>\d*)(?P<letter>[TGFBXYKH])(?P<load>\d|Y)?(?:\+(?P<gennies>\d))?(?P<idle>-?)(?::(?P<half>[a-z]+))?"
)
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

    Each colour has a Trooper on an asteroid out of everybody's way. ``Y-`` is a disabled Factory, ``X3+2`` a Transport
    with three Troopers and two Gennies, ``H:battler`` half a Battler.
    """
    chosen = read_options(options, Options)
    colours = colours_of(seats, rulebook(chosen, len(seats)))
    everybody = [colour for some in colours for colour in some]
    homes = {HOMES[colour]: f"{colour} T" for colour in everybody if HOMES[colour] not in units}
    pieces = _Pieces(homes | dict(units))
    owners = {HOMES[colour]: colour for colour in everybody} | {one.zone: one.colour for one in pieces.factories}
    owners |= dict(held or {})
    owners = {zone: colour for zone, colour in owners.items() if colour and zone_of(zone).is_territory}
    position = Position(
        stacks=tuple(sorted(pieces.stacks, key=lambda stack: (NUMBER[stack.zone], PAINTS.index(stack.colour)))),
        held=tuple(sorted(owners.items(), key=lambda pair: NUMBER[pair[0]])),
        factories=tuple(pieces.factories),
        leaders=_leaders(leaders or {}),
        kilsats=tuple(sorted(pieces.kilsats, key=lambda one: NUMBER[one.zone])),
        moves=fields.pop("moves", 1),
        halves=tuple(sorted(pieces.halves, key=lambda half: NUMBER[half.zone])),
        aboard=tuple(sorted(pieces.aboard, key=lambda one: NUMBER[one.zone])),
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


class _Pieces:
    """What a table of texts puts on the board."""

    def __init__(self, units: Mapping[str, str]) -> None:
        self.stacks: list[Stack] = []
        self.factories: list[Factory] = []
        self.kilsats: list[KilSat] = []
        self.halves: list[Half] = []
        self.aboard: list[Aboard] = []
        for zone, text in units.items():
            for part in filter(None, text.split(", ")):
                self._part(zone, *part.split())

    def _part(self, zone: str, colour: Colour, *tokens: str) -> None:
        counts: dict[str, int] = {}
        loads: list[tuple[Load, int]] = []
        for token in tokens:
            found = _TOKEN.fullmatch(token)
            assert found, token
            number, letter, load = int(found["count"] or 1), found["letter"], found["load"] or "0"
            if letter == "X":
                one = Load(factory=True) if load == "Y" else Load(int(load))
                loads += [(one, int(found["gennies"] or 0))] * number
                self.factories += [Factory(zone, colour, aboard=True, idle=True)] * (number if one.factory else 0)
            elif letter == "Y":
                self.factories += [Factory(zone, colour, idle=bool(found["idle"]))] * number
            elif letter == "H":
                self.halves.append(Half(zone, colour, Kind(found["half"])))
            elif letter == "K":
                self.kilsats += [KilSat(zone, colour)] * number
            else:
                counts[_FIELD[letter]] = number
        if counts or loads:
            self.stacks.append(Stack(zone, colour, **counts, transports=tuple(load for load, _ in loads)))
        if any(gennies for _, gennies in loads):
            self.aboard.append(Aboard(zone, colour, tuple(gennies for _, gennies in loads)))


def text_of(position: Position, zone: str) -> str:
    """Return who stands in a zone, as positions are read."""
    parts = []
    for colour in PAINTS:
        words = []
        for stack in position.stacks:
            if (stack.zone, stack.colour) == (zone, colour):
                counts = ((letter, getattr(stack, field)) for letter, field in _FIELD.items())
                words += [f"{count if count > 1 else ''}{letter}" for letter, count in counts if count]
                gennies = position.gennied(zone, colour) or (0,) * len(stack.transports)
                for load, more in zip(stack.transports, gennies, strict=True):
                    words.append(f"X{'Y' if load.factory else load.troopers or ''}{f'+{more}' if more else ''}")
        for one in position.factories:
            if (one.zone, one.colour, one.aboard) == (zone, colour, False):
                words.append("Y-" if one.idle else "Y")
        words += [f"H:{half.kind.value}" for half in position.halves if (half.zone, half.colour) == (zone, colour)]
        words += ["K" for one in position.kilsats if (one.zone, one.colour) == (zone, colour)]
        if words:
            parts.append(" ".join((colour, *words)))
    return ", ".join(parts)


def _leaders(leaders: Mapping[str, str]) -> tuple[Leader, ...]:
    found = []
    for card in (*figures().leader, *extra().leader):
        if card.name in leaders:
            *zone, colour = leaders[card.name].split()
            found.append(Leader(card.name, colour, colour, " ".join(zone)))
    return tuple(found)
