"""What others write shows in no letter before the turn; ``moderator/testing/laws/letters.py`` has the other laws.

That these see everything is proved in ``test_planted_leaks``.
"""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from moderator.language.reading.commands import ALL, COMMANDS
from moderator.service.commands import dispatch
from moderator.testing.asked import ASKED
from moderator.testing.stages import opened
from tests.support.harm import RENDERER
from tests.support.world import World

ASKS = (
    "STATUS\nORDERS\nMAP\nHISTORY\nPREVIEW",
    "SEEK Mill\nGO Nowhere\nSEEK Mil\nFLEE\nPREVIEW",
    "PRESS TO Bob: hello\nHELP\nRESEND\nEXTEND 24h\nDRAW",
)
"""What Ann writes, with typos, so that suggestions are made."""


def to(world: World, address: str) -> list[bytes]:
    """Send what waits; return what goes to an address, as it goes."""
    return [posted.raw for posted in world.post(RENDERER) if posted.dispatch.to == (address,)]


@pytest.mark.parametrize(
    "theirs",
    [
        ["SEEK Mill", "SEEK Gate"],
        ["FLEE Market", "SEEK Gate", "WAIT"],
        ["nothing that is an order", "SEEK Gate"],
        ["SEEK Gate", "PRESS TO GM: I fear Ann"],
    ],
)
def test_what_others_write_is_in_no_letter_before_the_turn(
    migrated: Path, tmp_path: Path, theirs: Sequence[str]
) -> None:
    """Their orders, their mistakes, how often they write: all that shows is whether they are still waited for."""
    got = []
    for number, said in enumerate((["SEEK Gate"], theirs)):
        path = tmp_path / f"{number}.sqlite"
        shutil.copy(migrated, path)
        with opened(path, World) as world:
            world.match()
            to(world, "ann@pbem.test")
            for text in said:
                world.says("Bob", text)
            if "WAIT" in said:
                world.says("Bob", "READY")
            mine: list[bytes] = []
            for text in ASKS:
                world.says("Ann", text, headers={"Message-ID": f"<{len(mine)}@ann.test>"})
                mine += to(world, "ann@pbem.test")
            got.append(mine)
    assert len(got[0]) > len(ASKS), "each answered, and a report sent again"
    assert [plainly(raw) for raw in got[0]] == [plainly(raw) for raw in got[1]]


def plainly(raw: bytes) -> bytes:
    """Return a letter without its own name, and the marks made of it: the number of a letter is sealed in them."""
    name = re.search(rb"(?im)^message-id:\s*<[a-z]\.\d+\.([a-z2-7]+)\.", raw)
    assert name is not None
    return re.sub(rb"--=_[0-9a-f]{24}|=_[0-9a-f]{24}", b"mark", raw.replace(name[1], b"unique"))


def test_every_command_is_asked_in_the_twin_law() -> None:
    """A command that is added must be asked for here with all that it can be asked for."""
    assert set(ASKED) == {*dispatch.ANYBODY, *dispatch.SEATED, *dispatch.ORDER_SET} == set(ALL)
    for kind, lines in ASKED.items():
        assert {type(COMMANDS.attempt(line)) for line in lines} == {kind}
