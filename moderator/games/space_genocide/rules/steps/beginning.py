"""The beginning of a turn: black holes, new Planet Busters, cards."""

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.events.production import BustersReplaced
from moderator.games.space_genocide.events.transport import HoleRolled, ShipsSwallowed
from moderator.games.space_genocide.rules import deck
from moderator.games.space_genocide.rules.moments import Moment, Roll
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.tables import RANK

_LOST = 1
"""A ship in a black hole is lost on this face."""


def run(turn: Turn) -> None:
    """Begin the turn of every seat that acts in it."""
    for seat in turn.order:
        if seat in turn.fallen:
            continue
        for squadron in tuple(turn.own(seat)):
            if turn.ground(squadron.at).swallows:
                _hole(turn, squadron)
        if turn.options.rearm == "turn":
            rearm(turn, seat)
        if turn.options.cards:
            deck.draw(turn, seat, turn.options.draw + turn.race(seat).draw)


def _hole(turn: Turn, squadron: Squadron) -> None:
    """Throw for each ship of a fleet in a black hole, out of others' sight: the dice would tell how many there are."""
    crafts = sorted(squadron.crafts, key=lambda craft: (RANK[craft.kind.key], -craft.busters))
    faces = [turn.draw("black-hole", squadron.at, (squadron.seat,), 6) for _ in crafts]
    place = turn.name(squadron.at)
    turn.say(
        HoleRolled(
            seat=squadron.seat,
            fleet=squadron.number,
            place=place,
            ships=tuple(craft.ship for craft in crafts),
            faces=tuple(faces),
            seen_by=(squadron.seat,),
        )
    )
    doomed = [craft for craft, face in zip(crafts, faces, strict=True) if face == _LOST]
    lost = [
        craft
        for craft in sorted(doomed, key=lambda one: one.worth(turn.options), reverse=True)
        if not _is_spared(turn, craft, squadron)
    ]
    for craft in lost:
        turn.lose(craft, squadron)
    if lost:
        kinds = tuple(craft.kind.key for craft in lost)
        turn.say(ShipsSwallowed(seat=squadron.seat, fleet=squadron.number, place=place, kinds=kinds))
    turn.clear([squadron])


def _is_spared(turn: Turn, craft: Craft, squadron: Squadron) -> bool:
    """Tell whether a card has a ship's die thrown again and the new one spares it."""
    roll = Roll("black-hole", squadron.at, (squadron.seat,), (_LOST,))
    turn.offer(Moment("rolled", seat=squadron.seat, squadron=squadron, craft=craft, at=squadron.at, roll=roll))
    return roll.faces != (_LOST,)


def rearm(turn: Turn, seat: Seat) -> None:
    """Replace the Planet Busters of a seat's ships at its own planets."""
    for squadron in turn.own(seat):
        if not turn.is_home(seat, squadron.at):
            continue
        missing = sum(craft.kind.busters - craft.busters for craft in squadron.crafts)
        for craft in squadron.crafts:
            craft.busters = craft.kind.busters
        if missing:
            turn.say(
                BustersReplaced(
                    seat=seat,
                    fleet=squadron.number,
                    place=turn.name(squadron.at),
                    count=missing,
                    seen_by=(seat,),
                )
            )
