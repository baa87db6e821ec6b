"""A match that is played in a forum goes on in the same threads when another instance takes it over."""

import shutil
from pathlib import Path

import pytest
from sqlmodel import select

from moderator.app import transfer
from moderator.service.admin import personal_data
from moderator.service.admin.export_layout import TransferError
from moderator.service.admin.transfer import bring_in
from moderator.service.context import Context, OverridePlan, SeatPlan
from moderator.service.overrides.apply import apply
from moderator.store.bookmarks import Bookmarks
from moderator.store.session import Store
from moderator.store.tables import Account, Match, Player, Thread
from moderator.transport.forum.inbound import ForumInbound
from tests.service.forum.test_playing_there import BOB, SeatAssignment
from tests.support.world import World

URL = "https://forum.pbem.test"


class Elsewhere(SeatAssignment):
    """Another instance, which plays in the forum of a place, or calls one so that is another."""

    def __init__(self, place: SeatAssignment, world: World, name: str = "main", url: str = URL) -> None:
        self.world, self.forum, self.name = world, place.forum, name
        world.settings(forums={name: url}, pictureless=(name,))
        self.mail = world.outbound
        self.inbound = ForumInbound(name, self.forum, Bookmarks(world.store))

    def takes(self, folder: Path) -> None:
        """Bring a match in, and let it go on."""
        carried, rows = transfer.read(folder)
        with self.world.store.write() as session:
            bring_in(session, self.world.ctx, carried, rows)
        apply(self.world.store, self.world.ctx, OverridePlan(name="on", match="hoth", lines=("RESUME",)))


@pytest.fixture(name="place")
def make_place(store: Store) -> SeatAssignment:
    """Give a match in which Anna has ordered by forum, and Robert plays by mail."""
    place = SeatAssignment(World(store))
    place.world.settings(forums={"main": URL})
    place.says("SEEK Gate")
    place.says("SEEK Mill")
    return place


@pytest.fixture(name="other")
def make_other(place: SeatAssignment, migrated: Path, tmp_path: Path) -> World:
    """Give another instance, at the same time of day."""
    return another(place, migrated, tmp_path)


def another(place: SeatAssignment, migrated: Path, tmp_path: Path) -> World:
    """Return another instance."""
    shutil.copy(migrated, tmp_path / "other.sqlite")
    other = World(Store(f"sqlite:///{tmp_path / 'other.sqlite'}"))
    other.ctx = Context(settings=other.ctx.settings, games=other.ctx.games, clock=place.world.clock, key=b"o" * 32)
    other.clock = place.world.clock
    return other


def taken_out(place: SeatAssignment, folder: Path) -> Path:
    """Write the match into a folder."""
    with place.world.store.read() as session:
        transfer.write(session, place.world.ctx, place.world.the_match(), folder)
    return folder


@pytest.mark.parametrize("name", ["main", "club"])
def test_it_goes_on_in_the_same_thread(place: SeatAssignment, other: World, tmp_path: Path, name: str) -> None:
    """Whatever the other instance calls the forum; what was read before is not read again."""
    elsewhere = Elsewhere(place, other, name)
    elsewhere.takes(taken_out(place, tmp_path / "hoth"))
    before = place.forum.texts(place.thread)
    elsewhere.read()
    elsewhere.post()
    (resumed,) = place.forum.texts(place.thread)[len(before) :]
    assert "goes on" in resumed
    assert other.order_set("Ann") == ["SEEK Mill"]
    assert "Your orders are recorded" in elsewhere.says("SEEK Gate")
    assert other.order_set("Ann") == ["SEEK Gate"]
    assert len([thread for thread in place.forum.threads.values() if thread.private]) == 1


def test_a_forum_that_is_read_here_is_read_on_from_where_it_was(
    place: SeatAssignment, other: World, tmp_path: Path
) -> None:
    """The cursor of the instance that takes the match over stands."""
    elsewhere = Elsewhere(place, other)
    elsewhere.inbound.drain(other.keep)
    cursor = Bookmarks(other.store).get("main")
    place.forum.says("Anna", place.thread, "SEEK Gate")
    place.read()
    elsewhere.takes(taken_out(place, tmp_path / "hoth"))
    assert Bookmarks(other.store).get("main") == cursor


def test_players_are_known_by_their_accounts(place: SeatAssignment, other: World, tmp_path: Path) -> None:
    """Who plays there already, by mail or in the forum, is not made twice."""
    elsewhere = Elsewhere(place, other)
    other.match("mill", seats=(SeatPlan(seat="Ann", player="Annie", forum="main:ANNA"), BOB))
    elsewhere.takes(taken_out(place, tmp_path / "hoth"))
    with other.store.read() as session:
        assert [player.name for player in session.exec(select(Player))] == ["Annie", "Robert"]
        assert len(session.exec(select(Account)).all()) == 1
        assert [thread.seat for thread in session.exec(select(Thread))] == ["Ann", ""]


@pytest.mark.parametrize("url", ["https://another.pbem.test", ""])
def test_a_forum_that_is_not_here_is_told(place: SeatAssignment, other: World, tmp_path: Path, url: str) -> None:
    """Who, where, and what to write; a forum of the same name is not taken for it, and nothing is changed."""
    elsewhere = Elsewhere(place, other, url=url)
    with pytest.raises(TransferError) as told:
        elsewhere.takes(taken_out(place, tmp_path / "hoth"))
    assert str(told.value) == (
        'hoth: Anna can be reached in the forum "main" at https://forum.pbem.test alone, and no [[forum]] of '
        "config.toml here has that url; nothing was changed. Copy that [[forum]] from the config.toml of the instance "
        "that the match comes from, with the same account, and import it again"
    )
    with other.store.read() as session:
        assert not session.exec(select(Match)).all()
        assert not session.exec(select(Player)).all()


def test_who_has_an_address_goes_on_by_mail_without_the_forum(store: Store, migrated: Path, tmp_path: Path) -> None:
    """Account and thread are left out; nothing is bound to a forum that is not here."""
    place = SeatAssignment(World(store), addresses=("ann@pbem.test",))
    place.world.settings(forums={"main": URL})
    other = another(place, migrated, tmp_path)
    elsewhere = Elsewhere(place, other, url="https://another.pbem.test")
    elsewhere.takes(taken_out(place, tmp_path / "hoth"))
    before = len(place.forum.posts)
    assert "ann@pbem.test" in elsewhere.post()
    assert len(place.forum.posts) == before
    with other.store.read() as session:
        assert not session.exec(select(Account)).all()
        assert not session.exec(select(Thread)).all()


def test_who_was_erased_leaves_no_account_and_no_thread(place: SeatAssignment, tmp_path: Path) -> None:
    """Neither here nor in an export."""
    with place.world.store.write() as session:
        personal_data.erase(session, place.world.ctx, "main:anna")
    folder = taken_out(place, tmp_path / "hoth")
    carried, _ = transfer.read(folder)
    assert [thread.seat for thread in carried.threads] == [""]
    assert [player.accounts for player in carried.players] == [(), ()]
    assert "Anna" not in "".join(path.read_text() for path in folder.rglob("*") if path.is_file())
