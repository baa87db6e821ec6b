"""What people do with the letters that they get: when they write, and how."""

import random
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from moderator.service.facts import Held, Notice, Stranger, TurnReport, Welcome
from tests.support.year import pen
from tests.support.year.almanac import DAY, HOUR
from tests.support.year.club import Person
from tests.support.year.mailbag import Got
from tests.support.year.office import Office
from tests.support.year.pen import GREETING, UNCLEAR, Written
from tests.support.year.postbook import QUESTIONS
from tests.support.year.turnbook import TurnBook

At = Callable[[datetime, Callable[[], None]], None]
"""Lets something happen at a time."""
_MANNERS = (
    *("plain",) * 12,
    *("twice", "twice", "wait", "wait", "unclear", "unclear", "ready", "asks", "extend", "late", "late"),
    *("talk", "talk", "talk", "talk"),
)
_QUESTIONS = ("STATUS", "SINCE", "PREVIEW", "HISTORY", "MATCHES", "ORDERS", "MAP")
_INVITED, _ASKED = "invitation", "command-question"


class Members:
    """The people of the club at their mail programs."""

    def __init__(self, seed: int, people: Sequence[Person], office: Office, turns: TurnBook, at: At) -> None:
        """Begin with empty mailboxes."""
        self.people = people
        self.seed, self.office, self.turns, self.at = seed, office, turns, at
        self.sent: list[Written] = []
        self._newest: dict[tuple[str, str], Got] = {}
        """By person and match the newest letter that asks for orders."""
        self._introduced: set[str] = set()
        self._announced: set[tuple[str, object]] = set()

    def chance(self, *about: object) -> random.Random:
        """Return the chance of one decision, which depends on nothing else."""
        return random.Random("/".join(map(str, (self.seed, *about))))  # noqa: S311 - no secret

    # ---- letters in ------------------------------------------------------------------------------------------

    def read(self, person: Person, got: Got) -> None:
        """Think about a letter."""
        facts = got.facts
        if isinstance(facts, Welcome | TurnReport) and facts.form is not None:
            self._newest[person.name, facts.head.match] = got
            self._plan(person, got, facts)
        elif isinstance(facts, Held):
            self.at(got.at + HOUR, lambda: self._confirm(person, got, facts))
        elif isinstance(facts, Stranger) and facts.code in QUESTIONS:
            self._answer(person, got, facts.code, str(facts.facts["match"]), str(facts.facts.get("seat", "")))
        elif isinstance(facts, Notice) and facts.code in ("muster", "muster-waiting"):
            self._answer(person, got, facts.code, facts.head.match, "")

    def _confirm(self, person: Person, got: Got, held: Held) -> None:
        """Say that one has written a letter."""
        self._send(person, got, held.form.lines, match=held.head.match, seat=held.head.seat)

    def _answer(self, person: Person, got: Got, code: str, match: str, seat: str) -> None:
        """Answer a question, or leave it."""
        chance = self.chance(person.name, match, seat, code, got.at)
        reads = person.reads(got.at, got.at + 30 * HOUR)
        mood = chance.random()
        if not reads or mood < (0.1 if code == _ASKED else 0.25):
            return
        says = "NO" if mood > 0.9 else "YES"
        if code == "offer":
            about = "offer-yes" if says == "YES" else "offer-no"
        elif says == "YES":
            about = {"LEAVE": "out", "INVITE": "invites"}.get(got_line(got).partition(" ")[0], "in")
        else:
            about = "no" if code in (_ASKED, _INVITED) else "out"
        when, wish = chance.choice(reads[:3]), _wish(got_line(got))
        self.at(when, lambda: self._send(person, got, (says,), match=match, seat=seat, about=about, wish=wish))

    # ---- orders ----------------------------------------------------------------------------------------------

    def _plan(self, person: Person, got: Got, facts: Welcome | TurnReport) -> None:
        """Decide when to send orders, and how."""
        assert facts.form is not None
        match, seat, due = facts.head.match, facts.head.seat, facts.due.deadline
        chance = self.chance(person.name, match, facts.form.request)
        if due is None or self._is_lost(person, match, facts.head.turn):
            return
        reads = person.reads(got.at, due)
        manner = chance.choice(_MANNERS)
        if not reads or chance.random() > person.diligence:
            return
        first = chance.randrange(len(reads))
        when, later = reads[first], reads[first + 1 : first + 3]
        if manner == "late":
            grace = self.turns.matches[match].plan.grace
            when = due + (timedelta(minutes=50) if grace else timedelta(minutes=chance.choice((20, 500))))
        self.at(when, lambda: self._write(person, got, manner, 0))
        if later and (manner in ("twice", "extend") or (manner in ("wait", "unclear") and chance.random() < 0.8)):
            self.at(chance.choice(later), lambda: self._write(person, got, manner, 1))
        del seat

    def _is_lost(self, person: Person, match: str, turn: int) -> bool:
        """Tell whether somebody has lost interest in a match, perhaps for some turns alone."""
        chance = self.chance(person.name, match, "interest")
        if chance.random() > 0.22:
            return False
        since = chance.choice((1, 2, 2, 3))
        return since <= turn < since + chance.choice((2, 3, 4, 99, 99))

    def _write(self, person: Person, got: Got, manner: str, again: int) -> None:
        """Write orders in a manner, as long as no newer letter has come."""
        facts = got.facts
        assert isinstance(facts, Welcome | TurnReport)
        assert facts.form is not None
        match, seat, request = facts.head.match, facts.head.seat, facts.form.request
        if self._newest[person.name, match] is not got and manner != "late":
            return
        chance = self.chance(person.name, match, request, "words", again)
        name = f"{self.seed}/{match}/{request}/{seat}/{again}"
        thought = () if manner == "ready" else self.office.thought(match, seat, name)
        lines, orders = [*thought], bool(thought)
        if thought and facts.form.numbered:  # a number that is left out would keep what was ordered there before
            lines = _numbered(thought, len(facts.form.lines))
        unclear = wait = ready = False
        match manner, again:
            case "wait", 0:
                lines, wait = [*lines, "WAIT"], True
            case "unclear", 0 if orders:
                lines, unclear = [*lines, UNCLEAR], True
            case (("wait" | "unclear"), _):
                lines, orders, ready = ["READY"], False, True
            case "extend", 0:
                lines, orders = ["EXTEND 24h"], False
            case "talk", _:
                lines.append(f"PRESS TO ALL: word {match} {request} {seat}")
            case "asks", _:
                lines.append(chance.choice(_QUESTIONS))
        if not lines or manner == "ready":
            lines, orders, ready = ["READY"], False, True
        lines += self._asides(person)
        # prettier in the order in which people write: wishes first
        self._send(
            person, got, tuple(lines), match=match, seat=seat, request=request,
            orders=orders, unclear=unclear, wait=wait, ready=ready,
        )  # fmt: skip

    def _asides(self, person: Person) -> Iterable[str]:
        """Give what somebody has to say besides: who they are, and when they will be away."""
        if person.name not in self._introduced:
            self._introduced.add(person.name)
            yield from person.wishes
            if person.patient:
                yield "STANDBY"
        today = self.office.clock.now().date()
        for first, last in person.vacations:
            if first - 20 * DAY <= today <= first and (person.name, first) not in self._announced:
                self._announced.add((person.name, first))
                yield f"VACATION {first} {last}"

    # ---- open matches ----------------------------------------------------------------------------------------

    def hear_of(self, person: Person, match: str, seats: tuple[str, ...], opened: datetime) -> None:
        """Let somebody hear of a match that people can join, and write."""
        chance = self.chance(person.name, match, "joins")
        reads = person.reads(opened, opened + chance.choice((1, 2, 3, 6)) * DAY)
        if not reads:
            return
        wish = f" SEAT {chance.choice(seats)}" if chance.random() < 0.3 else ""
        lines = [f"JOIN {match}{wish}"] if chance.random() < 0.8 else [GREETING, f"JOIN {match}{wish}"]
        when = chance.choice(reads)
        self.at(when, lambda: self._send(person, None, tuple(lines), match=match, about="in", wish=_wish(wish)))
        if chance.random() < 0.08:
            said = (f"LEAVE {match}",)
            self.at(when + 5 * HOUR, lambda: self._send(person, None, said, match=match, about="out"))

    def invite(self, person: Person, friend: Person, match: str, when: datetime) -> None:
        """Let somebody who has joined a match ask a friend."""
        said = (f"INVITE {friend.address} {match}",)
        self.at(when, lambda: self._send(person, None, said, match=match, about="invites"))

    # ---- letters out -----------------------------------------------------------------------------------------

    def _send(self, person: Person, got: Got | None, lines: tuple[str, ...], **about: object) -> None:
        """Send a letter, which arrives at once."""
        now = self.office.clock.now()
        number, answers = len(self.sent) + 1, got is not None
        written = Written(number=number, person=person, at=now, lines=lines, answers=answers, **about)  # type: ignore[arg-type]
        self.sent.append(written)
        self.office.inbox.put(pen.raw(written, got, self.office.instance.ctx.settings.address), now)


def _numbered(lines: Sequence[str], count: int) -> list[str]:
    """Return numbered lines with a PASS for each number that is missing."""
    named = {line.partition(".")[0]: line for line in lines}
    return [named.get(f"{number}", f"{number}. PASS") for number in range(1, count + 1)]


def _wish(line: str) -> str:
    """Return the seat that somebody wishes in a line."""
    return line.rpartition(" SEAT ")[2] if " SEAT " in line else ""


def got_line(got: Got) -> str:
    """Return the command that a question asks about."""
    return str(got.facts.facts.get("line", "")) if isinstance(got.facts, Stranger) else ""
