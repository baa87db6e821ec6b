"""Matches that were played to their end come out the same in every later release, or the rules have a new number."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.errors import ModeratorError
from moderator.games.registry import GAMES
from moderator.store.statuses import MatchStatus
from moderator.testing import recorded
from moderator.testing.recorded import ending, import_and_replay
from tests.support.cases import every_case
from tests.support.library import advice, entries, files, present
from tests.support.world import World

GAME = GAMES["rebel-commander"]


_LONG = 30_000
"""So many bytes has a long match: the others are tried in every run."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            id=f"{path.parent.name}/{path.name.partition('.')[0]}",
            marks=[pytest.mark.proof] if path.stat().st_size > _LONG else [],
        )
        for path in files()
    ],
)
def test_a_match_comes_out_as_on_record(path: Path, empty_world: World, tmp_path: Path) -> None:
    """The same orders, dice, events and digests; those of older rules at least move to the present ones."""
    try:
        match = import_and_replay(path, empty_world, tmp_path / "match")
    except ModeratorError as error:
        pytest.fail(advice(path.parent.name, f"{path.name}: {error}"), pytrace=False)
    assert match.status is MatchStatus.OVER
    assert path.parent.name == f"{match.game}-{match.rules}"
    wanted = {entry.name: entry.ends for entry in entries(match.game)}
    assert ending(empty_world, match) == wanted.get(match.name, ending(empty_world, match))


@every_case("key", GAMES)
def test_every_match_and_every_bot_of_the_present_rules_is_on_record(key: str) -> None:
    """Whoever raised the number makes the matches of the new one, and thinks about the old ones."""
    wanted, folder = entries(key), present(GAMES[key])
    missing = [entry.name for entry in wanted if not (folder / f"{entry.name}.tar.xz").exists()]
    if missing:
        pytest.fail(
            f"tests/games/library/{folder.name} lacks {', '.join(missing)}: make the matches of the present rules with "
            "python -m tests.support.library, and keep or drop those of older numbers deliberately",
            pytrace=False,
        )
    assert {bot for entry in wanted for bot in entry.seats.values() if bot} == set(GAMES[key].bots)


def test_the_library_is_small() -> None:
    """Every clone has it."""
    assert sum(path.stat().st_size for path in files()) < 2_000_000


class Altered:
    """Rebel Commander with another rule: the first order of every order set is lost."""

    def __init__(self, rules: int) -> None:
        self.info = replace(GAME.info, rules=rules)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the game has
        return getattr(GAME, name)

    def resolve(self, state: Any, orders: Any, dice: Any) -> Any:  # noqa: ANN401 - as above
        """Resolve all orders but the first."""
        return GAME.resolve(state, {seat: order_set[1:] for seat, order_set in orders.items()}, dice)


@pytest.mark.parametrize("raised", [0, 1])
def test_a_change_of_the_rules_is_seen_whether_it_has_a_number_or_not(
    empty_world: World, tmp_path: Path, raised: int
) -> None:
    """The message names the record that differs and says what to do, with the files and the program."""
    path = min(present(GAME).iterdir())
    games: Any = {**GAMES, GAME.info.key: Altered(GAME.info.rules + raised)}
    empty_world = World(empty_world.store, games=games)
    with pytest.raises(ModeratorError) as caught:
        import_and_replay(path, empty_world, tmp_path / "match")
    told = advice(path.parent.name, str(caught.value))
    assert "record 1: " in told
    assert f"raise GameInfo.rules in moderator/games/rebel_commander/__init__.py above {GAME.info.rules}" in told
    assert "python -m tests.support.library" in told
    assert "git rm -r" in told


def test_the_same_release_makes_the_same_match(tmp_path: Path) -> None:
    """So that a library that is made anew differs only where the game does."""
    (entry,) = (entry for entry in entries(GAME.info.key) if entry.name == "skirmish-conquered-by-rebels")
    on_record = present(GAME) / f"{entry.name}.tar.xz"
    _, kept = recorded.unpack(on_record.read_bytes(), tmp_path / "kept")
    _, made = recorded.unpack(recorded.play_and_pack(GAME.info.key, entry), tmp_path / "made")
    assert made == kept
