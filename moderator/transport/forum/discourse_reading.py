"""How a Discourse is read: its topics, its lists of latest posts, and the queue of posts that wait for approval."""

import hashlib
from collections.abc import Container, Iterator
from itertools import islice
from urllib.parse import quote

from moderator.transport.forum.discourse_words import (
    Card,
    Chunk,
    Latest,
    LatestPrivate,
    Queue,
    Review,
    Reviewable,
    Said,
    Topic,
    TopicList,
    topic_in,
)
from moderator.transport.forum.http import Missing, Moved, Site
from moderator.transport.forum.port import QUEUED, Account, Post
from moderator.transport.forum.refs import is_by
from moderator.transport.forum.seen import ReadingState

_LISTS: dict[str, tuple[str, type[Latest | LatestPrivate]]] = {
    "private": ("/private-posts.json", LatestPrivate),
    "public": ("/posts.json", Latest),
}
_PAGE = 50
_CHUNK = 20
_OVERLAP = 100
_MOST_PAGES = 10


class Reading:
    """What the account of the moderator sees: one category, and its own personal messages."""

    def __init__(self, site: Site, user: str, category: int) -> None:
        self._site = site
        self._user = user
        self._category = category
        self._me: Account | None = None
        self._private: dict[str, bool] = {}

    def me(self) -> Account:
        """Return the moderator's own account."""
        if self._me is None:
            self._me = self._site.get(f"/u/{self._user}.json", Card).user.account()
        return self._me

    def account(self, name: str) -> Account:
        """Return the account of a name."""
        return self._site.get(f"/u/{quote(name, safe='')}.json", Card).user.account()

    def topic(self, thread: str, **query: str) -> Topic:
        """Return a topic with the first of its posts."""
        topic = self._site.get(f"/t/{thread}.json", Topic, **query)
        self._private[thread] = topic.private
        return topic

    def is_private(self, thread: str) -> bool:
        """Return whether a topic is a personal message, as it was when it was last read."""
        return self._private[thread] if thread in self._private else self.topic(thread).private

    def posts(self, thread: str) -> list[Post]:
        """Return every post of a topic in its order, the deleted ones, too."""
        topic = self.topic(thread, include_raw="true", show_deleted="true")
        order = topic.post_stream.stream
        posts = {post.id: post for post in topic.post_stream.posts}
        missing = [number for number in order if number not in posts]
        for start in range(0, len(missing), _CHUNK):
            query = {"post_ids[]": missing[start : start + _CHUNK], "include_raw": "true"}
            more = self._site.get(f"/t/{thread}/posts.json", Chunk, **query)
            posts |= {post.id: post for post in more.post_stream.posts}
        return [posts[each].post(private=topic.private) for each in order if each in posts and posts[each].ordinary]

    def post(self, post: Post) -> Post:
        """Return a post as it stands now."""
        return self._site.get(f"/posts/{post.id}.json", Said).post(private=post.private)

    def topic_with_ref(self, ref: str) -> str:
        """Return the topic that was opened under a ref; empty for none. Discourse answers with the way to it."""
        try:
            return str(self._site.get(f"/t/external_id/{external_id_of(ref)}.json", Topic).id)
        except Moved as moved:
            return topic_in(moved.to)
        except Missing:
            return ""

    def latest(self) -> Iterator[Post]:
        """Yield the latest private and then the latest public posts, at most five hundred of each."""
        for name in _LISTS:
            for page in islice(self._pages(name), _MOST_PAGES):
                yield from (post.post(private=name == "private") for post in page if post.ordinary)

    def news(self, seen: ReadingState) -> tuple[list[Post], bool]:
        """Return the news of both lists; the second value says whether the lists go back to the last look."""
        found, whole = [], True
        for name in _LISTS:
            posts, reached = self._news_of(name, seen)
            found += seen.news(posts, self.me())
            whole = whole and reached
        return found, whole

    def topics(self) -> Iterator[str]:
        """Yield the topics of the category and our personal messages."""
        name = self.me().name
        mine = [f"/topics/private-messages{box}/{name}.json" for box in ("", "-sent")]
        for path in (f"/c/{self._category}/l/latest.json", *mine):
            page, more = 0, True
            while more:
                topics = self._site.get(path, TopicList, page=page).topic_list
                yield from (str(topic.id) for topic in topics.topics)
                page, more = page + 1, bool(topics.more_topics_url)

    def queue(self, threads: Container[str] = ()) -> list[Post]:
        """Return the posts that wait for approval: ours, and those in the category or in a known thread.

        A moderator may approve posts in the personal messages of others, too, which are none of our business.
        """
        queue = self._site.get("/review.json", Queue, type="ReviewableQueuedPost", status="pending")
        posts = [(each.category_id, each.post(queue.accounts())) for each in queue.reviewables]
        me = self.me()
        return [
            post for category, post in posts if category == self._category or post.thread in threads or is_by(post, me)
        ]

    def waiting(self, post: Post) -> Reviewable:
        """Return what the queue holds of a post."""
        return self._site.get(f"/review/{post.id.removeprefix(QUEUED)}.json", Review).reviewable

    def _pages(self, name: str) -> Iterator[list[Said]]:
        path, kind = _LISTS[name]
        query: dict[str, int] = {}
        while page := self._site.get(path, kind, **query).posts:
            yield page
            if len(page) < _PAGE:
                return
            query = {"before": min(post.id for post in page)}

    def _news_of(self, name: str, seen: ReadingState) -> tuple[list[Post], bool]:
        """Return the posts of a list back to the last look and a little further, for a post may be stored late.

        The first look takes one page, and so does one after too much has happened: then the threads are to be read.
        """
        private, last = name == "private", int(seen.marks.get(name, -1))
        posts: list[Post] = []
        newest, reached = last, last >= 0
        for page in islice(self._pages(name), _MOST_PAGES if last >= 0 else 1):
            posts += [post.post(private=private) for post in page if post.ordinary and self._is_ours(post, name, seen)]
            newest = max(newest, page[0].id)
            reached = last >= 0 and (len(page) < _PAGE or page[-1].id <= last - _OVERLAP)
            if reached:
                break
        seen.marks[name] = str(max(newest, 0))
        return posts, reached

    def _is_ours(self, post: Said, name: str, seen: ReadingState) -> bool:
        return name == "private" or post.category_id == self._category or str(post.topic_id) in seen.threads


def external_id_of(ref: str) -> str:
    """Return a ref as the external id of a topic, which is short and of few letters, and is never free again."""
    return hashlib.sha256(ref.encode()).hexdigest()[:40]
