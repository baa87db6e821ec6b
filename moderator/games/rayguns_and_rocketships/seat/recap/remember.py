"""What is worth remembering of a match that is over: how it ended, notable moments, an honour for everybody.

The match is over, so the views are the GM's and nothing is secret any more.
"""

from collections.abc import Sequence
from operator import itemgetter

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Chapter, Memories
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.ending import MatchWon
from moderator.games.rayguns_and_rocketships.seat.recap.deeds import Moment, deeds_of, moments
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.kit.recap import Award, Deeds, Honour, award_honours, events_of, share_out_honours


class ScoreStood(Struct, frozen=True, tag=kebab):
    """The line below a small map: what each seat had after a Round (0: at the beginning), most points first."""

    round: int
    points: tuple[tuple[Seat, int], ...]


class AdventureWas(Struct, frozen=True, tag=kebab):
    """The whole match in figures."""

    rounds: int
    shots: int
    hits: int
    ships: int
    fallen: int
    cards: int


FACTS: tuple[type[Struct], ...] = (*declared_structs(__name__), Moment, Honour)
"""The facts of a recap that are no events."""


def remember(chapters: Sequence[Chapter[View]]) -> Memories:
    """Gather what a recap tells."""
    seats = chapters[-1].view.seats
    deeds = deeds_of(chapters)
    return Memories(
        verdict=tuple(event for _, event in events_of(chapters, MatchWon)),
        figures=(_adventure(chapters[-1].view, deeds),),
        captions=tuple(_score(chapter) for chapter in chapters),
        moments=_notable(tuple(moments(chapters))),
        honours=share_out_honours(
            seats, award_honours(_AWARDS, seats, deeds), _IN_JEST, lambda seat: _consolation(seat, deeds[seat])
        ),
    )


def _score(chapter: Chapter[View]) -> ScoreStood:
    points = ((seat, chapter.view.side(seat).points) for seat in chapter.view.seats)
    return ScoreStood(chapter.turn, tuple(sorted(points, key=lambda one: -one[1])))


def _adventure(view: View, deeds: dict[Seat, Deeds]) -> AdventureWas:
    def total(code: str) -> int:
        return sum(own[code] for own in deeds.values())

    return AdventureWas(
        rounds=len(view.history),
        shots=total("shots"),
        hits=total("gunner"),
        ships=len(view.seats) - len(view.position.ships),
        fallen=total("mourner"),
        cards=total("star"),
    )


# ---- moments ----------------------------------------------------------------------------------------------

_LEAST = {"first": 0, "salvo": 3, "duel": 2, "ram": 1, "ship": 0, "captain": 0, "core": 0, "princess": 0}
"""What may be told of, and how great it must have been."""
_ONCE = ("first", "princess")
"""Of these the first is told, of those in ``_GREATEST`` the greatest, of others all."""
_GREATEST = ("salvo", "duel", "ram")


def _notable(found: Sequence[Moment]) -> tuple[Moment, ...]:
    """Return the moments to tell of, in their order."""
    told: set[int] = set()
    for code, least in _LEAST.items():
        alike = [n for n, moment in enumerate(found) if moment.code == code and moment.count >= least]
        if code in _GREATEST:
            alike = sorted(alike, key=lambda n: -found[n].count)
        told |= set(alike[:1] if code in (*_ONCE, *_GREATEST) else alike)
    return tuple(found[n] for n in sorted(told))


# ---- honours ----------------------------------------------------------------------------------------------

_NEEDED = {"destroyer": 1, "rescuer": 1, "boarder": 1, "duelist": 1, "rammer": 1, "gunner": 2, "wrecker": 2, "star": 2}
_NEEDED |= {"saboteur": 2, "mechanic": 1, "searcher": 2, "fireman": 2, "traveller": 5, "dodger": 2}
_NEEDED |= {"edge": 1, "target": 3, "mourner": 2, "dreamer": 2}
"""The honours for most of something, the greatest first, and how much of it is needed."""

_AWARDS: tuple[Award[Deeds], ...] = tuple(Award(code, itemgetter(code), least) for code, least in _NEEDED.items())
_IN_JEST = frozenset(("edge", "target", "mourner", "dreamer"))
"""Awards that are no praise: nobody gets these alone."""


def _consolation(seat: Seat, own: Deeds) -> Honour:
    """Return what can be said of everybody."""
    if own["out"]:
        return Honour(seat, "lost", own["points"], own["out"])
    return Honour(seat, "aloft", own["points"])
