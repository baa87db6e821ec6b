"""The demo with a forum, once, on a real Misago: what stands there, and what it leaves."""

import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from PIL import Image

from contrib.forum_demo import __main__ as forum_demo
from contrib.forum_demo import misago
from moderator.cli import main

pytestmark = pytest.mark.proof
BAND = 700
"""Pixels; nothing in a thread is so tall and has no words in it."""


def headings(page: Path) -> list[str]:
    """Return the first heading of each post that has one."""
    text = page.read_text(encoding="utf-8")
    return [unescape(found) for found in re.findall(r"<article[^>]*>\s*<h1>(.*?)</h1>", text)]


@pytest.fixture(scope="module", name="left")
def play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play two turns, and return the folder of the demo."""
    pytest.importorskip("pymap")
    if reason := misago.missing():
        pytest.skip(reason)
    out = tmp_path_factory.mktemp("forum") / "demo"
    forum_demo.main(out=out, turns=2)
    return out


def test_the_private_thread_has_every_report_in_its_order(left: Path) -> None:
    """Between the welcome and the end, with an answer to each post of orders; the first had a typo."""
    told = headings(left / "forum" / "thread-of-ben.html")
    assert [each for each in told if not each.startswith("Orders")] == [
        "Welcome, Blue",
        "Turn 1, for Blue",
        "The match is over",
    ]
    assert told[1:3] == ["Orders recorded, but you are not ready yet: 1 line to check", "Orders recorded"]


def test_the_chronicle_has_each_turn_once(left: Path) -> None:
    """It is read by everybody, and by those who come later."""
    assert headings(left / "forum" / "chronicle.html") == ["The match has begun", "Turn 1", "The match is over"]


def test_nobodys_words_stand_there_as_marks(left: Path) -> None:
    """Outside of what is to be copied, no fence, heading or link in brackets is shown as it was written."""
    for page in (left / "forum").glob("*.html"):
        posts = re.findall(r"<article[^>]*>(.*?)</article>", page.read_text(encoding="utf-8"), re.DOTALL)
        shown = re.sub(r"<pre>.*?</pre>|<[^>]+>", "", "\n".join(posts), flags=re.DOTALL)
        assert not re.search(r"```|^\s*#+ |\*\*|\]\(|\{\{picture", shown, re.MULTILINE), page.name


def test_who_plays_by_mail_has_the_letters(left: Path) -> None:
    """Of the same match: a welcome, answers and reports, which verify; nobody else has a mailbox."""
    kinds = [path.stem.partition("hoth-")[2] for path in sorted(left.glob("ann/*from-moderator*.eml"))]
    assert [kind for kind in kinds if kind != "acknowledgement"] == ["welcome", "turn-report", "turn-report"]
    assert "acknowledgement" in kinds
    assert not (left / "ben").exists()
    assert main(["verify", "--letter", *map(str, sorted(left.glob("ann/*.eml")))]) == 0
    assert main(["verify", "hoth", "--config", str(left / "instance" / "config.toml")]) == 0


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed here")
@pytest.mark.parametrize("name", ["chronicle", "thread-of-ben"])
def test_its_picture_shows_something_everywhere(name: str, left: Path) -> None:
    """From its top to its end there are words, boards or folded proofs, which are grey."""
    with Image.open(left / "forum" / f"{name}.png") as shown:
        seen = shown.convert("L")
    assert seen.height > 2 * BAND
    for top in range(0, seen.height - BAND, BAND):
        tones = seen.crop((0, top, seen.width, top + BAND)).histogram()
        assert min(sum(tones[:215]), sum(tones[215:])) > BAND, top
