"""What a recap tells, whatever the game: what happened in a match, and an honour for everybody."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.game import Chapter, Event
from moderator.core.seats import Seat

E = TypeVar("E", bound=Event)
D = TypeVar("D")
T = TypeVar("T")

Deeds: TypeAlias = Counter[str]
"""One seat's figures by the code of the honour that they can earn, and what else a game counts."""

MOST_HONOURS = 3
"""No seat gets more honours than that."""

_SHARED = 2
"""At most this many share an honour."""


class Honour(Struct, frozen=True, tag=kebab):
    """What a seat is remembered for: ``award`` is a code, ``count`` its figure, of which nobody had more.

    ``turn`` says when, where that matters; a game may add what else it tells.
    """

    seat: Seat
    award: str
    count: int = 0
    turn: int = 0


H = TypeVar("H", bound=Honour)


class Award(NamedTuple, Generic[D]):
    """An honour for the seat that did most of something, if it was at least ``least``."""

    code: str
    figure: Callable[[D], int]
    least: int = 2

    def best(self, seats: Sequence[Seat], deeds: Mapping[Seat, D]) -> list[Seat]:
        """Return the seats that deserve it: two may share it; nobody gets it where more would, or everybody."""
        most = max((self.figure(deeds[seat]) for seat in seats), default=0)
        best = [seat for seat in seats if self.figure(deeds[seat]) == most]
        return best if most >= self.least and len(best) <= min(_SHARED, len(seats) - 1) else []


class Reason(NamedTuple, Generic[T]):
    """Why something is notable: it has the highest figure, if that is above 0."""

    code: str
    figure: Callable[[T], float]


def events_of(chapters: Iterable[Chapter[Any]], kind: type[E]) -> Iterator[tuple[int, E]]:
    """Give all events of a kind, each with its turn."""
    return ((chapter.turn, event) for chapter in chapters for event in chapter.events if isinstance(event, kind))


def count_deeds(
    chapters: Iterable[Chapter[Any]],
    deeds: Mapping[Seat, Deeds],
    counts: Mapping[type[Event], Callable[[Any], Iterable[tuple[Seat, str, int]]]],
) -> None:
    """Add what each kind of event counts to the deeds of its seats; an empty seat counts for nobody."""
    for chapter in chapters:
        for event in chapter.events:
            for seat, code, count in counts[type(event)](event) if type(event) in counts else ():
                if seat:
                    deeds[seat][code] += count


def reasons_of(found: Sequence[T], reasons: Iterable[Reason[T]]) -> dict[int, list[str]]:
    """Return the codes of why things are worth telling, by index: the reasons, and "first" and "last"."""
    codes: dict[int, list[str]] = {0: ["first"]} if found else {}
    for reason in reasons:
        best = max(range(len(found)), key=lambda n: reason.figure(found[n]), default=0)
        if found and reason.figure(found[best]) > 0:
            codes.setdefault(best, []).append(reason.code)
    if len(found) > 1:
        codes.setdefault(len(found) - 1, []).append("last")
    return codes


def award_honours(awards: Iterable[Award[D]], seats: Sequence[Seat], deeds: Mapping[Seat, D]) -> Iterator[Honour]:
    """Yield the honours that seats deserve, award by award."""
    for award in awards:
        for seat in award.best(seats, deeds):
            yield Honour(seat, award.code, award.figure(deeds[seat]))


def share_out_honours(
    seats: Sequence[Seat], found: Iterable[H], in_jest: frozenset[str], consolation: Callable[[Seat], H]
) -> tuple[H, ...]:
    """Return the honours by seat, in the order found; a seat with none, or only ``in_jest``, gets the consolation."""
    honours: dict[Seat, list[H]] = {seat: [] for seat in seats}
    for honour in found:
        if len(honours[honour.seat]) < MOST_HONOURS:
            honours[honour.seat].append(honour)
    for seat in seats:
        if all(honour.award in in_jest for honour in honours[seat]):
            honours[seat] = [consolation(seat), *honours[seat][: MOST_HONOURS - 1]]
    return tuple(honour for seat in seats for honour in honours[seat])
