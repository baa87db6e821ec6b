"""Attacks with the moves that they take, by one seat or by several together under the same number."""

from typing import NamedTuple

from moderator.core.seats import Seat
from moderator.games.rebel_commander.doctrine import Idea, Step
from moderator.games.rebel_commander.orders import CAPACITY
from moderator.games.rebel_commander.planning import CHANCES, SPEEDERS, TRANSPORT, TROOPS
from moderator.games.rebel_commander.position import NOBODY, ONE, VICTORY, Position, added

_PAIR = 2


class Gift(NamedTuple):
    """What one move could bring to a fight, and what it costs where it comes from."""

    bonus: int
    cost: float
    place: int
    kind: int
    troops: int


def raid(board: Position, q: int) -> Idea | None:
    """Return the best attack on a place, alone or together, with the moves that it takes."""
    best: Idea | None = None
    parts: list[tuple[float, Seat, list[Gift]]] = []
    for seat, piles in board.own.items():
        if not board.free[seat]:
            continue
        gifts = _gifts(board, seat, q) if board.free[seat] > 1 else []
        present = q in piles
        if not present and not gifts:
            continue
        most = min(len(gifts), board.free[seat] - 1, 4)
        count = _alone(board, q, seat, gifts[:most])
        solo = None if count is None else _strike(board, q, {seat: gifts[:count]})
        count = count or 0
        if solo is not None and (best is None or solo.worth > best.worth):
            best = solo
        parts.append((-(solo.odds if solo else 0.0), seat, gifts[: max(count, 0 if present else 1)]))
    if len(parts) > 1:
        parts.sort(key=lambda part: part[0])
        team = {parts[0][1]: parts[0][2]}
        for _, seat, gifts in parts[1:3]:
            team[seat] = gifts[:1] if q not in board.own[seat] else []
            idea = _strike(board, q, team)
            if idea and (best is None or idea.worth > best.worth):
                best = idea
    return best


def _gifts(board: Position, seat: Seat, q: int) -> list[Gift]:
    """Return what each move of a seat could bring to a place, the most useful first."""
    ground, gifts = board.ground, []
    piles = board.own[seat]
    near = ground.near[q]
    for p in ground.reach[q]:
        pile = piles.get(p)
        if pile is None:
            continue
        here, them, before, free = board.us[p], board.them[p], board.values[p], board.open[p]
        if pile[SPEEDERS]:
            cost = before - board.worth(p, (here[0], here[1] - 1, here[2]), them, free)
            gifts.append(Gift(2, cost, p, SPEEDERS, 0))
        if pile[TRANSPORT] and pile[TROOPS]:
            troops = min(CAPACITY, pile[TROOPS])
            if troops == here[0] and here[1] == 0 and here[2] == 1 and troops > 1 and not any(them):
                troops -= 1
            cost = before - board.worth(p, (here[0] - troops, here[1], here[2] - 1), them, free)
            gifts.append(Gift(troops, cost, p, TRANSPORT, troops))
        elif pile[TROOPS] and p in near:
            cost = before - board.worth(p, (here[0] - 1, here[1], here[2]), them, free)
            gifts.append(Gift(1, cost, p, TROOPS, 0))
            if min(here[0], pile[TROOPS]) > _PAIR:
                gifts.append(Gift(1, cost, p, TROOPS, 0))
    gifts.sort(key=lambda gift: gift.cost - 0.6 * gift.bonus)
    return gifts


def _alone(board: Position, q: int, seat: Seat, gifts: list[Gift]) -> int | None:
    """Return with how many of the gifts a seat best attacks alone, or None if not at all.

    Reckons as ``_strike`` does, without writing down a single step: most raids come to nothing.
    """
    own, us, them = board.own[seat].get(q, NOBODY), board.us[q], board.them[q]
    free, guard, attack = board.open[q], board.ground.defence(them) - 6, board.ground.attack
    close = board.ours + 1 >= board.need and board.strength > board.threat - sum(them)
    rest = (us[0] - own[0], us[1] - own[1], us[2] - own[2])
    base = board.worth(q, rest, them, free)
    cost, after, sure, best, found = board.values[q], -1, 1.0, 0.0, None
    for count in range(len(gifts) + 1):
        if count:
            kind, place = gifts[count - 1].kind, gifts[count - 1].place
            slot = board.slot(seat, max(after, board.ready[place]))
            if slot is None:
                break
            after = slot
            cost += gifts[count - 1].cost
            sure = min(sure, board.sure[place])
            load = (gifts[count - 1].troops, 0, 1) if kind == TRANSPORT else ONE[kind]
            own, us = added(own, load), added(us, load)
        elif own is NOBODY:
            continue
        if board.slot(seat, max(after, board.ready[q])) is None:
            break
        odds = CHANCES[max(0, min(12, attack(own) - guard))]
        if odds:
            win = board.worth(q, us, NOBODY, free) + (VICTORY if close else 0.0)
            worth = (odds * win + (1 - odds) * base - cost) * sure / (count + 1)
            if worth > best:
                best, found = worth, count
    return found


def _strike(board: Position, q: int, team: dict[Seat, list[Gift]]) -> Idea | None:
    """Return an attack by some seats with what they bring, if there are slots for it."""
    ground, them = board.ground, board.them[q]
    pool = brought = NOBODY
    cost, steps, last = 0.0, [], board.ready[q]
    for seat, gifts in team.items():
        pool = added(pool, board.own[seat].get(q, NOBODY))
        after = -1
        for gift in gifts:
            slot = board.slot(seat, max(after, board.ready[gift.place]))
            if slot is None:
                return None
            after = slot
            load = (gift.troops, 0, 1) if gift.kind == TRANSPORT else ONE[gift.kind]
            brought = added(brought, load)
            cost += gift.cost
            steps.append(Step(seat, slot, "move", gift.kind, gift.place, q, gift.troops))
        last = max(last, after)
    number = board.common(team, last)
    if number is None:
        return None
    steps += [Step(seat, number, "attack", 0, q, q, 0) for seat in team]
    pool = added(pool, brought)
    odds = CHANCES[max(-6, min(6, ground.attack(pool) - ground.defence(them))) + 6]
    if len(team) > 1:
        odds *= board.doctrine.trust
    if not odds:
        return None
    there = added(board.us[q], brought)
    rest = (there[0] - pool[0], there[1] - pool[1], there[2] - pool[2])
    win = board.worth(q, there, NOBODY, board.open[q])
    if board.ours + 1 >= board.need and board.strength > board.threat - sum(them):
        win += VICTORY
    lose = board.worth(q, rest, them, board.open[q])
    sure = min([board.sure[gift.place] for gifts in team.values() for gift in gifts], default=1.0)
    worth = (odds * win + (1 - odds) * lose - board.values[q] - cost) * sure * board.doctrine.zeal / len(steps)
    if worth <= 0:
        return None
    return Idea(worth + board.moods[q], tuple(steps), odds)
