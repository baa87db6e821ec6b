"""Cards are turned up: Action tokens, requirements of Star cards, effects at once (Rules: Turns 1; BY-MAIL 1a)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.helm import CARDS, complete_programme, goal_of, playable_cards
from moderator.games.rayguns_and_rocketships.events.ending import StarDiscarded
from moderator.games.rayguns_and_rocketships.events.lines import HelmsmanChose
from moderator.games.rayguns_and_rocketships.events.reveal import CardRevealed, StarUnmet
from moderator.games.rayguns_and_rocketships.orders.types import Helm, Program, programmed
from moderator.games.rayguns_and_rocketships.pieces import CREW
from moderator.games.rayguns_and_rocketships.rules import effects
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import cards_of


def program(table: Table) -> None:
    """Lay down the cards that seats programmed; the helmsman adds what is missing (Rules: Round Start)."""
    for seat in table.in_play():
        lines = [one for one in table.lines[seat] if isinstance(one, Program)]
        said = programmed(lines)
        begun = playable_cards(table, seat, table.hands[seat], said)
        for line in lines:
            if begun != said and (len({*line.cards}) < len(line.cards) or not {*begun}.issuperset(line.cards)):
                table.fail(seat, line, "not-in-hand")
        table.programs[seat] = begun
        complete(table, seat, CARDS)


def complete(table: Table, seat: Seat, count: int) -> None:
    """Let the helmsman add cards to a programme that has fewer than ``count`` to come."""
    begun = table.programs[seat]
    if len(begun) < count or "" in begun:
        line = goal_of(table, seat, table.orders(seat, Helm))
        left = [] if _stars(table, seat) >= table.options.max_star_per_round else table.hands[seat]
        table.programs[seat] = complete_programme(table, seat, left, line, begun)[:count]
        said = (*begun, *[""] * count)
        chosen = tuple(name for name, own in zip(table.programs[seat], said, strict=False) if not own)
        table.tell(HelmsmanChose(seat=seat, cards=chosen))


def _stars(table: Table, seat: Seat) -> int:
    """Return how many Star cards of this Round a seat has down or up."""
    cards = cards_of(seat)
    return sum(cards[name].star for name in (*table.programs[seat], *table.sides[seat].shown) if name)


def turn_up(table: Table, seat: Seat) -> str:
    """Turn up the next card of a seat; a Star card leaves the hand until the Round ends."""
    card, table.programs[seat] = table.programs[seat][0], table.programs[seat][1:]
    if card in table.hands[seat]:
        table.hands[seat].remove(card)
    table.set_side(seat, shown=(*table.sides[seat].shown, card))
    return card


def run(table: Table) -> None:
    """Turn up everybody's card of the Turn: tokens for all, then requirements of all, then effects clockwise."""
    seats = table.clockwise()
    for seat in seats:
        _tokens(table, seat)
    for seat in seats:
        _requirement(table, seat)
    for seat in seats:
        effects.run(table, seat, "reveal")


def _tokens(table: Table, seat: Seat) -> None:
    """Turn up a card, unless it lies up already (``tempo = "turns"``), and take its tokens and the captain's."""
    if len(table.sides[seat].shown) < table.turn:
        complete(table, seat, 1)
        turn_up(table, seat)
    card = cards_of(seat)[table.sides[seat].shown[-1]]
    crew = any((seat, name) in table.figures for name in CREW)
    captain = sum(one.gain for one in table.abilities(seat).values() if one.kind == "tokens") if crew else 0
    actions = table.sides[seat].actions + card.tokens + captain
    table.set_side(seat, actions=actions)
    table.say(
        CardRevealed(seat=seat, turn=table.turn, card=card.name, tokens=card.tokens, captain=captain, actions=actions)
    )


def _requirement(table: Table, seat: Seat) -> None:
    """Check what a Star card asks for: met, it is played; unmet, it goes back to the hand, or away (``star_unmet``)."""
    name = table.sides[seat].shown[-1]
    if not cards_of(seat)[name].star:
        return
    lacks = table.lacks(seat, name)
    if not lacks:
        table.used.add(("star", seat, name))
        table.set_side(seat, fired=(*table.sides[seat].fired, name))
        return
    table.say(StarUnmet(seat=seat, card=name, lacks=lacks))
    if table.options.star_unmet == "discard":
        table.set_side(seat, discards=(*table.sides[seat].discards, name))
        table.say(StarDiscarded(seat=seat, card=name))
