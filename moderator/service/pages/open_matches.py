"""Pages of matches that people can join: what there is to know, a way in without an account, and answers by a link.

A browser that knows no player has us ask by letter whether the wish is theirs. A known player joins at once, and the
answer goes to the recorded address all the same.
"""

from collections.abc import Mapping

from msgspec import Struct
from sqlmodel import Session

from moderator.language.reading.commands import Join, Leave
from moderator.mail.headers import detail_of, is_address
from moderator.service.codes import Verdict
from moderator.service.commands import joining
from moderator.service.context import Context
from moderator.service.inbox import acknowledge, questioned
from moderator.service.letter_parts import Answer, OpenLine
from moderator.service.pages.public import NothingToSeeError
from moderator.service.recruiting import members, open_matches, questions
from moderator.service.recruiting.members import Visitor
from moderator.service.recruiting.questions import Question
from moderator.store.recruiting import OpenMatch
from moderator.store.tables import Player

_LONGEST_NAME = 60


class OpenPage(Struct, frozen=True, kw_only=True):
    """An open match, where to ``write_to``, and for a known player whether they have joined it."""

    match: OpenLine
    write_to: str
    known: bool = False
    joined: bool = False


class QuestionPage(Struct, frozen=True, kw_only=True):
    """A question that can be answered on the web: its kind, who asks or what was written, and the match."""

    kind: str
    facts: Mapping[str, str | int]
    match: OpenLine


def lines(session: Session, ctx: Context) -> tuple[OpenLine, ...]:
    """Return the matches that people can join."""
    return tuple(open_matches.line(session, ctx, each) for each in open_matches.all_open(session, ctx))


def page(session: Session, ctx: Context, slug: str, player: int | None) -> OpenPage:
    """Return an open match, as a player or somebody unknown sees it; raises NothingToSeeError."""
    row = _find(session, ctx, slug)
    line = open_matches.line(session, ctx, row)
    if player is None:
        return OpenPage(match=line, write_to=ctx.settings.address)
    joined = members.membership(session, row, session.get_one(Player, player)) is not None
    return OpenPage(match=line, write_to=ctx.settings.address, known=True, joined=joined)


def ask(session: Session, ctx: Context, slug: str, form: Mapping[str, str]) -> str:
    """Ask an address by letter whether somebody there would like to join; return ``asked``.

    Or ``address`` if it is none that can be asked, and ``busy`` if nobody is asked any more today. Nobody learns by it
    whether the address is known here, or was asked already. Raises NothingToSeeError.
    """
    row, address = _locked(session, ctx, slug), form.get("address", "").strip().lower()
    if not is_address(address) or detail_of(ctx.settings.addresses, address) is not None:
        return "address"
    name = " ".join(form.get("name", "").split())[:_LONGEST_NAME]
    seat = form.get("seat", "") if form.get("seat") in open_matches.line(session, ctx, row).seats else ""
    command = Join(match=row.slug, seat=seat)
    return "asked" if joining.ask(session, ctx, row, command, Visitor(name=name, address=address)) else "busy"


def change(session: Session, ctx: Context, slug: str, player: int, form: Mapping[str, str]) -> Answer:
    """Let a known player join or leave, and say so by letter; raises NothingToSeeError."""
    row, who = _locked(session, ctx, slug), session.get_one(Player, player)
    seat = form.get("seat", "") if form.get("seat") in open_matches.line(session, ctx, row).seats else ""
    command = Leave(match=row.slug) if form.get("do") == "leave" else Join(match=row.slug, seat=seat)
    done = joining.do(session, ctx, row, command, who)
    acknowledge.to_player(session, ctx, who, verdict=Verdict.ANSWERED, answers=(done,), key=_key(ctx, row, who.id))
    return done


def question(session: Session, ctx: Context, code: str) -> QuestionPage:
    """Return the question whose letter has a link with a code; raises NothingToSeeError once it is too late."""
    asked = _asked(session, ctx, code)
    line = open_matches.line(session, ctx, _find(session, ctx, asked.about))
    return QuestionPage(kind=asked.kind, facts=asked.facts, match=line)


def answer(session: Session, ctx: Context, code: str, *, says_yes: bool, name: str = "") -> Answer | None:
    """Answer the question of a link, and say so by letter; raises NothingToSeeError."""
    asked = _asked(session, ctx, code)
    return questioned.settle(session, ctx, asked, says_yes=says_yes, name=name)


def _key(ctx: Context, row: OpenMatch, player: int) -> str:
    return f"ack:open:{row.id}:{player}:{ctx.now():%Y%m%dT%H%M%S}"


def _asked(session: Session, ctx: Context, code: str) -> Question:
    found = questions.by_code(session, code)
    if found is None or questions.is_over(found, ctx.now()):
        raise NothingToSeeError(code)
    return found


def _find(session: Session, ctx: Context, slug: str) -> OpenMatch:
    row = open_matches.find_open(session, ctx, slug)
    if row is None:
        raise NothingToSeeError(slug)
    return row


def _locked(session: Session, ctx: Context, slug: str) -> OpenMatch:
    row = open_matches.lock(session, ctx, slug)
    if row is None:
        raise NothingToSeeError(slug)
    return row
