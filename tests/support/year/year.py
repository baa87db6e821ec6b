"""A year of the club: time goes from one event to the next, and after each the moderator is compared with the books."""

import heapq
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

from moderator.scheduling.clock import FrozenClock
from moderator.service.codes import Verdict
from moderator.service.context import Settings
from moderator.service.facts import LetterFacts, Memo, Notice, TurnReport
from moderator.service.inbox.desk import ProcessedLetter
from tests.support.harm import OURS
from tests.support.year import club, openbook, programme
from tests.support.year.almanac import DAY, HOUR
from tests.support.year.gm import Gm
from tests.support.year.mailbag import Got
from tests.support.year.members import Members
from tests.support.year.office import Office
from tests.support.year.openbook import OpenBook
from tests.support.year.pen import Written
from tests.support.year.postbook import GM, PostBook
from tests.support.year.register import Register
from tests.support.year.turnbook import Kept, Ran, TurnBook, WrongError, wrong

FIRST, LAST = date(2027, 1, 4), date(2027, 12, 31)
WORDED = 20
SETTINGS = Settings(name="Battle Moderator", address="moderator@pbem.test", gm=GM, authserv_id=OURS)
_OUTAGES, _RELAYS = 14, 3
_REPLAYED = 3
"""Matches of each game that are played again at the end of the year."""


class Year:
    """The club, the moderator, the books, and what is still to happen."""

    def __init__(self, seed: int, folder: Path) -> None:
        """Draw a year by its seed."""
        chance = random.Random(seed)  # noqa: S311 - no secret
        self.tally: Counter[str] = Counter()
        self.people = club.cast(chance, FIRST, (LAST - FIRST).days)
        self.planned = programme.matches(chance, self.people, FIRST, LAST)
        self.clock = FrozenClock(datetime.combine(FIRST, datetime.min.time(), UTC))
        worded = {each.plan.name for each in chance.sample(self.planned, WORDED)}
        self.office = Office(folder, self.clock, SETTINGS, worded)
        self.register = Register(self.people)
        self.turns = TurnBook(self.register, self._count)
        self.opens = OpenBook(self._count)
        self.post = PostBook(self.register, self.turns, self._count)
        self.members = Members(seed, self.people, self.office, self.turns, self.at)
        self._events: list[tuple[datetime, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._ran: dict[tuple[str, datetime], Ran] = {}
        self._held: set[int] = set()
        self.gm = Gm(self.members, self.opens, self.post, self._count)
        self._plan_events(chance)

    def _count(self, what: str) -> None:
        self.tally[what] += 1

    def at(self, when: datetime, do: Callable[[], None]) -> None:
        """Let something happen at a time."""
        heapq.heappush(self._events, (when, next(self._numbers), do))

    def _plan_events(self, chance: random.Random) -> None:
        for saved, some in programme.by_day(self.planned):
            self.at(saved, partial(self.gm.save, some))
        start = self.clock.now()
        for _ in range(_OUTAGES):
            gone = start + timedelta(minutes=chance.randrange(10 * 1440, 340 * 1440))
            lasts = timedelta(minutes=chance.choice((4, 45, 200, 500, 900, 1500, 3500)))
            self.at(gone, partial(self._go_away, lasts))
        for _ in range(_RELAYS):
            down = start + timedelta(minutes=chance.randrange(10 * 1440, 340 * 1440))
            self.at(down, partial(self._break_relay, is_down=True))
            self.at(down + 7 * HOUR, partial(self._break_relay, is_down=False))

    # ---- time ------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Let the year go by."""
        end = datetime.combine(LAST, datetime.min.time(), UTC)
        day = self.clock.now() + DAY
        while True:
            moments = [self._events[0][0]] if self._events else []
            if self.office.away is None and (look := self.office.next_look()) is not None:
                moments.append(max(look, self.clock.now() + timedelta(seconds=1)))
            now = min((*moments, end))
            if now >= day and self.office.away is None:
                self._end_day()
                day = now + DAY
            if now >= end:
                return
            self._step(now)

    def _step(self, now: datetime) -> None:
        if self.office.away is None:
            self.office.move(now)
        else:
            self.clock.time = now
        while self._events and self._events[0][0] <= now:
            _, _, do = heapq.heappop(self._events)
            do()
        if self.office.away is None:
            self._settle(self.office.work())

    def _go_away(self, lasts: timedelta) -> None:
        """Stop the moderator for a while."""
        if self.office.away is None:
            self._settle(self.office.work())
            self.office.away = self.clock.now()
            self.at(self.office.away + lasts, self._come_back)
            self._count("outages")

    def _come_back(self) -> None:
        gone, self.office.away = self.office.away, None
        assert gone is not None
        self.office.restart()
        now = self.post.back = self.clock.now()
        for match in self.turns.was_away(gone, now):
            self._count("deadlines moved by outages")
            for chair in match.chairs.values():
                if chair.person:
                    self._expect_moved(match, chair.person)

    def _expect_moved(self, match: Kept, person: str) -> None:
        assert match.asked is not None
        until = self.post.patience(person, match, self.clock.now())
        overtaken = match.runs <= self.clock.now() or until > self.clock.now()
        about = match.asked.due.isoformat()
        self.post.expect("moved", match, self.register.address(person), about, None if overtaken else until)

    def _break_relay(self, *, is_down: bool) -> None:
        self.office.mailbag.is_down = is_down
        self._count("times without a relay")
        self.post.late = True
        if not is_down:
            self.at(self.clock.now() + 2 * HOUR, self._relay_is_well)

    def _relay_is_well(self) -> None:
        self.post.late = self.office.mailbag.is_down
        for person in self.people:  # what could not go at once may wait by now
            self.post.reconsider(person.name, self.clock.now())

    def _end_day(self) -> None:
        """Check what has to be so at the end of a day."""
        left = self.office.unfinished()
        if left and not self.post.late:
            raise WrongError(f"at {self.clock.now()} this is left: {left}")

    # ---- after the moderator has worked ----------------------------------------------------------------------

    def _settle(self, acted: Sequence[ProcessedLetter]) -> None:
        """Compare what the moderator did with the books."""
        now = self.clock.now()
        read = [self.members.sent[letter.letter - 1] for letter in acted]
        for letter, written in zip(acted, read, strict=True):
            if letter.verdict == Verdict.HELD:
                self._held.add(written.number)
                self._count("letters held")
            else:
                self._read(written, now)
        settled = self.opens.settle(now)
        self._compare_matches(now)
        self._compare_open(settled, now)
        for match in self.turns.running():
            for person in self.turns.remind(match, now):
                self.post.remind(match, person, now)
        answers: dict[str, LetterFacts] = {}
        for got in self.office.letters():
            self.post.read(got)
            self._deliver(got, answers)
        if not self.post.late:
            for letter, written in zip(acted, read, strict=True):
                self.post.answered(written, letter.verdict, answers.get(written.message_id))
        self.post.check(now)

    def _read(self, written: Written, now: datetime) -> None:
        match = self.turns.matches.get(written.match)
        self._count("letters")
        if written.about in ("in", "out"):
            if written.person.vouched or written.answers or written.number in self._held:
                self.opens.read(written, now)
            return
        chair = match.chairs.get(written.seat) if match else None
        if match is None or chair is None:
            return
        if written.about == "offer-yes":
            if len(chair.missed) >= match.plan.absent_after:
                chair.accepted.append(written.person.name)
            return
        if chair.person.lower() != written.person.name.lower():
            return
        self.turns.read(written, now)
        self._read_wishes(written, now)
        for line in written.lines:
            if line.startswith("PRESS TO ALL: "):
                self._expect_press(match, written, line.removeprefix("PRESS TO ALL: "), now)

    def _read_wishes(self, written: Written, now: datetime) -> None:
        """Note what somebody wishes, and what that means for letters which have not gone yet."""
        if any(line.startswith("SET REMIND") for line in written.lines):
            self._begin_reminders_anew(written.person.name, now)
        self.register.read(written)
        if any(line.startswith("SET DIGEST") for line in written.lines):
            self.post.reconsider(written.person.name, now)

    def _begin_reminders_anew(self, name: str, now: datetime) -> None:
        """Expect what is due by the old wishes of somebody; by the new ones only what is still to come."""
        for match in self.turns.running():
            asked = match.asked
            if asked is None or asked.paused or name not in {chair.person for chair in match.chairs.values()}:
                continue
            for person in self.turns.remind(match, now):
                self.post.remind(match, person, now)
            asked.looked = now

    def _expect_press(self, match: Kept, written: Written, text: str, now: datetime) -> None:
        for seat, chair in match.chairs.items():
            if chair.person and seat != written.seat:
                until = self.post.patience(chair.person, match, now)
                self.post.expect("press", match, self.register.address(chair.person), text, until)

    def _compare_matches(self, now: datetime) -> None:
        running = {match.plan.name: match.asked.number for match in self.turns.running() if match.asked}
        for state in self.office.states(running):
            name = state.name
            before = self.turns.matches.get(name)
            sat = {seat: chair.person for seat, chair in before.chairs.items()} if before else {}
            ran = self.turns.compare(state, now)
            match = self.turns.matches[name]
            if before is None:
                self._begun(match, now)
            for seat, chair in match.chairs.items():
                if chair.person and sat.get(seat) != chair.person:
                    if sat.get(seat):
                        self.post.forget(match, self.register.address(sat[seat]))
                    self.post.expect("welcome", match, self.register.address(chair.person), seat, now)
            if ran is not None:
                self._expect_reports(ran, now)

    def _begun(self, match: Kept, now: datetime) -> None:
        """Check when a match began, and with whom."""
        self._count("matches")
        begins = self.gm.begins.get(match.plan.name)
        if begins is not None and begins > now:
            raise wrong(match, now, f"it began before {begins}")
        self.gm.watch(match)

    def _expect_reports(self, ran: Ran, now: datetime) -> None:
        about = now.isoformat()
        self._ran[ran.match.plan.name, now] = ran
        for seat in ran.readers:
            person = ran.match.chairs[seat].person
            self.post.expect("report", ran.match, self.register.address(person), about, now)
        self.post.expect("report", ran.match, GM, about, now)
        if ran.over:
            self._count("matches that ended")

    def _compare_open(self, settled: list[tuple[openbook.Open, str]], now: datetime) -> None:
        if not settled and not any(each.is_going_on for each in self.opens.matches.values()):
            return
        states = self.office.open_states()
        for name, match in self.opens.matches.items():
            if match.is_going_on or any(match is each for each, _ in settled):
                kept = self.turns.matches.get(name)
                chairs = kept.chairs if kept else {}
                seated = {seat: (chair.person, chair.bot) for seat, chair in chairs.items()}
                openbook.compare(match, states[name], seated, now)

    def _deliver(self, got: Got, answers: dict[str, LetterFacts]) -> None:
        """Bring a letter to its reader."""
        facts = got.facts
        if isinstance(facts, TurnReport):
            self._compare_report(got, facts)
        answers[got.dispatch.in_reply_to] = facts
        if got.to == GM:
            if isinstance(facts, Memo):
                self.gm.read(facts)
            return
        if isinstance(facts, Notice) and facts.code in ("open-missed", "open-full", "open-off", "open-waits"):
            self.tally[f"told {facts.code}"] += 1
        self.members.read(self.register.by_address[got.to], got)

    def _compare_report(self, got: Got, facts: TurnReport) -> None:
        match = self.turns.matches[facts.head.match]
        ran = self._ran[facts.head.match, facts.made]
        if facts.resolved_turn != ran.turn or {*facts.silent} != ran.silent:
            raise wrong(match, got.at, f"{got.to} reads that {facts.silent} were silent, and {ran.silent} were")
        absent = {seat for seat in ran.gone if match.plan.absent == "bot"}
        if facts.stand_ins.keys() != absent:
            raise wrong(match, got.at, f"{got.to} reads that bots play for {facts.stand_ins}, and not for {absent}")
        if (facts.outcome is not None) != ran.over:
            raise wrong(match, got.at, f"{got.to} reads the outcome {facts.outcome}")
        if facts.out == "end" and got.to != GM:
            match.chairs[facts.head.seat].is_out = True
            self._count("players out before the end")

    # ---- the end ---------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Check what has to be so when the year is over."""
        left = [match.plan.name for match in self.turns.running()]
        untold = [once for once, until in self.post.due.items() if until is not None]
        if left or untold:
            raise WrongError(f"matches that go on: {left}; what was not told: {untold}")
        self._compare_punctuality()
        for name in self._sample():
            if found := self.office.findings(name):
                raise WrongError(f"{name} does not come out the same when it is played again: {found}")

    def _compare_punctuality(self) -> None:
        """Compare of whom the moderator remembers that they missed a turn, or were late."""
        kept = self.office.punctuality()
        for turn in kept.keys() | self.turns.punctuality.keys():
            found, expected = kept.get(turn), self.turns.punctuality.get(turn)
            if found != expected:
                raise wrong(self.turns.matches[turn[0]], turn[1], f"it is kept that {found}, and should be {expected}")

    def _sample(self) -> list[str]:
        """Return some matches of each game."""
        games: dict[str, list[str]] = {}
        for name, match in self.turns.matches.items():
            games.setdefault(match.plan.game, []).append(name)
        return [name for some in games.values() for name in some[-_REPLAYED:]]
