"""Messages without a name, where a match allows them."""

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from moderator.rendering.pages import PageRenderer
from moderator.service.context import Limits, SeatPlan
from moderator.service.pages import press
from moderator.service.pages.desks import OwnSeat
from moderator.web.app import make_app
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from tests.support.browsers import URL, form_of, let_in, open_desk
from tests.support.games import TEMPLATES
from tests.support.masked import begin, words
from tests.support.rebels import FORCES
from tests.support.world import START, World


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a match of three without masks, in which messages may be unsigned."""
    begin(empty_world, masks=False, unsigned=True)
    empty_world.move(minutes=1)
    return empty_world


@pytest.mark.parametrize(
    "line",
    [
        "PRESS TO Bob UNSIGNED: Beware of Cat",
        "press to bob, unsigned\nBeware of Cat\nEND",
    ],
)
def test_nobody_is_told_who_wrote_it(world: World, line: str) -> None:
    """It goes at the next quarter of an hour, so that nothing is known by the minute."""
    told = world.says("Ann", line)
    (row,) = world.rows("press-letter")
    assert (row.seat, f"{row.due:%H:%M}") == ("Bob", "20:15")
    letter = words(world.facts_of(row))
    assert "Unsigned, to you ================ Beware of Cat" in letter
    assert "Anna" not in letter
    assert "PRESS TO ALL … END" in letter, "only all can be answered"
    assert "Your message goes to Bob at the next quarter of an hour" in words(told)


def test_signed_messages_go_at_once_where_nobody_is_masked(world: World) -> None:
    """As ever."""
    world.says("Ann", "PRESS TO Bob: Hello")
    (row,) = world.rows("press-letter")
    assert (f"{row.due:%H:%M}", world.facts("press-letter")[0].author) == ("20:01", "Ann")


def test_a_match_that_does_not_say_so_has_none(empty_world: World) -> None:
    """Nothing is sent, not even with a name."""
    begin(empty_world)
    told = empty_world.says("Ann", "PRESS TO ALL UNSIGNED: hello")
    assert told.answers[0].code == "press-signed"
    assert "This match has no unsigned messages" in words(told)
    assert not empty_world.rows("press-letter")


def test_a_message_to_the_gm_is_signed(world: World) -> None:
    """The GM knows who wrote."""
    told = world.says("Ann", "PRESS TO GM, Bob UNSIGNED: hello")
    assert "A message to the GM is always signed" in words(told)
    assert not world.rows("press-letter")


@pytest.mark.parametrize("text", ["PRESS TO Bob: UNSIGNED I know it", "PRESS TO Bob\nUnsigned:\nI know it\nEND"])
def test_a_misplaced_unsigned_does_not_sign(world: World, text: str) -> None:
    """What was meant to bear no name must not go with one."""
    told = world.says("Ann", text)
    assert told.answers[0].code == "press-signed"
    assert "write UNSIGNED above it, behind the reader: PRESS TO Bob UNSIGNED … END" in words(told)
    assert not world.rows("press-letter")


def test_a_text_may_begin_with_the_word_where_nothing_is_unsigned(empty_world: World) -> None:
    """There it means nothing else."""
    begin(empty_world)
    assert empty_world.says("Ann", "PRESS TO Bob: Unsigned treaties are void").answers[0].code == "press-sent"


def test_nothing_shows_which_unsigned_messages_are_of_one_author(world: World) -> None:
    """Each has a place of its own in the order of the quarter; signed ones keep theirs."""
    for number in range(8):
        world.says("Ann", f"PRESS TO Bob UNSIGNED: {number}")
    rows = sorted(world.rows("press-letter"), key=lambda row: row.made)
    assert {row.made.replace(microsecond=0) for row in rows} == {START + timedelta(minutes=15)}
    assert [words(world.facts_of(row)).split("====")[-1].split()[1] for row in rows] != [
        str(number) for number in range(8)
    ]


def test_unsigned_messages_count_like_others(world: World) -> None:
    """Against the limit of a day, and against that of nobody else."""
    world.settings(limits=Limits(press_per_day=1))
    world.says("Ann", "PRESS TO ALL UNSIGNED: one")
    assert world.says("Ann", "PRESS TO Bob: two").answers[0].code == "press-used-up"
    assert world.says("Bob", "PRESS TO Ann: one").answers[0].code == "press-sent"


def test_an_unsigned_plan_is_none_for_bots(empty_world: World) -> None:
    """An ally's bot would have to know whose it is."""
    seats = (
        SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)),
        SeatPlan(seat="Blue", bot="random"),
        SeatPlan(seat="Empire", bot="random"),
    )
    begin(empty_world, masks=False, unsigned=True, game="rebel-commander", seats=seats, options={"start": FORCES})
    codes = [
        empty_world.says("Red", f"PRESS TO Blue{how}: ATTACK D4 under 2").answers[0].code for how in ("", " UNSIGNED")
    ]
    assert codes == ["proposed", "press-bots"]


def test_a_welcome_says_how(world: World) -> None:
    """Only where it is allowed."""
    assert "If you write PRESS TO ALL UNSIGNED" in words(world.facts_of(world.rows("welcome")[0]))


def test_its_author_alone_sees_it_as_their_own(world: World) -> None:
    """On the page of their press; a reader sees it once it has gone."""
    world.says("Ann", "PRESS TO Bob UNSIGNED: Beware")
    assert _shown(world, "Ann") == [("Bob", "", True, "Beware")]
    assert _shown(world, "Bob") == []
    world.move(minutes=15)
    assert _shown(world, "Bob") == [("", "", False, "Beware")]
    assert _shown(world, "Cat") == []


def _shown(world: World, seat: str) -> list[tuple[str, str, bool, str]]:
    own = OwnSeat(world.assignment(seat).player or 0, "hoth", seat.lower())
    with world.store.read() as session:
        page = press.page(session, world.ctx, own)
    return [(each.whom, one.author, one.own, one.text) for each in page.correspondences for one in each.messages]


def test_it_can_be_written_on_the_web(world: World) -> None:
    """A box on the form says so, where the match has unsigned messages."""
    let_in(world.store, "public")
    site = Site(world, WebSettings(url=URL), PageRenderer(TEMPLATES), world.read)
    with TestClient(
        make_app(site), base_url=URL, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False
    ) as browser:
        open_desk(world, browser, "Ann")
        page = "/desk/hoth/ann/press"
        assert 'name="unsigned"' in browser.get(page).text
        form = {**form_of(browser), "to": "ALL", "text": "Beware", "unsigned": "1"}
        sent = browser.post(page, data=form)
        assert "You, unsigned" in browser.get(sent.headers["location"]).text
    assert [letter.author for letter in world.facts("press-letter")] == ["", ""]
