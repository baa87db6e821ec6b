"""The printed report: which way its pages lie, and what stands in which column."""

import re

import pytest
from msgspec.structs import replace

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.rendering.environment import Reader, Templates, Voice
from moderator.rendering.print import page, paper
from moderator.rendering.raster import Press
from tests.rendering.samples import HEAD, turn_report


def _sides(width: int, height: int, on: str = "a4") -> set[bool]:
    """Return whether pages of a report with such a board are wider than high."""
    drawing = Drawing("board", svg.document(width, height, title="board"), width, height, "board")
    templates = Templates()
    letter = replace(turn_report(), head=replace(HEAD, paper=on), drawings=(drawing,))
    made = page(Press(), templates, Voice(templates.text, HEAD.game, Reader("Red", "UTC")), letter)
    assert made is not None
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", made.data)
    assert boxes
    return {float(across) > float(down) for across, down in boxes}


def test_a_wide_board_has_its_page_on_its_side() -> None:
    """The pages of text stay upright; a board that is as high as wide changes nothing."""
    assert _sides(800, 500) == {False, True}
    assert _sides(500, 500) == {False}


@pytest.mark.parametrize(("name", "typeset"), [("a4", "a4"), ("a3", "a3"), ("letter", "us-letter"), ("", "a4")])
def test_papers_have_the_typesetters_names(name: str, typeset: str) -> None:
    """What nobody chose is A4."""
    assert paper(name) == typeset


@pytest.mark.parametrize(
    ("game", "left", "right"),
    [
        ("rebel-commander", ("own", "battles"), ("rebels", "empire")),
        ("space-genocide", ("battles", "own"), ("hand", "planets")),
    ],
)
def test_each_game_says_what_leads(game: str, left: tuple[str, ...], right: tuple[str, ...]) -> None:
    """The reader's own story stands left; a game that does not say has nothing there."""
    voice = Voice(Templates().text, game, Reader("Red", "UTC"))
    assert all(voice.leads(key) for key in left)
    assert not any(voice.leads(key) for key in right)
    assert not Voice(Templates().text, "", Reader("Red", "UTC")).leads("own")
