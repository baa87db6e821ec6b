"""Everything that can be wrong with a line of a letter, whatever the game: the codes of its problems."""

from enum import StrEnum


class LanguageFault(StrEnum):
    """A code of the language; a gap that is left open or cannot be read has one after its slot, too (``missing``)."""

    EMPTY = "empty"
    UNKNOWN_ORDER = "unknown-order"
    FOREIGN_ORDER = "foreign-order"
    OTHER_WORDS = "other-words"
    UNKNOWN_WORD = "unknown-word"
    INCOMPLETE = "incomplete"
    EXTRA_WORDS = "extra-words"
    SEVERAL_ORDERS = "several-orders"
    NOT_PLAIN = "not-plain"
    QUESTION = "question"
    READ_AS = "read-as"

    NOT_READ = "not-read"
    BELOW_END = "below-end"
    SAID_AROUND = "said-around"

    LONG_LINE = "long-line"
    PRESS_LIKE = "press-like"
    RESIGN_LIKE = "resign-like"
    OTHER_COMMAND = "other-command"
    PERHAPS_QUOTED = "perhaps-quoted"
    PERHAPS_COMMAND = "perhaps-command"
    PARTS_DIFFER = "parts-differ"

    CLEAR_LIKE = "clear-like"
    CORRECTION = "correction"
    CORRECTED = "corrected"
    CORRECTION_UNCLEAR = "correction-unclear"
    TAKEN_BACK = "taken-back"

    NO_SUCH_NUMBER = "no-such-number"
    NUMBER_GIVEN_AGAIN = "number-given-again"
    TOO_MANY_ORDERS = "too-many-orders"


def missing(noun: str) -> str:
    """Return the code of a gap for a kind of thing that is left open: ``missing-place``."""
    return f"missing-{noun}"


def bad(noun: str) -> str:
    """Return the code of a word that is not the kind of thing that belongs there: ``bad-place``."""
    return f"bad-{noun}"
