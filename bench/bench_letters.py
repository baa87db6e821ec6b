"""Letters kept, read, filed and acknowledged per second, beside SQLite's bare commits with synchronous=FULL."""

import sqlite3
import tempfile
from email.message import EmailMessage
from pathlib import Path

from bench.common import figure, instance, make, seconds
from moderator.ports import Delivery
from moderator.service import asking, desk, intake, matches, tags

MATCHES = 20
LETTERS = 120
COMMITS_PER_LETTER = 2


def commits() -> float:
    """Commit rows of a letter's size as often as the letters do."""
    count = LETTERS * COMMITS_PER_LETTER
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
    return LETTERS / took


def main() -> None:
    """Measure."""
    with instance() as (store, ctx):
        make(store, ctx, MATCHES, bots="")
        with store.read() as session:
            found = [matches.find(session, f"m{number}") for number in range(MATCHES)]
            places = [(match, place) for match in found if match for place in asking.places(session, match).values()]
        seats = [(match, place) for match, place in places if place.player is not None]
        waiting = []
        for number in range(LETTERS):
            match, place = seats[number % len(seats)]
            letter = EmailMessage()
            letter["From"] = f"{place.seat.lower()}{match.name[1:]}@pbem.test"
            letter["To"] = tags.reply_address(ctx, match.name, place.seat, 1)
            letter["Subject"] = "orders"
            letter["Message-ID"] = f"<{number}@pbem.test>"
            letter.set_content(f"Hello,\n\n1. PASS\n2. PASS\n3. PASS\n\nbye {number}\n")
            waiting.append(Delivery(transport="bench", origin=str(number), arrived=ctx.now(), raw=letter.as_bytes()))
        done: list[desk.Done] = []

        def work() -> None:
            for delivery in waiting:
                intake.keep(store, ctx, delivery)
            done.extend(desk.act_all(store, ctx))

        took = seconds(work)
    assert sum(letter.verdict == "filed" for letter in done) == LETTERS, {letter.verdict for letter in done}
    figure("letters filed", LETTERS / took, "two bare commits each (SQLite, FULL)", commits())


if __name__ == "__main__":
    main()
