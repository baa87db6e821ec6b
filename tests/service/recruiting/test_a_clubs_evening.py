"""A club's evening: three matches are announced, strangers find them, are mustered, and play them to the end.

The GM opens the matches and does nothing more. One stranger does not turn up, one falls silent and is replaced from
the waiting list; two come by the forum, two by the web.
"""

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from moderator.rendering.pages import PageRenderer
from moderator.service.audit.verify import verify_match
from moderator.service.overrides import stepping_in
from moderator.store.statuses import MatchStatus, OpenStatus
from moderator.web.app import make_app
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from tests.service.forum.test_playing_there import SeatAssignment
from tests.support.browsers import URL
from tests.support.games import TEMPLATES
from tests.support.harm import OURS
from tests.support.recruits import answer, look, opens, seated, status, told, writes
from tests.support.world import START, World

pytestmark = pytest.mark.proof


class Evening(SeatAssignment):
    """A moderator with a forum and a web desk, and what people do there."""

    def __init__(self, world: World, browser: TestClient) -> None:
        super().__init__(world)
        self.browser = browser

    def goes_on(self) -> None:
        """Read, look at matches as the daemon does, and send."""
        self.read()
        self.world.look()
        assert stepping_in.settle(self.world.store, self.world.ctx) == ()
        look(self.world)
        self.post()

    def joins_on_the_web(self, name: str, match: str) -> None:
        """Fill in the form, and answer the letter by its link."""
        self.browser.post(f"/open/{match}", data={"name": name, "address": f"{name.lower()}@real.test"})
        asked = next(row for row in reversed(self.world.rows("stranger")) if row.to == f"{name.lower()}@real.test")
        letter = self.world.facts_of(asked)
        self.browser.post(str(letter.facts["page"]).removeprefix(URL), data={"do": "yes"})  # type: ignore[union-attr]

    def joins_in_the_forum(self, name: str, match: str) -> str:
        """Write to the moderator's account; return the thread."""
        thread = self.forum.opens(name, "May I play?", f"Hello,\nJOIN {match}", [self.forum.me()]).thread
        self.goes_on()
        return thread

    def answers(self, name: str, text: str, kind: str = "muster") -> None:
        """Answer a question of ours by letter."""
        writes(self.world, name, text, vouched=False, answers=kind)
        self.goes_on()


@pytest.fixture
def evening(empty_world: World) -> Iterator[Evening]:
    """Give an evening before anything is announced."""
    empty_world.settings(authserv_id=OURS, web=URL)
    site = Site(empty_world, WebSettings(url=URL), PageRenderer(TEMPLATES), empty_world.read)
    with TestClient(make_app(site), base_url=URL, headers={"Sec-Fetch-Site": "same-origin"}) as browser:
        yield Evening(empty_world, browser)


def test_a_clubs_evening(evening: Evening) -> None:
    """From three announcements to three results, with people who do not know each other."""
    world, friday = evening.world, START.replace(day=27)
    short = {"absent": "standby", "absent_after": 1, "start": friday, "shown": "public", "spectators": "public"}
    opens(world, options={"turn_limit": 2}, least=3, most=3, **short)
    opens(world, name="bespin", game="rayguns-and-rocketships", least=2, most=2, **short)
    opens(world, name="dagobah", options={"turn_limit": 2}, least=2, most=3, **short)
    evening.goes_on()
    announced = [thread.title for thread in evening.forum.threads.values() if not thread.private]
    assert sum("players wanted" in title for title in announced) == 3

    # eight strangers find them: by letter, on the web, in the forum
    writes(world, "Dora", "MATCHES")
    assert [line.name for line in answer(world).open] == ["endor", "bespin", "dagobah"]
    for name in ("Dora", "Emil", "Lou", "Fay"):
        writes(world, name, "JOIN endor")
    assert answer(world).code == "open-queued"
    assert 'href="/open/bespin"' in evening.browser.get("/").text
    for name in ("Gus", "Hal"):
        evening.joins_on_the_web(name, "bespin")
    threads = [evening.joins_in_the_forum(name, "dagobah") for name in ("Ida", "Jan")]
    writes(world, "Zoe", "STANDBY")

    # the muster: all are there but Lou, and Fay gets the place
    world.move(days=6)
    evening.goes_on()
    assert told(world, "Lou") == ["muster"]
    for name in ("Dora", "Emil", "Gus", "Hal"):
        evening.answers(name, "Yes, I am there.\n\nYES")
    evening.answers("Fay", "yes", kind="muster-waiting")
    for name, thread in zip(("Ida", "Jan"), threads, strict=True):
        evening.forum.says(name, thread, "YES")
    evening.goes_on()
    world.move(days=1)
    evening.goes_on()
    assert [status(world, name) for name in ("endor", "bespin", "dagobah")] == [OpenStatus.BEGUN] * 3
    assert sorted(seated(world).values()) == ["Dora", "Emil", "Fay"]
    assert told(world, "Lou")[-1] == "open-missed"
    welcomes = {(row.match, row.seat) for row in world.rows("welcome")}
    assert len(welcomes) == 2 + 3 + 2 + 2  # hoth of the forum's fixture among them

    # Emil falls silent, and Zoe takes over
    seats = {player: seat for seat, player in seated(world).items()}
    for name in ("Dora", "Fay"):
        world.says(seats[name], "READY", match="endor", sender=f"{name.lower()}@real.test")
    world.move(hours=49)
    evening.goes_on()
    offer = next(row for row in reversed(world.rows("stranger")) if row.to == "zoe@real.test")
    world.put(world.raw("Yes please", "Zoe <zoe@real.test>", headers={"In-Reply-To": offer.message_id}))
    evening.goes_on()
    assert world.assignment(seats["Emil"], "endor").key_number == 2

    # all matches come to their ends
    for _ in range(40):
        if all(world.the_match(name).status is MatchStatus.OVER for name in ("endor", "bespin", "dagobah")):
            break
        world.move(hours=49)
        evening.goes_on()
    for name in ("endor", "bespin", "dagobah"):
        assert world.the_match(name).status is MatchStatus.OVER, name
        assert verify_match(world.store, world.ctx, name) == [], name
    for thread in threads:
        assert re.search("The match is over|You win|wins", "\n".join(evening.forum.texts(thread)[-3:]))
