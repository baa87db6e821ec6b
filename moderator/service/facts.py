"""The facts of every letter that goes out, one Struct a kind; templates word them, nothing here is prose.

A kind's tag is the name of its template (``templates/service/<tag>.j2``), which is rendered as text and as HTML.
"""

from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import kebab
from moderator.core.errors import Problem, Stage
from moderator.core.game import Outcome, Report
from moderator.core.pictures import Drawing, Poster
from moderator.core.seats import Seat
from moderator.core.template_folders import ENGLISH
from moderator.language.grammar.words import has_blank
from moderator.service.codes import AnswerCode, GmEnding, OrderSetFault, Verdict
from moderator.service.letter_parts import (
    Answer,
    Due,
    Fact,
    Form,
    Head,
    LateMatch,
    MatchRecap,
    MissedTurn,
    Note,
    OpenLine,
    OrderHelp,
    OrderLine,
    SaidLine,
    SeatLine,
    WaitedFor,
)
from moderator.service.letter_proofs import (
    AcknowledgedOrders,
    Corrected,
    Corrections,
    DrawLine,
    ListedReceipt,
    Opened,
    Receipt,
    RolledBack,
    RollLine,
    Seal,
)
from moderator.service.report_json import AnyReportJson


class _Letter(Struct, frozen=True, kw_only=True, tag=kebab):
    head: Head

    @property
    def board_head(self) -> Head:
        """The head for what names the board by its turn."""
        return self.head


class Welcome(_Letter, frozen=True, kw_only=True):
    """The first letter of a match to a player: seat, how to play, seals, seats, first board and form."""

    due: Due
    form: Form
    seal: Seal
    seats: tuple[SeatLine, ...]
    orders: tuple[OrderHelp, ...]
    """The orders that there are, each with its first form."""
    timely: tuple[str, ...] = ()
    """The tags of those that may be given now, empty for all."""
    lasting: tuple[str, ...] = ()
    """The tags of those that give doctrine or take it back: a newcomer needs none."""
    report: Report
    chart: str
    drawings: tuple[Drawing, ...]
    poster: Poster | None = None
    """The blank board and its markers, for readers who want posters."""
    confirm: bool = False
    """The address is not confirmed yet: nothing secret is in this letter."""
    blind: bool = False
    """The match keeps its secrets from the GM."""
    gm_plays: bool = False
    """The GM plays in the match."""
    gm_seats: tuple[Seat, ...] = ()
    """The seats that the GM plays, for others to know; none where players are masked."""
    unsigned: bool = False
    """Players can write to each other without a name."""
    chronicle: bool = True
    """The match has a public thread in every forum that it is played in."""
    spectators: str = ""
    """What spectators see of the match; empty where it shows them nothing and there is no web desk to see it on."""
    watched_at: str = ""
    """Where they see it on the web; by mail they see it anyway."""
    setup_proven: bool = False


class TurnReport(_Letter, frozen=True, kw_only=True):
    """What a turn brought for one seat; the final one has an outcome, opens all seals and tells all ``rollbacks``."""

    resolved_turn: int
    made: datetime
    due: Due = Due(deadline=None)
    form: Form | None = None
    seal: Seal | None = None
    opened: tuple[Opened, ...] = ()
    rolls: tuple[RollLine, ...] = ()
    """What everybody witnessed."""
    hidden: tuple[RollLine, ...] = ()
    """With the final one: every throw of the match that was secret."""
    draws: tuple[DrawLine, ...] = ()
    receipts: tuple[ListedReceipt, ...] = ()
    silent: tuple[Seat, ...]
    missed: tuple[MissedTurn, ...] = ()
    """To a reader who sent no orders for this turn: those before it for which none came either."""
    stand_ins: dict[Seat, str] = {}
    """The bots that play for absent players from here on."""
    report: Report
    chart: str
    drawings: tuple[Drawing, ...]
    out: str = ""
    """To a reader whose seat is out of a match that goes on: which reports come from now on, ``"all"`` or ``"end"``."""
    course: Drawing | None = None
    """How the match has gone so far, for the page."""
    poster: Poster | None = None
    """The board as it stands, for readers who want posters."""
    json: AnyReportJson | None = None
    """The report as a document for programs, for readers who want it."""
    next_turn: int | None = None
    """In the report of an old turn the one that the board was played on in; else it is the head's."""
    outcome: Outcome | None = None
    blind: bool = False
    """It is for a GM from whom the match keeps its secrets."""
    after: int | None = None
    """The record of the report that its reader was sent before this one; None if a welcome came before, or nothing."""
    why: str = ""
    """Why the GM ended the match, or had the turn run, in the GM's own words."""
    recap: MatchRecap | None = None
    """With the final one: the whole match, to be printed and kept."""
    unmasked: tuple[SeatLine, ...] = ()
    """With the final one: everybody who played behind a mask, seat by seat."""
    standing: WaitedFor = WaitedFor()
    rollbacks: tuple[RolledBack, ...] = ()
    corrections: Corrections = Corrections()
    corrected: tuple[Corrected, ...] = ()
    """With the final one: all that the GM changed in positions."""

    @property
    def ended_by_gm(self) -> bool:
        """Whether the GM ended the match, and not its rules."""
        return self.outcome is not None and self.outcome.reason in set(GmEnding)

    @property
    def ruled_turn(self) -> int:
        """The ``resolved_turn``, as templates called it before release 0.2.0."""
        return self.resolved_turn

    @property
    def souvenir(self) -> MatchRecap | None:
        """The ``recap``, as templates called it before release 0.2.0."""
        return self.recap

    @property
    def board_head(self) -> Head:
        """The head for what names the board by its turn: it stands before the one that came next."""
        return self.head if self.next_turn is None else replace(self.head, turn=self.next_turn)


class Acknowledgement(_Letter, frozen=True, kw_only=True, rename={"order_set": "sheet"}):
    """The transcript of a player's letter: what was read, the whole order set as filed, answers, receipt, deadline.

    ``filed`` tells whether the order set changed; ``verdict`` is a code: ``filed``, ``nothing-read``, ``too-late``,
    ``match-over``, ``asking-over``, ``asking-ahead``, ``not-asked``, ``older-letter``, ``over-limit``, ``answered``
    (commands alone), ``changed`` (commands alone, and they changed the order set), ``faulted``, ``match-stopped``,
    ``which-seat``, ``no-seat``, ``in-public``, ``unmasked``. ``gone`` are the orders that the letter's new order set
    leaves out, as canonical lines; ``unsettled`` are lines of earlier letters that are still waited for. ``talk`` are
    lines of the letter that were read as conversation, ``more_talk`` counts those that are not shown.
    """

    verdict: str
    filed: bool = False
    said: tuple[SaidLine, ...] = ()
    talk: tuple[SaidLine, ...] = ()
    more_talk: int = 0
    order_set: tuple[OrderLine, ...] = ()
    silence: tuple[str, ...] = ()
    """What the default would order if there were no order set, as canonical lines."""
    answers: tuple[Answer, ...] = ()
    receipt: Receipt | None = None
    replaces: int | None = None
    due: Due = Due(deadline=None)
    form: Form | None = None
    standing: WaitedFor = WaitedFor()
    facts: dict[str, str | int] = {}
    gone: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()
    earlier: tuple[AcknowledgedOrders, ...] = ()
    """In a post that is written anew: what it acknowledged before."""

    @property
    def sheet(self) -> tuple[OrderLine, ...]:
        """The ``order_set``, as templates called it before release 0.2.0."""
        return self.order_set

    @property
    def acknowledged(self) -> AcknowledgedOrders | None:
        """The recorded orders with its receipt."""
        if self.receipt is None:
            return None
        return AcknowledgedOrders(self.receipt, tuple(line.text for line in self.order_set))

    @property
    def is_plain_receipt(self) -> bool:
        """Whether it says that orders are on file and nothing else that its reader should see."""
        warnings = any(line.problems for line in self.said) or any(line.problems for line in self.order_set)
        told = self.answers or self.unsettled or self.facts.keys() - {"kept"}
        return self.verdict == Verdict.FILED and self.receipt is not None and not (warnings or told)

    @property
    def is_lost(self) -> bool:
        """Whether nothing of the letter was recorded or done."""
        return not self.filed and self.verdict not in (Verdict.ANSWERED, Verdict.CHANGED)

    @property
    def is_about_readiness(self) -> bool:
        """Whether it answers READY or WAIT and nothing else, and everything is well."""
        asked = [answer.code for answer in self.answers]
        more = self.facts or self.gone or self.unsettled or self.talk or self.to_look_at or len(self.said) > 1
        more = more or any(line.problems for line in self.order_set)
        plain = self.verdict == Verdict.ANSWERED and not more
        return plain and asked in ([AnswerCode.READY], [AnswerCode.WAIT])

    @property
    def suggestions(self) -> tuple[tuple[str, ...], ...]:
        """What it suggests: each time the lines that would be sent; ``yes`` takes them where there is one."""
        problems = [problem for line in self.said for problem in line.problems]
        together = [(problem.hints,) for problem in problems if problem.together]
        apart = [tuple((hint,) for hint in problem.hints) for problem in problems if not problem.together]
        found = (lines for each in (*together, *apart) for lines in each)
        return tuple(lines for lines in found if lines and not any(map(has_blank, lines)))

    @property
    def to_look_at(self) -> int:
        """How many lines and commands its reader should look at; a line set aside is none, nor one with notes alone."""
        lines = {line.number for line in self.said if any(_wants_a_look(each) for each in line.problems)}
        return len(lines) + sum(answer.refused and answer.line not in lines for answer in self.answers)


def _wants_a_look(problem: Problem) -> bool:
    return problem.code != OrderSetFault.SET_ASIDE and problem.stage is not Stage.NOTED


class Reminder(_Letter, frozen=True, kw_only=True):
    """Orders are due soon and this seat has sent none."""

    due: Due
    form: Form
    silence: tuple[str, ...]


class Notice(_Letter, frozen=True, kw_only=True):
    """Something was decided that concerns this player: ``code`` names its words (deadline moved, seat taken over …).

    ``events`` tell what a GM did to the position, as facts of the game; unpacked, they are plain until
    ``records.retold`` types them. ``rollbacks`` come with the ``seals`` of what is asked anew. ``as_of_now``: it tells
    what somebody else did, so its head, deadline and form are made when it goes.
    """

    code: str
    facts: dict[str, str | int] = {}
    lines: tuple[str, ...] = ()
    more: tuple[Note, ...] = ()
    """What else was decided at once."""
    events: tuple[Any, ...] = ()
    due: Due | None = None
    form: Form | None = None
    seals: tuple[Seal, ...] = ()
    rollbacks: tuple[RolledBack, ...] = ()
    open: tuple[OpenLine, ...] = ()
    """A match that people can join, where it is about one."""
    players: tuple[SeatLine, ...] = ()
    """Who plays the match, where that is told."""
    as_of_now: bool = False

    @property
    def heading(self) -> str:
        """The code of what stands in the subject and at the head."""
        return "rolled-back" if self.rollbacks else "several" if self.more else self.code

    @property
    def notes(self) -> tuple["Notice", ...]:
        """All that was decided, each as a notice of its own."""
        rest = (replace(self, code=note.code, facts=note.facts, lines=note.lines, more=()) for note in self.more)
        return (replace(self, more=()), *rest)


class Held(_Letter, frozen=True, kw_only=True):
    """To the address on file: a letter for this seat came unproved; CONFIRM files it. Shows none of its text."""

    sender: str
    arrived: datetime
    form: Form


class PressLetter(_Letter, frozen=True, kw_only=True):
    """A message from another seat or ``GM`` (``author`` empty: anonymous), or without a ``form`` one in a chronicle.

    Its head and form are made when it goes. ``stands`` are the forums in whose chronicles it stands: who plays there
    reads it there. ``cut``: it goes on there. ``private``: it stands in no chronicle, whether it has a form or not.
    """

    author: Seat
    text: str
    public: bool
    form: Form | None = None
    stands: tuple[str, ...] = ()
    cut: bool = False
    private: bool = False
    reason: str = ""
    """Why the GM writes, in the GM's own words."""


class Memo(Struct, frozen=True, kw_only=True, tag=kebab):
    """To the GM or the operator: a fault, a bounce, a refused file, a request; ``lines`` are verbatim details."""

    moderator: str
    address: str
    zone: str
    language: str = ENGLISH
    code: str
    match: str = ""
    facts: dict[str, str | int] = {}
    lines: tuple[str, ...] = ()
    more: tuple[Note, ...] = ()
    """What the same letter, or the rest of an hour, has to tell besides."""
    author: int = 0
    """The number of the player whose words it holds: an answer to it goes on to them. 0 for nobody's."""
    desk: str = ""
    """Where the GM asks for the web desk; empty without one. It is filled in when the memo goes."""


class Stranger(Struct, frozen=True, kw_only=True, tag=kebab):
    """To somebody who speaks for no seat but is proved real: how to take part; holds nothing that a seat may know.

    ``code`` names the words: of an ``unknown`` address, of the waiting list, of a seat that is offered.
    """

    moderator: str
    address: str
    gm: str
    zone: str
    language: str = ENGLISH
    code: str = "unknown"
    facts: dict[str, Fact] = {}
    open: tuple[OpenLine, ...] = ()
    """The match that it asks about."""


Part = Reminder | Notice | PressLetter
"""A letter that may go as a part of the letter of a day."""


class SeatLetters(Struct, frozen=True, kw_only=True):
    """What the letter of a day tells one seat, in the order of writing: when orders are due now, and how to answer.

    Without a ``due`` the seat is asked for nothing. Without a ``form`` the reader plays it no more.
    """

    head: Head
    due: Due | None
    form: Form | None
    parts: tuple[Part, ...]

    @property
    def shows_form(self) -> bool:
        """Whether one of the letters would show the form for orders if it went by itself."""
        return self.form is not None and any(part.form and not isinstance(part, PressLetter) for part in self.parts)


class Digest(_Letter, frozen=True, kw_only=True):
    """The letter of a day: what waited for it, by seats. Until it goes it knows its parts as ``rows`` of the outbox."""

    rows: tuple[int, ...] = ()
    seats: tuple[SeatLetters, ...] = ()

    @property
    def matches(self) -> int:
        """Of how many matches it tells."""
        return len({told.head.match for told in self.seats})


class TurnRun(Struct, frozen=True, kw_only=True):
    """A turn that ran, as its GM may know it: whose orders did not come, and which bots play for absent players."""

    match: str
    game: str
    turn: int
    silent: tuple[Seat, ...]
    stand_ins: dict[Seat, str] = {}


class GmDigest(Struct, frozen=True, kw_only=True, tag=kebab):
    """The GM's letter of the day: the turns that ran, the matches that wait for somebody, and memos that could wait.

    Until it goes it knows its parts as ``rows`` of the outbox. A ``desk`` is where the GM asks for the web desk.
    """

    moderator: str
    address: str
    zone: str
    language: str = ENGLISH
    rows: tuple[int, ...] = ()
    turns: tuple[TurnRun, ...] = ()
    waiting: tuple[LateMatch, ...] = ()
    memos: tuple[Memo, ...] = ()
    desk: str = ""


LetterFacts = (
    Welcome
    | TurnReport
    | Acknowledgement
    | Reminder
    | Notice
    | Held
    | PressLetter
    | Digest
    | Memo
    | GmDigest
    | Stranger
)
"""Everything that can be mailed."""
