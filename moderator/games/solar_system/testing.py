"""What the laws over games are told of every rule set that is played on this board."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core.seats import Who
from moderator.games.solar_system.orders.phrases import Leg, Units
from moderator.games.solar_system.orders.types import Move, SetStance, Truce
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.view import Course
from moderator.kit.testing import Lines


def other_minds(state: Any, who: Who) -> tuple[Any, ...]:  # noqa: ANN401 - of either rule set
    """Return what is kept of each seat, with something else in the minds of others."""
    fighter = Course("Blue", Move(units=Units(((Kind.FIGHTER, 1),)), origin="Bach", way=(Leg("to", "Near Mars"),)))
    other = (SetStance(stance="attack"), Truce(seats=state.seats[:1]))
    return tuple(
        side if seat == who else replace(side, doctrine=other, courses=(fighter,))
        for seat, side in zip(state.seats, state.sides, strict=True)
    )


def aimed(view: Any, _states: Sequence[Any]) -> Iterator[str]:  # noqa: ANN401 - as above
    """Send ships into the orbits where others have units, with whom they may have a truce or not."""
    for stack in view.position.stacks:
        if stack.colour not in view.own and stack.fighters:
            own = next((one for one in view.position.stacks if one.colour in view.own and one.fighters), None)
            if own is not None and own.zone != stack.zone:
                yield f"MOVE 1 FIGHTER {own.zone} TO {stack.zone}"
            return


GAP_VALUES: dict[str, Lines] = {
    "units": ("3 FIGHTERS", "2 FIGHTERS, 1 BATTLER, Killer Kane", "ALL", "ALL FIGHTERS, LEADER", "12 TROOPERS"),
    "way": (
        "TO Bach",
        "VIA Near Mercury VIA Far Mercury TO Mercury Marker",
        "TO Bach VIA Near Mercury VIA E3",
        "SLING Sun SLING Earth EACH TO American Regency",
        "LOAD 1 FACTORY SCRAPPING VIA Hielo DROP 2 TROOPERS VIA Near Mercury TO Mariposas DROP",
        "TO Hielo DROP 2 TROOPERS TO Mariposas VIA Near Mercury",
    ),
    "when": ("2 ENEMY KILSATS AT Near Mars AND RED THERE", "EMPTY", "MINE Bach AND 3 ENEMIES THERE"),
    "unless": ("1 FIGHTER AT Bach AND EMPTY Hielo", "1 ENEMY THERE"),
    "occasion": ("WEAKER 2", "WEAKER 3", "LOSSES 3", "ROUND 1"),
}
"""What stands in gaps of several parts."""
