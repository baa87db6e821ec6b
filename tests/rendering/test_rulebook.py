"""The rules of a game as a letter tells them."""

import re
from html.parser import HTMLParser

from moderator.games.registry import GAMES
from moderator.rendering.mail import MailRenderer
from moderator.rendering.rulebook import Block, blocks, rulebook
from moderator.service.context import SeatPlan
from tests.support.cases import every_case
from tests.support.world import World

RED = (SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)), SeatPlan(seat="Empire", bot="random"))
STARS = (RED[0], SeatPlan(seat="Blue", bot="random"))


@every_case("game", GAMES)
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
    assert "uses the usual rules" in plain.partition(rulebook("rebel-commander")[0].text)[0], "what it chose goes first"
    assert max(map(len, re.findall(r"(?m)^.*(?=\n)", words.text.partition("\nRECEIPT")[0]))) <= 78


def test_what_a_match_has_chosen_stands_before_the_usual_rules(empty_world: World) -> None:
    """Who reads of turn 40 first plans for it, whatever stands at the end."""
    empty_world.match("vega", "space-genocide", STARS, turn_limit=20)
    text = " ".join(MailRenderer(empty_world.clock).render(empty_world.says("Red", "RULES", match="vega")).text.split())
    assert text.index("turn_limit = 20") < text.index("After turn 40")
    assert "Where this match differs, the list above counts" in text


def test_a_wide_table_tells_its_heads_once(empty_world: World) -> None:
    """As text for a phone, forty cards would repeat them forty times."""
    empty_world.match("vega", "space-genocide", STARS)
    text = MailRenderer(empty_world.clock).render(empty_world.says("Red", "RULES", match="vega")).text
    tables = [
        block for block in rulebook("space-genocide") if block.kind == "table" and block.head[-1] == "what it does"
    ]
    wide = [block for block in tables if len(block.head) > 2]
    assert len(wide) > 1
    assert text.count("what it does") == len(wide)
