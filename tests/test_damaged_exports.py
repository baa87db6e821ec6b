"""Damaged exports are refused with a reason, or come in as they are: never anything between, never a traceback."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from moderator.app import transfer
from moderator.service.context import OverridePlan
from moderator.service.overrides.apply import apply
from moderator.store.session import Store
from tests.support.letters.damage import Damager
from tests.support.world import World


@pytest.fixture(params=["over", "goes on"])
def damager(request: pytest.FixtureRequest, migrated: Path, tmp_path: Path) -> Iterator[Damager]:
    """Give the export of a small match, one that is over and one that goes on, and an instance to bring it into."""
    for name in ("here", "there"):
        shutil.copy(migrated, tmp_path / name)
    world, other = (World(Store(f"sqlite:///{tmp_path / name}")) for name in ("here", "there"))
    world.match()
    world.says("Ann", "GO Bridge\nFLEE Gate\nnonsense")
    world.says("Bob", "SEEK Alley")
    world.move(hours=49)
    world.look()
    lines = ("HEARTEN Ann 7", "EXTEND 24h", *(["END"] if request.param == "over" else []))
    apply(world.store, world.ctx, OverridePlan(name="one", match="hoth", lines=lines))
    if request.param != "over":
        world.says("Ann", "SEEK Mill\nDRAW")
    with world.store.read() as session:
        transfer.write(session, world.ctx, world.the_match(), tmp_path / "hoth")
    other.clock.move(timedelta(days=3))
    yield Damager(tmp_path / "hoth", other, seed=39)
    world.store.close()
    other.store.close()


def _damages(damager: Damager, times: int) -> None:
    for _ in range(times):
        damager.once()
    assert damager.refused > times // 3
    assert damager.equal > times // 100


def test_a_damaged_export_is_refused_or_equal(damager: Damager) -> None:
    """A few hundred times, one thing changed each time."""
    _damages(damager, 150)


@pytest.mark.proof
def test_two_thousand_damaged_exports_are_refused_or_equal(damager: Damager) -> None:
    """A thousand times of each kind."""
    _damages(damager, 1_000)
