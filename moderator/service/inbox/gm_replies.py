"""The GM's reply to a memo that holds a player's words: it goes on to that player, as a message from the GM.

The memo's reply address is signed and names the memo. A reply counts if it comes to that address from a GM's own
address, and our mail server does not doubt the sender. What is quoted stays behind, and so does the GM's address.
"""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.language.reading import copies, quote_openings
from moderator.language.reading.attributions import Grade
from moderator.language.reading.text_lines import TextLine
from moderator.mail.letter import ReadLetter
from moderator.service import outbox, tags
from moderator.service.codes import Verdict
from moderator.service.commands import press
from moderator.service.commands.messages import GM
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Memo, PressLetter
from moderator.service.letter_parts import Fact
from moderator.service.matches import letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries, people_queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Match, Outbox, Player, SeatAssignment


def pass_on(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> bool:
    """Pass a GM's reply to a memo on to the player whose words it held, and tell the GM; False for any other letter."""
    memo = _answered_memo(session, ctx, letter) if ctx.settings.is_gm(letter.address) else None
    if memo is None:
        return False
    row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    facts: dict[str, Fact] = {name: memo.facts[name] for name in ("player", "seat") if name in memo.facts}
    text = own_words(ctx, letter.lines)
    code = _refusal_code(ctx, letter, text) or _deliver(session, ctx, row, memo, text)
    if code == "reply-doubted":  # each may be of somebody else, who has the memo
        key, answered = f"memo:{code}:{ctx.now():%Y-%m-%d}", ""
    else:
        key, answered = f"memo:reply:{row.id}", row.message_id or ""
    if code == "reply-long":
        facts["limit"] = press.LONGEST
    lines = press.beginning(text) if code == "reply-passed-on" else ()
    outbox.memo(session, ctx, code, key, match=memo.match, facts=facts, lines=lines, in_reply_to=answered)
    return True


def _answered_memo(session: Session, ctx: Context, letter: ReadLetter) -> Memo | None:
    """Return the memo that a letter answers, as its reply address, or the mark in its subject, proves."""
    ids = tags.memos_claimed(ctx, letter.recipients, letter.subject)
    for row in session.exec(select(Outbox).where(col(Outbox.message_id).in_(ids))) if ids else ():
        memo = codec.unpack(row.payload, LetterFacts | None)
        if isinstance(memo, Memo) and memo.author:
            return memo
    return None


def _refusal_code(ctx: Context, letter: ReadLetter, text: str) -> str:
    """Return the code of what is said of a reply that cannot go on, empty for a good one."""
    vouched = letter.proof.covers(letter.address) or ctx.settings.trust != "strict"
    if not vouched or letter.proof.speaks_against(letter.address):
        return "reply-doubted"
    if letter.over_limit or press.is_too_long(text):
        return "reply-long"
    return "" if text else "reply-empty"


def _deliver(session: Session, ctx: Context, row: Letter, memo: Memo, text: str) -> str:
    """Put the message into the outbox: by the player's seat if it is still theirs, else to the player alone."""
    player = session.get(Player, memo.author)
    match = match_queries.match_by_slug(session, tags.slug(memo.match)) if memo.match else None
    assignment = _place(session, match, memo)
    if player is None or not (assignment or people_queries.written_to(session, memo.author)):
        return "reply-unreachable"
    message = PressLetter(
        head=letterhead.head(ctx, player, match, assignment.seat if assignment else ""),
        author=GM,
        text=text,
        public=False,
        form=letterhead.form(ctx, match, assignment, None, ()) if match and assignment else None,
        private=True,
    )
    to = {"assignment": assignment} if assignment else {"player": player.id}
    key = f"press:{row.id}:{memo.author}"
    outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, payload=message, **to))
    return "reply-passed-on"


def _place(session: Session, match: Match | None, memo: Memo) -> SeatAssignment | None:
    """Return the player's place in the match: of several the one that the memo was about."""
    held = match_queries.assignments_in(session, match.id) if match else ()
    theirs = [assignment for assignment, player in held if player is not None and player.id == memo.author]
    return next(
        (assignment for assignment in theirs if assignment.seat == memo.facts.get("seat")),
        theirs[0] if theirs else None,
    )


def own_words(ctx: Context, lines: Sequence[TextLine]) -> str:
    """Return what the author of a letter wrote: no quote, nothing that introduces one, and no signature."""
    left: Sequence[TextLine] = copies.quote_own_letter(lines, ctx.settings.name)
    kept: list[str] = []
    while left:
        first, *rest = left
        if quote_openings.is_signature(first.text) and not first.quoted:
            break
        found = quote_openings.opening([line.text for line in left[: quote_openings.AHEAD]])
        below = next((line for line in left[found.lines :] if line.text.strip()), None)
        if first.quoted:
            left = rest
        elif found.lines and below is not None and below.quoted:
            left = left[found.lines :]
        elif found.lines and found.grade is Grade.SURE:
            break
        else:
            kept.append(first.text.rstrip())
            left = rest
    return "\n".join(kept).strip()
