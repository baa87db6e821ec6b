"""A Round as a story: Turn by Turn a line for what each did and what came of it, what the reader met first.

A line tells of one ship or figure at a stretch. Causes stay before what they cause: what concerns the reader is told as
it happened, then in the same phase what others did among themselves.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from types import ModuleType
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import DiceShown, Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events import crew, ending, flight, gunnery, reveal, tokens
from moderator.games.rayguns_and_rocketships.events.lines import HelmsmanChose, LineFailed, TaskEnded
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.seat import fights
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import Goal, episode_of


class CardsUp(Struct, frozen=True, tag=kebab):
    """The cards that all turned up, or that lie up for the next Turn, the reader's first."""

    cards: tuple[reveal.CardRevealed | reveal.CardShown, ...]


class Deeds(Struct, frozen=True, tag=kebab):
    """What a figure did, one thing after the other."""

    seat: Seat
    figure: str
    done: tuple[Any, ...]


class Beat(Struct, frozen=True, tag=kebab):
    """A line of the story: deeds, and events that led to them or came of them."""

    parts: tuple[Any, ...]

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """Its throws as a page draws them; none if different seats threw more than once: the words tell who when."""
        every = (done for part in self.parts for done in (part.done if isinstance(part, Deeds) else (part,)))
        thrown = [dice for event in every if (dice := getattr(event, "dice_shown", ()))]
        shown = tuple(chain.from_iterable(thrown))
        return shown if len(thrown) == 1 or len({dice.seats for dice in shown}) == 1 else ()


class HitsTold(Struct, frozen=True, tag=kebab):
    """Several Blasts on a ship, or rayguns of it that are gone, by one deed."""

    seat: Seat
    blasts: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()


class GoalMet(Struct, frozen=True, tag=kebab):
    """A goal of the episode that a seat reached."""

    seat: Seat
    goal: Goal


class LineTold(Struct, frozen=True, tag=kebab):
    """A line of a letter, as it would be written, that was not carried out, or a task that is over."""

    line: str
    told: LineFailed | TaskEnded


class StarsDrawn(Struct, frozen=True, tag=kebab):
    """The Star cards that all drew for the next Round: the reader's by name, how many of the others."""

    own: tuple[str, ...]
    others: tuple[tuple[Seat, int], ...]


FACTS = (*declared_structs(__name__), *fights.FACTS)
"""The facts of a story."""


_Kinds: TypeAlias = tuple[type[Event], ...]


def _kinds(module: ModuleType, *but: type[Event]) -> _Kinds:
    return tuple(kind for kind in declared_structs(module.__name__) if issubclass(kind, Event) and kind not in but)


_BEFORE: _Kinds = (reveal.AbilityUsed, reveal.CrewGivenUp)
"""What leads to the next deed and stands in its line."""
_BY_CARD: _Kinds = (reveal.Shifted, reveal.Jumped, reveal.CardDrawn)
_TOLD: _Kinds = (reveal.CardRevealed, reveal.CardShown, crew.Dodged)
"""What is told together, elsewhere, or by the shot."""
_HURT: _Kinds = (crew.CaptainHurt, crew.FigureWounded, crew.FigureDefeated, crew.Shielded)
_ON_FIGURES: _Kinds = (*_HURT, crew.PrincessTaken, crew.StarFound)
_ON_TOKENS: _Kinds = (tokens.Dropped, tokens.WarbotDestroyed, tokens.CoreReddened)
_REVEALED: _Kinds = _kinds(reveal, *_BEFORE, *_BY_CARD, *_TOLD, reveal.StarIdle)
_SHIP: _Kinds = (flight.ShipMoved, flight.VoidMet, flight.RockMet, flight.Collided)
_MOVED: _Kinds = (*_SHIP, reveal.Shifted)
_FIRED: _Kinds = (gunnery.BatteryFired,)
CREW: _Kinds = (
    *_kinds(crew, *_ON_FIGURES, *_TOLD),
    *_kinds(tokens, *_ON_TOKENS, tokens.CoreCooled, tokens.CoreExploded),
    reveal.Jumped,
)
_ENDED: _Kinds = (tokens.CoreExploded, ending.GoalReached, ending.FirstPassed)
_PHASES = (_REVEALED, _MOVED, _FIRED, CREW, _ENDED)
_BY_SHIPS: _Kinds = (*_kinds(flight, *_MOVED), *_kinds(gunnery, *_FIRED))
_AFTER: _Kinds = (*_BY_SHIPS, *_ON_FIGURES, *_ON_TOKENS, reveal.CardDrawn, ending.Scored)
"""What comes of a deed and stands in its line."""
_REST: _Kinds = (
    reveal.StarIdle,
    tokens.CoreCooled,
    ending.StarDiscarded,
    ending.RoundEnded,
    ending.SeatOut,
    LineFailed,
)
_STORY: _Kinds = (*(kind for kinds in _PHASES for kind in kinds), *_BEFORE, *_AFTER, *_REST)
_ABOUT = ("seat", "on", "ship", "victim", "by", "placer")
_AFTERWARDS = 4
"""Stands for what comes after the third Turn."""


def events_by_turn(events: Sequence[Event]) -> dict[int, list[Event]]:
    """Return what happened in each Turn; 4 is the end of the Round, 0 what no Turn can be told of."""
    turns: dict[int, list[Event]] = {}
    turn = 0
    for event in events:
        if isinstance(event, reveal.CardRevealed):
            turn = event.turn
        at = _AFTERWARDS if isinstance(event, ending.RoundEnded | ending.StarDiscarded) else turn
        turns.setdefault(at, []).append(event)
        if isinstance(event, ending.FirstPassed | ending.StarDiscarded):
            turn = _AFTERWARDS
    return turns


def turn(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give the story of a Turn: its cards, then phase by phase."""
    yield from up(view, events, reveal.CardRevealed)
    phase, lines = 0, []
    for beat in _beats([event for event in events if isinstance(event, _STORY) and not at_end(event)]):
        marked = (n for event in beat for n, kinds in enumerate(_PHASES) if isinstance(event, kinds))
        phase = max(phase, next(marked, 0))
        lines.append(fights.Line(phase, not _concerns(view.who, beat), beat))
    for told in fights.arrange_lines(view.who, lines):
        yield told if isinstance(told, fights.FightBegun | fights.FightEnded) else _told(view, told)


def up(view: View, events: Sequence[Event], kind: type[Any]) -> Iterator[CardsUp]:
    """Give the cards that were turned up, or lie up, in one."""
    if cards := [event for event in events if isinstance(event, kind)]:
        yield CardsUp(tuple(sorted(cards, key=lambda event: event.seat != view.who)))


def at_end(event: Event) -> bool:
    """Tell whether an event is points that come with the end of the match (BY-MAIL 8)."""
    return isinstance(event, ending.Scored) and event.merit in ("princess", "tape")


def letter(events: Sequence[Event]) -> Iterator[Struct]:
    """Give what the helmsman chose for somebody, and lines that failed before the first Turn."""
    for event in events:
        if isinstance(event, HelmsmanChose):
            yield event
        elif isinstance(event, LineFailed):
            yield LineTold(LANGUAGE.line(event.order), event)


def drawn(view: View, events: Sequence[Event]) -> Iterator[Struct]:
    """Give what all drew for the next Round."""
    own = tuple(event.card for event in events if isinstance(event, reveal.CardDrawn) and event.seat == view.who)
    every = [event for event in events if isinstance(event, reveal.CardsDrawn) and not event.card]
    if every:
        yield StarsDrawn(own, tuple((event.seat, event.count) for event in every if not own or event.seat != view.who))


def _beats(events: Sequence[Event]) -> list[list[Event]]:
    """Return what belongs together: what one ship or figure does, with what leads to it and what comes of it."""
    beats: list[list[Event]] = []
    ahead: list[Event] = []
    for event in events:
        if isinstance(event, _BEFORE):
            ahead.append(event)
            continue
        if beats and (isinstance(event, _AFTER) or _goes_on(beats[-1], event)):
            beats[-1] += [*ahead, event]
        else:
            beats.append([*ahead, event])
        ahead = []
    return [*beats, ahead] if ahead else beats


def _goes_on(beat: Sequence[Event], event: Event) -> bool:
    """Tell whether a line goes on with an event: the same figure again, the same ship's next move, who goes along."""
    if getattr(event, "along", False):
        return True
    if isinstance(event, ending.GoalReached):
        return isinstance(beat[-1], tokens.Installed)
    last = next((before for before in reversed(beat) if isinstance(before, (*CREW, *_SHIP))), None)
    return last is not None and _actor(last) == _actor(event) != ("", "")


def _actor(event: Any) -> tuple[Seat, str]:  # noqa: ANN401 - any event
    if isinstance(event, _SHIP):
        return getattr(event, "seat", ""), "ship"
    if isinstance(event, CREW):
        return getattr(event, "seat", ""), getattr(event, "healer", "") or getattr(event, "figure", "")
    return "", ""


def _concerns(who: str, beat: Sequence[Event]) -> bool:
    """Tell whether a line is about somebody; who is first in the next Turn is about all, and last."""
    return any(who == getattr(event, name, "") for event in beat for name in _ABOUT)


def _told(view: View, beat: Sequence[Event]) -> Struct:
    """Return a line with the deeds of each figure put together, points last; or a line of a letter that failed."""
    first = beat[0]
    if isinstance(first, LineFailed):
        return LineTold(LANGUAGE.line(first.order), first)
    parts: list[Any] = []
    used = [event.ability for event in beat if isinstance(event, reveal.AbilityUsed)]
    for event in beat:
        if isinstance(event, ending.GoalReached):
            parts.append(GoalMet(event.seat, episode_of(view.options.episode).goals[event.goal]))
        elif isinstance(event, gunnery.BatteryFired) and event.card in used:
            parts.append(replace(event, card=""))
        elif not isinstance(event, ending.Scored):
            _add(parts, event)
    return Beat((*parts, *_points(beat)))


def _add(parts: list[Any], event: Any) -> None:  # noqa: ANN401 - any event
    """Add an event to a line, together with the one before if both tell of the same."""
    last = parts[-1] if parts else None
    seat, figure = _actor(event) if isinstance(event, CREW) else ("", "")
    if figure and isinstance(last, Deeds) and (last.seat, last.figure) == (seat, figure):
        parts[-1] = Deeds(seat, figure, (*last.done, event))
    elif figure:
        parts.append(Deeds(seat, figure, (event,)))
    elif isinstance(event, gunnery.BlastPlaced | gunnery.GunWrecked):
        blasts, guns = _hits(last, event.seat)
        if isinstance(event, gunnery.BlastPlaced) and blasts:
            parts[-1] = HitsTold(event.seat, blasts=(*blasts, event.where))
        elif isinstance(event, gunnery.GunWrecked) and guns:
            parts[-1] = HitsTold(event.seat, guns=(*guns, event.port))
        else:
            parts.append(event)
    else:
        parts.append(event)


def _hits(part: Any, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:  # noqa: ANN401 - any part of a line
    """Return the Blasts and the lost rayguns of a seat's ship that a part of a line tells of."""
    if getattr(part, "seat", "") != seat:
        return (), ()
    if isinstance(part, HitsTold):
        return part.blasts, part.guns
    blasts = (part.where,) if isinstance(part, gunnery.BlastPlaced) else ()
    return blasts, (part.port,) if isinstance(part, gunnery.GunWrecked) else ()


def _points(beat: Sequence[Event]) -> Iterator[ending.Scored]:
    """Give what each seat scored by a line, in one."""
    scored = [event for event in beat if isinstance(event, ending.Scored)]
    for seat in dict.fromkeys(event.seat for event in scored):
        own = [event for event in scored if event.seat == seat]
        yield replace(own[-1], points=sum(event.points for event in own))
