"""What is to be told by chat: found by comparing the matches with what was told last, so that nothing can be lost.

A crash, an outage or a missed call changes nothing: the next comparison finds the same. A player's messages follow
their letters: the mark that a report has gone out sets the message to wait, in the same transaction.
"""

from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any

import sqlalchemy
from msgspec import Struct
from sqlalchemy import Integer, String, cast, delete, func
from sqlmodel import Session, col, select

from moderator.service import spectators, tags
from moderator.service.chat import targets
from moderator.service.chat.facts import Occasion
from moderator.service.chat.targets import COUNTED, EDITED, Target
from moderator.service.context import Context
from moderator.store import queries
from moderator.store.chat import ChatNotice
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, OrderSet, Outbox, Player

EDIT_PAUSE = timedelta(minutes=5)
"""A message is edited at most this often."""

_OVER = "over"
_OCCASIONS = {"turn-report": Occasion.REPORT, "reminder": Occasion.REMINDER}
"""The letters that a player is told of, by their kind."""

_TELLING = select(ChatNotice.match).where(ChatNotice.occasion == Occasion.TURN, ChatNotice.about != _OVER)
_SHOWN: tuple[Any, ...] = (
    *(Match.id, Match.name, Match.status),
    *(Match.turn, Match.request, Match.deadline, Match.settings),
)
_MATCHES = (
    sqlalchemy.select(*_SHOWN)
    .where(col(Match.withdrawn).is_(False))
    .where((col(Match.status) != MatchStatus.OVER) | col(Match.id).in_(_TELLING))
)
"""The matches that there may be something to tell of: those that go on, or that ended since they were told of."""


class _Wish(Struct, frozen=True):
    """What a place is to be told of a match: what it is about, and what marks the state of the match."""

    target: Target
    match: int
    about: str
    seen: str


def gather(session: Session, ctx: Context) -> None:
    """Set to wait what the places of the operator's file are to be told now, as part of the caller's transaction."""
    if not ctx.settings.notices:
        return
    known = {(row.target, row.match): row for row in session.exec(_rows()).all()}
    for wish in _wishes(session, ctx):
        row = known.get((wish.target.name, wish.match))
        if row is None:
            _insert(session, ctx, wish.target, wish.match, Occasion.TURN, about=wish.about, seen=wish.seen)
        else:
            _compare(ctx, row, wish)


def _compare(ctx: Context, row: ChatNotice, wish: _Wish) -> None:
    """Set a message to wait if it is about something new, or may be edited and tells what is no longer so."""
    if row.about != wish.about:
        _renew(ctx, row, wish.about)
        row.seen = wish.seen
    elif wish.target.kind in EDITED and row.seen != wish.seen and row.told:
        row.seen = wish.seen
        if not row.waits:
            row.waits, row.due = True, max(ctx.now(), (row.sent or ctx.now()) + EDIT_PAUSE)


def _wishes(session: Session, ctx: Context) -> Iterator[_Wish]:
    """Give what each place of the file is to be told of each match that it is for; each once."""
    found = session.execute(_MATCHES).all()
    counted = [row.id for row in found if _shows_newest(row)]
    filed = _filed(session, counted) if any(plan.kind in COUNTED for plan in ctx.settings.notices) else {}
    given = set[tuple[str, int]]()
    for plan, target in targets.of_file(ctx):
        for row in found:
            if plan.is_for(row.name) and (target.name, row.id) not in given:
                given.add((target.name, row.id))
                state = f"{row.status.value} {row.request} {row.deadline}"
                seen = f"{state} {filed.get(row.id, '')}" if target.kind in COUNTED else state
                about = _OVER if row.status is MatchStatus.OVER else str(row.turn)
                yield _Wish(target, row.id, about, seen)


def _shows_newest(row: Any) -> bool:  # noqa: ANN401 - columns of a match
    """Tell whether spectators may see the newest board of a match, from some of its columns."""
    return row.status is MatchStatus.RUNNING and row.settings.shown == spectators.PUBLIC


def _filed(session: Session, matches: Collection[int]) -> dict[int, str]:
    """Return by match what changes whenever orders are recorded, or are said to be right or to wait."""
    columns: tuple[Any, ...] = (
        *(OrderSet.match, func.count(), func.max(OrderSet.id)),
        func.sum(cast(col(OrderSet.wait), Integer)),
        func.sum(func.length(cast(col(OrderSet.complaints), String))),
    )
    found = (
        sqlalchemy.select(*columns)
        .join(Match, (col(Match.id) == col(OrderSet.match)) & (col(Match.request) == col(OrderSet.request)))
        .where(col(OrderSet.match).in_(matches), col(OrderSet.current))
        .group_by(col(OrderSet.match))
    )
    return {match: " ".join(map(str, some)) for match, *some in session.execute(found)}


def _rows() -> Any:  # noqa: ANN401 - a statement
    return select(ChatNotice).where(ChatNotice.occasion == Occasion.TURN).with_for_update()


def note_sent(session: Session, ctx: Context, letter: Outbox) -> None:
    """Set to wait what a player is told once a report or a reminder of theirs has gone out."""
    occasion = _OCCASIONS.get(letter.kind)
    if occasion is None or letter.player is None or letter.match is None or not letter.seat:
        return
    target = targets.of_player(session.get_one(Player, letter.player))
    if target is None or _insert(session, ctx, target, letter.match, occasion, about=letter.bounce_id):
        return
    same = (ChatNotice.target == target.name, ChatNotice.match == letter.match, ChatNotice.occasion == occasion)
    row = session.exec(select(ChatNotice).where(*same).with_for_update()).one()
    if row.about != letter.bounce_id:
        _renew(ctx, row, letter.bounce_id)


def _insert(
    session: Session, ctx: Context, target: Target, match: int, occasion: Occasion, *, about: str, seen: str = ""
) -> bool:
    """Set a first message to wait; return False if the place was told of the match before."""
    fresh = ChatNotice(
        target=target.name,
        match=match,
        occasion=occasion,
        player=target.player,
        about=about,
        seen=seen,
        due=ctx.now(),
    )
    return queries.insert_new(session, ChatNotice, fresh.model_dump(exclude={"id"})) is not None


def _renew(ctx: Context, row: ChatNotice, about: str) -> None:
    """Let a message be about something new; to a place that fails it goes no sooner than before."""
    failing = row.waits and row.attempts > 0
    row.about, row.told, row.remote, row.waits = about, "", "", True
    row.due = max(row.due, ctx.now()) if failing else ctx.now()
    row.attempts = row.attempts if failing else 0


def forget(session: Session, player: int) -> None:
    """Forget what a player was told and is to be told."""
    session.execute(delete(ChatNotice).where(col(ChatNotice.player) == player))


def of_player(session: Session, player: int) -> list[dict[str, str]]:
    """Return what a player was told by chat last, as plain data."""
    found = select(ChatNotice, Match).join(Match, col(Match.id) == col(ChatNotice.match))
    rows = session.exec(found.where(ChatNotice.player == player).order_by(col(ChatNotice.id))).all()
    return [{"match": match.name, "occasion": row.occasion, "sent": str(row.sent or "")} for row, match in rows]


def key_of(ctx: Context, row: ChatNotice) -> str:
    """Return the name of a message, the same at every try; it tells nothing to anybody but us."""
    return tags.unique(ctx, f"chat:{row.target}:{row.match}:{row.occasion}:{row.about}")
