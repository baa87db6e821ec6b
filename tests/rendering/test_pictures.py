"""Pictures and the report for the printer."""

import re
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from moderator.rendering.mail import MailRenderer
from moderator.rendering.raster import WIDE, Press, Shelf
from tests.rendering.samples import HEAD, Still, turn_report


def _page(renderer: MailRenderer, paper: str = "a4") -> bytes:
    letter = replace(turn_report(), head=replace(HEAD, paper=paper))
    return next(file.data for file in renderer.render(letter).attachments if file.mime == "application/pdf")


def test_a_usual_report_is_two_pages_and_the_same_bytes_every_time() -> None:
    """Two renderers make the same PDF of the same facts: the story and the form, and the board."""
    one, other = (_page(MailRenderer(Still())) for _ in range(2))
    assert one == other
    assert len(re.findall(rb"/Type\s*/Page\b", one)) == 2
    assert b"/Producer" not in one or b"CreationDate" not in one


@pytest.mark.parametrize(("paper", "width"), [("a4", 595), ("letter", 612)])
def test_the_page_fits_the_readers_paper(paper: str, width: int) -> None:
    """A4 and Letter differ."""
    found = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", _page(MailRenderer(Still()), paper))
    assert found is not None
    assert int(float(found[1])) == width


def test_the_picture_is_sharp_and_white() -> None:
    """A map is 960 pixels wide, so that it stays sharp at the width of a letter."""
    (picture,) = MailRenderer(Still()).render(turn_report()).pictures
    width, height = struct.unpack(">II", picture.png[16:24])
    assert width == WIDE
    assert height > 0


def test_the_same_map_is_drawn_once() -> None:
    """What was made is kept by the digest of what it was made from."""
    made = []
    shelf = Shelf(size=2)
    for name in ("a", "b", "a", "c", "b"):
        shelf.get(lambda name=name: made.append(name) or name.encode(), name)  # type: ignore[misc, func-returns-value] # counts
    assert made == ["a", "b", "c", "b"]


def test_threads_draw_side_by_side() -> None:
    """Every thread has a compiler of its own and all draw the same picture."""
    (drawing,) = turn_report().drawings
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: Press().png(drawing), range(4)))
    assert len(set(made)) == 1
