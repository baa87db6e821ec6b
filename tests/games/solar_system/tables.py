"""Positions and dice of test cases as short text: ``"Red 3T X5 Y"`` by zone, ``"attack, Bach, Red, Blue"`` by throw.

Kinds go by letter: ``X5`` is a Transport with five Troopers, ``X3+2`` one with three and two Gennies, ``XY`` one with a
Factory, ``Y-`` an idle Factory, ``Y:battler`` one with half a Battler, ``H:battler`` half a Battler that lies there.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from moderator.core.dice import LoadedDice, Why
from moderator.games.solar_system.board.zones import NUMBER, PLACES
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

_HOMES = {"Blue": "Juno", "Red": "Vesta", "Purple": "Pallas", "Green": "Thule", "Brown": "Psyche", "Yellow": "Hygeia"}
"""Where each printed colour has a Trooper out of everybody's way, so that nobody is out of the match."""

_TOKEN = re.compile(
    r"(?P<count>\d*)(?P<letter>[TGFBXYKH])(?P<load>\d|Y)?(?:\+(?P<gennies>\d))?(?P<idle>-?)(?::(?P<half>[a-z]+))?"
)
_FIELD = {"T": "troopers", "G": "gennies", "F": "fighters", "B": "battlers"}


def position_of(
    colours: Iterable[Colour],
    units: Mapping[str, str],
    held: Mapping[str, Colour] | None = None,
    leaders: Mapping[str, str] | None = None,
    moves: int = 1,
) -> Position:
    """Return a position; ``held`` is who controls what besides the places of Factories, an empty colour nobody.

    ``leaders`` reads ``"Bach Red"``, the last word being whose he is.
    """
    homes = {_HOMES[colour]: colour for colour in colours}
    pieces = _Pieces({zone: f"{colour} T" for zone, colour in homes.items()} | dict(units))
    owners = {**homes, **{one.zone: one.colour for one in pieces.factories}, **(held or {})}
    return Position(
        stacks=tuple(sorted(pieces.stacks, key=lambda stack: (NUMBER[stack.zone], PAINTS.index(stack.colour)))),
        held=tuple((zone.name, owners[zone.name]) for zone in PLACES if zone.is_territory and owners.get(zone.name)),
        factories=tuple(pieces.factories),
        leaders=_leaders(leaders or {}),
        kilsats=tuple(sorted(pieces.kilsats, key=lambda one: NUMBER[one.zone])),
        moves=moves,
        halves=tuple(sorted(pieces.halves, key=lambda half: NUMBER[half.zone])),
        aboard=tuple(sorted(pieces.aboard, key=lambda one: NUMBER[one.zone])),
    )


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
            half = Kind(found["half"]) if found["half"] else None
            if letter == "X":
                one = Load(factory=True) if load == "Y" else Load(int(load))
                loads += [(one, int(found["gennies"] or 0))] * number
                self.factories += [Factory(zone, colour, aboard=True)] * (number if one.factory else 0)
            elif letter == "Y":
                self.factories += [Factory(zone, colour, half, idle=bool(found["idle"]))] * number
            elif letter == "K":
                self.kilsats += [KilSat(zone, colour)] * number
            elif half:
                self.halves.append(Half(zone, colour, half))
            else:
                counts[_FIELD[letter]] = number
        if counts or loads:
            self.stacks.append(Stack(zone, colour, **counts, transports=tuple(load for load, _ in loads)))
        if any(gennies for _, gennies in loads):
            self.aboard.append(Aboard(zone, colour, tuple(gennies for _, gennies in loads)))


def _leaders(leaders: Mapping[str, str]) -> tuple[Leader, ...]:
    found = []
    for card in (*figures().leader, *extra().leader):
        if card.name in leaders:
            *zone, colour = leaders[card.name].split() or [""]
            found.append(Leader(card.name, colour, colour, " ".join(zone)))
    return tuple(found)


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
                words.append(f"Y{'-' if one.idle else ''}{f':{one.work.value}' if one.work else ''}")
        words += [f"H:{half.kind.value}" for half in position.halves if (half.zone, half.colour) == (zone, colour)]
        words += ["K" for one in position.kilsats if (one.zone, one.colour) == (zone, colour)]
        if words:
            parts.append(" ".join((colour, *words)))
    return ", ".join(parts)


def dice_of(throws: Mapping[str, Sequence[int]]) -> LoadedDice:
    """Load dice: kind, zone and seats by commas, each with its faces in the order of throwing."""
    loads: dict[Why, int] = {}
    for key, faces in throws.items():
        kind, *rest = key.split(", ")
        zone = rest.pop(0) if rest and rest[0] in NUMBER else ""
        loads |= {Why(kind, zone, tuple(rest), n): face for n, face in enumerate(faces)}
    return LoadedDice(loads)
