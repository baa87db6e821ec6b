"""What must hold after any death of the moderator: nothing lost, nothing twice; and what it cost otherwise."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import astuple
from sqlmodel import Session, col, select

from moderator.scheduling.clock import SystemClock
from moderator.service.audit.replay import replay
from moderator.service.audit.verify import verify_letters
from moderator.service.context import Context, Settings
from moderator.service.matches import matches, order_requests
from moderator.store import match_queries
from moderator.store.statuses import LetterStatus, OutboxStatus, RecordKind
from moderator.store.tables import Letter, Match, OrderRequest, OrderSet, Outbox
from tests.support.crashes.players import PLAYERS, Got, Written
from tests.support.night_watch import GAME

Entry = tuple[str, str]
"""What the journal says of a letter out: what was done, and by which process."""


class Evidence(Struct, frozen=True, kw_only=True):
    """What is known of a match from outside: what was written, what came, and what was done with letters out."""

    match: str
    folder: Path
    written: Sequence[Written]
    boxes: Mapping[str, Sequence[Got]]
    journal: Mapping[str, Sequence[Entry]]
    complaints: Sequence[str]
    """The warnings in the moderator's log."""


class Toll(Struct):
    """What deaths cost; but for the twins of letters, which SMTP makes unavoidable, all of it must be nothing."""

    kills: int = 0
    letters_lost: int = 0
    orders_lost: int = 0
    turns_twice: int = 0
    reports_missing: int = 0
    same_id: int = 0
    otherwise: int = 0
    told: list[str] = []
    """Each loss and each double in words."""

    @property
    def harm(self) -> int:
        """How much went wrong that need not have."""
        return self.letters_lost + self.orders_lost + self.turns_twice + self.reports_missing + self.otherwise

    def __add__(self, other: "Toll") -> "Toll":
        return Toll(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


class Audit:
    """What the players of a match wrote and got, compared with what the moderator kept of it."""

    def __init__(self, session: Session, evidence: Evidence) -> None:
        """Look at a match."""
        match = matches.find(session, evidence.match)
        assert match is not None
        self.session, self.evidence, self.match = session, evidence, match
        self.boxes = evidence.boxes
        self.result = Toll()

    def toll(self) -> Toll:
        """Return what is wrong, and how many twins of letters there are."""
        for written in self.evidence.written:
            self._letter(written)
        self._archive()
        self._turns()
        self._reports()
        self._twins()
        return self.result

    def _tell(self, kind: str, what: str) -> None:
        setattr(self.result, kind, getattr(self.result, kind) + 1)
        self.result.told.append(f"{self.match.name}: {what}")

    # ---- letters in ----------------------------------------------------------------------------------------

    def _letter(self, written: Written) -> None:
        """See that a letter is acted on once and answered once, and that its message to another player arrives once."""
        name = Letter.origin if written.typed else Letter.message_id
        rows = self.session.exec(select(Letter).where(name == written.message_id)).all()
        if [row.status for row in rows] != [LetterStatus.DONE]:
            self._tell("letters_lost", f"{written.message_id} is {[row.status for row in rows]}")
            return
        own = self.boxes[PLAYERS[written.seat]]
        answers = {got.message_id for got in own if self._answers(got, written, rows[0])}
        self._once(f"the answer to {written.message_id}", answers)
        if written.press:
            others = (self.boxes[user] for seat, user in PLAYERS.items() if seat != written.seat)
            passed = {got.message_id for box in others for got in box if written.press in got.text}
            self._once(f"the message of {written.message_id}", passed)
        self._orders(written, rows[0])

    def _answers(self, got: Got, written: Written, row: Letter) -> bool:
        """Tell whether a letter answers another one; what was typed at a desk has no Message-ID to be replied to."""
        if not written.typed:
            return got.in_reply_to == written.message_id
        key = select(Outbox.key).where(Outbox.message_id == got.message_id)
        return self.session.exec(key).first() in (f"ack:{row.id}", f"ack:{row.id}:stopped", f"ack:{row.id}:faulted")

    def _once(self, what: str, found: Collection[str]) -> None:
        if not found:
            self._tell("letters_lost", f"{what} never came")
        elif len(found) > 1:
            self._tell("otherwise", f"{what} came as {len(found)} letters")

    def _orders(self, written: Written, row: Letter) -> None:
        """See that what a letter orders is filed as it was written; else there is a reason that can be seen."""
        opened = self.session.exec(
            select(OrderRequest).where(OrderRequest.match == self.match.id, OrderRequest.number == written.request)
        ).one()
        prompt = order_requests.prompts(opened).get(written.seat)
        kept = self.session.exec(select(OrderSet).where(OrderSet.letter == row.id)).all()
        order_sets = [
            order_set for order_set in kept if self._lines(order_set)
        ]  # an empty one holds the lines that are waited for
        if not written.lines:
            if row.verdict not in ("answered", "changed"):
                self._tell("orders_lost", f"{written.message_id} said READY: {row.verdict}")
            return
        if row.verdict == "filed":
            filed = [self._lines(order_set) for order_set in order_sets]
            good = filed == [written.lines] or (
                prompt is not None
                and prompt.phase == "retreat"
                and len(filed) == 1
                and set(filed[0]) < set(written.lines)
            )
            if not good:
                self._tell("orders_lost", f"{written.message_id} ordered {written.lines}, on file is {filed}")
            return
        none_may_stand = prompt is not None and prompt.phase == "retreat"
        reasons = {
            "asking-over": opened.closed is not None,
            "not-asked": prompt is None,
            "nothing-read": none_may_stand and not written.press,
            "answered": none_may_stand and written.press != "",
            "older-letter": self._is_older(written, row),
        }
        if order_sets or not reasons.get(row.verdict, False):
            self._tell("orders_lost", f"{written.message_id} was not filed: {row.verdict}")

    def _lines(self, order_set: OrderSet) -> tuple[str, ...]:
        return tuple(GAME.language.line(order) for order in order_requests.unpack_orders(GAME, order_set.orders))

    def _is_older(self, written: Written, row: Letter) -> bool:
        """Tell whether another letter of the seat that is on file came before."""
        newest = self.session.exec(
            select(OrderSet)
            .where(OrderSet.match == self.match.id, OrderSet.request == written.request, OrderSet.seat == written.seat)
            .order_by(col(OrderSet.number).desc())
        ).first()
        return newest is not None and newest.arrived >= row.arrived

    def _archive(self) -> None:
        """See that what is on file of a seat in a turn stands in the order desk's archive, too."""
        newest: dict[str, str] = {}
        for opened in self.session.exec(
            select(OrderRequest).where(OrderRequest.match == self.match.id).order_by(col(OrderRequest.number))
        ):
            prompts = order_requests.prompts(opened)
            for seat, order_set in order_requests.order_sets(self.session, self.match, opened.number).items():
                if order_set.letter is not None:
                    newest[f"{prompts[seat].turn:03d}/{seat.lower()}.txt"] = order_set.receipt
        for name, receipt in newest.items():
            path = self.evidence.folder / "orders" / "archive" / self.match.name / name
            if not path.exists() or receipt not in path.read_text(encoding="utf-8"):
                self._tell("orders_lost", f"the archive does not show {name} as it is on file")

    # ---- turns and letters out -----------------------------------------------------------------------------

    def _turns(self) -> None:
        """See that every record is what its orders and seeds give, and that no letter tells a player anything else."""
        ctx = Context(
            settings=Settings(name="", address="", gm=""), games={GAME.info.key: GAME}, clock=SystemClock(), key=b""
        )
        findings = replay(self.session, ctx, self.match)
        for user in PLAYERS.values():
            findings += verify_letters(f"\n{got.text}".encode() for got in self.boxes[user]).findings
        for finding in findings:
            if finding.grave:
                self._tell("turns_twice", f"{finding.code} in record {finding.record}: {finding.about}")

    def _reports(self) -> None:
        """See that everybody has a welcome and the report of every turn, and that whatever else was to go has come."""
        rows = {row.key: row for row in self.session.exec(select(Outbox).where(Outbox.match == self.match.id))}
        places = [
            place for place in order_requests.assignments(self.session, self.match).values() if place.player is not None
        ]
        turns = [
            record
            for record in match_queries.records(self.session, self.match.id or 0)
            if record.kind is RecordKind.TURN
        ]
        keys = {
            f"report:{self.match.id}:{turn.number}:{who}" for turn in turns for who in (*(p.id for p in places), "gm")
        }
        for key in sorted(keys - rows.keys()):
            self._tell("reports_missing", f"{key} was never to be sent")
        if sum(row.kind == "welcome" for row in rows.values()) != len(places):
            self._tell("reports_missing", "somebody has no welcome")
        there = {got.message_id for box in self.boxes.values() for got in box}
        for row in rows.values():
            if row.status is not OutboxStatus.SENT or row.message_id not in there:
                self._tell("reports_missing", f"{row.key} is {row.status}, and not in the mailbox")

    def _twins(self) -> None:
        """Count letters that came twice: unavoidable if we died when the relay may have had one, before we knew.

        What a twin says of now (the recorded orders, who is waited for) is as of its own sending.
        """
        known = set(self.session.exec(select(Outbox.message_id)))
        journal = self.evidence.journal
        for user, box in self.boxes.items():
            copies: dict[str, list[Got]] = {}
            for got in box:
                copies.setdefault(got.message_id, []).append(got)
            for letter, twins in copies.items():
                if letter not in known:
                    self._tell("otherwise", f"{user} has {letter}, of which we know nothing")
                if len(twins) == 1:
                    continue
                if not _excused(journal.get(letter, ()), len(twins)):
                    self._tell("otherwise", f"{user} has {len(twins)} of {letter}: {journal.get(letter)}")
                else:
                    self.result.same_id += len(twins) - 1
        # the second copy of a letter of an earlier round may come as late as now
        matches = self.session.exec(select(Match.name)).all()
        for got in self.boxes["gm"]:
            if got.subject and not any(f"[{match}" in got.subject for match in matches):
                self._tell("otherwise", f"the GM was told: {got.subject}: {self.evidence.complaints}")


def _excused(entries: Sequence[Entry], copies: int) -> bool:
    """Tell whether each copy was handed over by a process that could not know of the one before."""
    handed = [process for what, process in entries if what == "handed"]
    accepted = [process for what, process in entries if what == "accepted"]
    marks = [at for at, (what, _) in enumerate(entries) if what == "marked"]
    after = [at for at, (what, _) in enumerate(entries) if what == "handed" and marks and at > marks[0]]
    return copies <= len(handed) and len(set(accepted)) == len(accepted) and not after
