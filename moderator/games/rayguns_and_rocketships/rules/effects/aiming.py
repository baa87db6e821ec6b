"""At whom a Star card goes: AIM, or whom its owner would choose (BY-MAIL 6)."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.gunnery import best_target
from moderator.games.rayguns_and_rocketships.board.helm import goal_of
from moderator.games.rayguns_and_rocketships.board.targets import enemies_by_distance, named_enemies
from moderator.games.rayguns_and_rocketships.orders.phrases import BEST
from moderator.games.rayguns_and_rocketships.orders.types import Aim, Helm
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import Card


def aim_of(table: Table, seat: Seat, card: Card) -> Aim:
    """Return the AIM line for a card; an empty one where there is none."""
    lines = (line for line in table.orders(seat, Aim) if line.card == card.name)
    return next(lines, Aim(card=card.name))


def enemies_meant(table: Table, seat: Seat, name: str) -> list[Seat]:
    """Return the enemy ships that the name of a target means."""
    best = best_target(table, seat) if name == BEST else None
    return [best[0]] if best else named_enemies(table, seat, [name])


def target_of(table: Table, seat: Seat, card: Card, otherwise: Iterable[Seat]) -> Seat:
    """Return at whom a card goes whose ship is within its range: AIM, ``otherwise``, HELM's target, the nearest."""
    aim = aim_of(table, seat, card)
    meant = enemies_meant(table, seat, aim.target)
    helm = enemies_meant(table, seat, goal_of(table, seat, table.orders(seat, Helm)).target)
    every = (*meant, *otherwise, *helm, *enemies_by_distance(table, seat))
    chosen = next((other for other in every if table.range(seat, other) <= card.range), "")
    if chosen and aim.target and chosen not in meant[:1]:
        table.fail(seat, aim, "beyond" if meant else "no-ship")
    return chosen
