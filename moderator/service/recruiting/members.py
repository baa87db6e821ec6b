"""Joining an open match and leaving it; whoever comes when all places are taken waits for one."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.context import Context, SeatPlan
from moderator.service.letter_parts import Answer, Fact, OpenLine
from moderator.service.matches import matches
from moderator.service.recruiting import open_matches, places
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

    @property
    def known_as(self) -> str:
        """What others see: the name, or else what the address or account begins with."""
        return self.name or self.address.partition("@")[0] or self.forum.partition(":")[2]


def as_player(session: Session, open_match: OpenMatch, visitor: Visitor) -> Player:
    """Return the player with the address or account of a visitor, or make the visitor a player."""
    addresses = (visitor.address,) if visitor.address else ()
    wanted = SeatPlan(seat="", player=visitor.known_as, addresses=addresses, forum=visitor.forum)
    player = matches.person(session, wanted, zone=open_match.settings.zone, confirmed=True)
    for entry in people_queries.owners(session, addresses):
        entry.confirmed = entry.confirmed or entry.player == player.id
    return player


def join(session: Session, ctx: Context, open_match: OpenMatch, player: Player, seat: str = "") -> Outcome:
    """Let a player join an open match that is locked, perhaps with a wish for a seat; or say that they are there."""
    game, plan = open_matches.game_of(ctx, open_match), open_match.settings
    free = [spec.name for spec in places.free_seats(game, plan)]
    wished = next((name for name in free if name.casefold() == seat.casefold()), "")
    if seat and not wished:
        return Outcome(RefusalCode.OPEN_SEAT, {"seat": seat, "free": ", ".join(free)})
    before = membership(session, open_match, player)
    if before is not None:
        before.here, before.seat = ctx.now(), wished or before.seat
        return Outcome(AnswerCode.OPEN_HERE if open_match.asked else AnswerCode.OPEN_JOINED_BEFORE)
    if player.id in _seated(session, open_match):
        return Outcome(AnswerCode.OPEN_JOINED_BEFORE)
    if people_queries.finished_matches(session, player.id) < plan.asks:
        return Outcome(RefusalCode.OPEN_ASKS, {"finished": plan.asks})
    now = ctx.now()
    session.add(Membership(open_match=open_match.id, player=player.id, seat=wished, joined=now, here=now))
    session.flush()
    has_place = len(open_matches.people(session, open_match)) <= places.most(game, plan)
    return Outcome(AnswerCode.OPEN_JOINED if has_place else AnswerCode.OPEN_QUEUED)


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
