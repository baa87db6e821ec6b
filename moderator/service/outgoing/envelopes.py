"""What a letter needs before it is worded: its facts, where it goes, the thread; asked for many letters at once."""

import re
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain

import sqlalchemy
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import BindParameter, bindparam
from sqlmodel import Session, col, func, select

from moderator.core import codec
from moderator.core.seats import Observer, Seat
from moderator.ports import Posting
from moderator.service import preferences, tags, unconfirmed
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement, GmDigest, LetterFacts, Memo, Notice, Part, PressLetter, Stranger
from moderator.service.letter_parts import Note
from moderator.service.letter_proofs import AcknowledgedOrders
from moderator.service.matches import joining, records, reminders, reports, secrecy
from moderator.service.matches.reports import Reports
from moderator.service.outgoing import delegate_letters, digests, gm_digests, renewing, watch_letters
from moderator.service.outgoing.list_links import ListLinks, links_of
from moderator.service.people import delegates, watching
from moderator.store import letter_queries, people_queries
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus, OutboxStatus
from moderator.store.tables import Account, Address, Match, Outbox, Player, SeatAssignment, Thread

_ANSWERABLE = re.compile(r"<(?!.*=\?)[!-;=?-~]{1,900}>")
"""A Message-ID of somebody else's that may stand in a header of ours; any other is left out."""


MAIL = "mail"
"""The transport of a letter that is no post."""


_VOTES = ("vote-draw", "vote-concede")
"""Notices of votes, which count for one turn."""


Reader = tuple[int, Seat, int | None, str]
"""Who a letter goes to: its match, its seat, its player, and the address that it names, if it names one."""


def reader(row: Outbox) -> Reader:
    """Return who a letter goes to."""
    return row.match or 0, row.seat, row.player, row.to


class Envelope(Struct, frozen=True):
    """A letter gathered and addressed, to be rendered; without facts it does not go now."""

    row: Outbox
    facts: LetterFacts | None
    withheld: bool = False
    """It waits for the first answer from its address; else it was overtaken."""
    waits: bool = False
    """It waits for the letter of the day."""
    to: str = ""
    reply_to: str = ""
    references: tuple[str, ...] = ()
    match: str = ""
    posting: Posting | None = None
    """Where it is to be posted; it goes by mail, too, if ``to`` is set."""
    earlier: tuple[AcknowledgedOrders, ...] = ()
    """What stands in the post already that it is written into."""
    mark: str = ""
    """What its subject begins with where the reply address cannot carry the tag."""
    links: ListLinks = ListLinks()
    """What mail programs make buttons of."""
    behind: bool = False
    """One that was written earlier, and is to stand before it in its thread, waits for its next try."""

    @property
    def sequences(self) -> dict[str, str]:
        """By transport, its sequence: letters to an address keep their order, as do posts in a thread.

        What is posted about no match and to nobody has a thread of its own.
        """
        sequences = {MAIL: self.to} if self.to else {}
        if self.posting:
            about = f"{self.match}:{self.row.seat}:{self.row.player}"
            alone = not self.match and self.row.player is None
            sequences[self.posting.forum] = f"{self.posting.forum}:{self.row.bounce_id if alone else about}"
        return sequences

    @property
    def transports(self) -> tuple[str, ...]:
        """The transports that the letter goes by, without those that have taken it: ``MAIL``, and forums by name."""
        wanted = (*((MAIL,) if self.to else ()), *((self.posting.forum,) if self.posting else ()))
        return tuple(transport for transport in wanted if transport not in self.row.gone.split())


class _Known(Struct, frozen=True):
    """What the database holds about the readers of several letters; a reader is match, seat and player.

    ``assignments`` has of several places of one player in one seat the newest, ``first`` the Message-ID of the first
    letter of a match to each reader: to a seat, to an observer. It is the first whose Message-ID holds no code, which
    that of an older release may. ``late`` has the first letter to each that was tried and waits.
    """

    matches: dict[int, Match]
    assignments: dict[tuple[int, Seat, int | None], SeatAssignment]
    addresses: dict[int, Address]
    accounts: dict[int, list[Account]]
    threads: dict[tuple[int, Seat, int | None, str], str]
    first: dict[tuple[int | None, Seat, int | None], str]
    late: Mapping[Reader, int]
    players: dict[int, Player]
    parts: dict[int, list[Outbox]]
    """By the letters of a day, what goes in them."""
    reports: dict[tuple[int, int], Reports] = {}
    """By match and record, as far as they were gathered: the letters of a turn mostly go together."""


def collect(store: Store, ctx: Context, rows: Sequence[Outbox]) -> list[Envelope | str]:
    """Gather the facts of letters and where they go, in their order; reads only.

    In place of a letter that raises stands its traceback, and no letter stops the others: those with one that raises
    are gathered apart, since on PostgreSQL nothing more can be asked after a question that failed.
    """
    try:
        with store.read() as session:
            known = _load_common(session, ctx, rows)
            return [_ready(session, ctx, known, row) for row in rows]
    except Exception:  # noqa: BLE001 - as promised above
        if len(rows) == 1:
            return [traceback.format_exc()]
        return [each for row in rows for each in collect(store, ctx, [row])]


def tell(session: Session, ctx: Context, rows: Sequence[Outbox]) -> list[LetterFacts]:
    """Return what letters would tell if they went now, in their order, without those that would not go."""
    known = _load_common(session, ctx, rows)
    told = (_ready(session, ctx, known, row).facts for row in rows)
    return [facts for facts in told if facts is not None]


def _ready(session: Session, ctx: Context, known: _Known, row: Outbox) -> Envelope:
    if row.kind == gm_digests.KIND:
        return _ready_for_gm(session, ctx, known, row)
    if row.kind == digests.KIND:
        return _ready_together(session, ctx, known, row)
    if row.kind == watching.KIND:
        return _ready_for_watcher(session, ctx, known, row)
    if row.kind == delegates.KIND:
        return _ready_for_delegate(session, ctx, known, row)
    match, player = known.matches.get(row.match or 0), known.players.get(row.player or 0)
    assignment = _place(known, row)
    address = known.addresses.get(row.player or 0)
    account = _account(known, row) if row.player is not None and not row.to else None
    by_mail, by_forum = _delivery(ctx, player, address, account)
    facts = told = _facts(session, ctx, known, row)
    waits = not by_forum and not row.to and digests.waits(ctx, row, facts, match=match, player=player, address=address)
    waits = waits or gm_digests.waits(session, ctx, row, digests.NEAR)
    if isinstance(facts, PressLetter) and account is not None and account.forum in facts.stands:
        by_forum = False
    if facts is not None and assignment is not None and not row.to:
        facts = unconfirmed.redact_unconfirmed(address, facts)
    facts = gm_digests.with_desk(ctx, row, facts)
    if match is not None and assignment is not None:
        record = records.newest_shown(session, match) if row.record is None else row.record
        facts = _with_page(ctx, match, assignment, record, facts)
        reply_to = tags.reply_address(ctx, match.name, assignment.seat, assignment.key_number)
        mark = tags.subject_mark(ctx, match.name, assignment.seat, assignment.key_number, _request(ctx, row, match))
    elif isinstance(facts, Memo) and facts.author:
        reply_to, mark = tags.memo_address(ctx, row.message_id), tags.memo_mark(ctx, row.message_id)
    elif delegates.is_to_delegate(row):
        reply_to, mark = delegate_letters.reply_to(session, ctx, row)
    else:
        reply_to, mark = ctx.settings.address, ""
    shown_mark = "" if ctx.settings.plus_addresses else mark
    return Envelope(
        row,
        facts,
        told is not None and facts is None,
        waits,
        _address(row, address if by_mail else None),
        reply_to,
        _thread(row, "" if delegates.is_to_delegate(row) else known.first.get((row.match, row.seat, row.player), "")),
        match.name if match else "",
        _posting(known, row, account if by_forum else None),
        _earlier(session, row) if row.into and by_forum else (),
        shown_mark,
        ListLinks() if match is None or assignment is None else links_of(ctx, match, assignment, reply_to, shown_mark),
        known.late.get(reader(row), row.id) < (row.id),
    )


def _ready_together(session: Session, ctx: Context, known: _Known, row: Outbox) -> Envelope:
    """Return the letter of a day: what is left of its parts, to the address on file.

    It is a seat's own letter if all that is left is told to one seat, and goes as any other if that is one part alone.
    """
    address, player = known.addresses.get(row.player or 0), known.players.get(row.player or 0)
    if address is None or player is None or not address.confirmed:
        return Envelope(row, None, withheld=address is not None)
    made = (_ready(session, ctx, known, part) for part in known.parts[row.id])
    left = [(each, told) for each in made if (told := _as_part(known, each)) is not None]
    if not left:
        return Envelope(row, None)
    last, told = left[-1]
    envelope = replace(last, row=row, waits=False, behind=False, to=address.address, posting=None)
    if len(left) == 1:
        return replace(envelope, facts=digests.as_of_now(session, ctx, told))
    facts = digests.together(session, ctx, player, [told for _, told in left])
    if len(facts.seats) == 1:
        return replace(envelope, facts=facts)
    return Envelope(row, facts, to=address.address, reply_to=ctx.settings.address, links=envelope.links)


def _ready_for_gm(session: Session, ctx: Context, known: _Known, row: Outbox) -> Envelope:
    """Return the GM's letter of the day: what is left of its parts, as the GM may read it now."""
    made = (_ready(session, ctx, known, part).facts for part in known.parts[row.id])
    left = [facts for facts in made if facts is not None]
    told = gm_digests.with_desk(ctx, row, gm_digests.together(session, ctx, left)) if left else None
    return Envelope(row, told, to=row.to, reply_to=ctx.settings.address)


def _ready_for_watcher(session: Session, ctx: Context, known: _Known, row: Outbox) -> Envelope:
    """Return a letter to somebody without a seat who watches the match."""
    match, player = known.matches[row.match or 0], known.players.get(row.player or 0)
    gathered = partial(_reports, session, ctx, known, match, row.record or 0)
    return Envelope(
        row,
        watch_letters.report(session, ctx, row, match=match, player=player, reports=gathered),
        to=_address(row, known.addresses.get(row.player or 0)),
        reply_to=ctx.settings.address,
        references=_thread(row, watch_letters.thread_of(ctx, row)),
        match=match.name,
        links=watch_letters.links(ctx, row, match),
    )


def _ready_for_delegate(session: Session, ctx: Context, known: _Known, row: Outbox) -> Envelope:
    """Return a report to somebody who sends orders for a player."""
    match = known.matches[row.match or 0]
    gathered = partial(_reports, session, ctx, known, match, row.record or 0)
    told = delegate_letters.report(session, ctx, row, match=match, gathered=gathered)
    reply_to, mark = delegate_letters.reply_to(session, ctx, row)
    shown = "" if ctx.settings.plus_addresses else mark
    return Envelope(row, told, to=row.to, reply_to=reply_to, match=match.name, mark=shown)


def _as_part(known: _Known, ready: Envelope) -> digests.ToldNow | None:
    """Return what a letter tells as a part of another, None if it was overtaken."""
    match, assignment = known.matches.get(ready.row.match or 0), _place(known, ready.row)
    if match is None or match.withdrawn or assignment is None or not isinstance(ready.facts, Part):
        return None
    return digests.ToldNow(match, assignment, ready.facts)


def _with_page(
    ctx: Context, match: Match, assignment: SeatAssignment, record: int, facts: LetterFacts | None
) -> LetterFacts | None:
    """Return a letter with the address of its page, if there is a web desk; press may be passed on, and has none."""
    if not ctx.settings.web or facts is None or isinstance(facts, Memo | GmDigest | Stranger | PressLetter):
        return facts
    path = tags.page_path(ctx, match.name, assignment.seat, assignment.key_number, record)
    with_page: LetterFacts = replace(facts, head=replace(facts.head, page=f"{ctx.settings.web}{path}"))
    return with_page


def _request(ctx: Context, row: Outbox, match: Match) -> int:
    """Return the order request that a letter is about: that of when it was written."""
    told = tags.read_message_id(ctx, row.message_id)
    return match.request if told is None or told.request is None else told.request


def _place(known: _Known, row: Outbox) -> SeatAssignment | None:
    return known.assignments.get((row.match or 0, row.seat, row.player)) if row.seat else None


def _account(known: _Known, row: Outbox) -> Account | None:
    """Return the account by which a player plays a seat; one without a name is none yet."""
    accounts = [account for account in known.accounts.get(row.player or 0, ()) if account.name]
    threads = [each.forum for each in accounts if (row.match or 0, row.seat, row.player, each.forum) in known.threads]
    return joining.playing(accounts, threads)


def _earlier(session: Session, row: Outbox) -> tuple[AcknowledgedOrders, ...]:
    """Return the order sets that were acknowledged in the post that a letter is written into, the newest first."""
    payloads = (old.payload for old in letter_queries.letters_in_same_post(session, row))
    told: Iterator[Acknowledgement] = (codec.unpack(payload, Acknowledgement) for payload in payloads)
    return tuple(letter.acknowledged for letter in told if letter.acknowledged is not None)


def _address(row: Outbox, address: Address | None) -> str:
    """Return the mail address that a letter goes to, empty for none."""
    if row.to:
        return "" if row.forum else row.to
    return address.address if address else ""


def _posting(known: _Known, row: Outbox, account: Account | None) -> Posting | None:
    """Return where a letter is to be posted: in a player's thread, or in the chronicle of a match."""
    forum = account.forum if account else row.forum
    if not forum:
        return None
    return Posting(
        forum=forum,
        member=account.name if account else "",
        account=account.number if account else "",
        thread=known.threads.get((row.match or 0, row.seat, row.player, forum), ""),
        title="",
        ref=row.bounce_id,
        again=row.claims > 1,
        into=row.into,
    )


def _delivery(
    ctx: Context, player: Player | None, address: Address | None, account: Account | None
) -> tuple[bool, bool]:
    """Return whether a letter goes by mail, and whether it goes to a forum."""
    if account is None or account.forum not in ctx.settings.forums:
        return True, False
    if address is None or player is None:
        return False, True
    wanted = preferences.load_preferences(player).delivery
    return wanted in ("mail", "both"), wanted != "mail"


# built once: putting one together takes longer than asking it for a letter or ten
_OF_MATCHES: BindParameter[int] = bindparam("matches", expanding=True)
_MATCHES = select(Match).where(col(Match.id).in_(_OF_MATCHES))
_PLACES = select(SeatAssignment).where(col(SeatAssignment.match).in_(_OF_MATCHES)).order_by(col(SeatAssignment.id))
_PLAYERS = select(Player).where(col(Player.id).in_(bindparam("players", expanding=True)))
_BEGINS = (Outbox.kind == "welcome") | ((Outbox.kind == "turn-report") & (Outbox.seat == ""))
_FIRST = (
    select(Outbox.match, Outbox.seat, Outbox.player, Outbox.message_id)
    .where(col(Outbox.match).in_(_OF_MATCHES), _BEGINS)
    .order_by(col(Outbox.id).desc())
)


def _load_common(session: Session, ctx: Context, rows: Sequence[Outbox]) -> _Known:
    """Ask for all that the letters have in common, one question a table."""
    parts = digests.parts(session, rows)
    rows = [*rows, *chain.from_iterable(parts.values())]
    matches = {row.match for row in rows if row.match is not None}
    players = {row.player for row in rows if row.player is not None}
    asked = {"matches": [*matches]}
    first = session.exec(_FIRST, params=asked)
    accounts = people_queries.accounts_of(session, players) if ctx.settings.forums else {}
    posts = bool(accounts) or any(row.forum for row in rows)
    return _Known(
        matches={match.id: match for match in session.exec(_MATCHES, params=asked)},
        assignments={(each.match, each.seat, each.player): each for each in session.exec(_PLACES, params=asked)},
        addresses=people_queries.addresses_on_file(session, players),
        accounts=accounts,
        threads=_by_reader(people_queries.threads_to(session, matches, players) if posts else ()),
        first={
            (match, seat, player): message_id
            for match, seat, player, message_id in first
            if not tags.holds_code(ctx, message_id)
        },
        late=_first_late(session, matches) if ctx.settings.forums else {},
        players={player.id: player for player in session.exec(_PLAYERS, params={"players": [*players]})},
        parts=parts,
    )


def _by_reader(threads: Sequence[Thread]) -> dict[tuple[int, Seat, int | None, str], str]:
    """Return threads by who reads them; what is about no match goes to the newest that a player has in a forum."""
    of_players = {(0, "", each.player, each.forum): each.thread for each in threads if each.player is not None}
    return of_players | {(each.match or 0, each.seat, each.player, each.forum): each.thread for each in threads}


def _first_late(session: Session, matches: Collection[int]) -> dict[Reader, int]:
    """Return by readers the first of the letters that were tried, and that nobody has in hand: they wait."""
    to = (col(Outbox.match), col(Outbox.seat), col(Outbox.player), col(Outbox.to))
    waits = (col(Outbox.status) == OutboxStatus.WAITING, col(Outbox.attempts) > 0, col(Outbox.leased).is_(None))
    found = sqlalchemy.select(*to, func.min(Outbox.id)).where(col(Outbox.match).in_(matches), *waits)
    return {(row[0], row[1], row[2], row[3]): row[4] for row in session.execute(found.group_by(*to))}


def _facts(session: Session, ctx: Context, known: _Known, row: Outbox) -> LetterFacts | None:
    match, assignment = known.matches.get(row.match or 0), _place(known, row)
    packed: LetterFacts | None = codec.unpack(row.payload, LetterFacts | None)
    if packed is not None or match is None:
        return packed and _as_of_now(session, ctx, known, row, packed)
    if assignment is None and not row.seat:
        public = reports.observer(ctx, match, Observer.PUBLIC)
        to = public if row.forum else reports.gm(session, ctx, match)
        return _reports(session, ctx, known, match, row.record or 0).to(to)
    if assignment is None or assignment.left is not None:
        return None
    if row.kind == "welcome":
        return reports.welcome(session, ctx, match, assignment, row.record or 0)
    if row.kind == "reminder":
        _, _, number, _, *deadline = row.key.split(":")  # one from before this release may name no deadline
        current = int(number) == match.request and deadline[:1] in ([], [reminders.deadline_mark(match)])
        return reports.reminder(session, ctx, match, assignment) if current else None
    player = row.player or 0
    to = reports.recipient(ctx, match, assignment, known.players.get(player), known.addresses.get(player))
    return _reports(session, ctx, known, match, row.record or 0).to(to)


def _as_of_now(session: Session, ctx: Context, known: _Known, row: Outbox, packed: LetterFacts) -> LetterFacts | None:
    """Return a letter that was made whole as it is told now, a memo without what a match keeps secret from its GM."""
    match = known.matches.get(row.match or 0)
    if match is None:
        return secrecy.redact(session, ctx, packed) if isinstance(packed, Memo) else packed
    player, told = known.players.get(row.player or 0), _without_stale_facts(ctx, packed, match)
    return told and renewing.renew(session, ctx, told, match=match, assignment=_place(known, row), player=player)


def _reports(session: Session, ctx: Context, known: _Known, match: Match, number: int) -> Reports:
    key = match.id, number
    if key not in known.reports:
        known.reports[key] = Reports(session, ctx, match, number)
    return known.reports[key]


def _without_stale_facts(ctx: Context, letter: LetterFacts, match: Match) -> LetterFacts | None:
    """Return a letter that was made whole, without what is not to be told any more when it goes.

    That is a deadline that was moved again, or is over, and a vote of a turn that is over.
    """
    told: LetterFacts | None = letter
    if isinstance(letter, Notice) and any(_is_stale(note, match) for note in letter.notes):
        left = [Note(note.code, note.facts, note.lines) for note in letter.notes if not _is_stale(note, match)]
        told = _without_deadline(letter, left) if left else None
    return told and records.with_types_of_game(ctx.game(match.game), told)


def _is_stale(note: Notice, match: Match) -> bool:
    """Tell whether a note tells of a deadline that is another one by now, or of a vote that counts no more.

    It has no ``due`` if nothing is asked.
    """
    if note.code in _VOTES:
        return match.status is MatchStatus.OVER or note.facts.get("asking", match.request) != match.request
    announced = note.due.deadline if note.due else _told_in_words(note)
    moved = announced != match.deadline or note.facts.get("asking", match.request) != match.request
    return note.code == "deadline-moved" and moved


def _told_in_words(note: Notice) -> datetime | None:
    return datetime.fromisoformat(str(note.facts["now"])) if "now" in note.facts else None


def _without_deadline(letter: Notice, left: Sequence[Note]) -> Notice:
    first, *more = left
    return replace(letter, code=first.code, facts=first.facts, lines=first.lines, more=tuple(more), due=None)


def _thread(row: Outbox, first: str) -> tuple[str, ...]:
    """Return the Message-IDs that a letter follows: the first of the match, then the letter that it answers."""
    answered = row.in_reply_to if _ANSWERABLE.fullmatch(row.in_reply_to) else ""
    return tuple(each for each in (first, answered) if each and each != row.message_id)
