"""The one answer to a letter: an acknowledgement put into the outbox, in the letter's own transaction."""

from collections.abc import Sequence

from sqlmodel import Session

from moderator.language.blocks import TextLine
from moderator.service import letterhead, outbox, reports
from moderator.service.commands.asked import Fact
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement, Answer, Due, SheetLine
from moderator.service.outbox import Priority
from moderator.service.situation import Situation
from moderator.service.weigh import Weighed
from moderator.store.tables import Letter, Player


def to_seat(
    here: Situation,
    row: Letter,
    weighed: Weighed,
    lines: Sequence[TextLine],
    answers: Sequence[Answer],
    *,
    filed: bool,
    replaces: int | None,
    facts: dict[str, Fact],
) -> None:
    """Acknowledge a letter that was acted on: what was read, the whole sheet on file, answers, receipt, deadline."""
    _put(
        here.session,
        here.ctx,
        row,
        here.player,
        Acknowledgement(
            head=here.head(),
            verdict=weighed.verdict,
            filed=filed,
            said=weighed.said(lines),
            sheet=here.sheet_lines(),
            silence=here.lines(here.silence),
            answers=tuple(answers),
            receipt=here.receipt(),
            replaces=replaces,
            due=reports.due(here.session, here.ctx, here.match),
            form=here.form(),
            standing=here.waiting(),
            facts=facts,
        ),
        here=here,
    )


def unread(here: Situation, row: Letter, verdict: str, facts: dict[str, Fact], *, key: str = "") -> None:
    """Acknowledge a letter that was not acted on (over a limit, or faulted): nothing changed, this is on file."""
    _put(
        here.session,
        here.ctx,
        row,
        here.player,
        Acknowledgement(
            head=here.head(),
            verdict=verdict,
            filed=False,
            said=(),
            sheet=tuple(SheetLine(line) for line in here.lines(here.orders)),
            silence=here.lines(here.silence),
            answers=(),
            receipt=here.receipt(),
            replaces=None,
            due=reports.due(here.session, here.ctx, here.match),
            form=here.form(),
            standing=here.waiting(),
            facts=facts,
        ),
        here=here,
        key=key,
    )


def stopped(here: Situation, row: Letter) -> None:
    """Acknowledge a letter that waits until its match goes on; nothing is read of a position that may be unreadable."""
    _put(
        here.session,
        here.ctx,
        row,
        here.player,
        Acknowledgement(
            head=here.head(),
            verdict="match-stopped",
            filed=False,
            said=(),
            sheet=(),
            silence=(),
            answers=(),
            receipt=None,
            replaces=None,
            due=Due(deadline=None),
            form=None,
        ),
        here=here,
        key=":stopped",
    )


def to_player(
    session: Session,
    ctx: Context,
    row: Letter,
    player: Player,
    *,
    verdict: str,
    answers: Sequence[Answer] = (),
    facts: dict[str, Fact] | None = None,
) -> None:
    """Acknowledge a letter of a player that speaks for no seat."""
    letter = Acknowledgement(
        head=letterhead.head(ctx, player),
        verdict=verdict,
        filed=False,
        said=(),
        sheet=(),
        silence=(),
        answers=tuple(answers),
        receipt=None,
        replaces=None,
        due=Due(deadline=None),
        form=None,
        facts=facts or {},
    )
    _put(session, ctx, row, player, letter)


def _put(
    session: Session,
    ctx: Context,
    row: Letter,
    player: Player,
    letter: Acknowledgement,
    *,
    here: Situation | None = None,
    key: str = "",
) -> None:
    outbox.enqueue(
        session,
        ctx,
        kind="acknowledgement",
        key=f"ack:{row.id}{key}",
        match=here.match.id if here else None,
        seat=here.seat if here else "",
        player=player.id,
        payload=letter,
        priority=Priority.ACKNOWLEDGEMENT,
        in_reply_to=row.message_id or "",
        place=here.place if here else None,
    )
