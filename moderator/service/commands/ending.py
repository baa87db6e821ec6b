"""Commands about how the match goes on: EXTEND, DRAW, CONCEDE, RESIGN. The GM decides; we count and pass on."""

from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import delete
from sqlmodel import col

from moderator.core.seats import Seat
from moderator.language.reading.commands import Extend
from moderator.service import outbox, schedule, tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.asked import Asked
from moderator.service.facts import Notice
from moderator.service.letter_parts import Answer, Fact
from moderator.service.matches import letterhead
from moderator.service.matches.situation import Situation
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Vote

ROLLBACK, NOBODY = "rollback", ""
"""The kind of vote by which people agree to a rollback, and whose row stands for the GM's question."""

_LONGEST = timedelta(days=60)
"""More time than this at once is taken for a slip."""


def extend(asked: Asked, here: Situation, command: Extend) -> Answer:
    """Hand the wish for more time to the GM, with the override that would grant it."""
    if here.match.status is MatchStatus.OVER:
        return asked.answer(RefusalCode.MATCH_OVER)
    try:
        wanted = schedule.duration(_compact(command.duration))
    except schedule.ScheduleError:
        return asked.answer(RefusalCode.EXTEND_UNCLEAR, "EXTEND 24h")
    if not timedelta(0) < wanted <= _LONGEST:
        return asked.answer(RefusalCode.EXTEND_UNCLEAR, "EXTEND 24h")
    asked.tell_gm("extend", *_override(asked, here, f"EXTEND {_compact(command.duration)}"), duration=command.duration)
    return asked.answer(AnswerCode.EXTEND, duration=command.duration, hours=int(wanted.total_seconds() // 3600))


def _compact(text: str) -> str:
    """Return ``"2 days"`` as ``"2d"``."""
    words = text.lower().split()
    joined = "".join(words)
    number = joined.rstrip("abcdefghijklmnopqrstuvwxyz")
    return number + joined[len(number) : len(number) + 1]


def vote(asked: Asked, here: Situation, kind: str) -> Answer:
    """Count a vote to end the match for this turn; once every person has said so, the GM is told."""
    match = here.match
    if match.status is MatchStatus.OVER:
        return asked.answer(RefusalCode.MATCH_OVER)
    votes, needed = _cast(asked, here, kind), _people(asked, here)
    facts: dict[str, Fact] = {"votes": len(votes & needed), "needed": len(needed)}
    if votes >= needed:
        asked.tell_gm(f"{kind}-agreed", *_override(asked, here, f"END {kind.upper()}"), turn=match.turn)
        return asked.answer(AnswerCode(f"{kind}-agreed"), **facts)
    _tell_others(asked, here, f"vote:{kind}:{match.id}:{match.asking}:{here.seat}", f"vote-{kind}", facts)
    return asked.answer(AnswerCode(kind), **facts)


def answer_rollback(asked: Asked, here: Situation, *, agrees: bool) -> Answer:
    """Count who agrees that the match goes back; one who does not ends the question, and all are told."""
    match, session = here.match, asked.session
    if NOBODY not in {vote.seat for vote in match_queries.votes(session, match.id or 0, ROLLBACK, match.asking)}:
        return asked.answer(RefusalCode.ROLLBACK_NOT_ASKED)
    if agrees:
        votes, needed = _cast(asked, here, ROLLBACK), _people(asked, here)
        return asked.answer(AnswerCode.ROLLBACK_AGREED, votes=len(votes & needed), needed=len(needed))
    session.execute(delete(Vote).where(col(Vote.match) == match.id, col(Vote.kind) == ROLLBACK))
    _tell_others(asked, here, f"rollback-refused:{asked.key}", "rollback-refused", {})
    asked.tell_gm("rollback-refused", turn=match.turn)
    return asked.answer(AnswerCode.ROLLBACK_REFUSED)


def _people(asked: Asked, here: Situation) -> set[Seat]:
    """Return the seats that people play; a bot that stands in for one has no vote."""
    seated = match_queries.places_in(asked.session, here.match.id or 0)
    return {place.seat for place, player in seated if player is not None and not place.bot}


def _cast(asked: Asked, here: Situation, kind: str) -> set[Seat]:
    """Count the seat's vote, once, and return all that were cast for what is asked now."""
    match = here.match
    votes = {vote.seat for vote in match_queries.votes(asked.session, match.id or 0, kind, match.asking)}
    if here.seat not in votes:
        made = asked.ctx.now()
        asked.session.add(Vote(match=match.id or 0, asking=match.asking, seat=here.seat, kind=kind, made=made))
    return votes | {here.seat}


def _tell_others(asked: Asked, here: Situation, key: str, code: str, facts: Mapping[str, Fact]) -> None:
    """Tell everybody else what a seat has said."""
    for place, player in match_queries.places_in(asked.session, here.match.id or 0):
        if player is not None and place.seat != here.seat:
            head = letterhead.head(asked.ctx, player, here.match, place.seat)
            notice = Notice(head=head, code=code, facts={"seat": here.seat, **facts})
            letter = OutgoingLetter(kind="notice", key=f"{key}:{place.id}", place=place, payload=notice)
            outbox.enqueue(asked.session, asked.ctx, here.match, letter)


def resign(asked: Asked, here: Situation) -> Answer:
    """Hand a resignation to the GM, with the override that fills the seat; until then defaults play it."""
    if here.match.status is MatchStatus.OVER:
        return asked.answer(RefusalCode.MATCH_OVER)
    bots = [name for name in here.game.bots if name != "random"] or ["random"]
    asked.tell_gm("resign", *_override(asked, here, f"REPLACE {here.seat} WITH BOT {bots[0]}"), turn=here.match.turn)
    return asked.answer(AnswerCode.RESIGN, seat=here.seat)


def _override(asked: Asked, here: Situation, line: str) -> tuple[str, ...]:
    """Return the lines of ``config.toml`` that would do what was asked for."""
    verb = line.partition(" ")[0]
    name = tags.slug(f"{verb} {here.match.name} {here.seat} {asked.key}")
    return ("[[override]]", f'id = "{name}"', f'match = "{here.match.name}"', f'do = "{line}"')
