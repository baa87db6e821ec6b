"""Discourse, by its HTTP API with an admin's key for the moderator's account.

The account must be a moderator of the forum and must not be an administrator: staff is exempt from the limits of
members and from approval, and an administrator is shown the personal messages of everybody. A private thread is a
personal message. Sources: the API's description of August 2026, and posts_controller.rb, latest_posts_query.rb,
topic_view.rb and post_locker.rb of Discourse.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from moderator.transport.forum import rights
from moderator.transport.forum.discourse_reading import Reading, external_id_of
from moderator.transport.forum.discourse_words import PRIVATE, Cards, One, Picture, Published, Said
from moderator.transport.forum.http import Budget, Conflict, Invalid, Site
from moderator.transport.forum.pictures import picture_mark, pictures_in, place_pictures
from moderator.transport.forum.port import (
    Account,
    Act,
    Limits,
    Post,
    PostState,
    Refused,
    Thread,
    Unsure,
    Upload,
    queued_post,
)
from moderator.transport.forum.refs import find_post_with_ref, ref_of, with_ref
from moderator.transport.forum.seen import ReadingState

LIMITS = Limits(
    longest_post=32_000,
    shortest_post=20,
    longest_title=255,
    shortest_title=15,
    largest_picture=4096 * 1024,
    fold=('[details="{title}"]', "[/details]"),
)
"""The limits of a fresh Discourse. It protects pictures in personal messages only with secure uploads on S3."""


class Discourse:
    """A ``Forum`` on a Discourse.

    A look costs about six calls, and one for each twenty posts of the ``again`` threads that are read whole. A new post
    comes at the next look, and so does an edit of one of the last hundred posts; an edit of an older post comes when
    its thread has its turn. ``read`` shows all edits at once.

    The answer that a post waits for approval gives a post in the state QUEUED. Its id is another one once it is
    approved; ``find`` knows it before and after.
    """

    def __init__(
        self,
        url: str,
        key: str,
        user: str,
        category: int,
        *,
        limits: Limits = LIMITS,
        calls_a_minute: int = 60,
        again: int = 3,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Prepare to speak to a forum; its sixty calls a minute are for all its admin keys together."""
        headers = {"Api-Key": key, "Api-Username": user}
        self.limits = limits
        self._user, self._category = user, category
        self._again = again
        self._site = Site(url, headers, secrets=[key], budget=Budget(calls_a_minute), transport=transport)
        self._reading = Reading(self._site, user, category)

    def me(self) -> Account:
        """Return the moderator's own account."""
        return self._reading.me()

    def warnings(self) -> list[str]:
        """Return what our account lacks."""
        found = rights.on_discourse(self._site, self._user, self._category, self.limits)
        return found + rights.waiting(self._reading.queue(), self.me())

    def account(self, name: str) -> Account:
        """Return the account of a name."""
        return self._reading.account(name)

    def changes(self, cursor: str, threads: Sequence[str] = ()) -> tuple[list[Post], str]:
        """Return posts of others that are new or changed, oldest first, and the next cursor."""
        me, seen = self.me(), ReadingState.from_cursor(cursor)
        found, whole = self._reading.news(seen)
        found += seen.news(self._reading.queue(seen.threads), me)
        seen.add_unread(threads)
        if not whole:
            seen.add_unread(self._reading.topics())
        return seen.look(found, self._again, self.read, me)

    def thread(self, thread: str) -> Thread:
        """Return a thread with its members; a group that may read it counts as one of them."""
        return self._reading.topic(thread).thread()

    def read(self, thread: str) -> list[Post]:
        """Return every post of a thread; those that were deleted are hidden ones."""
        return self._reading.posts(thread)

    def start(self, to: Sequence[Account], title: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Open a topic in the category, or a personal message with these accounts, whatever they are called now."""
        where: dict[str, Any] = {"category": self._category}
        if to:
            where = {"archetype": PRIVATE, "target_recipients": ",".join(self._names(to))}
        what = {**where, "title": title, "external_id": external_id_of(ref)}
        return self._publish(what, text, ref, pictures, private=bool(to))

    def reply(self, thread: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Write a post in a thread."""
        return self._publish(
            {"topic_id": thread}, text, ref, pictures, thread=thread, private=self._reading.is_private(thread)
        )

    def find(self, ref: str, thread: str = "") -> Post | None:
        """Return our own post that bears a ref in its last line.

        Without a thread it finds whatever began a thread, and replies among the latest posts only.
        """
        return find_post_with_ref(ref, self._candidates(ref, thread), self.me())

    def edit(self, post: Post, text: str) -> Post:
        """Write a post of ours anew; refused if somebody else has changed it since ``post`` was read."""
        if post.state is PostState.QUEUED:
            raise Refused("a post that waits for approval cannot be edited")
        new = with_ref(place_pictures(text, pictures_in(post.text)), ref_of(post.text))
        change = {"post": {"raw": new, "original_text": post.text}}
        try:
            answer = self._site.write("PUT", f"/posts/{post.id}.json", One, json=change)
        except Conflict:
            stands = self._reading.post(post)
            if stands.text == new:  # this is the second time that we ask
                return stands
            raise
        return answer.post.post(private=post.private)

    def moderate(self, target: Thread | Post, act: Act) -> None:
        """Lock or unlock a thread, or hide (delete, and staff can bring it back), approve or freeze a post."""
        match target, act:
            case Thread(), Act.LOCK | Act.UNLOCK:
                status = {"status": "closed", "enabled": "true" if act is Act.LOCK else "false"}
                self._site.act("PUT", f"/t/{target.id}/status.json", json=status)
            case Post(), Act.HIDE:
                if self._reading.post(target).state is not PostState.HIDDEN:
                    self._site.act("DELETE", f"/posts/{target.id}.json")
            case Post(), Act.FREEZE:
                self._site.act("PUT", f"/posts/{target.id}/locked.json", json={"locked": "true"})
            case Post(), Act.APPROVE:
                self._approve(target)
            case _:
                raise Refused(f"Discourse cannot {act} a {type(target).__name__.lower()}")

    def close(self) -> None:
        """Give back connections."""
        self._site.close()

    def _publish(
        self,
        what: dict[str, Any],
        text: str,
        ref: str,
        pictures: Sequence[Upload],
        *,
        thread: str = "",
        private: bool,
    ) -> Post:
        """Post once.

        Within 120 seconds Discourse answers a repeated request with the answer to the first one. After that it may
        refuse it as a double, of the text or of the external id, and then the first one stands.
        """
        raw = with_ref(place_pictures(text, [self._upload(picture) for picture in pictures]), ref)
        try:
            answer = self._site.send("POST", "/posts.json", json={**what, "raw": raw})
        except Invalid:
            if stands := find_post_with_ref(ref, self._posts_under_ref(ref, thread), self.me()):
                return stands
            raise
        published = self._site.understood(answer, Published, Unsure)
        if published.pending_post:
            pending = published.pending_post
            return queued_post(pending.id, thread, self.me(), raw, pending.created_at, private=private)
        if published.action == "enqueued":
            raise Refused("the post waits for the approval of the forum's staff")
        said = self._site.understood(answer, Said, Unsure)
        said.raw = raw
        return said.post(private=private)

    def _upload(self, picture: Upload) -> str:
        answer = self._site.write(
            "POST",
            "/uploads.json",
            Picture,
            data={"type": "composer", "upload_type": "composer", "synchronous": "true"},
            files={"file": (picture.name, picture.png, "image/png")},
        )
        size = f"|{answer.width}x{answer.height}" if answer.width and answer.height else ""
        return picture_mark(picture.alt or picture.name, answer.short_url, size)

    def _names(self, accounts: Sequence[Account]) -> list[str]:
        """Return what accounts are called now: a name that was given up may be somebody else's."""
        wanted = ",".join(account.id for account in accounts)
        names = {
            str(user.id): user.username for user in self._site.get("/user-cards.json", Cards, user_ids=wanted).users
        }
        if gone := [account.id for account in accounts if account.id not in names]:
            raise Refused(f"no such account: {', '.join(gone)}")
        return [names[account.id] for account in accounts]

    def _candidates(self, ref: str, thread: str) -> Iterator[Post]:
        yield from self._posts_under_ref(ref, thread)
        if not thread:
            yield from self._reading.latest()
        yield from self._reading.queue()

    def _posts_under_ref(self, ref: str, thread: str) -> Iterator[Post]:
        """Yield the posts of a thread, or of the one that was opened under a ref, the newest first."""
        if where := thread or self._reading.topic_with_ref(ref):
            yield from reversed(self.read(where))

    def _approve(self, post: Post) -> None:
        item = self._reading.waiting(post)
        if item.status == 0:
            self._site.act("PUT", f"/review/{item.id}/perform/approve_post.json", params={"version": item.version})
