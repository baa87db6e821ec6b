"""The twin law for whole letters: what a seat may not know changes no byte that it gets, pictures and files included.

Two moderators have the same match; only what others hide is different. Whatever the seat can get of them is compared.
That the law sees all of it is proved in ``test_planted_leaks``.
"""

import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from moderator.language.reading.commands import ALL, COMMANDS
from moderator.ports import Words
from moderator.service.commands import together
from moderator.service.facts import LetterFacts
from moderator.testing.finding import find_testing
from tests.support.harm import RENDERER
from tests.support.law_tables import ALL_GAMES
from tests.support.twin_letters import ASKED, SCENES, Stage, answers, opened
from tests.support.world import World

every_game_with_hidden_edits = pytest.mark.parametrize(
    "game", [key for key, game in ALL_GAMES.items() if find_testing(game).hidden_edits is not None]
)

ASKS = (
    "STATUS\nORDERS\nMAP\nHISTORY\nPREVIEW",
    "SEEK Mill\nGO Nowhere\nSEEK Mil\nFLEE\nPREVIEW",
    "PRESS TO Bob: hello\nHELP\nRESEND\nEXTEND 24h\nDRAW",
)
"""What Ann writes, with slips, so that suggestions are made."""


def to(world: World, address: str) -> list[bytes]:
    """Send what waits; return what goes to an address, as it goes."""
    return [posted.raw for posted in world.post(RENDERER) if posted.dispatch.to == (address,)]


@pytest.mark.parametrize(
    "theirs",
    [
        ["SEEK Mill", "SEEK Gate"],
        ["FLEE Market", "SEEK Gate", "WAIT"],
        ["nothing that is an order", "SEEK Gate"],
        ["SEEK Gate", "PRESS TO GM: I fear Ann"],
    ],
)
def test_what_others_write_is_in_no_letter_before_the_turn(
    migrated: Path, tmp_path: Path, theirs: Sequence[str]
) -> None:
    """Their orders, their mistakes, how often they write: all that shows is whether they are still waited for."""
    got = []
    for number, said in enumerate((["SEEK Gate"], theirs)):
        path = tmp_path / f"{number}.sqlite"
        shutil.copy(migrated, path)
        with opened(path) as world:
            world.match()
            to(world, "ann@pbem.test")
            for text in said:
                world.says("Bob", text)
            if "WAIT" in said:
                world.says("Bob", "READY")
            mine: list[bytes] = []
            for text in ASKS:
                world.says("Ann", text, headers={"Message-ID": f"<{len(mine)}@ann.test>"})
                mine += to(world, "ann@pbem.test")
            got.append(mine)
    assert len(got[0]) > len(ASKS), "each answered, and a report sent again"
    assert [plainly(raw) for raw in got[0]] == [plainly(raw) for raw in got[1]]


def plainly(raw: bytes) -> bytes:
    """Return a letter without its own name, and the marks made of it: the number of a letter is sealed in them."""
    name = re.search(rb"(?im)^message-id:\s*<[a-z]\.\d+\.([a-z2-7]+)\.", raw)
    assert name is not None
    return re.sub(rb"--=_[0-9a-f]{24}|=_[0-9a-f]{24}", b"mark", raw.replace(name[1], b"unique"))


# ---- everything that can be asked for ----------------------------------------------------------------------


class Sorts:
    """Renders letters, and remembers what sorts of pictures and files were in them."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def render(self, letter: LetterFacts) -> Words:
        """Render a letter."""
        words = RENDERER.render(letter)
        self.seen |= {file.mime for file in words.attachments} | {"picture" for _ in words.pictures}
        return words


def test_every_command_is_asked_in_the_twin_law() -> None:
    """A command that is added must be asked for here with all that it can be asked for."""
    assert set(ASKED) == {*together.ANYBODY, *together.SEATED, *together.SHEET} == set(ALL)
    for kind, lines in ASKED.items():
        assert {type(COMMANDS.attempt(line)) for line in lines} == {kind}


def test_every_game_is_at_several_points_of_the_twin_law() -> None:
    """At its beginning and later, before the first answer, and, where a game asks some alone, when others are asked."""
    points = {game: {name.partition(": ")[2] for name in SCENES if name.startswith(f"{game}:")} for game in ALL_GAMES}
    assert all(found >= {"beginning", "amid", "unanswered"} for found in points.values())


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.proof] if scene.slow else []) for name, scene in SCENES.items()]
)
def test_what_a_seat_may_not_know_changes_nothing_that_it_gets(stage: Callable[[str], Stage], name: str) -> None:
    """Reports, reminders, notices, messages, answers to every command, with pictures and files: all are alike."""
    here, sorts = stage(name), Sorts()
    heard = here.heard(here.asked(), sorts if here.scene.thorough else None)
    heard.assert_alike()
    assert not here.scene.answered or heard.names >= answers(line for lines in ASKED.values() for line in lines)
    assert not here.scene.thorough or sorts.seen == {"picture", "application/pdf", "text/calendar", "text/plain"}


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_blind_gm_is_told_nothing_that_is_hidden(stage: Callable[[str], Stage], game: str) -> None:
    """No report, memo, refusal or trial of an override differs; the GM of the same match who is not blind sees it."""
    scene = stage(f"{game}: unanswered")
    told = scene.told_gm(blind=True)
    told.assert_alike()
    assert {"turn-report", "memo", "EXTEND 24h"} <= told.names
    seen = scene.told_gm(blind=False)
    assert {"turn-report", "memo"} <= {name for name, _ in {*seen.mine} ^ {*seen.theirs}}


def hidden_edits(here: Stage) -> tuple[tuple[str, ...], ...]:
    """Return two corrections that the seat of a scene cannot see."""
    edits = here.testing.hidden_edits
    assert edits is not None
    return edits(here.state, here.game.view(here.state, here.scene.who), here.scene.others)


@every_game_with_hidden_edits
def test_a_correction_that_a_seat_cannot_see_changes_nothing_that_it_gets(
    stage: Callable[[str], Stage], game: str
) -> None:
    """No letter, no word and no time differs from those of a match in which the GM corrected nothing."""
    here = stage(f"{game}: amid")
    here.after((), hidden_edits(here)[0], until_report=True).assert_alike()


@every_game_with_hidden_edits
def test_reports_do_not_tell_which_hidden_correction_was_made(stage: Callable[[str], Stage], game: str) -> None:
    """Two matches that differ only in what the GM changed in secret send the seat the same letters."""
    here = stage(f"{game}: amid")
    heard = here.after(*hidden_edits(here))
    heard.assert_alike()
    assert "turn-report" in heard.names
