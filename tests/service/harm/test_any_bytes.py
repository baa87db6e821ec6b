"""Whatever bytes come as a letter, the desk gives one verdict, raises nothing, and writes to nobody else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moderator.service.context import Limits
from moderator.store.statuses import LetterStatus
from tests.support.harm import ON_FILE, copy, sent
from tests.support.world import World

LETTERS = Path(__file__).parents[2] / "letters"
CORPUS = [path.read_bytes() for path in sorted(LETTERS.rglob("*.eml"))]
TAG = re.compile(rb"moderator\+hoth\.red\.[a-z2-7]{16}@pbem\.test")
PIECES = st.sampled_from(
    [
        *(b"\r\n", b"\n", b"\0", b"\r", b"\x1b", b"=\n", b"--b\n", b"> ", b"=?utf-8?q?", b"\xff\xfe", b"\xef\xbb\xbf"),
        *(b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Type: text/html; charset=x\n", b"From: ", b"<div>"),
        *(
            b"Content-Transfer-Encoding: base64\n",
            b"1. SEEK Mill\n",
            b"PREVIEW\n",
            b"MAP\n",
            b"CONFIRM\n",
            b"PRESS ALL: ",
        ),
        *(
            b"END\n",
            b"[hoth Ann #1]\n",
            b"SET ZONE ",
            b"TAG NEW\n",
            b"CLEAR\n",
            b"JOIN hoth\n",
            b"STANDBY\n",
            b"HELP SEEK\n",
        ),
    ]
)
"""What has a meaning somewhere on the way of a letter."""

WHERE = st.integers(0, 1 << 20)
EDITS = st.lists(st.tuples(st.sampled_from(["insert", "cut", "double"]), WHERE, st.integers(1, 80), PIECES), max_size=6)


@pytest.fixture(scope="module")
def lasting_world(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Give one moderator for many letters, without a limit of their number."""
    for world in copy(begun, tmp_path_factory.mktemp("any")):
        world.settings(limits=Limits(letters_per_hour=1_000_000))
        yield world


def edited(raw: bytes, edits: list[tuple[str, int, int, bytes]]) -> bytes:
    """Return a letter damaged here and there."""
    for kind, where, length, piece in edits:
        at = where % (len(raw) + 1)
        if kind == "insert":
            raw = raw[:at] + piece + raw[at:]
        elif kind == "cut":
            raw = raw[:at] + raw[at + length :]
        else:
            raw = raw[:at] + raw[at : at + length] + raw[at:]
    return raw


def gets_one_verdict(world: World, raw: bytes) -> None:
    """Fail unless a letter is filed once under one verdict, and only its author and who is on file are written to."""
    known = world.last_letter()
    for _ in range(2):  # as from a relay that lost our answer
        world.put(raw)
        world.read()
    letters = world.letters(after=known)
    named = {letter.message_id for letter in letters if letter.message_id}
    assert len(letters) in (0, 2 - len(named)), "one letter, kept twice"
    for letter in letters:
        assert letter.traceback == ""
        assert letter.status in (LetterStatus.DONE, LetterStatus.IGNORED, LetterStatus.HELD)
        assert letter.verdict
    assert {answer.to[0] for answer in sent(world)} <= {*ON_FILE, *(letter.sender for letter in letters)}


def try_letters(world: World, letters: st.SearchStrategy[bytes], most: int) -> None:
    """Put letters of a kind to the desk, one after the other."""

    @settings(max_examples=most, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(letters)
    def try_one(raw: bytes) -> None:
        gets_one_verdict(world, raw)

    try_one()


several = pytest.mark.parametrize("most", [40, pytest.param(150, marks=pytest.mark.proof)])


@several
def test_any_bytes_get_one_verdict(lasting_world: World, most: int) -> None:
    """A letter of nothing but noise."""
    try_letters(lasting_world, st.binary(max_size=2_000), most)


@several
def test_any_text_of_a_player_gets_one_verdict(lasting_world: World, most: int) -> None:
    """A letter that is truly a player's, whatever it says."""
    head = lasting_world.raw("", to=lasting_world.tag("Ann")).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    texts = st.lists(PIECES | st.binary(max_size=40), max_size=40)
    try_letters(lasting_world, texts.map(lambda pieces: head + b"".join(pieces)), most)


@several
def test_a_damaged_letter_gets_one_verdict(lasting_world: World, most: int) -> None:
    """A letter as a real program writes it, torn, doubled and with something between."""
    tag = lasting_world.tag("Ann").encode()
    damaged = st.tuples(st.sampled_from(CORPUS), EDITS)
    try_letters(lasting_world, damaged.map(lambda one: edited(TAG.sub(tag, one[0]), one[1])), most)
