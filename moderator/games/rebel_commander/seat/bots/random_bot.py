"""A player that does anything that is allowed, sensible or not."""

from moderator.core.dice import Stream, Why
from moderator.core.game import Imagine, Prompt
from moderator.games.rebel_commander.board.legality import missing_to_build
from moderator.games.rebel_commander.orders.types import CAPACITY, Pass, RebelOrder
from moderator.games.rebel_commander.pieces import UNITS
from moderator.games.rebel_commander.seat.bots.sketch import TRANSPORT, TROOPS, Sketch
from moderator.games.rebel_commander.seat.view import View


class RandomBot:
    """Does anything that is allowed, sensible or not, and sometimes nothing."""

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RebelOrder]
    ) -> tuple[RebelOrder, ...]:
        """Draw an order for each number; one in eight numbers is left empty."""
        del imagine
        sketch = Sketch(view)
        labels = (label for label in prompt.numbers if chance.d(8, Why("mood", label)) > 1)
        return tuple(self._one(sketch, label, chance) for label in labels)

    def _one(self, sketch: Sketch, label: str, chance: Stream) -> RebelOrder:
        """Draw a pile, then something that it can do."""
        if not sketch.mine:
            return Pass(number=label)
        place = chance.pick(list(sketch.mine), Why("place", label))
        pile, barred = sketch.mine[place], place in sketch.foes
        if chance.d(3, Why("fight", label)) == 1 and barred:
            return sketch.strike(place, label, hopeful=True)
        buildable = [kind for kind in sketch.kinds if not missing_to_build(UNITS[kind], pile)]
        if chance.d(2, Why("build", label)) == 1 and not barred:
            return sketch.build(chance.pick(buildable, Why("what", label)), place, label)
        kind = chance.pick([kind for kind in range(3) if pile[kind]], Why("who", label))
        goal = chance.pick((sketch.near if kind == TROOPS else sketch.reach)[place], Why("where", label))
        load = min(CAPACITY, pile[TROOPS]) if kind == TRANSPORT else 0
        troops = chance.d(load + 1, Why("load", label)) - 1 if load else 0
        return sketch.move(kind, place, goal, troops, label)
