"""The book of letters: what has to go out and how often, and what must never go."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from moderator.service.codes import Verdict
from moderator.service.facts import (
    Acknowledgement,
    Digest,
    LetterFacts,
    Notice,
    PressLetter,
    Reminder,
    Stranger,
    TurnReport,
    Welcome,
)
from tests.support.year import almanac
from tests.support.year.almanac import DAY
from tests.support.year.mailbag import Got
from tests.support.year.pen import GREETING, Written
from tests.support.year.register import Register
from tests.support.year.turnbook import Kept, TurnBook, WrongError, wrong

MAY_WAIT = frozenset(
    ("deadline-moved", "match-paused", "match-resumed", "player-back", "schedule-changed", "seat-taken-over")
)
"""Notices that tell somebody nothing that cannot wait until the next morning."""
NEWS = ("match-paused", "match-resumed", "schedule-changed")
"""What the GM changes at most once in a match, and everybody in it is told."""
_WAITING = ("moved", "press", *NEWS)
GM = "gm@club.test"
_UNANSWERED = (Verdict.UNPROVED_TOO_MANY, Verdict.HELD, "stranger", "unknown", "nobody")
"""Letters of people who cannot be told apart from others, of which one a day is answered."""
_ANSWERED_OTHERWISE = ("offer-yes", "offer-no", "no")
"""Letters that are answered by another kind of letter, such as a welcome or a question, or by none."""

QUESTIONS = ("command-question", "invitation", "offer")
"""Letters to people without a seat that want an answer."""

Once = tuple[str, ...]
"""Something that one reader is told exactly once."""


class PostBook:
    """All letters of the year as they have to be."""

    def __init__(self, register: Register, turns: TurnBook, tally: Callable[[str], None]) -> None:
        """Begin with no letter."""
        self.register, self.turns, self.tally = register, turns, tally
        self.due: dict[Once, datetime | None] = {}
        """What is still to be told, and until when: None where something may overtake it."""
        self.reminders: Counter[tuple[str, str, int]] = Counter()
        """How often somebody still may be reminded of a request."""
        self.told: set[Once] = set()
        self._answers: Counter[str] = Counter()
        self.late = False
        """The relay was down, so that letters come late for a while."""
        self.back: datetime | None = None
        """When the moderator was back at work: what was due meanwhile goes then."""

    # ---- what has to go --------------------------------------------------------------------------------------

    def expect(self, kind: str, match: Kept, to: str, about: str, until: datetime | None) -> None:
        """Note that somebody has to be told something, until when at the latest."""
        once = kind, match.plan.name, to, about
        self.due[once] = until
        self.told.discard(once)  # such as the welcome of somebody who comes back to a seat

    def expect_news(self, match: Kept, code: str, now: datetime) -> None:
        """Note that everybody in a match has to be told once what the GM has changed."""
        for person in [chair.person for chair in match.chairs.values() if chair.person]:
            self.expect(code, match, self.register.address(person), "", self.patience(person, match, now))

    def patience(self, person: str, match: Kept, now: datetime) -> datetime:
        """Return until when somebody has to be told what may wait."""
        known = self.register.known(person)
        if not known.digest or self._is_near(match.plan.name, now):
            return now
        return almanac.daily(known.zone, known.digest, now)

    def remind(self, match: Kept, person: str, now: datetime) -> None:
        """Note that somebody has to be reminded, at once unless it may wait."""
        assert match.asked is not None
        to = self.register.address(person)
        self.reminders[match.plan.name, to, match.asked.number] += 1
        if self.patience(person, match, now) == now and not self.late:
            self.expect("reminder", match, to, f"{match.asked.number}", now)

    def reconsider(self, person: str, now: datetime) -> None:
        """Note that what somebody has not been told yet may have to wait for the letter of the day."""
        to = self.register.address(person)
        for (kind, name, reader, about), until in self.due.items():
            if reader == to and until is not None and kind in _WAITING:
                later = self.patience(person, self.turns.matches[name], now)
                self.due[kind, name, reader, about] = None if kind == "moved" and later > now else later

    def forget(self, match: Kept, to: str) -> None:
        """Note that somebody has left a match, and need not be told what has not gone yet."""
        for each in self.due:
            if each[1:3] == (match.plan.name, to):
                self.due[each] = None

    def check(self, now: datetime) -> None:
        """Raise an error if something was to be told by now, and was not."""
        if self.late:
            return
        for once, until in self.due.items():
            if until is not None and until <= now:
                what = f"{once} was to be told by {until:%m-%d %H:%M}, and was not"
                raise wrong(self.turns.matches[once[1]], now, what)

    # ---- what goes -------------------------------------------------------------------------------------------

    def read(self, got: Got) -> None:
        """Check a letter that has gone."""
        facts = got.facts
        if isinstance(facts, Digest):
            self._read_digest(got, facts)
        elif isinstance(facts, TurnReport):
            self._once("report", facts.head.match, got.to, facts.made.isoformat(), got)
        elif isinstance(facts, Welcome):
            self._once("welcome", facts.head.match, got.to, facts.head.seat, got)
        elif isinstance(facts, Acknowledgement) or (isinstance(facts, Stranger) and facts.code not in QUESTIONS):
            self._read_answer(got)
        else:
            self._read_part(got, facts, together=False)

    def _once(self, kind: str, match: str, to: str, about: str, got: Got) -> None:
        """Strike out what was to be told; what was not, or was told before, is wrong."""
        once = kind, match, to, about
        if once in self.told:
            raise self._wrong(match, got, f"{to} is told a second time: {once}")
        self.told.add(once)
        if once not in self.due:
            raise self._wrong(match, got, f"{to} is told what was not to be told: {once}")
        del self.due[once]

    def _read_answer(self, got: Got) -> None:
        answered = got.dispatch.in_reply_to
        self._answers[answered] += bool(answered)
        if self._answers[answered] > 1:
            raise WrongError(f"{got.to} got a second answer to {answered} at {got.at}: {got.facts}")

    def _read_digest(self, got: Got, digest: Digest) -> None:
        self.tally("letters of the day")
        known = self.register.known(self.register.by_address[got.to].name)
        for seat in digest.seats:
            for part in seat.parts:
                self.tally("letters that waited for one")
                self._read_part(got, part, together=True)
        clock = f"{almanac.local(known.zone, got.at):%H:%M}"
        near = any(self._is_near(seat.head.match, got.at) for seat in digest.seats)
        if clock != known.digest and not near and not self.late and got.at != self.back:
            raise WrongError(f"{got.to} got the letter of the day at {clock}, and wished it at {known.digest}")

    def _read_part(self, got: Got, facts: LetterFacts, *, together: bool) -> None:
        match = facts.head.match if isinstance(facts, Reminder | Notice | PressLetter) else ""
        if isinstance(facts, Reminder):
            self._read_reminder(got, facts)
        elif isinstance(facts, PressLetter):
            self._once("press", match, got.to, facts.text.strip(), got)
        elif isinstance(facts, Notice):
            for note in facts.notes:
                if note.code in NEWS:
                    self._once(note.code, match, got.to, "", got)
                if note.code == "deadline-moved" and note.facts["why"] == "outage":
                    self._once("moved", match, got.to, str(note.facts["now"]), got)
        if not together and match and self._may_wait(facts):
            self._is_awake(got, match)

    def _read_reminder(self, got: Got, facts: Reminder) -> None:
        match = self.turns.matches[facts.head.match]
        asked, seat = match.asked, facts.head.seat
        if asked is None or seat not in asked.silent:
            raise wrong(match, got.at, f"{got.to} is reminded of {seat}, and has sent orders")
        if facts.due.deadline != asked.due:
            raise wrong(match, got.at, f"{got.to} is reminded of another deadline: {facts.due.deadline}")
        self.tally("reminders")
        self.due.pop(("reminder", facts.head.match, got.to, f"{asked.number}"), None)
        self.reminders[facts.head.match, got.to, asked.number] -= 1
        if self.reminders[facts.head.match, got.to, asked.number] < 0:
            raise wrong(match, got.at, f"{got.to} is reminded of {seat} once more, or before it is time")

    @staticmethod
    def _may_wait(facts: LetterFacts) -> bool:
        """Tell whether somebody who wishes one letter a day need not be told at once."""
        if isinstance(facts, Notice):
            return all(note.code in MAY_WAIT for note in facts.notes)
        return isinstance(facts, Reminder) or (isinstance(facts, PressLetter) and not facts.private)

    def _is_awake(self, got: Got, match: str) -> None:
        """Raise an error if a letter came outside the letter of the day that could have waited for it."""
        person = self.register.by_address.get(got.to)
        known = self.register.known(person.name) if person else None
        if known is None or not known.digest or self._is_near(match, got.at) or self.late or got.at == self.back:
            return
        clock = f"{almanac.local(known.zone, got.at):%H:%M}"
        if clock != known.digest:
            night = " in the night" if almanac.is_night(known.zone, got.at) else ""
            raise self._wrong(match, got, f"{got.to} got what could wait at {clock}{night}: {got.facts}"[:600])

    def _is_near(self, match: str, now: datetime) -> bool:
        """Tell whether a deadline is so near that nothing about its match waits."""
        asked = self.turns.matches[match].asked
        return asked is not None and asked.due <= now + DAY

    def _wrong(self, match: str, got: Got, what: str) -> WrongError:
        found = self.turns.matches.get(match)
        return wrong(found, got.at, what) if found else WrongError(f"at {got.at} in {match}: {what}")

    # ---- answers ---------------------------------------------------------------------------------------------

    def answered(self, written: Written, verdict: str, answer: LetterFacts | None) -> None:
        """Check the answer to a letter that was read: there is one, and every line is accounted for."""
        if answer is None:
            if written.about in _ANSWERED_OTHERWISE or verdict in _UNANSWERED:
                return
            raise WrongError(f"{written.person.name}'s letter of {written.at} ({verdict}) was not answered: {written}")
        if not isinstance(answer, Acknowledgement):
            return
        numbers = {line.number for line in (*answer.said, *answer.talk)} | {each.line for each in answer.answers}
        commands = {each.command for each in answer.answers}
        for number, line in enumerate(written.lines, 1):
            if number not in numbers and line not in (*commands, GREETING, "YES", "NO") and not answer.is_lost:
                about = f"{written.person.name}'s letter of {written.at}"
                raise WrongError(f"the answer to {about} says nothing of the line {line!r}: {answer}")
