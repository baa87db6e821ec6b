"""What is said around a block of orders, and may change what they mean: a negation, a draft, a question, a condition.

Nothing here decides what the author wants. The words are quoted back to her, and the turn waits until she has said.
"""

import re
from collections.abc import Callable, Collection, Mapping
from enum import IntEnum, StrEnum
from functools import cached_property

from moderator.language.grammar.words import Line


class Doubt(StrEnum):
    """What words around orders may say of them."""

    NEGATED = "negated"
    LATER = "later"
    DRAFT = "draft"
    REPORT = "report"
    QUESTION = "question"
    CHOICE = "choice"
    CONDITION = "condition"
    OTHER_SEAT = "other-seat"
    SEQUENCE = "sequence"


class Reach(IntEnum):
    """Where words stand: anywhere in a letter with orders, on the line above or below one, or behind one on its line."""

    ANYWHERE = 0
    NEAR = 1
    BEHIND = 2


_LONGEST = 16
"""Words of a sentence that is about the orders beside it, at most; a longer one tells a story."""

_ORDERS = r"(?:orders?|moves?|lines?|instructions?|letter|e-?mail|mail|message|post|list|plan|programme?|sheet)"
_THESE = (
    r"(?:(?:(?:any|all|both|one|some|either|each|none) of )?(?:this|that|these|those|them|it)"
    rf"(?: {_ORDERS}| (?:above|below))?|(?:the|my|all|any|both|previous)(?: \w+)? {_ORDERS}|(?:the )?(?:above|below|following)"
    r"|what (?:is|stands|follows|i wrote)(?: \w+)?|anything|everything)"
)
"""The orders of the letter, as people speak of them."""
_NOT = (
    r"(?:do not|don'?t|do n'?t|never|please not|must not|mustn'?t|should not|shouldn'?t|(?:are|is) not to|not to|not)"
)
_DO = (
    r"(?:(?:be )?(?:do|file|count|process|carry|run|take(?! it\b)|use|record|accept|read|play|enter|book|perform|follow|submit|send"
    r"|execute|mean|filed|counted|processed|carried|taken|used|recorded|executed|read|done|meant|sent))"
)
_DOWN = r"(?: out| yet| down| in| as orders?| seriously| for real)*"
_WE = r"(?:i|we|you|he|she|they)(?:'ve| have|'d| had)?(?: \w+ly)?(?: already| just| once| only| also)?"
_SENT = r"(?:sent|wrote|ordered|filed|submitted|mailed|typed|posted|gave|entered|tried|played)"
_IF = r"(?:if|unless|in case|provided|assuming|supposing|as long as|so long as|on condition|depending on|only when|in the event)"

_SAID: Mapping[Reach, Mapping[Doubt, tuple[str, ...]]] = {
    Reach.ANYWHERE: {
        Doubt.NEGATED: (
            rf"{_NOT} {_DO}{_DOWN} {_THESE}(?! (?:has|have|is|are|was|before|who|one|because|since|for)\b)",
            rf"{_NOT} {_DO}{_DOWN}(?=\W*$)(?<!\bmean)",
            rf"(?:ignore|disregard|discard|scrap|delete|forget|bin|scratch|void|cancel|nix|withdraw) {_THESE}(?! \w+ (?:who|that|which))",
            rf"{_THESE} (?:is|are|was|were)(?: \w+)? (?:void|cancell?ed|withdrawn|no orders?|not (?:my |real |actual |final |meant |to be )*(?:orders?|meant|valid|serious|final|real|binding|carried|for real))",
            r"not (?:my |yet |really |real |actual |final )*orders?(?: yet)?\W*$",
            r"(?:no orders? yet|not orders yet|just kidding|only kidding|just joking)",
            rf"(?:i|we)(?: do|'d| would| will|'ll| wo| have)? ?(?:not|n'?t|never)(?: \w+)? (?:do|order|want|send|make|play|mean) {_THESE}",
            rf"never ?mind {_THESE}",
        ),
        Doubt.DRAFT: (
            r"(?:this is|these are|here is|only|just|still|my|a|first|rough) (?:(?:a|an|only|just|still|my|first|rough|early) )*drafts?",
            r"^\W*drafts?\b.*",
            r"not (?:yet )?(?:final|finished|decided|made up my mind)(?: yet)?\W*$",
            r"unfinished|work in progress|\bwip\b|t\.?b\.?[dc]\b|to be (?:decided|confirmed|determined|discussed)|preliminary|provisional(?:ly)?|tentative(?:ly)?",
            r"(?:these|those|they|this) (?:are|is) (?:only|just|merely|no more than) (?:an? |my |some |first |rough )*(?:ideas?|thoughts?|notes?|tests?|examples?|suggestions?|proposals?|sketch|possibilities)",
            r"thinking (?:out loud|aloud)|(?:notes?|reminders?) (?:for|to) (?:me|my ?self)|test (?:only|mail|letter|message)\W*$|(?:only|just) (?:a |for )?test(?:ing)?\W*$",
            rf"{_NOT} file(?: yet)?\W*$",
            r"(?:i|we)(?:'m| am|'re| are)? still (?:thinking|undecided|have to (?:think|decide)|deciding|pondering|need to (?:think|decide|check))",
            r"(?:i|we) (?:haven'?t|have not) (?:yet |really )?(?:decided|made up (?:my|our) mind)",
        ),
        Doubt.LATER: (
            rf"{_NOT} [\w ]{{0,40}}(?:until|till|unless|before) (?:i|we|you)\b",
            rf"(?:wait|hold) (?:with |for |on to |off )?{_THESE} (?:back|until|till|for)",
            r"(?:wait|hold|hold on|hold off) (?:until|till|before) (?:i|we|you|my) (?:\w+ )?(?:write|say|tell|confirm|mail|send|give|hear|agree|answer|reply|talk|speak|ok|signal)",
        ),
        Doubt.SEQUENCE: (
            rf"(?:swap|switch|exchange|reverse|interchange|flip) (?:{_THESE}|the (?:two|order|sequence|first|last|numbers)|(?:orders? |lines? |numbers? )?(?:1|one|2|two) (?:and|with|for|&) (?:1|2|one|two|3|three))",
            r"(?:in )?(?:the )?other way (?:a?round)\W*$|in (?:reverse|the opposite|the other) order|vice versa\W*$",
            rf"(?:the )?(?:second|2nd|last|third|3rd)(?: (?:one|order|line))? (?:(?:should|must|shall|to) )?(?:(?:go|come|be|run|done) )?(?:first|before the first)\W*$",
        ),
    },
    Reach.NEAR: {
        Doubt.NEGATED: (
            rf"(?:\w+ ){{0,3}}{_NOT}\b[^.?!]*:",
            rf"(?:\w+ ){{0,3}}(?:no longer|instead of|rather than|anything but|never|against)\b[^.?!]*:",
            r"(?:void|cancell?ed|withdrawn|not (?:that|this|these)|scratch that|forget it|wrong)",
            r".*\b(?:none of (?:this|that|these|those|them)|(?:bad|wrong|stupid|silly|terrible) (?:ideas?|orders|moves?|plan))\b.*",
        ),
        Doubt.DRAFT: (
            r"(?:(?:my|only|just|some|a few|first|rough|more|random|possible|here are|these are|for) )*(?:ideas?|thoughts?|suggestions?|proposals?|examples?|sketch|possibilities|candidates|instance|brain ?storming)(?: (?:for|of|about)\b[^.?!]*)?:?",
            r"(?:e\.?g\.?|plan b|optional(?:ly)?|unsure|not sure|uncertain|not yet sure|maybe|perhaps|possibly|probably)(?: (?:so|this|these|like this))?:?",
            r"(?:maybe|perhaps|possibly|probably)\b[^.?!]*:",
            r"(?:\w+ ){0,4}(?:i|we) (?:might|could|may)(?: \w+){0,8}:?",
            r"(?:\w+ ){0,3}(?:i'm|i am|we're|we are|i was|we were|been)(?: \w+)? (?:thinking (?:of|about)|considering|toying|tempted|pondering)\b.*",
            r"(?:\w+ ){0,4}(?:something|anything) like (?:this|that|these)(?: (?:maybe|perhaps))?:?",
        ),
        Doubt.LATER: (
            r"(?:\w+ ){0,6}(?:for |in |on )?(?:the )?next (?:turn|round|phase)(?: \w+){0,3}:?",
            r"(?:\w+ ){0,6}(?:the (?:turn|round) after(?: (?:that|this|next))?|for later|in the future|another (?:time|day|turn)|some other time|not (?:yet|now)|later|tomorrow|in (?:two|three|a few|2|3) (?:turns|rounds|days)):?",
            r"(?:\w+ ){0,4}(?:future|upcoming) (?:orders|turns?|plans?|moves?)(?: \w+){0,3}:?",
        ),
        Doubt.REPORT: (
            rf"(?:\w+ ){{0,5}}(?:last|previous|prior|earlier|former) (?:turn|round|time|letter|mail|orders?|one)(?:'s)?(?: {_WE} \w+| (?:was|were|i|my|orders?|moves?))(?: \w+){{0,4}}:?",
            rf"(?:\w+ ){{0,5}}(?:my |the |your |our )?(?:last|previous|old|earlier|original|former) (?:orders?|moves?|sheet|turn|letter)(?: \w+){{0,3}}:",
            rf"(?:\w+ ){{0,5}}{_WE} {_SENT}(?: (?:you|this|these|it|them|the following|that|those|last \w+|yesterday|before|earlier|already|in \w+|on \w+|for turn \d+|and|but|as)\b[^?]*)?:?",
            r"(?:and |but |then |so )*(?:nothing (?:happened|came (?:of|out)|was (?:done|moved|filed))|where (?:are|were) (?:my|the) orders|(?:it|this|that|these|they) (?:didn'?t|did not) (?:work|happen|arrive|count|move)|(?:it|this|that|these|they) (?:was|were) (?:not|never) (?:carried out|counted|done|read|filed))\b.*",
            rf"(?:\w+ ){{0,3}}(?:your|the) (?:answer|reply|report|acknowledge?ment|program|receipt) (?:said|says|shows?|showed|tells|lists?|listed|reads?)\b.*",
            rf"(?:\w+ ){{0,4}}what {_WE} (?:{_SENT}|had|got|did|saw)\b.*",
            r"(?:recap|for the record|history|archive|copy of .*|already (?:done|sent|ordered)):?",
        ),
        Doubt.CHOICE: (
            r"(?:option|alternative|variant|version|choice|plan|possibility|scenario|case)s?\W*(?:[a-d]|[1-4]|one|two|three|i{1,3})?\W*(?:[:.)\u2013\u2014-]+.*)?",
            r"(?:alternatively|or|or else|or instead|or rather|or maybe|either|instead|and/or|versus|vs\.?)\W*(?:[^.?!]{0,30}:)?",
            r"(?:\w+ ){0,5}(?:alternatively|either of (?:these|them|those)|one of (?:these|them|the two|the following)|(?:whichever|whatever|what) (?:you (?:choose|pick|decide|prefer|like|think)|is (?:better|best))|your choice|take your pick|flip a coin|toss a coin|(?:pick|choose) (?:one|the better|for me))\b.*",
            r"(?:\w+ ){0,4}(?:second choice|first choice|fall ?back|plan b|option [a-d1-4]|as (?:an? )?(?:alternative|backup|reserve))(?: \w+){0,4}:?",
        ),
        Doubt.CONDITION: (
            rf"(?:\w+ ){{0,4}}(?:only {_IF}|but only if|but not if)\b.*",
            rf"(?:(?:and|but|then|also|even|or|ok|so|just|do|this|these|it|that|carry|out|all|the|following) )*{_IF}\b(?!.*\byou\b)[^.?!:]*[:,]",
            rf"(?:(?:and|but|then|also|even|or|ok|so|just|do|this|these|it|that|carry|out|all|the|following) )*{_IF} (?:WHOM)\b[^,]*",
            r"(?:else|otherwise|if not|in any other case|or else):",
        ),
        Doubt.QUESTION: (
            rf"(?=.*\?)(?:\w+[, ]+){{0,5}}(?:which (?:is|of (?:these|them|the)|would|do)|(?:is|are|was|would be|which|what's|this|these|that) better|(?:should|shall) (?:i|we) (?!with)|can i (?:do|move|build|go|send|use|order|still|even|also|play|fire|give|attack)|may (?:i|we) (?:do|move|build|go|send|use|order|still|play|fire|attack)|what (?:would|will|happens|happen|if (?:i|we))|(?:would|will|can|could|do|does) (?:this|that|these|those|it|they) (?:work|be|do|happen|count|help|go|move|fit|make sense|mean|hold|fail|succeed|arrive|get|reach)|(?:is|are) (?:this|that|these|those|it|they) (?:ok|okay|right|legal|allowed|possible|correct|better|good|fine|enough|clear|valid|how|what|wise|sensible|too|a (?:good|bad))|how (?:good|likely|well) |why not|or (?:not|is|should|would|better|rather)|(?:these|this|those|that) (?:ok|okay|right|legal|allowed|possible|correct|or|instead)|legal|allowed|makes? sense|good idea)\b.*",
            r"\?+",
        ),
    },
    Reach.BEHIND: {
        Doubt.NEGATED: (
            r"(?:is |now |are )*(?:void|cancell?ed|withdrawn|deleted|dropped|off|no|nope|not|not (?:that|this|now)|never ?mind|scratch that|forget it|wrong|invalid)\b.*",
        ),
        Doubt.DRAFT: (
            r"(?:\w+ )?(?:maybe|perhaps|possibly|probably|optional(?:ly)?|if possible|unsure|not sure|tbd|tbc|idea|draft|example|eg|e\.?g\.?|think|i think|undecided|pending)\b.*",
            r"\?+",
        ),
        Doubt.LATER: (
            r"(?:in |on |for |the |only )*(?:next|later|tomorrow|after|following)\b.*",
            r"(?:in|on|for) (?:turn|round) \d+.*",
        ),
        Doubt.REPORT: (
            r"(?:was |is )?(?:last (?:turn|round|time)|done|already|earlier|previously|before|old|failed)\b.*",
        ),
        Doubt.CHOICE: (r"(?:or|either|alternative(?:ly)?|plan|option|choice|rather|instead)\b.*",),
    },
}
"""How people say each of these; the first that fits counts. Near orders and behind one, it is all that they say."""

_SEATS = (
    r"\W*(?:(?:as|for|on behalf of|from|of) (?:the )?NAME\W*",
    r"(?:the )?NAME(?:'s|s'|\u2019s)?(?: player| side)?(?: \w+){0,2} (?:orders?|moves?|sheet|turn|plan)\W*",
    r"(?:my |the |these |are |here |is )*(?:orders?|moves?|instructions|sheet|plan) (?:of|for|from|by|as) (?:the )?NAME\W*",
    r"(?:\w+ ){0,3}NAME (?:\w+ly |also |just |now |then )*(?:says?|said|sends?|sent|wants?|wanted|will|would|told|tells|writes?|wrote|orders?|ordered|asks?|asked|plans?|promised|suggests?|suggested"
    r"|proposes?|proposed|should|is (?:going|sending|doing|planning)|does|did|has|might|may)\b.*",
    r"(?:\w+ ){0,4}(?:according to|on behalf of|instead of|i am|i'm|playing(?: as| for)?) (?:the )?NAME\W*)",
)
"""How people say whose orders follow."""

_TURN = re.compile(r"\b(?:turn|round)\s*#?(\d{1,3})\b", re.IGNORECASE)


def _either(ways: Collection[str]) -> str:
    return "|".join(f"(?:{way})" for way in ways)


class Surroundings:
    """Tells what a sentence says of the orders of its letter, for a letter of one seat."""

    def __init__(self, names: Callable[[], Collection[str]] = tuple, turn: int | None = None) -> None:
        """Take what other seats and players are called, and the turn that orders are for."""
        self._ask, self._turn = names, turn

    def doubt(self, text: str, reach: Reach, *, above: bool = False) -> Doubt | None:
        """Return what a sentence may say of orders that it reaches, None for nothing; ``above``: it heads them."""
        text = text.replace("\u2019", "'").strip()
        found = next((doubt for doubt, pattern in self._anywhere if pattern.search(text)), None)
        if found is not None or reach is Reach.ANYWHERE or len(Line(text).words) > _LONGEST:
            return found
        said = next((doubt for doubt, pattern in self._near(reach) if pattern.fullmatch(text)), None)
        if said is None and reach is Reach.NEAR and self._is_of_another_turn(text):
            return Doubt.LATER
        return Doubt.OTHER_SEAT if said is None and above and self._names_another(text) else said

    def _is_of_another_turn(self, text: str) -> bool:
        turns = _TURN.findall(text)
        return self._turn is not None and bool(turns) and str(self._turn) not in turns

    def _names_another(self, text: str) -> bool:
        return self._seats is not None and self._seats.fullmatch(text) is not None

    @cached_property
    def _whom(self) -> str:
        """A pattern for the names of other seats and players, one that nothing matches if there are none."""
        names = sorted((re.escape(name) for name in self._ask() if len(name) > 1), key=len, reverse=True)
        return f"(?:{'|'.join(names)})" if names else "(?!)"

    @cached_property
    def _seats(self) -> re.Pattern[str] | None:
        return re.compile("|".join(_SEATS).replace("NAME", self._whom), re.IGNORECASE)

    @cached_property
    def _anywhere(self) -> tuple[tuple[Doubt, re.Pattern[str]], ...]:
        return _ANYWHERE

    def _near(self, reach: Reach) -> tuple[tuple[Doubt, re.Pattern[str]], ...]:
        return self._patterns[reach]

    @cached_property
    def _patterns(self) -> dict[Reach, tuple[tuple[Doubt, re.Pattern[str]], ...]]:
        return {
            reach: tuple(
                (doubt, re.compile(rf"\W*(?:{_either(ways)})\W*".replace("WHOM", self._whom), re.IGNORECASE))
                for doubt, ways in _SAID[reach].items()
            )
            for reach in (Reach.NEAR, Reach.BEHIND)
        }


_ANYWHERE = tuple(
    (doubt, re.compile(rf"(?<![^\W_])(?:{_either(ways)})(?![^\W_])", re.IGNORECASE))
    for doubt, ways in _SAID[Reach.ANYWHERE].items()
)


def in_subject(subject: str) -> Doubt | None:
    """Return what a subject, without what programs put before it, may say of the orders in its letter."""
    return Surroundings().doubt(subject, Reach.ANYWHERE)
