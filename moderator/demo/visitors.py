"""The web desk of the demo: what to look at, and the links to desks, which go by letter, read out as they come."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from sqlmodel import Session

from moderator.demo.mailbox import Account, parse, text_of
from moderator.demo.world import DOMAIN, DemoWorld
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.matches import matches, order_requests

_ENTRANCE = re.compile(r"https?://\S+/enter/\S+")
_PAUSE = 0.5


def links(world: DemoWorld) -> Iterator[tuple[str, str]]:
    """Give what to look at first, each with its address."""
    url, person = world.instance.config.settings.web, world.people[0]
    yield "everybody", f"{url}/m/{world.script.table.name}"

    def newest(session: Session, ctx: Context) -> str:
        match = matches.find(session, world.script.table.name)
        if match is None:
            return ""
        key_number = order_requests.assignments(session, match)[person.seat].key_number
        return tags.page_path(ctx, match.name, person.seat, key_number, match.number)

    yield f"{person.name}, who plays {person.seat}", f"{url}{world.instance.query(newest)}"


def read_out(world: DemoWorld, tell: Callable[[str, str], None]) -> None:
    """Tell of each link to a desk whom it came for, in a thread of its own, as long as the world lasts."""
    users = [*(person.user for person in world.by_mail), "gm"]
    threading.Thread(target=_read, args=(world, users, tell), name="visitors", daemon=True).start()


def _read(world: DemoWorld, users: list[str], tell: Callable[[str, str], None]) -> None:
    ports = {"imap_port": world.mail.imap_port, "smtp_port": world.mail.smtp_port}
    accounts = {user: Account(f"{user}@{DOMAIN}", world.password, **ports) for user in users}
    for account in accounts.values():
        account.new()
    with suppress(OSError):  # the servers end before this thread
        while True:
            for user, account in accounts.items():
                for raw in account.new():
                    for url in dict.fromkeys(_ENTRANCE.findall(text_of(parse(raw)))):
                        tell(user, url)
            time.sleep(_PAUSE)
