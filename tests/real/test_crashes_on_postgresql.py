"""The same deaths on PostgreSQL; apart, for two moderators at once would read one mailbox."""

from collections.abc import Iterator

import pytest

from tests.support.cases import every_case
from tests.support.crashes.campaign import ServerCampaign
from tests.support.crashes.mortal import STEPS, Step
from tests.support.servers import postgres
from tests.support.servers.mailservers import MailServers

pytestmark = pytest.mark.proof

ON_POSTGRES = [step for step in STEPS if step.name in {"7 before commit 2", "10 before commit 3", "11 claimed"}]
"""A transaction of a letter's and one of a turn's are torn off, and a sender dies who has a lock."""


@pytest.fixture(scope="module")
def campaign(running_mailservers: MailServers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerCampaign]:
    """Give an instance on PostgreSQL and its players."""
    if reason := postgres.missing():
        pytest.skip(reason)
    running_mailservers.empty()
    with (
        postgres.cluster() as url,
        ServerCampaign(running_mailservers, tmp_path_factory.mktemp("instance"), seed=2, database=url) as campaign,
    ):
        yield campaign


@every_case("step", ON_POSTGRES)
def test_dying_on_postgresql_loses_nothing_and_doubles_nothing(campaign: ServerCampaign, step: Step) -> None:
    """Die once at a step: transactions and locks are others there, and a dead sender's letters wait for no lease."""
    toll = campaign.die_at(step, 1)
    assert not toll.harm, toll.told
