"""What every use case is handed: settings, games, time and the key; and nothing that does I/O."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.game import AnyGame
from moderator.core.pictures import Pictures, Words
from moderator.core.template_folders import ENGLISH
from moderator.ports import ChatKind, Clock
from moderator.store.plans import MatchPlan, SeatPlan

__all__ = [
    "Context",
    "Limits",
    "MatchPlan",
    "NoticePlan",
    "OverridePlan",
    "Say",
    "SeatPlan",
    "Settings",
    "WordsOf",
    "spell_problem",
    "spell_words",
]


class Limits(Struct, frozen=True, kw_only=True):
    """What one letter or sender may cost us; over a limit there is one calm answer and nothing changes."""

    letter_bytes: int = 2_000_000
    letter_parts: int = 60
    letter_depth: int = 12
    letter_lines: int = 2_000
    letters_per_hour: int = 60
    letters_per_day: int = 0
    """How many letters the operator's provider lets us send a day; 0 is no quota."""
    press_share: float | None = 0.2
    """The part of these letters that press may use, at most; None is no bound."""
    answer_share: float | None = 0.6
    """The part of these letters that answers to letters may use, at most; one player gets a fifth of it."""
    watch_share: float | None = 0.2
    """The part of these letters that reports to people who only watch may use, at most."""
    press_per_day: int = 60
    """How many messages a player may send in a day; 0 is no limit."""
    large_answers_per_day: int = 20
    """How many answers to MAP, HISTORY, RULES and RESEND a player gets in a day; 0 is no limit."""


class NoticePlan(Struct, frozen=True, kw_only=True):
    """A ``[[notice]]`` of the operator's file: a place that is told, by an https address, of some matches or ``*``.

    The address is a secret: who has it can post there.
    """

    match: tuple[str, ...]
    url: str
    kind: ChatKind

    def __repr__(self) -> str:
        return f"NoticePlan(match={self.match!r}, kind={self.kind.value!r})"

    def is_for(self, match: str) -> bool:
        """Tell whether it tells of a match."""
        return ALL_MATCHES in self.match or match.lower() in {each.lower() for each in self.match}


class Settings(Struct, frozen=True, kw_only=True):
    """The operator's choices as the service needs them; made by ``config``.

    ``aliases`` are other addresses of ours, in lower case, at which letters come but from which none are sent.
    ``authserv_id`` is our own server's name in Authentication-Results, empty if there is none to trust.
    ``grace`` is the last chance for the late after a deadline; ``delay`` the pause when all are in; ``remind`` how
    long before a deadline a silent player is reminded. Letters to players name the ``gm``, empty if there is none;
    ``co_gms`` are told the same and may do the same.
    """

    name: str
    address: str
    gm: str
    co_gms: tuple[str, ...] = ()
    gm_digest: str = ""
    """When the GM's letter of the day goes, in the ``zone``, such as ``07:00``; empty: all letters go as they come."""
    aliases: tuple[str, ...] = ()
    zone: str = "UTC"
    language: str = ENGLISH
    """The language of letters and pages to who has chosen none, where a match has none either: ``de``."""
    trust: Literal["tag", "strict", "address"] = "tag"
    authserv_id: str = ""
    plus_addresses: bool = True
    confirm: bool = False
    paper: Literal["a4", "a3", "letter"] = "a4"
    delay: timedelta = timedelta(minutes=15)
    grace: timedelta = timedelta(0)
    remind: timedelta = timedelta(hours=24)
    outage: float | None = 0.1
    """An absence of the moderator's own over more than this part of a turn moves its deadline; None: never."""
    keep_letters: int = 400
    log: Literal["console", "json"] = "console"
    forums: dict[str, str] = {}
    """Where the forums of the operator's file are, by their names."""
    closed_forums: tuple[str, ...] = ()
    """Those in which players cannot begin a private thread, so that nobody can join there with a code."""
    pictureless: tuple[str, ...] = ()
    """Those in whose private threads no pictures are shown, since whoever has the link of one could see it."""
    web: str = ""
    """Where players find the web desk, without a slash at its end; empty where letters have no links to it."""
    spectators: str = "none"
    """What spectators see of new matches that do not say it themselves."""
    notices: tuple[NoticePlan, ...] = ()
    """The chats that are told of matches."""
    limits: Limits = Limits()

    @property
    def gms(self) -> tuple[str, ...]:
        """The addresses of all GMs; the first one is named to players."""
        return (self.gm, *self.co_gms) if self.gm else ()

    def is_gm(self, address: str) -> bool:
        """Tell whether an address is a GM's."""
        return address.lower() in {each.lower() for each in self.gms}

    @property
    def addresses(self) -> tuple[str, ...]:
        """Every address of ours, in lower case."""
        return (self.address.lower(), *self.aliases)


LONGEST_REASON = 1_000
"""Characters of the reason that a GM gives for an override, at most."""


ALL_MATCHES = "*"
"""What stands for the name of a match in an override that is for all that go on."""


class OverridePlan(Struct, frozen=True, kw_only=True):
    """An ``[[override]]`` of the operator's file: applied exactly once by its ``name`` (the ``id`` there).

    Lines that are only tried have no name. ``record`` is the newest record of the match that they were written for:
    once there is a newer one, they are not applied. None if that does not matter. ``why`` is the GM's reason, which is
    quoted to the players who get letters because of it. ``match`` is one of the ``matches`` that it is for, or ``*``
    before it is known which these are; one that is for a single match may leave them out.
    """

    name: str
    match: str
    lines: tuple[str, ...]
    place: str = ""
    record: int | None = None
    why: str = ""
    matches: tuple[str, ...] = ()

    @property
    def is_for_several(self) -> bool:
        """Whether it is for more than one match."""
        return len(self.matches) > 1 or ALL_MATCHES in self.matches

    def is_for(self, match: str) -> bool:
        """Tell whether it is for a match, too."""
        return ALL_MATCHES in self.matches or match.lower() in {each.lower() for each in (self.match, *self.matches)}


Say = Callable[[str, Problem], str]
"""Words a complaint about what an operator or a GM wrote, by the key of its game."""


def spell_problem(_game: str, problem: Problem) -> str:
    """Return a complaint as data: for whoever has no templates at hand."""
    facts = ", ".join(f"{key} {', '.join(v) if isinstance(v, tuple) else v}" for key, v in problem.facts.items())
    return f"{problem.code.replace('-', ' ')}{f' ({facts})' if facts else ''}"


WordsOf = Callable[[str, str], Words]
"""Gives the words on the drawings of a game, by its key, in a language."""


def _spell_key(key: str, /, **gaps: object) -> str:
    return " ".join((key, *map(str, gaps.values())))


def spell_words(_game: str, _language: str) -> Words:
    """Return words that are data, for code that has no templates at hand."""
    return _spell_key


@dataclass(frozen=True)
class Context:
    """Settings, games, clock and the instance's secret key (32 random bytes from ``state/secret.key``)."""

    settings: Settings
    games: Mapping[str, AnyGame]
    clock: Clock
    key: bytes
    say: Say = spell_problem
    words: WordsOf = spell_words

    def now(self) -> datetime:
        """Return the time by this instance's clock, aware, in UTC."""
        return self.clock.now()

    def game(self, key: str) -> AnyGame:
        """Return a game by its key; raises KeyError if this instance has none such."""
        return self.games[key]

    def pictures(self, game: str, language: str) -> Pictures[Any]:
        """Return how a game draws, by its key, with words in a language."""
        return self.game(game).pictures(self.words(game, language))
