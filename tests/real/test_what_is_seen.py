"""Letters as Chromium shows them, and pages as a printer would get them."""

import base64
import json
import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.rendering.mail import MailRenderer
from tests.rendering.samples import Still, every_letter, turn_report

WIDTHS = (360, 800)
CHROMIUM = """
    --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --virtual-time-budget=5000 --dump-dom
""".split()  # noqa: SIM905 - an argument list reads better as one
MEASURE = """
addEventListener("load", () => {
  const seen = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument;
    const wide = [...page.body.querySelectorAll("*")].filter(
      part => part.getBoundingClientRect().right > frame.clientWidth + 1 && !part.closest("pre"));
    return {
      name: frame.name, width: frame.clientWidth, needs: page.documentElement.scrollWidth,
      wide: wide.map(part => part.outerHTML.slice(0, 80)),
      pictures: [...page.images].map(image => image.naturalWidth > 0 && image.alt != ""),
      small: [...page.body.querySelectorAll("p, li, td, a")].filter(
        part => part.innerText.trim() && parseFloat(getComputedStyle(part).fontSize) < 11).length,
    };
  });
  document.body.innerHTML = "<pre>" + JSON.stringify(seen).replaceAll("<", "&lt;") + "</pre>";
});
"""


def program(name: str) -> str:
    """Return the path of a Debian program, or skip the test."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed here")
    return path


def shown() -> str:
    """Return one page with every kind of letter in a frame of each width."""
    renderer = MailRenderer(Still())
    frames = []
    for name, letter in every_letter().items():
        words = renderer.render(letter)
        html = words.html
        for picture in words.pictures:
            inline = base64.b64encode(picture.png).decode()
            html = html.replace(f"cid:{picture.cid}", f"data:image/png;base64,{inline}")
        frames += [
            f'<iframe name="{name}" style="width:{width}px;height:900px;border:0" srcdoc="{escape(html)}"></iframe>'
            for width in WIDTHS
            if html
        ]
    return f"<!doctype html><meta charset=utf-8><body>{''.join(frames)}<script>{MEASURE}</script>"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return what Chromium measured of every letter at every width."""
    chromium = program("chromium")
    folder = tmp_path_factory.mktemp("chromium")
    page = folder / "letters.html"
    page.write_text(shown(), encoding="utf-8")
    command = [chromium, *CHROMIUM, f"--user-data-dir={folder / 'profile'}", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603 - our own page
    found = re.search(r"<pre>(.*)</pre>", done.stdout, re.DOTALL)
    assert found is not None, done.stderr
    measured: list[dict[str, Any]] = json.loads(unescape(found[1]))
    return measured


def test_every_letter_fits_a_telephone_and_a_desk(seen: list[dict[str, Any]]) -> None:
    """At 360 and 800 pixels no letter must be scrolled sideways, but for charts and proofs in frames of their own."""
    assert len(seen) > len(WIDTHS)
    assert [(page["name"], page["width"], page["wide"]) for page in seen if page["needs"] > page["width"]] == []
    assert [(page["name"], page["width"], page["wide"]) for page in seen if page["wide"]] == []


def test_every_picture_shows_and_has_words(seen: list[dict[str, Any]]) -> None:
    """Boards are shown, and each has words for those who do not see it."""
    assert any(page["pictures"] for page in seen)
    assert [page["name"] for page in seen if not all(page["pictures"])] == []


def test_nothing_is_too_small_to_read(seen: list[dict[str, Any]]) -> None:
    """No sentence of a letter is set smaller than 11 pixels."""
    assert [(page["name"], page["width"], page["small"]) for page in seen if page["small"]] == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_first_printed_page_is_the_whole_board(paper: str, tmp_path: Path) -> None:
    """Pdftoppm makes two pages of the PDF, of the paper's shape, the first with ink on all four quarters."""
    pdftoppm = program("pdftoppm")
    letter = turn_report()
    words = MailRenderer(Still()).render(replace(letter, head=replace(letter.head, paper=paper)))
    page = next(file.data for file in words.attachments if file.mime == "application/pdf")
    (tmp_path / "page.pdf").write_bytes(page)
    command = [pdftoppm, "-r", "36", "-gray", str(tmp_path / "page.pdf"), str(tmp_path / "page")]
    subprocess.run(command, check=True, timeout=60)  # noqa: S603 - our own file
    pages = sorted(tmp_path.glob("page-*.pgm"))
    assert len(pages) == 2
    _, size, _, pixels = pages[0].read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    assert (width, height) == ((298, 421) if paper == "a4" else (306, 396))
    for top in (0, height // 2):
        for left in (0, width // 2):
            rows = [pixels[y * width + left : y * width + left + width // 2] for y in range(top, top + height // 2)]
            assert sum(value < 128 for row in rows for value in row) > 100


def test_the_printed_report_tells_the_story_the_dice_and_the_form(tmp_path: Path) -> None:
    """Pdftotext reads what a player needs: own orders, battles, when orders are due and where to."""
    pdftotext = program("pdftotext")
    letter = turn_report()
    words = MailRenderer(Still()).render(letter)
    page = next(file.data for file in words.attachments if file.mime == "application/pdf")
    (tmp_path / "page.pdf").write_bytes(page)
    command = [pdftotext, "-layout", str(tmp_path / "page.pdf"), "-"]
    told = subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout  # noqa: S603 - as above
    assert letter.form is not None
    for words_there in ("The turn, order by order", "attacked", "against", "Orders due", letter.form.reply_to):
        assert words_there in told
