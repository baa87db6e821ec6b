"""What figures do of themselves: strike, go for boarders, man posts (BY-MAIL 5: Duty)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck, names_square
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.orders.types import Man
from moderator.games.rayguns_and_rocketships.pieces import PRINCESS, Figure, Post, Token
from moderator.games.rayguns_and_rocketships.rules import letters
from moderator.games.rayguns_and_rocketships.rules.crews.boarding import close_in
from moderator.games.rayguns_and_rocketships.rules.crews.preys import preys
from moderator.games.rayguns_and_rocketships.rules.crews.walking import Movers, has_post
from moderator.games.rayguns_and_rocketships.rules.table import Table


def run(table: Table, seat: Seat, movers: Movers, busy: set[str]) -> None:
    """Let every figure strike from where it stands; who has no line, ``busy`` aside, goes for boarders or to a post."""
    for mover in movers.acting():
        if not mover.able:  # struck down by a riposte, or a mate of one that was
            continue
        figure = mover.figure
        hunts = figure.ship == seat and figure.name not in busy and not has_post(figure)
        wished = [prey for prey in preys(table, mover.who) if prey.is_figure and prey.ship == seat] if hunts else []
        close_in(table, mover, wished)
    if seat in table.ships:
        _man(table, seat, movers, busy)
    for line in letters.lines_written_for(table, seat, Man):
        letters.note_lack(table, seat, line, _unmanned(table, seat, line))


def _man(table: Table, seat: Seat, movers: Movers, busy: set[str]) -> None:
    """Send the nearest figures to posts that MAN names and nobody mans; who stands on such a post stays there."""
    wanted = _wanted(table, seat)
    plan = deck(seat)
    idle = {
        mover.who[1]: mover
        for mover in movers.acting()
        if mover.figure.ship == seat and mover.who[1] not in busy and plan.post_at.get(mover.figure.at) not in wanted
    }
    for post, names in wanted.items():
        square = plan.posts[post]
        if square in table.ships[seat].blasts or table.manner(seat, post):
            continue
        ways = {name: idle[name].way((square,)) for name in idle if _fits(name, post, names)}
        reached = [name for name, way in ways.items() if way is not None]
        if reached:
            name = min(reached, key=lambda name: len(ways[name] or ()))
            idle.pop(name).walk_to(ways[name] or ())


def _unmanned(table: Table, seat: Seat, line: Man) -> Cause | None:
    """Return why nobody whom a MAN line means is on a post that it names; None if somebody is."""
    if seat not in table.ships:
        return "no-ship"
    posts = [post for place in line.places for post in deck(seat).posts if names_square(place, post)]
    if any((by := table.manner(seat, post)) and _is_meant(by, line.who) for post in posts):
        return None
    if line.who and not any((seat, name) in table.figures for name in line.who):
        return "gone"
    closed = posts and all(deck(seat).posts[post] in table.ships[seat].blasts for post in posts)
    return "blasted" if closed else "nobody"


def _is_meant(by: Figure | Token, names: tuple[str, ...]) -> bool:
    return not names or (isinstance(by, Figure) and by.name in names)


def _wanted(table: Table, seat: Seat) -> dict[Post, tuple[str, ...]]:
    """Return the posts to be manned, the first first, each with those who may (empty: all)."""
    found: dict[Post, tuple[str, ...]] = {}
    for line in table.orders(seat, Man):
        for post in (post for place in line.places for post in deck(seat).posts if names_square(place, post)):
            found.setdefault(post, line.who)
    return found


def _fits(name: str, post: Post, names: tuple[str, ...]) -> bool:
    return (not names or name in names) and not (name == PRINCESS and post.startswith("ENGINE"))
