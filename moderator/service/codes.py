"""What letters and commands come to: a code for each, declared here and worded by a template."""

from enum import StrEnum


class Verdict(StrEnum):
    """What a letter came to; each that is acknowledged has its words in a macro named after it (``verdicts.j2``)."""

    FILED = "filed"
    CHANGED = "changed"
    ANSWERED = "answered"
    NOTHING_READ = "nothing-read"
    OLDER_LETTER = "older-letter"
    TOO_LATE = "too-late"
    ASKING_OVER = "asking-over"
    ASKING_AHEAD = "asking-ahead"
    NOT_ASKED = "not-asked"
    MATCH_OVER = "match-over"
    OVER_LIMIT = "over-limit"
    MATCH_STOPPED = "match-stopped"
    FAULTED = "faulted"
    WHICH_SEAT = "which-seat"
    NO_SEAT = "no-seat"

    # not acknowledged
    HELD = "held"
    HELD_TOO_MANY = "held-too-many"
    UNPROVED_TOO_MANY = "unproved-too-many"


class SheetFault(StrEnum):
    """What the service itself can say of a line, besides the language and the game (``problems.j2``)."""

    COMMAND_REFUSED = "command-refused"
    OVERTAKEN = "overtaken"
    SET_ASIDE = "set-aside"
    YES_TAKEN = "yes-taken"
    YES_TO_WHICH = "yes-to-which"
    YES_TOO_LATE = "yes-too-late"


class AnswerCode(StrEnum):
    """A code of an answer to a command; each has its words in a macro named after it (``answers.j2``)."""

    NEEDS_SEAT = "needs-seat"
    MATCH_OVER = "match-over"
    NOT_ASKED = "not-asked"
    HELP = "help"
    HELP_TOPIC = "help-topic"
    HELP_UNKNOWN = "help-unknown"
    STATUS = "status"
    ORDERS = "orders"
    ORDERS_NONE = "orders-none"
    RULES = "rules"
    HISTORY = "history"
    HISTORY_NONE = "history-none"
    MAP = "map"
    POSTER = "poster"
    POSTER_BLANK = "poster-blank"
    POSTER_NONE = "poster-none"
    RESEND = "resend"
    RESEND_WELCOME = "resend-welcome"
    RESEND_NONE = "resend-none"
    PREVIEW = "preview"
    PREVIEW_SILENCE = "preview-silence"
    PREVIEW_NOT_ASKED = "preview-not-asked"
    CLEARED = "cleared"
    CLEARED_ONE = "cleared-one"
    CLEAR_NOTHING = "clear-nothing"
    ADDED = "added"
    ADD_NOTHING = "add-nothing"
    READY = "ready"
    READY_SILENCE = "ready-silence"
    WAIT = "wait"
    WAIT_ANYWAY = "wait-anyway"
    PRESS_SENT = "press-sent"
    PRESS_PUBLIC = "press-public"
    PRESS_LONG = "press-long"
    PRESS_EMPTY = "press-empty"
    PRESS_BOTS = "press-bots"
    PRESS_UNKNOWN = "press-unknown"
    EXTEND = "extend"
    EXTEND_UNCLEAR = "extend-unclear"
    DRAW = "draw"
    DRAW_AGREED = "draw-agreed"
    CONCEDE = "concede"
    CONCEDE_AGREED = "concede-agreed"
    RESIGN = "resign"
    VACATION = "vacation"
    VACATION_UNCLEAR = "vacation-unclear"
    VACATION_REVERSED = "vacation-reversed"
    VACATION_PAST = "vacation-past"
    VACATION_LONG = "vacation-long"
    VACATION_FAR = "vacation-far"
    PREFERENCE_SET = "preference-set"
    PREFERENCE_VALUE = "preference-value"
    PREFERENCE_ZONE = "preference-zone"
    PREFERENCE_UNKNOWN = "preference-unknown"
    TAG_NEW = "tag-new"
    CONFIRMED = "confirmed"
    CONFIRM_NOTHING = "confirm-nothing"
    CONFIRM_SEVERAL = "confirm-several"
    JOIN = "join"
    STANDBY = "standby"
    ASKING_OVER = "asking-over"
    ASKING_AHEAD = "asking-ahead"
    TOO_LATE = "too-late"
    OLDER_LETTER = "older-letter"
    WHICH_SEAT = "which-seat"
    LARGE_USED_UP = "large-used-up"
    COMMAND_FAILED = "command-failed"
    TOO_MANY = "too-many"


REFUSALS = frozenset(
    (
        AnswerCode.NEEDS_SEAT,
        AnswerCode.HELP_UNKNOWN,
        AnswerCode.POSTER_NONE,
        AnswerCode.RESEND_NONE,
        AnswerCode.CLEAR_NOTHING,
        AnswerCode.ADD_NOTHING,
        AnswerCode.PRESS_LONG,
        AnswerCode.PRESS_EMPTY,
        AnswerCode.PRESS_BOTS,
        AnswerCode.PRESS_UNKNOWN,
        AnswerCode.EXTEND_UNCLEAR,
        AnswerCode.VACATION_UNCLEAR,
        AnswerCode.VACATION_REVERSED,
        AnswerCode.VACATION_PAST,
        AnswerCode.VACATION_LONG,
        AnswerCode.VACATION_FAR,
        AnswerCode.PREFERENCE_VALUE,
        AnswerCode.PREFERENCE_ZONE,
        AnswerCode.PREFERENCE_UNKNOWN,
        AnswerCode.CONFIRM_NOTHING,
        AnswerCode.CONFIRM_SEVERAL,
        AnswerCode.TOO_MANY,
        AnswerCode.LARGE_USED_UP,
        AnswerCode.COMMAND_FAILED,
        AnswerCode.ASKING_OVER,
        AnswerCode.ASKING_AHEAD,
        AnswerCode.TOO_LATE,
        AnswerCode.OLDER_LETTER,
        AnswerCode.NOT_ASKED,
        AnswerCode.MATCH_OVER,
        AnswerCode.WHICH_SEAT,
    )
)
"""Answers to commands that did nothing."""
