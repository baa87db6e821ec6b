"""A side's general staff: one plan for all its seats, from what the side sees and nothing else.

Every seat of a side works out the same plan from the same view and carries out its own part, so Rebel factions act
together without a word. A plan is greedy: again and again the idea that brings most for each order that it takes.
"""

from functools import lru_cache

from moderator.core.seats import Seat
from moderator.games.rebel_commander.seat.bots.doctrine import Doctrine, Idea, Situation, Step
from moderator.games.rebel_commander.seat.bots.errands import best_errand
from moderator.games.rebel_commander.seat.bots.position import Position
from moderator.games.rebel_commander.seat.bots.raids import best_raid, best_support, promised_idea
from moderator.games.rebel_commander.seat.bots.sketch import SPEEDERS, TRANSPORT
from moderator.games.rebel_commander.seat.view import View


@lru_cache(maxsize=64)
def plan(known: Situation, doctrine: Doctrine) -> tuple[Step, ...]:
    """Return the orders of all seats of a side; kept for a while, since its other seats will ask for the same."""
    return tuple(Staff(known, doctrine).make())


def common_whim(view: View) -> int:
    """Return a number for moods that all seats of a side know: no secret, and in fog the other side's is another."""
    return 77777 * view.turn + 12345 * len(view.stacks)


class Staff:
    """One turn's planning for one side; what a seat could do at a place, and attacks on a place, are ideas apart."""

    def __init__(self, known: Situation, doctrine: Doctrine) -> None:
        """Look at the situation."""
        self.known, self.board = known, Position(known, doctrine)
        self.stale: set[int] = set()
        """Raids to think about again before one relies on them."""

    def make(self) -> list[Step]:
        """Fill the slots of all seats, best idea first, once what allies have agreed on is settled."""
        for step in self.known.agreed:
            idea = promised_idea(self.board, step)
            if idea is not None and self._possible(idea):
                self.board.apply(idea)
        ideas: dict[tuple[Seat, int], Idea] = {}
        keys = [(seat, p) for seat, piles in self.board.own.items() for p in piles]
        raids = [("", q) for q, them in enumerate(self.board.enemies) if them or q in self.board.strikes]
        for key in (*keys, *raids):
            self._think(key, ideas)
        while ideas:
            key = max(ideas, key=lambda k: ideas[k].worth)
            idea = ideas[key]
            if not self._possible(idea) or (not key[0] and key[1] in self.stale):
                self.stale.discard(key[1])
                self._think(key, ideas)
                continue
            changed = self.board.apply(idea)
            if not any(self.board.free.values()):
                break
            fast = any(any(self.board.us[p][1:]) for p in changed) or any(step.kind for step in idea.steps)
            self._rethink(changed, ideas, fast=fast)
        return self.board.steps

    def _possible(self, idea: Idea) -> bool:
        return all(self.board.slots[step.seat][step.slot] for step in idea.steps) and all(
            step.slot > self.board.ready_slots[step.place] or step.action == "attack" for step in idea.steps
        )

    def _think(self, key: tuple[Seat, int], ideas: dict[tuple[Seat, int], Idea]) -> None:
        seat, p = key
        if seat:
            idea = best_errand(self.board, seat, p)
        elif p in self.board.strikes:
            idea = best_support(self.board, p)
        else:
            idea = best_raid(self.board, p) if self.board.enemies[p] else None
        if idea is None:
            ideas.pop(key, None)
        else:
            ideas[key] = idea

    def _rethink(self, changed: set[int], ideas: dict[tuple[Seat, int], Idea], *, fast: bool) -> None:
        """Think again where an idea changed something; from two steps away only fast units care."""
        ground = self.board.ground
        beside = set(changed)
        away: set[int] = set()
        for p in changed:
            beside.update(ground.near[p])
            away.update(ground.reach[p])
        away -= beside
        for seat, piles in self.board.own.items():
            if not self.board.free[seat]:
                for key in [key for key in ideas if key[0] == seat]:
                    del ideas[key]
                continue
            for p in beside:
                if p in piles:
                    self._think((seat, p), ideas)
                else:
                    ideas.pop((seat, p), None)
            for p in away:
                pile = piles.get(p)
                if pile is not None and (pile[SPEEDERS] or pile[TRANSPORT]):
                    self._think((seat, p), ideas)
        self._rethink_raids(beside | away if fast else beside, changed, ideas)

    def _rethink_raids(self, around: set[int], changed: set[int], ideas: dict[tuple[Seat, int], Idea]) -> None:
        """Think again of attacks; one that is known already only when its turn comes."""
        for p in around:
            if not self.board.enemies[p] and p not in self.board.strikes:
                ideas.pop(("", p), None)
            elif p in changed or ("", p) not in ideas:
                self._think(("", p), ideas)
            else:
                self.stale.add(p)
