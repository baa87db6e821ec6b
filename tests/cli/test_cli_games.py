"""``moderator game``: the games that there are, and what an author reads when a law does not hold."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.kit.testing import Testing
from moderator.testing import subjects
from moderator.testing.laws import LAWS
from tests.support.night_watch import GAME
from tests.support.shell import Run, shell

KEY = GAME.info.key


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in a folder that is no instance."""
    return shell(tmp_path, capsys, monkeypatch)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[AnyGame], None]:
    """Give a way to install a game beside the others."""
    return lambda game: monkeypatch.setattr("moderator.cli.games.GAMES", {**GAMES, game.info.key: game})


def test_the_list_shows_each_game_with_seats_rules_and_origin(run: Run) -> None:
    """No instance is needed for it."""
    code, said, _ = run("game", "list")
    assert code == 0
    for key, game in GAMES.items():
        assert f"{key}: {game.info.title}, rules {game.info.rules}, from moderator " in said
        assert all(spec.name in said for spec in game.info.seats)


def test_laws_that_hold_are_printed_as_sentences(run: Run, install: Callable[[AnyGame], None]) -> None:
    """Those that were picked, and nothing else."""
    install(GAME)
    code, said, complaint = run("game", "check", KEY, "--law", "silence-is-legal", "--law", "supposed-positions-fit")
    assert (code, complaint) == (0, "")
    assert said.splitlines() == [
        "Night Watch, rules 1: 2 laws at 3 tables.",
        "ok     silence-is-legal: What silence means is legal.",
        "ok     supposed-positions-fit: A position that is supposed from a view looks exactly like that view.",
        "All 2 laws hold.",
    ]


def test_a_law_that_fails_names_table_turn_seat_and_fault(run: Run, install: Callable[[AnyGame], None]) -> None:
    """The others are tried all the same, and the exit code is that of a no."""
    wrong = Problem(code="too-dark", stage=Stage.ILLEGAL)
    install(replace(GAME, check=lambda _view, _prompt, _orders: (wrong,)))
    code, said, complaint = run("game", "check", KEY, "--law", "silence-is-legal", "--law", "supposed-positions-fit")
    assert code == 1
    assert "failed silence-is-legal: What silence means is legal." in said
    assert f"{KEY}: two, turn 1 (night), Ann: the default orders are refused: " in said
    assert "too-dark" in said
    assert "ok     supposed-positions-fit" in said
    assert "1 law fails" in complaint
    assert "--law" in complaint


def test_an_error_in_a_game_breaks_the_law_and_tells_its_line(run: Run, install: Callable[[AnyGame], None]) -> None:
    """Authors find the place without a debugger."""

    def fail(*_: Any) -> Any:  # noqa: ANN401 - of any of a game's functions
        raise KeyError("Mill")

    install(replace(GAME, check=fail))
    code, said, _ = run("game", "check", KEY, "--law", "silence-is-legal")
    assert code == 1
    assert f"{KEY}: two, turn 1 (night): KeyError: 'Mill' (test_cli_games.py, line " in said


def test_a_game_that_says_nothing_of_itself_is_tried_at_one_table(
    run: Run, install: Callable[[AnyGame], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its author is told what is missing."""
    install(GAME)
    monkeypatch.setattr(subjects, "find_testing", lambda _game: Testing())
    code, said, complaint = run("game", "check", KEY, "--law", "silence-is-legal")
    assert code == 0
    assert "1 law at 1 table" in said
    assert "without tables, one of all seats is tried" in complaint
    assert "without scenes, no letters are compared" in complaint
    assert "docs/authors.md" in complaint


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("rebel-comander",), 'There is no game "rebel-comander"; did you mean "rebel-commander"?'),
        (("rebel-commander", "--law", "silence"), 'There is no law "silence"; '),
    ],
)
def test_an_unknown_game_or_law_is_wrong_usage(run: Run, said: tuple[str, ...], told: str) -> None:
    """What was probably meant is named."""
    code, _, complaint = run("game", "check", *said)
    assert code == 2
    assert told in complaint


def test_every_law_is_a_sentence_with_a_name_of_its_own() -> None:
    """Both are printed, and the name picks it."""
    assert len({law.name for law in LAWS}) == len(LAWS)
    assert [law.name for law in LAWS if not law.sentence.endswith(".")] == []


@pytest.mark.parametrize("key", GAMES)
def test_the_options_of_a_game_are_listed_as_a_new_match_gets_them(run: Run, key: str) -> None:
    """Where it depends on something else, the option's meaning says on what."""
    info = GAMES[key].info
    said = run("match", "options", key)[1]
    shown = dict(re.findall(r"^([a-z]\w+) {2,}(\S.*?) {2,}", said, re.MULTILINE))
    assert shown.keys() == {"option", *info.option_help}
    for name, value in msgspec.to_builtins(msgspec.convert(info.begins, info.options)).items():
        if value is None:
            assert "Left out" in info.option_help[name]
        assert shown[name] == ("see meaning" if value is None else json.dumps(value))
