"""What somebody new must know before the first order: facts of the first reports, worded by the templates."""

from collections.abc import Iterator

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.games.buck_rogers_revised.board.cards import is_scattered, may_redraw, to_give
from moderator.games.buck_rogers_revised.board.census import goal
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat import briefing as shared
from moderator.games.solar_system.seat.briefing import moves, proposal, sides


class GoalSet(Struct, frozen=True, tag=kebab):
    """What wins: territories and whole planets at a census; then the turn after which most territories do (0: none).

    ``chit``: what wins goes down by one each turn.
    """

    zones: int
    planets: int
    last: int
    chit: bool


class CardsAsked(Struct, frozen=True, tag=kebab):
    """The first letter: the reader's territory cards, and what is asked about them.

    ``given`` is the card that is handed on if nothing is said, empty where none is. ``redraw``: the hand allows a
    mulligan as it is, and ``scattered``: it is drawn anew if nothing is said. ``colours`` are those of a seat.
    """

    cards: tuple[str, ...]
    given: str
    redraw: bool
    scattered: bool
    colours: int


class PlacingAsked(Struct, frozen=True, tag=kebab):
    """The second letter: starting units are to be placed, at most so many in a zone (0: any number)."""

    most: int


class TurnsRun(Struct, frozen=True, tag=kebab):
    """How a turn runs: on one order set or in parts."""

    tempo: str


class RulesInForce(Struct, frozen=True, tag=kebab):
    """Which parts of the rules are otherwise than usual, as keys of options."""

    parts: tuple[str, ...]


FACTS: tuple[type[Struct], ...] = (*shared.FACTS, GoalSet, CardsAsked, PlacingAsked, TurnsRun, RulesInForce)
"""The facts of a briefing."""


def briefing(view: View) -> Iterator[Struct]:
    """Give what a reader must know of the match, and of the letter that is asked for."""
    options, rules = view.options, view.rules
    wins = goal(rules, view.chit)
    last = options.end_turn if options.length == "nine" else 0
    if view.phase != "placement":
        yield GoalSet(wins.zones, wins.planets, last, bool(view.chit))
    if view.phase != "cards":
        yield from sides(view)
    elif view.hand:
        redraw = options.mulligan and may_redraw(view.hand)
        given = to_give(view.hand) if options.pass_card else ""
        yield CardsAsked(view.hand, given, redraw, redraw and is_scattered(view.hand), rules.colours)
    if view.phase == "placement":
        if view.own and view.acting in ("", view.who):
            yield PlacingAsked(rules.start_stack)
            yield proposal(view)
        return
    yield TurnsRun(options.tempo)
    yield moves(view)
    unusual = {
        "pass_through": not options.pass_through,
        "slingshot": not options.slingshot,
        "optional_leaders": options.optional_leaders,
        "saturn": rules.saturn,
        "neutral": options.neutral,
        "space_combat": options.space_combat == "always",
    }
    if parts := tuple(option for option, on in unusual.items() if on):
        yield RulesInForce(parts)
