"""The world of the demo: mail servers, an instance in a folder, and the real daemon at work on it in a thread."""

import asyncio
import os
import secrets
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import msgspec

from moderator.app.daemon import Daemon
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.core.demo import DemoMatch
from moderator.core.seats import Seat
from moderator.demo.people import Person
from moderator.demo.staged import Staged
from moderator.demo.thoughts import Thoughts
from moderator.transport.embedded import MailWorld

DOMAIN = "pbem.test"
GUEST = "you"
"""The mailbox for somebody who joins with their own mail program."""
PASSWORD_VARIABLE = "MODERATOR_DEMO_SECRET"  # noqa: S105 - its name, not the password
"""The environment variable that holds the instance's mail password."""
_PATIENCE = 30

_SETTINGS = """\
# The demo's instance: real IMAP and SMTP, on ports of this machine that are open while the demo runs.
[moderator]
name = "Battle Moderator"
address = "moderator@{domain}"
gm = "gm@{domain}"
zone = "Europe/Berlin"
delay = "0"

[imap]
host = "127.0.0.1"
port = {imap_port}
tls = "none"
user = "moderator@{domain}"
password = "${{{variable}}}"

[smtp]
host = "127.0.0.1"
port = {smtp_port}
tls = "none"
user = ""
password = ""
"""

_OVERRIDE = """
[[override]]
id = "{name}"
match = "{match}"
do = [{lines}]
"""

_FORUM = """
[[forum]]
name = "main"
kind = "misago"
url = "{site.url}"
category = {site.category}
user = "{site.moderator}"
password = "${{{variable}}}"
poll = "2s"
private_pictures = true              # whoever has the link of a picture can see it: by default boards stand as text
"""

_WEB = """
[web]
listen = "127.0.0.1:{port}"
url = "http://localhost:{port}"
"""

_GUEST_MATCH = "yours"


class ForumSite(Protocol):
    """A running forum in which the people of the demo have accounts, all with one password."""

    url: str
    password: str
    category: int
    moderator: str


class DemoWorld:
    """Mail servers and a moderator, running while the context is open."""

    def __init__(
        self,
        root: Path,
        staged: Staged,
        *,
        guest: bool = False,
        long: bool = False,
        turns: int = 0,
        forum: ForumSite | None = None,
        web: int | None = None,
    ) -> None:
        """Prepare an instance in a folder. With ``guest`` it has a match with a free mailbox for a real person.

        With ``long`` the people play one match to its end, or for at most ``turns`` turns. Each turn takes a minute at
        most. With ``forum`` they play one match of a few turns, or of ``turns``: the first of them by mail, the others
        there. With ``web`` the web desk is open on that port of this machine.
        """
        self.root = root
        self.staged = staged
        self.script = script = staged.script
        self.people = staged.people
        self.forum = forum
        self.by_mail = self.people[:1] if forum else self.people
        self.password = forum.password if forum else secrets.token_hex(4)
        users = ["moderator", "gm", *(person.user for person in self.by_mail), *([GUEST] if guest else [])]
        self.mail = MailWorld(dict.fromkeys(users, self.password), DOMAIN)
        self._guest = guest
        self._web = web
        self._long = long
        self._limit = {script.limit: turns or script.turns} if turns or forum else {}

    def __enter__(self) -> Self:
        self.mail.start()
        os.environ[PASSWORD_VARIABLE] = self.password
        self.config = self._write_config()
        self.instance = open_instance(load(self.config), lock=True)
        self.thoughts = Thoughts(self.instance, self.staged)
        self._started = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="moderator", daemon=True)
        self._thread.start()
        if not self._started.wait(_PATIENCE) or self._failure is not None:
            raise RuntimeError("the moderator did not start") from self._failure
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._daemon.stop)
            self._thread.join(_PATIENCE)
        self.instance.close()
        self.mail.stop()

    def _work(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
            self._failure = error
            self._started.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._daemon = Daemon(self.instance)
        running = asyncio.ensure_future(self._daemon.run())
        ready = asyncio.ensure_future(self._daemon.ready.wait())
        await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        self._started.set()
        await running

    def override(self, name: str, *lines: str) -> None:
        """Append an override to the operator's file, as a GM does while the moderator runs."""
        text = _OVERRIDE.format(name=name, match=self.script.whole.name, lines=", ".join(f'"{line}"' for line in lines))
        self.config.write_text(self.config.read_text(encoding="utf-8") + text, encoding="utf-8")

    def _write_config(self) -> Path:
        self.root.mkdir(parents=True, exist_ok=True)
        text = _SETTINGS.format(
            domain=DOMAIN,
            imap_port=self.mail.imap_port,
            smtp_port=self.mail.smtp_port,
            variable=PASSWORD_VARIABLE,
        )
        if self.forum is not None:
            text += _FORUM.format(site=self.forum, variable=PASSWORD_VARIABLE)
        if self._web is not None:
            text += _WEB.format(port=self._web)
        path = self.root / "config.toml"
        path.write_text(text + "".join(self._matches()), encoding="utf-8")
        return path

    def _matches(self) -> Iterator[str]:
        """Give the tables of all matches in the form of ``config.toml``."""
        script = self.script
        if self._long:
            yield self._match(script.whole, self._limit, 'remind = "0"')
        elif self.forum is not None:
            yield self._match(script.table, self._limit)
        else:
            yield self._match(script.table)
            yield self._match(script.duel)
        if self._guest:
            yield self._guests()

    def _match(self, match: DemoMatch, more: Mapping[str, object] | None = None, *lines: str) -> str:
        """Return the table of a match that the people play."""
        seats = [self._person(person) for person in self.people[: match.people]]
        options = {**match.options, **(more or {})}
        return _match_table(self.staged.game.info.key, match.name, match.every, seats, match.bots, options, *lines)

    def _person(self, person: Person) -> str:
        """Return a person's seat in the form of ``config.toml``."""
        where = self._contact_fields(person.user, by_mail=person in self.by_mail)
        return f'  {{ seat = "{person.seat}", player = "{person.name}", {where}, zone = "{person.zone}" }},'

    @staticmethod
    def _contact_fields(user: str, *, by_mail: bool) -> str:
        """Return where letters for somebody go."""
        return f'address = "{user}@{DOMAIN}"' if by_mail else f'forum = "main:{user}"'

    def _guests(self) -> str:
        """Return the table of the guest's match: that of the short demo, with bots in all other seats."""
        first, *others = self.script.seats
        table = self.script.table
        rest = dict.fromkeys(others[:1], next(iter(table.bots.values()))) | dict(table.bots)
        seat = f'  {{ seat = "{first}", player = "Guest", {self._contact_fields(GUEST, by_mail=self.forum is None)} }},'
        return _match_table(self.staged.game.info.key, _GUEST_MATCH, "48h", [seat], rest, table.options, 'delay = "1m"')


def _match_table(  # noqa: PLR0917 - the parts of a match, in their order
    game: str,
    name: str,
    every: str,
    people: list[str],
    bots: Mapping[Seat, str],
    options: Mapping[str, object],
    *lines: str,
) -> str:
    """Return a match in the form of ``config.toml``."""
    chosen = ", ".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in options.items())
    seats = [*people, *(f'  {{ seat = "{seat}", bot = "{bot}" }},' for seat, bot in bots.items())]
    settings = (f'name = "{name}"', f'game = "{game}"', f'every = "{every}"', *lines)
    return "\n".join(("", "[[match]]", *settings, f"options = {{ {chosen} }}", "seats = [", *seats, "]", ""))
