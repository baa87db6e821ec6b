"""Atomic cores turn red and are cooled (Rules: Atomic core; BY-MAIL 6: COOL)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.tokens import CoreCooled, CoreReddened
from moderator.games.rayguns_and_rocketships.pieces import Token
from moderator.games.rayguns_and_rocketships.rules import goals
from moderator.games.rayguns_and_rocketships.rules.crews import purse
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import star_map


def place_of(token: Token) -> str:
    """Return where a token lies, as events call it: a node, a post or a square of its ship."""
    return deck(token.ship).name(token.at) if token.ship else token.at


def redden(table: Table, key: str, by: Seat) -> None:
    """Turn a core red, if it is not yet; it explodes at the end of the Turn."""
    core = table.tokens[key]
    if core.kind != "core" or core.red or core.bearer:
        return
    table.set_token(key, red=True, by=by)
    table.say(CoreReddened(seat=core.ship, token=key, post=place_of(core), by=by))


def cool(table: Table) -> None:
    """Let every seat cool the red cores that it has, while SPEND has COOL and a token is left."""
    cost = star_map().token["core"].cool
    for core in list(table.tokens.values()):
        seat = goals.holder(table, core.key)
        if core.red and seat and purse.spends_on(table, seat, "cool") and table.pay(seat, cost):
            table.set_token(core.key, red=False, by="")
            table.say(CoreCooled(seat=seat, token=core.key, post=place_of(core), paid=cost))
