"""Joining an open match and leaving it; people who come when all places are taken wait for one."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.context import Context, SeatPlan
from moderator.service.letter_parts import Answer, Fact, OpenLine
from moderator.service.matches import matches
from moderator.service.people import reliability
from moderator.service.recruiting import names_of_people, open_matches, places
from moderator.store import people_queries
from moderator.store.recruiting import Membership, OpenMatch
from moderator.store.tables import Player


class Outcome(Struct, frozen=True):
    """What came of a wish to join or to leave: what is said of it, with its facts."""

    code: AnswerCode | RefusalCode
    facts: Mapping[str, Fact] = {}

    def answer(self, command: str, about: OpenLine, *, line: int = 0) -> Answer:
        """Return it as the answer to a command in a line of a letter, with how the match stands now."""
        facts = {"match": about.name, **self.facts}
        return Answer(command=command, line=line, code=self.code, facts=facts, open=(about,))


class Visitor(Struct, frozen=True, kw_only=True):
    """Somebody who is no player here yet, with a proved ``address``, or an account in a ``forum`` (``"main:ann"``)."""

    name: str = ""
    address: str = ""
    forum: str = ""


def as_author(ctx: Context, author: Player | Visitor) -> Player:
    """Return the author of a letter as a player; a visitor as one without a number, whom the database never sees."""
    return author if isinstance(author, Player) else Player(name=author.name, zone=ctx.settings.zone)


def find_player(session: Session, visitor: Visitor) -> Player | None:
    """Return the player whom the address or account of a visitor belongs to, if there is one."""
    return matches.known_player(session, _wanted(visitor, ""))


def as_player(session: Session, ctx: Context, open_match: OpenMatch, visitor: Visitor) -> Player:
    """Return the player with the address or account of a visitor, or make the visitor a player.

    A newcomer's name is one that misleads nobody who has joined this match. Of masked players it tells nothing.
    """
    others = () if open_match.settings.masks else open_matches.people(session, open_match)
    name = names_of_people.fitting(
        visitor.name,
        taken=[player.name for _, player in others],
        reserved=[ctx.settings.name, *(spec.name for spec in open_matches.game_of(ctx, open_match).info.seats)],
    )
    player = matches.person(session, _wanted(visitor, name), zone=open_match.settings.zone, confirmed=True)
    for entry in people_queries.owners(session, [visitor.address] if visitor.address else []):
        entry.confirmed = entry.confirmed or entry.player == player.id
    return player


def _wanted(visitor: Visitor, name: str) -> SeatPlan:
    addresses = (visitor.address,) if visitor.address else ()
    return SeatPlan(seat="", player=name, addresses=addresses, forum=visitor.forum)


def join(session: Session, ctx: Context, open_match: OpenMatch, author: Player | Visitor, seat: str = "") -> Outcome:
    """Let somebody join an open match that is locked, perhaps with a wish for a seat; or say that they are there.

    Somebody who joins is a player here from then on; to ask makes nobody one.
    """
    player = author if isinstance(author, Player) else find_player(session, author)
    game, plan = open_matches.game_of(ctx, open_match), open_match.settings
    free = [spec.name for spec in places.free_seats(game, plan)]
    wished = next((name for name in free if name.casefold() == seat.casefold()), "")
    if seat and not wished:
        return Outcome(RefusalCode.OPEN_SEAT, {"seat": seat, "free": ", ".join(free)})
    before = membership(session, open_match, player) if player is not None else None
    if before is not None:
        before.here, before.seat = ctx.now(), wished or before.seat
        code = AnswerCode.OPEN_HERE if open_match.asked else AnswerCode.OPEN_JOINED_BEFORE
        return Outcome(code, standing(session, ctx, open_match, before))
    if player is not None and player.id in _seated(session, open_match):
        return Outcome(AnswerCode.OPEN_JOINED_BEFORE, {"place": 1})
    if plan.asks and (player is None or reliability.finished_matches(session, player.id) < plan.asks):
        return Outcome(RefusalCode.OPEN_ASKS, {"finished": plan.asks})
    if isinstance(author, Visitor):
        player = as_player(session, ctx, open_match, author)
    now, number = ctx.now(), player.id if player is not None else 0
    member = Membership(open_match=open_match.id, player=number, seat=wished, joined=now, here=now)
    session.add(member)
    session.flush()
    facts = standing(session, ctx, open_match, member)
    return Outcome(AnswerCode.OPEN_JOINED if facts["place"] else AnswerCode.OPEN_QUEUED, facts)


def standing(session: Session, ctx: Context, open_match: OpenMatch, member: Membership) -> dict[str, Fact]:
    """Return how somebody stands in the list: whether they have a ``place``, and their wish if others had it before."""
    before = [each for each, _ in open_matches.people(session, open_match) if each.id < member.id]
    place = len(before) < places.most(open_matches.game_of(ctx, open_match), open_match.settings)
    facts: dict[str, Fact] = {"place": int(place)}
    if member.seat:
        facts |= {"seat": member.seat, "wished": int(any(each.seat == member.seat for each in before))}
    return facts


def leave(session: Session, open_match: OpenMatch, player: Player) -> Outcome:
    """Take a player off the list of an open match that is locked."""
    found = membership(session, open_match, player)
    if found is None:
        return Outcome(RefusalCode.OPEN_NOT_IN)
    session.delete(found)
    session.flush()
    return Outcome(AnswerCode.OPEN_LEFT)


def membership(session: Session, open_match: OpenMatch, player: Player) -> Membership | None:
    """Return a player's entry in the list of an open match."""
    theirs = select(Membership).where(Membership.open_match == open_match.id, Membership.player == player.id)
    return session.exec(theirs).first()


def joined_by(session: Session, player: int) -> Sequence[tuple[Membership, OpenMatch]]:
    """Return what a player has joined, also where the match has begun or was called off since."""
    joined = select(Membership, OpenMatch).join(OpenMatch, col(Membership.open_match) == col(OpenMatch.id))
    return session.exec(joined.where(Membership.player == player).order_by(col(Membership.id))).all()


def only_match(session: Session, player: Player) -> str:
    """Return the name of the one match that a player has joined and that has not begun; empty for none or several."""
    names = [row.name for _, row in joined_by(session, player.id) if row.status in open_matches.GOING_ON]
    return names[0] if len(names) == 1 else ""


def _seated(session: Session, open_match: OpenMatch) -> set[int]:
    """Return the players who have a seat from the start."""
    known = (matches.known_player(session, seat) for seat in open_match.settings.seats if not seat.bot)
    return {player.id for player in known if player is not None}
