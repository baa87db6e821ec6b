"""What Star cards do: a closed set of effects, one handler each (data/commands.toml: effect)."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.reveal import Idle, StarIdle
from moderator.games.rayguns_and_rocketships.rules.effects import cards, crews, guns, ships
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import Card, EffectKind, cards_of, commands

Moment: TypeAlias = Literal["reveal", "move", "fire", "crew"]
Effect: TypeAlias = Callable[[Table, Seat, Card], Idle | None]
"""Carries out a card's effect; why it came to nothing, if it did."""

EFFECTS: Mapping[EffectKind, Effect] = {
    "modify": cards.modify,
    "permit": cards.permit,
    "tokens": cards.tokens,
    "draw": cards.draw,
    "repair": ships.repair,
    "shift": ships.shift,
    "refire": guns.refire,
    "shot": guns.shot,
    "freeze": crews.freeze,
    "recruit": crews.recruit,
    "jump": crews.jump,
}


def run(table: Table, seat: Seat, at: Moment) -> None:
    """Carry out the effect of the card that a seat has up, if it has one for this moment and is entitled to it.

    The card is played, and discarded for a point at the Round's end, whether or not it finds a target.
    """
    name = next(reversed(table.sides[seat].shown), "")
    if ("star", seat, name) not in table.used:
        return
    card = cards_of(seat)[name]
    if card.effect is None or commands().effect[card.effect].at != at or (seat not in table.ships and at != "reveal"):
        return
    cause = EFFECTS[card.effect](table, seat, card)
    if cause:
        table.say(StarIdle(seat=seat, card=name, cause=cause))
