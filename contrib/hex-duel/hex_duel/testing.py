"""What the laws over games are told of Hex Duel."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from hex_duel import board
from hex_duel.rules import State, view_for
from hex_duel.seat.view import View
from moderator.core.seats import Who
from moderator.kit.testing import Scene, Table, Testing, at_once, from_turn


def _hidden(state: State, who: Who) -> Iterator[State]:
    """Put unseen ships elsewhere, and change their captains' cards for those of the deck."""
    view = view_for(state, who)
    away = [at for at in board.SEA.names if all(board.steps_between(at, seen) > 1 for seen in view.place.values())]
    hidden = [seat for seat in state.seats if seat not in view.place]
    yield replace(state, place={**state.place, **dict.fromkeys(hidden, away[0])})
    yield replace(state, place={**state.place, **dict.fromkeys(hidden, away[-1])})
    yield replace(state, deck=state.deck[::-1])
    for seat in [seat for seat in state.seats if seat not in view.held][:1]:
        count = min(len(state.hands[seat]), len(state.deck))
        hand, deck = state.hands[seat], state.deck
        changed = {**state.hands, seat: (*deck[:count], *hand[count:])}
        yield replace(state, hands=changed, deck=(*hand[:count], *deck[count:]))


def _aimed(_view: View, states: Sequence[State]) -> Iterator[str]:
    """Fire at every ship."""
    return (f"FIRE {place}" for state in states for place in state.place.values())


def _amended(_view: View) -> str:
    return "SET OPTION sight 3"


TESTING: Testing[State, View] = Testing(
    tables={
        "in fog": Table(2, hides=True),
        "by night in fog": Table(2, {"sight": 0, "hull": 9}, hides=True),
    },
    hidden=_hidden,
    aimed=_aimed,
    scenes={
        "beginning": Scene(board.SEATS, "North", at_once),
        "amid": Scene(board.SEATS, "North", from_turn(5), {"sight": 1, "hull": 9}, thorough=True),
        "unanswered": Scene(board.SEATS, "North", from_turn(2), answered=False),
    },
    amended=_amended,
    lacks=frozenset({"course", "poster", "explain", "HISTORY", "default"}),
    gm_sees_more=frozenset({"MAP"}),
)
