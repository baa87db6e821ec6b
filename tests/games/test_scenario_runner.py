"""The runner of scenarios fails in words where a case does not come out."""

from pathlib import Path

import pytest

from moderator.core.dice import Dice
from moderator.testing.scenarios import Case, CaseFailed, cases_of, look_at_end, look_at_events, look_at_problems, read
from tests.support.cases import every_case
from tests.support.night_watch import GAME

STATE = GAME.setup(("Ann", "Bob"), {}, Dice.throwaway("scenario")).state
GONE = GAME.resolve(STATE, {}, Dice.throwaway("scenario"))


def case(**more: object) -> Case:
    """Return a case."""
    return Case(name="one", paragraph="1", **more)  # type: ignore[arg-type]


def test_cases_are_read_by_file_and_name(tmp_path: Path) -> None:
    """Two of one name in a file would hide each other."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    one = '[[scenario]]\nname = "dark"\nparagraph = "2"\n'
    (folder / "night.toml").write_text(one, encoding="utf-8")
    assert [*cases_of(str(tmp_path / "test_it.py"), Case)] == ["night: dark"]
    (folder / "night.toml").write_text(one + one, encoding="utf-8")
    with pytest.raises(CaseFailed, match="two cases 'dark'"):
        cases_of(str(tmp_path / "test_it.py"), Case)


def test_an_order_that_cannot_be_read_fails_the_case() -> None:
    """Else it would be passed over."""
    with pytest.raises(CaseFailed, match="cannot be read"):
        read(GAME, ["GO Nowhere"])


@every_case(
    ("wanted", "told"),
    [
        ({"has": [{"type": "no-such-event"}]}, "this did not happen: {'type': 'no-such-event'}"),
        ({"asked": ["Ann"]}, "who is asked came out as ['Ann', 'Bob'], not as ['Ann']"),
        ({"outcome": "Ann: fear"}, "the outcome came out as '', not as 'Ann: fear'"),
        ({"problems": {"Ann": ["1 illegal too-dark"]}}, "what Ann is told came out as [], not as"),
    ],
)
def test_what_does_not_come_out_is_told(wanted: dict[str, object], told: str) -> None:
    """Both sides are named."""
    one = case(**wanted)
    with pytest.raises(CaseFailed) as failed:
        _look(one)
    assert told in str(failed.value)


def _look(one: Case) -> None:
    look_at_problems(GAME, one, STATE, {"Ann": ()})
    look_at_events(one, GONE.events)
    look_at_end(GAME, one, STATE)
