"""What is done now and then: raw letters forgotten in time, a person's data handed out or erased."""

from datetime import timedelta
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from moderator.core.errors import ModeratorError
from moderator.service import intake
from moderator.service.context import Context
from moderator.store import queries
from moderator.store.tables import Address, Letter, LetterStatus, Outbox, Player

ERASED = "erased"
"""The name of a person who asked to be forgotten."""


class UnknownPersonError(ModeratorError):
    """Nobody is known by that address."""


def forget_old_letters(session: Session, ctx: Context) -> int:
    """Empty the raw letters that were kept for ``keep_letters`` days; return how many. What came of them stays."""
    before = ctx.now() - timedelta(days=ctx.settings.keep_letters)
    done = session.execute(
        update(Letter)
        .where(col(Letter.arrived) < before, col(Letter.raw) != b"")
        .where(col(Letter.status).in_([LetterStatus.DONE, LetterStatus.IGNORED]))
        .values(raw=b"")
    )
    return int(done.rowcount)  # type: ignore[attr-defined]


def export(session: Session, address: str) -> dict[str, Any]:
    """Return everything that is known of a person, as plain data; raises UnknownPersonError."""
    player = _person(session, address)
    letters = session.exec(select(Letter).where(Letter.player == player.id).order_by(col(Letter.id))).all()
    sent = session.exec(select(Outbox).where(Outbox.player == player.id).order_by(col(Outbox.id))).all()
    return {
        "name": player.name,
        "zone": player.zone,
        "preferences": player.preferences,
        "vacation": [str(moment) for moment in (player.vacation_from, player.vacation_to) if moment],
        "addresses": [
            {"address": row.address, "confirmed": row.confirmed} for row in queries.addresses(session, player.id or 0)
        ],
        "seats": [
            {"match": match.name, "game": match.game, "seat": place.seat, "joined": str(place.joined)}
            for place, match in queries.places_of(session, player.id or 0)
        ],
        "letters": [
            {
                "arrived": str(letter.arrived),
                "sender": letter.sender,
                "verdict": letter.verdict,
                "raw": intake.raw_of(letter).decode("utf-8", "replace"),
            }
            for letter in letters
        ],
        "answers": [{"made": str(row.made), "kind": row.kind, "sent": str(row.sent or "")} for row in sent],
    }


def erase(session: Session, address: str) -> list[str]:
    """Forget a person: name, addresses, preferences, letters. Seats and records stay; return the matches played in.

    Part of the caller's transaction. Nobody is written to any more: a seat of a running match needs another player
    (an override), or is played by default.
    """
    player = _person(session, address)
    played = [match.name for _, match in queries.places_of(session, player.id or 0)]
    for letter in session.exec(select(Letter).where(Letter.player == player.id)):
        letter.raw, letter.sender, letter.message_id = b"", "", None
        session.add(letter)
    for row in session.exec(select(Address).where(Address.player == player.id)):
        session.delete(row)
    player.name, player.preferences, player.vacation_from, player.vacation_to = ERASED, "{}", None, None
    session.add(player)
    return played


def _person(session: Session, address: str) -> Player:
    owner = next(iter(queries.owners(session, address)), None)
    player = session.get(Player, owner.player) if owner else None
    if player is None:
        raise UnknownPersonError(f"nobody is known by the address {address}")
    return player
