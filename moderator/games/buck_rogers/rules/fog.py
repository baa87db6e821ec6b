"""The only source of views: a position without the order sets, doctrine, courses and cards of others."""

from moderator.core.seats import Observer, Who
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.rules.play import acting
from moderator.games.buck_rogers.rules.state import OPEN, State
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.rules import standing


def view_for(state: State, who: Who) -> View:
    """Return what somebody may know; once the match is over the turn order is no secret any more."""
    name = who.value if isinstance(who, Observer) else who
    side = state.side(name) if name in state.seats else None
    return View(
        **{name: getattr(state, name) for name in OPEN},
        who=name,
        acting=acting(state),
        passed=state.acting,
        numbers=_numbers(state, who),
        conceded=tuple(seat for seat in state.seats if state.side(seat).conceded),
        out=tuple(seat for seat in state.seats if state.side(seat).out),
        doctrine=side.doctrine if side else (),
        courses=side.courses if side else (),
        score=standing.score(Forces(state.seen, state.position)),
    )


def _numbers(state: State, who: Who) -> tuple[tuple[Colour, int], ...]:
    """Return the numbers in the turn order that somebody may know."""
    numbered = [(colour, number) for number, colour in enumerate(state.order, 1)]
    open_to_all = (
        not state.rules.cards
        or state.phase in ("setup", "battle", "build")
        or state.options.tempo == "seats"
        or state.outcome is not None
        or who is Observer.GM
    )
    own = state.colours[state.seats.index(who)] if who in state.seats else ()
    return tuple((colour, number) for colour, number in numbered if open_to_all or colour in own)
