"""What is known of people by now: what they wished in letters that were read, and when they are away."""

from datetime import datetime, timedelta

from msgspec import Struct

from tests.support.year import almanac
from tests.support.year.almanac import DAY, HOUR
from tests.support.year.club import Person
from tests.support.year.pen import Written


class Known(Struct):
    """What the moderator has to know of a person."""

    zone: str
    digest: str = ""
    remind: tuple[timedelta, ...] | None = None
    away: tuple[datetime, datetime] | None = None


class Register:
    """The people of the year by their names and addresses, as the moderator must know them."""

    def __init__(self, people: list[Person]) -> None:
        """Begin with people who have not written yet."""
        self._people = {person.name.lower(): person for person in people}
        self.by_address = {person.address: person for person in people}
        self._known: dict[str, Known] = {}

    def meet(self, name: str, zone: str) -> None:
        """Let somebody be in a match for the first time, perhaps: until they say where they live it is there."""
        self._known.setdefault(name.lower(), Known(zone))

    def address(self, name: str) -> str:
        """Return where letters to a person go."""
        return self._people[name.lower()].address

    def known(self, name: str) -> Known:
        """Return what is known of a person."""
        return self._known[name.lower()]

    def read(self, written: Written) -> None:
        """Note what a letter says of its author that was read."""
        known = self.known(written.person.name)
        for line in written.lines:
            match line.split():
                case ["SET", "ZONE", zone]:
                    known.zone = zone
                case ["SET", "DIGEST", clock]:
                    known.digest = "" if clock == "OFF" else clock
                case ["SET", "REMIND", *spans]:
                    hours = (int(span.removesuffix("h")) for span in spans if span != "OFF")
                    known.remind = tuple(each * HOUR for each in hours)
                case ["VACATION", first, last]:
                    begins = almanac.moment(known.zone, datetime.fromisoformat(first).date(), "00:00")
                    known.away = begins, almanac.moment(known.zone, datetime.fromisoformat(last).date() + DAY, "00:00")

    def was_away(self, name: str, since: datetime, until: datetime) -> bool:
        """Tell whether somebody said to be away at some time of a turn."""
        away = self.known(name).away
        return away is not None and away[0] < until and away[1] > since
