"""Space bursts: Planet Busters fired at ships before the engagement, where the options have them."""

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.figures import BURST_HIT
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.events.battle import BurstFired
from moderator.games.space_genocide.orders.types import Burst
from moderator.games.space_genocide.pieces import after_bursts
from moderator.games.space_genocide.rules.moments import Moment, Roll
from moderator.games.space_genocide.rules.steps import engagement
from moderator.games.space_genocide.rules.steps.transport import fail
from moderator.games.space_genocide.rules.turn import Turn, Wreck

_Hits: TypeAlias = dict[int, tuple[Craft, Squadron, list[Seat]]]
"""Ships that are hit, and by whom, by identity."""


def run(turn: Turn) -> None:
    """Let all bursts go off at once."""
    hit: _Hits = {}
    for seat in turn.order:
        for order in turn.order_sets.get(seat, ()):
            if isinstance(order, Burst):
                _burst(turn, seat, order, hit)
    lost: dict[int, tuple[Squadron, list[Wreck]]] = {}
    for craft, squadron, by in hit.values():
        turn.lose(craft, squadron)
        lost.setdefault(id(squadron), (squadron, []))[1].append(Wreck(craft, squadron, tuple(by)))
    for squadron, wrecks in lost.values():
        engagement.rob(turn, squadron, wrecks)
    turn.clear(squadron for squadron, _ in lost.values())


def _burst(turn: Turn, seat: Seat, order: Burst, hit: _Hits) -> None:
    """Fire what an order says: a die for each Planet Buster and enemy ship."""
    squadron = turn.fleet(seat, order.fleet)
    if not turn.options.bursts or squadron is None:
        fail(turn, seat, order, "not-allowed" if squadron is not None else "no-fleet", order.fleet)
        return
    victims = [(craft, one) for one in turn.enemies(seat, squadron.at) for craft in one.crafts]
    fired = min(order.busters, sum(craft.busters for craft in squadron.crafts if not craft.launched))
    if not victims or not fired:
        fail(turn, seat, order, "no-target" if fired else "no-busters", order.fleet, squadron.at)
        return
    _use_up(squadron, fired)
    turn.note_used(squadron, partial(after_bursts, count=fired))
    roll = Roll("burst", squadron.at, (seat,), turn.throw("burst", squadron.at, (seat,), fired * len(victims)))
    losers = dict.fromkeys(one.seat for _, one in _ships_hit(roll, victims)) or (seat,)
    for loser in losers:
        turn.offer(Moment("rolled", seat=loser, squadron=squadron, at=squadron.at, roll=roll))
    new = {id(craft): (craft, one) for craft, one in _ships_hit(roll, victims)}
    for craft, one in new.values():
        hit.setdefault(id(craft), (craft, one, []))[2].append(seat)
    turn.say(
        BurstFired(
            seat=seat,
            fleet=squadron.number,
            place=turn.name(squadron.at),
            busters=fired,
            faces=roll.faces,
            destroyed=tuple((one.seat, one.number, craft.kind.key) for craft, one in new.values()),
        )
    )


def _ships_hit(roll: Roll, victims: Sequence[tuple[Craft, Squadron]]) -> list[tuple[Craft, Squadron]]:
    """Return the ships that the dice hit; the dice go round the ships."""
    return [victims[number % len(victims)] for number, face in enumerate(roll.faces) if face >= BURST_HIT]


def _use_up(squadron: Squadron, count: int) -> None:
    """Take Planet Busters from the ships of a fleet, from those with the most first; each has launched then."""
    for craft in sorted(squadron.crafts, key=lambda one: (-one.busters, one.kind.key)):
        if craft.launched or not craft.busters or not count:
            continue
        used = min(count, craft.busters)
        craft.busters -= used
        craft.launched = True
        count -= used
