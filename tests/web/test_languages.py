"""Pages in the language of who reads them."""

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from moderator.service.context import MatchPlan
from moderator.service.matches import matches
from moderator.web.languages import preferred
from tests.support.browsers import form_of, let_in, open_desk
from tests.support.cases import every_case
from tests.support.world import ANN_AND_BOB, World

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@every_case(
    "header, language",
    [
        ("", "en"),
        ("de", "de"),
        ("DE-ch", "de"),
        ("en, de", "en"),
        ("en;q=0.5, de;q=0.7", "de"),
        ("de;q=0, en", "en"),
        ("fr, it", "en"),
        ("fr, de;q=0.1", "de"),
        ("*", "en"),
        ("de;q=much", "en"),
        (";;,,=", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_that_it_likes_best(header: str, language: str) -> None:
    """Of those that we have; whatever else it sends."""
    assert preferred(header, "en") == language


def test_who_asks_for_none_gets_the_moderators() -> None:
    """It is the default of everything."""
    assert preferred("fr", "de") == "de"


def test_pages_for_everybody_follow_the_browser(browser: TestClient) -> None:
    """Each language is kept by itself, and proxies are told."""
    for _ in range(2):
        english, german = browser.get("/"), browser.get("/", headers=GERMAN)
        assert '<html lang="en">' in english.text
        assert '<html lang="de">' in german.text
        assert "Partien" in german.text
        assert "Partien" not in english.text
        assert "Accept-Language" in german.headers["vary"]


def test_a_match_of_a_game_that_is_not_translated_is_shown_in_english(browser: TestClient) -> None:
    """Whole, as its letters are."""
    assert '<html lang="en">' in browser.get("/m/hoth", headers=GERMAN).text


def _open_german_match(world: World) -> None:
    seats = tuple(replace(plan, seat=seat) for plan, seat in zip(ANN_AND_BOB, ("Red", "Empire"), strict=True))
    plan = MatchPlan(name="endor", game="rebel-commander", schedule="every 48h", zone="UTC", seats=seats, language="de")
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)
    let_in(world.store, "public", "endor")


def test_what_everybody_sees_of_a_match_follows_the_browser(world: World, browser: TestClient) -> None:
    """Not the language of the match, which is for its players."""
    _open_german_match(world)
    assert "Spielplan" in browser.get("/m/endor", headers=GERMAN).text
    assert "Spielplan" not in browser.get("/m/endor").text


@pytest.mark.parametrize("path", ["/m/endor", "/m/endor/1.svg"])
def test_maps_that_everybody_sees_follow_the_browser(world: World, browser: TestClient, path: str) -> None:
    """Their words are those of the page around them."""
    _open_german_match(world)
    world.move(hours=49)
    world.look()
    german, english = (browser.get(path, headers=headers).text for headers in (GERMAN, {}))
    assert ("held by" in german, "held by" in english) == (False, True)


def test_a_desk_is_in_the_language_of_its_players_letters(world: World, browser: TestClient) -> None:
    """Whatever the browser asks for, a page and the report on it are in one language."""
    _open_german_match(world)
    open_desk(world, browser, "Red", "endor")
    page = browser.get("/desk/endor/red").text
    assert '<html lang="de">' in page
    assert "Deine Befehle" in page


def test_a_desk_writes_orders_as_letters_do(world: World, browser: TestClient) -> None:
    """Those that are recorded, the forms, what is said of typed lines, and what can be chosen; typed words stay."""
    _open_german_match(world)
    world.says("Red", "BUILD SPEEDERS A0", match="endor", sender="ann@pbem.test")
    open_desk(world, browser, "Red", "endor")
    page = browser.get("/desk/endor/red").text
    assert "BAUE GLEITER A0" in page
    assert "BUILD" not in page
    form = {**form_of(browser, "/desk/endor/red"), "orders": "BUILD TRUPEN A0"}
    checked = browser.post("/desk/endor/red/orders", data=form | {"do": "check"}, headers={"X-Part": "check"}).text
    assert "TRUPEN" in checked
    assert ("BAUE TRUPPEN A0" in checked, "BUILD TROOPS A0" in checked) == (True, False)
    begun = '{"kind": "move-transport", "gap": "troops", "chosen": {"origin": "A0", "goal": "A1"}}'
    choices = browser.post("/desk/endor/red/orders", data=form | {"do": "choose", "begun": begun}).json()
    assert "ALLEN" in choices["values"]


def test_a_guide_tells_in_which_language_it_is(browser: TestClient) -> None:
    """Readers that speak pages aloud go by it."""
    assert '<article class="guide" lang="de">' in browser.get("/help/players", headers=GERMAN).text
    assert '<article class="guide" lang="en">' in browser.get("/help/gm", headers=GERMAN).text


@pytest.mark.parametrize("path", ["/help", "/help/rebel-commander", "/help/players", "/dice", "/nowhere"])
def test_every_page_can_be_asked_for_in_german(browser: TestClient, path: str) -> None:
    """What is not translated, such as a guide, stands in English on it."""
    assert '<html lang="de">' in browser.get(path, headers=GERMAN).text
