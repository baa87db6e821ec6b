"""Sample facts of every kind of letter, from one real turn of Rebel Commander; shared by tests, preview and bench."""

import os
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace
from pypdfium2 import PdfDocument

from moderator.core.codec import tag_of
from moderator.core.dice import Dice, Seeds, Throw, receipt, seal
from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.language import LANGUAGE
from moderator.games.rebel_commander.orders.types import Attack, BuildTroops, MoveSpeeders, MoveTransport, MoveTroops
from moderator.games.rebel_commander.pieces import Stack
from moderator.games.rebel_commander.rules.fog import view_for
from moderator.games.rebel_commander.rules.play import resolve
from moderator.games.rebel_commander.rules.setup import first_position
from moderator.games.rebel_commander.seat.preview import preview
from moderator.games.rebel_commander.seat.report import report
from moderator.service.facts import (
    Acknowledgement,
    Digest,
    GmDigest,
    Held,
    LetterFacts,
    Memo,
    Notice,
    PressLetter,
    Reminder,
    SeatLetters,
    Stranger,
    TurnReport,
    TurnRun,
    Welcome,
)
from moderator.service.letter_parts import (
    Answer,
    Due,
    Form,
    Head,
    LateMatch,
    OrderHelp,
    OrderLine,
    SaidLine,
    SeatLine,
    WaitedFor,
)
from moderator.service.letter_proofs import DrawLine, ListedReceipt, Opened, Receipt, RollLine, Seal
from moderator.store.statuses import MatchStatus
from tests.support.drawn import pictures

PICTURES = pictures(GAME)

NOW = datetime(2026, 11, 24, 19, 2, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)

HEAD = Head(
    moderator="Battle Moderator",
    address="moderator@pbem.test",
    match="hoth",
    game="rebel-commander",
    title="Rebel Commander",
    turn=5,
    seat="Red",
    player="Ann",
    zone="Europe/Berlin",
)
DUE = Due(deadline=DEADLINE)
FORM = Form(
    reply_to="moderator+hoth.red.k7q2m5x4w3n6p2aa@pbem.test",
    subject="[hoth Red #5]",
    mark="[hoth Red #5]",
    request=5,
    lines=("1. ", "2. BUILD TROOPS B1", "3. "),
    examples=("1. MOVE TROOPS B1 B2", "2. BUILD TROOPS B1", "3. ATTACK C2"),
)
SEEDS = Seeds(b"open seed of asking 4" + bytes(11), b"secret seed of asking 4" + bytes(9))
SEATS = ("Red", "Blue", "Green", "Empire")
_STACKS = (
    Stack("A0", "Red", 2, 1, 0),
    Stack("B1", "Red", 4, 0, 1),
    Stack("C2", "Red", 3, 2, 0),
    Stack("C2", "Blue", 2, 0, 0),
    Stack("C2", "Empire", 3, 1, 0),
    Stack("D5", "Blue", 4, 1, 1),
    Stack("E6", "Green", 3, 0, 2),
    Stack("F1", "Green", 1, 1, 0),
    Stack("F2", "Empire", 5, 2, 1),
    Stack("G6", "Empire", 4, 0, 0),
    Stack("H3", "Empire", 6, 3, 2),
    Stack("J7", "Empire", 2, 2, 1),
)
_ORDERS: dict[str, tuple[Any, ...]] = {
    "Red": (
        Attack(number="1", place="C2"),
        MoveTransport(number="2", origin="B1", goal="B3", troops=4),
        BuildTroops(number="3", place="C2"),
    ),
    "Blue": (
        Attack(number="1", place="C2"),
        MoveSpeeders(number="2", origin="D5", goal="E6"),
        MoveTroops(number="3", origin="C2", goal="D2"),
    ),
    "Green": (MoveTroops(number="1", origin="F1", goal="E1"), BuildTroops(number="2", place="E6")),
    "Empire": (
        MoveSpeeders(number="1a", origin="F2", goal="F1"),
        MoveTroops(number="1b", origin="G6", goal="F6"),
        Attack(number="2a", place="F1"),
        MoveTroops(number="2b", origin="F6", goal="E6"),
        Attack(number="3a", place="E6"),
        BuildTroops(number="3b", place="H3"),
        MoveTransport(number="3c", origin="H3", goal="H5", troops=3),
    ),
}
_START = replace(first_position(Options(), SEATS, _STACKS).state, turn=4)
RECEIPTS = tuple(
    ListedReceipt(seat=seat, number=1 if seat == "Red" else None, value=receipt(bytes([at]) * 16, ("1. PASS",)))
    for at, seat in enumerate(SEATS)
)
_DICE: Dice = SEEDS.dice("hoth", 4, [line.value for line in RECEIPTS])
_RESULT = resolve(_START, _ORDERS, _DICE)
_VIEW = view_for(_RESULT.state, "Red")
_REPORT = report(_VIEW, [event for event in _RESULT.events if event.known_to("Red")])


class Still:
    """A clock that stands."""

    def now(self) -> datetime:
        """Return the time of the samples."""
        return NOW


_LAST = replace(
    first_position(
        Options(edition="skirmish"),
        ("Red", "Empire"),
        (
            *(Stack(place, "Red", 1) for place in ("A0", "A1", "A2", "B0")),
            Stack("B1", "Red", 2),
            Stack("C2", "Empire", 3),
        ),
    ).state,
    turn=7,
)


def _roll(throw: Throw) -> RollLine:
    why = throw.why
    return RollLine(
        record=4,
        step=throw.step,
        kind=why.kind,
        place=why.place,
        seats=why.seats,
        n=why.n,
        sides=throw.sides,
        value=throw.value,
    )


def _draw(first: Throw, order: tuple[str, ...]) -> DrawLine:
    why = first.why
    return DrawLine(
        record=4,
        step=first.step,
        kind=why.kind,
        place=why.place,
        seats=why.seats,
        n=why.n - 1,
        order=order,
        stream=first.stream,
    )


def turn_report() -> TurnReport:
    """Return the report of one real turn, for Red."""
    return TurnReport(
        head=HEAD,
        resolved_turn=4,
        made=NOW,
        due=DUE,
        form=FORM,
        seal=Seal(request=5, record=5, open=seal(b"next open"), secret=seal(b"next secret")),
        opened=(Opened(request=4, record=4, receipts=tuple(line.value for line in RECEIPTS), open=SEEDS.open.hex()),),
        rolls=tuple(_roll(throw) for throw in _DICE.log if throw.stream == "open"),
        draws=tuple(_draw(throw, throw.draw.order) for throw in _DICE.log if throw.draw),
        receipts=RECEIPTS,
        silent=("Green",),
        report=_REPORT,
        chart=PICTURES.chart(_VIEW),
        drawings=tuple(PICTURES.draw(_VIEW)),
        standing=WaitedFor(waiting=("Red", "Blue", "Green")),
    )


def final_report() -> TurnReport:
    """Return the report that ends a match of the small edition, with all seals open."""
    won = resolve(_LAST, {"Red": (MoveTroops(number="1", origin="B1", goal="B2"),), "Empire": ()}, _DICE)
    view = view_for(won.state, "Red")
    opened = turn_report().opened[0]
    return replace(
        turn_report(),
        head=replace(HEAD, turn=7),
        resolved_turn=7,
        form=None,
        seal=None,
        due=Due(deadline=None),
        opened=tuple(
            replace(opened, request=request, record=request, secret=SEEDS.secret.hex(), match_secret="ab" * 32)
            for request in (3, 4)
        ),
        rolls=(),
        silent=(),
        report=report(view, [event for event in won.events if event.known_to("Red")]),
        chart=PICTURES.chart(view),
        drawings=tuple(PICTURES.draw(view)),
        outcome=won.state.outcome,
        standing=WaitedFor(),
    )


def welcome() -> Welcome:
    """Return the first letter of a match."""
    view = view_for(_START, "Red")
    return Welcome(
        head=replace(HEAD, turn=1),
        due=DUE,
        form=replace(FORM, lines=("1. ", "2. ", "3. "), request=1),
        seal=Seal(request=1, record=1, open=seal(b"1"), secret=seal(b"2"), match_secret=seal(b"3")),
        seats=(
            SeatLine(seat="Red", player="Ann"),
            SeatLine(seat="Blue", player="Ben"),
            SeatLine(seat="Green", player=""),
            SeatLine(seat="Empire", player="", bot="recruit"),
        ),
        orders=tuple(OrderHelp(tag_of(kind), (line,)) for kind, line in LANGUAGE.syntax().items()),
        report=report(view, first_position(Options(), SEATS, _STACKS).events),
        chart=PICTURES.chart(view),
        drawings=tuple(PICTURES.draw(view)),
    )


def acknowledgement() -> Acknowledgement:
    """Return the transcript of a letter with good lines, a bad one and a doubtful one."""
    order_set = ("1. ATTACK C2", "3. MOVE TRANSPORT B1 B3 WITH 2 TROOPS")
    salt = bytes(range(16))
    return Acknowledgement(
        head=HEAD,
        verdict="filed",
        filed=True,
        said=(
            SaidLine(3, "1. attack c2"),
            SaidLine(
                4,
                "2. move trops B1 to B9",
                (
                    Problem(
                        code="bad-place",
                        stage=Stage.UNREADABLE,
                        line=4,
                        column=20,
                        fragment="B9",
                        facts={"syntax": "MOVE TROOPS <origin> <goal>", "gap": "goal", "example": "C4"},
                        hints=("2. MOVE TROOPS B1 B2", "2. MOVE TROOPS B1 B0"),
                    ),
                ),
            ),
            SaidLine(
                5,
                "3. MT B1 B3 with 2 troops, charge!",
                (Problem(code="extra-words", stage=Stage.DOUBTFUL, line=5, column=27, fragment="charge", facts={}),),
            ),
            SaidLine(
                49,
                "  PASS",
                (Problem(code="set-aside", stage=Stage.DOUBTFUL, line=49, column=0, fragment="PASS"),),
            ),
        ),
        order_set=tuple(OrderLine(line) for line in order_set),
        silence=("1. PASS", "2. PASS", "3. PASS"),
        answers=(),
        receipt=Receipt(seat="Red", number=2, value=receipt(salt, order_set), salt=salt.hex(), arrived=NOW),
        replaces=1,
        due=Due(deadline=DEADLINE, was=DEADLINE - timedelta(hours=24), why="extended"),
        form=FORM,
        standing=WaitedFor(waiting=("Blue", "Green")),
    )


def previewed() -> Acknowledgement:
    """Return the answer to PREVIEW, with a battle that the next orders hang on."""
    order_set = (
        Attack(number="1", place="C2"),
        MoveTroops(number="2", origin="C2", goal="C3"),
        MoveTransport(number="3", origin="B1", goal="B3", troops=2),
    )
    prompt = Prompt(phase="orders", turn=4, numbers=("1", "2", "3"))
    lines = tuple(LANGUAGE.line(order) for order in order_set)
    answer = Answer(
        command="PREVIEW", code="preview", lines=lines, report=preview(view_for(_START, "Red"), prompt, order_set)
    )
    return replace(
        acknowledgement(),
        verdict="answered",
        filed=False,
        said=(SaidLine(1, "preview"),),
        order_set=tuple(OrderLine(line) for line in lines),
        answers=(answer,),
    )


def every_letter() -> dict[str, LetterFacts]:
    """Return a letter of every kind, and of the variants that look different, by a name for its file."""
    hostile = "Shall we take {{ 7*7 }} together?\n\n<script>alert('x')</script> & {% raise %}\n" + "long " * 30
    nothing = replace(
        acknowledgement(),
        verdict="nothing-read",
        filed=False,
        order_set=(),
        receipt=None,
        replaces=None,
        said=(
            SaidLine(
                1,
                "{{ 7*7 }} <b>attak</b> the emperor",
                (
                    Problem(
                        code="unknown-order",
                        stage=Stage.UNREADABLE,
                        line=1,
                        column=13,
                        fragment="attak",
                        hints=("1. ATTACK <place>",),
                    ),
                ),
            ),
        ),
    )
    answered = replace(
        acknowledgement(),
        verdict="answered",
        filed=False,
        said=(),
        answers=(
            Answer(
                command="STATUS",
                code="status",
                facts={
                    "turn": 5,
                    "status": "running",
                    "deadline": DEADLINE.isoformat(),
                    "asked": 1,
                    "filed": 1,
                    "wait": 0,
                },
                lines=("Red: Ann", "Blue: Ben"),
            ),
        ),
    )
    reminder = Reminder(head=HEAD, due=DUE, form=FORM, silence=("2. BUILD TROOPS B1",))
    moved = Notice(
        head=HEAD,
        code="deadline-moved",
        facts={"why": "extended"},
        due=Due(deadline=DEADLINE, was=DEADLINE - timedelta(hours=24), why="extended"),
        form=FORM,
    )
    press = PressLetter(head=HEAD, author="Blue", text=hostile, public=False, form=replace(FORM, lines=()))
    day = SeatLetters(head=HEAD, due=moved.due, form=FORM, parts=(press, moved, reminder))
    elsewhere = replace(HEAD, match="endor", game="buck-rogers", title="Buck Rogers", seat="Blue")
    left = SeatLetters(head=elsewhere, due=None, form=None, parts=(replace(press, head=elsewhere, form=None),))
    joined = Memo(moderator="Battle Moderator", address="moderator@pbem.test", zone="Europe/Berlin", code="joined")
    waiting = LateMatch(
        name="hoth",
        game="rebel-commander",
        turn=5,
        status=MatchStatus.RUNNING,
        deadline=DEADLINE,
        past=False,
        waiting=("Red", "Blue"),
        since=NOW,
        silent={"Red": 2},
    )
    return {
        "welcome": welcome(),
        "welcome-unconfirmed": replace(
            welcome(), confirm=True, form=replace(FORM, lines=(), examples=()), chart="", drawings=()
        ),
        "turn-report": turn_report(),
        "final-report": final_report(),
        "acknowledgement": acknowledgement(),
        "acknowledgement-nothing": nothing,
        "acknowledgement-answer": answered,
        "acknowledgement-preview": previewed(),
        "acknowledgement-map": replace(
            answered,
            answers=(
                Answer(command="MAP", code="map", facts={"turn": 5}, lines=tuple(PICTURES.chart(_VIEW).splitlines())),
            ),
        ),
        "reminder": reminder,
        "notice": moved,
        "held": Held(head=HEAD, sender="mallory@evil.test", arrived=NOW, form=replace(FORM, lines=("CONFIRM",))),
        "press": press,
        "digest": Digest(head=replace(HEAD, match="", game="", title="", seat="", turn=0), seats=(day, left)),
        "digest-of-one-seat": Digest(head=HEAD, seats=(day,)),
        "gm-digest": GmDigest(
            moderator="Battle Moderator",
            address="moderator@pbem.test",
            zone="Europe/Berlin",
            turns=(
                TurnRun(match="hoth", game="rebel-commander", turn=4, silent=("Red",), stand_ins={"Red": "recruit"}),
                TurnRun(match="endor", game="buck-rogers", turn=2, silent=()),
            ),
            waiting=(
                waiting,
                replace(waiting, name="endor", game="buck-rogers", status=MatchStatus.PAUSED, deadline=None, silent={}),
                replace(waiting, name="yavin", past=True, waiting=()),
            ),
            memos=(
                replace(joined, code="seat-kept", match="hoth", facts={"player": "Ann", "seat": "Red"}),
                replace(joined, code="wishes", facts={}, lines=("dora@real.test (Dora): JOIN hoth",)),
            ),
        ),
        "memo": Memo(
            moderator="Battle Moderator",
            address="moderator@pbem.test",
            zone="Europe/Berlin",
            code="letter-shunted",
            match="hoth",
            facts={"sender": "ann@pbem.test", "letter": 17},
            lines=("Traceback (most recent call last):", "  ValueError: no"),
        ),
        "stranger": Stranger(
            moderator="Battle Moderator", address="moderator@pbem.test", gm="gm@pbem.test", zone="UTC"
        ),
    }


def fresh_drawing(letter: TurnReport) -> TurnReport:
    """Return a report whose map nobody has drawn yet, so that no shelf holds its picture."""
    mark = f"<!-- {os.urandom(8).hex()} -->"
    return replace(
        letter,
        drawings=tuple(
            replace(drawing, parts=tuple(replace(part, svg=part.svg + mark) for part in drawing.parts))
            for drawing in letter.drawings
        ),
    )


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return the width and height of each page of a document, in points."""
    with closing(PdfDocument(pdf)) as opened:
        return [page.get_size() for page in opened]
