"""Weighing whole plans against what the enemy will probably do.

The staff makes several plans after different doctrines, and one for the enemy as he would make it; a plainer player
tells what the enemy would do if he were no better. The plans are played out against both; then parts of the others,
down to single orders, are tried in place of those of the best. All of it follows from what the side sees, so every
seat of a side comes to the same plan.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from moderator.core.dice import Dice, Stream, Why
from moderator.core.game import Bot, Imagine, Prompt
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.sheet import sheet_labels
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.bots.doctrine import Doctrine, Situation, Step, situation
from moderator.games.rebel_commander.seat.bots.rollout import Rollout, Scale, Scene, scene
from moderator.games.rebel_commander.seat.bots.sheets import (
    Sheet,
    exchanged,
    sheets_of,
    step_of,
    swapped,
    written,
)
from moderator.games.rebel_commander.seat.bots.sketch import ground_of
from moderator.games.rebel_commander.seat.bots.staff import common_whim, plan
from moderator.games.rebel_commander.seat.view import View

VETERAN = Doctrine()
"""After which an enemy probably plans."""

PLAIN = replace(VETERAN, zeal=1.0)
DOCTRINES = (PLAIN, replace(PLAIN, fear=PLAIN.fear * 2.5), replace(PLAIN, fear=PLAIN.fear * 0.3))
"""Plain, wary and bold."""

SAMPLES = (12, 48)
"""How many kinds of luck plans are tried under: on the planet, and where the sequence is fixed and turns are small."""

EFFORT = (7000, 40_000)
"""Orders that are played out in bettering a plan, at most: on the planet, and where the sequence is fixed."""

MANY = 4
"""Seats in play above which plans are long: a doctrine less is thought through, and less effort spent on each order."""

SPARED = 4
"""By what the effort is divided then."""

MARGIN = 0.02
"""By how much a change must be better: less may be luck."""

CHANGES = 5
"""How often a seat looks for something else to do for a change."""

ALIKE = 0.05
"""How much worse, in locations, something may be that is done for a change."""


@lru_cache(maxsize=16)
def campaign(seen: Scene, own: Situation, foe: Situation, plainly: tuple[Step, ...]) -> "Campaign":
    """Return the weighing of a side; kept for a while, since its other seats will ask for the same."""
    return Campaign(seen, own, foe, plainly)


class Campaign:
    """One turn's weighing; ``sheets`` is what came of it, for all seats of the side."""

    def __init__(self, seen: Scene, own: Situation, foe: Situation, plainly: tuple[Step, ...]) -> None:
        """Make the plans and find the best; ``plainly`` is what a plainer enemy would do."""
        self._rollout = Rollout(seen, SAMPLES[seen.fixed], Scale())
        self._foes = [sheets_of(steps, dict(foe.slots)) for steps in (plan(foe, VETERAN), plainly)]
        doctrines = DOCTRINES if len(seen.in_play) <= MANY else DOCTRINES[:2]
        self._plans = [sheets_of(plan(own, doctrine), dict(own.slots)) for doctrine in doctrines]
        orders = sum(count for _, count in own.slots) + sum(count for _, count in foe.slots)
        self._left = EFFORT[seen.fixed] // orders // (1 if len(seen.in_play) <= MANY else SPARED)
        self._best: list[float] = []
        self.sheets: dict[Seat, Sheet] = {}
        self._search()

    def _worlds(self, sheets: Mapping[Seat, Sheet], first: int, last: int) -> list[float]:
        """Return what sheets bring in some worlds; in every other pair of them the enemy is plain."""
        self._left -= last - first
        foes, once = self._foes, self._rollout.once
        return [once({**foes[world // 2 % 2], **sheets}, world) for world in range(first, last)]

    def _search(self) -> None:
        """Take the best plan, and better it as long as there is time."""
        values = [self._worlds(sheets, 0, self._rollout.samples) for sheets in self._plans]
        self._best = max(values, key=sum)
        chosen = values.index(self._best)
        self.sheets = dict(self._plans[chosen])
        for seat, sheet in self._changes(chosen):
            if self._left <= 0:
                return
            better = self._compare(seat, sheet, MARGIN)
            if better is not None:
                self._best, self.sheets[seat] = better, sheet

    def _compare(self, seat: Seat, sheet: Sheet, margin: float) -> list[float] | None:
        """Return what a seat's other sheet brings, if it is better by a margin; what begins badly is soon given up."""
        if not self._rollout.sound(seat, sheet):
            return None
        sheets = {**self.sheets, seat: sheet}
        values: list[float] = []
        many = self._rollout.samples
        for last in (many // 3, many):
            values += self._worlds(sheets, len(values), last)
            if sum(values) <= sum(self._best[:last]) + margin * last:
                return None
        return values

    def _changes(self, chosen: int) -> Iterator[tuple[Seat, Sheet]]:
        """Propose the other plans' whole sheets where there are several seats, then their single orders."""
        others = [other for at, other in enumerate(self._plans) if at != chosen]
        if len(self.sheets) > 1:
            for other in others:
                yield from ((seat, other[seat]) for seat in self.sheets if other[seat] != self.sheets[seat])
        for other in others:
            for seat, steps in other.items():
                for step in steps:
                    if step is not None and step not in self.sheets[seat]:
                        yield seat, exchanged(self.sheets[seat], step)

    def alike(self, seat: Seat, chance: Stream) -> Sheet:
        """Return a seat's sheet, changed here and there to what is nearly as good if all others do their part."""
        sheet = self.sheets[seat]
        for n in range(CHANGES):
            ways = [swapped(sheet, slot) for slot in range(len(sheet) - 1)]
            for other in self._plans:
                ways += [exchanged(sheet, step) for step in other[seat] if step is not None and step not in sheet]
            way = chance.pick(ways, Why("mood", n=n))
            if self._compare(seat, way, -ALIKE) is not None:
                sheet = way
        return sheet


class GrandMoffBot:
    """Weighs plans against the enemy's, and lets chance decide between what is nearly alike in its own part."""

    def __init__(self, plain: Bot[View, RebelOrder]) -> None:
        """Take the player whom a plainer enemy might resemble."""
        self._plain = plain

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RebelOrder]
    ) -> tuple[RebelOrder, ...]:
        """Return the own part of the side's plan."""
        whim, common = chance.d(1 << 30, Why("temper", "whim")), common_whim(view)
        rebels = {seat: view.numbers for seat in view.in_play if seat != EMPIRE}
        empire = {EMPIRE: view.numbers * view.imperial_places}
        own, foes = (empire, rebels) if view.who == EMPIRE else (rebels, empire)
        if view.who not in own:
            return ()
        mood = whim if view.who == EMPIRE else common
        plainly = tuple(step for seat in foes for step in self._guess(view, seat, imagine))
        weighed = campaign(scene(view), situation(view, own, mood), situation(view, foes, common), plainly)
        sheet = weighed.sheets[view.who]
        if view.who != EMPIRE:
            sheet = weighed.alike(view.who, chance)
        return written(sheet, ground_of(view.options.edition).names, prompt.numbers)

    def _guess(self, view: View, seat: Seat, imagine: Imagine[View, RebelOrder]) -> Iterator[Step]:
        """Return what a plainer player would do in a seat, as far as the viewer sees what the seat sees."""
        numbers = sheet_labels(view.options, view.in_play, seat)
        prompt = Prompt(phase="", turn=view.turn, numbers=numbers)
        index = ground_of(view.options.edition).index
        guess = self._plain.order(replace(view, who=seat), prompt, Dice.throwaway(seat).secret, imagine)
        for order in guess:
            step = step_of(order, seat, numbers.index(order.number), index)
            if step is not None:
                yield step
