"""The book of turns: who was asked when, who answered, when the turn must run, and who has missed it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from moderator.service.context import MatchPlan
from tests.support.year import almanac
from tests.support.year.almanac import DAY
from tests.support.year.office import State
from tests.support.year.pen import Written
from tests.support.year.register import Register

_BY_BOT, _BY_LETTER = "bot", "letter"
_NEVER = datetime.max.replace(tzinfo=UTC)


class WrongError(AssertionError):
    """Something happened that the rules do not allow, or did not happen."""


@dataclass
class Chair:
    """A seat: who sits there, which bot plays, which turns the person missed in a row."""

    person: str
    bot: str
    since: datetime
    missed: list[int] = field(default_factory=list)
    is_out: bool = False
    """Its last report said that no more come before the end."""
    accepted: list[str] = field(default_factory=list)
    """Those on the waiting list who said yes to it."""

    @property
    def entry(self) -> tuple[str, str, str]:
        """What the moderator has to say of it."""
        return self.person, self.bot, " ".join(map(str, self.missed))


@dataclass
class Asked:
    """A request for orders."""

    number: int
    turn: int
    opened: datetime
    due: datetime
    seats: Mapping[str, bool]
    filed: dict[str, str] = field(default_factory=dict)
    first: dict[str, datetime] = field(default_factory=dict)
    """When somebody's first orders came, by seat."""
    complaints: set[str] = field(default_factory=set)
    waits: set[str] = field(default_factory=set)
    ready: datetime | None = None
    """When it runs because all are in."""
    called: datetime | None = None
    """When the GM ran it."""
    excused: bool = False
    """Nobody's silence counts."""
    looked: datetime | None = None
    """Until when reminders were looked for."""
    paused: datetime | None = None
    """Since when the clock stands still."""

    @property
    def silent(self) -> set[str]:
        """Who has sent nothing yet."""
        return self.seats.keys() - self.filed.keys()

    @property
    def all_in(self) -> bool:
        """Whether nobody is waited for."""
        return not self.silent and not (self.complaints | self.waits)


@dataclass
class Kept:
    """A match in the book."""

    plan: MatchPlan
    chairs: dict[str, Chair]
    asked: Asked | None = None
    schedule: str = ""
    """When the orders of the next turn are due."""
    diary: list[str] = field(default_factory=list)

    @property
    def cutoff(self) -> datetime:
        """Until when letters count."""
        assert self.asked is not None
        return _NEVER if self.asked.paused else self.asked.due + (self.plan.grace or timedelta(0))

    @property
    def runs(self) -> datetime:
        """When the turn has to run."""
        assert self.asked is not None
        moments = (self.asked.called, self.asked.ready, self.cutoff)
        return min(each for each in moments if each is not None)


class Ran(Struct, frozen=True):
    """A turn that ran: who was silent, who is absent now, and who gets a report."""

    match: Kept
    turn: int
    silent: frozenset[str]
    gone: tuple[str, ...]
    readers: tuple[str, ...]
    over: bool


class TurnBook:
    """All matches of the year as they have to be."""

    def __init__(self, register: Register, tally: Callable[[str], None]) -> None:
        """Begin without a match; ``tally`` counts what happened."""
        self.register, self.tally = register, tally
        self.matches: dict[str, Kept] = {}
        self.punctuality: dict[tuple[str, datetime], dict[str, str]] = {}
        """By match and time of each turn that ran who was in time, late or missed it, where it counts."""

    def running(self) -> list[Kept]:
        """Return the matches that are not over."""
        return [match for match in self.matches.values() if match.asked is not None]

    # ---- what happens to them --------------------------------------------------------------------------------

    def read(self, written: Written, now: datetime) -> None:
        """Note what a letter does that was read now."""
        match = self.matches.get(written.match)
        chair = match.chairs[written.seat] if match else None
        if match is None or chair is None or chair.person.lower() != written.person.name.lower():
            return
        self._is_back(match, written, chair, now)
        asked = match.asked
        if asked is None or written.request != asked.number:
            self.tally("letters too late")
            return
        if written.seat not in asked.seats or written.at > match.cutoff:
            return
        if written.at > asked.due:
            self.tally("letters within grace")
        if not (written.orders or written.ready):
            return
        if written.orders or written.seat not in asked.filed:
            asked.filed[written.seat] = _BY_LETTER
            asked.first.setdefault(written.seat, written.at)
        (asked.complaints.add if written.unclear else asked.complaints.discard)(written.seat)
        if written.wait or written.ready:
            (asked.waits.add if written.wait else asked.waits.discard)(written.seat)
        self._note(match, now)
        _write(match, now, f"{written.person.name} for {written.seat}: {', '.join(written.lines)}")

    def _is_back(self, match: Kept, written: Written, chair: Chair, now: datetime) -> None:
        """Let somebody who writes be there again."""
        if not chair.missed:
            return
        chair.missed, chair.accepted = [], []
        asked = match.asked
        if chair.bot and asked is not None:
            chair.bot = ""
            self.tally("absent players who came back")
            if asked.filed.get(written.seat) == _BY_BOT and written.at <= match.cutoff:
                del asked.filed[written.seat]
            self._note(match, now)
        _write(match, now, f"{written.person.name} is back")

    def _note(self, match: Kept, now: datetime) -> None:
        """Begin the pause anew if nobody is waited for."""
        asked = match.asked
        assert asked is not None
        asked.ready = now + (match.plan.delay or timedelta(0)) if asked.all_in and not asked.paused else None

    def was_away(self, gone: datetime, back: datetime) -> list[Kept]:
        """Note that the moderator was away; return the matches whose deadlines moved by that."""
        moved = []
        for match in self.running():
            asked = match.asked
            assert asked is not None
            if asked.paused:
                continue
            due = almanac.after_outage(asked.opened, asked.due, match.plan.grace or timedelta(0), gone, back)
            if due != asked.due:
                _write(match, back, f"the deadline moves from {asked.due:%d %H:%M} to {due:%d %H:%M}")
                asked.due, asked.excused, asked.looked = due, True, back
                moved.append(match)
        return moved

    def extend(self, match: Kept, by: timedelta, now: datetime) -> None:
        """Note that the GM gave time."""
        assert match.asked is not None
        match.asked.due, match.asked.looked = match.asked.due + by, now
        _write(match, now, "the GM gives time")

    def call(self, match: Kept, now: datetime) -> None:
        """Note that the GM runs the turn."""
        assert match.asked is not None
        match.asked.called, match.asked.excused = now, True
        match.asked.due = now - (match.plan.grace or timedelta(0))
        _write(match, now, "the GM runs the turn")

    def pause(self, match: Kept, now: datetime) -> None:
        """Note that the GM stops the clock."""
        assert match.asked is not None
        match.asked.paused, match.asked.ready = now, None
        _write(match, now, "the GM stops the clock")

    def resume(self, match: Kept, now: datetime) -> None:
        """Note that the clock runs again: the orders are due that much later."""
        asked = match.asked
        assert asked is not None
        assert asked.paused is not None
        asked.due, asked.paused = asked.due + (now - asked.paused), None
        self._note(match, now)
        _write(match, now, f"the clock runs again, until {asked.due:%m-%d %H:%M}")

    def reschedule(self, match: Kept, schedule: str, now: datetime) -> None:
        """Note that the turns after this one are due at other times."""
        match.schedule = schedule
        _write(match, now, f"the GM sets the schedule {schedule}")

    def replace(self, match: Kept, seat: str, person: str, bot: str, now: datetime) -> None:
        """Note that somebody else, or a bot, has a seat."""
        before, asked = match.chairs[seat], match.asked
        match.chairs[seat] = Chair(person, bot, now)
        if person:
            self.register.meet(person, match.plan.zone)
        if asked is not None:
            if before.bot and asked.filed.get(seat) == _BY_BOT:
                del asked.filed[seat]
            if bot and seat in asked.seats:
                asked.filed.setdefault(seat, _BY_BOT)
            self._note(match, now)
        _write(match, now, f"{person or bot} takes {seat} from {before.person or before.bot}")

    # ---- what the moderator says -----------------------------------------------------------------------------

    def compare(self, state: State, now: datetime) -> Ran | None:
        """Compare a match with the book after the moderator has worked; return the turn that ran."""
        match = self.matches.get(state.name)
        if match is None:
            self._begin(state, now)
            return None
        ran = None
        if match.asked is not None and (state.over or state.request != match.asked.number):
            ran = self._run(match, state, now)
        elif match.asked is not None and match.runs <= now:
            raise wrong(match, now, f"the turn had to run at {match.runs:%Y-%m-%d %H:%M} and did not")
        self._compare_seats(match, state, now)
        if match.asked is not None and state.deadline != match.asked.due:
            raise wrong(match, now, f"orders are due at {state.deadline}, and should be at {match.asked.due}")
        return ran

    def _begin(self, state: State, now: datetime) -> None:
        assert state.opened is not None
        chairs, plan = (
            {seat: Chair(person, bot, now) for seat, (person, bot, _) in state.seated.items()},
            state.opened.plan,
        )
        match = self.matches[state.name] = Kept(plan, chairs, schedule=plan.schedule)
        people = [chair.person for chair in chairs.values() if chair.person]
        if len({*people}) < len(people):
            raise wrong(match, now, f"somebody sits there twice: {people}")
        for person in people:
            self.register.meet(person, plan.zone)
        self._open(match, state, now)

    def _open(self, match: Kept, state: State, now: datetime) -> None:
        """Note what is asked for from now on."""
        due, zone = almanac.deadline(match.schedule, match.plan.zone, now), match.plan.zone
        if almanac.local(zone, now).utcoffset() != almanac.local(zone, due).utcoffset():
            self.tally("turns in which clocks change")
        opened = state.opened
        assert opened is not None
        asked = match.asked = Asked(state.request, state.turn, now, due, opened.asked)
        if opened.at != now or not opened.asked:
            raise wrong(match, now, f"orders were asked for at {opened.at}, and not when the turn ran")
        asked.filed = {seat: _BY_BOT for seat in opened.asked if match.chairs[seat].bot}
        people = [chair for chair in match.chairs.values() if chair.person]
        if not people or not all(chair.bot for chair in people):
            self._note(match, now)
        _write(match, now, f"turn {asked.turn} asks {', '.join(asked.seats)} until {asked.due:%m-%d %H:%M}")

    def _run(self, match: Kept, state: State, now: datetime) -> Ran:
        asked, over = match.asked, state.over
        assert asked is not None
        if match.runs > now:
            raise wrong(match, now, f"the turn ran before its time, which was {match.runs:%Y-%m-%d %H:%M}")
        silent, overdue = frozenset(asked.silent), now >= match.cutoff
        self.punctuality[match.plan.name, now] = dict(self._keep_time(match, asked))
        gone = self._judge(match, asked, silent) if overdue and not over else ()
        readers = tuple(seat for seat, chair in match.chairs.items() if chair.person and (over or not chair.is_out))
        _write(match, now, f"turn {asked.turn} ran, silent: {', '.join(silent) or 'nobody'}")
        self.tally("turns")
        match.asked = None
        if not over:
            self._open(match, state, now)
        return Ran(match, asked.turn, silent, gone, readers, over)

    def _keep_time(self, match: Kept, asked: Asked) -> Iterator[tuple[str, str]]:
        """Give how people kept time who knew from its beginning that they were asked, unless they have an excuse."""
        for seat, is_secret in asked.seats.items():
            chair, first = match.chairs[seat], asked.first.get(seat)
            if is_secret or not chair.person or chair.bot or chair.since > asked.opened:
                continue
            kept = "missed" if seat in asked.silent else "late" if first and first > asked.due else "in-time"
            if kept != "in-time" and asked.excused:
                self.tally("turns excused by an outage or the GM")
            elif kept != "in-time" and self.register.was_away(chair.person, asked.opened, asked.due):
                self.tally("turns excused by a vacation")
            else:
                self.tally(f"turns {kept}")
                yield seat, kept

    def _judge(self, match: Kept, asked: Asked, silent: frozenset[str]) -> tuple[str, ...]:
        """Count a turn against who was silent; return who is absent by that."""
        gone, plan = [], match.plan
        for seat in (seat for seat in asked.seats if seat in silent):
            chair = match.chairs[seat]
            if not chair.person or asked.seats[seat] or plan.absent == "default":
                continue
            if asked.excused or self.register.was_away(chair.person, asked.opened, asked.due):
                continue
            if len(chair.missed) < plan.absent_after and asked.turn not in chair.missed:
                chair.missed.append(asked.turn)
                if len(chair.missed) == plan.absent_after:
                    gone.append(seat)
                    self.tally(f"players lost, {plan.absent}")
                    chair.bot = plan.absent_bot if plan.absent == "bot" else ""
        return tuple(gone)

    def _compare_seats(self, match: Kept, state: State, now: datetime) -> None:
        """Compare who sits where, who plays there, and what everybody has missed."""
        for seat, entry in state.seated.items():
            chair = match.chairs[seat]
            newcomer = next((name.lower() for name in chair.accepted), "")
            if match.asked is not None and entry[0] != chair.person and entry[0].lower() == newcomer:
                if len(chair.missed) < match.plan.absent_after:
                    raise wrong(match, now, f"{entry[0]} got {seat}, and {chair.person} was not absent")
                self.replace(match, seat, entry[0], "", now)
                self.tally("seats taken over from the waiting list")
                chair = match.chairs[seat]
            if entry != chair.entry:
                raise wrong(match, now, f"in {seat} there is {entry}, and should be {chair.entry}")

    def remind(self, match: Kept, now: datetime) -> list[str]:
        """Return the people who have to be reminded now."""
        asked = match.asked
        if asked is None or asked.paused or asked.due <= now:
            return []
        usual, told, passed = (match.plan.remind or DAY if match.plan.remind is None else match.plan.remind,), [], False
        half = asked.opened + (asked.due - asked.opened) / 2
        for seat, chair in match.chairs.items():
            wished = self.register.known(chair.person).remind if chair.person else None
            for ahead, whose in ((usual, wished is None), (wished or (), True)):
                moments = [max(asked.due - span, half) for span in ahead if span]
                due = [at for at in moments if at <= now and (asked.looked is None or at > asked.looked)]
                passed |= bool(due)
                if max(due, default=chair.since) > chair.since and whose and chair.person and seat in asked.silent:
                    told.append(chair.person)
        if passed:
            asked.looked = now
            _write(match, now, f"reminders: {', '.join(told) or 'nobody'}")
        return told


def wrong(match: Kept, now: datetime, what: str) -> WrongError:
    """Return the error about a match, with what was noted of it last."""
    turn = f", turn {match.asked.turn}" if match.asked else ""
    about = f"{match.plan.name} ({match.plan.game}, {match.plan.schedule}, {match.plan.zone}){turn}"
    return WrongError(f"at {now:%Y-%m-%d %H:%M} UTC in {about}: {what}\n  " + "\n  ".join(match.diary[-12:]))


def _write(match: Kept, now: datetime, what: str) -> None:
    match.diary.append(f"{now:%m-%d %H:%M} {what}")
