"""Commands that only ask to be told something: STATUS, ORDERS, RULES, HISTORY, MAP, RESEND, PREVIEW."""

import textwrap

import msgspec
from msgspec.structs import replace

from moderator.core.game import Report, Section
from moderator.kit.options import spelled
from moderator.language.reading.commands import Resend, ShowMap
from moderator.service import outbox
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.asked import Asked
from moderator.service.letter_parts import Answer, TurnPlayed
from moderator.service.matches import asking, records, reports
from moderator.service.matches.situation import Situation
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Record

_WIDTH = 56
_HEADLINES = 12
"""Rulings of which HISTORY tells what they brought, the last ones: each is read from its record anew."""


def status(asked: Asked, here: Situation) -> Answer:
    """Tell turn, deadline, who plays, and whether the seat's orders are in."""
    match = here.match
    lines = [
        f"{place.seat}: "
        + " · ".join(filter(None, (player.name if player else "", f"{place.bot} (bot)" if place.bot else "")))
        for place, player in match_queries.places_in(asked.session, match.id or 0)
    ]
    return asked.answer(
        AnswerCode.STATUS,
        *lines,
        turn=match.turn,
        status=match.status.value,
        deadline=match.deadline.isoformat() if match.deadline else "",
        asked=int(here.prompt is not None),
        filed=int(here.sheet is not None),
        wait=int(here.sheet is not None and here.sheet.wait),
        faulty=int(here.sheet is not None and here.sheet.faulty),
        back=int(here.sheet is not None and here.sheet.came_back),
    )


def show_orders(asked: Asked, here: Situation) -> Answer:
    """Show the orders on file, or what silence would mean."""
    if here.sheet is not None:
        return asked.answer(AnswerCode.ORDERS, *here.lines(here.orders), number=here.sheet.number)
    return asked.answer(AnswerCode.ORDERS_NONE, *here.lines(here.silence))


def rules(asked: Asked, here: Situation) -> Answer:
    """Tell the rules of the game, and the options in force that are not the usual ones."""
    info = here.game.info
    written = asking.plan_of(here.match.settings).whole_options
    begun = msgspec.convert(written, info.options)
    usual = msgspec.convert(info.begins, info.options)
    played = here.game.options(records.position(here.game, here.match.state))
    lines: list[str] = []
    for name, text in info.option_help.items():
        value = getattr(played, name)
        if value in (getattr(usual, name), msgspec.UNSET):
            continue
        shown = _own(here, written[name] if value == getattr(begun, name) else msgspec.to_builtins(value))
        lines += textwrap.wrap(f"{name} = {spelled(shown)}", _WIDTH, subsequent_indent="  ")
        lines += textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")
    return asked.answer(AnswerCode.RULES, *lines, title=info.title, game=info.key)


def _own(here: Situation, value: object) -> object:
    """Return the value of an option without what it holds for other seats: where they begin may be hidden.

    Once the match is over nothing is.
    """
    if not isinstance(value, dict) or here.match.status is MatchStatus.OVER:
        return value
    others = {seat.seat for seat in asking.plan_of(here.match.settings).seats} - {here.seat}
    return {key: part for key, part in value.items() if key not in others}


def history(asked: Asked, here: Situation) -> Answer:
    """List the turns so far, each with the seats that sent nothing and the line that its report began with."""
    whole = records.whole(asked.session, here.game, here.match)
    standing = {row.number for row, _ in records.in_force(whole)}
    left = sum(row.kind is RecordKind.TURN for row, _ in whole)
    turns: list[TurnPlayed] = []
    told: list[Section] = []
    news: list[records.Read] = []
    for row, body in whole:
        news.append((row, body))
        if row.kind is RecordKind.TURN:
            turns.append(replace(_played(asked, here, row, body), undone=row.number not in standing))
            if left <= _HEADLINES:
                of_turn = records.in_force(news)
                told.append(reports.headline(asked.session, here.game, here.match, of_turn, here.seat))
            left -= 1
        if row.kind in records.RULED:
            news = []
    answer = asked.answer(AnswerCode.HISTORY if turns else AnswerCode.HISTORY_NONE)
    headlines = Report(tuple(told) if any(section.facts for section in told) else ())
    return replace(answer, turns=tuple(turns), report=headlines)


def _played(asked: Asked, here: Situation, row: Record, body: records.AnyBody) -> TurnPlayed:
    """Return what all may know of a turn."""
    public = reports.asked_in_public(asked.session, here.match, row)
    silent = reports.silent(asked.session, here.match, row, body, here.seat)
    return TurnPlayed(
        turn=row.turn,
        made=row.made,
        seat=public[0] if len(public) == 1 else "",
        silent=tuple(dict.fromkeys(silent)),
    )


def show_map(asked: Asked, here: Situation, command: ShowMap) -> Answer:
    """Show the board as the seat sees it now, or send it as a poster."""
    if command.poster:
        return _poster(asked, here, blank=command.poster.endswith("BLANK"))
    return asked.answer(AnswerCode.MAP, *here.game.chart(here.view).splitlines(), turn=here.match.turn)


def _poster(asked: Asked, here: Situation, *, blank: bool) -> Answer:
    """Send a poster that is asked for, whatever the reader gets with reports."""
    poster = here.game.poster(here.view, blank=blank)
    code = RefusalCode.POSTER_NONE if poster is None else AnswerCode.POSTER_BLANK if blank else AnswerCode.POSTER
    return replace(asked.answer(code, turn=here.match.turn), poster=poster)


def resend(asked: Asked, here: Situation, command: Resend) -> Answer:
    """Send the report of a turn again (0: the last one; before the first: the welcome), as a letter of its own."""
    match, told = here.match, records.whole(asked.session, here.game, here.match)
    ruled = [
        record
        for record, _ in (told if command.turn else records.in_force(told))
        if _has_report(here, record) and command.turn in (0, record.turn)
    ]
    if not ruled and (command.turn or here.place.player is None):
        return asked.answer(RefusalCode.RESEND_NONE, turn=command.turn)
    letter = OutgoingLetter(
        kind="turn-report" if ruled else "welcome",
        key=f"resend:{asked.key}",
        place=here.place,
        record=ruled[-1].number if ruled else 0,
        in_reply_to=asked.letter.message_id or "",
    )
    outbox.enqueue(asked.session, asked.ctx, match, letter)
    return asked.answer(AnswerCode.RESEND if ruled else AnswerCode.RESEND_WELCOME, turn=ruled[-1].turn if ruled else 0)


def _has_report(here: Situation, record: Record) -> bool:
    """Tell whether a record was reported on: those of turns, and the one that ended the match, were it an amendment."""
    last = here.match.status is MatchStatus.OVER and record.number == here.match.number
    return last or record.kind in (RecordKind.TURN, RecordKind.END)


def preview(asked: Asked, here: Situation) -> Answer:
    """Tell what the seat's orders would do if nobody else moved, from what it knows; no dice are thrown."""
    if here.prompt is None:
        return asked.answer(AnswerCode.PREVIEW_NOT_ASKED)
    orders = here.orders if here.sheet else here.silence
    foreseen = here.game.preview(here.view, here.prompt, orders)
    return replace(asked.answer(AnswerCode.PREVIEW if here.sheet else AnswerCode.PREVIEW_SILENCE), report=foreseen)
