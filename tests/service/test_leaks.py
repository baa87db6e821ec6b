"""The twin law for whole letters: what a seat may not know changes no byte that it gets, pictures and files included.

Two moderators play the same match; only what others hide is different. Every letter to the seat is then compared as
it goes over the wire.
"""

import hashlib
import itertools
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from sqlmodel import select

from moderator.core import codec
from moderator.rendering.mail import MailRenderer
from moderator.service import records
from moderator.service.context import Limits, SeatPlan
from moderator.store.session import Store
from moderator.store.tables import Match
from tests.support.harm import RENDERER
from tests.support.twins import HIDDEN
from tests.support.world import World

_PROOF = re.compile(rb"value=[0-9a-f=\r\n]{32,40}|salt=[0-9a-f=\r\n]+")
"""Receipts in a letter: everybody's are listed, and show no more than that a sheet was filed."""

ASKS = (
    "STATUS\nORDERS\nMAP\nHISTORY\nPREVIEW",
    "SEEK Mill\nGO Nowhere\nSEEK Mil\nFLEE\nPREVIEW",
    "PRESS TO Bob: hello\nHELP\nRESEND\nEXTEND 24h\nDRAW",
)
"""What Ann writes, with slips, so that suggestions are made."""


@pytest.fixture
def twins(migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], World]]:
    """Give moderators of their own whose seeds are drawn alike."""
    numbers, stores = itertools.count(), []

    def make() -> World:
        draws = itertools.count()
        monkeypatch.setattr("secrets.token_bytes", lambda size: hashlib.sha256(b"%d" % next(draws)).digest()[:size])
        path = tmp_path / f"{next(numbers)}.sqlite"
        shutil.copy(migrated, path)
        store = Store(f"sqlite:///{path}")
        stores.append(store)
        world = World(store)
        world.settings(limits=Limits(letters_per_hour=1_000))
        return world

    yield make
    for store in stores:
        store.close()


def to(world: World, address: str, renderer: MailRenderer) -> list[bytes]:
    """Send what waits; return what goes to an address, as it goes."""
    return [posted.raw for posted in world.post(renderer) if posted.dispatch.to == (address,)]


def hide(world: World, number: int) -> bool:
    """Make the position another that the first seat cannot tell from it; return whether there is such a one."""
    with world.store.write() as session:
        match = session.exec(select(Match)).one()
        game = world.ctx.game(match.game)
        state = records.position(game, match.state)
        seat = "Ann" if match.game == "night-watch" else "Red"
        other = next(itertools.islice(HIDDEN[match.game](state, seat), number, None), None)
        if other is None:
            return False
        match.state = codec.pack(other)
        record = records.at(session, match, match.number)
        assert record is not None
        record.position = match.state
        session.add(match)
        session.add(record)
        return True


@pytest.mark.parametrize(
    "theirs",
    [
        ["SEEK Mill", "SEEK Gate"],
        ["FLEE Market", "SEEK Gate", "WAIT"],
        ["nothing that is an order", "SEEK Gate"],
        ["SEEK Gate", "PRESS TO GM: I fear Ann"],
    ],
)
def test_what_others_write_is_in_no_letter_before_the_turn(twins: Callable[[], World], theirs: Sequence[str]) -> None:
    """Their orders, their mistakes, how often they write: all that shows is whether they are still waited for."""
    got = []
    for said in (["SEEK Gate"], theirs):
        world = twins()
        world.match()
        to(world, "ann@pbem.test", RENDERER)
        for text in said:
            world.says("Bob", text)
        if "WAIT" in said:
            world.says("Bob", "READY")
        mine: list[bytes] = []
        for text in ASKS:
            world.says("Ann", text, headers={"Message-ID": f"<{len(mine)}@ann.test>"})
            mine += to(world, "ann@pbem.test", RENDERER)
        got.append(mine)
    assert len(got[0]) > len(ASKS), "each answered, and a report sent again"
    assert [plainly(raw) for raw in got[0]] == [plainly(raw) for raw in got[1]]


def plainly(raw: bytes) -> bytes:
    """Return a letter without its own name, and the marks made of it: the number of a letter is sealed in them."""
    name = re.search(rb"(?im)^message-id:\s*<[a-z]\.\d+\.([a-z2-7]+)\.", raw)
    assert name is not None
    return re.sub(rb"--=_[0-9a-f]{24}|=_[0-9a-f]{24}", b"mark", raw.replace(name[1], b"unique"))


@pytest.mark.parametrize("number", range(3))
def test_what_is_hidden_on_the_board_is_in_no_letter(twins: Callable[[], World], number: int) -> None:
    """Answers, previews, reports and boards of Ann are the same where only the others stand elsewhere."""
    got = []
    for hidden in (False, True):
        world = twins()
        world.match()
        for seat in ("Ann", "Bob"):
            world.says(seat, "SEEK Alley")
        to(world, "ann@pbem.test", RENDERER)
        world.move(hours=49)
        world.look()
        assert not hidden or hide(world, number)
        mine = to(world, "ann@pbem.test", RENDERER)
        for text in ASKS:
            world.says("Ann", text, headers={"Message-ID": f"<{len(mine)}@ann.test>"})
            mine += to(world, "ann@pbem.test", RENDERER)
        got.append(mine)
    assert len(got[0]) > len(ASKS)
    assert got[0] == got[1]


REBELS = (
    SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)),
    SeatPlan(seat="Empire", player="Eve", addresses=("empire@pbem.test",)),
)


def test_what_fog_hides_is_in_no_letter_no_picture_and_no_file(twins: Callable[[], World]) -> None:
    """A whole report of Rebel Commander with its board, its typeset pages and its appointment, and every answer."""
    got = []
    for number in (None, 0, 1, 2):
        world = twins()
        renderer = MailRenderer(world.clock)
        world.match(game="rebel-commander", seats=REBELS, edition="planet", fog=True)
        world.post(renderer)
        world.says("Red", "PASS\nPASS\nPASS")
        world.says("Empire", "PASS\nPASS\nPASS")
        world.move(hours=49)
        world.look()
        if number is not None and not hide(world, number):
            continue
        mine = to(world, "red@pbem.test", renderer)
        for text in ("MAP\nSTATUS\nPREVIEW", "MOVE TROOPS A0 A1\nATTACK J9\nMOVE TROPS A0 A1\nPREVIEW"):
            world.says("Red", text, headers={"Message-ID": f"<{len(mine)}@ann.test>"})
            mine += to(world, "red@pbem.test", renderer)
        got.append(mine)
    assert len(got) > 1, "nothing was hidden"
    kinds = {kind for raw in got[0] for kind in (b"image/png", b"application/pdf", b"text/calendar") if kind in raw}
    assert kinds == {b"image/png", b"application/pdf", b"text/calendar"}
    for other in got[1:]:
        assert [_PROOF.sub(b"", raw) for raw in other] == [_PROOF.sub(b"", raw) for raw in got[0]]
