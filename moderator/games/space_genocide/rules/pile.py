"""The pile of ship counters, and what becomes of ships that a seat has too many of."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.surplus import declines_gifts, ship_to_give_up
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.events.production import ShipScrapped
from moderator.games.space_genocide.pieces import new_ship
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import KINDS


def draw(turn: Turn, seat: Seat, reason: str, at: int = -1) -> Craft | None:
    """Draw a counter unseen; None if the pile is empty."""
    total = sum(turn.pile)
    if not total:
        return None
    rest = turn.draw(reason, at, (seat,), total)
    for number, count in enumerate(turn.pile):
        rest -= count
        if rest <= 0:
            turn.pile[number] -= 1
            return Craft(new_ship(KINDS[number].key))
    raise AssertionError("the counts add up to what was thrown")


def scrap(turn: Turn, craft: Craft, squadron: Squadron, *, excess: bool = False) -> None:
    """Discard a ship; its seat alone is told."""
    squadron.crafts.remove(craft)
    turn.return_ship(craft)
    turn.say(
        ShipScrapped(
            seat=squadron.seat,
            kind=craft.kind.key,
            fleet=squadron.number,
            place=turn.name(squadron.at),
            excess=excess,
            seen_by=(squadron.seat,),
        )
    )
    turn.clear([squadron])


def trim(turn: Turn, seat: Seat) -> None:
    """Discard what a seat has above its maximum at once, as it prefers."""
    while turn.ship_count(seat) > figures.ship_limit(turn.options, turn.race(seat)):
        chosen = ship_to_give_up(turn.own(seat), turn.doctrine.get(seat, ()), turn.race(seat), turn.options)
        scrap(turn, *chosen, excess=True)


def declines(turn: Turn, seat: Seat, more: int = 0) -> bool:
    """Tell whether a seat refuses a gift above its maximum, and has that many ships with some ``more``."""
    full = turn.ship_count(seat) + more >= figures.ship_limit(turn.options, turn.race(seat))
    return full and declines_gifts(turn.doctrine.get(seat, ()))


def crew(crafts: Sequence[Craft]) -> tuple[str, ...]:
    """Return the types of ships."""
    return tuple(craft.kind.key for craft in crafts)
