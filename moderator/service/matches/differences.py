"""What the operator's file says of matches that are made already, and how they differ: all are asked for together."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import select
from sqlmodel import Session, col

from moderator.core.seats import Seat
from moderator.service import gm_language, tags
from moderator.service.context import MatchPlan, SeatPlan
from moderator.service.matches import joining
from moderator.store import match_queries, people_queries
from moderator.store.tables import Address, Match, Player, SeatAssignment

_TOGETHER = 500
"""Matches that are asked for in one statement: databases bound the number of its values."""


_FIXED = (
    "delay",
    "grace",
    "remind",
    "confirm",
    "absent",
    "absent_after",
    "absent_bot",
    "gm",
    "masks",
    "unsigned",
    "series",
    "delegates",
    "language",
)
"""What a match keeps as it was when it began."""


class MadeMatch(Struct, frozen=True):
    """A match that the file names and that is made already: its settings, and who sits where now."""

    number: int
    schedule: str
    settings: MatchPlan
    seats: dict[Seat, SeatPlan]
    withdrawn: bool = False


def find_made_matches(session: Session, plans: Sequence[MatchPlan]) -> dict[str, MadeMatch]:
    """Return by name the matches of plans that are made already."""
    found: dict[str, MadeMatch] = {}
    for begin in range(0, len(plans), _TOGETHER):
        slugs = {plan.name: tags.slug(plan.name) for plan in plans[begin : begin + _TOGETHER]}
        asked = select(*map(col, (Match.slug, Match.name, Match.id, Match.schedule, Match.settings, Match.withdrawn)))
        rows = {row.slug: row for row in session.execute(asked.where(col(Match.slug).in_(slugs.values())))}
        seats = seats_now(session, [row.id for row in rows.values()])
        for name, slug in slugs.items():
            row = rows.get(slug)
            if row is not None and row.name.lower() == name.lower():
                found[name] = MadeMatch(row.id, row.schedule, row.settings, seats[row.id], row.withdrawn)
    return found


def seats_now(session: Session, matches: Collection[int]) -> dict[int, dict[Seat, SeatPlan]]:
    """Return who sits where now in several matches, as the operator's file would say it."""
    seated = session.execute(
        select(*map(col, (SeatAssignment.match, SeatAssignment.seat, SeatAssignment.bot, Player.id, Player.name)))
        .join(Player, col(Player.id) == col(SeatAssignment.player), isouter=True)
        .where(col(SeatAssignment.match).in_(matches), col(SeatAssignment.left).is_(None))
        .order_by(match_queries.BY_SEAT)
    ).all()
    players = {player for *_, player, _ in seated if player is not None}
    addresses: dict[int, list[str]] = {}
    known = (
        select(col(Address.player), col(Address.address))
        .where(col(Address.player).in_(players))
        .order_by(col(Address.id))
    )
    for player, address in session.execute(known):
        addresses.setdefault(player, []).append(address)
    accounts = people_queries.accounts_of(session, players)
    threads: dict[tuple[int | None, Seat], set[str]] = {}
    for thread in people_queries.threads_of(session, matches) if accounts else ():
        threads.setdefault((thread.match, thread.seat), set()).add(thread.forum)
    found: dict[int, dict[Seat, SeatPlan]] = {match: {} for match in matches}
    for match, seat, bot, player, name in seated:
        account = joining.playing(accounts.get(player, ()), threads.get((match, seat), ()))
        found[match][seat] = SeatPlan(
            seat=seat,
            player=name or "",
            addresses=tuple(addresses.get(player, ())),
            forum=f"{account.forum}:{account.name}".rstrip(":") if account else "",
            bot="" if player is not None else bot,
        )
    return found


def find(session: Session, plan: MatchPlan, match: MadeMatch) -> list[str]:
    """Return what a match in the operator's file says that the match does not do, with the override to write instead.

    A match is read once, when its name is new; later differences change nothing. What an override has changed since
    is no difference: the file may go on saying what it said, or say what is so now.
    """
    if match.withdrawn:
        how = "once something in its [[match]] is corrected, or once the file was saved without it and it is put back"
        return [f"{plan.about}: it was withdrawn. It begins anew {how}"]
    first = match.settings
    if (plan.schedule, plan.zone) == (first.schedule, first.zone):
        plan = replace(plan, schedule=match.schedule)
    now, seated = replace(first, schedule=match.schedule), dict(match.seats)
    planned = {seat.seat: seat for seat in first.seats}
    for seat in plan.seats:
        if seat.seat in planned and seat.seat in seated and _same_person(planned[seat.seat], seat):
            seated[seat.seat] = seat
    others = (*_other_settings(now, plan), *_other_seats(session, match.number, plan, seated))
    return [f"{plan.about}: {difference}" for difference in others]


def _other_settings(old: MatchPlan, new: MatchPlan) -> Iterator[str]:
    if new.game != old.game:
        yield f'the game stays "{old.game}"; for another game write a match with another name'
    if (new.schedule, new.zone) != (old.schedule, old.zone):
        instead = (
            f'; write an override: do = "SCHEDULE {new.schedule or gm_language.NO_SCHEDULE}"'
            if new.schedule != old.schedule
            else ""
        )
        yield f'the schedule stays "{old.schedule}" in zone {old.zone}{instead}'
    for key in sorted({*old.options, *new.options}):
        if old.options.get(key) != new.options.get(key):
            yield f"option {key} stays as it was when the match began ({_option(old, key)})"
    if new.hold:
        yield (
            'hold changes nothing, since the match has begun; write an override: do = "PAUSE" stops its clock, and '
            'do = "WITHDRAW" takes it back before its first turn'
        )
    if new.start not in (None, old.start):
        yield "start changes nothing, since the match has begun"
    if new.spectators not in ("", old.spectators, old.shown):
        instead = f'write an override: do = "SPECTATORS {new.spectators.upper()}"'
        yield f'spectators stays "{old.shown}"; {instead}'
    for name in _FIXED:
        if getattr(new, name) != getattr(old, name):
            yield f"{name} stays as it was when the match began"


def _other_seats(session: Session, match: int, new: MatchPlan, seated: Mapping[Seat, SeatPlan]) -> Iterator[str]:
    if new.open:
        return
    for seat in new.seats:
        sits = seated.get(seat.seat)
        if sits is None:
            yield f"seat {seat.seat} is not in this match; seats cannot be added"
        elif _same_person(sits, seat):
            continue
        elif not seat.bot and seat.seat in people_queries.seats_of_erased(session, match):
            yield _about_erased(sits)
        else:
            yield f"seat {seat.seat} stays with {name_of(sits)}; write an override: do = '{_replace_line(seat)}'"
    wanted = {seat.seat for seat in new.seats}
    for name, sits in seated.items():
        if name not in wanted:
            yield f"seat {name} stays with {name_of(sits)}; seats cannot be taken away"


def _option(plan: MatchPlan, key: str) -> str:
    return repr(plan.options[key]) if key in plan.options else "its default"


def _same_person(sits: SeatPlan, wanted: SeatPlan) -> bool:
    if sits.bot or wanted.bot:
        return sits.bot == wanted.bot and not (wanted.player or sits.player)
    forum, _, name = wanted.forum.lower().partition(":")
    at_forum, _, account = sits.forum.lower().partition(":")
    same_account = bool(forum) and forum == at_forum and (name == account if name else wanted.player == sits.player)
    return same_account or bool({address.lower() for address in wanted.addresses} & set(sits.addresses))


def _about_erased(sits: SeatPlan) -> str:
    """Tell of a seat of somebody who was erased, whom the file may still name, without a word of whom it names."""
    if sits.bot or sits.addresses or sits.forum:
        return f"seat {sits.seat} stays with {name_of(sits)}; write the same here"
    return (
        f"seat {sits.seat} is the seat of a person who was erased; fill it by an override with REPLACE, and write "
        "the same player or bot here"
    )


def name_of(seat: SeatPlan) -> str:
    """Return the name of who sits in a seat."""
    return f"bot {seat.bot}" if seat.bot else seat.player


def _replace_line(seat: SeatPlan) -> str:
    if seat.bot:
        return f"REPLACE {seat.seat} WITH BOT {seat.bot}"
    return f'REPLACE {seat.seat} WITH "{seat.player}" {" ".join(seat.addresses)}'
