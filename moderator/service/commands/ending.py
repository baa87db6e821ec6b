"""Commands about how the match goes on: EXTEND, DRAW, CONCEDE, RESIGN. The GM decides; we count and pass on."""

from datetime import timedelta

from moderator.language.reading.commands import Extend
from moderator.service import outbox, schedule, tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.asked import Asked
from moderator.service.facts import Answer, Notice
from moderator.service.matches import letterhead
from moderator.service.matches.situation import Situation
from moderator.service.outbox import OutgoingLetter
from moderator.store import queries
from moderator.store.tables import MatchStatus, Vote

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
    seated = [
        (place, player)
        for place, player in queries.places_in(asked.session, match.id or 0)
        if player is not None and not place.bot
    ]
    votes = {vote.seat for vote in queries.votes(asked.session, match.id or 0, kind, match.asking)}
    if here.seat not in votes:
        votes.add(here.seat)
        asked.session.add(
            Vote(match=match.id or 0, asking=match.asking, seat=here.seat, kind=kind, made=asked.ctx.now())
        )
    needed = {place.seat for place, _ in seated}
    facts = {"votes": len(votes & needed), "needed": len(needed)}
    if votes >= needed:
        asked.tell_gm(f"{kind}-agreed", *_override(asked, here, f"END {kind.upper()}"), turn=match.turn)
        return asked.answer(AnswerCode(f"{kind}-agreed"), **facts)
    for place, player in seated:
        if place.seat != here.seat:
            head = letterhead.head(asked.ctx, player, match, place.seat)
            notice = Notice(head=head, code=f"vote-{kind}", facts={"seat": here.seat, **facts})
            key = f"vote:{kind}:{match.id}:{match.asking}:{here.seat}:{place.id}"
            letter = OutgoingLetter(kind="notice", key=key, place=place, payload=notice)
            outbox.enqueue(asked.session, asked.ctx, match, letter)
    return asked.answer(AnswerCode(kind), **facts)


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
