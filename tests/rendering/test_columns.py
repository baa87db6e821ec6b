"""How high stories are reckoned to be, beside what typst makes of them."""

import json
import random
from itertools import product
from typing import Any

import pytest
import typst

from moderator.rendering.columns import MM, Column, story
from moderator.rendering.environment import Templates
from moderator.rendering.print import COMMON
from moderator.rendering.typefaces import FONTS

WIDTHS, SIZES = (87.0, 130.5), (15.0, 10.5, 9.2, 7.5)
AGAINST = "against"
_WORDS = (
    "To AV, Tyr. WAVE Yo 11 LT7 Your fleets: 4 moved P2\u2013N5, 10 appeared; (1 token) L-5 “Ray” Io\u2019s → 3 + 4 = 9"
)
_MEASURED = """
#show: sheet
#context for width in data.widths {
  for size in data.sizes {
    for pieces in (data.story, ..data.story.map(it => (it,))) {
      [#metadata(measure(block(width: width * 1mm, text(size: size * 1pt, story(pieces)))).height / 1pt)<high>]
    }
  }
}
"""


def _row(text: str, **more: object) -> dict[str, Any]:
    return {"sign": "", "text": text, "term": "", "dice": [], **more}


def _stories() -> list[dict[str, Any]]:
    """Return headings and rows of every kind, of words drawn anyhow."""
    drawn = random.Random(24)  # noqa: S311 - words for a test, no secret

    def some(least: int, most: int) -> str:
        return " ".join(drawn.choices(_WORDS.split(" "), k=drawn.randint(least, most)))

    def throw() -> list[dict[str, Any]]:
        whose = drawn.choices(("Red", "Blaarg", "Empire"), k=drawn.randint(1, 4))
        return [party(who) for who in whose]

    def party(who: str) -> dict[str, Any]:
        bonus, total, won = drawn.choice((0, 2, -1)), drawn.choice((None, 12)), drawn.random() < 0.5
        faces = drawn.choices(range(1, 11), k=drawn.randint(1, 6))
        return {"who": who, "faces": faces, "bonus": bonus, "total": total, "won": won, "sides": 6}

    told = [{"heading": some(1, 30)}]
    for _ in range(40):
        told += [
            _row(some(1, 50)),
            _row(some(1, 25), sign=drawn.choice(("»", "3", "12a"))),
            _row(some(1, 25), sign="·"),
            _row(some(1, 25), dice=throw()),
            _row(some(1, 9), term=" / ".join(("MOVE TROOPS <from> <to>",) * drawn.randint(1, 4))),
            {"heading": some(1, 8)},
        ]
    return told


def _measured(pieces: list[dict[str, Any]]) -> list[float]:
    """Return how high typst sets all pieces, and each alone, in every width and size."""
    data: dict[str, Any] = {"match": "", "what": "", "foot": "", "paper": "a4", "against": AGAINST}
    data |= {"story": pieces, "widths": WIDTHS, "sizes": SIZES}
    source = Templates().source(f"print/{COMMON}") + _MEASURED
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
    compiler = typst.Compiler(input=source.encode(), font_paths=fonts, sys_inputs={"data": json.dumps(data)})
    heights: list[float] = json.loads(compiler.query("<high>", field="value"))
    return heights


def _reckoned(pieces: list[dict[str, Any]]) -> list[float]:
    told = [pieces, *([piece] for piece in pieces)]
    return [Column(width * MM, AGAINST).height(some, size) for width, size, some in product(WIDTHS, SIZES, told)]


def test_nothing_is_higher_than_reckoned() -> None:
    """Else a page would have too large letters; all pieces together are reckoned to 3 %."""
    pieces = _stories()
    measured, reckoned = _measured(pieces), _reckoned(pieces)
    for real, ours in zip(measured, reckoned, strict=True):
        assert real <= ours + 1e-6
    for at in range(0, len(measured), 1 + len(pieces)):
        assert reckoned[at] <= measured[at] * 1.03


@pytest.mark.parametrize(
    "words",
    [
        *("Ѣѣ Ѿѿ Җ " * 20, "Щука и ёж " * 9, "μῆνιν ἄειδε θεὰ " * 9, "⇒ ‱ Ⅻ ⊕ ǅ ɏ " * 15),
        *("w" * 200, "—" * 90, "", "WWWW MMMM " * 15, "word—" * 40, "aaa/bbb/" * 30, "ab-ab-ab-ab-ab- " * 12),
    ],
)
def test_other_letters_and_endless_words_are_not_higher_either(words: str) -> None:
    """Letters that our fonts lack come from a font that typst brings."""
    pieces = [_row(words), {"heading": words}]
    assert all(real <= ours + 1e-6 for real, ours in zip(_measured(pieces), _reckoned(pieces), strict=True))


@pytest.mark.parametrize("letter", ["\n", "\r", "\x1c", "\x85", "\u2029", "\u200b", "\xad"])
def test_what_is_no_letter_has_a_width_too(letter: str) -> None:
    """An operator's label may have two lines; the library that measures letters refuses such signs."""
    assert Column(200, AGAINST).height([_row(f"two{letter}lines")], 9.2) > 0


A4 = (210 * MM, 297 * MM)


def _part(*rows: str, mine: bool) -> dict[str, Any]:
    return {"heading": "Battles", "mine": mine, "rows": [_row(text) for text in rows]}


def _left(*parts: dict[str, Any]) -> list[bool]:
    return [piece["left"] for piece in story(parts, A4, AGAINST, large=False)["story"]]


def test_a_readers_own_story_stands_left_and_runs_on_where_there_is_no_other() -> None:
    """All in the order in which it is told."""
    assert _left(_part("a", mine=False), _part("b", "c", mine=True)) == [False, False, True, True, True]
    assert _left(_part(*"abcdefg", mine=True)) == [True] * 4 + [False] * 4
    assert _left() == []


def test_smaller_letters_are_lower_and_large_paper_has_larger_ones() -> None:
    """The first size is the largest, so the first that fits is the best."""
    parts = (_part(_WORDS, _WORDS, mine=True), _part(_WORDS, mine=False))
    for large, first in ((False, 10.5), (True, 15.0)):
        sizes = story(parts, A4, AGAINST, large=large)["sizes"]
        assert sizes[0]["letters"] == first
        assert sizes == sorted(sizes, key=lambda size: (size["letters"], size["height"]), reverse=True)


def test_sizes_in_which_a_story_is_higher_than_its_paper_are_left_out() -> None:
    """So nothing else is measured for a story that no page has room for."""
    assert [
        size["letters"] for size in story((_part(*[_WORDS] * 40, mine=False),), A4, AGAINST, large=False)["sizes"]
    ] == [8.0, 7.5]
    assert story((_part(*[_WORDS] * 80, mine=False),), A4, AGAINST, large=False)["sizes"] == []
