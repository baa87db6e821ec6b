"""A database of the first schema, with something in every table, is brought up to date and goes on.

``first-schema.sql.xz`` was written by the code of then, and is not made anew: two matches of the tests' own game, one
of them begun, with letters filed, held and set aside, press, a vote, an override, a bot.
"""

import json
import lzma
import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
import sqlmodel
from alembic import command
from sqlalchemy import Connection, Engine, MetaData, create_engine, func, inspect, select, text

from moderator.app import transfer
from moderator.core.codec import convert, pack
from moderator.core.dice import FORMULA
from moderator.core.pictures import Drawing
from moderator.core.seats import Observer
from moderator.rendering.typesetting.drawing_operators import drawing_operators
from moderator.service.admin import personal_data
from moderator.service.admin.transfer import bring_in
from moderator.service.audit.verify import verify_match
from moderator.service.context import OverridePlan
from moderator.service.facts import Memo
from moderator.service.inbox import desk
from moderator.service.letter_proofs import Opened
from moderator.service.matches import order_requests, reports
from moderator.service.overrides.apply import apply
from moderator.service.overrides.decisions import AlreadyRefusedError
from moderator.service.turns.due import RunResult
from moderator.store.session import Store, migrate, migrations
from moderator.store.statuses import LetterStatus, MatchStatus
from moderator.store.tables import Override
from tests.support.crashes.keeping import each
from tests.support.world import START, World

FIRST = Path(__file__).parent / "first-schema.sql.xz"


@pytest.fixture
def old(any_database: Store, tmp_path: Path) -> Store:
    """Give each kind of database as the first release left it."""
    path = tmp_path / "first.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(lzma.decompress(FIRST.read_bytes()).decode())
    with any_database.writing.begin() as connection_to:
        command.upgrade(migrations(connection_to), "0001")
    source = create_engine(f"sqlite:///{path}")
    _copy(source, any_database.writing)
    source.dispose()
    return any_database


def _copy(source: Engine, target: Engine) -> None:
    """Copy every row; times of SQLite are in UTC and do not say so."""
    there, here = MetaData(), MetaData()
    there.reflect(source)
    with target.begin() as writing, source.connect() as reading:
        here.reflect(writing)
        for table in here.sorted_tables:
            if table.name == "alembic_version":
                continue
            for row in reading.execute(select(there.tables[table.name])).mappings():
                writing.execute(table.insert().values({name: _aware(value, writing) for name, value in row.items()}))
            if writing.dialect.name == "postgresql":
                last = writing.execute(select(func.max(table.c.id))).scalar_one()
                writing.execute(select(func.setval(func.pg_get_serial_sequence(f'"{table.name}"', "id"), last)))


def _aware(value: object, connection: Connection) -> object:
    if isinstance(value, datetime) and connection.dialect.name == "postgresql":
        return value.replace(tzinfo=UTC)
    return value


def upgraded(old: Store) -> World:
    """Go on with this release, an hour after the last one stopped; letters are numbered on from those of then."""
    migrate(old.url)
    world = World(old)
    world.clock.move(timedelta(hours=1))
    for _ in world.letters():
        world.put(b"")
        world.raw("")
    world.memory.drain(each(lambda _: None))
    return world


def test_the_first_database_has_something_in_every_table(old: Store) -> None:
    """Or an upgrade that loses it would not be seen."""
    with old.reading.connect() as connection:
        for name in inspect(connection).get_table_names():
            assert connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar_one() > 0, name  # noqa: S608 - our tables


def test_a_match_of_the_first_release_is_proved_and_goes_on(old: Store) -> None:
    """No record, orders, letter, vote or seat is lost: letters are taken, what was held is confirmed, the turn runs."""
    world = upgraded(old)
    for name in ("hoth", "Darth's 2nd"):
        assert verify_match(old, world.ctx, name) == []
    assert [letter.status for letter in world.letters()].count(LetterStatus.HELD) == 1
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert world.the_match().deadline is not None
    held = world.rows("held")[0].message_id
    assert world.says("Bob", "CONFIRM", headers={"In-Reply-To": held}).verdict
    assert world.order_set("Bob") == ["SEEK Gate"]
    assert world.says("Ann", "SEEK Gate").verdict == "filed"
    world.move(hours=100)
    assert world.look() == {"hoth": RunResult.RESOLVED, "Darth's 2nd": RunResult.RESOLVED}
    for name in ("hoth", "Darth's 2nd"):
        assert verify_match(old, world.ctx, name) == []


def test_a_match_of_before_keeps_the_first_formula_of_its_dice(old: Store) -> None:
    """And goes on by it; what begins now has the new one."""
    world = upgraded(old)
    assert [world.the_match(name).formula for name in ("hoth", "Darth's 2nd")] == [1, 1]
    world.move(hours=100)
    world.look()
    assert {each.formula for each in opened_in(world)} == {1}
    world.match("endor")
    assert world.the_match("endor").formula == FORMULA


def opened_in(world: World) -> Sequence[Opened]:
    """Return what the newest report of a match opens."""
    with world.store.read() as session:
        match = world.the_match()
        return reports.turn(
            session, world.ctx, match, match.number, reports.observer(world.ctx, match, Observer.PUBLIC)
        ).opened


def test_the_record_that_a_seal_announced_is_known_again(old: Store) -> None:
    """Older releases let it follow every correction: it is put back to what was printed first."""
    numbers = "SELECT match, number, record FROM {} ORDER BY match, number"
    with old.writing.begin() as connection:
        command.upgrade(migrations(connection), "0013")
        before = connection.execute(text(numbers.format("asking"))).all()
        connection.execute(text("UPDATE asking SET record = record + 5 WHERE number > 0"))
    migrate(old.url)
    with old.reading.connect() as connection:
        after = connection.execute(text(numbers.format("orderrequest"))).all()
        firsts = text("SELECT match, request, min(number) FROM record GROUP BY match, request")
        written = connection.execute(firsts).all()
    first = {(match, number): record for match, number, record in written}
    assert len(after) == len(before)
    for match, number, record in after:
        assert (match, number) not in first or record == first[match, number]


def test_an_order_set_of_which_lines_fell_is_still_waited_for(old: Store) -> None:
    """Which lines they were was not kept then: the next orders settle them."""
    with old.writing.begin() as connection:
        command.upgrade(migrations(connection), "0004")
        connection.execute(text("UPDATE sheet SET faulty = TRUE WHERE seat = 'Ann'"))
    world = upgraded(old)
    row = world.order_set_row("Ann")
    assert row is not None
    assert row.faulty
    assert world.says("Ann", "SEEK Gate").facts.get("held") is None


def test_a_poster_in_a_letter_of_a_former_release_is_still_read(any_database: Store) -> None:
    """Its drawings were one SVG each; a player may answer the letter, and it may still have to go."""
    then = {"key": "board", "svg": "<svg><title>\u00e4</title></svg>", "width": 80, "height": 60, "alt": "Hoth"}
    drawings = _upgraded(any_database, "0005", then)
    assert all(str(then["svg"]) in drawing.svg for drawing in drawings)


def test_a_drawing_of_a_former_release_shows_its_shapes_where_they_stood(any_database: Store) -> None:
    """Shapes had a name, by which parts used them, and parts a place; now a drawing is plain SVG."""
    red = '<g id="red"><rect x="0" y="0" width="1" height="1"/></g>'
    use = '<use href="#red" transform="translate(1 2) scale(3)"/>'
    then = {
        "key": "board",
        "width": 80,
        "height": 60,
        "alt": "Hoth",
        "palette": ["#b8361a"],
        "symbols": [red],
        "parts": [{"box": [0, 0, 9, 9], "svg": use}, {"box": [9, 9, 9, 9], "svg": use, "at": [20.5, 9]}],
    }
    for drawing in _upgraded(any_database, "0018", then):
        here, there = drawing.parts
        assert here.svg == f'<g transform="translate(1 2) scale(3)">{red}</g>'
        assert there.svg == f'<g transform="translate(20.50 9.00)">{here.svg}</g>'
        assert drawing_operators(there.svg).at == (20.5, 9)


def _upgraded(store: Store, schema: str, then: dict[str, object]) -> list[Drawing]:
    """Return a drawing in a poster's board and marker, as it is after the upgrade of a letter from some schema on."""
    answer = {"command": "MAP POSTER", "code": "poster", "poster": {"board": then, "markers": [{"drawing": then}]}}
    payload = zlib.compress(json.dumps({"type": "acknowledgement", "answers": [answer]}).encode())
    outbox = sa.table("outbox", sa.column("key"), sa.column("payload"))
    with store.writing.begin() as connection:
        command.upgrade(migrations(connection), schema)
        row: dict[str, object] = {
            "key": "k",
            "kind": "acknowledgement",
            "payload": payload,
            "status": "WAITING",
            "priority": 3,
        }
        row |= dict.fromkeys(("message_id", "bounce_id", "seat", "to", "in_reply_to", "detail"), "")
        row |= {"made": START, "due": START, "attempts": 0}
        connection.execute(sa.insert(sa.table("outbox", *map(sa.column, row))).values(row))
    migrate(store.url)
    with store.reading.connect() as connection:
        told = json.loads(zlib.decompress(connection.execute(sa.select(outbox.c.payload)).scalar_one()))
    poster = told["answers"][0]["poster"]
    return [convert(each, Drawing) for each in (poster["board"], poster["markers"][0]["drawing"])]


def test_what_was_set_aside_is_taken_up_after_an_upgrade(old: Store) -> None:
    """The release of then failed in a letter; this one does not."""
    world = upgraded(old)
    (letter,) = (letter for letter in world.letters() if letter.status is LetterStatus.SHUNTED)
    assert desk.retry(old, world.ctx, letter.id or 0).verdict == "filed"


def test_a_person_of_the_first_release_can_be_erased(old: Store) -> None:
    """Their letters are found as those of today are."""
    world = upgraded(old)
    with old.write() as session:
        assert personal_data.erase(session, world.ctx, "bob@pbem.test") == ["hoth", "Darth's 2nd"]
    assert all(b"bob@" not in letter.raw for letter in world.letters())
    assert verify_match(old, world.ctx, "hoth") == []


def test_a_match_of_the_first_release_can_be_carried_elsewhere(old: Store, store: Store, tmp_path: Path) -> None:
    """It is played again there, to the same digests."""
    here, there = upgraded(old), World(store)
    with old.read() as session:
        transfer.write(session, here.ctx, here.the_match(), tmp_path / "hoth")
    carried, rows = transfer.read(tmp_path / "hoth")
    with store.write() as session:
        assert bring_in(session, there.ctx, carried, rows).status is MatchStatus.PAUSED
    with store.read() as session:
        assert set(order_requests.assignments(session, there.the_match())) == {"Ann", "Bob", "Cat"}
    assert there.the_match().created == START


def test_an_override_that_was_refused_before_is_not_armed_by_the_upgrade(old: Store) -> None:
    """The memos tell which were refused; a match that is not there and a busy database are no refusals."""
    told = (
        'config.toml:40: override "b1": line 1, "RESUME": the match is running',
        'config.toml:44: override "b2": there is no match "both"; there are: hoth',
        'config.toml:48: override "b3" could not be applied: OperationalError: database is locked',
        'config.toml:3: match "hoth": the schedule stays "every 48h"',
    )
    payload = pack(Memo(moderator="M", address="m@pbem.test", zone="UTC", code="config-told", lines=told))
    with old.writing.begin() as connection:
        command.upgrade(migrations(connection), "0015")
        first = "UPDATE outbox SET key = 'config-told:1', payload = :payload WHERE id = (SELECT min(id) FROM outbox)"
        connection.execute(text(first), {"payload": payload})
        applied = connection.execute(text("SELECT count(*) FROM override")).scalar_one()
    world = upgraded(old)
    with old.read() as session:
        rows = session.exec(sqlmodel.select(Override)).all()
    assert [(row.name, row.refused) for row in rows if row.refused] == [
        ("b1", 'line 1, "RESUME": the match is running')
    ]
    assert len(rows) == applied + 1
    plan = OverridePlan(name="b1", match="hoth", lines=("EXTEND 24h",), place="config.toml:40")
    with pytest.raises(AlreadyRefusedError, match="under a new id"):
        apply(old, world.ctx, plan)
    assert "override-refused-before" in [memo.code for memo in world.facts("memo")]
