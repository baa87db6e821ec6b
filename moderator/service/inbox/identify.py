"""Step 4, identify: who wrote, for which seat of which match, in answer to which asking, and how far that is proved.

A tag proves that the writer once got a letter of that seat; the sender's address is a claim that anybody can make,
unless our own mail server vouches for it. What is not proved as the operator's ``trust`` wants it is *held*: the
address on file is asked.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from sqlmodel import Session

from moderator.language.reading.text_lines import is_mark
from moderator.mail.letter import ReadLetter
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.matches.chairs import Chair
from moderator.store import queries
from moderator.store.tables import Address, Letter, Match, MatchStatus, Player


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

    ``asking`` is the number that the letter answers, as far as it says. ``withdrawn`` means that it carries a tag
    that was withdrawn, or one that was never ours. ``address`` is the sender's, in lower case; ``entry`` is that
    address on file for ``player``, None for a file that an operator dropped.
    """

    standing: Standing
    address: str = ""
    entry: Address | None = None
    player: Player | None = None
    chair: Chair | None = None
    choices: tuple[Chair, ...] = ()
    asking: int | None = None
    withdrawn: bool = False


class Writing(Struct, frozen=True):
    """A letter with what it claims, by whom and for which seat; nothing of that is believed yet.

    ``named`` are the slugs of match and seat that stand in its header; of a file that an operator dropped they count.
    """

    letter: ReadLetter
    address: str
    claims: tuple[tags.Claim, ...]
    named: tuple[str, str] | None

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        """The seats that it claims with a code or names, by their slugs."""
        claimed = tuple((claim.match, claim.seat) for claim in self.claims if claim.code)
        return (*claimed, self.named) if self.named else claimed


class _Seated(Struct, frozen=True):
    """A seat, and the entry of the address that was asked about if that is its player's."""

    chair: Chair
    entry: Address | None


class SeatIndex(Struct, frozen=True):
    """Who sits in the seats that several letters claim, by slugs, and whose the addresses are that they came from.

    ``lately`` has by player when the letters were kept that were acted on for their seats since some time. All that
    holds as long as nothing of these matches and players changes.
    """

    chairs: dict[tuple[str, str], Chair] = {}
    entries: dict[tuple[int, str], Address] = {}
    lately: dict[int, list[datetime]] = {}

    def seated(self, match: str, seat: str, address: str) -> _Seated | None:
        """Return a person's seat by the slugs of match and seat."""
        chair = self.chairs.get((match, seat))
        return _Seated(chair, self.entries.get((chair.player.id or 0, address))) if chair else None

    def about(self, writing: Writing) -> frozenset[tuple[str, int]]:
        """Return the matches and players that a letter with a tag may be about; empty: it may be about any."""
        claimed = [self.chairs.get((claim.match, claim.seat)) for claim in writing.claims if claim.code]
        found = [chair for chair in claimed if chair]
        matches, players = (chair.match.id for chair in found), (chair.player.id for chair in found)
        return frozenset([*(("match", each or 0) for each in matches), *(("player", each or 0) for each in players)])


def writing(ctx: Context, letter: ReadLetter) -> Writing:
    """Return what a letter claims."""
    marks = [line.text for line in letter.lines if line.quoted <= 1 and is_mark(line.text)]
    claims = tags.claims(ctx, letter.recipients, letter.thread, letter.subject, marks)
    match, _, seat = (letter.claimed_seat or "").partition(".")
    named = (tags.slug(match), tags.slug(seat)) if seat else None
    return Writing(letter, letter.sender.address.lower() if letter.sender else "", claims, named)


def know(session: Session, writings: Sequence[Writing], since: datetime) -> SeatIndex:
    """Ask for the seats that letters claim: as many questions for several letters as for one.

    Their matches are locked: nobody withdraws a tag or takes a seat over until the transaction ends.
    """
    session.flush()  # what was changed so far counts, and is not overwritten
    claimed = {slugs for each in writings for slugs in each.seats}
    if not claimed:
        return SeatIndex()
    found = queries.seats_of(session, {match for match, _ in claimed})
    seats = [
        (place, match, slugs) for place, seat, name, match in found if (slugs := (name, tags.slug(seat))) in claimed
    ]
    if not seats:
        return SeatIndex()
    matches = queries.lock_matches(session, {match for _, match, _ in seats})
    places = {place: slugs for place, _, slugs in seats}
    seated = queries.seated(session, places)
    chairs = {places[place.id or 0]: Chair(matches[place.match], place, player) for place, player in seated}
    entries = queries.owners(session, {each.address for each in writings})
    players = {chair.player.id or 0 for chair in chairs.values()}
    return SeatIndex(
        chairs,
        {(entry.player, entry.address): entry for entry in entries},
        queries.letters_lately(session, players, since),
    )


def identify(session: Session, ctx: Context, row: Letter, written: Writing, known: SeatIndex | None = None) -> Caller:
    """Return who wrote a letter, as far as it is proved; ``known`` holds at least what this one claims."""
    letter, claims, address = written.letter, written.claims, written.address
    if row.confirmed_by is not None:
        return _confirmed(session, row, claims, address)
    known = known or know(session, [written], row.kept)
    tagged = _tagged(ctx, known, claims, address)
    if row.trusted:
        return _dropped(session, known, written, tagged)
    if tagged is not None:
        return _with_tag(ctx, letter, tagged, claims, address)
    return _without_tag(session, ctx, letter, claims, address)


def _with_tag(ctx: Context, letter: ReadLetter, seated: _Seated, claims: Sequence[tags.Claim], address: str) -> Caller:
    chair, entry = seated.chair, seated.entry
    sure = entry is not None and (ctx.settings.trust != "strict" or letter.proof.covers(address))
    return Caller(
        standing=Standing.GOOD if sure else Standing.UNSURE,
        address=address,
        entry=entry,
        player=chair.player,
        chair=chair,
        asking=_asking(claims, chair),
    )


def _without_tag(
    session: Session, ctx: Context, letter: ReadLetter, claims: Sequence[tags.Claim], address: str
) -> Caller:
    """Judge by the sender alone: that is enough with ``trust = "address"``, else the address on file is asked."""
    withdrawn = any(claim.code for claim in claims)
    entries = {entry.player: entry for entry in queries.owners(session, [address])} if address else {}
    players = [session.get_one(Player, player) for player in entries]
    if not players:
        real = bool(address) and letter.proof.covers(address)
        return Caller(standing=Standing.STRANGER if real else Standing.NOBODY, address=address, withdrawn=withdrawn)
    chairs = [chair for player in players for chair in _chairs(session, player)]
    meant = _narrow(chairs, claims)
    if len(meant) == 1:
        sure = ctx.settings.trust == "address" and not withdrawn
        return Caller(
            standing=Standing.GOOD if sure else Standing.UNSURE,
            address=address,
            entry=entries[meant[0].place.player or 0],
            player=meant[0].player,
            chair=meant[0],
            asking=_asking(claims, meant[0]),
            withdrawn=withdrawn,
        )
    return Caller(
        standing=Standing.AMBIGUOUS if meant else Standing.SEATLESS,
        address=address,
        player=players[0],
        choices=tuple(meant),
        withdrawn=withdrawn,
    )


def _dropped(session: Session, known: SeatIndex, written: Writing, tagged: _Seated | None) -> Caller:
    """Believe a file that the operator's access brought: its header or name, its tag, else its sender."""
    claims, address = written.claims, written.address
    named = known.seated(*written.named, address) if written.named else None
    found = named or tagged
    chair = found.chair if found else None
    if chair is None and address:
        players = [session.get_one(Player, entry.player) for entry in queries.owners(session, [address])]
        meant = _narrow([chair for player in players for chair in _chairs(session, player)], claims)
        if len(meant) > 1:
            standing = Standing.AMBIGUOUS
            return Caller(standing=standing, address=address, player=meant[0].player, choices=tuple(meant))
        chair = meant[0] if meant else None
    if chair is None:
        return Caller(standing=Standing.NOBODY, address=address)
    return Caller(
        standing=Standing.GOOD,
        address=address,
        player=chair.player,
        chair=chair,
        asking=_asking(claims, chair),
    )


def _confirmed(session: Session, row: Letter, claims: Sequence[tags.Claim], address: str) -> Caller:
    """Believe a held letter that the address on file has confirmed; the seat may have changed hands meanwhile."""
    for place, player in queries.places_in(session, row.match or 0):
        if player is not None and place.seat == row.seat and player.id == row.player:
            chair = Chair(session.get_one(Match, place.match), place, player)
            return Caller(
                standing=Standing.GOOD,
                address=address,
                entry=_entry(session, player, address),
                player=player,
                chair=chair,
                asking=_asking(claims, chair),
            )
    return Caller(standing=Standing.NOBODY, address=address)


def _entry(session: Session, player: Player, address: str) -> Address | None:
    """Return an address as a player's entry, None if it is not theirs."""
    return next((entry for entry in queries.addresses(session, player.id or 0) if entry.address == address), None)


def _tagged(ctx: Context, known: SeatIndex, claims: Iterable[tags.Claim], address: str) -> _Seated | None:
    """Return the seat of the first claim whose tag is genuine."""
    for claim in claims:
        found = known.seated(claim.match, claim.seat, address) if claim.code else None
        place = found.chair.place if found else None
        if found and place and tags.genuine(ctx, claim, found.chair.match.name, place.seat, place.key_number):
            return found
    return None


def _chairs(session: Session, player: Player) -> list[Chair]:
    return [Chair(match, place, player) for place, match in queries.places_of(session, player.id or 0)]


def _narrow(chairs: Sequence[Chair], claims: Sequence[tags.Claim]) -> list[Chair]:
    """Return the chairs that can be meant: those that the letter names, else those of matches that go on."""
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
