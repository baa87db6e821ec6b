"""NodeBB 4, by its HTTP API with a token of the moderator's account.

Chats are too short for reports, so a private thread is a topic in a room: a category that one group alone can read. An
operator sets up:

* an account for the moderator with a user token, which moderates the category of the matches and those of all rooms
  (moderators are exempt from delays, and are shown the queue), and has the privilege to search users;
* a category for the matches;
* for each seat that is to be played here a room: a private, hidden group that the moderator's account owns and in which
  nobody else is, and a category in which this group alone has the privileges to find, read and reply, and the groups
  ``registered-users``, ``guests`` and ``fediverse`` have none.

The moderator puts the accounts of a thread into the group of a free room. A room stays with its accounts: whoever comes
later would read what stands there. Administrators and global moderators read everything. Sources: NodeBB 4.15.1,
src/api/topics.js, posts.js and groups.js, src/posts/queue.js, src/controllers/topics.js and its OpenAPI description.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import httpx
from msgspec import Struct

from moderator.transport.forum import rights
from moderator.transport.forum.http import Budget, Invalid, Site
from moderator.transport.forum.nodebb_reading import Reading, path_of
from moderator.transport.forum.nodebb_words import Answer, Images, Made, Said, Token
from moderator.transport.forum.pictures import picture_mark, pictures_in, place_pictures
from moderator.transport.forum.port import (
    QUEUED,
    Account,
    Act,
    Limits,
    Post,
    PostState,
    Refused,
    Thread,
    TryLater,
    Unsure,
    Upload,
    queued_post,
)
from moderator.transport.forum.refs import find_post_with_ref, ref_of, with_ref
from moderator.transport.forum.seen import ReadingState
from moderator.transport.forum.settings import Room

LIMITS = Limits(
    longest_post=32_767,
    shortest_post=8,
    longest_title=255,
    shortest_title=3,
    largest_picture=2048 * 1024,
    freezes=False,
)
"""The limits of a fresh NodeBB. Its uploads are open to whoever has the link, unless it has ``privateUploads``."""

_ENGLISH = {"lang": "en-GB"}
_TOO_SOON = re.compile(r"once every (\d+) second|already posting", re.IGNORECASE)
_WHILE_POSTING = 5.0
_AFTER_UPLOADS = 60.0


class Password(Struct, frozen=True):
    """The name and the password of the moderator's account; only the upload of pictures asks for them."""

    user: str
    password: str


class NodeBB:
    """A ``Forum`` on a NodeBB.

    A look costs one call for each page of each category, and reads the topics in which something was posted, and
    ``again`` others whole. An edit is seen when its topic is read; ``read`` shows all edits at once.

    The answer that a post waits for approval gives a post in the state QUEUED. Its id is another one once it is
    approved, and its time and its place in the thread are those of its writing.
    """

    def __init__(
        self,
        url: str,
        token: str,
        category: int,
        rooms: Sequence[Room] = (),
        password: Password | None = None,
        *,
        limits: Limits = LIMITS,
        calls_a_minute: int = 120,
        again: int = 3,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Prepare to speak to a forum."""
        self.limits = limits
        self._category, self._rooms = category, rooms
        self._again = again
        self._password = password
        secrets = [token, password.password] if password else [token]
        budget = Budget(calls_a_minute)
        headers = {"Authorization": f"Bearer {token}"}
        self._site = Site(url, headers, secrets=secrets, budget=budget, transport=transport)
        self._form = Site(url, {}, secrets=secrets, budget=budget, transport=transport)
        self._reading = Reading(self._site, category, rooms)

    def me(self) -> Account:
        """Return the moderator's own account."""
        return self._reading.me()

    def warnings(self) -> list[str]:
        """Return what our account lacks; it logs in with its password, which pictures need."""
        found = rights.on_nodebb(self._site, self._form, self._category, self._rooms, self.limits)
        try:
            self._log_in()
        except Refused as error:
            found.append(f"it can post no pictures: {error}")
        return found + rights.waiting(self._reading.queue(), self.me())

    def account(self, name: str) -> Account:
        """Return the account of a name."""
        return self._reading.account(name)

    def changes(self, cursor: str, threads: Sequence[str] = ()) -> tuple[list[Post], str]:
        """Return posts of others that are new or changed, oldest first, and the next cursor."""
        me, seen = self.me(), ReadingState.from_cursor(cursor)
        found = seen.news(self._reading.queue(), me)
        seen.add_unread([*threads, *self._reading.busy(seen)])
        return seen.look(found, self._again, lambda thread: self._reading.changed(thread, seen), me)

    def thread(self, thread: str) -> Thread:
        """Return a thread with its members, who are those of the group of its room."""
        return self._reading.thread(thread)

    def read(self, thread: str) -> list[Post]:
        """Return every post of a thread; those that were deleted are hidden ones."""
        return list(self._reading.posts(thread))

    def start(self, to: Sequence[Account], title: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Open a topic in the category of the matches, or in the room of these accounts."""
        category = self._reading.room_for(to).category if to else self._category
        what = {"cid": category, "title": title}
        return self._publish("/api/v3/topics", what, text, ref, pictures, private=bool(to))

    def reply(self, thread: str, text: str, ref: str, pictures: Sequence[Upload] = ()) -> Post:
        """Write a post in a thread."""
        private = self._reading.is_private(thread)
        return self._publish(f"/api/v3/topics/{thread}", {}, text, ref, pictures, thread=thread, private=private)

    def find(self, ref: str, thread: str = "") -> Post | None:
        """Return our own post that bears a ref in its last line."""
        return find_post_with_ref(ref, self._candidates(ref, thread), self.me())

    def edit(self, post: Post, text: str) -> Post:
        """Write a post of ours anew; refused if somebody else has changed it since ``post`` was read."""
        if post.state is PostState.QUEUED:
            raise Refused("a post that waits for approval cannot be edited")
        new = with_ref(place_pictures(text, pictures_in(post.text)), ref_of(post.text))
        stands = self._reading.post(post)
        if stands.text == new:  # this is the second time that we ask
            return stands
        if stands.text != post.text:
            raise Refused(f"post {post.id} was changed by somebody else")
        answer = self._site.write("PUT", path_of(post.id), Answer[Said], json={"content": new}, params=_ENGLISH)
        said = answer.response
        said.content = new
        return said.post(post.author, private=post.private)

    def moderate(self, target: Thread | Post, act: Act) -> None:
        """Lock or unlock a thread, or hide (delete, and staff can bring it back) or approve a post."""
        match target, act:
            case Thread(), Act.LOCK | Act.UNLOCK:
                self._site.act("PUT" if act is Act.LOCK else "DELETE", f"/api/v3/topics/{target.id}/lock")
            case Post(), Act.HIDE:
                if self._reading.post(target).state is not PostState.HIDDEN:
                    self._site.act("DELETE", f"{path_of(target.id)}/state")
            case Post(), Act.APPROVE:
                if any(post.id == target.id for post in self._reading.queue()):
                    self._site.act("POST", f"/api/v3/posts/queue/{target.id.removeprefix(QUEUED)}")
            case _:
                raise Refused(f"NodeBB cannot {act} a {type(target).__name__.lower()}")

    def close(self) -> None:
        """Give back connections."""
        self._site.close()
        self._form.close()

    def _publish(
        self,
        path: str,
        what: dict[str, object],
        text: str,
        ref: str,
        pictures: Sequence[Upload],
        *,
        thread: str = "",
        private: bool,
    ) -> Post:
        raw = with_ref(place_pictures(text, self._upload_all(pictures)), ref)
        try:
            answer = self._site.write("POST", path, Answer[Made], json={**what, "content": raw}, params=_ENGLISH)
        except Invalid as error:
            if soon := _TOO_SOON.search(str(error)):
                raise TryLater(str(error), float(soon[1] or _WHILE_POSTING)) from None
            raise
        made = answer.response
        if made.queued:
            return queued_post(made.id, thread, self.me(), raw, datetime.now(UTC), private=private)
        said = Said(pid=made.main_pid or made.pid, uid=0, tid=made.tid, timestamp=made.timestamp, content=raw)
        return said.post(self.me(), private=private)

    def _upload_all(self, pictures: Sequence[Upload]) -> list[str]:
        """Upload pictures, and return their Markdown.

        The route takes no token, so this does what a page of the site would do. NodeBB answers every fault of an
        upload with 500. No post has been written then, whatever it was.
        """
        if not pictures:
            return []
        try:
            self._log_in()
            headers = self._form_token()
            return [self._upload(picture, headers) for picture in pictures]
        except Unsure as error:
            raise TryLater(str(error), max(error.after, _AFTER_UPLOADS)) from None

    def _log_in(self) -> None:
        if not self._password:
            raise Refused("NodeBB takes pictures only from an account with its password, and none is configured")
        login = {"username": self._password.user, "password": self._password.password}
        self._form.act("POST", "/api/v3/utilities/login", json=login, headers=self._form_token())

    def _form_token(self) -> dict[str, str]:
        return {"x-csrf-token": self._form.get("/api/config", Token).csrf_token}

    def _upload(self, picture: Upload, headers: dict[str, str]) -> str:
        files = {"files[]": (picture.name, picture.png, "image/png")}
        answer = self._form.write("POST", "/api/post/upload", Answer[Images], files=files, headers=headers)
        return picture_mark(picture.alt or picture.name, answer.response.images[0].url)

    def _candidates(self, ref: str, thread: str) -> Iterator[Post]:
        for each in [thread] if thread else self._reading.topics():
            yield from self._reading.posts(each, bearing=ref)
        yield from self._reading.queue()
