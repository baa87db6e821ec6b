"""What the facts of letters are made of: heads, forms, lines, answers; nothing here is prose."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.game import Memories, Outcome, Report
from moderator.core.pictures import Drawing, Poster
from moderator.core.seats import Seat
from moderator.core.template_folders import ENGLISH
from moderator.service.codes import REFUSALS
from moderator.store.statuses import MatchStatus

Fact = str | int
"""What one word of an answer's sentence may be filled with."""


class Head(Struct, frozen=True, kw_only=True):
    """Whom a letter is to and what it is about; ``zone`` is the reader's IANA zone, ``turn`` the one being played."""

    moderator: str
    address: str
    match: str
    game: str
    title: str
    turn: int
    seat: Seat
    player: str
    zone: str
    language: str = ENGLISH
    """The language that the reader wants letters in; it is English where there are no words of it for the game."""
    paper: str = "a4"
    plain: bool = False
    """The reader wants text alone."""
    attachments: bool = True
    """The reader wants files (the printable report) with reports."""
    poster: bool = False
    """The reader wants the board as a poster, too."""
    json: bool = False
    """The reader wants reports as documents for programs, too."""
    proof: str = ""
    """The name of the match in its proofs; empty for ``match``."""
    posted: bool = False
    """The letter is a post of a forum: Markdown, pictures in it, no files."""
    page: str = ""
    """The address of the letter's page on the web desk; empty where there is none."""
    watches: bool = False
    """The reader has no seat, and watches the match."""
    masked: bool = False
    """The players of the match are masked."""


class Due(Struct, frozen=True, kw_only=True):
    """When orders are due (None: no deadline runs) and, if that was moved, from when and why (a code).

    ``withdrawn`` tells a seat that it had a deadline and is asked for nothing now.
    """

    deadline: datetime | None
    was: datetime | None = None
    why: str = ""
    paused: bool = False
    withdrawn: bool = False


class Form(Struct, frozen=True, kw_only=True, rename={"request": "asking"}):
    """The form to reply with: where to, under which subject, and the lines filled in with standing orders.

    ``request`` is the number that subject and ``mark`` carry: the mark is the line above the form, by which it is known
    again in a quote. ``examples`` are lines that would be legal now; ``numbered`` tells that orders have numbers.
    """

    reply_to: str
    subject: str
    mark: str = ""
    request: int
    lines: tuple[str, ...]
    examples: tuple[str, ...] = ()
    numbered: bool = False


class OrderLine(Struct, frozen=True):
    """One line of an order set in canonical words, with the warnings about it."""

    text: str
    problems: tuple[Problem, ...] = ()


class SaidLine(Struct, frozen=True):
    """One line of the player's letter and the problems with it."""

    number: int
    text: str
    problems: tuple[Problem, ...] = ()


class OrderHelp(Struct, frozen=True):
    """A kind of order, a command or a topic by its tag, which names the sentence on it, with forms and examples."""

    order: str
    lines: tuple[str, ...]


class TurnPlayed(Struct, frozen=True, kw_only=True):
    """A turn that was played, or ``undone``: when, who was silent, and whose it was if one seat alone was asked."""

    turn: int
    made: datetime
    seat: Seat = ""
    silent: tuple[Seat, ...] = ()
    undone: bool = False


class Reliability(Struct, frozen=True, kw_only=True):
    """What a player's last turns and matches tell: of the turns ``asked`` for orders those ``missed`` or ``late``.

    Of the matches that the player has done with, those ``finished`` and those ``left`` before their end.
    """

    asked: int = 0
    missed: int = 0
    late: int = 0
    finished: int = 0
    left: int = 0


class SeatLine(Struct, frozen=True, kw_only=True):
    """A seat as its reader may know it; ``reliability`` is its player's, where it is told.

    Of a ``masked`` player neither name nor reliability is told.
    """

    seat: Seat
    player: str
    bot: str = ""
    reliability: Reliability | None = None
    masked: bool = False


class MatchLine(Struct, frozen=True, kw_only=True):
    """A match as everybody may know it.

    ``ready`` are the seats that the turn does not wait for; ``all_in`` is when it runs because that is everybody.
    """

    name: str
    slug: str
    title: str
    game: str
    turn: int
    over: bool
    begun: datetime
    due: Due
    seats: tuple[SeatLine, ...]
    ready: tuple[Seat, ...]
    all_in: datetime | None
    shown: str
    """What spectators see of it, as the match chose."""
    ended: Outcome | None = None
    """How its GM ended it, None if its rules did or it goes on."""
    series: str = ""
    """The series that it belongs to."""
    masked: bool = False
    """Its players are masked, so nobody is told who is ready."""


class LateMatch(Struct, frozen=True, kw_only=True):
    """A match that is late or waits: for whom ``since`` when, as its GM may know it.

    ``waiting`` are the seats that are asked and not ready, ``silent`` the turns in a row, up to nine, for which no
    orders came from a seat's player. One that is not running waits for its GM.
    """

    name: str
    game: str
    turn: int
    status: MatchStatus
    deadline: datetime | None
    past: bool
    waiting: tuple[Seat, ...]
    since: datetime | None
    silent: dict[Seat, int]


class Rating(Struct, frozen=True, kw_only=True):
    """What somebody's matches of a game tell of their play; without a ``value`` they are too few."""

    name: str
    value: int | None
    matches: int


class GameRatings(Struct, frozen=True, kw_only=True):
    """The ratings of a game: of those who are listed, and the reader's own."""

    title: str
    rows: tuple[Rating, ...]
    own: Rating | None = None


class SeriesRow(Struct, frozen=True, kw_only=True):
    """What somebody has in a series: points by the half, the matches played, and those of them played to the end."""

    name: str
    halves: int
    played: int
    finished: int


class SeriesTable(Struct, frozen=True, kw_only=True):
    """A series as everybody may know it: its matches, the oldest first, and their players, the best first."""

    name: str
    rows: tuple[SeriesRow, ...]
    matches: tuple[MatchLine, ...]


class OpenLine(Struct, frozen=True, kw_only=True):
    """A match that people can join, as everybody may know it.

    ``people`` have a place, in the order in which they joined, each with their ``reliability``, ``count`` of them;
    ``waiting`` more wait for one. Where they will be ``masked``, it is not told who they are. ``seats`` are free,
    ``taken`` are not. It begins at ``start``, and without one as soon as it is full; once its people are asked whether
    they are there, ``begins`` is the latest time. ``finished`` is how many matches somebody must have finished here.
    One that has ``waited`` for more people begins with the ``least``.
    """

    name: str
    slug: str
    title: str
    game: str
    schedule: str
    zone: str
    people: tuple[str, ...]
    reliability: tuple[Reliability, ...]
    count: int = 0
    masked: bool = False
    waiting: int
    least: int
    most: int
    seats: tuple[Seat, ...]
    taken: tuple[SeatLine, ...]
    start: datetime | None
    begins: datetime | None
    waited: bool
    short: str
    finished: int


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat of a player's, as the list of them tells it; ``slug`` and ``seat_slug`` stand in its address."""

    name: str
    slug: str
    seat: Seat
    seat_slug: str
    title: str
    game: str
    turn: int
    due: Due
    over: bool
    asked: bool
    recorded: bool
    all_in: datetime | None
    ready: bool
    ended: Outcome | None = None
    """How its GM ended it, None if its rules did or it goes on."""


class MissedTurn(Struct, frozen=True, kw_only=True):
    """A turn that a player sent no orders for, and the facts in which its report told it, if there were any."""

    turn: int
    headline: tuple[Any, ...]


class Answer(Struct, frozen=True, kw_only=True):
    """The answer to one command: ``code`` names its words, ``lines`` are verbatim (an order set, a chart, help).

    ``line`` is where in the letter the command stands, 0 for an answer to none.

    ``report`` holds facts of the game to be worded; unpacked, they are plain until ``records.retold`` types them.
    """

    command: str
    code: str
    facts: dict[str, str | int] = {}
    lines: tuple[str, ...] = ()
    orders: tuple[OrderHelp, ...] = ()
    """Kinds of order to be explained."""
    explained: tuple[OrderHelp, ...] = ()
    """Commands, preferences and topics to be explained."""
    turns: tuple[TurnPlayed, ...] = ()
    """The turns so far; the sections of ``report`` tell of the last ones."""
    report: Report = Report(())
    seats: tuple[SeatRow, ...] = ()
    """The author's own seats."""
    players: tuple[SeatLine, ...] = ()
    """Who plays the match."""
    matches: tuple[MatchLine, ...] = ()
    """Matches of others that everybody may know of."""
    open: tuple[OpenLine, ...] = ()
    """Matches that people can join."""
    ratings: tuple[GameRatings, ...] = ()
    series: SeriesTable | None = None
    poster: Poster | None = None
    """A poster that goes with the answer as a file."""
    line: int = 0

    @property
    def refused(self) -> bool:
        """Whether the command did nothing, so that its author should look at it."""
        return self.code in REFUSALS


class WaitedFor(Struct, frozen=True, kw_only=True):
    """Whom the match waits for, as far as it is public."""

    waiting: tuple[Seat, ...] = ()
    all_in: datetime | None = None
    """When the turn runs because everybody is in."""
    held_back: bool = False
    """The reader has recorded orders and said WAIT."""


class BoardThen(Struct, frozen=True, kw_only=True):
    """The small board as it was after a turn (0: at the beginning), and the fact that is told below it."""

    turn: int
    drawing: Drawing
    caption: Any = None


class MatchRecap(Struct, frozen=True, kw_only=True):
    """A whole match that is over, to be printed and kept; the same for everybody.

    ``seats`` has a line for everybody who ever sat in a seat, in the order in which they came.
    """

    seats: tuple[SeatLine, ...]
    begun: datetime
    ended: datetime
    turns: int
    course: Drawing | None
    boards: tuple[BoardThen, ...]
    last: Drawing | None
    """The whole board at the end, in large."""
    memories: Memories


class Note(Struct, frozen=True):
    """One thing that a letter tells: its code names the words, facts and lines belong to it."""

    code: str
    facts: dict[str, str | int] = {}
    lines: tuple[str, ...] = ()
