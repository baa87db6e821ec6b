"""The moderator dies at each step of a letter's way, in memory: nothing lost, nothing twice."""

from pathlib import Path

import pytest

from moderator.store.session import Store
from tests.support.crashes.desk_campaign import DeskCampaign
from tests.support.crashes.memory_campaign import MemoryCampaign
from tests.support.crashes.mortal import ON_DESK, ON_TRANSPORTS, STEPS, Step

IN_MEMORY = [step for step in STEPS if step not in ON_TRANSPORTS]


@pytest.mark.parametrize("step", IN_MEMORY, ids=[step.name for step in IN_MEMORY])
def test_dying_at_a_step_loses_nothing_and_doubles_nothing(
    step: Step, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Die at a step: letters answered once, order sets as written, turns resolved once, reports delivered."""
    with MemoryCampaign(tmp_path, 1, monkeypatch) as campaign:
        toll = campaign.die_at(step, 1)
    assert not toll.harm, toll.told


@pytest.mark.parametrize("step", ON_DESK, ids=[step.name for step in ON_DESK])
def test_dying_at_a_step_of_orders_from_a_desk_loses_nothing_and_doubles_nothing(
    step: Step, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Die at a step, whereupon the same form is sent again: it is one letter, recorded and answered once."""
    _die_on_desk(step, DeskCampaign(tmp_path, 1, monkeypatch, ON_DESK))


@pytest.mark.proof
@pytest.mark.parametrize("step", ON_DESK, ids=[step.name for step in ON_DESK])
def test_dying_at_a_step_of_orders_from_a_desk_on_postgresql_loses_nothing_and_doubles_nothing(
    step: Step, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres_store: Store
) -> None:
    """The same on PostgreSQL, where ``moderator web`` keeps what browsers send."""
    _die_on_desk(step, DeskCampaign(tmp_path, 1, monkeypatch, ON_DESK, postgres_store.url))


def _die_on_desk(step: Step, campaign: DeskCampaign) -> None:
    with campaign:
        toll = campaign.die_at(step, 1)
        assert campaign.written
    assert not toll.harm, toll.told
