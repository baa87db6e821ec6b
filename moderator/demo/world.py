"""The stage: mail servers, an instance in a folder, and the real daemon at work on it in a thread of its own."""

import asyncio
import os
import secrets
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlmodel import Session

from moderator.app import Daemon, Instance, open_instance
from moderator.config import load
from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Prompt
from moderator.core.seats import Seat
from moderator.demo.pacts import Pact, pact_between
from moderator.demo.people import Person
from moderator.games.simulate import bot_sheet
from moderator.service import asking, matches, records
from moderator.store import queries
from moderator.store.tables import MatchStatus, RecordKind
from moderator.transport.embedded import MailWorld

DOMAIN = "pbem.test"
GUEST = "you"
"""The mailbox of whoever wants to join with a mail program of their own."""
PASSWORD_VARIABLE = "MODERATOR_DEMO_SECRET"  # noqa: S105 - its name, not the password
"""The environment variable that the instance takes its mail password from."""
THINKER = "veteran"
"""The bot that thinks up what the people order."""
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

_SHORT = """
[[match]]
name = "hoth"
game = "rebel-commander"
every = "48h"
options = {{ edition = "planet" }}
seats = [
{seats}
  {{ seat = "Empire", bot = "recruit" }},
]

[[match]]
name = "ridge"
game = "rebel-commander"
every = "24h"
options = {{ edition = "skirmish", max_turns = 8 }}
seats = [
{first}
  {{ seat = "Empire", bot = "recruit" }},
]
"""

_LONG = """
[[match]]
name = "hoth"
game = "rebel-commander"
every = "1m"
remind = "0"
options = {{ edition = "planet"{limit} }}
seats = [
{seats}
  {{ seat = "Empire", bot = "veteran" }},
]
"""

_OVERRIDE = """
[[override]]
id = "{name}"
match = "hoth"
do = [{lines}]
"""

_GUEST_MATCH = """
[[match]]
name = "yours"
game = "rebel-commander"
every = "48h"
delay = "1m"
options = {{ edition = "planet" }}
seats = [
  {{ seat = "Red", player = "Guest", address = "{guest}@{domain}" }},
  {{ seat = "Blue", bot = "recruit" }},
  {{ seat = "Empire", bot = "recruit" }},
]
"""


class World:
    """Mail servers and a moderator, running while the context is open."""

    def __init__(
        self, root: Path, people: Sequence[Person], *, guest: bool = False, long: bool = False, turns: int = 0
    ) -> None:
        """Prepare an instance in a folder; with ``guest`` there is a match with a free mailbox for a real person.

        With ``long`` the people play one match to its end, or for so many ``turns``; each takes a minute at most.
        """
        self.root = root
        self.people = tuple(people)
        self.password = secrets.token_hex(4)
        users = ["moderator", "gm", *(person.user for person in people), *([GUEST] if guest else [])]
        self.mail = MailWorld(dict.fromkeys(users, self.password), DOMAIN)
        self._guest = guest
        self._matches = _LONG if long else _SHORT
        self._limit = f", max_turns = {turns}" if turns else ""

    def __enter__(self) -> Self:
        self.mail.start()
        os.environ[PASSWORD_VARIABLE] = self.password
        self.config = self._write_config()
        self.instance = open_instance(load(self.config), lock=True)
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
        """Let the GM write an override into the file, as the moderator runs."""
        text = _OVERRIDE.format(name=name, lines=", ".join(f'"{line}"' for line in lines))
        self.config.write_text(self.config.read_text(encoding="utf-8") + text, encoding="utf-8")

    def _write_config(self) -> Path:
        self.root.mkdir(parents=True, exist_ok=True)
        seats = [
            f'  {{ seat = "{person.seat}", player = "{person.name}", address = "{person.user}@{DOMAIN}", '
            f'zone = "{person.zone}" }},'
            for person in self.people
        ]
        text = (_SETTINGS + self._matches).format(
            domain=DOMAIN,
            limit=self._limit,
            imap_port=self.mail.imap_port,
            smtp_port=self.mail.smtp_port,
            variable=PASSWORD_VARIABLE,
            seats="\n".join(seats),
            first=seats[0],
        )
        if self._guest:
            text += _GUEST_MATCH.format(guest=GUEST, domain=DOMAIN)
        path = self.root / "config.toml"
        path.write_text(text, encoding="utf-8")
        return path


def thought_up(instance: Instance, match: str, seat: Seat) -> tuple[str, ...]:
    """Return the orders that a player has in mind: a bot's, from what that seat sees and nothing else."""
    with instance.store.read() as session:
        game, orders, _, _ = _thoughts(instance, session, match, seat)
        return tuple(game.language.line(order) for order in orders) if game else ()


def pact(instance: Instance, match: str, one: Seat, other: Seat) -> Pact | None:
    """Return a joint attack for two players, if one has an attack in mind that the other joins or can join."""
    with instance.store.read() as session:
        game, mine, _, _ = _thoughts(instance, session, match, one)
        _, theirs, view, prompt = _thoughts(instance, session, match, other)
        return pact_between(game, mine, theirs, view, prompt) if game is not None and prompt is not None else None


def _thoughts(
    instance: Instance, session: Session, match: str, seat: Seat
) -> tuple[AnyGame | None, tuple[Any, ...], Any, Prompt | None]:
    """Return the game, what a seat has in mind, what it sees and what it is asked; nothing if it is asked nothing."""
    row = matches.find(session, match)
    prompts: Mapping[Seat, Prompt] = asking.prompts(asking.current(session, row)) if row else {}
    if row is None or seat not in prompts:
        return None, (), None, None
    game = instance.ctx.game(row.game)
    state = records.position(game, row.state)
    chance = Dice.throwaway(f"{match}/{row.number}").secret.child("player", seat)
    orders = bot_sheet(game, state, seat, prompts[seat], bot=THINKER, chance=chance)
    return game, orders, game.view(state, seat), prompts[seat]


def turns_played(instance: Instance, match: str) -> int | None:
    """Return how many turns a match took, None while it goes on."""
    with instance.store.read() as session:
        row = matches.find(session, match)
        if row is None or row.status is not MatchStatus.OVER:
            return None
        return sum(record.kind is RecordKind.TURN for record in queries.records(session, row.id or 0))
