"""What a player may choose about letters: ``SET <preference> <value>``."""

import re
from collections.abc import Callable, Mapping
from datetime import time, timedelta
from functools import cache
from typing import Any, Literal
from zoneinfo import available_timezones

import msgspec
from babel import Locale
from msgspec import Struct
from msgspec.structs import replace

from moderator.core.template_folders import LANGUAGES
from moderator.language.reading.commands import PREFERENCES
from moderator.service.codes import RefusalCode
from moderator.service.context import Context
from moderator.service.schedule import duration
from moderator.store.tables import Match, Player, SeatAssignment

_ON = frozenset(("ON", "YES", "TRUE", "1"))
_OFF = frozenset(("OFF", "NO", "FALSE", "0"))
_PAPERS = {"A4": "a4", "A3": "a3", "LETTER": "letter"}
_CHOICES = {
    "ZONE": ("Europe/Berlin", "America/New_York"),
    "LANGUAGE": tuple(map(str.upper, LANGUAGES)),
    "TEXT-ONLY": ("ON", "OFF"),
    "ATTACHMENTS": ("ON", "OFF"),
    "PAPER": tuple(_PAPERS),
    "POSTER": ("ON", "OFF"),
    "JSON": ("ON", "OFF"),
    "REMIND": ("24h", "24h 4h", "OFF", "ON"),
    "DIGEST": ("07:00", "19:00", "OFF"),
    "NOTIFY": ("https://ntfy.example.org/anna", "OFF"),
    "DELIVERY": ("MAIL", "FORUM", "BOTH"),
    "RATING": ("ON", "OFF"),
    "REPORTS": ("ALL", "END"),
    "ADDRESS": ("carl@example.org",),
}
"""The values of each preference; of zones and addresses there are many, so one or two stand for them.

NOTIFY is none of the others' kind: its value is a secret, so it stands in no list, on no page and in no file.
"""
_SPAN = re.compile(r"(\d{1,4})\s*([wdhm])(?:eeks?|ays?|ours?|in(?:ute)?s?)?\b", re.IGNORECASE)
_MOST_REMINDERS = 3
_SOONEST, _EARLIEST = timedelta(minutes=15), timedelta(days=14)
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?: ?([AP])\.?M\.?)?")
_NOON = 12
_OTHER_NAMES = {
    **dict.fromkeys(("TIMEZONE", "TIME-ZONE", "TZ"), "ZONE"),
    **dict.fromkeys(("TEXTONLY", "PLAIN", "TEXT"), "TEXT-ONLY"),
    **dict.fromkeys(("REMINDER", "REMINDERS"), "REMIND"),
    "ATTACHMENT": "ATTACHMENTS",
    "POSTERS": "POSTER",
    "RATINGS": "RATING",
}
"""What people call preferences."""


class Preferences(Struct, frozen=True, omit_defaults=True):
    """A player's choices; ``paper`` empty is the operator's. Kept as JSON text in ``Player.preferences``."""

    paper: str = ""
    text_only: bool = False
    attachments: bool = True
    poster: bool | None = None
    """None: as the match is set."""
    json: bool = False
    delivery: Literal["", "mail", "forum", "both"] = ""
    """Where letters go to who has an address and an account in a forum; empty: to the forum."""
    remind: tuple[str, ...] | None = None
    """How long before a deadline reminders come, such as ``24h``; None: as the match is set."""
    digest: str = ""
    """When the letter of the day goes, by the player's clock, such as ``07:00``; empty: letters go as they come."""
    rating: bool = False
    """Everybody may see the ratings."""
    language: str = ""
    """The language of letters and pages, such as ``de``; empty: as the match or the moderator is set."""
    notify: str = ""
    """Where the player gets chat notices: a kind, a blank and an address, which is a secret. SET NOTIFY changes it."""


class PreferenceError(Exception):
    """A preference that there is not, or a value that it cannot have; ``allowed`` lists what could be written."""

    def __init__(self, code: RefusalCode, allowed: tuple[str, ...]) -> None:
        super().__init__(code)
        self.code = code
        self.allowed = allowed


def load_preferences(player: Player) -> Preferences:
    """Return a player's choices."""
    return msgspec.json.decode(player.preferences, type=Preferences, strict=False)


def reminders(player: Player) -> tuple[timedelta, ...] | None:
    """Return how long before a deadline a player wishes to be reminded, None for as each match is set."""
    chosen_spans = load_preferences(player).remind
    return None if chosen_spans is None else tuple(map(duration, chosen_spans))


def paper(ctx: Context, player: Player | None) -> str:
    """Return the paper that somebody prints on."""
    return (load_preferences(player).paper if player else "") or ctx.settings.paper


def language(ctx: Context, player: Player | None, match: Match | None = None) -> str:
    """Return the language of what somebody is told: their own choice, else that of the match or of the moderator."""
    own = load_preferences(player).language if player else ""
    return own or (match.settings.language if match else "") or ctx.settings.language


def chosen(player: Player) -> dict[str, str]:
    """Return the preferences of a player in all matches as SET writes them; what is as usual is empty."""
    kept = load_preferences(player)
    return {"ZONE": player.zone, **{name: kind.write(getattr(kept, kind.field)) for name, kind in _KINDS.items()}}


def chosen_reports(assignment: SeatAssignment) -> str:
    """Return which reports of a match a player wants once the own seat is out, as SET writes it."""
    return "ALL" if assignment.watches else "END"


def choices(name: str) -> tuple[str, ...]:
    """Return the values of a preference; of zones examples."""
    return _CHOICES[name]


def put(player: Player, name: str, value: str) -> str:
    """Change one preference of a player and return the value as kept; raises PreferenceError."""
    key = name.upper().replace("_", "-").replace(" ", "-")
    key = _OTHER_NAMES.get(key, key)
    if key == "ZONE":
        player.zone = _zone(value)
        return player.zone
    if key not in _KINDS:
        raise PreferenceError(
            RefusalCode.PREFERENCE_UNKNOWN, tuple(line for each in PREFERENCES for line in lines(each))
        )
    kind = _KINDS[key]
    wanted = kind.read(value)
    player.preferences = _encode(replace(load_preferences(player), **{kind.field: wanted}))
    return kind.write(wanted) or "ON"


def put_reports(assignment: SeatAssignment, value: str) -> str:
    """Note which reports of a match a player wants once the own seat is out, and return it; raises PreferenceError."""
    wish = _one_of("REPORTS", value, _CHOICES["REPORTS"])
    assignment.watches = wish == "ALL"
    return wish


def put_notify(player: Player, kind: str, url: str) -> None:
    """Note where a player gets chat notices; nowhere without an address."""
    player.preferences = _encode(replace(load_preferences(player), notify=f"{kind} {url}" if url else ""))


def portable(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return what goes with a player to another instance, or is taken from there: no address for chat notices."""
    return {name: value for name, value in kept.items() if name != "notify"}


def differing(player: Player, wanted: Mapping[str, str]) -> list[str]:
    """Return the names of the wanted preferences that a player has not chosen; raises PreferenceError."""
    names = []
    for name, value in wanted.items():
        granted = Player(name=player.name, zone=player.zone, preferences=player.preferences)
        put(granted, name, value)
        if (granted.zone, granted.preferences) != (player.zone, player.preferences):
            names.append(name)
    return names


def lines(name: str) -> tuple[str, ...]:
    """Return what a player may write to set a preference: a line for each value, of zones an example."""
    return tuple(f"SET {name} {value}" for value in _CHOICES[name])


def _encode(preferences: Preferences) -> str:
    return msgspec.json.encode(preferences).decode()


def _one_of(key: str, value: str, allowed: tuple[str, ...]) -> str:
    """Return a value as it is listed; raises PreferenceError with the lines that could be written instead."""
    word = value.strip().upper().removeprefix("US").strip(" -")
    if word in allowed:
        return word
    raise PreferenceError(RefusalCode.PREFERENCE_VALUE, tuple(f"SET {key} {name}" for name in allowed))


def _word(on: bool | None) -> str:  # noqa: FBT001 - the value of a preference
    return "" if on is None else "ON" if on else "OFF"


def _written_spans(spans: tuple[str, ...] | None) -> str:
    return "" if spans is None else " ".join(spans) or "OFF"


def _switch(value: str) -> bool:
    word = value.strip().upper()
    if word in _ON | _OFF:
        return word in _ON
    raise PreferenceError(RefusalCode.PREFERENCE_VALUE, ("ON", "OFF"))


def _spans(value: str) -> tuple[str, ...] | None:
    """Return the lengths of time that a text lists, the longest first; none for OFF, None for ON."""
    if value.strip().upper() in _ON | _OFF:
        return None if _switch(value) else ()
    found = [f"{number}{unit.lower()}" for number, unit in _SPAN.findall(value)]
    spans = sorted(set(found), key=duration, reverse=True)
    left = _SPAN.sub("", value).replace("and", "").replace("before", "").strip(" ,;&+.")
    if (
        left
        or not spans
        or len(spans) > _MOST_REMINDERS
        or duration(spans[-1]) < _SOONEST
        or duration(spans[0]) > _EARLIEST
    ):
        raise PreferenceError(RefusalCode.PREFERENCE_VALUE, lines("REMIND"))
    return tuple(spans)


def time_of_day(value: str) -> str:
    """Return a time of day as 07:00; empty for OFF, and for ON the first that there is to choose.

    Raises PreferenceError.
    """
    if value.strip().upper() in _ON | _OFF:
        return _CHOICES["DIGEST"][0] if _switch(value) else ""
    found = _TIME.fullmatch(" ".join(value.upper().removeprefix("AT ").split()))
    hour, minute, half = found.groups() if found else ("", None, None)
    if half and 1 <= int(hour) <= _NOON:
        hour = str(int(hour) % _NOON + (_NOON if half == "P" else 0))
    elif half or not minute:
        hour = ""
    try:
        return f"{time(int(hour), int(minute or 0)):%H:%M}"
    except ValueError:
        raise PreferenceError(RefusalCode.PREFERENCE_VALUE, lines("DIGEST")) from None


def _zone(value: str) -> str:
    wanted = value.strip().replace(" ", "_").lower()
    zones = available_timezones()
    for zone in zones:
        if zone.lower() == wanted:
            return zone
    near = sorted(zone for zone in zones if wanted and wanted in zone.lower())[:5]
    raise PreferenceError(RefusalCode.PREFERENCE_ZONE, tuple(f"SET ZONE {zone}" for zone in near or ("Europe/Berlin",)))


def language_code(text: str) -> str:
    """Return the code of a language that is named by it, by a locale or by its name in any of ours; empty for none."""
    word = re.split(r"[_.@-]", text.strip().casefold())[0]
    return next((code for code in LANGUAGES if word == code or word in _names_of(code)), "")


def _language(value: str) -> str:
    if code := language_code(value):
        return code
    raise PreferenceError(RefusalCode.PREFERENCE_VALUE, lines("LANGUAGE"))


@cache
def _names_of(code: str) -> frozenset[str]:
    """Return what a language is called in all of ours: ``german``, ``deutsch``."""
    named = (Locale.parse(code).get_display_name(other) for other in LANGUAGES)
    return frozenset(name.casefold() for name in named if name)


class _Kind(Struct, frozen=True):
    """A preference: the field that keeps it, and how its value is read and written."""

    field: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


_KINDS = {
    "LANGUAGE": _Kind("language", _language, str.upper),
    "PAPER": _Kind("paper", lambda value: _PAPERS[_one_of("PAPER", value, _CHOICES["PAPER"])], str.upper),
    "TEXT-ONLY": _Kind("text_only", _switch, _word),
    "ATTACHMENTS": _Kind("attachments", _switch, _word),
    "POSTER": _Kind("poster", _switch, _word),
    "JSON": _Kind("json", _switch, _word),
    "REMIND": _Kind("remind", _spans, _written_spans),
    "DIGEST": _Kind("digest", time_of_day, lambda value: value or "OFF"),
    "RATING": _Kind("rating", _switch, _word),
    "DELIVERY": _Kind("delivery", lambda value: _one_of("DELIVERY", value, _CHOICES["DELIVERY"]).lower(), str.upper),
}
"""The preferences of a player in all matches but the zone, which is kept apart, in the order of the settings."""
