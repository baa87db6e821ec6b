"""The matches of a year: which games, how short, by which clock, how people come into them."""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal

from msgspec import Struct

from moderator.service.context import MatchPlan, SeatPlan
from tests.support.year import almanac
from tests.support.year.almanac import DAY
from tests.support.year.club import ZONES, Person

COUNT = 100


class Table(Struct, frozen=True):
    """What is played: a game with options that make it short, its seats in order, and a bot that thinks little."""

    game: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    bot: str
    fewest: int = 2


_RAYGUNS = ("Rangers", "Pirates", "Zard")
_BUCK = ("Blue", "Red", "Purple")
_SMALL = {"map_size": "small"}
TABLES = (
    (40, Table("rebel-commander", {"edition": "skirmish", "max_turns": 3}, ("Red", "Empire"), "recruit", 1)),
    (6, Table("rebel-commander", {"edition": "skirmish", "max_turns": 6}, ("Red", "Empire"), "recruit", 1)),
    (8, Table("rebel-commander", {"max_turns": 3}, ("Red", "Blue", "Green", "Empire"), "recruit", 1)),
    (16, Table("space-genocide", {**_SMALL, "turn_limit": 3, "start_ships": 8}, ("Red", "Blue", "Green"), "random")),
    (4, Table("space-genocide", {**_SMALL, "turn_limit": 2, "tempo": "seats"}, ("Red", "Blue"), "random")),
    (10, Table("buck-rogers", {"turn_limit": 3, "year": 3, "seduce_reach": 1}, _BUCK, "random")),
    (8, Table("buck-rogers-revised", {"end_turn": 3, "turn_limit": 3}, _BUCK, "random")),
    (8, Table("rayguns-and-rocketships", {"rounds": 3}, _RAYGUNS, "random")),
)
"""How many matches there are of each."""
_LEAPS = (
    ("America/New_York", date(2027, 3, 14)),
    ("Europe/Berlin", date(2027, 3, 28)),
    ("Europe/London", date(2027, 3, 28)),
    ("Pacific/Auckland", date(2027, 4, 4)),
    ("America/Santiago", date(2027, 4, 4)),
    ("Australia/Sydney", date(2027, 4, 4)),
    ("America/Santiago", date(2027, 9, 5)),
    ("Pacific/Auckland", date(2027, 9, 26)),
    ("Australia/Sydney", date(2027, 10, 3)),
    ("Europe/Berlin", date(2027, 10, 31)),
    ("Europe/Lisbon", date(2027, 10, 31)),
    ("America/Los_Angeles", date(2027, 11, 7)),
)
"""Where and when clocks change in the year that is played."""
SCHEDULES = (
    *("every 24h", "every 48h", "every 72h", "every 96h"),
    *("at MON,THU 20:00", "at TUE,FRI 19:30", "at MON,WED,FRI 07:15", "at SUN,WED 02:30"),
)
_ABSENT: tuple[Literal["default", "bot", "gm", "standby"], ...] = ("default", "bot", "bot", "gm", "standby", "standby")
_SHORT = ("bots", "bots", "wait", "off")


class Planned(Struct, frozen=True):
    """A match, and when the GM writes it into the file."""

    saved: datetime
    plan: MatchPlan
    table: Table


def matches(chance: random.Random, people: Sequence[Person], first: date, last: date) -> list[Planned]:
    """Return the matches of a year by the time at which they are written down."""
    tables = [table for count, table in TABLES for _ in range(count)]
    chance.shuffle(tables)
    leaps = iter([(zone, day - chance.randint(2, 5) * DAY) for zone, day in _LEAPS for _ in range(2)])
    days = (last - first).days - 42
    found = []
    for number, table in enumerate(tables):
        zone, day = next(leaps, (chance.choice(ZONES), first + timedelta(chance.randint(1, days))))
        found.append(_planned(chance, people, number, table, zone=zone, day=day))
    return sorted(found, key=lambda each: (each.saved, each.plan.name))


def _planned(
    chance: random.Random, people: Sequence[Person], number: int, table: Table, *, zone: str, day: date
) -> Planned:
    saved = almanac.moment(zone, day, f"{chance.randint(8, 22):02}:{chance.choice((0, 10, 25)):02}")
    is_open = chance.random() < 0.45
    absent = chance.choice(_ABSENT)
    plan = MatchPlan(
        name=f"{_PLACES[number % len(_PLACES)]}-{number}",
        game=table.game,
        schedule=chance.choice(SCHEDULES),
        zone=zone,
        options=dict(table.options),
        delay=timedelta(minutes=chance.choice((5, 15, 60))),
        grace=timedelta(hours=chance.choice((0, 0, 0, 2))),
        remind=timedelta(hours=chance.choice((24, 24, 12, 0))),
        absent=absent,
        absent_after=chance.choice((1, 2, 2)),
        absent_bot=table.bot,
        gm=chance.choice(("open", "open", "open", "blind")),
        **(_opened(chance, table, saved) if is_open else _seated(chance, people, table, saved)),
    )
    return Planned(saved, plan, table)


def _opened(chance: random.Random, table: Table, saved: datetime) -> dict[str, Any]:
    """Return what a match says of itself that people can join; Rebel Commander gives the Empire to a bot."""
    free = [seat for seat in table.seats if seat != "Empire"]
    dated = chance.random() < 0.4
    seats = tuple(SeatPlan(seat=seat, bot=table.bot) for seat in table.seats if seat not in free)
    return {
        "open": True,
        "seats": seats,
        "least": table.fewest,
        "most": max(table.fewest, len(free) - chance.randint(0, 1)),
        "short": chance.choice(_SHORT),
        "start": saved + chance.randint(3, 6) * DAY + timedelta(hours=chance.randint(0, 12)) if dated else None,
    }


def _seated(chance: random.Random, people: Sequence[Person], table: Table, saved: datetime) -> dict[str, Any]:
    """Return who sits where in a match that the GM fills."""
    some = chance.sample(list(people), len(table.seats))
    bots = chance.sample(table.seats, chance.choice((0, 0, 1)))
    seats = tuple(
        SeatPlan(seat=seat, bot=table.bot) if seat in bots else _seat(seat, person)
        for seat, person in zip(table.seats, some, strict=True)
    )
    return {"seats": seats, "start": saved + timedelta(hours=30) if chance.random() < 0.3 else None}


def _seat(seat: str, person: Person) -> SeatPlan:
    return SeatPlan(seat=seat, player=person.name, addresses=(person.address,), preferences={"ATTACHMENTS": "OFF"})


_PLACES = ("hoth", "endor", "dagobah", "naboo", "tatooine", "jakku", "bespin", "kashyyyk", "mustafar", "geonosis")


def by_day(planned: Sequence[Planned]) -> Iterator[tuple[datetime, list[Planned]]]:
    """Give the matches in the order in which the file is saved with them."""
    for saved, some in itertools.groupby(planned, key=lambda each: each.saved):
        yield saved, list(some)
