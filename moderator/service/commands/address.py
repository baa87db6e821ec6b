"""A player's change of address, which holds in all matches: nobody but the player may bring it about.

A player asks for it, and both addresses confirm it: each is sent a question with a code of its own, and who answers
with that code, or in the thread of the question, has read it there. A GM asks for it for a player who has lost the old
address: it takes effect 48 hours after the old address was told, or once that one confirms it. A newer change takes the
place of one that is under way, and ``SET ADDRESS`` with the old address calls it off.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.language.reading.commands import Command, Confirm, Set
from moderator.mail.headers import detail_of, one_address
from moderator.service import browsers, outbox, tags, unconfirmed
from moderator.service.audit import versions
from moderator.service.codes import AnswerCode, RefusalCode, Verdict
from moderator.service.commands.command_context import CommandContext
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Notice
from moderator.service.letter_parts import Answer, Fact
from moderator.service.matches import letterhead, order_requests, records, reports
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outbox import OutgoingLetter
from moderator.service.recruiting import waiting_list
from moderator.store import letter_queries, match_queries, people_queries
from moderator.store.statuses import LetterStatus, MatchStatus, OutboxStatus
from moderator.store.tables import AddressChange, Letter, Match, Outbox, Player, SeatAssignment

OBJECTION = timedelta(hours=48)
"""How long the old address may object to what a GM asked for, from when it was told."""

_PER_DAY = 5
"""Changes that a player may ask for in a day: each writes to an address that may be anybody's."""
_DAY = timedelta(days=1)
_OLD, _NEW = "address-old", "address-new"
"""How the keys of the two questions begin."""


# ---- asking for it -------------------------------------------------------------------------------------------


def change(command_context: CommandContext, written: str) -> Answer:
    """Ask both addresses whether a player's letters are to go to another one, or call off what was asked before."""
    session, ctx, seat_context = command_context.session, command_context.ctx, command_context.seat_context
    if seat_context is None:
        return command_context.answer(RefusalCode.NEEDS_SEAT)
    address = one_address(written)
    if not address:
        return command_context.answer(RefusalCode.ADDRESS_UNCLEAR, "SET ADDRESS carl@example.org", written=written)
    player, old = command_context.player.id, people_queries.written_to(session, command_context.player.id)
    pending = pending_change(session, player)
    if address == old and pending is not None:
        call_off(session, ctx, pending)
        return command_context.answer(AnswerCode.ADDRESS_KEPT, address=old, before=pending.address)
    refused = address_refusal(session, ctx, player, address)
    if refused is None and letter_queries.outbox_keys(session, f"{_NEW}:{player}:", ctx.now() - _DAY) >= _PER_DAY:
        refused = RefusalCode.ADDRESS_TOO_MANY
    if refused is not None:
        return command_context.answer(refused, address=address, limit=_PER_DAY)
    begun = AddressChange(
        player=player,
        key=f"{player}:{command_context.key}",
        match=seat_context.match.id,
        old=old,
        address=address,
        asked=ctx.now(),
    )
    _begin(session, ctx, seat_context.match, seat_context.assignment, begun)
    before = pending.address if pending is not None else ""
    return command_context.answer(AnswerCode.ADDRESS_ASKED, address=address, old=old, before=before)


def change_by_gm(
    session: Session, ctx: Context, match: Match, assignment: SeatAssignment, address: str, *, reason: str
) -> None:
    """Tell the old address of the player in a place why letters are to go to another one unless it objects."""
    player = assignment.player or 0
    begun = AddressChange(
        player=player,
        key=f"{player}:gm:{match.id}:{match.number + 1}:{address}",
        match=match.id,
        old=people_queries.written_to(session, player),
        address=address,
        by_gm=True,
        new_agreed=True,  # the GM vouches for it
        asked=ctx.now(),
    )
    _begin(session, ctx, match, assignment, begun, reason=reason)


def address_refusal(session: Session, ctx: Context, player: int, address: str) -> RefusalCode | None:
    """Return why an address cannot become a player's, None if it can; never whose it is."""
    if address == people_queries.written_to(session, player):
        return RefusalCode.ADDRESS_SAME
    ours = detail_of(ctx.settings.addresses, address) is not None
    others = any(entry.player != player and not entry.claimed for entry in people_queries.owners(session, [address]))
    return RefusalCode.ADDRESS_TAKEN if ours or others else None


def pending_change(session: Session, player: int) -> AddressChange | None:
    """Return the change of a player's address that is not yet decided."""
    return session.exec(select(AddressChange).where(AddressChange.player == player)).first()


def questions(session: Session, match: Match) -> list[Notice]:
    """Return what the old addresses are asked by the newest record of a match."""
    begins = f":gm:{match.id}:{match.number}:"
    asked = (
        select(Outbox).where(Outbox.match == match.id, col(Outbox.key).startswith(f"{_OLD}:")).order_by(col(Outbox.id))
    )
    letters = [codec.unpack(row.payload, LetterFacts | None) for row in session.exec(asked) if begins in row.key]
    return [letter for letter in letters if isinstance(letter, Notice)]


def all_changes_asked_for(session: Session, player: int) -> list[tuple[str, str]]:
    """Return all changes that were asked for a player, each as the address of before and the one that was wanted.

    The one that was wanted may be anybody's.
    """
    asked = select(Outbox).where(Outbox.player == player, col(Outbox.key).startswith(f"{_OLD}:"))
    letters = [codec.unpack(row.payload, LetterFacts | None) for row in session.exec(asked)]
    return [(str(told.facts["old"]), str(told.facts["address"])) for told in letters if isinstance(told, Notice)]


def _begin(
    session: Session, ctx: Context, match: Match, assignment: SeatAssignment, begun: AddressChange, *, reason: str = ""
) -> None:
    """Put a change in the place of the one that is under way, and write to the addresses that have a say in it."""
    pending = pending_change(session, begun.player)
    if pending is not None:
        call_off(session, ctx, pending, told=not begun.by_gm)
    session.add(begun)
    player = session.get_one(Player, begun.player)
    key = _question(_OLD, begun)
    confirm = f"CONFIRM {tags.unique(ctx, key)}"
    why: dict[str, Fact] = {records.REASON: reason} if reason else {}
    old = Notice(
        head=letterhead.head(ctx, player, match, assignment.seat),
        code="address-lost" if begun.by_gm else "address-old",
        facts={"address": begun.address, "old": begun.old, "hours": OBJECTION // timedelta(hours=1), **why},
        lines=(f"SET ADDRESS {begun.old}", confirm) if begun.by_gm else (confirm,),
    )
    outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, assignment=assignment, to=begun.old, payload=old))
    if not begun.by_gm:
        key = _question(_NEW, begun)
        confirm = f"CONFIRM {tags.unique(ctx, key)}"
        new = Notice(head=letterhead.head(ctx, None), code="address-new", lines=(confirm,))
        # it may be anybody's: it learns nothing of a match or of a player
        outbox.enqueue(session, ctx, None, OutgoingLetter(key=key, player=player.id, to=begun.address, payload=new))


def _question(side: str, change: AddressChange) -> str:
    """Return the key of the letter that asks an address; its Message-ID, and so its code, derives from it."""
    return f"{side}:{change.key}"


def call_off(session: Session, ctx: Context, pending: AddressChange, *, told: bool = True) -> None:
    """Give up a change that is under way; the GM who asked for it is ``told``."""
    session.delete(pending)
    session.flush()
    if pending.by_gm and told:
        _memo(session, ctx, "address-kept", pending)


def _memo(session: Session, ctx: Context, code: str, change: AddressChange) -> None:
    player, match = session.get_one(Player, change.player), session.get_one(Match, change.match)
    facts: dict[str, Fact] = {"player": player.name, "old": change.old, "address": change.address}
    seats = [place.seat for place, _ in match_queries.assignments_in(session, match.id) if place.player == player.id]
    if seats:
        facts["seat"] = seats[0]
    outbox.memo(session, ctx, code, f"{code}:{change.key}", match=match.name, facts=facts)


# ---- confirming it -------------------------------------------------------------------------------------------


def confirm(command_context: CommandContext, command: Confirm) -> Answer | None:
    """Let an address that was asked say yes; None if no question of ours is answered."""
    found = _answered_change(command_context.session, command_context.ctx, command_context.thread, command)
    if found is None:
        return None
    change, side = found
    code = _record_consent(command_context.session, command_context.ctx, change, side)
    return command_context.answer(code, address=change.address, other=change.old if side == _NEW else change.address)


def handle_consent(
    session: Session, ctx: Context, row: Letter, thread: Sequence[str], commands: Iterable[Command]
) -> bool:
    """Let an address say yes or no in a letter that speaks for no proved seat; return whether the letter did so.

    Its writer has read the question, whoever else he or she may be.
    """
    for command in commands:
        found = _answered_change(session, ctx, thread, command)
        if found is not None:
            change, side = found
            row.status, row.verdict, row.player = LetterStatus.DONE, Verdict.ANSWERED, change.player
            if isinstance(command, Confirm):
                if _record_consent(session, ctx, change, side) is AnswerCode.ADDRESS_NOTED:
                    told = Notice(head=letterhead.head(ctx, None), code="address-noted")
                    _reply(session, ctx, row, found, told)
            else:
                call_off(session, ctx, change)
                kept = Notice(head=letterhead.head(ctx, None), code="address-kept", facts={"address": change.old})
                _reply(session, ctx, row, found, kept)
            return True
    return False


def _reply(session: Session, ctx: Context, row: Letter, asked: tuple[AddressChange, str], told: Notice) -> None:
    """Answer a letter at the address that was asked, wherever it was sent from."""
    change, side = asked
    letter = OutgoingLetter(
        key=f"{told.code}:{side}:{change.key}",
        player=change.player,
        to=change.address if side == _NEW else change.old,
        payload=told,
        in_reply_to=row.message_id or "",
    )
    outbox.enqueue(session, ctx, None, letter)


def _answered_change(
    session: Session, ctx: Context, thread: Sequence[str], command: Command
) -> tuple[AddressChange, str] | None:
    """Return the question that a command answers, as a change that is under way and which address was asked.

    An address says yes by CONFIRM; the old one says no by SET ADDRESS with itself.
    """
    codes = {tags.unique_part_of(ctx, each) for each in thread}
    keeps = one_address(command.value) if isinstance(command, Set) and command.preference == "ADDRESS" else ""
    if isinstance(command, Confirm) and command.code:
        codes = {command.code.lower()}
    elif not keeps and (not isinstance(command, Confirm) or command.held):
        return None
    for change in session.exec(select(AddressChange).order_by(col(AddressChange.id))):
        for side in (_NEW, _OLD):
            meant = not keeps or (side, keeps) == (_OLD, change.old)
            if meant and tags.unique(ctx, _question(side, change)) in codes:
                return change, side
    return None


def _record_consent(session: Session, ctx: Context, change: AddressChange, side: str) -> AnswerCode | RefusalCode:
    """Note that an address agrees; the last to agree brings the change about."""
    if side == _OLD:
        change.old_agreed = True
    else:
        change.new_agreed = True
    if not (change.old_agreed and change.new_agreed):
        return AnswerCode.ADDRESS_NOTED
    return AnswerCode.ADDRESS_CHANGED if _apply_change(session, ctx, change) else RefusalCode.ADDRESS_TAKEN


# ---- when nobody objects -------------------------------------------------------------------------------------


_BY_GM = select(AddressChange).where(AddressChange.by_gm).order_by(col(AddressChange.id))


def unopposed_changes(session: Session, ctx: Context) -> list[AddressChange]:
    """Return the changes that a GM asked for and whose old address was told long enough ago."""
    return [change for change in session.exec(_BY_GM) if _notified_at(session, change) <= ctx.now() - OBJECTION]


def _notified_at(session: Session, change: AddressChange) -> datetime:
    """Return when an old address was told, or was found to take no letters; not before the letter has gone."""
    row = session.exec(select(Outbox).where(Outbox.key == _question(_OLD, change))).one()
    if row.status is OutboxStatus.WAITING:
        return datetime.max.replace(tzinfo=UTC)
    return row.sent or row.made


def take_effect(session: Session, ctx: Context) -> int:
    """Bring about what nobody has objected to; return how many changes.

    Part of the caller's transaction, who has read the mail before: an objection may lie there.
    """
    changes = unopposed_changes(session, ctx)
    return sum(_apply_change(session, ctx, change) for change in changes)


# ---- bringing it about ---------------------------------------------------------------------------------------


def _apply_change(session: Session, ctx: Context, change: AddressChange) -> bool:
    """Give a player another address and new tags in all matches; return whether it is still to be had.

    The player gets one letter for each match that goes on; nobody else is told but the GM.
    """
    session.delete(change)
    session.flush()
    if address_refusal(session, ctx, change.player, change.address) is RefusalCode.ADDRESS_TAKEN:
        _memo(session, ctx, "address-gone", change)
        return False
    browsers.sign_out(session, change.player)
    held = select(SeatAssignment.match).where(
        SeatAssignment.player == change.player, col(SeatAssignment.left).is_(None)
    )
    matches = match_queries.lock_matches(session, session.exec(held).all())
    _store_address(session, ctx, change)
    seats = [
        (assignment, matches[assignment.match])
        for assignment, _ in people_queries.assignments_of(session, change.player)
    ]
    for assignment, _ in seats:
        assignment.key_number += 1
    session.flush()
    going_on = [(assignment, match) for assignment, match in seats if match.status is not MatchStatus.OVER]
    for assignment, match in going_on or seats[-1:]:
        letter = OutgoingLetter(
            key=f"address-changed:{change.key}:{assignment.id}",
            assignment=assignment,
            payload=_change_notice(session, ctx, match, assignment, change),
        )
        outbox.enqueue(session, ctx, match, letter)
    _memo(session, ctx, "address-changed", change)
    return True


def _store_address(session: Session, ctx: Context, change: AddressChange) -> None:
    """Put the new address in the old one's place; one that a GM vouches for is confirmed as the match has it."""
    entries = {entry.address: entry for entry in people_queries.addresses(session, change.player)}
    if change.address in entries:
        session.delete(entries[change.address])
        session.flush()
    entry = entries[change.old]
    asks = order_requests.settings_of(ctx, session.get_one(Match, change.match)).confirm
    entry.address, entry.refused, entry.confirmed = change.address, 0, not (change.by_gm and asks)
    session.flush()
    if not people_queries.owners(session, [change.old]):  # else what stands there may be another player's
        waiting_list.follow(session, change.old, change.address)
    if entry.confirmed:
        unconfirmed.release(session, ctx, change.player)


def _change_notice(
    session: Session, ctx: Context, match: Match, assignment: SeatAssignment, change: AddressChange
) -> Notice:
    """Tell a player that letters come to the new address, with a form from which the match goes on."""
    told = Notice(
        head=letterhead.head(ctx, session.get(Player, change.player), match, assignment.seat),
        code="address-changed",
        facts={"address": change.address, "old": change.old},
    )
    if match.status is MatchStatus.OVER or versions.how_stopped(match):
        return told
    seat_context = SeatContext(session, ctx, match, assignment)
    due = reports.due(session, ctx, match)
    if seat_context.prompt is None:
        return replace(told, due=due)
    return replace(
        told,
        due=due,
        form=letterhead.form(ctx, match, assignment, seat_context.prompt, seat_context.orders or seat_context.lasting),
    )
