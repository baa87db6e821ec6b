"""The desk: from a letter's page by a link into it, the seats, and orders that are sent from there."""

import re

import pytest
from sqlmodel import select
from starlette.testclient import TestClient

from moderator.rendering.mail import MailRenderer
from moderator.service.admin import personal_data
from moderator.service.context import OverridePlan
from moderator.service.overrides.apply import apply
from moderator.store.tables import Browser, Entrance
from tests.support.browsers import URL, NewBrowser, form_of, letter_path, open_desk
from tests.support.games import TEMPLATES
from tests.support.rebels import ONE_REBEL
from tests.support.world import ANN_AND_BOB, World

LINES = "SEEK Mill"
RECORDED = ["SEEK Mill"]


def _link(world: World) -> str:
    return str(world.facts("notice")[-1].facts["url"]).removeprefix(URL)


@pytest.fixture(autouse=True)
def _at_url(world: World) -> None:
    world.settings(web=URL)


# ---- the page of a letter ------------------------------------------------------------------------------------


def test_a_letters_link_shows_that_letter(world: World, browser: TestClient) -> None:
    """Its report and board, as its seat knows them; it is kept nowhere and found by no search engine."""
    page = browser.get(letter_path(world, "Ann"))
    assert page.status_code == 200
    assert "a letter to Ann" in page.text
    assert "a…@pbem.test" in page.text
    assert page.headers["cache-control"] == "private, no-store"
    assert page.headers["x-robots-tag"] == "noindex"


def test_a_letters_page_leads_to_the_desk_that_is_open(
    world: World, browser: TestClient, new_browser: NewBrowser
) -> None:
    """Its player needs no further link there; another player's desk is no way to it."""
    path = letter_path(world, "Ann")
    assert "Send me the link" in browser.get(path).text
    open_desk(world, browser, "Ann")
    assert 'href="/desk/hoth/ann">Go to my desk' in browser.get(path).text
    other = new_browser()
    open_desk(world, other, "Bob")
    assert "Send me the link" in other.get(path).text


def test_a_letters_link_ends_with_its_tag(world: World, browser: TestClient) -> None:
    """TAG NEW withdraws the links of earlier letters, as it withdraws their reply addresses."""
    path = letter_path(world, "Ann")
    world.says("Ann", "TAG NEW")
    assert browser.get(path).status_code == 404
    assert browser.get(letter_path(world, "Ann")).status_code == 200


def test_a_letters_link_opens_no_other_letter(world: World, browser: TestClient) -> None:
    """Neither that of another seat, nor a newer or an older one, nor one that there is not."""
    path = letter_path(world, "Ann")
    for other in (
        path.replace("/ann/", "/bob/"),
        path.replace("/0/", "/1/"),
        path.replace("/hoth/", "/endor/"),
        path[:-1] + ("a" if path[-1] != "a" else "b"),
    ):
        assert other != path
        assert browser.get(other).status_code == 404, other


def test_every_letter_to_a_seat_leads_to_its_page(world: World) -> None:
    """In its text and in its HTML; press does not, for it is passed on."""
    world.says("Ann", "SEEK Mill\nPRESS TO Bob\nHello\nEND")
    sent = world.post(MailRenderer(world.clock, TEMPLATES))
    to_ann = [letter for letter in sent if letter.dispatch.to == ("ann@pbem.test",)]
    assert to_ann
    for letter in to_ann:
        assert f"{URL}{letter_path(world, 'Ann')}" in letter.dispatch.words.text
        assert f'href="{URL}{letter_path(world, "Ann")}"' in letter.dispatch.words.html
    (press,) = [letter for letter in sent if "Hello" in letter.dispatch.words.text and letter not in to_ann]
    assert URL not in press.dispatch.words.text


def test_desk_in_a_letter_brings_links_to_all_seats(world: World, browser: TestClient) -> None:
    """Of all matches of the player who writes, and of nobody else; each shows a page and lets nobody in yet."""
    world.match("endor", seats=(*ANN_AND_BOB[1:], ANN_AND_BOB[0]))
    world.move(hours=49)
    world.look()
    (answer,) = world.says("Ann", "Desk, please").answers
    paths = [letter_path(world, "Ann", match) for match in ("hoth", "endor")]
    assert answer.lines == ("hoth: Ann", f"{URL}{paths[0]}", "endor: Ann", f"{URL}{paths[1]}")
    assert [browser.get(path).status_code for path in (*paths, "/desk")] == [200, 200, 404]
    letters = world.post(MailRenderer(world.clock, TEMPLATES))
    (sent,) = [letter.dispatch.words for letter in letters if letter.dispatch.key.startswith("ack:")]
    for path in paths:
        assert f"{URL}{path}" in sent.text.split()
        assert f'href="{URL}{path}"' in sent.html


def test_desk_is_answered_where_there_is_none(world: World) -> None:
    """Kindly, and as nothing that needs a fix."""
    world.settings(web="")
    (answer,) = world.says("Ann", "DESK").answers
    assert (answer.code, answer.refused) == ("desk-none", False)


# ---- the way in ------------------------------------------------------------------------------------------------


def test_the_link_in_the_letter_opens_the_desk_in_the_browser_that_asked(world: World, browser: TestClient) -> None:
    """A button, a letter, another button: and the player is told by letter that a desk was opened."""
    asked = browser.post(f"{letter_path(world, 'Ann')}/desk")
    assert (asked.status_code, asked.headers["location"]) == (303, "/enter")
    assert "on its way" in browser.get("/enter").text
    looked = browser.get(_link(world))
    assert "Open my desk" in looked.text
    assert browser.get("/desk").status_code == 404, "to look at a link opens nothing"
    entered = browser.post(_link(world))
    assert (entered.status_code, entered.headers["location"]) == (303, "/desk")
    assert "hoth: Ann" in browser.get("/desk").text
    assert [letter.code for letter in world.facts("notice")] == ["desk-link", "desk-opened"]


def test_another_browser_shows_a_code_for_the_window_that_waits(
    world: World, browser: TestClient, new_browser: NewBrowser
) -> None:
    """So the letter can be read on a phone; nobody else gets in by the link, and it works once."""
    browser.post(f"{letter_path(world, 'Ann')}/desk")
    other, link = new_browser(), _link(world)
    shown = other.get(link).text
    assert other.post(link).status_code == 404
    found = re.search(r'class="code">(\w{4}) (\w{4})<', shown)
    assert found
    assert browser.post("/enter", data={"code": "AAAA AAAA"}).headers["location"] == "/enter?wrong=1"
    assert browser.post("/enter", data={"code": f"{found[1]}-{found[2].lower()}"}).headers["location"] == "/desk"
    assert browser.get("/desk").status_code == 200
    assert other.get(link).status_code == 404, "it was used"
    assert other.get("/desk").status_code == 404


def test_a_code_can_be_guessed_ten_times(world: World, browser: TestClient) -> None:
    """Then the link is spent."""
    browser.post(f"{letter_path(world, 'Ann')}/desk")
    for _ in range(10):
        assert browser.post("/enter", data={"code": "WRONGONE"}).status_code == 303
    assert browser.post("/enter", data={"code": "WRONGONE"}).status_code == 404
    assert browser.post(_link(world)).status_code == 404


def test_a_link_works_for_a_quarter_of_an_hour(world: World, browser: TestClient) -> None:
    """People who come later ask for another one."""
    browser.post(f"{letter_path(world, 'Ann')}/desk")
    world.move(minutes=15)
    assert browser.post(_link(world)).status_code == 404
    assert browser.get("/enter").status_code == 404


def _links(browser: TestClient, letter: str) -> int:
    """Return how many links the page of a letter still sends, which uses them up."""
    sent = [browser.post(f"{letter}/desk").status_code for _ in range(8)]
    assert sent == sorted(sent)
    return sent.count(303)


def test_a_letter_sends_three_links_a_day(world: World, browser: TestClient) -> None:
    """So people who have a letter cannot fill its reader's mailbox."""
    letter = letter_path(world, "Ann")
    assert _links(browser, letter) == 3
    world.move(days=1)
    assert _links(browser, letter) == 3


def test_a_letter_that_was_passed_on_does_not_lock_its_reader_out(world: World, browser: TestClient) -> None:
    """Another letter sends links all the same; together they send six a day, whichever they are."""
    letters = []
    for _ in range(3):
        letters.append(letter_path(world, "Ann"))
        world.move(hours=49)
        world.look()
    assert [_links(browser, letter) for letter in letters] == [3, 3, 0]


def test_tag_new_brings_links_again(world: World, browser: TestClient) -> None:
    """Links of earlier letters open nothing any more, and what they sent counts no more."""
    assert _links(browser, letter_path(world, "Ann")) == 3
    world.says("Ann", "TAG NEW")
    (answer,) = [
        each for each in world.post(MailRenderer(world.clock, TEMPLATES)) if each.dispatch.key.startswith("ack:")
    ]
    path = letter_path(world, "Ann")
    assert f"{URL}{path}" in answer.dispatch.words.text
    assert _links(browser, path) == 3


def test_the_links_to_one_seat_are_not_those_to_another(world: World, browser: TestClient) -> None:
    """A letter to another seat of the same player sends its own."""
    world.match("endor", seats=ANN_AND_BOB)
    assert [_links(browser, letter_path(world, "Ann", match)) for match in ("hoth", "endor")] == [3, 3]


def test_nothing_that_opens_a_desk_is_stored(world: World, browser: TestClient) -> None:
    """The database knows hashes of cookies alone."""
    open_desk(world, browser, "Ann")
    cookie = browser.cookies["__Host-desk"]
    with world.store.read() as session:
        stored = [row.key for row in session.exec(select(Browser))]
        waiting = [row.waiting for row in session.exec(select(Entrance))]
    assert cookie not in stored
    assert all(re.fullmatch(r"[0-9a-f]{64}", each) for each in (*stored, *waiting))


# ---- what a desk opens, and until when ----------------------------------------------------------------------------


def test_a_desk_opens_its_players_seats_alone(world: World, browser: TestClient) -> None:
    """Another's seat is as if there were none."""
    open_desk(world, browser, "Ann")
    assert browser.get("/desk/hoth/ann").status_code == 200
    assert browser.get("/desk/hoth/bob").text == browser.get("/desk/hoth/nobody").text
    assert browser.post("/desk/hoth/bob/orders", data={"orders": "SEEK Mill", "do": "send"}).status_code == 404


@pytest.mark.parametrize("end", ["unused", "tag", "sign out", "address"])
def test_a_desk_ends(world: World, browser: TestClient, end: str) -> None:
    """After 30 days without use, by TAG NEW, by signing out everywhere, and with the address."""
    open_desk(world, browser, "Ann")
    if end == "unused":
        world.move(days=30)
    elif end == "tag":
        world.says("Ann", "TAG NEW")
    elif end == "sign out":
        assert browser.post("/desk/sign-out").status_code == 303
    else:
        world.says("Ann", "SET ADDRESS ann@elsewhere.test")
        for notice in [each for each in world.facts("notice") if each.code in ("address-old", "address-new")]:
            sender = "ann@pbem.test" if notice.code == "address-old" else "ann@elsewhere.test"
            world.put(world.raw(notice.lines[-1], sender))
        world.read()
    assert browser.get("/desk").status_code == 404


def test_a_desk_that_is_used_does_not_end(world: World, browser: TestClient) -> None:
    """Each use within 30 days keeps it open for 30 more."""
    open_desk(world, browser, "Ann")
    for _ in range(3):
        world.move(days=29)
        assert browser.get("/desk").status_code == 200


# ---- orders -----------------------------------------------------------------------------------------------------


def test_orders_from_a_desk_are_a_letter(world: World, browser: TestClient) -> None:
    """They are recorded with a receipt, shown on the page, and acknowledged by letter."""
    open_desk(world, browser, "Ann")
    sent = browser.post("/desk/hoth/ann/orders", data={**form_of(browser), "orders": LINES, "do": "send"})
    assert sent.status_code == 303
    page = browser.get(sent.headers["location"])
    assert "Orders recorded" in page.text
    assert world.order_set("Ann") == RECORDED
    (letter,) = world.rows("acknowledgement")
    assert (letter.seat, letter.to) == ("Ann", "")
    assert world.letters()[-1].transport == "web"


def test_orders_that_are_sent_twice_are_one_letter(world: World, browser: TestClient) -> None:
    """A double click, a page that is loaded again."""
    open_desk(world, browser, "Ann")
    form = {**form_of(browser), "orders": LINES, "do": "send"}
    for _ in range(2):
        assert browser.post("/desk/hoth/ann/orders", data=form).status_code == 303
    assert len(world.rows("acknowledgement")) == 1


def test_what_is_sent_from_the_page_is_all_that_counts(world: World, browser: TestClient) -> None:
    """In a game with numbered orders a letter leaves the other numbers alone; a page shows them all."""
    world.match("endor", "rebel-commander", ONE_REBEL)
    open_desk(world, browser, "Red", "endor")
    path = "/desk/endor/red"
    three = "1. BUILD TROOPS A0\n2. PASS\n3. PASS"
    browser.post(f"{path}/orders", data={**form_of(browser, path), "orders": three, "do": "send"})
    assert world.order_set("Red", "endor") == three.split("\n")
    form = {**form_of(browser, path), "orders": "1. PASS\n2.\n3. "}
    checked = browser.post(f"{path}/orders", data={**form, "do": "check"}, headers={"X-Part": "check"})
    assert "2. PASS" not in checked.text
    browser.post(f"{path}/orders", data={**form, "do": "send"})
    assert world.order_set("Red", "endor") == ["1. PASS"]


@pytest.mark.parametrize("word", ["READY", "WAIT", "HELP", ""])
def test_the_orders_stay_in_the_form_after_a_button(world: World, browser: TestClient, word: str) -> None:
    """A button sends its own word; what is recorded is shown as before, so that nothing of it is lost by the next."""
    open_desk(world, browser, "Ann")
    browser.post("/desk/hoth/ann/orders", data={**form_of(browser), "orders": LINES, "do": "send"})
    sent = browser.post("/desk/hoth/ann/orders", data={**form_of(browser), "orders": word, "do": "send"})
    assert f"{LINES}</textarea>" in browser.get(sent.headers["location"]).text


def test_a_page_that_was_gone_back_to_sends_what_was_changed(world: World, browser: TestClient) -> None:
    """Browsers keep the page as it was, with the number that its first orders had."""
    open_desk(world, browser, "Ann")
    form = {**form_of(browser), "do": "send"}
    for orders in ("SEEK Mill", "SEEK Gate"):
        sent = browser.post("/desk/hoth/ann/orders", data={**form, "orders": orders})
        assert f"<code>{orders}</code>" in browser.get(sent.headers["location"]).text
        assert world.order_set("Ann") == [orders]


def test_checking_and_previewing_change_nothing(world: World, browser: TestClient) -> None:
    """They say what each line would come to; no letter is kept, nobody is answered, and the text stays in its field."""
    open_desk(world, browser, "Ann")
    rows = len(world.rows())
    for do in ("check", "preview"):
        page = browser.post(
            "/desk/hoth/ann/orders", data={**form_of(browser), "orders": f"{LINES}\nFLY AWAY", "do": do}
        )
        assert page.status_code == 200
        assert "FLY AWAY</textarea>" in page.text
    assert world.order_set("Ann") is None
    assert (len(world.letters()), len(world.rows())) == (0, rows)


def test_the_script_of_the_page_gets_the_check_alone(world: World, browser: TestClient) -> None:
    """As a part of a page."""
    open_desk(world, browser, "Ann")
    data = {**form_of(browser), "orders": LINES, "do": "check"}
    part = browser.post("/desk/hoth/ann/orders", data=data, headers={"X-Part": "check"}).text
    assert "Every line is understood" in part
    assert "<html" not in part


def test_a_check_says_which_lines_are_no_orders(world: World, browser: TestClient) -> None:
    """A mistyped order may look like conversation, alone or beside an order."""
    open_desk(world, browser, "Ann")
    for orders in ("STALK Alley", f"{LINES}\nSTALK Alley"):
        data = {**form_of(browser), "orders": orders, "do": "check"}
        part = browser.post("/desk/hoth/ann/orders", data=data, headers={"X-Part": "check"}).text
        assert "Some lines are no orders" in part
        assert "Every line is understood" not in part
        assert "<code>STALK Alley</code>" in part


def test_orders_for_a_turn_that_is_over_are_shown_back(world: World, browser: TestClient) -> None:
    """The form tells which orders it asked for; what comes late is not recorded, and nothing that was typed is lost."""
    open_desk(world, browser, "Ann")
    form = form_of(browser)
    world.move(hours=49)
    world.look()
    sent = browser.post("/desk/hoth/ann/orders", data={**form, "orders": LINES, "do": "send"})
    page = browser.get(sent.headers["location"]).text
    assert world.order_set("Ann") is None
    assert f"{LINES}</textarea>" in page


def test_a_stranger_learns_nothing_from_a_desks_paths(browser: TestClient) -> None:
    """Without a cookie every path answers alike."""
    nothing = browser.get("/nothing").text
    for path in ("/desk", "/desk/hoth/ann", "/enter", "/enter/1-abc", "/enter/x", "/l/hoth/ann/0/abc"):
        answer = browser.get(path)
        assert (answer.status_code, answer.text) == (404, nothing), path
    for path in ("/desk/hoth/ann/orders", "/enter", "/enter/1-abc", "/l/hoth/ann/0/abc/desk"):
        answer = browser.post(path, data={"orders": "x", "do": "send", "code": "x"})
        assert (answer.status_code, answer.text) == (404, nothing), path


def test_what_is_known_of_browsers_goes_with_their_player(world: World, browser: TestClient) -> None:
    """An export of personal data tells when they were opened and used; erasing the player signs them out."""
    open_desk(world, browser, "Ann")
    with world.store.read() as session:
        told = personal_data.export(session, world.ctx, "ann@pbem.test")
    assert told["browsers"] == [{"opened": str(world.ctx.now()), "used": str(world.ctx.now())}]
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "ann@pbem.test")
    assert browser.get("/desk").status_code == 404
    with world.store.read() as session:
        assert not session.exec(select(Browser)).all()
        assert not session.exec(select(Entrance)).all()


def test_other_orders_from_the_same_page_are_another_letter(world: World, browser: TestClient) -> None:
    """A browser that goes back shows the page that it has: what is changed there and sent again is not lost."""
    open_desk(world, browser, "Ann")
    form = form_of(browser)
    for line in (LINES, "SEEK Gate"):
        assert browser.post("/desk/hoth/ann/orders", data={**form, "orders": line, "do": "send"}).status_code == 303
    assert world.order_set("Ann") == ["SEEK Gate"]
    assert len(world.rows("acknowledgement")) == 2


def test_orders_can_be_checked_in_the_moment_in_which_others_arrived(world: World, browser: TestClient) -> None:
    """What is checked is newer than whatever is recorded."""
    open_desk(world, browser, "Ann")
    form = form_of(browser)
    browser.post("/desk/hoth/ann/orders", data={**form, "orders": LINES, "do": "send"})
    page = browser.post("/desk/hoth/ann/orders", data={**form, "orders": "SEEK Gate", "do": "check"})
    assert "Every line is understood" in page.text


# ---- what changed since the report ------------------------------------------------------------------------------


def _override(world: World, *lines: str) -> None:
    apply(world.store, world.ctx, OverridePlan(name=" ".join(lines), match="hoth", lines=lines))


def _played(world: World, browser: TestClient) -> None:
    """Play a turn, and open Ann's desk."""
    open_desk(world, browser, "Ann")
    world.says("Ann", "SEEK Gate")
    world.move(hours=49)
    world.look()


def test_the_report_stays_when_a_deadline_moves(world: World, browser: TestClient) -> None:
    """Above it stands what the letter about the deadline said; the next report ends that."""
    _played(world, browser)
    report = _story(browser)
    assert "since" not in browser.get("/desk/hoth/ann").text
    _override(world, "EXTEND 24h")
    page = browser.get("/desk/hoth/ann").text
    assert "The GM gave everybody more time" in page
    assert _story(browser) == report
    world.move(hours=80)
    world.look()
    assert "more time" not in browser.get("/desk/hoth/ann").text


def test_a_deadline_that_was_moved_again_is_no_news(world: World, browser: TestClient) -> None:
    """As a letter that has not gone yet, the page tells the last one only."""
    _played(world, browser)
    _override(world, "EXTEND 24h")
    _override(world, "EXTEND 2d")
    assert browser.get("/desk/hoth/ann").text.count("The GM gave everybody more time") == 1


def test_what_is_told_to_others_is_not_on_the_page(world: World, browser: TestClient) -> None:
    """Orders that the GM entered for Bob are Bob's; the link to the desk that Ann was sent is none of the news."""
    _played(world, browser)
    _override(world, "ORDERS Bob: SEEK Mill")
    page = browser.get("/desk/hoth/ann").text
    assert "SEEK Mill" not in page
    assert "/enter/" not in page


def test_the_page_of_a_letter_shows_the_report_of_its_time(world: World, browser: TestClient) -> None:
    """A letter about a deadline has the link of a record that has no report."""
    _played(world, browser)
    before = browser.get(letter_path(world, "Ann")).text
    _override(world, "EXTEND 24h")
    assert _article(browser.get(letter_path(world, "Ann")).text) == _article(before)


def test_a_rollback_brings_the_report_before_it_back(world: World, browser: TestClient) -> None:
    """Of what was taken back nothing is told but that it was."""
    _played(world, browser)
    first = re.findall(r"<h2>.*?</h2>", _story(browser))
    world.move(hours=49)
    world.look()
    assert re.findall(r"<h2>.*?</h2>", _story(browser)) != first
    _override(world, "ROLLBACK 1")
    assert "was taken back" in browser.get("/desk/hoth/ann").text
    assert re.findall(r"<h2>.*?</h2>", _story(browser)) == first


def _article(page: str) -> str:
    """Return the report of a page without its deadline."""
    story = re.findall(r'<article class="story"[^>]*>.*?</article>', page, re.DOTALL)[-1]
    return re.sub(r'<p class="due">.*?</p>', "", story, flags=re.DOTALL)


def _story(browser: TestClient) -> str:
    return _article(browser.get("/desk/hoth/ann").text)


def test_a_button_says_that_one_is_ready_or_waits_for_the_deadline(world: World, browser: TestClient) -> None:
    """Once orders are recorded there is one of the two; it sends the word as a letter."""
    open_desk(world, browser, "Ann")
    assert "I am ready" not in browser.get("/desk/hoth/ann").text
    for orders, button in ((LINES, 'value="WAIT"'), ("WAIT", 'value="READY"'), ("READY", 'value="WAIT"')):
        data = {**form_of(browser), "orders": orders, "do": "send"}
        page = browser.get(browser.post("/desk/hoth/ann/orders", data=data).headers["location"]).text
        assert f'name="orders" {button}' in page


def test_a_suggestion_with_a_gap_is_no_button(world: World, browser: TestClient) -> None:
    """It says how the order is written; what is still to be filled in is nothing to send."""
    open_desk(world, browser, "Ann")
    data = {**form_of(browser), "orders": "SEEK Xyz\nSEEK", "do": "check"}
    page = browser.post("/desk/hoth/ann/orders", data=data).text
    assert 'data-hint="SEEK Mill"' in page
    assert 'class="hint">SEEK &lt;place&gt;<' in page
    assert 'data-hint="SEEK &lt;' not in page


def test_a_page_says_when_the_turn_runs_because_everybody_is_ready(world: World, browser: TestClient) -> None:
    """Sooner than the deadline."""
    open_desk(world, browser, "Ann")
    for seat in ("Ann", "Bob"):
        assert "Everybody is ready" not in browser.get("/desk/hoth/ann").text
        world.says(seat, LINES)
    for path in ("/desk", "/desk/hoth/ann", "/m/hoth"):
        assert "Everybody is ready: the turn runs" in browser.get(path).text
