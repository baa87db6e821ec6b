"""Discourse, by its HTTP API with an admin's key for the moderator's account.

The account must be a moderator of the forum and must not be an administrator: staff is exempt from the limits of
members and from approval, and an administrator would be shown the private messages of everybody. A private thread is a
personal message. Sources: the API's description of August 2026 and posts_controller.rb, latest_posts_query.rb,
topic_view.rb and post_locker.rb of Discourse.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import httpx

from moderator.transport.forum.http import Budget, Conflict, Invalid, Missing, Site
from moderator.transport.forum.pictures import marked, pictures_in, placed
from moderator.transport.forum.port import (
    Account,
    Act,
    Limits,
    Post,
    PostState,
    Refused,
    Thread,
    TryLater,
    Upload,
)
from moderator.transport.forum.refs import ref_of, with_ref
from moderator.transport.forum.seen import Seen, oldest_first

LIMITS = Limits(
    longest_post=32_000,
    shortest_post=20,
    longest_title=255,
    shortest_title=15,
    largest_picture=4096 * 1024,
)
"""The limits of a fresh Discourse. It protects pictures in personal messages only with secure uploads on S3."""

_LISTS = {"public": "/posts.json", "private": "/private-posts.json"}
_PAGE = 50
_OVERLAP = 200
_MOST_PAGES = 10
_CHUNK = 20
_ORDINARY = 1
_QUEUED = "queued-"
_Json = dict[str, Any]


class Discourse:
    """A ``Forum`` on a Discourse.

    A look at the forum costs four calls, one for each twenty posts of ``again`` threads that are read whole, and more
    only where there is more news. New posts come at the next look; an edit of one of the last ``200`` posts, too; an
    edit of an older one when its thread's turn comes. ``read`` shows every edit at once.

    An answer that a post waits for approval gives a post in the state QUEUED. It gets another id when it is approved.
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
        """Prepare to speak to a forum; the sixty calls a minute are for all admin keys of a Discourse together."""
        self.limits = limits
        self._user = user
        self._category = category
        self._again = again
        headers = {"Api-Key": key, "Api-Username": user}
        self._site = Site(url, headers, secrets=[key], budget=Budget(calls_a_minute), transport=transport)
        self._me: Account | None = None

    def me(self) -> Account:
        """Return the moderator's own account."""
        if self._me is None:
            self._me = _account(self._site.get(f"/u/{self._user}.json")["user"])
        return self._me

    def changes(self, cursor: str) -> tuple[list[Post], str]:
        """Return posts of others that are new or changed, oldest first, and the next cursor."""
        me, seen = self.me(), Seen.at(cursor)
        found = seen.news(self._queue(), me)
        complete = [self._latest(name, seen, found) for name in _LISTS]
        if not all(complete):
            seen.meet(self._all_threads())
        for thread in seen.turn(self._again):
            try:
                found += seen.news(self.read(thread), me)
            except TryLater:
                break
            except Refused:
                seen.forget(thread)
        return oldest_first(found), seen.cursor()

    def thread(self, thread: str) -> Thread:
        """Return a thread with its members; a group that may read it is a member of its own."""
        topic = self._topic(thread)
        details = topic.get("details", {})
        groups = [Account(f"group-{group['id']}", group["name"]) for group in details.get("allowed_groups", [])]
        private = _is_private(topic)
        return Thread(
            id=thread,
            title=topic["title"],
            private=private,
            locked=bool(topic.get("closed")),
            members=(*map(_account, details.get("allowed_users", [])), *groups) if private else (),
        )

    def read(self, thread: str) -> list[Post]:
        """Return every post of a thread; deleted ones are hidden ones."""
        topic = self._topic(thread, include_raw="true", show_deleted="true")
        stream = topic["post_stream"]
        posts = {post["id"]: post for post in stream["posts"]}
        missing = [each for each in stream["stream"] if each not in posts]
        for start in range(0, len(missing), _CHUNK):
            query = {"post_ids[]": missing[start : start + _CHUNK], "include_raw": "true"}
            more = self._site.get(f"/t/{thread}/posts.json", **query)
            posts |= {post["id"]: post for post in more["post_stream"]["posts"]}
        private = _is_private(topic)
        return [_post(posts[each], private=private) for each in stream["stream"] if _is_ordinary(posts.get(each))]

    def start(self, to: Sequence[Account], title: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Open a topic in the category, or a personal message with these accounts, whatever they are called now."""
        where: _Json = {"category": self._category}
        if to:
            where = {"archetype": "private_message", "target_recipients": ",".join(self._names(to))}
        return self._publish({**where, "title": title, "external_id": _external(ref)}, text, ref, pictures)

    def reply(self, thread: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Write a post in a thread."""
        return self._publish({"topic_id": int(thread)}, text, ref, pictures)

    def find(self, ref: str, thread: str = "") -> Post | None:
        """Return our own post that bears a ref in its last line.

        Without a thread, one that begins a thread is always found, and a reply among the last 500 public and the last
        500 private posts.
        """
        for post in self._candidates(ref, thread):
            if post.author is not None and post.author.id == self.me().id and ref_of(post.text) == ref:
                return post
        return None

    def edit(self, post: Post, text: str) -> Post:
        """Write a post of ours anew; refused if somebody else has changed it since ``post`` was read."""
        if post.state is PostState.QUEUED:
            raise Refused("a post that waits for approval cannot be edited")
        new = with_ref(placed(text, pictures_in(post.text)), ref_of(post.text))
        try:
            answer = self._site.write(
                "PUT", f"/posts/{post.id}.json", json={"post": {"raw": new, "original_text": post.text}}
            )
        except Conflict:
            stands = self._one(post.id, private=post.private)
            if stands.text == new:  # the first of two requests had come through
                return stands
            raise
        return _post({"raw": new, **answer["post"]}, private=post.private)

    def moderate(self, target: Thread | Post, act: Act) -> None:
        """Lock or unlock a thread, or hide (delete, so that staff can bring it back), approve or freeze a post."""
        match target, act:
            case Thread(), Act.LOCK | Act.UNLOCK:
                enabled = "true" if act is Act.LOCK else "false"
                self._site.write("PUT", f"/t/{target.id}/status.json", json={"status": "closed", "enabled": enabled})
            case Post(), Act.HIDE:
                if self._one(target.id, private=target.private).state is not PostState.HIDDEN:
                    self._site.write("DELETE", f"/posts/{target.id}.json")
            case Post(), Act.FREEZE:
                self._site.write("PUT", f"/posts/{target.id}/locked.json", json={"locked": "true"})
            case Post(), Act.APPROVE:
                self._approve(target)
            case _:
                raise Refused(f"a {type(target).__name__.lower()} cannot be told to {act}")

    def close(self) -> None:
        """Give back connections."""
        self._site.close()

    def _topic(self, thread: str, **query: str) -> _Json:
        topic: _Json = self._site.get(f"/t/{int(thread)}.json", **query)
        return topic

    def _one(self, post: str, *, private: bool) -> Post:
        return _post(self._site.get(f"/posts/{int(post)}.json"), private=private)

    def _publish(self, what: _Json, text: str, ref: str, pictures: Sequence[Upload]) -> Post:
        """Post once: within 120 seconds Discourse answers a repeated request with the first one's answer.

        Later it may refuse it as a double, and then the first one stands.
        """
        raw = with_ref(placed(text, [self._upload(picture) for picture in pictures]), ref)
        private = "archetype" in what or ("topic_id" in what and _is_private(self._topic(str(what["topic_id"]))))
        try:
            answer = self._site.write("POST", "/posts.json", json={**what, "raw": raw})
        except Invalid:
            if stands := self.find(ref, str(what.get("topic_id", ""))):
                return stands
            raise
        if answer.get("action") != "enqueued":
            return _post({**answer, "raw": raw}, private=private)
        if waiting := answer.get("pending_post"):
            author = {"target_created_by_id": self.me().id, "topic_id": what.get("topic_id"), "payload": {"raw": raw}}
            return _waiting({**waiting, **author}, {int(self.me().id): self.me()}, private=private)
        raise Refused("the post waits for the approval of the forum's staff")

    def _upload(self, picture: Upload) -> str:
        answer = self._site.write(
            "POST",
            "/uploads.json",
            data={"type": "composer", "upload_type": "composer", "synchronous": "true"},
            files={"file": (picture.name, picture.png, "image/png")},
        )
        size = f"|{answer['width']}x{answer['height']}" if answer.get("width") and answer.get("height") else ""
        return marked(picture.alt or picture.name, answer["short_url"], size)

    def _names(self, accounts: Sequence[Account]) -> list[str]:
        """Return what accounts are called now: a name that was given up may be somebody else's."""
        query = ",".join(account.id for account in accounts)
        users = self._site.get("/user-cards.json", user_ids=query)["users"]
        names = {str(user["id"]): user["username"] for user in users}
        if gone := [account.id for account in accounts if account.id not in names]:
            raise Refused(f"no such account: {', '.join(gone)}")
        return [names[account.id] for account in accounts]

    def _candidates(self, ref: str, thread: str) -> Iterator[Post]:
        if thread:
            yield from reversed(self.read(thread))
        else:
            if started := self._started(ref):
                yield from self.read(started)[:1]
            for name in reversed(_LISTS):
                for _, page in zip(range(_MOST_PAGES), self._pages(name), strict=False):
                    yield from (_post(post, private=name == "private") for post in page if _is_ordinary(post))
        yield from self._queue()

    def _started(self, ref: str) -> str:
        """Return the topic that was opened under a ref; Discourse answers with the way to it."""
        try:
            answer = self._site.send("GET", f"/t/external_id/{_external(ref)}.json")
        except Missing:
            return ""
        if answer.is_redirect:
            return next((part for part in answer.headers["Location"].removesuffix(".json").split("/") if part.isdigit()), "")
        return str(answer.json()["id"])

    def _pages(self, name: str) -> Iterator[list[_Json]]:
        query: dict[str, int] = {}
        while True:
            page: list[_Json] = next(iter(self._site.get(_LISTS[name], **query).values()), [])
            yield page
            if len(page) < _PAGE:
                return
            query = {"before": min(post["id"] for post in page)}

    def _latest(self, name: str, seen: Seen, found: list[Post]) -> bool:
        """Find the news of one list; return False if more has happened than it shows in a few pages."""
        private = name == "private"
        last = int(seen.marks.get(name, -1))
        newest, reached = last, False
        for _, page in zip(range(_MOST_PAGES if last >= 0 else 1), self._pages(name), strict=False):
            ours = [
                _post(post, private=private)
                for post in page
                if _is_ordinary(post)
                and (private or post.get("category_id") == self._category or str(post["topic_id"]) in seen.threads)
            ]
            found += seen.news(ours, self.me())
            newest = max([newest, *(post["id"] for post in page)])
            reached = last >= 0 and (len(page) < _PAGE or min(post["id"] for post in page) <= last - _OVERLAP)
            if reached:
                break
        seen.marks[name] = str(max(newest, 0))
        return reached

    def _all_threads(self) -> Iterator[str]:
        """Yield the topics of the category and our personal messages."""
        name = self.me().name
        mine = [f"/topics/private-messages{box}/{name}.json" for box in ("", "-sent")]
        for path in (f"/c/{self._category}/l/latest.json", *mine):
            page = 0
            while True:
                topics = self._site.get(path, page=page)["topic_list"]
                yield from (str(topic["id"]) for topic in topics["topics"])
                if not topics.get("more_topics_url"):
                    break
                page += 1

    def _queue(self) -> list[Post]:
        """Return the posts that wait for approval in our category or in a personal message."""
        query = {"type": "ReviewableQueuedPost", "status": "pending"}
        answer = self._site.get("/review.json", **query)
        users = {user["id"]: _account(user) for user in answer.get("users", [])}
        return [
            _waiting(each, users, private=_is_private(each["payload"]))
            for each in answer["reviewables"]
            if each.get("category_id") in {None, self._category}
        ]

    def _approve(self, post: Post) -> None:
        number = post.id.removeprefix(_QUEUED)
        waiting = self._site.get(f"/review/{int(number)}.json")["reviewable"]
        if waiting["status"] == 0:
            version = {"version": waiting["version"]}
            self._site.write("PUT", f"/review/{number}/perform/approve_post.json", params=version)


def _account(user: _Json) -> Account:
    return Account(str(user["id"]), user["username"])


def _external(ref: str) -> str:
    """Return a ref as a topic's external id: at most 50 of a few characters."""
    return hashlib.sha256(ref.encode()).hexdigest()[:40]


def _is_private(topic: _Json) -> bool:
    return topic.get("archetype") == "private_message"


def _is_ordinary(post: _Json | None) -> bool:
    """Return whether it is a post of somebody, and no notice such as "closed this topic"."""
    return post is not None and post.get("post_type", _ORDINARY) == _ORDINARY


def _post(post: _Json, *, private: bool) -> Post:
    """Return a post. Its last update counts as an edit: one within the first minutes leaves no version behind."""
    created, changed = (datetime.fromisoformat(post[when]) for when in ("created_at", "updated_at"))
    hidden = post.get("hidden") or post.get("deleted_at") or post.get("user_deleted")
    state = PostState.HIDDEN if hidden else PostState.SHOWN
    return Post(
        id=str(post["id"]),
        thread=str(post["topic_id"]),
        private=private,
        author=Account(str(post["user_id"]), post["username"]) if post.get("user_id") else None,
        text=post["raw"].replace("\r\n", "\n"),
        revision=f"{post['version']}/{post['updated_at']}/{state}",
        created=created,
        changed=max(created, changed),
        state=state,
    )


def _waiting(item: _Json, users: dict[int, Account], *, private: bool) -> Post:
    """Return a post that waits for approval; one that would begin a thread has no thread yet."""
    created = datetime.fromisoformat(item["created_at"])
    author = item.get("target_created_by_id") or item.get("created_by_id")
    return Post(
        id=f"{_QUEUED}{item['id']}",
        thread=str(item.get("topic_id") or ""),
        private=private,
        author=users.get(int(author)) if author else None,
        text=item["payload"]["raw"].replace("\r\n", "\n"),
        revision=f"{item.get('version', 0)}/{PostState.QUEUED}",
        created=created,
        changed=created,
        state=PostState.QUEUED,
    )
