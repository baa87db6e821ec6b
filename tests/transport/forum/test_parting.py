"""Long posts are parted where a reader would part them."""

from hypothesis import given
from hypothesis import strategies as st

from moderator.transport.forum.parting import split_text

REPORT = "# Turn 3\n\nlead\n\n## Battles\n\n- one\n- two\n\n## Form\n\n```\nMOVE 1 A0 A1\nMOVE 2 B0 B1\n```\n\nend"


def test_a_text_that_fits_is_one_post() -> None:
    """Nothing is changed in it."""
    assert split_text(REPORT, 1_000) == [REPORT]


def test_a_text_is_parted_before_headings() -> None:
    """Sections stay whole, as many to a post as fit."""
    assert split_text(REPORT, 60) == [
        "# Turn 3\n\nlead\n\n## Battles\n\n- one\n- two",
        "## Form\n\n```\nMOVE 1 A0 A1\nMOVE 2 B0 B1\n```\n\nend",
    ]


def test_a_fence_that_is_cut_is_closed_and_opened_again() -> None:
    """What is to be copied stays so on both sides of the cut."""
    first, second = split_text("## Form\n\n```\nMOVE 1 A0 A1\nMOVE 2 B0 B1\n```", 34)
    assert first == "## Form\n\n```\nMOVE 1 A0 A1\n```"
    assert second == "```\nMOVE 2 B0 B1\n```"


def test_lines_that_go_on_with_one_above_stay_with_it() -> None:
    """What is cut between two posts would be read as something else."""
    first, second = split_text("## Dice\n\n```\nseal asking=1\n open=aa\nseal asking=2\n open=bb\n```", 56)
    assert first == "## Dice\n\n```\nseal asking=1\n open=aa\n```"
    assert second == "```\nseal asking=2\n open=bb\n```"


@given(st.text(alphabet="ab `\n#", max_size=400), st.integers(20, 120))
def test_no_part_is_longer_than_a_post_and_no_word_is_lost(text: str, most: int) -> None:
    """Whatever the text, its letters stand in the parts in their order."""
    parts = split_text(text, most)
    assert all(len(part) <= most for part in parts)
    told = "".join(parts)
    assert [letter for letter in told if letter in "ab#"] == [letter for letter in text if letter in "ab#"]
