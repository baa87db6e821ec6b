"""Data files of games."""

import pytest
from msgspec import Struct

from moderator.core.tables import TableError, load, parse
from tests.support.cases import every_case


class Sizes(Struct, forbid_unknown_fields=True):
    """What a data file of the tests holds."""

    rows: int


def test_a_good_file_is_read_into_its_struct() -> None:
    """TOML becomes values."""
    assert parse("rows = 3", Sizes, "sizes.toml") == Sizes(3)


@every_case(
    ("text", "words"),
    [("rows = 'three'", r"\$\.rows"), ("row = 3", "row"), ("rows = ", "Invalid value"), ("", "rows")],
)
def test_a_wrong_file_is_named_with_the_key_at_fault(text: str, words: str) -> None:
    """Whoever edits data reads where it is wrong."""
    with pytest.raises(TableError, match=rf"^sizes\.toml: .*{words}"):
        parse(text, Sizes, "sizes.toml")


def test_data_files_come_with_the_package() -> None:
    """A file is found by package and name; another shape is refused with its path."""
    with pytest.raises(TableError, match=r"moderator\.games\.rebel_commander/data/editions\.toml: "):
        load("moderator.games.rebel_commander", "editions", Sizes)
