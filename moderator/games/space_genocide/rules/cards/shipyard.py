"""Cards of the yards: one ship more, new Planet Busters, other ships for old ones."""

from collections.abc import Mapping, Sequence

from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.units import Craft
from moderator.games.space_genocide.events.cards import ShipsExchanged
from moderator.games.space_genocide.events.production import Berth, BustersReplaced
from moderator.games.space_genocide.orders.types import Play, PlayWhen, targets_of
from moderator.games.space_genocide.rules import pile
from moderator.games.space_genocide.rules.cards import finding
from moderator.games.space_genocide.rules.cards.finding import Aboard, Effect, on_own_turn, played_on
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.steps import production
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import KINDS

_EXCHANGED = 3
"""The most ships that are refitted."""

_USUAL_WORTH = sum(figures.worth(kind, kind.busters) for kind in KINDS) / len(KINDS)
"""What a ship drawn from a full pile counts for."""


def _is_short(turn: Turn, playing: Playing, moment: Moment) -> bool:
    """Tell whether a seat has room for a ship above its usual production: one that would be too many is no gain."""
    seat = playing.seat
    usual = turn.options.production + turn.race(seat).production
    room = figures.ship_limit(turn.options, turn.race(seat)) - turn.ship_count(seat)
    return moment.seat == seat and room > usual and bool(sum(turn.pile)) and bool(production.docks(turn, seat))


def _build(turn: Turn, playing: Playing, _: Moment) -> None:
    """Draw and place one ship."""
    production.build(turn, playing.seat, 1)


def _unarmed(turn: Turn, playing: Playing, _: Moment) -> Aboard | None:
    """Return the ship that gets new Planet Busters: of those that are meant, the one that lacks most."""
    named = finding.named_ships(turn, playing.order.target, finding.own_ships(turn, playing))
    lacking = [one for one in named if _lacks(one.craft)]
    return max(lacking, key=lambda one: _lacks(one.craft), default=None)


def _lacks(craft: Craft) -> int:
    """Return how many Planet Busters a ship has used up."""
    return craft.kind.busters - craft.busters


def _resupply(turn: Turn, playing: Playing, _: Moment, ship: Aboard) -> None:
    """Fill up a ship wherever it is; its seat alone is told."""
    craft, squadron = ship
    count, craft.busters = _lacks(craft), craft.kind.busters
    turn.say(
        BustersReplaced(
            seat=playing.seat,
            fleet=squadron.number,
            place=turn.name(squadron.at),
            count=count,
            seen_by=(playing.seat,),
        )
    )


def _outdated_ships(turn: Turn, playing: Playing, moment: Moment) -> list[Aboard] | None:
    """Return up to three ships at own planets: those that are named, else those that count for less than usual."""
    order = playing.order
    if moment.seat != playing.seat or not sum(turn.pile):
        return None
    at_home = [one for one in finding.own_ships(turn, playing) if turn.is_home(playing.seat, one.squadron.at)]
    at_home.sort(key=lambda one: one.craft.worth(turn.options))
    meant = _named_ships(turn, order, at_home)
    return meant[:_EXCHANGED] or None


def _named_ships(turn: Turn, order: Play | PlayWhen, ships: Sequence[Aboard]) -> list[Aboard]:
    """Return which of some ships an order names."""
    targets = [target for target in targets_of(order) if target.kind or target.fleet or target.place]
    if not targets:
        return [one for one in ships if one.craft.worth(turn.options) < _USUAL_WORTH]
    named = [finding.named_ships(turn, target, ships) for target in targets]
    # One of each first, so that no target is crowded out by many of another.
    firsts = [found[0] for found in named if found]
    return list(dict.fromkeys([*firsts, *(one for found in named for one in found)]))


def _refit(turn: Turn, playing: Playing, _: Moment, ships: list[Aboard]) -> None:
    """Put ships back to the pile and draw others into their fleets; their seat alone is told."""
    for craft, squadron in ships:
        squadron.crafts.remove(craft)
        turn.return_ship(craft)
    berths = []
    for _craft, squadron in ships:
        drawn = pile.draw(turn, playing.seat, playing.card)
        if drawn is not None:
            squadron.crafts.append(drawn)
            berths.append(Berth(drawn.kind.key, turn.name(squadron.at), squadron.number))
    gone = pile.crew([craft for craft, _ in ships])
    turn.say(
        ShipsExchanged(seat=playing.seat, gone=gone, berths=tuple(berths), card=playing.card, seen_by=(playing.seat,))
    )
    turn.clear([squadron for _, squadron in ships])


EFFECTS: Mapping[str, Effect] = {
    "increased-production": on_own_turn(Effect(_is_short, _build)),
    "resupply": on_own_turn(played_on(_unarmed, _resupply)),
    "refit": on_own_turn(played_on(_outdated_ships, _refit)),
}
