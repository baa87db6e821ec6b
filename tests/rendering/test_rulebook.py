"""The rules of a game as a letter tells them."""

import re
from html.parser import HTMLParser

import pytest

from moderator.games import GAMES
from moderator.rendering.mail import MailRenderer
from moderator.rendering.rulebook import Block, blocks, rulebook
from moderator.service.context import SeatPlan
from tests.support.world import World

RED = (SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)), SeatPlan(seat="Empire", bot="random"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_rules_for_its_players(game: str) -> None:
    """The game's page holds rules, and ends them before what only operators and authors read."""
    found = rulebook(game)
    assert [block for block in found if block.kind == "heading"]
    assert not [block for block in found if "config.toml" in f"{block}"]


def test_a_page_comes_apart_into_plain_pieces() -> None:
    """Headings, paragraphs, lists, code and tables, without the marks of the page."""
    page = "## A *turn*\n\nOne\n`two` **three**.\n\n1. first\n2. next\n\n- so\n\n| a | b |\n| - | - |\n| `c` | d |"
    assert list(blocks(page)) == [
        Block(kind="heading", text="A turn"),
        Block(kind="para", text="One two three."),
        Block(kind="items", lines=("1. first", "2. next")),
        Block(kind="items", lines=("so",)),
        Block(kind="table", head=("a", "b"), rows=(("c", "d"),)),
    ]


class _Words(HTMLParser):
    """Gathers the words of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        """Take words."""
        self.words += data.split()


def test_rules_by_letter_are_the_games_rules_in_both_forms(empty_world: World) -> None:
    """RULES brings every piece of the rules as text and as HTML, in lines that a mail program need not break."""
    empty_world.match("rigel", "rebel-commander", RED)
    words = MailRenderer(empty_world.clock).render(empty_world.says("Red", "RULES", match="rigel"))
    page = _Words()
    page.feed(words.html)
    plain, html = " ".join(words.text.split()), " ".join(page.words)
    for block in rulebook("rebel-commander"):
        for piece in (block.text, *block.lines, *(cell for row in block.rows for cell in row)):
            assert piece in plain, piece
            assert " ".join(piece.split()) in html, piece
    assert "no options of its own" in plain.partition("This match")[2], "what it chose stands last"
    assert max(map(len, re.findall(r"(?m)^.*(?=\n)", words.text.partition("\nRECEIPT")[0]))) <= 78
