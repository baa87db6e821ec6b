"""The facts of every letter that goes out, one Struct a kind; templates word them, nothing here is prose.

A kind's tag is the name of its template (``templates/service/<tag>.j2``), which is rendered as text and as HTML.
"""

from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import kebab
from moderator.core.errors import Problem, Stage
from moderator.core.game import Drawing, Memories, Outcome, Poster, Report
from moderator.core.seats import Seat
from moderator.language.grammar.words import has_blank
from moderator.service.codes import REFUSALS, SheetFault, Verdict

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
    paper: str = "a4"
    plain: bool = False
    """The reader wants text alone."""
    attachments: bool = True
    """The reader wants files (the printable report) with reports."""
    poster: bool = False
    """The reader wants the board as a poster, too."""
    proof: str = ""
    """The name of the match in its proofs; empty for ``match``."""
    posted: bool = False
    """The letter is a post of a forum: Markdown, pictures in it, no files."""


class Due(Struct, frozen=True, kw_only=True):
    """When orders are due (None: no deadline runs) and, if that was moved, from when and why (a code).

    ``withdrawn`` tells a seat that it had a deadline and is asked for nothing now.
    """

    deadline: datetime | None
    was: datetime | None = None
    why: str = ""
    paused: bool = False
    withdrawn: bool = False


class Form(Struct, frozen=True, kw_only=True):
    """The form to reply with: where to, under which subject, and the lines filled in with standing orders.

    ``asking`` is the number that subject and ``mark`` carry: the mark is the line above the form, by which it is known
    again in a quote. ``examples`` are lines that would be legal now; ``numbered`` tells that orders have numbers.
    """

    reply_to: str
    subject: str
    mark: str = ""
    asking: int
    lines: tuple[str, ...]
    examples: tuple[str, ...] = ()
    numbered: bool = False


class SheetLine(Struct, frozen=True):
    """One line of a sheet in canonical words, with the doubts about it."""

    text: str
    problems: tuple[Problem, ...] = ()


class SaidLine(Struct, frozen=True):
    """One line of the player's letter and the problems with it."""

    number: int
    text: str
    problems: tuple[Problem, ...] = ()


class Receipt(Struct, frozen=True, kw_only=True):
    """The proof that orders were filed, for their author: ``value`` is HMAC(salt, lines), ``salt`` is hex."""

    seat: Seat
    number: int
    value: str
    salt: str = ""
    arrived: datetime | None = None


class ListedReceipt(Struct, frozen=True, kw_only=True):
    """A receipt in a report. ``number``, ``salt`` and ``arrived`` are for the author alone.

    The number tells how often a seat wrote; reports of earlier releases told it to everybody. ``by`` is "gm" for orders
    that the GM entered, and empty for all others.
    """

    seat: Seat
    number: int | None = None
    value: str
    salt: str = ""
    arrived: datetime | None = None
    by: str = ""


class AcknowledgedSheet(Struct, frozen=True):
    """A sheet with its receipt, as its author was shown it."""

    receipt: Receipt
    lines: tuple[str, ...]


class Seal(Struct, frozen=True, kw_only=True):
    """The commitments to the seeds of the asking that now opens, and of the match secret.

    ``record`` is the number that its turn will have if nothing is recorded before it, ``formula`` tells how the key of
    the dice is made, ``seats`` are all seats of the match.
    """

    asking: int
    record: int
    open: str
    secret: str
    match_secret: str = ""
    formula: int = 1
    seats: tuple[Seat, ...] = ()


class Opened(Struct, frozen=True, kw_only=True):
    """What can be checked now: the open seed of a ruled asking; secret seed and match secret once the match is over.

    ``amendment`` is the number of a record, among those of its asking that threw dice before the turn; None for the
    turn. ``corrections`` counts the records that came before the turn while its orders were open.
    """

    asking: int
    record: int
    receipts: tuple[str, ...]
    open: str = ""
    secret: str = ""
    match_secret: str = ""
    formula: int = 1
    amendment: int | None = None
    corrections: int | None = None


class Corrections(Struct, frozen=True, kw_only=True):
    """How much was recorded while orders were open: by the GM, and by the moderator of its own accord.

    ``entered`` are the seats for which the GM entered the orders that were resolved.
    """

    by_gm: int = 0
    by_us: int = 0
    entered: tuple[Seat, ...] = ()


class RollLine(Struct, frozen=True, kw_only=True):
    """A throw as the reader can check it; ``kind place seats n`` are its address, ``stream`` is empty for the open one.

    ``record`` is the number in its key: the one of the ``Opened`` that it belongs to.
    """

    record: int
    ruling: int
    kind: str
    place: str
    seats: tuple[Seat, ...]
    n: int
    sides: int
    value: int
    stream: str = ""


class DrawLine(Struct, frozen=True, kw_only=True):
    """An order that was drawn by weight, under the address of its throws: ``n + 1`` is the first one's.

    When it is drawn, whoever may know it is told the ``order``; what it was drawn ``among``, with which ``weights`` and
    throws (``values``), is told when the match is over.
    """

    record: int
    ruling: int
    kind: str
    place: str
    seats: tuple[Seat, ...]
    n: int
    order: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    stream: str = ""


class RolledBack(Struct, frozen=True, kw_only=True):
    """A rollback: ``record`` brings back the position after ``to``; ``count`` is which one it is in its match."""

    record: int
    to: int
    asking: int
    count: int
    rulings: int
    turn: int


class Corrected(Struct, frozen=True, kw_only=True):
    """What the GM changed in the position in a turn, as facts of the game, whoever saw it then.

    ``undone``: a rollback took it back.
    """

    turn: int
    events: tuple[Any, ...]
    undone: bool = False


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


class Answer(Struct, frozen=True, kw_only=True):
    """The answer to one command: ``code`` names its words, ``lines`` are verbatim (a sheet, a chart, help).

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
    poster: Poster | None = None
    """A poster that goes with the answer as a file."""
    line: int = 0

    @property
    def refused(self) -> bool:
        """Whether the command did nothing, so that its author should look at it."""
        return self.code in REFUSALS


class SeatLine(Struct, frozen=True, kw_only=True):
    """A seat as everybody may know it."""

    seat: Seat
    player: str
    bot: str = ""


class WaitedFor(Struct, frozen=True, kw_only=True):
    """Whom the match waits for, as far as it is public."""

    waiting: tuple[Seat, ...] = ()
    all_in: datetime | None = None
    """When the turn runs because everybody is in."""
    held_back: bool = False
    """The reader has orders on file and said WAIT."""


class BoardThen(Struct, frozen=True, kw_only=True):
    """The small board as it was after a turn (0: at the beginning), and the fact that is told below it."""

    turn: int
    drawing: Drawing
    caption: Any = None


class Souvenir(Struct, frozen=True, kw_only=True):
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
    """The tags of those that stand until they are replaced (doctrine), of which a newcomer needs none."""
    report: Report
    chart: str
    drawings: tuple[Drawing, ...]
    poster: Poster | None = None
    """The blank board and its markers, for readers who want posters."""
    confirm: bool = False
    """The address is not confirmed yet: nothing secret is in this letter."""
    blind: bool = False
    """The match keeps its secrets from the GM."""
    gm_seats: tuple[Seat, ...] = ()
    """The seats that the GM plays, for others to know."""
    setup_proven: bool = False


class TurnReport(_Letter, frozen=True, kw_only=True):
    """What a turn brought for one seat; the final one has an outcome, opens all seals and tells all ``rollbacks``."""

    ruled_turn: int
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
    next_turn: int | None = None
    """In the report of an old turn the one that the board was played on in; else it is the head's."""
    outcome: Outcome | None = None
    blind: bool = False
    """It is for a GM from whom the match keeps its secrets."""
    after: int | None = None
    """The record of the report that its reader was sent before this one; None if a welcome came before, or nothing."""
    why: str = ""
    """Why the GM ended the match, in the GM's own words."""
    souvenir: Souvenir | None = None
    """With the final one: the whole match, to be printed and kept."""
    standing: WaitedFor = WaitedFor()
    rollbacks: tuple[RolledBack, ...] = ()
    corrections: Corrections = Corrections()
    corrected: tuple[Corrected, ...] = ()
    """With the final one: all that the GM changed in positions."""

    @property
    def board_head(self) -> Head:
        """The head for what names the board by its turn: it stands before the one that came next."""
        return self.head if self.next_turn is None else replace(self.head, turn=self.next_turn)


class Acknowledgement(_Letter, frozen=True, kw_only=True):
    """The transcript of a player's letter: what was read, the whole sheet as filed, answers, receipt, deadline.

    ``filed`` tells whether the sheet changed; ``verdict`` is a code: ``filed``, ``nothing-read``, ``too-late``,
    ``match-over``, ``asking-over``, ``asking-ahead``, ``not-asked``, ``older-letter``, ``over-limit``, ``answered``
    (commands alone), ``changed`` (commands alone, and they changed the sheet), ``faulted``, ``match-stopped``,
    ``which-seat``, ``no-seat``. ``gone`` are the orders that the letter's new sheet leaves out, as canonical lines;
    ``unsettled`` are lines of earlier letters that are still waited for. ``talk`` are lines of the letter that were
    read as conversation, ``more_talk`` counts those that are not shown.
    """

    verdict: str
    filed: bool = False
    said: tuple[SaidLine, ...] = ()
    talk: tuple[SaidLine, ...] = ()
    more_talk: int = 0
    sheet: tuple[SheetLine, ...] = ()
    silence: tuple[str, ...] = ()
    """What the default would order if there were no sheet, as canonical lines."""
    answers: tuple[Answer, ...] = ()
    receipt: Receipt | None = None
    replaces: int | None = None
    due: Due = Due(deadline=None)
    form: Form | None = None
    standing: WaitedFor = WaitedFor()
    facts: dict[str, str | int] = {}
    gone: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()
    earlier: tuple[AcknowledgedSheet, ...] = ()
    """In a post that is written anew: what it acknowledged before."""

    @property
    def acknowledged(self) -> AcknowledgedSheet | None:
        """The sheet on file with its receipt."""
        if self.receipt is None:
            return None
        return AcknowledgedSheet(self.receipt, tuple(line.text for line in self.sheet))

    @property
    def is_plain_receipt(self) -> bool:
        """Whether it says that orders are on file and nothing else that its reader should see."""
        doubts = any(line.problems for line in self.said) or any(line.problems for line in self.sheet)
        told = self.answers or self.unsettled or self.facts.keys() - {"kept"}
        return self.verdict == Verdict.FILED and self.receipt is not None and not (doubts or told)

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
    return problem.code != SheetFault.SET_ASIDE and problem.stage is not Stage.NOTED


class Reminder(_Letter, frozen=True, kw_only=True):
    """Orders are due soon and this seat has sent none."""

    due: Due
    form: Form
    silence: tuple[str, ...]


class Notice(_Letter, frozen=True, kw_only=True):
    """Something was decided that concerns this player: ``code`` names its words (deadline moved, seat taken over …).

    ``events`` tell what a GM did to the position, as facts of the game; unpacked, they are plain until
    ``records.retold`` types them. ``rollbacks`` come with the ``seals`` of what is asked anew.
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
    """A message from another seat (``author`` empty: anonymous), or without a ``form`` one in the chronicle of a match.

    ``stands`` are the forums in whose chronicles it stands: who plays there reads it there. ``cut``: it goes on there.
    ``private``: it stands in no chronicle, whether it has a form or not.
    """

    author: Seat
    text: str
    public: bool
    form: Form | None
    stands: tuple[str, ...] = ()
    cut: bool = False
    private: bool = False


class Memo(Struct, frozen=True, kw_only=True, tag=kebab):
    """To the GM or the operator: a fault, a bounce, a refused file, a request; ``lines`` are verbatim details."""

    moderator: str
    address: str
    zone: str
    code: str
    match: str = ""
    facts: dict[str, str | int] = {}
    lines: tuple[str, ...] = ()
    more: tuple[Note, ...] = ()
    """What the same letter, or the rest of an hour, has to tell besides."""
    author: int = 0
    """The number of the player whose words it holds: an answer to it goes on to them. 0 for nobody's."""


class Stranger(Struct, frozen=True, kw_only=True, tag=kebab):
    """To somebody who speaks for no seat but is proved real: how to take part; holds nothing that a seat may know.

    ``code`` names the words: of an ``unknown`` address, of the waiting list, of a seat that is offered.
    """

    moderator: str
    address: str
    gm: str
    zone: str
    code: str = "unknown"
    facts: dict[str, Fact] = {}


LetterFacts = Welcome | TurnReport | Acknowledgement | Reminder | Notice | Held | PressLetter | Memo | Stranger
"""Everything that can be mailed."""
