"""Commands that only ask to be told something, such as STATUS, HISTORY, MATCHES, MAP and PREVIEW."""

import textwrap
from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from moderator.core.game import Report
from moderator.core.pictures import Pictures
from moderator.kit.options import format_value
from moderator.language.reading.commands import Resend, ShowMap
from moderator.service import outbox, spectators, tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.letter_parts import Answer, TurnPlayed
from moderator.service.matches import letterhead, recaps, records, reports
from moderator.service.matches.seat_context import SeatContext, seat_row, turns_since_orders
from moderator.service.outbox import OutgoingLetter
from moderator.service.people import reliability
from moderator.service.recruiting import open_matches
from moderator.store import match_queries, people_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Record

_WIDTH = 56
_MATCHES = 30
"""Matches of others that MATCHES lists, at most, the newest first."""
_HEADLINES = 12
"""Steps of which HISTORY and SINCE tell what they brought, the last ones: each is read from its record anew."""


def status(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell turn, deadline, who plays and how reliable they are, and whether the seat's orders are in."""
    match = seat_context.match
    known = reliability.by_seat(command_context.session, match, seated=True)
    told = command_context.answer(
        AnswerCode.STATUS,
        turn=match.turn,
        status=match.status.value,
        deadline=match.deadline.isoformat() if match.deadline else "",
        asked=int(seat_context.prompt is not None),
        filed=int(seat_context.order_set is not None),
        wait=int(seat_context.order_set is not None and seat_context.order_set.wait),
        faulty=int(seat_context.order_set is not None and seat_context.order_set.faulty),
        back=int(seat_context.order_set is not None and seat_context.order_set.came_back),
    )
    return replace(told, players=letterhead.seat_lines(match, seat_context.held, seat_context.seat, known))


def show_orders(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Show the recorded orders, or what silence would mean."""
    if seat_context.order_set is not None:
        return command_context.answer(
            AnswerCode.ORDERS, *seat_context.lines(seat_context.orders), number=seat_context.order_set.number
        )
    return command_context.answer(AnswerCode.ORDERS_NONE, *seat_context.lines(seat_context.silence))


def rules(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell the rules of the game, and the options in force that are not the usual ones."""
    info = seat_context.game.info
    written = seat_context.match.settings.whole_options
    begun = msgspec.convert(written, info.options)
    usual = info.new_options
    played = seat_context.game.options(records.position(seat_context.game, seat_context.match.state))
    lines: list[str] = []
    for name, text in info.option_help.items():
        value = getattr(played, name)
        if value in (getattr(usual, name), msgspec.UNSET):
            continue
        shown = _own(seat_context, written[name] if value == getattr(begun, name) else msgspec.to_builtins(value))
        lines += textwrap.wrap(f"{name} = {format_value(shown)}", _WIDTH, subsequent_indent="  ")
        lines += textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")
    return command_context.answer(AnswerCode.RULES, *lines, title=info.title, game=info.key)


def _own(seat_context: SeatContext, value: object) -> object:
    """Return the value of an option without what it holds for other seats: where they begin may be hidden.

    Once the match is over nothing is.
    """
    if not isinstance(value, dict) or seat_context.match.status is MatchStatus.OVER:
        return value
    others = {seat.seat for seat in seat_context.match.settings.seats} - {seat_context.seat}
    return {key: part for key, part in value.items() if key not in others}


def history(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """List the turns so far, each with the seats that sent nothing and the line that its report began with."""
    whole = records.all_with_bodies(command_context.session, seat_context.game, seat_context.match)
    standing = {row.number for row, _ in records.in_force(whole)}
    rows = [(row, body) for row, body in whole if row.kind is RecordKind.TURN]
    code = AnswerCode.HISTORY if rows else AnswerCode.HISTORY_NONE
    turns = _turns(command_context, seat_context, whole, rows, code)
    undone = (
        replace(turn, undone=row.number not in standing) for (row, _), turn in zip(rows, turns.turns, strict=True)
    )
    return replace(turns, turns=tuple(undone))


def since(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """List in the same way the turns since the player's last orders, the one that they were for first."""
    wanted = {row.number for row in turns_since_orders(seat_context)}
    if not wanted:
        return command_context.answer(AnswerCode.SINCE_NONE)
    whole = records.all_with_bodies(command_context.session, seat_context.game, seat_context.match)
    rows = [(row, body) for row, body in whole if row.number in wanted]
    return _turns(command_context, seat_context, whole, rows, AnswerCode.SINCE)


def _turns(
    command_context: CommandContext,
    seat_context: SeatContext,
    whole: Sequence[records.RecordWithBody],
    rows: Sequence[records.RecordWithBody],
    code: AnswerCode,
) -> Answer:
    """Return an answer that lists turns, and of the last ones the lines that their reports began with."""
    turns = tuple(_public_turn(command_context, seat_context, row, body) for row, body in rows)
    last = [row.number for row, _ in rows[-_HEADLINES:]]
    session, game, match = command_context.session, seat_context.game, seat_context.match
    told = recaps.headlines(session, game, match, whole, who=seat_context.seat, wanted=last)
    sections = tuple(told[number] for number in last)
    headlines = Report(sections if any(section.facts for section in sections) else ())
    return replace(command_context.answer(code), turns=turns, report=headlines)


def _public_turn(
    command_context: CommandContext, seat_context: SeatContext, row: Record, body: records.AnyBody
) -> TurnPlayed:
    """Return what all may know of a turn."""
    public = reports.asked_in_public(command_context.session, seat_context.match, row)
    silent = reports.silent(command_context.session, seat_context.match, row, body, seat_context.seat)
    return TurnPlayed(
        turn=row.turn,
        made=row.made,
        seat=public[0] if len(public) == 1 else "",
        silent=tuple(dict.fromkeys(silent)),
    )


def show_map(command_context: CommandContext, seat_context: SeatContext, command: ShowMap) -> Answer:
    """Show the board as the seat sees it now, or send it as a poster."""
    if command.poster:
        return _poster(command_context, seat_context, blank=command.poster.endswith("BLANK"))
    return command_context.answer(
        AnswerCode.MAP, *_pictures(seat_context).chart(seat_context.view).splitlines(), turn=seat_context.match.turn
    )


def _poster(command_context: CommandContext, seat_context: SeatContext, *, blank: bool) -> Answer:
    """Send a poster that is asked for, whatever the reader gets with reports."""
    poster = _pictures(seat_context).poster(seat_context.view, blank=blank)
    code = RefusalCode.POSTER_NONE if poster is None else AnswerCode.POSTER_BLANK if blank else AnswerCode.POSTER
    return replace(command_context.answer(code, turn=seat_context.match.turn), poster=poster)


def _pictures(seat_context: SeatContext) -> Pictures[Any]:
    """Return how the board is drawn for the player of a seat, in the language of the answer."""
    ctx, match = seat_context.ctx, seat_context.match
    return letterhead.pictures(ctx, seat_context.player, match)


def desk(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell for each seat of the player the address of its page on the web, from which the desk can be opened.

    A letter has no browser that asked, so none of these opens a desk by itself.
    """
    ctx = command_context.ctx
    if not ctx.settings.web:
        return command_context.answer(AnswerCode.DESK_NONE)
    lines: list[str] = []
    for assignment, match in people_queries.assignments_shown(command_context.session, seat_context.player.id):
        record = records.newest_shown(command_context.session, match)
        path = tags.page_path(ctx, match.name, assignment.seat, assignment.key_number, record)
        lines += [f"{match.name}: {assignment.seat}", f"{ctx.settings.web}{path}"]
    return command_context.answer(AnswerCode.DESK, *lines)


def matches(command_context: CommandContext) -> Answer:
    """List the player's matches, those that people can join, and those of others that let spectators know of them."""
    session, ctx, player = command_context.session, command_context.ctx, command_context.player
    own = [] if command_context.is_visitor else people_queries.assignments_shown(session, player.id)
    seats = [seat_row(SeatContext(session, ctx, match, assignment)) for assignment, match in own]
    known = {match.id for _, match in own}
    others = (
        match
        for match in match_queries.newest_matches(session)
        if match.id not in known and match.status is not MatchStatus.OVER and spectators.are_let_in(match)
    )
    lines = tuple(letterhead.match_line(session, ctx, match) for match in islice(others, _MATCHES))
    can_join = tuple(open_matches.line(session, ctx, each) for each in open_matches.all_open(session, ctx))
    answer = command_context.answer(AnswerCode.MATCHES)
    return replace(answer, seats=tuple(row for row in seats if not row.over), matches=lines, open=can_join)


def resend(command_context: CommandContext, seat_context: SeatContext, command: Resend) -> Answer:
    """Send the report of a turn again (0: the last one; before the first: the welcome), as a letter of its own."""
    match, told = (
        seat_context.match,
        records.all_with_bodies(command_context.session, seat_context.game, seat_context.match),
    )
    resolved = [
        record
        for record, _ in (told if command.turn else records.in_force(told))
        if _has_report(seat_context, record) and command.turn in (0, record.turn)
    ]
    if not resolved and (command.turn or seat_context.assignment.player is None):
        return command_context.answer(RefusalCode.RESEND_NONE, turn=command.turn)
    letter = OutgoingLetter(
        kind="turn-report" if resolved else "welcome",
        key=f"resend:{command_context.key}",
        assignment=seat_context.assignment,
        record=resolved[-1].number if resolved else 0,
        in_reply_to=command_context.letter.message_id or "",
    )
    outbox.enqueue(command_context.session, command_context.ctx, match, letter)
    return command_context.answer(
        AnswerCode.RESEND if resolved else AnswerCode.RESEND_WELCOME, turn=resolved[-1].turn if resolved else 0
    )


def _has_report(seat_context: SeatContext, record: Record) -> bool:
    """Tell whether a record was reported on: those of turns, and the one that ended the match, were it an amendment."""
    last = seat_context.match.status is MatchStatus.OVER and record.number == seat_context.match.number
    return last or record.kind in (RecordKind.TURN, RecordKind.END)


def preview(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell what the seat's orders would do if nobody else moved, from what it knows; no dice are thrown."""
    if seat_context.prompt is None:
        return command_context.answer(AnswerCode.PREVIEW_NOT_ASKED)
    orders = seat_context.orders if seat_context.order_set else seat_context.silence
    foreseen = seat_context.game.preview(seat_context.view, seat_context.prompt, orders)
    return replace(
        command_context.answer(AnswerCode.PREVIEW if seat_context.order_set else AnswerCode.PREVIEW_SILENCE),
        report=foreseen,
    )
