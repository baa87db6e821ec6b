"""Everything that a letter can ask for: lines for every command, and the words that HELP knows."""

from collections.abc import Iterable, Mapping, Sequence

from moderator.core.game import AnyGame
from moderator.language.reading import commands as said
from moderator.language.reading.commands import COMMANDS, PREFERENCES, Command
from moderator.service.commands.command_context import label
from moderator.service.commands.helping import TOPICS

ASKED: Mapping[type[Command], tuple[str, ...]] = {
    said.Set: (
        *("SET POSTER YES", "SET JSON ON", "SET REMIND 24h 4h", "SET DIGEST 7 am"),
        *("SET ZONE Europe/Berlin", "SET ZONE Nowhere"),
    ),
    said.Help: ("HELP", "HELP nonsense"),
    said.Status: ("STATUS", "WHO"),
    said.ShowOrders: ("ORDERS",),
    said.Rules: ("RULES",),
    said.History: ("HISTORY",),
    said.Since: ("SINCE",),
    said.Matches: ("MATCHES",),
    said.Watch: ("WATCH hoth", "WATCH elsewhere", "WATCH", "WATCH hoth OFF"),
    said.Ratings: ("RATING",),
    said.Series: ("SERIES", "SERIES spring"),
    said.ShowMap: ("MAP", "MAP POSTER", "MAP POSTER BLANK"),
    said.Desk: ("DESK",),
    said.Preview: ("PREVIEW",),
    said.Resend: ("RESEND", "RESEND TURN 1", "RESEND TURN 99"),
    said.Ready: ("READY",),
    said.Wait: ("WAIT",),
    said.Undo: ("UNDO",),
    said.Add: ("ADD",),
    said.Clear: ("CLEAR 1", "CLEAR"),
    said.Press: ("PRESS TO GM: hello", "PRESS TO ALL: hello", "PRESS TO ALL UNSIGNED: hello", "PRESS TO Nobody: hello"),
    said.Propose: ("PROPOSE", "PROPOSE ATTACK C4 ORDER 2", "PROPOSE NOTHING"),
    said.Vacation: ("VACATION 2026-12-24 2027-01-02", "VACATION 2026-01-02 2026-01-03"),
    said.Delegate: ("DELEGATE", "DELEGATE dora@example.org UNTIL 2026-12-20", "DELEGATE OFF"),
    said.Extend: ("EXTEND 24h", "EXTEND 99w"),
    said.Draw: ("DRAW",),
    said.Concede: ("CONCEDE",),
    said.Resign: ("RESIGN",),
    said.Join: ("JOIN elsewhere",),
    said.Leave: ("LEAVE elsewhere",),
    said.Who: ("WHO elsewhere",),
    said.Invite: ("INVITE dora@example.org elsewhere",),
    said.Standby: ("STANDBY",),
    said.Confirm: ("CONFIRM", "CONFIRM 7"),
    said.Unsubscribe: ("UNSUBSCRIBE",),
    said.TagNew: ("TAG NEW",),
    said.Agree: ("AGREE ROLLBACK",),
    said.Refuse: ("REFUSE ROLLBACK",),
}
"""Lines that ask for all that each command can be asked for, SET first, since reports bring posters and JSON to
those who want them. Of HELP ``topics`` has the rest.
"""

_MANY = 20
"""Commands in one letter."""


def answers(lines: Iterable[str]) -> set[str]:
    """Return by what names the answers to commands are told from others."""
    return {label(command) for line in lines if (command := COMMANDS.attempt(line))}


def in_letters(lines: Sequence[str]) -> list[str]:
    """Return commands as letters of which none has too many."""
    return ["\n".join(lines[begin : begin + _MANY]) for begin in range(0, len(lines), _MANY)]


def all_commands(more: Sequence[str] = ()) -> list[str]:
    """Return letters with every command and some more; the last one makes the tag void by which they come."""
    lines = [line for kind in ASKED if kind is not said.TagNew for line in ASKED[kind]]
    return [*in_letters([*lines, *more]), *ASKED[said.TagNew]]


def topics(game: AnyGame) -> list[str]:
    """Return every word that HELP can be asked about in a match of a game."""
    verbs = [line.split()[0] for line in (*game.language.syntax().values(), *COMMANDS.syntax().values())]
    ours = [words[0] for words in TOPICS.values()]
    theirs = [*game.topics, *(name for names in game.topics.values() for name in names)]
    return list(dict.fromkeys([*verbs, *PREFERENCES, *ours, *theirs]))
