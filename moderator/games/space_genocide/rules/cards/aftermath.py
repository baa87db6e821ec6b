"""Cards at the end of the Engagement Phase: ships that are taken, come back or are lost after all.

They are played at a hex that was fought over; all mats there lie open.
"""

from collections.abc import Mapping
from typing import NamedTuple

from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.events.battle import ShipTaken
from moderator.games.space_genocide.events.cards import ShipRestored
from moderator.games.space_genocide.orders.types import PlayWhen
from moderator.games.space_genocide.rules import pile
from moderator.games.space_genocide.rules.cards import finding
from moderator.games.space_genocide.rules.cards.finding import Aboard, Effect, played_on
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.steps import engagement
from moderator.games.space_genocide.rules.turn import Turn, Wreck
from moderator.games.space_genocide.tables import RANK


class Trade(NamedTuple):
    """An own ship that is given for an enemy one."""

    own: Aboard
    enemy: Aboard


def _fields(turn: Turn, playing: Playing, moment: Moment) -> list[int]:
    """Return the hexes of which a card is played at the best: this one and, in the second reading, those yet to come.

    Where the order names the hex, it is that one.
    """
    order = playing.order
    named = order.target.place or (isinstance(order, PlayWhen) and order.trigger.place)
    later = {squadron.at for _, squadron in turn.fought if squadron.at > moment.at}
    return [moment.at, *(sorted(later) if turn.options.second and not named else ())]


def _enemies(turn: Turn, playing: Playing, at: int) -> list[Aboard]:
    """Return the enemy ships at a hex that are meant."""
    named = finding.named_ships(turn, playing.order.target, finding.ships_at(turn, at))
    return [one for one in named if one.squadron.seat != playing.seat]


def _is_present(turn: Turn, playing: Playing, at: int) -> bool:
    """Tell whether a seat has a fleet left at a hex."""
    return any(squadron.seat == playing.seat for squadron in turn.fleets_at(at))


def _if_here(ship: Aboard | None, moment: Moment) -> Aboard | None:
    """Return a ship if it is at the hex whose moment has come."""
    return ship if ship is not None and ship.squadron.at == moment.at else None


# ---- taking -----------------------------------------------------------------------------------------------


def _ship_to_board(turn: Turn, playing: Playing, moment: Moment) -> Aboard | None:
    """Return the enemy ship that is boarded: no fighter, and in the same space as an own fleet."""
    if pile.declines(turn, playing.seat):
        return None
    fields = [
        at
        for at in _fields(turn, playing, moment)
        if _is_present(turn, playing, at) and turn.has_berth(playing.seat, at)
    ]
    ships = [one for at in fields for one in _enemies(turn, playing, at) if not one.craft.kind.fighter]
    return _if_here(finding.best(turn, ships), moment)


def _board(turn: Turn, playing: Playing, moment: Moment, ship: Aboard) -> None:
    """Take over the ship as it is."""
    craft, squadron = ship
    into = turn.berth(playing.seat, moment.at)
    if into is None:
        return
    squadron.crafts.remove(craft)
    craft.ram, craft.entered = None, False
    turn.note_gone(squadron, craft.ship)
    into.crafts.append(craft)
    turn.note_come(into, craft.ship)
    turn.say(
        ShipTaken(
            seat=playing.seat,
            owner=squadron.seat,
            kind=craft.kind.key,
            place=turn.name(moment.at),
            fleet=into.number,
            card=playing.card,
        )
    )
    turn.clear([squadron])
    pile.trim(turn, playing.seat)


def _wreck(turn: Turn, playing: Playing, moment: Moment, *, own: bool) -> Wreck | None:
    """Return the best ship lost that is meant, the seat's own or an enemy's, and whose counter is to be had.

    There must be a fleet that can take it, and its hex be the one whose moment has come.
    """
    target, fields = playing.order.target, _fields(turn, playing, moment)
    lost = [
        one
        for one in turn.wrecks
        if one.at in fields
        and (one.seat == playing.seat) == own
        and target.seat in ("", one.seat)
        and target.fleet in (0, one.fleet)
        and target.kind in ("", one.craft.kind.key)
        and finding.is_at(turn, target, one.at)
        and _can_stay(turn, playing, one)
        and turn.has_berth(playing.seat, one.at)
        and (not turn.options.destroyed_return or turn.pile[RANK[one.craft.kind.key]])
    ]
    best = max(lost, key=lambda one: one.craft.worth(turn.options), default=None)
    return best if best is not None and best.at == moment.at else None


def _can_stay(turn: Turn, playing: Playing, wreck: Wreck) -> bool:
    """Tell whether a ship would not be lost again at once: a fighter needs a planet or a bay, unless it is named."""
    if not wreck.craft.kind.fighter or playing.order.target.kind or turn.is_home(playing.seat, wreck.at):
        return True
    own = [one.craft.kind for one in finding.ships_at(turn, wreck.at) if one.squadron.seat == playing.seat]
    bays = sum(figures.bays(kind, turn.race(playing.seat)) for kind in own)
    return bays > sum(kind.fighter for kind in own)


def _wreck_to_raise(turn: Turn, playing: Playing, moment: Moment) -> Wreck | None:
    """Return the enemy ship that is raised; in the first reading it needs an own fleet that is left there."""
    able = turn.options.second or _is_present(turn, playing, moment.at)
    return _wreck(turn, playing, moment, own=False) if able and not pile.declines(turn, playing.seat) else None


def _salvage(turn: Turn, playing: Playing, moment: Moment, wreck: Wreck) -> None:
    """Take the ship."""
    engagement.take(turn, wreck, playing.seat, playing.card)
    del moment


def _wreck_to_repair(turn: Turn, playing: Playing, moment: Moment) -> Wreck | None:
    """Return the own ship that comes back."""
    return _wreck(turn, playing, moment, own=True)


def _repair(turn: Turn, playing: Playing, moment: Moment, wreck: Wreck) -> None:
    """Put the ship back where it was lost, if it can be in its old fleet."""
    kind, lost_from = wreck.craft.kind.key, turn.fleet(playing.seat, wreck.fleet)
    away = lost_from is not None and lost_from.at != moment.at
    squadron = turn.berth(playing.seat, moment.at, 0 if away else wreck.fleet)
    if squadron is None:
        return
    if turn.options.destroyed_return:
        turn.pile[RANK[kind]] -= 1
    turn.wrecks.remove(wreck)
    turn.losses[playing.seat] -= 1
    squadron.crafts.append(wreck.craft)
    turn.note_come(squadron, wreck.craft.ship)
    turn.say(
        ShipRestored(seat=playing.seat, kind=kind, place=turn.name(moment.at), fleet=squadron.number, card=playing.card)
    )


# ---- destroying -------------------------------------------------------------------------------------------


def _destroy(turn: Turn, playing: Playing, _: Moment, ship: Aboard) -> None:
    """Destroy a ship; as one that was lost in this phase it may yet be salvaged or repaired."""
    craft, squadron = ship
    turn.wreck(craft, squadron, "card", playing.card)
    turn.note_gone(squadron, craft.ship)
    turn.wrecks.append(Wreck(craft, squadron, (playing.seat,)))
    engagement.rob(turn, squadron, engagement.lost_of(turn, squadron))
    turn.clear([squadron])


def _traded(turn: Turn, playing: Playing, moment: Moment) -> Trade | None:
    """Return an own ship and an enemy one at a hex; unless one of them is named, the enemy's must count for more."""
    trades = [trade for at in _fields(turn, playing, moment) if (trade := _trade_at(turn, playing, at))]
    best = max(trades, key=lambda trade: _gain(turn, trade), default=None)
    if best is None or best.own.squadron.at != moment.at:
        return None
    is_named = bool(playing.order.other.kind or playing.order.target.kind)
    return best if is_named or _gain(turn, best) > 0 else None


def _trade_at(turn: Turn, playing: Playing, at: int) -> Trade | None:
    """Return the own ship at a hex that counts for least, and the enemy one that counts for most."""
    own = [one for one in finding.ships_at(turn, at) if one.squadron.seat == playing.seat]
    mine = finding.least(turn, finding.named_ships(turn, playing.order.other, own))
    theirs = finding.best(turn, _enemies(turn, playing, at))
    return None if mine is None or theirs is None else Trade(mine, theirs)


def _gain(turn: Turn, trade: Trade) -> int:
    """Return by how much an enemy ship counts for more than the own one that is given for it."""
    return trade.enemy.craft.worth(turn.options) - trade.own.craft.worth(turn.options)


def _trade(turn: Turn, playing: Playing, moment: Moment, trade: Trade) -> None:
    """Destroy both."""
    _destroy(turn, playing, moment, trade.own)
    _destroy(turn, playing, moment, trade.enemy)


def _fought(turn: Turn, playing: Playing, at: int, *, fighters: bool) -> list[Aboard]:
    """Return the enemy ships that are left of a battle in which the seat took part, fighters or others."""
    there = [(craft, squadron) for craft, squadron in turn.fought if squadron.at == at]
    if not any(squadron.seat == playing.seat for _, squadron in there):
        return []
    veterans = {id(craft) for craft, _ in there}
    left = [one for one in _enemies(turn, playing, at) if id(one.craft) in veterans]
    return [one for one in left if one.craft.kind.fighter == fighters]


def _hittable(turn: Turn, playing: Playing, moment: Moment) -> list[Aboard] | None:
    """Return the ships of which one is hit."""
    return _fought(turn, playing, moment.at, fighters=False) or None


def _hit(turn: Turn, playing: Playing, moment: Moment, ships: list[Aboard]) -> None:
    """Destroy one of them by an open die: all mats lie open."""
    number = turn.throw(playing.card, moment.at, (playing.seat,), sides=len(ships))[0]
    _destroy(turn, playing, moment, ships[number - 1])


def _shot_down(turn: Turn, playing: Playing, moment: Moment) -> Aboard | None:
    """Return the fighter that is destroyed."""
    fields = _fields(turn, playing, moment)
    return _if_here(
        finding.best(turn, [one for at in fields for one in _fought(turn, playing, at, fighters=True)]), moment
    )


EFFECTS: Mapping[str, Effect] = {
    "boarding-action": played_on(_ship_to_board, _board),
    "salvage": played_on(_wreck_to_raise, _salvage),
    "repairs": played_on(_wreck_to_repair, _repair),
    "suicide-attack": played_on(_traded, _trade),
    "critical-hit": played_on(_hittable, _hit),
    "point-defense": played_on(_shot_down, _destroy),
}
