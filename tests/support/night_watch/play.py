"""The rules: one night, then the retreats of the beaten."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from moderator.core.dice import Dice, Why
from moderator.core.game import Event, Outcome, Prompt, Resolution
from moderator.core.orders import Order
from tests.support.night_watch.events import Failed, Fell, Fled, Scuffled, Sought, Walked, WeatherTurned
from tests.support.night_watch.orders import Flee, Go, Seek
from tests.support.night_watch.state import Options, State
from tests.support.night_watch.view import STORM, STREETS, next_to

K = TypeVar("K", Go, Seek)


def setup(seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
    """Hide the thieves in streets drawn in secret."""
    chosen = msgspec.convert(dict(options), Options)
    place = {seat: dice.secret.pick(STREETS, Why("hide", seats=(seat,))) for seat in seats}
    courage = dict.fromkeys(seats, chosen.courage)
    return Resolution(State(options=chosen, seats=tuple(seats), place=place, courage=courage), ())


def pending(state: State) -> dict[str, Prompt]:
    """Ask the beaten where they run to, else everybody for the night's orders."""
    if outcome(state):
        return {}
    if state.beaten:
        quiet = not state.options.loud
        return {seat: Prompt(phase="retreat", turn=state.turn, verbs=("flee",), secret=quiet) for seat in state.beaten}
    return {seat: Prompt(phase="night", turn=state.turn) for seat in state.standing}


def outcome(state: State) -> Outcome | None:
    """End with the last thief or the last night; the most courage wins."""
    standing = state.standing
    if len(standing) > 1 and (state.turn <= state.options.nights or state.beaten):
        return None
    by_courage: dict[int, list[str]] = {}
    for seat in state.seats:
        by_courage.setdefault(state.courage[seat], []).append(seat)
    ranking = tuple(tuple(by_courage[left]) for left in sorted(by_courage, reverse=True))
    winners = ranking[0] if standing else ()
    return Outcome(winners, ranking, "last-thief" if len(standing) <= 1 else "dawn")


def resolve(state: State, orders: Mapping[str, Sequence[Order]], dice: Dice) -> Resolution[State]:
    """Carry out a night, or the retreats that it left."""
    if outcome(state):
        return Resolution(state, ())
    return _Step(state, orders, dice).retreats() if state.beaten else _Step(state, orders, dice).night()


class _Step:
    """The working copy of one step."""

    def __init__(self, state: State, orders: Mapping[str, Sequence[Order]], dice: Dice) -> None:
        self.state, self.orders, self.dice = state, orders, dice
        self.place, self.courage = dict(state.place), dict(state.courage)
        self.events: list[Event] = []
        self.beaten: list[str] = []

    def night(self) -> Resolution[State]:
        for seat, order in self._given(Go):
            self._walk(seat, order.goal)
        for seat, wish in self._given(Seek):
            self._seek(seat, wish.place)
        weather = self.dice.open.d(6, Why("weather", n=self.state.turn))
        self.events.append(WeatherTurned(value=weather))
        beaten = tuple(seat for seat in self.state.seats if seat in self.beaten and self.courage[seat] > 0)
        return self._resolved(turn=self.state.turn + 1, weather=weather, beaten=beaten)

    def retreats(self) -> Resolution[State]:
        for seat in self.state.beaten:
            wished = [order.goal for order in self.orders.get(seat, ()) if isinstance(order, Flee)]
            ways = next_to(self.place[seat])
            self.place[seat] = wished[0] if wished and wished[0] in ways else ways[0]
            self.events.append(Fled(seat=seat, place=self.place[seat], seen_by=(seat,)))
        return self._resolved(beaten=())

    def _given(self, kind: type[K]) -> Iterator[tuple[str, K]]:
        for seat in self.state.standing:
            for order in self.orders.get(seat, ()):
                if isinstance(order, kind):
                    yield seat, order
                    break

    def _walk(self, seat: str, goal: str) -> None:
        if goal not in next_to(self.place[seat]):
            self.events.append(Failed(seat=seat, cause="too-far", seen_by=(seat,)))
            return
        self.place[seat] = goal
        self.events.append(Walked(seat=seat, place=goal, seen_by=(seat,)))

    def _seek(self, seat: str, place: str) -> None:
        if self.courage[seat] <= 0:
            return
        if place != self.place[seat] and place not in next_to(self.place[seat]):
            self.events.append(Failed(seat=seat, cause="too-far", seen_by=(seat,)))
            return
        self.events.append(Sought(seat=seat, place=place))
        if self.state.weather == STORM:
            return
        for other in self.state.standing:
            if other != seat and self.place[other] == place and self.courage[other] > 0 < self.courage[seat]:
                self._scuffle(seat, other, place)

    def _scuffle(self, seeker: str, hider: str, place: str) -> None:
        why = Why("scuffle", place, (seeker, hider))
        rolls = (self.dice.secret.d(6, why), self.dice.secret.d(6, replace(why, n=1)))
        beaten = hider if rolls[0] > rolls[1] else seeker
        self.courage[beaten] -= 1
        self.beaten.append(beaten)
        both = (seeker, hider)
        scuffled = Scuffled(place=place, seeker=seeker, hider=hider, rolls=rolls, beaten=beaten, seen_by=both)
        self.events.append(scuffled)
        if self.courage[beaten] <= 0:
            self.events.append(Fell(seat=beaten))

    def _resolved(self, **changes: object) -> Resolution[State]:
        state = replace(self.state, place=self.place, courage=self.courage, **changes)
        return Resolution(state, tuple(self.events))
