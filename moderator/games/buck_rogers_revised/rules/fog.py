"""The only source of views: a position but for the order sets, doctrine, courses and hands of others, and the deck."""

from moderator.core.seats import Observer, Who
from moderator.games.buck_rogers_revised.board.census import resources
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.pieces import Hand
from moderator.games.buck_rogers_revised.rules.play import acting
from moderator.games.buck_rogers_revised.rules.state import OPEN, State
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.rules import standing


def view_for(state: State, who: Who) -> View:
    """Return what somebody may know; once the match is over hands are no secret any more."""
    name = who.value if isinstance(who, Observer) else who
    side = state.side(name) if name in state.seats else None
    forces = Forces(state.seen, state.position)
    all_seen = who is Observer.GM or state.outcome is not None
    return View(
        **{name: getattr(state, name) for name in OPEN},
        who=name,
        acting=acting(state),
        hands=tuple(
            Hand(seat, len(kept.hand), kept.hand if all_seen or seat == name else ())
            for seat, kept in zip(state.seats, state.sides, strict=True)
        ),
        deck=len(state.deck),
        wealth=tuple(resources(forces, colour) for some in state.colours for colour in some),
        tokens=tuple(seat for seat in state.seats if state.side(seat).token),
        conceded=tuple(seat for seat in state.seats if state.side(seat).conceded),
        out=tuple(seat for seat in state.seats if state.side(seat).out),
        doctrine=side.doctrine if side else (),
        courses=side.courses if side else (),
        score=standing.score(forces),
    )
