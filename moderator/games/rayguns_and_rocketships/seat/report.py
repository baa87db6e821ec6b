"""Which facts a report tells, and in which order."""

from collections.abc import Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Event, Report
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events import crew, ending, gm, gunnery, reveal, set_up
from moderator.games.rayguns_and_rocketships.events.lines import LineFailed, TaskEnded
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.seat import situation, story
from moderator.games.rayguns_and_rocketships.seat.briefing import FACTS as BRIEFING
from moderator.games.rayguns_and_rocketships.seat.briefing import briefing, first_letter
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import target_of
from moderator.kit.amend import OptionSet
from moderator.kit.report import build_report, by_section


class TurnInShort(Struct, frozen=True, tag=kebab):
    """The Round (or with ``tempo = "turns"`` the Turn) in a line: what the reader got and lost, and who leads.

    ``turn`` is 0 for a whole Round. ``points`` is what the reader has, None for who plays no seat; ``needed`` win, 0
    where points do not.
    """

    round: int
    turn: int
    points: int | None
    got: int
    figures: int
    guns: int
    ship_lost: bool
    failed: int
    leading: tuple[Seat, ...]
    most: int
    needed: int


class RoundPassed(Struct, frozen=True, tag=kebab):
    """A line of the history: points and Blasts of each seat after a Round."""

    round: int
    seats: tuple[tuple[Seat, int, int], ...]


FACTS: tuple[type[Struct], ...] = (*declared_structs(__name__), *story.FACTS, *situation.FACTS, *BRIEFING)
"""The facts of a report that are no events."""

TURNS = ("turn1", "turn2", "turn3", "round")
SECTIONS = (
    "briefing",
    "headline",
    "outcome",
    "score",
    "setup",
    "letter",
    *TURNS,
    "umpire",
    "ships",
    "hand",
    "captains",
    "tasks",
    "doctrine",
    "history",
)
"""The keys of all sections, in their order."""

_BY_KEY: dict[str, tuple[type[Event], ...]] = {
    "outcome": (ending.MatchWon, ending.HandOpened),
    "setup": (set_up.EpisodeBegun, set_up.HolderDrawn, set_up.StarTaken, set_up.FirstThrown),
    "umpire": (gm.Amended, OptionSet),
}
_DRAWN = (reveal.CardsDrawn, reveal.CardDrawn)


def report(view: View, events: Sequence[Event]) -> Report:
    """Arrange a reader's news; sections without facts are left out."""
    facts = by_section(SECTIONS, events, _BY_KEY)
    over = view.outcome is not None
    facts["outcome"][:0] = filter(story.at_end, events)
    turns = story.events_by_turn(events)
    for turn, key in enumerate(TURNS[:-1], 1):
        facts[key] += story.turn(view, turns.get(turn, ()))
    afterwards = turns.get(len(TURNS), [])
    facts["round"] += story.turn(view, [event for event in afterwards if not isinstance(event, _DRAWN)])
    facts["letter"] += story.letter(turns.get(0, ()))
    if not over and (view.phase == "setup" or not events):
        facts["briefing"] += briefing(view)
    elif facts["setup"]:
        facts["briefing"] += first_letter(view)
    if view.phase == "setup" and not over:
        facts["ships"] += situation.stand(view)
        return build_report(facts)
    facts["headline"] += [_in_short(view, events)] if turns.keys() - {0} else []
    facts["score"] += situation.score(view)
    facts["ships"] += situation.stand(view)
    if over:
        facts["history"] += _history(view)
        return build_report(facts)
    facts["hand"] += story.drawn(view, [*turns.get(0, []), *afterwards])
    facts["hand"] += story.up(view, events, reveal.CardShown)
    facts["hand"] += situation.hand(view)
    facts["captains"] += situation.captains(view)
    over_now = (event for event in events if isinstance(event, TaskEnded))
    facts["tasks"] += [story.LineTold(LANGUAGE.line(event.order), event) for event in over_now]
    facts["tasks"] += situation.tasks(view)
    facts["doctrine"] += situation.doctrine(view)
    return build_report(facts)


def _in_short(view: View, events: Sequence[Event]) -> TurnInShort:
    """Return what was played in one line."""
    who = view.who
    points = {seat: view.side(seat).points for seat in view.seats}
    mine = [event for event in events if getattr(event, "seat", "") == who]
    most = max(points.values())
    ended = [event.round for event in events if isinstance(event, ending.RoundEnded)]
    cards = [event.turn for event in events if isinstance(event, reveal.CardRevealed)]
    return TurnInShort(
        round=ended[-1] if ended else view.round,
        turn=cards[-1] if cards and view.options.tempo == "turns" else 0,
        points=points.get(who),
        got=sum(event.points for event in mine if isinstance(event, ending.Scored)),
        figures=sum(isinstance(event, crew.FigureDefeated) for event in mine),
        guns=sum(isinstance(event, gunnery.GunWrecked) for event in mine),
        ship_lost=any(isinstance(event, gunnery.ShipDestroyed) for event in mine),
        failed=len({event.order for event in mine if isinstance(event, LineFailed) and not event.partly}),
        leading=tuple(seat for seat in view.seats if points[seat] == most),
        most=most,
        needed=target_of(view.options, len(view.seats)) if view.outcome is None else 0,
    )


def _history(view: View) -> list[RoundPassed]:
    return [
        RoundPassed(note.round, tuple(zip(view.seats, note.points, note.blasts, strict=True))) for note in view.history
    ]
