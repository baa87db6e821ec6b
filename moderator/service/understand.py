"""``moderator read``: what a letter would be understood as, changing nothing and answering nobody."""

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.seats import Seat
from moderator.service import intake
from moderator.service.commands.asked import label
from moderator.service.context import Context
from moderator.service.identify import Standing, identify
from moderator.service.letter import Kind
from moderator.service.reception import read_commands
from moderator.service.situation import look
from moderator.service.weigh import faults_of, weigh
from moderator.store.session import Store
from moderator.store.tables import Letter, LetterStatus


class Reading(Struct, frozen=True, kw_only=True):
    """What a letter would be taken for.

    ``verdict`` is the acknowledgement's for a seat's letter; ``unsure`` (it would be held), ``ambiguous``,
    ``seatless``, ``stranger``, ``nobody`` for others, ``bounce auto bulk own`` for what nobody wrote. ``orders`` are
    the canonical lines of the sheet that would be on file by this letter, ``problems`` name lines of the letter.
    """

    verdict: str
    sender: str = ""
    match: str = ""
    game: str = ""
    seat: Seat = ""
    commands: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    faults: tuple[str, ...] = ()
    """Codes of what could not be read of the letter, and the limit that it passed."""


def understand_only(store: Store, ctx: Context, raw: bytes, *, trusted: bool = False) -> Reading:
    """Read a raw letter as if it came now; ``trusted`` as if it were dropped into ``orders/inbox/``."""
    letter = intake.read_kept(ctx, raw)
    sender = letter.sender.address.lower() if letter.sender else ""
    if letter.kind is not Kind.LETTER and not trusted:
        return Reading(verdict=letter.kind.value, sender=sender)
    now = ctx.now()
    row = Letter(
        transport="read",
        origin="",
        fingerprint="",
        arrived=now,
        kept=now,
        trusted=trusted,
        raw=b"",
        status=LetterStatus.KEPT,
    )
    with store.read() as session:
        caller = identify(session, ctx, row, letter)
        if letter.over_limit:
            return Reading(verdict="over-limit", sender=sender, faults=(letter.over_limit,))
        if caller.chair is None:
            commands = tuple(label(command) for _, command in read_commands(letter.lines))
            return Reading(verdict=caller.standing.value, sender=sender, commands=commands)
        here = look(session, ctx, caller.chair)
        weighed = weigh(here, row, letter, caller.asking)
        orders = here.lines(weighed.orders) if weighed.orders is not None else ()
        if weighed.blocked:
            # shown as read, so that one sees that it was understood
            orders = tuple(here.game.language.line(entry.order) for entry in weighed.understood.entries)
        return Reading(
            verdict=weighed.verdict if caller.standing is Standing.GOOD else caller.standing.value,
            sender=sender,
            match=here.match.name,
            game=here.match.game,
            seat=here.seat,
            commands=tuple(label(command) for command in weighed.commands),
            orders=orders,
            problems=weighed.problems,
            faults=faults_of(letter, weighed),
        )
