"""The one answer to a letter: an acknowledgement put into the outbox, in the letter's own transaction.

It also says what is not read in the letter and, if nothing was, the way out. These are codes of ``letter-faults``,
each with words of its own; nothing is guessed, only answered.
"""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session

from moderator.core import codec
from moderator.core.errors import Problem, Stage
from moderator.core.language import Language
from moderator.core.orders import Order
from moderator.language.faults import LanguageFault
from moderator.language.grammar.labels import read_label
from moderator.language.grammar.parser import asks
from moderator.language.reading import blocks
from moderator.language.reading.commands import COMMANDS, ShowOrders
from moderator.language.reading.segments import Cutter
from moderator.language.reading.text_lines import TextLine
from moderator.mail.letter import ReadLetter
from moderator.service import outbox
from moderator.service.codes import AnswerCode, SheetFault, Verdict
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement
from moderator.service.inbox.apply_letter import Answered
from moderator.service.letter_parts import Answer, Fact, Head, SaidLine, SheetLine, WaitedFor
from moderator.service.matches import letterhead, reports
from moderator.service.matches.situation import Situation
from moderator.service.outbox import OutgoingLetter
from moderator.service.sheets.plan_change import Change
from moderator.store import letter_queries
from moderator.store.complaints import Complaint
from moderator.store.tables import Letter, Player

_NAMED, _LONGEST_NAME = 4, 60
"""Files that are named, and characters of each name that are shown, at most."""

_NO_ORDER = frozenset((SheetFault.SET_ASIDE, LanguageFault.NOT_READ))
"""What is said of lines that are no orders, not even failed ones."""

_HEADING = re.compile(r":\s|\s[-\u2013\u2014]+\s")
"""What stands between a heading and what follows it."""

_ASKING = re.compile(
    r"\W*(?:how|what|where|when|which|who|why|can|could|may|should|do|does|is|are)\s+(?:\w+\s+){0,3}?"
    r"(?:i|we|my|our|you|it|there|the)\b",
    re.IGNORECASE,
)


def to_seat(here: Situation, row: Letter, letter: ReadLetter, answered: Answered) -> None:
    """Acknowledge a letter that was acted on: what was read, the whole sheet on file, answers, receipt, deadline."""
    change = answered.change
    kept: dict[str, Fact] = {"kept": change.kept} if change.kept else {}
    acknowledged = replace(
        _on_file(here, change.verdict, here.sheet_lines(), facts_of(here, row, letter, change) | kept),
        filed=answered.filed,
        said=_with_refusals(change.said(letter.lines), answered.answers),
        talk=change.talk,
        more_talk=change.more_talk,
        answers=answered.answers,
        gone=here.lines(change.gone),
        replaces=answered.before if answered.changed and answered.now is not None else None,
        unsettled=_unsettled(here, row),
    )
    if any(_takes_back(answer) for answer in answered.answers):
        acknowledged = replace(acknowledged, form=None, standing=WaitedFor())
    _put(here, row, acknowledged)


def _takes_back(answer: Answer) -> bool:
    """Tell whether all have agreed to a rollback, so that what is asked for now is over at once."""
    return answer.code == AnswerCode.ROLLBACK_AGREED and answer.facts["votes"] == answer.facts["needed"]


def _with_refusals(said: Sequence[SaidLine], answers: Sequence[Answer]) -> tuple[SaidLine, ...]:
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
    letter = Acknowledgement(head=_head(here), verdict=Verdict.MATCH_STOPPED)
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
    letter = Acknowledgement(head=letterhead.head(ctx, player), verdict=verdict, answers=tuple(answers))
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


def _on_file(
    here: Situation, verdict: Verdict, sheet: tuple[SheetLine, ...], facts: dict[str, Fact]
) -> Acknowledgement:
    """Return an acknowledgement that tells of the sheet on file and what follows from it."""
    match = here.match
    noted = here.newest.asking == match.asking  # else nothing can have moved the deadline in this asking
    due = reports.due(here.session, here.ctx, match) if noted else letterhead.due(match)
    return Acknowledgement(
        head=_head(here),
        verdict=verdict,
        sheet=sheet,
        silence=here.lines(here.silence),
        receipt=here.receipt(),
        due=due,
        form=letterhead.form(here.ctx, match, here.place, here.prompt, here.orders or here.lasting)
        if here.prompt
        else None,
        standing=replace(
            letterhead.standing(here.ctx, match, here.prompts, here.sheets),
            held_back=here.sheet is not None and here.sheet.wait,
        ),
        facts=facts | _held(here) | _back(here),
    )


def _back(here: Situation) -> dict[str, Fact]:
    """Return what the player's coming back has ended."""
    return ({"back from": here.back_from} if here.back_from else {}) | ({"seat kept": 1} if here.kept else {})


def _held(here: Situation) -> dict[str, Fact]:
    """Return that the turn waits for the seat although its sheet is on file, and if that came back by a rollback."""
    if here.sheet is None or not here.sheet.faulty:
        return {}
    return {"held": 1, "back": 1} if here.sheet.came_back else {"held": 1}


def _unsettled(here: Situation, row: Letter) -> tuple[str, ...]:
    """Return the lines of other letters than this one that did not count and are waited for."""
    waited = here.sheet.waited_for if here.sheet else ()
    return tuple(_numbered(each) for each in waited if each.text and not each.read_as and each.since != row.arrived)


def _numbered(complaint: Complaint) -> str:
    """Return a line that did not count with the number that it had on the sheet."""
    bare = complaint.number and not read_label(complaint.text).label
    return f"{complaint.number}. {complaint.text}" if bare else complaint.text


def _put(here: Situation, row: Letter, letter: Acknowledgement, *, key: str = "") -> None:
    answer = OutgoingLetter(
        kind="acknowledgement",
        key=f"ack:{row.id}{key}",
        place=here.place,
        payload=letter,
        in_reply_to=row.message_id or "",
        into=_into(here, letter) if row.forum else "",
    )
    outbox.enqueue(here.session, here.ctx, here.match, answer)


def _into(here: Situation, letter: Acknowledgement) -> str:
    """Return the mark of the answer that this one is written into: none if either says more than that orders are filed.

    Nobody is notified of an edit. So whoever made a slip, asks something or has fewer orders on file than before gets a
    post that cannot be missed.
    """
    last = letter_queries.last_acknowledgement(here.session, here.place)
    if last is None or letter.form is None or not letter.is_plain_receipt:
        return ""
    before: Acknowledgement = codec.unpack(last.payload, Acknowledgement)
    same = before.form is not None and before.form.asking == letter.form.asking
    goes_on = same and before.is_plain_receipt and len(letter.sheet) >= len(before.sheet)
    return (last.into or last.bounce_id) if goes_on else ""


# ---- what is said of a letter beside its lines ---------------------------------------------------------------


def facts_of(here: Situation, row: Letter, letter: ReadLetter, change: Change) -> dict[str, Fact]:
    """Return what the answer to a letter is told of it besides its lines: ``faults``, and what their words name."""
    codes = [*letter.faults]
    codes += ["truncated"] * letter.truncated + ["unending"] * (not change.is_said_whole)
    facts: dict[str, Fact] = {}
    nothing = change.verdict == Verdict.NOTHING_READ
    files = letter.documents or (letter.pictures if nothing else ())
    if files:
        codes.append("unread-file")
        facts["files"] = ", ".join(name[:_LONGEST_NAME] for name in files[:_NAMED])
        facts["count"] = len(files)
        facts["posted"] = int(bool(row.forum))
    if nothing and all(problem.code in _NO_ORDER for problem in change.problems):
        codes += _ways_out(here, letter, change, facts, told=bool(codes))
    elif _is_missed(here, letter, change):
        codes.append("in-subject")
    return {"faults": ", ".join(codes), **facts} if codes else facts


def _is_missed(here: Situation, letter: ReadLetter, change: Change) -> bool:
    """Tell whether the subject holds an order that the letter itself does not give."""
    given = {replace(entry.order, number=None) for entry in change.understood.entries}
    return not given.issuperset(_in_subject(here, letter))


def _in_subject(here: Situation, letter: ReadLetter) -> set[Order]:
    """Return the orders that stand in the subject, numbered or not, perhaps below a heading ("Turn 3: …")."""
    subject = letter.own_subject
    texts = (subject, *(subject[heading.end() :] for heading in _HEADING.finditer(subject)))
    return next(filter(None, (_orders_of(here, text) for text in texts)), set())


def _orders_of(here: Situation, text: str) -> set[Order]:
    """Return the orders of a line, those that have to be parted among them."""
    language = here.game.language
    if not any(each.label or _may_order(language, each.text) for each in Cutter(language).segments(text)):
        return set()
    said = blocks.understand([TextLine(1, text)], language)
    parts = (read_label(hint).rest for problem in said.problems if problem.together for hint in problem.hints)
    meant = (*(entry.order for entry in said.entries), *map(language.attempt, parts))
    return {replace(order, number=None) for order in meant if order is not None}


def _may_order(language: Language[Any], text: str) -> bool:
    """Tell whether there is any sense in reading a line as orders; most subjects are none, and a command is none."""
    if language.attempt(text) is not None:
        return True
    return COMMANDS.attempt(text) is None and language.looks_like(text)


def _ways_out(here: Situation, letter: ReadLetter, change: Change, facts: dict[str, Fact], *, told: bool) -> list[str]:
    """Return why nothing at all was found in a letter; ``told``: that is said already."""
    said = change.said_in_words
    question = next((text for text in said if asks(text) or _ASKING.match(text)), None)
    if question is not None:
        facts["topic"] = here.game.language.verb_in(question)
        return ["question-asked"]
    if _in_subject(here, letter):
        return ["in-subject"]
    if said or told:
        return []
    command = COMMANDS.attempt(letter.own_subject)  # "orders" heads any letter of orders
    return ["no-words" if command is None or isinstance(command, ShowOrders) else "in-subject"]
