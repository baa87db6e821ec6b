"""Several GMs: all are told the same and may do the same, and letters to players name the first."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.config import ConfigError, load
from moderator.ports import Dispatch
from moderator.rendering.mail import MailRenderer
from moderator.service.context import SeatPlan
from moderator.service.matches import matches, secrecy
from moderator.store.tables import Match
from tests.rendering.samples import Still
from tests.support.world import ADDRESS, World

RENDERER = MailRenderer(Still())
GMS = ("gm@pbem.test", "Co@pbem.test")
HEAD = '[moderator]\nname = "M"\naddress = "m@pbem.test"\ngm = {}\n'


@pytest.fixture
def two(world: World) -> World:
    """Give a match with two GMs, whose first letters have gone."""
    world.settings(co_gms=GMS[1:])
    world.post(RENDERER)
    return world


def _to_gms(world: World) -> list[Dispatch]:
    """Send what waits; return what goes to the GMs, which is to all of them."""
    sent = [letter.dispatch for letter in world.post(RENDERER)]
    found = [each for each in sent if set(each.to) & set(GMS)]
    assert all(each.to == GMS for each in found)
    return found


# ---- what they are told ---------------------------------------------------------------------------------------


def test_memos_and_reports_go_to_all_in_one_letter(two: World) -> None:
    """So each sees that the others have it."""
    two.says("Ann", "PRESS TO GM: May I ask something?")
    (memo,) = _to_gms(two)
    assert "May I ask something?" in memo.words.text
    two.move(hours=49)
    two.look()
    assert [each.key for each in _to_gms(two)] == [f"report:{two.the_match().id}:1:gm"]


def test_players_read_of_the_first_one_alone(two: World) -> None:
    """Who writes from outside is told where to ask."""
    two.put(two.raw("Hello", "zoe@pbem.test", to=ADDRESS, headers={"Authentication-Results": "mx; spf=pass"}))
    two.settings(authserv_id="mx")
    two.read()
    for letter in two.post(RENDERER):
        if not set(letter.dispatch.to) & set(GMS):
            assert "co@pbem.test" not in letter.dispatch.words.text.lower()


def test_a_letter_to_a_gm_as_a_player_goes_to_that_one_alone(empty_world: World) -> None:
    """Only what is for the GM is for all of them."""
    seats = (SeatPlan(seat="Ann", player="Gus", addresses=(GMS[0],)), SeatPlan(seat="Bob", bot="random"))
    empty_world.settings(co_gms=GMS[1:])
    empty_world.match(seats=seats)
    kinds = {letter.dispatch.key.partition(":")[0]: letter.dispatch.to for letter in empty_world.post(RENDERER)}
    assert kinds["welcome"] == (GMS[0],)


# ---- what they may do -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sender", ["gm@pbem.test", "co@pbem.test"])
def test_the_reply_of_each_goes_on_to_the_player_and_all_are_told(two: World, sender: str) -> None:
    """As a message from the GM, whoever of them wrote it; nobody else's does."""
    two.says("Ann", "PRESS TO GM: May I ask something?")
    (memo,) = _to_gms(two)
    for writer, text in ((sender, "Go ahead."), ("zoe@pbem.test", "Never.")):
        two.put(two.raw(text, writer, to=memo.reply_to, subject=f"Re: {memo.words.subject}"))
        two.read()
    (message,) = two.facts("press-letter")
    assert (message.author, message.text) == ("GM", "Go ahead.")
    assert any("We passed your reply on to Anna" in " ".join(each.words.text.split()) for each in _to_gms(two))


def test_a_match_that_any_of_them_plays_in_is_blind_for_all(empty_world: World) -> None:
    """All read the same memos."""
    empty_world.match(seats=(SeatPlan(seat="Ann", player="Co", addresses=("co+x@pbem.test",)), _bob()))
    assert not _is_blind(empty_world)
    empty_world.settings(co_gms=GMS[1:])
    assert _is_blind(empty_world)
    with empty_world.store.read() as session:
        assert secrecy.played_by_gm(session, empty_world.ctx, empty_world.the_match()) == ("Ann",)


def _bob() -> SeatPlan:
    return SeatPlan(seat="Bob", player="Robert", addresses=("bob@pbem.test",))


def _is_blind(world: World) -> bool:
    with world.store.read() as session:
        return secrecy.is_blind(session, world.ctx, session.get_one(Match, world.the_match().id))


def test_the_domain_of_each_is_one_of_the_operators_network(two: World) -> None:
    """A name without a dot is reached there."""
    seat = SeatPlan(seat="Ann", player="Anna", addresses=("ann@club",))
    assert list(matches.unreachable(two.ctx.settings, seat))
    assert not list(matches.unreachable(replace(two.ctx.settings, co_gms=("co@club",)), seat))


# ---- the file -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "gms"),
    [
        ('"Gm@pbem.test"', ("Gm@pbem.test",)),
        ('["gm@pbem.test", "co@pbem.test", "GM@pbem.test"]', ("gm@pbem.test", "co@pbem.test")),
    ],
)
def test_one_address_or_a_list_is_read(tmp_path: Path, written: str, gms: tuple[str, ...]) -> None:
    """Each once, as it is written first."""
    path = tmp_path / "config.toml"
    path.write_text(HEAD.format(written), encoding="utf-8")
    settings = load(path, {}).settings
    assert (settings.gm, settings.gms) == (gms[0], gms)


@pytest.mark.parametrize("written", ["[]", '["nobody"]', '""', "3"])
def test_what_is_no_address_is_refused(tmp_path: Path, written: str) -> None:
    """With what to write."""
    path = tmp_path / "config.toml"
    path.write_text(HEAD.format(written), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, {})
    assert [fault.key for fault in caught.value.faults] == ["moderator.gm"]
