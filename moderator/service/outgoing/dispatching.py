"""Rendered letters addressed, as they are handed to a transport: by mail, or as posts of a forum."""

from msgspec.structs import replace

from moderator.ports import Dispatch, Words
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement, GmDigest, LetterFacts, Memo, Stranger
from moderator.service.outgoing import gm_digests
from moderator.service.outgoing.envelopes import Envelope


def as_post(ctx: Context, ready: Envelope, facts: LetterFacts) -> LetterFacts:
    """Return a letter as it is posted: without pictures where others than its reader might see them."""
    if isinstance(facts, Memo | GmDigest | Stranger) or ready.posting is None:
        return facts
    secret = bool(ready.posting.member) and ready.posting.forum in ctx.settings.pictureless
    told: LetterFacts = replace(facts, head=replace(facts.head, posted=True, plain=facts.head.plain or secret))
    return replace(told, earlier=ready.earlier) if isinstance(told, Acknowledgement) else told


def address_post(ctx: Context, ready: Envelope, words: Words) -> Dispatch:
    """Address a rendered post: its forum, its thread, and what makes it known again."""
    if ready.posting is None:
        raise AssertionError("a post has a forum")
    return replace(dispatch(ctx, ready, words), to=(), posting=replace(ready.posting, title=words.subject))


def dispatch(ctx: Context, ready: Envelope, words: Words) -> Dispatch:
    """Address a rendered letter: thread, return path, reply address, list."""
    row = ready.row
    host = ctx.settings.address.rpartition("@")[2]
    slug = tags.slug(ready.match)
    return Dispatch(
        key=row.key,
        words=_with_subject_mark(ready, words),
        from_name=ctx.settings.name,
        from_address=ctx.settings.address,
        sender=tags.return_path(ctx, row.bounce_id),
        to=_recipients(ctx, ready),
        reply_to=ready.reply_to,
        message_id=row.message_id,
        date=row.made,
        in_reply_to=ready.references[-1] if ready.references else "",
        references=ready.references,
        auto="auto-replied" if row.in_reply_to else "auto-generated",
        list_id=f"{slug}.{host}" if slug else "",
        list_help=ready.links.help,
        list_unsubscribe=ready.links.unsubscribe,
        feedback_id=f"{slug or 'service'}:{row.kind}:{host}",
    )


def _recipients(ctx: Context, ready: Envelope) -> tuple[str, ...]:
    """Return whom a letter is to: what is for the GM goes to all who are GMs now."""
    return ctx.settings.gms if gm_digests.is_to_gm(ready.row) and ctx.settings.gms else (ready.to,)


def _with_subject_mark(ready: Envelope, words: Words) -> Words:
    """Return a letter whose subject begins with its mark, if it has one, in place of the name of the match alone."""
    if not ready.mark:
        return words
    subject = words.subject.removeprefix(f"[{ready.match}]").strip()
    return replace(words, subject=f"{ready.mark} {subject}")
