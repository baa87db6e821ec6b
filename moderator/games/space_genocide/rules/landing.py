"""Before the set-up: what an operator's options and seats come to."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.errors import Problem
from moderator.core.seats import Seat
from moderator.games.space_genocide.faults import GenocideFault
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.pieces import SEATS
from moderator.games.space_genocide.tables import COPIES, KINDS, TERRAIN
from moderator.kit.options import faulty_seats, faulty_values, read_options, wrong
from moderator.language.grammar.suggest import nearest

_FEWEST = 2


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, about the seats, and about what cannot be dealt out."""
    problems = [*faulty_seats(seats, SEATS, fewest=_FEWEST), *faulty_values(options, Options)]
    if not problems:
        problems = list(_check_combination(read_options(options, Options), seats))
    return tuple(problems)


def _check_combination(options: Options, seats: Sequence[Seat]) -> list[Problem]:
    """Complain about terrain that there is not, and about more ships than there are counters."""
    known = tuple(TERRAIN)
    problems = [
        wrong(GenocideFault.NO_SUCH_TERRAIN, "terrain_kinds", *nearest(kind, known), kind=kind, known=known)
        for kind in options.terrain_kinds
        if kind not in known
    ]
    counters = COPIES * len(KINDS)
    if options.start_ships * len(seats) > counters:
        problems.append(
            wrong(GenocideFault.TOO_FEW_COUNTERS, "start_ships", count=options.start_ships, counters=counters)
        )
    return problems
