"""What a GM changed in a position, as each reader may know of it: who sees no change hears of none."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Event
from moderator.core.seats import Who
from moderator.kit.amend import OptionSet
from moderator.service.matches import records
from moderator.store.tables import Match, Record


class Amended(Struct, frozen=True, dict=True):
    """The position before and after amendments, and the events that tell of them."""

    game: AnyGame
    was: Any
    now: Any
    events: tuple[Event, ...]

    def is_seen_by(self, who: Who) -> bool:
        """Tell whether the view of a seat or an observer is not what it was."""
        return bool(self.game.view(self.was, who) != self.game.view(self.now, who))

    def known_to(self, who: Who) -> tuple[Event, ...]:
        """Return what a seat or an observer is told: nothing if their view is as it was."""
        return tuple(event for event in self.news if event.known_to(who)) if self.is_seen_by(who) else ()

    def in_words(self, who: Who) -> tuple[Event, ...]:
        """Return what a seat or an observer is told besides options: a notice tells those with what they were."""
        return tuple(event for event in self.known_to(who) if not isinstance(event, OptionSet))

    def then(self, later: "Amended") -> "Amended":
        """Return this and a later change as one."""
        return Amended(self.game, self.was, later.now, (*self.news, *later.news))

    @cached_property
    def news(self) -> tuple[Event, ...]:
        """The events without those that only say how things stood before, as some games do after every amendment."""
        before = self.game.amend(self.was, (), Dice.throwaway("nothing changed")).events
        return tuple(event for event in self.events if event not in before)


def events_known_to(
    session: Session, game: AnyGame, match: Match, news: Iterable[records.RecordWithBody], who: Who
) -> tuple[Event, ...]:
    """Return what somebody may know of what some records tell: of the GM's changes only what that reader can see."""
    return tuple(event for read in news for event in _known_events(session, game, match, read, who))


def changes(
    session: Session, game: AnyGame, match: Match, news: Iterable[records.RecordWithBody]
) -> Iterator[tuple[Record, Amended]]:
    """Give the records among some in which a GM changed the position, with what was changed."""
    for row, body in news:
        if _is_change(row, body):
            yield row, _change(session, game, match, row, body)


def _known_events(
    session: Session, game: AnyGame, match: Match, read: records.RecordWithBody, who: Who
) -> Iterable[Event]:
    row, body = read
    if _is_change(row, body):
        return _change(session, game, match, row, body).known_to(who)
    return (event for event in records.events_of(body) if event.known_to(who))


def _is_change(row: Record, body: records.AnyBody) -> bool:
    return row.kind not in records.RESOLVED and bool(records.events_of(body))


def _change(session: Session, game: AnyGame, match: Match, row: Record, body: records.AnyBody) -> Amended:
    before = records.by_number(session, match, row.number - 1)
    was, now = (records.position(game, each.position) for each in (before, row))
    return Amended(game, was, now, records.events_of(body))
