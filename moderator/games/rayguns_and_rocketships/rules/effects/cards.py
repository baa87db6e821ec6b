"""Effects on numbers, permits, tokens and cards."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.reveal import Idle, Lasting, TokensTaken
from moderator.games.rayguns_and_rocketships.rules import hands
from moderator.games.rayguns_and_rocketships.rules.effects.aiming import aim_of, enemies_meant
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import Card, Permit


def modify(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Add to a number of the owner's side until the Turn ends."""
    if card.stat is None:
        return "nothing-to-do"
    table.stats[seat, card.stat] = table.stats.get((seat, card.stat), 0) + card.by
    table.say(Lasting(seat=seat, card=card.name, what=card.stat, by=card.by))
    return None


def permit(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Allow something until the Turn ends."""
    what: Permit = "walk-blast" if card.what == "walk-blast" else "blast-occupied"
    table.permits.add((seat, what))
    table.say(Lasting(seat=seat, card=card.name, what=what))
    return None


def tokens(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Take Action tokens from the stock, and from one enemy within range: the one of AIM, else who has most."""
    within = [other for other in table.enemies(seat) if table.range(seat, other) <= card.range]
    aimed = [other for other in enemies_meant(table, seat, aim_of(table, seat, card).target) if other in within]
    victim = max(aimed or within, key=lambda other: table.sides[other].actions, default="")
    stolen = min(card.steal, table.sides[victim].actions) if victim else 0
    if not card.gain and not stolen:
        return "out-of-range" if not victim else "nothing-to-do"
    if stolen:
        table.pay(victim, stolen)
    table.set_side(seat, actions=table.sides[seat].actions + card.gain + stolen)
    table.say(TokensTaken(seat=seat, card=card.name, gained=card.gain, stolen=stolen, victim=victim if stolen else ""))
    return None


def draw(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Draw Star cards."""
    if not table.decks[seat]:
        return "no-deck"
    hands.draw(table, seat, card.name, card.count)
    return None
