"""What people may ask of whoever keeps data about them: all that is known of a person handed out, or erased."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import structs
from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.errors import ModeratorError
from moderator.posts.post import decode
from moderator.service import browsers, outbox
from moderator.service.chat import gathering
from moderator.service.commands import address as address_changes
from moderator.service.context import Context, SeatPlan
from moderator.service.facts import LetterFacts, Memo
from moderator.service.inbox import intake
from moderator.service.matches import records
from moderator.service.people import delegates, rating, reliability, watching
from moderator.service.people.watching import Who
from moderator.service.recruiting import members, waiting_list
from moderator.store import match_queries, people_queries
from moderator.store.complaints import Complaint, trim_complaints
from moderator.store.recruiting import OpenMatch
from moderator.store.statuses import LetterStatus, MatchStatus, OutboxStatus
from moderator.store.tables import Letter, Match, Outbox, Override, Player, Record

ERASED = "erased"
"""The name of a person who asked to be forgotten, and what stands where their address stood."""

_NO_ADDRESS = "erased@erased.invalid"
"""What stands where their address stood in the words of an override: it can still be read."""

_CAUSE = re.compile(r"(press|memo:[a-z-]+):(?P<letter>\d+)(:\d+|$)")
"""How the keys of press and of memos begin that hold what a letter said, or what went wrong with it."""

_UNFINISHED = (LetterStatus.KEPT, LetterStatus.HELD, LetterStatus.SHUNTED)
_TO_GO = (OutboxStatus.WAITING, OutboxStatus.WITHHELD, OutboxStatus.GATHERED)


class UnknownPersonError(ModeratorError):
    """Nobody is known by that address, or by that account (``main:ann``)."""


def export(session: Session, ctx: Context, address: str) -> dict[str, Any]:
    """Return everything that is known of a person, as plain data; raises UnknownPersonError."""
    if _plays_nothing(session, address):
        return {
            "waiting list": _entries(session, [address]),
            "watches": _watched(session, Who(None, address.lower())),
            "delegates": delegates.of_person(session, None, [address]),
            "letters": [_letter_in(letter) for letter in _letters_from(session, address)],
            "answers": [_letter_out(row, codec.unpack(row.payload, Any)) for row in _letters_to(session, address)],
        }
    person = _Person(session, ctx, address)
    player = person.player
    return {
        "name": player.name,
        "zone": player.zone,
        "preferences": player.preferences,
        "chat notices": gathering.of_player(session, person.id),
        "vacation": [str(moment) for moment in (player.vacation_from, player.vacation_to) if moment],
        "addresses": [
            {"address": row.address, "confirmed": row.confirmed} for row in people_queries.addresses(session, person.id)
        ],
        "accounts": [f"{account.forum}:{account.name}" for account in person.accounts],
        "threads": [f"{thread.forum}:{thread.thread}" for thread in people_queries.threads_with(session, person.id)],
        "browsers": [
            {"opened": str(browser.opened), "used": str(browser.used)}
            for browser in browsers.of_player(session, person.id)
        ],
        "address change": change.model_dump(mode="json", exclude={"id", "player"})
        if (change := address_changes.pending_change(session, person.id))
        else None,
        "seats": [
            {
                "match": match.name,
                "game": match.game,
                "seat": assignment.seat,
                "joined": str(assignment.joined),
                "left": str(assignment.left) if assignment.left else None,
            }
            for assignment, match in people_queries.assignments_ever_of(session, person.id)
        ],
        "reliability": structs.asdict(reliability.of_oneself(session, person.id)),
        "ratings": {title: structs.asdict(each) for title, each in rating.of_player(session, ctx, person.id).items()},
        "watches": _watched(session, Who(person.id, "")),
        "delegates": delegates.of_person(session, person.id, person.had),
        "open matches": [
            {"match": row.name, "joined": str(member.joined), "seat": member.seat}
            for member, row in members.joined_by(session, person.id)
        ],
        "waiting list": _entries(session, person.had),
        "letters": [_letter_in(letter) for letter in person.letters],
        "answers": [
            _letter_out(
                row, codec.unpack(row.payload, Any) if (memo := _day_memo(row)) is None else person.own_lines(memo)
            )
            for row in person.letters_out()
        ],
    }


def _letter_in(letter: Letter) -> dict[str, str]:
    return {
        "arrived": str(letter.arrived),
        "sender": letter.sender,
        "status": letter.status.value,
        "verdict": letter.verdict,
        "raw": intake.raw_of(letter).decode("utf-8", "replace"),
        "traceback": letter.traceback,
    }


def _letter_out(row: Outbox, held: Any) -> dict[str, Any]:  # noqa: ANN401 - as it is kept
    return {
        "made": str(row.made),
        "kind": row.kind,
        "to": row.to,
        "status": row.status.value,
        "sent": str(row.sent or ""),
        "holds": held,
    }


def _watched(session: Session, who: Who) -> list[dict[str, str]]:
    """Return which matches a person has sent by mail without playing in them."""
    return [{"match": match.name, "since": str(watcher.made)} for watcher, match in who.watches(session)]


def addresses(session: Session, ctx: Context, address: str) -> list[str]:
    """Return every address and account of a person that is known, former ones too; raises UnknownPersonError."""
    return [address] if _plays_nothing(session, address) else _Person(session, ctx, address).own


def letters_of(session: Session, ctx: Context, address: str) -> tuple[list[str], list[str]]:
    """Return what tells the letters of a person in a mailbox: the addresses that are theirs alone, and Message-IDs.

    Raises UnknownPersonError.
    """
    if _plays_nothing(session, address):
        return [address.lower()], []
    person = _Person(session, ctx, address)
    own = [each for each in person.had if "@" in each]
    return own, [row.message_id for row in person.letters if row.message_id and not row.forum]


def erase(session: Session, ctx: Context, address: str) -> list[str]:
    """Forget a person: name, addresses, preferences, letters in and out. Return the matches played in; they stay.

    Part of the caller's transaction. Seats, order sets and records bear no person and are kept. Nobody is written to
    any more: a seat of a running match needs another player (an override), or is played by default, as the GM is told.
    """
    if _plays_nothing(session, address):
        watching.stop(session, Who(None, address.lower()))
        delegates.drop(session, player=None, addresses=[address])
        waiting_list.take_off(session, [address.lower()])
        for row in (*_letters_to(session, address), *_letters_on_delegate(session, address)):
            _empty(row)
        for letter in _letters_from(session, address):
            _forget(letter)
        return []
    person = _Person(session, ctx, address)
    player = person.player
    held = people_queries.assignments_of(session, person.id)
    watching.stop(session, Who(person.id, ""))
    delegates.drop(session, player=person.id, addresses=person.had)
    for row in list(person.letters_out()):
        _empty_outbox(row, person)
    for letter in person.letters:
        _forget(letter)
    for order_set in match_queries.unsettled_order_sets(session, person.id):
        order_set.complaints = trim_complaints(Complaint(each.number, "") for each in order_set.complaints)
    waiting_list.take_off(session, person.had)
    browsers.sign_out(session, person.id)
    gathering.forget(session, person.id)
    _strike_out(session, person)
    change = address_changes.pending_change(session, person.id)
    joined = (member for member, _ in members.joined_by(session, person.id))
    bound = (*person.accounts, *people_queries.threads_with(session, person.id), *joined)
    for entry in (*people_queries.addresses(session, person.id), *bound, *filter(None, [change])):
        session.delete(entry)
    player.name, player.preferences, player.vacation_from, player.vacation_to = ERASED, "{}", None, None
    for assignment, match in held:
        if match.status is not MatchStatus.OVER:
            facts: dict[str, str | int] = {"seat": assignment.seat}
            outbox.memo(session, ctx, "player-erased", f"player-erased:{assignment.id}", match=match.name, facts=facts)
    return [match.name for _, match in held]


def _plays_nothing(session: Session, address: str) -> bool:
    """Tell whether an address is no player's, but stands on the waiting list, watches a match or was written to."""
    if people_queries.owners(session, [address]):
        return False
    waits, watches = waiting_list.rows_of(session, [address.lower()]), Who(None, address.lower()).watches(session)
    return bool(waits or watches or _letters_to(session, address))


def _forget(letter: Letter) -> None:
    """Take out of a letter what it says and who wrote it; nobody acts on it any more."""
    letter.raw, letter.sender, letter.message_id, letter.traceback = b"", "", None, ""
    if letter.status in _UNFINISHED:
        letter.status, letter.verdict = LetterStatus.IGNORED, ERASED


def _letters_from(session: Session, address: str) -> Sequence[Letter]:
    """Return the letters that somebody sent who is no player."""
    theirs = (Letter.sender == address.lower(), col(Letter.player).is_(None))
    return session.exec(select(Letter).where(*theirs).order_by(col(Letter.id))).all()


def _letters_to(session: Session, address: str) -> Sequence[Outbox]:
    """Return the letters that went, or are to go, to somebody who is no player."""
    theirs = (Outbox.to == address.lower(), col(Outbox.player).is_(None), Outbox.kind != "memo")
    return session.exec(select(Outbox).where(*theirs).order_by(col(Outbox.id))).all()


def _letters_on_delegate(session: Session, address: str) -> list[Outbox]:
    """Return the letters to players that name somebody who was to send orders for them, and is no player."""
    pattern = re.compile(rf"(?<![\w.+-]){re.escape(address)}(?!\w)", re.IGNORECASE)
    rows = session.exec(select(Outbox).where(col(Outbox.player).is_not(None)).order_by(col(Outbox.id)))
    held = ((row, codec.encode(codec.unpack(row.payload, Any)).decode()) for row in rows)
    return [row for row, words in held if '"delegate' in words and pattern.search(words)]


def _entries(session: Session, addresses: Collection[str]) -> list[dict[str, str]]:
    """Return entries of the waiting list."""
    rows = waiting_list.rows_of(session, [each.lower() for each in addresses])
    return [{"since": str(row.made), "name": row.name, "address": row.address} for row in rows]


class _Person:
    """A person, with every letter of theirs, in and out."""

    def __init__(self, session: Session, ctx: Context, address: str) -> None:
        owner = next(iter(people_queries.owners(session, [address])), None)
        forum, _, name = address.partition(":")
        account = people_queries.account_by_name(session, forum, name) if name else None
        number = owner.player if owner else account.player if account else None
        player = session.get(Player, number) if number is not None else None
        if player is None:
            raise UnknownPersonError(f"nobody is known by the address {address}")
        self.session, self.ctx, self.player, self.id = session, ctx, player, player.id
        self.accounts = people_queries.accounts_with(session, player.id)
        entries = [entry.address for entry in people_queries.addresses(session, player.id)]
        names = [f"{account.forum}:{account.name}" for account in self.accounts]
        changes = address_changes.all_changes_asked_for(session, player.id)
        had = [*entries, *(before for before, _ in changes), *names]
        self.own = list(dict.fromkeys([*had, *(wanted for _, wanted in changes)]))
        # who shares an address with another player keeps nothing of it for themselves
        self.addresses = [
            each
            for each in self.own
            if all(entry.player == self.id for entry in people_queries.owners(session, [each]))
        ]
        # one that was only asked for is struck out, and may be anybody's: nothing that went from or to it is theirs
        self.had = [each for each in self.addresses if each in had]
        self.senders = [*self.had, *(f"{each.forum}:{each.number}" for each in self.accounts if each.number)]
        # no longer name that begins alike is meant
        known = "|".join(map(re.escape, self.addresses))
        self.pattern = re.compile(rf"(?:{known})(?!\w)" if known else "(?!)", re.IGNORECASE)
        self.letters: Sequence[Letter] = self._letters()

    def _letters(self) -> list[Letter]:
        """Return the letters that they wrote, or that were written in their name; those that nobody read too."""
        known = (col(Letter.player) == self.id) | col(Letter.sender).in_(self.senders)
        unread = col(Letter.status).in_((LetterStatus.KEPT, LetterStatus.SHUNTED))
        rows = self.session.exec(select(Letter).where(known | unread).order_by(col(Letter.id))).all()
        return [row for row in rows if row.player == self.id or self._is_author(row)]

    def _is_author(self, row: Letter) -> bool:
        if row.sender:
            return row.sender in self.senders
        if row.forum:
            author = decode(intake.raw_of(row)).post.author
            return author is not None and f"{row.forum}:{author.id}" in self.senders
        letter = intake.read_stored(self.ctx, intake.raw_of(row))
        return letter.sender is not None and letter.sender.address.lower() in self.had

    def letters_out(self) -> Iterator[Outbox]:
        """Return the letters out that were to them, or that hold their words or address: press, memos to the GM."""
        ids = {letter.id for letter in self.letters}
        for row in self.session.exec(select(Outbox).order_by(col(Outbox.id))):
            cause = _CAUSE.match(row.key)
            quotes = cause is not None and int(cause["letter"]) in ids
            if row.player == self.id or row.to in self.had or quotes or self._is_named_in(row):
                yield row

    def own_lines(self, memo: Memo) -> list[str]:
        """Return the lines of a day's memo that are theirs."""
        return [line for line in memo.lines if self.pattern.search(line)]

    def _is_named_in(self, row: Outbox) -> bool:
        if delegates.is_question_of(row, self.id):
            return True
        held: Any = codec.unpack(row.payload, Any)
        if held is None:
            return bool(self.pattern.search(row.key))
        facts = held.get("facts", {}) if row.kind == "memo" else {}
        named = facts.get("player") == self.player.name
        return named or bool(self.pattern.search(codec.encode(held).decode()) or self.pattern.search(row.key))


def _day_memo(row: Outbox) -> Memo | None:
    """Return the memo of a day in which each line is of somebody else, None for any other letter."""
    held = codec.unpack(row.payload, LetterFacts | None) if row.kind == "memo" else None
    return held if isinstance(held, Memo) and held.code == "wishes" else None


def _empty_outbox(row: Outbox, person: _Person) -> None:
    memo = _day_memo(row)
    others = [line for line in memo.lines if line not in person.own_lines(memo)] if memo else []
    if memo and others:
        row.payload = codec.pack(replace(memo, lines=tuple(others)))
        return
    _empty(row)


def _empty(row: Outbox) -> None:
    """Take out of a letter what it holds and whom it is to; one that waits does not go."""
    row.payload, row.to, row.detail, row.in_reply_to = codec.pack(None), "", "", ""
    if "@" in row.key:
        row.key = f"{ERASED}:{row.id}"
    if row.status in _TO_GO:
        row.status = OutboxStatus.DROPPED


def _strike_out(session: Session, person: _Person) -> None:
    """Take the person out of what faults left behind, what matches were begun with, and the words of overrides."""
    for letter in session.exec(select(Letter).where(Letter.traceback != "")):
        letter.traceback = person.pattern.sub(ERASED, letter.traceback)
    for match in session.exec(select(Match)):
        match.fault = person.pattern.sub(ERASED, match.fault)
    for begun in (*session.exec(select(Match)), *session.exec(select(OpenMatch))):
        plan = begun.settings
        seats = tuple(_redact_seat(seat, person) for seat in plan.seats)
        if seats != plan.seats:
            begun.settings = replace(plan, seats=seats)
    renamed = {(record.match, record.number): held for record, held in _renamings(session, person)}
    names = {person.player.name, *(name for held in renamed.values() for name in _names_before(held, person))}
    for done in session.exec(select(Override)):
        if not person.pattern.search(f"{done.text}\n{done.refused}") and (done.match, done.record) not in renamed:
            continue
        done.text, done.refused = "", _redact_line(done.refused, person, names)
        if done.match is not None and not done.refused:
            renamed[done.match, done.record] = {}
    for of_match, number in renamed:
        record = session.exec(select(Record).where(Record.match == of_match, Record.number == number)).one()
        body: Any = codec.unpack(record.body, Any)
        body["lines"] = [_redact_line(line, person, names) for line in body["lines"]]
        facts = {key: ERASED if value in names else value for key, value in body["facts"].items()}
        if records.REASON in facts:
            facts[records.REASON] = _redact_line(facts[records.REASON], person, names)
        body["facts"] = facts
        record.body = codec.pack(body)


def _renamings(session: Session, person: _Person) -> Iterator[tuple[Record, Any]]:
    """Give the records by which a GM corrected the person's name, each with its body."""
    matches = {match.id for _, match in people_queries.assignments_ever_of(session, person.id)}
    for record in session.exec(select(Record).where(col(Record.match).in_(matches))):
        body: Any = codec.unpack(record.body, Any)
        if any(_names_before(body, person)):
            yield record, body


def _names_before(body: Any, person: _Person) -> list[str]:  # noqa: ANN401 - a record's body as it is kept
    """Return the names that the person had before a record."""
    facts = body.get("facts", {})
    return [value for key, value in facts.items() if key.startswith(records.former_name_fact(person.id))]


def _redact_line(line: str, person: _Person, names: Collection[str]) -> str:
    """Return a line of an override without the person, as one that can still be read."""
    line = person.pattern.sub(_NO_ADDRESS, line)
    for name in names:
        line = line.replace(f'"{name}"', f'"{ERASED}"')
    return line


def _redact_seat(seat: SeatPlan, person: _Person) -> SeatPlan:
    """Return a seat as the operator wrote it, without whom was meant."""
    meant = {each.lower() for each in (*seat.addresses, seat.forum)} & {each.lower() for each in person.own}
    return SeatPlan(seat=seat.seat, player=ERASED) if meant else seat
