"""How a post of ours is known again, and where its pictures stand."""

from moderator.transport.forum.pictures import picture_mark, pictures_in, place_pictures
from moderator.transport.forum.refs import ref_of, with_ref, without_ref
from tests.support.cases import every_case


@every_case(
    ("text", "ref"),
    [
        ("Report\n\nref g1-t3-77aa", "g1-t3-77aa"),
        ("Report\n\nref g1-t3-77aa  \n\n", "g1-t3-77aa"),
        ("ref g1-t3-77aa", "g1-t3-77aa"),
        ("Report\nref g1-t3-77aa\nand more", ""),
        ("Report\n\n> ref g1-t3-77aa", ""),
        ("Report [quote]x\nref g1-t3-77aa[/quote]\nThanks", ""),
        ("Report\n\nsee ref g1-t3-77aa", ""),
        ("Report\n\nref two words", ""),
        ("", ""),
    ],
)
def test_the_ref_is_the_last_line(text: str, ref: str) -> None:
    """Only a last line that is nothing but a ref is one."""
    assert ref_of(text) == ref


def test_a_text_without_a_ref_bears_none() -> None:
    """What members write ends as they end it, also when they change it."""
    assert with_ref("READY\n", "") == "READY"
    assert with_ref("READY\n\nref one", "") == "READY"


def test_a_text_bears_one_ref() -> None:
    """A ref takes the place of the one that the text had, and is taken off again."""
    text = with_ref(with_ref("Report\n\n", "one"), "two")
    assert text == "Report\n\nref two"
    assert without_ref(text) == without_ref("Report") == "Report"


def test_pictures_are_placed_and_found() -> None:
    """Each picture stands at its marks, unmarked ones at the end, and all are found in their order."""
    pictures = [picture_mark("Map", "/a.png"), picture_mark("Legend", "/b.png", "|10x20")]
    text = place_pictures("See {{picture:1}} and {{picture:1}}\n", pictures)
    assert text == "See ![Legend|10x20](/b.png) and ![Legend|10x20](/b.png)\n\n![Map](/a.png)"
    assert pictures_in(text) == [pictures[1], pictures[1], pictures[0]]


def test_a_description_does_not_break_out() -> None:
    """The description of a picture cannot end its Markdown."""
    assert picture_mark("a](http://x.test)\n[b|c", "/a.png") == "![a (http://x.test) b c](/a.png)"
