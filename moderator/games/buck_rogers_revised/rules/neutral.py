"""The neutral colour of a match of four: it settles a planet, grows there and never moves ("4 Players")."""

from collections.abc import Sequence

from moderator.core.dice import Dice, Why
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.events.production import NeutralGrew
from moderator.games.buck_rogers_revised.events.set_up import NeutralSettled
from moderator.games.buck_rogers_revised.pieces import NEUTRAL
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.zones import PLACES, SYSTEMS, lands_of
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Factory, Kind, Position, Stack

_GENNIES = 2
_AT_FACTORY = 2
"""The Troopers that its Factory makes a turn."""
_ASTEROIDS = "asteroids"


def settle(dice: Dice) -> tuple[Position, NeutralSettled]:
    """Draw a planetary display, and the zone on it that has a Factory and two Gennies."""
    displays = [system for system in SYSTEMS if system != _ASTEROIDS]
    lands = lands_of(dice.open.shuffled(displays, Why("neutral"))[0])
    home = dice.open.shuffled(list(lands), Why("neutral-factory"))[0]
    position = Position(
        (Stack(home, NEUTRAL, gennies=_GENNIES),),
        tuple((name, NEUTRAL) for name in lands),
        (Factory(home, NEUTRAL),),
        (),
        (),
        0,
    )
    return position, NeutralSettled(colour=NEUTRAL, zones=lands, factory=home)


def grow(turn: Turn) -> None:
    """Build, while the Factory is neutral: two Troopers there, one on each other surface zone, Fighters in space."""
    for works in [one for one in turn.works if one.colour == NEUTRAL and turn.options.neutral][:1]:
        for at in turn.zones_of(NEUTRAL):
            troopers = _AT_FACTORY if at == works.at else int(PLACES[at].surface)
            counts = ((Kind.TROOPER, troopers), (Kind.FIGHTER, int(not PLACES[at].surface)))
            grown = Units(tuple((kind, number) for kind, number in counts if number))
            for kind, number in grown.counts:
                turn.put(at, NEUTRAL, kind, number)
            turn.say(NeutralGrew(zone=PLACES[at].name, units=grown))


def commander(turn: Turn, at: int) -> Seat:
    """Return who aims for the neutral colour in a battle: who holds fewest zones, of all or of those not in it."""
    away = [seat for seat in turn.in_play if not turn.is_there(seat, at)]
    seats: Sequence[Seat] = turn.in_play
    if turn.options.neutral_command == "uninvolved" and away:
        seats = away
    return min(seats, key=lambda seat: (len(turn.zones_of(seat)), turn.rank(seat)))


def cards_aside(turn: Turn) -> list[str]:
    """Return the cards of the neutral planet, which nobody is dealt before units are placed."""
    held = turn.zones_of(NEUTRAL) if turn.options.neutral else ()
    return [PLACES[at].name for at in held]
