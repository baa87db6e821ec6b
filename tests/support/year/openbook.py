"""The book of matches that people can join: who is in, who is there, when it begins and with whom."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from moderator.service.context import MatchPlan
from tests.support.year.almanac import DAY
from tests.support.year.pen import Written
from tests.support.year.turnbook import WrongError


@dataclass
class Member:
    """Somebody who has joined, and when they were last heard of."""

    name: str
    seat: str
    here: datetime | None


@dataclass
class Open:
    """A match that people can join."""

    plan: MatchPlan
    members: list[Member] = field(default_factory=list)
    asked: datetime | None = None
    begins: datetime | None = None
    status: str = "open"
    waited: bool = False
    """Too few were there at its time: now it begins as soon as enough are."""

    @property
    def there(self) -> list[Member]:
        """Those who are there, as many as there are places."""
        return [member for member in self.members if member.here is not None][: self.plan.most]

    @property
    def is_going_on(self) -> bool:
        """Whether people can join it."""
        return self.status in ("open", "mustered")

    def find(self, name: str) -> Member | None:
        """Return somebody who has joined."""
        return next((member for member in self.members if member.name == name), None)


class OpenBook:
    """All open matches of the year as they have to be."""

    def __init__(self, tally: Callable[[str], None]) -> None:
        """Begin with none."""
        self.tally = tally
        self.matches: dict[str, Open] = {}

    def open(self, plan: MatchPlan) -> None:
        """Note that people can join a match from now on."""
        self.matches[plan.name] = Open(plan)

    def read(self, written: Written, now: datetime) -> None:
        """Note that somebody joins or is there (a letter that is about ``in``), or does not play (``out``)."""
        match = self.matches.get(written.match)
        if match is None or not match.is_going_on:
            return
        member = match.find(written.person.name)
        if written.about == "in":
            if member is None:
                match.members.append(Member(written.person.name, written.wish, now))
            else:
                member.here, member.seat = now, written.wish or member.seat
        elif written.about == "out" and member is not None:
            match.members.remove(member)

    def call_off(self, name: str) -> None:
        """Note that the GM calls a match off."""
        self.matches[name].status = "off"
        self.tally("open matches off")

    def settle(self, now: datetime) -> list[tuple[Open, str]]:
        """Do what is due now; return the matches that begin, wait again or are called off."""
        done = []
        for match in self.matches.values():
            if match.status == "open" and self._is_to_be_called(match, now):
                self._call(match, now)
            if match.status == "mustered" and self._is_to_begin(match, now):
                done.append((match, self._begin(match)))
        return done

    @staticmethod
    def _is_to_be_called(match: Open, now: datetime) -> bool:
        plan, count = match.plan, len(match.members)
        if match.waited:
            return count >= plan.least
        return count >= plan.most if plan.start is None else now >= plan.start - DAY

    def _call(self, match: Open, now: datetime) -> None:
        """Ask those of whom nothing was heard for a day."""
        start = match.plan.start
        match.status, match.asked = "mustered", now
        match.begins = start if start is not None and start > now else now + DAY
        for member in match.members:
            if member.here is not None and member.here < now - DAY:
                member.here = None
                self.tally("people asked whether they are there")

    @staticmethod
    def _is_to_begin(match: Open, now: datetime) -> bool:
        assert match.begins is not None
        wanted = match.plan.least if match.waited else match.plan.most
        full = (match.waited or match.plan.start is None) and len(match.there) >= wanted
        return full or now >= match.begins

    def _begin(self, match: Open) -> str:
        there, plan = len(match.there), match.plan
        if there >= plan.least or (there and plan.short == "bots"):
            match.status = "begun"
            if there < len(match.members):
                self.tally("people without a place")
        elif plan.short == "wait":
            match.members = [member for member in match.members if member.here is not None]
            match.status, match.asked, match.begins, match.waited = "open", None, None, True
            self.tally("matches that wait for more people")
            return "waits"
        else:
            match.status = "off"
        self.tally(f"open matches {match.status}")
        return match.status


def compare(match: Open, status: str, seated: dict[str, tuple[str, str]], now: datetime) -> None:
    """Compare an open match with how the moderator says that it stands."""
    if status != match.status:
        raise WrongError(
            f"at {now} the open match {match.plan.name} is {status}, and should be {match.status}: {match}"
        )
    if status != "begun":
        return
    people = [person for person, _ in seated.values() if person]
    expected = [member.name for member in match.there]
    if sorted(map(str.lower, people)) != sorted(map(str.lower, expected)):
        raise WrongError(f"{match.plan.name} began with {people}, and should have begun with {expected}")
    first = next((member for member in match.there if member.seat), None)
    if first is not None and seated.get(first.seat, ("", ""))[0].lower() != first.name.lower():
        raise WrongError(f"in {match.plan.name} {first.name} was the first to wish for {first.seat}: {seated}")
    filled = sum(bool(bot) for _, bot in seated.values()) - sum(bool(seat.bot) for seat in match.plan.seats)
    if filled != max(0, match.plan.least - len(expected)):
        raise WrongError(f"in {match.plan.name} bots play {filled} of the free seats: {seated}")
