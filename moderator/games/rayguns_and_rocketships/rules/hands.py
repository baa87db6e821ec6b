"""Star cards come into hands, and found rayguns onto ports (Rules: Round Start, Search the Hatch)."""

from moderator.core.dice import Why
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.crew import StarFound
from moderator.games.rayguns_and_rocketships.events.reveal import CardDrawn, CardsDrawn
from moderator.games.rayguns_and_rocketships.orders.types import Mount
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import stars_of


def draw(table: Table, seat: Seat, card: str = "", count: int = 1) -> None:
    """Let a seat draw from the top of its Star deck, as many as there are; ``card`` let it do so."""
    drawn = table.decks[seat][:count]
    del table.decks[seat][:count]
    table.hands[seat] += drawn
    if drawn:
        table.say(CardsDrawn(seat=seat, count=len(drawn), card=card))
    for name in drawn:
        table.tell(CardDrawn(seat=seat, card=name))


def choose(table: Table, seat: Seat, wish: str = "") -> bool:
    """Let a seat choose a card of its Star deck, which is then shuffled; False where it is used up.

    ``wish`` is a card; else, or where that is not there, the first whose requirement is met, in the order of the data.
    """
    left = [name for name in stars_of(seat) if name in table.decks[seat]]
    if not left:
        return False
    met = [name for name in left if not table.lacks(seat, name)]
    chosen = wish if wish in left else (met or left)[0]
    table.decks[seat].remove(chosen)
    rest = sorted(table.decks[seat])
    table.decks[seat] = table.dice.secret.shuffled(rest, Why("deck", str(len(rest)), (seat,)))
    table.hands[seat].append(chosen)
    table.tell(StarFound(seat=seat, card=chosen))
    return True


def port_for(table: Table, seat: Seat) -> str:
    """Return the port for a found raygun: the first empty one without a Blast by MOUNT; none without a spare."""
    ship = table.ships.get(seat)
    if ship is None or not table.spares:
        return ""
    plan = deck(seat)
    wished = [port for line in table.orders(seat, Mount) for port in line.ports if port in plan.ports]
    fit = (p for p in (*wished, *plan.ports) if p not in ship.guns and plan.square(p) not in ship.blasts)
    return next(fit, "")


def mount(table: Table, seat: Seat, port: str) -> None:
    """Put a raygun of the spares onto a port."""
    table.spares -= 1
    guns = {*table.ships[seat].guns, port}
    table.set_ship(seat, guns=tuple(one for one in deck(seat).ports if one in guns))
