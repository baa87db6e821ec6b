"""The page of every game says what the game does: its lines are read by the game's own languages."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from moderator.core.codec import tag_of
from moderator.core.errors import Problem
from moderator.core.language import Language
from moderator.games.registry import GAMES
from tests.support.cases import every_case

_CODE = re.compile(r"`([^`\n]+)`")
_LABEL = re.compile(r"^\s*\w{1,2}[.)]\s*")
every_page = every_case("key", GAMES)


@cache
def page(key: str) -> str:
    """Return a game's page."""
    return GAMES[key].page.read_text(encoding="utf-8")


def tables(text: str, head: str) -> Iterator[list[str]]:
    """Yield the cells of each row of those tables of a page whose first column is headed by a word."""
    inside = False
    for line in text.splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not inside:
            inside = cells[0] == head
        elif not set(line) <= set("|- :"):
            yield cells


def spans(text: str) -> list[str]:
    """Return what is written as code within a page's lines."""
    return _CODE.findall(text)


def read(language: Language[Any], line: str) -> str:
    """Return the tag of the order that a line is read as, nothing if it cannot be read."""
    order = language.parse(_LABEL.sub("", line))
    return "" if isinstance(order, Problem) else tag_of(type(order))


@every_page
def test_every_order_of_the_page_is_understood(key: str) -> None:
    """What stands in a table of orders can be sent as it stands."""
    shown = [line for cells in tables(page(key), "order") for line in spans(cells[0])]
    assert shown
    assert [line for line in shown if not read(GAMES[key].language, line)] == []


@every_page
def test_every_kind_of_order_is_on_the_page(key: str) -> None:
    """The tables of orders show an example of each."""
    shown = {read(GAMES[key].language, line) for cells in tables(page(key), "order") for line in spans(cells[0])}
    assert {tag_of(kind) for kind in GAMES[key].language.orders} - shown == set()


@every_page
def test_every_line_of_a_game_master_is_on_the_page(key: str) -> None:
    """Each kind of amendment has an example that is understood."""
    shown = {read(GAMES[key].gm, line) for line in spans(page(key))}
    assert {tag_of(kind) for kind in GAMES[key].gm.orders} - shown == set()


@every_page
def test_every_option_is_on_the_page(key: str) -> None:
    """The table of options leaves none out, and names none that is not there."""
    shown = [name for cells in tables(page(key), "option") for name in spans(cells[0])]
    assert sorted(shown) == sorted(GAMES[key].info.options.__struct_fields__)


@every_page
def test_every_bot_is_on_the_page(key: str) -> None:
    """Whoever begins a match can read whom to invite."""
    shown = {name for cells in tables(page(key), "bot") for name in spans(cells[0])}
    assert set(GAMES[key].bots) - shown == set()


@every_page
def test_every_picture_and_link_of_the_page_is_there(key: str) -> None:
    """No picture is broken."""
    found = re.findall(r"\]\(([^)#:]+)\)", page(key))
    assert [link for link in found if not (GAMES[key].page.parent / link).exists()] == []
