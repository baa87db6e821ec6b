"""What a law is tried on: a game, a match of random bots at one of its tables, or a scene with letters."""

import atexit
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import ceil
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, NamedTuple

from moderator.core.codec import digest, encode
from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Prompt
from moderator.core.pictures import Pictures
from moderator.core.referee import ResolutionStep
from moderator.core.seats import Observer, Seat, Who
from moderator.core.template_folders import LANGUAGES
from moderator.games.simulate import Lineup, Played, play
from moderator.kit.testing import Scene, Table, Testing
from moderator.rendering.drawn_words import DrawnWords
from moderator.testing.breaches import LawBroken, difference
from moderator.testing.finding import find_testing
from moderator.testing.stages import Stage

NEEDED = ("beginning", "amid", "unanswered")
"""The scenes that a game must have if it has any."""
_MOST = 60
"""So many times is a match resolved at most."""


class Moment(NamedTuple):
    """One resolution of a match that was played, what it started from, and the dice that it had."""

    before: Any
    prompts: Mapping[Seat, Prompt]
    step: ResolutionStep
    dice: Dice

    @property
    def turn(self) -> str:
        """The turn in words, with what is asked in it."""
        prompt = next(iter(self.prompts.values()), None)
        return f"turn {prompt.turn} ({prompt.phase})" if prompt else "a turn in which nobody is asked"


class Subject:
    """What a law is tried on. A law says what it requires; where it was, the message tells."""

    slow = False
    """Whether it takes long to try."""

    def __init__(self, game: AnyGame, name: str, templates: Path | None) -> None:
        """Begin with no turn in view; ``templates`` is a folder with words that come before the packaged ones."""
        self.game, self.name, self.templates = game, name, templates
        self.testing: Testing[Any, Any] = find_testing(game)
        self.moment: Moment | None = None

    def pictures(self) -> Pictures[Any]:
        """Return how the game draws, with its words in English."""
        return next(self.pictures_by_language())

    def pictures_by_language(self) -> Iterator[Pictures[Any]]:
        """Give how the game draws in English, and in each other language that it is translated into."""
        words = DrawnWords(self.templates)
        for each in dict.fromkeys(words(self.game.info.key, language) for language in LANGUAGES):
            yield self.game.pictures(each)

    def where(self, seat: Who | None = None) -> str:
        """Return the table, the turn that is looked at, and a seat."""
        turn = self.moment.turn if self.moment else ""
        return ", ".join(part for part in (self.name, turn, str(seat or "")) if part)

    def require(self, holds: object, what: str, seat: Who | None = None) -> None:
        """Break the law unless something holds; ``what`` says what is wrong."""
        if not holds:
            raise LawBroken(f"{self.where(seat)}: {what}")

    def same(self, one: object, other: object, what: str, seat: Who | None = None) -> None:
        """Break the law unless two values are equal; ``what`` names them."""
        if one != other:
            raise LawBroken(f"{self.where(seat)}: {what}: {difference(one, other)}")

    def same_json(self, one: object, other: object, what: str, seat: Who | None = None) -> None:
        """Break the law unless two values have the same JSON, to the last byte."""
        self.same(encode(one), encode(other), what, seat)


class GameSubject(Subject):
    """A game by itself."""

    def __init__(self, game: AnyGame, templates: Path | None = None) -> None:
        """Name the game by its key."""
        super().__init__(game, game.info.key, templates)

    @cached_property
    def tables(self) -> tuple["TableSubject", ...]:
        """The tables of the game; without any of its own it has one of all seats."""
        tables = self.testing.tables or {"default": Table(len(self.game.info.seats))}
        return tuple(TableSubject(self.game, name, table, self.templates) for name, table in tables.items())

    @cached_property
    def scenes(self) -> dict[str, "SceneSubject"]:
        """The scenes of the game by name; if there are any, all of NEEDED are among them."""
        scenes = self.testing.scenes
        missing = [name for name in NEEDED if scenes and name not in scenes]
        self.require(not missing, f"Testing.scenes lacks {', '.join(missing)}")
        return {name: SceneSubject(self.game, name, scene, self.templates) for name, scene in scenes.items()}


class SceneSubject(Subject):
    """A match that was played up to a point, and its twin, in which all that one seat may not know is otherwise."""

    def __init__(self, game: AnyGame, name: str, scene: Scene, templates: Path | None) -> None:
        """Play nothing yet."""
        super().__init__(game, f"{game.info.key}: {name}", templates)
        self.scene, self.slow = scene, scene.slow

    @cached_property
    def stage(self) -> Stage:
        """The scene, played once for all laws; its databases are deleted when the process ends."""
        folder = Path(mkdtemp(prefix="scene-"))
        atexit.register(rmtree, folder, ignore_errors=True)
        return Stage(self.game, self.scene, folder, self.templates)


class TableSubject(Subject):
    """A table of a game, and the match that random bots play there, once for all laws."""

    def __init__(self, game: AnyGame, name: str, table: Table, templates: Path | None) -> None:
        """Seat random bots."""
        super().__init__(game, f"{game.info.key}: {name}", templates)
        self.hides, self.slow = table.hides, table.slow
        self.lineup = Lineup(
            game=game, bots=dict.fromkeys(_seats(game, table.seats), "random"), options=dict(table.options)
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return self.lineup.seats

    @property
    def watchers(self) -> tuple[Who, ...]:
        """All who may look at a position."""
        return (Observer.PUBLIC, Observer.GM, *self.seats)

    def play(self) -> Played:
        """Play the match."""
        return play(self.lineup, f"laws/{self.name}", most=_MOST)

    @cached_property
    def played(self) -> Played:
        """The match that the laws look at."""
        return self.play()

    @cached_property
    def heap(self) -> tuple[Any, ...]:
        """Every order that was given in the match, in order."""
        return tuple(order for step in self.played.steps for order_set in step.orders.values() for order in order_set)

    def _all(self) -> Iterator[Moment]:
        for number, asked in enumerate(self.played.asked):
            before = asked.before
            for step in asked.steps:
                dice = Dice.throwaway(f"laws/{self.name}/{number}").for_step(step.number)
                yield Moment(before, self.game.pending(before), step, dice)
                before = step.state

    def moments(self, most: int | None = None) -> Iterator[Moment]:
        """Go through the match, or through at most so many moments spread over it.

        Each is in view until the next, or after an error still.
        """
        found = list(self._all())
        for moment in found[:: ceil(len(found) / most)] if most else found:
            self.moment = moment
            yield moment
        self.moment = None


def fingerprint(match: Played) -> str:
    """Return what a match comes to: every position, event and throw."""
    return digest(b"laws", [match.start, match.steps, match.outcome])


def _seats(game: AnyGame, count: int) -> tuple[Seat, ...]:
    """Return so many seats, those that a match cannot do without first, in the game's order."""
    needed = [spec.name for spec in game.info.seats if not spec.optional]
    free = [spec.name for spec in game.info.seats if spec.optional]
    chosen = [*needed, *free][: max(count, len(needed))]
    return tuple(spec.name for spec in game.info.seats if spec.name in chosen)
