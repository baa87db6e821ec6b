"""Bids for turn cards ("Bid for Turn Order")."""

from collections.abc import Iterator, Sequence

from moderator.core.dice import Why
from moderator.games.buck_rogers_revised.events.movement import LineFailed
from moderator.games.buck_rogers_revised.events.production import BidsOpened, CardsTaken, Offer
from moderator.games.buck_rogers_revised.orders.types import Bid
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.pieces import Colour

Throws = tuple[tuple[Colour, int], ...]


def bids(turn: Turn) -> None:
    """Open all bids together, part those that are equal by throws, and let turn cards be taken or dealt."""
    offers = [_offer(turn, colour) for seat in turn.in_play for colour in turn.played[seat]]
    rounds: list[Throws] = []
    bidders = list(_ranked(turn, [offer for offer in offers if _height(offer)[0]], rounds))
    turn.tokens -= {offer.seat for offer in offers if offer.bonus}
    turn.say(BidsOpened(bids=tuple(offers), throws=tuple(rounds)))
    _tell_unheard(turn, offers)
    taken = _choose(turn, bidders, len(offers))
    left = [number for number in range(1, len(offers) + 1) if number not in taken.values()]
    others = [offer.colour for offer in offers if offer.colour not in taken]
    dealt = dict(zip(others, turn.dice.open.shuffled(left, Why("bid-rest")), strict=True))
    cards = taken | dealt
    turn.order = tuple(sorted(cards, key=lambda colour: cards[colour]))
    turn.say(CardsTaken(order=turn.order, chosen=tuple(taken)))


def _tell_unheard(turn: Turn, offers: Sequence[Offer]) -> None:
    """Tell of bids of more Factories than there are, and of those that came after another."""
    for seat in turn.in_play:
        made = [(line_of(turn, offer.colour), offer.factories) for offer in offers if offer.seat == seat]
        for line in turn.order_set(seat, Bid):
            given = next((number for bid, number in made if bid is line), None)
            if given is None or given < line.bid:
                turn.tell(LineFailed(seat=seat, order=line, cause="used" if given is None else "few"))


def line_of(turn: Turn, colour: Colour) -> Bid | None:
    """Return the line of a bid for a colour; one without a colour is for the first of its seat."""
    seat = turn.seat_of[colour]
    meant = (colour, "") if turn.played[seat][0] == colour else (colour,)
    return next((line for line in turn.order_set(seat, Bid) if line.colour in meant), None)


def _offer(turn: Turn, colour: Colour) -> Offer:
    """Return the bid of a colour: of its active Factories at most; only one colour of a seat spends its bonus."""
    line, seat = line_of(turn, colour), turn.seat_of[colour]
    active = sum(works.colour == colour and not works.idle for works in turn.works)
    spends = next((own for own in turn.played[seat] if (bid := line_of(turn, own)) and bid.bonus), None)
    bonus = seat in turn.tokens and spends == colour
    return Offer(seat, colour, min(line.bid, active) if line else 0, bonus)


def _height(offer: Offer) -> tuple[int, bool]:
    """Return how high a bid is: the bonus adds one, and wins ties (Rules: Zerea Takan)."""
    return offer.factories + offer.bonus, offer.bonus


def _ranked(turn: Turn, offers: Sequence[Offer], rounds: list[Throws]) -> Iterator[Colour]:
    """Give the colours that bid, the highest first."""
    for height in sorted(set(map(_height, offers)), reverse=True):
        yield from _parted(turn, [offer.colour for offer in offers if _height(offer) == height], rounds)


def _parted(turn: Turn, colours: Sequence[Colour], rounds: list[Throws]) -> Iterator[Colour]:
    """Give colours of equal bids by their throws; those that are equal again throw again."""
    if len(colours) == 1:
        yield colours[0]
        return
    throws = {colour: turn.throw("bid", -1, colour) for colour in colours}
    rounds.append(tuple(throws.items()))
    for height in sorted(set(throws.values()), reverse=True):
        yield from _parted(turn, [colour for colour in colours if throws[colour] == height], rounds)


def _choose(turn: Turn, bidders: Sequence[Colour], number: int) -> dict[Colour, int]:
    """Let colours take turn cards one after another: the first that is left of those wished, else the lowest."""
    taken: dict[Colour, int] = {}
    for colour in bidders:
        seat = turn.seat_of[colour]
        wished = turn.doctrine[seat].wishes(colour, first=turn.played[seat][0] == colour)
        left = [card for card in range(1, number + 1) if card not in taken.values()]
        taken[colour] = next((card for card in wished if card in left), left[0])
    return taken
