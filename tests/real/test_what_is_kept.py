"""The recap of a match as a reader of PDF finds it."""

import re
import subprocess
from datetime import timedelta
from pathlib import Path

from moderator.rendering.mail import MailRenderer
from moderator.rendering.recap import file_name
from moderator.service.context import SeatPlan
from tests.real.test_what_is_seen import program
from tests.rendering.samples import Still
from tests.support.world import World

SEATS = (
    SeatPlan(seat="Red", player="Anna", addresses=("ann@pbem.test",)),
    SeatPlan(seat="Blue", bot="recruit"),
    SeatPlan(seat="Empire", bot="random"),
)


def test_every_turn_and_an_honour_for_everybody_can_be_read_in_the_recap(world: World, tmp_path: Path) -> None:
    """The final letter's PDF holds each turn's number once, each seat with its player, and the board's key."""
    pdftotext = program("pdftotext")
    world.settings(delay=timedelta(0))
    world.match("endor", "rebel-commander", SEATS, max_turns=6)
    for _ in range(6):
        world.move(hours=49)
        world.look()
    posted = [letter.dispatch for letter in world.post(MailRenderer(Still()))]
    (kept,) = {file.data for each in posted for file in each.words.attachments if file.name == file_name("endor")}
    (tmp_path / "recap.pdf").write_bytes(kept)
    command = [pdftotext, "-layout", str(tmp_path / "recap.pdf"), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - found above
    assert len(re.findall(r"\bThe landing\b", text)) == 1
    assert sorted(re.findall(r"(?<!after )\bTurn (\d+)\b", text)) == list("123456")
    for words in ("Honours", "Red", "Anna", "played by the moderator (recruit)", "VICTOR", "Light: held by Rebels"):
        assert words in text
    assert text.count("\f") <= 3
