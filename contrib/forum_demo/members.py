"""The demo with a forum: one match, played by one person by mail and by the others in private threads of a Misago."""

import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from contrib.forum_demo import misago
from contrib.forum_demo.misago import MODERATOR, MisagoServer
from contrib.forum_demo.pages import PageError, picture, save
from moderator.demo.people import PEOPLE, Person
from moderator.demo.story import DemoError, Player, SavedLetter, Story, Tell
from moderator.demo.world import GUEST, DemoWorld, ForumSite
from moderator.transport.forum.misago import Misago
from moderator.transport.forum.port import Post, TryLater

_REPORT = re.compile(r".+, for |The match is over")
_PICTURES = "Boards are pictures there by a setting, private_pictures = true: whoever has their link can see them"
_GLANCE = 1.0
"""Seconds from one look at the forum to the next: people do not stare at it."""
_TRIES = 4


@contextmanager
def site() -> Iterator[MisagoServer]:
    """Start a Misago in which everybody of the demo has an account, and a guest; stop it and remove everything."""
    names = [*(person.user.capitalize() for person in PEOPLE), GUEST.capitalize()]
    with (
        TemporaryDirectory(prefix="pbem-misago-") as folder,
        misago.server(Path(folder), names, secrets.token_hex(4)) as running,
    ):
        yield running


class Member(Player):
    """A person with an account in the forum, logged in there as themselves. It must be closed."""

    def __init__(self, person: Person, forum: ForumSite) -> None:
        super().__init__(person)
        self._forum = Misago(forum.url, person.user, forum.password, forum.category)
        self._cursor = ""
        self._looked = 0.0
        self.seen: dict[tuple[str, str], Post] = {}
        """The moderator's posts, in the order in which they were read."""

    def new(self) -> list[Post]:
        """Return the moderator's posts since the last call, none if the last look was a moment ago."""
        if time.monotonic() < self._looked + _GLANCE:
            return []
        self._looked = time.monotonic()
        try:
            posts, self._cursor = self._forum.changes(self._cursor)
        except TryLater:
            return []
        fresh = {(post.thread, post.id): post for post in posts if post.author and post.author.name == MODERATOR}
        fresh = {key: post for key, post in fresh.items() if key not in self.seen}
        self.seen |= fresh
        return list(fresh.values())

    def write(self, thread: str, text: str) -> None:
        """Post in a thread; who writes too quickly for the forum waits. Raises DemoError if it takes nothing."""
        for _ in range(_TRIES):
            try:
                self._forum.reply(thread, text, "")
            except TryLater as later:
                time.sleep(later.after)
            else:
                return
        raise DemoError(f"The forum took no post of {self.person.name}.")

    def posts(self, *, private: bool) -> list[Post]:
        """Return the moderator's posts in the private thread, or in the chronicle."""
        return [post for post in self.seen.values() if post.private is private]

    def close(self) -> None:
        """Give back connections."""
        self._forum.close()


class ForumStory(Story):
    """A story of one match to its end, in a forum and by mail."""

    def __init__(self, world: DemoWorld, folder: Path, tell: Tell) -> None:
        """Prepare to play; ``tell`` is called with everything that happens."""
        super().__init__(world, folder, tell)
        if world.forum is None:
            raise AssertionError("this story needs a forum")
        self._forum = world.forum
        self.short = self.long
        self.members: list[Member] = []
        self.shown: list[tuple[str, Path]] = []

    def play(self) -> None:
        """Play until everything is done, and keep the threads as the forum shows them."""
        super().play()
        reader = self.members[0]
        name = reader.person.user
        self._show("chronicle", "the chronicle of the match, which everybody reads", reader, private=False)
        self._show(f"thread-of-{name}", f"{name.capitalize()}'s private thread. {_PICTURES}", reader, private=True)

    def _show(self, name: str, reason: str, reader: Member, *, private: bool) -> None:
        """Save a thread as a page, and a picture of it; that of a private thread leaves out the welcome."""
        page = self.folder / "forum" / f"{name}.html"
        save(self._forum, reader.person.user, reader.posts(private=private)[0].thread, page)
        try:
            self.shown.append((reason, picture(page, first=2 if private else 1)))
            reason = "the same, whole, in a browser"
        except PageError as error:
            self.tell("The demo", f"leaves no picture of {page}: {error}")
        self.shown.append((reason, page))

    def highlights(self) -> Iterator[tuple[str, Path]]:
        """Give the files to open first, each with the reason: threads, then letters of the one who plays by mail."""
        yield from self.shown
        yield from super().highlights()

    def wanted(self) -> list[tuple[str, SavedLetter | None, str]]:
        """Return the letters that are most worth opening: the reason, the letter, and the ending of the file."""
        user = self.world.by_mail[0].user
        report = self.answered_report(user)
        return [
            ("the same match by mail: a turn report in a browser", report, ".html"),
            ("the same for the printer", report, ".pdf"),
            ("orders, as they went by mail", self.first(user, "orders", self.long), ".txt"),
            ("how it ended, with all seals opened", self.last(user, "turn-report", self.long), ".html"),
        ]

    def sit_down(self, stack: ExitStack) -> Sequence[Player]:
        """Log everybody in, by mail or in the forum."""
        by_mail = super().sit_down(stack)
        self.members = [Member(person, self._forum) for person in self.world.people if person not in self.world.by_mail]
        for member in self.members:
            stack.callback(member.close)
        return [*by_mail, *self.members]

    def done(self, seats: Sequence[Player]) -> bool:
        """Tell whether the match is over and everybody has read the last report and the end of the chronicle."""
        chronicles = [len(member.posts(private=False)) for member in self.members]
        return self.is_over(seats) and min(chronicles) >= (self.world.thoughts.turns_played(self.long) or 0)

    def look(self, player: Player) -> bool:
        """Let somebody read what came and answer it; tell whether anything came."""
        return self._read_threads(player) if isinstance(player, Member) else super().look(player)

    def _read_threads(self, member: Member) -> bool:
        """Read what is new in the forum, and answer what stands in one's own thread."""
        fresh = member.new()
        for post in fresh:
            head = post.text.partition("\n")[0].lstrip("# ")
            if not post.private:
                if member is self.members[0]:
                    self.tell("Moderator", f"in the chronicle: {head}")
                continue
            self.tell("Moderator", f"in the thread of {member.person.user}: {head}")
            is_report = _REPORT.match(head) is not None
            member.reports += is_report
            if is_report or head.startswith("Welcome"):
                self._post(member, post.thread)
            elif member.mending:
                member.mending = False
                self.tell(member.person.name, "reads the acknowledgement and mends what was wrong")
                self._post(member, post.thread, mend=True)
        return bool(fresh)

    def _post(self, member: Member, thread: str, *, mend: bool = False) -> None:
        """Post orders in one's own thread."""
        greeting, said = self.words(member, self.long, mend=mend)
        if said:
            member.write(thread, "\n".join((greeting, "", *said)))
            self.tell(member.person.name, f"posts in the forum ({self.long}): {' · '.join(said)}")
