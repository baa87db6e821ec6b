"""Effects on ships: moved and turned, and repaired."""

from typing import TypeAlias

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import HEADINGS, distance, turn_heading
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.gunnery import expected_hits, guns_bearing_on
from moderator.games.rayguns_and_rocketships.board.helm import Course, Helmsman, Mark, goal_of
from moderator.games.rayguns_and_rocketships.events.reveal import Idle, Restored, Shifted
from moderator.games.rayguns_and_rocketships.orders.types import Aim, Heal, Helm
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node
from moderator.games.rayguns_and_rocketships.rules import hands
from moderator.games.rayguns_and_rocketships.rules.crews import space
from moderator.games.rayguns_and_rocketships.rules.damage import blasts_to_put_out, quench
from moderator.games.rayguns_and_rocketships.rules.effects.aiming import aim_of, target_of
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import Card, abilities_of

_Path: TypeAlias = tuple[Node, ...]


# ---- moved --------------------------------------------------------------------------------------------------


def shift(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Move or turn a ship, which stops before what is in the way, without damage: by AIM, else as is best.

    An own ship goes by HELM, an enemy's to where most hits are to be expected on it less half of those that it gives
    back (BY-MAIL 6).
    """
    ship = seat if card.whom == "own" else target_of(table, seat, card, ())
    if not ship:
        return "out-of-range"
    paths = _paths(table, seat, ship, card)
    headings = _headings(table.ships[ship].heading, card.turn)
    if len(paths) * len(headings) == 1:
        return "no-room"
    aim = aim_of(table, seat, card)
    value = _Own(table, seat) if ship == seat else _Enemy(table, seat, ship)

    def mark(place: tuple[Node, Heading]) -> Mark:
        at, heading = place
        wish = (-distance(at, aim.node) if aim.node else 0, -_off(aim, heading))
        return (*map(float, wish), *value(at, heading), float(-len(paths[at])))

    at, heading = max(((at, heading) for at in paths for heading in headings), key=mark)
    table.set_ship(ship, at=at, heading=heading)
    table.say(Shifted(seat=seat, card=card.name, on=ship, path=paths[at], heading=heading))
    if aim.node not in ("", at) or aim.heading not in (None, heading):
        table.fail(seat, aim, "beyond", partly=True)
    space.make_way(table, ship)
    return None


def _paths(table: Table, seat: Seat, ship: Seat, card: Card) -> dict[Node, _Path]:
    """Return the nodes to which a card can move a ship, each with the shortest path."""
    sky, mine = table.sky(but=ship), table.ships[seat].at
    start = table.ships[ship].at
    paths: dict[Node, _Path] = {start: ()}
    edge = [start]
    for here in edge:
        for there in table.stars.near[here] if len(paths[here]) < card.nodes else ():
            step = distance(there, mine) - distance(here, mine)
            fits = card.way == "any" or (step < 0 if card.way == "towards" else step > 0)
            if fits and there not in paths and sky.is_free(there):
                paths[there] = (*paths[here], there)
                edge.append(there)
    return paths


def _headings(heading: Heading, most: int) -> tuple[Heading, ...]:
    """Return the headings to which a card can turn a ship, fewer turns first, port first."""
    return tuple(
        turn_heading(heading, sign * count) for count in range(most + 1) for sign in ((-1, 1) if count else (0,))
    )


def _off(aim: Aim, heading: Heading) -> int:
    """Return how many turns a heading is off the one that AIM names."""
    if aim.heading is None:
        return 0
    off = (HEADINGS.index(heading) - HEADINGS.index(aim.heading)) % len(HEADINGS)
    return min(off, len(HEADINGS) - off)


class _Own:
    """What places are worth for the own ship."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self._man = Helmsman(table, seat, goal_of(table, seat, table.orders(seat, Helm)))

    def __call__(self, at: Node, heading: Heading) -> Mark:
        return self._man.mark(Course(at, heading))


class _Enemy:
    """What places of an enemy's ship are worth."""

    def __init__(self, table: Table, seat: Seat, ship: Seat) -> None:
        self._table, self._seat, self._ship = table, seat, ship

    def __call__(self, at: Node, heading: Heading) -> Mark:
        table, seat, ship = self._table, self._seat, self._ship
        given = expected_hits(table, ship, guns_bearing_on(table, seat, ship, there=at))
        return (given - expected_hits(table, seat, guns_bearing_on(table, ship, seat, at=at, heading=heading)) / 2,)


# ---- repaired -----------------------------------------------------------------------------------------------


def repair(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Take Blasts off the own ship by EXTINGUISH or captain by HEAL, or put rayguns onto empty ports by MOUNT."""
    if card.what == "gun":
        places = _remount(table, seat, card.count)
    elif card.what == "captain":
        places = _heal(table, seat, card.count)
    else:
        places = _put_out(table, seat, card.count)
    if not places:
        return "nothing-to-do"
    what = card.what if card.what in ("gun", "captain") else "ship"
    table.say(Restored(seat=seat, card=card.name, what=what, places=tuple(places)))
    return None


def _remount(table: Table, seat: Seat, count: int) -> list[str]:
    ports = []
    for _ in range(count):
        if port := hands.port_for(table, seat):
            hands.mount(table, seat, port)
            ports.append(port)
    return ports


def _heal(table: Table, seat: Seat, count: int) -> list[str]:
    side = table.sides[seat]
    wished = (name for line in table.orders(seat, Heal) for name in line.healed)
    ranked = dict.fromkeys((*wished, *abilities_of(seat, side.captain)))
    healed = [name for name in ranked if name in side.hurt][:count]
    table.set_side(seat, hurt=tuple(name for name in side.hurt if name not in healed))
    return healed


def _put_out(table: Table, seat: Seat, count: int) -> list[str]:
    out = blasts_to_put_out(table, seat)[:count]
    for square in out:
        quench(table, seat, square)
    return [deck(seat).name(square) for square in out]
