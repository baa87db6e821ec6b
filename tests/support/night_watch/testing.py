"""What the laws over games are told of Night Watch."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.seats import Seat, Who
from moderator.kit.testing import Lines, Scene, Table, Testing, at_once, from_turn, without
from tests.support.night_watch.state import State
from tests.support.night_watch.view import STREETS, View, next_to


def _hidden(state: State, who: Who) -> Iterator[State]:
    """Put every other thief one street further, and give it more courage."""
    others = [seat for seat in state.standing if seat != who]
    yield replace(state, place={**state.place, **{seat: next_to(state.place[seat])[-1] for seat in others}})
    yield replace(state, place={**state.place, **dict.fromkeys(others, STREETS[0])})
    yield replace(state, courage={**state.courage, **{seat: state.courage[seat] + 1 for seat in others}})
    if state.beaten and who not in state.beaten and not state.options.loud:
        yield replace(state, beaten=tuple(others[::-1][: len(state.beaten)]))


def _aimed(_view: View, states: Sequence[State]) -> Iterator[str]:
    """Seek every thief."""
    return (f"SEEK {place}" for state in states for place in state.place.values())


def _amended(view: View) -> str:
    return f"HEARTEN {view.who} 7"


def _hidden_edits(_state: State, _view: View, others: Sequence[Seat]) -> tuple[Lines, Lines]:
    """Give another thief courage."""
    return (f"HEARTEN {others[0]} 5",), (f"HEARTEN {others[0]} 6",)


_TWO, _THREE = ("Ann", "Bob"), ("Ann", "Bob", "Cat")

TESTING: Testing[State, View] = Testing(
    tables={
        "two": Table(2, hides=True),
        "four": Table(4, {"courage": 3}, hides=True),
        "loud": Table(3, {"loud": True}, hides=True),
    },
    hidden=_hidden,
    aimed=_aimed,
    scenes={
        "beginning": Scene(_TWO, "Ann", at_once),
        "amid": Scene(_THREE, "Ann", from_turn(3), thorough=True),
        "others are asked": Scene(_THREE, "Ann", without("Ann"), {"courage": 9, "nights": 60}),
        "unanswered": Scene(_TWO, "Ann", from_turn(2), answered=False),
    },
    amended=_amended,
    hidden_edits=_hidden_edits,
    lacks=frozenset({"course", "poster", "explain", "HISTORY"}),
    gm_sees_more=frozenset({"MAP"}),
)
