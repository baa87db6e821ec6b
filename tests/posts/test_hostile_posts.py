"""Whatever somebody posts, the reader stays calm and is done soon."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.mail.letter import Bounds
from moderator.posts.letter import read_post
from tests.support.cases import every_case
from tests.support.letters.posts import OURS, posted, read

CORPUS = sorted((Path(__file__).parents[1] / "letters" / "posts").glob("*/*.md"))
MARKUP = (
    *("[quote]", '[quote="@a"]', "[/quote]", "[code]", "[/code]", "[s]", "[/s]", "[list=1]", "[*]", "[/list]", "[img]"),
    *("[/img]", "[b", "[url=", "](", "![", "> ", "\n", "\n\n", "- ", "1. ", "    ", "```", "`", "**", "_", "~~", "\\"),
    *("<b>", "</", "<!--", "-->", "<details class=elided>", "<del>", "<li>", "&gt;", "&#0;", "| ", "-|-", ":a", "@"),
    *("MOVE", " ", "a", "\0", "\r", "\u2028", "\ud800", "\ue000", "🚀"),
)
ENDS = (
    "</blockquote>",
    "</aside>",
    "</ul>",
    "</li>",
    "</details>",
    "</p>",
    "</div>",
    "</del>",
    "[/list]",
    "[/s]",
    "[/ul]",
)
QUOTED = st.lists(st.sampled_from((*MARKUP, *ENDS, *("SECRET",) * 9)), max_size=25).map("".join)
"""What somebody else may have written."""

BOMBS = (
    *("[", "![", "[a](", "](", "*a ", "**a *b ", "_a_", "~~a", "`", "`a ", "<", "<a ", "<!--", "<?", "<![CDATA[", "&#"),
    *(
        "[quote]",
        "[/quote]",
        "[quote=",
        "[code]",
        "[s]",
        "[s][/s]",
        "[b=",
        "[img]",
        "[list]",
        "[*]",
        ":a",
        "a:b ",
        "> ",
    ),
    *("- ", "1. ", "    ", "<del>", "<li>", "<details>", "<blockquote>", "|a", "\\", "@", ">", "\t", "> [quote]"),
)


@given(st.binary(max_size=2_000))
@settings(max_examples=100)
def test_any_bytes_are_read_calmly(raw: bytes) -> None:
    """No bytes make the reader raise, and what is no post is unreadable."""
    assert read_post(raw).faults == ("unreadable",)


@given(st.lists(st.sampled_from(MARKUP), max_size=60).map("".join) | st.text(max_size=500))
@settings(max_examples=150)
def test_any_markup_is_read_calmly(text: str) -> None:
    """Pieces of markup in any order are never unreadable, and read the same each time."""
    letter = read(text)
    assert letter.faults == ()
    assert letter == read(text)
    assert not any(character in line.text for line in letter.lines for character in "\r\n\0")


@given(st.integers(0, 2**32))
@settings(max_examples=100)
def test_a_damaged_post_is_read_calmly(seed: int) -> None:
    """Posts of the corpus with pieces changed, lost, repeated and mixed never come out as unreadable."""
    dice = random.Random(seed)  # noqa: S311 - a test repeats what it did
    text = dice.choice(CORPUS).read_text()
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(text) + 1)
        piece = dice.choice((*MARKUP, dice.choice(CORPUS).read_text()[:200], text[at : at + 50] * 5))
        text = text[:at] + piece + text[at + dice.randint(0, 40) :]
    letter = read(text)
    assert letter.faults == ()
    assert len(letter.lines) <= Bounds().lines


def slipped_out(text: str) -> list[str]:
    """Return the words of somebody else that count as the author's own."""
    return [line.text for line in read(text).lines if not line.quoted and "SECRET" in line.text]


@given(QUOTED, st.sampled_from(("", "mine\n", "1. ", "mine ", "- a\n", "**")))
@settings(max_examples=150)
def test_nothing_typos_out_of_a_quote_of_bbcode(theirs: str, above: str) -> None:
    """Whatever somebody else wrote, but for an end of the quote as the forum sees it, is quoted."""
    theirs = theirs.replace("[/quote]", "").replace("</blockquote>", "")
    assert slipped_out(f'{above}[quote="@b"]\n{theirs}\n[/quote]\n\nREADY') == []


@given(QUOTED, st.sampled_from(("", "mine\n", "mine\n\n")))
@settings(max_examples=150)
def test_nothing_typos_out_of_a_quote_of_markdown(theirs: str, above: str) -> None:
    """No tag and no markup ends what each line marks as quoted."""
    quote = "\n".join(f"> {line}" for line in theirs.splitlines())
    assert slipped_out(f"{above}{quote}\n\nREADY") == []


def bombs(unit: str, size: int) -> tuple[str, ...]:
    """Return a unit repeated in one line, with an end to what it begins, and in many lines."""
    in_one = unit * (size // len(unit))
    lines = min(size // 9, Bounds().lines)
    return (
        in_one,
        f"{in_one}\n\n[/quote][/code][/s][/b][/img][/list]",
        f"{unit * (size // lines // len(unit))}\n" * lines,
    )


@every_case("unit", BOMBS)
def test_nothing_that_is_repeated_is_unreadable(unit: str) -> None:
    """In one line or in many, with an end and without."""
    for text in bombs(unit, 1_800):
        assert read(text).faults == ()


@pytest.mark.proof
@every_case(("number", "unit"), enumerate(BOMBS))
def test_nothing_that_is_repeated_keeps_the_reader_busy(number: int, unit: str) -> None:
    """The longest post that is read takes seconds, never minutes: in one line or in many, in turn."""
    text = bombs(unit, 99_000)[number % 3]
    begun = time.process_time()
    assert read(text).faults == ()
    assert time.process_time() - begun < 10


@every_case("mark", [">", "1. ", "[quote]", "<blockquote>", "<ul><li>", "[list][*]", "<del>", "[quote]> "])
def test_what_nests_too_deep_is_refused_rather_than_read_in_part(mark: str) -> None:
    """What is too deep would take all that stands below with it, unseen."""
    letter = read(f"{mark * 500} deep\n\nREADY\n\n[/list]")
    assert (letter.faults, letter.over_limit, letter.lines) == ((), "depth", ())


@every_case("mark", [">", "1. ", "[quote]", "<blockquote>", "<ul><li>", "[list][*]", "[quote]>"])
def test_what_nests_as_people_do_is_read(mark: str) -> None:
    """Eight answers to answers."""
    letter = read(f"{mark * 8} deep\n\n{'[/quote]' * 8}{'[/list]' * 8}{'</blockquote>' * 8}{'</ul>' * 8}\n\nREADY")
    assert letter.over_limit is None
    assert [line.text for line in letter.lines if line.text and not line.quoted][-1:] == ["READY"]


def test_what_is_no_post_is_unreadable_and_no_more() -> None:
    """JSON of another kind, cut JSON and JSON that nests without end."""
    whole = posted("READY", OURS)
    assert read_post(whole).faults == ()
    for raw in (b"{}", b"[]", b"null", whole[:-1], whole + b"x", b"[" * 100_000, whole.replace(b'"57"', b"57")):
        assert read_post(raw).faults == ("unreadable",)
