"""The people of the club: where they live, when they read their mail, when they are away, what they wish."""

import random
from datetime import date, datetime, timedelta

from msgspec import Struct

from tests.support.year import almanac
from tests.support.year.almanac import DAY

_NAMES = (
    *("Ada", "Bo", "Cid", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Leo", "Mia", "Nils", "Olga"),
    *("Pia", "Quin", "Rosa", "Sven", "Tara", "Ugo", "Vera", "Wim", "Xenia", "Yuri", "Zoe", "Abel", "Britt", "Cora"),
    *("Dan", "Elsa", "Finn", "Gina", "Hugo", "Ines", "Jan", "Kira", "Lars", "Mara", "Noel", "Otto", "Pam", "Rhea"),
    *("Sid", "Tom", "Una", "Vito", "Wanda", "Yan", "Zita"),
)
ZONES = (
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Santiago",
    "Asia/Tokyo",
    "Asia/Kolkata",
    "Europe/Lisbon",
)
_HOURS = ("06:30", "07:45", "12:20", "17:30", "19:10", "21:40", "23:30")
_DIGESTS = ("", "", "07:00", "07:00", "19:00")
_REMINDERS = ("", "", "36h", "48h 6h", "OFF")


class Person(Struct, frozen=True):
    """Somebody of the club. Empty wishes are never written, so that all stays as the moderator has it."""

    name: str
    zone: str
    hours: tuple[str, ...]
    """When they read their mail and write, by their own clock."""
    vacations: tuple[tuple[date, date], ...]
    """Their first and last days away."""
    digest: str
    remind: str
    diligence: float
    """How likely they are to send orders in time."""
    patient: bool
    """They would step in for others."""
    vouched: bool
    """Their provider signs their letters."""
    plain: bool
    """They want text alone."""

    @property
    def address(self) -> str:
        """Where their letters go."""
        return f"{self.name.lower()}@club.test"

    @property
    def wishes(self) -> tuple[str, ...]:
        """What they write in their first letter."""
        said = [f"SET ZONE {self.zone}", *([f"SET DIGEST {self.digest}"] if self.digest else [])]
        said += [f"SET REMIND {self.remind}"] if self.remind else []
        return (*said, *(["SET TEXT-ONLY ON"] if self.plain else []))

    def is_away(self, when: datetime) -> bool:
        """Tell whether they are away at a time."""
        today = almanac.local(self.zone, when).date()
        return any(first <= today <= last for first, last in self.vacations)

    def reads(self, after: datetime, until: datetime) -> list[datetime]:
        """Return when they read their mail between two times."""
        day, found = almanac.local(self.zone, after).date() - DAY, list[datetime]()
        while (at := almanac.moment(self.zone, day, "12:00")) < until + 2 * DAY:
            found += [almanac.moment(self.zone, day, clock) for clock in self.hours]
            day = almanac.local(self.zone, at).date() + DAY
        return [at for at in found if after < at < until and not self.is_away(at)]


def cast(chance: random.Random, first: date, days: int) -> list[Person]:
    """Return the people of a year."""
    return [_person(chance, name, ZONES[number % len(ZONES)], first, days) for number, name in enumerate(_NAMES)]


def _person(chance: random.Random, name: str, zone: str, first: date, days: int) -> Person:
    starts = sorted(chance.sample(range(20, days - 20), chance.choice((1, 1, 2, 3))))
    away = [(first + timedelta(at), first + timedelta(at + chance.randint(4, 12))) for at in starts]
    return Person(
        name=name,
        zone=zone,
        hours=tuple(sorted(chance.sample(_HOURS, 3))),
        vacations=tuple(away),
        digest=chance.choice(_DIGESTS),
        remind=chance.choice(_REMINDERS),
        diligence=chance.choice((0.97, 0.93, 0.9, 0.8, 0.6)),
        patient=chance.random() < 0.35,
        vouched=chance.random() < 0.9,
        plain=chance.random() < 0.2,
    )
