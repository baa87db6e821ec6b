"""CONFIRM: a letter that is held, or a change of address, is confirmed by who was asked about it."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from moderator.language.reading.commands import Confirm
from moderator.service import tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands import address
from moderator.service.commands.command_context import CommandContext
from moderator.service.context import Context
from moderator.service.letter_parts import Answer
from moderator.service.matches.seat_context import PlayerSeat, SeatContext
from moderator.store import letter_queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Outbox

_HELD = "held:"


def confirm(command_context: CommandContext, seat_context: SeatContext, command: Confirm) -> Answer:
    """Let a held letter count: the one that is named, by the question's number or by answering the question.

    A question about a change of address is answered likewise.
    """
    changed = address.confirm(command_context, command)
    if changed is not None:
        return changed
    letters = letter_queries.held_letters(command_context.session, seat_context.match.id, seat_context.seat)
    held = {f"{_HELD}{letter.id}": letter for letter in letters}
    if command.code and (coded := _by_code(command_context.ctx, letters, command)) is not None:
        return _confirm_letter(command_context, coded)
    questions = letter_queries.questions(command_context.session, seat_context.match.id, seat_context.seat)
    answered = command_context.session.exec(
        select(Outbox.key).where(col(Outbox.message_id).in_(command_context.thread))
    ).all()
    meant = [key for key in questions if key in answered]
    if command.held:
        numbered = questions[command.held - 1 : command.held]
        # a number copied into the thread of another seat's question, or of another question, means neither
        meant = [key for key in numbered if key in answered or not any(each.startswith(_HELD) for each in answered)]
    if command.code or not held or ((meant or command.held) and not any(key in held for key in meant)):
        return command_context.answer(RefusalCode.CONFIRM_NOTHING)
    if not meant:  # it may be a thief's that is the only one
        open_ones = [f"CONFIRM {number}" for number, key in enumerate(questions, 1) if key in held]
        return command_context.answer(RefusalCode.CONFIRM_SEVERAL, *open_ones, count=len(open_ones))
    return _confirm_letter(command_context, next(held[key] for key in meant if key in held))


def _confirm_letter(command_context: CommandContext, letter: Letter) -> Answer:
    """Let a held letter be acted on."""
    _accept_letter(letter, command_context.letter)
    return command_context.answer(AnswerCode.CONFIRMED, sender=letter.sender, arrived=letter.arrived.isoformat())


def confirm_by_code(session: Session, ctx: Context, row: Letter, player_seat: PlayerSeat, command: Confirm) -> bool:
    """Let a held letter of a seat count whose question told its code; return whether there is one.

    The code alone proves that its writer reads the mail of the seat, where our own server doubts every letter of
    theirs.
    """
    letter = _by_code(
        ctx, letter_queries.held_letters(session, player_seat.match.id, player_seat.assignment.seat), command
    )
    if letter is None:
        return False
    _accept_letter(letter, row)
    return True


def question_code(ctx: Context, letter: Letter) -> str:
    """Return the code that lets a held letter count."""
    return tags.confirm_code(ctx, f"{_HELD}{letter.id}")


def _by_code(ctx: Context, letters: Sequence[Letter], command: Confirm) -> Letter | None:
    code = command.code.lower()
    return next((letter for letter in letters if code and question_code(ctx, letter) == code), None)


def _accept_letter(letter: Letter, by: Letter) -> None:
    letter.status, letter.confirmed_by = LetterStatus.KEPT, by.id
