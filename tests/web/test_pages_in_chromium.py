"""Every page in a real browser, and the desk of every game: for all to read, on a phone, in the dark, on paper."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize, expect
from sqlmodel import select

from moderator.games.registry import GAMES
from moderator.service import tags
from moderator.service.context import SeatPlan
from moderator.service.pages.entrances import A_DAY
from moderator.store.session import Store
from moderator.store.tables import Match
from moderator.store.watchers import Watcher
from tests.support.browsers import let_in, letter_path
from tests.support.chromium import (
    DESKTOP,
    PHONE,
    desk_link,
    enter_desk,
    enter_gm_desk,
    served,
    submit,
    troubles,
)
from tests.support.gm_desks import gm_path
from tests.support.recruits import opens
from tests.support.seeds import counted
from tests.support.world import World

pytestmark = pytest.mark.proof

_AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
_VIOLATIONS = """async (options) => {
    const { violations } = await axe.run(options);
    return violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`));
}"""
_COLOURS = ("color-contrast", "link-in-text-block")
"""Its rules that look at colours."""
_BY_COLOUR = {"runOnly": list(_COLOURS)}
_BY_SHAPE = {"rules": {rule: {"enabled": False} for rule in _COLOURS}}

_TAKE_OUT = """() => {
    window.boards = [...document.querySelectorAll("svg")].map((board) => [board, [...board.childNodes]]);
    for (const [board] of window.boards) board.replaceChildren();
}"""
_PUT_BACK = "() => { for (const [board, parts] of window.boards) board.replaceChildren(...parts); }"
"""What is on boards, whose thousands of parts axe looks at for nothing: it never knows what words stand on there."""

_COMPOSED = """async (whole) => {
    const find = (selector) => document.querySelector(`#gap ${selector}:not([hidden])`);
    const [text, gap, box] = ["#text", "#gap", ".compose"].map((each) => document.querySelector(each));
    const rest = () => new Promise((done) => setTimeout(done, 5));
    const lines = [];
    for (const kind of document.querySelectorAll("#kinds .verb:not(.unlikely .verb)")) {
        text.value = "";
        kind.click();
        for (let steps = 0; steps < 60; steps++) {
            while (box.hasAttribute("aria-busy")) await rest();
            if (gap.hidden) break;
            const [next, finish] = [find("[data-do=next]"), find("[data-do=finish]")];
            const isOpen = find("b").textContent.startsWith("<");
            const way = whole ? !isOpen && (next ?? finish) : finish ?? next;
            const choice = gap.querySelector(".verbs .verb") || document.querySelector(".may");
            const act = way || choice || find("[data-do=leaveOut]") || finish;
            if (!act) {
                text.value = `stuck: ${gap.querySelector(".draft").textContent}`;
                gap.querySelector("[data-do=stop]").click();
                break;
            }
            act.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
        lines.push(text.value);
    }
    return lines;
}"""
"""Composes an order of each kind by the first choice for each gap, the whole of it or as little as may be."""

_GAMES = {
    "rebel-commander": ("Red", "Blue", "Green", "Empire"),
    "space-genocide": ("Red", "Blue", "Green", "Gold"),
    "buck-rogers": ("Red", "Blue", "Green", "Yellow"),
    "buck-rogers-revised": ("Red", "Blue", "Green", "Yellow"),
    "rayguns-and-rocketships": ("Rangers", "Pirates", "Zard", "Blaarg"),
}
"""The seats of a match of each game; a person plays in the first, bots in the others."""
_SHORT = "rayguns-and-rocketships"
"""Where orders are also composed as short as they may be: many of its kinds have parts that can be left out."""


@pytest.fixture(scope="module")
def played(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Give a world in which a person plays a match of each game, two turns old."""
    path = tmp_path_factory.mktemp("database") / "played.sqlite"
    shutil.copy(migrated, path)
    world = World(Store(f"sqlite:///{path}"))
    with counted("played"):
        for game, (first, *others) in _GAMES.items():
            anna = SeatPlan(seat=first, player="Anna", addresses=("anna@pbem.test",))
            world.match(game, game, [anna, *(SeatPlan(seat=seat, bot="random") for seat in others)])
            let_in(world.store, "public", game)
    for _ in range(2):
        world.move(hours=49)
        world.look()
    opens(world)
    yield world
    world.store.close()


class Desk:
    """The desk of who plays in all matches, the GM's desk, and every page that this browser can open."""

    def __init__(self, world: World, chromium: Browser) -> None:
        """Enter the desk, and wait for another link."""
        self._chromium = chromium
        self.url = world.ctx.settings.web
        game, (seat, *_) = next(iter(_GAMES.items()))
        with chromium.new_context() as context:
            page = context.new_page()
            enter_gm_desk(world, page)
            enter_desk(world, page, seat, game)
            asks = f"{self.url}{letter_path(world, seat, game)}/desk"
            assert context.request.post(asks, headers={"Sec-Fetch-Site": "same-origin"}).ok
            self._state = context.storage_state()
        link = desk_link(world).removeprefix(self.url)
        self.paths = ["/", "/nothing", "/desk", "/desk/settings", "/enter", link, "/dice", "/help", "/help/tour"]
        self.paths += ["/help/players", "/help/operators", "/help/mailboxes"]
        self.paths += ["/gm", "/health", gm_path(world), "/open/endor", "/ratings", *_watched_series(world, game)]
        for game, (seat, *_) in _GAMES.items():
            self.paths += [f"/m/{game}", letter_path(world, seat, game), f"/gm/{game}", f"/desk/{game}/{seat.lower()}"]
        self.paths.append(f"{self.paths[-1]}/press")
        self.letter = letter_path(world, seat, game)

    @contextmanager
    def window(self, **how: Any) -> Iterator[Page]:  # noqa: ANN401 - whatever a context takes
        """Open a window."""
        with self._chromium.new_context(base_url=self.url, storage_state=self._state, **how) as context:
            yield context.new_page()


def _watched_series(world: World, name: str) -> list[str]:
    """Let a match be of a series, and let somebody watch it; return the paths of both pages."""
    with world.store.write() as session:
        match = session.exec(select(Match).where(Match.name == name)).one()
        match.settings = replace(match.settings, series="spring")
        session.add(Watcher(match=match.id, address="zoe@pbem.test", made=world.clock.now()))
    return ["/series/spring", tags.watch_path(world.ctx, name, "zoe@pbem.test")]


@pytest.fixture(scope="module")
def desk(played: World, chromium: Browser) -> Iterator[Desk]:
    """Give the desk of who plays in all matches."""
    with served(played):
        yield Desk(played, chromium)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everybody_can_use_every_page(desk: Desk, size: ViewportSize) -> None:
    """Axe finds nothing: contrasts, also in the dark, names, landmarks, regions that are scrolled."""
    failed = []
    with desk.window(viewport=size) as page:
        for path in desk.paths:
            page.goto(path)
            failed += [f"{path}: {each}" for each in _violations(page)]
    assert not failed, "\n".join(failed)


def test_everybody_can_compose_and_check_orders(desk: Desk) -> None:
    """Axe finds nothing while an order is composed, nor in what is said of orders."""
    with desk.window(viewport=PHONE) as page:
        page.goto("/desk/buck-rogers/red")
        page.get_by_role("button", name="MOVE", exact=True).click()
        page.get_by_role("button", name="ALL", exact=True).click()
        page.locator(".may").first.wait_for()
        assert _violations(page) == []
        page.get_by_label("One order a line").fill("MOVE ALL Nowhere\nPRESS TO Blue: Hello\nSTALK Elysium\nPASS")
        page.get_by_role("button", name="Preview").click()
        page.locator("#checked .wrong").wait_for()
        assert _violations(page) == []


def test_everybody_can_read_that_something_was_not_done(
    desk: Desk, played: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a letter sent enough links today, and that orders could not be kept."""
    with desk.window(viewport=PHONE) as page:
        page.context.clear_cookies()  # where a desk is open, its letters lead there
        for _ in range(A_DAY + 1):
            page.goto(desk.letter)
            submit(page, "Send me the link")
        page.get_by_role("heading", name="Enough links for today").wait_for()
        assert _violations(page) == []
    with desk.window(viewport=PHONE) as page:
        monkeypatch.setattr(played, "keep", lambda deliveries: [OSError("no room") for _ in deliveries])
        page.goto("/desk/buck-rogers/red")
        submit(page, "Send these orders")
        page.get_by_role("heading", name="This was not sent").wait_for()
        assert _violations(page) == []


def test_what_is_composed_is_an_order(desk: Desk) -> None:
    """Every kind of order that is possible now, in every game, with all that it can say; in one as short as it may be.

    That short ones are read in every game is proved without a browser, by the law ``what_is_chosen_is_read``.
    """
    failed = []
    with desk.window() as page:
        for game, (seat, *_) in _GAMES.items():
            page.goto(f"/desk/{game}/{seat.lower()}")
            lines = page.evaluate(_COMPOSED, True)  # noqa: FBT003 - as the script takes it
            if game == _SHORT:
                lines += page.evaluate(_COMPOSED, False)  # noqa: FBT003 - as above
            assert lines
            failed += [f"{game}: {line}" for line in lines if GAMES[game].language.attempt(line) is None]
    assert not failed, "\n".join(failed)


def test_a_wide_board_shows_that_it_goes_on(desk: Desk) -> None:
    """On a phone an edge tells of what lies off to the side, and a button shows all of the board."""
    with desk.window(viewport=PHONE) as page:
        page.goto("/desk/buck-rogers/red")
        frame = page.locator("#board .frame").first
        expect(frame).to_have_class(re.compile("goes-right"))
        page.get_by_role("button", name="Whole board").click()
        expect(frame).not_to_have_class(re.compile("goes-"))
        page.get_by_role("button", name="Large board").click()
        frame.locator(".map").evaluate("(map) => { map.scrollLeft = map.scrollWidth; }")
        expect(frame).to_have_class(re.compile("goes-left"))


def test_a_board_is_scrolled_to_what_may_be_chosen(desk: Desk) -> None:
    """Where none of it is in the window."""
    with desk.window(viewport=PHONE) as page:
        page.goto("/desk/buck-rogers/red")
        page.get_by_role("button", name="HOLD", exact=True).click()
        page.get_by_role("button", name="ALL", exact=True).click()
        page.locator(".may").first.wait_for()
        lefts: list[float] = page.evaluate(
            "[...document.querySelectorAll('.may')].map((each) => each.getBoundingClientRect().left)"
        )
        assert any(0 <= left < PHONE["width"] for left in lefts)


def _violations(page: Page) -> list[str]:
    """Return what axe finds in a page that is shown in the light; in the dark nothing differs but colours."""
    page.evaluate(_AXE)
    found: list[str] = page.evaluate(_VIOLATIONS, _BY_SHAPE)
    page.evaluate(_TAKE_OUT)
    found += page.evaluate(_VIOLATIONS, _BY_COLOUR)
    page.emulate_media(color_scheme="dark")
    found += [f"in the dark: {each}" for each in page.evaluate(_VIOLATIONS, _BY_COLOUR)]
    page.emulate_media(color_scheme="light")
    page.evaluate(_PUT_BACK)
    return found


def test_no_page_scrolls_sideways_on_a_small_phone(desk: Desk) -> None:
    """Boards and tables scroll in frames of their own."""
    failed = []
    with desk.window(viewport={"width": 360, "height": 740}) as page:
        for path in desk.paths:
            page.goto(path)
            if (width := page.evaluate("document.documentElement.scrollWidth")) > 360:
                failed.append((path, width))
    assert not failed


def test_scripts_and_the_policy_agree_with_every_page(desk: Desk) -> None:
    """Nothing is forbidden that a page wants, no script fails, and nothing comes from elsewhere."""
    with desk.window() as page:
        found, asked = troubles(page), set[str]()
        page.on("request", lambda request: asked.add(request.url))
        for path in desk.paths:
            page.goto(path)
    assert [each for each in found if "404" not in each] == []
    assert [url for url in asked if not url.startswith((desk.url, "data:"))] == []


def test_paper_gets_the_board_and_the_words_alone(desk: Desk) -> None:
    """No form, no button and no way elsewhere is printed."""
    with desk.window() as page:
        page.emulate_media(media="print")
        for path in desk.paths:
            page.goto(path)
            for useless in ("form", "button", "nav", "footer", "textarea"):
                assert page.locator(f"{useless}:visible").count() == 0, (path, useless)
            assert page.locator("h1").is_visible()


def test_everybody_can_read_what_a_gms_lines_would_do(desk: Desk) -> None:
    """Boards before and after, and who is told what, on a phone; and what is refused."""
    with desk.window(viewport=PHONE) as page:
        for lines in ("PLACE 2 TROOPS B1 FOR Red\nEXTEND 24h", "ROLLBACK 1", "DANCE"):
            page.goto("/gm/rebel-commander")
            page.get_by_label("One line for each thing to do").fill(lines)
            submit(page, "Try these lines")
            assert _violations(page) == [], lines
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], lines
