"""Letters as posts: each in the thread of its reader, never twice, and never where somebody else reads."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from moderator.ports import DeliveryStatus, Dispatch, Picture, Posted, Posting, Sent
from moderator.transport.forum.folds import ROOM, place_folds
from moderator.transport.forum.parting import split_text
from moderator.transport.forum.port import Account, Forum, ForumError, Post, PostState, Refused, Thread, Upload
from moderator.transport.forum.refs import is_by, ref_of

_REF_ROOM = 100
"""Characters that are kept free for the last line of a post."""

_QUIET = 5.0
"""Seconds from our beginning on in which a forum may still be at work on what somebody asked who died before us."""


class ForumOutbound:
    """An ``Outbound`` that posts; the posts of one forum go one after the other."""

    def __init__(self, forums: Mapping[str, Forum], quiet: float = _QUIET) -> None:
        """Take the forums by their names in the operator's file; nothing is looked for before they are ``quiet``."""
        self._forums, self._quiet = forums, time.monotonic() + quiet
        self._turns = {name: asyncio.Lock() for name in forums}

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Post letters, and return what came of them in their order."""
        return [await self._send(dispatch) for dispatch in dispatches]

    async def close(self) -> None:
        """Do nothing: the forums belong to whoever reads them, too."""

    async def _send(self, dispatch: Dispatch) -> Sent:
        posting = dispatch.posting
        if posting is None or posting.forum not in self._forums:
            return Sent(DeliveryStatus.LATER, f"no forum {posting.forum if posting else ''} in the file")
        async with self._turns[posting.forum]:
            forum = self._forums[posting.forum]
            await asyncio.sleep(self._quiet - time.monotonic() if posting.again else 0)
            sent = await asyncio.to_thread(_put, forum, dispatch, posting)
            await asyncio.sleep(forum.limits.gap if sent.status is DeliveryStatus.SENT else 0)
            return sent


def _put(forum: Forum, dispatch: Dispatch, posting: Posting) -> Sent:
    """Post one letter, in as many posts as it needs; those that are there already stay as they are.

    Where it stands is told even of a letter that stands there in part: nobody is to open its thread again.
    """
    last: Post | None = None
    member: Account | None = None
    try:
        member = _member(forum, posting)
        posting = replace(
            posting, account=member.id if member else "", thread=posting.thread or _opened_thread(forum, posting)
        )
        thread = forum.thread(posting.thread) if posting.thread else None
        if thread is not None and (readers := _readers(forum, thread, posting)):
            return Sent(DeliveryStatus.LATER, "somebody else reads the thread", readers=readers)
        if thread is not None and _has_left(thread, posting):
            stands = Posted(posting.forum, thread.id, posting.account)
            return Sent(DeliveryStatus.LATER, "its player has left the thread", stands, alone=True)
        for post in _posts(forum, dispatch, posting, member):
            last = post
        status, said = (
            (DeliveryStatus.SENT, f"post {last.id}") if last else (DeliveryStatus.REFUSED, "a letter without words")
        )
    except Refused as error:
        status, said = DeliveryStatus.REFUSED, str(error)
    except ForumError as error:
        status, said = DeliveryStatus.LATER, str(error)
    return Sent(status, said, Posted(posting.forum, last.thread, posting.account) if last else None)


def _opened_thread(forum: Forum, posting: Posting) -> str:
    """Return the thread that a letter may have opened before; empty for none."""
    first = forum.find(posting.ref) if posting.again else None
    return first.thread if first else ""


def _readers(forum: Forum, thread: Thread, posting: Posting) -> tuple[str, ...]:
    """Return who else reads a private thread than its player and we."""
    if not thread.private:
        return ()
    allowed = {forum.me().id, posting.account}
    return tuple(member.name for member in thread.members if member.id not in allowed)


def _has_left(thread: Thread, posting: Posting) -> bool:
    """Tell whether the player of a thread reads it no more: what is posted there would reach nobody."""
    return thread.private and posting.account not in {member.id for member in thread.members}


def _existing_posts(forum: Forum, posting: Posting) -> dict[str, Post]:
    """Return the posts of a letter that may have been posted before, by their refs."""
    if not posting.again or not posting.thread:
        return {}
    me = forum.me()
    own = {ref_of(post.text): post for post in forum.read(posting.thread) if is_by(post, me)}
    return {ref: post for ref, post in own.items() if ref == posting.ref or ref.startswith(f"{posting.ref}.")}


def _edit_post(forum: Forum, dispatch: Dispatch, posting: Posting) -> Post | None:
    """Write a letter into the post of an earlier one; None where that is gone, or may not be changed any more."""
    (text,) = place_folds([dispatch.words.text], *forum.limits.fold)
    stands = forum.find(posting.into, posting.thread) if posting.into and posting.thread else None
    if stands is None or stands.state is not PostState.SHOWN or len(text) > _room(forum):
        return None
    try:
        return forum.edit(stands, text)
    except Refused:
        return None


def _room(forum: Forum) -> int:
    """Return how long a text may be beside its ref and the words of a fold."""
    return forum.limits.longest_post - _REF_ROOM - ROOM


def _posts(forum: Forum, dispatch: Dispatch, posting: Posting, member: Account | None) -> Iterator[Post]:
    """Write a letter into an earlier post, or what is not there yet of its parts, and yield each as it stands."""
    words, thread, there = dispatch.words, posting.thread, _existing_posts(forum, posting)
    if not there and (anew := _edit_post(forum, dispatch, posting)) is not None:
        yield anew
        return
    for number, part in enumerate(place_folds(split_text(words.text, _room(forum)), *forum.limits.fold)):
        ref = posting.ref if number == 0 else f"{posting.ref}.{number + 1}"
        post = there.get(ref)
        if post is None:
            text, pictures = _with_pictures(part, words.pictures, forum.limits.largest_picture)
            if thread:
                post = forum.reply(thread, text, ref, pictures)
            else:
                title = posting.title[: forum.limits.longest_title]
                post = forum.start([member] if member else [], title, text, ref, pictures)
        thread = post.thread
        yield post


def _with_pictures(text: str, pictures: Sequence[Picture], largest: int) -> tuple[str, list[Upload]]:
    """Return a part with its pictures, numbered anew; one that is too large for the forum is left out."""
    uploads: list[Upload] = []
    for number, picture in enumerate(pictures):
        mark = f"{{{{picture:{number}}}}}"
        if mark not in text:
            continue
        if len(picture.png) > largest:
            text = text.replace(mark, "")
            continue
        text = text.replace(mark, f"{{{{picture:{len(uploads)}}}}}")
        uploads.append(Upload(f"{picture.cid.partition('.')[0]}.png", picture.png, picture.alt))
    return text, uploads


def _member(forum: Forum, posting: Posting) -> Account | None:
    """Return the account that a post is for, None for everybody."""
    if not posting.member:
        return None
    return Account(posting.account, posting.member) if posting.account else forum.account(posting.member)
