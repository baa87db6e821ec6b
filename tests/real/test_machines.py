"""Machines that share the work and are killed: nothing is lost, and nothing goes twice but what was on its way."""

import random
import time
from collections import Counter
from pathlib import Path

import pytest
from sqlmodel import select

from moderator.service.outgoing.posting import UNMARKED
from moderator.store.tables import Outbox
from tests.support.crashes.machines import park, wait
from tests.support.servers import postgres

pytestmark = [pytest.mark.proof, pytest.mark.long]

MATCHES, TURNS, HELPERS = 6, 2, 3


@pytest.mark.skipif(bool(postgres.missing()), reason=postgres.missing() or "PostgreSQL is here")
def test_machines_that_are_killed_lose_and_double_nothing(tmp_path: Path) -> None:
    """One reads the mail and three help; each turn one of these dies while letters go."""
    chance = random.Random(24)  # noqa: S311 - no secret
    with postgres.cluster() as url, park(tmp_path, url, matches=MATCHES, helpers=HELPERS) as machines:
        for turn in range(1, TURNS + 1):
            machines.play()
            wait(lambda: machines.resolved(turn) > 0)  # noqa: B023 - it is called here
            time.sleep(chance.uniform(0, 1))
            chance.choice(machines.helpers).die()
            wait(lambda: machines.settled(turn))  # noqa: B023 - as above
        with machines.store.read() as session:
            written = {row.message_id: row.key for row in session.exec(select(Outbox)).all()}
    went = Counter(letter for machine in machines.machines for letter in machine.letters)
    assert set(went) == set(written)
    assert went.total() - len(went) <= UNMARKED * TURNS
    assert sum(key.startswith("report:") for key in written.values()) == 2 * MATCHES * TURNS  # Ann's, and the GM's
    assert sum(bool(helper.letters) for helper in machines.helpers) > 1
    assert not [machine.said for machine in machines.machines if "Traceback" in machine.said]
