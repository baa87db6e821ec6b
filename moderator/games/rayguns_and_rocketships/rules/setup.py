"""The set-up: what lies on the table, what the moderator proposes, and what the seats make of it (BY-MAIL 1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem
from moderator.core.game import Event, Resolution
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.stars import stars
from moderator.games.rayguns_and_rocketships.board.stations import put_on_posts
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.events.set_up import (
    CaptainShown,
    EpisodeBegun,
    FirstThrown,
    HolderDrawn,
    ShipReady,
    StarTaken,
)
from moderator.games.rayguns_and_rocketships.faults import RayFault
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.types import ChooseSide, Face, Mount, Take
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, SEATS, Figure, Position, Ship, Side, Token
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.seat.view import Secret
from moderator.games.rayguns_and_rocketships.tables import (
    board_of,
    captain_of,
    commands,
    episode_of,
    layouts_of,
    ship_of,
    ships,
    star_map,
    stars_of,
)
from moderator.kit.options import faulty_seats, faulty_values, in_order, read_options

_FEWEST = 2
_CAUSES: Mapping[RayFault, Cause] = {
    RayFault.FIGURE_GONE: "gone",
    RayFault.NO_SUCH_POST: "no-room",
    RayFault.POST_TAKEN: "taken",
}
"""How it is told after the turn why STATION failed."""


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about keys and values that do not fit, and about the seats."""
    return (*faulty_seats(seats, SEATS, fewest=_FEWEST), *faulty_values(options, Options))


def setup(seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
    """Return the position of the set-up, as the moderator proposes it to every seat."""
    return _proposed(read_options(options, Options), in_order(seats, SEATS), dice)


def _proposed(options: Options, seats: tuple[Seat, ...], dice: Dice) -> Resolution[State]:
    starts = dict(zip(seats, board_of(options).starts[len(seats)], strict=True))
    sky = stars(options)
    guns = {seat: _ports(seat, ship_of(seat).guns, ships().rayguns) for seat in seats}
    tokens = tuple(_tokens(options, seats, dice))
    position = Position(
        ships=tuple(Ship(seat, at, sky.inward(at), guns[seat]) for seat, at in starts.items()),
        figures=tuple(
            Figure(seat, name, deck(seat).posts[post], seat)
            for seat in seats
            for name, post in zip((CAPTAIN, *CREW), ship_of(seat).crew, strict=True)
        ),
        sides=tuple(Side() for _ in seats),
        tokens=tokens,
        spares=ships().spares + sum(ships().rayguns - len(guns[seat]) for seat in seats),
        captor=next((token.ship for token in tokens if token.kind == "princess"), ""),
    )
    state = State(
        options=options,
        seats=seats,
        round=0,
        turn=1,
        phase="setup",
        position=position,
        secrets=dict.fromkeys(seats, Secret()),
        decks={seat: stars_of(seat) for seat in seats},
    )
    loose = tuple(token for token in tokens if not token.ship)
    events: list[Event] = [EpisodeBegun(episode=options.episode, starts=tuple(starts.items()), tokens=loose)]
    events += [HolderDrawn(seat=token.ship, token=token.key) for token in tokens if token.ship]
    return Resolution(state, tuple(events))


def _tokens(options: Options, seats: tuple[Seat, ...], dice: Dice) -> Iterator[Token]:
    """Give the special tokens of the episode, which need its own Star Map; some begin with a seat that is drawn."""
    for lot in episode_of(options.episode).tokens if options.board == "episode" else ():
        if lot.layout:
            nodes = layouts_of(lot.layout)[len(seats)]
            yield from (Token(f"{lot.kind} {number}", lot.kind, node) for number, node in enumerate(nodes, 1))
        else:
            holder = dice.secret.pick(seats, Why("holder", lot.kind))
            post = star_map().token[lot.kind].begins.upper()
            yield Token(lot.kind, lot.kind, deck(holder).posts[post], holder)


def _ports(seat: Seat, wished: Sequence[str], rayguns: int) -> tuple[str, ...]:
    """Return the ports with a raygun: those that are wished first, as many as there are rayguns."""
    plan = deck(seat)
    chosen = [port for port in dict.fromkeys((*wished, *plan.ports)) if port in plan.ports]
    return tuple(port for port in plan.ports if port in chosen[:rayguns])


# ---- letters ------------------------------------------------------------------------------------------------


def carry_out(table: Table) -> None:
    """Show captains, put ships, figures and rayguns as ordered, take Star cards, throw for the first player."""
    for seat in table.seats:
        _captain(table, seat)
    for seat in table.seats:
        _ship(table, seat)
        _star(table, seat)
    _first(table)


def _captain(table: Table, seat: Seat) -> None:
    """Lay a captain card open, which nobody turns any more (setting 35)."""
    card = captain_of(seat)
    side = next((line.side for line in table.lines[seat] if isinstance(line, ChooseSide)), card.usual)
    if table.options.sides == "drawn":
        side = table.dice.open.pick([face.key for face in card.side], Why("side", card.name, (seat,)))
    table.set_side(seat, captain=side)
    table.say(CaptainShown(seat=seat, captain=card.name, side=side))


def _ship(table: Table, seat: Seat) -> None:
    """Point the bow, mount rayguns, put figures on posts."""
    ship = table.ships[seat]
    heading = next((line.heading for line in table.lines[seat] if isinstance(line, Face)), ship.heading)
    wished = [port for line in table.orders(seat, Mount) for port in line.ports]
    guns = _ports(seat, (*wished, *ship.guns), len(ship.guns))
    table.set_ship(seat, heading=heading, guns=guns)
    _stations(table, seat)
    posts = tuple((one.name, deck(seat).name(one.at)) for one in table.figures_of(seat) if one.ship == seat)
    table.say(ShipReady(seat=seat, at=ship.at, heading=heading, guns=guns, posts=posts))


def _stations(table: Table, seat: Seat) -> None:
    """Put figures where STATION says."""
    for line, fault in put_on_posts(table, seat, table.lines[seat]):
        if fault:
            table.fail(seat, line, _CAUSES[fault], line.figure)


def _star(table: Table, seat: Seat) -> None:
    """Take the first Star card, and shuffle the others (setting 2)."""
    usual = commands().deck[seat].first
    wished = (line.card for line in table.lines[seat] if isinstance(line, Take))
    card = next((card for card in wished if card in stars_of(seat)), usual)
    table.hands[seat] = [card]
    rest = [name for name in stars_of(seat) if name != card]
    table.decks[seat] = table.dice.secret.shuffled(rest, Why("deck", seats=(seat,)))
    table.tell(StarTaken(seat=seat, card=card))


def _first(table: Table) -> None:
    """Throw for the First Player token; who throws highest together throws again."""
    rounds: list[tuple[tuple[Seat, int], ...]] = []
    among = table.seats
    while len(among) > 1:
        throws = tuple((seat, table.throw("first", "", seat)) for seat in among)
        rounds.append(throws)
        among = tuple(seat for seat, throw in throws if throw == max(throw for _, throw in throws))
    table.first = among[0]
    table.say(FirstThrown(throws=tuple(rounds), first=table.first))
