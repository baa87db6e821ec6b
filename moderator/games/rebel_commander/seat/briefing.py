"""What somebody new must know before the first order: facts of the first report, worded by the templates."""

from typing import Any

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.seats import Seat
from moderator.games.rebel_commander.pieces import EMPIRE, Unit
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import Bonus, board_of, edition_of


class SidesStand(Struct, frozen=True, tag=kebab):
    """Who fights whom."""

    rebels: tuple[Seat, ...]


class GoalSet(Struct, frozen=True, tag=kebab):
    """What wins: ``needed`` of all ``places``; after the ``last`` turn (0: there is none) the Empire, or the count.

    ``troops_bar``: enemy Troops alone keep a side from holding a place, and there are other units.
    """

    needed: int
    places: int
    last: int
    by_count: bool
    troops_bar: bool = False


class FirstTurn(Struct, frozen=True, tag=kebab):
    """What to do first: whether there are ``transports``, and allies to attack with (``allied``)."""

    transports: bool
    allied: bool


class MovesRun(Struct, frozen=True, tag=kebab):
    """How locations are named and how far units move; ``transports``: there are more kinds than Troops."""

    transports: bool


class TurnsRun(Struct, frozen=True, tag=kebab):
    """How a turn runs: how many orders, in a sequence drawn or fixed, and how many places the Empire has in it."""

    numbers: int
    drawn: bool
    imperial_places: int


class BonusCounts(Struct, frozen=True, tag=kebab):
    """What units of a kind add to a die: ``each`` for every one beyond the first ``free``."""

    unit: Unit
    each: int
    free: int


class BattlesRun(Struct, frozen=True, tag=kebab):
    """What adds to the dice of a battle."""

    attack: tuple[BonusCounts, ...]
    defence: tuple[BonusCounts, ...]


class SightEnds(Struct, frozen=True, tag=kebab):
    """There is fog: enemies far away are not seen."""


FACTS: tuple[type[Struct], ...] = (SidesStand, GoalSet, FirstTurn, TurnsRun, MovesRun, BattlesRun, SightEnds)
"""The facts of a briefing."""


def briefing(view: View) -> list[Any]:
    """Return what a reader must know of the match before the first order."""
    options = view.options
    edition = edition_of(options)
    rebels = tuple(seat for seat in view.seats if seat != EMPIRE)
    transports = len(edition.units) > 1
    facts: list[Any] = [
        SidesStand(rebels),
        GoalSet(
            view.score.needed,
            board_of(options).size,
            options.max_turns,
            by_count=options.time_out != "empire",
            troops_bar=options.occupy == "troops" and transports,
        ),
        *([FirstTurn(transports, allied=view.who in rebels and len(rebels) > 1)] if view.who in view.seats else []),
        TurnsRun(view.numbers, edition.sequence == "drawn", view.imperial_places),
        MovesRun(transports),
        BattlesRun(_bonus_counts(edition.attack), _bonus_counts(edition.defence)),
    ]
    return [*facts, SightEnds()] if view.sight is not None else facts


def _bonus_counts(bonuses: dict[Unit, Bonus]) -> tuple[BonusCounts, ...]:
    return tuple(BonusCounts(unit, bonus.each, bonus.free) for unit, bonus in bonuses.items() if bonus.each)
