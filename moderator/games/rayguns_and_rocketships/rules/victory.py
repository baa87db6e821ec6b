"""Who has won, who is out, and how everybody ranks (Rules: Winning the Game; BY-MAIL 8)."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.ending import MatchWon, Scored, SeatOut
from moderator.games.rayguns_and_rocketships.pieces import PRINCESS
from moderator.games.rayguns_and_rocketships.rules import goals
from moderator.games.rayguns_and_rocketships.rules.points import score
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import last_round, ships, star_map, target_of

_Reason: TypeAlias = Literal["target", "last-seat", "rounds", "idle", "nobody"]


def check(table: Table) -> None:
    """End the match where somebody has the points to win, or at most one seat has figures; after every phase."""
    if table.over:
        return
    playing = table.in_play()
    told = {event.seat for event in table.events if isinstance(event, SeatOut)}
    before = {figure.seat for figure in table.state.position.figures}
    for seat in table.seats:
        if seat in before and seat not in playing and seat not in told:
            table.say(SeatOut(seat=seat))
    target = target_of(table.options, len(table.seats))
    reached = [seat for seat in table.seats if target and table.sides[seat].points >= target]
    if reached and table.options.target_when == "once":
        _end(table, "target", _first(table, target) or reached)
    elif reached:
        _end(table, "target", reached)
    elif not playing:
        _end(table, "nobody", table.seats)
    elif len(playing) == 1:
        _end(table, "last-seat", playing if table.options.last_man else table.seats)


def at_once(table: Table) -> None:
    """End the match in the middle of a phase where the first to reach the target wins (option ``target_when``)."""
    if table.options.target_when == "once":
        check(table)


def _first(table: Table, target: int) -> list[Seat]:
    """Return who reached the target first, if anybody has by what was scored in this step."""
    return [event.seat for event in table.events if isinstance(event, Scored) and event.total >= target][:1]


def count(table: Table, idle: int) -> None:
    """End the match by points after the last Round, or after so many Rounds without a point."""
    if not table.over and 0 < last_round(table.options) <= table.round:
        _end(table, "rounds", table.seats)
    elif not table.over and 0 < table.options.idle_rounds <= idle:
        _end(table, "idle", table.seats)


def _end(table: Table, reason: _Reason, among: Sequence[Seat]) -> None:
    """End the match: the best of some seats win, with the points of the end."""
    _holders(table)
    ranks = ranking(table, among)
    table.won = (ranks[0], reason)
    table.say(MatchWon(winners=ranks[0], reason=reason))


def _holders(table: Table) -> None:
    """Give points for the princess and the tape to who has them (Rules: Princess Persevone, Data tape)."""
    for key, token in table.tokens.items():
        if token.kind in {"princess", "tape"}:
            score(table, goals.holder(table, key), star_map().token[token.kind].end, token.kind)
    for figure in table.figures_of(*table.seats):
        if figure.name == PRINCESS:
            score(table, figure.seat, star_map().token["princess"].end, "princess")


def ranking(table: Table, first: Iterable[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Return all seats by points, then fewest Blasts; those that are alike share a rank, who may win goes first."""
    favoured, playing = set(first), table.in_play()

    def mark(seat: Seat) -> tuple[int, ...]:
        ship = table.ships.get(seat)
        blasts = len(ship.blasts) if ship else ships().blasts
        stays = table.options.eliminated == "keeps" or seat in playing
        return seat in favoured, stays, table.sides[seat].points, -blasts

    marks = sorted({mark(seat) for seat in table.seats}, reverse=True)
    return tuple(tuple(seat for seat in table.seats if mark(seat) == one) for one in marks)


def outcome(table: Table) -> Outcome | None:
    """Return how the match ended, if it has."""
    if table.won is None:
        return None
    winners, reason = table.won
    return Outcome(winners, ranking(table, winners), reason)
