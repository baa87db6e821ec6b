"""What is worth remembering of a match that is over: how it ended, notable battles, an honour for everybody.

The match is over, so the views are the GM's and nothing is secret any more.
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Chapter, Event, Memories
from moderator.core.seats import Seat
from moderator.games.solar_system.events.battle import LeaderLost
from moderator.games.solar_system.events.building import UnitsBuilt
from moderator.games.solar_system.events.ending import MatchWon
from moderator.games.solar_system.seat.recap.deeds import Counted, Fight, deeds_of, fights
from moderator.games.solar_system.seat.view import Standing
from moderator.kit.recap import Award, Deeds, Honour, Reason, award_honours, events_of, reasons_of, share_out_honours


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
    """A battle worth telling of; ``reasons`` are "first", "last", and codes of ``_REASONS``."""

    reasons: tuple[str, ...]
    fight: Fight


FACTS: tuple[type[Struct], ...] = (*declared_structs(__name__), Honour)
"""The facts of a recap that are no events."""


def remember(
    chapters: Sequence[Chapter[Any]], volleys: type[Event], own: Counted, least: Mapping[str, int]
) -> Memories:
    """Gather what a recap tells; ``own`` is what events of a rule set count, ``least`` its awards besides."""
    seats = chapters[-1].view.seats
    fought, deeds = tuple(fights(chapters, volleys)), deeds_of(chapters, own)
    return Memories(
        verdict=tuple(event for _, event in events_of(chapters, MatchWon)),
        figures=(_campaign(chapters, fought, deeds),),
        captions=tuple(
            BoardStood(chapter.turn, tuple(sorted(chapter.view.score, key=lambda one: -one.zones)))
            for chapter in chapters
        ),
        moments=_notable(fought),
        honours=share_out_honours(
            seats, award_honours(_awards(least), seats, deeds), _IN_JEST, lambda seat: _consolation(seat, deeds[seat])
        ),
    )


def _campaign(chapters: Sequence[Chapter[Any]], fought: Sequence[Fight], deeds: dict[Seat, Deeds]) -> CampaignWas:
    return CampaignWas(
        turns=len(chapters[-1].view.history),
        battles=len(fought),
        fallen=sum(own["glorious"] for own in deeds.values()),
        built=sum(event.count for _, event in events_of(chapters, UnitsBuilt)),
        leaders=sum(1 for _ in events_of(chapters, LeaderLost)),
    )


_REASONS: tuple[Reason[Fight], ...] = (
    Reason("biggest", lambda fight: fight.units if fight.units > 2 else 0),  # noqa: PLR2004 - one against one is small
    Reason("costliest", lambda fight: fight.fallen if fight.fallen > 1 else 0),
    Reason("longest", lambda fight: fight.rounds if fight.rounds > 2 else 0),  # noqa: PLR2004 - two rounds are usual
    Reason("odds", lambda fight: fight.outnumbered),
)


def _notable(fought: Sequence[Fight]) -> tuple[NotableBattle, ...]:
    """Return the battles to tell of, in their order, each with all its reasons."""
    return tuple(NotableBattle(tuple(codes), fought[n]) for n, codes in sorted(reasons_of(fought, _REASONS).items()))


# ---- honours ----------------------------------------------------------------------------------------------


_LEAST = {
    "conqueror": 2,
    "hammer": 2,
    "jailer": 1,
    "burglar": 1,
    "builder": 2,
    "charmer": 1,
    "acrobat": 1,
}
"""The honours for most of something, the greatest first, and how much of it is needed."""

_LESSER = {"traveller": 2, "prudent": 1, "glorious": 2, "dreamer": 2}
"""Those that come after all others."""

_IN_JEST = frozenset(("prudent", "glorious", "dreamer"))
"""Awards that are no praise: nobody gets these alone."""


def _awards(besides: Mapping[str, int]) -> tuple[Award[Deeds], ...]:
    """Return the honours, those of a rule set before those that are no praise."""
    least = {**_LEAST, **besides, **_LESSER}
    return tuple(Award(code, itemgetter(code), number) for code, number in least.items())


def _consolation(seat: Seat, own: Deeds) -> Honour:
    """Return what can be said of everybody."""
    if own["zones"]:
        return Honour(seat, "standing", own["zones"])
    return Honour(seat, "last-stand" if own["hammer"] else "missed", own["hammer"], own["out"])
