"""Lines that nearly are an order or a command: answered with the line to send, never taken for it.

What stands where it may be quoted is asked back. A message that is not marked as one and a resignation are told apart
from chatter here, since both would be missed: their author waits for an answer, or the match waits for the author.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import takewhile

from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.language.faults import LanguageFault
from moderator.language.reading.talk.translation import ways


def _slipped(word: str) -> str:
    """Return a pattern for a word with one letter missing, too many, wrong or misplaced."""
    places = range(len(word))
    wrong = (f"{word[:at]}\\w?{word[at + 1 :]}" for at in places)
    more = (f"{word[:at]}\\w{word[at:]}" for at in places)
    swapped = (f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in places[:-1])
    return "|".join((*wrong, *more, *swapped))


_SLIPPED = rf"(?:{_slipped('press')}|{_slipped('message')})"
_PRESS = re.compile(
    rf"\W*(?:(?:press|message|msg)\s+(?:to\s+|for\s+)?|{_SLIPPED}\s*to\s+)"
    r"(?P<whom>\w[^:.!?;]{0,39}?)\s*:\s*(?P<text>.*)",
    re.IGNORECASE,
)
_PRESS_BARE = re.compile(r"\W*PRESS\s+(?!TO\b)(?P<whom>\w+),?(?:\s+(?P<text>.*))?")
"""Without a colon only in capitals: "press on" is a sentence."""
_PRESSES = (_PRESS, _PRESS_BARE)
"""Lines that are messages, to anybody."""

_LEAVE = (
    r"(?:resign|quit|give up|surrender|capitulate|drop out|withdraw from the (?:game|match)|leave the (?:game|match))"
)
_WILL = r"(?:['\u2019]m| am|['\u2019]ll| will| must| (?:would like|want|wish|have|need) to)"
_RESIGN = re.compile(
    rf"\W*(?:(?:so|well|sorry|ok),?\s+)?(?:i|we){_WILL}?\s+(?:hereby\s+|now\s+)?"
    rf"(?:{_LEAVE}|resigning|quitting|out)\b[^?]{{0,40}}",
    re.IGNORECASE,
)
_RESIGN_BARE = re.compile(rf"\W*(?:{_LEAVE}|resignation)[^\w?]*", re.IGNORECASE)
_UNSURE = re.compile(r"\b(?:if|unless|not|never|or|until)\b|n['\u2019]t\b", re.IGNORECASE)

_PLEA = (
    r"(?:\W*(?:please|pls|plz|kindly|also|and|p\.?s|(?:can|could|would|will) (?:you|someone|somebody))"
    r"(?![^\W_]))*\W*"
)
_FORMS = (
    (
        r"(?:tell|inform|notify|warn|remind|advise|ask|write(?: to)?|reply to|say to|answer|message|msg|dm|pm|whisper"
        r"(?: to)?|let(?= .{1,80} know\b))\s+WHOM(?:\s+know)?(?:\s*[:,DASH]+|\s+(?:that|to)\b|(?!\S))\s*:?\s*MORE"
    ),
    (
        r"(?:send|pass|forward|relay|give)\s+(?:this|it|the following|(?:a|the|my) (?:message|note|word|line))\s+"
        r"(?:on\s+)?(?:to\s+)?WHOM\s*[:,DASH]*\s*(?:that\b\s*)?MORE"
    ),
    r"(?:a\s+)?(?:press|message|msg|note|word|line|letter|mail)\s+(?:to|for)\s+WHOM(?:\s*[:,DASH]+|\s+that\b)\s*TEXT",
    r"(?:[^\W\d]+\s+){1,3}(?:to|for)\s+WHOM\s*:\s*TEXT",
    rf"{_SLIPPED}\s*(?:to\s+)?WHOM(?:\s*[:,DASH]+|(?!\S))\s*TEXT",
    r"say\s+(?P<text>.+?)\s+to\s+WHOM\W*",
    r"(?:from\s+\S+\s+)?(?:to|for|attn\.?|cc|an|f\u00fcr|pour|para|per|voor|till?)\s+WHOM\s*(?::|\s[DASH]+\s)\s*TEXT",
    r"(?:(?:hi|hey|hello)\s+)?@\s?WHOM(?:\s*[:,!DASH]+|(?!\S))\s*TEXT",
    r"[(\[]\s*(?:to\s+)?WHOM\s*[)\]]\s*:?\s*TEXT",
    r"WHOM\s*(?::|;|\s[DASH]+\s)\s*TEXT",
    r"PEER\s*[,!]\s*(?=[^\W\d_])MORE",
    r"(?P<text>(?:.*\b)?(?:you|your|we|us|let['\u2019]?s|our)\b.*),\s*PEER\W*",
    r"(?:hi|hey|hello|hallo|yo|psst|dear)\s+PEER\s*[,:!.DASH]+\s*(?=\S)(?!.*\b(?:orders?|moves?)\b)MORE",
)
"""How people speak to somebody in a letter to us: WHOM is anybody who can be written to, PEER another player."""
_WORDS = {"DASH": r"\u2013\u2014-", "TEXT": "(?P<text>.*)", "MORE": "(?P<text>.+)"}
_BUT_ALL = dict.fromkeys(("all", "all players", "everybody", "everyone"), "ALL")
_REFEREES = dict.fromkeys(("gm", "game master", "gamemaster", "moderator", "referee"), "GM")
_THE = re.compile(r"the\s+", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,|&|\+|/|\band\b)\s*", re.IGNORECASE)


class Letterbox:
    """Knows who can be written to, and when a line speaks to one of them."""

    def __init__(self, names: Callable[[], Mapping[str, str]]) -> None:
        """Take who tells what other seats and players are called, each with the name to write to.

        ALL and the GM go unsaid.
        """
        self._ask = names

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return self._ask()

    @cached_property
    def _recipients(self) -> dict[str, str]:
        return {**{name.lower(): whom for name, whom in self._names.items()}, **_BUT_ALL, **_REFEREES}

    @cached_property
    def _anybody(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![^\W_])(?:{_either(self._recipients)})(?![^\W_])", re.IGNORECASE)

    @cached_property
    def _forms(self) -> tuple[re.Pattern[str], ...]:
        """How people speak to these, made when the first of them is named: most letters name none."""
        if not self._names:
            return ()
        words = {
            "WHOM": _recipients_pattern(_either(self._recipients)),
            "PEER": _recipients_pattern(_either(self._names)),
            **_WORDS,
        }
        forms = (re.sub("|".join(words), lambda found: words[found.group()], form) for form in _FORMS)
        return tuple(re.compile(_PLEA + form, re.IGNORECASE) for form in forms)

    def message(self, text: str, below: Callable[[], Sequence[str]]) -> tuple[Problem, int] | None:
        """Return a complaint about a line that is meant for somebody, with how many lines below belong to it.

        ``below`` gives the lines of its paragraph. What is offered is the whole message, ready to be sent.
        """
        found = self._address_in(text)
        if found is None:
            return None
        own = [*takewhile(lambda line: self._address_in(line) is None, below())]
        lines = [line for line in ((found["text"] or "").strip(), *own) if line]
        names = (self._recipients.get(_THE.sub("", name).lower(), name.strip()) for name in _AND.split(found["whom"]))
        whom = f"PRESS TO {', '.join(dict.fromkeys(names))}"
        if not lines:
            return (problem(LanguageFault.PRESS_LIKE, text, whom), 0) if found.re in _PRESSES else None
        if len(lines) == 1:
            return problem(LanguageFault.PRESS_LIKE, text, f"{whom}: {lines[0]}"), len(own)
        return replace(problem(LanguageFault.PRESS_LIKE, text, whom, *lines, "END"), together=True), len(own)

    def _address_in(self, text: str) -> re.Match[str] | None:
        """Return how a line speaks to somebody, None if it does not."""
        forms = (*self._forms, *_PRESSES) if self._anybody.search(text) else _PRESSES
        return next((found for form in forms if (found := form.fullmatch(text))), None)


def _either(names: Collection[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _recipients_pattern(names: str) -> str:
    """Return a pattern for one of some names, or several."""
    one = rf"(?:the\s+)?(?:{names})(?![^\W_])"
    return rf"(?P<whom>{one}(?:(?:\s*[,&+/]\s*|\s+and\s+){one})*)(?:\s+(?:players?|sides?|teams?|commanders?)\b)?"


def resignation(text: str) -> Problem | None:
    """Return a complaint about a line that says that its writer leaves, with the commands that say so here."""
    if not any(map(_resigns, ways(text))):
        return None
    return problem(LanguageFault.RESIGN_LIKE, text, "RESIGN", "CONCEDE")


def _resigns(text: str) -> bool:
    match = _RESIGN.fullmatch(text) or _RESIGN_BARE.fullmatch(text)
    return match is not None and _UNSURE.search(text) is None


_MATCH = r"(?:\s+[\w'-]+)?"
_ELSEWHERE = {
    rf"(?:OBSERVE|SPECTATE|FOLLOW){_MATCH}": ("HELP WATCH", "MATCHES"),
    r"(?:RANK(?:ING)?S?|SCORES?|STANDINGS|LEAGUE|TOURNAMENT)": ("RATING", "SERIES"),
    r"RELIABILITY": ("STATUS",),
    rf"(?:LIST|LIST (?:OF )?(?:GAMES|MATCHES)|OPEN (?:GAMES|MATCHES)|MY (?:GAMES|MATCHES)){_MATCH}": ("MATCHES",),
    r"(?:PLAYERS|INFO|WHOIS|DEADLINES?|WHEN)": ("STATUS",),
    r"(?:MY ORDERS|SHOW ORDERS|SHOW)": ("ORDERS",),
    r"(?:REPORT|GET REPORT|RESULTS?|LAST REPORT)": ("RESEND",),
    r"(?:REVERT|REDO|BACK)": ("UNDO",),
    r"(?:UNREADY|NOT READY|NOTREADY|UNSET READY)": ("WAIT",),
    rf"(?:SIGN ?ON|SIGN ?UP|REGISTER|PLAY|SUBSCRIBE){_MATCH}": ("MATCHES", "STANDBY"),
    r"(?:STOP|NO REMINDERS|STOP REMINDERS|REMINDERS OFF)": ("UNSUBSCRIBE",),
    r"(?:LOGIN|LOG IN|WEB|WEBSITE|LINK)": ("DESK",),
    r"(?:COMMANDS|MANUAL)": ("HELP",),
}
"""What commands are called by other moderators, and what ours are called that do the nearest thing."""
_OTHERS = {re.compile(pattern): hints for pattern, hints in _ELSEWHERE.items()}


def other_command(text: str) -> Problem | None:
    """Return a complaint about a line in capitals that is a command elsewhere, with the commands that are nearest."""
    words = " ".join(text.strip(" .!?").split())
    hints = next((hints for pattern, hints in _OTHERS.items() if pattern.fullmatch(words)), None)
    return problem(LanguageFault.OTHER_COMMAND, text, *hints) if hints else None


def problem(code: LanguageFault, text: str, *hints: str) -> Problem:
    """Return a complaint about a whole text, with the lines that it may have meant."""
    return Problem(code=code, stage=Stage.UNREADABLE, column=0, fragment=text, hints=hints)
