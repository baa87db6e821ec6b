"""Cards that answer what an opponent does: a move, an attack, a launch, a roll."""

from collections.abc import Mapping

from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.events.cards import AttackNegated, LaunchNegated, RollRepeated
from moderator.games.space_genocide.orders.types import Play
from moderator.games.space_genocide.rules.cards import finding
from moderator.games.space_genocide.rules.cards.finding import Aboard, Effect, own_fleet, played_on
from moderator.games.space_genocide.rules.cards.moving import Trip, can_go
from moderator.games.space_genocide.rules.moments import Moment, Playing, Roll
from moderator.games.space_genocide.rules.steps import engagement, transport
from moderator.games.space_genocide.rules.turn import Turn, Wreck
from moderator.kit.boards.hex import DIRECTIONS, NOWHERE

PINNED = "card"
"""What halts a fleet that a card has brought to the enemy: it stays there this turn."""


def _mover(turn: Turn, playing: Playing, moment: Moment) -> Squadron | None:
    """Return the enemy fleet that has just moved, if it is still where it went."""
    squadron = moment.squadron
    if moment.kind != "moved" or squadron is None or squadron.seat == playing.seat:
        return None
    return squadron if squadron in turn.fleets and squadron.at == moment.at else None


# ---- space mines ------------------------------------------------------------------------------------------


def _fleet_on_mines(turn: Turn, playing: Playing, moment: Moment) -> Squadron | None:
    """Return the fleet that is on mines: it is alone where it has gone, and there is no planet."""
    squadron = _mover(turn, playing, moment)
    if squadron is None or moment.at in turn.planets or len(turn.fleets_at(moment.at)) > 1:
        return None
    return squadron if finding.is_meant(turn, playing.order.target, squadron) else None


def _blow_up(turn: Turn, playing: Playing, moment: Moment, squadron: Squadron) -> None:
    """Destroy a ship drawn unseen: the die would tell how many there are."""
    number = turn.draw(playing.card, moment.at, (squadron.seat,), len(squadron.crafts))
    craft = sorted(squadron.crafts, key=lambda one: (one.kind.key, one.busters))[number - 1]
    turn.wreck(craft, squadron, "mines", playing.card)
    engagement.rob(turn, squadron, [Wreck(craft, squadron, (playing.seat,))])
    turn.clear([squadron])


# ---- intercept and retreat --------------------------------------------------------------------------------


def _interceptor(turn: Turn, playing: Playing, moment: Moment) -> Squadron | None:
    """Return the fleet that goes to meet one that has moved; played without a condition, at an own planet alone."""
    if _mover(turn, playing, moment) is None:
        return None
    if isinstance(playing.order, Play) and not turn.is_home(playing.seat, moment.at):
        return None
    return own_fleet(turn, playing, lambda one: _reaches(turn, one, moment.at))


def _reaches(turn: Turn, squadron: Squadron, at: int) -> bool:
    """Tell whether a fleet could get to a hex in one move."""
    if squadron.at == at or not can_go(turn, squadron):
        return False
    space, enemies = turn.space, transport.halting(turn, squadron)
    way = space.route(squadron.at, at, enemies)
    if way is None:
        return False
    pace = squadron.pace(turn.race(squadron.seat))
    return space.reach(squadron.at, way, pace, enemies.__contains__) == len(way)


def _intercept(turn: Turn, _: Playing, moment: Moment, squadron: Squadron) -> None:
    """Move the fleet there, where it stays this turn."""
    squadron.refresh()
    squadron.course = (moment.at,)
    transport.go(turn, squadron, None)
    squadron.halt(squadron.halted or PINNED)


def _retreat_trip(turn: Turn, playing: Playing, moment: Moment) -> Trip | None:
    """Return which fleet leaves the one that has come, and where to."""
    mover = _mover(turn, playing, moment)
    if mover is None:
        return None
    squadron = own_fleet(turn, playing, lambda one: one.at == moment.at and can_go(turn, one))
    if squadron is None:
        return None
    there = _way_out(turn, squadron, mover.came)
    return None if there == NOWHERE else Trip(squadron, there)


def _way_out(turn: Turn, squadron: Squadron, came: int) -> int:
    """Return the hex against the direction from which a fleet has come, or the next beside it that is free.

    Who came by a gate has no direction: any free hex will do.
    """
    around, first = turn.board.round[squadron.at], (came + 3) % len(DIRECTIONS) if came >= 0 else 0
    for turned in (0, 1, -1, 2, -2, 3):
        there = around[(first + turned) % len(DIRECTIONS)]
        if there != NOWHERE and not turn.ground(there).closed and not turn.enemies(squadron.seat, there):
            return there
    return NOWHERE


def _retreat(turn: Turn, _: Playing, __: Moment, trip: Trip) -> None:
    """Move the fleet one hex; it has its own move still."""
    transport.go_besides(turn, trip.squadron, trip.at)


# ---- in battle --------------------------------------------------------------------------------------------


def _decoyed(turn: Turn, playing: Playing, moment: Moment) -> Aboard | None:
    """Return the own ship that is attacked, if it is meant: unless it is named, the best one of the battle."""
    craft, squadron, target = moment.craft, moment.squadron, playing.order.target
    if craft is None or squadron is None or squadron.seat != playing.seat:
        return None
    own = [one for one in finding.ships_at(turn, moment.at) if one.squadron.seat == playing.seat]
    if target.kind or target.fleet or not isinstance(playing.order, Play):
        own = finding.named_ships(turn, target, [Aboard(craft, squadron)])
    return (
        Aboard(craft, squadron)
        if own and craft.worth(turn.options) >= max(one.craft.worth(turn.options) for one in own)
        else None
    )


def _draw_off(turn: Turn, playing: Playing, moment: Moment, ship: Aboard) -> None:
    """Let this attack and all others on the ship come to nothing this turn."""
    moment.negated, ship.craft.decoyed = True, True
    turn.say(
        AttackNegated(
            place=turn.name(moment.at),
            seat=playing.seat,
            fleet=ship.squadron.number,
            kind=ship.craft.kind.key,
            card=playing.card,
        )
    )


def _own_planet(turn: Turn, playing: Playing, moment: Moment) -> int | None:
    """Return the own planet that is launched at, if it is meant."""
    meant = turn.is_home(playing.seat, moment.at) and finding.is_at(turn, playing.order.target, moment.at)
    return moment.at if moment.kind == "launch" and meant else None


def _fail_to_explode(turn: Turn, playing: Playing, moment: Moment, at: int) -> None:
    """Let what a ship launches come to nothing."""
    moment.negated = True
    turn.say(LaunchNegated(place=turn.name(at), seat=moment.seat, by=playing.seat, card=playing.card))


def _unlucky(turn: Turn, playing: Playing, moment: Moment) -> Roll | None:
    """Return the roll that went against a seat; without a condition, only if it costs a ship, a planet or a launch.

    In the second reading it must be one that other faces could turn.
    """
    roll = moment.roll
    if moment.kind != "rolled" or moment.seat != playing.seat or roll is None:
        return None
    if turn.options.second and roll.settled:
        return None
    is_miss = roll.kind in ("attack", "burst") and roll.seats[0] == playing.seat
    return None if is_miss and isinstance(playing.order, Play) else roll


def _roll_again(turn: Turn, playing: Playing, _: Moment, roll: Roll) -> None:
    """Throw the dice again; the new faces count."""
    before = roll.faces
    roll.faces = turn.throw(roll.kind, roll.at, roll.seats, len(before))
    turn.say(
        RollRepeated(place=turn.name(roll.at), seat=playing.seat, faces=before, again=roll.faces, card=playing.card)
    )


EFFECTS: Mapping[str, Effect] = {
    "space-mines": played_on(_fleet_on_mines, _blow_up),
    "intercept": played_on(_interceptor, _intercept),
    "retreat": played_on(_retreat_trip, _retreat),
    "decoy": played_on(_decoyed, _draw_off),
    "its-a-dud": played_on(_own_planet, _fail_to_explode),
    "luck": played_on(_unlucky, _roll_again),
}
