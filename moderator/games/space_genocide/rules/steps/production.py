"""The Production Phase: one ship may be discarded, then new ones are drawn and placed."""

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.units import Craft, is_of_class
from moderator.games.space_genocide.events.production import Berth, ShipsBuilt, ShipsProduced
from moderator.games.space_genocide.orders.types import Deploy, Scrap
from moderator.games.space_genocide.rules import pile
from moderator.games.space_genocide.rules.moments import Moment
from moderator.games.space_genocide.rules.steps import beginning
from moderator.games.space_genocide.rules.steps.transport import fail
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import RANK

_SPARE = 3
"""So many fleet markers are kept for other ends: new ships join fleets then, where nothing is ordered."""


def run(turn: Turn) -> None:
    """Let every seat that acts scrap, and build what it may."""
    for seat in turn.order:
        if seat in turn.fallen:
            continue
        _scrap(turn, seat)
        turn.offer(Moment("production", seat=seat))
        build(turn, seat, turn.options.production + turn.race(seat).production)
        if turn.options.rearm == "production":
            beginning.rearm(turn, seat)


def _scrap(turn: Turn, seat: Seat) -> None:
    """Discard the one ship that an order set names."""
    orders = [order for order in turn.order_sets.get(seat, ()) if isinstance(order, Scrap)]
    for number, order in enumerate(orders):
        chosen = [
            (craft, squadron)
            for squadron in turn.own(seat)
            if order.fleet in (0, squadron.number)
            for craft in squadron.crafts
            if craft.kind.key == order.kind
        ]
        if number or not chosen:
            fail(turn, seat, order, "one-only" if number else "no-ships", order.fleet)
            continue
        craft, squadron = min(chosen, key=lambda one: one[0].busters)
        pile.scrap(turn, craft, squadron)


def build(turn: Turn, seat: Seat, count: int) -> None:
    """Draw ships as far as the maximum, the pile and the room at planets go, and place them."""
    limit = figures.ship_limit(turn.options, turn.race(seat))
    berths: list[Berth] = []
    back: list[str] = []
    drawn = 0
    for _ in range(count):
        if turn.ship_count(seat) >= limit or not docks(turn, seat):
            break
        craft = pile.draw(turn, seat, "production")
        if craft is None:
            break
        drawn += 1
        berth = place(turn, seat, craft)
        if berth is not None:
            berths.append(berth)
        else:
            turn.pile[RANK[craft.kind.key]] += 1
            back.append(craft.kind.key)
    turn.say(ShipsProduced(seat=seat, count=drawn))
    turn.say(ShipsBuilt(seat=seat, berths=tuple(berths), back=tuple(back), seen_by=(seat,)))


def docks(turn: Turn, seat: Seat) -> list[int]:
    """Return where a seat may place new ships: its planets, but for those where the options let enemies blockade it."""
    own = [at for at in sorted(turn.planets) if turn.planets[at].seat == seat]
    return [at for at in own if not (turn.options.blockade and turn.enemies(seat, at))]


def place(turn: Turn, seat: Seat, craft: Craft) -> Berth | None:
    """Place a new ship: where its seat's doctrine says, else where it has the fewest ships; None: no room.

    In the second reading what is not ordered goes to planets with enemies last.
    """
    open_docks = docks(turn, seat)
    ships_at = {at: sum(len(one.crafts) for one in turn.own(seat) if one.at == at) for at in open_docks}
    wished = [(turn.board.index.get(order.place, -1), order.fleet) for order in _fitting_orders(turn, seat, craft)]
    scarce = sum(turn.fleet(seat, number) is None for number in range(1, turn.options.fleets + 1)) <= _SPARE
    harried = {at for at in open_docks if turn.options.second and turn.enemies(seat, at)}
    spread = sorted(open_docks, key=lambda at: (at in harried, scarce and not ships_at[at], ships_at[at], at))
    for at, fleet in (*wished, *((at, 0) for at in spread)):
        if at not in open_docks:
            continue
        squadron = turn.berth(seat, at, fleet)
        if squadron is not None:
            squadron.crafts.append(craft)
            return Berth(craft.kind.key, turn.name(at), squadron.number)
    return None


def _fitting_orders(turn: Turn, seat: Seat, craft: Craft) -> list[Deploy]:
    """Return a seat's orders to place such a ship: those that name its type, then its class, then any."""
    orders = [order for order in turn.doctrine.get(seat, ()) if isinstance(order, Deploy)]
    exact = [order for order in orders if craft.kind.key in order.prey]
    classed = [order for order in orders if order not in exact and any(is_of_class(craft, key) for key in order.prey)]
    return [*exact, *classed, *(order for order in orders if not order.prey)]
