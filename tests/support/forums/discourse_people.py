"""What happens on a Discourse of ours without its API: accounts, topics, posts and the queue."""

from datetime import datetime

from moderator.transport.forum.port import Account
from tests.support.forums.site import FakeForum, Fields

KEY = "discourse-key-0123456789"
ME = 7
CATEGORY = 12


class DiscoursePeople(FakeForum):
    """The accounts of a Discourse and what they do, and what it keeps."""

    def __init__(self) -> None:
        super().__init__()
        self.users = {ME: "Moderator"}
        self.topics: dict[int, Fields] = {}
        self.posts: dict[int, Fields] = {}
        self.waiting: dict[int, Fields] = {}

    def join(self, name: str) -> Account:
        """Make an account."""
        self.users[number := 100 + self.number()] = name
        return Account(str(number), name)

    def rename(self, account: Account, name: str) -> None:
        """Give an account another name."""
        self.users[int(account.id)] = name

    def leave(self, account: Account) -> None:
        """Delete an account; its posts stay."""
        del self.users[int(account.id)]
        for post in self.posts.values():
            if post["user_id"] == int(account.id):
                post["user_id"], post["username"] = None, ""

    def opens(self, account: Account, title: str, text: str) -> str:
        """Open a public thread."""
        topic = self.new_topic(title, [int(account.id)], "regular")
        self.store(topic["id"], int(account.id), text)
        return str(topic["id"])

    def says(self, account: Account, thread: str, text: str) -> str:
        """Write a post in a thread and return its id."""
        return str(self.store(int(thread), int(account.id), text)["id"])

    def edits(self, post: str, text: str) -> None:
        """Write a post anew: within five minutes the number of its versions stays the same."""
        found = self.posts[int(post)]
        grown = (self.now - datetime.fromisoformat(found["updated_at"])).total_seconds() > 300
        found |= {"raw": text, "updated_at": self.time(), "version": found["version"] + grown}

    def hides(self, post: str) -> None:
        """Hide a post, as flags of members do."""
        self.posts[int(post)] |= {"hidden": True, "updated_at": self.time()}

    def queues(self, account: Account, thread: str, text: str) -> str:
        """Write a post that waits for approval."""
        return str(self.queue(int(account.id), {"topic_id": int(thread), "raw": text})["id"])

    def approves(self, waiting: str) -> str:
        """Approve a post: it gets its id and its time only now."""
        item = self.waiting[int(waiting)]
        item["status"] = 1
        return str(self.store(item["topic_id"], item["target_created_by_id"], item["payload"]["raw"])["id"])

    def invites(self, account: Account, thread: str) -> None:
        """Let somebody else read a private thread."""
        self.topics[int(thread)]["allowed"].append(int(account.id))

    def text(self, post: str) -> str:
        """Return the source of a post."""
        return str(self.posts[int(post)]["raw"])

    def texts(self) -> list[str]:
        """Return the sources of all posts of the moderator's."""
        return [post["raw"] for post in self.posts.values() if post["user_id"] == ME]

    def frozen(self, post: str) -> bool:
        """Return whether the author of a post can no longer edit it."""
        return bool(self.posts[int(post)].get("locked"))

    def time(self) -> str:
        """Return the time as the API says it."""
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def new_topic(self, title: str, allowed: list[int], archetype: str, external: str = "") -> Fields:
        """Keep a topic."""
        number = self.number()
        topic = {
            "id": number,
            "title": title,
            "archetype": archetype,
            "category_id": CATEGORY if archetype == "regular" else None,
            "closed": False,
            "allowed": allowed,
            "groups": [],
            "external_id": external,
        }
        self.topics[number] = topic
        return topic

    def store(self, topic: int, author: int, text: str, kind: int = 1) -> Fields:
        """Keep a post, which gets its number and its time now."""
        number = self.number()
        post = {
            "id": number,
            "topic_id": topic,
            "user_id": author,
            "username": self.users[author],
            "raw": text.strip(),
            "post_type": kind,
            "created_at": self.time(),
            "updated_at": self.time(),
            "version": 1,
            "hidden": False,
            "user_deleted": False,
            "deleted_at": None,
        }
        self.posts[number] = post
        return post

    def queue(self, author: int, fields: Fields) -> Fields:
        """Keep a post that waits for approval."""
        number = self.number()
        topic = self.topics.get(int(fields.get("topic_id") or 0))
        self.waiting[number] = {
            "id": number,
            "status": 0,
            "version": 4,
            "created_at": self.time(),
            "created_by_id": -1,
            "target_created_by_id": author,
            "topic_id": topic["id"] if topic else None,
            "category_id": topic["category_id"] if topic else fields.get("category"),
            "payload": {"raw": fields["raw"], "title": fields.get("title")},
        }
        return self.waiting[number]
