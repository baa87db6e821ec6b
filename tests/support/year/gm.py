"""What the GM of the club does: opens matches, reads memos, and changes matches that go on."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from moderator.service.context import MatchPlan
from moderator.service.facts import Memo
from tests.support.year.almanac import DAY, HOUR
from tests.support.year.members import Members
from tests.support.year.openbook import OpenBook
from tests.support.year.postbook import PostBook
from tests.support.year.programme import SCHEDULES, Planned
from tests.support.year.turnbook import Kept, WrongError

_FAULTS = frozenset(
    ("match-faulted", "letter-shunted", "open-failed", "letter-faulted", "template-fault", "command-failed")
)
"""Memos that no year may bring."""


class Gm:
    """The GM with the file of matches, who writes into the books what the moderator is told to do."""

    def __init__(self, members: Members, opens: OpenBook, post: PostBook, tally: Callable[[str], None]) -> None:
        """Begin with an empty file."""
        self.office, self.turns, self.at = members.office, members.turns, members.at
        self.members, self.opens, self.post, self.tally = members, opens, post, tally
        self.begins: dict[str, datetime] = {}
        """When each match begins at the earliest that the GM has filled."""
        self._file: list[MatchPlan] = []

    @property
    def now(self) -> datetime:
        """The time."""
        return self.office.clock.now()

    # ---- the file --------------------------------------------------------------------------------------------

    def save(self, some: Sequence[Planned]) -> None:
        """Save the file with new matches, and without old ones."""
        if self.office.away is not None:
            self.at(self.now + HOUR, lambda: self.save(some))
            return
        self._file = [*filter(self._is_current, self._file)]
        for each in some:
            self._file.append(each.plan)
            if each.plan.open:
                self.opens.open(each.plan)
                self._spread(each, "at first")
                self.at(self.now + 12 * DAY, partial(self._spread, each, "again"))
                self.at(self.now + 24 * DAY, partial(self._close, each.plan.name))
            else:
                self.begins[each.plan.name] = each.plan.start or self.now
        self.office.save(self._file)

    def _is_current(self, plan: MatchPlan) -> bool:
        running = self.turns.matches.get(plan.name)
        if running is not None:
            return running.asked is not None
        return not plan.open or self.opens.matches[plan.name].is_going_on

    def _spread(self, each: Planned, when: str) -> None:
        """Let people hear of an open match."""
        if not self.opens.matches[each.plan.name].is_going_on:
            return
        chance = self.members.chance(each.plan.name, "spreads", when)
        count = each.plan.most + chance.choice((-1, 0, 0, 1, 2))
        taken = tuple(seat.seat for seat in each.plan.seats)
        free = tuple(seat for seat in each.table.seats if seat not in taken)
        some = chance.sample(self.members.people, max(1, count) + 1)
        for person in some[:-1]:
            self.members.hear_of(person, each.plan.name, free, self.now)
        if chance.random() < 0.4:
            self.members.invite(some[0], some[-1], each.plan.name, self.now + chance.randint(20, 60) * HOUR)

    def _close(self, name: str) -> None:
        """Call off an open match for which too few people have come."""
        if self.opens.matches[name].status == "open" and self.office.away is None:
            self.office.call_off(name)
            self.opens.call_off(name)

    # ---- memos -----------------------------------------------------------------------------------------------

    def read(self, memo: Memo) -> None:
        """Do what a GM does about what the moderator tells."""
        for code in (memo.code, *(note.code for note in memo.more)):
            self.tally(f"memo {code}")
        if memo.code in _FAULTS:
            raise WrongError(f"at {self.now} the GM is told of a fault: {memo}")
        match = self.turns.matches.get(memo.match)
        if match is None or match.asked is None:
            return
        chance = self.members.chance(memo.match, memo.code, self.now)
        if memo.code == "extend" and chance.random() < 0.6:
            self._later(match, 2 * HOUR, self._extend)
        if memo.code == "absent":
            seat = str(memo.facts["seat"])
            self.at(self.now + 5 * HOUR, lambda: self._replace(match, seat, chance))

    # ---- overrides -------------------------------------------------------------------------------------------

    def watch(self, match: Kept) -> None:
        """Decide what to change in a match that has begun."""
        assert match.asked is not None
        chance, length = self.members.chance(match.plan.name, "watches"), match.asked.due - self.now
        mood = chance.random()
        if mood < 0.08:
            self._later(match, length / 2, self._resolve)
        elif mood < 0.18:
            self._later(match, length * chance.random(), lambda match: self._pause(match, chance))
        elif mood < 0.28:
            self._later(match, length * chance.random(), lambda match: self._reschedule(match, chance))

    def _later(self, match: Kept, after: timedelta, do: Callable[[Kept], None]) -> None:
        """Change a match after a while, unless its turn has run or its clock is stopped by then."""
        asked = match.asked

        def change() -> None:
            if match.asked is asked and asked is not None and asked.paused is None and self.office.away is None:
                do(match)

        self.at(self.now + after, change)

    def _extend(self, match: Kept) -> None:
        self.office.override(match.plan.name, "EXTEND 24h")
        self.turns.extend(match, DAY, self.now)
        self.tally("deadlines extended")

    def _resolve(self, match: Kept) -> None:
        self.office.override(match.plan.name, "RESOLVE")
        self.turns.call(match, self.now)
        self.tally("turns called by the GM")

    def _pause(self, match: Kept, chance: random.Random) -> None:
        self.office.override(match.plan.name, "PAUSE")
        self.turns.pause(match, self.now)
        self.post.expect_news(match, "match-paused", self.now)
        self.at(self.now + chance.randint(8, 200) * HOUR, lambda: self._resume(match))
        self.tally("matches paused")

    def _resume(self, match: Kept) -> None:
        if self.office.away is not None:
            self.at(self.now + HOUR, lambda: self._resume(match))
            return
        self.office.override(match.plan.name, "RESUME")
        self.turns.resume(match, self.now)
        self.post.expect_news(match, "match-resumed", self.now)
        self.tally("matches resumed")

    def _reschedule(self, match: Kept, chance: random.Random) -> None:
        schedule = chance.choice([each for each in SCHEDULES if each != match.schedule])
        self.office.override(match.plan.name, f"SCHEDULE {schedule}")
        self.turns.reschedule(match, schedule, self.now)
        self.post.expect_news(match, "schedule-changed", self.now)
        self.tally("schedules changed")

    def _replace(self, match: Kept, seat: str, chance: random.Random) -> None:
        """Give the seat of an absent player to a bot or to somebody else."""
        chair = match.chairs[seat]
        if match.asked is None or self.office.away is not None or len(chair.missed) < match.plan.absent_after:
            return
        sat = {each.person for each in match.chairs.values()}
        person = chance.choice([each for each in self.members.people if each.name not in sat])
        left = self.post.register.address(chair.person)
        bot = match.plan.absent_bot if chance.random() < 0.5 else ""
        line = f"BOT {bot}" if bot else f'"{person.name}" {person.address}'
        self.office.override(match.plan.name, f"REPLACE {seat} WITH {line}")
        self.turns.replace(match, seat, "" if bot else person.name, bot, self.now)
        self.post.forget(match, left)
        if not bot:
            self.post.expect("welcome", match, person.address, seat, self.now)
        self.tally("seats given away by the GM")
