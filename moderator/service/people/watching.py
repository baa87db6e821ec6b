"""Who watches a match by mail: people who do not play in it and get what spectators may see, until they stop it.

Strangers may watch, too, from an address that is proved. Nobody gets what the match keeps from spectators, nothing
comes before the players' own reports, and nobody learns of a match that shows nothing.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.service import outbox, spectators, tags
from moderator.service.codes import RefusalCode
from moderator.service.context import Context
from moderator.service.matches import records
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries, people_queries, watchers
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Outbox, Record
from moderator.store.watchers import Watcher

KIND = "watched-report"
"""The kind of the letters; each tells of a record, and is gathered when it goes."""

MOST_WATCHED = 10
"""Matches that somebody may watch at a time."""
MOST_WATCHERS = 200
"""People who may watch one match."""


class Who(Struct, frozen=True):
    """Somebody who watches: a player, or without one a stranger at an address."""

    player: int | None
    address: str

    def watches(self, session: Session, *, going_on: bool = False) -> Sequence[tuple[Watcher, Match]]:
        """Return what they watch; a player may have begun as a stranger."""
        if self.player is None:
            return watchers.watched_by(session, None, [self.address], going_on=going_on)
        own = [entry.address for entry in people_queries.addresses(session, self.player)]
        return watchers.watched_by(session, self.player, own, going_on=going_on)


def start(session: Session, ctx: Context, who: Who, name: str) -> Match | RefusalCode:
    """Let somebody watch a match from now on, and send what spectators see of it now; or return why not."""
    match = match_queries.match_by_slug(session, tags.slug(name))
    if match is not None and _plays(session, match, who):
        return RefusalCode.WATCH_OWN
    if match is None or match.withdrawn or not spectators.are_let_in(match):
        return RefusalCode.WATCH_UNKNOWN
    watched = who.watches(session, going_on=True)
    if any(watcher.match == match.id for watcher, _ in watched):
        return match
    refused = _bounds(session, match, len(watched))
    if refused is None:
        _begin(session, ctx, who, match)
    return refused or match


def _bounds(session: Session, match: Match, watched: int) -> RefusalCode | None:
    """Return why nobody more may watch a match, or nobody who watches so many already."""
    if match.status is MatchStatus.OVER:
        return RefusalCode.WATCH_OVER
    if watched >= MOST_WATCHED:
        return RefusalCode.WATCH_MANY
    return RefusalCode.WATCH_FULL if len(watchers.watchers_of(session, match.id)) >= MOST_WATCHERS else None


def _begin(session: Session, ctx: Context, who: Who, match: Match) -> None:
    address = "" if who.player is not None else who.address
    watcher = Watcher(match=match.id, player=who.player, address=address, made=ctx.now())
    session.add(watcher)
    session.flush()
    for record in _shown_records(session, ctx, match)[-1:]:
        _send(session, ctx, match, watcher, record)


def stop(session: Session, who: Who, name: str = "") -> tuple[str, ...]:
    """Let somebody watch a match no more, or none at all without a name; return those that they watched."""
    wanted = tags.slug(name)
    ended = [(watcher, match.name) for watcher, match in who.watches(session) if name == "" or match.slug == wanted]
    for watcher, _ in ended:
        session.delete(watcher)
    return tuple(match for _, match in ended)


def stop_by_answer(session: Session, thread: Collection[str], name: str = "") -> list[Outbox]:
    """Stop the watching that brought the letters of ours that a letter answers; return those letters.

    Their Message-IDs are known to their reader alone.
    """
    wanted = tags.slug(name)
    letters = session.exec(select(Outbox).where(col(Outbox.message_id).in_(thread), Outbox.kind == KIND)).all()
    ended: list[Outbox] = []
    for letter in letters:
        match = session.get_one(Match, letter.match)
        watcher = watcher_of(session, letter) if name == "" or match.slug == wanted else None
        if watcher is not None:
            session.delete(watcher)
            session.flush()
            ended.append(letter)
    return ended


def drop_unreachable(session: Session, letter: Outbox) -> None:
    """End what a letter brought that will never arrive."""
    watcher = watcher_of(session, letter)
    if watcher is not None:
        session.delete(watcher)


def watcher_of(session: Session, letter: Outbox) -> Watcher | None:
    """Return whose letter it is, None if they do not watch its match any more."""
    same = (Watcher.match == letter.match, col(Watcher.player) == letter.player, Watcher.address == letter.to)
    return session.exec(select(Watcher).where(*same)).first()


def name_of(player: int | None, address: str) -> str:
    """Return what somebody who watches is named by in keys and codes."""
    return address if player is None else str(player)


def tell(session: Session, ctx: Context, match: Match) -> None:
    """Put what spectators see of a match since its newest record into the outbox, for everybody who watches it."""
    found = watchers.watchers_of(session, match.id)
    if not found:
        return
    playing, shown = _playing(session, match), _shown_records(session, ctx, match)
    for watcher in found:
        if watcher.player not in playing and watcher.address not in playing:
            for record in shown:
                _send(session, ctx, match, watcher, record)


def _shown_records(session: Session, ctx: Context, match: Match) -> list[int]:
    """Return the records of the last turn that spectators see: of one that is over the last record."""
    last = spectators.last_turn_shown(match)
    if last is None:
        return []
    if match.status is MatchStatus.OVER:
        return [match.number]
    resolved = records.resolved_in_force(session, ctx.game(match.game), match)
    shown = [row for row in resolved if records.turn_of(row) <= last]
    return [row.number for row in shown if _same_turn(row, shown[-1])]


def _same_turn(row: Record, other: Record) -> bool:
    return records.turn_of(row) == records.turn_of(other)


def _send(session: Session, ctx: Context, match: Match, watcher: Watcher, record: int) -> None:
    """Put a report into the outbox, once."""
    key = f"watch:{match.id}:{record}:{name_of(watcher.player, watcher.address)}"
    letter = OutgoingLetter(kind=KIND, key=key, player=watcher.player, to=watcher.address, record=record)
    outbox.enqueue(session, ctx, match, letter)


def _plays(session: Session, match: Match, who: Who) -> bool:
    """Tell whether somebody has a seat of a match."""
    return bool({who.player, who.address} & _playing(session, match))


def _playing(session: Session, match: Match) -> set[int | str | None]:
    """Return the players who have a seat of a match, and all their addresses."""
    players = {player.id for _, player in match_queries.assignments_in(session, match.id) if player is not None}
    addresses = {entry.address for player in players for entry in people_queries.addresses(session, player)}
    return players | addresses
