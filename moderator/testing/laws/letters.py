"""Laws about whole letters: what a seat may not know changes no byte that it gets, pictures and files included.

Two moderators have the same match; only what others hide is different. Whatever the seat can get of them is compared.
"""

from functools import cache
from pathlib import Path

from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import FrozenClock
from moderator.service.facts import LetterFacts
from moderator.testing.asked import ASKED, answers
from moderator.testing.stages import Heard
from moderator.testing.subjects import GameSubject, SceneSubject, Subject
from moderator.testing.world import START

_FILES = {"picture", "application/json", "application/pdf", "text/calendar", "text/plain"}
"""What sorts of pictures and files there are in the letters of a match."""


def letters_tell_no_more_than_the_seat_may_know(scene: SceneSubject) -> None:
    """No report, notice, message or answer to any command differs by what the seat may not know.

    In a thorough scene the letters are rendered, and must have had pictures and files of every sort.
    """
    stage, sorts = scene.stage, _Sorts(_renderer(scene.templates))
    heard = stage.hear(stage.all_letters(), sorts if scene.scene.thorough else None)
    _require_alike(scene, heard, scene.scene.who)
    if scene.scene.answered:
        unheard = answers(line for lines in ASKED.values() for line in lines) - heard.names
        scene.require(not unheard, f"there is no answer to {', '.join(sorted(unheard))}")
    if scene.scene.thorough:
        scene.same(sorted(sorts.seen), sorted(_FILES), "pictures and files of the letters")


def blind_gm_is_told_nothing_hidden(game: GameSubject) -> None:
    """A blind GM is told nothing that is hidden: no report, memo, refusal or trial of an override differs."""
    for scene in _scenes(game, "unanswered"):
        told = scene.stage.told_gm(blind=True)
        _require_alike(scene, told, "the blind GM")
        missing = {"turn-report", "memo", "EXTEND 24h"} - told.names
        scene.require(not missing, f"the blind GM is not told {', '.join(missing)}: this law was not tried")
        seen = scene.stage.told_gm(blind=False)
        unseen = {"turn-report", "memo"} - {name for name, _ in {*seen.mine} ^ {*seen.theirs}}
        scene.require(not unseen, f"a GM who sees everything is told the same: {', '.join(unseen)}")


def hidden_corrections_change_nothing(game: GameSubject) -> None:
    """A correction by the GM that a seat cannot see changes no letter, no word and no time that it gets."""
    for scene in _scenes(game, "amid"):
        for edit, _ in _edits(scene):
            _require_alike(scene, scene.stage.hear_after((), edit, until_report=True), scene.scene.who)


def reports_do_not_tell_hidden_corrections_apart(game: GameSubject) -> None:
    """Two corrections by the GM that a seat cannot see lead to the same letters, the next report among them."""
    for scene in _scenes(game, "amid"):
        for edits in _edits(scene):
            heard = scene.stage.hear_after(*edits)
            _require_alike(scene, heard, scene.scene.who)
            scene.require("turn-report" in heard.names, "no turn was reported: this law was not tried")


def _scenes(game: GameSubject, name: str) -> list[SceneSubject]:
    """Return the scene of a name; a game that has no scenes has none."""
    return [scene for each, scene in game.scenes.items() if each == name]


def _edits(scene: SceneSubject) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return two corrections that the seat cannot see, where there are such."""
    edits, stage = scene.testing.hidden_edits, scene.stage
    if edits is None:
        return []
    return [edits(stage.state, scene.game.view(stage.state, scene.scene.who), scene.scene.others)]


def _require_alike(subject: Subject, heard: Heard, who: str) -> None:
    subject.require(not heard.difference, f"letters differ by what is hidden: {heard.difference}", who)


class _Sorts:
    """Renders letters, and remembers what sorts of pictures and files were in them."""

    def __init__(self, renderer: MailRenderer) -> None:
        self._renderer = renderer
        self.seen: set[str] = set()

    def render(self, letter: LetterFacts) -> Words:
        """Render a letter."""
        words = self._renderer.render(letter)
        self.seen |= {file.mime for file in words.attachments} | {"picture" for _ in words.pictures}
        return words


@cache
def _renderer(templates: Path | None) -> MailRenderer:
    return MailRenderer(FrozenClock(START), templates)
