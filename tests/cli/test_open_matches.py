"""Matches that people can join, from the command line and from the file."""

from pathlib import Path

import pytest

from tests.support.crashes.players import text_of
from tests.support.shell import Run, add, drop, shell_with_match

OPEN = """
[[match]]
name = "endor"
game = "space-genocide"
every = "48h"
open = true
most = 2
"""


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an instance with one match."""
    return shell_with_match(tmp_path, capsys, monkeypatch)


def letters(words: str) -> list[str]:
    """Return the letters that hold some words, each in one line."""
    texts = (" ".join(text_of(path.read_bytes())) for path in sorted(Path("state/outbox").glob("*.eml")))
    return [" ".join(text.split()) for text in texts if words in " ".join(text.split())]


def test_a_match_of_the_file_is_opened_and_the_gm_is_told(run: Run) -> None:
    """It is listed with who has joined, and a second reading of the file opens nothing again."""
    add(OPEN)
    run("once")
    assert "0 of 2" in run("match", "list")[1]
    run("once")
    assert len(letters("moderator match close endor")) == 1


def test_a_player_of_another_match_joins_by_letter(run: Run) -> None:
    """Whoever has a seat is known."""
    add(OPEN)
    run("once")
    drop("JOIN endor\n")
    run("once")
    assert "1 of 2: Ann" in run("match", "list")[1]


def test_match_open_writes_into_the_file(run: Run) -> None:
    """What stands there stays as it is."""
    before = Path("config.toml").read_text(encoding="utf-8")
    code, said, _ = run("match", "open", "endor", "--game", "space-genocide", "--every", "48h", "--most", "3")
    assert code == 0
    assert "JOIN endor" in said
    after = Path("config.toml").read_text(encoding="utf-8")
    assert after.startswith(before.rstrip("\n"))
    assert 'name = "endor"' in after
    run("once")
    assert "0 of 3" in run("match", "list")[1]


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (("--game", "space-genocid"), "space-genocide"),
        (("--game", "space-genocide", "--every", "sometimes"), "every"),
        (("--game", "space-genocide", "--every", "48h", "--most", "9"), "most = 9, but 4 seats are free"),
        (("--game", "space-genocide", "--every", "48h", "--short", "never"), "short"),
        (("--game", "space-genocide", "--every", "48h", "--asks", "a beer"), "finished 1"),
        (("--game", "space-genocide", "--every", "48h", "--start", "soon"), "start"),
    ],
)
def test_a_match_that_cannot_be_opened_is_not_written(run: Run, options: tuple[str, ...], wrong: str) -> None:
    """What is wrong is said, and the file stays as it is."""
    before = Path("config.toml").read_text(encoding="utf-8")
    code, _, complaint = run("match", "open", "endor", *options)
    assert code == 2
    assert wrong in complaint
    assert Path("config.toml").read_text(encoding="utf-8") == before
    assert [path.name for path in Path().glob("*.toml")] == ["config.toml"]


def test_a_match_is_called_off(run: Run) -> None:
    """Those who have joined are told why; the file may go on naming it."""
    add(OPEN)
    run("once")
    drop("JOIN endor\n")
    run("once")
    assert "the one who had joined" in run("match", "close", "endor", "--why", "The club is on holiday.")[1]
    run("once")
    assert len(letters("endor does not take place. The GM says: “The club is on holiday.”")) == 1
    assert "endor" not in run("match", "list")[1]
    code, _, complaint = run("match", "close", "endor")
    assert code == 1
    assert "no match endor that people can join" in complaint


def test_the_gm_invites_somebody(run: Run) -> None:
    """By letter, in the name of the GM."""
    add(OPEN)
    run("once")
    assert run("match", "invite", "endor", "dora@pbem.test")[0] == 0
    run("once")
    assert len(letters("GM invites you to play in endor")) == 1
    assert run("match", "invite", "endor", "dora")[0] == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("seats = []\n", "nobody plays this match"),
        ('seats = [{ seat = "Red", bot = "random" }]\nleast = 2\n', "only a match that people can join has this"),
        ('seats = [{ seat = "Red", bot = "random" }]\nstart = "full"\n', "only a match that people can join has this"),
        ("open = true\nleast = 3\nmost = 2\n", "least = 3 is more than most = 2"),
        ("open = true\nleast = 1\n", "with 1 of the 4 free seats filled"),
        ('open = true\nasks = "finished"\n', "nothing that a match can ask for"),
    ],
)
def test_mistakes_in_the_file_are_said_with_their_line(run: Run, text: str, wrong: str) -> None:
    """And nothing of the file is used."""
    add(f'\n[[match]]\nname = "endor"\ngame = "space-genocide"\nevery = "48h"\n{text}')
    code, _, complaint = run("once")
    assert code == 2
    assert wrong in complaint
    assert "config.toml:" in complaint


def test_the_welcomes_of_an_open_match_can_be_read_before(run: Run) -> None:
    """With people that are made up."""
    add(OPEN)
    code, said, _ = run("match", "try", "endor")
    assert code == 0
    assert "Player 1" in said or "Welcome" in said
    assert "To: 0@example.org" in said
