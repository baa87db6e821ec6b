"""What past turns brought: the headlines of some to a reader, and a whole match that is over, with all its secrets."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from sqlmodel import Session, col, select

from moderator.core.game import AnyGame, Chapter, Section
from moderator.core.seats import Observer, Who
from moderator.service.context import Context
from moderator.service.letter_parts import BoardThen, MatchRecap, SeatLine
from moderator.service.matches import amended, disclosure, letterhead, records
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Match, Player, Record, SeatAssignment


def headlines(
    session: Session,
    game: AnyGame,
    match: Match,
    whole: Iterable[records.RecordWithBody],
    *,
    who: Who,
    wanted: Collection[int],
) -> dict[int, Section]:
    """Return by the number of its record the line in which the report of a turn told it to somebody.

    ``whole`` are all records of the match, ``wanted`` the numbers of some. A section has no facts where there was none.
    """
    news: list[records.RecordWithBody] = []
    found: dict[int, Section] = {}
    for row, body in whole:
        news.append((row, body))
        if row.number in wanted:
            found[row.number] = _headline(session, game, match, records.in_force(news), who)
        if row.kind in records.RESOLVED:
            news = []
    return found


def _headline(
    session: Session, game: AnyGame, match: Match, news: Sequence[records.RecordWithBody], who: Who
) -> Section:
    """Return the line in which the report of a step told its turn, without facts where there was none.

    ``news`` are its record and those since the step before it.
    """
    view = game.view(records.position(game, news[-1][0].position), who)
    sections = game.report(view, amended.events_known_to(session, game, match, news, who)).sections
    return next((section for section in sections if section.key == "headline"), Section("headline", ()))


def recap(session: Session, ctx: Context, match: Match, language: str) -> MatchRecap | None:
    """Return the recap of a match that is over, drawn with words in a language.

    None before, where no turn was played, and where this release plays the game by other rules.
    """
    game, pictures = ctx.game(match.game), ctx.pictures(match.game, language)
    if match.status is not MatchStatus.OVER or match.rules != game.info.rules:
        return None
    whole = records.in_force(records.all_with_bodies(session, game, match))
    if not any(row.kind is RecordKind.TURN for row, _ in whole):
        return None
    told = [(row, Chapter(_turn(row), view, events)) for row, view, events in _read(game, whole)]
    memories = game.remember([chapter for _, chapter in told])
    captions = memories.captions or (None,) * len(told)
    boards = {
        chapter.turn: BoardThen(turn=chapter.turn, drawing=drawing, caption=caption)
        for (row, chapter), caption in zip(told, captions, strict=True)
        if row.kind in records.RESOLVED and (drawing := pictures.miniature(chapter.view)) is not None
    }
    last = game.view(disclosure.last(game, match, match.state, whole[-1][1]).state, Observer.GM)
    return MatchRecap(
        seats=everybody(session, match),
        begun=whole[0][0].made,
        ended=whole[-1][0].made,
        turns=max(chapter.turn for row, chapter in told if row.kind in records.RESOLVED),
        course=pictures.course(last),
        boards=tuple(boards.values()),
        last=next(iter(pictures.draw(last, told[-1][1].events)), None),
        memories=memories,
    )


def _turn(record: Record) -> int:
    return 0 if record.kind is RecordKind.SETUP else record.turn


def _read(game: AnyGame, told: Sequence[records.RecordWithBody]) -> Iterator[tuple[Record, Any, tuple[Any, ...]]]:
    """Go through the records that made or changed a position: each with the GM's view after it and its events.

    A rollback is none of them: the one before it tells of the same position.
    """
    for row, body in told:
        if row.kind in records.RESOLVED or (body.steps and body.code != records.ROLLED_BACK):
            events = tuple(event for step in body.steps for event in step.events)
            yield row, game.view(records.position(game, row.position), Observer.GM), events


def everybody(session: Session, match: Match) -> tuple[SeatLine, ...]:
    """Return a line for everybody who ever sat in a seat of a match, in the order in which they came."""
    held = session.exec(
        select(SeatAssignment, Player)
        .join(Player, col(Player.id) == col(SeatAssignment.player), isouter=True)
        .where(SeatAssignment.match == match.id)
        .order_by(col(SeatAssignment.id))
    ).all()
    return letterhead.seat_lines(match, held)
