"""After a battle: who takes the territory, the Factories in it, the halves of large units."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.pieces import BUILT_IN
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.battle import FactoryCaptured, ZoneLost, ZoneTaken
from moderator.games.solar_system.rules.standing import hand_over_kilsats


def settle(turn: Turn, at: int) -> None:
    """Let who stands alone in a territory take it, with one unit at least; a foreign Marker must be gone (S24)."""
    present = [seat for seat in turn.ranked(turn.seats) if turn.units_of(seat, at)]
    holder, before = turn.holder(at), turn.holders.get(at, "")
    if not present and not holder and before:
        turn.say(ZoneLost(victim=before, zone=PLACES[at].name))
        turn.holders[at] = ""
    if len(present) != 1 or holder not in ("", present[0]):
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
    """Let a seat take others' Factories and halves in a territory; what is built into Saturn is lost instead."""
    colour = turn.main_colour(seat, at)
    for works in turn.works_at(at):
        victim = turn.seat_of[works.colour]
        if victim == seat:
            continue
        turn.works.remove(works)
        if works.built != BUILT_IN:
            works.colour, works.idle = colour, True
            turn.works.append(works)
            turn.say(FactoryCaptured(seat=seat, victim=victim, zone=PLACES[at].name))
    for key in [key for key in turn.halves if key[0] == at and turn.seat_of[key[1]] != seat]:
        turn.halves[at, colour, key[2]] += turn.halves.pop(key)


def give_up(turn: Turn, at: int, seat: Seat, *, left: bool) -> None:
    """Let a territory go whose units are dead, or have ``left`` it to others; a Marker stays where nobody else is."""
    if not left or turn.others(seat, at):
        if turn.holder(at) == seat and not turn.works_at(at, seat):
            del turn.held[at]
        elif turn.others(seat, at):
            turn.held.pop(at, None)


def take_the_rest(turn: Turn) -> None:
    """At the end of Combat take the territories that nobody defends."""
    for zone in PLACES:
        if zone.is_territory:
            settle(turn, zone.index)
    hand_over_kilsats(turn)
