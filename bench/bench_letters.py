"""Letters of the corpus stored, read, filed and acknowledged per second, on one core and with durable commits.

The limit is the work that no moderator can avoid, done alone in the same run: parsing the letter once by the standard
library, wording its acknowledgement, composing it by the standard library (``EmailMessage``), and two bare commits
(SQLite, synchronous=FULL). A second limit composes as the moderator does, and letters that are kept together share
their first commit: it shows how near the moderator is to its own best. The first letters, for which templates are
loaded and statements are built, are not counted.
"""

import asyncio
import gc
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, compat32
from math import ceil
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import delete
from sqlmodel import select

from bench.common import figure, instance, make, seconds
from moderator.core import codec
from moderator.ports import Delivery, Dispatch, Words
from moderator.rendering.mail import MailRenderer
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts
from moderator.service.inbox import desk, intake
from moderator.service.outgoing import posting
from moderator.store.session import Store
from moderator.store.tables import Outbox
from moderator.testing.memory import MemoryInbound, MemoryOutbound
from moderator.transport.composing import compose

T = TypeVar("T")

CORPUS = sorted((Path(__file__).parents[1] / "tests" / "letters" / "same").glob("*.eml"))
START = {
    "Red": {"C3": {"troops": 2}, "D5": {"troops": 3, "transports": 1}, "B2": {"troops": 1}},
    "Blue": {"A0": {"troops": 1}},
    "Green": {"J0": {"troops": 1}},
    "Empire": {"F4": {"troops": 3}},
}
ROUNDS = 2
_AT_ONCE = 29
_TOGETHER = 16
"""The number of letters that the moderator keeps in one commit."""

_MOST = 0.9
"""The share of letters that must be filed; the others were typed into a form with the mark of another match."""

_TAG = re.compile(rb"moderator\+hoth\.red\.abcdefghijklmnop@pbem\.test")


class _Here(Executor):
    """An executor that runs everything at once, in the calling thread."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> "Future[T]":
        """Run a function and return its finished future."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def delivered(ctx: Context, matches: int = len(CORPUS) * ROUNDS) -> list[Delivery]:
    """Return the corpus as letters from the Reds of several matches, by turns; by default there is one from each."""
    found = []
    for number, path in enumerate(CORPUS * ROUNDS):
        red = number % matches
        tag = tags.reply_address(ctx, f"m{red}", "Red", 1).encode()
        raw = _TAG.sub(tag, path.read_bytes()).replace(b"ann@pbem.test", f"red{red}@pbem.test".encode())
        found.append(Delivery(transport="bench", origin=str(number), arrived=ctx.now(), raw=raw))
    return found


LOOP = asyncio.Runner()
"""One event loop for all letters, as a daemon has one: opening another for each batch is no work of a daemon's."""


async def answer(store: Store, ctx: Context, renderer: MailRenderer, outbound: MemoryOutbound) -> None:
    """Word, compose and send all letters that wait, on one core."""
    while (await posting.pump(store, ctx, renderer, outbound, workers=_Here())).total:
        pass


class Limit(Struct):
    """The seconds of the limits: parsing and wording, and composing and committing in each of two ways."""

    bare: float = 0.0
    library: float = 0.0
    composing: float = 0.0
    commits: float = 0.0
    shared: float = 0.0


def alone(
    store: Store, renderer: MailRenderer, letters: Sequence[Delivery], sent: Sequence[Dispatch], limit: Limit
) -> None:
    """Add the seconds of the limits for some letters: parsing, wording and composing, and two bare commits for each."""
    with store.read() as session:
        rows = {row.key: row for row in session.exec(select(Outbox))}
    facts: list[LetterFacts] = [codec.unpack(rows[dispatch.key].payload, LetterFacts) for dispatch in sent]
    worded: list[Dispatch] = []

    def work() -> None:
        for delivery in letters:
            BytesParser(policy=compat32).parsebytes(delivery.raw)
        for dispatch, told in zip(sent, facts, strict=True):
            worded.append(replace(dispatch, words=renderer.render(told)))

    limit.bare += seconds(work)
    limit.commits += commits(len(letters) * 2)
    limit.shared += commits(len(letters) + ceil(len(letters) / _TOGETHER))
    limit.composing += seconds(lambda: [compose(dispatch) for dispatch in worded])
    limit.library += seconds(lambda: [library_composed(dispatch) for dispatch in worded])


def library_composed(dispatch: Dispatch) -> bytes:
    """Return an acknowledgement whose body the standard library composes, in seven bits like the moderator's."""
    words = dispatch.words
    assert not words.pictures
    assert not words.attachments
    message = EmailMessage(policy=SMTP.clone(cte_type="7bit"))
    message.set_content(words.text)
    message.add_alternative(words.html, subtype="html")
    for part in message.walk():
        if part is not message:
            del part["MIME-Version"]
    return compose(replace(dispatch, words=Words(words.subject, ""))) + message.as_bytes()


def commits(count: int) -> float:
    """Return the seconds for committing rows of the size of a letter, one by one."""
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "bare.sqlite", isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE letter (id INTEGER PRIMARY KEY, raw BLOB)")

        def loop() -> None:
            for _ in range(count):
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO letter (raw) VALUES (?)", (b"x" * 900,))
                connection.execute("COMMIT")

        took = seconds(loop)
        connection.close()
    return took


def main() -> None:
    """Measure a few letters at a time, so that a machine that slows down slows the limits as well."""
    with instance() as (store, ctx):
        letters = delivered(ctx)
        make(store, ctx, len(letters), bots="", start=START)
        with store.write() as session:
            session.execute(delete(Outbox))  # the welcomes
        renderer = MailRenderer(ctx.clock)
        measured(store, ctx, renderer, letters[:_AT_ONCE], Counter())  # loads templates and builds statements
        letters = letters[_AT_ONCE:]
        gc.collect()
        gc.freeze()  # as ``moderator serve`` does; else it is chance which side pays for looking through it
        took: Counter[str] = Counter()
        told: Counter[str] = Counter()
        limit = Limit()
        for begin in range(0, len(letters), _AT_ONCE):
            some = letters[begin : begin + _AT_ONCE]
            done, sent = measured(store, ctx, renderer, some, took)
            told.update(letter.verdict for letter in done)
            assert len(sent) == len(some)
            alone(store, renderer, some, sent, limit)
    count = len(letters)
    assert told["filed"] > _MOST * count, told
    ours = count / sum(took.values())
    library = limit.bare + limit.library + limit.commits
    sparing = limit.bare + limit.composing + limit.shared
    figure("letters of the corpus", ours, "parsed, worded, composed, committed alone", count / library)
    figure("letters of the corpus", ours, "the same, composed and committed as we do it", count / sparing)
    for name, seconds_ in took.items():
        print(f"  {name:<10} {1000 * seconds_ / count:6.2f} ms a letter")


def measured(
    store: Store, ctx: Context, renderer: MailRenderer, letters: Sequence[Delivery], took: Counter[str]
) -> tuple[list[desk.ProcessedLetter], list[Dispatch]]:
    """Take letters all the way, and add the seconds of each step to ``took``."""
    done: list[desk.ProcessedLetter] = []
    inbound, outbound = MemoryInbound(), MemoryOutbound()
    inbound.waiting += letters
    steps = {
        "kept": lambda: inbound.drain(lambda deliveries: intake.store_letters(store, ctx, deliveries)),
        "acted on": lambda: done.extend(desk.act_all(store, ctx)),
        "answered": lambda: LOOP.run(answer(store, ctx, renderer, outbound)),
    }
    for name, step in steps.items():
        took[name] += seconds(step)  # type: ignore[assignment]
    return done, [posted.dispatch for posted in outbound.take()]


if __name__ == "__main__":
    main()
