"""The rank of each seat, who is out or gives up, and how a match ends."""

from collections.abc import Sequence

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.solar_system.board.firing import worth
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.battle import KilSatLost
from moderator.games.solar_system.events.ending import ConcessionWithdrawn, MatchWon, SeatConceded, SeatOut
from moderator.games.solar_system.pieces import NOBODY, UNITS
from moderator.games.solar_system.rules.turn import Turn
from moderator.games.solar_system.seat.view import Standing


def score(forces: Forces) -> tuple[Standing, ...]:
    """Return the standing of each seat, in the order of seats."""
    return tuple(_standing(forces, seat) for seat in forces.rivals)


def _standing(forces: Forces, seat: Seat) -> Standing:
    units = sum(worth(kind) * pile.count(kind) for _, _, pile in forces.stacks_of(seat) for kind in UNITS)
    factories = sum(forces.seat_of[one.colour] == seat for one in forces.works)
    return Standing(seat, len(forces.counted_zones(seat)), factories, units)


def ranking(forces: Forces) -> list[list[Seat]]:
    """Return all seats by zones, Factories and worth; those who are equal share a rank."""
    marks = {one.seat: (one.zones, one.factories, one.worth) for one in score(forces)}
    order = sorted(set(marks.values()), reverse=True)
    return [[seat for seat in forces.rivals if marks[seat] == mark] for mark in order]


# ---- at the end of a turn ---------------------------------------------------------------------------------


def drop_out(turn: Turn) -> None:
    """Take out seats that have neither territories nor units, and note who has given up."""
    for seat in turn.in_play:
        if turn.zones_of(seat) or any(True for _ in turn.stacks_of(seat)):
            continue
        turn.out.add(seat)
        for one in turn.people.values():
            if turn.seat_of[one.colour] == seat:
                one.at, one.back = -1, -1
        turn.under_way[seat].clear()
        turn.courses[seat].clear()
        turn.say(SeatOut(seat=seat))


def concede(turn: Turn) -> None:
    """Note who gives up; the last who has not has won."""
    for seat in turn.in_play:
        if turn.doctrine[seat].conceded != (seat in turn.conceded):
            turn.conceded ^= {seat}
            turn.say(SeatConceded(seat=seat) if seat in turn.conceded else ConcessionWithdrawn(seat=seat))
    left = [seat for seat in turn.in_play if seat not in turn.conceded]
    if len(left) == 1 and len(turn.seats) > 1:
        win(turn, left, "conceded" if turn.conceded else "alone")
    elif not left:
        win(turn, ranking(turn)[0], "conceded")


def hand_over_kilsats(turn: Turn) -> None:
    """Give the KilSats of each orbit to who controls what is below it."""
    for (at, colour), number in sorted((+turn.kilsats).items()):
        before, after = turn.seat_of[colour], turn.kilsat_owner(at)
        if before != after:
            turn.kilsats[at, colour] = 0
            turn.kilsats[at, turn.played[after][0] if after else NOBODY] += number
            turn.say(KilSatLost(zone=PLACES[at].name, victim=before, seat=after))


def win(turn: Turn, winners: Sequence[Seat], reason: str) -> None:
    """End the match; the winners rank first, the others by what they have."""
    others = [[seat for seat in rank if seat not in winners] for rank in ranking(turn)]
    turn.won = (tuple(map(tuple, [list(winners), *filter(None, others)])), reason)
    turn.say(MatchWon(winners=tuple(winners), reason=reason))


def outcome(turn: Turn) -> Outcome | None:
    """Return how the match ended, if it has."""
    return Outcome(turn.won[0][0], turn.won[0], turn.won[1]) if turn.won else None
