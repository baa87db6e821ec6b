"""Cards that add to the figures of ships for the rest of the turn."""

from collections.abc import Callable, Iterable, Mapping

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.events.cards import ShipsBoosted, Stat
from moderator.games.space_genocide.rules.cards.finding import (
    Aboard,
    Effect,
    best,
    is_at,
    is_going,
    named_ships,
    on_own_turn,
    own_fleet,
    own_ships,
    played_on,
)
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import CARD

_STRAFING, _SKIRMISH = 4, 2


def _raise(crafts: Iterable[Craft], stat: Stat, amount: int) -> None:
    """Add to a figure of ships: of each by itself, so that it keeps it in whatever fleet it goes on."""
    for craft in crafts:
        craft.boost(stat, amount)


def _boost_fleet(amounts: Mapping[Stat, int]) -> Callable[[Turn, Playing, Moment, Squadron], None]:
    """Return what adds to all ships of a fleet."""

    def act(turn: Turn, playing: Playing, _: Moment, squadron: Squadron) -> None:
        for stat, amount in amounts.items():
            crafts = [craft for craft in squadron.crafts if stat != "move" or not craft.kind.stationary]
            _raise(crafts, stat, amount)
            turn.say(
                ShipsBoosted(
                    card=playing.card,
                    stat=stat,
                    amount=amount,
                    seat=squadron.seat,
                    fleet=squadron.number,
                    place=turn.name(squadron.at),
                )
            )

    return act


def _boost_ship(
    turn: Turn, playing: Playing, ship: Aboard, stat: Stat, amount: int, *, seen_by: tuple[Seat, ...] | None = None
) -> None:
    """Add to a figure of one ship."""
    ship.craft.boost(stat, amount)
    turn.say(
        ShipsBoosted(
            card=playing.card,
            stat=stat,
            amount=amount,
            seat=playing.seat,
            fleet=ship.squadron.number,
            kind=ship.craft.kind.key,
            place=turn.name(ship.squadron.at),
            seen_by=seen_by,
        )
    )


# ---- on the way -------------------------------------------------------------------------------------------


def _mobile_fleet(turn: Turn, playing: Playing, _: Moment) -> Squadron | None:
    """Return the fleet that is to go farther."""
    return own_fleet(
        turn,
        playing,
        lambda one: any(not craft.kind.stationary for craft in one.crafts),
        weigh=lambda one: is_going(turn, one),
    )


def _mobile_ship(turn: Turn, playing: Playing, _: Moment) -> Aboard | None:
    """Return the ship that is to go farther: the slowest one that is meant, for it holds up its fleet.

    In the second reading, first of all a ship whose fleet is going, and gains most.
    """
    named = named_ships(turn, playing.order.target, own_ships(turn, playing))
    mobile = [one for one in named if not one.craft.kind.stationary]
    return min(mobile, key=lambda one: (_hurry(turn, one), _own_pace(one.craft)), default=None)


def _own_pace(craft: Craft) -> int:
    """Return how far a ship goes, but for its race."""
    return craft.kind.move + craft.boosts.get("move", 0)


def _hurry(turn: Turn, ship: Aboard) -> tuple[bool, int]:
    """Return how little is gained where a ship goes farther: its fleet is as slow as the next slowest then."""
    if not turn.options.second:
        return False, 0
    fleet = [craft for craft in ship.squadron.crafts if not craft.kind.stationary]
    faster = [_own_pace(craft) + (CARD["afterburners"].move if craft is ship.craft else 0) for craft in fleet]
    return not is_going(turn, ship.squadron), min(map(_own_pace, fleet)) - min(faster)


def _burn(turn: Turn, playing: Playing, _: Moment, ship: Aboard) -> None:
    """Let a ship go farther; what type it is, its seat alone is told."""
    _boost_ship(turn, playing, ship, "move", CARD[playing.card].move, seen_by=(playing.seat,))


# ---- in battle --------------------------------------------------------------------------------------------


def _defends(turn: Turn, squadron: Squadron) -> bool:
    """Tell whether a fleet is a defender."""
    return not turn.is_attacker(squadron)


def _fights(_turn: Turn, _squadron: Squadron) -> bool:
    """Take any fleet of a battle."""
    return True


def _in_battle(role: Callable[[Turn, Squadron], bool], amounts: Mapping[Stat, int]) -> Effect:
    """Return the effect of a card that adds to an own fleet of a battle."""

    def find(turn: Turn, playing: Playing, moment: Moment) -> Squadron | None:
        return own_fleet(
            turn, playing, lambda one: one.at == moment.at and role(turn, one), weigh=lambda one: len(one.crafts)
        )

    return played_on(find, _boost_fleet(amounts))


def _fighter(turn: Turn, playing: Playing, moment: Moment) -> Aboard | None:
    """Return the own fighter of a battle that is to strafe."""
    named = named_ships(turn, playing.order.target, own_ships(turn, playing))
    return best(turn, [one for one in named if one.squadron.at == moment.at and one.craft.kind.fighter])


def _strafe(turn: Turn, playing: Playing, _: Moment, ship: Aboard) -> None:
    """Let a fighter attack harder."""
    _boost_ship(turn, playing, ship, "attack", _STRAFING)


def _skirmish(turn: Turn, playing: Playing, moment: Moment, _: Seat) -> None:
    """Let all ships of a battle, of all sides, defend better."""
    _raise([craft for squadron in turn.fleets_at(moment.at) for craft in squadron.crafts], "defence", _SKIRMISH)
    turn.say(ShipsBoosted(card=playing.card, stat="defence", amount=_SKIRMISH, place=turn.name(moment.at)))


def _own_battle(turn: Turn, playing: Playing, moment: Moment) -> Seat | None:
    """Return who plays if the battle is one that is meant: unless it is named, one of its own."""
    target = playing.order.target
    fights = any(squadron.seat == playing.seat for squadron in turn.fleets_at(moment.at))
    return playing.seat if is_at(turn, target, moment.at) and (target.place or fights) else None


EFFECTS: Mapping[str, Effect] = {
    "interstellar-shortcut": on_own_turn(
        played_on(_mobile_fleet, _boost_fleet({"move": CARD["interstellar-shortcut"].move}))
    ),
    "sustained-burn": on_own_turn(played_on(_mobile_fleet, _boost_fleet({"move": CARD["sustained-burn"].move}))),
    "afterburners": on_own_turn(played_on(_mobile_ship, _burn)),
    "surprise-attack": _in_battle(Turn.is_attacker, {"attack": 2}),
    "ambush": _in_battle(_defends, {"attack": 2}),
    "defensive-formation": _in_battle(_defends, {"defence": 2}),
    "tactical-advantage": _in_battle(_fights, {"attack": 1, "defence": 1}),
    "strafing-run": played_on(_fighter, _strafe),
    "skirmish": played_on(_own_battle, _skirmish),
}
