"""Weighing whole plans against what the enemy will probably do.

The staff makes several plans after different doctrines, and one for the enemy as he would make it. The plans are
played out against his; then parts of the others, down to single orders, are tried in place of those of the best. All
of it follows from what the side sees, so every seat of a side comes to the same plan.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from moderator.core.dice import Stream, Why
from moderator.core.game import Imagine, Prompt
from moderator.core.seats import Seat
from moderator.games.rebel_commander.duel import Breadth, duel, suits
from moderator.games.rebel_commander.orders import Attack, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.planning import build_order, ground_of, move_order
from moderator.games.rebel_commander.rollout import Rollout, Scale, Scene, scene, sheets_of
from moderator.games.rebel_commander.staff import Doctrine, Situation, Step, plan, situation
from moderator.games.rebel_commander.view import View

PLAIN = Doctrine()
DOCTRINES = (PLAIN, replace(PLAIN, fear=PLAIN.fear * 0.3), replace(PLAIN, fear=PLAIN.fear * 2.5))
"""Plain, bold and wary."""

SAMPLES = 8
TRIES = 24
"""How many single orders of a plan are exchanged on trial."""

MARGIN = 0.02
"""By how much a change must be better: less may be luck."""

ALIKE = 0.1
"""How much worse, in locations, something may be that is done for a change."""

DEPTH = (Breadth(16, 8), Breadth(6, 4))
"""How far to look ahead where a match is a duel."""

Sheet: TypeAlias = list[Step | None]
Sheets: TypeAlias = dict[Seat, Sheet]


@lru_cache(maxsize=16)
def campaign(seen: Scene, own: Situation, foe: Situation) -> "Campaign":
    """Return the weighing of a side; kept for a while, since its other seats will ask for the same."""
    return Campaign(seen, own, foe)


class Campaign:
    """One turn's weighing; ``sheets`` is what came of it, for all seats of the side."""

    def __init__(self, seen: Scene, own: Situation, foe: Situation) -> None:
        """Make the plans and find the best."""
        self._rollout = Rollout(seen, SAMPLES, Scale())
        self._foes = sheets_of(plan(foe, PLAIN), dict(foe.slots))
        self._plans = [sheets_of(plan(own, doctrine), dict(own.slots)) for doctrine in DOCTRINES]
        self._best, self.sheets = 0.0, self._plans[0]
        self._search()

    def _value(self, sheets: Sheets) -> float:
        """Return what sheets bring against the enemy's plan."""
        return self._rollout.value({**self._foes, **sheets})

    def _search(self) -> None:
        """Take the best plan, and better it as far as the tries go."""
        values = [self._value(sheets) for sheets in self._plans]
        self._best = max(values)
        chosen = values.index(self._best)
        self.sheets = dict(self._plans[chosen])
        for seat, sheet in self._changes(chosen):
            value = self._value({**self.sheets, seat: sheet})
            if value > self._best + MARGIN:
                self._best = value
                self.sheets[seat] = sheet

    def _changes(self, chosen: int) -> Iterator[tuple[Seat, Sheet]]:
        """Propose the other plans' whole sheets where there are several seats, then their single orders."""
        others = [other for at, other in enumerate(self._plans) if at != chosen]
        if len(self.sheets) > 1:
            for other in others:
                yield from ((seat, other[seat]) for seat in self.sheets if other[seat] != self.sheets[seat])
        tries = TRIES
        for other in others:
            for seat, steps in other.items():
                for step in steps:
                    if tries and step is not None and step not in self.sheets[seat]:
                        tries -= 1
                        yield seat, _exchanged(self.sheets[seat], step)

    def alike(self, seat: Seat, private: Sheet, chance: Stream) -> Sheet:
        """Return a seat's sheet, or one drawn from those that are nearly as good if all others do their part."""
        sheet = self.sheets[seat]
        ways = [private, *(_exchanged(sheet, step) for step in private if step is not None and step not in sheet)]
        ways += [_swapped(sheet, slot) for slot in range(len(sheet) - 1)]
        good = [way for way in ways if self._value({**self.sheets, seat: way}) > self._best - ALIKE]
        return chance.pick([sheet, *good], Why("mood"))


def _exchanged(sheet: Sheet, step: Step) -> Sheet:
    """Return a sheet with another order in its slot."""
    return [*sheet[: step.slot], step, *sheet[step.slot + 1 :]]


def _swapped(sheet: Sheet, slot: int) -> Sheet:
    """Return a sheet with the orders of a slot and the next changed over."""
    pair = [None if step is None else step._replace(slot=2 * slot + 1 - step.slot) for step in sheet[slot : slot + 2]]
    return [*sheet[:slot], *reversed(pair), *sheet[slot + 2 :]]


def common_whim(view: View) -> int:
    """Return a number for moods that all seats of all sides can know."""
    return 77777 * view.turn + 12345 * len(view.stacks)


class GrandMoffBot:
    """Weighs plans against the enemy's, and lets chance decide between what is nearly alike in its own part."""

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RebelOrder]
    ) -> tuple[RebelOrder, ...]:
        """Return the own part of the side's plan."""
        del imagine  # A ruling as it will be printed tells more than is needed here, and takes ten times as long.
        if suits(view):
            return duel(view, prompt.numbers, chance, DEPTH)
        whim, common = chance.d(1 << 30, Why("temper", "whim")), common_whim(view)
        rebels = {seat: view.numbers for seat in view.in_play if seat != EMPIRE}
        empire = {EMPIRE: view.numbers * view.imperial_places}
        if view.who == EMPIRE:
            weighed = campaign(scene(view), situation(view, empire, whim), situation(view, rebels, common))
            sheet = weighed.sheets[EMPIRE]
        elif view.who in rebels:
            weighed = campaign(scene(view), situation(view, rebels, common), situation(view, empire, common))
            private = sheets_of(plan(situation(view, rebels, whim), PLAIN), rebels)
            sheet = weighed.alike(view.who, private[view.who], chance)
        else:
            return ()
        return written(sheet, ground_of(view.options.edition).names, prompt.numbers)


def written(sheet: Sheet, names: Sequence[str], numbers: Sequence[str]) -> tuple[RebelOrder, ...]:
    """Return a sheet as orders under their numbers."""
    return tuple(_order(step, names, number) for step, number in zip(sheet, numbers, strict=False) if step is not None)


def _order(step: Step, names: Sequence[str], number: str) -> RebelOrder:
    """Return a step as an order."""
    if step.what == "move":
        return move_order(step.kind, names[step.place], names[step.goal], step.troops, number)
    if step.what == "build":
        return build_order(step.kind, names[step.place], number)
    return Attack(place=names[step.place], number=number)
