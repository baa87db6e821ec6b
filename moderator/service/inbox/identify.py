"""Step 4, identify: who wrote, for which seat of which match, in answer to which request, and how far that is proved.

A tag proves that the writer once got a letter of that seat; the sender's address is a claim that anybody can make,
unless our own mail server vouches for it. What is not proved as the operator's ``trust`` wants it is *held*: the
address on file is asked.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.seats import Seat
from moderator.language.reading.text_lines import is_mark
from moderator.mail.letter import ReadLetter
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.matches.seat_context import PlayerSeat
from moderator.service.people import delegates
from moderator.store import letter_queries, match_queries, people_queries
from moderator.store.delegates import Delegate
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Address, Letter, Match, Player, SeatAssignment


class SenderStatus(StrEnum):
    """What we know of who sent a letter."""

    PROVED = "good"
    """Proved as the operator wants it: the letter is acted on."""
    UNSURE = "unsure"
    """A seat is meant, but it is not proved who wrote: the address on file is asked."""
    AMBIGUOUS = "ambiguous"
    """A known player with several seats, none of them named: asked which."""
    SEATLESS = "seatless"
    """A known player without a seat that could be meant."""
    STRANGER = "stranger"
    """Nobody we know, but a real sender."""
    NOBODY = "nobody"
    """Nobody we know, and nothing shows that the sender is real: no answer, it could hit a forged victim."""


class Caller(Struct, frozen=True, kw_only=True):
    """Who wrote: ``player_seat`` for PROVED and UNSURE, ``choices`` for AMBIGUOUS, ``player`` wherever one is known.

    ``elsewhere`` are match and seat (or "") that the letter is about where its writer does not play. ``request`` is the
    number that the letter answers, as far as it says. ``withdrawn`` means that it carries a tag
    that was withdrawn, or one that was never ours. ``address`` is the sender's, in lower case; ``entry`` is that
    address on file for ``player``, None for a file that an operator dropped. ``spent`` is the line of the letter by
    which its writer has just joined, 0 for none. A letter is ``tagged`` that carries the genuine tag of its seat.
    A ``delegate`` speaks for the player of the seat.
    """

    status: SenderStatus
    address: str = ""
    entry: Address | None = None
    player: Player | None = None
    player_seat: PlayerSeat | None = None
    choices: tuple[PlayerSeat, ...] = ()
    elsewhere: tuple[str, Seat] | None = None
    request: int | None = None
    withdrawn: bool = False
    spent: int = 0
    tagged: bool = False
    delegate: Delegate | None = None


_WrittenFrom = tuple[PlayerSeat, Address | None]
"""A seat, and the entry of the letter's address if it is that of the person in it."""


def identify(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> Caller:
    """Return who wrote a letter, as far as it is proved.

    The matches that it claims with a code are locked before their seats are read: nobody withdraws a tag or takes a
    seat over until the transaction ends.
    """
    claims = _claims(ctx, letter)
    if row.confirmed_by is not None:
        return _identify_confirmed(session, row, claims, letter.address)
    named = _names_in_header(letter) if row.trusted else None
    codes = [claim for claim in claims if claim.code]
    claimed = {(claim.match, claim.seat) for claim in codes} | ({named} if named else set())
    written = _written_from(session, claimed, letter.address)
    tagged = next((each for claim in codes if (each := _genuine_seat(ctx, written, claim))), None)
    if row.trusted:
        player_seat, _ = (written.get(named) if named else None) or tagged or (None, None)
        return _identify_dropped_file(session, letter, claims, player_seat)
    if tagged is not None:
        return _with_tag(ctx, letter, claims, *tagged)
    return _without_tag(session, ctx, letter, claims)


def _claims(ctx: Context, letter: ReadLetter) -> tuple[tags.Claim, ...]:
    """Return for which seats a letter claims to speak; nothing of that is believed yet."""
    marks = [line.text for line in letter.lines if line.quoted <= 1 and is_mark(line.text)]
    return tags.claims(ctx, letter.recipients, letter.thread, letter.subject, marks)


def _names_in_header(letter: ReadLetter) -> tuple[str, str] | None:
    """Return the slugs of match and seat that stand in the header of a file which the operator dropped."""
    match, _, seat = (letter.claimed_seat or "").partition(".")
    return (tags.slug(match), tags.slug(seat)) if seat else None


def _written_from(
    session: Session, claimed: Collection[tuple[str, str]], address: str
) -> dict[tuple[str, str], _WrittenFrom]:
    """Return the seats of people among those that are claimed, by the slugs of match and seat; their matches locked."""
    found: dict[tuple[str, str], _WrittenFrom] = {}
    for match in match_queries.lock_matches_named(session, {match for match, _ in claimed}).values() if claimed else ():
        rows = match_queries.assignments_and_address(session, match.id, address)
        held = [(assignment, player) for assignment, player, _ in rows]
        for assignment, player, entry in rows:
            slugs = match.slug, tags.slug(assignment.seat)
            if player is not None and slugs in claimed:
                found[slugs] = PlayerSeat(match, assignment, player, held), entry
    return found


def _genuine_seat(
    ctx: Context, written: Mapping[tuple[str, str], _WrittenFrom], claim: tags.Claim
) -> _WrittenFrom | None:
    """Return the seat that a claim is about if its tag is genuine."""
    found = written.get((claim.match, claim.seat))
    if found is None:
        return None
    player_seat, assignment = found[0], found[0].assignment
    return found if tags.genuine(ctx, claim, player_seat.match.name, assignment.seat, assignment.key_number) else None


def _with_tag(
    ctx: Context, letter: ReadLetter, claims: Sequence[tags.Claim], player_seat: PlayerSeat, entry: Address | None
) -> Caller:
    """Judge by a genuine tag: it is enough from an address of the player's, with ``trust = "strict"`` a proved one.

    It is not enough where our own mail server says that the sender is forged.
    """
    proved = letter.proof.covers(letter.address) or ctx.settings.trust != "strict"
    sure = entry is not None and proved and not letter.proof.speaks_against(letter.address)
    return replace(_caller_in_seat(player_seat, claims, letter.address, entry, sure=sure), tagged=True)


def _without_tag(session: Session, ctx: Context, letter: ReadLetter, claims: Sequence[tags.Claim]) -> Caller:
    """Judge by the sender alone: that is enough with ``trust = "address"``, else the address on file is asked."""
    address = letter.address
    if (delegate := _delegate(session, ctx, letter, claims)) is not None:
        return replace(_caller_in_seat(_seat_of(session, delegate), claims, address, None), delegate=delegate)
    withdrawn = any(claim.code for claim in claims)
    entries = _entries(session, address)
    players = [session.get_one(Player, player) for player in entries]
    if not players and (player_seat := _answered_seat(session, letter)) is not None:
        return _caller_in_seat(player_seat, claims, address, None, sure=False)
    if not players:
        real = bool(address) and letter.proof.covers(address)
        return Caller(
            status=SenderStatus.STRANGER if real else SenderStatus.NOBODY, address=address, withdrawn=withdrawn
        )
    elsewhere = _seat_not_held(session, players, claims)
    meant = _candidate_seats(session, players, () if elsewhere else claims)
    if len(meant) == 1 and not elsewhere:
        entry = entries[meant[0].assignment.player or 0]
        doubted = withdrawn or not _is_sure(session, entry) or letter.proof.speaks_against(address)
        sure = ctx.settings.trust == "address" and not doubted
        return replace(_caller_in_seat(meant[0], claims, address, entry, sure=sure), withdrawn=withdrawn)
    return Caller(
        status=SenderStatus.AMBIGUOUS if meant else SenderStatus.SEATLESS,
        address=address,
        player=players[0],
        choices=tuple(meant),
        elsewhere=elsewhere,
        withdrawn=withdrawn,
    )


def _delegate(session: Session, ctx: Context, letter: ReadLetter, claims: Sequence[tags.Claim]) -> Delegate | None:
    """Return the delegate who wrote a letter, if one did, as far as ``trust`` wants it proved."""
    vouched = letter.proof.covers(letter.address)
    if letter.proof.speaks_against(letter.address) or (ctx.settings.trust == "strict" and not vouched):
        return None
    return delegates.speaking(session, ctx, letter.thread, letter.address, claims=claims, vouched=vouched)


def _seat_of(session: Session, delegate: Delegate) -> PlayerSeat:
    place = session.get_one(SeatAssignment, delegate.assignment)
    return PlayerSeat(session.get_one(Match, delegate.match), place, session.get_one(Player, place.player))


def _entries(session: Session, address: str) -> dict[int, Address]:
    """Return the entries of an address by player; what imports claim counts where nobody has it for sure."""
    found = people_queries.owners(session, [address]) if address else ()
    sure = [entry for entry in found if _is_sure(session, entry)]
    return {entry.player: entry for entry in sure or found}


def _is_sure(session: Session, entry: Address) -> bool:
    """Tell whether an address is its player's: more than an import claims it, or it is the one that is written to."""
    return not entry.claimed or people_queries.written_to(session, entry.player) == entry.address


def _answered_seat(session: Session, letter: ReadLetter) -> PlayerSeat | None:
    """Return the seat whose letter is answered, though not from an address of its player's.

    Its Message-ID proves nothing, but whoever it was has seen the letter: its reader may have written from elsewhere.
    """
    for row in letter_queries.letters_to_seats(session, letter.thread):
        for assignment, player, _ in match_queries.assignments_and_address(session, row.match or 0, letter.address):
            if player is not None and (assignment.seat, assignment.player) == (row.seat, row.player):
                return PlayerSeat(session.get_one(Match, assignment.match), assignment, player)
    return None


def _identify_dropped_file(
    session: Session, letter: ReadLetter, claims: Sequence[tags.Claim], player_seat: PlayerSeat | None
) -> Caller:
    """Believe a file that the operator's access brought: its header or name, its tag, else its sender."""
    address = letter.address
    if player_seat is None and address:
        players = [session.get_one(Player, entry.player) for entry in people_queries.owners(session, [address])]
        meant = _candidate_seats(session, players, claims)
        if len(meant) > 1:
            status = SenderStatus.AMBIGUOUS
            return Caller(status=status, address=address, player=meant[0].player, choices=tuple(meant))
        player_seat = meant[0] if meant else None
    if player_seat is None:
        return Caller(status=SenderStatus.NOBODY, address=address)
    return _caller_in_seat(player_seat, claims, address, None)


def _identify_confirmed(session: Session, row: Letter, claims: Sequence[tags.Claim], address: str) -> Caller:
    """Believe a held letter that the address on file has confirmed; the seat may have changed hands meanwhile."""
    for assignment, player, entry in match_queries.assignments_and_address(session, row.match or 0, address):
        if player is not None and assignment.seat == row.seat and player.id == row.player:
            player_seat = PlayerSeat(session.get_one(Match, assignment.match), assignment, player)
            return _caller_in_seat(player_seat, claims, address, entry)
    return Caller(status=SenderStatus.NOBODY, address=address)


def _caller_in_seat(
    player_seat: PlayerSeat, claims: Sequence[tags.Claim], address: str, entry: Address | None, *, sure: bool = True
) -> Caller:
    """Return somebody who speaks for a seat."""
    return Caller(
        status=SenderStatus.PROVED if sure else SenderStatus.UNSURE,
        address=address,
        entry=entry,
        player=player_seat.player,
        player_seat=player_seat,
        request=_request(claims, player_seat),
    )


def _seat_not_held(
    session: Session, players: Sequence[Player], claims: Sequence[tags.Claim]
) -> tuple[str, Seat] | None:
    """Return match and seat that a letter is about if it names some, and none that its writer holds."""
    own = {
        (match.slug, seat)
        for player in players
        for assignment, match in people_queries.assignments_of(session, player.id)
        for seat in ("", tags.slug(assignment.seat))
    }
    if any((claim.match, claim.seat) in own for claim in claims):
        return None
    for claim in claims:
        match = match_queries.match_by_slug(session, claim.match)
        assignments = match_queries.assignments_in(session, match.id) if match else ()
        seats = {tags.slug(assignment.seat): assignment.seat for assignment, _ in assignments}
        if match is not None and (not claim.seat or claim.seat in seats):
            return match.name, seats.get(claim.seat, "")
    return None


def _candidate_seats(session: Session, players: Sequence[Player], claims: Sequence[tags.Claim]) -> list[PlayerSeat]:
    """Return the seats of players that can be meant: those that the letter names, else those of matches that go on."""
    player_seats = [
        PlayerSeat(match, assignment, player)
        for player in players
        for assignment, match in people_queries.assignments_of(session, player.id)
    ]
    for claim in claims:
        named = [
            player_seat
            for player_seat in player_seats
            if tags.slug(player_seat.match.name) == claim.match
            and claim.seat in ("", tags.slug(player_seat.assignment.seat))
        ]
        if named:
            return named
    going_on = [player_seat for player_seat in player_seats if player_seat.match.status is not MatchStatus.OVER]
    return going_on or list(player_seats[-1:])


def _request(claims: Iterable[tags.Claim], player_seat: PlayerSeat) -> int | None:
    """Return the request that is answered; a fresh form's subject counts more than the older thread that it is in.

    A number that the match has not come to counts in the subject and the thread, which are of a letter that this
    database may have forgotten. In the text anybody may have made it up who is quoted there: it counts for nothing.
    """
    names = (tags.slug(player_seat.match.name), tags.slug(player_seat.assignment.seat))
    told = [claim for claim in claims if (claim.match, claim.seat) == names and claim.request is not None]
    numbers = [
        claim.request or 0 for claim in told if not claim.printed or (claim.request or 0) <= player_seat.match.request
    ]
    return max(numbers, default=None)
