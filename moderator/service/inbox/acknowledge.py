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
from moderator.service.codes import AnswerCode, OrderSetFault, Verdict
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement
from moderator.service.inbox.apply_letter import AppliedLetter
from moderator.service.letter_parts import Answer, Fact, Head, OrderLine, SaidLine, WaitedFor
from moderator.service.matches import letterhead, reports
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets.plan_change import Change
from moderator.service.outbox import OutgoingLetter
from moderator.service.people import delegates
from moderator.store import letter_queries
from moderator.store.complaints import Complaint
from moderator.store.delegates import Delegate
from moderator.store.tables import Letter, Player

_NAMED, _LONGEST_NAME = 4, 60
"""Files that are named, and characters of each name that are shown, at most."""

_NO_ORDER = frozenset((OrderSetFault.SET_ASIDE, LanguageFault.NOT_READ))
"""What is said of lines that are no orders, not even failed ones."""

_HEADING = re.compile(r":\s|\s[-\u2013\u2014]+\s")
"""What stands between a heading and what follows it."""

_REQUEST = re.compile(
    r"\W*(?:how|what|where|when|which|who|why|can|could|may|should|do|does|is|are)\s+(?:\w+\s+){0,3}?"
    r"(?:i|we|my|our|you|it|there|the)\b",
    re.IGNORECASE,
)


def to_seat(
    seat_context: SeatContext, row: Letter, letter: ReadLetter, applied: AppliedLetter, delegate: Delegate | None = None
) -> None:
    """Acknowledge a letter that was acted on: what was read, the whole recorded orders, answers, receipt, deadline.

    That of a ``delegate`` is answered to them, and the player gets a copy unless it only asked.
    """
    change = applied.change
    kept: dict[str, Fact] = {"kept": change.kept} if change.kept else {}
    acknowledged = replace(
        _acknowledgement(
            seat_context, change.verdict, seat_context.order_lines(), facts_of(seat_context, row, letter, change) | kept
        ),
        filed=applied.filed,
        said=_with_refusals(change.said(letter.lines), applied.answers),
        talk=change.talk,
        more_talk=change.more_talk,
        answers=applied.answers,
        gone=seat_context.lines(change.gone),
        replaces=applied.before if applied.changed and applied.now is not None else None,
        unsettled=_unsettled(seat_context, row),
    )
    if any(_takes_back(answer) for answer in applied.answers):
        acknowledged = replace(acknowledged, form=None, standing=WaitedFor())
    _put(seat_context, row, acknowledged, delegate=delegate)
    if delegate is not None and (applied.filed or applied.changed or _asks_more(change)):
        told: dict[str, Fact] = {**acknowledged.facts, "delegate": delegate.address}
        copy = OutgoingLetter(
            key=f"ack:{row.id}", assignment=seat_context.assignment, payload=replace(acknowledged, facts=told)
        )
        outbox.enqueue(seat_context.session, seat_context.ctx, seat_context.match, copy)


def _asks_more(change: Change) -> bool:
    """Tell whether a letter wished for more than to be told something."""
    return any(not command.harmless for _, command in change.asked)


def _takes_back(answer: Answer) -> bool:
    """Tell whether all have agreed to a rollback, so that what is asked for now is over at once."""
    return answer.code == AnswerCode.ROLLBACK_AGREED and bool(answer.facts.get("agreed"))


def _with_refusals(said: Sequence[SaidLine], answers: Sequence[Answer]) -> tuple[SaidLine, ...]:
    """Return the lines of a letter, those whose command did nothing with a problem that says so."""
    refused = {answer.line for answer in answers if answer.refused}
    return tuple(
        replace(line, problems=(*line.problems, _refusal(line))) if line.number in refused else line for line in said
    )


def _refusal(line: SaidLine) -> Problem:
    return Problem(
        code=OrderSetFault.COMMAND_REFUSED, stage=Stage.ILLEGAL, line=line.number, column=0, fragment=line.text.strip()
    )


def unread(
    seat_context: SeatContext,
    row: Letter,
    verdict: Verdict,
    facts: dict[str, Fact],
    *,
    key: str = "",
    delegate: Delegate | None = None,
) -> None:
    """Acknowledge a letter that was not acted on (over a limit, or faulted): nothing changed, this is on file."""
    order_set = tuple(OrderLine(line) for line in seat_context.lines(seat_context.orders))
    _put(seat_context, row, _acknowledgement(seat_context, verdict, order_set, facts), key=key, delegate=delegate)


def acknowledge_stopped(seat_context: SeatContext, row: Letter, delegate: Delegate | None = None) -> None:
    """Acknowledge a letter that waits until its match goes on; nothing is read of a position that may be unreadable."""
    letter = Acknowledgement(head=_head(seat_context), verdict=Verdict.MATCH_STOPPED)
    _put(seat_context, row, letter, key=":stopped", delegate=delegate)


def to_player(
    session: Session,
    ctx: Context,
    player: Player,
    *,
    verdict: Verdict,
    answers: Sequence[Answer] = (),
    key: str,
    to: str = "",
    in_reply_to: str = "",
) -> None:
    """Answer a player who speaks for no seat, at the address on file or ``to`` another one.

    A visitor whom the database does not know is a player without a number, at an address.
    """
    letter = Acknowledgement(head=letterhead.head(ctx, player), verdict=verdict, answers=tuple(answers))
    answer = OutgoingLetter(key=key, player=player.id, to=to, payload=letter, in_reply_to=in_reply_to)
    outbox.enqueue(session, ctx, None, answer)


def _head(seat_context: SeatContext) -> Head:
    return letterhead.head(seat_context.ctx, seat_context.player, seat_context.match, seat_context.seat)


def _acknowledgement(
    seat_context: SeatContext, verdict: Verdict, order_set: tuple[OrderLine, ...], facts: dict[str, Fact]
) -> Acknowledgement:
    """Return an acknowledgement that tells of the recorded orders and what follows from it."""
    match = seat_context.match
    noted = (
        seat_context.newest.request == match.request
    )  # else nothing can have moved the deadline in this order request
    due = reports.due(seat_context.session, seat_context.ctx, match) if noted else letterhead.due(match)
    return Acknowledgement(
        head=_head(seat_context),
        verdict=verdict,
        order_set=order_set,
        silence=seat_context.lines(seat_context.silence),
        receipt=seat_context.receipt(),
        due=due,
        form=letterhead.form(
            seat_context.ctx,
            match,
            seat_context.assignment,
            seat_context.prompt,
            seat_context.orders or seat_context.lasting,
        )
        if seat_context.prompt
        else None,
        standing=replace(
            letterhead.standing(
                seat_context.ctx, match, seat_context.prompts, seat_context.order_sets, seat_context.seat
            ),
            held_back=seat_context.order_set is not None and seat_context.order_set.wait,
        ),
        facts=facts | _held(seat_context) | _return_facts(seat_context),
    )


def _return_facts(seat_context: SeatContext) -> dict[str, Fact]:
    """Return what the player's coming back has ended."""
    return ({"back from": seat_context.back_from} if seat_context.back_from else {}) | (
        {"seat kept": 1} if seat_context.kept else {}
    )


def _held(seat_context: SeatContext) -> dict[str, Fact]:
    """Return that the turn waits for the seat although its orders are recorded, and if they came back by a rollback."""
    if seat_context.order_set is None or not seat_context.order_set.faulty:
        return {}
    return {"held": 1, "back": 1} if seat_context.order_set.came_back else {"held": 1}


def _unsettled(seat_context: SeatContext, row: Letter) -> tuple[str, ...]:
    """Return the lines of other letters than this one that did not count and are waited for."""
    waited = seat_context.order_set.complaints if seat_context.order_set else ()
    return tuple(_numbered(each) for each in waited if each.text and not each.read_as and each.since != row.arrived)


def _numbered(complaint: Complaint) -> str:
    """Return a line that did not count with the number that it had on the order set."""
    bare = complaint.number and not read_label(complaint.text).label
    return f"{complaint.number}. {complaint.text}" if bare else complaint.text


def _put(
    seat_context: SeatContext,
    row: Letter,
    letter: Acknowledgement,
    *,
    key: str = "",
    delegate: Delegate | None = None,
) -> None:
    if delegate is not None:
        own = replace(
            letter,
            head=replace(letter.head, player=""),
            form=delegates.form(seat_context.session, seat_context.ctx, delegate, letter.form),
        )
        to_delegate = OutgoingLetter(
            key=delegates.key(delegate, "ack", f"{row.id}{key}"),
            to=delegate.address,
            payload=own,
            in_reply_to=row.message_id or "",
        )
        outbox.enqueue(seat_context.session, seat_context.ctx, seat_context.match, to_delegate)
        return
    answer = OutgoingLetter(
        key=f"ack:{row.id}{key}",
        assignment=seat_context.assignment,
        payload=letter,
        in_reply_to=row.message_id or "",
        into=_post_to_edit(seat_context, letter) if row.forum else "",
    )
    outbox.enqueue(seat_context.session, seat_context.ctx, seat_context.match, answer)


def _post_to_edit(seat_context: SeatContext, letter: Acknowledgement) -> str:
    """Return the mark of the answer that this one is written into: none if either says more than that orders are filed.

    Nobody is notified of an edit. So whoever made a typo, asks something or has fewer recorded orders than before gets
    a post that cannot be missed.
    """
    last = letter_queries.last_acknowledgement(seat_context.session, seat_context.assignment)
    if last is None or letter.form is None or not letter.is_plain_receipt:
        return ""
    before: Acknowledgement = codec.unpack(last.payload, Acknowledgement)
    same = before.form is not None and before.form.request == letter.form.request
    goes_on = same and before.is_plain_receipt and len(letter.order_set) >= len(before.order_set)
    return (last.into or last.bounce_id) if goes_on else ""


# ---- what is said of a letter beside its lines ---------------------------------------------------------------


def facts_of(seat_context: SeatContext, row: Letter, letter: ReadLetter, change: Change) -> dict[str, Fact]:
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
        codes += _nothing_found_codes(seat_context, letter, change, facts, told=bool(codes))
    elif _is_missed(seat_context, letter, change):
        codes.append("in-subject")
    return {"faults": ", ".join(codes), **facts} if codes else facts


def _is_missed(seat_context: SeatContext, letter: ReadLetter, change: Change) -> bool:
    """Tell whether the subject holds an order that the letter itself does not give."""
    given = {replace(entry.order, number=None) for entry in change.understood.entries}
    return not given.issuperset(_in_subject(seat_context, letter))


def _in_subject(seat_context: SeatContext, letter: ReadLetter) -> set[Order]:
    """Return the orders that stand in the subject, numbered or not, perhaps below a heading ("Turn 3: …")."""
    subject = letter.own_subject
    texts = (subject, *(subject[heading.end() :] for heading in _HEADING.finditer(subject)))
    return next(filter(None, (_orders_of(seat_context, text) for text in texts)), set())


def _orders_of(seat_context: SeatContext, text: str) -> set[Order]:
    """Return the orders of a line, those that have to be parted among them."""
    language = seat_context.game.language
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


def _nothing_found_codes(
    seat_context: SeatContext, letter: ReadLetter, change: Change, facts: dict[str, Fact], *, told: bool
) -> list[str]:
    """Return why nothing at all was found in a letter; ``told``: that is said already."""
    said = change.said_in_words
    question = next((text for text in said if asks(text) or _REQUEST.match(text)), None)
    if question is not None:
        facts["topic"] = seat_context.game.language.verb_in(question)
        return ["question-asked"]
    if _in_subject(seat_context, letter):
        return ["in-subject"]
    if said or told:
        return []
    command = COMMANDS.attempt(letter.own_subject)  # "orders" heads any letter of orders
    return ["no-words" if command is None or isinstance(command, ShowOrders) else "in-subject"]
