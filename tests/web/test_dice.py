"""The page that checks dice in the browser: it finds examples and honest letters right, and each change wrong."""

import email.policy
import html
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect, sync_playwright
from starlette.testclient import TestClient

from moderator.rendering.mail import MailRenderer
from moderator.rendering.pages import PageRenderer
from moderator.web.app import make_app
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from tests.service.audit.test_mutations import rebels, thieves
from tests.service.audit.test_verify_letters import REBELS, lasting_world
from tests.support.browsers import URL
from tests.support.cases import every_case
from tests.support.games import TEMPLATES
from tests.support.letters.mutations import Paper, written
from tests.support.letters.proofs import found, letters, play, raw
from tests.support.world import World
from tools import verify_letters


@pytest.fixture(scope="module")
def endor(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Give a match of Rebel Commander that was played to its end, orders and a change of mind among them."""
    with lasting_world(migrated, tmp_path_factory.mktemp("endor")) as world:
        world.match("endor", game="rebel-commander", seats=REBELS, max_turns=12)
        for text in ("1. BUILD TROOPS A0", "1. PASS"):
            world.says("Red", text, match="endor", sender="rae@pbem.test")
        play(world, "endor")
        yield world


@pytest.fixture(scope="module")
def proofs(endor: World) -> list[bytes]:
    """Give the letters of a player as texts with a quoted proof."""
    return [raw(letter) for letter in letters(endor, "Red", "endor")]


@pytest.fixture(scope="module")
def mailed(endor: World) -> list[bytes]:
    """Give the same letters as they are mailed: with HTML, pictures, and proofs in files."""
    return [each.raw for each in endor.post(MailRenderer(endor.clock)) if each.dispatch.to == ("rae@pbem.test",)]


@pytest.fixture(scope="module")
def chromium(proofs: list[bytes], mailed: list[bytes]) -> Iterator[Browser]:
    """Give Chromium, once letters are made: no other event loop may run in its thread."""
    assert proofs
    assert mailed
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium here (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(endor: World) -> Iterator[TestClient]:
    """Give what answers for the pages."""
    site = Site(endor, WebSettings(url=URL), PageRenderer(TEMPLATES), endor.read)
    with TestClient(make_app(site), base_url=URL) as client:
        yield client


class Checker:
    """The page, opened; ``asked`` is what it asked for."""

    def __init__(self, page: Page, served: TestClient, url: str = URL) -> None:
        self.page, self._served, self._url = page, served, url
        self.asked: list[str] = []
        self.troubles: list[str] = []
        page.on("console", lambda told: self.troubles.append(told.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.route("**/*", self._answer)
        page.goto(f"{url}/dice")

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(self._url)
        self.asked.append(path)
        answer = self._served.get(path)
        route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.content)

    def check(self, files: Sequence[bytes]) -> None:
        """Choose letters as files, and check them."""
        chosen: list[FilePayload] = [
            {"name": f"{number}.eml", "mimeType": "message/rfc822", "buffer": file} for number, file in enumerate(files)
        ]
        self.page.locator("#files").set_input_files(chosen)
        self.press("Check")

    def press(self, button: str) -> None:
        """Press a button, and wait for what it finds."""
        self.page.get_by_role("button", name=button, exact=True).click()
        expect(self.page.locator("#result")).not_to_have_text(re.compile("^(Checking|$)"), timeout=60_000)

    @property
    def summary(self) -> str:
        """The sentences above the tables."""
        return " ".join(self.page.locator("#result > p").all_inner_texts())

    def rows(self, verdict: str) -> list[str]:
        """Return the checks with a verdict, in words."""
        cells = self.page.locator(f"details td.was-{verdict}")
        return cells.evaluate_all("all => all.map(each => each.parentElement.textContent)")  # type: ignore[no-any-return]


@pytest.fixture
def checker(chromium: Browser, served: TestClient) -> Iterator[Checker]:
    """Give the page in a browser that may ask for nothing once it is open."""
    with chromium.new_context() as context:
        checker = Checker(context.new_page(), served)
        opened = len(checker.asked)
        yield checker
        assert checker.asked[opened:] == []
        assert checker.troubles == []


def test_all_examples_are_right(checker: Checker) -> None:
    """Seals, seeds, keys, receipts, salts, throws, draws, and the block of a letter."""
    checker.press("Try the examples")
    assert checker.rows("wrong") == []
    assert checker.rows("open") == []
    assert re.fullmatch(r"All \d+ checks are right\.", checker.summary)
    assert len(checker.rows("right")) == 31


@every_case("form", ["proofs", "mailed"])
def test_the_letters_of_a_match_are_all_right(checker: Checker, request: pytest.FixtureRequest, form: str) -> None:
    """As texts, and as they are mailed."""
    checker.check(request.getfixturevalue(form))
    assert checker.rows("wrong") == []
    assert checker.rows("open") == []
    assert re.fullmatch(r"All \d+ checks are right\.", checker.summary)


@pytest.mark.proof
@every_case("played", [rebels, thieves])
def test_corrections_and_rollbacks_accuse_nobody(
    checker: Checker, migrated: Path, tmp_path: Path, played: Callable[[World], list[Paper]]
) -> None:
    """From the first letter to the last, whichever is missing."""
    folder = tmp_path / played.__name__
    folder.mkdir()
    with lasting_world(migrated, folder) as world:
        files = [written(paper) for paper in played(world)]
    checker.check(files)
    assert re.search(r"All \d+ checks are right\.$", checker.summary)
    for number, left_out in enumerate(files, start=1):
        for some in (files[:number], [file for file in files if file is not left_out]):
            checker.check(some)
            assert checker.rows("wrong") == []


def as_mailbox(files: Sequence[bytes]) -> list[bytes]:
    """Return letters as the one file that a mail program exports."""
    return [b"\n".join(b"From moderator Fri Nov 20 20:00:00 2026\n" + file.replace(b"\r\n", b"\n") for file in files)]


def as_attachments(files: Sequence[bytes]) -> list[bytes]:
    """Return letters that were forwarded, all with one letter."""
    message = EmailMessage()
    message.set_content("See attached. >>> -----BEGIN PROOF----- is what I mean.\n")
    for file in files:
        message.add_attachment(email.message_from_bytes(file, policy=email.policy.default))
    return [message.as_bytes()]


def as_pages(files: Sequence[bytes]) -> list[bytes]:
    """Return letters that were saved as web pages in UTF-16, with tags and comments among the words."""
    pages = [html.escape(file.decode()).replace("\r\n", "<br>\r\n") for file in files]
    return [
        f"<html><!-- > x --><b>{each.replace('seats', '<i>sea</i>ts')}</b></html>".encode("utf-16") for each in pages
    ]


@every_case(("form", "of"), [(as_mailbox, "mailed"), (as_attachments, "mailed"), (as_pages, "proofs")])
def test_letters_hold_in_whatever_form_they_were_saved(
    checker: Checker, request: pytest.FixtureRequest, form: Callable[[Sequence[bytes]], list[bytes]], of: str
) -> None:
    """In one file, attached to another letter, and as pages."""
    files = request.getfixturevalue(of)
    checker.check(files)
    checks = checker.rows("right")
    checker.check([b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!!!", *form(files)])
    assert checker.rows("right") == checks


def test_letters_may_be_pasted_all_together(checker: Checker, proofs: list[bytes]) -> None:
    """One below another, in one field."""
    checker.page.locator("#letters").fill("\n".join(proof.decode() for proof in proofs))
    checker.press("Check")
    assert checker.rows("wrong") == []
    assert re.fullmatch(r"All \d+ checks are right\.", checker.summary)


# ---- letters that lie, and letters that are missing -----------------------------------------------------------------


def flipped(piece: re.Match[str]) -> str:
    """Return a piece of a letter with another character at its end."""
    return piece[0][:-1] + ("1" if piece[0][-1] != "1" else "2")


@every_case(
    ("pattern", "named"),
    [
        (r"roll .*? value=\d", "Roll: "),
        (r"opened .*? open=[0-9a-f]", "The open seed of order request 1 and its seal"),
        (r"seal .*? open=[0-9a-f]", "The open seed of order request 1 and its seal"),
        (r"opened .*? receipts=[0-9a-f]", "Receipt "),
        (r"receipt seat=Red .*? value=[0-9a-f]", "Red\u2019s receipt in the report of order request 1"),
        (r"filed .*? value=[0-9a-f]", "Red\u2019s orders no. 1 of order request 1"),
        (r"filed .*? lines=1\.\+\w", "Red\u2019s orders no. 1 of order request 1"),
        (r"draw .*? values=\d", "Drawn order: sequence 100"),
        (r"draw .*? weights=\d", "Drawn order: sequence 100"),
    ],
)
def test_one_changed_character_is_found_wrong_and_named(
    checker: Checker, proofs: list[bytes], pattern: str, named: str
) -> None:
    """Of a throw, a seed, a seal, a receipt, orders, and what orders of play were drawn from."""
    of, text = re.compile(pattern, re.DOTALL), [proof.decode() for proof in proofs]
    first = next(number for number, each in enumerate(text) if of.search(each))
    text[first] = of.sub(flipped, text[first], count=1)
    files = [each.encode() for each in text]
    assert found(files)[0], "both programs name it, too"
    checker.check(files)
    assert "found something wrong" in checker.summary
    assert any(named in row for row in checker.rows("wrong")), checker.rows("wrong")


def test_before_the_end_secret_seeds_and_weights_cannot_be_checked_yet(checker: Checker, proofs: list[bytes]) -> None:
    """The page says what each check waits for, and accuses nobody."""
    checker.check(proofs[:-1])
    assert checker.rows("wrong") == []
    waits = "\n".join(checker.rows("open"))
    assert "The secret seed of order request 1The last report of the match opens the seed." in waits
    assert "The last report of the match tells the weights." in waits
    assert "ask for it with RESEND" in waits
    assert re.fullmatch(r"Nothing is wrong\. \d+ checks are right, and \d+ cannot be made yet\.", checker.summary)


def test_a_letter_that_is_missing_accuses_nobody(checker: Checker, proofs: list[bytes]) -> None:
    """Whichever it is."""
    for left_out in proofs:
        checker.check([proof for proof in proofs if proof is not left_out])
        assert checker.rows("wrong") == []


@every_case("file", [b"", b"Hello", b"\xff\xfe\x00", b"-----BEGIN PROOF-----\nletter match=x", b"\x80" * 99])
def test_files_without_a_proof_are_told(checker: Checker, file: bytes) -> None:
    """And nothing fails."""
    checker.check([file])
    assert "There is no proof in this" in checker.summary
    assert "0.eml: " in checker.summary


# ---- the pages ------------------------------------------------------------------------------------------------------


def test_without_a_script_the_page_says_how_to_check(chromium: Browser, served: TestClient) -> None:
    """With one file of Python, which it hands out."""
    with chromium.new_context(java_script_enabled=False) as context:
        page = Checker(context.new_page(), served).page
        expect(page.locator("noscript p")).to_be_visible()
        expect(page.get_by_text("python3 verify_letters.py FOLDER")).to_be_visible()
        expect(page.locator("#letters")).to_be_hidden()
    assert served.get("/dice/verify_letters.py").content == Path(verify_letters.__file__).read_bytes()


def test_without_https_the_page_says_how_to_check(chromium: Browser, served: TestClient) -> None:
    """Browsers compute seals on pages with https alone."""
    with chromium.new_context() as context:
        page = Checker(context.new_page(), served, URL.replace("https", "http")).page
        expect(page.get_by_text("only on pages with https")).to_be_visible()
        expect(page.locator("#letters")).to_be_hidden()


def test_the_page_leads_to_what_explains_it(served: TestClient) -> None:
    """Every page leads there, and it leads to the page on dice."""
    assert 'href="/dice"' in served.get("/").text
    assert 'href="/help/dice"' in served.get("/dice").text
    assert served.get("/help/dice").status_code == 200
