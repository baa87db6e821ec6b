"""What damages figures: wounds, Blasts on captains, defeat (Rules: Crew Damage, Captain Damage; Ironwill Variant)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.adjacency import are_beside
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.crew import (
    CaptainHurt,
    FigureDefeated,
    FigureWounded,
    Harm,
    PrincessTaken,
    Shielded,
)
from moderator.games.rayguns_and_rocketships.events.tokens import Dropped
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, PRINCESS, Figure, Token, Who
from moderator.games.rayguns_and_rocketships.rules.crews.cores import place_of
from moderator.games.rayguns_and_rocketships.rules.points import score
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import abilities_of

_LIVES = 3
"""Blasts that defeat a captain."""
_CREW_POINTS, _CAPTAIN_POINTS = 1, 3
_VAPORIA = "Vaporia"


def hurt(table: Table, who: Who, harm: Harm, by: Seat) -> bool:
    """Do a figure one damage; ``by`` scores, empty for nobody. True if it is out of play."""
    figure = table.figures[who]
    if is_shielded(table, who):
        table.say(Shielded(seat=figure.seat, figure=figure.name))
        return False
    if figure.name == CAPTAIN:
        return _hurt_captain(table, figure, harm, by)
    if table.options.ironwill and figure.name in CREW and not figure.wounded and not figure.scarred:
        table.set_figure(who, wounded=True)
        table.say(FigureWounded(seat=figure.seat, figure=figure.name, harm=harm, by=by))
        return False
    return defeat(table, who, harm, by)


def is_shielded(table: Table, who: Who) -> bool:
    """Tell whether the princess beside a figure takes its damage off, once a Turn (Rules: Princess Persevone)."""
    seat, name = who
    princess = table.figures.get((seat, PRINCESS))
    if princess is None or name == PRINCESS or (PRINCESS, seat, "") in table.used:
        return False
    if not are_beside(princess, table.figures[who]):
        return False
    table.used.add((PRINCESS, seat, ""))
    return True


def _hurt_captain(table: Table, figure: Figure, harm: Harm, by: Seat) -> bool:
    """Put a Blast on an ability: named ones that work first, Captain last (BY-MAIL 6); the third defeats."""
    seat, side = figure.seat, table.sides[figure.seat]
    if len(side.hurt) + 1 == _LIVES:
        return defeat(table, figure.who, harm, by)
    works = table.abilities(seat)
    whole = [one for one in abilities_of(seat, side.captain).values() if one.name not in side.hurt]
    ability = min(whole, key=lambda one: (one.kind == "tokens", one.name not in works)).name
    table.set_side(seat, hurt=(*side.hurt, ability))
    table.say(CaptainHurt(seat=seat, ability=ability, harm=harm, by=by))
    return False


def defeat(table: Table, who: Who, harm: Harm, by: Seat) -> bool:
    """Take a figure out of play, for points; True, as ``hurt`` tells."""
    figure = table.figures[who]
    take_away(table, figure)
    if figure.name == PRINCESS:
        return True
    table.say(FigureDefeated(seat=figure.seat, figure=figure.name, harm=harm, by=by))
    if figure.name == CAPTAIN:
        score(table, by, _CAPTAIN_POINTS, "captain", figure.seat)
    else:
        score(table, by, _CREW_POINTS, "crew", figure.seat)
    return True


def take_away(table: Table, figure: Figure) -> None:
    """Take a figure out of play: what it carries lies where it was, a captain's Blasts are in the box again."""
    if figure.name == PRINCESS:
        _take_princess(table, figure)
        return
    drop(table, figure)
    del table.figures[figure.who]
    if figure.name == CAPTAIN:
        table.set_side(figure.seat, hurt=())


def _take_princess(table: Table, princess: Figure) -> None:
    """Bring the princess back to the captor's hatch, or to Vaporia where that ship is gone; she is a token again."""
    drop(table, princess)
    del table.figures[princess.who]
    ship = table.captor if table.captor in table.ships else ""
    at = deck(ship).square("HATCH") if ship else table.stars.planet(_VAPORIA)
    table.tokens["princess"] = Token("princess", "princess", at, ship)
    table.say(PrincessTaken(seat=princess.seat, ship=ship, node="" if ship else at))


def drop(table: Table, figure: Figure) -> None:
    """Lay down what a figure carries where it is."""
    token = table.carried(figure.who)
    if token is None:
        return
    table.set_token(token.key, bearer=None, at=figure.at, ship=figure.ship)
    table.say(Dropped(token=token.key, where=place_of(table.tokens[token.key]), ship=figure.ship))
