"""Why a file that the operator dropped is nobody's letter: which of its names is unknown, and which one was meant."""

from collections.abc import Collection

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.language.grammar.suggest import nearest
from moderator.mail.letter import ReadLetter
from moderator.service import tags
from moderator.store import match_queries, people_queries
from moderator.store.tables import Address, Match, SeatAssignment


class Unplaced(Struct, frozen=True):
    """What is wrong with a dropped file: it names no seat, or a match, seat or player that is not here.

    ``name`` is as it was written, ``match`` where a seat is looked for, ``meant`` the nearest name there is,
    ``known`` all of them.
    """

    code: str = "without-seat"
    name: str = ""
    match: str = ""
    meant: str = ""
    known: tuple[str, ...] = ()


def reason_unplaced(session: Session, letter: ReadLetter) -> Unplaced:
    """Return why a dropped letter that speaks for no seat does not."""
    claimed, dot, name = (letter.claimed_seat or "").partition(".")
    if dot:
        return _named(session, claimed, name)
    if letter.sender is None:
        return Unplaced()
    address = letter.sender.address.lower()
    if people_queries.owners(session, [address]):
        return Unplaced("seatless-player", address)
    return _unknown("unknown-player", address, session.exec(select(Address.address).order_by(col(Address.id))).all())


def _named(session: Session, claimed: str, name: str) -> Unplaced:
    """Judge the name of a file, or its header."""
    match = match_queries.match_by_slug(session, tags.slug(claimed))
    if match is None:
        return _unknown("unknown-match", claimed, tuple(match_queries.match_names(session)))
    seats = _seats(session, match)
    bots = [
        assignment.seat
        for assignment in seats
        if assignment.player is None and tags.slug(assignment.seat) == tags.slug(name)
    ]
    if bots:
        return Unplaced("bot-seat", bots[0], match.name)
    return _unknown(
        "unknown-seat", name, [assignment.seat for assignment in seats if assignment.player is not None], match.name
    )


def _seats(session: Session, match: Match) -> list[SeatAssignment]:
    return [assignment for assignment, _ in match_queries.assignments_in(session, match.id)]


def _unknown(code: str, name: str, known: Collection[str], match: str = "") -> Unplaced:
    """Return which name was meant, the way of writing left out of account."""
    spelled = {each.casefold(): each for each in known}
    meant = nearest(name.casefold(), tuple(spelled), 1)
    return Unplaced(code, name, match, spelled[meant[0]] if meant else "", tuple(known))
