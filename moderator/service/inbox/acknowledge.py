"""The one answer to a letter: an acknowledgement put into the outbox, in the letter's own transaction."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.errors import Problem, Stage
from moderator.language.reading.text_lines import TextLine
from moderator.service import outbox
from moderator.service.codes import SheetFault, Verdict
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement, Answer, Due, Fact, Head, SaidLine, SheetLine
from moderator.service.inbox.apply_letter import Answered
from moderator.service.matches import letterhead, reports
from moderator.service.matches.situation import Situation
from moderator.service.outbox import OutgoingLetter
from moderator.store.tables import Letter, Player


def to_seat(
    here: Situation,
    row: Letter,
    answered: Answered,
    lines: Sequence[TextLine],
    *,
    facts: dict[str, Fact],
) -> None:
    """Acknowledge a letter that was acted on: what was read, the whole sheet on file, answers, receipt, deadline."""
    kept: dict[str, Fact] = {"kept": answered.change.kept} if answered.change.kept else {}
    letter = replace(
        _on_file(here, answered.change.verdict, here.sheet_lines(), facts | kept),
        filed=answered.filed,
        said=with_refusals(answered.change.said(lines), answered.answers),
        answers=answered.answers,
        gone=here.lines(answered.change.gone),
        replaces=answered.before if answered.changed and answered.now is not None else None,
    )
    _put(here, row, letter)


def with_refusals(said: Sequence[SaidLine], answers: Sequence[Answer]) -> tuple[SaidLine, ...]:
    """Return the lines of a letter, those whose command did nothing with a problem that says so."""
    refused = {answer.line for answer in answers if answer.refused}
    return tuple(
        replace(line, problems=(*line.problems, _refused(line))) if line.number in refused else line for line in said
    )


def _refused(line: SaidLine) -> Problem:
    return Problem(
        code=SheetFault.COMMAND_REFUSED, stage=Stage.ILLEGAL, line=line.number, column=0, fragment=line.text.strip()
    )


def unread(here: Situation, row: Letter, verdict: Verdict, facts: dict[str, Fact], *, key: str = "") -> None:
    """Acknowledge a letter that was not acted on (over a limit, or faulted): nothing changed, this is on file."""
    sheet = tuple(SheetLine(line) for line in here.lines(here.orders))
    _put(here, row, _on_file(here, verdict, sheet, facts), key=key)


def stopped(here: Situation, row: Letter) -> None:
    """Acknowledge a letter that waits until its match goes on; nothing is read of a position that may be unreadable."""
    letter = _empty(_head(here), verdict=Verdict.MATCH_STOPPED)
    _put(here, row, letter, key=":stopped")


def to_player(
    session: Session,
    ctx: Context,
    row: Letter,
    player: Player,
    *,
    verdict: Verdict,
    answers: Sequence[Answer] = (),
    key: str = "",
) -> None:
    """Acknowledge a letter of a player that speaks for no seat."""
    letter = replace(_empty(letterhead.head(ctx, player), verdict), answers=tuple(answers))
    answer = OutgoingLetter(
        kind="acknowledgement",
        key=key or f"ack:{row.id}",
        player=player.id,
        payload=letter,
        in_reply_to=row.message_id or "",
    )
    outbox.enqueue(session, ctx, None, answer)


def _head(here: Situation) -> Head:
    return letterhead.head(here.ctx, here.player, here.match, here.seat)


def _empty(head: Head, verdict: Verdict) -> Acknowledgement:
    """Return an acknowledgement that tells of no sheet."""
    return Acknowledgement(
        head=head,
        verdict=verdict,
        filed=False,
        said=(),
        sheet=(),
        silence=(),
        answers=(),
        receipt=None,
        replaces=None,
        due=Due(deadline=None),
        form=None,
    )


def _on_file(
    here: Situation, verdict: Verdict, sheet: tuple[SheetLine, ...], facts: dict[str, Fact]
) -> Acknowledgement:
    """Return an acknowledgement that tells of the sheet on file and what follows from it."""
    match = here.match
    noted = here.newest.asking == match.asking  # else nothing can have moved the deadline in this asking
    due = reports.due(here.session, here.ctx, match) if noted else letterhead.due(match)
    return replace(
        _empty(_head(here), verdict),
        sheet=sheet,
        silence=here.lines(here.silence),
        receipt=here.receipt(),
        due=due,
        form=letterhead.form(here.ctx, match, here.place, here.prompt, here.orders or here.lasting)
        if here.prompt
        else None,
        standing=letterhead.standing(here.ctx, match, here.prompts, here.sheets),
        facts=facts | ({"held": 1} if here.sheet is not None and here.sheet.faulty else {}),
    )


def _put(here: Situation, row: Letter, letter: Acknowledgement, *, key: str = "") -> None:
    answer = OutgoingLetter(
        kind="acknowledgement",
        key=f"ack:{row.id}{key}",
        place=here.place,
        payload=letter,
        in_reply_to=row.message_id or "",
    )
    outbox.enqueue(here.session, here.ctx, here.match, answer)
