"""Effects in Rocketship Shooting: rayguns that fire once more, and dice of the card's own."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.gunnery import Shooting, choose_batteries, hit_chance
from moderator.games.rayguns_and_rocketships.events.gunnery import BatteryFired, Shot
from moderator.games.rayguns_and_rocketships.events.reveal import Idle
from moderator.games.rayguns_and_rocketships.orders.types import Fire
from moderator.games.rayguns_and_rocketships.pieces import Square
from moderator.games.rayguns_and_rocketships.rules import damage
from moderator.games.rayguns_and_rocketships.rules.effects.aiming import enemies_meant, target_of
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.rules.volley import volley
from moderator.games.rayguns_and_rocketships.tables import Card


def once_more(table: Table, seat: Seat, count: int, first: Square = "") -> Shooting | None:
    """Return what rayguns that have shot may fire once more: the best by FIRE, the one on a square before all others.

    A shot once more may have another target than the first (data/commands.toml: refire).
    """
    if seat not in table.ships:
        return None
    fired = [port for port in table.ships[seat].guns if ("raygun", seat, port) in table.used]
    naturals, square = table.options.naturals, deck(seat).square
    for shooting in choose_batteries(table, seat, table.orders(seat, Fire), fired):
        ranked = sorted(shooting.guns, key=lambda gun: (square(gun.port) != first, -hit_chance(gun, naturals=naturals)))
        return Shooting(shooting.target, at_guns=shooting.at_guns, guns=tuple(ranked[:count]))
    return None


def refire(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Let rayguns that have shot fire once more."""
    again = once_more(table, seat, card.guns)
    if again is None:
        return "no-target"
    volley(table, seat, again, card.name)
    return None


def shot(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Throw the card's own dice at an enemy ship in any direction; hits are Blasts, which no armour takes off."""
    wished = [
        other
        for line in table.orders(seat, Fire)
        for name in line.targets
        for other in enemies_meant(table, seat, name)
    ]
    target = target_of(table, seat, card, wished)
    if not target:
        return "out-of-range"
    throws = [table.throw("star", f"{seat} {card.name}", seat, target) for _ in range(card.dice)]
    shots = tuple(Shot("", throw, 0, card.hits, throw >= card.hits) for throw in throws)
    fired = BatteryFired(seat=seat, on=target, at_guns=False, shots=shots, card=card.name)
    table.say(fired)
    damage.blast(table, target, seat, "star", count=fired.hits)
    return None
