"""Pages that everybody may see: the matches, and each turn by turn, as far as the match lets spectators in."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Event

import pytest
from starlette.testclient import TestClient

from moderator.service.context import OverridePlan
from moderator.service.facts import TurnReport
from moderator.service.overrides.apply import apply
from moderator.web.site import Site
from tests.support.browsers import NewBrowser, let_in, open_desk
from tests.support.printed import words_on
from tests.support.world import World


def _play(world: World, turns: int) -> None:
    for _ in range(turns):
        world.move(hours=49)
        world.look()


def test_the_first_page_lists_the_matches_with_seats_and_deadline(browser: TestClient) -> None:
    """A stranger sees what there is, and a link to each."""
    page = browser.get("/")
    assert page.status_code == 200
    assert 'href="/m/hoth"' in page.text
    assert "Anna" in page.text
    assert "Orders are due" in page.text


def test_matches_that_are_over_are_an_archive_the_newest_first(world: World, browser: TestClient) -> None:
    """Below those that go on."""
    for name in ("ridge", "endor"):
        world.match(name)
        let_in(world.store, "public", name)
        apply(world.store, world.ctx, OverridePlan(name=name, match=name, lines=("END",)), dry_run=False)
    page = browser.get("/").text
    order = ["Running", "/m/hoth", "Archive", "/m/endor", "/m/ridge"]
    assert [page.index(each) for each in order] == sorted(page.index(each) for each in order)


def test_a_match_is_shown_turn_by_turn(world: World, browser: TestClient) -> None:
    """The newest board comes first; each board leads to the one before and the one after."""
    _play(world, 2)
    newest = browser.get("/m/hoth")
    assert '<svg viewBox="' in newest.text
    assert 'rel="prev" href="?turn=1"' in newest.text
    assert 'rel="next"' not in newest.text
    first = browser.get("/m/hoth?turn=0")
    assert 'rel="prev"' not in first.text
    assert 'rel="next" href="?turn=1"' in first.text


def test_a_match_tells_how_reliable_its_players_are(world: World, browser: TestClient) -> None:
    """Beside each person, without tiers or colours."""
    assert "no turns to count yet" in browser.get("/m/hoth").text
    world.says("Ann", "SEEK Mill")
    _play(world, 1)
    page = " ".join(browser.get("/m/hoth?turn=1").text.split())
    assert '<b>Ann</b> Anna <span class="known">missed none of 1 turn</span>' in page
    assert '<b>Bob</b> Robert <span class="known">missed 1 of 1 turn</span>' in page
    assert "last 20 turns and 20 matches" in page


@pytest.mark.parametrize(("choice", "told"), [("after 2 turns", "missed 1 of 1 turn"), ("over", "no turns to count")])
def test_who_is_kept_behind_is_told_of_no_later_turn(world: World, browser: TestClient, choice: str, told: str) -> None:
    """Who was asked since may be out, or must retreat: what the last board tells is all that is counted."""
    let_in(world.store, choice)
    _play(world, 3)
    assert f'<span class="known">{told}' in browser.get("/m/hoth").text
    assert "of 3 turns" not in browser.get("/m/hoth").text
    apply(world.store, world.ctx, OverridePlan(name="end", match="hoth", lines=("END",)))
    assert "missed 3 of 3 turns" in browser.get("/m/hoth?turn=1").text


def test_a_board_is_a_picture_of_its_own(world: World, browser: TestClient) -> None:
    """Browsers keep it for half a minute, and then ask whether theirs is still the one."""
    _play(world, 2)
    for path in ("/m/hoth/1.svg", "/m/hoth/2.svg"):
        board = browser.get(path)
        assert f'href="{path}"' in browser.get(f"/m/hoth?turn={path[8]}").text
        assert board.headers["content-type"] == "image/svg+xml"
        assert board.headers["cache-control"] == "public, max-age=30"
        again = browser.get(path, headers={"If-None-Match": board.headers["etag"]})
        assert (again.status_code, again.headers["cache-control"]) == (304, "public, max-age=30")


def test_a_board_that_a_rollback_took_back_is_not_shown_for_long(world: World, site: Site, browser: TestClient) -> None:
    """A browser that has seen it asks again, and gets the one that was played instead, or none."""
    _play(world, 3)
    taken_back = browser.get("/m/hoth/2.svg")
    assert "immutable" not in taken_back.headers["cache-control"]
    apply(world.store, world.ctx, OverridePlan(name="back", match="hoth", lines=("ROLLBACK 2",)))
    site.cache._kept.clear()
    assert browser.get("/m/hoth/2.svg", headers={"If-None-Match": taken_back.headers["etag"]}).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/m/endor", "/m/hoth?turn=9", "/m/hoth/9.svg", "/m/hoth/9.pdf", "/m/hoth/9.json", "/nonsense", "/m/hoth/1.exe"],
)
def test_what_is_not_there_is_told_alike(browser: TestClient, path: str) -> None:
    """Nobody learns whether there is no such thing or whether it is for others."""
    assert browser.get(path).text == browser.get("/m/no-such-match").text
    assert browser.get(path).status_code == 404


def test_a_match_without_spectators_cannot_be_told_from_none(world: World, browser: TestClient) -> None:
    """It is neither listed nor found, not even by its name."""
    let_in(world.store, "none")
    assert "hoth" not in browser.get("/").text
    assert browser.get("/m/hoth").text == browser.get("/m/no-such-match").text


def test_spectators_may_be_kept_some_turns_behind(world: World, new_browser: NewBrowser) -> None:
    """After 2 turns: with three turns played, the board after the first is the newest that they see."""
    let_in(world.store, "after 2 turns")
    page = new_browser().get("/m/hoth")
    assert "a few turns behind" in page.text
    assert "<svg" not in page.text
    _play(world, 3)
    for form in ("svg", "pdf", "json"):
        assert new_browser().get(f"/m/hoth/1.{form}").status_code == 200
        assert new_browser().get(f"/m/hoth/2.{form}").status_code == 404


def test_spectators_may_be_let_in_at_the_end(world: World, browser: TestClient) -> None:
    """Until then they see who plays and when orders are due, and no board."""
    let_in(world.store, "over")
    _play(world, 1)
    page = browser.get("/m/hoth")
    assert "once it is over" in page.text
    assert "<svg" not in page.text
    assert [browser.get(f"/m/hoth/1.{form}").status_code for form in ("svg", "pdf", "json")] == [404] * 3


def test_a_turn_is_there_to_print(world: World, browser: TestClient) -> None:
    """The page leads to the report and the board as a PDF, which is named after match and turn."""
    _play(world, 2)
    printed = browser.get("/m/hoth/1.pdf", headers={"Accept-Encoding": "gzip"})
    assert 'href="/m/hoth/1.pdf"' in browser.get("/m/hoth?turn=1").text
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.headers["content-disposition"] == 'inline; filename="hoth-turn-1.pdf"'
    assert "content-encoding" not in printed.headers
    words = words_on(printed.content)
    assert "as everybody knows it" in words
    assert "Orders due" not in words


def test_a_crowd_that_wants_to_print_a_turn_has_it_made_once(
    site: Site, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever their browsers can unpack; others are answered meanwhile."""
    made: list[str] = []
    plain, enough = site.renderer.pdf, Event()

    def slowly(report: TurnReport) -> bytes | None:
        assert enough.wait(60)
        made.append(report.head.match)
        return plain(report)

    monkeypatch.setattr(site.renderer, "pdf", slowly)
    with ThreadPoolExecutor(9) as crowd:
        asked = [
            crowd.submit(browser.get, "/m/hoth/0.pdf", headers={"Accept-Encoding": ("gzip", "identity")[each % 2]})
            for each in range(8)
        ]
        assert crowd.submit(browser.get, "/m/hoth").result().status_code == 200
        enough.set()
        answers = [each.result() for each in asked]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert made == ["hoth"]


def test_a_turn_is_there_for_programs(world: World, browser: TestClient) -> None:
    """What everybody may know of the position, and the events that everybody witnessed."""
    _play(world, 2)
    assert 'href="/m/hoth/1.json"' in browser.get("/m/hoth?turn=1").text
    past, newest = (browser.get(f"/m/hoth/{turn}.json").json() for turn in (1, 2))
    assert past.keys() == newest.keys()
    assert (past["format"], past["match"], past["game"], past["seat"]) == (1, "hoth", "night-watch", "")
    assert (past["turn"], past["deadline"], past["view"]["who"], past["view"]["place"]) == (1, None, "public", {})
    assert (newest["turn"], datetime.fromisoformat(newest["deadline"])) == (2, world.the_match().deadline)
    assert {event["seen_by"] for event in newest["events"]} == {None}


def test_a_browser_that_has_a_page_already_does_not_get_it_again(browser: TestClient) -> None:
    """Public pages have a mark by which they are known again."""
    page = browser.get("/m/hoth")
    again = browser.get("/m/hoth", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_the_files_of_pages_may_be_kept_for_good(browser: TestClient) -> None:
    """Their address changes with them; under an old address they are not kept."""
    page = browser.get("/").text
    path = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert "immutable" in browser.get(path).headers["cache-control"]
    assert browser.get("/static/0000/desk.css").headers["cache-control"] == "no-cache"
    assert browser.get("/static/0000/settings.py").status_code == 404


def test_what_is_for_everybody_is_packed(browser: TestClient) -> None:
    """For browsers that unpack it, and told to proxies; each form has a mark of its own."""
    for path in ("/", "/m/hoth"):
        packed, plain = (browser.get(path, headers={"Accept-Encoding": each}) for each in ("gzip", "identity"))
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
        assert packed.text == plain.text
        assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding, Accept-Language"
        assert packed.headers["etag"] != plain.headers["etag"]
    sheet = browser.get("/m/hoth").text.partition('href="/static')[2].partition('"')[0]
    assert browser.get(f"/static{sheet}").headers["content-encoding"] == "gzip"


def test_what_is_for_one_reader_is_not_packed(world: World, browser: TestClient) -> None:
    """Its length would tell of the secrets in it."""
    open_desk(world, browser, "Ann")
    assert "content-encoding" not in browser.get("/desk/hoth/ann", headers={"Accept-Encoding": "gzip"}).headers
