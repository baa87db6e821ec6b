"""The end of a Turn, and of a Round (Rules: Turns 3 and 4, Round End)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.ending import FirstPassed, RoundEnded, StarDiscarded
from moderator.games.rayguns_and_rocketships.events.lines import TaskKept
from moderator.games.rayguns_and_rocketships.rules import goals, hands
from moderator.games.rayguns_and_rocketships.rules.crews import agenda, explosion
from moderator.games.rayguns_and_rocketships.rules.points import score
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import cards_of

_STAR_POINTS = 1


def turn_over(table: Table) -> None:
    """Let red cores explode, pay for goals, pass the First Player token to the next seat in play (setting 33)."""
    explosion.explode(table)
    goals.visit(table)
    following = [seat for seat in table.clockwise() if seat != table.first]
    if following:
        table.first = following[0]
        table.say(FirstPassed(turn=table.turn, first=table.first))


def run(table: Table) -> None:
    """Discard played Star cards, each for a point, and let Action tokens lapse."""
    for seat in table.seats:
        _put_away(table, seat)
    lapsed = tuple((seat, table.sides[seat].actions) for seat in table.seats if table.sides[seat].actions)
    points = tuple((seat, table.sides[seat].points) for seat in table.seats)
    for seat in table.seats:
        table.set_side(seat, actions=0)
    table.say(RoundEnded(round=table.round, points=points, lapsed=lapsed))


def _put_away(table: Table, seat: Seat) -> None:
    """Discard the Star cards that a seat played, requirements met; the others go back to its hand (settings 3, 4)."""
    side = table.sides[seat]
    for name in side.fired:
        table.set_side(seat, discards=(*table.sides[seat].discards, name))
        table.say(StarDiscarded(seat=seat, card=name))
        score(table, seat, _STAR_POINTS, "star")
    gone = table.sides[seat].discards
    table.hands[seat] += [name for name in side.shown if cards_of(seat)[name].star and name not in gone]
    table.set_side(seat, shown=(), fired=())
    agenda.strike_off(table, seat)
    for task in table.tasks[seat]:
        table.tell(TaskKept(seat=seat, order=task))


def begin(table: Table) -> None:
    """Draw for the next Round: a Star card each, and one more with the captive princess on the own hatch."""
    for seat in table.in_play():
        hands.draw(table, seat, count=2 if _holds_princess(table, seat) else 1)


def _holds_princess(table: Table, seat: Seat) -> bool:
    token = table.tokens_aboard(seat).get(deck(seat).posts["HATCH"]) if seat in table.ships else None
    return seat == table.captor and token is not None and token.kind == "princess"
