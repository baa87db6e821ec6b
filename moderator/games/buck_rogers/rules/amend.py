"""What a GM may change in the course of a match."""

from collections.abc import Sequence
from typing import TypeAlias

from moderator.core.dice import Dice
from moderator.core.game import Resolution
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.language import SAID
from moderator.games.buck_rogers.rules.play import after
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.pieces import COLOURS
from moderator.games.solar_system.rules import standing
from moderator.games.solar_system.rules.amend import BOARD_AMENDMENTS, BoardAmendment, carry_out, slots_of
from moderator.kit.amend import SetOption, option_slots, refusal, with_option
from moderator.language.grammar.language import Language

Amendment: TypeAlias = BoardAmendment | SetOption
AMENDMENTS: tuple[type[Amendment], ...] = (*BOARD_AMENDMENTS, SetOption)

FIXED = ("ruleset", "tempo", "placement", "leaderless", "scenario", "pick", "start_stack", "sun_links")
"""Options that made the match what it is, and cannot change any more."""

CHANGEABLE = tuple(name for name in Options.__struct_fields__ if name not in FIXED)

GM: Language[Amendment] = Language(
    AMENDMENTS,
    {
        **slots_of(SAID, COLOURS),
        **option_slots(CHANGEABLE),
    },
)
"""The language of amendments."""


def amend(state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
    """Carry out all amendments or, raising IllegalAmendment, none."""
    turn = Turn(state, {}, dice)
    for index, amendment in enumerate(amendments):
        refuse = refusal(index)
        if state.outcome:
            refuse(Fault.MATCH_OVER)
        if isinstance(amendment, SetOption):
            turn.options, told = with_option(turn.options, amendment, CHANGEABLE, refuse)
            turn.say(told)
        else:
            carry_out(turn, amendment, refuse)
    if state.phase != "setup":
        standing.hand_over_kilsats(turn)
        standing.drop_out(turn)
    return Resolution(after(turn), tuple(turn.events))
