"""Documents with their small objects packed together: what readers find in them."""

from contextlib import closing

import pytest
import typst
from pypdfium2 import PdfDocument

from moderator.rendering.bundle import bundled

_SOURCE = b"""#set document(title: "Hoth")
#set page(width: 9cm, height: 5cm)
= Turn 5
#for n in range(40) [- Red moved #n Troops to *B#n*.
]
"""


def _read(pdf: bytes) -> list[tuple[str, bytes]]:
    """Return what each page says and shows."""
    with closing(PdfDocument(pdf)) as opened:
        assert opened.get_metadata_value("Title") == "Hoth"
        return [(page.get_textpage().get_text_range(), page.render().to_pil().tobytes()) for page in opened]


def test_a_bundled_document_is_smaller_and_says_and_shows_the_same() -> None:
    """Its pages, words and pictures are those that typst made, in a quarter less."""
    made = typst.compile(_SOURCE, format="pdf")
    assert isinstance(made, bytes)
    packed = bundled(made)
    assert len(packed) < 0.75 * len(made)
    assert _read(packed) == _read(made)


def test_a_bundled_document_can_be_read_aloud() -> None:
    """Its tags are in it still."""
    made = typst.compile(_SOURCE, format="pdf")
    assert isinstance(made, bytes)
    with closing(PdfDocument(bundled(made))) as opened:
        assert opened.is_tagged()


def test_what_does_not_end_as_a_document_does_is_refused() -> None:
    """Another version of typst may write other files; they must not go out broken."""
    with pytest.raises(ValueError, match="another ending"):
        bundled(b"%PDF-1.7\n")
