"""``moderator read``: what a letter would be understood as, changing nothing and answering nobody.

It is applied like a letter that came, in a transaction that is dropped.
"""

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.language.reading.commands import Command, Press
from moderator.language.reading.line_outcomes import Accounted, account
from moderator.mail.letter import Kind
from moderator.service.codes import Verdict
from moderator.service.commands.command_context import label
from moderator.service.context import Context
from moderator.service.inbox import acknowledge, intake
from moderator.service.inbox.apply_letter import apply_letter
from moderator.service.inbox.identify import SenderStatus, identify
from moderator.service.inbox.machines import is_players
from moderator.service.inbox.reading_commands import read_commands
from moderator.service.inbox.unplaced import Unplaced, reason_unplaced
from moderator.service.letter_parts import Answer, Fact, SaidLine
from moderator.service.matches.seat_context import lock_seat
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter


class CommandReading(Struct, frozen=True, kw_only=True):
    """A command of a letter: where it stands, how its answer is headed, the text of a message, the answer."""

    line: int
    label: str
    message: str = ""
    answer: Answer | None = None


class DryReading(Struct, frozen=True, kw_only=True):
    """What a letter would be taken for.

    ``verdict`` is the acknowledgement's for a seat's letter and ``said`` its lines that count or have problems;
    ``unsure`` (it would be held), ``ambiguous``, ``seatless``, ``stranger``, ``nobody`` for others, ``bounce auto bulk
    own`` for what nobody wrote. ``orders`` are the canonical lines of the order set that would be on file by this
    letter, ``commands`` those that it gives, each with what would be answered (None where it speaks for no seat).
    """

    verdict: str
    sender: str = ""
    match: str = ""
    game: str = ""
    seat: Seat = ""
    commands: tuple[CommandReading, ...] = ()
    orders: tuple[str, ...] = ()
    said: tuple[SaidLine, ...] = ()
    lines: tuple[Accounted, ...] = ()
    """Every line that the author wrote, with what became of it; none where the letter speaks for no seat."""
    facts: dict[str, Fact] = {}
    """What an answer would be told of the letter: codes of its ``faults``, and the ``limit`` that it passed."""
    unplaced: Unplaced | None = None
    """Why a file that names no seat of ours does not."""

    @property
    def counts(self) -> bool:
        """Whether an order or a command of it would be done."""
        done = any(told.answer is not None and not told.answer.refused for told in self.commands)
        return self.verdict in (Verdict.FILED, Verdict.CHANGED) or (self.verdict == Verdict.ANSWERED and done)


def understand_only(store: Store, ctx: Context, raw: bytes, *, trusted: bool = False) -> DryReading:
    """Read a raw letter as if it came now; ``trusted`` as if it were dropped into ``orders/inbox/``."""
    letter = intake.read_stored(ctx, raw)
    sender = letter.address
    now = ctx.now()
    row = Letter(
        transport="read",
        origin="",
        fingerprint="",
        arrived=now,
        kept=now,
        sender=intake.column_text(sender),
        trusted=trusted,
        raw=b"",
        status=LetterStatus.KEPT,
    )
    with store.trial() as session:
        session.add(row)
        session.flush()
        caller = identify(session, ctx, row, letter)
        nobodys = letter.kind is not Kind.LETTER and not trusted
        if nobodys and not is_players(session, ctx, row, letter, caller):
            return DryReading(verdict=letter.kind.value, sender=sender)
        if letter.over_limit:
            return DryReading(verdict=Verdict.OVER_LIMIT, sender=sender, facts={"limit": letter.over_limit})
        if caller.player_seat is None:
            commands = tuple(_command_reading(line, command, None) for line, command in read_commands(letter.lines))
            lost = reason_unplaced(session, letter) if trusted and caller.status is SenderStatus.NOBODY else None
            return DryReading(verdict=caller.status.value, sender=sender, commands=commands, unplaced=lost)
        seat_context = lock_seat(session, ctx, caller.player_seat)
        applied = apply_letter(seat_context, row, letter, caller)
        change = applied.change
        orders = seat_context.lines(seat_context.orders) if applied.filed else ()
        if change.blocked:
            # shown as read, so that one sees that it was understood
            orders = tuple(seat_context.game.language.line(entry.order) for entry in change.understood.entries)
        return DryReading(
            verdict=change.verdict if caller.status is SenderStatus.PROVED else caller.status.value,
            sender=sender,
            match=seat_context.match.name,
            game=seat_context.match.game,
            seat=seat_context.seat,
            commands=tuple(
                _command_reading(line, command, answer)
                for (line, command), answer in zip(change.asked, applied.answers, strict=False)
            ),
            orders=orders,
            said=change.said(letter.lines),
            lines=tuple(account(change.understood, change.problems, letter.lines)),
            facts=acknowledge.facts_of(seat_context, row, letter, change),
        )


def _command_reading(line: int, command: Command, answer: Answer | None) -> CommandReading:
    return CommandReading(
        line=line,
        label=label(command),
        message=command.message if isinstance(command, Press) else "",
        answer=answer,
    )
