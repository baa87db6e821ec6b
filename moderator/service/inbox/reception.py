"""Letters that speak for no proved seat: bounces, machines, strangers, unsure senders, players who name no seat."""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from moderator.language.reading.commands import (
    COMMANDS,
    Command,
    Confirm,
    Help,
    Join,
    Matches,
    Ratings,
    Series,
    Standby,
    Unsubscribe,
    Watch,
)
from moderator.language.reading.text_lines import TextLine
from moderator.mail.letter import Kind, ReadLetter
from moderator.service import bounces, outbox, player_memos
from moderator.service.chat import links
from moderator.service.codes import AnswerCode, RefusalCode, Verdict
from moderator.service.commands import address, confirming, joining
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.dispatch import ANYBODY, carry_out, fold
from moderator.service.context import Context
from moderator.service.facts import Held
from moderator.service.inbox import acknowledge, gm_letters, gm_replies, visitors
from moderator.service.inbox.identify import Caller, SenderStatus
from moderator.service.inbox.reading_commands import commands_of, read_commands
from moderator.service.inbox.unplaced import reason_unplaced
from moderator.service.letter_parts import Answer, Form
from moderator.service.matches import letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.service.people import watching
from moderator.service.recruiting import replies, waiting_list
from moderator.store import letter_queries, match_queries, people_queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Match

_HELD_PER_DAY = 5
_STRANGERS_PER_DAY = 50
"""Letters that tell strangers how to take part, in a day and to all of them, at most."""
_NEED_NO_SEAT: tuple[type[Command], ...] = (*joining.OF_OPEN_MATCHES, Matches, Standby, Watch, Ratings, Series)
"""Commands that are about no seat of their author's."""
_SAFE: tuple[type[Command], ...] = (Help, *_NEED_NO_SEAT)
"""Commands that ask for their own proof, or tell what everybody may know."""
_DAY = timedelta(days=1)
_KNOWN = 12
"""Names that are listed where one is unknown, at most."""


def put_aside(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> None:
    """File a letter that nobody wrote; a bounce is counted against its address and told to the GM."""
    row.status = LetterStatus.IGNORED
    row.verdict = letter.kind.value
    if letter.kind is Kind.BOUNCE:
        bounces.act_on_bounce(session, ctx, row, letter)


def receive(session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller) -> None:
    """Deal with a letter whose caller has no proved seat."""
    if gm_replies.pass_on(session, ctx, row, letter):
        return
    own = replies.own_lines(ctx, letter.lines)
    said = [command for _, command in read_commands(own)]
    if address.handle_consent(session, ctx, row, letter.thread, said) or _confirm_held(session, ctx, row, caller, said):
        return
    proved = letter.proof.covers(caller.address)
    heard = waiting_list.answer(session, ctx, caller.address, own, letter.thread, proved=proved)
    if heard is not None:
        row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
        if heard.code != "accepted":  # who accepts gets a welcome, or is told that another was faster
            facts = {"match": heard.match} if heard.match else {}
            outbox.stranger(
                session, ctx, caller.address, heard.code, heard.key, facts=facts, in_reply_to=row.message_id or ""
            )
    elif not proved and _stops_watching(session, ctx, letter, said) and _says_nothing_else(ctx, letter):
        row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    elif caller.status is SenderStatus.UNSURE and not _is_about_no_seat(ctx, letter, caller):
        _hold(session, ctx, row, letter, caller)
    elif caller.player is not None:
        _answer_player(session, ctx, row, letter, caller)
    else:
        _file_stranger(session, ctx, row, letter, caller)


def _is_about_no_seat(ctx: Context, letter: ReadLetter, caller: Caller) -> bool:
    """Tell whether a letter from an address on file holds commands that need no seat, and nothing that may be for one.

    Our server must not doubt who wrote.
    """
    if caller.player is None or (caller.entry is None and caller.player_seat is not None):
        return False
    seats = caller.choices or ((caller.player_seat,) if caller.player_seat else ())
    languages = [ctx.game(game).language for game in {seat.match.game for seat in seats}]
    others = (line.text.strip() for line in _written(ctx, letter) if not read_commands([line]))
    return (
        all(isinstance(command, _NEED_NO_SEAT) for _, command in commands_of(letter))
        and bool(commands_of(letter))
        and not any(language.looks_like(text) for language in languages for text in others)
        and not letter.proof.speaks_against(caller.address)
    )


def _confirm_held(session: Session, ctx: Context, row: Letter, caller: Caller, said: Sequence[Command]) -> bool:
    """Let an address on file confirm a held letter by its code; the answer is that of the letter that counts now."""
    player_seat = caller.player_seat
    if player_seat is None or caller.status is not SenderStatus.UNSURE or caller.entry is None:
        return False
    codes = (command for command in said if isinstance(command, Confirm))
    if not any(confirming.confirm_by_code(session, ctx, row, player_seat, command) for command in codes):
        return False
    row.status, row.verdict, row.player = LetterStatus.DONE, Verdict.ANSWERED, player_seat.player.id
    return True


def _hold(session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller) -> None:
    """Keep a letter until the address on file confirms it; that address is asked, but not without end.

    Who wrote from an address that is nobody's is answered like any stranger: it may be one.
    """
    player_seat = caller.player_seat
    if player_seat is None:
        raise AssertionError("an unsure caller has a seat")
    row.player, row.match, row.seat = player_seat.player.id, player_seat.match.id, player_seat.assignment.seat
    since = ctx.now() - _DAY
    if (
        letter_queries.outbox_count(session, "held", player_seat.match.id, player_seat.assignment.seat, since)
        >= _HELD_PER_DAY
    ):
        row.status, row.verdict = LetterStatus.IGNORED, Verdict.HELD_TOO_MANY
        _pass_on(session, ctx, row, _claimed_author(letter), about(letter))
        return
    row.status, row.verdict = LetterStatus.HELD, Verdict.HELD
    # counted for the seat alone: a letter's own number would tell how many others write
    match_queries.lock_match(session, player_seat.match.id)
    number = len(letter_queries.questions(session, player_seat.match.id, player_seat.assignment.seat)) + 1
    # who is doubted by our own server will be doubted again: a code proves the answer by itself
    which = confirming.question_code(ctx, row) if letter.proof.speaks_against(letter.address) else number
    form = letterhead.form(ctx, player_seat.match, player_seat.assignment, None, ())
    asked = Held(
        head=letterhead.head(ctx, player_seat.player, player_seat.match, player_seat.assignment.seat),
        sender=_plain_address(caller.address),
        arrived=row.arrived,
        form=Form(reply_to=form.reply_to, subject=form.subject, request=form.request, lines=(f"CONFIRM {which}",)),
    )
    outbox.enqueue(
        session,
        ctx,
        player_seat.match,
        OutgoingLetter(key=f"held:{row.id}", assignment=player_seat.assignment, payload=asked),
    )
    if letter.proof.covers(caller.address) and not people_queries.owners(session, [caller.address]):
        _is_answered(session, ctx, row, caller)


def _plain_address(address: str) -> str:
    """Return an address so that letters of other alphabets cannot pass for Latin ones."""
    return address.encode("ascii", "backslashreplace").decode()


def _answer_player(session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller) -> None:
    """Answer a known player who names no seat: commands that need none, and which seats there are to write to.

    Where nothing but From says who wrote, somebody else may have to read the answer: then there is one a day.
    """
    player = caller.player
    if player is None:
        raise AssertionError("a known caller is a player")
    doubted = letter.proof.speaks_against(caller.address)
    believed = row.trusted or (ctx.settings.trust == "address" and not doubted)
    answers_us = not doubted and letter_queries.was_written_to(session, letter.thread, player.id)
    proved = believed or answers_us or letter.proof.covers(caller.address)
    row.player = player.id
    said = commands_of(letter)
    asks_which = bool(caller.choices or caller.elsewhere)  # which answers what needs a seat

    def context_of(line: int, command: Command) -> CommandContext:
        # nothing may be changed on the word of From alone; about an open match its writer is asked first
        sure = proved if isinstance(command, _SAFE) else believed
        return CommandContext(session, ctx, player, None, row, letter.thread, command, line, sure)

    answers = carry_out([each for each in said if not asks_which or isinstance(each[1], tuple(ANYBODY))], context_of)
    if not proved:
        _pass_on(session, ctx, row, f"{_plain_address(caller.address)} ({player.name})", _wishes(said))
    once = "" if proved else f"ack:unproved:{player.id}:{ctx.now():%Y-%m-%d}"
    if once and letter_queries.is_written(session, once):
        asked = any(answer.code == AnswerCode.OPEN_ASKED for answer in answers)
        row.status = LetterStatus.DONE if asked else LetterStatus.IGNORED
        row.verdict = Verdict.ANSWERED if asked else Verdict.UNPROVED_TOO_MANY
        return
    verdict = Verdict.ANSWERED if answers else Verdict.NO_SEAT
    if caller.elsewhere:
        match, seat = caller.elsewhere
        verdict = Verdict.NOT_YOURS
        facts: dict[str, str | int] = {"match": match, "seat": seat}
        told = Answer(command="", code=RefusalCode.NOT_YOURS, facts=facts, lines=_seats(ctx, caller))
        answers = (*answers, told)
    elif caller.choices and not _is_about_no_seat(ctx, letter, caller):
        verdict = Verdict.WHICH_SEAT
        answers = (*answers, Answer(command="", code=RefusalCode.WHICH_SEAT, lines=_seats(ctx, caller)))
    row.status, row.verdict = LetterStatus.DONE, verdict
    if answers and all(answer.code == AnswerCode.OPEN_ASKED for answer in answers):
        return  # the question is the answer
    acknowledge.to_player(
        session,
        ctx,
        player,
        verdict=verdict,
        answers=answers,
        key=once or f"ack:{row.id}",
        in_reply_to=row.message_id or "",
    )


def _seats(ctx: Context, caller: Caller) -> tuple[str, ...]:
    """List the seats of a player, each with the address to write to."""
    own = [
        player_seat
        for player_seat in caller.choices
        if caller.player is not None and player_seat.player.id == caller.player.id
    ]
    lines = []
    for player_seat in own:
        form = letterhead.form(ctx, player_seat.match, player_seat.assignment, None, ())
        lines += [form.subject, f"  {form.reply_to}"]
    return tuple(lines)


def _file_stranger(session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller) -> None:
    """File a stranger's letter; who is proved real is told how to take part, and of all others the GM is told."""
    row.status, row.verdict = LetterStatus.IGNORED, caller.status.value
    if row.trusted:
        name = row.origin.rpartition("/")[2].rsplit(";", 2)[0]  # the folder adds time and size
        why = reason_unplaced(session, letter)
        known = ", ".join(why.known[:_KNOWN])
        named = {"file": name, "name": why.name, "seat of": why.match, "meant": why.meant, "known": known}
        facts: dict[str, str | int] = {key: value for key, value in named.items() if value or key == "file"}
        outbox.memo(session, ctx, f"dropped-{why.code}", f"memo:dropped:{row.id}", facts=facts)
        return
    if gm_letters.explain(session, ctx, row, letter):
        return
    said, code = commands_of(letter), "unknown"
    left = visitors.hear(session, ctx, row, letter, status=caller.status, said=said)
    heard, said = left is not None, said if left is None else left
    if caller.status is SenderStatus.STRANGER:
        code = _change_waiting_list(session, ctx, letter, said)
    tells = caller.status is SenderStatus.STRANGER and not (heard and code == "unknown")
    told = tells and _is_answered(session, ctx, row, caller, code)
    answered = heard or told
    wishes = _wishes(said, done=code != "unknown")
    _pass_on(session, ctx, row, _claimed_author(letter), wishes if wishes or answered else about(letter))


def _stops_watching(session: Session, ctx: Context, letter: ReadLetter, said: Sequence[Command]) -> bool:
    """Let somebody whom nothing proves stop what a letter of ours brings that they answer; tell whether they did.

    We tell the reader whom that letter went to.
    """
    names = [command.wanted for command in said if isinstance(command, Watch) and command.ends]
    names += [""] * any(isinstance(command, Unsubscribe) for command in said)
    stopped = [each for name in names for each in watching.stop_by_answer(session, letter.thread, name)]
    for each in stopped:
        facts = {"match": session.get_one(Match, each.match).name}
        key = f"stranger:unwatched:{each.id}"
        if each.to:
            outbox.stranger(session, ctx, each.to, "unwatched", key, facts=facts)
    return bool(stopped)


def _says_nothing_else(ctx: Context, letter: ReadLetter) -> bool:
    """Tell whether a letter ends watching and holds no other line of its author's."""
    own = _written(ctx, letter)
    ends = [each for _, each in read_commands(own) if isinstance(each, Watch | Unsubscribe)]
    return len(own) == len(ends)


def _written(ctx: Context, letter: ReadLetter) -> list[TextLine]:
    """Return the lines with words that the author of a letter wrote."""
    return [line for line in replies.own_lines(ctx, letter.lines) if line.text.strip() and not line.quoted]


def _change_waiting_list(
    session: Session, ctx: Context, letter: ReadLetter, said: Sequence[tuple[int, Command]]
) -> str:
    """Put a stranger who is proved real on the waiting list, or take them off; return what is said about it."""
    code = "unknown"
    for command in (command for _, command in said if isinstance(command, Standby)):
        if command.off:
            waiting_list.take_off(session, [letter.address])
            code = "standby-off"
        elif waiting_list.add(session, ctx, letter.address, letter.sender_name, command.match):
            code = "standby"
    return code


def _is_answered(session: Session, ctx: Context, row: Letter, caller: Caller, code: str = "unknown") -> bool:
    """Answer an address that our server vouches for, once a day; False if too many others were answered."""
    key = f"stranger:{caller.address}:{ctx.now():%Y-%m-%d}"
    if letter_queries.is_written(session, key):
        return True
    if letter_queries.outbox_keys(session, "stranger:", ctx.now() - _DAY) >= _STRANGERS_PER_DAY:
        return False
    return outbox.stranger(session, ctx, caller.address, code, key, in_reply_to=row.message_id or "")


def _claimed_author(letter: ReadLetter) -> str:
    """Return who wrote, as a letter claims."""
    name = f"({letter.sender_name})" if letter.sender_name else ""
    return " ".join(filter(None, (_plain_address(letter.address), name))) or "?"


def about(letter: ReadLetter) -> str:
    """Return what a letter is about, in its own words: its subject, or its first line."""
    first = next((line.text for line in letter.lines if line.text.strip() and not line.quoted), "")
    return f"“{links.without_addresses(' '.join((letter.subject.strip() or first).split()))}”"


def _wishes(said: Sequence[tuple[int, Command]], *, done: bool = False) -> str:
    """Return what a letter wishes of the GM; ``done`` leaves out what was carried out for the waiting list."""
    kinds = (Join,) if done else (Join, Standby)
    return ", ".join(COMMANDS.format(command) for _, command in fold(said) if isinstance(command, kinds))


def _pass_on(session: Session, ctx: Context, row: Letter, who: str, what: str) -> None:
    """Let the GM know in the memo of the day what somebody writes whom nobody vouches for, or whom nobody answers."""
    if what:
        player_memos.wish(session, ctx, row.id, f"{who}: {what}")
