"""Effects on crew members: frozen, brought back, straight aboard an enemy."""

from collections.abc import Iterator

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.gunnery import guns_bearing_on
from moderator.games.rayguns_and_rocketships.events.reveal import CrewReturned, Frozen, Idle, Jumped
from moderator.games.rayguns_and_rocketships.orders.types import Board
from moderator.games.rayguns_and_rocketships.pieces import CREW, Figure
from moderator.games.rayguns_and_rocketships.rules.effects.aiming import aim_of, target_of
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import Card


def freeze(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Keep enemy crew members from doing anything: boarders of the own ship, at guns that bear, at cockpits, others."""
    target = target_of(table, seat, card, ())
    if not target:
        return "out-of-range"
    ports = {f"GUN {gun.port}" for gun in guns_bearing_on(table, target, seat)}

    def rank(figure: Figure) -> int:
        post = deck(figure.ship).post_at.get(figure.at, "") if figure.ship else ""
        if figure.ship == seat:
            return 0
        return 1 if figure.ship == target and post in ports else 2 if post.startswith("COCKPIT") else 3

    crew = sorted((one for one in table.figures_of(target) if one.name in CREW), key=rank)[: card.crew]
    if not crew:
        return "nothing-to-do"
    table.frozen |= {figure.who for figure in crew}
    table.say(Frozen(seat=seat, card=card.name, on=target, figures=tuple(figure.name for figure in crew)))
    return None


def recruit(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Bring defeated crew members back, on the hatch or the free square nearest to it."""
    lost = [name for name in CREW if (seat, name) not in table.figures][: card.count]
    if not lost or seat not in table.ships:
        return "nothing-to-do"
    came = False
    for name in lost:
        plan = deck(seat)
        square = next((one for one in plan.walk(plan.posts["HATCH"]) if table.free(seat, one)), "")
        if square:
            table.figures[seat, name] = Figure(seat, name, square, seat)
            table.say(CrewReturned(seat=seat, card=card.name, figure=name, post=plan.name(square)))
            came = True
    return None if came else "no-room"


def jump(table: Table, seat: Seat, card: Card) -> Idle | None:
    """Put crew members from own airlocks straight onto those of an enemy ship: those of BOARD, others only by AIM."""
    boards = [line for line in (*table.orders(seat, Board), *table.tasks[seat]) if isinstance(line, Board)]
    target = target_of(table, seat, card, [line.seat for line in boards if line.seat in table.ships])
    if not target:
        return "out-of-range"
    wished = [name for line in boards if line.seat == target for name in line.who]
    if aim_of(table, seat, card).target:
        wished += CREW
    at_locks = [figure for figure in _at_airlocks(table, seat) if figure.name in wished]
    at_locks.sort(key=lambda figure: wished.index(figure.name))
    pairs = list(zip(at_locks[: card.crew], table.free_airlocks(target), strict=False))
    for figure, square in pairs:
        table.set_figure(figure.who, ship=target, at=square)
        name = deck(target).name(square)
        table.say(Jumped(seat=seat, card=card.name, figure=figure.name, on=target, airlock=name))
    return None if pairs else "nothing-to-do" if not at_locks else "no-room"


def _at_airlocks(table: Table, seat: Seat) -> Iterator[Figure]:
    for post in deck(seat).of_kind("AIRLOCK"):
        figure = table.manner(seat, post)
        if isinstance(figure, Figure):
            yield figure
