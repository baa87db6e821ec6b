"""The page of Space Genocide tells the figures of the data, and what it says of cards is what the cards do."""

import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any, get_args

import msgspec

from moderator.core.errors import Problem
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.phrases import CLASSES
from moderator.games.space_genocide.orders.types import Manner, Play, PlayWhen, Topic, When
from moderator.games.space_genocide.tables import CARD, CARDS, KINDS, RACES, TERRAINS, Card, layout
from moderator.rendering.environment import Templates
from moderator.rendering.filters import percent
from tests.games.test_every_page import page, spans, tables
from tests.support.cases import every_case

PAGE = page(GAME.info.key)
MOMENTS = {
    "in your orders": "order",
    "before any move": "dawn",
    "after a move": "moved",
    "after all moves": "transported",
    "before battles": "engagement",
    "in a battle": "battle",
    "when attacked": "attacked",
    "after a roll": "rolled",
    "after battles": "aftermath",
    "at a launch": "launch",
    "in production": "production",
    "at a card": "card",
}
"""The page's words for the moments of cards."""


def test_every_ship_has_its_figures() -> None:
    """The table of ships is the data, row by row."""
    rows = [tuple(cells) for cells in tables(PAGE, "ship")]
    assert rows == [
        (
            each.name,
            *map(str, (each.move, each.attack, each.defence, each.busters)),
            "F" if each.fighter else str(each.bays),
        )
        for each in KINDS
    ]


def test_every_race_and_terrain_is_told() -> None:
    """None is left out, and they stand in the order of the data."""
    assert [cells[0] for cells in tables(PAGE, "race")] == [race.name for race in RACES]
    assert [cells[0] for cells in tables(PAGE, "terrain")] == [kind.name for kind in TERRAINS]


def test_every_card_is_told_with_its_moment() -> None:
    """Each card stands in one table, at the moment of the data."""
    told = {cells[0]: MOMENTS[cells[1]] for cells in tables(PAGE, "card")}
    assert told == {card.name: card.at for card in CARDS}


@every_case("card", CARDS)
def test_the_page_says_of_a_card_what_a_hand_says(card: Card) -> None:
    """The same words, without a moment that stands in the column before; the page may add to them."""
    words = Templates().text.get_template(f"games/{GAME.info.key}/_cards.j2").make_module({})
    short = str(words.card_does(card.key)).strip().replace("\u2019", "'").removesuffix(".")  # type: ignore[attr-defined]
    row = next(cells for cells in tables(PAGE, "card") if cells[0] == card.name)
    said, more = row[2][: len(_untimed(short))], row[2][len(_untimed(short)) :]
    assert said == _untimed(short)
    assert not more or more[0] in " ,;:.", "a word is not cut in two"


def _untimed(short: str) -> str:
    return re.sub(r"^(?:after the battles|when everybody has moved), ", "", short)


@every_case("card", CARDS)
def test_a_cards_rule_does_not_repeat_its_moment(card: Card) -> None:
    """HELP tells the moment before the rule."""
    rules = Templates().text.get_template(f"games/{GAME.info.key}/_rules.j2").make_module({})
    words = Templates().text.get_template(f"games/{GAME.info.key}/_cards.j2").make_module({})
    moment = str(rules.card_moment(card.at)).strip()  # type: ignore[attr-defined]
    assert moment not in str(words.card_does(card.key, whole=True)).lower()  # type: ignore[attr-defined]


@every_case("card", [card.name for card in CARDS])
def test_the_examples_of_a_card_play_it(card: str) -> None:
    """A line beside a card is read as that card, and names what the card asks for."""
    row = next(cells for cells in tables(PAGE, "card") if cells[0] == card)
    for line in [line for line in spans(row[2]) if line.startswith("PLAY")]:
        order = GAME.language.parse(line)
        assert isinstance(order, Play)
        known = CARD[order.card]
        assert known.name == card
        assert bool(known.to) == bool(order.goal)
    if card in {known.name for known in CARDS if known.to and not known.to.endswith("?")}:
        assert "TO" in row[2], "what must be named is shown"


def test_whole_order_sets_can_be_sent_as_they_stand() -> None:
    """Every line of the page's two order sets is understood."""
    blocks = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(blocks) == 2
    assert [line for line in lines if isinstance(GAME.language.parse(line), Problem)] == []


def test_conditions_in_sentences_are_conditions() -> None:
    """What stands beside a condition is one as well."""
    for cells in tables(PAGE, "order"):
        for words in spans(cells[1]) if " WHEN " in cells[0] and "PRIORITY" not in cells[0] else ():
            assert isinstance(GAME.language.parse(f"PLAY Luck WHEN {words}"), PlayWhen), words


def helps(tag: str) -> str:
    """Return what HELP says of a kind of order."""
    words = Templates().text.get_template(f"games/{GAME.info.key}/orders.j2").make_module({})
    return str(getattr(words, tag.replace("-", "_"))())


def test_help_names_every_condition_of_the_page() -> None:
    """Those of the table, and those that stand beside them."""
    rows = [cells for cells in tables(PAGE, "order") if " WHEN " in cells[0] and "PRIORITY" not in cells[0]]
    told = [words for cells in rows for words in (spans(cells[0])[0].partition(" WHEN ")[2], *spans(cells[1]))]
    assert len(told) > len(rows)
    assert [words for words in told if words not in helps("play-when")] == []


@every_case(
    ("tag", "choices"),
    [
        ("launch", get_args(When)),
        ("forget", get_args(Topic)),
        ("fire", get_args(Manner)),
        ("targets", (*CLASSES, "all")),
        ("deploy", (*CLASSES, "all")),
        ("move", ("via", "all except")),
    ],
)
def test_help_names_every_choice_of_an_order(tag: str, choices: tuple[str, ...]) -> None:
    """None must be looked up in the rules."""
    assert [choice for choice in choices if choice.upper() not in helps(tag)] == []


def test_every_option_stands_with_its_default() -> None:
    """The second column is what holds in a new match where nothing is written."""
    told = {name: spans(cells[1])[0] for cells in tables(PAGE, "option") for name in spans(cells[0])}
    read: dict[str, Any] = tomllib.loads("\n".join(f"{name} = {value}" for name, value in told.items()))
    usual = msgspec.convert(GAME.info.begins, Options)
    for name, value in read.items():
        known = getattr(usual, name)
        assert (tuple(value) if isinstance(value, list) else value) == known, name


def test_the_boards_have_the_sizes_of_the_data() -> None:
    """Rows and columns of blocks and crosses, the side of hexagons."""
    for cells in tables(PAGE, "size"):
        size: Any = cells[0]
        block, hexagon, cross = (layout(size, seats) for seats in (2, 3, 4))
        assert cells[1] == f"{block.rows} by {block.columns}"
        assert cells[2] == f"side {hexagon.rows + 1}"
        assert cells[3] == f"{cross.rows} by {cross.columns}"


@cache
def throws(count: int) -> Counter[int]:
    """Return how often so many dice come to each sum."""
    if not count:
        return Counter({0: 1})
    found: Counter[int] = Counter()
    for total, times in throws(count - 1).items():
        for face in range(1, 7):
            found[total + face] += times
    return found


def test_the_chances_are_those_of_the_dice() -> None:
    """Counted over all throws, in whole per cent; 0 and 100 are never and always."""
    head = next(line for line in PAGE.splitlines() if line.startswith("| dice |"))
    across = [int(cell) for cell in head.strip("|").split("|")[1:]]
    rows = list(tables(PAGE, "dice"))
    assert len(rows) >= 8
    for attack, *told in rows:
        for defence, words in zip(across, told, strict=True):
            won = sum(
                one * other
                for high, one in throws(int(attack)).items()
                for low, other in throws(defence).items()
                if high > low
            )
            chance = Fraction(won, 6 ** (int(attack) + defence))
            assert words == percent(float(chance))
