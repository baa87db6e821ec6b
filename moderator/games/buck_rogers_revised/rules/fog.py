"""The only road from a position to what somebody may know of it: all but sheets, doctrine, courses, hands, the deck."""

from moderator.core.seats import Observer, Who
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.pieces import Hand
from moderator.games.buck_rogers_revised.rules.play import acting
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.rules import standing


def lift(state: State, who: Who) -> View:
    """Return what somebody may know; once the match is over hands are no secret any more."""
    name = who.value if isinstance(who, Observer) else who
    side = state.side(name) if name in state.seats else None
    forces = Forces(state.seen, state.position)
    all_seen = who is Observer.GM or state.outcome is not None
    return View(
        who=name,
        turn=state.turn,
        phase=state.phase,
        options=state.options,
        seats=state.seats,
        colours=state.colours,
        position=state.position,
        acting=acting(state),
        passed=state.acting,
        order=state.order,
        hands=tuple(
            Hand(seat, len(kept.hand), kept.hand if all_seen or seat == name else ())
            for seat, kept in zip(state.seats, state.sides, strict=True)
        ),
        deck=len(state.deck),
        discards=state.discards,
        tokens=tuple(seat for seat in state.seats if state.side(seat).token),
        robbed=state.robbed,
        barred=state.barred,
        model=state.model,
        chit=state.chit,
        conceded=tuple(seat for seat in state.seats if state.side(seat).conceded),
        out=tuple(seat for seat in state.seats if state.side(seat).out),
        used=state.used,
        arrived=state.arrived,
        reserve=state.reserve,
        doctrine=side.doctrine if side else (),
        courses=side.courses if side else (),
        score=standing.score(forces),
        history=state.history,
        outcome=state.outcome,
    )
