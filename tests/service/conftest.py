"""What tests of the service share: known seeds, games with a part replaced, scenes of the twin law."""

from collections.abc import Callable

import pytest

from moderator.testing.stages import Stage
from tests.support.law_tables import SUBJECTS
from tests.support.planted import alter  # noqa: F401 - a fixture
from tests.support.seeds import counted, known_seeds, known_seeds_of_what_a_module_shares  # noqa: F401 - fixtures


@pytest.fixture(scope="session")
def stage() -> Callable[[str], Stage]:
    """Give scenes of the twin law by the game and the name (``"night-watch: amid"``), each played once."""

    def played_once(name: str) -> Stage:
        game, _, scene = name.partition(": ")
        return SUBJECTS[game].scenes[scene].stage

    return played_once
