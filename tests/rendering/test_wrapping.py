"""Prose is wrapped as the standard library wraps it, whatever stands between its words."""

import textwrap

from moderator.rendering.filters import wrap
from tests.support.cases import every_case

TEXTS = (
    "a bb ccc dddd eeeee ffffff ggggggg",
    "two  blanks, and one at the end ",
    " one at the beginning",
    "a-word-with-hyphens that-is-kept-whole",
    "averyverylongwordthatfitsnoline and more, averyverylongwordthatfitsnoline",
    "signs that nobody sees:\tand\u00a0more of them\nbelow",
    "   ",
    "",
)


@every_case("text", TEXTS)
@every_case("first", ["", "- ", "a heading as long as a line: "])
@every_case("rest", [None, "> "])
@every_case("width", [8, 20, 60])
def test_prose_is_wrapped_as_the_standard_library_wraps_it(text: str, first: str, rest: str | None, width: int) -> None:
    """Words stay whole, a word that fits nowhere has a line of its own, and other blanks are kept as they are."""
    indent = " " * len(first) if rest is None else rest
    expected = textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    assert wrap(text, first, rest, width) == expected
