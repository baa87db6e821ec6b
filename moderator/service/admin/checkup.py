"""What can be told at once of how the moderator is, from its settings and its database; nothing waits for a server."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session, select

from moderator.service.context import Context, Settings
from moderator.service.outgoing import claiming
from moderator.service.outgoing.envelopes import MAIL
from moderator.service.overrides import outages
from moderator.store import letter_queries
from moderator.store.tables import Pulse


class Diagnosis(Struct, frozen=True):
    """The result of one check: ``good``, ``look`` (a warning) or ``bad``, what was checked, and what to do."""

    mark: str
    subject: str
    message: str


def clock(now: datetime) -> Diagnosis:
    """Tell whether the clock of this machine can be right."""
    if now < outages.EARLIEST:
        return Diagnosis("bad", "clock", f"this machine says {now:%Y-%m-%d}: set its time, best by NTP")
    return Diagnosis("good", "clock", f"{now:%Y-%m-%d %H:%M:%S} UTC")


def work(session: Session, ctx: Context) -> Diagnosis:
    """Tell whether somebody is at work, as is noted every minute."""
    seen = session.exec(select(Pulse.seen)).first()
    if seen is None:
        return Diagnosis("look", "moderator", "it has never been at work: start moderator serve")
    if ctx.now() - seen > outages.SHORTEST:
        return Diagnosis("bad", "moderator", f"not at work since {seen:%Y-%m-%d %H:%M} UTC: start moderator serve")
    return Diagnosis("good", "moderator", "at work")


def letters(session: Session, ctx: Context, queues: Sequence[str]) -> Iterator[Diagnosis]:
    """Give the letters that are set aside, and those that wait in some queues to go."""
    if shunted := len(letter_queries.shunted_letters(session)):
        yield Diagnosis("look", "database", f"{shunted} letters are set aside: moderator shunt list")
    for queue in queues:
        backlog = claiming.backlog(session, ctx, queue)
        if backlog.waiting:
            subject = f"{backlog.waiting} posts for {queue}" if queue != MAIL else f"{backlog.waiting} letters"
            left = "" if backlog.left_today is None else f"; {backlog.left_today} more may go today (letters_per_day)"
            message = f"{subject} wait to go, the oldest since {backlog.oldest:%Y-%m-%d %H:%M} UTC{left}"
            yield Diagnosis("look", "outbox", message)


def left_alone(count: int) -> Iterator[Diagnosis]:
    """Give a warning if there are letters in the mailbox that are for nobody here."""
    if count:
        message = f"{count} letters in it are not ours: if nobody else shares it, set aliases, or all = true"
        yield Diagnosis("look", "mailbox", message)


_TRUSTED = {
    "tag": '"tag": a letter counts if its reply address and its sender belong to one seat; else the player is asked',
    "strict": '"strict": as "tag", and your mail server must vouch for the sender (DKIM, DMARC): else we ask',
}
"""What a letter must prove, by the level of trust."""


_UNCHECKED = (
    "authserv_id is not set, so nothing that your mail server finds about a sender (SPF, DKIM, DMARC) is read. "
    "Anybody who has a player's reply address and forges the player's sender is taken for the player. Set authserv_id "
    "to the name that your server writes into Authentication-Results"
)
"""What is not checked where nothing says which server's word to take."""


def trust(settings: Settings) -> Iterator[Diagnosis]:
    """Give what a letter must prove, and what nobody checks."""
    if settings.trust == "address":
        yield Diagnosis(
            "look", "trust", '"address": anybody who knows a player\'s address can write for them: for friends only'
        )
    elif settings.trust == "strict" and not settings.authserv_id:
        yield Diagnosis(
            "bad",
            "trust",
            '"strict" needs authserv_id: the name of your mail server in Authentication-Results',
        )
    else:
        yield Diagnosis("good", "trust", _TRUSTED[settings.trust])
    if settings.trust != "strict" and not settings.authserv_id:
        yield Diagnosis("look", "senders", _UNCHECKED)
