"""Pages that tell how people play: ratings, and the tables of series."""

import pytest
from starlette.testclient import TestClient

from moderator.service.context import MatchPlan, OverridePlan
from moderator.service.matches import matches
from moderator.service.overrides.apply import apply
from tests.support.browsers import let_in
from tests.support.world import ANN_AND_BOB, World


def play(world: World, name: str, *, series: str = "", shown: str = "public") -> None:
    """Play a match that Ann wins."""
    options: dict[str, object] = {"nights": 1, "courage": 5}
    plan = MatchPlan(
        name=name,
        game="night-watch",
        schedule="every 48h",
        zone="UTC",
        options=options,
        seats=tuple(ANN_AND_BOB),
        spectators=shown,
        series=series,
    )
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)
    apply(world.store, world.ctx, OverridePlan(name=name, match=name, lines=("HEARTEN Ann 9",)))
    world.move(hours=49)
    world.look()


def words(browser: TestClient, path: str) -> str:
    """Return a page in one line."""
    return " ".join(browser.get(path).text.split())


def test_without_anybody_listed_the_page_says_so(browser: TestClient) -> None:
    """And how somebody gets onto it."""
    page = words(browser, "/ratings")
    assert "Nobody is listed yet." in page
    assert "SET RATING ON" in page


def test_ratings_list_who_agreed_to_it(world: World, browser: TestClient) -> None:
    """By game, the best first; nobody else is named."""
    for number in range(5):
        play(world, f"endor-{number}")
    world.says("Ann", "SET RATING ON", match="endor-0")
    page = words(browser, "/ratings")
    assert "<h2>Night Watch</h2>" in page
    assert "<td>Anna</td>" in page
    assert "Robert" not in page


def test_a_series_has_a_table_that_leads_to_its_matches(world: World, browser: TestClient) -> None:
    """The first page and those of its matches lead to it."""
    play(world, "endor", series="spring")
    page = words(browser, "/series/spring")
    assert "<tr><td>Anna</td><td>1</td><td>1</td><td>1</td></tr>" in page
    assert 'href="/m/endor"' in page
    assert 'href="/series/spring"' in words(browser, "/m/endor")
    assert 'href="/series/spring"' in words(browser, "/")
    assert 'href="/ratings"' in words(browser, "/")


@pytest.mark.parametrize("path", ["/series/spring", "/series/nothing", "/series/%20"])
def test_a_series_that_shows_nothing_is_as_if_there_were_none(world: World, browser: TestClient, path: str) -> None:
    """Its page is the one of what is not there."""
    play(world, "endor", series="spring", shown="none")
    let_in(world.store, "public")
    answer = browser.get(path)
    assert (answer.status_code, answer.text) == (404, browser.get("/nothing").text)
    assert "spring" not in words(browser, "/")
