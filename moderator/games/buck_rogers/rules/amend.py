"""What a GM may change in the course of a match, and what lies open once he has ended it."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Outcome, Resolution
from moderator.games.buck_rogers.events.ending import OrderOpened
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.language import PHRASES
from moderator.games.buck_rogers.rules.play import after
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.pieces import COLOURS
from moderator.games.solar_system.rules import standing
from moderator.games.solar_system.rules.amend import RULES, BoardAmendment, slots_of
from moderator.kit.amend import Amendments, SetOption, ends_the_match

Amendment: TypeAlias = BoardAmendment | SetOption

FIXED = ("ruleset", "tempo", "placement", "leaderless", "scenario", "pick", "start_stack", "sun_links")
"""Options that made the match what it is, and cannot change any more."""


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none."""
    turn = Turn(state, {}, dice)
    _AMENDMENTS.carry_out(turn, amendments, Fault.MATCH_OVER if state.outcome else None)
    if state.phase != "setup":
        standing.hand_over_kilsats(turn)
        standing.drop_out(turn)
    return Resolution(after(turn), tuple(turn.events))


def _last_turns(turn: Turn, options: Options) -> dict[str, int]:
    """Return the last turn by each option that makes one; after the ``year`` a match goes on by a tie alone."""
    limit = {"turn_limit": max(options.turn_limit, turn.turn)} if options.turn_limit else {}
    return ({"year": options.year} if options.year >= turn.turn and options.year else {}) | limit


_AMENDMENTS: Amendments[Amendment] = Amendments(
    RULES,
    slots_of(PHRASES, COLOURS),
    Options,
    FIXED,
    ends_the_match(_last_turns, ("year", "turn_limit"), Fault.IDLE_OPTION),
)
GM = _AMENDMENTS.language
"""The language of amendments."""


def open_secrets(state: State, outcome: Outcome) -> Resolution[State]:
    """Tell the order of the turn that is not played any more, where colours drew it in secret."""
    drawn = state.order if state.rules.cards and state.phase != "setup" else ()
    events = (OrderOpened(turn=state.turn, order=drawn),) if drawn else ()
    return Resolution(replace(state, outcome=outcome), events)
