"""Who sits where in a match, and what they may be called."""

from msgspec import Struct
from sqlmodel import Session

from moderator.store import queries
from moderator.store.tables import Match, Place, Player


class Chair(Struct, frozen=True):
    """A seat of a match and who sits in it."""

    match: Match
    place: Place
    player: Player


def addressees(session: Session, match: Match, seat: str) -> dict[str, str]:
    """Return what everybody may be called whom a seat can write to, each with the name to write to.

    That is the seat, its player's name, and the player's first name if nobody shares it.
    """
    seated = [
        (place.seat, player.name if player else "")
        for place, player in queries.places_in(session, match.id or 0)
        if place.seat != seat
    ]
    first = [name.split(maxsplit=1)[0] for _, name in seated if name.strip()]
    short = {name.split(maxsplit=1)[0]: seat for seat, name in seated if name.strip()}
    alone = {name: seat for name, seat in short.items() if first.count(name) == 1}
    return {**alone, **{name: seat for seat, name in seated if name.strip()}, **{seat: seat for seat, _ in seated}}
