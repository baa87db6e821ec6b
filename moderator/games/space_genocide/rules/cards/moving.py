"""Cards that bring fleets elsewhere, let them pass, or hold them where they are.

What cannot move by itself, and fighters without a bay, stay behind as in any move. A move by a card is one more: it
costs a fleet nothing of its own move.
"""

from collections.abc import Mapping
from typing import NamedTuple

from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.events.cards import FleetJammed, PassageOpened, SquadronBased, WorldRevealed
from moderator.games.space_genocide.orders.phrases import Target
from moderator.games.space_genocide.orders.types import MOVES, PlayWhen, targets_of
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.rules.cards import finding
from moderator.games.space_genocide.rules.cards.finding import Aboard, Effect, on_own_turn, own_fleet, played_on
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.steps import transport
from moderator.games.space_genocide.rules.turn import Turn
from moderator.kit.boards.hex import NOWHERE


class Trip(NamedTuple):
    """A fleet and the hex where it is to go."""

    squadron: Squadron
    at: int


class Pair(NamedTuple):
    """Two fleets."""

    one: Squadron
    other: Squadron


class Flight(NamedTuple):
    """A ship and the hex where it is to go."""

    ship: Aboard
    at: int


def can_go(turn: Turn, squadron: Squadron) -> bool:
    """Tell whether a fleet has ships that move, and can leave behind those that do not."""
    return not transport.reason_to_stay(turn, squadron) and transport.can_leave(turn, squadron)


def bring(turn: Turn, squadron: Squadron, at: int, card: str) -> None:
    """Put a fleet on another hex, without what cannot move."""
    if transport.leave_behind(turn, squadron):
        transport.put(turn, squadron, at, card)


# ---- to one's own planets ---------------------------------------------------------------------------------


def _homes(turn: Turn, playing: Playing) -> list[int]:
    """Return the own planets that a card may bring something to: the one that it names, else all."""
    named = finding.goal(turn, playing)
    return [
        at for at in sorted(turn.planets) if turn.is_home(playing.seat, at) and (not playing.order.goal or at == named)
    ]


def _redeployment(turn: Turn, playing: Playing, _: Moment) -> Trip | None:
    """Return which fleet goes from an own planet to which other: unless it is named, where most enemies are.

    In the second reading one that leaves no enemies behind goes first, and where there are none anywhere, it goes to
    the Homeworld.
    """
    homes = _homes(turn, playing)

    def suits(squadron: Squadron) -> bool:
        elsewhere = any(at != squadron.at for at in homes)
        return elsewhere and turn.is_home(playing.seat, squadron.at) and can_go(turn, squadron)

    squadron = own_fleet(turn, playing, suits, weigh=lambda one: not turn.enemies(playing.seat, one.at))
    if squadron is None:
        return None
    others = (at for at in homes if at != squadron.at)
    home = _homeworld(turn, playing) if turn.options.second else NOWHERE
    return Trip(squadron, max(others, key=lambda at: (len(turn.enemies(playing.seat, at)), at == home)))


def _redeploy(turn: Turn, playing: Playing, _: Moment, trip: Trip) -> None:
    """Put the fleet there."""
    bring(turn, trip.squadron, trip.at, playing.card)


def _homeworld(turn: Turn, playing: Playing) -> int:
    """Return where the Homeworld is, ``NOWHERE`` if it is lost."""
    own = (at for at in sorted(turn.planets) if turn.is_home(playing.seat, at))
    return next((at for at in own if turn.planets[at].world is World.HOMEWORLD), NOWHERE)


def _defenders(turn: Turn, playing: Playing, _: Moment) -> list[Squadron] | None:
    """Return the fleets that come to the Homeworld: those that are named, else all that can."""
    home = _homeworld(turn, playing)
    if home == NOWHERE:
        return None
    named = {target.fleet for target in targets_of(playing.order)} - {0}
    own = [one for one in turn.own(playing.seat) if one.at != home and can_go(turn, one)]
    return [one for one in own if not named or one.number in named] or None


def _defend(turn: Turn, playing: Playing, moment: Moment, squadrons: list[Squadron]) -> None:
    """Turn up the Homeworld and gather fleets there; those that come in answer to a move stay this turn."""
    home = _homeworld(turn, playing)
    turn.show_world(home, turn.seats)
    turn.say(WorldRevealed(seat=playing.seat, place=turn.name(home), world=World.HOMEWORLD, card=playing.card))
    for squadron in squadrons:
        bring(turn, squadron, home, playing.card)
        if moment.kind == "moved":
            squadron.halt(playing.card)


def _fighter_transfer(turn: Turn, playing: Playing, _: Moment) -> Flight | None:
    """Return which fighter goes to which planet: unless named, one that is at no own planet, and the nearest."""
    seat = playing.seat
    homes = [at for at in _homes(turn, playing) if turn.has_berth(seat, at)]
    fighters = [
        one
        for one in finding.named_ships(turn, playing.order.target, finding.own_ships(turn, playing))
        if one.craft.kind.fighter and not one.craft.jammed and any(at != one.squadron.at for at in homes)
    ]
    away = [one for one in fighters if not turn.is_home(seat, one.squadron.at)]
    ship = finding.best(turn, away) or finding.best(turn, fighters)
    if ship is None:
        return None
    others = (at for at in homes if at != ship.squadron.at)
    return Flight(ship, min(others, key=lambda at: turn.board.distance(at, ship.squadron.at)))


def _base(turn: Turn, playing: Playing, _: Moment, flight: Flight) -> None:
    """Put the fighter into a fleet at the planet."""
    (craft, squadron), at = flight
    into = turn.berth(playing.seat, at)
    if into is None:
        return
    squadron.crafts.remove(craft)
    into.crafts.append(craft)
    turn.say(
        SquadronBased(
            seat=playing.seat,
            fleet=squadron.number,
            kind=craft.kind.key,
            place=turn.name(at),
            into=into.number,
            card=playing.card,
            seen_by=(playing.seat,),
        )
    )
    turn.clear([squadron])


# ---- anywhere ---------------------------------------------------------------------------------------------


def _lured_fleet(turn: Turn, playing: Playing, _: Moment) -> Trip | None:
    """Return which enemy fleet is lured to which hex. Whether it can move is not asked: its enemy cannot know."""
    at = finding.goal(turn, playing)
    if at == NOWHERE:
        return None
    squadron = finding.enemy_fleet(
        turn, playing, lambda one: one.at != at, weigh=lambda one: finding.may_move(turn, playing.seat, one)
    )
    return None if squadron is None else Trip(squadron, at)


def _lure(turn: Turn, playing: Playing, _: Moment, trip: Trip) -> None:
    """Move an enemy fleet as far as it gets; it has its own course still, and its own move unless enemies stop it."""
    squadron, here = trip.squadron, trip.squadron.at
    transport.go_besides(turn, squadron, trip.at)
    if squadron.at == here:
        transport.fail(turn, playing.seat, playing.order, "unmoved", squadron.number, here)


def _fleets_to_switch(turn: Turn, playing: Playing, _: Moment) -> Pair | None:
    """Return the two fleets that change places; both must be named."""
    order = playing.order
    if not (order.target.fleet and order.other.fleet):
        return None
    one = own_fleet(turn, playing, lambda fleet: can_go(turn, fleet))
    other = own_fleet(turn, playing, lambda fleet: can_go(turn, fleet), order.other)
    return Pair(one, other) if one is not None and other is not None and one.at != other.at else None


def _switch(turn: Turn, playing: Playing, _: Moment, pair: Pair) -> None:
    """Put each where the other was."""
    one, other = pair
    here, there = one.at, other.at
    # What both leave behind stays where it is before either comes to the other's hex.
    if transport.leave_behind(turn, one) and transport.leave_behind(turn, other):
        transport.put(turn, one, there, playing.card)
        transport.put(turn, other, here, playing.card)


def _fleet_to_operate(turn: Turn, playing: Playing, _: Moment) -> Squadron | None:
    """Return the fleet that moves once more: to the goal, else on along its course."""
    goal = finding.goal(turn, playing)
    if playing.order.goal and goal == NOWHERE:
        return None

    def suits(squadron: Squadron) -> bool:
        return can_go(turn, squadron) and (bool(squadron.course) if goal == NOWHERE else squadron.at != goal)

    return own_fleet(turn, playing, suits)


def _operate(turn: Turn, playing: Playing, _: Moment, squadron: Squadron) -> None:
    """Let the fleet move as if it had not yet."""
    goal = finding.goal(turn, playing)
    squadron.refresh()
    squadron.course = squadron.course if goal == NOWHERE else (goal,)
    transport.go(turn, squadron, playing.order)


# ---- letting pass, and holding ----------------------------------------------------------------------------


def _passing_fleets(turn: Turn, playing: Playing, _: Moment) -> Pair | None:
    """Return which own fleet passes through which enemy fleet: unless it is named, the one nearest to it.

    In the second reading that is the first on its way; where it has a way without enemies, there is none to pass.
    """
    squadron = own_fleet(turn, playing, lambda one: can_go(turn, one), weigh=lambda one: finding.is_going(turn, one))
    if squadron is None:
        return None
    other = playing.order.other
    enemies = finding.enemy_fleets(turn, playing.seat, other)
    ahead = _ahead(turn, squadron) if turn.options.second and not other.fleet else ()
    if ahead:
        enemies = sorted((one for one in enemies if one.at in ahead), key=lambda one: ahead.index(one.at))[:1]
    enemy = min(enemies, key=lambda one: turn.board.distance(one.at, squadron.at), default=None)
    return None if enemy is None else Pair(squadron, enemy)


def _ahead(turn: Turn, squadron: Squadron) -> tuple[int, ...]:
    """Return the hexes where enemies could stop a fleet short of its goal, nearest first; none if it goes nowhere."""
    lines = [line for line in turn.ahead.get(squadron.seat, ()) if isinstance(line, MOVES)]
    sent = next((line for line in lines if line.fleets.among((squadron.number,))), None)
    course = squadron.course if sent is None or squadron.halted else transport.wanted(turn, sent)
    way = turn.space.way(squadron.at, course) or ()
    return ((squadron.at,) if squadron.halted == "enemy" else ()) + way[:-1]


def _let_pass(turn: Turn, playing: Playing, _: Moment, pair: Pair) -> None:
    """Let a fleet go on where the other one is."""
    squadron, enemy = pair
    squadron.passes.append((enemy.seat, enemy.number))
    if squadron.halted == "enemy" and squadron.at not in transport.halting(turn, squadron):
        squadron.halt("")
    turn.say(
        PassageOpened(
            seat=squadron.seat, fleet=squadron.number, owner=enemy.seat, other=enemy.number, card=playing.card
        )
    )


def _jammable(turn: Turn, playing: Playing, moment: Moment) -> Squadron | None:
    """Return the enemy fleet that is not to move: of a seat that acts this turn, and could still move.

    Unless one is named, it is the fleet whose move the card waits for.
    """
    del moment
    order = playing.order
    target = order.trigger.target if isinstance(order, PlayWhen) and order.target == Target() else None
    return finding.enemy_fleet(
        turn,
        playing,
        lambda one: one.seat in turn.order and not one.jammed,
        target,
        weigh=lambda one: finding.may_move(turn, playing.seat, one),
    )


def _jam(turn: Turn, playing: Playing, _: Moment, squadron: Squadron) -> None:
    """Keep a fleet where it is."""
    for craft in squadron.crafts:
        craft.jammed = True
    turn.say(FleetJammed(seat=squadron.seat, fleet=squadron.number, card=playing.card))


EFFECTS: Mapping[str, Effect] = {
    "redeploy": on_own_turn(played_on(_redeployment, _redeploy)),
    "defend-the-homeworld": played_on(_defenders, _defend),
    "fighter-base": on_own_turn(played_on(_fighter_transfer, _base)),
    "lure": on_own_turn(played_on(_lured_fleet, _lure)),
    "switch": on_own_turn(played_on(_fleets_to_switch, _switch)),
    "operations": on_own_turn(played_on(_fleet_to_operate, _operate)),
    "bypass": on_own_turn(played_on(_passing_fleets, _let_pass)),
    "jam-communications": played_on(_jammable, _jam),
}
