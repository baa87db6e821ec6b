"""A Discourse of ours: what its API is documented to do, with its traps, as a ``FakeForum``."""

import json
import re
from datetime import datetime

import httpx

from tests.support.forums.discourse_people import CATEGORY, KEY, ME, DiscoursePeople
from tests.support.forums.site import Fields, Json, Refusal, body_of

_PAGE = 50
_CHUNK = 20


class FakeDiscourse(DiscoursePeople):
    """A Discourse with one category for matches; ``exempt`` says that the moderator's account is staff."""

    routes = (
        ("GET", r"/u/([^/]+)\.json", "user"),
        ("GET", r"/user-cards\.json", "cards"),
        ("GET", rf"/c/{CATEGORY}/show\.json", "shown_category"),
        ("GET", r"/site/settings\.json", "client_settings"),
        ("POST", r"/posts\.json", "publish"),
        ("GET", r"/posts\.json", "latest"),
        ("GET", r"/private-posts\.json", "latest_private"),
        ("GET", r"/posts/(\d+)\.json", "one"),
        ("PUT", r"/posts/(\d+)\.json", "revise"),
        ("DELETE", r"/posts/(\d+)\.json", "delete"),
        ("PUT", r"/posts/(\d+)/locked\.json", "lock_post"),
        ("GET", r"/t/external_id/([\w-]+)\.json", "by_external_id"),
        ("GET", r"/t/(\d+)\.json", "topic"),
        ("GET", r"/t/(\d+)/posts\.json", "chunk"),
        ("PUT", r"/t/(\d+)/status\.json", "close"),
        ("GET", rf"/c/{CATEGORY}/l/latest\.json", "category"),
        ("GET", r"/topics/private-messages\w*(-sent)?/Moderator\.json", "messages"),
        ("GET", r"/review\.json", "reviewables"),
        ("GET", r"/review/(\d+)\.json", "reviewable"),
        ("PUT", r"/review/(\d+)/perform/approve_post\.json", "approve"),
        ("POST", r"/uploads\.json", "upload"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.uploads: list[bytes] = []
        self.exempt = True
        self.approval = False
        self.rights = {"admin": False, "moderator": True, "can_send_private_messages": True}
        self.permission = 1
        self.settings: Fields = {
            "title": "A forum",
            "max_post_length": 32_000,
            "min_post_length": 20,
            "max_topic_title_length": 255,
            "min_topic_title_length": 15,
            "max_image_size_kb": 4096,
        }
        self.calls_a_minute = 10_000
        self._calls: list[datetime] = []
        self._memo: dict[str, tuple[datetime, httpx.Response]] = {}

    def admit(self, request: httpx.Request) -> None:
        """Check the key, and count the calls of a minute."""
        if (request.headers.get("Api-Key"), request.headers.get("Api-Username")) != (KEY, "Moderator"):
            raise Refusal(403, {"errors": ["You are not permitted to do that."], "error_type": "invalid_access"})
        self._calls = [each for each in self._calls if (self.now - each).total_seconds() < 60]
        if len(self._calls) >= self.calls_a_minute:
            body = {"errors": ["You've performed this action too many times."], "error_type": "rate_limit"}
            raise Refusal(429, body, {"Retry-After": "23"})
        self._calls.append(self.now)

    def forget_requests(self) -> None:
        """Take as new what was asked before, as after 120 seconds."""
        self._memo.clear()

    def user(self, _: httpx.Request, name: str) -> httpx.Response:
        """Show an account by its name."""
        found = next((number for number, each in self.users.items() if each.lower() == name.lower()), None)
        if found is None:
            return self.missing()
        rights = self.rights if found == ME else {}
        return httpx.Response(200, json={"user": {"id": found, "username": self.users[found], **rights}})

    def shown_category(self, _: httpx.Request) -> httpx.Response:
        """Show the category, with what the account may do there."""
        return httpx.Response(200, json={"category": {"id": CATEGORY, "permission": self.permission}})

    def client_settings(self, _: httpx.Request) -> httpx.Response:
        """Tell the settings that every page knows."""
        return httpx.Response(200, json=self.settings)

    def cards(self, request: httpx.Request) -> httpx.Response:
        """Show accounts by their numbers, and leave out unknown ones."""
        wanted = [int(each) for each in request.url.params["user_ids"].split(",")]
        users = [{"id": each, "username": self.users[each]} for each in wanted if each in self.users]
        return httpx.Response(200, json={"users": users})

    def publish(self, request: httpx.Request) -> httpx.Response:
        """Take a new post; the same request within 120 seconds gets the same answer and does nothing."""
        fields = body_of(request)
        signature = json.dumps(fields, sort_keys=True)
        told, answer = self._memo.get(signature, (None, None))
        if told and answer and (self.now - told).total_seconds() < 120:
            return answer
        self._check(fields)
        self._memo[signature] = self.now, (answer := self._published(fields))
        return answer

    def latest(self, request: httpx.Request) -> httpx.Response:
        """List public posts, the newest first."""
        posts = [
            {**self._shown(post), "category_id": self.topics[post["topic_id"]]["category_id"]}
            for post in self._listed(request)
            if self.topics[post["topic_id"]]["archetype"] == "regular" and post["post_type"] == 1
        ]
        return httpx.Response(200, json={"latest_posts": posts[:_PAGE]})

    def latest_private(self, request: httpx.Request) -> httpx.Response:
        """List posts of the account's personal messages, notices among them, the newest first."""
        posts = [
            self._shown(post)
            for post in self._listed(request)
            if self.topics[post["topic_id"]]["archetype"] != "regular"
            and ME in self.topics[post["topic_id"]]["allowed"]
        ]
        return httpx.Response(200, json={"private_posts": posts[:_PAGE]})

    def one(self, _: httpx.Request, post: str) -> httpx.Response:
        """Show a post; staff is shown deleted ones."""
        return httpx.Response(200, json=self._shown(self._post(post)))

    def revise(self, request: httpx.Request, number: str) -> httpx.Response:
        """Take an edit."""
        post, change = self._post(number), body_of(request)["post"]
        if change.get("original_text") and change["original_text"] != post["raw"]:
            raise Refusal(409, {"errors": ["That post was edited by another user."], "action": "conflict"})
        self._check_text(change["raw"], self.topics[post["topic_id"]])
        self.edits(number, change["raw"].strip())
        return httpx.Response(200, json={"post": self._shown(post)})

    def delete(self, _: httpx.Request, number: str) -> httpx.Response:
        """Delete a post, once."""
        post = self._post(number)
        if post["deleted_at"]:
            raise Refusal(403, {"errors": ["You are not permitted to do that."]})
        post |= {"deleted_at": self.time(), "updated_at": self.time()}
        return httpx.Response(200)

    def lock_post(self, request: httpx.Request, number: str) -> httpx.Response:
        """Freeze a post; only the text "true" does it."""
        post = self._post(number)
        post["locked"] = body_of(request).get("locked") == "true"
        return httpx.Response(200, json={"locked": post["locked"]})

    def by_external_id(self, _: httpx.Request, external: str) -> httpx.Response:
        """Show the way to a topic."""
        for topic in self.topics.values():
            if topic["external_id"] == external:
                return httpx.Response(301, headers={"Location": f"http://forum.test/t/1914/{topic['id']}.json"})
        return self.missing()

    def topic(self, request: httpx.Request, number: str) -> httpx.Response:
        """Show a topic with its first posts."""
        topic = self._topic(number)
        deleted, raw = "show_deleted" in request.url.params, "include_raw" in request.url.params
        posts = [post for post in self._of(topic) if deleted or not post["deleted_at"]]
        stream = {
            "posts": [self._shown(post, raw=raw) for post in posts[:_CHUNK]],
            "stream": [post["id"] for post in posts],
        }
        users = [{"id": each, "username": self.users[each]} for each in topic["allowed"] if each in self.users]
        details = {"allowed_users": users, "allowed_groups": topic["groups"]}
        shown = {key: topic[key] for key in ("id", "title", "archetype", "closed")}
        return httpx.Response(200, json={**shown, "post_stream": stream, "details": details})

    def chunk(self, request: httpx.Request, number: str) -> httpx.Response:
        """Show the posts of a topic that were asked for."""
        wanted = request.url.params.get_list("post_ids[]")
        posts = [post for post in self._of(self._topic(number)) if str(post["id"]) in wanted]
        raw = "include_raw" in request.url.params
        return httpx.Response(200, json={"post_stream": {"posts": [self._shown(post, raw=raw) for post in posts]}})

    def close(self, request: httpx.Request, number: str) -> httpx.Response:
        """Close or open a topic, which leaves a notice among its posts."""
        topic, wish = self._topic(number), body_of(request)
        assert wish["status"] == "closed"
        topic["closed"] = wish["enabled"] == "true"
        self.store(topic["id"], ME, "", kind=3)
        return httpx.Response(200, json={"success": "OK"})

    def category(self, request: httpx.Request) -> httpx.Response:
        """List the topics of the category, thirty to a page."""
        return self._topics(request, [each for each in self.topics.values() if each["category_id"] == CATEGORY])

    def messages(self, request: httpx.Request, sent: str | None) -> httpx.Response:
        """List personal messages, those that the account began apart."""
        mine = [each for each in self.topics.values() if each["archetype"] != "regular" and ME in each["allowed"]]
        return self._topics(request, [each for each in mine if (each["allowed"][0] == ME) == bool(sent)])

    def reviewables(self, _: httpx.Request) -> httpx.Response:
        """List the posts that wait, with the accounts beside them."""
        items = [item for item in self.waiting.values() if item["status"] == 0]
        users = [{"id": number, "username": name} for number, name in self.users.items()]
        return httpx.Response(200, json={"reviewables": items, "users": users})

    def reviewable(self, _: httpx.Request, number: str) -> httpx.Response:
        """Show one post that waits or has waited."""
        return httpx.Response(200, json={"reviewable": self.waiting[int(number)]})

    def approve(self, request: httpx.Request, number: str) -> httpx.Response:
        """Approve a post, if the version is the present one and it still waits."""
        item = self.waiting[int(number)]
        if item["status"] or request.url.params.get("version") != str(item["version"]):
            raise Refusal(409, {"errors": ["There's already been an update."]})
        self.approves(number)
        return httpx.Response(200, json={"reviewable_perform_result": {"success": True}})

    def upload(self, request: httpx.Request) -> httpx.Response:
        """Take a picture."""
        assert b'name="upload_type"' in request.content
        assert b'name="synchronous"' in request.content
        picture = re.search(rb"Content-Type: image/png\r\n\r\n(.*?)\r\n--", request.content, re.DOTALL)
        assert picture
        self.uploads.append(picture[1])
        number = len(self.uploads)
        return httpx.Response(
            200, json={"id": number, "short_url": f"upload://p{number}.png", "width": 690, "height": 400}
        )

    def _published(self, fields: Fields) -> httpx.Response:
        if self.approval:
            pending = {"id": self.queue(ME, fields)["id"], "raw": fields["raw"], "created_at": self.time()}
            body = {"success": True, "action": "enqueued", "pending_count": 1, "pending_post": pending}
            return httpx.Response(200, json=body)
        number = fields.get("topic_id")
        if number is None:
            names = fields.get("target_recipients", "").split(",")
            allowed = [ME, *(each for each, name in self.users.items() if name in names)]
            number = self.new_topic(
                fields["title"], allowed, fields.get("archetype", "regular"), fields["external_id"]
            )["id"]
        return httpx.Response(200, json=self._shown(self.store(int(number), ME, fields["raw"]), raw=False))

    def _check(self, fields: Fields) -> None:
        topic = self._topic(str(fields["topic_id"])) if "topic_id" in fields else fields
        if "title" in fields:
            least = 2 if "archetype" in fields else 15
            if len(fields["title"]) < least:
                self._refuse(f"Title is too short (minimum is {least} characters)")
            if any(each["external_id"] == fields["external_id"] for each in self.topics.values()):
                self._refuse("External has already been taken")
        self._check_text(fields["raw"], topic)
        if self.exempt:
            return
        for post in self.posts.values():
            recent = (self.now - datetime.fromisoformat(post["created_at"])).total_seconds() < 300
            if recent and post["user_id"] == ME and post["raw"] == fields["raw"].strip():
                self._refuse("Body is too similar to what you recently posted")
        posts = self._of(topic) if topic.get("archetype") == "regular" and "topic_id" in fields else []
        if posts and posts[0]["user_id"] != ME and all(post["user_id"] == ME for post in posts[-3:]):
            self._refuse("No more than 3 consecutive replies are allowed. Please edit your previous reply.")

    def _check_text(self, text: str, topic: Fields) -> None:
        least = 10 if topic.get("archetype") == "private_message" else 20
        if len(text.strip()) < least:
            self._refuse(f"Body is too short (minimum is {least} characters)")
        if len(text) > 32_000:
            self._refuse("Body is limited to 32000 characters")

    @staticmethod
    def _refuse(error: str) -> None:
        raise Refusal(422, {"action": "create_post", "errors": [error]})

    def _post(self, number: str) -> Fields:
        if int(number) not in self.posts:
            raise Refusal(404, {"errors": ["The requested URL or resource could not be found."]})
        return self.posts[int(number)]

    def _topic(self, number: str) -> Fields:
        topic = self.topics.get(int(number))
        if topic is None:
            raise Refusal(404, {"errors": ["The requested URL or resource could not be found."]})
        if topic["archetype"] != "regular" and ME not in topic["allowed"]:
            raise Refusal(403, {"errors": ["You are not permitted to view the requested resource."]})
        return topic

    def _of(self, topic: Fields) -> list[Fields]:
        return [post for post in self.posts.values() if post["topic_id"] == topic["id"]]

    def _listed(self, request: httpx.Request) -> list[Fields]:
        before = int(request.url.params.get("before", 0)) or 10**9
        posts = sorted(self.posts.values(), key=lambda post: -int(post["id"]))
        return [post for post in posts if post["id"] < before and not post["deleted_at"]]

    def _topics(self, request: httpx.Request, topics: list[Fields]) -> httpx.Response:
        start = 30 * int(request.url.params["page"])
        more = "/more" if len(topics) > start + 30 else None
        page = [{"id": topic["id"], "title": topic["title"]} for topic in topics[start : start + 30]]
        return httpx.Response(200, json={"topic_list": {"topics": page, "more_topics_url": more}})

    @staticmethod
    def _shown(post: Fields, *, raw: bool = True) -> Json:
        return {key: value for key, value in post.items() if key != "raw" or raw}
