"""Values of the operator's file with a form of their own: durations, addresses, zones, names.

Each function here checks one value as TOML gives it; it raises PydanticCustomError with advice if the value is wrong.
"""

import re
import unicodedata
from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Annotated, Any
from zoneinfo import available_timezones

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from moderator.config.faults import did_you_mean
from moderator.config.reading import FOLDER, INCLUDABLE
from moderator.core.template_folders import ENGLISH, LANGUAGES
from moderator.mail.headers import is_address
from moderator.service import preferences, schedule, spectators
from moderator.service.chat import links
from moderator.service.context import ALL_MATCHES, LONGEST_REASON
from moderator.transport.connections import host_of, is_loopback

_SITE = re.compile(r"https?://[A-Za-z0-9\[](?:[A-Za-z0-9.:\]-]*[A-Za-z0-9\]])?(?:/[\w./~-]*)?")
_LISTENER = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}")
_HOST = re.compile(r"(?=.{4,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]")
_HIGHEST_PORT = 65_535
_PERCENT = re.compile(r"(\d{1,3})\s*%")
_OFTEN = timedelta(hours=1)
_ASKS = re.compile(r"finished (\d{1,2})")
FULL = "full"
"""The start of a match that begins once all its places are taken."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,22}[a-z0-9])?")


def _wrong(message: str, suggestion: str) -> PydanticCustomError:
    """Return an error that carries advice; braces in the texts are literal."""
    return PydanticCustomError("ours", "{message}", {"message": message, "suggestion": suggestion})


def _text(value: Any, *examples: str) -> str:  # noqa: ANN401 - whatever the file holds
    if not isinstance(value, str):
        written = " or ".join(f'"{example}"' for example in examples)
        raise _wrong(f"must be text in quotes, not {kind(value)}", f"write it as {written}")
    return value.strip()


def kind(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Return the name of a value's type, in an operator's words."""
    names = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list", dict: "a table"}
    return names.get(type(value), "a date")


def duration(value: Any) -> timedelta:  # noqa: ANN401 - whatever the file holds
    """Read a length of time: ``"48h"``, ``"2d"``, ``"1d12h"``, ``"15m"`` or ``"0"``."""
    examples: tuple[str, ...] = ("48h",)
    if type(value) is int:  # how much is known, and not of what
        examples = (f"{value}m", f"{value}h", f"{value}d") if value else ("0",)
    try:
        return schedule.duration(_text(value, *examples))
    except schedule.ScheduleError:
        raise _wrong(f'"{value}" is not a length of time', 'write "48h", "2d", "1d12h" or "15m"') from None


def part(value: Any) -> float | None:  # noqa: ANN401 - whatever the file holds
    """Read a share in per cent, ``"10%"`` as 0.1, and ``"off"`` as None."""
    text = _text(value, "10%")
    if text.lower() == "off":
        return None
    found = _PERCENT.fullmatch(text)
    if found is None or int(found[1]) > 100:  # noqa: PLR2004 - the whole
        raise _wrong(f'"{value}" is not a share', 'write "10%", or "off"')
    return int(found[1]) / 100


def rhythm(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read a schedule: ``"at 08:00"``, ``"at MON 08:00"`` or ``"every 1d"``; an empty text means never."""
    text = _text(value, "at 08:00")
    try:
        every = schedule.parse(text, "UTC").every
    except schedule.ScheduleError as error:
        raise _wrong(error.message, 'write "at 08:00", "at MON 08:00" or "every 1d"') from None
    if every is not None and every < _OFTEN:
        raise _wrong(f'"{value}" is too often for a letter', 'write "every 1h" or longer')
    return text


def time_of_day(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read a time of day as ``"07:00"``, also ``"at 7:00"``, ``"7 pm"`` and ``"on"``; ``"off"`` as an empty text."""
    text = _text(value, "07:00")
    try:
        return preferences.time_of_day(text) if text else ""
    except preferences.PreferenceError:
        raise _wrong(f'"{value}" is not a time of day', 'write it as "07:00"') from None


def address(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read one mail address, without a name."""
    text = _text(value, "ann@example.org")
    if not is_address(text):
        fault = f'"{value}" is not a mail address' if text else "must not be empty"
        raise _wrong(fault, _address_advice(text))
    return text


def _address_advice(text: str) -> str:
    """Return how to write an address; a domain with other letters as the mail servers have it."""
    local, _, domain = text.rpartition("@")
    if not local or domain.isascii():
        return 'write it as "ann@example.org", without a name or brackets'
    return f'its domain has letters beyond a-z: write it as "{local}@{_plain_domain(domain.lower())}"'


def _plain_domain(domain: str) -> str:
    """Return a domain in ASCII if that is certain: Python's IDNA is an old one, which reads a sharp s as ss."""
    try:
        plain = domain.encode("idna")
        certain = plain.decode("idna") == domain
    except UnicodeError:
        certain = False
    return plain.decode() if certain else "xn--…"


def addresses(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever the file holds
    """Read one mail address or a list of them, in lower case; letters go to the first."""
    many = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(address(one).lower() for one in many))


def gm_addresses(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever the file holds
    """Read the address of a GM, or a list of several, the one that is named to players first."""
    many = value if isinstance(value, list) else [value]
    if not many:
        raise _wrong("names nobody", 'write gm = "gm@example.org"')
    found: dict[str, str] = {}
    for each in map(address, many):
        found.setdefault(each.lower(), each)
    return tuple(found.values())


def moment(value: Any) -> datetime:  # noqa: ANN401 - whatever the file holds
    """Read a date with a time of day, as text or as TOML's own; without an offset it is local time."""
    example = "2026-12-05 20:00"
    text = str(value) if isinstance(value, datetime) else _text(value, example)
    none = _wrong(f'"{text}" is not a time', f'write an existing date and time, such as "{example}"')
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise none from None
    if not MINYEAR < read.year < MAXYEAR:  # in another zone those of the first and last year may be in none
        raise none
    if not re.search(r"\d[T ]\d", text):
        raise _wrong(f'"{text}" has no time of day', f'write "{text} 20:00"')
    return read


def start(value: Any) -> datetime | None:  # noqa: ANN401 - whatever the file holds
    """Read when a match begins: a date with a time of day, or for one that people can join ``"full"``, as None."""
    return None if value == FULL else moment(value)


def asks(value: Any) -> int:  # noqa: ANN401 - whatever the file holds
    """Read what an open match asks for, ``"finished 1"``: how many matches somebody has finished here."""
    found = _ASKS.fullmatch(" ".join(_text(value, "finished 1").lower().split()))
    if found is None:
        raise _wrong(f'"{value}" is nothing that a match can ask for', 'write "finished 1", or leave it out')
    return int(found[1])


def spectator_choice(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read what spectators see of a match: ``"public"``, ``"after 3 turns"``, ``"over"`` or ``"none"``."""
    choice = spectators.read(_text(value, spectators.PUBLIC))
    if not choice:
        raise _wrong(f'"{value}" is not a choice for spectators', 'write "public", "after 3 turns", "over" or "none"')
    return choice


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def zone(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read the name of an IANA time zone."""
    text = _text(value, "Europe/Berlin")
    if text not in _zones():
        meant = zone_named(text)
        advice = f'did you mean "{meant}"?' if meant else did_you_mean(text, _zones())
        raise _wrong(f'"{text}" is not a time zone', advice or 'write it as "Europe/Berlin" or "UTC"')
    return text


def zone_named(text: str) -> str:
    """Return the time zone that somebody names in small letters or by its city; empty if there is none."""
    word = text.strip().replace(" ", "_").casefold()
    cities = {name.rsplit("/", 1)[-1].casefold(): name for name in reversed(_zones())}
    return {**cities, **{name.casefold(): name for name in _zones()}}.get(word, "")


def language(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read the code of a language that letters can be in."""
    text = _text(value, ENGLISH)
    if text not in LANGUAGES:
        meant = preferences.language_code(text)
        fault = f'"{text}" is not the code of a language' if meant else f'letters cannot be in "{text}"'
        raise _wrong(fault, "write " + " or ".join(f'"{code}"' for code in ([meant] if meant else LANGUAGES)))
    return text


def included(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read the name of a file to include, or a pattern for several."""
    text = _text(value, f"{FOLDER}/*.toml")
    if not INCLUDABLE.fullmatch(text):
        raise _wrong(f'"{text}" is not in the folder {FOLDER}/', f'write "{FOLDER}/*.toml", or "{FOLDER}/hoth.toml"')
    return text


def slug(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read a short name that fits into a mail address."""
    return _short_name(_text(value, "hoth"), "hoth", "a mail address")


def series(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read the name of a series, which is a part of the address of its page."""
    return _short_name(_text(value, "spring"), "spring", "a web address")


def _short_name(text: str, example: str, where: str) -> str:
    if not _SLUG.fullmatch(text):
        plain = unicodedata.normalize("NFKD", text.lower().translate(_UMLAUTS)).encode("ascii", "ignore").decode()
        fitting = re.sub(r"[^a-z0-9]+", "-", plain)[:24].strip("-") or example
        raise _wrong(f'"{text}" does not fit into {where}: use small letters, digits and -', f'write "{fitting}"')
    return text


def lines(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever the file holds
    """Read a line, or a list of lines."""
    many = value if isinstance(value, list) else [value]
    read = tuple(line for one in many for line in _text(one, "EXTEND 24h").splitlines() if line.strip())
    if not read:
        raise _wrong("says nothing that can be done", 'write a line such as "EXTEND 24h"')
    return read


def match_names(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever the file holds
    """Read the name of a match, a list of them, or ``"*"`` for all."""
    names = tuple(dict.fromkeys(_text(one, "hoth") for one in (value if isinstance(value, list) else [value])))
    if not all(names) or not names:
        raise _wrong("names no match", f'write "hoth", ["hoth", "endor"], or "{ALL_MATCHES}" for all that go on')
    if ALL_MATCHES in names and len(names) > 1:
        raise _wrong(f'"{ALL_MATCHES}" means all matches, so no other name stands beside it', f'write "{ALL_MATCHES}"')
    return names


def reason(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read why a GM does something, as one line."""
    text = " ".join(_text(value, "The server was down.").split())
    if len(text) > LONGEST_REASON:
        raise _wrong(f"has {len(text)} characters", f"write {LONGEST_REASON} at most")
    return text


def database_url(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read the URL of the database. An error names only its kind, since the URL may hold a password."""
    text = _text(value, "sqlite:///state/moderator.sqlite")
    kind_of_base, found, _ = text.partition("://")
    if not found or kind_of_base not in {"sqlite", "postgresql"}:
        advice = 'write "sqlite:///state/moderator.sqlite" or "postgresql://user@host/name"'
        raise _wrong(
            "is not the address of an SQLite or PostgreSQL database" if found else "is not the address of a database",
            advice,
        )
    if kind_of_base == "postgresql" and find_spec("psycopg") is None:
        raise _wrong("PostgreSQL needs another package", 'pip install "psycopg[binary]"')
    return text


def web_address(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Check the address of a site, and return it without a slash at its end."""
    text = _text(value, "https://forum.example.org")
    if not _SITE.fullmatch(text) or not host_of(text):
        raise _wrong(f"{text!r} is not the address of a site", 'write it as "https://forum.example.org"')
    return text.rstrip("/")


def notice_url(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read the address of a chat; an error does not quote it, since anybody who has it can post there."""
    example = "https://ntfy.sh/your-topic"
    try:
        return links.read(_text(value, example))
    except links.BadUrlError as error:
        wrong = {
            "not-https": "is not an https address",
            "host": "has a host that cannot be reached from the internet",
            "form": f"is not an address for notices (at most {links.LONGEST} characters, no blanks)",
        }
        raise _wrong(wrong[str(error)], f'write it as "{example}"') from None


def host(value: Any) -> str:  # noqa: ANN401 - whatever is answered
    """Read the whole name of a host, or its IP address: a single word is probably the answer to another question."""
    text = _text(value, "imap.example.org")
    if not _HOST.fullmatch(text) and not is_loopback(text) and not _is_ip(text):
        raise _wrong(f'"{text}" is not a host name' if text else "must not be empty", 'write it as "imap.example.org"')
    return text


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def listener(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """Read where to listen: a host and a port."""
    text = _text(value, "127.0.0.1:8080")
    if not _LISTENER.fullmatch(text) or int(text.rpartition(":")[2]) > _HIGHEST_PORT:
        raise _wrong(f"{text!r} is not a host and a port", 'write it as "127.0.0.1:8080"')
    return text


Count = Annotated[int, Field(ge=0)]
"""A whole number, 0 or more."""
Duration = Annotated[timedelta, BeforeValidator(duration)]
"""A length of time."""
Seconds = Annotated[float, BeforeValidator(lambda value: duration(value).total_seconds())]
"""A length of time, as seconds."""
Start = Annotated[datetime | None, BeforeValidator(start)]
"""A date with a time of day, or None for a match that begins once it is full."""
Asks = Annotated[int, BeforeValidator(asks)]
"""How many matches somebody must have finished."""
Moment = Annotated[datetime, BeforeValidator(moment)]
"""A date with a time of day, naive where it is local time."""
Part = Annotated[float | None, BeforeValidator(part)]
"""A share from 0 to 1, or None if it is switched off."""
TimeOfDay = Annotated[str, BeforeValidator(time_of_day)]
"""A time of day, empty for never."""
Rhythm = Annotated[str, BeforeValidator(rhythm)]
"""When something is repeated: the words of a schedule, empty for never."""
MailAddress = Annotated[str, BeforeValidator(address)]
"""One mail address."""
MailAddresses = Annotated[tuple[str, ...], BeforeValidator(addresses)]
"""A tuple of one or more mail addresses."""
GmAddresses = Annotated[tuple[str, ...], BeforeValidator(gm_addresses)]
"""A tuple of one or more mail addresses of GMs."""
Zone = Annotated[str, BeforeValidator(zone)]
"""The name of an IANA time zone."""
Language = Annotated[str, BeforeValidator(language)]
"""The code of a language that letters can be in."""
SpectatorChoice = Annotated[str, BeforeValidator(spectator_choice)]
"""What spectators see of a match."""
Included = Annotated[str, BeforeValidator(included)]
"""The name of a file to include, or a pattern."""
Slug = Annotated[str, BeforeValidator(slug)]
"""A short name that fits into a mail address."""
SeriesName = Annotated[str, BeforeValidator(series)]
"""The name of a series of matches."""
DatabaseUrl = Annotated[str, BeforeValidator(database_url)]
"""The URL of a SQLite or PostgreSQL database."""
WebAddress = Annotated[str, BeforeValidator(web_address)]
"""The address of a site, ``https://…``."""
TextLines = Annotated[tuple[str, ...], BeforeValidator(lines)]
"""A tuple of one or more lines."""
MatchNames = Annotated[tuple[str, ...], BeforeValidator(match_names)]
"""A tuple of one or more names of matches, or ``*`` alone."""
Reason = Annotated[str, BeforeValidator(reason)]
"""Why a GM does something, empty for no reason given."""
NoticeUrl = Annotated[str, BeforeValidator(notice_url)]
"""The https address of a chat, which is a secret."""
Host = Annotated[str, BeforeValidator(host)]
"""The whole name of a host, or its IP address."""
Listener = Annotated[str, BeforeValidator(listener)]
"""A host and a port, as in ``127.0.0.1:8080`` or ``[::1]:8080``."""
