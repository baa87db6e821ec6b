"""The states that rows can be in, and the kinds of records."""

from enum import StrEnum


class LetterStatus(StrEnum):
    """The state of a stored letter; those in ``KEPT`` are still to be acted on."""

    KEPT = "kept"
    DONE = "done"
    IGNORED = "ignored"
    """A bounce, an automatic reply, bulk mail, one of the moderator's own letters or a stranger's: never answered."""
    HELD = "held"
    """The letter waits until the address on file confirms it."""
    SHUNTED = "shunted"


class MatchStatus(StrEnum):
    """The state of a match."""

    RUNNING = "running"
    PAUSED = "paused"
    """The GM has stopped the clock: no deadline runs, but letters are read."""
    FAULTED = "faulted"
    """A step raised an exception; the match waits for the operator."""
    OVER = "over"


class OpenStatus(StrEnum):
    """The state of a match that people can join."""

    OPEN = "open"
    MUSTERED = "mustered"
    """It begins soon, and its people are asked whether they are there."""
    BEGUN = "begun"
    OFF = "off"
    """It was called off."""


class RecordKind(StrEnum):
    """What a record is about."""

    SETUP = "setup"
    TURN = "turn"
    AMENDMENT = "amendment"
    NOTE = "note"
    """A change that leaves the position alone: a moved deadline, a new player, a pause."""
    END = "end"
    """The GM ended the match."""


class OutboxStatus(StrEnum):
    """The state of a letter out."""

    WAITING = "waiting"
    SENT = "sent"
    REFUSED = "refused"
    WITHHELD = "withheld"
    """Secrets for an address that nobody has answered from yet, or a memo about a player who writes too often."""
    GATHERED = "gathered"
    """It waits for the letter of a day, in which it goes together with others (SET DIGEST)."""
    DROPPED = "dropped"
    """It does not go itself: a reminder after orders came in, a memo or a letter that became part of another."""
