"""What a seat's sheet would do if nobody else did anything, with exact odds and no dice."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared, kebab
from moderator.core.game import Prompt, Report
from moderator.core.seats import Seat
from moderator.core.trial import Trial
from moderator.games.buck_rogers.board.control import works_there
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.board.odds import odds
from moderator.games.buck_rogers.orders.doctrine import Standing
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.orders.types import BuckOrder, standing
from moderator.games.buck_rogers.seat.default import proposed
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.firing import strength
from moderator.games.solar_system.board.forces import Seen
from moderator.games.solar_system.board.rehearsal import Rehearsal, Tried
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.pieces import UNITS, Kind
from moderator.games.solar_system.tables import figures
from moderator.kit.report import arranged

_ROUNDS = 2


class MoveForeseen(Struct, frozen=True, tag=kebab):
    """Units would go to a zone by a way; ``goal`` is where they go on to later.

    ``thrown``: how far they come depends on dice. ``fired``: others could fire at them on the way.
    """

    units: Units
    origin: str
    way: tuple[str, ...]
    goal: str = ""
    thrown: bool = False
    fired: bool = False


class WaitForeseen(Struct, frozen=True, tag=kebab):
    """A line would not be carried out as things stand: its condition is not so, or the line above is enough."""

    line: str


class FailForeseen(Struct, frozen=True, tag=kebab):
    """A line would fail."""

    line: str
    cause: Cause


class FightForeseen(Struct, frozen=True, tag=kebab):
    """Units would meet others in a zone: who is there, and how strong either side is.

    ``odds`` are out of 1,000: how often the seat is left, the others, and nobody; empty where they are not reckoned:
    in orbits, where a side may break off, with more than one enemy, and in very large battles.
    """

    zone: str
    own: Units
    enemies: tuple[tuple[Seat, Units], ...]
    mine: int
    theirs: int
    odds: tuple[int, ...] = ()


class ZoneForeseen(Struct, frozen=True, tag=kebab):
    """A territory would be taken without a battle."""

    zone: str


class BuildForeseen(Struct, frozen=True, tag=kebab):
    """A Factory would make something; ``turns`` is how many turns more it takes."""

    zone: str
    kind: Kind
    count: int
    turns: int = 0


class PlacementForeseen(Struct, frozen=True, tag=kebab):
    """Starting units would be placed in a zone: by a line, or as proposed."""

    zone: str
    units: Units
    proposed: bool


class DoctrineForeseen(Struct, frozen=True, tag=kebab):
    """A line of doctrine would stand."""

    line: str


FORETOLD = declared(__name__)
"""The facts of previews."""


def preview(
    view: View, prompt: Prompt, orders: Sequence[BuckOrder], trial: Trial[View, Rehearsal[BuckOrder]]
) -> Report:
    """Return what a sheet would do, line by line, then the battles, then what is built."""
    if prompt.phase == "setup":
        return arranged({"foreseen-placement": list(_placements(view, orders))})
    tried, position = trial(view).play(orders)
    after = Forces(Seen(view.rules, view.seats, view.colours), position)
    return arranged(
        {
            "foreseen-moves": list(_moves(orders, tried)),
            "foreseen-battles": list(_battles(view, after)) if prompt.phase in ("turn", "move", "battle") else [],
            "foreseen-building": list(_building(view, after, orders)) if prompt.phase in ("turn", "build") else [],
            "foreseen-doctrine": [DoctrineForeseen(LANGUAGE.line(order)) for order in standing(view.doctrine, orders)],
        }
    )


def _placements(view: View, orders: Sequence[BuckOrder]) -> Iterator[PlacementForeseen]:
    lines = [order for order in orders if isinstance(order, Place)]
    for order in proposed(view, lines):
        yield PlacementForeseen(order.zone, order.units, proposed=order not in lines)


def _moves(orders: Sequence[BuckOrder], tried: Sequence[Tried]) -> Iterator[Any]:
    for one in tried:
        order = orders[one.index]
        if one.cause == "condition":
            yield WaitForeseen(LANGUAGE.line(order))
        elif one.cause is not None:
            yield FailForeseen(LANGUAGE.line(order), one.cause)
        else:
            origin = getattr(order, "origin", "")
            yield MoveForeseen(one.units, origin, one.way, one.goal, thrown=one.thrown, fired=one.fired)


def _battles(view: View, after: Forces) -> Iterator[FightForeseen | ZoneForeseen]:
    """Tell of every zone where the seat would stand among others, or on land that is not its own."""
    for zone in ZONES:
        if not after.units_of(view.who, zone.index):
            continue
        forces = [after.gather(seat, (zone.index,)) for seat in view.seats if seat != view.who]
        others = [force for force in forces if force.standing()]
        if others:
            yield _fight(after, view.who, zone.index, others)
        elif zone.is_territory and after.holder(zone.index) != view.who:
            yield ZoneForeseen(zone.name)


def _fight(after: Forces, seat: Seat, at: int, others: Sequence[Force]) -> FightForeseen:
    mine = after.gather(seat, (at,))
    chances = odds(mine, others[0]) if ZONES[at].is_territory and len(others) == 1 else None
    return FightForeseen(
        ZONES[at].name,
        _listed(after, seat, at),
        tuple((force.seat, _listed(after, force.seat, at)) for force in others),
        round(strength(mine, others)),
        round(sum(strength(force, (mine,)) for force in others)),
        tuple(round(1000 * one) for one in chances) if chances else (),
    )


def _listed(after: Forces, seat: Seat, at: int) -> Units:
    force = after.gather(seat, (at,))
    names = tuple(one.name for one in after.leaders_at(at, seat))
    kinds = (*UNITS, Kind.KILSAT, Kind.MARKER)
    return Units(tuple((kind, force.units[kind]) for kind in kinds if force.units.get(kind)), names)


def _building(view: View, after: Forces, orders: Sequence[BuckOrder]) -> Iterator[BuildForeseen]:
    """Tell what each own Factory would make."""
    doctrine = Standing(standing(view.doctrine, orders))
    for works in after.works:
        if after.seat_of[works.colour] != view.who or not works_there(after, works, view.turn):
            continue
        line = doctrine.builds(ZONES[works.at].name)
        if line is None:
            continue
        kind = Kind(line.product)
        count, turns = figures().unit[kind].makes
        left = 0 if turns < _ROUNDS or works.work is kind or line.partner else 1
        yield BuildForeseen(ZONES[works.at].name, kind, count, left)
