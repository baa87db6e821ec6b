"""A NodeBB 4 of ours: what its source says that its API does, with its traps, as a ``FakeForum``."""

import re
from html import escape
from typing import Any

import httpx

from tests.support.forums.nodebb_people import CATEGORY, ME, PASSWORD, ROOMS, TOKEN, NodeBBPeople
from tests.support.forums.site import Fields, Refusal, body_of

_PAGE = 20


class FakeNodeBB(NodeBBPeople):
    """A NodeBB with a category for matches and two rooms; ``exempt`` says that the account moderates them."""

    routes = (
        ("GET", r"/api/self", "myself"),
        ("GET", r"/api/user/([^/]+)", "user"),
        ("GET", r"/api/config", "config"),
        ("POST", r"/api/v3/utilities/login", "log_in"),
        ("POST", r"/api/post/upload", "upload"),
        ("POST", r"/api/v3/topics", "open"),
        ("GET", r"/api/v3/topics/(\d+)", "topic"),
        ("POST", r"/api/v3/topics/(\d+)", "reply"),
        ("PUT", r"/api/v3/topics/(\d+)/lock", "lock"),
        ("DELETE", r"/api/v3/topics/(\d+)/lock", "unlock"),
        ("GET", r"/api/topic/(\d+)", "topic_page"),
        ("GET", r"/api/category/(\d+)", "category"),
        ("GET", r"/api/groups/([\w-]+)", "group"),
        ("GET", r"/api/v3/posts/(\d+)", "one"),
        ("PUT", r"/api/v3/posts/(\d+)", "revise"),
        ("DELETE", r"/api/v3/posts/(\d+)/state", "delete"),
        ("GET", r"/api/post-queue", "held"),
        ("POST", r"/api/v3/posts/queue/([\w-]+)", "accept"),
        ("GET", r"/api/v3/groups/([\w-]+)/members", "members"),
        ("PUT", r"/api/v3/groups/([\w-]+)/membership/(\d+)", "admit_member"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.uploads: list[bytes] = []
        self.exempt = True
        self.approval = False
        self.moderates = {CATEGORY, *ROOMS.values()}
        self.owned = dict.fromkeys(ROOMS, True)
        self.private = True
        self.settings: Fields = {
            "maximumPostLength": 32_767,
            "minimumPostLength": 8,
            "maximumTitleLength": 255,
            "minimumTitleLength": 3,
            "maximumFileSize": 2048,
        }
        self.posting = False
        self._last_post = 0
        self._sessions: dict[str, bool] = {}

    def admit(self, request: httpx.Request) -> None:
        """Check the token where one is taken."""
        path = request.url.path
        if path in {"/api/config", "/api/v3/utilities/login", "/api/post/upload"}:
            return
        if request.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._refuse(401, "not-authorised", "A valid login session was not found. Please log in and try again.")

    def myself(self, _: httpx.Request) -> httpx.Response:
        """Show the account of the token."""
        return httpx.Response(200, json=self.name(ME))

    def user(self, _: httpx.Request, slug: str) -> httpx.Response:
        """Show an account by what its page is called."""
        found = next((n for n, name in self.users.items() if "-".join(name.lower().split()) == slug), None)
        return self.missing() if found is None else httpx.Response(200, json=self.name(found))

    def config(self, request: httpx.Request) -> httpx.Response:
        """Begin a session, and tell the token of its forms, which changes with the log-in."""
        session = self._session(request) or f"s{self.number()}"
        self._sessions.setdefault(session, False)
        cookie = {"Set-Cookie": f"express.sid={session}; Path=/; HttpOnly"}
        return httpx.Response(200, json={"csrf_token": self._form_token(session), **self.settings}, headers=cookie)

    def log_in(self, request: httpx.Request) -> httpx.Response:
        """Log a session in."""
        session, wish = self._own_form(request), body_of(request)
        if wish != {"username": "Moderator", "password": PASSWORD}:
            self._refuse(403, "forbidden", f"Invalid login credentials: {wish['password']}")
        self._sessions[session] = True
        return self._told(self.name(ME))

    def upload(self, request: httpx.Request) -> httpx.Response:
        """Take pictures from a session, never by a token; every fault is a 500."""
        if not self._sessions.get(self._own_form(request)):
            self._refuse(500, "internal-server-error", "You do not have enough privileges for this action.")
        picture = re.search(rb'name="files\[\]".*?\r\n\r\n(.*?)\r\n--', request.content, re.DOTALL)
        assert picture
        self.uploads.append(picture[1])
        url = f"/assets/uploads/files/{len(self.uploads)}-map.png"
        return self._told({"images": [{"url": url, "name": "map.png"}]})

    def open(self, request: httpx.Request) -> httpx.Response:
        """Take a new topic; one that must wait is answered with 202."""
        fields = self._checked(request)
        if len(fields["title"]) < 3:
            self._refuse(
                400, "bad-request", "Please enter a longer title. Titles should contain at least 3 character(s)"
            )
        if self.approval:
            return self._told({"queued": True, "type": "topic", "id": self.queue("topic", ME, fields)}, status=202)
        topic = self.begin(fields["cid"], fields["title"], ME, fields["content"])
        return self._told({**topic, "timestamp": self.time()})

    def reply(self, request: httpx.Request, number: str) -> httpx.Response:
        """Take a reply; one that must wait is answered with 200 all the same."""
        topic, fields = self._topic(number), self._checked(request)
        if self.approval:
            held = self.queue("reply", ME, {"tid": topic["tid"], **fields})
            return self._told({"queued": True, "type": "reply", "id": held})
        post = self.store(topic["tid"], ME, fields["content"], self.time())
        return self._told({**post, "content": _html(post["content"])})

    def topic(self, _: httpx.Request, number: str) -> httpx.Response:
        """Show a topic without its posts."""
        return self._told(self._topic(number))

    def lock(self, _: httpx.Request, number: str) -> httpx.Response:
        """Lock a topic."""
        self._topic(number)["locked"] = 1
        return self._told({})

    def unlock(self, _: httpx.Request, number: str) -> httpx.Response:
        """Unlock a topic."""
        self._topic(number)["locked"] = 0
        return self._told({})

    def topic_page(self, request: httpx.Request, number: str) -> httpx.Response:
        """Show one page of a topic, its posts by their times and as HTML."""
        topic = self._topic(number)
        posts = [self._shown(post) for post in self._of(topic)]
        assert request.url.params["sort"] == "oldest_to_newest"
        return httpx.Response(200, json={**topic, **_page(request, "posts", posts)})

    def category(self, request: httpx.Request, number: str) -> httpx.Response:
        """Show one page of the topics of a category."""
        topics = [self._entry(topic) for topic in self.topics.values() if topic["cid"] == int(number)]
        may = int(number) in self.moderates
        privileges = {"topics:create": may, "read": True, "isAdminOrMod": may}
        return httpx.Response(200, json={**_page(request, "topics", topics), "privileges": privileges})

    def group(self, _: httpx.Request, name: str) -> httpx.Response:
        """Show a group; whoever may not see it is told that there is none."""
        if name not in self.owned:
            return self.missing()
        return httpx.Response(200, json={"group": {"name": name, "isOwner": self.owned[name], "private": self.private}})

    def one(self, _: httpx.Request, number: str) -> httpx.Response:
        """Show a post with its source."""
        return self._told(self._post(number))

    def revise(self, request: httpx.Request, number: str) -> httpx.Response:
        """Take an edit."""
        self._check_text(wish := body_of(request))
        post = self._post(number)
        self.edits(number, wish["content"].rstrip())
        return self._told({**post, "content": _html(post["content"])})

    def delete(self, _: httpx.Request, number: str) -> httpx.Response:
        """Delete a post, once."""
        post = self._post(number)
        if post["deleted"]:
            self._refuse(400, "bad-request", "This post has already been deleted")
        post["deleted"] = 1
        return self._told({})

    def held(self, request: httpx.Request) -> httpx.Response:
        """Show the queue, its texts escaped."""
        posts = [
            {
                "id": number,
                "uid": data["uid"],
                "user": self.name(data["uid"]),
                "data": {**data, "content": _html(data["content"]), "rawContent": escape(data["content"])},
                "topic": {"cid": data.get("cid") or self.topics[data["tid"]]["cid"]},
            }
            for number, data in self.waiting.items()
        ]
        return httpx.Response(200, json=_page(request, "posts", posts))

    def accept(self, _: httpx.Request, number: str) -> httpx.Response:
        """Approve a post that waits."""
        if number not in self.waiting:
            self._refuse(400, "bad-request", "Invalid data")
        return self._told({"pid": int(self.approves(number))})

    def members(self, request: httpx.Request, group: str) -> httpx.Response:
        """Show some members of a group; ``nextStart`` never ends."""
        start = int(request.url.params.get("after", 0))
        users = [self.name(number) for number in self.groups[group][start : start + 20]]
        return self._told({"users": users, "nextStart": start + 20, "matchCount": None})

    def admit_member(self, _: httpx.Request, group: str, number: str) -> httpx.Response:
        """Put an account into a group."""
        if int(number) not in self.users:
            self._refuse(401, "not-authorised", "Invalid User ID")
        self.groups[group].append(int(number))
        return self._told({})

    def _checked(self, request: httpx.Request) -> Fields:
        """Return a post that may be written; the answer is in the language that was asked for."""
        assert request.url.params["lang"] == "en-GB"
        if self.posting:
            self._refuse(400, "bad-request", "You are already posting")
        fields = body_of(request)
        self._check_text(fields)
        if not self.exempt and self.time() - self._last_post < 10_000:
            text = "You can only post once every 10 second(s) - please wait before posting again"
            self._refuse(400, "bad-request", text)
        self._last_post = self.time()
        return fields

    def _check_text(self, fields: Fields) -> None:
        if len(fields["content"].strip()) < 8:
            self._refuse(400, "bad-request", "Please enter a longer post. Posts should contain at least 8 character(s)")

    def _topic(self, number: str) -> Fields:
        if int(number) not in self.topics:
            self._refuse(404, "not-found", "Topic does not exist")
        return self.topics[int(number)]

    def _post(self, number: str) -> Fields:
        if int(number) not in self.posts:
            self._refuse(404, "not-found", "Post does not exist")
        return self.posts[int(number)]

    def _of(self, topic: Fields) -> list[Fields]:
        posts = [post for post in self.posts.values() if post["tid"] == topic["tid"]]
        return sorted(posts, key=lambda post: (post["timestamp"], post["pid"]))

    def _entry(self, topic: Fields) -> Fields:
        posts = self._of(topic)
        last = max(post["timestamp"] for post in posts)
        return {**topic, "postcount": len(posts), "lastposttime": last}

    def _shown(self, post: Fields) -> Fields:
        return {**post, "content": _html(post["content"]), "user": self.name(post["uid"])}

    def _session(self, request: httpx.Request) -> str:
        found = re.search(r"express\.sid=(\w+)", request.headers.get("Cookie", ""))
        return found[1] if found and found[1] in self._sessions else ""

    def _form_token(self, session: str) -> str:
        return f"token-of-{session}-{'in' if self._sessions[session] else 'out'}"

    def _own_form(self, request: httpx.Request) -> str:
        session = self._session(request)
        if not session or request.headers.get("x-csrf-token") != self._form_token(session):
            self._refuse(403, "forbidden", "Invalid CSRF token")
        return session

    @staticmethod
    def _told(response: Any, status: int = 200) -> httpx.Response:  # noqa: ANN401 - JSON
        return httpx.Response(status, json={"status": {"code": "ok", "message": "OK"}, "response": response})

    @staticmethod
    def _refuse(status: int, code: str, message: str) -> None:
        raise Refusal(status, {"status": {"code": code, "message": message}, "response": {}})


def _html(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n"))


def _page(request: httpx.Request, name: str, things: list[Fields]) -> Fields:
    number = int(request.url.params.get("page", 1))
    pages = max(1, -(-len(things) // _PAGE))
    return {name: things[(number - 1) * _PAGE : number * _PAGE], "pagination": {"pageCount": pages}}
