"""The service's own commands, in any letter beside orders."""

import re
from typing import ClassVar

from moderator.core.orders import Order, declared_orders
from moderator.language.grammar.language import Language
from moderator.language.grammar.lexicon import PROSE
from moderator.language.grammar.slots import Choice, Name, Number, Pattern, Rest, Worded
from moderator.language.reading.commands_in_german import GERMAN

_MONTH = r"(?:jan|feb|m[aä]r|mae|mrz|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?"
_DAY = (
    r"(?:\d{4}-\d{1,2}-\d{1,2}"
    r"|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?[ ]{_MONTH}(?:,?[ ]\d{{4}})?"
    rf"|{_MONTH}[ ]\d{{1,2}}(?:st|nd|rd|th)?(?:,?[ ]\d{{4}})?)"
)
_UNSIGNED = re.compile(r"[\s,]+unsigned\s*$", re.IGNORECASE)
PREFERENCES = (
    *("ZONE", "LANGUAGE", "TEXT-ONLY", "ATTACHMENTS", "PAPER", "POSTER", "JSON"),
    *("REMIND", "DIGEST", "NOTIFY", "RATING", "DELIVERY", "REPORTS", "ADDRESS"),
)
"""What SET can change."""

POSTERS = ("POSTER", "POSTER BLANK")
"""What MAP can be besides the chart."""


class Command(Order, frozen=True, kw_only=True):
    """An instruction to the service, not to the game; it is never numbered.

    ``harmless`` ones only ask to be told something: for them a question mark does no harm. ``examples`` are lines for
    help, where the bare word is not all that can be written.
    """

    harmless: ClassVar[bool] = False
    examples: ClassVar[tuple[str, ...]] = ()


class Help(Command, frozen=True, kw_only=True):
    """Explain the orders, or one of them."""

    syntax: ClassVar[tuple[str, ...]] = ("HELP [{topic}]",)
    harmless: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("HELP MOVE", "HELP SET")

    topic: str = ""


class Status(Command, frozen=True, kw_only=True):
    """Tell how the match stands: turn, deadline, who plays."""

    syntax: ClassVar[tuple[str, ...]] = ("STATUS", "WHO")
    harmless: ClassVar[bool] = True


class ShowOrders(Command, frozen=True, kw_only=True):
    """Show the recorded orders."""

    syntax: ClassVar[tuple[str, ...]] = ("ORDERS",)
    harmless: ClassVar[bool] = True


class Clear(Command, frozen=True, kw_only=True):
    """Withdraw the recorded orders, or the one of a number."""

    syntax: ClassVar[tuple[str, ...]] = ("CLEAR [{which}]",)
    examples: ClassVar[tuple[str, ...]] = ("CLEAR", "CLEAR 2")

    which: str = ""


class Undo(Command, frozen=True, kw_only=True):
    """Put the recorded orders back to what they were before the newest letter that changed them."""

    syntax: ClassVar[tuple[str, ...]] = ("UNDO",)


class Add(Command, frozen=True, kw_only=True):
    """Add the orders of this letter to the recorded ones; alone: put back what the newest letter left out."""

    syntax: ClassVar[tuple[str, ...]] = ("ADD",)


class Ready(Command, frozen=True, kw_only=True):
    """Withdraw WAIT: the turn may run as soon as everybody is in."""

    syntax: ClassVar[tuple[str, ...]] = ("READY",)


class Wait(Command, frozen=True, kw_only=True):
    """Hold the turn back until the deadline even if everybody is in."""

    syntax: ClassVar[tuple[str, ...]] = ("WAIT",)


class Preview(Command, frozen=True, kw_only=True):
    """Show what the orders would do if nobody else moved."""

    syntax: ClassVar[tuple[str, ...]] = ("PREVIEW",)
    harmless: ClassVar[bool] = True


class ShowMap(Command, frozen=True, kw_only=True):
    """Send the map again; as a poster on pages to tape together, as it stands or blank with markers to cut out."""

    syntax: ClassVar[tuple[str, ...]] = ("MAP [{poster}]",)
    harmless: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("MAP", "MAP POSTER", "MAP POSTER BLANK")

    poster: str = ""


class Resend(Command, frozen=True, kw_only=True):
    """Send the last report again, or that of a turn (0: the last)."""

    syntax: ClassVar[tuple[str, ...]] = ("RESEND [TURN {turn}]", "RESEND {turn}")
    harmless: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("RESEND", "RESEND TURN 3")

    turn: int = 0


class Desk(Command, frozen=True, kw_only=True):
    """Send links to the pages of the player's seats on the web."""

    syntax: ClassVar[tuple[str, ...]] = ("DESK",)
    harmless: ClassVar[bool] = True


class History(Command, frozen=True, kw_only=True):
    """Tell the match so far."""

    syntax: ClassVar[tuple[str, ...]] = ("HISTORY",)
    harmless: ClassVar[bool] = True


class Since(Command, frozen=True, kw_only=True):
    """Tell what the turns brought since the last orders."""

    syntax: ClassVar[tuple[str, ...]] = ("SINCE",)
    harmless: ClassVar[bool] = True


class Matches(Command, frozen=True, kw_only=True):
    """List the player's matches, and those of others that everybody may know of."""

    syntax: ClassVar[tuple[str, ...]] = ("MATCHES", "GAMES")
    harmless: ClassVar[bool] = True


class Watch(Command, frozen=True, kw_only=True):
    """Have the reports of a match sent that spectators may see; ``OFF`` ends it, of one match or of all.

    Alone, tell which matches are watched.
    """

    syntax: ClassVar[tuple[str, ...]] = ("WATCH [{match}] [{off}]",)
    examples: ClassVar[tuple[str, ...]] = ("WATCH hoth", "WATCH hoth OFF", "WATCH OFF", "WATCH")

    match: str = ""
    off: str = ""

    @property
    def ends(self) -> bool:
        """Whether the reports are to end."""
        return "OFF" in (self.off, self.match.upper())

    @property
    def wanted(self) -> str:
        """The match that is meant, empty for all of them."""
        return "" if self.match.upper() == "OFF" else self.match


class Ratings(Command, frozen=True, kw_only=True):
    """Tell the ratings of those who are listed, and the own."""

    syntax: ClassVar[tuple[str, ...]] = ("RATING", "RATINGS")
    harmless: ClassVar[bool] = True


class Series(Command, frozen=True, kw_only=True):
    """Tell how a series of matches stands; alone, which series there are."""

    syntax: ClassVar[tuple[str, ...]] = ("SERIES [{series}]",)
    harmless: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("SERIES", "SERIES spring")

    series: str = ""


class Rules(Command, frozen=True, kw_only=True):
    """Tell the rules of the game as they are played here."""

    syntax: ClassVar[tuple[str, ...]] = ("RULES",)
    harmless: ClassVar[bool] = True


class Press(Command, frozen=True, kw_only=True):
    """Send a message to seats, ALL or the GM: ``PRESS TO Red: text``, or the text on the lines below up to END.

    ``whom`` is as written before the colon or the end of the line: one seat or several with commas, and at its end
    perhaps UNSIGNED.
    """

    syntax: ClassVar[tuple[str, ...]] = ("PRESS TO {whom} [{message}]",)
    examples: ClassVar[tuple[str, ...]] = (
        "PRESS TO Blue: Shall we meet at C4?",
        "PRESS TO ALL: Good luck",
    )

    whom: str
    message: str = ""

    @property
    def unsigned(self) -> bool:
        """Whether nobody is to be told who wrote it."""
        return _UNSIGNED.search(self.whom) is not None

    @property
    def readers(self) -> str:
        """Who is to read it, as written."""
        return _UNSIGNED.sub("", self.whom)


class Propose(Command, frozen=True, kw_only=True):
    """Tell allies, and their bots, what one means to order: ``PROPOSE ATTACK D4 ORDER 2``; alone, hear what they mean.

    ``plan`` is an order of the game with its number before or after it, several with semicolons, or NOTHING.
    """

    syntax: ClassVar[tuple[str, ...]] = ("PROPOSE [{plan}]",)
    examples: ClassVar[tuple[str, ...]] = ("PROPOSE ATTACK D4 ORDER 2", "PROPOSE NOTHING", "PROPOSE")

    plan: str = ""


class Vacation(Command, frozen=True, kw_only=True):
    """Announce days away, first and last, as they were written."""

    syntax: ClassVar[tuple[str, ...]] = ("VACATION {begin} {end}",)
    examples: ClassVar[tuple[str, ...]] = ("VACATION 2026-12-24 2027-01-02", "VACATION 24 Dec 2 Jan")

    begin: str
    end: str


class Delegate(Command, frozen=True, kw_only=True):
    """Let somebody else send orders for the seat until a day, as it was written; ``OFF`` ends it.

    Alone, tell who may.
    """

    syntax: ClassVar[tuple[str, ...]] = ("DELEGATE [{off}]", "DELEGATE {address} UNTIL {until} [{match}]")
    examples: ClassVar[tuple[str, ...]] = ("DELEGATE dora@example.org UNTIL 2026-12-20", "DELEGATE OFF", "DELEGATE")

    address: str = ""
    until: str = ""
    match: str = ""
    off: str = ""


class Extend(Command, frozen=True, kw_only=True):
    """Ask the GM to move the deadline by a duration such as ``24h`` or ``2d``."""

    syntax: ClassVar[tuple[str, ...]] = ("EXTEND {duration}",)
    examples: ClassVar[tuple[str, ...]] = ("EXTEND 24h", "EXTEND 2d")

    duration: str


class Draw(Command, frozen=True, kw_only=True):
    """Vote for a draw."""

    syntax: ClassVar[tuple[str, ...]] = ("DRAW",)


class Concede(Command, frozen=True, kw_only=True):
    """Vote to concede the match."""

    syntax: ClassVar[tuple[str, ...]] = ("CONCEDE",)


class Agree(Command, frozen=True, kw_only=True):
    """Agree that the match goes back, which the GM asked for."""

    syntax: ClassVar[tuple[str, ...]] = ("AGREE ROLLBACK",)


class Refuse(Command, frozen=True, kw_only=True):
    """Do not agree that the match goes back."""

    syntax: ClassVar[tuple[str, ...]] = ("REFUSE ROLLBACK",)


class Resign(Command, frozen=True, kw_only=True):
    """Give up the seat."""

    syntax: ClassVar[tuple[str, ...]] = ("RESIGN",)


class Join(Command, frozen=True, kw_only=True):
    """Join an open match, perhaps with a wish for a seat; of any other match, ask the GM for a seat."""

    syntax: ClassVar[tuple[str, ...]] = ("JOIN {match} [SEAT {seat}]", "JOIN {match} AS {seat}")
    examples: ClassVar[tuple[str, ...]] = ("JOIN hoth", "JOIN hoth SEAT Red")

    match: str
    seat: str = ""


class Leave(Command, frozen=True, kw_only=True):
    """Leave a match before it begins."""

    syntax: ClassVar[tuple[str, ...]] = ("LEAVE {match}",)
    examples: ClassVar[tuple[str, ...]] = ("LEAVE hoth",)

    match: str


class Who(Command, frozen=True, kw_only=True):
    """Tell who has joined a match that people can join."""

    syntax: ClassVar[tuple[str, ...]] = ("WHO {joined}",)
    harmless: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("WHO hoth",)

    joined: str

    @property
    def match(self) -> str:
        """The match that is asked about."""
        return self.joined


class Invite(Command, frozen=True, kw_only=True):
    """Ask somebody by letter whether they would like to join a match that the player has joined."""

    syntax: ClassVar[tuple[str, ...]] = ("INVITE {address} [{match}]",)
    examples: ClassVar[tuple[str, ...]] = ("INVITE dora@example.org hoth",)

    address: str
    match: str = ""


class Standby(Command, frozen=True, kw_only=True):
    """Offer to replace a player who leaves, in a match or in any; ``OFF`` takes the offer back."""

    syntax: ClassVar[tuple[str, ...]] = ("STANDBY [{match}]",)
    examples: ClassVar[tuple[str, ...]] = ("STANDBY", "STANDBY hoth", "STANDBY OFF")

    match: str = ""

    @property
    def off(self) -> bool:
        """Whether the offer is taken back."""
        return self.match.upper() == "OFF"


class Set(Command, frozen=True, kw_only=True):
    """Change a preference of the player."""

    syntax: ClassVar[tuple[str, ...]] = ("SET {preference} {value}",)
    examples: ClassVar[tuple[str, ...]] = ("SET ZONE Europe/Berlin",)

    preference: str
    value: str


class Unsubscribe(Command, frozen=True, kw_only=True):
    """Send no reminders any more; the player stays in every match."""

    syntax: ClassVar[tuple[str, ...]] = ("UNSUBSCRIBE",)


class TagNew(Command, frozen=True, kw_only=True):
    """Withdraw the signed reply address and ask for a new one."""

    syntax: ClassVar[tuple[str, ...]] = ("TAG NEW",)


class Confirm(Command, frozen=True, kw_only=True):
    """Confirm what was asked about: a letter that was held, by its number, or a change of address, by its code."""

    syntax: ClassVar[tuple[str, ...]] = ("CONFIRM [{held}]", "CONFIRM {code}")
    examples: ClassVar[tuple[str, ...]] = ("CONFIRM", "CONFIRM 2")

    held: int = 0
    code: str = ""


ALL: tuple[type[Command], ...] = declared_orders(__name__)
"""All command types, in the order in which help lists them."""

_DATE = Pattern("date", _DAY, "2026-12-24")

_WORD = r"[^\s,;]*[^\W_]"
_PROSE = rf"(?:{'|'.join(sorted(PROSE))})\b(?!')"
_NAMED = rf"(?!{_PROSE}){_WORD}"
_WHO_IN_TALK = r"(?:am|are|attacks?|can|cares?|did|does|else|has|is|knows?|plays?|said|wants?|was|will|wins|would)\b"
"""What follows "who" in talk: "Who knows." asks about no match."""
_TOPIC = rf"(?:{_NAMED}(?: (?:(?:a|an|the) )?{_NAMED}){{1,2}}|{_WORD})"
"""One word, or a name of several; a sentence such as "Help is on the way" is none."""

_MATCH = rf"(?!(?:out|over|closely|carefully|tv)\b){_NAMED}"
"""The name of a match: "watch out" and "join us" mean none."""

COMMANDS: Language[Command] = Language(
    ALL,
    {
        "topic": Worded("topic", _TOPIC, "MOVE"),
        "which": Pattern("label", r"#?\d{1,2}[a-z]?", "2"),
        "turn": Number(0, 999),
        "held": Number(1, 999_999_999),
        "code": Pattern("code", r"[a-z2-7]{16}", "7qkd2mzp4xwv6tyb"),
        "whom": Worded("seat", r"[^:]{1,60}(?=:|$)", "ALL"),
        "message": Rest("text", "Good morning", words=True),
        "plan": Rest("plan", "ATTACK D4 ORDER 2"),
        "begin": _DATE,
        "end": _DATE,
        "until": Pattern("date", rf"(?:{_DAY}|\d{{1,2}}-\d{{1,2}})", "2026-12-20"),
        "duration": Pattern("duration", r"\d{1,3} ?(?:h|hours?|d|days?|w|weeks?|stunden?|tage?n?|wochen?)", "24h"),
        "joined": Pattern("match", rf"(?!{_WHO_IN_TALK}){_WORD}", "hoth"),
        "seat": Name("seat", "Red"),
        "address": Pattern("address", r"<?[^\s<>@]{1,64}@[^\s<>@]{1,190}>?", "dora@example.org"),
        "match": Pattern("match", _MATCH, "hoth"),
        "off": Choice(("OFF",)),
        "series": Name("series", "spring"),
        "poster": Choice(POSTERS, {"BLANK": "POSTER BLANK", "BLANK POSTER": "POSTER BLANK"}, noun="map"),
        "preference": Choice(
            PREFERENCES,
            {
                "TIMEZONE": "ZONE",
                "TEXTONLY": "TEXT-ONLY",
                "EMAIL": "ADDRESS",
                "REMINDER": "REMIND",
                "REMINDERS": "REMIND",
            },
            noun="preference",
        ),
        "value": Rest("value", "Europe/Berlin"),
    },
    noise=frozenset(("PLEASE", "PLS", "THANKS", "THANK", "YOU", "KINDLY", "FROM", "TO", "UNTIL")),
    strict=True,
    askable=tuple(kind for kind in ALL if kind.harmless),
    tongues={"de": GERMAN},
)
"""Reads a command only from a line that is nothing else."""
