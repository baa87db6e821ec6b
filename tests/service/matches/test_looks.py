"""When matches are looked at: whoever changes one has it looked at, and the others are left alone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlmodel import select

from moderator.service.context import MatchPlan, OverridePlan
from moderator.service.matches import deadlines
from moderator.service.overrides.apply import apply
from moderator.service.turns.due import RunResult
from moderator.store import match_queries
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import AT_ONCE, Match
from tests.support.world import START, World

CHANGES = {
    "status": MatchStatus.PAUSED,
    "settings": MatchPlan(name="hoth", game="night-watch", schedule="", zone="UTC", seats=()),
    "request": 7,
    "deadline": START + timedelta(hours=3),
    "ready_at": START + timedelta(hours=2),
    "reminded": START,
}


def looked(world: World) -> World:
    """Return a world in which every match has been looked at."""
    assert world.remind() == 0
    return world


@pytest.mark.parametrize("name", CHANGES)
def test_whatever_changes_a_match_has_it_looked_at(any_store: Store, name: str) -> None:
    """Nobody who changes a deadline, or something else that a look goes by, has to think of it."""
    world = World(any_store)
    world.match()
    assert looked(world).the_match().check_due == START + timedelta(hours=24)
    with any_store.write() as session:
        setattr(match_queries.lock_match(session, world.the_match().id or 0), name, CHANGES[name])
    assert world.the_match().check_due == AT_ONCE
    assert name in Match.model_fields


def test_what_a_look_does_not_go_by_leaves_it_alone(world: World) -> None:
    """A position is written with every turn, and says nothing about time."""
    before = looked(world).the_match().check_due
    with world.store.write() as session:
        match_queries.lock_match(session, world.the_match().id or 0).state = b"x"
    assert (world.the_match().check_due, world.the_match().state) == (before, b"x")


def test_a_match_that_waits_for_nobody_is_never_looked_at(any_store: Store) -> None:
    """A pause, and the end: no moment is noted. Going on, it is looked at again."""
    world = World(any_store)
    world.match()
    apply(world.store, world.ctx, OverridePlan(name="halt", match="hoth", lines=("PAUSE",)))
    assert world.next_look() is None
    apply(world.store, world.ctx, OverridePlan(name="on", match="hoth", lines=("RESUME",)))
    assert world.next_look() is not None
    apply(world.store, world.ctx, OverridePlan(name="end", match="hoth", lines=("END enough",)))
    assert world.next_look() is None


def test_a_match_in_its_grace_is_looked_at_when_that_ends(world: World) -> None:
    """The deadline itself is no moment at which anything could be done."""
    world.settings(grace=timedelta(hours=2))
    world.move(hours=48)
    assert world.look() == {}
    assert world.next_look() == START + timedelta(hours=50)
    world.move(hours=2)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_other_settings_count_for_matches_that_were_looked_at(world: World) -> None:
    """The operator may want earlier reminders, or none of them, at any time."""
    world.move(hours=20)
    looked(world)
    world.settings(remind=timedelta(hours=30))
    assert world.remind() == 0  # not before half of the time is over
    world.move(hours=4)
    assert world.remind() == 2


def test_a_reminder_that_fell_into_an_absence_is_still_sent(any_store: Store) -> None:
    """However late the look comes, until the deadline."""
    world = World(any_store)
    world.match()
    looked(world).move(hours=47)
    assert world.remind() == 2
    assert world.remind() == 0


def test_what_was_changed_by_a_clock_that_ran_ahead_is_looked_at(world: World) -> None:
    """The moderator was killed before it looked, and then the clock was put back by a year."""
    world.clock.time = datetime(2027, 11, 20, tzinfo=UTC)
    with world.store.write() as session:
        match_queries.lock_match(session, world.the_match().id or 0).deadline = START + timedelta(hours=1)
    world.clock.time = START + timedelta(hours=1)
    assert world.look() == {"hoth": RunResult.RESOLVED}


def test_the_next_look_is_the_first_of_all(any_store: Store) -> None:
    """One number says when to look, however many matches there are."""
    world = World(any_store)
    for name, schedule in (("slow", "every 96h"), ("quick", "every 12h"), ("hoth", "every 48h")):
        world.match(name, schedule=schedule)
    assert world.next_look() == START + timedelta(hours=6)
    with any_store.read() as session:
        known: list[Any] = [match.check_due for match in session.exec(select(Match)).all()]
        assert deadlines.next_look(session, world.ctx) == min(known)
