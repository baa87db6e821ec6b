"""The moderator of a match in a forum dies, or the forum fails it, at every call: in the end all stands as it should.

What stands in the end is compared, post by post, with what stands where nobody dies and nothing fails.
"""

import itertools
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from moderator.transport.forum.port import ForumError, TryLater, Unsure
from tests.support.forums.forum_match import ACTS, STEPS, Act, ForumMatch, order, rule

WRITES = ("start", "reply", "edit", "moderate")
CALLS = ("thread", "read", "find", "account", *WRITES)
BY_NAME = [pytest.param(act, id=act.__name__) for act in ACTS]
TELLING = [pytest.param(act, id=act.__name__, marks=() if act in (order, rule) else pytest.mark.proof) for act in ACTS]
"""All acts, of which those are proof that do not ask for much that others do not ask for."""


class Played:
    """A match as it stands before each act, and what stands after it where nobody died."""

    def __init__(self, folder: Path, database: Path) -> None:
        """Play the match once."""
        self._before: dict[Act, ForumMatch] = {}
        self.after: dict[Act, Mapping[str, object]] = {}
        self._folder, self._copies = folder, itertools.count()
        match = ForumMatch(self.place(), database)
        for act in ACTS:
            self._before[act] = match
            match = match.copy(self.place(make=False))
            act(match)
            match.work()
            self.after[act] = match.stands()

    def place(self, *, make: bool = True) -> Path:
        """Return a new folder."""
        folder = self._folder / str(next(self._copies))
        if make:
            folder.mkdir()
        return folder

    def again(self, act: Act) -> Iterator[ForumMatch]:
        """Give the match right after an act, before the moderator has seen anything of it, as often as it is wanted."""
        while True:
            match = self._before[act].copy(self.place(make=False))
            act(match)
            yield match
            shutil.rmtree(match.folder)


@pytest.fixture(scope="module", name="played")
def play(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Played:
    """Play the match once for all tests."""
    return Played(tmp_path_factory.mktemp("matches"), migrated)


@pytest.mark.proof
@pytest.mark.parametrize("act", BY_NAME)
def test_one_death_before_or_after_any_call_changes_nothing(played: Played, act: Act) -> None:
    """No post twice, none missing, the same order in each thread, the same order sets and records.

    Every third step is tried, before a call and after another in turn; all are below, in one chain.
    """
    for death, match in zip(itertools.count(1, 3), played.again(act), strict=False):
        if not match.work(death, STEPS):
            assert death > 20
            return
        match.work()
        assert match.stands() == played.after[act], f"after the death at step {death} of {act.__name__}"


@pytest.mark.parametrize("act", BY_NAME)
def test_one_death_after_the_other_changes_nothing(played: Played, act: Act) -> None:
    """Each life comes a step further than the one before."""
    match = next(played.again(act))
    deaths = next(death for death in itertools.count(1) if not match.work(death))
    assert deaths > 5
    assert match.stands() == played.after[act]


@pytest.mark.parametrize("act", TELLING)
@pytest.mark.parametrize("trouble", [TryLater("not now"), Unsure("no answer")], ids=["nothing done", "done unseen"])
def test_a_call_that_fails_changes_nothing(played: Played, act: Act, trouble: ForumError) -> None:
    """Each kind of call fails once, whether the forum had done by then what it was asked or not."""
    match = next(played.again(act))
    unsure = isinstance(trouble, Unsure)
    match.forum.fails = dict.fromkeys(WRITES if unsure else CALLS, trouble)
    for _ in range(7):
        match.work()
        match.move(minutes=2)  # in a quarter of an hour a turn runs that everybody has answered
    assert unsure or "reply" not in match.forum.fails
    assert match.stands() == played.after[act]


def an_hour_later(match: ForumMatch) -> dict[str, object]:
    """Let an hour pass until the forum answers and Bob writes to Ann, and two more; return what stands then."""
    for _ in range(6):
        match.work()
        match.move(minutes=10)
    match.forum.answers = None
    match.mails("PRESS TO Ann: are you there?")
    match.work()
    match.move(hours=2)
    match.work()
    return match.stands()


@pytest.mark.parametrize("answers", [3, pytest.param(9, marks=pytest.mark.proof)])
def test_a_forum_that_is_down_for_an_hour_gets_all_of_it_in_order(played: Played, answers: int) -> None:
    """It breaks off while the reports of a turn are posted; what is written later does not overtake them."""
    matches = played.again(rule)
    undisturbed = an_hour_later(next(matches))
    match = next(matches)
    match.forum.answers = answers
    assert an_hour_later(match) == undisturbed
