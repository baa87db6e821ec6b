"""A round of a battle in which every throw falls either way: the moments that it may come to, and how often."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop
from moderator.games.buck_rogers_revised.rules.combat import falling, retreating
from moderator.games.buck_rogers_revised.rules.combat.steps import Salvo, Step
from moderator.games.buck_rogers_revised.rules.combat.unplayed import Unplayed
from moderator.games.solar_system.board.firing import chance
from moderator.games.solar_system.pieces import Kind

Moment: TypeAlias = tuple[tuple[int, ...], frozenset[Seat]]
"""How much of each troop is there, is struck and has fired, and whether anybody has; who has ignored a hit."""
Moments: TypeAlias = Mapping[Moment, float]
"""How often each comes."""

_RARE = 0.00001
"""What comes less often is not followed."""
_HIT, _MISS = 10, 1


class Table:
    """The battle boards of a round, which can show any moment of it.

    ``fired``: somebody has fired in the round by then. ``sizes`` are those of the sides when it begins, ``left`` is how
    many shots may still be followed; below 0 nothing comes of anything.
    """

    def __init__(self, battle: Unplayed, left: int) -> None:
        """Remember how the round begins."""
        self._battle = battle
        self._troops = [troop for board in battle.boards.values() for troop in board.troops]
        self._leaders = {seat: board.leaders for seat, board in battle.boards.items()}
        self._stayed = dict(battle.stayed)
        self._guarded = any(troop.kind is Kind.FACTORY for troop in self._troops)
        self.sizes = {seat: board.size for seat, board in battle.boards.items()}
        self.fired, self.left = 0, left

    @property
    def moment(self) -> Moment:
        """What is to be seen."""
        marks = [mark for troop in self._troops for mark in (troop.count, troop.struck, troop.fired)]
        return (*marks, self.fired), frozenset(self._battle.graced)

    def show(self, moment: Moment) -> None:
        """Show a moment."""
        marks, graced = moment
        each = iter(marks)
        for troop in self._troops:
            troop.count, troop.struck, troop.fired = next(each), next(each), next(each)
        self.fired = next(each)
        self._battle.graced = set(graced)

    def leave(self) -> None:
        """Let those go who leave when the round is over."""
        self._battle.stayed = Counter(self._stayed)
        for seat, board in self._battle.boards.items():
            board.leaders = self._leaders[seat]
        retreating.leave(self._battle)

    # ---- firing -------------------------------------------------------------------------------------------

    def step(self, step: Step, before: Moments) -> Moments:
        """Return what a step makes of the moments before it."""
        after: dict[Moment, float] = {}
        for moment, weight in before.items():
            self.show(moment)
            both = sum(board.fights for board in self._battle.boards.values()) > 1
            for end, often in self._fought(Salvo(self._battle, step), weight).items() if both else ((moment, weight),):
                after[end] = after.get(end, 0.0) + often
        return after

    def _fought(self, salvo: Salvo, weight: float) -> Moments:
        """Return what a step comes to that begins with the moment that is shown."""
        firing = [(board, troop) for board, troops in salvo.order() for troop in troops]
        moments: Moments = {self.moment: weight}
        for board, troop in firing:
            moments = self._shot(salvo, board, troop, moments)
        if not firing:
            return moments
        after: dict[Moment, float] = {}
        for moment, often in moments.items():
            self.show(moment)
            salvo.clear()
            if self._guarded:
                falling.capture_lone(self._battle)
            end = self.moment
            after[end] = after.get(end, 0.0) + often
        return after

    def _shot(self, salvo: Salvo, board: Board, troop: Troop, before: Moments) -> Moments:
        """Let a unit fire at each of some moments."""
        after: dict[Moment, float] = {}
        for moment, weight in before.items():
            courses = [_Falls((), weight)]
            while courses and self.left >= 0:
                self.left -= 1
                falls = courses.pop()
                self.show(moment)
                self._battle.fall = falls
                salvo.fire_one(board, troop)
                self.fired |= bool(falls.thrown)
                end = self.moment
                after[end] = after.get(end, 0.0) + falls.weight
                courses += falls.others
        return {moment: weight for moment, weight in after.items() if weight >= _RARE}


class _Falls:
    """Throws that fall as they are told to, and then miss; ``others`` are the courses in which one of those hits."""

    def __init__(self, told: tuple[bool, ...], weight: float) -> None:
        self._told, self.weight = told, weight
        self.thrown: tuple[bool, ...] = ()
        self.others: list[_Falls] = []

    def __call__(self, number: int) -> int:
        """Throw against a number."""
        known = len(self.thrown) < len(self._told)
        hit = known and self._told[len(self.thrown)]
        if not known:
            self.others.append(_Falls((*self.thrown, True), self.weight * chance(number)))
            self.weight *= 1.0 - chance(number)
        self.thrown = (*self.thrown, hit)
        return _HIT if hit else _MISS
