"""After a battle: who takes the territory, the Factories, the ships."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import FactorySabotaged
from moderator.games.buck_rogers.rules.powers import use
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.forces import Person, Works
from moderator.games.solar_system.board.zones import INDEX, TERRITORIES, ZONES
from moderator.games.solar_system.events.battle import FactoryCaptured, ShipsCaptured, ZoneLost, ZoneTaken
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import CONQUERORS, SHIPS, Kind
from moderator.games.solar_system.rules import standing
from moderator.games.solar_system.tables import figures


def settle(turn: Turn, at: int) -> None:
    """Let who stands alone in a territory take it: with one unit at least that can; without, it is nobody's."""
    present = [seat for seat in turn.in_turn_order() if turn.units_of(seat, at)]
    before = turn.holders.get(at, "")
    if len(present) > 1:
        return
    holder = turn.holder(at)
    if not present:
        if not holder and before:
            turn.say(ZoneLost(victim=before, zone=ZONES[at].name))
            turn.holders[at] = ""
        return
    seat = present[0]
    if holder not in ("", seat) and turn.rules.markers_fight:
        return
    if not turn.units_of(seat, at, CONQUERORS):
        return
    _capture_factories(turn, seat, at)
    turn.held[at] = turn.main_colour(seat, at)
    turn.holders[at] = seat
    if before != seat:
        turn.say(ZoneTaken(seat=seat, colour=turn.held[at], victim=before, zone=ZONES[at].name))


def _capture_factories(turn: Turn, seat: Seat, at: int) -> None:
    """Let a seat take the Factories of others in a territory, unless they are sabotaged."""
    for works in turn.works_at(at):
        victim = turn.seat_of[works.colour]
        if victim == seat or (turn.doctrine[victim].sabotages(ZONES[at].name) and _sabotaged(turn, victim, works)):
            continue
        works.colour = turn.main_colour(seat, at)
        turn.works.remove(works)
        turn.works.append(works)
        turn.say(FactoryCaptured(seat=seat, victim=victim, zone=ZONES[at].name, work=works.work))


def _sabotaged(turn: Turn, victim: Seat, works: Works) -> bool:
    throw = turn.throw("sabotage", works.at, victim)
    destroyed = throw >= figures().numbers.sabotage
    turn.say(FactorySabotaged(seat=victim, zone=ZONES[works.at].name, throw=throw, destroyed=destroyed))
    if destroyed:
        turn.works.remove(works)
    return destroyed


def join_barney(turn: Turn, seat: Seat, barney: Person, at: int, wrecks: Sequence[Kind]) -> None:
    """Give Black Barney the ships that his side destroyed in a battle that it won."""
    if not turn.rules.powers or barney.name in turn.used or turn.is_inert(barney.colour):
        return
    if not turn.doctrine[seat].uses_power(barney.name, ZONES[at].name) or not use(turn, barney):
        return
    for kind in wrecks:
        turn.put(at, barney.colour, kind)
    counts = tuple((kind, wrecks.count(kind)) for kind in SHIPS if kind in wrecks)
    turn.say(ShipsCaptured(seat=seat, zone=ZONES[at].name, units=Units(counts)))


def take_the_rest(turn: Turn) -> None:
    """At the end of Combat take the territories that nobody defends."""
    for name in TERRITORIES:
        settle(turn, INDEX[name])
    standing.hand_over_kilsats(turn)
