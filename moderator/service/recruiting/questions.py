"""Questions that go to an address or a player about an open match, and which of them a letter or a link answers.

An answer proves that its author has read the letter: its Message-ID and the code in its link are secrets of ours.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.service import outbox, tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Notice, Stranger
from moderator.service.letter_parts import Fact, OpenLine
from moderator.store.recruiting import OpenMatch
from moderator.store.tables import Outbox

_ASK = "ask:"
COMMAND, INVITATION = "command", "invitation"
"""Kinds of questions to an address: whether somebody there sent a command, or would like to play.

Whatever else is written to somebody who has joined can be answered, too: with YES they are there, with NO they leave.
"""
MUSTERS = ("muster", "muster-waiting")
"""Kinds of letters to those who have joined that ask whether they are there."""

ASKED_BY_COMMAND, INVITED = f"{_ASK}{COMMAND}:", f"{_ASK}{INVITATION}:"
"""How the keys of each kind begin."""

LIFETIME: Mapping[str, timedelta] = {COMMAND: timedelta(days=2), INVITATION: timedelta(days=7)}
"""How long a question can be answered; one of a muster as long as people can join its match."""


class Question(Struct, frozen=True):
    """A question of ours: its ``kind``, the open match by its number, and what the letter said."""

    kind: str
    open_match: int
    row: Outbox
    facts: Mapping[str, Fact]

    @property
    def about(self) -> str:
        """The name of the match."""
        return str(self.facts.get("match", ""))


def key(kind: str, open_match: OpenMatch, *rest: object) -> str:
    """Return the key of a letter that asks something about an open match."""
    return ":".join((f"{_ASK}{kind}", str(open_match.id), *map(str, rest)))


def page(ctx: Context, key: str) -> str:
    """Return the address of the page on which a question can be answered; empty without a web desk."""
    return f"{ctx.settings.web}/invite/{tags.bounce_id(ctx, key)}" if ctx.settings.web else ""


def ask_address(
    session: Session,
    ctx: Context,
    address: str,
    *,
    code: str,
    key: str,
    facts: Mapping[str, Fact],
    about: OpenLine,
    in_reply_to: str = "",
) -> bool:
    """Ask somebody whom we may not know; False if that was asked already."""
    told = {**facts, "match": about.name, "page": page(ctx, key)}
    return outbox.stranger(session, ctx, address, code, key, facts=told, about=about, in_reply_to=in_reply_to)


def answered(session: Session, ctx: Context, thread: Sequence[str]) -> Question | None:
    """Return the question that a letter answers, by the Message-IDs of its thread; the newest of several."""
    ours = [each for each in thread if tags.unique_part_of(ctx, each) and tags.read_message_id(ctx, each) is None]
    if not ours:
        return None
    return _first(session, col(Outbox.message_id).in_(ours))


def by_code(session: Session, code: str) -> Question | None:
    """Return the question whose letter has a link with a code."""
    return _first(session, col(Outbox.bounce_id) == code)


def _first(session: Session, which: object) -> Question | None:
    asked = select(Outbox).where(which, col(Outbox.key).startswith(_ASK)).order_by(col(Outbox.id).desc())  # type: ignore[arg-type]
    row = session.exec(asked).first()
    return None if row is None else _read(row)


def _read(row: Outbox) -> Question | None:
    """Return the question that a letter asked; None once it is forgotten."""
    _, kind, number, *_ = row.key.split(":")
    told = codec.unpack(row.payload, LetterFacts | None)
    match told:
        case Stranger():
            return Question(kind, int(number), row, told.facts)
        case Notice():
            return Question(kind, int(number), row, {**told.facts, "match": told.head.match})
    return None


def is_over(question: Question, at: datetime) -> bool:
    """Tell whether an answer that came at a time came too late."""
    lasts = LIFETIME.get(question.kind)
    return lasts is not None and question.row.made + lasts < at
