"""What is worth remembering of a match that is over: how it ended, notable battles, an honour for everybody.

The match is over, so the views are the GM's and nothing is secret any more.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from moderator.core.codec import declared, kebab
from moderator.core.game import Chapter, Memories
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import LeaderLost
from moderator.games.buck_rogers.events.building import UnitsBuilt
from moderator.games.buck_rogers.events.ending import MatchWon
from moderator.games.buck_rogers.seat.souvenir.deeds import Deeds, Fight, deeds_of, fights
from moderator.games.buck_rogers.seat.view import Standing, View
from moderator.kit.souvenir import Award, events_of, shared_out

_FEW = 3
"""With so few territories left, a seat was all but beaten."""
_SURE = 20
"""From so many shots on it can be said how well somebody aimed."""


class BoardStood(Struct, frozen=True, tag=kebab):
    """The line below a small board: what each seat had after a turn (0: at the beginning), most zones first."""

    turn: int
    score: tuple[Standing, ...]


class CampaignWas(Struct, frozen=True, tag=kebab):
    """The whole match in figures."""

    turns: int
    battles: int
    fallen: int
    built: int
    leaders: int


class NotableBattle(Struct, frozen=True, tag=kebab):
    """A battle worth telling of: ``reasons`` are ``first``, ``biggest``, ``costliest``, ``longest``, ``odds``, ``last``."""

    reasons: tuple[str, ...]
    fight: Fight


class Honour(Struct, frozen=True, tag=kebab):
    """What a seat is remembered for: ``award`` is a code, ``count`` its figure; the turn where it matters.

    Of what is counted, nobody did more; another may have done as much.
    """

    seat: Seat
    award: str
    count: int = 0
    turn: int = 0


FACTS = declared(__name__)
"""The facts of a souvenir that are no events."""


def remember(chapters: Sequence[Chapter[View]]) -> Memories:
    """Gather what a souvenir tells."""
    fought, deeds = fights(chapters), deeds_of(chapters)
    return Memories(
        verdict=tuple(event for _, event in events_of(chapters, MatchWon)),
        figures=(_campaign(chapters, fought, deeds),),
        captions=tuple(
            BoardStood(chapter.turn, tuple(sorted(chapter.view.score, key=lambda one: -one.zones)))
            for chapter in chapters
        ),
        moments=_notable(fought),
        honours=_honours(chapters[-1].view.seats, deeds),
    )


def _campaign(chapters: Sequence[Chapter[View]], fought: Sequence[Fight], deeds: dict[Seat, Deeds]) -> CampaignWas:
    return CampaignWas(
        turns=len(chapters[-1].view.history),
        battles=len(fought),
        fallen=sum(own.fallen for own in deeds.values()),
        built=sum(event.count for _, event in events_of(chapters, UnitsBuilt)),
        leaders=sum(1 for _ in events_of(chapters, LeaderLost)),
    )


class Reason(NamedTuple):
    """Why a battle is notable: the one with the highest figure, if there is one at all that is not 0."""

    code: str
    figure: Callable[[Fight], int]


_REASONS = (
    Reason("biggest", lambda fight: fight.units if fight.units > 2 else 0),  # noqa: PLR2004 - one against one is small
    Reason("costliest", lambda fight: fight.fallen if fight.fallen > 1 else 0),
    Reason("longest", lambda fight: fight.rounds if fight.rounds > 2 else 0),  # noqa: PLR2004 - two rounds are usual
    Reason("odds", lambda fight: fight.outnumbered),
)


def _notable(fought: Sequence[Fight]) -> tuple[NotableBattle, ...]:
    """Return the battles to tell of, in their order, each with all its reasons."""
    reasons: dict[int, list[str]] = {0: ["first"]} if fought else {}
    for reason in _REASONS:
        best = max(range(len(fought)), key=lambda n: reason.figure(fought[n]), default=None)
        if best is not None and reason.figure(fought[best]) > 0:
            reasons.setdefault(best, []).append(reason.code)
    if len(fought) > 1:
        reasons.setdefault(len(fought) - 1, []).append("last")
    return tuple(NotableBattle(tuple(codes), fought[n]) for n, codes in sorted(reasons.items()))


# ---- honours ----------------------------------------------------------------------------------------------


_AWARDS: tuple[Award[Deeds], ...] = (
    Award("conqueror", lambda deeds: deeds.taken),
    Award("hammer", lambda deeds: deeds.destroyed),
    Award("jailer", lambda deeds: deeds.leaders, 1),
    Award("marksman", lambda deeds: 100 * deeds.hits // deeds.shots if deeds.shots >= _SURE else 0),
    Award("burglar", lambda deeds: deeds.factories, 1),
    Award("builder", lambda deeds: deeds.built),
    Award("charmer", lambda deeds: deeds.charmed, 1),
    Award("acrobat", lambda deeds: deeds.slung, 1),
    Award("saboteur", lambda deeds: deeds.wrecked, 1),
    Award("traveller", lambda deeds: deeds.moves),
    Award("prudent", lambda deeds: deeds.retreats, 1),
    Award("sungazer", lambda deeds: deeds.crashed, 1),
    Award("glorious", lambda deeds: deeds.fallen),
    Award("dreamer", lambda deeds: deeds.failed),
)

_IN_JEST = frozenset(("prudent", "sungazer", "glorious", "dreamer"))
"""Awards that are no praise: nobody gets these alone."""


def _honours(seats: Sequence[Seat], deeds: dict[Seat, Deeds]) -> tuple[Honour, ...]:
    """Return the honours by seat, the greatest first; nobody goes without."""
    found = (*_risen(seats, deeds), *_most(seats, deeds))
    return shared_out(seats, found, _IN_JEST, lambda seat: _consolation(seat, deeds[seat]))


def _risen(seats: Sequence[Seat], deeds: dict[Seat, Deeds]) -> Iterator[Honour]:
    """Honour who came back from next to nothing."""
    for seat in seats:
        own = deeds[seat]
        if 0 < own.low <= _FEW and own.zones >= 3 * own.low:
            yield Honour(seat, "phoenix", own.low, own.low_turn)


def _most(seats: Sequence[Seat], deeds: dict[Seat, Deeds]) -> Iterator[Honour]:
    """Give the honours of whole matches to the best of all."""
    for award in _AWARDS:
        for seat in award.best(seats, deeds):
            yield Honour(seat, award.code, award.figure(deeds[seat]))


def _consolation(seat: Seat, own: Deeds) -> Honour:
    """Return what can be said of everybody."""
    if own.zones:
        return Honour(seat, "standing", own.zones)
    return Honour(seat, "last-stand" if own.destroyed else "missed", own.destroyed, own.out)
