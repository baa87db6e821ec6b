"""What an operator wrote that is possible and probably not meant: it is done all the same, and said."""

from collections.abc import Collection, Iterable, Iterator

from sqlmodel import Session, col, select

from moderator.mail.headers import detail_of
from moderator.service import preferences
from moderator.service.context import Context, MatchPlan, SeatPlan
from moderator.service.matches import matches
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Player


def about_match(session: Session, ctx: Context, plan: MatchPlan) -> list[str]:
    """Return what may not be meant in a match that has not begun; raises MatchError if it cannot be made."""
    game = matches.check(ctx, plan)
    found = [
        line for number, seat in enumerate(plan.seats) for line in about_seat(session, ctx, seat, plan.seats[:number])
    ]
    hints = game.check_options(plan.options, [seat.seat for seat in plan.seats])
    return [f"{plan.about}: {line}" for line in (*found, *(ctx.say(game.info.key, hint) for hint in hints))]


def about_seat(session: Session, ctx: Context, seat: SeatPlan, others: Iterable[SeatPlan]) -> Iterator[str]:
    """Give what may not be meant of who is to sit in a seat beside others."""
    if seat.bot:
        return
    known, named = matches.known_player(session, seat), False
    for address in seat.addresses:
        if detail_of(ctx.settings.addresses, address) is not None:
            yield f"seat {seat.seat}: {address} is the moderator's own address; its letters would come back to it"
    for other in others:
        shared = sorted({address.lower() for address in seat.addresses} & {each.lower() for each in other.addresses})
        if shared:
            both = f"seats {other.seat} and {seat.seat}"
            yield f"{both} have one address, {shared[0]}: who reads it knows both sides"
            named = True
        elif known is not None and not other.bot and matches.known_player(session, other) == known:
            yield f"seat {seat.seat} is for {known.name}, who plays {other.seat} in the same match and knows both sides"
            named = True
        elif seat.player and seat.player.casefold() == other.player.casefold():
            both = f"seats {other.seat} and {seat.seat}"
            yield f"{both} are for {seat.player}: if that is one person at two addresses, he or she knows both sides"
    if known is not None:
        unnamed = {seat.forum.partition(":")[2], *(address.partition("@")[0] for address in seat.addresses)}
        if not named and seat.player not in {known.name, *unnamed}:
            kept = f"seat {seat.seat}: {known.name} is known already by this address and keeps that name in all matches"
            yield f"{kept}; an override with the line 'NAME {seat.seat} \"{seat.player}\"' corrects it"
        yield from _kept(known, seat)


def _kept(known: Player, seat: SeatPlan) -> Iterator[str]:
    """Give what the file says of a known player and is not taken: what the player chose holds in all matches."""
    if seat.zone and seat.zone != known.zone:
        yield (
            f"seat {seat.seat}: {known.name} is known already and keeps the zone {known.zone} in all matches; "
            f"a letter with SET ZONE {seat.zone} changes it"
        )
    if others := preferences.differing(known, seat.preferences):
        yield (
            f"seat {seat.seat}: {known.name} is known already and keeps the preferences of before "
            f"({', '.join(others)} is not taken); a letter with SET changes them"
        )


def taken_out(session: Session, names: Collection[str]) -> list[str]:
    """Return what is to be said of matches, by name, that are not in the file any more and go on."""
    wanted = {name.lower() for name in names}
    running = select(Match.name).where(Match.status != MatchStatus.OVER).order_by(col(Match.id))
    return [
        f'match "{name}" is not in the file any more, and goes on all the same; to end it write an override '
        f'with match = "{name}" and do = "END <why>"'
        for name in (session.exec(running) if wanted else ())
        if name.lower() in wanted
    ]
