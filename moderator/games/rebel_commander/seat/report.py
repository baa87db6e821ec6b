"""Which facts a report tells, and in which order."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Ahead, Event, Report
from moderator.core.seats import Seat
from moderator.games.rebel_commander.events import (
    AttackIdle,
    BattleFought,
    BooksOpened,
    EnemiesInSight,
    EnthusiasmSet,
    FactionBack,
    FactionOut,
    ForcesLanded,
    MatchWon,
    OrderFailed,
    OrderUnreached,
    Passed,
    SequenceDrawn,
    UnitBuilt,
    UnitLost,
    UnitMoved,
    UnitSighted,
    UnitsPlaced,
    UnitsRemoved,
    UnitsShifted,
)
from moderator.games.rebel_commander.options import NEUTRAL
from moderator.games.rebel_commander.orders.types import AnyMove, Attack
from moderator.games.rebel_commander.pieces import SIDES, Side, Stack, side_of
from moderator.games.rebel_commander.seat.briefing import FACTS as BRIEFING
from moderator.games.rebel_commander.seat.briefing import briefing
from moderator.games.rebel_commander.seat.view import Score, TurnNote, View
from moderator.kit.amend import OptionSet
from moderator.kit.report import build_report, by_section


class TurnInShort(Struct, frozen=True, tag=kebab):
    """The turn in one line: where the reader's own battles were won and lost, and how both sides stand.

    ``taken`` and ``failed`` are attacks won and lost, ``held`` and ``fallen`` places that were attacked; ``barred``
    counts orders that could not be carried out. Locations are None where the reader may not know.
    """

    taken: tuple[str, ...]
    failed: tuple[str, ...]
    held: tuple[str, ...]
    fallen: tuple[str, ...]
    barred: int
    rebels: int | None
    empire: int | None
    needed: int


class ScoreStands(Struct, frozen=True, tag=kebab):
    """One side's figures against what victory needs; None where the reader may not know."""

    side: Side
    locations: int | None
    units: int | None
    needed: int


class TurnsLeft(Ahead, frozen=True):
    """How many turns remain until the match is decided: by count, or because ``needed`` locations are not taken."""

    left: int
    last: int
    needed: int
    by_count: bool


class UnitsStand(Struct, frozen=True, tag=kebab):
    """Where a seat's units are, as far as the reader knows; ``partly`` if there may be more out of sight."""

    seat: Seat
    units: int
    stacks: tuple[Stack, ...]
    partly: bool = False


class AllyMeans(Ahead, frozen=True):
    """What an ally has told of its next orders."""

    seat: Seat
    orders: tuple[AnyMove | Attack, ...]


class TurnPassed(Struct, frozen=True, tag=kebab):
    """One line of the history."""

    note: TurnNote


class WeightsWere(Struct, frozen=True, tag=kebab):
    """The weights by which the sequences of some order numbers of a turn were drawn, one per seat."""

    turn: int
    numbers: tuple[int, ...]
    seats: tuple[Seat, ...]
    weights: tuple[int, ...]


class WeightsWereNeutral(Struct, frozen=True, tag=kebab):
    """All draws that no ``WeightsWere`` names were made with this weight for every seat."""

    weight: int


FACTS = (*declared_structs(__name__), *BRIEFING)
"""The facts of a report that are no events."""

SECTIONS = (
    "briefing",
    "headline",
    "outcome",
    "landing",
    "chronicle",
    "sighted",
    "umpire",
    "score",
    "allies",
    "positions",
    "history",
    "weights",
)
"""The keys of all sections, in their order."""

_DEEDS = (
    SequenceDrawn,
    UnitMoved,
    UnitBuilt,
    BattleFought,
    AttackIdle,
    OrderFailed,
    OrderUnreached,
    Passed,
    UnitSighted,
    UnitLost,
)
"""What the chronicle tells. It leaves out AttackJoined: the battle already names everybody who took part."""
_BY_KEY: dict[str, tuple[type[Event], ...]] = {
    "landing": (ForcesLanded,),
    "umpire": (UnitsPlaced, UnitsRemoved, UnitsShifted, FactionBack, EnthusiasmSet, OptionSet),
}


def report(view: View, events: Sequence[Event]) -> Report:
    """Arrange a reader's news; sections without facts are left out."""
    facts = by_section(SECTIONS, events, _BY_KEY)
    facts["umpire"] = [event for event in facts["umpire"] if not _is_redundant_glimpse(view, event)]
    facts["outcome"] += _outcome(events)
    # Enemies in sight are listed among the positions; only here is told that there are none.
    facts["sighted"] += [e for e in events if isinstance(e, EnemiesInSight) and e.side == view.side and not e.stacks]
    facts["chronicle"] += _chronicle(view, events)
    facts["headline"] += _turn_in_short(view, events) if facts["chronicle"] else []
    if not any(isinstance(event, MatchWon) for event in events):
        facts["score"] += _score(view)
    if view.outcome is None and (facts["landing"] or not events):
        facts["briefing"] += briefing(view)
    facts["allies"] += _allies(view)
    landed = {event.seat for event in facts["landing"]}
    facts["positions"] += [fact for fact in _positions(view) if fact.seat not in landed]  # the landing has told where
    for event in events:
        if isinstance(event, BooksOpened):
            facts["history"] += [TurnPassed(note) for note in event.history]
            facts["weights"] += _weights(event)
    return build_report(facts)


def _chronicle(view: View, events: Sequence[Event]) -> list[Event]:
    """Return what was done, in the order of execution; a pass is told to its own seat only.

    An attack that was fought before its own place came counts as reached.
    """
    fought = {
        part
        for event in events
        if isinstance(event, BattleFought)
        for part in zip(event.attackers, event.numbers, strict=True)
    }
    return [
        event
        for event in events
        if isinstance(event, _DEEDS)
        and not _is_redundant_glimpse(view, event)
        and (not isinstance(event, Passed) or event.seat == view.who)
        and (not isinstance(event, OrderUnreached) or (event.seat, event.number) not in fought)
    ]


def _turn_in_short(view: View, events: Sequence[Event]) -> list[TurnInShort]:
    """Return the turn in one line; observers are told only how both sides stand, and in fog nothing.

    Once the match is over, the outcome has the figures.
    """
    over = view.outcome is not None
    if not view.side and (over or view.score.rebel_locations is None):
        return []
    battles = [event for event in events if isinstance(event, BattleFought)]
    attacks = [event for event in battles if view.who in event.attackers]
    defences = [event for event in battles if view.who in event.defenders]
    summary = TurnInShort(
        taken=tuple(event.place for event in attacks if event.winner == "attackers"),
        failed=tuple(event.place for event in attacks if event.winner == "defenders"),
        held=tuple(event.place for event in defences if event.winner == "defenders"),
        fallen=tuple(event.place for event in defences if event.winner == "attackers"),
        barred=sum(isinstance(event, OrderFailed) and event.seat == view.who for event in events),
        rebels=None if over else view.score.rebel_locations,
        empire=None if over else view.score.empire_locations,
        needed=view.score.needed,
    )
    happened = summary.taken or summary.failed or summary.held or summary.fallen or summary.barred
    return [summary] if happened or not over else []


def _is_redundant_glimpse(view: View, event: Event) -> bool:
    """Tell whether an event is half of a move that an observer, who reads both sides' events, is told in whole."""
    glimpse = bool(event.seen_by) and getattr(event, "seat", None) not in (event.seen_by or ())
    return glimpse and not view.side


def _outcome(events: Sequence[Event]) -> list[Event]:
    """Return how the match ended and who fell in the turn, except a whole side: the ending tells that."""
    won = [event for event in events if isinstance(event, MatchWon)]
    gone = [side for event in won if event.reason == "annihilation" for side in SIDES if side != event.side]
    fallen = [event for event in events if isinstance(event, FactionOut) and side_of(event.seat) not in gone]
    return [*won, *fallen]


def _score(view: View) -> list[Any]:
    """Return both sides' figures, and how long the match may last."""
    score: Score = view.score
    facts: list[Any] = [
        ScoreStands("rebels", score.rebel_locations, score.rebel_units, score.needed),
        ScoreStands("empire", score.empire_locations, score.empire_units, score.needed),
    ]
    if score.rebel_units is None and score.empire_units is None:
        facts.clear()
    limit = view.options.max_turns
    if limit and view.outcome is None:
        left, by_count = max(1, limit - view.turn + 1), view.options.time_out != "empire"
        facts.append(TurnsLeft(left, max(limit, view.turn), score.needed, by_count))
    return facts


def _positions(view: View) -> list[UnitsStand]:
    """Return every seat's units in sight as lists."""
    by_seat = {seat: tuple(stack for stack in view.stacks if stack.seat == seat) for seat in view.seats}
    return [
        UnitsStand(seat, sum(s.total for s in stacks), stacks, view.sight is not None and not view.is_friend(seat))
        for seat, stacks in by_seat.items()
        if stacks
    ]


def _allies(view: View) -> list[AllyMeans]:
    """Return what each ally has told."""
    seats = dict.fromkeys(intent.seat for intent in view.intents)
    return [AllyMeans(seat, tuple(each.order for each in view.intents if each.seat == seat)) for seat in seats]


def _weights(books: BooksOpened) -> list[Any]:
    """Return the weights of every draw; where all were neutral, in one fact."""
    facts: list[Any] = []
    if any(note.weights for note in books.history):
        facts.append(WeightsWereNeutral(NEUTRAL))
    for note in books.history:
        numbers: dict[tuple[int, ...], list[int]] = {}
        for number, weights in enumerate(note.weights, 1):
            numbers.setdefault(weights, []).append(number)
        facts += [
            WeightsWere(note.turn, tuple(same), books.seats, weights)
            for weights, same in numbers.items()
            if set(weights) != {NEUTRAL}
        ]
    return facts
