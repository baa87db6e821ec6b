"""The proofs of all letters to a seat in one file, to be checked offline."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from moderator.rendering.mail import MailRenderer
from moderator.service.audit.verify import verify_letters
from tests.support.browsers import open_desk
from tests.support.games import TEMPLATES
from tests.support.world import World

PROOF = "/desk/hoth/ann/proof"


@pytest.fixture(autouse=True)
def _played(world: World, browser: TestClient) -> None:
    """Play two turns, in which Ann sends orders."""
    open_desk(world, browser, "Ann")
    for order in ("SEEK Mill", "SEEK Gate"):
        world.says("Ann", order)
        world.move(hours=49)
        world.look()


def _files(browser: TestClient) -> dict[str, str]:
    whole = ZipFile(BytesIO(browser.get(PROOF).content))
    return {name: whole.read(name).decode() for name in whole.namelist()}


def test_the_proofs_of_a_seat_come_in_one_file(browser: TestClient) -> None:
    """One text for each letter that has something to check: the welcome, own orders, reports."""
    answer = browser.get(PROOF)
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="hoth-ann-proof.zip"'
    assert answer.headers["cache-control"] == "private, no-store"
    names = [name.partition("-")[2] for name in _files(browser)]
    assert names == [
        "welcome.txt",
        "acknowledgement.txt",
        "turn-report-1.txt",
        "acknowledgement.txt",
        "turn-report-2.txt",
    ]
    assert 'href="/desk/hoth/ann/proof"' in browser.get("/desk/hoth/ann").text


def test_proofs_hold_when_they_are_checked(browser: TestClient) -> None:
    """As the letters themselves: seals, receipts, dice, and nothing is missing."""
    verified = verify_letters(text.encode() for text in _files(browser).values())
    assert verified.findings == ()
    assert verified.checked.keys() == {"seals", "receipts", "rolls"}


def test_the_proof_of_a_report_is_the_file_that_came_with_it(world: World, browser: TestClient) -> None:
    """To the last letter."""
    sent = world.post(MailRenderer(world.clock, TEMPLATES))
    attached = [
        file.data.decode()
        for letter in sent
        for file in letter.dispatch.words.attachments
        if letter.dispatch.to == ("ann@pbem.test",) and file.name.endswith("proof.txt")
    ]
    reports = [text for name, text in _files(browser).items() if "turn-report" in name]
    assert len(attached) == 2
    assert attached == reports


def test_proofs_are_for_their_seat_alone(browser: TestClient) -> None:
    """Another's are as if there were none."""
    assert browser.get("/desk/hoth/bob/proof").status_code == 404
    browser.cookies.clear()
    assert browser.get(PROOF).status_code == 404
