"""The import contracts of ``pyproject.toml`` hold, and each one is broken by an import that it is there to forbid."""

from copy import deepcopy
from functools import cache
from pathlib import Path

import grimp
import pytest
from importlinter.api import read_configuration
from importlinter.application.app_config import settings
from importlinter.application.use_cases import lint_imports

from tests.support.cases import every_case

ROOT = Path(__file__).parents[1]
PYPROJECT = str(ROOT / "pyproject.toml")

FORBIDDEN = {
    "layers": ("moderator.kit.cards", "moderator.games.rebel_commander.pieces"),
    "games-apart": ("moderator.games.rebel_commander.pieces", "moderator.games.space_genocide.pieces"),
    "pure": ("moderator.kit.cards", "random"),
    "seat-apart": ("moderator.games.space_genocide.seat.view", "moderator.games.space_genocide.rules.state"),
    "rooms": ("moderator.service.matches.records", "moderator.service.inbox.desk"),
    "service-apart": ("moderator.mail.letter", "smtplib"),
}
"""By contract: who imports what it may not."""


@cache
def imports() -> grimp.ImportGraph:
    """Return who imports what in the package, read once."""
    return grimp.build_graph("moderator", include_external_packages=True, cache_dir=None)


class _Planted:
    """Gives the graph of the package with one import more."""

    def __init__(self, importer: str, imported: str) -> None:
        self._importer, self._imported = importer, imported

    def build(self, **_: object) -> grimp.ImportGraph:
        """Return the graph, whatever is asked for."""
        graph = deepcopy(imports())
        if self._importer:
            graph.add_import(importer=self._importer, imported=self._imported)
        return graph


def is_kept(contract: str, importer: str = "", imported: str = "") -> bool:
    """Tell whether the package keeps a contract with one import more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "GRAPH_BUILDER", _Planted(importer, imported))
        return lint_imports(PYPROJECT, (contract,), cache_dir=None, is_debug_mode=True, no_logo=True)


def test_every_contract_is_tried() -> None:
    """A new contract needs an import here that breaks it."""
    assert {each["id"] for each in read_configuration(PYPROJECT)["contracts_options"]} == set(FORBIDDEN)


@every_case("key", FORBIDDEN)
def test_an_import_that_a_contract_forbids_breaks_it(key: str) -> None:
    """Kept as the package stands; one such import is enough."""
    assert is_kept(key)
    assert not is_kept(key, *FORBIDDEN[key])


@every_case(
    ("importer", "imported"),
    [
        ("moderator.games.solar_system.pieces", "moderator.games.buck_rogers.options"),
        ("moderator.games.buck_rogers_revised.pieces", "moderator.games.buck_rogers.pieces"),
        ("moderator.games.space_genocide.pieces", "moderator.games.solar_system.pieces"),
    ],
)
def test_a_shared_board_knows_none_of_its_rule_sets_nor_do_other_games_know_it(importer: str, imported: str) -> None:
    """What rule sets of one board share is no road between games."""
    assert not is_kept("games-apart", importer, imported)


def test_a_seat_does_not_reach_the_rules_by_a_detour() -> None:
    """What a module of the seat imports may not import the rules either."""
    detour = ("moderator.games.space_genocide.board.figures", "moderator.games.space_genocide.rules.state")
    assert not is_kept("seat-apart", *detour)
