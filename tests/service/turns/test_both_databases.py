"""A short match on every database that we run on: make, file, rule, amend, send, prove."""

import asyncio
import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from sqlmodel import select

from moderator.ports import Words
from moderator.service.audit.verify import verify_match
from moderator.service.context import OverridePlan
from moderator.service.overrides import outages
from moderator.service.overrides.apply import OverrideStatus, apply
from moderator.service.turns.due import RunResult
from moderator.store import match_queries
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Match
from tests.support.world import World


class Plain:
    """A renderer that says what kind of letter it is."""

    def render(self, letter: object) -> Words:
        """Name the kind."""
        return Words(subject=type(letter).__name__, text="")


def test_a_lock_shows_what_was_changed_before_it_was_had(postgres_store: Store) -> None:
    """A letter is identified, its match resolved by another instance meanwhile: under the lock the new turn is seen."""
    world = World(postgres_store)
    world.match()
    with world.store.write() as session:
        stale = session.exec(select(Match)).one()
        world.move(hours=48)
        assert world.look() == {"hoth": RunResult.RESOLVED}
        assert match_queries.lock_match(session, stale.id or 0).request == 2
    with world.store.write() as session:
        stale = session.exec(select(Match)).one()
        world.move(hours=48)
        assert world.look() == {"hoth": RunResult.RESOLVED}
        assert match_queries.lock_matches(session, [stale.id or 0])[stale.id or 0].request == 3


def test_an_override_is_applied_once_by_two_instances(postgres_store: Store) -> None:
    """Both see the changed file at once: one applies it, the other finds it applied."""
    world = World(postgres_store)
    world.match()
    plan = OverridePlan(name="x", match="hoth", lines=("EXTEND 24h",))
    with ThreadPoolExecutor(4) as several:
        done = list(several.map(lambda _: apply(world.store, world.ctx, plan).done, range(4)))
    assert sorted(done) == [OverrideStatus.ALREADY] * 3 + [OverrideStatus.APPLIED]


def test_the_first_sign_of_life_may_be_given_twice_at_once(postgres_store: Store) -> None:
    """Two threads find that nobody has ever been at work: neither fails."""
    world = World(postgres_store)
    with ThreadPoolExecutor(4) as several:
        assert (
            list(several.map(lambda _: outages.note(world.store, world.ctx), range(4))) == [outages.PulseResult()] * 4
        )


def test_a_match_is_played_on_every_database(any_store: Store) -> None:
    """SQLite and PostgreSQL do the same."""
    world = World(any_store)
    world.match()
    world.says("Ann", "SEEK Bridge\nFLEE Gate")
    plan = OverridePlan(name="x", match="hoth", lines=("EXTEND 24h", "HEARTEN Ann 7"))
    assert apply(world.store, world.ctx, plan, dry_run=True).done is OverrideStatus.REHEARSED
    assert apply(world.store, world.ctx, plan).done is OverrideStatus.APPLIED
    assert apply(world.store, world.ctx, plan).done is OverrideStatus.ALREADY
    world.move(hours=72)
    assert world.look() == {"hoth": RunResult.RESOLVED}
    subjects = [posted.dispatch.words.subject for posted in world.post(Plain())]
    assert sorted(set(subjects)) == ["Acknowledgement", "Memo", "Notice", "TurnReport", "Welcome"]
    assert verify_match(world.store, world.ctx, "hoth") == []


def test_two_instances_do_nothing_twice(postgres_store: Store) -> None:
    """On PostgreSQL they work side by side: both fetch the same letters, see the same turns due, send what waits."""
    one, other = World(postgres_store), World(Store(postgres_store.url))
    names = [f"m{number}" for number in range(4)]
    for name in names:
        one.match(name)
    for turn in range(3):
        for name, seat in itertools.product(names, ("Ann", "Bob")):
            raw = one.raw("SEEK Alley\nSTATUS", f"{seat.lower()}@pbem.test", to=one.tag(seat, name))
            one.put(raw)
            other.put(raw)
        together(one, other)
        for world in (one, other):
            world.move(hours=49)
        together(one, other)
        assert {one.the_match(name).number for name in names} == {turn + 1}
    letters, outbox = one.letters(), one.rows()
    other.store.close()
    assert {letter.verdict for letter in letters} == {"filed"}
    assert len(letters) == len([row for row in outbox if row.kind == "acknowledgement"]) == 3 * 2 * len(names)
    assert {row.status for row in outbox} == {OutboxStatus.SENT}
    gone = Counter(posted.dispatch.key for world in (one, other) for posted in world.outbound.take())
    assert gone == Counter(row.key for row in outbox)
    assert [verify_match(one.store, one.ctx, name) for name in names] == [[]] * len(names)


def together(*worlds: World) -> None:
    """Let instances do all that there is to do, at the same time."""

    def work(world: World) -> None:
        for _ in range(4):
            world.read()
            world.look()
            asyncio.run(world.pump(Plain(), world.outbound))

    with ThreadPoolExecutor(len(worlds)) as several:
        for done in [several.submit(work, world) for world in worlds]:
            done.result()
