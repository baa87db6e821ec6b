"""Special tokens: fetched, carried home, put to work; the princess rescued (Rules: Special Tokens; BY-MAIL 5, 8)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.adjacency import is_beside_place
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.board.deck import deck, names_square
from moderator.games.rayguns_and_rocketships.events.tokens import Collected, Installed, PrincessRescued
from moderator.games.rayguns_and_rocketships.orders.types import Collect
from moderator.games.rayguns_and_rocketships.pieces import PRINCESS, Figure, Node, Post, Token
from moderator.games.rayguns_and_rocketships.rules import goals
from moderator.games.rayguns_and_rocketships.rules.crews.boarding import cross, reach_ship, walk_onto
from moderator.games.rayguns_and_rocketships.rules.crews.cores import place_of
from moderator.games.rayguns_and_rocketships.rules.crews.walking import Mover
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import star_map


def collect(table: Table, mover: Mover, line: Collect) -> bool:
    """Let a figure fetch a token and bring it home; True when that is done, or there is none to fetch."""
    (seat, name), held = mover.who, table.carried(mover.who)
    if line.thing == "princess" and (seat, PRINCESS) in table.figures:
        return _bring(table, mover, line, None)
    if held is None:
        token = find_free_token(table, mover.figure, line)
        if token is None:
            table.fail(seat, line, "no-token", name)
            return True
        if not _approach(table, mover, line, token) or not _take(table, mover, line, token):
            return False
        held = table.carried(mover.who)
    elif held.kind != line.thing:
        table.fail(seat, line, "full", name)
        return False
    return _bring(table, mover, line, held)


def find_free_token(table: Table, figure: Figure, line: Collect) -> Token | None:
    """Return the token nearest to a figure that lies free; the princess and the tape aboard the own ship do not."""

    def node(ship: Seat, at: str) -> Node:
        return table.ships[ship].at if ship else at

    free = [
        token
        for token in table.tokens.values()
        if token.kind == line.thing and token.at and not token.installed
        if token.ship != figure.seat or token.kind in ("warbot", "core")
    ]
    here = node(figure.ship, figure.at)
    return min(free, key=lambda one: (one.ship != figure.ship, distance(here, node(one.ship, one.at))), default=None)


def _approach(table: Table, mover: Mover, line: Collect, token: Token) -> bool:
    """Bring a figure beside a token; True when it is there."""
    if is_beside_place(mover.figure, token.ship, token.at):
        return True
    if not token.ship:
        return cross(table, mover, line, (token.at, *table.stars.near[token.at]))
    if mover.figure.ship != token.ship and not reach_ship(table, mover, line, token.ship, token.at):
        return False
    if is_beside_place(mover.figure, token.ship, token.at):
        return True
    return walk_onto(table, mover, line, (token.at, *deck(token.ship).near[token.at]))


def _take(table: Table, mover: Mover, line: Collect, token: Token) -> bool:
    """Take a token for what it costs; the princess is a figure from then on."""
    seat, name = mover.who
    cost = star_map().token[token.kind].cost
    if not table.pay(seat, cost):
        table.fail(seat, line, "no-tokens", name)
        return False
    if token.kind == "princess":
        _rescue(table, mover, token, cost)
    else:
        table.set_token(token.key, bearer=mover.who, at="", ship="")
        table.say(Collected(seat=seat, figure=name, token=token.key, paid=cost))
    return True


def _rescue(table: Table, mover: Mover, token: Token, cost: int) -> None:
    """Make the princess a figure, on the free square nearest to where she is; in space, on her rescuer's node."""
    seat, name = mover.who
    del table.tokens[token.key]
    at = mover.figure.at
    if token.ship:
        at = next((square for square in deck(token.ship).walk(token.at) if table.free(token.ship, square)), token.at)
    table.figures[seat, PRINCESS] = Figure(seat, PRINCESS, at, token.ship)
    where = deck(token.ship).name(at) if token.ship else at
    table.say(PrincessRescued(seat=seat, figure=name, paid=cost, where=where, ship=token.ship))


# ---- home and to work ---------------------------------------------------------------------------------------


def _bring(table: Table, mover: Mover, line: Collect, token: Token | None) -> bool:
    """Bring a figure home, put what it carries to work; the princess goes to her post. True when that is done."""
    seat = mover.who[0]
    if mover.figure.ship != seat and not reach_ship(table, mover, line, seat):
        return False
    if token and star_map().token[token.kind].posts:
        return _install(table, mover, line, token)
    if mover.who[1] == PRINCESS and line.place:
        posts = [square for post, square in deck(seat).posts.items() if names_square(line.place, post)]
        return walk_onto(table, mover, line, posts)
    return True


def _install(table: Table, mover: Mover, line: Collect, token: Token) -> bool:
    """Put a warbot or core onto a post of the own ship: as the line says, else where nobody is (BY-MAIL 8)."""
    (seat, name), plan = mover.who, deck(mover.who[0])
    ship, kinds = table.ships[seat], star_map().token[token.kind].posts
    taken = {*ship.blasts, *table.tokens_aboard(seat)}
    taken |= {plan.square(port) for port in plan.ports if port not in ship.guns}
    posts: list[Post] = [
        post
        for kind in kinds
        for post in plan.of_kind(kind.upper())
        if plan.posts[post] not in taken and names_square(line.place or kind.upper(), post)
    ]
    post = min(posts, key=lambda one: table.manner(seat, one) is not None, default="")
    if not post:
        table.fail(seat, line, "no-room", name)
        return False
    table.set_token(token.key, bearer=None, at=plan.posts[post], ship=seat, installed=True)
    table.say(Installed(seat=seat, figure=name, token=token.key, post=place_of(table.tokens[token.key])))
    goals.reward_installation(table, seat, token.key)
    return True
