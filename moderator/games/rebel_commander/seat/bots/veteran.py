"""A player that plans for its whole side and carries out its own part."""

from moderator.core.dice import Stream, Why
from moderator.core.game import Imagine, Prompt
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.bots.doctrine import Doctrine, situation
from moderator.games.rebel_commander.seat.bots.rollout import Rollout, Scale, scene
from moderator.games.rebel_commander.seat.bots.sheets import Sheet, sheets_of, swapped, written
from moderator.games.rebel_commander.seat.bots.sketch import ground_of
from moderator.games.rebel_commander.seat.bots.staff import common_whim, plan
from moderator.games.rebel_commander.seat.view import View


class VeteranBot:
    """Plans for all seats of its side as each of them does: so factions strike together."""

    def __init__(self, doctrine: Doctrine | None = None) -> None:
        """Follow a doctrine."""
        self.doctrine = doctrine or Doctrine()

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RebelOrder]
    ) -> tuple[RebelOrder, ...]:
        """Return the own part of the side's plan."""
        del imagine
        if view.who == EMPIRE:
            slots, whim = {EMPIRE: len(prompt.numbers)}, chance.d(1 << 30, Why("temper", "whim"))
        else:
            slots = {seat: len(prompt.numbers) for seat in view.in_play if seat != EMPIRE}
            whim = common_whim(view)
        if view.who not in slots:
            return ()
        sheet = sheets_of(plan(situation(view, slots, whim), self.doctrine), slots)[view.who]
        if view.who != EMPIRE:
            sheet = self._shuffled(view, sheet, chance)
        return written(sheet, ground_of(view.options.edition).names, prompt.numbers)

    def _shuffled(self, view: View, sheet: Sheet, chance: Stream) -> Sheet:
        """Change orders over with the next ones by chance: allies count on what is done, and on when attacks are."""
        rollout = Rollout(scene(view), 1, Scale())
        for n, slot in enumerate((*range(len(sheet) - 1), 0)):
            pair = sheet[slot : slot + 2]
            swap = chance.d(2, Why("mood", n=n)) == 1
            if swap and all(step is not None and step.what != "attack" for step in pair):
                changed = swapped(sheet, slot)
                if rollout.sound(view.who, changed):
                    sheet = changed
        return sheet
