"""Letters of the corpus kept, read, filed and acknowledged per second, on one core and with durable commits.

The limit is what cannot be spared, done alone in the same run: the letter taken apart once by the standard library, its
acknowledgement worded and composed, and two bare commits (SQLite, synchronous=FULL).
"""

import asyncio
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from email.parser import BytesParser
from email.policy import compat32
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace
from sqlalchemy import delete
from sqlmodel import select

from bench.common import figure, instance, make, seconds
from moderator.core import codec
from moderator.ports import Delivery, Dispatch
from moderator.rendering.mail import MailRenderer
from moderator.service import desk, intake, posting, tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts
from moderator.store.session import Store
from moderator.store.tables import Outbox
from moderator.transport.email import compose
from moderator.transport.memory import MemoryOutbound

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
_MOST = 0.9
"""So many are filed; the others were typed into a form with another match's mark."""

_TAG = re.compile(rb"moderator\+hoth\.red\.abcdefghijklmnop@pbem\.test")


class _Here(Executor):
    """Does at once, where it is asked, what a pool would do beside."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> "Future[T]":
        """Do it."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def delivered(ctx: Context) -> list[Delivery]:
    """Return the corpus as it would come from the Reds of as many matches."""
    found = []
    for number, path in enumerate(CORPUS * ROUNDS):
        tag = tags.reply_address(ctx, f"m{number}", "Red", 1).encode()
        raw = _TAG.sub(tag, path.read_bytes()).replace(b"ann@pbem.test", f"red{number}@pbem.test".encode())
        found.append(Delivery(transport="bench", origin=str(number), arrived=ctx.now(), raw=raw))
    return found


async def answer(store: Store, ctx: Context, renderer: MailRenderer, outbound: MemoryOutbound) -> None:
    """Word, compose and hand over what waits, all on one core."""
    while (await posting.pump(store, ctx, renderer, outbound, workers=_Here())).total:
        pass


def alone(store: Store, renderer: MailRenderer, letters: Sequence[Delivery], sent: Sequence[Dispatch]) -> float:
    """Return the seconds for what cannot be spared: parsing, wording and composing, two bare commits a letter."""
    with store.read() as session:
        rows = {row.key: row for row in session.exec(select(Outbox))}
    facts: list[LetterFacts] = [codec.unpack(rows[dispatch.key].payload, LetterFacts) for dispatch in sent]

    def work() -> None:
        for delivery in letters:
            BytesParser(policy=compat32).parsebytes(delivery.raw)
        for dispatch, told in zip(sent, facts, strict=True):
            compose(replace(dispatch, words=renderer.render(told)))

    return seconds(work) + commits(len(letters) * 2)


def commits(count: int) -> float:
    """Return the seconds that rows of a letter's size take to be committed one by one."""
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
    """Measure, a few letters at a time, so that a machine that slows down slows the limit as well."""
    with instance() as (store, ctx):
        letters = delivered(ctx)
        make(store, ctx, len(letters), bots="", start=START)
        with store.write() as session:
            session.execute(delete(Outbox))  # the welcomes
        renderer = MailRenderer(ctx.clock)
        renderer.warm()  # as the daemon does when it starts
        took: Counter[str] = Counter()
        told: Counter[str] = Counter()
        limit = 0.0
        for begin in range(0, len(letters), _AT_ONCE):
            some = letters[begin : begin + _AT_ONCE]
            done, sent = measured(store, ctx, renderer, some, took)
            told.update(letter.verdict for letter in done)
            assert len(sent) == len(some)
            limit += alone(store, renderer, some, sent)
    count = len(letters)
    assert told["filed"] > _MOST * count, told
    figure("letters of the corpus", count / sum(took.values()), "parsed, worded, committed alone", count / limit)
    for name, seconds_ in took.items():
        print(f"  {name:<10} {1000 * seconds_ / count:6.2f} ms a letter")


def measured(
    store: Store, ctx: Context, renderer: MailRenderer, letters: Sequence[Delivery], took: Counter[str]
) -> tuple[list[desk.Done], list[Dispatch]]:
    """Take letters all the way, and add the seconds that each step took."""
    done: list[desk.Done] = []
    outbound = MemoryOutbound()
    steps = {
        "kept": lambda: [intake.keep(store, ctx, delivery) for delivery in letters],
        "acted on": lambda: done.extend(desk.act_all(store, ctx)),
        "answered": lambda: asyncio.run(answer(store, ctx, renderer, outbound)),
    }
    for name, step in steps.items():
        took[name] += seconds(step)  # type: ignore[assignment]
    return done, [posted.dispatch for posted in outbound.take()]


if __name__ == "__main__":
    main()
