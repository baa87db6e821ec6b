"""Misago 0.39, by the API that its own pages use: a session with a cookie, for it has no keys.

The account should be exempt from the flood limit and a moderator of the category, and may add everybody to private
threads. Private threads cannot be locked, and a picture in one is open to everybody who has its link. An edit shows in
the post alone, not in the list of threads. Tried on Misago 0.39.6.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import httpx

from moderator.transport.forum import rights
from moderator.transport.forum.http import Budget, Site
from moderator.transport.forum.misago_words import (
    Entry,
    Found,
    Listed,
    Page,
    Picture,
    Said,
    Source,
    ThreadPage,
    Topic,
    User,
    Visitor,
)
from moderator.transport.forum.pictures import picture_mark, pictures_in, place_pictures
from moderator.transport.forum.port import (
    Account,
    Act,
    ForumError,
    Limits,
    Post,
    Refused,
    Thread,
    TryLater,
    Unsure,
    Upload,
)
from moderator.transport.forum.refs import ref_of, with_ref
from moderator.transport.forum.seen import ReadingState

LIMITS = Limits(
    longest_post=60_000,
    shortest_post=5,
    longest_title=90,
    shortest_title=5,
    largest_picture=3 << 20,
    locks_private=False,
    fold=("[spoiler]", "[/spoiler]"),
)
"""The limits of a fresh Misago."""

_ATTACHED = re.compile(r"/a/[^/)\s]+/(\d+)/")
_CHANGES = {
    Act.LOCK: ("is-closed", True),
    Act.UNLOCK: ("is-closed", False),
    Act.HIDE: ("is-hidden", True),
    Act.APPROVE: ("is-unapproved", False),
    Act.FREEZE: ("is-protected", True),
}
_FLOOD = {"quickly": 3.5, "post limit": 900.0}
"""What Misago says to who writes too much, and for how long that holds, in seconds."""
_Kind = TypeVar("_Kind")


class Misago:
    """A ``Forum`` on a Misago.

    A look costs a call for each page of the lists, and one for each private thread, of which it reads the last page
    again; ``again`` public threads are read whole in turn. So an edit of one of the last eighteen posts of a private
    thread comes at the next look. Threads have numbers of their own for each kind: ``t12`` and ``p12``.
    """

    def __init__(
        self,
        url: str,
        user: str,
        password: str,
        category: int,
        *,
        limits: Limits = LIMITS,
        calls_a_minute: int = 600,
        again: int = 2,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Prepare to speak to a forum; the log-in comes with the first request."""
        self.limits = limits
        self._user, self._password, self._category, self._again = user, password, category, again
        budget = Budget(calls_a_minute)
        self._site = Site(url, {"Referer": f"{url}/"}, secrets=[password], budget=budget, transport=transport)
        self._me: Account | None = None

    def me(self) -> Account:
        """Return the moderator's own account."""
        return self._me or self._log_in()

    def warnings(self) -> list[str]:
        """Return what our account lacks."""
        self.me()
        told, page = self._site.get("/api/auth/", rights.LoggedIn), self._site.send("GET", "/").text
        return rights.on_misago(told, page, self._category, self.limits)

    def account(self, name: str) -> Account:
        """Return the account of a name."""
        found = self._call("GET", "/api/search/users/", list[Found], params={"q": name})
        for user in (user for each in found if each.results for user in each.results.results):
            if user.username.casefold() == name.casefold():
                return user.account()
        raise Refused(f"nobody is called {name}")

    def changes(self, cursor: str, threads: Sequence[str] = ()) -> tuple[list[Post], str]:
        """Return posts of others that are new or changed, oldest first, and the next cursor."""
        me, seen = self.me(), ReadingState.from_cursor(cursor)
        found: list[Post] = []
        for thread, entry in self._threads():
            first = self._first_page(seen, thread, entry)
            if first == 0:
                continue
            try:
                found += seen.news(self._changed_posts(seen, thread, first), me)
            except TryLater as error:
                raise seen.partly(error, found) from None
            except Refused:
                continue
            seen.marks[thread] = entry.stamp
        seen.add_unread(threads)
        return seen.look(found, self._again, lambda thread: self._changed_posts(seen, thread, 1), me)

    def thread(self, thread: str) -> Thread:
        """Return a thread with its members."""
        topic = self._call("GET", _path(thread), Topic)
        return Thread(
            id=thread,
            title=topic.title,
            private=thread.startswith("p"),
            locked=topic.is_closed,
            members=tuple(user.account() for user in topic.participants),
        )

    def read(self, thread: str) -> list[Post]:
        """Return every post of a thread."""
        return [self._post(thread, said) for said in self._thread_posts(thread)]

    def start(self, to: Sequence[Account], title: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Open a thread in the category, or a private one with these accounts."""
        what = {**self._with_pictures(text, ref, pictures), "title": title}
        if to:
            made = self._call("POST", "/api/private-threads/", Entry, json={**what, "to": [one.name for one in to]})
            thread = f"p{made.id}"
        else:
            made = self._call("POST", "/api/threads/", Entry, json={**what, "category": self._category})
            thread = f"t{made.id}"
        try:
            return self._post(thread, next(self._thread_posts(thread)))
        except (ForumError, StopIteration) as error:
            raise Unsure(f"thread {thread} was made and could not be read: {error}") from None

    def reply(self, thread: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Write a post in a thread."""
        what = self._with_pictures(text, ref, pictures)
        said = self._call("POST", f"{_path(thread)}posts/", Said, json=what)
        return said.post(thread, what["post"])

    def find(self, ref: str, thread: str = "") -> Post | None:
        """Return our own post that bears a ref in its last line."""
        me = self.me()
        for each in [thread] if thread else [name for name, _ in self._threads()]:
            for said in self._thread_posts(each):
                if said.content and ref in said.content and said.is_by(me):
                    post = self._post(each, said)
                    if ref_of(post.text) == ref:
                        return post
        return None

    def edit(self, post: Post, text: str) -> Post:
        """Write a post of ours anew."""
        new = with_ref(place_pictures(text, pictures_in(post.text)), ref_of(post.text))
        attached = [int(number) for number in _ATTACHED.findall(new)]
        change = {"post": new, "attachments": attached}
        said = self._call("PUT", f"{_path(post.thread)}posts/{post.id}/", Said, json=change)
        return said.post(post.thread, new)

    def moderate(self, target: Thread | Post, act: Act) -> None:
        """Lock or unlock a thread, or hide, approve or freeze a post."""
        at_thread = act in (Act.LOCK, Act.UNLOCK)
        if isinstance(target, Thread) is not at_thread or (isinstance(target, Thread) and target.private):
            raise Refused(f"Misago cannot {act} a {'private ' * (isinstance(target, Thread))}{type(target).__name__}")
        path = _path(target.id) if isinstance(target, Thread) else f"{_path(target.thread)}posts/{target.id}/"
        what, value = _CHANGES[act]
        self._call("PATCH", path, object, json=[{"op": "replace", "path": what, "value": value}])

    def close(self) -> None:
        """Give back connections."""
        self._site.close()

    # ---- reading --------------------------------------------------------------------------------------------

    def _threads(self) -> Iterator[tuple[str, Entry]]:
        """Yield the threads of the category, and then all private ones."""
        lists: Sequence[tuple[str, str, dict[str, int]]] = (
            ("t", "/api/threads/", {"category": self._category}),
            ("p", "/api/private-threads/", {}),
        )
        for kind, path, query in lists:
            start: int | None = 0
            while start is not None:
                page = self._call("GET", path, Listed, params={**query, "start": start})
                for entry in page.results:
                    yield f"{kind}{entry.id}", entry
                start = page.next or None

    @staticmethod
    def _first_page(seen: ReadingState, thread: str, entry: Entry) -> int:
        """Return from which page on a thread is read; 0 for not now."""
        if seen.marks.get(thread) != entry.stamp:
            return 1
        return int(seen.marks.get(f"{thread} pages", "1")) if thread.startswith("p") else 0

    def _changed_posts(self, seen: ReadingState, thread: str, first: int) -> list[Post]:
        """Return the posts of others in a thread that are new or changed, from a page on; their source costs a call."""
        me, found = self.me(), list[Post]()
        for page in self._pages(thread, first):
            seen.marks[f"{thread} pages"] = str(page.pages)
            theirs = (said for said in page.results if not said.is_event and not said.is_by(me))
            new = [said for said in theirs if seen.differs(thread, str(said.id), said.revision)]
            found += [self._post(thread, said) for said in new]
        return found

    def _thread_posts(self, thread: str) -> Iterator[Said]:
        for page in self._pages(thread, 1):
            yield from (said for said in page.results if not said.is_event)

    def _pages(self, thread: str, first: int) -> Iterator[Page]:
        number: int | None = first
        while number:
            page = self._call("GET", f"{_path(thread)}posts/", ThreadPage, params={"page": number}).post_set
            yield page
            number = page.next

    def _post(self, thread: str, said: Said) -> Post:
        """Return a post with its source; one that is hidden may not tell it."""
        path = f"{_path(thread)}posts/reply_editor/"
        try:
            text = self._call("GET", path, Source, params={"reply": said.id}).post
        except Refused:
            text = ""
        return said.post(thread, text)

    # ---- the session ----------------------------------------------------------------------------------------

    def _with_pictures(self, text: str, ref: str, pictures: Sequence[Upload]) -> dict[str, Any]:
        uploaded = [self._upload(picture) for picture in pictures]
        shown = [
            picture_mark(picture.alt or picture.name, one.url.index)
            for picture, one in zip(pictures, uploaded, strict=True)
        ]
        return {"post": with_ref(place_pictures(text, shown), ref), "attachments": [one.id for one in uploaded]}

    def _upload(self, picture: Upload) -> Picture:
        files = {"upload": (picture.name, picture.png, "image/png")}
        return self._call("POST", "/api/attachments/", Picture, files=files)

    def _log_in(self) -> Account:
        self._site.forget_cookies()
        self._site.send("GET", "/")
        wanted = {"username": self._user, "password": self._password}
        self._me = self._site.write("POST", "/api/auth/", User, json=wanted, headers=self._proof()).account()
        return self._me

    def _proof(self) -> dict[str, str]:
        """Return the header that shows a request to come from a page of the site; it changes with the log-in."""
        return {"X-CSRFToken": self._site.cookie("csrftoken")}

    def _call(self, method: str, path: str, kind: type[_Kind], **options: Any) -> _Kind:  # noqa: ANN401 - of httpx
        """Ask for something; who was logged out meanwhile logs in again, once."""
        if self._me is None:
            self._log_in()
        try:
            return self._ask(method, path, kind, **options)
        except Refused as error:
            for words, after in _FLOOD.items():
                if words in str(error):
                    raise TryLater(str(error), after) from None
            if self._site.get("/api/auth/", Visitor).id is not None:
                raise
        self._log_in()
        return self._ask(method, path, kind, **options)

    def _ask(self, method: str, path: str, kind: type[_Kind], **options: Any) -> _Kind:  # noqa: ANN401 - as above
        failed: type[TryLater] = TryLater if method == "GET" else Unsure
        answer = self._site.send(method, path, headers=self._proof(), **options)
        return self._site.understood(answer, kind, failed)


def _path(thread: str) -> str:
    """Return where a thread stands; raises Refused for what is no thread's id."""
    if not re.fullmatch(r"[tp]\d+", thread):
        raise Refused(f"{thread!r} is no thread of a Misago")
    return f"/api/{'private-' if thread[0] == 'p' else ''}threads/{thread[1:]}/"
