"""Attacks with the moves that they take, by one seat or by several together under the same number."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from moderator.core.seats import Seat
from moderator.games.rebel_commander.orders.types import CAPACITY
from moderator.games.rebel_commander.seat.bots.appraisal import NOBODY, ONE, Pile, added
from moderator.games.rebel_commander.seat.bots.doctrine import Idea, Step, Strike
from moderator.games.rebel_commander.seat.bots.position import VICTORY, Position
from moderator.games.rebel_commander.seat.bots.sketch import CHANCES, SPEEDERS, TRANSPORT, TROOPS

_PAIR = 2
_MOST = 4
"""Moves that go before an attack, at most."""


Team: TypeAlias = Mapping[Seat, Sequence["Gift"]]
"""Who attacks, and what each of them brings first."""


class Gift(NamedTuple):
    """What one move could bring to a fight, and what it costs where it comes from."""

    bonus: int
    load: Pile
    cost: float
    place: int
    kind: int
    troops: int


class Blow(NamedTuple):
    """An attack as reckoned before its steps are written down: most are never made."""

    worth: float
    odds: float
    stakes: float
    team: Team


_NONE = Blow(0.0, 0.0, 0.0, {})


def best_raid(board: Position, q: int) -> Idea | None:
    """Return the best attack on a place, alone or together, with the moves that it takes."""
    best, steps = _NONE, None
    parts: list[tuple[float, Seat, Sequence[Gift]]] = []
    around = board.ground.around[q]
    for seat, piles in board.own.items():
        if not board.free[seat] or around.isdisjoint(piles):
            continue
        gifts: Sequence[Gift] = _gifts(board, seat, q) if board.free[seat] > 1 else ()
        present = q in piles
        if not present and not gifts:
            continue
        solo = _alone(board, q, seat, gifts[: min(board.free[seat] - 1, _MOST)])
        best = max(best, solo, key=attrgetter("worth"))
        few = len(solo.team.get(seat, ()))
        parts.append((-solo.odds, seat, gifts[: max(few, 0 if present else 1)]))
    parts.sort(key=lambda part: part[0])
    team = {seat: brought for _, seat, brought in parts[:1]}
    for _, seat, gifts in parts[1:3]:
        team = {**team, seat: () if q in board.own[seat] else gifts[:1]}
        blow = _together(board, q, team)
        written = _steps(board, q, team) if blow.worth > best.worth else None
        if written:
            best, steps = blow, written
    steps = steps or _steps(board, q, best.team)
    if not steps:
        return None
    pool = _pool(board, q, best.team)
    strike = Strike(steps[-1].slot, tuple(best.team), pool, board.them[q], best.odds, best.stakes)
    return Idea(best.worth * board.doctrine.zeal + board.moods[q], steps, best.odds, strike)


def best_support(board: Position, q: int) -> Idea | None:
    """Return the best that another seat could add to an attack that is planned already, under its number."""
    strike, best = board.strikes[q], None
    for seat, slots in board.slots.items():
        if seat in strike.seats or not slots[strike.slot]:
            continue
        present = board.own[seat].get(q, NOBODY)
        offers: list[tuple[Gift, ...]] = [()] if any(present) else []
        offers += [(gift,) for gift in _gifts(board, seat, q)]
        for gifts in offers:
            idea = _joining(board, q, seat, added(present, gifts[0].load) if gifts else present, gifts)
            if idea and (best is None or idea.worth > best.worth):
                best = idea
    return best


def promised_idea(board: Position, step: Step) -> Idea | None:
    """Return what an ally has said it will do, with what it can bring to an attack; None if that cannot work."""
    pile, q = board.own[step.seat].get(step.place, NOBODY), step.goal
    if step.action == "move":
        troops = min(step.troops, pile[TROOPS])
        return Idea(0.0, (step._replace(troops=troops),)) if pile[step.kind] else None
    known, gifts = board.strikes.get(q), [] if any(pile) else _gifts(board, step.seat, q)[:1]
    slot = board.slot(step.seat, -1) if gifts else -1
    if not (any(pile) or gifts) or slot is None or slot >= step.slot or (known and known.slot != step.slot):
        return None
    moves = [Step(step.seat, slot, "move", gift.kind, gift.place, q, gift.troops) for gift in gifts]
    brought = gifts[0].load if gifts else NOBODY
    load = added(pile, brought)
    if known is None:
        win, lose = _prospects(board, q, load, added(board.us[q], brought))
        known = Strike(step.slot, (), NOBODY, board.them[q], 0.0, win - lose, promised=True)
    pool = added(known.pool, load)
    odds = _odds(board, pool, known.them)
    strike = known._replace(seats=(*known.seats, step.seat), pool=pool, odds=odds)
    return Idea(0.0, (*moves, step), odds, strike) if any(known.them) else None


def _joining(board: Position, q: int, seat: Seat, load: Pile, gifts: tuple[Gift, ...]) -> Idea | None:
    """Return a seat's part in a planned attack, with the move that it takes, if that comes in time."""
    strike, steps, cost = board.strikes[q], [], 0.0
    for gift in gifts:
        slot = board.slot(seat, board.ready_slots[gift.place])
        if slot is None or slot >= strike.slot:
            return None
        steps.append(Step(seat, slot, "move", gift.kind, gift.place, q, gift.troops))
        cost += gift.cost - board.appraisal.unit * sum(gift.load)
    pool = added(strike.pool, load)
    odds = _odds(board, pool, strike.them)
    worth = (odds - strike.odds) * strike.stakes - cost - (1 - odds) * board.appraisal.unit * sum(load)
    if worth <= 0:
        return None
    steps.append(Step(seat, strike.slot, "attack", 0, q, q, 0))
    joined = strike._replace(seats=(*strike.seats, seat), pool=pool, odds=odds)
    trust = board.doctrine.trust if strike.promised else 0.0
    return Idea(worth / len(steps) * board.doctrine.zeal + trust, tuple(steps), odds, joined)


def _pool(board: Position, q: int, team: Team) -> Pile:
    """Return what a team has at a place once everything that it brings is there."""
    pool = NOBODY
    for seat, gifts in team.items():
        pool = added(pool, board.own[seat].get(q, NOBODY))
        for gift in gifts:
            pool = added(pool, gift.load)
    return pool


def _odds(board: Position, us: Pile, them: Pile) -> float:
    """Return the odds of an attack."""
    return CHANCES[max(-6, min(6, board.ground.attack(us) - board.ground.defence(them))) + 6]


def _gifts(board: Position, seat: Seat, q: int) -> list[Gift]:
    """Return what each move of a seat could bring to a place, the most useful first."""
    ground, gifts = board.ground, []
    piles = board.own[seat]
    near = ground.near[q]
    for p in ground.reach[q]:
        pile = piles.get(p)
        if pile is None:
            continue
        units, before = board.us[p], board.values[p]
        if pile[SPEEDERS]:
            cost = before - board.worth(p, (units[0], units[1] - 1, units[2]))
            gifts.append(Gift(2, ONE[SPEEDERS], cost, p, SPEEDERS, 0))
        if pile[TRANSPORT] and pile[TROOPS]:
            troops = min(CAPACITY, pile[TROOPS])
            if troops == units[0] and units[1] == 0 and units[2] == 1 and troops > 1 and not board.enemies[p]:
                troops -= 1
            cost = before - board.worth(p, (units[0] - troops, units[1], units[2] - 1))
            gifts.append(Gift(troops, (troops, 0, 1), cost, p, TRANSPORT, troops))
        elif pile[TROOPS] and p in near:
            cost = before - board.worth(p, (units[0] - 1, units[1], units[2]))
            gifts.append(Gift(1, ONE[TROOPS], cost, p, TROOPS, 0))
            if min(units[0], pile[TROOPS]) > _PAIR:
                gifts.append(Gift(1, ONE[TROOPS], cost, p, TROOPS, 0))
    gifts.sort(key=lambda gift: gift.cost - 0.6 * gift.bonus)
    return gifts


def _alone(board: Position, q: int, seat: Seat, gifts: Sequence[Gift]) -> Blow:
    """Return how a seat best attacks alone, with some of the gifts or none, if it has the slots for it."""
    own, present = board.own[seat].get(q, NOBODY), board.us[q]
    cost, after, sure, best = 0.0, -1, 1.0, _NONE
    for count in range(len(gifts) + 1):
        if count:
            gift = gifts[count - 1]
            slot = board.slot(seat, max(after, board.ready_slots[gift.place]))
            if slot is None:
                break
            after = slot
            cost += gift.cost
            sure = min(sure, board.confidence[gift.place])
            own, present = added(own, gift.load), added(present, gift.load)
        elif own is NOBODY:
            continue
        if board.slot(seat, max(after, board.ready_slots[q])) is None:
            break
        odds, gain, stakes = _chances(board, q, own, present)
        worth = (gain - cost) * sure / (count + 1)
        if odds and worth > best.worth:
            best = Blow(worth, odds, stakes, {seat: gifts[:count]})
    return best


def _together(board: Position, q: int, team: Team) -> Blow:
    """Reckon an attack by several seats, whether or not there are slots for it."""
    pool, present = NOBODY, board.us[q]
    cost, sure, count = 0.0, 1.0, len(team)
    for seat, gifts in team.items():
        pool = added(pool, board.own[seat].get(q, NOBODY))
        for gift in gifts:
            pool, present = added(pool, gift.load), added(present, gift.load)
            cost += gift.cost
            sure = min(sure, board.confidence[gift.place])
            count += 1
    odds, gain, stakes = _chances(board, q, pool, present)
    return Blow((gain - cost) * sure / count, odds, stakes, team) if odds else _NONE


def _chances(board: Position, q: int, pool: Pile, present: Pile) -> tuple[float, float, float]:
    """Return the odds of an attack by a pool, what it brings on the average, and what victory brings above defeat.

    ``present`` are all units by then.
    """
    odds = _odds(board, pool, board.them[q])
    if not odds:
        return 0.0, 0.0, 0.0
    win, lose = _prospects(board, q, pool, present)
    return odds, odds * win + (1 - odds) * lose - board.values[q], win - lose


def _prospects(board: Position, q: int, pool: Pile, present: Pile) -> tuple[float, float]:
    """Return what a place is worth once a pool, among all units there by then, has won, and once it has lost."""
    win = board.worth_if(q, present, NOBODY, board.free_neighbours[q])
    if board.ours + bool(board.barred[q]) >= board.need and board.strength > board.threat - board.enemies[q]:
        win += VICTORY
    return win, board.worth(q, (present[0] - pool[0], present[1] - pool[1], present[2] - pool[2]))


def _steps(board: Position, q: int, team: Team) -> tuple[Step, ...]:
    """Write down an attack by a team with what they bring; nothing if there are no slots for it."""
    steps, last = [], board.ready_slots[q]
    for seat, gifts in team.items():
        after = -1
        for gift in gifts:
            slot = board.slot(seat, max(after, board.ready_slots[gift.place]))
            if slot is None:
                return ()
            after = slot
            steps.append(Step(seat, slot, "move", gift.kind, gift.place, q, gift.troops))
        last = max(last, after)
    # Allies have more time to join a late attack.
    late = len(board.own) > 1 and board.enemies[q] > 1
    number = board.common(team, last, late=late) if team else None
    if number is None:
        return ()
    return (*steps, *(Step(seat, number, "attack", 0, q, q, 0) for seat in team))
