"""The pile of ship counters, and what becomes of ships that a seat has too many of."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
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


def worth(craft: Craft) -> int:
    """Return what a ship counts for where one must be chosen."""
    kind = craft.kind
    return 2 * (kind.attack + kind.defence + kind.bays) + 2 * kind.move + 3 * kind.busters


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
    """Discard what a seat has above its maximum at once, the least worthy first."""
    limit = figures.ship_limit(turn.options, turn.race(seat))
    while turn.ship_count(seat) > limit:
        all_ships = [
            (worth(craft), one.number, at, craft, one) for one in turn.own(seat) for at, craft in enumerate(one.crafts)
        ]
        *_, craft, squadron = min(all_ships, key=lambda ship: ship[:3])
        scrap(turn, craft, squadron, excess=True)


def crew(crafts: Sequence[Craft]) -> tuple[str, ...]:
    """Return the types of ships."""
    return tuple(craft.kind.key for craft in crafts)
