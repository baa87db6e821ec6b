"""What happens on a NodeBB of ours without its API: accounts, groups, topics, posts and the queue."""

from html import escape

from moderator.transport.forum.port import Account
from tests.support.forums.site import FakeForum, Fields

TOKEN = "nodebb-token-0123456789"
PASSWORD = "nodebb-password"
ME = 7
CATEGORY = 12
ROOMS = {"room-1": 21, "room-2": 22}
"""Groups, and the categories that they alone can read."""


class NodeBBPeople(FakeForum):
    """The accounts of a NodeBB and what they do, and what it keeps."""

    def __init__(self) -> None:
        super().__init__()
        self.users = {ME: "Moderator"}
        self.groups: dict[str, list[int]] = {group: [ME] for group in ROOMS}
        self.topics: dict[int, Fields] = {}
        self.posts: dict[int, Fields] = {}
        self.waiting: dict[str, Fields] = {}

    def join(self, name: str) -> Account:
        """Make an account."""
        self.users[number := 100 + self.number()] = name
        return Account(str(number), name)

    def rename(self, account: Account, name: str) -> None:
        """Give an account another name."""
        self.users[int(account.id)] = name

    def leave(self, account: Account) -> None:
        """Delete an account; its posts stay, and keep its number."""
        del self.users[int(account.id)]

    def opens(self, account: Account, title: str, text: str) -> str:
        """Open a public thread."""
        return str(self.begin(CATEGORY, title, int(account.id), text)["tid"])

    def says(self, account: Account, thread: str, text: str) -> str:
        """Write a post in a thread and return its id."""
        return str(self.store(int(thread), int(account.id), text, self.time())["pid"])

    def edits(self, post: str, text: str) -> None:
        """Write a post anew; nothing in its topic changes."""
        self.posts[int(post)] |= {"content": text, "edited": self.time()}

    def hides(self, post: str) -> None:
        """Delete a post; staff still sees it."""
        self.posts[int(post)]["deleted"] = 1

    def queues(self, account: Account, thread: str, text: str) -> str:
        """Write a post that waits for approval."""
        return self.queue("reply", int(account.id), {"tid": int(thread), "content": text})

    def approves(self, waiting: str) -> str:
        """Approve a post: it gets its number only now, but the time of its writing."""
        data = self.waiting.pop(waiting)
        if "tid" in data:
            return str(self.store(data["tid"], data["uid"], data["content"], data["timestamp"])["pid"])
        return str(self.begin(data["cid"], data["title"], data["uid"], data["content"])["mainPid"])

    def invites(self, account: Account, thread: str) -> None:
        """Let somebody else read a private thread."""
        category = self.topics[int(thread)]["cid"]
        self.groups[next(group for group, cid in ROOMS.items() if cid == category)].append(int(account.id))

    def text(self, post: str) -> str:
        """Return the source of a post."""
        return str(self.posts[int(post)]["content"])

    def texts(self) -> list[str]:
        """Return the sources of all posts of the moderator's."""
        return [post["content"] for post in self.posts.values() if post["uid"] == ME]

    def time(self) -> int:
        """Return the time as the API says it."""
        return round(self.now.timestamp() * 1000)

    def begin(self, category: int, title: str, author: int, text: str) -> Fields:
        """Keep a topic with its first post."""
        number = self.number()
        self.topics[number] = {"tid": number, "cid": category, "title": escape(title), "titleRaw": title, "locked": 0}
        self.topics[number]["mainPid"] = self.store(number, author, text, self.time())["pid"]
        return self.topics[number]

    def store(self, topic: int, author: int, text: str, timestamp: int) -> Fields:
        """Keep a post, which gets its number now; its place in the topic is that of its time."""
        number = self.number()
        self.posts[number] = {
            "pid": number,
            "tid": topic,
            "uid": author,
            "content": text.rstrip(),
            "timestamp": timestamp,
            "edited": 0,
            "deleted": 0,
        }
        return self.posts[number]

    def queue(self, kind: str, author: int, data: Fields) -> str:
        """Keep a post that waits for approval."""
        number = f"{kind}-{self.time()}"
        self.waiting[number] = {"uid": author, "timestamp": self.time(), **data}
        return number

    def name(self, number: int) -> Fields:
        """Return an account as it is shown; one that is gone has another number and a name to be translated."""
        if number in self.users:
            return {"uid": number, "username": escape(self.users[number])}
        return {"uid": 0, "username": "[[global:former-user]]"}
