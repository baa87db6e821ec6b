"""Matches that people can join, with those who have joined: found, locked, and told of as everybody may know them."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core.game import AnyGame
from moderator.service import outbox, tags
from moderator.service.context import Context, MatchPlan, SeatPlan
from moderator.service.facts import Notice
from moderator.service.letter_parts import Fact, Head, OpenLine, SeatLine
from moderator.service.matches import letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.service.people import reliability
from moderator.service.recruiting import places, questions
from moderator.store.recruiting import Membership, OpenMatch
from moderator.store.statuses import OpenStatus
from moderator.store.tables import Player

GOING_ON = (OpenStatus.OPEN, OpenStatus.MUSTERED)
"""People can join a match in these states."""


_ALL_OPEN = select(OpenMatch).where(col(OpenMatch.status).in_(GOING_ON)).order_by(col(OpenMatch.id))
_ALL_LOCKED = _ALL_OPEN.with_for_update().execution_options(populate_existing=True)


def all_open(session: Session, ctx: Context) -> list[OpenMatch]:
    """Return the matches that people can join now, the oldest first, without those of games that are not installed."""
    return [row for row in session.exec(_ALL_OPEN) if row.settings.game in ctx.games]


def find(session: Session, name: str) -> OpenMatch | None:
    """Return the match of a name that people can join now, or could: the newest one; None if there never was one."""
    named = select(OpenMatch).where(OpenMatch.slug == tags.slug(name)).order_by(col(OpenMatch.id).desc())
    return session.exec(named).first()


def find_open(session: Session, ctx: Context, name: str) -> OpenMatch | None:
    """Return the match of a name that people can join now, for a look at it; None if there is none."""
    slug = tags.slug(name)
    return next((row for row in all_open(session, ctx) if row.slug == slug), None)


def lock(session: Session, ctx: Context, name: str) -> OpenMatch | None:
    """Return the match of a name that people can join now, None if there is none; all such matches are locked.

    They are locked until this transaction ends, and in one order: somebody who joins two at once is one player.
    """
    slug, rows = tags.slug(name), session.exec(_ALL_LOCKED).all()
    return next((row for row in rows if row.slug == slug and row.settings.game in ctx.games), None)


def people(session: Session, open_match: OpenMatch) -> Sequence[tuple[Membership, Player]]:
    """Return who has joined, in the order in which they did."""
    joined = select(Membership, Player).join(Player, col(Player.id) == col(Membership.player))
    return session.exec(joined.where(Membership.open_match == open_match.id).order_by(col(Membership.id))).all()


def game_of(ctx: Context, open_match: OpenMatch) -> AnyGame:
    """Return the game of an open match."""
    return ctx.game(open_match.settings.game)


def line(session: Session, ctx: Context, open_match: OpenMatch) -> OpenLine:
    """Return an open match as everybody may know it."""
    plan, game = open_match.settings, game_of(ctx, open_match)
    most, joined = places.most(game, plan), [player for _, player in people(session, open_match)]
    in_place = joined[:most]
    told = () if plan.masks else in_place
    known = reliability.of(session, [player.id for player in told])
    return OpenLine(
        name=open_match.name,
        slug=open_match.slug,
        title=game.info.title,
        game=plan.game,
        schedule=plan.schedule,
        zone=plan.zone,
        people=tuple(player.name for player in told),
        reliability=tuple(known[player.id] for player in told),
        count=len(in_place),
        masked=plan.masks,
        waiting=max(0, len(joined) - most),
        least=places.least(game, plan),
        most=most,
        seats=tuple(spec.name for spec in places.free_seats(game, plan)),
        taken=tuple(_taken(plan, seat) for seat in plan.seats),
        start=plan.start,
        begins=open_match.begins,
        waited=open_match.waited,
        short=plan.short,
        finished=plan.asks,
    )


def _taken(plan: MatchPlan, seat: SeatPlan) -> SeatLine:
    """Return who has a seat from the start."""
    masked = plan.masks and not seat.bot
    return SeatLine(seat=seat.seat, player="" if masked else seat.player, bot=seat.bot, masked=masked)


def head(ctx: Context, player: Player | None, open_match: OpenMatch) -> Head:
    """Return the head of a letter about an open match."""
    info = game_of(ctx, open_match).info
    return replace(letterhead.head(ctx, player), match=open_match.name, game=open_match.settings.game, title=info.title)


def page(ctx: Context, open_match: OpenMatch) -> str:
    """Return the address of the page of an open match; empty without a web desk."""
    return f"{ctx.settings.web}/open/{open_match.slug}" if ctx.settings.web and open_match.status in GOING_ON else ""


def tell(session: Session, ctx: Context, open_match: OpenMatch, player: Player, code: str, **facts: Fact) -> None:
    """Write to somebody who has joined an open match, once for each time that it is mustered."""
    asked = open_match.asked.isoformat() if open_match.asked else ""
    key = questions.key(code, open_match, player.id, asked)
    url = questions.page(ctx, key) if code in questions.MUSTERS else page(ctx, open_match)
    told = Notice(head=head(ctx, player, open_match), code=code, facts={"page": url, **facts})
    outbox.enqueue(session, ctx, None, OutgoingLetter(key=key, player=player.id, payload=told))
