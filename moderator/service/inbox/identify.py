"""Step 4, identify: who wrote, for which seat of which match, in answer to which asking, and how far that is proved.

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
from moderator.service.matches.situation import Chair
from moderator.store import letter_queries, match_queries, people_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Address, Letter, Match, Player


class Standing(StrEnum):
    """How a letter's writer stands with us."""

    GOOD = "good"
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
    """Who wrote: ``chair`` for GOOD and UNSURE, ``choices`` for AMBIGUOUS, ``player`` wherever one is known.

    ``elsewhere`` are match and seat (or "") that the letter is about where its writer does not play. ``asking`` is the
    number that the letter answers, as far as it says. ``withdrawn`` means that it carries a tag
    that was withdrawn, or one that was never ours. ``address`` is the sender's, in lower case; ``entry`` is that
    address on file for ``player``, None for a file that an operator dropped. ``spent`` is the line of the letter by
    which its writer has just joined, 0 for none.
    """

    standing: Standing
    address: str = ""
    entry: Address | None = None
    player: Player | None = None
    chair: Chair | None = None
    choices: tuple[Chair, ...] = ()
    elsewhere: tuple[str, Seat] | None = None
    asking: int | None = None
    withdrawn: bool = False
    spent: int = 0


_WrittenFrom = tuple[Chair, Address | None]
"""A seat, and the entry of the letter's address if it is that of the person in it."""


def identify(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> Caller:
    """Return who wrote a letter, as far as it is proved.

    The matches that it claims with a code are locked before their seats are read: nobody withdraws a tag or takes a
    seat over until the transaction ends.
    """
    claims = _claims(ctx, letter)
    if row.confirmed_by is not None:
        return _confirmed(session, row, claims, letter.address)
    named = _named(letter) if row.trusted else None
    codes = [claim for claim in claims if claim.code]
    claimed = {(claim.match, claim.seat) for claim in codes} | ({named} if named else set())
    written = _written_from(session, claimed, letter.address)
    tagged = next((each for claim in codes if (each := _genuine(ctx, written, claim))), None)
    if row.trusted:
        chair, _ = (written.get(named) if named else None) or tagged or (None, None)
        return _dropped(session, letter, claims, chair)
    if tagged is not None:
        return _with_tag(ctx, letter, claims, *tagged)
    return _without_tag(session, ctx, letter, claims)


def _claims(ctx: Context, letter: ReadLetter) -> tuple[tags.Claim, ...]:
    """Return for which seats a letter claims to speak; nothing of that is believed yet."""
    marks = [line.text for line in letter.lines if line.quoted <= 1 and is_mark(line.text)]
    return tags.claims(ctx, letter.recipients, letter.thread, letter.subject, marks)


def _named(letter: ReadLetter) -> tuple[str, str] | None:
    """Return the slugs of match and seat that stand in the header of a file which the operator dropped."""
    match, _, seat = (letter.claimed_seat or "").partition(".")
    return (tags.slug(match), tags.slug(seat)) if seat else None


def _written_from(
    session: Session, claimed: Collection[tuple[str, str]], address: str
) -> dict[tuple[str, str], _WrittenFrom]:
    """Return the seats of people among those that are claimed, by the slugs of match and seat; their matches locked."""
    found: dict[tuple[str, str], _WrittenFrom] = {}
    for match in match_queries.lock_matches_named(session, {match for match, _ in claimed}).values() if claimed else ():
        rows = match_queries.places_and_entry(session, match.id or 0, address)
        held = [(place, player) for place, player, _ in rows]
        for place, player, entry in rows:
            slugs = match.slug, tags.slug(place.seat)
            if player is not None and slugs in claimed:
                found[slugs] = Chair(match, place, player, held), entry
    return found


def _genuine(ctx: Context, written: Mapping[tuple[str, str], _WrittenFrom], claim: tags.Claim) -> _WrittenFrom | None:
    """Return the seat that a claim is about if its tag is genuine."""
    found = written.get((claim.match, claim.seat))
    if found is None:
        return None
    chair, place = found[0], found[0].place
    return found if tags.genuine(ctx, claim, chair.match.name, place.seat, place.key_number) else None


def _with_tag(
    ctx: Context, letter: ReadLetter, claims: Sequence[tags.Claim], chair: Chair, entry: Address | None
) -> Caller:
    """Judge by a genuine tag: it is enough from an address of the player's, with ``trust = "strict"`` a proved one.

    It is not enough where our own mail server says that the sender is forged.
    """
    proved = letter.proof.covers(letter.address) or ctx.settings.trust != "strict"
    sure = entry is not None and proved and not letter.proof.speaks_against(letter.address)
    return _seated(chair, claims, letter.address, entry, sure=sure)


def _without_tag(session: Session, ctx: Context, letter: ReadLetter, claims: Sequence[tags.Claim]) -> Caller:
    """Judge by the sender alone: that is enough with ``trust = "address"``, else the address on file is asked."""
    address = letter.address
    withdrawn = any(claim.code for claim in claims)
    entries = _entries(session, address)
    players = [session.get_one(Player, player) for player in entries]
    if not players and (chair := _answered(session, letter)) is not None:
        return _seated(chair, claims, address, None, sure=False)
    if not players:
        real = bool(address) and letter.proof.covers(address)
        return Caller(standing=Standing.STRANGER if real else Standing.NOBODY, address=address, withdrawn=withdrawn)
    elsewhere = _elsewhere(session, players, claims)
    meant = _meant(session, players, () if elsewhere else claims)
    if len(meant) == 1 and not elsewhere:
        entry = entries[meant[0].place.player or 0]
        doubted = withdrawn or not _is_sure(session, entry) or letter.proof.speaks_against(address)
        sure = ctx.settings.trust == "address" and not doubted
        return replace(_seated(meant[0], claims, address, entry, sure=sure), withdrawn=withdrawn)
    return Caller(
        standing=Standing.AMBIGUOUS if meant else Standing.SEATLESS,
        address=address,
        player=players[0],
        choices=tuple(meant),
        elsewhere=elsewhere,
        withdrawn=withdrawn,
    )


def _entries(session: Session, address: str) -> dict[int, Address]:
    """Return the entries of an address by player; what imports claim counts where nobody has it for sure."""
    found = people_queries.owners(session, [address]) if address else ()
    sure = [entry for entry in found if _is_sure(session, entry)]
    return {entry.player: entry for entry in sure or found}


def _is_sure(session: Session, entry: Address) -> bool:
    """Tell whether an address is its player's: more than an import claims it, or it is the one that is written to."""
    return not entry.claimed or people_queries.written_to(session, entry.player) == entry.address


def _answered(session: Session, letter: ReadLetter) -> Chair | None:
    """Return the seat whose letter is answered, though not from an address of its player's.

    Its Message-ID proves nothing, but whoever it was has seen the letter: its reader may have written from elsewhere.
    """
    for row in letter_queries.letters_to_seats(session, letter.thread):
        for place, player, _ in match_queries.places_and_entry(session, row.match or 0, letter.address):
            if player is not None and (place.seat, place.player) == (row.seat, row.player):
                return Chair(session.get_one(Match, place.match), place, player)
    return None


def _dropped(session: Session, letter: ReadLetter, claims: Sequence[tags.Claim], chair: Chair | None) -> Caller:
    """Believe a file that the operator's access brought: its header or name, its tag, else its sender."""
    address = letter.address
    if chair is None and address:
        players = [session.get_one(Player, entry.player) for entry in people_queries.owners(session, [address])]
        meant = _meant(session, players, claims)
        if len(meant) > 1:
            standing = Standing.AMBIGUOUS
            return Caller(standing=standing, address=address, player=meant[0].player, choices=tuple(meant))
        chair = meant[0] if meant else None
    if chair is None:
        return Caller(standing=Standing.NOBODY, address=address)
    return _seated(chair, claims, address, None)


def _confirmed(session: Session, row: Letter, claims: Sequence[tags.Claim], address: str) -> Caller:
    """Believe a held letter that the address on file has confirmed; the seat may have changed hands meanwhile."""
    for place, player, entry in match_queries.places_and_entry(session, row.match or 0, address):
        if player is not None and place.seat == row.seat and player.id == row.player:
            chair = Chair(session.get_one(Match, place.match), place, player)
            return _seated(chair, claims, address, entry)
    return Caller(standing=Standing.NOBODY, address=address)


def _seated(
    chair: Chair, claims: Sequence[tags.Claim], address: str, entry: Address | None, *, sure: bool = True
) -> Caller:
    """Return somebody who speaks for a seat."""
    return Caller(
        standing=Standing.GOOD if sure else Standing.UNSURE,
        address=address,
        entry=entry,
        player=chair.player,
        chair=chair,
        asking=_asking(claims, chair),
    )


def _elsewhere(session: Session, players: Sequence[Player], claims: Sequence[tags.Claim]) -> tuple[str, Seat] | None:
    """Return match and seat that a letter is about if it names some, and none that its writer holds."""
    own = {
        (match.slug, seat)
        for player in players
        for place, match in people_queries.places_of(session, player.id or 0)
        for seat in ("", tags.slug(place.seat))
    }
    if any((claim.match, claim.seat) in own for claim in claims):
        return None
    for claim in claims:
        match = match_queries.match_of(session, claim.match)
        places = match_queries.places_in(session, match.id or 0) if match else ()
        seats = {tags.slug(place.seat): place.seat for place, _ in places}
        if match is not None and (not claim.seat or claim.seat in seats):
            return match.name, seats.get(claim.seat, "")
    return None


def _meant(session: Session, players: Sequence[Player], claims: Sequence[tags.Claim]) -> list[Chair]:
    """Return the seats of players that can be meant: those that the letter names, else those of matches that go on."""
    chairs = [
        Chair(match, place, player)
        for player in players
        for place, match in people_queries.places_of(session, player.id or 0)
    ]
    for claim in claims:
        named = [
            chair
            for chair in chairs
            if tags.slug(chair.match.name) == claim.match and claim.seat in ("", tags.slug(chair.place.seat))
        ]
        if named:
            return named
    going_on = [chair for chair in chairs if chair.match.status is not MatchStatus.OVER]
    return going_on or list(chairs[-1:])


def _asking(claims: Iterable[tags.Claim], chair: Chair) -> int | None:
    """Return the asking that is answered; a fresh form's subject counts more than the older thread that it is in.

    A number that the match has not come to counts in the subject and the thread, which are of a letter that this
    database may have forgotten. In the text anybody may have made it up who is quoted there: it counts for nothing.
    """
    names = (tags.slug(chair.match.name), tags.slug(chair.place.seat))
    told = [claim for claim in claims if (claim.match, claim.seat) == names and claim.asking is not None]
    numbers = [claim.asking or 0 for claim in told if not claim.printed or (claim.asking or 0) <= chair.match.asking]
    return max(numbers, default=None)
