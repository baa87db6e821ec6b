"""Access tokens from files and commands."""

import sys
from pathlib import Path

import pytest

from moderator.ports import DeliveryStatus
from moderator.transport.smtp import classify
from moderator.transport.tokens import TokenCommand, TokenError, TokenFile


def test_a_file_is_read_anew_each_time(tmp_path: Path) -> None:
    """Another program keeps the token fresh; blanks around it do not count."""
    file = tmp_path / "token"
    token = TokenFile(file)
    file.write_text("first\n", encoding="utf-8")
    assert token() == "first"
    file.write_text(" second \r\n", encoding="utf-8")
    assert token() == "second"


@pytest.mark.parametrize(
    ("content", "said"), [(b"", "nothing"), (b'{"access_token": "x1"}', "one word"), (b"\xff", "not text")]
)
def test_a_file_without_a_token_is_told(tmp_path: Path, content: bytes, said: str) -> None:
    """The operator reads which file and what is wrong with it, and never what it holds."""
    file = tmp_path / "token"
    file.write_bytes(content)
    with pytest.raises(TokenError, match=said) as caught:
        TokenFile(file)()
    assert str(file) in str(caught.value)
    assert "x1" not in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """It is a sentence that names the key of the operator's file."""
    with pytest.raises(TokenError, match=r"token_file .*token: No such file"):
        TokenFile(tmp_path / "token")()


def test_a_command_prints_the_token(tmp_path: Path) -> None:
    """It runs in the folder of the operator's file, its words split as a shell splits them."""
    (tmp_path / "fresh").write_text("to ken", encoding="utf-8")
    code = "print(open('fresh').read().replace(' ', ''))"
    assert TokenCommand(f'{sys.executable} -c "{code}"', tmp_path)() == "token"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; print('s3cret'); sys.exit(3)", "exit code 3"),
        ("import sys; sys.exit('refused with s3cret')", "exit code 1"),
        ("print()", "nothing"),
        ("print('s3cret and more')", "one word"),
    ],
)
def test_a_command_without_a_token_is_told(tmp_path: Path, code: str, said: str) -> None:
    """What it printed or complained of may hold a secret, and is not repeated."""
    with pytest.raises(TokenError, match=said) as caught:
        TokenCommand(f'{sys.executable} -c "{code}"', tmp_path)()
    assert "s3cret" not in str(caught.value)


def test_a_command_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The name of the program stands in the sentence."""
    with pytest.raises(TokenError, match=r"token_command fresh-token: No such file"):
        TokenCommand("fresh-token --now", tmp_path)()


def test_a_letter_waits_for_a_token() -> None:
    """A token that cannot be had is no fault of the letter."""
    assert classify(TokenError("token_file x: No such file")).status is DeliveryStatus.LATER


def test_settings_with_the_same_token_are_the_same(tmp_path: Path) -> None:
    """So a changed operator's file leaves connections alone that it says nothing new about."""
    assert TokenFile(tmp_path / "a") == TokenFile(tmp_path / "a")
    assert TokenCommand("a", tmp_path) != TokenCommand("b", tmp_path)
