"""After a battle: who takes the territory, the Factories in it, the halves of large units."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.spaces import side_of
from moderator.games.buck_rogers_revised.pieces import BUILT_IN
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.battle import FactoryCaptured, ZoneLost, ZoneTaken
from moderator.games.solar_system.pieces import Colour, Kind
from moderator.games.solar_system.rules.standing import hand_over_kilsats


def settle(turn: Turn, at: int) -> None:
    """Let who stands alone in a territory take it, with a unit or a Factory; a foreign Marker must be gone (S24)."""
    seats = turn.in_turn_order(turn.seats)
    present = [seat for seat in seats if turn.units_of(seat, at)] or [seat for seat in seats if turn.works_at(at, seat)]
    holder, before = turn.holder(at), turn.holders.get(at, "")
    if not present and not holder and before:
        turn.say(ZoneLost(victim=before, zone=PLACES[at].name))
        turn.holders[at] = ""
    if len(present) != 1 or (holder not in ("", present[0]) and any(side_of(turn, holder, at).units.values())):
        return
    seat = present[0]
    capture_factories(turn, seat, at)
    colour = turn.main_colour(seat, at)
    turn.held[at], turn.holders[at] = colour, seat
    if before != seat:
        if before:
            turn.conquered.setdefault(seat, set()).add(colour)
        turn.say(ZoneTaken(seat=seat, colour=colour, victim=before, zone=PLACES[at].name))


def capture_factories(turn: Turn, seat: Seat, at: int) -> None:
    """Let a seat take others' Factories and halves in a territory."""
    for works in turn.works_at(at):
        if turn.seat_of[works.colour] != seat:
            capture(turn, seat, works)
    for key in [key for key in turn.halves if key[0] == at and turn.seat_of[key[1]] != seat]:
        capture_halves(turn, seat, key, turn.halves[key])


def capture(turn: Turn, seat: Seat, works: Works) -> None:
    """Let a seat take a Factory; what is built into Saturn is lost instead."""
    victim = turn.seat_of[works.colour]
    turn.works.remove(works)
    if works.built != BUILT_IN:
        works.colour, works.idle = turn.main_colour(seat, works.at), True
        turn.works.append(works)
        turn.say(FactoryCaptured(seat=seat, victim=victim, zone=PLACES[works.at].name))


def capture_halves(turn: Turn, seat: Seat, key: tuple[int, Colour, Kind], number: int) -> None:
    """Let a seat take so many halves of a kind of another colour in a territory."""
    at, _, kind = key
    turn.halves[key] -= number
    turn.halves[at, turn.main_colour(seat, at), kind] += number


def lift_marker(turn: Turn, at: int) -> Colour:
    """Take a Marker off while units of its seat fight in its place; return its colour, or none."""
    holder = turn.holder(at)
    return turn.held.pop(at) if holder and turn.is_there(holder, at) else ""


def put_marker(turn: Turn, at: int, colour: Colour, *, left: bool) -> None:
    """Put it back where its seat still has units; where they have ``left``, or a Leader is, if nobody else has."""
    seat = turn.seat_of[colour]
    there = [other for other in turn.seats if turn.units_of(other, at) or turn.works_at(at, other)]
    if seat in there or ((left or turn.leaders_at(at, seat)) and not there):
        turn.held[at] = colour


def take_the_rest(turn: Turn) -> None:
    """At the end of Combat take the territories that nobody defends."""
    for zone in PLACES:
        if zone.is_territory:
            settle(turn, zone.index)
    hand_over_kilsats(turn)
