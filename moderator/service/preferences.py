"""What a player may choose about letters: ``SET <preference> <value>``."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Literal
from zoneinfo import available_timezones

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moderator.language.reading.commands import PREFERENCES
from moderator.service.codes import RefusalCode
from moderator.service.context import Context
from moderator.service.schedule import duration
from moderator.store.tables import Player, SeatAssignment

_ON = frozenset(("ON", "YES", "TRUE", "1"))
_OFF = frozenset(("OFF", "NO", "FALSE", "0"))
_PAPERS = {"A4": "a4", "A3": "a3", "LETTER": "letter"}
_CHOICES = {
    "ZONE": ("Europe/Berlin", "America/New_York"),
    "TEXT-ONLY": ("ON", "OFF"),
    "ATTACHMENTS": ("ON", "OFF"),
    "PAPER": tuple(_PAPERS),
    "POSTER": ("ON", "OFF"),
    "JSON": ("ON", "OFF"),
    "REMIND": ("24h", "24h 4h", "OFF", "ON"),
    "DELIVERY": ("MAIL", "FORUM", "BOTH"),
    "REPORTS": ("ALL", "END"),
    "ADDRESS": ("carl@example.org",),
}
"""The values of each preference; of zones and addresses there are many, so one or two stand for them."""
_SPAN = re.compile(r"(\d{1,4})\s*([wdhm])(?:eeks?|ays?|ours?|in(?:ute)?s?)?\b", re.IGNORECASE)
_MOST_REMINDERS = 3
_SOONEST, _EARLIEST = timedelta(minutes=15), timedelta(days=14)
_FIXED = {"LANGUAGE": ("EN",), "DIGEST": ("OFF",)}
"""Preferences that have one value so far: letters are written in English, and press goes out as it comes."""


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


def chosen(player: Player) -> dict[str, str]:
    """Return the preferences of a player in all matches as SET writes them; what is as usual is empty."""
    kept = load_preferences(player)
    return {
        "ZONE": player.zone,
        "PAPER": kept.paper.upper(),
        "TEXT-ONLY": _word(on=kept.text_only),
        "ATTACHMENTS": _word(on=kept.attachments),
        "POSTER": "" if kept.poster is None else _word(on=kept.poster),
        "JSON": _word(on=kept.json),
        "REMIND": "" if kept.remind is None else " ".join(kept.remind) or "OFF",
        "DELIVERY": kept.delivery.upper(),
    }


def chosen_reports(assignment: SeatAssignment) -> str:
    """Return which reports of a match a player wants once the own seat is out, as SET writes it."""
    return "ALL" if assignment.watches else "END"


def choices(name: str) -> tuple[str, ...]:
    """Return the values of a preference; of zones examples."""
    return _CHOICES[name]


def put(player: Player, name: str, value: str) -> str:
    """Change one preference of a player and return the value as kept; raises PreferenceError."""
    key = name.upper().replace("_", "-").replace(" ", "-")
    if key in ("ZONE", "TIMEZONE", "TIME-ZONE", "TZ"):
        player.zone = _zone(value)
        return player.zone
    if key in ("TEXT-ONLY", "TEXTONLY", "PLAIN", "TEXT"):
        player.preferences = _encode(replace(load_preferences(player), text_only=_switch(value)))
    elif key in ("ATTACHMENTS", "ATTACHMENT"):
        player.preferences = _encode(replace(load_preferences(player), attachments=_switch(value)))
    elif key in ("POSTER", "POSTERS"):
        player.preferences = _encode(replace(load_preferences(player), poster=_switch(value)))
    elif key == "JSON":
        player.preferences = _encode(replace(load_preferences(player), json=_switch(value)))
    elif key in ("REMIND", "REMINDER", "REMINDERS"):
        spans = _spans(value)
        player.preferences = _encode(replace(load_preferences(player), remind=spans))
        return chosen(player)["REMIND"] or "ON"
    elif key == "DELIVERY":
        word: Any = _one_of(key, value, _CHOICES[key]).lower()
        player.preferences = _encode(replace(load_preferences(player), delivery=word))
    elif key == "PAPER":
        player.preferences = _encode(
            replace(load_preferences(player), paper=_PAPERS[_one_of(key, value, _CHOICES[key])])
        )
    elif key in _FIXED:
        _one_of(key, value, _FIXED[key])
    else:
        raise PreferenceError(
            RefusalCode.PREFERENCE_UNKNOWN, tuple(line for name in PREFERENCES for line in lines(name))
        )
    return value.strip()


def put_reports(assignment: SeatAssignment, value: str) -> str:
    """Note which reports of a match a player wants once the own seat is out, and return it; raises PreferenceError."""
    wish = _one_of("REPORTS", value, _CHOICES["REPORTS"])
    assignment.watches = wish == "ALL"
    return wish


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


def _word(*, on: bool) -> str:
    return "ON" if on else "OFF"


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
        or not duration(spans[-1]) >= _SOONEST
        or duration(spans[0]) > _EARLIEST
    ):
        raise PreferenceError(RefusalCode.PREFERENCE_VALUE, lines("REMIND"))
    return tuple(spans)


def _zone(value: str) -> str:
    wanted = value.strip().replace(" ", "_").lower()
    zones = available_timezones()
    for zone in zones:
        if zone.lower() == wanted:
            return zone
    near = sorted(zone for zone in zones if wanted and wanted in zone.lower())[:5]
    raise PreferenceError(RefusalCode.PREFERENCE_ZONE, tuple(f"SET ZONE {zone}" for zone in near or ("Europe/Berlin",)))
