"""Victory: who has won, who is out, and how everybody ranks."""

from collections.abc import Iterable, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.ending import ZonesCounted
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.rules.standing import ranking, score, win
from moderator.games.solar_system.seat.view import TurnNote

_SYSTEMS_TO_WIN = 3


# ---- in the course of a turn ------------------------------------------------------------------------------


def last_leader(turn: Turn) -> None:
    """End the match when the last Leader on the board is somebody's, where defeated Leaders are removed."""
    if turn.rules.leader_lost != "removed" or turn.over:
        return
    owners = {turn.seat_of[one.owner] for one in turn.people.values() if one.at >= 0 or one.back}
    left = {turn.seat_of[one.colour] for one in turn.people.values() if one.at >= 0}
    if len(owners) > 1 and len(left) == 1:
        win(turn, sorted(left), "last-leader")


# ---- at its end -------------------------------------------------------------------------------------------


def count(turn: Turn) -> None:
    """Note the score, and end the match if somebody has reached the object."""
    standing = score(turn)
    turn.history = (*turn.history, TurnNote(turn.turn, standing, tuple(dict.fromkeys(turn.fought))))
    zones = sorted(((one.seat, one.zones) for one in standing), key=lambda pair: -pair[1])
    turn.say(ZonesCounted(turn=turn.turn, zones=tuple(zones), needed=turn.rules.win_zones))
    for reached in (_object, _year, _limit):
        if not turn.over:
            reached(turn)


def _object(turn: Turn) -> None:
    """End the match by the object of the scenario: zones, or systems."""
    scenario = turn.options.scenario
    if scenario in ("display", "home", "earth-mars"):
        controlled = {seat: _systems(turn, seat) for seat in turn.in_play}
        needed = 2 if scenario == "earth-mars" else _SYSTEMS_TO_WIN
        _most(turn, [seat for seat in turn.in_play if len(controlled[seat]) >= needed], "systems", controlled)
    elif scenario != "leaders":
        own = {seat: len(turn.zones_of(seat)) for seat in turn.in_play}
        _most(turn, [seat for seat in turn.in_play if own[seat] >= turn.rules.win_zones], "zones", {})


def _systems(turn: Turn, seat: Seat) -> Sequence[str]:
    """Return the systems of a seat that count for the object."""
    own = turn.systems_of(seat)
    return [key for key in own if key in ("earth", "mars")] if turn.options.scenario == "earth-mars" else own


def _most(turn: Turn, seats: Iterable[Seat], reason: str, systems: dict[Seat, Sequence[str]]) -> None:
    """Let the one of some seats win who has most systems, then zones; with two alike the match goes on."""
    marks = {seat: (len(systems.get(seat, ())), len(turn.zones_of(seat))) for seat in seats}
    best = [seat for seat, mark in marks.items() if mark == max(marks.values())]
    if len(best) == 1:
        win(turn, best, reason)


def _year(turn: Turn) -> None:
    """When Earth is back, let most zones win, or most Leaders; in case of a tie each later turn counts."""
    if not turn.options.year or turn.turn < turn.options.year:
        return
    if turn.options.scenario == "leaders":
        held = {seat: _leaders(turn, seat) for seat in turn.in_play}
        in_play = sum(held.values())
        best = [seat for seat in turn.in_play if 2 * held[seat] > in_play]
        if best:
            win(turn, best, "leaders")
    else:
        _most(turn, turn.in_play, "year", {})


def _leaders(turn: Turn, seat: Seat) -> int:
    """Return how many Leaders a seat controls: its own, those won over, its captives."""
    people = turn.people.values()
    return sum(turn.seat_of[one.colour] == seat if one.at >= 0 else one.captor == seat for one in people)


def _limit(turn: Turn) -> None:
    if turn.options.turn_limit and turn.turn >= turn.options.turn_limit:
        win(turn, ranking(turn)[0], "turn-limit")
