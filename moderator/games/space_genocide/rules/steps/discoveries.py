"""Finds for the first who comes: neutral planets, alien ruins, temporal nexuses."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.core.trial import branch
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.events.transport import (
    NeutralClaimed,
    NexusEntered,
    RuinsSearched,
    ShipGained,
    ShipLeft,
)
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.rules import deck, pile
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import RANK

_WORLD_OF = (
    World.POPULATION,
    World.POPULATION,
    World.METAL,
    World.METAL,
    World.RADIOACTIVES,
    World.RADIOACTIVES,
)
"""The type of a neutral planet by the die."""


def reached(turn: Turn, squadron: Squadron, found: list[Craft]) -> None:
    """Give a fleet that has come to a hex what is there for the first; ``found`` are ships that it takes aboard."""
    at, ground = squadron.at, turn.ground(squadron.at)
    with branch():
        if ground.planet:
            _claim(turn, squadron)
        if ground.cards and turn.options.cards and _is_first(turn, squadron.seat, at):
            turn.say(NexusEntered(seat=squadron.seat, place=turn.name(at)))
            deck.draw(turn, squadron.seat, ground.cards)
        if ground.ship and not pile.declines(turn, squadron.seat, len(found)) and _is_first(turn, squadron.seat, at):
            turn.say(RuinsSearched(seat=squadron.seat, place=turn.name(at), empty=not sum(turn.pile)))
            drawn = pile.draw(turn, squadron.seat, "ruins", at)
            found += [drawn] if drawn is not None else []


def take_aboard(turn: Turn, squadron: Squadron, crafts: Sequence[Craft]) -> None:
    """Add ships to a fleet, or beside it if it is full, and discard what is too many; they have moved as far as it."""
    spent, halted = max((one.spent for one in squadron.crafts), default=0), squadron.halted
    for craft in crafts:
        into = turn.berth(squadron.seat, squadron.at, squadron.number)
        if into is None:
            turn.pile[RANK[craft.kind.key]] += 1
            place = turn.name(squadron.at)
            turn.say(ShipLeft(seat=squadron.seat, kind=craft.kind.key, place=place, seen_by=(squadron.seat,)))
            continue
        craft.entered, craft.spent, craft.halted = True, spent, halted
        into.crafts.append(craft)
        turn.say(
            ShipGained(
                seat=squadron.seat,
                kind=craft.kind.key,
                place=turn.name(squadron.at),
                fleet=into.number,
                seen_by=(squadron.seat,),
            )
        )
    if crafts:
        pile.trim(turn, squadron.seat)


def _claim(turn: Turn, squadron: Squadron) -> None:
    """Let the first at a neutral planet have it."""
    planet = turn.planets.get(squadron.at)
    if planet is None or planet.seat or not planet.neutral:
        return
    die = turn.throw("neutral", squadron.at, (squadron.seat,))[0]
    turn.planets[squadron.at] = replace(planet, seat=squadron.seat, world=_WORLD_OF[die - 1])
    turn.say(NeutralClaimed(seat=squadron.seat, place=turn.name(squadron.at), die=die, world=_WORLD_OF[die - 1]))
    turn.show_world(squadron.at, turn.seats)


def _is_first(turn: Turn, seat: Seat, at: int) -> bool:
    """Tell whether a seat may take what a hex gives once, and note that it did."""
    key = turn.name(at) if turn.options.wonders == "first" else f"{turn.name(at)} {seat}"
    if key in turn.spent:
        return False
    turn.spent.append(key)
    turn.spent.sort()
    return True
