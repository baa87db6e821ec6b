"""Games are found by what packages offer, and imported when they are needed."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.games import rebel_commander
from moderator.games.registry import GAMES, GROUP, Games, UnusableGameError

REBEL = "moderator.games.rebel_commander:GAME"


def offered(key: str, value: str) -> EntryPoint:
    """Return what a package without metadata offers."""
    return EntryPoint(name=key, value=value, group=GROUP)


def complaint(*entries: EntryPoint) -> str:
    """Return what is said of a game that cannot be used."""
    with pytest.raises(UnusableGameError) as caught:
        Games(entries)[entries[0].name]
    return str(caught.value)


def test_our_own_games_are_offered_as_those_of_others() -> None:
    """Each by its key, from the package of the moderator."""
    assert {GAMES.package(key).split()[0] for key in GAMES} == {"moderator"}
    assert all(game.info.key == key for key, game in GAMES.items())


def test_no_game_is_imported_before_it_is_needed() -> None:
    """Listing the keys imports none, and looking one up imports no other."""
    asked = (
        "import sys; from moderator.games.registry import GAMES; list(GAMES); 'buck-rogers' in GAMES; "
        "GAMES['space-genocide']; print(*(name for name in sys.modules if name.count('.') == 2 and '.games.' in name))"
    )
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603 - ourselves
    assert set(run.stdout.split()) == {"moderator.games.registry", "moderator.games.space_genocide"}


def test_a_game_is_imported_once() -> None:
    """Whoever looks it up gets the same object."""
    games = Games([offered("rebel-commander", REBEL)])
    assert games["rebel-commander"] is games["rebel-commander"] is rebel_commander.GAME


def test_a_game_that_nobody_offers_is_no_game() -> None:
    """As in any mapping."""
    assert "chess" not in GAMES
    assert GAMES.get("chess") is None


def test_a_game_that_cannot_be_imported_names_its_package_and_the_reason() -> None:
    """The operator can upgrade or uninstall it."""
    said = complaint(offered("ludo", "there.is.no.such:GAME"))
    assert said == (
        "The game \"ludo\" of there.is.no.such cannot be imported (ModuleNotFoundError: No module named 'there'). "
        "Upgrade there.is.no.such, or uninstall it."
    )


def test_two_packages_with_one_key_are_both_named() -> None:
    """Nobody could know which of them a match plays."""
    said = complaint(offered("ludo", "first:GAME"), offered("ludo", "second:GAME"))
    assert said == 'first and second both bring a game "ludo". Uninstall one of them.'


def test_an_entry_that_leads_to_no_game_is_refused() -> None:
    """Its author made a mistake."""
    assert "leads to GameInfo, not to a Game" in complaint(offered("ludo", "moderator.games.rebel_commander:INFO"))


def test_a_game_under_another_key_is_refused() -> None:
    """Matches are stored with the key that the game gives itself."""
    assert 'it calls itself "rebel-commander"' in complaint(offered("ludo", REBEL))


@pytest.mark.parametrize(("api", "advice"), [(0, "Upgrade the game."), (99, "Upgrade the moderator.")])
def test_a_game_for_another_interface_is_refused(monkeypatch: pytest.MonkeyPatch, api: int, advice: str) -> None:
    """The operator hears which of the two is older."""
    game: Any = replace(rebel_commander.GAME, api=api)
    monkeypatch.setitem(sys.modules, "ludo", SimpleNamespace(GAME=game))
    said = complaint(offered("ludo", "ludo:GAME"))
    assert f"written for version {api} of the interface" in said
    assert said.endswith(advice)
