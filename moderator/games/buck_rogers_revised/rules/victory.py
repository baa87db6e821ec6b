"""The census: who has won, by territories and planets, as the last with a Leader, or at the end ("Census Step")."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.census import Goal, goal, planets_of
from moderator.games.buck_rogers_revised.events.status import CensusTaken
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.rules.standing import ranking, score, win
from moderator.games.solar_system.seat.view import TurnNote


def census(turn: Turn) -> None:
    """Count, note the score, and end the match if somebody has won."""
    turn.history = (*turn.history, TurnNote(turn.turn, score(turn), tuple(dict.fromkeys(turn.fought))))
    needed = goal(turn.rules, turn.chit)
    zones = {seat: len(turn.counted_zones(seat)) for seat in turn.rivals}
    turn.say(
        CensusTaken(
            turn=turn.turn,
            zones=tuple(sorted(zones.items(), key=lambda pair: -pair[1])),
            planets=tuple((seat, planets_of(turn, seat)) for seat in turn.rivals),
            needed=needed.zones,
            planets_needed=needed.planets,
        )
    )
    _at_once(turn, needed)
    for ending in (_last_leader, _end, _limit):
        if not turn.over:
            ending(turn)


def _at_once(turn: Turn, needed: Goal) -> None:
    """Let him win who has enough; of several who has more territories, then planets (Rules: Instant Victory)."""
    marks = {seat: (len(turn.counted_zones(seat)), len(planets_of(turn, seat))) for seat in turn.in_play}
    _best(turn, {seat: mark for seat, mark in marks.items() if mark[0] >= needed.zones and mark[1] >= needed.planets})


def _best(turn: Turn, marks: dict[Seat, tuple[int, ...]], reason: str = "census") -> None:
    """Let the one with the highest mark win; with two alike the match goes on."""
    best = [seat for seat, mark in marks.items() if mark == max(marks.values())]
    if len(best) == 1:
        win(turn, best, reason)


def _last_leader(turn: Turn) -> None:
    """End the match when one seat alone has Leaders on the board; the stolen and defeated are off it."""
    left = _owners(turn, (one.name for one in turn.people.values() if one.at >= 0))
    if len(left) == 1 < len(_owners(turn, turn.people)):
        win(turn, sorted(left), "last-leader")


def _owners(turn: Turn, names: Iterable[str]) -> set[Seat]:
    return {turn.seat_of[turn.people[name].owner] for name in names}


def _end(turn: Turn) -> None:
    """After the last turn let most territories win; with two alike another turn is played."""
    options = turn.options
    if options.length == "nine" and options.end_turn and turn.turn >= options.end_turn:
        _best(turn, {seat: (len(turn.counted_zones(seat)),) for seat in turn.in_play}, "end")


def _limit(turn: Turn) -> None:
    if turn.options.turn_limit and turn.turn >= turn.options.turn_limit:
        win(turn, ranking(turn)[0], "turn-limit")
