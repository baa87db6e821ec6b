"""The end of a turn after the census: cards, what is scuttled, the planets move ("Status")."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.powers import LAST_MODEL, is_at
from moderator.games.buck_rogers_revised.events.movement import LineFailed
from moderator.games.buck_rogers_revised.events.status import BonusGained, ChitMoved, ProductionBarred, UnitsScuttled
from moderator.games.buck_rogers_revised.orders.types import Scuttle
from moderator.games.buck_rogers_revised.pieces import XENOTRON, ZEREA
from moderator.games.buck_rogers_revised.rules import hand
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.piles import total_of
from moderator.games.solar_system.board.sky import MARKERS
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.events.dawn import PlanetsMoved
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Kind

_CONQUERED = "conquered "
"""With a colour: it took an enemy's territory, which is kept among what was used this turn."""


def spoils(turn: Turn) -> None:
    """Note who may draw a card, and give Zerea Takan hers and her bonus for each battle that she has won."""
    turn.used |= {_CONQUERED + colour for some in turn.conquered.values() for colour in some}
    for zone, seat in turn.battles_won:
        if is_at(turn, ZEREA, seat, NUMBER[zone]):
            hand.draw(turn, seat)
            if seat not in turn.tokens:
                turn.tokens.add(seat)
                turn.say(BonusGained(seat=seat))


def draw(turn: Turn) -> None:
    """Let conquerors draw a card for each colour, and trade; nobody keeps too many (Rules: Draw Cards)."""
    for seat in turn.in_turn_order():
        cards = sum(_CONQUERED + colour in turn.used for colour in turn.played[seat])
        if cards:
            hand.draw(turn, seat, cards)
        if cards or turn.options.trade == "all":
            hand.trade(turn, seat)
        else:
            hand.refuse(turn, seat)
        hand.limit(turn, seat)


# ---- what is given up -------------------------------------------------------------------------------------


def scuttle(turn: Turn) -> None:
    """Take off the board what lines say, each colour's own (Rules: Scuttle Units)."""
    for seat in turn.in_turn_order():
        for line in turn.order_set(seat, Scuttle):
            colours = [colour for colour in turn.played[seat] if line.units.colour in ("", colour)]
            scuttled = [_scuttle(turn, seat, colour, line) for colour in colours]
            if not any(scuttled):
                turn.tell(LineFailed(seat=seat, order=line, cause="gone", zone=line.zone))


def _scuttle(turn: Turn, seat: Seat, colour: Colour, line: Scuttle) -> bool:
    """Take a colour's units off the board that a line names; tell whether there were any."""
    at = turn.place(line.zone)
    pile = turn.pile(at, colour)
    part = pile.part(line.units)
    counts = {kind: number for kind, number in part.units().counts if number}
    pile.take(part)
    freight = sum(load.factory for load in part.loads)
    for works in [one for one in turn.works if (one.at, one.colour, one.aboard) == (at, colour, True)][:freight]:
        turn.works.remove(works)
    counts |= _works(turn, at, colour, line.units)
    leaders = tuple(one.name for one in turn.people.values() if (one.at, one.colour) == (at, colour))
    leaders = tuple(filter(line.units.means, leaders))
    gone = Units(tuple(counts.items()), leaders)
    if total_of(gone):
        turn.say(UnitsScuttled(seat=seat, colour=colour, zone=line.zone, units=gone))
    for name in leaders:
        _retire(turn, name)
    return total_of(gone) > 0


def _works(turn: Turn, at: int, colour: Colour, units: Units) -> dict[Kind, int]:
    """Take Factories, the youngest first, and KilSats off the board; return how many of each."""
    own = [works for works in turn.works_at(at) if works.colour == colour]
    number = units.among(Kind.FACTORY, len(own))
    for works in own[len(own) - number :]:
        turn.works.remove(works)
    kilsats = units.among(Kind.KILSAT, turn.kilsats[at, colour])
    turn.kilsats[at, colour] -= kilsats
    return {kind: n for kind, n in ((Kind.FACTORY, number), (Kind.KILSAT, kilsats)) if n}


def _retire(turn: Turn, name: str) -> None:
    """Take a Leader off the board until the next Status; Xenotron gives himself up so (Rules: Xenotron and death)."""
    person = turn.people[name]
    turn.lose_cargo(person)
    person.at, person.back = -1, turn.turn + 1
    if name == XENOTRON:
        turn.model = min(LAST_MODEL, turn.model + 1)
        turn.barred.append(person.colour)
        turn.say(ProductionBarred(seat=turn.seat_of[person.colour], colour=person.colour))


# ---- the planets ------------------------------------------------------------------------------------------


def orbit(turn: Turn) -> None:
    """Move each planet's marker by a dot, without what stands there, and the victory chit down."""
    turn.moves += 1
    dots = turn.sky.dots
    turn.say(PlanetsMoved(turn=turn.turn, dots=tuple((marker, dots[marker]) for marker in MARKERS)))
    if turn.chit > 1:
        turn.chit -= 1
        turn.say(ChitMoved(needed=turn.chit))
