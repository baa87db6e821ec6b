"""What people who do not play see of a match, as the match chose: every board at once, later, at its end, or none."""

import re

from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

NONE, OVER, PUBLIC = "none", "over", "public"

_LATER = re.compile(r"after (?P<turns>[1-9]\d?) turns?")


def read(text: str) -> str:
    """Return the choice that a text means, in any case; empty if it means none."""
    choice = " ".join(text.lower().split())
    return choice if choice in (NONE, OVER, PUBLIC) or _LATER.fullmatch(choice) else ""


def are_let_in(match: Match) -> bool:
    """Tell whether spectators may know that there is such a match, who plays and what is due."""
    return match.settings.shown != NONE


def last_turn_shown(match: Match) -> int | None:
    """Return the last turn whose board spectators see, as a number of a turn that was resolved; None for no board.

    0 is the board at the beginning. Everything is shown of a match that is over.
    """
    chosen = match.settings.shown
    if not are_let_in(match):
        return None
    if match.status is MatchStatus.OVER or chosen == PUBLIC:
        return match.turn
    later = _LATER.fullmatch(chosen)
    if later is None:
        return None
    shown = match.turn - 1 - int(later["turns"])
    return shown if shown >= 0 else None
