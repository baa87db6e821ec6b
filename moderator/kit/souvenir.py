"""What a souvenir tells, whatever the game: what happened in a match, and an honour for everybody."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from moderator.core.game import Chapter, Event
from moderator.core.seats import Seat

E = TypeVar("E", bound=Event)
D = TypeVar("D")

MOST_HONOURS = 3
"""No seat gets more honours than that."""

_SHARED = 2
"""At most this many share an honour."""


class Honour(Protocol):
    """What a seat is remembered for; ``award`` is the code of its words."""

    @property
    def seat(self) -> Seat:
        """Whose it is."""
        ...

    @property
    def award(self) -> str:
        """What for."""
        ...


H = TypeVar("H", bound=Honour)


class Award(NamedTuple, Generic[D]):
    """An honour for whoever did most of something, if it was at least ``least``."""

    code: str
    figure: Callable[[D], int]
    least: int = 2

    def best(self, seats: Sequence[Seat], deeds: Mapping[Seat, D]) -> list[Seat]:
        """Return who of some seats deserves it: two may share it; where more would, or everybody, nobody does."""
        most = max((self.figure(deeds[seat]) for seat in seats), default=0)
        best = [seat for seat in seats if self.figure(deeds[seat]) == most]
        return best if most >= self.least and len(best) <= min(_SHARED, len(seats) - 1) else []


def events_of(chapters: Iterable[Chapter[Any]], kind: type[E]) -> Iterator[tuple[int, E]]:
    """Give all events of a kind, each with its turn."""
    return ((chapter.turn, event) for chapter in chapters for event in chapter.events if isinstance(event, kind))


def shared_out(
    seats: Sequence[Seat], found: Iterable[H], in_jest: frozenset[str], consolation: Callable[[Seat], H]
) -> tuple[H, ...]:
    """Return the honours by seat in the order found; who has none, or only ``in_jest``, is given the consolation."""
    given: dict[Seat, list[H]] = {seat: [] for seat in seats}
    for honour in found:
        if len(given[honour.seat]) < MOST_HONOURS:
            given[honour.seat].append(honour)
    for seat in seats:
        if all(honour.award in in_jest for honour in given[seat]):
            given[seat] = [consolation(seat), *given[seat][: MOST_HONOURS - 1]]
    return tuple(honour for seat in seats for honour in given[seat])
