"""The moderator dies by SIGKILL at each step of a letter's way, on real servers: nothing lost, nothing twice.

``make test`` dies once at each step that is on the transports, at the others in memory (``tests/test_deaths.py``);
``make proof`` dies at these on real servers, too. ``make soak`` dies as often as one likes.
"""

from collections.abc import Iterator

import pytest

from tests.support.crashes.campaign import ServerCampaign
from tests.support.crashes.mortal import ON_DESK, ON_TRANSPORTS, STEPS, Step, find
from tests.support.servers.mailservers import MailServers

_DEATHS = 3
ON_THE_WAY = {
    "to the match": ("0", "1", "2", "3"),
    "to the order set": ("4", "5", "6", "7"),
    "to the next turn": ("8", "9", "10"),
    "to the players": ("11",),
}
"""Parts of a letter's way, and the numbers of their steps."""


@pytest.fixture(scope="module")
def campaign(running_mailservers: MailServers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerCampaign]:
    """Give one instance and its players, for all steps one after the other."""
    running_mailservers.empty()
    with ServerCampaign(running_mailservers, tmp_path_factory.mktemp("instance"), seed=1) as campaign:
        yield campaign


@pytest.mark.parametrize("step", ON_TRANSPORTS, ids=[step.name for step in ON_TRANSPORTS])
def test_dying_at_a_step_loses_nothing_and_doubles_nothing(campaign: ServerCampaign, step: Step) -> None:
    """Die at a step: letters answered once, order sets as written, turns resolved once, reports delivered."""
    toll = campaign.die_at(step, 1)
    assert toll.kills == 1
    assert not toll.harm, toll.told


@pytest.mark.proof
@pytest.mark.parametrize("part", ON_THE_WAY)
def test_dying_at_every_step_loses_nothing_and_doubles_nothing(campaign: ServerCampaign, part: str) -> None:
    """Die at one step after the other, and count once: which step does harm is told by the same deaths in memory."""
    steps = [step for step in STEPS if step.name.split()[0] in ON_THE_WAY[part] and step not in ON_TRANSPORTS]
    toll = campaign.die_at_each(steps)
    assert not toll.harm, toll.told


@pytest.mark.proof
def test_dying_at_any_moment_loses_nothing_and_doubles_nothing(campaign: ServerCampaign) -> None:
    """Die whenever: the same holds."""
    toll = campaign.die_at_random(_DEATHS)
    assert not toll.harm, toll.told


@pytest.mark.parametrize("step", [*STEPS, *ON_DESK], ids=[step.name for step in (*STEPS, *ON_DESK)])
def test_every_step_is_a_function_of_the_product(step: Step) -> None:
    """The table of steps names functions that are there, and each step is on the way."""
    assert step in ON_DESK or any(step.name.split()[0] in numbers for numbers in ON_THE_WAY.values())
    for path in filter(None, (step.at, step.within)):
        find(path)
