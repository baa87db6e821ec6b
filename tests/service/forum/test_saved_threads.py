"""A thread that was saved from a forum proves as much as letters that were saved from a mailbox."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.app import threads
from moderator.app.files import InstanceError
from moderator.service.audit.verify import verify_letters
from moderator.store.session import Store
from moderator.transport.forum.port import Refused
from tests.service.forum.test_playing_there import SeatAssignment
from tests.support.letters.proofs import found, play
from tests.support.world import World

GOOD = (set[str](), set[str]())
SHORT = 700
"""Characters that a post has at most in a forum in which every report is parted."""


def played(store: Store, longest: int = 20_000) -> SeatAssignment:
    """Return a match that Anna has played to its end in a forum."""
    place = SeatAssignment(World(store))
    place.forum.limits = replace(place.forum.limits, longest_post=longest)
    place.says("SEEK Mill")
    place.says("GO Bridge")
    play(place.world)
    place.post()
    return place


def saved(place: SeatAssignment, folder: Path) -> list[bytes]:
    """Save Anna's thread; return its files in their order."""
    names = threads.save([(place.forum, place.thread)], folder)
    assert sorted(path.name for path in folder.iterdir()) == list(names)
    return [(folder / name).read_bytes() for name in names]


@pytest.mark.parametrize("longest", [20_000, SHORT])
def test_a_saved_thread_verifies(store: Store, tmp_path: Path, longest: int) -> None:
    """Both programs find all of it good, however the reports were parted."""
    place = played(store, longest)
    files = saved(place, tmp_path / "thread")
    assert found(files) == GOOD
    assert verify_letters(files).checked.keys() >= {"seals", "rolls", "receipts", "salts"}
    parted = [text for text in place.forum.texts(place.thread) if re.search(r"ref \w+\.\d+$", text)]
    assert bool(parted) is (longest == SHORT)


def test_posts_that_were_copied_by_hand_verify(store: Store) -> None:
    """One text file with the posts one below another, and whatever the forum shows between them."""
    place = played(store, SHORT)
    text = "\nModerator replied 3 minutes ago\n\n".join(place.forum.texts(place.thread))
    assert found([text.replace("```", "").encode()]) == GOOD


def test_a_post_that_was_rewritten_is_named(store: Store, tmp_path: Path) -> None:
    """Staff of a forum can rewrite the moderator's posts, and the dice show it."""
    place = played(store)
    post = next(post for post in place.forum.read(place.thread) if "\nroll " in post.text)
    told = re.search(r"\nroll record=(\d+)", post.text)
    assert told is not None
    place.forum.changes_mind(
        post, re.sub(r"\bvalue=(\d)\b", lambda value: f"value={int(value[1]) % 6 + 1}", post.text, count=1)
    )
    files = saved(place, tmp_path / "thread")
    (finding,) = [finding for finding in verify_letters(files).findings if finding.grave]
    assert (finding.code, finding.record) == ("roll-differs", int(told[1]))
    assert found(files)[0] == {"rolls"}


def test_a_file_tells_who_wrote_when_and_what(store: Store, tmp_path: Path) -> None:
    """A change of a post shows its time."""
    place = SeatAssignment(World(store))
    post = place.forum.says("Anna", place.thread, "SEEK Mill\n\nLong live the Mill!")
    place.world.move(hours=1)
    place.forum.changes_mind(post, "SEEK Gate")
    *_, last = saved(place, tmp_path / "thread")
    assert last.decode() == (
        "Author: Anna (account 2)\n"
        "Thread: hoth: orders and reports of Ann (p1)\n"
        "Posted: 2026-11-20 20:00:00 UTC\n"
        "Changed: 2026-11-20 21:00:00 UTC\n"
        "Proof: none, because the moderator did not write this\n"
        "\n"
        "SEEK Gate\n"
    )
    assert (tmp_path / "thread").stat().st_mode & 0o077 == 0


def test_what_a_player_posts_is_no_proof(store: Store, tmp_path: Path) -> None:
    """Whoever copies a proof and changes it accuses nobody."""
    place = played(store)
    report = next(text for text in place.forum.texts(place.thread) if "\nroll " in text)
    place.forum.says("Anna", place.thread, re.sub(r"\bvalue=\d+", "value=9", report))
    files = saved(place, tmp_path / "thread")
    assert b"value=9" in files[-1]
    assert found(files) == GOOD


def test_a_thread_that_cannot_be_read_is_not_saved(store: Store, tmp_path: Path) -> None:
    """No folder is made."""
    place = SeatAssignment(World(store))
    place.forum.fails["thread"] = Refused("no right to read this thread")
    with pytest.raises(InstanceError, match="no right to read"):
        threads.save([(place.forum, "p1")], tmp_path / "thread")
    assert not (tmp_path / "thread").exists()


@pytest.mark.parametrize(
    "encode", [str, lambda text: text.replace("B", "&#66;"), lambda text: text.replace("-", "&#x2d;")]
)
def test_a_strangers_post_is_no_proof_however_it_is_written(
    store: Store, tmp_path: Path, encode: Callable[[str], str]
) -> None:
    """A page of HTML whose entities read as a proof accuses nobody."""
    place = played(store)
    report = next(text for text in place.forum.texts(place.thread) if "\nroll " in text)
    place.forum.says("Anna", place.thread, f"<p>{encode(re.sub(r'value=[0-9]+', 'value=9', report))}</p>")
    files = saved(place, tmp_path / "thread")
    assert b"\nProof: none" in files[-1]
    assert found(files) == GOOD
