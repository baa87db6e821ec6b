"""Positions and dice of test cases as short text: ``"Red 3T X5 Y"`` by zone, ``"attack, Bach, Red, Blue"`` by throw."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.dice import LoadedDice, Why
from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.rulebook import rulebook
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.rules.state import SeatState, State
from moderator.games.solar_system.board.zones import INDEX
from moderator.games.solar_system.pieces import COLOURS, Colour, Factory, KilSat, Kind, Leader, Load, Position, Stack
from moderator.games.solar_system.tables import figures
from moderator.kit.options import read_options

HOMES = {"Blue": "Juno", "Red": "Vesta", "Purple": "Pallas", "Green": "Thule", "Brown": "Psyche", "Yellow": "Hygeia"}
"""Where each colour has a Trooper out of everybody's way, so that nobody is out of the match."""

_TOKEN = re.compile(r"(?P<count>\d*)(?P<letter>[TGFBXYK])(?P<load>\d|Y)?(?::(?P<work>[a-z]+))?")
_FIELD = {"T": "troopers", "G": "gennies", "F": "fighters", "B": "battlers"}


def state_of(
    seats: Sequence[Seat],
    options: Mapping[str, Any],
    units: Mapping[str, str],
    *,
    held: Mapping[str, Colour] | None = None,
    leaders: Mapping[str, str] | None = None,
    **fields: Any,  # noqa: ANN401 - further fields of the state
) -> State:
    """Return a position; ``leaders`` reads ``"Bach Red"``, the first word that is a colour being whose he is."""
    chosen = read_options(options, Options)
    groups = rulebook(chosen, len(seats)).party.colours or tuple((seat,) for seat in seats)
    colours = tuple(next(group for group in groups if seat in group) for seat in seats)
    everybody = [colour for some in colours for colour in some]
    homes = {HOMES[colour]: f"{colour} T" for colour in everybody if HOMES[colour] not in units}
    stacks, factories, kilsats = _pieces(homes | dict(units))
    owners = {HOMES[colour]: colour for colour in everybody} | {one.zone: one.colour for one in factories}
    owners = {zone: colour for zone, colour in (owners | dict(held or {})).items() if colour}
    position = Position(
        stacks=tuple(sorted(stacks, key=lambda stack: (INDEX[stack.zone], COLOURS.index(stack.colour)))),
        held=tuple(sorted(owners.items(), key=lambda pair: INDEX[pair[0]])),
        factories=tuple(factories),
        leaders=_leaders(leaders or {}),
        kilsats=tuple(sorted(kilsats, key=lambda one: INDEX[one.zone])),
        moves=fields.pop("moves", 1),
    )
    state = State(
        options=chosen,
        seats=tuple(seats),
        colours=colours,
        turn=2,
        phase="turn" if chosen.tempo == "rounds" else "move",
        position=position,
        sides=tuple(SeatState() for _ in seats),
        order=tuple(everybody),
    )
    return replace(state, **fields)


def _pieces(units: Mapping[str, str]) -> tuple[list[Stack], list[Factory], list[KilSat]]:
    stacks, factories, kilsats = [], [], []
    for zone, text in units.items():
        for part in filter(None, text.split(", ")):
            colour, *tokens = part.split()
            counts: dict[str, int] = {}
            loads: list[Load] = []
            for token in tokens:
                found = _TOKEN.fullmatch(token)
                assert found, token
                number, letter = int(found["count"] or 1), found["letter"]
                if letter == "X":
                    cargo = found["load"] or "0"
                    loads += [Load(factory=True) if cargo == "Y" else Load(int(cargo))] * number
                    factories += [Factory(zone, colour, aboard=True)] * (number if cargo == "Y" else 0)
                elif letter == "Y":
                    work = Kind(found["work"]) if found["work"] else None
                    factories += [Factory(zone, colour, work)] * number
                elif letter == "K":
                    kilsats.append(KilSat(zone, colour))
                else:
                    counts[_FIELD[letter]] = number
            if counts or loads:
                stacks.append(Stack(zone, colour, **counts, transports=tuple(loads)))
    return stacks, factories, kilsats


def _leaders(leaders: Mapping[str, str]) -> tuple[Leader, ...]:
    found = []
    for card in figures().leader:
        if card.name in leaders:
            *zone, colour = leaders[card.name].split() or [""]
            found.append(Leader(card.name, colour, colour, " ".join(zone)))
    return tuple(found)


def text_of(position: Position, zone: str) -> str:
    """Return who stands in a zone, as positions are read."""
    parts = []
    for colour in COLOURS:
        words = []
        for stack in position.stacks:
            if (stack.zone, stack.colour) == (zone, colour):
                counts = ((letter, getattr(stack, field)) for letter, field in _FIELD.items())
                words += [f"{count if count > 1 else ''}{letter}" for letter, count in counts if count]
                words += [f"X{'Y' if load.factory else load.troopers or ''}" for load in stack.transports]
        for one in position.factories:
            if (one.zone, one.colour, one.aboard) == (zone, colour, False):
                words.append(f"Y:{one.work.value}" if one.work else "Y")
        words += ["K" for one in position.kilsats if (one.zone, one.colour) == (zone, colour)]
        if words:
            parts.append(" ".join((colour, *words)))
    return ", ".join(parts)


def dice_of(throws: Mapping[str, Sequence[int]]) -> LoadedDice:
    """Load dice: kind, zone and seats by commas, each with its faces in the order of throwing."""
    loads: dict[Why, int] = {}
    for key, faces in throws.items():
        kind, *rest = key.split(", ")
        zone = rest.pop(0) if rest and rest[0] in INDEX else ""
        loads |= {Why(kind, zone, tuple(rest), n): face for n, face in enumerate(faces)}
    return LoadedDice(loads)
